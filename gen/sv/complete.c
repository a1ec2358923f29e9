// `complete`: the kept request of the message's thread takes effect when its line comes.
//
// note [complete]
//
// A thread has one request in flight, so the request is found by the thread's number: when it is kept it is
// also put into a memory with a word for each thread, which S1 reads for its event. In S2 the table says
// `complete`, and the operands are the kept request's instead of the event's. The word is taken from the line
// that comes, if the rule has `fill`, and what the operation makes of it is written together with that line.
#include "control.h"

static bool operands(const sv_control *c) {
    return c->mp->keeps_store || c->mp->keeps_atomic;
}

// Only requests of the core are completed; others may be kept beside them.
static void core_event(sv_control *c) {
    const char *sep = "";
    char ev[SV_NAME];
    fputc('(', c->out);
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind != CG_EV_CORE || !c->f.merges[e]) continue;
        fprintf(c->out, "%ss2_event_q == %s_pkg::%s", sep, c->s->name, sv_event(c->m, e, ev));
        sep = " || ";
    }
    fputc(')', c->out);
}

static void kept_kind(sv_control *c, cg_core_op op, const char *name) {
    char ev[SV_NAME];
    for (int e = 0; e < c->m->n_events; e++) {
        if (c->m->events[e].kind != CG_EV_CORE || c->m->events[e].core != op) continue;
        fprintf(c->out, "  assign %s = complete && kept_event == %s_pkg::%s;\n", name, c->s->name,
                sv_event(c->m, e, ev));
    }
}

// Whose operands go to S2. The event says so in time, unless a message that may complete a request brings a
// word of its own: then it is for the rule to say.
static void choice(sv_control *c) {
    char ev[SV_NAME];
    const char *sep = "";
    bool own = false;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!c->f.completes[e]) continue;
        const cg_payload pay = c->s->msgs[c->m->events[e].msg].payload;
        own |= pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC;
    }
    fputs("  logic kept_used;\n  assign kept_used = ", c->out);
    for (int e = 0; !own && e < c->m->n_events; e++) {
        if (!c->f.completes[e]) continue;
        fprintf(c->out, "%ss2_event_q == %s_pkg::%s", sep, c->s->name, sv_event(c->m, e, ev));
        sep = " || ";
    }
    fputs(own ? "complete;\n" : ";\n", c->out);
}

static void request_memory(sv_control *c) {
    const bool atomic = c->mp->keeps_atomic;
    const int width =
        c->mp->event_bits + CG_WORD_BITS + CG_WORD_BYTES + (atomic ? CG_AOP_BITS + CG_WORD_BITS : 0);
    fputs("\n  // The kept request of each thread, for `complete`.\n", c->out);
    fprintf(c->out, "  logic [%d:0] kept_event;\n  logic [%d:0] kept_word;\n  logic [%d:0] kept_mask;\n",
            c->mp->event_bits - 1, CG_WORD_BITS - 1, CG_WORD_BYTES - 1);
    if (atomic)
        fprintf(c->out, "  logic [%d:0] kept_aop;\n  logic [%d:0] kept_cmp;\n", CG_AOP_BITS - 1,
                CG_WORD_BITS - 1);
    if (c->mp->keeps_store) fputs("  logic kept_store;\n", c->out);
    if (atomic) fputs("  logic kept_atomic;\n", c->out);
    const char *more_in = atomic ? ", s2_in_q.aop, s2_in_q.cmp" : "",
               *more_out = atomic ? ", kept_aop, kept_cmp" : "";
    fprintf(c->out,
            "  cohgen_ram_fwd #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) u_requests (\n    .clk_i(clk_i),\n"
            "    .wen_i(kept_put), .waddr_i(s2_in_q.tid), .wlane_i(1'b1),\n"
            "    .wdata_i({s2_event_q, s2_in_q.word, s2_in_q.mask%s}),\n"
            "    .ren_i(s1_valid_q), .raddr_i(s1_in_q.tid), .rdata_o({kept_event, kept_word, kept_mask%s})\n "
            " );\n",
            (unsigned long long)c->s->threads, width, more_in, more_out);
    choice(c);
    if (c->mp->keeps_store) kept_kind(c, CG_STORE, "kept_store");
    if (atomic) kept_kind(c, CG_ATOMIC, "kept_atomic");
}

// The entry with which each thread's request is kept, to find out that there is one.
static void assertion(sv_control *c) {
    const int t = (int)c->s->threads, b = c->mp->mshr_bits;
    fprintf(c->out,
            "`ifdef COHGEN_ASSERT\n  logic [%d:0] kept_tids_q;\n  logic [%d:0] kept_mshrs_q;\n"
            "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      kept_tids_q "
            "<= '0;\n"
            "      kept_mshrs_q <= '0;\n    end else begin\n"
            "      for (int t = 0; t < %d; t++) begin\n"
            "        if (s2_fire && replay && kept_mshrs_q[t*%d +: %d] == mshr_idx) kept_tids_q[t] <= 1'b0;\n"
            "        if (s2_fire && complete && s2_in_q.tid == %d'(t)) kept_tids_q[t] <= 1'b0;\n"
            "        if ((kept_put || kept_back) && s2_in_q.tid == %d'(t)) begin\n          kept_tids_q[t] "
            "<= 1'b1;\n"
            "          kept_mshrs_q[t*%d +: %d] <= mshr_idx;\n        end\n      end\n    end\n  end\n",
            t - 1, t * b - 1, t, b, b, c->plan->tid_bits, c->plan->tid_bits, b, b);
    fprintf(
        c->out,
        "  logic kept_here;\n  always_comb begin\n    kept_here = 1'b0;\n    for (int t = 0; t < %d; t++)\n"
        "      if (s2_in_q.tid == %d'(t)) kept_here = kept_tids_q[t] && kept_mshrs_q[t*%d +: %d] == "
        "mshr_idx;\n  "
        "end\n"
        "  always_ff @(posedge clk_i) begin\n"
        "    complete_kept: assert (!(s2_fire && complete) || kept_here) else\n"
        "      $error(\"%s.%s: a request is completed that is not kept with this line\");\n  end\n`endif\n",
        t, c->plan->tid_bits, b, b, c->s->name, c->m->name);
}

void sv_control_requests(sv_control *c) {
    if (!c->mp->has_complete) return;
    if (operands(c))
        fputs("  logic kept_put;\n  assign kept_put = waiters_merge && ", c->out);
    else
        fputs("`ifdef COHGEN_ASSERT\n  logic kept_put;\n  assign kept_put = waiters_merge && ", c->out);
    core_event(c);
    fputs(";\n", c->out);
    if (c->mp->words) {
        if (operands(c)) request_memory(c);
        return;
    }
    if (operands(c)) fputs("`ifdef COHGEN_ASSERT\n", c->out);
    fputs("  logic kept_back; // a request that was handed back is kept again\n  assign kept_back = "
          "waiters_park && ",
          c->out);
    core_event(c);
    fputs(";\n`endif\n", c->out);
    if (operands(c)) request_memory(c);
    assertion(c);
}

void sv_control_operands(sv_control *c) {
    fputs("  assign op_word = kept_used ? kept_word : s2_in_q.word;\n  assign op_mask = kept_used ? "
          "kept_mask : s2_in_q.mask;\n",
          c->out);
    fputs(c->mp->keeps_atomic ? "  assign op_aop = kept_used ? kept_aop : s2_in_q.aop;\n"
                                "  assign op_cmp = kept_used ? kept_cmp : s2_in_q.cmp;\n"
                              : "  assign op_aop = s2_in_q.aop;\n  assign op_cmp = s2_in_q.cmp;\n",
          c->out);
}

// Does every rule that looks at the word and whose message brings a line fill? Then the kind of the event
// says so, in time.
static bool fills_surely(const sv_control *c) {
    for (int i = 0; i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        const cg_event *e = &c->m->events[r->event];
        bool fills = false, looks = false;
        if (e->kind != CG_EV_MESSAGE) continue;
        const cg_payload pay = c->s->msgs[e->msg].payload;
        if (pay != CG_PAY_LINE && pay != CG_PAY_BYTES) continue;
        for (int k = 0; k < r->n_actions; k++) {
            const cg_verb v = r->actions[k].verb;
            fills |= v == CG_A_FILL;
            looks |= v == CG_A_COMPLETE || v == CG_A_ATOMIC || v == CG_A_HIT || v == CG_A_RESPOND;
        }
        if (looks && !fills) return false;
    }
    return true;
}

void sv_control_old_word(sv_control *c, bool marked) {
    if (!c->mp->has_write && !c->mp->has_atomic) fputs("  logic [31:0] s2_old;\n", c->out);
    if (!c->n_line_ports) {
        fputs("  assign s2_old = data_rdata[{s2_offset, 5'd0} +: 32];\n", c->out);
        return;
    }
    fprintf(c->out,
            "  logic [3:0] s2_came; // bytes of the word that a fill brings\n  assign s2_came = {4{%s}}",
            fills_surely(c) ? "s2_brings" : "fill");
    if (marked) fputs(" & ~(4'(kept_bytes >> {s2_offset, 2'b00}) & {4{held}})", c->out);
    fputs(";\n  always_comb begin\n    s2_old = data_rdata[{s2_offset, 5'd0} +: 32];\n"
          "    for (int b = 0; b < 4; b++) if (s2_came[b]) s2_old[b*8 +: 8] = s2_line[{s2_offset, "
          "5'(b*8)} +: 8];\n"
          "  end\n",
          c->out);
}

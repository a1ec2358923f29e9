// `complete`: the deferred request of the message's thread takes effect when its line comes.
//
// note [complete]
//
// A thread has one request in flight, so the request is found by the thread's number: when it is deferred it
// is also put into a memory with a word for each thread, which S1 reads for its event. In S2 the table says
// `complete`, and the operands are the deferred request's instead of the event's. The word is taken from the
// line that comes, if the rule has `fill`, and what the operation makes of it is written together with that
// line.
#include "control.h"

static bool has_operands(const sv_control *c) {
    return c->mp->defers_store || c->mp->defers_atomic;
}

// Some request of the core is deferred, for the first time or again. Only these are completed; others may be
// deferred beside them.
static sv_logic *core_is_deferred(sv_control *c) {
    sv_logic *now = sv_logic_new(c->f.arena, SV_ALL), *how = sv_group(now, SV_ANY, "a request is deferred");
    sv_term(how, "for the first time", "waiters_merge");
    sv_term(how, "or again", "waiters_park");
    sv_logic *kinds = sv_group(now, SV_ANY, "of the core");
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_CORE && c->f.merges[e])
            sv_event_term(c, kinds, "it is of such a kind", "s2", e);
    return now;
}

// The core's event in S2 is an operation of this kind.
static sv_logic *core_asks(sv_control *c, cg_core_op op) {
    sv_logic *asks = sv_logic_new(c->f.arena, SV_ANY);
    for (int e = 0; e < c->m->n_events; e++)
        if (c->m->events[e].kind == CG_EV_CORE && c->m->events[e].core == op)
            sv_event_term(c, asks, "it asks for it", "s2", e);
    return asks;
}

static void print_asks(sv_control *c, cg_core_op op) {
    fputc('(', c->out);
    sv_logic_print(c->out, core_asks(c, op));
    fputc(')', c->out);
}

static void print_core_asks(sv_control *c, cg_core_op op) {
    sv_logic_print(c->out, core_asks(c, op));
    fputs(", ", c->out);
}

_Static_assert(CG_AOP_BITS == CG_WORD_BYTES, "an atomic's operation stands in a store's mask");

// Some message that completes a request brings a word of its own.
static bool brings_own_word(const sv_control *c) {
    for (int e = 0; e < c->m->n_events; e++) {
        if (!c->f.completes[e]) continue;
        const cg_payload pay = c->s->msgs[c->m->events[e].msg].payload;
        if (pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC) return true;
    }
    return false;
}

// Whose operands go to S2. The event says so in S1, unless a message that may complete a request brings a
// word of its own: then it is for the rule to say.
static void print_operand_choice(sv_control *c) {
    if (brings_own_word(c)) {
        fputs("  logic deferred_used;\n  assign deferred_used = complete;\n", c->out);
        return;
    }
    fputs("  logic deferred_used, deferred_used_q;\n  assign deferred_used = deferred_used_q;\n  always_ff "
          "@(posedge clk_i) "
          "deferred_used_q <= ",
          c->out);
    sv_logic *used = sv_logic_new(c->f.arena, SV_ANY);
    sv_event_terms(c, used, "it completes a deferred request", "s1", c->f.completes);
    if (c->mp->deferred_apart) sv_term(used, "it is a deferred request itself", "s1_replay_q");
    sv_logic_print(c->out, used);
    fputs(";\n", c->out);
}

// No transition writes what the one behind it reads: a thread has one request, and what completes or replays
// it comes later. So nothing is forwarded. A thread's place is free when its new request comes, so that it
// may be written whether the request is deferred in the end or goes back.
// Which bytes a store writes and what an atomic does stand in the same bits, as an atomic is of all bytes.
static void request_memory(sv_control *c) {
    const bool store = c->mp->defers_store, atomic = c->mp->defers_atomic;
    const int width = cg_plan_completed_bits(c->mp);
    fputs("\n  // The deferred request of each thread, for `complete`: its operands.\n", c->out);
    fprintf(c->out, "  logic [%d:0] deferred_word;\n  logic [%d:0] deferred_mask;\n", CG_WORD_BITS - 1,
            CG_WORD_BYTES - 1);
    if (atomic)
        fprintf(c->out, "  logic [%d:0] deferred_aop;\n  logic [%d:0] deferred_cmp;\n", CG_AOP_BITS - 1,
                CG_WORD_BITS - 1);
    if (store) fputs("  logic deferred_is_store, deferred_store;\n", c->out);
    if (atomic) {
        fprintf(c->out,
                "  logic deferred_is_atomic, deferred_atomic;\n  logic [%d:0] deferring_aop; // or mask\n"
                "  assign deferring_aop = ",
                CG_AOP_BITS - 1);
        print_asks(c, CG_ATOMIC);
        fputs(" ? s2_in_q.aop : s2_in_q.mask;\n", c->out);
    }
    fprintf(c->out,
            "  cohgen_sram_1r1w #(.Depth(%llu), .Lanes(1), .LaneBits(%d)) u_requests (\n    .clk_i(clk_i),\n"
            "    .wen_i(deferred_put), .waddr_i(s2_in_q.tid), .wlane_i(1'b1),\n    .wdata_i({",
            (unsigned long long)c->s->requests, width);
    if (store) print_core_asks(c, CG_STORE);
    if (atomic) {
        print_core_asks(c, CG_ATOMIC);
        fputs("s2_in_q.word, deferring_aop, s2_in_q.cmp}),\n", c->out);
    } else {
        fputs("s2_in_q.word, s2_in_q.mask}),\n", c->out);
    }
    fprintf(c->out,
            "    .ren_i(s1_valid_q), .raddr_i(s1_in_q.tid),\n    .rdata_o({%s%sdeferred_word, %s})\n  );\n",
            store ? "deferred_is_store, " : "", atomic ? "deferred_is_atomic, " : "",
            atomic ? "deferred_aop, deferred_cmp" : "deferred_mask");
    if (atomic) fputs("  assign deferred_mask = deferred_aop; // of a store\n", c->out);
    print_operand_choice(c);
    if (store) fputs("  assign deferred_store = complete && deferred_is_store;\n", c->out);
    if (atomic) fputs("  assign deferred_atomic = complete && deferred_is_atomic;\n", c->out);
}

// The entry with which each thread's request is deferred, to find out that there is one.
static void assert_thread_is_deferred(sv_control *c) {
    const int t = (int)c->s->requests, b = c->mp->mshr_bits;
    fputs("`ifdef COHGEN_ASSERT\n  logic deferred_here, deferred_now; // some request of the core is "
          "deferred, for the "
          "first "
          "time or again\n  assign deferred_now = ",
          c->out);
    sv_logic_print(c->out, core_is_deferred(c));
    fputs(";\n", c->out);
    fprintf(
        c->out,
        "  logic [%d:0] deferred_tids_q;\n  logic [%d:0] deferred_mshrs_q;\n"
        "  always_ff @(posedge clk_i or negedge rst_ni) begin\n    if (!rst_ni) begin\n      deferred_tids_q "
        "<= '0;\n"
        "      deferred_mshrs_q <= '0;\n    end else begin\n"
        "      for (int t = 0; t < %d; t++) begin\n"
        "        if (s2_fire && replay && deferred_mshrs_q[t*%d +: %d] == mshr_idx) deferred_tids_q[t] <= "
        "1'b0;\n"
        "        if (s2_fire && complete && s2_in_q.tid == %d'(t)) deferred_tids_q[t] <= 1'b0;\n"
        "        if (deferred_now && s2_in_q.tid == %d'(t)) begin\n          deferred_tids_q[t] "
        "<= 1'b1;\n"
        "          deferred_mshrs_q[t*%d +: %d] <= mshr_idx;\n        end\n      end\n    end\n  end\n",
        t - 1, t * b - 1, t, b, b, c->plan->tid_bits, c->plan->tid_bits, b, b);
    fprintf(c->out,
            "  always_comb begin\n    deferred_here = 1'b0;\n    for (int t = 0; t < %d; t++)\n"
            "      if (s2_in_q.tid == %d'(t)) deferred_here = deferred_tids_q[t] && deferred_mshrs_q[t*%d +: "
            "%d] == "
            "mshr_idx;\n  "
            "end\n"
            "  always_ff @(posedge clk_i) begin\n"
            "    complete_deferred: assert (!(s2_fire && complete) || deferred_here) else\n"
            "      $error(\"%s.%s: a request is completed that is not deferred with this line\");\n  "
            "end\n`endif\n",
            t, c->plan->tid_bits, b, b, c->plan->name, c->m->name);
}

void sv_complete_terms(sv_control *c) {
    sv_term(c->p.hit, "a deferred request takes effect", "complete");
    if (c->mp->defers_store) sv_term(c->p.write, "the deferred request is a store", "deferred_store");
    if (c->mp->defers_atomic) sv_term(c->p.atomic, "the deferred request is an atomic", "deferred_atomic");
}

void sv_control_requests(sv_control *c) {
    if (!c->mp->has_complete) return;
    if (has_operands(c)) {
        fputs("  logic deferred_put;\n  assign deferred_put = s2_core_q && merge;\n", c->out);
        request_memory(c);
    }
    if (c->mp->words) return;
    assert_thread_is_deferred(c);
}

// The event's own, or, if deferred requests have such an operand, that of the one that is used.
static void print_operand_of_both(sv_control *c, const char *name, bool deferred) {
    sv_choice *operand = sv_choice_new(c->f.arena, "s2_in_q.%s", name);
    if (deferred)
        sv_term(
            sv_choice_add(operand, "a deferred request's", cg_arena_printf(c->f.arena, "deferred_%s", name)),
            "it is used", "deferred_used");
    fprintf(c->out, "  assign op_%s = ", name);
    sv_choice_print(c->out, operand);
    fputs(";\n", c->out);
}

void sv_control_operands(sv_control *c) {
    const bool atomic = c->mp->defers_atomic;
    print_operand_of_both(c, "word", true);
    print_operand_of_both(c, "mask", true);
    print_operand_of_both(c, "aop", atomic);
    print_operand_of_both(c, "cmp", atomic);
}

// Does every rule that looks at the word and whose message brings a line fill? Then the kind of the event
// says so, in time.
static bool fills_surely(const sv_control *c) {
    for (int i = 0; i < c->m->n_rules; i++) {
        const cg_rule *r = &c->m->rules[i];
        const cg_event *e = &c->m->events[r->event];
        if (e->kind != CG_EV_MESSAGE) continue;
        const cg_payload pay = c->s->msgs[e->msg].payload;
        if (pay != CG_PAY_LINE && pay != CG_PAY_BYTES) continue;
        const bool looks = cg_find_action(r, CG_DOES_ANSWER | CG_DOES_OPERATES);
        if (looks && !cg_find_action(r, CG_DOES_FILLS)) return false;
    }
    return true;
}

void sv_control_old_word(sv_control *c, bool marked) {
    if (!c->mp->has_write && !c->mp->has_atomic) fputs("  logic [31:0] s2_old;\n", c->out);
    if (!c->n_line_ports) {
        fputs("  assign s2_old = data_rdata[{s2_offset, 5'd0} +: 32];\n", c->out);
        return;
    }
    sv_logic *came = sv_logic_new(c->f.arena, SV_BITS_ALL);
    sv_term(came, "there is a fill", "{4{%s}}", fills_surely(c) ? "s2_brings" : "fill");
    if (marked)
        sv_term(came, "the byte was not written meanwhile",
                "~(4'(marked_bytes >> {s2_offset, 2'b00}) & {4{held}})");
    if (c->f.fills_around) sv_term(came, "the rule fills the byte", "~(4'(fill_kept >> {s2_offset, 2'b00}))");
    fputs("  logic [3:0] s2_came; // bytes of the word that a fill brings\n  assign s2_came = ", c->out);
    sv_logic_print(c->out, came);
    fputs(";\n  always_comb begin\n    s2_old = data_rdata[{s2_offset, 5'd0} +: 32];\n"
          "    for (int b = 0; b < 4; b++) if (s2_came[b]) s2_old[b*8 +: 8] = s2_line[{s2_offset, "
          "5'(b*8)} +: 8];\n"
          "  end\n",
          c->out);
}

// Is it the kind of the event that says whether its word is written as it comes or after an atomic operation?
// Not if rules for one kind do both.
static bool atomic_by_kind(const sv_control *c) {
    for (int e = 0; e < c->m->n_events; e++)
        if (c->f.atomics[e] && c->f.writes[e]) return false;
    return true;
}

static sv_logic *is_atomic(sv_control *c) {
    sv_logic *is = sv_logic_new(c->f.arena, SV_ANY);
    if (!atomic_by_kind(c)) {
        sv_term(is, "the rule says so", "do_atomic");
        return is;
    }
    sv_event_terms(c, is, "its kind says so", "s2", c->f.atomics);
    if (!c->mp->has_complete || !c->mp->defers_atomic) return is;
    sv_logic *deferred = sv_group(is, SV_ALL, "the deferred request's kind says so");
    sv_term(deferred, "its operands are used", "deferred_used");
    sv_term(deferred, "it is an atomic", "deferred_is_atomic");
    return is;
}

// What the word becomes. A plain store is the operation "swap", so that the data go through nothing else.
void sv_control_operation(sv_control *c) {
    if (!c->mp->has_atomic) {
        fputs("  assign s2_new = op_word;\n", c->out);
        return;
    }
    fputs("  logic op_atomic;\n  assign op_atomic = ", c->out);
    sv_logic_print(c->out, is_atomic(c));
    fputs(";\n  cohgen_amo #(.Width(32)) u_amo (.op_i(op_atomic ? op_aop : 4'd1), .old_i(s2_old), "
          ".operand_i(op_word), .compare_i(op_cmp), .new_o(s2_new));\n",
          c->out);
}

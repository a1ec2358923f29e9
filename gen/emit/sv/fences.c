// Threads that wait beside the core's queue: for fences, and for what the order logic asks.
#include "control.h"

// Apart from fences that are merely answered.
const char *sv_parked_name(const sv_control *c) {
    return c->mp->has_fence ? "fence" : "parked";
}

// The event of parked threads if there is only one, else CG_NONE: they know their kind.
int sv_only_parked(const sv_control *c) {
    int only = CG_NONE, n = 0;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!sv_is_fence(&c->m->events[e])) continue;
        only = e;
        n++;
    }
    return n == 1 ? only : CG_NONE;
}

void sv_parked_terms(sv_control *c, sv_logic *group, const char *why, const char *compare) {
    char op[SV_NAME];
    for (int e = 0; e < c->m->n_events; e++)
        if (sv_is_fence(&c->m->events[e]))
            sv_term(group, why, "core_req_i.op %s %s_pkg::%s", compare, c->plan->name,
                    sv_operation(c->m->events[e].core, op));
}

static void print_kinds_by_thread(sv_control *c, const char *n) {
    const int bits = sv_op_bits(c);
    char ev[SV_NAME];
    int last = CG_NONE;
    fprintf(c->out,
            "  logic [%d:0] %s_kinds_q [0:%llu]; // operation, by thread\n  logic [%d:0] %s_kind;\n"
            "  always_ff @(posedge clk_i) begin\n    if (core_req_valid_i && core_req_ready_o) "
            "%s_kinds_q[core_req_i.tid] <= core_req_i.op;\n  end\n"
            "  assign %s_kind = %s_kinds_q[%s_id];\n  always_comb begin\n    case (%s_kind)\n",
            bits - 1, n, (unsigned long long)c->s->requests - 1, bits - 1, n, n, n, n, n, n);
    for (int e = 0; e < c->m->n_events; e++) last = sv_is_fence(&c->m->events[e]) ? e : last;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!sv_is_fence(&c->m->events[e])) continue;
        if (e == last)
            fputs("      default: ", c->out);
        else
            fprintf(c->out, "      %s_pkg::%s: ", c->plan->name, sv_operation(c->m->events[e].core, ev));
        fprintf(c->out, "%s_event = %s_pkg::%s;\n", n, c->plan->name, sv_event(c->m, e, ev));
    }
    fputs("    endcase\n  end\n", c->out);
}

// They take no room in the core's queue. One that is late lets no other request pass.
void sv_control_fence_port(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    const bool several = p->event == CG_NONE;
    char hold[SV_NAME], ev[SV_NAME];
    sv_logic *parked = sv_logic_new(c->f.arena, SV_ANY);
    sv_parked_terms(c, parked, "it asks for something without a line", "==");
    fprintf(c->out,
            "  logic %s_there, %s_late;\n  logic [%d:0] %s_id;\n"
            "  cohgen_fences #(.Threads(%llu), .IdBits(%d)) u_fences (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "    .push_i(core_req_valid_i && core_req_ready_o && ",
            n, n, c->plan->tid_bits - 1, n, (unsigned long long)c->s->requests, c->plan->tid_bits);
    sv_logic_print_operand(c->out, parked);
    fprintf(c->out,
            "), .push_id_i(core_req_i.tid),\n"
            "    .valid_o(%s_there), .id_o(%s_id), .late_o(%s_late), .take_i(%s_take),\n"
            "    .done_i(s2_%s_q && s2_done), .retry_i(s2_%s_q && !s2_done)\n  );\n",
            n, n, n, n, n, n);
    fprintf(c->out,
            "`ifdef COHGEN_STEER\n  assign %s_valid = %s_there && !%s;\n`else\n  assign %s_valid = "
            "%s_there;\n`endif\n",
            n, n, sv_steer(c, "hold.", "fence", hold), n, n);
    if (several)
        print_kinds_by_thread(c, n);
    else
        fprintf(c->out, "  assign %s_event = %s_pkg::%s;\n", n, c->plan->name, sv_event(c->m, p->event, ev));
    fprintf(c->out, "  always_comb begin\n    %s_in = '0;\n    %s_in.tid = %s_id;\n  end\n", n, n, n);
}

// A fence for which the table has no rule: it has no event, and nothing about a line holds it up.
void sv_fence_terms(sv_control *c) {
    sv_pipeline *p = &c->p;
    sv_term(p->live, "a fence is answered without the table", "!s2_fence_q");
    p->answered = sv_pipeline_signal(c, SV_WHEN_ANSWERED, SV_ALL, "s2_answer");
    sv_term(p->answered, "it is a fence", "s2_fence_q");
    sv_term(p->answered, "no sweep changes lines", "!sweep_busy");
    sv_term(p->done, "a fence", "s2_answer");
    sv_term(p->answer, "a fence", "s2_answer");
}

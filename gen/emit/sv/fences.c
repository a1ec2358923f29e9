// Threads that wait beside the core's queue: for fences, and for what the order logic asks.
#include <string.h>

#include "control.h"
#include "lang/command.h"

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

static bool is_command(const cg_event *e) {
    return e->kind == CG_EV_CORE && cg_is_command(e->core);
}

// A fence, or what the order logic asks.
static bool is_bare(const cg_event *e) {
    return sv_is_fence(e) && !is_command(e);
}

// With commands the request is a fence with a number: of that alone, it is parked or not.
static void command_terms(sv_control *c, sv_logic *group, const char *why, bool parked) {
    const char *no = parked ? "" : "!";
    sv_term(group, why, "%s(core_req_i.op == %s_pkg::OP_fence && core_command_i != %d'd0)", no, c->plan->name,
            cg_command_number_bits(c->s));
}

void sv_parked_terms(sv_control *c, sv_logic *group, const char *why, const char *compare) {
    char op[SV_NAME];
    if (c->mp->has_command) command_terms(c, group, why, !strcmp(compare, "=="));
    for (int e = 0; e < c->m->n_events; e++)
        if (sv_is_fence(&c->m->events[e]) && !is_command(&c->m->events[e]))
            sv_term(group, why, "core_req_i.op %s %s_pkg::%s", compare, c->plan->name,
                    sv_operation(c->m->events[e].core, op));
}

// A register for each thread that is taken with a request, and what it is of the thread that is offered.
static void print_by_thread(sv_control *c, const char *n, const char *what, int bits, const char *value,
                            const char *why) {
    fprintf(c->out,
            "  logic [%d:0] %s_%s_q [0:%llu]; // %s, by thread\n  logic [%d:0] %s_%s;\n"
            "  always_ff @(posedge clk_i) begin\n    if (core_req_valid_i && core_req_ready_o) "
            "%s_%s_q[core_req_i.tid] <= %s;\n  end\n  assign %s_%s = %s_%s_q[%s_id];\n",
            bits - 1, n, what, (unsigned long long)c->s->requests - 1, why, bits - 1, n, what, n, what, value,
            n, what, n, what, n);
}

static void print_operands(sv_control *c, const char *n) {
    char what[SV_NAME], value[2 * SV_NAME];
    for (int k = 0; k < c->s->n_operands; k++) {
        const cg_field *f = &c->s->operands[k].field;
        if (!(c->mp->operands >> k & 1)) continue;
        snprintf(what, sizeof what, CG_OPERAND_SLOT "%s", f->name);
        snprintf(value, sizeof value, CG_OPERAND_SLOT "%s_i", f->name);
        print_by_thread(c, n, what, f->type.width, value, "operand of a command");
    }
}

// By their number, where there are several kinds: of 0 what the operation says.
static void print_command_events(sv_control *c, const char *n) {
    const int bits = cg_command_number_bits(c->s);
    char value[2 * SV_NAME], ev[SV_NAME];
    snprintf(value, sizeof value, "core_req_i.op == %s_pkg::OP_fence ? core_command_i : %d'd0", c->plan->name,
             bits);
    print_by_thread(c, n, "command", bits, value, "number of a command, 0: it is none");
    fprintf(c->out, "  always_comb begin\n    case (%s_command)\n", n);
    int last = CG_NONE;
    const bool others = c->mp->has_fence || c->mp->has_acquire || c->mp->has_release;
    for (int e = 0; e < c->m->n_events; e++) last = is_command(&c->m->events[e]) ? e : last;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!is_command(&c->m->events[e])) continue;
        if (e == last && !others)
            fputs("      default: ", c->out);
        else
            fprintf(c->out, "      %d'd%d: ", bits, (int)c->m->events[e].core - CG_COMMAND + 1);
        fprintf(c->out, "%s_event = %s_pkg::%s;\n", n, c->plan->name, sv_event(c->m, e, ev));
    }
    if (others) fprintf(c->out, "      default: %s_event = %s_other;\n", n, n);
    fputs("    endcase\n  end\n", c->out);
}

static void print_kinds_by_thread(sv_control *c, const char *n, const char *event) {
    const int bits = sv_op_bits(c);
    char ev[SV_NAME];
    int last = CG_NONE;
    fprintf(c->out,
            "  logic [%d:0] %s_kinds_q [0:%llu]; // operation, by thread\n  logic [%d:0] %s_kind;\n"
            "  always_ff @(posedge clk_i) begin\n    if (core_req_valid_i && core_req_ready_o) "
            "%s_kinds_q[core_req_i.tid] <= core_req_i.op;\n  end\n"
            "  assign %s_kind = %s_kinds_q[%s_id];\n  always_comb begin\n    case (%s_kind)\n",
            bits - 1, n, (unsigned long long)c->s->requests - 1, bits - 1, n, n, n, n, n, n);
    for (int e = 0; e < c->m->n_events; e++) last = is_bare(&c->m->events[e]) ? e : last;
    for (int e = 0; e < c->m->n_events; e++) {
        if (!is_bare(&c->m->events[e])) continue;
        if (e == last)
            fputs("      default: ", c->out);
        else
            fprintf(c->out, "      %s_pkg::%s: ", c->plan->name, sv_operation(c->m->events[e].core, ev));
        fprintf(c->out, "%s = %s_pkg::%s;\n", event, c->plan->name, sv_event(c->m, e, ev));
    }
    fputs("    endcase\n  end\n", c->out);
}

// Beside commands: of one kind, or of several.
static void print_others(sv_control *c, const char *n) {
    char other[2 * SV_NAME], ev[SV_NAME];
    int kinds = 0, only = CG_NONE;
    for (int e = 0; e < c->m->n_events; e++)
        if (is_bare(&c->m->events[e])) kinds++, only = e;
    if (!kinds) return;
    snprintf(other, sizeof other, "%s_other", n);
    fprintf(c->out, "  %s_pkg::%s_event_e %s;\n", c->plan->name, c->m->name, other);
    if (kinds > 1)
        print_kinds_by_thread(c, n, other);
    else
        fprintf(c->out, "  assign %s = %s_pkg::%s;\n", other, c->plan->name, sv_event(c->m, only, ev));
}

static void print_event_of_thread(sv_control *c, const sv_port *p) {
    char event[2 * SV_NAME], ev[SV_NAME];
    snprintf(event, sizeof event, "%s_event", p->name);
    if (p->event != CG_NONE) {
        fprintf(c->out, "  assign %s = %s_pkg::%s;\n", event, c->plan->name, sv_event(c->m, p->event, ev));
    } else if (c->mp->has_command) {
        print_others(c, p->name);
        print_command_events(c, p->name);
    } else {
        print_kinds_by_thread(c, p->name, event);
    }
}

// They take no room in the core's queue. One that is late lets no other request pass.
void sv_control_fence_port(sv_control *c, const sv_port *p) {
    const char *n = p->name;
    const char *calm = sv_calms(c) ? " && calm_q == '0" : "";
    char hold[SV_NAME];
    sv_logic *parked = sv_logic_new(c->f.arena, SV_ANY);
    sv_print_calm(c);
    sv_parked_terms(c, parked, "it asks for something without a line", "==");
    fprintf(
        c->out,
        "  logic %s_there, %s_late;\n  logic [%d:0] %s_id;\n"
        "  cohgen_fences #(.Threads(%llu), .IdBits(%d)%s) u_fences (\n    .clk_i(clk_i), .rst_ni(rst_ni),\n"
        "    .push_i(core_req_valid_i && core_req_ready_o && ",
        n, n, c->plan->tid_bits - 1, n, (unsigned long long)c->s->requests, c->plan->tid_bits, sv_settle(c));
    sv_logic_print_operand(c->out, parked);
    fprintf(c->out,
            "), .push_id_i(core_req_i.tid),\n"
            "    .valid_o(%s_there), .id_o(%s_id), .late_o(%s_late), .take_i(%s_take),\n"
            "    .done_i(s2_%s_q && s2_done), .retry_i(s2_%s_q && !s2_done)\n  );\n",
            n, n, n, n, n, n);
    fprintf(c->out,
            "`ifdef COHGEN_STEER\n  assign %s_valid = %s_there%s && !%s;\n`else\n  assign %s_valid = "
            "%s_there%s;\n`endif\n",
            n, n, calm, sv_steer(c, "hold.", "fence", hold), n, n, calm);
    print_event_of_thread(c, p);
    print_operands(c, n);
    fprintf(c->out, "  always_comb begin\n    %s_in = '0;\n    %s_in.tid = %s_id;\n", n, n, n);
    for (int k = 0; k < c->s->n_operands; k++)
        if (c->mp->operands >> k & 1)
            fprintf(c->out, "    %s_in." CG_OPERAND_SLOT "%s = %s_" CG_OPERAND_SLOT "%s;\n", n,
                    c->s->operands[k].field.name, n, c->s->operands[k].field.name);
    fputs("  end\n", c->out);
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

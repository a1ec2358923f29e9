// The two address spaces of a core port: cohgen_spaces between the port and its two controllers. Both get the
// same request, and the part says whose it is.
#include "spaces.h"

#include "commands.h"
#include "lang/command.h"
#include "lang/request.h"
#include "lang/topology.h"
#include "order.h"
#include "port.h"
#include "scoreboard.h"
#include "transfer.h"

static int memory_of(const cg_plan *p, const cg_machine *m) {
    return cg_memory_beside(p->spec, (int)(m - p->spec->machines));
}

bool sv_has_spaces(const cg_plan *p, const cg_machine *m) {
    return cg_has_ports(m) && memory_of(p, m) != CG_NONE;
}

static void declare_wires(FILE *out, const cg_plan *p) {
    static const char *const SIDES[] = {"global", "local"};
    for (int k = 0; k < 2; k++)
        fprintf(out,
                "    logic %1$s_valid, %1$s_ready, %1$s_answer;\n    logic [%2$d:0] %1$s_tid;\n    logic "
                "[%3$d:0] %1$s_data;\n",
                SIDES[k], p->tid_bits - 1, CG_WORD_BITS - 1);
    if (p->spec->has_order)
        fprintf(out, "    logic [%d:0] global_next_tid, unused_local_next_tid;\n", p->tid_bits - 1);
    else
        fprintf(out, "    logic [%d:0] unused_next_tid;\n", p->tid_bits - 1);
}

// It is for the memory: a request of the core's own, not what the order logic asks for, which brings nothing.
static void print_local_command(FILE *out, const cg_plan *p, const cg_machine *m) {
    char op[SV_ASKED_TEXT];
    fputs("    logic command_is_local;\n    assign command_is_local = ", out);
    if (p->spec->has_order)
        fprintf(out, "order_op == 3'(%s_pkg::OP_fence) && ", p->name);
    else
        fprintf(out, "%s == 2'(%s_pkg::OP_fence) && ", sv_asked(p, m, SV_ASKED_OP, op), p->name);
    sv_command_is_for(out, p, &p->spec->machines[memory_of(p, m)]);
    fputs(";\n", out);
}

// note [both] in lang/request.h: what goes to both, as the bits above that for the memory.
static void print_for_both(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    char op[SV_ASKED_TEXT], tid[SV_ASKED_TEXT];
    const char *sep = "";
    sv_asked(p, m, SV_ASKED_OP, op);
    fprintf(out, "    logic for_both; // each controller answers it\n    assign for_both = ");
    for (cg_core_op k = CG_FENCE; k < CG_COMMAND; k++) {
        if (cg_event_beside(s, (int)(m - s->machines), k) == CG_NONE) continue;
        const bool number_here = k == CG_FENCE && sv_passes_commands(p, m);
        fprintf(out, "%s%s%s == %d'(%s_pkg::OP_%s)", sep, number_here ? "(" : "",
                s->has_order ? "order_op" : op, s->has_order ? 3 : 2, p->name, cg_op_name(k));
        if (number_here) fprintf(out, " && command == %d'd0)", cg_command_number_bits(s));
        sep = " || ";
    }
    fprintf(out, ";\n    logic [%d:0] req_sides;\n    assign req_sides = {%s, for_both, ", p->tid_bits + 1,
            s->has_order ? "order_tid" : sv_asked(p, m, SV_ASKED_TID, tid));
}

void sv_spaces(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    const bool order = s->has_order;
    const int space = sv_asked_bits(p, m);
    char x[SV_N_ASKED][SV_ASKED_TEXT], side[SV_ASKED_TEXT];
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) sv_asked(p, m, f, x[f]);
    declare_wires(out, p);
    const cg_machine_plan *memory = &p->machines[memory_of(p, m)];
    if (memory->has_command) print_local_command(out, p, m);
    // A command may wait, a fence, and a deferred request; they must not take the place of what they wait
    // for.
    const bool both = cg_has_both(s, (int)(m - s->machines));
    char credits[40] = "";
    if (cg_plan_parks(memory) || memory->has_merge)
        snprintf(credits, sizeof credits, ", .Credits(%llu)%s", (unsigned long long)s->requests,
                 both ? ", .Both(1)" : "");
    else if (p->sram.late) // one more is on its way
        snprintf(credits, sizeof credits, ", .Credits(5)");
    // What is about no line is the cache's, whatever the space, unless the memory takes it, too.
    char to[4 * SV_ASKED_TEXT];
    if (order)
        snprintf(to, sizeof to, "%sorder_data[%d] && order_op < 3'(%s_pkg::OP_fence)%s",
                 memory->has_command ? "(" : "", space, p->name,
                 memory->has_command ? ") || command_is_local" : "");
    else
        snprintf(to, sizeof to, "%s%s && %s < 2'(%s_pkg::OP_fence)%s", memory->has_command ? "(" : "",
                 sv_asked_space(p, m, side), x[SV_ASKED_OP], p->name,
                 memory->has_command ? ") || command_is_local" : "");
    if (both) {
        print_for_both(out, p, m);
        fprintf(out, "%s};\n", to);
    }
    fprintf(out,
            "    cohgen_spaces #(.Threads(%llu), .DataBits(%d)%s) u_spaces (\n"
            "      .clk_i(clk_i), .rst_ni(rst_ni),\n",
            (unsigned long long)s->requests, CG_WORD_BITS, credits);
    fprintf(out,
            "      .req_valid_i(%s), .req_ready_o(%s),\n"
            "      .req_local_i(%s),\n",
            order ? "order_valid" : x[SV_ASKED_VALID], order ? "order_ready" : x[SV_ASKED_READY],
            both ? "req_sides" : to);
    fprintf(
        out,
        "      .global_valid_o(global_valid), .global_ready_i(global_ready), .local_valid_o(local_valid),\n"
        "      .local_ready_i(local_ready),\n"
        "      .global_answer_i(global_answer), .global_id_i(global_tid), .global_data_i(global_data),\n"
        "      .global_next_id_i(%s),\n"
        "      .local_answer_i(local_answer), .local_id_i(local_tid), .local_data_i(local_data),\n",
        order ? "global_next_tid" : "'0");
    if (order)
        fputs("      .resp_valid_o(order_answer), .resp_id_o(order_answer_tid), "
              ".resp_data_o(order_answer_data),\n      .resp_next_id_o(order_next_tid)\n    );\n",
              out);
    else
        sv_answer_to(out, p, m), fputs(", .resp_next_id_o(unused_next_tid)\n    );\n", out);
}

// A request as a controller takes it.
static void print_request(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_machine *at = m->local ? &p->spec->machines[m->beside] : m;
    char x[SV_N_ASKED][SV_ASKED_TEXT];
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) sv_asked(p, at, f, x[f]);
    if (p->spec->has_order)
        sv_ordered_request(out, p, at);
    else
        fprintf(out,
                "      .core_req_i({%s, %s, %s,\n                   %s, %s, %s,\n                   %s}),\n",
                x[SV_ASKED_CMP], x[SV_ASKED_AOP], x[SV_ASKED_WMASK], x[SV_ASKED_WDATA], x[SV_ASKED_TID],
                x[SV_ASKED_ADDR], x[SV_ASKED_OP]);
}

void sv_space_port(FILE *out, const cg_plan *p, const cg_machine *m) {
    const char *side = m->local ? "local" : "global";
    fprintf(out, "      .core_req_valid_i(%s_valid), .core_req_ready_o(%s_ready),\n", side, side);
    print_request(out, p, m);
    sv_command_connect(out, p, m);
    fprintf(out,
            "      .core_resp_valid_o(%s_answer), .core_resp_tid_o(%s_tid), .core_resp_data_o(%s_data),\n",
            side, side, side);
    if (p->spec->has_order)
        fprintf(out, "      .core_resp_next_tid_o(%s_next_tid),\n", m->local ? "unused_local" : "global");
}

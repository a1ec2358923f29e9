// The order logic between a core port and its controller, for systems whose table has acquires or releases.
//
// note [order]: what the consistency model keeps in order is in its own file; the reader has made a small
// table of it (cg_spec.order), which is printed here as one constant for each question. What the table has no
// rules for needs nothing from this protocol, and is not asked.
#include "order.h"

#include "commands.h"
#include "lang/command.h"
#include "port.h"
#include "scoreboard.h"
#include "spaces.h"
#include "transfer.h"

typedef enum { LEGAL, RELEASE, ACQUIRE } question;

static const cg_machine_plan *plan_of(const cg_plan *p, const cg_machine *m) {
    return &p->machines[m - p->spec->machines];
}

static bool answers_question(const cg_machine_plan *mp, const cg_port_order *o, question q) {
    switch (q) {
    case LEGAL: return o->legal;
    case RELEASE: return o->release && mp->has_release;
    case ACQUIRE: break;
    }
    return o->acquire && mp->has_acquire;
}

static void print_order_constant(FILE *out, const cg_plan *p, const cg_machine *m, const char *of, question q,
                                 const char *doc) {
    const int sets = (int)cg_mark_sets(p->spec);
    char name[SV_CORE_NAME];
    sv_core_constant(p->spec, m, of, name);
    fprintf(out, "  localparam logic [%d:0] %s = %d'b", CG_N_PORT_OPS * sets - 1, name, CG_N_PORT_OPS * sets);
    for (int op = CG_N_PORT_OPS - 1; op >= 0; op--) {
        for (int marks = sets - 1; marks >= 0; marks--)
            fputc(answers_question(plan_of(p, m), &p->spec->order[op][marks], q) ? '1' : '0', out);
        if (op) fputc('_', out);
    }
    fprintf(out, "; // %s\n", doc);
}

// "those marked as release and acquire, release, acquire, neither": the sets of two marks, from the left.
static void print_sets(FILE *out, const cg_spec *s) {
    if (s->n_marks == 2) {
        fprintf(out, "those marked as %s and %s, %s, %s, neither", s->marks[1], s->marks[0], s->marks[1],
                s->marks[0]);
        return;
    }
    fputs("the sets of marks, of which", out);
    for (int k = 0; k < s->n_marks; k++) fprintf(out, "%s bit %d is %s", k ? "," : "", k, s->marks[k]);
}

void sv_order_table(FILE *out, const cg_plan *p, const cg_machine *m) {
    fprintf(out,
            "  // Order at the %s ports, by the consistency model %s: bit {op, order}. From the left fences, "
            "atomics,\n  // stores, loads; of each ",
            sv_core_prefix(p->spec, m), p->spec->consistency);
    print_sets(out, p->spec);
    fputs(".\n", out);
    print_order_constant(out, p, m, "OrderRelease", RELEASE, "a release goes before it");
    print_order_constant(out, p, m, "OrderAcquire", ACQUIRE, "an acquire goes behind it");
    fputs("`ifdef COHGEN_ASSERT\n", out);
    print_order_constant(out, p, m, "OrderLegal", LEGAL, "the model knows it");
    fputs("`endif\n\n", out);
}

int sv_operand_bits(const cg_plan *p, const cg_machine *m) {
    return __builtin_popcount(plan_of(p, m)->marks) + CG_WORD_BITS * 2 + CG_AOP_BITS + CG_WORD_BYTES +
           (int)p->spec->addr_bits;
}

int sv_asked_bits(const cg_plan *p, const cg_machine *m) {
    return sv_operand_bits(p, m) + (sv_passes_commands(p, m) ? cg_rule_command_bits(p->spec) : 0);
}

// Where a command is in what comes from the order logic: above all but the marks.
static int command_at(const cg_plan *p, const cg_machine *m) {
    return sv_operand_bits(p, m) - __builtin_popcount(plan_of(p, m)->marks);
}

static void declare_order_wires(FILE *out, const cg_plan *p, const cg_machine *m) {
    const int t = p->tid_bits;
    char op[SV_ASKED_TEXT], order[SV_ASKED_TEXT], legal[SV_CORE_NAME];
    fprintf(out,
            "    logic [%d:0] order_code;\n    assign order_code = {%s, %s};\n"
            "    logic order_valid, order_ready, order_answer;\n    logic [2:0] order_op;\n    logic [%d:0] "
            "order_tid, order_answer_tid, order_next_tid;\n    logic [%d:0] order_data;\n    logic [%d:0] "
            "order_answer_data;\n",
            p->spec->n_marks + 1, sv_asked(p, m, SV_ASKED_OP, op), sv_asked(p, m, SV_ASKED_ORDER, order),
            t - 1, sv_asked_bits(p, m) + sv_has_spaces(p, m) - 1, CG_WORD_BITS - 1);
    fprintf(out,
            "`ifdef COHGEN_ASSERT\n    always_ff @(posedge clk_i or negedge rst_ni) begin\n"
            "      if (rst_ni && %s) assert (%s[order_code]) else\n"
            "        $error(\"%s port: the consistency model knows no such operation\");\n    end\n`endif\n",
            sv_asked(p, m, SV_ASKED_VALID, op), sv_core_constant(p->spec, m, "OrderLegal", legal),
            sv_core_prefix(p->spec, m));
}

void sv_order_logic(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    char x[SV_N_ASKED][SV_ASKED_TEXT], release[SV_CORE_NAME], acquire[SV_CORE_NAME], command[160];
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) sv_asked(p, m, f, x[f]);
    declare_order_wires(out, p, m);
    const char *plain = sv_passes_commands(p, m) ? "order_plain && " : "";
    if (*plain)
        fprintf(out,
                "    logic order_plain; // no command: that is ordered by its answer alone\n"
                "    assign order_plain = %s == %d'd0;\n",
                sv_command_number(p, m, command), cg_command_number_bits(s));
    for (int k = 0; k < s->n_marks; k++)
        if (plan_of(p, m)->marks >> k & 1)
            fprintf(out, "    logic order_%s;\n    assign order_%s = 1'(%s >> %d);\n", s->marks[k],
                    s->marks[k], x[SV_ASKED_ORDER], k);
    fprintf(out,
            "    cohgen_order #(.Threads(%llu), .Width(%d), .DataBits(%d)) u_order (\n"
            "      .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "      .req_valid_i(%s), .req_ready_o(%s), .req_op_i(%s),\n"
            "      .req_release_i(%s%s[order_code]), .req_acquire_i(%s%s[order_code]),\n"
            "      .req_id_i(%s),\n"
            "      .req_data_i({",
            (unsigned long long)s->requests, sv_asked_bits(p, m) + sv_has_spaces(p, m), CG_WORD_BITS,
            x[SV_ASKED_VALID], x[SV_ASKED_READY], x[SV_ASKED_OP], plain,
            sv_core_constant(s, m, "OrderRelease", release), plain,
            sv_core_constant(s, m, "OrderAcquire", acquire), x[SV_ASKED_TID]);
    if (sv_has_spaces(p, m)) fprintf(out, "%s, ", sv_asked_space(p, m, command));
    for (int k = s->n_marks; k-- > 0;)
        if (plan_of(p, m)->marks >> k & 1) fprintf(out, "order_%s, ", s->marks[k]);
    if (sv_passes_commands(p, m)) fprintf(out, "%s, ", sv_asked_command(p, m, command));
    fprintf(out,
            "%s, %s, %s,\n"
            "                   %s, %s}),\n",
            x[SV_ASKED_CMP], x[SV_ASKED_AOP], x[SV_ASKED_WMASK], x[SV_ASKED_WDATA], x[SV_ASKED_ADDR]);
    sv_answer_to(out, p, m);
    fputs(",\n      .out_valid_o(order_valid), .out_ready_i(order_ready), .out_op_o(order_op), "
          ".out_id_o(order_tid),\n      .out_data_o(order_data),\n"
          "      .ans_valid_i(order_answer), .ans_id_i(order_answer_tid), .ans_data_i(order_answer_data),\n"
          "      .ans_next_id_i(order_next_tid)\n    );\n",
          out);
    if (sv_passes_commands(p, m)) sv_command_wire(out, p, m, command_at(p, m));
}

// A request behind the order logic as a controller takes it, whose command is beside it.
void sv_ordered_request(FILE *out, const cg_plan *p, const cg_machine *m) {
    const int a = (int)p->spec->addr_bits, w = sv_asked_bits(p, m);
    fputs("      .core_req_i({", out);
    if (sv_passes_commands(p, m) && plan_of(p, m)->marks)
        fprintf(out, "order_data[%d:%d], ", w - 1, command_at(p, m) + cg_rule_command_bits(p->spec));
    fprintf(out, "order_data[%d:%d], order_tid, order_data[%d:0], order_op}),\n",
            sv_passes_commands(p, m) ? command_at(p, m) - 1 : w - 1, a, a - 1);
}

void sv_order_port(FILE *out, const cg_plan *p, const cg_machine *m) {
    fputs("      .core_req_valid_i(order_valid), .core_req_ready_o(order_ready),\n", out);
    sv_ordered_request(out, p, m);
    sv_command_connect(out, p, m);
    fputs("      .core_resp_valid_o(order_answer), .core_resp_tid_o(order_answer_tid),\n"
          "      .core_resp_data_o(order_answer_data), .core_resp_next_tid_o(order_next_tid),\n",
          out);
}

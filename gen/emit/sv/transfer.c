#include "transfer.h"

#include "commands.h"
#include "lang/command.h"
#include "lang/topology.h"
#include "lang/transfer.h"
#include "order.h"
#include "port.h"
#include "sv.h"

bool sv_has_transfers(const cg_plan *p, const cg_machine *m) {
    return cg_has_ports(m) && cg_has_transfers(p->spec);
}

const char *sv_asked_space(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]) {
    if (sv_has_transfers(p, m)) return "moved_local";
    if (p->spec->slots > 1) return "asked_space";
    snprintf(text, SV_ASKED_TEXT, "%s_req_space_i[i]", sv_core_prefix(p->spec, m));
    return text;
}

const char *sv_asked_command(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]) {
    if (sv_has_transfers(p, m)) return "moved_command";
    return p->spec->slots > 1 ? "asked_command" : sv_command_asked(p, m, text);
}

const char *sv_command_number(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]) {
    const int n = cg_command_number_bits(p->spec);
    if (sv_has_transfers(p, m) || p->spec->slots > 1)
        snprintf(text, SV_ASKED_TEXT, "%s[%d:0]", sv_asked_command(p, m, text), n - 1);
    else
        snprintf(text, SV_ASKED_TEXT, "%s_req_command_i[i*%d +: %d]", sv_core_prefix(p->spec, m),
                 cg_command_bits(p->spec), n);
    return text;
}

void sv_answer_to(FILE *out, const cg_plan *p, const cg_machine *m) {
    const int t = p->tid_bits;
    const char *port = sv_core_prefix(p->spec, m);
    if (sv_has_transfers(p, m))
        fputs("      .resp_valid_o(moved_answer), .resp_id_o(moved_answer_tid),\n      "
              ".resp_data_o(moved_answer_data)",
              out);
    else
        fprintf(out,
                "      .resp_valid_o(%s_resp_valid_o[i]), .resp_id_o(%s_resp_tid_o[i*%d +: %d]),\n"
                "      .resp_data_o(%s_resp_data_o[i*32 +: 32])",
                port, port, t, t, port);
}

// Whose request it is, which marks and commands ask.
static const char *own_name(const cg_spec *s) {
    return s->has_order || cg_rule_commands(s) ? "moved_own" : "unused_moved_own";
}

static void declare(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    const int t = p->tid_bits, a = (int)s->addr_bits;
    fprintf(out,
            "    // Transfers: the engine asks in the core's place, as the thread that waits for it.\n"
            "    logic moved_valid, moved_ready, %s, moved_local, moved_answer, transfer, transfer_out;\n"
            "    logic [1:0] moved_op;\n    logic [%d:0] moved_tid, moved_answer_tid;\n    logic [%d:0] "
            "moved_addr;\n"
            "    logic [31:0] moved_wdata, moved_answer_data;\n    logic [3:0] moved_wmask;\n",
            own_name(s), t - 1, a - 1);
    if (s->has_order)
        fprintf(out, "    logic [%d:0] moved_order; // the engine's are of data\n", s->n_marks - 1);
    if (cg_rule_commands(s)) fprintf(out, "    logic [%d:0] moved_command;\n", cg_rule_command_bits(s) - 1);
    for (int k = s->n_rule_operands; k < s->n_operands; k++)
        fprintf(out, "    logic [%d:0] transfer_%s;\n", s->operands[k].field.type.width - 1,
                s->operands[k].field.name);
}

// {transfer_rows, ..., transfer_place, asked_command}: the port's bits, of which rules need the last ones;
// and which command it is.
static void take_apart(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    const char *port = sv_core_prefix(s, m);
    const int w = cg_command_bits(s), n = cg_command_number_bits(s),
              low = cg_operand_at(s, s->n_rule_operands);
    const int in = cg_transfer_find(s, CG_TRANSFER_IN), to = cg_transfer_find(s, CG_TRANSFER_OUT);
    char number[SV_ASKED_TEXT] = "asked_command";
    if (low > n) snprintf(number, sizeof number, "asked_command[%d:0]", n - 1);
    fprintf(out, "    logic [%d:0] asked_command;\n    assign {", low - 1);
    for (int k = s->n_operands; k-- > s->n_rule_operands;)
        fprintf(out, "transfer_%s, ", s->operands[k].field.name);
    fprintf(out, "asked_command} = %s_req_command_i[i*%d +: %d];\n", port, w, w);
    if (to == CG_NONE)
        fputs("    assign transfer_out = 1'b0;\n", out);
    else
        fprintf(out, "    assign transfer_out = %s == %d'd%d;\n", number, n, to + 1);
    fprintf(out, "    assign transfer = %s_req_op_i[i*2 +: 2] == 2'(%s_pkg::OP_fence) && (transfer_out", port,
            p->name);
    if (in != CG_NONE) fprintf(out, " || %s == %d'd%d", number, n, in + 1);
    fputs(");\n", out);
    if (s->has_order)
        fprintf(out, "    assign moved_order = moved_own ? '0 : %s_req_order_i[i*%d +: %d];\n", port,
                s->n_marks, s->n_marks);
    if (cg_rule_commands(s)) fputs("    assign moved_command = moved_own ? '0 : asked_command;\n", out);
}

void sv_transfers(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    const int t = p->tid_bits, a = (int)s->addr_bits;
    const char *port = sv_core_prefix(s, m);
    declare(out, p);
    take_apart(out, p, m);
    fprintf(out,
            "    cohgen_transfer #(.IdBits(%d), .Words(%llu), .AddrBits(%d)) u_transfer (\n"
            "      .clk_i(clk_i), .rst_ni(rst_ni),\n"
            "      .req_valid_i(%s_req_valid_i[i]), .req_ready_o(%s_req_ready_o[i]), .req_move_i(transfer),\n"
            "      .req_out_i(transfer_out),\n"
            "      .req_op_i(%s_req_op_i[i*2 +: 2]), .req_local_i(%s_req_space_i[i]),\n"
            "      .req_id_i(%s_req_tid_i[i*%d +: %d]), .req_addr_i(%s_req_addr_i[i*%d +: %d]),\n"
            "      .req_data_i(%s_req_wdata_i[i*32 +: 32]), .req_bytes_i(%s_req_wmask_i[i*4 +: 4]),\n",
            t, (unsigned long long)cg_transfer_words(s), a, port, port, port, port, port, t, t, port, a, a,
            port, port);
    fprintf(
        out,
        "      .move_place_i(transfer_place), .move_addr_i(transfer_address), "
        ".move_field_i(transfer_field),\n"
        "      .move_object_i(transfer_object), .move_row_i(transfer_row), .move_stride_i(transfer_stride),\n"
        "      .move_rows_i(transfer_rows),\n"
        "      .out_valid_o(moved_valid), .out_ready_i(moved_ready), .out_own_o(%s), "
        ".out_op_o(moved_op),\n"
        "      .out_local_o(moved_local), .out_id_o(moved_tid), .out_addr_o(moved_addr),\n"
        "      .out_data_o(moved_wdata), .out_bytes_o(moved_wmask),\n"
        "      .ans_valid_i(moved_answer), .ans_id_i(moved_answer_tid), .ans_data_i(moved_answer_data),\n",
        own_name(s));
    fprintf(out,
            "      .resp_valid_o(%s_resp_valid_o[i]), .resp_id_o(%s_resp_tid_o[i*%d +: %d]),\n"
            "      .resp_data_o(%s_resp_data_o[i*32 +: 32])\n    );\n",
            port, port, t, t, port);
}

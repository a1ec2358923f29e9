#include "scoreboard.h"

#include "commands.h"
#include "lang/command.h"
#include "port.h"
#include "spaces.h"
#include "sv.h"
#include "transfer.h"

static int bits_of(const cg_plan *p, sv_asked_field field) {
    static const int BITS[SV_N_ASKED] = {
#define X(id, name, bits) bits,
        SV_ASKED(X)
#undef X
    };
    if (field == SV_ASKED_ADDR) return (int)p->spec->addr_bits;
    if (field == SV_ASKED_ORDER) return p->spec->n_marks;
    return field == SV_ASKED_TID ? p->tid_bits : BITS[field];
}

static const char *name_of(sv_asked_field field) {
    static const char *const NAMES[SV_N_ASKED] = {
#define X(id, name, bits) name,
        SV_ASKED(X)
#undef X
    };
    return NAMES[field];
}

// The core port's own.
static const char *port_text(const cg_plan *p, const cg_machine *m, sv_asked_field field,
                             char text[SV_ASKED_TEXT]) {
    const int bits = bits_of(p, field);
    const char *dir = field == SV_ASKED_READY ? "o" : "i", *port = sv_core_prefix(p->spec, m);
    if (field == SV_ASKED_VALID || field == SV_ASKED_READY)
        snprintf(text, SV_ASKED_TEXT, "%s_req_%s_%s[i]", port, name_of(field), dir);
    else
        snprintf(text, SV_ASKED_TEXT, "%s_req_%s_%s[i*%d +: %d]", port, name_of(field), dir, bits, bits);
    return text;
}

const char *sv_asked(const cg_plan *p, const cg_machine *m, sv_asked_field field, char text[SV_ASKED_TEXT]) {
    const bool beside = field == SV_ASKED_AOP || field == SV_ASKED_CMP; // an engine asks for no atomics
    if (sv_has_transfers(p, m) && !beside) {
        snprintf(text, SV_ASKED_TEXT, "moved_%s", name_of(field));
        return text;
    }
    if (p->spec->slots == 1) return port_text(p, m, field, text);
    snprintf(text, SV_ASKED_TEXT, "asked_%s", name_of(field));
    return text;
}

static int marks_bits(const cg_spec *s) {
    return s->has_order ? s->n_marks : 0;
}

static int class_bits(const cg_spec *s) {
    return cg_bits((uint64_t)s->classes.n - 1);
}

static void print_before(FILE *out, const cg_spec *s, const char *suffix, const uint32_t *before,
                         const char *model) {
    const int n = s->classes.n;
    fprintf(out, "  // %s\n  localparam logic [%d:0] OrderBefore%s = {", model, n * n - 1, suffix);
    for (int a = n - 1; a >= 0; a--) {
        fprintf(out, "%d'b", n);
        for (int b = n - 1; b >= 0; b--) fputc(before[a] >> b & 1 ? '1' : '0', out);
        fputs(a ? ", " : "};\n", out);
    }
}

void sv_scoreboard_table(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    const int codes = CG_N_PORT_OPS << marks_bits(s), width = class_bits(s);
    fprintf(out,
            "  // What the operations of one thread wait for. Class of each, by {op%s}, from the left the "
            "last; and bit "
            "{a, b}:\n  // class b waits for an earlier operation of class a, by the consistency model.\n"
            "  localparam logic [%d:0] OrderClass = {",
            s->has_order ? ", order" : "", codes * width - 1);
    for (int code = codes - 1; code >= 0; code--)
        fprintf(out, "%d'd%d%s", width,
                s->classes.of[code >> marks_bits(s)][code & ((1 << marks_bits(s)) - 1)],
                code ? ", " : "};\n");
    print_before(out, s, "", s->classes.before, s->consistency);
    for (int i = 0; i < s->n_inputs; i++)
        if (s->inputs[i].before)
            print_before(out, s, s->inputs[i].name, s->inputs[i].before, s->inputs[i].consistency);
    fputc('\n', out);
}

// The constant that holds while the system's inputs are as they are.
static void print_chosen(FILE *out, const cg_spec *s) {
    for (int i = 0; i < s->n_inputs; i++)
        if (s->inputs[i].before)
            fprintf(out, "%s_i ? OrderBefore%s : ", s->inputs[i].name, s->inputs[i].name);
    fputs("OrderBefore", out);
}

static bool is_payload(const cg_spec *s, sv_asked_field field) {
    return (field == SV_ASKED_ORDER ? s->has_order : field == SV_ASKED_OP) || field > SV_ASKED_TID;
}

// {asked_cmp, ...}, or what is at the port. The key is the address of a word, with the space's bit: its last
// two bits go with the rest.
static void print_payload(FILE *out, const cg_plan *p, const cg_machine *m, bool behind) {
    char text[SV_ASKED_TEXT];
    const char *between = "{";
    if (sv_has_commands(p, m)) {
        fprintf(out, "{%s", behind ? sv_asked_command(p, m, text) : sv_command_asked(p, m, text));
        between = ", ";
    }
    for (sv_asked_field f = SV_N_ASKED; f-- > 0;) {
        if (!is_payload(p->spec, f)) continue;
        fprintf(out, "%s%s", between, behind ? sv_asked(p, m, f, text) : port_text(p, m, f, text));
        between = ", ";
    }
    if (behind)
        fputs(", asked_addr[1:0]}", out);
    else
        fputs(", board_addr[1:0]}", out);
}

static void declare_asked(FILE *out, const cg_plan *p, const cg_machine *m) {
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) {
        if (f == SV_ASKED_ORDER && !p->spec->has_order) continue;
        fputs("    logic ", out);
        if (f > SV_ASKED_READY) fprintf(out, "[%d:0] ", bits_of(p, f) - 1);
        fprintf(out, "asked_%s;\n", name_of(f));
    }
    if (sv_has_spaces(p, m)) fputs("    logic asked_space;\n", out);
    if (sv_has_commands(p, m))
        fprintf(out, "    logic [%d:0] asked_command;\n", cg_command_bits(p->spec) - 1);
}

// Its class: by what it is and its marks, but of a command.
static void print_class(FILE *out, const cg_plan *p, const cg_machine *m) {
    const int width = class_bits(p->spec);
    if (sv_has_commands(p, m))
        fprintf(out, "%s_req_command_i[i*%d +: %d] != '0 && %s_req_op_i[i*2 +: 2] == 2'd%d ? %d'd%d : ",
                sv_core_prefix(p->spec, m), cg_command_bits(p->spec), cg_command_number_bits(p->spec),
                sv_core_prefix(p->spec, m), (int)CG_FENCE, width, p->spec->classes.command);
    fprintf(out, "OrderClass[board_code*%d +: %d]", width, width);
}

void sv_scoreboard(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    const char *port = sv_core_prefix(s, m);
    const int t = p->tid_bits, a = (int)s->addr_bits, marks = marks_bits(s);
    const bool space = sv_has_spaces(p, m);
    int payload = 2 + (sv_has_commands(p, m) ? cg_command_bits(s) : 0);
    for (sv_asked_field f = 0; f < SV_N_ASKED; f++) payload += is_payload(s, f) ? bits_of(p, f) : 0;
    declare_asked(out, p, m);
    fprintf(out, "    logic [%d:0] board_code;\n    assign board_code = {%s_req_op_i[i*2 +: 2]", 1 + marks,
            port);
    if (marks) fprintf(out, ", %s_req_order_i[i*%d +: %d]", port, marks, marks);
    fprintf(out, "};\n    logic [%d:0] board_addr;\n    assign board_addr = %s_req_addr_i[i*%d +: %d];\n",
            a - 1, port, a, a);
    fprintf(out,
            "    cohgen_scoreboard #(.Threads(%llu), .Slots(%llu), .Classes(%d), .KeyBits(%d), .Width(%d)) "
            "u_board (\n"
            "      .clk_i(clk_i), .rst_ni(rst_ni),\n      .before_i(",
            (unsigned long long)s->threads, (unsigned long long)s->slots, s->classes.n, a - 2 + space,
            payload);
    print_chosen(out, s);
    fprintf(out,
            "),\n      .req_valid_i(%s_req_valid_i[i]), .req_ready_o(%s_req_ready_o[i]), "
            ".req_id_i(%s_req_tid_i[i*%d +: %d]),\n"
            "      .req_class_i(",
            port, port, port, t, t);
    print_class(out, p, m);
    if (space)
        fprintf(out, "), .req_key_i({%s_req_space_i[i], board_addr[%d:2]}),\n", port, a - 1);
    else
        fprintf(out, "), .req_key_i(board_addr[%d:2]),\n", a - 1);
    fputs("      .req_data_i(", out);
    print_payload(out, p, m, false);
    fprintf(out,
            "),\n      .out_valid_o(asked_valid), .out_ready_i(asked_ready), .out_id_o(asked_tid),\n"
            "      .out_key_o(%sasked_addr[%d:2]%s), .out_data_o(",
            space ? "{asked_space, " : "", a - 1, space ? "}" : "");
    print_payload(out, p, m, true);
    fprintf(out, "),\n      .ans_valid_i(%s_resp_valid_o[i]), .ans_id_i(%s_resp_tid_o[i*%d +: %d])\n    );\n",
            port, port, t, t);
}

#include "commands.h"

#include "lang/command.h"
#include "port.h"
#include "sv.h"
#include "transfer.h"

static const cg_machine_plan *plan_of(const cg_plan *p, const cg_machine *m) {
    return &p->machines[m - p->spec->machines];
}

bool sv_has_commands(const cg_plan *p, const cg_machine *m) {
    return cg_has_commands(p->spec, m);
}

bool sv_passes_commands(const cg_plan *p, const cg_machine *m) {
    return sv_has_commands(p, m) && cg_rule_commands(p->spec);
}

void sv_command_codes(FILE *out, const cg_plan *p) {
    const cg_spec *s = p->spec;
    fprintf(out, "  // a command, with op fence; bits %d to 0: 0 none", cg_command_number_bits(s) - 1);
    for (int k = 0; k < s->n_commands; k++) fprintf(out, ", %d %s", k + 1, s->commands[k].name);
    for (int k = 0; k < s->n_operands; k++) {
        const int at = cg_operand_at(s, k), top = at + s->operands[k].field.type.width - 1;
        fprintf(out, "; %d to %d: %s", top, at, s->operands[k].field.name);
    }
    fputc('\n', out);
}

const char *sv_command_asked(const cg_plan *p, const cg_machine *m, char text[160]) {
    const int bits = cg_command_bits(p->spec);
    snprintf(text, 160, "%s_req_command_i[i*%d +: %d]", sv_core_prefix(p->spec, m), bits, bits);
    return text;
}

// Operands that no rule reads.
static void print_unused(FILE *out, const cg_spec *s, unsigned read) {
    const char *sep = "    logic unused_command; // no rule reads it\n    assign unused_command = ^{";
    bool any = false;
    for (int k = s->n_rule_operands; k-- > 0;) {
        if (read >> k & 1) continue;
        fprintf(out, "%s" CG_OPERAND_SLOT "%s", sep, s->operands[k].field.name);
        sep = ", ";
        any = true;
    }
    if (any) fputs("};\n", out);
}

void sv_command_wire(FILE *out, const cg_plan *p, const cg_machine *m, int low) {
    const cg_spec *s = p->spec;
    char asked[160];
    unsigned read = 0;
    for (int i = 0; i < s->n_machines; i++) read |= p->machines[i].operands;
    fprintf(out, "    logic [%d:0] command;\n", cg_command_number_bits(s) - 1);
    for (int k = 0; k < s->n_rule_operands; k++) {
        fputs("    logic ", out);
        sv_range(out, s->operands[k].field.type.width);
        fprintf(out, CG_OPERAND_SLOT "%s;\n", s->operands[k].field.name);
    }
    fputs("    assign {", out);
    for (int k = s->n_rule_operands; k-- > 0;)
        fprintf(out, CG_OPERAND_SLOT "%s, ", s->operands[k].field.name);
    if (low < 0)
        fprintf(out, "command} = %s;\n", sv_asked_command(p, m, asked));
    else
        fprintf(out, "command} = order_data[%d:%d];\n", low + cg_rule_command_bits(s) - 1, low);
    print_unused(out, s, read);
}

void sv_command_is_for(FILE *out, const cg_plan *p, const cg_machine *taker) {
    const cg_spec *s = p->spec;
    const int bits = cg_command_number_bits(s);
    const char *sep = "(";
    for (int k = 0; k < s->n_commands; k++) {
        if (cg_command_taker(s, k) != (int)(taker - s->machines)) continue;
        fprintf(out, "%scommand == %d'd%d", sep, bits, k + 1);
        sep = " || ";
    }
    fputs(*sep == '(' ? "1'b0" : ")", out);
}

void sv_command_connect(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    if (!plan_of(p, m)->has_command) return;
    fputs("      .core_command_i(command),\n", out);
    for (int k = 0; k < s->n_operands; k++)
        if (plan_of(p, m)->operands >> k & 1)
            fprintf(out, "      ." CG_OPERAND_SLOT "%s_i(" CG_OPERAND_SLOT "%s),\n",
                    s->operands[k].field.name, s->operands[k].field.name);
}

void sv_command_ports(FILE *out, const cg_plan *p, const cg_machine *m) {
    const cg_spec *s = p->spec;
    if (!plan_of(p, m)->has_command) return;
    fprintf(out, "  input  logic [%d:0] core_command_i, // a fence that is a command: its number, from 1\n",
            cg_command_number_bits(s) - 1);
    for (int k = 0; k < s->n_operands; k++) {
        if (!(plan_of(p, m)->operands >> k & 1)) continue;
        fputs("  input  logic ", out);
        sv_range(out, s->operands[k].field.type.width);
        fprintf(out, CG_OPERAND_SLOT "%s_i,\n", s->operands[k].field.name);
    }
}

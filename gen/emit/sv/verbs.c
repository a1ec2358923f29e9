// What the table asks for by verbs, as wires of the controller: all of them follow from verbs.def.
#include "control.h"

// Prints each verb with a wire of `owner` by `one`.
static void print_each_verb(sv_control *c, cg_owner owner,
                            void (*one)(sv_control *, const cg_verb_row *, bool used)) {
    cg_verb verbs[CG_N_VERBS];
    const int n = cg_verb_signals(verbs);
    for (int i = 0; i < n; i++)
        if (CG_VERBS[verbs[i]].owner == owner) one(c, &CG_VERBS[verbs[i]], c->f.verb[verbs[i]]);
}

// Machines of words: what happens to the request happens only with its own word. The table says it of the
// leader.
static bool is_gated_by_word(const sv_control *c, const cg_verb_row *v) {
    return c->mp->words && v->effects & CG_DOES_ANSWER;
}

// -------------------------------------------------------------------------------------------- declarations

static void declare_verb_wire(sv_control *c, const cg_verb_row *v, const char *tail) {
    fputs("  logic ", c->out);
    sv_range(c->out, sv_verb_bits(c->m, v));
    fprintf(c->out, "%s%s;\n", v->wire, tail);
}

static void declare_if_used(sv_control *c, const cg_verb_row *v, bool used) {
    if (used) declare_verb_wire(c, v, "");
}

static void declare_wider(sv_control *c, const cg_verb_row *v, bool used) {
    (void)used;
    if (v->bits > 1) declare_verb_wire(c, v, "");
}

void sv_verbs_names(sv_control *c, cg_owner owner, const char *sep) {
    for (int v = 0; v < CG_N_VERBS; v++) {
        if (CG_VERBS[v].owner != owner || CG_VERBS[v].bits != 1) continue;
        fprintf(c->out, "%s%s", sep, CG_VERBS[v].wire);
        sep = ", ";
    }
}

void sv_verbs_declare(sv_control *c) {
    fputs("  logic ", c->out);
    sv_verbs_names(c, CG_OWNER_EVERY, "");
    fputs(";\n", c->out);
    print_each_verb(c, CG_OWNER_EVERY, declare_wider);
    print_each_verb(c, CG_OWNER_USED, declare_if_used);
}

// ---------------------------------------------------------------------------------------- the table's ports

static void connect(sv_control *c, const cg_verb_row *v, bool used) {
    if (used)
        fprintf(c->out, "    .%s_o(%s%s),\n", v->signal, v->wire, is_gated_by_word(c, v) ? "_said" : "");
}

static void tie_unused_verb(sv_control *c, const cg_verb_row *v, bool used) {
    if (!used) fprintf(c->out, "  assign %s = '0; // no rule does so\n", v->wire);
}

void sv_verbs_connect(sv_control *c, cg_owner owner) {
    print_each_verb(c, owner, connect);
}

void sv_verbs_unused(sv_control *c, cg_owner owner) {
    print_each_verb(c, owner, tie_unused_verb);
}

// ------------------------------------------------------------------------------------------ the own word

void sv_verbs_declare_gated(sv_control *c) {
    for (int v = 0; v < CG_N_VERBS; v++)
        if (c->f.verb[v] && is_gated_by_word(c, &CG_VERBS[v])) declare_verb_wire(c, &CG_VERBS[v], "_said");
}

void sv_verbs_gate(sv_control *c, const char *by) {
    for (int v = 0; v < CG_N_VERBS; v++) {
        const cg_verb_row *row = &CG_VERBS[v];
        if (!c->f.verb[v] || !is_gated_by_word(c, row)) continue;
        if (row->bits == 1)
            fprintf(c->out, "  assign %s = %s_said && %s;\n", row->wire, row->wire, by);
        else
            fprintf(c->out, "  assign %s = %s_said & {%d{%s}};\n", row->wire, row->wire, row->bits, by);
    }
}

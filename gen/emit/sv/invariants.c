// The table's invariants that speak of one controller: assertions. What stands in registers alone holds in
// every cycle. What is about a line holds for the line of a transition, before it; so each transition is
// asked what the ones before it have left. Invariants that compare two controllers are for the exhaustive
// check: no module sees both.
#include "lang/visit.h"

#include "control.h"

static void note_line(void *about_line, const cg_expr *x) {
    const bool stored = x->space != CG_SPACE_REG; // what is no field has no other space
    if (stored || x->op == CG_X_IN_STATE || cg_is_leaf(x->op, CG_LEAF_OF_VARIABLE))
        *(bool *)about_line = true;
}

static bool is_about_line(const cg_invariant *v) {
    bool about_line = false;
    cg_visit(v->that, note_line, &about_line);
    return about_line;
}

// In a machine of words each word has values of its own.
static bool is_asserted(const sv_control *c, const cg_invariant *v) {
    return v->n_vars == 1 && v->vars[0].machine == c->machine && !(c->mp->words && is_about_line(v));
}

static void print_invariant(sv_control *c, const cg_invariant *v) {
    const sv_names names = {.reg = {"", "_q"},
                            .line = {"line_", ""},
                            .mshr = {"mshr_", ""},
                            .clock = "clock_q",
                            .self = "id_i",
                            .state = "state",
                            .here = "s2_has_way_q",
                            .busy = "mshr_hit",
                            .buffered = "buffered",
                            .plan = c->plan};
    const bool line = is_about_line(v);
    fprintf(c->out, "   %s%s\n    if (rst_ni) invariant_%s: assert (%s", sv_remark(v->why), v->why, v->name,
            line ? "!(s2_fire && s2_block) || " : "");
    sv_expr(c->out, c->m, NULL, v->that, 1, &names);
    fprintf(c->out, ") else\n      $error(\"%s.%s: the table's invariant %s does not hold%s\"%s);\n",
            c->s->name, c->m->name, v->name, line ? ", line %0h" : "", line ? ", s2_in_q.addr" : "");
}

void sv_control_invariants(sv_control *c) {
    sv_facts used, others;
    int n = 0;
    sv_facts_start(c->plan, c->machine, &used);
    for (int i = 0; i < c->s->n_invariants; i++) {
        if (!is_asserted(c, &c->s->invariants[i])) continue;
        sv_facts_add(&used, c->s->invariants[i].that, NULL);
        n++;
    }
    if (n) {
        sv_control_facts(c, &others);
        fputs("`ifdef COHGEN_ASSERT\n\n", c->out);
        sv_functions_beside(c->out, &used, &others);
        fputs("  always_ff @(posedge clk_i or negedge rst_ni) begin\n", c->out);
        for (int i = 0; i < c->s->n_invariants; i++)
            if (is_asserted(c, &c->s->invariants[i])) print_invariant(c, &c->s->invariants[i]);
        fputs("  end\n`endif\n", c->out);
        sv_facts_free(&others);
    }
    sv_facts_free(&used);
}

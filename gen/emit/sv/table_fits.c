// That what a table says with fit() fits: an assertion for each, in the rule that it stands in.
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "lang/visit.h"

#include "table.h"

typedef struct fits fits;
struct fits {
    sv_table t; // expressions are printed as they stand, without wires of their parts
    const cg_rule *r;
    int n;         // so many in this rule
    sv_facts used; // by all of them
    void (*each)(fits *w, const cg_expr *x, const char *path);
};

static void note_fit(fits *w, const cg_expr *x, const char *path) {
    (void)path;
    sv_facts_add(&w->used, x->a, sv_table_trigger(&w->t, w->r));
}

static void print_fit(fits *w, const cg_expr *x, const char *path) {
    const int wide = x->a->type.width, narrow = x->type.width;
    char name[SV_NAME];
    char *value = sv_table_text(&w->t, sv_table_trigger(&w->t, w->r), x->a, wide);
    sv_rule(w->t.m, w->r, name);
    fprintf(w->t.out,
            "      fits_%s_%d: assert (!(rule_o == %s_pkg::%s%s) || (%s) >> %d == '0) else\n"
            "        $error(\"%s: a value does not fit in %d bits\");\n",
            name, ++w->n, w->t.plan->name, name, path, value, narrow, w->r->id, narrow);
    free(value);
}

// fit() is a whole value, or a branch of one: `path` is the condition of that branch, " && (...)".
static void find_fits(fits *w, const cg_expr *x, const char *path) {
    if (x->op == CG_X_FIT && x->a->type.width > x->type.width) w->each(w, x, path);
    if (CG_OPS[x->op].shape != CG_SHAPE_CHOICE) return;
    char *cond = sv_table_text(&w->t, sv_table_trigger(&w->t, w->r), x->a, 1);
    find_fits(w, x->b, cg_arena_printf(w->t.f.arena, "%s && (%s)", path, cond));
    find_fits(w, x->c, cg_arena_printf(w->t.f.arena, "%s && !(%s)", path, cond));
    free(cond);
}

static void find_in_value(void *context, const cg_expr *x) {
    find_fits(context, x, "");
}

static void find_in_rules(fits *w, void (*each)(fits *, const cg_expr *, const char *)) {
    w->each = each;
    for (int i = 0; i < w->t.m->n_rules; i++) {
        w->r = &w->t.m->rules[i];
        w->n = 0;
        for (int k = 0; k < w->r->n_actions; k++) {
            const cg_action *a = &w->r->actions[k];
            // What perform and publish say is for the golden model.
            if (cg_does(a, CG_DOES_ASSIGNS) || a->verb == CG_A_SEND) cg_visit_wholes(a, find_in_value, w);
        }
    }
}

static fits fits_of(const sv_table *t) {
    fits w = {.t = *t};
    w.t.names.printed = NULL;
    sv_facts_start(t->plan, (int)(t->m - t->s->machines), &w.used);
    return w;
}

void sv_table_fit_functions(const sv_table *t) {
    fits w = fits_of(t);
    find_in_rules(&w, note_fit);
    for (int i = 0; i <= 64; i++) {
        if (i >= SV_SUM_BITS && w.used.add_width[i])
            fprintf(t->out,
                    "  function automatic logic [%d:0] add%d(input logic [%d:0] a, input logic [%d:0] b);\n"
                    "    add%d = a + b;\n  endfunction\n\n",
                    i - 1, i, i - 1, i - 1, i);
        w.used.add_width[i] = false;
    }
    sv_functions_beside(t->out, &w.used, &t->f);
    sv_facts_free(&w.used);
}

void sv_table_fits(const sv_table *t) {
    fits w = fits_of(t);
    find_in_rules(&w, print_fit);
    sv_facts_free(&w.used);
}

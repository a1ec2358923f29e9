// Nodes and sets of nodes.
#include <string.h>

#include "lang/mask.h"
#include "parts.h"

static const cg_type ANY_SET = {CG_T_SET, 1, CG_NONE, CG_NONE};

bool cg_is_any_set(const cg_expr *x) {
    return x->type.kind == CG_T_SET && x->type.machine == CG_NONE;
}

const cg_expr *cg_as_set(cg_scope *s, const cg_expr *x, cg_type type) {
    return cg_is_any_set(x) && cg_is_set(type) ? cg_make_const(s, type, 0) : x;
}

void cg_meet_empty(cg_scope *s, const cg_expr **a, const cg_expr **b) {
    *a = cg_as_set(s, *a, (*b)->type);
    *b = cg_as_set(s, *b, (*a)->type);
}

// More controllers than a set can hold: 64, as nothing is wider.
static bool too_many(cg_scope *s, const cg_ast *n, cg_type set) {
    if (set.width <= 64) return false;
    cg_type_fail(s, CG_E_WIDTH, n, n->at, "a set of %s has %d bits: 64 can be had",
                 s->reader->spec->machines[set.machine].name, set.width);
    return true;
}

const cg_expr *cg_type_set(cg_scope *s, const cg_ast *n) {
    const cg_expr *set = cg_make_const(s, ANY_SET, 0);
    for (int i = 0; i < n->n_args; i++) {
        const cg_expr *x = cg_type_expr(s, n->args[i], NULL);
        if (!x) return NULL;
        if (x->type.kind != CG_T_NODE)
            return cg_type_fail(s, CG_E_TYPE, n->args[i], n->args[i]->at, "a set is of nodes, and '%s' is %s",
                                cg_written(s, n->args[i]), cg_name_of_type(s, x->type));
        const cg_type t = cg_set_type(s->reader->spec, x->type.machine);
        if (too_many(s, n, t)) return NULL;
        if (i && !cg_same_type(t, set->type))
            return cg_type_fail(s, CG_E_TYPE, n->args[i], n->args[i]->at, "%s cannot go into %s",
                                cg_name_of_type(s, x->type), cg_name_of_type(s, set->type));
        const cg_expr *one = cg_make(s, CG_X_SET_OF, t, x, NULL);
        set = i ? cg_make(s, CG_X_UNION, t, set, one) : one;
    }
    return set;
}

const cg_expr *cg_type_count(cg_scope *s, const cg_ast *n) {
    const cg_expr *a = cg_type_expr(s, n->args[0], NULL);
    if (!a) return NULL;
    if (a->type.kind != CG_T_SET)
        return cg_type_fail(s, CG_E_TYPE, n->args[0], n->args[0]->at, "count() wants a set, not %s",
                            cg_name_of_type(s, a->type));
    if (cg_is_const(a)) return cg_make_int(s, 0);
    const cg_type t = {CG_T_INT, cg_bits((uint64_t)a->type.width), CG_NONE, CG_NONE};
    return cg_make(s, CG_X_COUNT, t, a, NULL);
}

const cg_expr *cg_type_in(cg_scope *s, const cg_ast *n, const cg_expr *a, const cg_expr *b) {
    if (a->type.kind != CG_T_NODE || b->type.kind != CG_T_SET ||
        (!cg_is_any_set(b) && a->type.machine != b->type.machine))
        return cg_type_fail(s, CG_E_TYPE, n, n->op_at,
                            "'in' wants a node and a set of nodes of its machine, not %s and %s",
                            cg_name_of_type(s, a->type), cg_name_of_type(s, b->type));
    if (cg_is_const(b)) return cg_make_const(s, CG_BOOL, 0);
    return cg_make(s, CG_X_IN, CG_BOOL, a, b);
}

const cg_expr *cg_type_sets(cg_scope *s, const cg_ast *n, cg_xop op, const char *text, const cg_expr *a,
                            const cg_expr *b) {
    cg_meet_empty(s, &a, &b);
    if (!cg_is_set(a->type) || !cg_same_type(a->type, b->type))
        return cg_type_fail(s, CG_E_TYPE, n, n->op_at, "'%s' is for %s, not for %s and %s", text,
                            CG_OPS[n->op].typing == CG_TYPING_ARITHMETIC
                                ? "two integers, two sets of one machine or two masks"
                                : "two sets of one machine or two masks",
                            cg_name_of_type(s, a->type), cg_name_of_type(s, b->type));
    if (cg_is_any_set(a)) return a;
    if (cg_is_const(a) && cg_is_const(b))
        return cg_make_const(s, a->type, cg_op_value(op, a->value, b->value));
    return cg_make(s, op, a->type, a, b);
}

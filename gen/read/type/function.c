// Functions of the table in expressions: f.result(a, b), note [functions] in lang/function.h.
#include "lang/function.h"

#include <string.h>

#include "parts.h"

static const cg_expr *no_function(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    cg_words w = {0};
    for (int i = 0; i < spec->n_functions; i++) cg_words_add(s->reader, &w, spec->functions[i].name);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no function of the table%s", n->name,
                        cg_hint_or_all(s->reader, n->name, &w));
}

static const cg_expr *no_result(cg_scope *s, const cg_ast *n, int part) {
    cg_words w = {0};
    for (int k = 0; k < CG_N_PART_RESULTS; k++)
        if ((int)CG_PART_RESULTS[k].part == part) cg_words_add(s->reader, &w, CG_PART_RESULTS[k].name);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->op_at, "'%s' is no result of %s%s", n->member, n->name,
                        cg_hint_or_all(s->reader, n->member, &w));
}

// The value of constant operands.
static const cg_expr *constant_result(cg_scope *s, const cg_expr *x) {
    const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
    uint64_t values[CG_MAX_FUNCTION_OPERANDS];
    const int n = cg_operands_of(x, operands);
    for (int k = 0; k < n; k++) {
        if (!cg_is_const(operands[k])) return x;
        values[k] = operands[k]->value;
    }
    return cg_make_int(s, cg_result_value((cg_part_result)x->field, values, x->type.width));
}

const cg_expr *cg_type_function(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    int f = 0, result = 0, first = 0;
    if (!s->machine && !s->invariant)
        return cg_type_fail(s, CG_E_VERB, n, n->at, "only rules can use a function of the table");
    while (f < spec->n_functions && strcmp(spec->functions[f].name, n->name)) f++;
    if (f == spec->n_functions) return no_function(s, n);
    const cg_function *of = &spec->functions[f];
    s->reader->function_used[f] = true;
    if (of->part == CG_NONE) return NULL; // that has been said
    while (result < CG_N_PART_RESULTS &&
           ((int)CG_PART_RESULTS[result].part != of->part || strcmp(CG_PART_RESULTS[result].name, n->member)))
        result++;
    if (result == CG_N_PART_RESULTS) return no_result(s, n, of->part);
    if (s->no_function)
        return cg_fail_at_use(s, CG_E_VERB, n, "%s, and no function can stand in %s", n->name,
                              s->no_function);
    const int wanted = cg_operands_of_part((cg_part)of->part, &first);
    if (n->n_args != wanted)
        return cg_type_fail(s, CG_E_SYNTAX, n, n->at, "%s wants %d operands, not %d", n->name, wanted,
                            n->n_args);
    const cg_expr *operands = NULL;
    bool good = true;
    for (int k = 0; k < wanted; k++) {
        const cg_type type = cg_int_of(of->width[k]);
        const char *what =
            cg_arena_printf(s->reader->arena, "%s of %s", CG_PART_OPERANDS[first + k].name, n->name);
        const cg_expr *x = cg_type_into(s, n->args[k], &type, what);
        good = good && x;
        if (good) operands = cg_make(s, CG_X_OPERANDS, type, operands, x);
    }
    if (!good) return NULL;
    const int width = cg_result_width((cg_part_result)result, of->width);
    cg_expr *x = cg_make(s, CG_X_APPLY, cg_int_of(width), operands, NULL);
    x->field = result;
    x->value = (uint64_t)f;
    return constant_result(s, x);
}

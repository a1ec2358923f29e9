// Functions that are bound to parts: their references, and how expressions of a table come to them.
#include <criterion/criterion.h>

#include "interp/eval.h"
#include "lang/function.h"

static const cg_function FUNCTIONS[] = {{.name = "split", .part = CG_PART_DIVIDE, .width = {6, 4}}};
static const cg_spec SPEC = {.functions = (cg_function *)(uintptr_t)FUNCTIONS, .n_functions = 1};

// Of every two operands: what there is one solution of, without a division.
Test(function, a_division_by_its_definition) {
    for (uint64_t dividend = 0; dividend < 64; dividend++) {
        for (uint64_t divisor = 0; divisor < 16; divisor++) {
            const uint64_t x[] = {dividend, divisor};
            const uint64_t q = cg_result_value(CG_RESULT_OF_DIVIDE_quotient, x, 6);
            const uint64_t r = cg_result_value(CG_RESULT_OF_DIVIDE_remainder, x, 6);
            if (divisor)
                cr_assert(q * divisor + r == dividend && r < divisor);
            else
                cr_assert(q == 63 && r == dividend);
        }
    }
}

static cg_expr pool[64];
static int used;

static cg_expr *node(cg_xop op, int width, const cg_expr *a, const cg_expr *b) {
    pool[used] = (cg_expr){.op = op, .type = {CG_T_INT, width, CG_NONE, CG_NONE}, .a = a, .b = b};
    return &pool[used++];
}

static const cg_expr *number(uint64_t v) {
    cg_expr *x = node(CG_X_CONST, 6, NULL, NULL);
    x->value = v;
    return x;
}

static const cg_expr *apply(cg_part_result result, const cg_expr *dividend, const cg_expr *divisor) {
    const cg_expr *list = node(CG_X_OPERANDS, 4, node(CG_X_OPERANDS, 6, NULL, dividend), divisor);
    cg_expr *x = node(CG_X_APPLY, 6, list, NULL);
    x->field = (int)result;
    return x;
}

static uint64_t value(const cg_expr *x) {
    const cg_env env = {0};
    cg_fault fault = CG_FAULT_NONE;
    cg_formula *f = cg_formula_new(x);
    const uint64_t v = cg_formula_run(f, &env, &fault);
    cg_formula_free(f);
    cr_assert_eq(fault, CG_FAULT_NONE);
    return v;
}

Test(function, operands_in_their_order) {
    const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
    const cg_expr *a = number(45), *b = number(7), *x = apply(CG_RESULT_OF_DIVIDE_quotient, a, b);
    cr_assert_eq(cg_operands_of(x, operands), 2);
    cr_assert(operands[0] == a && operands[1] == b);
    cr_assert_str_eq(cg_function_of(&SPEC, x)->name, "split");
    cr_assert_eq(value(x), 6);
    cr_assert_eq(value(apply(CG_RESULT_OF_DIVIDE_remainder, a, b)), 3);
}

// Functions of functions, on both sides, and beside values that wait for them: 40 + 45 / (7 % 4) % 9 - 1
Test(function, inside_each_other) {
    const cg_expr *inner = apply(CG_RESULT_OF_DIVIDE_remainder, number(7), number(4));
    const cg_expr *x = apply(CG_RESULT_OF_DIVIDE_quotient, number(45), inner);
    x = apply(CG_RESULT_OF_DIVIDE_remainder, x, number(9));
    cr_assert_eq(value(x), 6);
    cr_assert_eq(value(node(CG_X_SUB, 7, node(CG_X_ADD, 7, number(40), x), number(1))), 45);
    for (int i = 0; i < 5; i++) x = apply(CG_RESULT_OF_DIVIDE_remainder, number(13), x);
    cr_assert_eq(value(x), 13); // 1, 0, 13, 0, 13
}

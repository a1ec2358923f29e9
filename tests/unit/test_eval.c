// The interpreter's expressions: operators, laziness, faults; and the atomic operations.
#include <criterion/criterion.h>

#include "interp/eval.h"
#include "programs/program.h"

static const cg_expr *node(cg_xop op, int width, const cg_expr *a, const cg_expr *b, const cg_expr *c) {
    static cg_expr pool[256];
    static int n;
    pool[n] = (cg_expr){.op = op, .type = {CG_T_INT, width, CG_NONE, CG_NONE}, .a = a, .b = b, .c = c};
    return &pool[n++];
}

static const cg_expr *number(uint64_t v) {
    cg_expr *x = (cg_expr *)(uintptr_t)node(CG_X_CONST, 64, NULL, NULL, NULL);
    x->value = v;
    return x;
}

static const cg_expr *leaf(cg_xop op, int field) {
    cg_expr *x = (cg_expr *)(uintptr_t)node(op, 64, NULL, NULL, NULL);
    x->field = field;
    return x;
}

static const cg_expr *stored(cg_space space, int field) {
    cg_expr *x = (cg_expr *)(uintptr_t)leaf(CG_X_FIELD, field);
    x->space = space;
    return x;
}

static uint64_t value(const cg_expr *x, cg_fault *fault) {
    static const uint64_t reg[] = {10, 11}, line[] = {20, 21}, mshr[] = {30, 31}, msg[] = {40, 41};
    const cg_env env = {.space = {[CG_SPACE_REG] = reg, [CG_SPACE_LINE] = line, [CG_SPACE_MSHR] = mshr},
                        .msg = msg,
                        .clock = 50,
                        .src = 5,
                        .request = 0x5f,
                        .self = 6};
    cg_formula *f = cg_formula_new(x);
    *fault = CG_FAULT_NONE;
    uint64_t v = cg_formula_run(f, &env, fault);
    cg_formula_free(f);
    return v;
}

#define IS(expression, expected)                                                                             \
    do {                                                                                                     \
        cg_fault fault_;                                                                                     \
        cr_assert_eq(value(expression, &fault_), expected);                                                  \
        cr_assert_eq(fault_, CG_FAULT_NONE);                                                                 \
    } while (0)

#define BINARY(op, a, b) node(op, 64, number(a), number(b), NULL)

// The core has the lowest bits.
Test(eval, the_core_of_a_request) {
    IS(node(CG_X_CORE_OF, 2, number(0x2f), NULL, NULL), 3);
    IS(node(CG_X_CORE_OF, 3, leaf(CG_X_REQUEST, 0), NULL, NULL), 7);
}

Test(eval, reads_what_it_is_given) {
    IS(number(7), 7);
    IS(stored(CG_SPACE_REG, 1), 11);
    IS(stored(CG_SPACE_LINE, 0), 20);
    IS(stored(CG_SPACE_MSHR, 1), 31);
    IS(leaf(CG_X_MSG, 0), 40);
    IS(leaf(CG_X_SRC, 0), 5);
    IS(leaf(CG_X_SELF, 0), 6);
    IS(leaf(CG_X_CLOCK, 0), 50);
}

Test(eval, operators) {
    IS(BINARY(CG_X_ADD, 3, 4), 7);
    IS(BINARY(CG_X_SUB, 9, 4), 5);
    IS(BINARY(CG_X_MUL, 3, 4), 12);
    IS(BINARY(CG_X_SHL, 3, 4), 48);
    IS(BINARY(CG_X_SHR, 48, 4), 3);
    IS(BINARY(CG_X_EQ, 3, 3), 1);
    IS(BINARY(CG_X_NE, 3, 3), 0);
    IS(BINARY(CG_X_LT, 3, 4), 1);
    IS(BINARY(CG_X_LE, 4, 4), 1);
    IS(BINARY(CG_X_GT, 3, 4), 0);
    IS(BINARY(CG_X_GE, 3, 4), 0);
    IS(BINARY(CG_X_MIN, 3, 4), 3);
    IS(BINARY(CG_X_MAX, 3, 4), 4);
    IS(BINARY(CG_X_UNION, 5, 6), 7);
    IS(BINARY(CG_X_INTERSECT, 5, 6), 4);
    IS(BINARY(CG_X_WITHOUT, 5, 6), 1);
    IS(BINARY(CG_X_IN, 2, 5), 1);
    IS(BINARY(CG_X_IN, 1, 5), 0);
    IS(node(CG_X_SET_OF, 8, number(3), NULL, NULL), 8);
    IS(node(CG_X_COUNT, 4, number(0x8181), NULL, NULL), 4);
    IS(node(CG_X_NOT, 1, number(0), NULL, NULL), 1);
    IS(node(CG_X_COND, 64, number(1), number(5), number(6)), 5);
    IS(node(CG_X_COND, 64, number(0), number(5), number(6)), 6);
    for (uint64_t a = 0; a < 2; a++) {
        for (uint64_t b = 0; b < 2; b++) {
            IS(BINARY(CG_X_AND, a, b), a && b);
            IS(BINARY(CG_X_OR, a, b), a || b);
        }
    }
}

Test(eval, nested_choices_land_where_they_should) {
    // (0 || 1) && (1 ? 0 : 1) ? 1 : (1 && 1 ? 2 + 3 : 4)
    const cg_expr *left =
        node(CG_X_AND, 1, BINARY(CG_X_OR, 0, 1), node(CG_X_COND, 1, number(1), number(0), number(1)), NULL);
    const cg_expr *right = node(CG_X_COND, 64, BINARY(CG_X_AND, 1, 1), BINARY(CG_X_ADD, 2, 3), number(4));
    IS(node(CG_X_COND, 64, left, number(1), right), 5);
}

// a + (b + (c + ...)): all of them stand on the stack at once.
Test(eval, depth_has_no_limit) {
    const cg_expr *sum = number(0);
    for (uint64_t i = 1; i <= 80; i++) sum = node(CG_X_ADD, 64, number(i), sum, NULL);
    IS(sum, 80 * 81 / 2);
}

Test(eval, faults) {
    cg_fault fault;
    cr_assert_eq(value(node(CG_X_FIT, 8, number(255), NULL, NULL), &fault), 255);
    cr_assert_eq(fault, CG_FAULT_NONE);
    cr_assert_eq(value(node(CG_X_FIT, 8, number(256), NULL, NULL), &fault), 0);
    cr_assert_eq(fault, CG_FAULT_FIT);
    cr_assert_eq(value(node(CG_X_SUB, 8, number(3), number(4), NULL), &fault), 255);
    cr_assert_eq(fault, CG_FAULT_BELOW_ZERO);
}

Test(eval, what_is_not_chosen_cannot_fail) {
    const cg_expr *bad = node(CG_X_SUB, 8, number(0), number(1), NULL);
    IS(node(CG_X_COND, 8, number(1), number(3), bad), 3);
    IS(node(CG_X_AND, 1, number(0), bad, NULL), 0);
    IS(node(CG_X_OR, 1, number(1), bad, NULL), 1);
}

Test(eval, atomics) {
    const uint32_t minus_one = 0xffffffff;
    cr_assert_eq(cg_amo_apply(CG_AMO_ADD, 3, 2, 0), 5);
    cr_assert_eq(cg_amo_apply(CG_AMO_ADD, minus_one, 1, 0), 0);
    cr_assert_eq(cg_amo_apply(CG_AMO_SWAP, 3, 2, 0), 2);
    cr_assert_eq(cg_amo_apply(CG_AMO_AND, 6, 3, 0), 2);
    cr_assert_eq(cg_amo_apply(CG_AMO_OR, 6, 3, 0), 7);
    cr_assert_eq(cg_amo_apply(CG_AMO_XOR, 6, 3, 0), 5);
    cr_assert_eq(cg_amo_apply(CG_AMO_MIN, minus_one, 1, 0), minus_one);
    cr_assert_eq(cg_amo_apply(CG_AMO_MAX, minus_one, 1, 0), 1);
    cr_assert_eq(cg_amo_apply(CG_AMO_MINU, minus_one, 1, 0), 1);
    cr_assert_eq(cg_amo_apply(CG_AMO_MAXU, minus_one, 1, 0), minus_one);
    cr_assert_eq(cg_amo_apply(CG_AMO_CAS, 3, 9, 3), 9);
    cr_assert_eq(cg_amo_apply(CG_AMO_CAS, 3, 9, 4), 3);
    cr_assert_eq(cg_amo_apply(15, 3, 9, 4), 3);
}

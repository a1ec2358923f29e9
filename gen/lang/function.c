#include "function.h"

#define F(part, name, meaning) {#name, meaning},
#define O(...)
#define R(...)
#define E(...)
const cg_part_row CG_PARTS[CG_N_PARTS] = {
#include "functions.def"
};
#undef F
#undef O

#define F(...)
#define O(part, name, parameter, meaning) {CG_PART_##part, #name, #parameter, meaning},
const cg_part_operand_row CG_PART_OPERANDS[CG_N_PART_OPERANDS] = {
#include "functions.def"
};
#undef O
#undef R

#define O(...)
#define R(part, name, width, value, meaning) {CG_PART_##part, #name, #value, meaning},
const cg_part_result_row CG_PART_RESULTS[CG_N_PART_RESULTS] = {
#include "functions.def"
};
#undef F
#undef O
#undef R
#undef E

// A function for each part, in which its operands have their names.
#define F(part, ...)                                                                                         \
    static uint64_t value_of_##part(cg_part_result result, const uint64_t *x, uint64_t greatest) {           \
        (void)greatest;
#define O(part, name, ...)                                                                                   \
    const uint64_t name = *x++;                                                                              \
    (void)name;
#define R(part, name, width, value, ...)                                                                     \
    if (result == CG_RESULT_OF_##part##_##name) return value;
#define E(part)                                                                                              \
    return 0;                                                                                                \
    }
#include "functions.def"
#undef F
#undef O
#undef R
#undef E

#define F(...)
#define O(...)
#define E(...)

int cg_operands_of_part(cg_part part, int *first) {
    int n = 0;
    for (int k = CG_N_PART_OPERANDS - 1; k >= 0; k--) {
        if (CG_PART_OPERANDS[k].part != part) continue;
        *first = k;
        n++;
    }
    return n;
}

int cg_result_width(cg_part_result result, const int *w) {
    switch (result) {
#define R(part, name, width, ...)                                                                            \
    case CG_RESULT_OF_##part##_##name:                                                                       \
        return width;
#include "functions.def"
#undef R
    case CG_N_PART_RESULTS: break;
    }
    return 0;
}

uint64_t cg_result_value(cg_part_result result, const uint64_t *x, int width) {
    const uint64_t greatest = UINT64_MAX >> (64 - width);
    switch (result) {
#define R(part, name, ...)                                                                                   \
    case CG_RESULT_OF_##part##_##name:                                                                       \
        return value_of_##part(result, x, greatest) & greatest;
#include "functions.def"
#undef R
    case CG_N_PART_RESULTS: break;
    }
    return 0;
}

const cg_function *cg_function_of(const cg_spec *s, const cg_expr *x) {
    return &s->functions[x->value];
}

int cg_operands_of(const cg_expr *x, const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS]) {
    int n = 0;
    for (const cg_expr *o = x->a; o; o = o->a) n++;
    int k = n;
    for (const cg_expr *o = x->a; o; o = o->a) operands[--k] = o->b;
    return n;
}

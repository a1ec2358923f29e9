#include "op.h"

#include "spec.h"

const cg_leaf_row CG_LEAVES[CG_N_LEAVES] = {
#define L(op, name, type, needs, traits, wire, model, meaning)                                               \
    {#name, CG_LEAF_##type, needs, traits, wire, model, meaning},
#define X(...)
#include "ops.def"
#undef L
#undef X
};

const cg_op_row CG_OPS[CG_N_OPS] = {
#define L(op, ...) [CG_X_##op] = {.text = "", .design = "", .model = "", .slips = ""},
#define X(op, text, shape, operands, binds, typing, width, value, exact, fault, design, model, slips, bound, \
          alone)                                                                                             \
    [CG_X_##op] = {text,                                                                                     \
                   CG_SHAPE_##shape,                                                                         \
                   operands,                                                                                 \
                   binds,                                                                                    \
                   CG_TYPING_##typing,                                                                       \
                   CG_FAULT_##fault,                                                                         \
                   design,                                                                                   \
                   model,                                                                                    \
                   slips,                                                                                    \
                   bound,                                                                                    \
                   alone},
#include "ops.def"
#undef L
#undef X
};

int cg_bits(uint64_t n) {
    int bits = 1;
    while (bits < 64 && n >> bits) bits++;
    return bits;
}

int cg_log2(uint64_t n) {
    int bits = 0;
    while (((uint64_t)1 << bits) < n) bits++;
    return bits;
}

#define L(...)

uint64_t cg_op_value(cg_xop op, uint64_t a, uint64_t b) {
    switch (op) {
#define X(op, text, shape, operands, binds, typing, width, value, ...)                                       \
    case CG_X_##op:                                                                                          \
        return value;
#include "ops.def"
#undef X
    default: return 0;
    }
}

bool cg_op_exact(cg_xop op, uint64_t a, uint64_t b) {
    switch (op) {
#define X(op, text, shape, operands, binds, typing, width, value, exact, ...)                                \
    case CG_X_##op:                                                                                          \
        return exact;
#include "ops.def"
#undef X
    default: return true;
    }
}

int cg_op_width(cg_xop op, int wa, int wb, uint64_t b) {
    switch (op) {
#define X(op, text, shape, operands, binds, typing, width, ...)                                              \
    case CG_X_##op:                                                                                          \
        return width;
#include "ops.def"
#undef X
    default: return 0;
    }
}
#undef L

// Guards and right sides of a table, compiled once to a short stack program and run on a controller's state.
// Nothing here knows of controllers, messages or records.
#ifndef COHGEN_TB_INTERP_EVAL_H
#define COHGEN_TB_INTERP_EVAL_H

#include "lang/amo.h"
#include "lang/spec.h"

// What an expression can read. Arrays are indexed as the spec's fields are; those that the expression does
// not use may be NULL.
typedef struct {
    const uint64_t *space[CG_N_SPACES]; // fields of the controller, the line, its entries, the thread
    const uint64_t *msg;                // fields of the triggering message
    const uint64_t *operands;           // of the core's command, by operand of the spec
    const uint64_t *structures;         // what is asked of cams and rings, by cg_lookup_leaf()
    // Values of the leaves that a table reads by a word, of the sender, and the marks (a set) of what the
    // core asks for; or `buffered`, `clock`, ..., as ops.def names them.
    union {
        uint64_t leaf[CG_N_LEAVES];
        struct {
#define L(op, name, ...) uint64_t name;
#define X(...)
#include "lang/ops.def"
#undef L
#undef X
        };
    };
    uint64_t inputs; // bit i: spec->inputs[i]
} cg_env;

typedef struct cg_formula cg_formula;

// Compiles `e`. NULL for NULL, which every function below takes. Ends the program if memory does.
cg_formula *cg_formula_new(const cg_expr *e);
void cg_formula_free(cg_formula *code);

// The value, in the width of the expression's type. Where a fault occurs *fault is set (and otherwise left
// alone: one variable serves several runs) and the value is cut to its width. `?:`, `&&` and `||` run only
// what they need, so `x > 0 ? x - 1 : 0` has no fault.
uint64_t cg_formula_run(const cg_formula *code, const cg_env *env, cg_fault *fault);

#endif

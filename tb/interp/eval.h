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
    bool buffered;                      // the line has an entry in the store buffer
    bool gathered, whole, wanted;       // machines of words: of the word, and how many words there are
    uint64_t words;
    uint64_t clock;     // of the system
    uint64_t src, self; // sender of that message, own number
    uint64_t inputs;    // bit i: spec->inputs[i]
} cg_env;

typedef enum {
    CG_FAULT_NONE,
    CG_FAULT_FIT,        // fit(x): x needs more bits
    CG_FAULT_BELOW_ZERO, // a - b with a < b
} cg_fault;

typedef struct cg_formula cg_formula;

// Compiles `e`. NULL for NULL, which every function below takes. Ends the program if memory does.
cg_formula *cg_formula_new(const cg_expr *e);
void cg_formula_free(cg_formula *code);

// The value, in the width of the expression's type. Where a fault occurs *fault is set (and otherwise left
// alone: one variable serves several runs) and the value is cut to its width. `?:`, `&&` and `||` run only
// what they need, so `x > 0 ? x - 1 : 0` has no fault.
uint64_t cg_formula_run(const cg_formula *code, const cg_env *env, cg_fault *fault);

#endif

// All final states that a consistency model (model.h) allows a litmus test (executions.h).
//
// A store-conditional may fail for no reason (RISC-V allows it); it fails when its word is not the reserved
// one.
//
// A model that forbids races promises something to legal programs only. Whether a test is one is decided over
// all sequentially consistent executions, in which accesses of the model's arbitrary classes load and store
// anything: 0, 1, 2 and the test's own numbers. For a legal test the outcomes are those that the model's
// order allows, and each is held against the promise: it is that of a sequentially consistent execution, and
// no word's order contradicts happens-before. Where the model's promise is about memory, so is this, and
// about words that no access of an arbitrary class stores to.
#ifndef COHGEN_TB_JUDGE_LITMUS_ALLOWED_H
#define COHGEN_TB_JUDGE_LITMUS_ALLOWED_H

#include "lang/model.h"
#include "programs/litmus/set.h"

// One of two accesses that race.
typedef struct {
    int thread;
    const cg_lit_ins *ins;
} cg_lit_racer;

typedef struct {
    char race[CG_MODEL_NAME_MAX]; // illegal: the kind of race, and the two; legal: empty
    cg_lit_racer of[2];
    char broken[CG_LIT_OUTCOME +
                64]; // an outcome that the model's order allows against its promise; empty: none
} cg_lit_legality;

typedef struct {
    // The store-conditional of a core that has only compare-and-swap: it succeeds if the word has the
    // reserved value again, stored by any thread. More may be possible than with real reservations.
    bool by_value;
    cg_lit_refusal *why;       // of an error: its class; may be NULL
    cg_lit_legality *legality; // of a model that forbids races, for which it must be given
} cg_lit_allow_options;

// Fills `to`, which cg_lit_set_init() made; it stays empty if the test is illegal. False: one line
// "FILE:LINE: error: ..." in err (an access that is no whole word, two sizes of access, a value that does not
// fit, too many executions).
bool cg_lit_allowed(const cg_litmus *t, const char *path, const cg_model *m, const cg_lit_allow_options *o,
                    cg_lit_set *to, char *err, size_t errlen);

#endif

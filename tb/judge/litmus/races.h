// Races of one execution, and which of them a model forbids (model.h: `synchronizes`, `illegal`).
//
// After M. Sinclair, Efficient coherence and consistency for specialized memory hierarchies, 2017,
// listing 3.8. An access that releases happens before one that acquires, of the same word, which comes later
// in the word's order; happens-before is the closure of that and program order. Two accesses of different
// threads to one word race if one of them stores and happens-before does not order them.
#ifndef COHGEN_TB_JUDGE_LITMUS_RACES_H
#define COHGEN_TB_JUDGE_LITMUS_RACES_H

#include "executions.h"

typedef struct {
    const char *kind; // "data", or as the model's table names it
    int of[2];        // the two accesses, as the word's order has them
} cg_lit_race;

// The first illegal race of a sequentially consistent execution; false: there is none.
bool cg_lit_find_race(const cg_lit_traces *x, const cg_lit_execution *e, cg_lit_race *race);

// Does each word's order obey happens-before? (Happens-before consistency, and sequential consistency of each
// word, of the thesis's section 3.3.5.) Of any execution.
bool cg_lit_obeys_happens_before(const cg_lit_traces *x, const cg_lit_execution *e);

#endif

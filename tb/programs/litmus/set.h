// A set of outcomes, each the values of a test's observed variables, with how often it came.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_SET_H
#define COHGEN_TB_PROGRAMS_LITMUS_SET_H

#include "base/map.h"
#include "litmus.h"

typedef struct {
    int64_t *values; // of t->vars, in their order
    uint64_t count;
    bool holds; // the test's condition
} cg_lit_entry;

typedef struct {
    const cg_litmus *t;
    size_t n;
    cg_lit_entry *entries;
    cg_map places; // values -> place in entries
} cg_lit_set;

void cg_lit_set_init(cg_lit_set *s, const cg_litmus *t);
void cg_lit_set_free(cg_lit_set *s);
// Adds the outcome of a final state, or counts it once more. Returns its entry, valid until the next call.
// The state must hold the test's filter.
cg_lit_entry *cg_lit_set_add(cg_lit_set *s, const cg_lit_state *state, uint64_t times);
bool cg_lit_set_has(const cg_lit_set *s, const cg_lit_entry *e); // of another set of the same test
// Puts the entries into the order of their values; call it once, after the last addition.
void cg_lit_set_sort(cg_lit_set *s);
// "0:x5=1; x=2;"
void cg_lit_entry_text(const cg_lit_set *s, const cg_lit_entry *e, char out[CG_LIT_OUTCOME]);

#endif

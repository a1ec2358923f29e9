// Two tables compared by what they mean: names of lets, texts and the order of a rule's actions do not count;
// nor do titles, docs and notes. Things are matched by name, rules by machine, state, event and place among
// the rules of these. Expressions are compared as typed trees with their lets written out, at the design
// point that both were read at.
#ifndef COHGEN_GEN_TELL_DIFF_DIFF_H
#define COHGEN_GEN_TELL_DIFF_DIFF_H

#include "base/arena.h"
#include "plan/plan.h"

typedef struct {
    const char *kind;         // "parameter", "message", "rule", ...
    const char *where;        // "l1.V.load.1", "GETS", ...
    const char *left, *right; // what each says; NULL: it has no such thing
} cg_difference;

typedef struct {
    cg_difference *items;
    int n;
} cg_differences;

// All differences, in the order of the left table, what only the right has behind. In `arena`.
cg_differences cg_diff(cg_arena *arena, const cg_plan *left, const cg_plan *right);

#endif

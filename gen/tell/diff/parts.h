// Inside cg_diff().
#ifndef COHGEN_GEN_TELL_DIFF_PARTS_H
#define COHGEN_GEN_TELL_DIFF_PARTS_H

#include "diff.h"
#include "tell/text.h"

typedef struct {
    cg_arena *arena;
    const cg_plan *plans[2]; // left, right
    const cg_spec *specs[2];
    cg_differences all;
} cg_diff_state;

void cg_diff_add(cg_diff_state *d, const char *kind, const char *where, const char *left, const char *right);

// The things of one kind, each as a name and a text that says all that counts of it.
typedef struct {
    const char *name, *text;
} cg_said;

typedef struct {
    cg_said *items;
    int n;
} cg_saids;

void cg_say_it(cg_diff_state *d, cg_saids *list, const char *name, const char *text);
// Matches the two sides by name; differences go under `kind`, at prefix+name.
void cg_compare(cg_diff_state *d, const char *kind, const char *prefix, const cg_saids sides[2]);

void cg_diff_machine(cg_diff_state *d, const int machines[2]); // rules.c: both have it

#endif

// Outcomes of litmus tests, compared.
#ifndef COHGEN_TESTS_UNIT_LITMUS_SETS_H
#define COHGEN_TESTS_UNIT_LITMUS_SETS_H

#include "programs/litmus/set.h"

// Every outcome of `a` is in `b`; `what` says what it is if one is not, `text` which test.
void expect_subset(const char *text, const char *what, const cg_lit_set *a, const cg_lit_set *b);

#endif

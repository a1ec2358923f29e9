// What tests of litmus tests share: models by their names, and outcomes compared.
#ifndef COHGEN_TESTS_UNIT_LITMUS_SETS_H
#define COHGEN_TESTS_UNIT_LITMUS_SETS_H

#include "lang/model.h"
#include "programs/litmus/set.h"

// protocols/models/NAME.json, to be freed.
cg_model *model_named(const char *name);

// Every outcome of `a` is in `b`; `what` says what it is if one is not, `text` which test.
void expect_subset(const char *text, const char *what, const cg_lit_set *a, const cg_lit_set *b);

#endif

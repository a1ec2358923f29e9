// Features of a table, and the table without some of them: a step on the JSON, before anything is read from
// it.
//
// "features": {"NAME": {"doc", "needs": [NAME], "drop": [POINTER], "reads": {POINTER: EXPR}, "instead":
// {POINTER: TEXT}, "add": {POINTER: VALUE}}}
//
// docs/language.md, Features, says what each does.
#ifndef COHGEN_GEN_READ_FEATURES_FEATURES_H
#define COHGEN_GEN_READ_FEATURES_FEATURES_H

#include "base/json.h"

// Takes the features named in `without` (and those that need them) out of `j`, and in any case the keys that
// only say what belongs to which feature: what is left is a table without features. If anything is left out,
// j->text becomes that table, so that places in diagnostics are places in it. Problems go to j->diags; false
// if there are any.
bool cg_features_leave_out(cg_json *j, const char *const *without, size_t n);

#endif

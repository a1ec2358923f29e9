// Static analysis: what is wrong with a table although every line of it can be read.
#ifndef COHGEN_GEN_CHECK_CHECK_H
#define COHGEN_GEN_CHECK_CHECK_H

#include "base/json.h"
#include "lang/spec.h"

// Reports every problem of a spec that was read without errors, at its place in `json`.
void cg_check_spec(const cg_spec *spec, const cg_json *json);

#endif

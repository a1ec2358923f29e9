// Static analysis: what is wrong with a table although every line of it can be read.
#ifndef COHGEN_GEN_CHECK_H
#define COHGEN_GEN_CHECK_H

#include "json.h"
#include "spec.h"

// Reports every problem of the spec at its place in `json`. `complete`: reading found no error; otherwise only
// those checks are made that missing parts cannot mislead.
void cg_check_spec(const cg_spec *spec, const cg_json *json, bool complete);

#endif

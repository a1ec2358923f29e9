// Tables that tests read: with good input, what is wrong with them is a failure of the test.
#ifndef COHGEN_TESTS_UNIT_TABLES_H
#define COHGEN_TESTS_UNIT_TABLES_H

#include "load/load.h"
#include "plan/plan.h"

cg_spec *spec_of_table(const char *path, const cg_setting *settings, size_t n);
// Its plan, which owns the specification.
cg_plan *plan_of_table(const char *path, const cg_setting *settings, size_t n);
void drop_plan(cg_plan *p); // with the specification

#endif

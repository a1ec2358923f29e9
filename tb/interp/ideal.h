// Instant permissions, for tables that are for simulation only (cg_spec.simulation_only). Such a table keeps
// nothing coherent. Golden memory, the memory in the order in which stores and atomics take effect, answers
// its loads: whatever bytes a copy holds, a load returns what the word holds at the moment in which the load
// takes effect.
//
//     cg_ideal_perform()   for every operation that takes effect, in order: a load gets its value here
//     cg_ideal_finish()    at the end: the homes must hold what golden memory holds
//
// So all operations take effect one after the other, each between its acceptance and its answer: the run is
// sequentially consistent if every answer is that of its load's moment, which is checked like any other run.
// Atomics are done on the home's line and not replaced: they tell whether the stores arrived there.
#ifndef COHGEN_TB_INTERP_IDEAL_H
#define COHGEN_TB_INTERP_IDEAL_H

#include "base/sparse.h"
#include "plan/plan.h"
#include "shadow.h"

typedef struct cg_ideal cg_ideal;

// NULL: the table is not for simulation only. All functions below take NULL, and then do nothing.
cg_ideal *cg_ideal_new(const cg_spec *spec);
void cg_ideal_free(cg_ideal *g);
void cg_ideal_init(cg_ideal *g, uint64_t addr, const void *bytes, size_t n); // first contents of the memory
// A load's value becomes golden memory's; a store or an atomic changes it.
void cg_ideal_perform(cg_ideal *g, cg_perform *p);
// Compares each word that was ever written with what its home holds, or else the memory. False: `why` (size
// bytes) says where they differ first.
bool cg_ideal_finish(const cg_ideal *g, cg_shadow *shadow, char *why, size_t size);

#endif

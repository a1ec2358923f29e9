// The records of one cycle, as the design's controllers hand them over one by one, side by side in one
// vector: what lockstep, traffic, trails and replays read. A controller that fires nothing has a record that
// is not valid. One that pairs has another record, behind those of all controllers: that of an eviction which
// happens just before its transition (note [paired] in gen/plan/victims.c).
#ifndef COHGEN_TB_LOCKSTEP_RECORDS_H
#define COHGEN_TB_LOCKSTEP_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/plan.h"

typedef struct cg_records cg_records;

cg_records *cg_records_new(const cg_plan *plan); // of no transition; ends the program if there is no memory
void cg_records_free(cg_records *r);             // NULL is allowed

// `slots`: plan->machines[machine].trace, its width in 32-bit words. At most one for each controller and
// cycle; two of one that pairs, the eviction's first.
void cg_records_put(cg_records *r, int machine, int node, const uint32_t *slots);
void cg_records_clear(cg_records *r); // the next cycle: none are valid

// plan->trace_bits bits, as cg_lockstep_step() wants them. Valid until the next call.
const uint32_t *cg_records_trace(const cg_records *r);

// Where a record stands in the vector, and whose it is.
typedef struct {
    int machine, node;
    uint64_t base; // its first bit
    bool paired;   // an eviction that happens with the controller's transition
} cg_record_place;

// The records in the order in which their transitions happen: evictions that are paired, then all others.
// The first place is {0}; false: there are no more records.
typedef struct {
    cg_record_place at;
    bool begun;
} cg_record_walk;
bool cg_records_next(const cg_plan *plan, cg_record_walk *walk);

#endif

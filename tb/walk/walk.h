// Random walks over a table: no hardware and no clock. Controllers are the shadow's (shadow.h), one event is
// one step, and what comes next is drawn: a message that arrives, a request, a deferred request that comes
// again, an eviction, a timer. So every order of events that the table's networks allow can come, also those
// that a pipeline never shows. What lockstep finds wrong in a table, the memory oracle, and what a core may
// expect are checked; that something stays unanswered is a deadlock or a livelock.
//
//     cg_walk_options o = {.seed = 1, .operations = 1000};
//     cg_walk_result r = {0};
//     if (!cg_walk(plan, model, &o, &r)) puts(r.reason);
#ifndef COHGEN_TB_WALK_WALK_H
#define COHGEN_TB_WALK_WALK_H

#include "interp/coverage.h"
#include "lang/model.h"
#include "plan/plan.h"

typedef struct {
    uint64_t seed; // also draws how many lines there are, how often what comes, and which lanes are slow
    uint64_t operations; // of all threads
    uint64_t inputs;     // bit i: spec->inputs[i]
    FILE *trace;         // where the last events before a failure go; NULL: nowhere
} cg_walk_options;

typedef struct {
    uint64_t steps, operations, rules; // events drawn, operations answered, rules fired
    uint64_t longest;                  // steps that a request waited
    char reason[256];                  // empty: nothing is wrong
    cg_coverage *coverage;             // counts are added here; NULL: nowhere
} cg_walk_result;

// One walk, from reset until all operations are answered and nothing is left in flight. Counts are added to
// *r. False: r->reason says what is wrong. `model` must keep all program order, else values are not judged.
bool cg_walk(const cg_plan *plan, const cg_model *model, const cg_walk_options *o, cg_walk_result *r);

#endif

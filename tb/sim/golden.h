// The golden models of a run, behind one door: the lockstep interpreter (lockstep.h), and the memory oracle
// (oracle.h), which it feeds with the operations that take effect.
//
//     per cycle:  cg_golden_step() with the trace, then cg_golden_accepted() for each request taken at its
//     end,
//                 and cg_golden_answered() for each answer
#ifndef COHGEN_TB_SIM_GOLDEN_H
#define COHGEN_TB_SIM_GOLDEN_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "axi_memory.h"
#include "interp/pages.h"
#include "plan/plan.h"
#include "ports.h"
#include "touched.h"

typedef struct cg_golden cg_golden;

typedef struct {
    bool lockstep, oracle;        // the oracle needs lockstep
    uint64_t inputs;              // bit i: spec->inputs[i]
    const struct cg_model *model; // for the oracle; it must outlive the golden models
} cg_golden_options;

// NULL, and a problem on standard error, if the oracle cannot be made. A model that the oracle cannot judge
// turns it off, with a note.
cg_golden *cg_golden_new(const cg_plan *plan, const cg_golden_options *o);
void cg_golden_free(cg_golden *g); // NULL is allowed

void cg_golden_memory(cg_golden *g, const cg_sparse *b); // first contents, before the first step
void cg_golden_time(cg_golden *g, uint64_t ticks);       // the clock's, before the step: cg_lockstep_time()
void cg_golden_step(cg_golden *g, const uint32_t *trace, uint64_t cycle);
void cg_golden_accepted(cg_golden *g, int core, int tid, const cg_request *r);
// Returns the word that the core shall see: `data`, but for loads of a table that is for simulation only
// (ideal.h).
uint32_t cg_golden_answered(cg_golden *g, int core, int tid, const cg_request *r, uint32_t data);
// Loads and stores of transfers that were answered: where cores get no answers, these say that something goes
// on.
uint64_t cg_golden_moved(const cg_golden *g);
// Global words that stores and atomics of local memories' places took effect on (note [mapped] in
// lang/local.h); NULL: nobody knows.
const cg_touched *cg_golden_mapped(const cg_golden *g);
// cg_consistency_accept().
void cg_golden_accept(cg_golden *g, const char *kind);
// Where pages are, by the table's tlbs: what the second model goes by. `pages->of` must outlive it.
void cg_golden_pages(cg_golden *g, const cg_pages *pages);
// A cg_scheduler_options.used: tells the oracle.
void cg_golden_used(void *golden, uint32_t result, bool used);
// Everything has come to rest. `final`: what the words that were written hold, read through the design; the
// others are in `memory`. final NULL: unknown.
void cg_golden_finish(cg_golden *g, const cg_sparse *memory, const cg_touched *final);

// What was found first: one line; NULL: nothing so far. The whole story goes to standard error when it is
// found.
const char *cg_golden_failure(const cg_golden *g);
bool cg_golden_peek(cg_golden *g, const char *machine, int node, const char *space, const char *field,
                    uint64_t addr, uint64_t *value);
// The latest transitions of a line, for people.
void cg_golden_history(const cg_golden *g, uint64_t addr, FILE *out);
// What is under way, as the table sees it, for people.
void cg_golden_pending(const cg_golden *g, FILE *out);
void cg_golden_report(const cg_golden *g, json_object *report);
// Writes the coverage to a file (coverage.h). False: it cannot be written.
bool cg_golden_coverage(const cg_golden *g, const char *path);

#endif

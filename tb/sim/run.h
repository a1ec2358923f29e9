// Inside a run: what it consists of. setup.c makes it, sim.c steps it, verdict.c ends it.
#ifndef COHGEN_TB_SIM_RUN_H
#define COHGEN_TB_SIM_RUN_H

#include "config.h"
#include "core_side.h"
#include "golden.h"
#include "lang/model.h"
#include "lockstep/records.h"
#include "moving.h"
#include "pages.h"
#include "plan/plan.h"
#include "programs/thread.h"
#include "programs/workload.h"
#include "sim.h"
#include "sim/replay/replay.h"
#include "steer.h"
#include "touched.h"
#include "traffic.h"
#include "trail.h"
#include "watchdog.h"

typedef enum {
    CG_PHASE_PREPARE,  // what all threads do before time is taken
    CG_PHASE_PREPARED, // they synchronize
    CG_PHASE_THREADS,  // they run
    CG_PHASE_JOIN,     // then what all of them do at the end
    CG_PHASE_CHECK,    // one thread checks the results
    CG_PHASE_FINAL,    // all words that were written are read once more
    CG_PHASE_REST,     // the design comes to rest
    CG_PHASE_OVER,
} cg_phase;

typedef struct {
    const cg_request *request; // driven in this cycle; NULL: none
    int tid;
} cg_driven;

struct cg_sim {
    cg_sim_config *config;
    FILE *errors; // why the run cannot begin
    cg_geometry g;
    uint64_t inputs; // of the protocol: bit i is spec->inputs[i]
    cg_spec *spec;
    cg_plan *plan;
    cg_sparse *memory;
    cg_axi_port **ports;
    cg_scheduler *scheduler;
    cg_env env;
    cg_model *model; // consistency model in force
    cg_golden *golden;
    cg_records *records; // of this cycle
    cg_traffic *traffic; // NULL: the design has no trace
    cg_page_table pages; // where each page is
    cg_walker *walkers;  // by core: who says so; NULL: nobody asks
    cg_driven *driven;   // by core
    cg_watchdog watchdog;
    cg_steer *steer;      // NULL: the model cannot be steered, or need not
    cg_replay *replay;    // NULL: none
    bool playing;         // steps of the replay are left
    cg_rng rng, walk_rng; // for steering at random; for walks of pages
    cg_trail *trail;      // NULL: not wanted
    cg_touched *asked;    // lines asked for: what to evict
    cg_touched *words;    // written by the threads
    bool final;           // ... and read at the end
    cg_moved moved[3];    // transfers, by their kind; those that were refused: CG_NO_TRANSFER
    uint64_t moved_steps; // cg_golden_moved() in the cycle before
    cg_misuse misuse;     // of the core port, that is still to come
    bool stuck;           // what everyone waits for is worth printing
    cg_phase phase;
    uint64_t cycle, rest_until, max_cycles;
    uint64_t ones, zeroes;        // bits of addresses that were 1, 0, in some request
    uint64_t from;                // the cycle in which they began
    uint64_t run_cycles;          // from then until the threads were done
    cg_scheduler_stats run_stats; // likewise
    char failure[600];            // empty: none
};

// The run fails. The first reason counts.
void cg_sim_fail(cg_sim *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif

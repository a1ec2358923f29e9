// One run: the cores' threads and the memory around the design, the golden models beside it, cycle by cycle.
//
//     threads run -> all done -> thread 0 checks the results -> the design comes to rest -> verdict
//
// Exit status, as everywhere in cohgen: 0 all holds, 1 a check failed, 2 the input is wrong.
#ifndef COHGEN_TB_SIM_SIM_H
#define COHGEN_TB_SIM_SIM_H

#include <stdio.h>

#include "ports.h"

typedef struct cg_sim cg_sim;

// `config` as in config.h. NULL, problems on standard error and *status set if the run cannot begin; else
// *status is 1 until cg_sim_finish(), so that a simulation which dies has failed.
cg_sim *cg_sim_new(const char *config, const cg_geometry *g, int *status);
void cg_sim_free(cg_sim *s); // NULL is allowed

// Can a run of this configuration begin, on a design that has trace and steering? False after printing why
// not: to `errors`, but for what is wrong with the configuration's text or with the table.
bool cg_sim_accepts(const char *config, FILE *errors);

uint64_t cg_sim_inputs(const cg_sim *s); // bit i: what input i of the table is, in this run
int cg_sim_planted(const cg_sim *s);     // which planted fault is on (config.h)

// A controller fires a transition in this cycle (cg_records_put()); and the cycle. False: the run is over.
void cg_sim_record(cg_sim *s, int machine, int node, const uint32_t *slots);
bool cg_sim_tick(cg_sim *s, const cg_ports *p);

// Verdict and report. Returns the exit status.
int cg_sim_finish(cg_sim *s);
// Likewise, when the simulator gives up: the run has failed for this reason.
int cg_sim_abort(cg_sim *s, const char *reason);

#endif

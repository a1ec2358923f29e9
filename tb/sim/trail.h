// The transitions of a run as a replay (replay.h): so that what a run at random came upon can be played again
// one by one, shortened, and changed.
#ifndef COHGEN_TB_SIM_TRAIL_H
#define COHGEN_TB_SIM_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/plan.h"

typedef struct cg_trail cg_trail;

cg_trail *cg_trail_new(const char *path, const cg_plan *plan); // NULL: cannot be written, see errno
void cg_trail_step(cg_trail *t, const uint32_t *trace);        // once a cycle
// Ends the file. `what`: its "what". False: it could not be written. NULL is allowed.
bool cg_trail_close(cg_trail *t, const char *what);

#endif

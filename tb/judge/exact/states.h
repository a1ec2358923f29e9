// Looks for a way of the machine (machine.h) through a whole trace.
#ifndef COHGEN_TB_JUDGE_EXACT_STATES_H
#define COHGEN_TB_JUDGE_EXACT_STATES_H

#include "effort.h"
#include "machine.h"

typedef enum cgj_found {
    CGJ_FOUND,    // a way to the end
    CGJ_NO_WAY,   // all states were looked at: the machine has none
    CGJ_GIVEN_UP, // the steps or the memory allowed are used up
} cgj_found;

#define CGJ_ALL_STATES UINT32_MAX

// Takes on `width` states together, 1 or more (CGJ_ALL_STATES: level by level, in the least memory), and
// spends at most `steps` (0: as many as the effort still has).
cgj_found cgj_states_search(const cgj_machine *m, cg_judge_effort *effort, uint64_t steps, uint32_t width);

#endif

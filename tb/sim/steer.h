// Steering: what the harness does to a design that was built with COHGEN_STEER, beyond what its ports allow.
// It can hold back every port of every controller (messages sender by sender), have a line evicted, and let a
// timer tick; and it can hold the clock and let it go on. Events that it lets through take the same way as
// all others.
//
// The vector goes to the design once a cycle; cg_machine_plan.steer says what lies where. With all bits 0 the
// design behaves as without steering. Used by replays (replay.h) and, at random, by any run (cg_steer_shake).
#ifndef COHGEN_TB_SIM_STEER_H
#define COHGEN_TB_SIM_STEER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "plan/plan.h"
#include "touched.h"

typedef struct cg_steer cg_steer;

// Nothing is held at first. `plan` must outlive it.
cg_steer *cg_steer_new(const cg_plan *plan);
void cg_steer_free(cg_steer *s); // NULL is allowed
// cg_plan.steer_bits bits in 32-bit words, little end first: controllers as in the trace.
const uint32_t *cg_steer_vector(const cg_steer *s);

// What the clock counts since the reset (cohgen_steer_clock.sv): wraps and all.
//
//     edge       n-3        n-2        n-1         n
//     vector  _____/---v(n-3)--\/---v(n-2)--\              given to the design behind the edge, taken by the
//     next clock                     \/--cg_steer_time()-\      in the cycle of which the trace at edge n
//     tells
//
// Once a cycle, before the vector of this cycle is made; the first time in the first cycle after the reset.
void cg_steer_next(cg_steer *s);
uint64_t cg_steer_time(const cg_steer *s);
// In this cycle: the clock counts one up.
void cg_steer_tick(cg_steer *s);

// Everything that can be held, on or off, the clock too; and no eviction or tick wanted.
void cg_steer_all(cg_steer *s, bool hold);
// One bit of slot `slot` (plan.h), 0 if the slot has one. A machine that has no such slot: nothing happens.
void cg_steer_set(cg_steer *s, int machine, int node, const char *slot, unsigned bit, bool on);
// In this cycle: ask the controller to evict the line at `addr`. It does so if the line is there and not in
// an MSHR entry.
void cg_steer_evict(cg_steer *s, int machine, int node, uint64_t addr);

// In this cycle: the entry that the controller's store buffer has for the line at `addr` is wanted out,
// before all others.
void cg_steer_drain(cg_steer *s, int machine, int node, uint64_t addr);

// Of the deferred requests that are handed back, take only one for the line at `addr`, of sender `src` (0: a
// core's), and of thread `tid` (-1: any); and only an alarm of that line.
void cg_steer_want(cg_steer *s, int machine, int node, uint64_t addr, int src, int tid);

// At random, once a cycle, in place of the above: of each sender's messages at each port, and of each
// controller's deferred requests, `hold` percent of the time they are held (0..90), thrown anew after 1 to
// `longest` cycles; and `evict` times in 1000 cycles (0..500) a line of `lines` (addresses) is evicted
// somewhere.
typedef struct {
    unsigned hold, longest, evict;
} cg_shaking;

void cg_steer_shake(cg_steer *s, cg_rng *rng, uint64_t cycle, const cg_shaking *how, const cg_touched *lines);

#endif

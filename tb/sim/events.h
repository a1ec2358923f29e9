// What a run does that costs energy, counted from the trace, as the rules of the table say it (traffic.h
// counts which fire). Needs the trace, not the golden models.
//
// note [events]: an access of a controller is a transition of it that is about a line, unless that only waits
// (stall). Controllers with a core port are first levels, all others are behind them.
//
//     l1_hits       a core's operation that is served where it is asked for: no message, no waiting entry
//     l1_misses     ... that sends a message or takes or joins an entry
//     l1_others     accesses of a first level for other reasons: messages, evictions
//     local_hits    a core's operation that its local memory serves, as l1_hits
//     local_misses  ... that its local memory does not serve, as l1_misses
//     local_others  accesses of local memories for other reasons: messages
//     l2_accesses   accesses of all other controllers
//     store_buffer  stores and atomics that go into a store buffer, and lines that leave it
//     flits         crossings of a crossbar by one flit
//     memory        messages to memory: lines that are read, lines that are written
//
// A store that goes into a store buffer is an access of the first level, too: its line is looked for there.
#ifndef COHGEN_TB_SIM_EVENTS_H
#define COHGEN_TB_SIM_EVENTS_H

#include <json-c/json.h>

#include "traffic.h"

// X(name)
#define CG_ENERGY_EVENTS(X)                                                                                  \
    X(l1_hits)                                                                                               \
    X(l1_misses)                                                                                             \
    X(l1_others)                                                                                             \
    X(local_hits)                                                                                            \
    X(local_misses)                                                                                          \
    X(local_others)                                                                                          \
    X(l2_accesses)                                                                                           \
    X(store_buffer)                                                                                          \
    X(flits)                                                                                                 \
    X(memory)

typedef struct {
#define X(name) uint64_t name;
    CG_ENERGY_EVENTS(X)
#undef X
} cg_energy_events;

cg_energy_events cg_events_of(const cg_plan *plan, const cg_traffic *t);
// "events": {"l1_hits": 12, ...}
void cg_events_report(const cg_plan *plan, const cg_traffic *t, json_object *report);

#endif

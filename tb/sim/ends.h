// What reaches the two ends of a system, counted from the trace: caches that cores attach to, and the homes
// with the memory behind them. Papers compare systems of different levels by this.
//
// note [ends]: of messages over crossbars, one copy for each receiver, each of whole bytes, without flits:
//
//     l1_bytes      arrive at controllers with a core port
//     l1_data       ... in messages with a line, part of one or a word: all others are control
//     home_bytes    between homes and all other controllers, in both directions
//     home_writes   messages, not bytes: with a line, part of one or a word, that arrive at homes: what is
//                   written through or back; atomics are none of them
//     memory_writes messages, not bytes: lines to memory
//
// A controller that is alone in its cluster with another one is its neighbour, as a write cache beside a read
// cache: what they say to each other crosses nothing that is shared, and is in none of these.
#ifndef COHGEN_TB_SIM_ENDS_H
#define COHGEN_TB_SIM_ENDS_H

#include <json-c/json.h>

#include "traffic.h"

// X(name)
#define CG_ENDS(X) X(l1_bytes) X(l1_data) X(home_bytes) X(home_writes) X(memory_writes)

typedef struct {
#define X(name) uint64_t name;
    CG_ENDS(X)
#undef X
} cg_ends;

cg_ends cg_ends_of(const cg_plan *plan, const cg_traffic *t);
// "ends": {"l1_bytes": 1200, ...}
void cg_ends_report(const cg_plan *plan, const cg_traffic *t, json_object *report);

#endif

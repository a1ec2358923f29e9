// What a run sends and which rules it fires, counted from the trace records (plan.h): how many messages of
// each kind, how many flits they are on the networks between controllers, and the counters that the table
// names. Needs the trace, not the golden models.
//
// note [flits]: a message is packed for itself, not as wide as its lane: its type (bits of the lane's),
// sender and receiver, then what it has of byte address and thread, its own fields, and its payload (word and
// byte mask; the same with operation and comparand; a whole line; a mask of bytes, and those of them that are
// stores). Where blocks are words a message about a line has a mask of words, and only these are its payload.
// That many bits are cut into flits, the last one filled up. To several receivers it is sent several times.
// The links to memory are not counted here.
#ifndef COHGEN_TB_SIM_TRAFFIC_H
#define COHGEN_TB_SIM_TRAFFIC_H

#include <json-c/json.h>
#include <stdint.h>
#include <stdio.h>

#include "plan/plan.h"

typedef struct cg_traffic cg_traffic;

// `plan` must outlive it. flit_bytes: 1 and up.
cg_traffic *cg_traffic_new(const cg_plan *plan, unsigned flit_bytes);
void cg_traffic_free(cg_traffic *t); // NULL is allowed

// One cycle; `trace` as for cg_lockstep_step().
void cg_traffic_step(cg_traffic *t, const uint32_t *trace);

// note [atomics' traffic]: a core asks for an atomic in this line: messages about the line count as atomics'
// from now on, whatever they are for. Those without an address count as data's.
void cg_traffic_atomic(cg_traffic *t, uint64_t addr);

// How often a rule has fired; copies of a message, one for each receiver; flits on the crossbars.
uint64_t cg_traffic_fired(const cg_traffic *t, int machine, int rule);
uint64_t cg_traffic_sent(const cg_traffic *t, int msg);
uint64_t cg_traffic_bytes(const cg_traffic *t, int msg); // of these copies, each of whole bytes
uint64_t cg_traffic_flits(const cg_traffic *t);

unsigned cg_traffic_bits(const cg_plan *plan, int msg); // of one message, as above, with a whole line

//     "traffic": {"flit_bytes": 32, "flits": {"request": 90, "forward": 0, "response": 50, "data": 210,
//       "total": 350}, "of_atomics": 40, "of_data": 310, "messages": [{"name": "GETS", "net": "req", "class":
//       "request", "bits": 78, "flits_each": 1, "count": 90, "flits": 90}, ...]},
//     "counters": {"expired_reads": 3, ...}
//
// "flits_each" is with a whole line, "flits" what all of them had.
// "data" are messages with a line or bytes of one, whatever their class; the others are counted by class.
// Only messages between controllers over a crossbar are in "flits".
void cg_traffic_report(const cg_traffic *t, json_object *report);
void cg_traffic_print(const cg_traffic *t, FILE *out);

#endif

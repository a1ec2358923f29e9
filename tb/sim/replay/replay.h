// Replays: an exact interleaving of the table's transitions, played on a steered model (steer.h). So a
// violation that an exhaustive check of the table found is looked for in the hardware.
//
// The file (JSON):
//
//     { "protocol": "NAME", "what": "data value: ...",            why it was written; for people, may be left
//     out
//       "point": {"cores": 2, "ts_bits": 4, ...},                the design point; every member must hold
//       "steps": [
//         {"rule": "rcc.l1.I.store", "machine": "l1", "node": 1, "event": "store", "line": 0, "thread": 0,
//         "value": 1},
//         {"rule": "rcc.l2.V.GETS.3", "machine": "l2", "node": 0, "event": "GETS", "from": 0, "line": 0},
//         {"rule": "rcc.l1.IV.load", "machine": "l1", "node": 0, "event": "load", "line": 0, "thread": 1,
//          "replayed": true},
//         {"rule": "rcc.l1.tick", "machine": "l1", "node": 0, "event": "tick"}, ... ]}
//
// Every step is one transition, and their order is the exact order over the whole system.
//
//   rule, machine, node, event   which transition, at which controller
//   line      number of the line: its byte address is line * line_bytes. Needed for core events, evictions,
//             alarms and the memory's answers; elsewhere, if given, it is compared
//   thread    core events: thread of that core. Elsewhere, if given, it is compared where the event has one
//   value     store: the word written; atomic, which is a swap: the word it leaves. Default: the step's
//             number
//   word, mask  core events: which word of the line (default 0), and which of its bytes a store writes
//             (default 15, all)
//   marks     core events: the set of marks of the operation (bit k: the k-th of the model), as far as rules
//   read
//             them (default 0)
//   from      messages: number of the controller that sent it (default 0): the oldest one it sent there on
//             that lane
//   replayed  the event is a request that was deferred (merge) and handed back (replay)
//   clock     what the clock shows: it goes on to there before the step. Default: it stands still
//
// The wrap of the clock is a step of each controller that hears of it, one behind the other, in the order of
// the trace (machine by machine): before them the clock goes on to its end, and begins anew. Nothing else
// makes it begin anew, if any controller hears of it.
//
// A core event puts the request to the core port, unless it was deferred ("replayed"), or a step before has
// left it where it was (a rule that does something and stalls), or it is of the same request as a step
// before: a release, an operation and an acquire of a thread (note [requests] in requests.c).
//
// note [one at a time]: how a step is played. All ports of all controllers are held, timers and the clock
// stand still, and the memory answers nothing. If the clock has to go on it does so by one every
// CG_REPLAY_PULSE cycles, or as slowly as by itself, if that is slower: tables rely on what has happened in a
// round of it. The step's port is let go for one cycle, and again every CG_REPLAY_PULSE cycles, until a trace
// record comes: a port gives one event a cycle, and the record is there before the next pulse. So a pulse
// makes one transition or none (the message is still on its way; the event has to wait).
#ifndef COHGEN_TB_SIM_REPLAY_REPLAY_H
#define COHGEN_TB_SIM_REPLAY_REPLAY_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "plan/plan.h"
#include "programs/program.h"
#include "sim/ports.h"
#include "sim/steer.h"

typedef struct cg_replay cg_replay;

enum { CG_REPLAY_PULSE = 8 };

// Reads `path` for the design of `plan`, which must outlive it. NULL, and one problem in `err` ("FILE: error:
// ..."), if it cannot be read, is no replay, or is of another protocol or design point.
cg_replay *cg_replay_load(const char *path, const cg_plan *plan, char *err, size_t err_size);
void cg_replay_free(cg_replay *r); // NULL is allowed

// `log`: where to say what happens step by step; NULL: nowhere.
void cg_replay_begin(cg_replay *r, cg_steer *steer, cg_axi_port *const *ports, FILE *log);

// Once a cycle, with the trace of this cycle, before the cores are driven. True while steps are left to be
// played and the hardware follows.
bool cg_replay_step(cg_replay *r, const uint32_t *trace, uint64_t cycle);

// What a thread does: its requests, each when its step comes. `thread`: of all, core * threads + number.
void cg_replay_thread(cg_replay *r, cg_thread *t, int thread);

// Byte address of the highest line that no step names: for what threads do behind the steps, beside their
// program. (A program without data races has none with words of its own.)
uint64_t cg_replay_unnamed(const cg_replay *r);

const char *cg_replay_lost(const cg_replay *r); // why the hardware did not follow; NULL: it does, or did

// The verdict; `reason`: why the run failed, NULL if it did not. The report's "replay": {"steps", "played",
// "verdict": "shown" (the hardware has a violation), "not shown" or "lost" (it did not follow)}.
void cg_replay_print(const cg_replay *r, const char *reason, FILE *out);
void cg_replay_report(const cg_replay *r, const char *reason, json_object *report);

#endif

// Emits a checked spec as a Murphi model, for rumur (Debian package rumur) or another Murphi checker: all
// controllers, cores, networks and the memory of one small design point, with the rules of the table as
// Murphi rules, and the invariants. docs/checking.md says what the model is and what it leaves out.
#ifndef COHGEN_GEN_MURPHI_H
#define COHGEN_GEN_MURPHI_H

#include <stdio.h>

#include "base/arena.h"
#include "check/promise.h"
#include "lang/spec.h"

typedef struct {
    int lines;     // addresses modelled, 1 to 16
    int values;    // 0: one marked store of a run (note [marked store]); N >= 2: every store writes any of N
    int queue;     // messages a lane holds from one sender to one receiver, 1 to 16
    bool cover;    // `cover "ID"` for each rule: how often did it fire
    bool liveness; // `liveness`: from every state the system can come to rest, so every request can complete
    bool grouped;  // one Murphi rule for each event instead of each rule of the table: several times as fast
    const struct cg_off *off; // events that do not happen (cg_bound.off), n_off of them
    int n_off;
    const cg_invariant *only; // cg_bound.only
    // What is checked. Its orders need `perform ... at`: without it values are not to be judged. Where it
    // forbids data races (note [races] of races.c) `values` is 0.
    cg_promise promise;
    int sync;         // of the lines, the last ones: their word is one of synchronization
    unsigned local;   // bit i: line i is one of a core's local memory, note [local lines] of local.c
    cg_beside beside; // which lines have other words of data
    cg_watched watch; // words of which kind are watched
    int words;        // blocks that make one line; 0 and 1: a line is a block. Note [lines of words]
    bool anything;    // note [anything] of races.c
    bool mapped;      // note [followed lines] of local.c
} cg_murphi_options;

// What a counterexample consists of, and how it maps back to the table (gen/explore/steps.c reads
// it):
//   * the name of each Murphi rule is a rule id of the table ("rcc.l1.V.load.1"). With `grouped` it is
//   machine
//     and event ("l1.load"), or the lane whose first message is taken ("resp_l2_l1"): which rule of the table
//     the event met follows from the state before, by the guards. " (deferred)" is behind it where the event
//     is a deferred message that was handed back.
//   * the parameters of its rulesets are, as far as the rule needs them and in this order: node (the
//     controller), src (the sender of the message), line, thread, word (value that a store or an atomic
//     writes). Of an event without a parameter `line` the line and thread are those of the message taken:
//     first of its lane, as the state shows.
//   * where rumur's symmetry reduction makes controllers, threads or values interchangeable it names them by
//     their type ("l1_id_0"); else they are numbers. Both count from 0.
//   * text of `error`: "KIND: DETAIL", KIND one of "impossible" (DETAIL: rule id), "data value", "epoch",
//     "fit", "below zero", "at most" (DETAIL: message), "table" (DETAIL: rule id: what of its verbs cannot
//     be). Invariants have their name, liveness is "progress".
// The spec must come from cg_spec_read(); the text is the same for the same input. Never fails; write errors
// are left in `out` (ferror).
// What the names of requests that are deferred from a lane begin with: "l2", and "l2_req_l1_l2" in a machine
// that defers those of several lanes. NULL: none of this lane is deferred.
const char *cg_murphi_deferred(cg_arena *arena, const cg_spec *spec, int channel);
// Are they known by their line, beside sender and thread: "l3_deferred[to][from][thread][line]"?
bool cg_murphi_by_line(const cg_spec *spec, int channel);

// Is such a request known by the core that asks, too? Its parameter `asker` is that.
bool cg_murphi_by_asker(const cg_spec *spec, int channel);
void cg_murphi_emit(const cg_spec *spec, const cg_murphi_options *o, FILE *out);

#endif

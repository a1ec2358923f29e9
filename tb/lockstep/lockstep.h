// Golden model 2, the lockstep interpreter: every transition that the hardware fires is fired again here, on
// a shadow of the whole system that is made from the table alone, and the two must agree in every bit.
//
//     hardware   trace records, one a controller and cycle --.
//     harness    requests that the cores' ports accept ------+--> cg_lockstep --> violations, coverage,
//     harness    the memory's first contents ----------------'                    perform events
//
// The shadow holds, for every controller, its registers and, by line address, each block's state, line
// fields, MSHR fields and data bytes; the requests deferred by `merge`; for every pair of controllers the
// messages under way; the requests of the cores; and the memory. A record is not believed in anything that
// the shadow can know.
//
// What a record must get right. The names are those of the slots of cg_plan.machines[m].trace.
//
//     rule            of the line's state and the event, the first rule whose guard holds in the shadow
//     addr, tid, src  the event: equal to the oldest message between the two controllers on that channel, or
//       and in.*      to a request that the core issued, or, with replay = 1, to a request that was deferred
//       and
//                     handed back. Evictions, timers and drains are the hardware's own choice; but the line
//                     must be there, the timer switched on, and the store buffer must have an entry for the
//                     line
//     state           afterwards; not of events without a line
//     line.*          afterwards, if the line has a way; not the fields that the same rule sweeps
//     mshr.*          afterwards, if the line has an MSHR entry; not the fields that the same rule flashes
//     reg.*           afterwards
//     thread.*        afterwards, if the event has a thread
//     buffer.*        afterwards, if the line has an entry in the store buffer
//     out.<lane>.*    whether the lane is used, and then type, receivers, address, thread, fields and
//     payload;
//                     not the slots that this message has no use for, nor the thread where the event has
//                     none, nor the receivers on a ring: there is one neighbour, and the message is awaited
//                     there
//     resp.*          whether the core is answered, which thread, and with what word if there is one
//
// note [lockstep order]: when things must be told to the model.
//
//   * cg_lockstep_step() is called once a cycle, before the cg_lockstep_core_request() calls for what the
//   ports
//     accept in that cycle: a request is reported in a later cycle than it is accepted in.
//   * Records of one cycle are taken machine by machine. One whose message is not under way yet waits until
//   the
//     others of its cycle are done.
//   * Messages between two controllers arrive in the order in which they were sent on the channel. A memory's
//     answers may overtake each other; for one line they may not. A read of the memory sees what earlier
//     records wrote back, and what it will bring is settled when it is sent.
//   * Mere stalls are not reported. A stall that does something is, and leaves its event where it was.
//
// Example: a load that misses, in RCC.
//
//     cycle 10  the harness: cg_lockstep_core_request(ls, 0, &(cg_core_request){.tid = 3, .op = CG_LOAD,
//               .addr = 0x1044})
//     cycle 12  record of l1[0]: rule = rcc.l1.I.load, addr = 0x1044, tid = 3, state = IV, line.exp = 0,
//               mshr.pending = 1, out.0.valid = 1, out.0.type = GETS, out.0.dst = 2 (bit 1: l2[1] is its
//               home), out.0.addr = 0x1044, out.0.tid = 3, out.0.now = reg.now, ..., resp.valid = 0
//     cycle 17  record of l2[1]: rule = rcc.l2.V.GETS.2, src = 0, addr = 0x1044, tid = 3, in.now = what l1[0]
//               sent, ..., out.3.valid = 1, out.3.type = DATA, out.3.line = the line
//     cycle 22  record of l1[0]: rule = rcc.l1.IV.DATA, src = 1, in.line = the line, state = V, line.exp =
//               in.exp, resp.valid = 1, resp.tid = 3, resp.data = the second word of the line
//
// A violation is text, one for each record that is wrong:
//
//     lockstep: cycle 22: l1[0] fired rcc.l1.IV.DATA for address 0x1044, thread 3, from l2[1]
//       rule: in IV on DATA: ... next V
//       slot                    table says              hardware did
//       state                   V                       IV
//       line.exp                2057 (0x809)            9
//
// After a wrong record the shadow goes on as the table says, so that what follows is often only a
// consequence: trust the first.
#ifndef COHGEN_TB_LOCKSTEP_LOCKSTEP_H
#define COHGEN_TB_LOCKSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "interp/perform.h"
#include "plan/plan.h"

typedef struct cg_lockstep cg_lockstep;
struct cg_coverage;

// One violation. `text` is as above: some lines, each ended; valid during the call. If has_addr, `addr` is
// the byte address that the event was about: for cg_lockstep_print_history(), which may be called from here.
typedef void cg_violation_fn(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr);

typedef struct {
    cg_perform_fn *perform;     // may be NULL
    cg_violation_fn *violation; // NULL: print to standard error
    void *ctx;                  // first argument of both
    int max_violations;         // cg_lockstep_step() does nothing more after so many; 0: 10
    uint64_t inputs;            // bit i: spec->inputs[i]
    int history;                // transitions kept for cg_lockstep_print_history(); 0: 4096
} cg_lockstep_config;

// `config` may be NULL: all defaults. `plan` must outlive the model. Ends the program if there is no memory.
cg_lockstep *cg_lockstep_new(const cg_plan *plan, const cg_lockstep_config *config);
void cg_lockstep_free(cg_lockstep *ls);

// First contents of the memory, `n` bytes from `addr`; what is not set is 0. Before the lines are fetched.
void cg_lockstep_init_memory(cg_lockstep *ls, uint64_t addr, const void *bytes, size_t n);

// A request that a core's port accepted.
typedef struct {
    unsigned tid;             // 0 .. threads-1; a thread has at most one request in flight
    cg_core_op op;            // of a command CG_COMMAND and up
    uint64_t addr;            // byte address
    uint32_t data;            // store: the word; atomic: the operand
    unsigned mask;            // store: bit i writes byte i of the word
    unsigned aop;             // atomic: cg_amo_op of program.h
    uint32_t compare;         // atomic: what compare-and-swap compares with
    unsigned order;           // its marks, where the core ports have them: bit 0 acquire, bit 1 release
    const uint64_t *operands; // that it brings: by operand of the spec; NULL: none
} cg_core_request;

// core: 0 .. cores-1, which is the number of its controller. A request of a thread that was not answered yet
// is a violation. Where the core ports have order logic (spec->has_order) its release, the operation and its
// acquire are three transitions (shadow.h, note [order phases]), and it is answered after the last. A fence
// of a table without rules for it: no rule fires.
void cg_lockstep_core_request(cg_lockstep *ls, int core, const cg_core_request *request);

// What the clock counts since the reset, in the cycle of which the next trace tells; for a user who can
// hold it (steer.h). Not said: it runs by itself from the reset on.
void cg_lockstep_time(cg_lockstep *ls, uint64_t ticks);

// One cycle. `trace` has plan->trace_bits bits in 32-bit words, little end first: the records of all
// controllers, machine by machine, controller by controller, first lowest. Bits above may have any value.
// Returns the number of violations so far: 0 is fine.
int cg_lockstep_step(cg_lockstep *ls, const uint32_t *trace, uint64_t cycle);

// The end of a run in which everything should have come to rest: a message still under way, a request
// deferred or not answered, or an MSHR entry in use is a violation (one, with all of them). Returns the
// number in all.
int cg_lockstep_finish(cg_lockstep *ls);

// The same for people, at any time: what the shadow holds that is not done.
void cg_lockstep_print_pending(cg_lockstep *ls, FILE *out);

int cg_lockstep_violations(const cg_lockstep *ls);
uint64_t cg_lockstep_transitions(const cg_lockstep *ls); // records looked at so far

// What the shadow holds. For the tables of a walkthrough:
//
//     cg_lockstep_peek(ls, "l1", 0, "reg", "now", 0, &v)           register now of l1[0]
//     cg_lockstep_peek(ls, "l2", 1, "line", "ver", 0x1040, &v)     line field; false if the line has no way
//     cg_lockstep_peek(ls, "l1", 0, "mshr", "pending", 0x1040, &v) false if the line has no MSHR entry
//     cg_lockstep_peek(ls, "l1", 0, "buffer", "round", 0x1040, &v) false if the line has no entry there
//     cg_lockstep_peek(ls, "l1", 0, "state", NULL, 0x1040, &v)     index into the machine's states
//     cg_lockstep_peek(ls, "l2", 1, "data", NULL, 0x1044, &v)      the word; false if the line has no way
//
// A line that is nowhere in the cache is in state 0. False also for names and numbers that do not exist.
bool cg_lockstep_peek(cg_lockstep *ls, const char *machine, int node, const char *space, const char *field,
                      uint64_t addr, uint64_t *value);

// The shadow itself (shadow.h), for a user who compares with it. Belongs to the model.
struct cg_shadow *cg_lockstep_shadow(cg_lockstep *ls);

// Rules fired and guards toggled so far (coverage.h). Belongs to the model.
const struct cg_coverage *cg_lockstep_coverage(const cg_lockstep *ls);

// The latest transitions of one line, oldest first, as a message-sequence chart in text: controllers are
// columns, the memory is the last. Events at these controllers that change all lines or all MSHR entries are
// shown too. "!" marks a record that was wrong.
//
//        cycle l1[0]                     l2[1]                     memory
//           12 load t3  I>IV             |                         |
//              |+--GETS---------------->|                         |
//           17 |                         GETS t3  I>IV             |
//              |                         |+--FETCH-------------->|
void cg_lockstep_print_history(const cg_lockstep *ls, uint64_t addr, FILE *out);

#endif

// Inside the random walk: the walker, and the cores that it plays.
#ifndef COHGEN_TB_WALK_PARTS_H
#define COHGEN_TB_WALK_PARTS_H

#include "base/rng.h"
#include "interp/ideal.h"
#include "interp/shadow.h"
#include "judge/consistency.h"
#include "lang/command.h"
#include "programs/episodes.h"
#include "walk.h"

// An operation of a thread: what was asked, what took effect, what was answered.
typedef struct {
    bool asked, performed, answered;
    cg_request request;
    uint64_t since; // the step when it was asked
    uint32_t value; // that it returned where it took effect
    uint32_t data;  // that the core was answered with
    uint64_t spins; // note [seen]: operations answered; [contest]: asked
    bool saw;       // ... and the value was seen
    bool done;      // its program is over
} walk_operation;

typedef struct {
    const char *rule;
    int node;
    uint64_t addr;
    uint32_t tid;
    bool block, thread; // what of these it has
} walk_event;

typedef struct walk_locks walk_locks;       // locks.c
typedef struct walk_memories walk_memories; // local.c

enum { WALK_HISTORY = 64 };

typedef struct {
    const cg_plan *plan;
    const cg_spec *spec;
    const cg_model *model; // that is promised
    const cg_walk_options *options;
    cg_walk_result *result;
    cg_shadow *shadow;
    cg_consistency_checker *checker; // NULL: values are not judged
    cg_ideal *ideal;                 // NULL: the table itself answers its loads
    cg_rng rng;
    walk_operation *operations; // by core * threads + tid
    int n_threads, in_flight;
    unsigned commands;        // of 100 operations: so often a thread asks for one of the table's before it
    bool asks[CG_N_CORE_OPS]; // every core may ask for it; of fences: some core's table has rules for them
    int **alarms;             // by machine: its alarms' events, CG_NONE behind the last
    uint64_t left, step;      // operations still to ask
    // What was drawn for this walk:
    uint64_t lines, words, loads, stores; // loads and stores of 100
    uint64_t fences;                      // likewise, before these; only where the table has rules for them
    unsigned evict, tick, time;           // of 1024 steps; time: the clock goes on
    unsigned drain;    // likewise: an entry of a store buffer leaves though nobody wants it
    uint64_t progress; // the step in which an operation was answered last
    bool race_free;    // the model forbids data races: the threads run programs without any, or with. One of:
    cg_episodes *episodes;
    walk_locks *locks;
    walk_memories *memories; // NULL: cores have no local memory
    bool racy;               // note [races]
    bool made_room;          // for the event that is taken: a line was told to go
    bool newest;             // the last message goes first, where the table counts on no order
    uint8_t slow_drains;     // 0, or entries that are wanted out leave once in so many times
    bool hurries;            // a request has waited long: no lane is slow, note [fair]
    uint8_t *slow;           // by queue: 0, or it moves once in so many times
    cg_packet *bare;         // for events without a packet
    uint32_t next_value;
    bool spinning;           // the last part, note [seen]
    int unseen;              // threads that still wait for the value
    unsigned home_evictions; // that homes have left
    bool contesting;         // after it, note [contest]
    uint64_t contest_ops;    // two bits a thread: what it asks
    int contest_threads;     // of each core take part so many
    int contest_place;       // among those that take part, of the core whose turn it is
    bool contest_apart;      // they store into lines of their own
    uint64_t contest_own;    // words that each stores into by turns
    walk_event history[WALK_HISTORY];
    uint64_t n_history;
} walk;

void walk_fail(walk *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline bool walk_failed(const walk *w) {
    return w->result->reason[0] != '\0';
}

// What may come next is counted, then one of them is drawn.
typedef struct {
    uint64_t seen;
    cg_cause cause; // of the one drawn so far
    int thread;     // or: this thread asks for something new
    int entry;      // or: this entry of the store buffer leaves; else CG_NONE
    int fifo;       // or: what is at the head of this fifo of the controller is offered; else CG_NONE
} walk_next;
bool walk_draw(walk *w, walk_next *l); // one more may come: is it the one, so far?
// The oldest message of the queue of this number, at the controller that it goes to.
cg_cause walk_arrival(const walk *w, int number);
void walk_step(walk *w); // one step: anything that may come, or an event that nobody sends

// An event that came by a queue or was deferred: what becomes of it by the table. A line is evicted, if it
// can be.
void walk_take(walk *w, cg_cause *c);
bool walk_take_event(walk *w, cg_cause *c); // likewise of any event; false: nothing happened, or a stall
void walk_evict(walk *w, int machine, int node, cg_block *b);
// Has the event that was taken just now had a line evicted, and may it take its way before any other comes? A
// draw; where many want one way, it might not come by it for very long else. The hardware holds such a way
// for the line that asked (`holds_ways`).
bool walk_may_take_way(walk *w);
void walk_take_own(walk *w, cg_event_kind kind); // an eviction of any line at any controller, or any timer
// The machine's event of this kind, which no packet brings, for the line of `addr`.
void walk_own(walk *w, int machine, int node, cg_event_kind kind, uint64_t addr);

// One of the controllers that have to take what the core asks for, of which this has the bit `side` (0, 1) of
// cg_shadow_sides().
static inline cg_controller walk_taker(const walk *w, int core, int side) {
    return cg_taker_at(w->spec, (uint64_t)core, side);
}
static inline bool walk_has_to_take(const walk *w, int core, uint32_t tid, int side) {
    return *cg_shadow_status_of(w->shadow, core, tid) == CG_WAITING &&
           cg_shadow_sides(w->shadow, core, tid) >> side & 1;
}

// -------------------------------------------------------------------------------- command.c: commands
void walk_draw_commands(walk *w); // draws how often they are asked for
// Does the thread ask for one now? Then it is in `q`, with operands of the table's lists.
bool walk_command_request(walk *w, cg_request *q);

// -------------------------------------------------------------------------- local.c: a core's local memory
void walk_find_memories(walk *w); // draws how much is asked of them
void walk_forget_memories(walk *w);
// Does the thread ask its core's memory for something now? Then it is in `p`.
bool walk_local_request(walk *w, int thread, cg_packet *p);
// It had asked for this, and is answered.
void walk_local_answered(walk *w, int thread, const cg_request *q, uint32_t data);

// -------------------------------------------------------------------------------- drain.c: the store buffers
// From entry `from` on, the next one that the buffer wants out; CG_NONE: none.
int walk_due(const walk *w, int machine, int node, uint32_t from);
void walk_drain(walk *w, int machine, int node, uint32_t i); // entry i leaves, if its rule lets it
bool walk_drain_first(walk *w, int machine, int node); // that which the hardware would take; false: none left
void walk_drain_any(walk *w);                          // any of some controller, wanted or not
// What is at the head of a controller's fifo is offered, if it is then; false: it stays.
bool walk_head(walk *w, int machine, int node, int fifo);
bool walk_heads(walk *w, int machine, int node); // likewise of each of its fifos; false: all stay

// ------------------------------------------------------------------------------------- locks.c: note [locks]
void walk_program(walk *w); // draws what the threads do where races are forbidden
walk_locks *walk_locks_new(walk *w);
void walk_locks_free(walk_locks *l); // NULL is allowed
void walk_locks_next(walk *w, int thread, cg_packet *p);
bool walk_locks_wants(const walk *w, int thread); // it has to give a lock back
bool walk_takes_marked(const walk *w);            // loads that acquire, stores that release
void walk_locks_answered(walk *w, int thread, uint32_t value);

void walk_contest(walk *w); // contest.c: the last part

// Time passes, as if everything took longer: so many cycles, or one count of the clock if that is more, but
// at most up to the end of its round; there it wraps.
void walk_time(walk *w, uint64_t cycles);
// alarms.c
void walk_find_alarms(walk *w); // of the tables, once for a walk
void walk_forget_alarms(walk *w);
void walk_enter_alarms(walk *w, walk_next *l); // MSHR entries whose alarm is due
void walk_take_alarm(walk *w, cg_cause *c);
void walk_alarms(walk *w);                             // all that are due
void walk_alarms_once(walk *w, int machine, int node); // at this controller, each that is due at most once

// ----------------------------------------------------------------------------------------- core.c: the cores
void walk_perform(void *ctx, const cg_perform *p);
void walk_answered(walk *w, int core, uint32_t tid); // its last phase, note [order phases]
bool walk_wants(const walk *w, int thread);          // has it something left to ask?
void walk_issue(walk *w, int thread); // asks for something new, unless it has something in flight
void walk_spin(walk *w);              // begins the last part
bool walk_late(walk *w);              // true, and a failure: nobody is answered any more

#endif

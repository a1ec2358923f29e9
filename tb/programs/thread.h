// Hardware threads as coroutines, and the cores that issue for them.
//
// A scheduler has all threads of a system. A thread runs until it needs the memory, then its request waits at
// its core; each cycle every core offers one request to the design (a request once offered stays until it is
// accepted), and an answer runs the thread on to its next request. A thread may ask for several operations
// before it waits for one (program.h: cg_begin()); `tid` is then the number of a request, thread * slots +
// slot. Nothing here knows where the memory is: the simulation and the functional backend below drive it the
// same way:
//
//     cg_scheduler_tick(scheduler, cycle);              // wakes threads that paused
//     r = cg_scheduler_offer(scheduler, core, &tid);    // what the core drives in this cycle
//     cg_scheduler_accepted(scheduler, core);           // the design took it
//     cg_scheduler_answer(scheduler, core, tid, data);  // the design answered: the thread runs
#ifndef COHGEN_TB_PROGRAMS_THREAD_H
#define COHGEN_TB_PROGRAMS_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/sparse.h"
#include "lang/model.h"
#include "lang/request.h"
#include "lang/spec.h"
#include "program.h"
#include "scatter.h"

enum { CG_MAX_THREADS = 64 }; // hardware threads a core can have

typedef struct {
    int cores;
    int threads; // in use on each core, 1..CG_MAX_THREADS; they have tids 0..threads-1
    int slots;   // operations of one thread in flight, 1..CG_MAX_SLOTS; 0: 1
    uint64_t seed;
    bool random_order;    // a core picks any ready thread, not the next in turn
    bool fences;          // cg_fence() is an operation; else it is nothing
    bool no_races;        // the model forbids them: cg_sync_ld() and cg_sync_st() synchronize
    bool sync_loads;      // then: core ports take loads that do, else such loads are atomics
    bool sync_stores;     // likewise
    unsigned final_marks; // of cg_ld_final()
    unsigned local_marks; // of CG_WITH_CORE
    unsigned relaxed_marks[CG_N_RELAXED];
    const cg_spec *commands;   // a table with some, NULL: without
    unsigned often;            // then: of 100 operations before which a thread asks for one, at random
    const cg_scatter *scatter; // where the addresses lie that programs ask for; NULL: where they say
    unsigned delay_max;        // each request waits 0..delay_max cycles before it may be issued, at random
    // What cg_result_used() says goes there; NULL: to nobody.
    void (*used)(void *ctx, uint32_t result, bool used);
    void *ctx;
} cg_scheduler_options;

// Latencies of one kind of operation, in cycles from acceptance to answer.
enum { CG_LATENCY_BUCKETS = 24 };
typedef struct {
    uint64_t count, sum, min, max;
    uint64_t bucket[CG_LATENCY_BUCKETS]; // bucket i: latencies of 2^(i-1) < n <= 2^i cycles; 0: of 0 or 1
} cg_latency;

// note [SC stalls]: a thread issues its next operation when the one before is answered; that is how
// sequential consistency is kept at the core (rcc.txt: sections I and III-A). Had it no order to keep, it
// could issue in the cycle after that one's acceptance. So an operation stalls the next one for its whole
// latency, from acceptance to answer, if the thread asks for the next one in the very cycle of the answer,
// and if it is no hit: answered later than CG_QUICK cycles after its acceptance. What follows a pause of the
// program stalled for the program. Data dependences are not known here: a load whose value the next operation
// needs counts as well, as in the paper's 'naive SC', where any later memory operation waits.
// A first-level hit is answered after 2 cycles, later by what stands before it in the port's queue of four or
// is tried again; the nearest home answers after 10.
enum { CG_QUICK = 8 };

typedef struct {
    uint64_t count, cycles; // operations that stalled the next one of their thread, and for how long
} cg_stall;

typedef struct {
    cg_latency latency[CG_N_CORE_OPS]; // by cg_core_op
    uint64_t quick[CG_N_CORE_OPS],
        quick_cycles[CG_N_CORE_OPS]; // of these, answered within CG_QUICK cycles: hits, as the port sees it
    cg_stall stall[CG_N_CORE_OPS];   // by the operation that is waited for
    uint64_t issue_wait;             // sum of cycles from a thread's request to its acceptance
    uint64_t core_cycles;            // of all cores, while some of their threads are not done
    uint64_t core_stalled; // of these, with nothing to issue because every thread that is not done waits
} cg_scheduler_stats;

// What a program's operations say under this model: the members ..._marks.
void cg_scheduler_marks(cg_scheduler_options *o, const cg_model *m);

typedef struct cg_scheduler cg_scheduler;
typedef void cg_body(cg_thread *t, void *arg);

cg_scheduler *cg_scheduler_new(const cg_scheduler_options *o);
void cg_scheduler_free(cg_scheduler *c); // NULL is allowed

// Gives a body to all threads, or to one (numbered as cg_tid()). They run up to their first request at the
// next cg_scheduler_tick(). A thread can be started again once it is done.
// note [raw request]: asks for q as it is, for workloads that make up requests.
uint32_t cg_ask(cg_thread *t, const cg_request *q);
// Likewise; its address has been scattered before.
uint32_t cg_ask_there(cg_thread *t, const cg_request *q);
// As cg_ask_there(), and goes on: nobody waits for the answer.
void cg_post_there(cg_thread *t, const cg_request *q);
// As cg_ask(), and goes on: cg_await() waits for the answer.
cg_ticket cg_begin(cg_thread *t, const cg_request *q);
// As cg_begin(), and nobody waits for the answer.
void cg_post(cg_thread *t, const cg_request *q);
// What its scheduler was made with.
const cg_scheduler_options *cg_options_of(const cg_thread *t);

void cg_scheduler_start(cg_scheduler *c, cg_body *body, void *arg);
void cg_scheduler_start_one(cg_scheduler *c, int tid, cg_body *body, void *arg);
bool cg_scheduler_busy(const cg_scheduler *c); // some thread is not done
bool cg_scheduler_due(const cg_scheduler *c);  // some request is offered, or accepted without an answer
// The oldest such request, its thread's core in *core and the cycle it was made in *since; NULL: none. Slow.
const cg_request *cg_scheduler_oldest(const cg_scheduler *c, int *core, uint64_t *since);

void cg_scheduler_tick(cg_scheduler *c, uint64_t cycle);
const cg_request *cg_scheduler_offer(cg_scheduler *c, int core, int *tid); // NULL: nothing to issue
void cg_scheduler_accepted(cg_scheduler *c, int core);
// False if that thread waits for no answer.
bool cg_scheduler_answer(cg_scheduler *c, int core, int tid, uint32_t data);
// The request a thread waits for, valid before its answer; NULL: it waits for none.
const cg_request *cg_scheduler_waits_for(const cg_scheduler *c, int core, int tid);

const cg_scheduler_stats *cg_scheduler_stats_of(const cg_scheduler *c);
void cg_scheduler_forget(cg_scheduler *c);                     // they begin again, with nothing in flight
uint64_t cg_scheduler_operations(const cg_scheduler_stats *s); // answered: loads, stores and atomics
void cg_scheduler_print(const cg_scheduler *c, FILE *out);     // what each thread waits for, one line each

// The functional backend: runs all started threads against a memory that answers at once, one operation of a
// random core at a time, which is sequentially consistent. Returns false when `max_ops` did not suffice.
bool cg_scheduler_run(cg_scheduler *c, cg_sparse *memory, uint64_t max_ops);

#endif

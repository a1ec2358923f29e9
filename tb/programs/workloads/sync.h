// Synchronization that several workloads share. All of it is simulated code: loads, stores and atomics.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_SYNC_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_SYNC_H

#include "programs/workload.h"

// A poll: a read, again and again, of a word that another thread will change. By an atomic, as GPU programs
// do, or by a load (where races are allowed): a protocol whose readers may live in the past (leases) shows a
// load the old value until the lease has run out.
typedef enum { CG_POLL_ATOMIC, CG_POLL_LOAD } cg_poll_kind;

// Rows for a workload's options, of members `poll` and `interval`.
#define CG_OPTION_POLL                                                                                       \
    CG_CHOICE(poll, "atomic", "how a thread polls: atomic, load (where data races are allowed)", "atomic",   \
              "load")
#define CG_OPTION_INTERVAL(CYCLES) CG_NUMBER(interval, CYCLES, 0, 1u << 20, "cycles between polls")

// A row of a member `fences`, text, and its number.
#define CG_OPTION_FENCES(WEAK)                                                                               \
    CG_TEXT(fences, "",                                                                                      \
            "percent of operations that a fence comes before; none: " #WEAK                                  \
            ", or 0 if the model keeps all order")
uint64_t cg_opt_fences(cg_env *e, const char *fences, uint64_t weak);

static inline uint32_t cg_poll_from(cg_thread *t, cg_sync_scope scope, uint64_t addr, cg_poll_kind kind) {
    return kind == CG_POLL_LOAD ? cg_sync_ld_from(t, scope, addr)
                                : cg_amo_acquire_from(t, scope, CG_AMO_ADD, addr, 0, 0);
}

static inline uint32_t cg_poll(cg_thread *t, uint64_t addr, cg_poll_kind kind) {
    return cg_poll_from(t, CG_WITH_ALL, addr, kind);
}

// One attempt at a lock that is 0 when it is free. By loads it looks first: test and test-and-set.
static inline bool cg_try_lock(cg_thread *t, uint64_t addr, cg_poll_kind kind) {
    if (kind == CG_POLL_LOAD && cg_sync_ld(t, addr) != 0) return false;
    return cg_amo_acquire(t, CG_AMO_SWAP, addr, 1, 0) == 0;
}

// note [core barrier]: the threads of a core meet as a GPU's thread block does, by a barrier of the core
// itself. Nobody polls: those that came wait without an operation until the last one wakes them. So of a core
// one thread polls for all, and the others are woken by it. Each fences before and after. Where data races
// are forbidden the meeting has to be synchronization for the judge, too: each thread releases to a word of
// the core before it waits and acquires from it afterwards, by one atomic each.
typedef struct cg_core_barrier cg_core_barrier;

cg_core_barrier *cg_core_barrier_new(cg_env *e);
void cg_core_barrier_wait(cg_thread *t, cg_core_barrier *b); // all threads of the core must come

// A central barrier: an arrival counter and a generation, a line each. The threads of a core meet, the first
// counts for all, the last core moves the generation on, and the others' first threads poll it.
typedef struct {
    uint64_t count, generation; // addresses
    unsigned cores, interval;   // cycles between polls
    cg_poll_kind poll;
    cg_core_barrier *core;
} cg_barrier;

cg_barrier cg_barrier_new(cg_env *e, unsigned interval, cg_poll_kind poll);
void cg_barrier_wait(cg_thread *t, const cg_barrier *b); // all cg_threads() must come

// A fast barrier (S. Xiao, W. Feng, IPDPS 2010): the threads of a core meet, the first sets the core's flag
// and polls another one; thread 0 polls all the former and then sets the latter. Flags are a line each.
typedef struct {
    uint64_t line;              // bytes from one core's flag to the next
    uint64_t arrived, released; // addresses of core 0's
    unsigned cores, interval;   // cycles between polls
    cg_poll_kind poll;
    cg_core_barrier *core;
} cg_fast_barrier;

cg_fast_barrier cg_fast_barrier_new(cg_env *e, unsigned interval, cg_poll_kind poll);
// All threads must come, each with `round` 1, 2, 3, ...
void cg_fast_barrier_wait(cg_thread *t, const cg_fast_barrier *b, uint32_t round);

// Exponential backoff: `wait` is 1 at first, and doubles up to `most` cycles.
static inline void cg_back_off(cg_thread *t, unsigned *wait, unsigned most) {
    cg_pause(t, *wait);
    *wait = 2 * *wait > most ? most : 2 * *wait;
}

// A pause at random before another attempt, of less than `most` cycles (0: none). Without any, threads of a
// simulation can go around in step for good, and one of them never finds a lock free.
static inline void cg_stagger(cg_thread *t, uint64_t most) {
    if (most) cg_pause(t, (unsigned)(cg_rand(t) % most));
}

// The first of `n` items that belongs to part `i` of `parts` equal ones; part i is [first(i), first(i + 1)).
static inline uint64_t cg_share(uint64_t n, uint64_t parts, uint64_t i) {
    return n * i / parts;
}

#endif

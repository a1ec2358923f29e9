// Synchronization that several workloads share. All of it is simulated code: loads, stores and atomics.
#ifndef COHGEN_TB_WORKLOADS_SYNC_H
#define COHGEN_TB_WORKLOADS_SYNC_H

#include "../workload.h"

// Reads a word that another thread will change. By an atomic that adds 0, as GPU programs do, or by a load
// (where races are allowed): a protocol whose readers may live in the past (leases) shows a load the old
// value until the lease has run out.
static inline uint32_t cg_look(cg_thread *t, uint64_t addr, bool by_load) {
    return by_load ? cg_sync_ld(t, addr) : cg_amo_acquire(t, CG_AMO_ADD, addr, 0, 0);
}

#define CG_OPTION_LOOK                                                                                       \
    { "look_by_load", "0", "wait with plain loads, not atomics" }

// A central barrier: an arrival counter and a generation, a line each.
typedef struct {
    uint64_t count, generation; // addresses
    unsigned poll;              // cycles between looks
    bool by_load;
} cg_barrier;

cg_barrier cg_barrier_new(cg_env *e, unsigned poll, bool by_load);
void cg_barrier_wait(cg_thread *t, const cg_barrier *b); // all cg_threads() must come

// A fast barrier (S. Xiao, W. Feng, IPDPS 2010): the threads of a core meet at a counter of their own, the
// last sets the core's flag; thread 0 waits for all flags and answers each core by another. Flags are a line
// each.
typedef struct {
    uint64_t line;                     // bytes from one core's word to the next
    uint64_t count, arrived, released; // addresses of core 0's
    unsigned cores, threads;
    unsigned poll; // cycles between looks
    bool by_load;
} cg_fast_barrier;

cg_fast_barrier cg_fast_barrier_new(cg_env *e, unsigned poll, bool by_load);
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

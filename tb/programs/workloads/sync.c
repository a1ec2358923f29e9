#include "sync.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------- options
uint64_t cg_opt_fences(cg_env *e, const char *fences, uint64_t weak) {
    if (fences[0] == '\0') return e->weak ? weak : 0;
    const uint64_t percent = strtoull(fences, NULL, 0);
    if (percent > 100 || fences[strspn(fences, "0123456789")])
        cg_bad_input(e, "workload %s: fences must be 0 to 100 percent", e->workload->name);
    return percent;
}

// ---------------------------------------------------------------------------------------------------- core
// What the threads of one core know; none of it is simulated.
typedef struct {
    int came;           // to the meeting that is on
    uint64_t meeting;   // number of the one that is on
    cg_thread **asleep; // threads that wait for its end
    int n_asleep;
    uint64_t word; // address: what meeting synchronizes by where data races are forbidden
} meeting_place;

struct cg_core_barrier {
    int threads; // of a core
    bool by_atomics;
    meeting_place *cores;
};

enum { ASLEEP = 1u << 20 }; // cycles; a thread that wakes earlier goes on sleeping

cg_core_barrier *cg_core_barrier_new(cg_env *e) {
    cg_core_barrier *b = cg_keep(e, sizeof *b);
    *b = (cg_core_barrier){.threads = e->threads,
                           .by_atomics = e->no_races,
                           .cores = cg_keep(e, (size_t)e->cores * sizeof *b->cores)};
    for (int i = 0; i < e->cores; i++) {
        b->cores[i].asleep = cg_keep(e, (size_t)e->threads * sizeof *b->cores[i].asleep);
        if (b->by_atomics) b->cores[i].word = cg_alloc(e, 4, e->line_bytes);
    }
    return b;
}

static void sleep_until_all_came(cg_thread *t, meeting_place *p, int threads) {
    const uint64_t mine = p->meeting;
    if (++p->came < threads) {
        p->asleep[p->n_asleep++] = t;
        while (p->meeting == mine) cg_pause(t, ASLEEP);
        return;
    }
    p->came = 0;
    p->meeting++;
    for (int i = 0; i < p->n_asleep; i++) cg_wake(p->asleep[i]);
    p->n_asleep = 0;
}

void cg_core_barrier_wait(cg_thread *t, cg_core_barrier *b) {
    meeting_place *p = &b->cores[cg_core(t)];
    cg_fence(t);
    if (b->by_atomics) cg_amo_release(t, CG_AMO_ADD, p->word, 0, 0);
    sleep_until_all_came(t, p, b->threads);
    if (b->by_atomics) cg_amo_acquire(t, CG_AMO_ADD, p->word, 0, 0);
    cg_fence(t);
}

// ------------------------------------------------------------------------------------------------- central
cg_barrier cg_barrier_new(cg_env *e, unsigned interval, cg_poll_kind poll) {
    cg_barrier b = {.cores = (unsigned)e->cores, .interval = interval, .poll = poll};
    b.count = cg_alloc(e, 4, e->line_bytes);
    b.generation = cg_alloc(e, 4, e->line_bytes);
    b.core = cg_core_barrier_new(e);
    return b;
}

static void meet_at_counter(cg_thread *t, const cg_barrier *b) {
    const uint32_t now = cg_sync_ld(t, b->generation);
    cg_fence(t);
    if (cg_amo(t, CG_AMO_ADD, b->count, 1, 0) + 1 == b->cores) {
        cg_sync_st(t, b->count, 0);
        cg_fence(t);
        cg_sync_st(t, b->generation, now + 1);
    } else {
        while (cg_poll(t, b->generation, b->poll) == now) cg_pause(t, b->interval);
    }
    cg_fence(t);
}

void cg_barrier_wait(cg_thread *t, const cg_barrier *b) {
    cg_core_barrier_wait(t, b->core);
    if (cg_local_tid(t) == 0) meet_at_counter(t, b);
    cg_core_barrier_wait(t, b->core);
}

// ---------------------------------------------------------------------------------------------------- fast
cg_fast_barrier cg_fast_barrier_new(cg_env *e, unsigned interval, cg_poll_kind poll) {
    const uint64_t bytes = (uint64_t)e->cores * e->line_bytes;
    return (cg_fast_barrier){
        .line = e->line_bytes,
        .arrived = cg_alloc(e, bytes, e->line_bytes),
        .released = cg_alloc(e, bytes, e->line_bytes),
        .cores = (unsigned)e->cores,
        .interval = interval,
        .poll = poll,
        .core = cg_core_barrier_new(e),
    };
}

static void await_flag(cg_thread *t, const cg_fast_barrier *b, uint64_t flags, uint64_t core,
                       uint32_t round) {
    while (cg_poll(t, flags + core * b->line, b->poll) != round) cg_pause(t, b->interval);
}

static void exchange_flags(cg_thread *t, const cg_fast_barrier *b, uint32_t round) {
    const uint64_t core = (uint64_t)cg_core(t);
    cg_sync_st(t, b->arrived + core * b->line, round);
    if (cg_tid(t) == 0) {
        for (unsigned i = 0; i < b->cores; i++) await_flag(t, b, b->arrived, i, round);
        cg_fence(t);
        for (unsigned i = 0; i < b->cores; i++) cg_sync_st(t, b->released + i * b->line, round);
    } else {
        await_flag(t, b, b->released, core, round);
    }
    cg_fence(t);
}

void cg_fast_barrier_wait(cg_thread *t, const cg_fast_barrier *b, uint32_t round) {
    cg_core_barrier_wait(t, b->core);
    if (cg_local_tid(t) == 0) exchange_flags(t, b, round);
    cg_core_barrier_wait(t, b->core);
}

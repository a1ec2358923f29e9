// Spin locks: test-and-set, or test and test-and-set where polls are loads. Each critical section increments
// two plain counters of its lock and checks that they agree: any overlap of critical sections, or a stale
// read inside one, shows.
#include "sync.h"

#define NONE UINT64_MAX

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    uint64_t locks, iterations, backoff, within;
    uint64_t lock, counters; // addresses: a line each a lock, two words each a lock
    uint32_t *entered;       // times each lock was taken
    uint64_t *freed;         // by lock: the cycle in which it was given back; NONE: somebody has seen that
    uint64_t *since;         // by thread: the cycle in which it came to a lock; 0: it is at none
    uint64_t *wants;         // by thread: that lock
    uint64_t trip;           // cycles of the fastest atomic so far
    uint64_t idle_max;       // cycles that a lock was free at most while somebody was at it
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(iterations, 20, 0, CG_ANY, "critical sections of each thread"),
    CG_NUMBER(locks, 2, 1, 4096, "locks, picked at random"),
    CG_NUMBER(backoff, 32, 0, 1u << 20, "most cycles to wait after a failed attempt"),
    CG_OPTION_POLL,
    CG_NUMBER(within, 0, 0, CG_ANY,
              "round trips within which a thread that polls must see that a lock is free; 0: any number"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const size_t threads = (size_t)(e->cores * e->threads);
    s->env = e;
    s->lock = cg_alloc(e, s->locks * e->line_bytes, e->line_bytes);
    s->counters = cg_alloc(e, s->locks * 8, e->line_bytes);
    s->entered = cg_keep(e, s->locks * sizeof *s->entered);
    s->freed = cg_keep(e, s->locks * sizeof *s->freed);
    s->since = cg_keep(e, threads * sizeof *s->since);
    s->wants = cg_keep(e, threads * sizeof *s->wants);
    s->trip = NONE;
}

// A thread sees that the lock is free: how long was it, while some thread was at it? What an old copy says
// while the lock is held does not count.
static void see_free(cg_thread *t, state *s, uint64_t k) {
    if (s->freed[k] == NONE) return;
    uint64_t first = UINT64_MAX;
    for (int i = 0; i < cg_threads(t); i++)
        if (s->since[i] && s->wants[i] == k) first = cg_least(first, s->since[i]);
    const uint64_t from = first > s->freed[k] ? first : s->freed[k], idle = cg_cycle(t) - from;
    s->freed[k] = NONE;
    if (idle > s->idle_max) s->idle_max = idle;
    if (s->within && s->trip != NONE && idle > s->within * s->trip)
        cg_fail(s->env,
                "lock %u was free for %llu cycles, %.1f round trips of %llu cycles, before a thread saw it",
                (unsigned)k, (unsigned long long)idle, (double)idle / (double)s->trip,
                (unsigned long long)s->trip);
}

static bool try_lock_word(cg_thread *t, state *s, uint64_t k, uint64_t at) {
    if (s->poll == CG_POLL_LOAD) {
        if (cg_sync_ld(t, at) != 0) return false;
        see_free(t, s, k);
    }
    const bool free = cg_amo_acquire(t, CG_AMO_SWAP, at, 1, 0) == 0;
    s->trip = cg_least(s->trip, cg_answered(t) - cg_accepted(t));
    if (free) see_free(t, s, k);
    return free;
}

static void lock_word(cg_thread *t, state *s, uint64_t k, uint64_t at) {
    s->since[cg_tid(t)] = cg_cycle(t);
    s->wants[cg_tid(t)] = k;
    while (!try_lock_word(t, s, k, at)) cg_stagger(t, s->backoff);
    s->since[cg_tid(t)] = 0;
    s->freed[k] = NONE;
    cg_fence(t);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->iterations; i++) {
        uint64_t k = cg_rand(t) % s->locks, at = s->lock + k * s->env->line_bytes, c = s->counters + k * 8;
        lock_word(t, s, k, at);
        uint32_t a = cg_ld(t, c);
        cg_st(t, c, a + 1);
        uint32_t b = cg_ld(t, c + 4);
        cg_st(t, c + 4, b + 1);
        if (a != s->entered[k] || b != a)
            cg_fail(s->env, "thread %d in critical section %u of lock %u read counters %u and %u", cg_tid(t),
                    s->entered[k], (unsigned)k, a, b);
        s->entered[k]++;
        cg_fence(t);
        s->freed[k] = cg_cycle(t);
        cg_sync_st(t, at, 0);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    cg_measured(s->env, "round_trip", "cycles", (double)s->trip);
    cg_measured(s->env, "free_max", "cycles", (double)s->idle_max);
    for (uint64_t k = 0; k < s->locks; k++)
        for (uint64_t i = 0; i < 2; i++) {
            uint32_t value = cg_ld(t, s->counters + k * 8 + i * 4);
            if (value != s->entered[k])
                cg_fail(s->env, "counter %u of lock %u is %u, not %u", (unsigned)i, (unsigned)k, value,
                        s->entered[k]);
        }
}

const cg_workload cg_workload_spin_mutex = {
    "spin_mutex", "spin locks around plain counters", OPTIONS, sizeof(state), setup, thread, check, NULL,
};

// Spin locks: test-and-set, or test and test-and-set where polls are loads. Each critical section increments
// two plain counters of its lock and checks that they agree: any overlap of critical sections, or a stale
// read inside one, shows.
#include "sync.h"

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    uint64_t locks, iterations, backoff;
    uint64_t lock, counters; // addresses: a line each a lock, two words each a lock
    uint32_t *entered;       // times each lock was taken
} state;

static const cg_option OPTIONS[] = {
    {"iterations", "20", "critical sections of each thread"},
    {"locks", "2", "locks, picked at random"},
    {"backoff", "32", "most cycles to wait after a failed attempt"},
    CG_OPTION_POLL,
    {0},
};

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    s->env = e;
    s->iterations = cg_opt(e, "iterations");
    s->locks = cg_opt(e, "locks");
    s->backoff = cg_opt(e, "backoff");
    s->poll = cg_opt_poll(e);
    if (s->locks < 1 || s->locks > 4096) cg_bad_input(e, "workload spin_mutex: locks must be 1 to 4096");
    if (s->backoff > 1u << 20) cg_bad_input(e, "workload spin_mutex: backoff must be 0 to %u", 1u << 20);
    if (e->bad_input[0]) return NULL;
    s->lock = cg_alloc(e, s->locks * e->line_bytes, e->line_bytes);
    s->counters = cg_alloc(e, s->locks * 8, e->line_bytes);
    s->entered = cg_keep(e, s->locks * sizeof *s->entered);
    return s;
}

static void lock(cg_thread *t, const state *s, uint64_t at) {
    while (!cg_try_lock(t, at, s->poll)) cg_stagger(t, s->backoff);
    cg_fence(t);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->iterations; i++) {
        uint64_t k = cg_rand(t) % s->locks, at = s->lock + k * s->env->line_bytes, c = s->counters + k * 8;
        lock(t, s, at);
        uint32_t a = cg_ld(t, c);
        cg_st(t, c, a + 1);
        uint32_t b = cg_ld(t, c + 4);
        cg_st(t, c + 4, b + 1);
        if (a != s->entered[k] || b != a)
            cg_fail(s->env, "thread %d in critical section %u of lock %u read counters %u and %u", cg_tid(t),
                    s->entered[k], (unsigned)k, a, b);
        s->entered[k]++;
        cg_fence(t);
        cg_sync_st(t, at, 0);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t k = 0; k < s->locks; k++)
        for (uint64_t i = 0; i < 2; i++) {
            uint32_t value = cg_ld(t, s->counters + k * 8 + i * 4);
            if (value != s->entered[k])
                cg_fail(s->env, "counter %u of lock %u is %u, not %u", (unsigned)i, (unsigned)k, value,
                        s->entered[k]);
        }
}

const cg_workload cg_workload_spin_mutex = {
    "spin_mutex", "spin locks around plain counters", OPTIONS, setup, thread, check,
};

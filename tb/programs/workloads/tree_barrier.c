// A combining-tree barrier (Mellor-Crummey and Scott, 1991) of cores: the threads of a core meet, then its
// first one tells the parent when this core and all below it have come, and the root's word goes back down
// the tree. Plain loads and stores, and atomics only to poll (all atomics where the model forbids races).
// After each round every thread reads what all others wrote before the barrier.
#include "sync.h"

typedef struct {
    cg_env *env;
    cg_poll_kind poll;
    unsigned interval;
    uint64_t rounds, fan;
    uint64_t arrived, released, slot; // addresses: a line a core each; slots are packed words, one a thread
    cg_core_barrier *core;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(rounds, 8, 0, 1u << 20, "barriers to pass"),
    CG_NUMBER(fan, 4, 1, 64, "children of a tree node"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t cores = (uint64_t)e->cores;
    s->env = e;
    s->arrived = cg_alloc(e, cores * e->line_bytes, e->line_bytes);
    s->released = cg_alloc(e, cores * e->line_bytes, e->line_bytes);
    s->slot = cg_alloc(e, cores * (uint64_t)e->threads * 4, e->line_bytes);
    s->core = cg_core_barrier_new(e);
}

static void await_core(cg_thread *t, const state *s, uint64_t base, uint64_t who, uint32_t round) {
    while (cg_poll(t, base + who * s->env->line_bytes, s->poll) != round) cg_pause(t, s->interval);
}

static void meet_in_tree(cg_thread *t, const state *s, uint32_t round) {
    const uint64_t me = (uint64_t)cg_core(t), n = (uint64_t)s->env->cores, line = s->env->line_bytes;
    const uint64_t first = me * s->fan + 1, end = cg_least(first + s->fan, n);
    for (uint64_t child = first; child < end; child++) await_core(t, s, s->arrived, child, round);
    cg_fence(t); // what the children did is before what the parent sees
    if (me > 0) {
        cg_sync_st(t, s->arrived + me * line, round);
        await_core(t, s, s->released, me, round);
        cg_fence(t);
    }
    for (uint64_t child = first; child < end; child++) cg_sync_st(t, s->released + child * line, round);
}

static void barrier(cg_thread *t, const state *s, uint32_t round) {
    cg_core_barrier_wait(t, s->core);
    if (cg_local_tid(t) == 0) meet_in_tree(t, s, round);
    cg_core_barrier_wait(t, s->core);
}

static uint32_t value_of_core(uint64_t who, uint32_t round) {
    return round * 4096 + (uint32_t)who;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t round = 1; round <= s->rounds; round++) {
        cg_st(t, s->slot + 4 * (uint64_t)cg_tid(t), value_of_core((uint64_t)cg_tid(t), round));
        barrier(t, s, 2 * round - 1);
        for (int other = 0; other < cg_threads(t); other++) {
            uint32_t value = cg_ld(t, s->slot + 4 * (uint64_t)other);
            if (value != value_of_core((uint64_t)other, round))
                cg_fail(s->env, "thread %d after barrier %u reads %u from thread %d, not %u", cg_tid(t),
                        round, value, other, value_of_core((uint64_t)other, round));
        }
        barrier(t, s, 2 * round);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (int i = 0; s->rounds > 0 && i < cg_threads(t); i++) {
        uint32_t value = cg_ld(t, s->slot + 4 * (uint64_t)i),
                 good = value_of_core((uint64_t)i, (uint32_t)s->rounds);
        if (value != good) cg_fail(s->env, "slot %d is %u at the end, not %u", i, value, good);
    }
}

const cg_workload cg_workload_tree_barrier = {
    "tree_barrier", "combining-tree barrier, each thread reads what all wrote before it",
    OPTIONS,        sizeof(state),
    setup,          thread,
    check,          NULL,
};

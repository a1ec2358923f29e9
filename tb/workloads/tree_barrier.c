// A combining-tree barrier (Mellor-Crummey and Scott, 1991): a thread tells its parent when it and all below
// it have come, the root's word goes back down the tree. Plain loads and stores, and atomics only to look
// (all atomics where the model forbids races). After each round every thread reads what all others wrote
// before the barrier.
#include "sync.h"

typedef struct {
    cg_env *env;
    bool by_load;
    uint64_t rounds, fan, poll;
    uint64_t arrived, released, slot; // addresses: a line a thread each; slots are packed words
} state;

static const cg_option OPTIONS[] = {
    {"rounds", "8", "barriers to pass"},
    {"fan", "4", "children of a tree node"},
    {"poll", "16", "cycles between looks"},
    CG_OPTION_LOOK,
    {0},
};

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    uint64_t n = (uint64_t)(e->cores * e->threads);
    s->env = e;
    s->rounds = cg_opt(e, "rounds");
    s->fan = cg_opt(e, "fan");
    s->poll = cg_opt(e, "poll");
    s->by_load = cg_opt(e, "look_by_load");
    if (s->fan < 1 || s->fan > 64) cg_bad_input(e, "workload tree_barrier: fan must be 1 to 64");
    if (s->poll > 1u << 20) cg_bad_input(e, "workload tree_barrier: poll must be 0 to %u", 1u << 20);
    if (s->rounds > 1u << 20) cg_bad_input(e, "workload tree_barrier: rounds must be 0 to %u", 1u << 20);
    if (e->bad_input[0]) return NULL;
    s->arrived = cg_alloc(e, n * e->line_bytes, e->line_bytes);
    s->released = cg_alloc(e, n * e->line_bytes, e->line_bytes);
    s->slot = cg_alloc(e, n * 4, e->line_bytes);
    return s;
}

static void await(cg_thread *t, const state *s, uint64_t base, uint64_t who, uint32_t round) {
    while (cg_look(t, base + who * s->env->line_bytes, s->by_load) != round) cg_pause(t, (unsigned)s->poll);
}

static void barrier(cg_thread *t, const state *s, uint32_t round) {
    uint64_t me = (uint64_t)cg_tid(t), n = (uint64_t)cg_threads(t), line = s->env->line_bytes;
    uint64_t first = me * s->fan + 1, end = cg_least(first + s->fan, n);
    cg_fence(t);
    for (uint64_t child = first; child < end; child++) await(t, s, s->arrived, child, round);
    cg_fence(t); // what the children did is before what the parent sees
    if (me > 0) {
        cg_sync_st(t, s->arrived + me * line, round);
        await(t, s, s->released, me, round);
        cg_fence(t);
    }
    for (uint64_t child = first; child < end; child++) cg_sync_st(t, s->released + child * line, round);
}

static uint32_t value_of(uint64_t who, uint32_t round) {
    return round * 4096 + (uint32_t)who;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t round = 1; round <= s->rounds; round++) {
        cg_st(t, s->slot + 4 * (uint64_t)cg_tid(t), value_of((uint64_t)cg_tid(t), round));
        barrier(t, s, 2 * round - 1);
        for (int other = 0; other < cg_threads(t); other++) {
            uint32_t value = cg_ld(t, s->slot + 4 * (uint64_t)other);
            if (value != value_of((uint64_t)other, round))
                cg_fail(s->env, "thread %d after barrier %u reads %u from thread %d, not %u", cg_tid(t),
                        round, value, other, value_of((uint64_t)other, round));
        }
        barrier(t, s, 2 * round);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (int i = 0; s->rounds > 0 && i < cg_threads(t); i++) {
        uint32_t value = cg_ld(t, s->slot + 4 * (uint64_t)i),
                 good = value_of((uint64_t)i, (uint32_t)s->rounds);
        if (value != good) cg_fail(s->env, "slot %d is %u at the end, not %u", i, value, good);
    }
}

const cg_workload cg_workload_tree_barrier = {
    "tree_barrier", "combining-tree barrier, each thread reads what all wrote before it",
    OPTIONS,        setup,
    thread,         check,
};

// The latency of a release behind dirty lines: a thread stores a word into each of so many lines, all of them
// its own, and then releases. Only the release is timed. After B. Hechtman et al., QuickRelease: a
// throughput-oriented approach to release consistency on GPUs, HPCA 2014, section 5.3: with fifos of what is
// dirty the release grows with them, and not with the caches.
//
// The release is an atomic on a line of its own; its latency without a store before it stands beside it.
// Where stores are posted, the thread may release as soon as the last one is taken, and what is still under
// way is part of the release: with a pause between, it is not.
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t lines, rounds, wait, core;
    uint64_t data, flag; // addresses
    uint64_t sum, most, nothing;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(lines, 64, 0, 4096, "lines that are dirty before the release"),
    CG_NUMBER(rounds, 4, 1, 1u << 16, "times that this is done, one after the other"),
    CG_NUMBER(wait, 0, 0, 1u << 20, "cycles between the last store and the release"),
    CG_NUMBER(core, 0, 0, 1024, "the core whose first thread does it"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    if (!cg_in_range(e, "core", s->core, 0, (uint64_t)e->cores - 1)) return;
    s->flag = cg_alloc(e, e->line_bytes, e->line_bytes);
    s->data = cg_alloc(e, s->lines * e->line_bytes, e->line_bytes);
}

static uint32_t stored(uint64_t round, uint64_t line) {
    return (uint32_t)(round * 4097 + line + 1);
}

static uint64_t cycles_of_release(cg_thread *t, const state *s) {
    cg_amo_release(t, CG_AMO_ADD, s->flag, 1, 0);
    return cg_answered(t) - cg_accepted(t);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if ((uint64_t)cg_core(t) != s->core || cg_local_tid(t) != 0) return;
    cycles_of_release(t, s); // its line comes
    cg_pause(t, 1);
    s->nothing = cycles_of_release(t, s);
    for (uint64_t round = 0; round < s->rounds; round++) {
        for (uint64_t i = 0; i < s->lines; i++) cg_st(t, s->data + i * s->env->line_bytes, stored(round, i));
        if (s->wait) cg_pause(t, (unsigned)s->wait);
        cg_fence(t);
        const uint64_t cycles = cycles_of_release(t, s);
        s->sum += cycles;
        if (cycles > s->most) s->most = cycles;
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    cg_measured_logged(s->env, "release", "cycles", (double)s->sum / (double)s->rounds);
    cg_measured_logged(s->env, "release_longest", "cycles", (double)s->most);
    cg_measured_logged(s->env, "release_of_nothing", "cycles", (double)s->nothing);
    const uint32_t released = cg_amo_acquire(t, CG_AMO_ADD, s->flag, 0, 0);
    if (released != s->rounds + 2)
        cg_fail(s->env, "released %u times, not %u", released, (unsigned)s->rounds + 2);
    for (uint64_t i = 0; i < s->lines; i++) {
        const uint32_t value = cg_ld(t, s->data + i * s->env->line_bytes), wanted = stored(s->rounds - 1, i);
        if (value != wanted) cg_fail(s->env, "line %u has 0x%x, not 0x%x", (unsigned)i, value, wanted);
    }
}

const cg_workload cg_workload_release = {
    "release", "measures the latency of a release behind so many dirty lines",
    OPTIONS,   sizeof(state),
    setup,     thread,
    check,     NULL,
};

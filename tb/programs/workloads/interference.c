// What synchronization of one thread costs the others of its core: they load words again and again that the
// first level holds, while the core's first thread acquires and releases in a loop. After B. Hechtman et al.,
// QuickRelease: a throughput-oriented approach to release consistency on GPUs, HPCA 2014, section 5.3.
//
// A load is a hit as in note [SC stalls]: answered within CG_QUICK cycles after it was accepted. What the
// loads' first pass brings is not counted. With no pairs, nobody synchronizes, and the others load as often.
#include "programs/thread.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t lines, loads, pairs, core, stores;
    uint64_t data, own, flag;       // addresses
    uint64_t n, sum, hits, longest; // of the others' loads
    uint64_t done;                  // pairs
    uint64_t busy;                  // others that still load
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(lines, 16, 1, 4096, "lines that the others load words of, the same for all"),
    CG_NUMBER(loads, 200, 1, CG_ANY, "loads of each of the others, after the first pass"),
    CG_NUMBER(pairs, 1, 0, 1, "does the first thread acquire and release, while the others load"),
    CG_NUMBER(stores, 1, 0, 4096, "lines that it stores into before each release"),
    CG_NUMBER(core, 0, 0, 1024, "the core that is measured"),
    {0},
};

static uint32_t first_value(uint64_t addr) {
    return (uint32_t)addr * 2654435761u;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    if (!cg_in_range(e, "core", s->core, 0, (uint64_t)e->cores - 1)) return;
    s->flag = cg_alloc(e, e->line_bytes, e->line_bytes);
    s->own = cg_alloc(e, s->stores * e->line_bytes, e->line_bytes);
    s->data = cg_alloc(e, s->lines * e->line_bytes, e->line_bytes);
    for (uint64_t i = 0; i < s->lines * e->line_bytes && !e->bad_input[0]; i += 4)
        cg_poke(e, s->data + i, first_value(s->data + i));
    s->busy = (uint64_t)e->threads - 1;
}

static void load_pattern(cg_thread *t, state *s, uint64_t line) {
    const uint64_t addr = s->data + line * s->env->line_bytes + cg_rand(t) % (s->env->line_bytes / 4) * 4;
    const uint32_t value = cg_ld(t, addr);
    if (value != first_value(addr))
        cg_fail(s->env, "thread %d read 0x%x at 0x%llx, not 0x%x", cg_tid(t), value,
                (unsigned long long)cg_where(s->env, addr), first_value(addr));
}

static void load_again(cg_thread *t, state *s) {
    for (uint64_t i = 0; i < s->lines; i++) load_pattern(t, s, i);
    for (uint64_t i = 0; i < s->loads; i++) {
        load_pattern(t, s, cg_rand(t) % s->lines);
        const uint64_t cycles = cg_answered(t) - cg_accepted(t);
        s->n++;
        s->sum += cycles;
        s->hits += cycles <= CG_QUICK;
        if (cycles > s->longest) s->longest = cycles;
    }
    s->busy--;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if ((uint64_t)cg_core(t) != s->core) return;
    if (cg_local_tid(t) != 0) {
        load_again(t, s);
        return;
    }
    while (s->pairs && s->busy) {
        cg_amo_acquire(t, CG_AMO_ADD, s->flag, 0, 0);
        cg_fence(t);
        for (uint64_t i = 0; i < s->stores; i++)
            cg_st(t, s->own + i * s->env->line_bytes, (uint32_t)s->done + 1);
        cg_fence(t);
        cg_amo_release(t, CG_AMO_ADD, s->flag, 1, 0);
        s->done++;
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    const double n = s->n ? (double)s->n : 1; // a core of one thread has no others
    cg_measured_logged(s->env, "hit_rate", "%", 100 * (double)s->hits / n);
    cg_measured_logged(s->env, "load_mean", "cycles", (double)s->sum / n);
    cg_measured_logged(s->env, "load_longest", "cycles", (double)s->longest);
    cg_measured_logged(s->env, "pairs", "acquires and releases", (double)s->done);
    const uint32_t released = cg_amo_acquire(t, CG_AMO_ADD, s->flag, 0, 0);
    if (released != (uint32_t)s->done)
        cg_fail(s->env, "released %u times, not %u", released, (unsigned)s->done);
    for (uint64_t i = 0; i < s->stores; i++) {
        const uint32_t value = cg_ld(t, s->own + i * s->env->line_bytes);
        if (value != (uint32_t)s->done)
            cg_fail(s->env, "line %u has %u, not %u", (unsigned)i, value, (unsigned)s->done);
    }
    for (uint64_t i = 0; i < s->lines; i++) load_pattern(t, s, i);
}

const cg_workload cg_workload_interference = {
    "interference", "threads re-use data while another of their core synchronizes: hit rate and latency",
    OPTIONS,        sizeof(state),
    setup,          thread,
    check,          NULL,
};

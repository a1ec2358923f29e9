// The reader-writer spin semaphore of HeteroSync (M. Sinclair, Efficient coherence and consistency for
// specialized memory hierarchies, 2017, section 2.6.2, algorithm 7): of each core's threads one writes and
// the others read. A writer takes the whole semaphore, and moves all data on by a word; a reader reads half
// of it. What the semaphore holds is data under a spin lock; a flag keeps readers out while a writer waits.
//
// The algorithm as printed opens the lock also where it was not taken, and its lock is free at 1: here it is
// opened by who took it, and free at 0.
#include "sync.h"

// Addresses of a semaphore's words, behind each other in a line; the data.
typedef struct {
    uint64_t lock, count, writer_waits, data;
    uint32_t *now;   // the data, as they are to be found
    uint32_t writes; // so far
} semaphore;

typedef struct {
    cg_env *env;
    bool local, backoff;
    uint64_t blocks, iterations, words, each, most, stagger, max; // each: bytes from one word to the next
    semaphore *semaphores;
    uint32_t *initial;
} state;

static const cg_option OPTIONS[] = {
    {"backoff", "0", "exponential backoff after a failed attempt"},
    {"local", "0", "a semaphore and data of its own for each core"},
    {"blocks", "3", "threads of a core that take part, at most: a writer, and readers"},
    {"iterations", "4", "critical sections of each of them"},
    {"words", "20", "words of data: a writer writes all but one, a reader reads half"},
    {"stride", "1", "words from one of them to the next"},
    {"most", "1024", "most cycles to back off"},
    {"stagger", "8", "without backoff: wait less than so many cycles, at random"},
    {0},
};

static uint32_t step(uint32_t left, uint64_t i) {
    return left * 5 + (uint32_t)i;
}

static void lay_out(cg_env *e, state *s, semaphore *m) {
    m->lock = cg_alloc(e, 12, e->line_bytes);
    m->count = m->lock + 4;
    m->writer_waits = m->lock + 8;
    m->data = cg_alloc(e, s->each * s->words, e->line_bytes);
    m->now = cg_keep(e, s->words * sizeof *m->now);
    if (e->bad_input[0]) return;
    cg_poke(e, m->count, (uint32_t)s->max);
    for (uint64_t i = 0; i < s->words; i++) {
        m->now[i] = s->initial[i];
        cg_poke(e, m->data + s->each * i, m->now[i]);
    }
}

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    s->env = e;
    s->local = cg_opt(e, "local");
    s->backoff = cg_opt(e, "backoff");
    s->blocks = cg_least(cg_opt(e, "blocks"), (uint64_t)e->threads);
    s->iterations = cg_opt(e, "iterations");
    s->words = cg_opt(e, "words");
    s->each = 4 * cg_opt(e, "stride");
    s->most = cg_opt(e, "most");
    s->stagger = cg_opt(e, "stagger");
    if (s->blocks < 1) cg_bad_input(e, "workload semaphore: blocks must be 1 or more");
    if (s->iterations > 1u << 20) cg_bad_input(e, "workload semaphore: iterations must be 0 to %u", 1u << 20);
    if (s->words < 2 || s->words > 4096) cg_bad_input(e, "workload semaphore: words must be 2 to 4096");
    if (s->each < 4 || s->each > 4096) cg_bad_input(e, "workload semaphore: stride must be 1 to 1024");
    if (s->most < 1 || s->most > 1u << 20)
        cg_bad_input(e, "workload semaphore: most must be 1 to %u", 1u << 20);
    if (s->stagger > 1u << 20) cg_bad_input(e, "workload semaphore: stagger must be 0 to %u", 1u << 20);
    if (e->bad_input[0]) return NULL;
    const int n = s->local ? e->cores : 1;
    s->max = s->blocks * (uint64_t)(s->local ? 1 : e->cores);
    s->initial = cg_keep(e, s->words * sizeof *s->initial);
    for (uint64_t i = 0; i < s->words; i++) s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
    s->semaphores = cg_keep(e, (size_t)n * sizeof *s->semaphores);
    for (int i = 0; i < n; i++) lay_out(e, s, &s->semaphores[i]);
    return s;
}

static bool try_lock(cg_thread *t, const semaphore *m) {
    const bool mine = cg_amo_acquire(t, CG_AMO_CAS, m->lock, 1, 0) == 0;
    if (mine) cg_fence(t);
    return mine;
}

static void unlock(cg_thread *t, const semaphore *m) {
    cg_fence(t);
    cg_amo_release(t, CG_AMO_SWAP, m->lock, 0, 0);
}

// Under the lock: is there room?
static bool enter(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    const uint32_t count = cg_ld(t, m->count);
    if (writer) {
        const bool all = count == s->max;
        if (all) cg_st(t, m->count, 0);
        cg_st(t, m->writer_waits, !all);
        return all;
    }
    if (count <= 1 || cg_ld(t, m->writer_waits)) return false;
    cg_st(t, m->count, count - 1);
    return true;
}

static void again(cg_thread *t, const state *s, unsigned *wait) {
    if (s->backoff)
        cg_back_off(t, wait, (unsigned)s->most);
    else
        cg_stagger(t, s->stagger);
}

static void wait_for(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    unsigned wait = 1;
    for (;;) {
        if (try_lock(t, m)) {
            const bool in = enter(t, s, m, writer);
            unlock(t, m);
            if (in) break;
        }
        again(t, s, &wait);
    }
    cg_fence(t);
}

static void post(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    unsigned wait = 1;
    cg_fence(t);
    while (!try_lock(t, m)) again(t, s, &wait);
    cg_st(t, m->count, cg_ld(t, m->count) + (writer ? (uint32_t)s->max : 1));
    unlock(t, m);
}

static void look_at(cg_thread *t, const state *s, const semaphore *m, uint64_t i, uint32_t value) {
    if (value != m->now[i])
        cg_fail(s->env, "thread %d reads 0x%x in word %u after %u writers, not 0x%x", cg_tid(t), value,
                (unsigned)i, m->writes, m->now[i]);
}

static void write(cg_thread *t, const state *s, semaphore *m) {
    for (uint64_t i = s->words - 1; i > 0; i--) {
        const uint32_t left = cg_ld(t, m->data + s->each * (i - 1));
        look_at(t, s, m, i - 1, left);
        m->now[i] = step(m->now[i - 1], i);
        cg_st(t, m->data + s->each * i, step(left, i));
    }
    m->writes++;
}

static void read(cg_thread *t, const state *s, const semaphore *m) {
    const uint64_t half = s->words / 2, from = cg_local_tid(t) % 2 ? 0 : half;
    for (uint64_t i = from; i < from + half; i++) look_at(t, s, m, i, cg_ld(t, m->data + s->each * i));
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    semaphore *m = &s->semaphores[s->local ? cg_core(t) : 0];
    const bool writer = cg_local_tid(t) == 0;
    if ((uint64_t)cg_local_tid(t) >= s->blocks) return;
    for (uint64_t n = 0; n < s->iterations; n++) {
        wait_for(t, s, m, writer);
        if (writer)
            write(t, s, m);
        else
            read(t, s, m);
        post(t, s, m, writer);
    }
}

// `writers` runs of write(), one after the other.
static uint32_t *sequential(const state *s, uint64_t writers) {
    uint32_t *d = cg_keep(s->env, s->words * sizeof *d);
    for (uint64_t i = 0; i < s->words; i++) d[i] = s->initial[i];
    for (uint64_t n = 0; n < writers; n++)
        for (uint64_t i = s->words - 1; i > 0; i--) d[i] = step(d[i - 1], i);
    return d;
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    const uint32_t *good = sequential(s, s->iterations * (uint64_t)(s->local ? 1 : s->env->cores));
    for (int k = 0; k < (s->local ? s->env->cores : 1); k++) {
        const semaphore *m = &s->semaphores[k];
        for (uint64_t i = 0; i < s->words; i++) {
            const uint32_t value = cg_ld(t, m->data + s->each * i);
            if (value != good[i])
                cg_fail(s->env, "word %u of semaphore %d is 0x%x, not 0x%x", (unsigned)i, k, value, good[i]);
        }
        const uint32_t count = cg_ld(t, m->count);
        if (count != s->max)
            cg_fail(s->env, "semaphore %d is at %u at the end, not %u", k, count, (unsigned)s->max);
    }
}

const cg_workload cg_workload_semaphore = {
    "semaphore", "HeteroSync's reader-writer spin semaphore", OPTIONS, setup, thread, check,
};

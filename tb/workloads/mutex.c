// The mutexes of HeteroSync (M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, section 2.6.1, algorithms 1 to 3 and 5): critical sections that load and store data of
// many words. One mutex and its data for all threads, or one for each core (`local`). A thread stands for a
// thread block; the words it loads and stores for those of the block's threads.
//
// What the algorithms leave without a mark (drawing a ticket, counting down in the ring) acquires here: an
// atomic is one or the other at the least.
#include <string.h>

#include "sync.h"

typedef enum { SPIN, BACKOFF, TICKET, RING, N_KINDS } kind;
static const char *const KINDS[N_KINDS] = {"spin", "backoff", "ticket", "ring"};

// Addresses; spin: taken. ticket: next, serving. ring: tail, then a word for each thread.
typedef struct {
    uint64_t lock, data;
    uint32_t *now;    // the data, as they are to be found
    uint32_t entered; // critical sections so far
} mutex;

typedef struct {
    cg_env *env;
    kind kind;
    bool local;
    uint64_t iterations, blocks, words, each, most, stagger; // each: bytes from one word to the next
    mutex *mutexes;
    uint32_t *initial; // the data of all
    uint64_t users;    // threads of one mutex
} state;

static const cg_option OPTIONS[] = {
    {"kind", "spin", "spin, backoff (spin, with exponential backoff), ticket, ring (sleep mutex)"},
    {"local", "0", "a mutex and data of its own for each core"},
    {"blocks", "3", "threads of a core that take part, at most"},
    {"iterations", "4", "critical sections of each of them"},
    {"words", "20", "words that a critical section loads and stores"},
    {"stride", "1", "words from one of them to the next"},
    {"most", "1024", "most cycles to back off"},
    {"stagger", "8", "spin: wait less than so many cycles, at random"},
    {0},
};

static uint32_t step(uint32_t value, uint64_t i) {
    return value * 5 + (uint32_t)i + 1;
}

static mutex *mutex_of(const state *s, const cg_thread *t) {
    return &s->mutexes[s->local ? cg_core(t) : 0];
}

static void lay_out(cg_env *e, state *s, mutex *m) {
    m->lock = cg_alloc(e, 4 * (s->users + 1), e->line_bytes);
    m->data = cg_alloc(e, s->each * s->words, e->line_bytes);
    m->now = cg_keep(e, s->words * sizeof *m->now);
    if (e->bad_input[0]) return;
    if (s->kind == RING) cg_poke(e, m->lock + 4, 1);
    for (uint64_t i = 0; i < s->words; i++) {
        m->now[i] = s->initial[i];
        cg_poke(e, m->data + s->each * i, m->now[i]);
    }
}

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    const char *name = cg_opt_text(e, "kind");
    s->env = e;
    while (s->kind < N_KINDS && strcmp(KINDS[s->kind], name) != 0) s->kind++;
    if (s->kind == N_KINDS)
        cg_bad_input(e, "workload mutex: kind must be spin, backoff, ticket or ring, not '%s'", name);
    s->local = cg_opt(e, "local");
    s->blocks = cg_least(cg_opt(e, "blocks"), (uint64_t)e->threads);
    s->iterations = cg_opt(e, "iterations");
    s->words = cg_opt(e, "words");
    s->each = 4 * cg_opt(e, "stride");
    s->most = cg_opt(e, "most");
    s->stagger = cg_opt(e, "stagger");
    if (s->blocks < 1) cg_bad_input(e, "workload mutex: blocks must be 1 or more");
    if (s->iterations > 1u << 20) cg_bad_input(e, "workload mutex: iterations must be 0 to %u", 1u << 20);
    if (s->words < 1 || s->words > 4096) cg_bad_input(e, "workload mutex: words must be 1 to 4096");
    if (s->stagger > 1u << 20) cg_bad_input(e, "workload mutex: stagger must be 0 to %u", 1u << 20);
    if (s->each < 4 || s->each > 4096) cg_bad_input(e, "workload mutex: stride must be 1 to 1024");
    if (s->most < 1 || s->most > 1u << 20) cg_bad_input(e, "workload mutex: most must be 1 to %u", 1u << 20);
    if (e->bad_input[0]) return NULL;
    const int n = s->local ? e->cores : 1;
    s->users = s->blocks * (uint64_t)(s->local ? 1 : e->cores);
    s->initial = cg_keep(e, s->words * sizeof *s->initial);
    for (uint64_t i = 0; i < s->words; i++) s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
    s->mutexes = cg_keep(e, (size_t)n * sizeof *s->mutexes);
    for (int i = 0; i < n; i++) lay_out(e, s, &s->mutexes[i]);
    return s;
}

// Returns what the unlock wants to know: the place in the ring that is called next.
static uint64_t lock(cg_thread *t, const state *s, const mutex *m) {
    unsigned wait = 1;
    uint32_t mine;
    switch (s->kind) {
    case TICKET:
        mine = cg_amo_acquire(t, CG_AMO_ADD, m->lock, 1, 0);
        while (cg_sync_ld(t, m->lock + 4) != mine) continue;
        return 0;
    case RING:
        mine = cg_amo_acquire(t, CG_AMO_ADD, m->lock, 1, 0) % (uint32_t)s->users;
        while (cg_sync_ld(t, m->lock + 4 + 4 * (uint64_t)mine) == 0) continue;
        cg_amo_acquire(t, CG_AMO_ADD, m->lock + 4 + 4 * (uint64_t)mine, UINT32_MAX, 0);
        return (mine + 1) % s->users;
    default:
        while (cg_amo_acquire(t, CG_AMO_CAS, m->lock, 1, 0) != 0)
            if (s->kind == BACKOFF)
                cg_back_off(t, &wait, (unsigned)s->most);
            else
                cg_stagger(t, s->stagger);
        return 0;
    }
}

static void unlock(cg_thread *t, const state *s, const mutex *m, uint64_t next) {
    switch (s->kind) {
    case TICKET: cg_amo_release(t, CG_AMO_ADD, m->lock + 4, 1, 0); break;
    case RING: cg_amo_release(t, CG_AMO_SWAP, m->lock + 4 + 4 * next, 1, 0); break;
    default: cg_amo_release(t, CG_AMO_SWAP, m->lock, 0, 0);
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    mutex *m = mutex_of(s, t);
    if ((uint64_t)cg_local_tid(t) >= s->blocks) return;
    for (uint64_t n = 0; n < s->iterations; n++) {
        const uint64_t next = lock(t, s, m);
        cg_fence(t);
        for (uint64_t i = 0; i < s->words; i++) {
            const uint32_t value = cg_ld(t, m->data + s->each * i);
            if (value != m->now[i])
                cg_fail(s->env, "thread %d in critical section %u reads 0x%x in word %u, not 0x%x", cg_tid(t),
                        m->entered, value, (unsigned)i, m->now[i]);
            m->now[i] = step(m->now[i], i);
            cg_st(t, m->data + s->each * i, step(value, i));
        }
        m->entered++;
        cg_fence(t);
        unlock(t, s, m, next);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (int k = 0; k < (s->local ? s->env->cores : 1); k++)
        for (uint64_t i = 0; i < s->words; i++) {
            const uint32_t value = cg_ld(t, s->mutexes[k].data + s->each * i);
            uint32_t good = s->initial[i];
            for (uint64_t n = 0; n < s->users * s->iterations; n++) good = step(good, i);
            if (value != good)
                cg_fail(s->env, "word %u of mutex %d is 0x%x, not 0x%x", (unsigned)i, k, value, good);
        }
}

const cg_workload cg_workload_mutex = {
    "mutex", "HeteroSync's mutexes around data of many words: spin, backoff, ticket, ring",
    OPTIONS, setup,
    thread,  check,
};

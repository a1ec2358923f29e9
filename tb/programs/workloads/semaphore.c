// The reader-writer spin semaphore of HeteroSync (M. Sinclair, Efficient coherence and consistency for
// specialized memory hierarchies, 2017, section 2.6.2, algorithm 7): of each core's threads one writes and
// the others read. A writer takes the whole semaphore, and moves all data on by a word; a reader reads half
// of it. What the semaphore holds is data under a spin lock; a flag keeps readers out while a writer waits.
//
// The algorithm as printed opens the lock also where it was not taken, and its lock is free at 1: here it is
// opened by the thread that took it, and free at 0.
#include "sections.h"
#include "sync.h"

// Addresses of a semaphore's words, behind each other in a line; the data.
typedef struct {
    uint64_t lock, count, writer_waits, data;
    uint32_t *now;   // the data, as they are to be found
    uint32_t writes; // so far
} semaphore;

typedef struct {
    cg_sections all; // its users: what the semaphore counts to
    bool backoff;
    semaphore *semaphores;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(backoff, 0, 0, CG_ANY, "exponential backoff after a failed attempt"),
    CG_OPTIONS_SECTIONS("a semaphore", ": a writer, and readers", 2,
                        "words of data: a writer writes all but one, a reader reads half", "without backoff"),
    {0},
};

static uint32_t next_semaphore_value(uint32_t left, uint64_t i) {
    return left * 5 + (uint32_t)i;
}

static void lay_out_semaphore(cg_env *e, const state *s, semaphore *m) {
    m->lock = cg_alloc(e, 12, e->line_bytes);
    m->count = m->lock + 4;
    m->writer_waits = m->lock + 8;
    m->now = cg_sections_data(&s->all, &m->data);
    if (!e->bad_input[0]) cg_poke(e, m->count, (uint32_t)s->all.users);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_sections_set_up(e, &s->all);
    s->semaphores = cg_keep(e, (size_t)s->all.places * sizeof *s->semaphores);
    for (int i = 0; i < s->all.places; i++) lay_out_semaphore(e, s, &s->semaphores[i]);
}

static bool try_lock_semaphore(cg_thread *t, const state *s, const semaphore *m) {
    const bool mine = cg_amo_acquire_from(t, s->all.scope, CG_AMO_CAS, m->lock, 1, 0) == 0;
    if (mine) cg_fence(t);
    return mine;
}

static void unlock_semaphore(cg_thread *t, const state *s, const semaphore *m) {
    cg_fence(t);
    cg_amo_release_to(t, s->all.scope, CG_AMO_SWAP, m->lock, 0, 0);
}

// Under the lock: is there room?
static bool try_enter(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    const uint32_t count = cg_ld(t, m->count);
    if (writer) {
        const bool all = count == s->all.users;
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
        cg_back_off(t, wait, (unsigned)s->all.most);
    else
        cg_stagger(t, s->all.stagger);
}

static void wait_for(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    unsigned wait = 1;
    for (;;) {
        if (try_lock_semaphore(t, s, m)) {
            const bool in = try_enter(t, s, m, writer);
            unlock_semaphore(t, s, m);
            if (in) break;
        }
        again(t, s, &wait);
    }
    cg_fence(t);
}

static void post(cg_thread *t, const state *s, const semaphore *m, bool writer) {
    unsigned wait = 1;
    cg_fence(t);
    while (!try_lock_semaphore(t, s, m)) again(t, s, &wait);
    cg_st(t, m->count, cg_ld(t, m->count) + (writer ? (uint32_t)s->all.users : 1));
    unlock_semaphore(t, s, m);
}

static void load_words(cg_thread *t, const state *s, const semaphore *m, uint64_t i, uint32_t *words) {
    const uint64_t lanes = s->all.lanes;
    cg_sections_load(&s->all, t, m->data, i, words);
    for (uint64_t l = 0; l < lanes; l++)
        if (words[l] != m->now[i * lanes + l])
            cg_fail(s->all.env, "thread %d reads 0x%x in word %u after %u writers, not 0x%x", cg_tid(t),
                    words[l], (unsigned)(i * lanes + l), m->writes, m->now[i * lanes + l]);
}

static void write_all_words(cg_thread *t, const state *s, semaphore *m) {
    const uint64_t lanes = s->all.lanes;
    for (uint64_t i = s->all.words - 1; i > 0; i--) {
        uint32_t words[CG_SECTION_LANES];
        load_words(t, s, m, i - 1, words);
        for (uint64_t l = 0; l < lanes; l++) {
            m->now[i * lanes + l] = next_semaphore_value(m->now[(i - 1) * lanes + l], i);
            words[l] = next_semaphore_value(words[l], i);
        }
        cg_sections_store(&s->all, t, m->data, i, words);
    }
    m->writes++;
}

static void read(cg_thread *t, const state *s, const semaphore *m) {
    const uint64_t half = s->all.words / 2, from = cg_local_tid(t) % 2 ? 0 : half;
    uint32_t words[CG_SECTION_LANES];
    for (uint64_t i = from; i < from + half; i++) load_words(t, s, m, i, words);
}

static void thread(cg_thread *t, void *arg) {
    const state *s = arg;
    semaphore *m = &s->semaphores[cg_sections_place(&s->all, t)];
    const bool writer = cg_local_tid(t) == 0;
    if (!cg_sections_take_part(&s->all, t)) return;
    for (uint64_t n = 0; n < s->all.iterations; n++) {
        wait_for(t, s, m, writer);
        if (writer)
            write_all_words(t, s, m);
        else
            read(t, s, m);
        post(t, s, m, writer);
    }
}

// `writers` runs of write_all_words(), one after the other.
static uint32_t *sequential(const state *s, uint64_t writers) {
    const uint64_t lanes = s->all.lanes, words = s->all.words * lanes;
    uint32_t *d = cg_keep(s->all.env, words * sizeof *d);
    for (uint64_t i = 0; i < words; i++) d[i] = s->all.initial[i];
    for (uint64_t n = 0; n < writers; n++)
        for (uint64_t i = words - 1; i >= lanes; i--) d[i] = next_semaphore_value(d[i - lanes], i / lanes);
    return d;
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    const uint64_t writers = s->all.users / s->all.blocks;
    const uint32_t *good = sequential(s, s->all.iterations * writers);
    for (int k = 0; k < s->all.places; k++) {
        const semaphore *m = &s->semaphores[k];
        for (uint64_t i = 0; i < s->all.words * s->all.lanes; i++) {
            const uint32_t value = cg_ld(t, cg_sections_word(&s->all, m->data, i));
            if (value != good[i])
                cg_fail(s->all.env, "word %u of semaphore %d is 0x%x, not 0x%x", (unsigned)i, k, value,
                        good[i]);
        }
        const uint32_t count = cg_ld(t, m->count);
        if (count != s->all.users)
            cg_fail(s->all.env, "semaphore %d is at %u at the end, not %u", k, count, (unsigned)s->all.users);
    }
}

const cg_workload cg_workload_semaphore = {
    "semaphore", "HeteroSync's reader-writer spin semaphore", OPTIONS, sizeof(state), setup, thread, check,
    NULL,
};

// The mutexes of HeteroSync (M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, section 2.6.1, algorithms 1 to 3 and 5): critical sections that load and store data of
// many words. One mutex and its data for all threads, or one for each core (`local`: the
// core's scope, note [scopes]). A thread stands for a
// thread block; the words it loads and stores for those of the block's threads.
//
// What the algorithms leave without a mark (drawing a ticket, counting down in the ring) acquires here: an
// atomic is one or the other at the least.
#include "sections.h"
#include "sync.h"

typedef enum { SPIN, BACKOFF, TICKET, RING } kind;

// Addresses; spin: taken. ticket: next, serving. ring: tail, then a word for each thread.
typedef struct {
    uint64_t lock, data;
    uint32_t *now;    // the data, as they are to be found
    uint32_t entered; // critical sections so far
} mutex;

typedef struct {
    cg_sections all;
    kind kind;
    cg_poll_kind poll;
    mutex *mutexes;
} state;

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "spin", "spin, backoff (spin, with exponential backoff), ticket, ring (sleep mutex)",
              "spin", "backoff", "ticket", "ring"),
    CG_OPTIONS_SECTIONS("a mutex", "", 1, "words that a critical section loads and stores", "spin"),
    CG_OPTION_POLL,
    {0},
};

static uint32_t next_mutex_value(uint32_t value, uint64_t i) {
    return value * 5 + (uint32_t)i + 1;
}

static void lay_out_mutex(cg_env *e, const state *s, mutex *m) {
    m->lock = cg_alloc(e, 4 * (s->all.users + 1), e->line_bytes);
    m->now = cg_sections_data(&s->all, &m->data);
    if (s->kind == RING && !e->bad_input[0]) cg_poke(e, m->lock + 4, 1);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_sections_set_up(e, &s->all);
    s->mutexes = cg_keep(e, (size_t)s->all.places * sizeof *s->mutexes);
    for (int i = 0; i < s->all.places; i++) lay_out_mutex(e, s, &s->mutexes[i]);
}

// Returns what the unlock wants to know: the place in the ring that is called next.
static uint64_t lock_mutex(cg_thread *t, const state *s, const mutex *m) {
    unsigned wait = 1;
    uint32_t mine;
    switch (s->kind) {
    case TICKET:
        mine = cg_amo_acquire_from(t, s->all.scope, CG_AMO_ADD, m->lock, 1, 0);
        while (cg_poll_from(t, s->all.scope, m->lock + 4, s->poll) != mine) continue;
        return 0;
    case RING:
        mine = cg_amo_acquire_from(t, s->all.scope, CG_AMO_ADD, m->lock, 1, 0) % (uint32_t)s->all.users;
        while (cg_poll_from(t, s->all.scope, m->lock + 4 + 4 * (uint64_t)mine, s->poll) == 0) continue;
        cg_amo_acquire_from(t, s->all.scope, CG_AMO_ADD, m->lock + 4 + 4 * (uint64_t)mine, UINT32_MAX, 0);
        return (mine + 1) % s->all.users;
    default:
        while (cg_amo_acquire_from(t, s->all.scope, CG_AMO_CAS, m->lock, 1, 0) != 0)
            if (s->kind == BACKOFF)
                cg_back_off(t, &wait, (unsigned)s->all.most);
            else
                cg_stagger(t, s->all.stagger);
        return 0;
    }
}

static void unlock_mutex(cg_thread *t, const state *s, const mutex *m, uint64_t next) {
    switch (s->kind) {
    case TICKET: cg_amo_release_to(t, s->all.scope, CG_AMO_ADD, m->lock + 4, 1, 0); break;
    case RING: cg_amo_release_to(t, s->all.scope, CG_AMO_SWAP, m->lock + 4 + 4 * next, 1, 0); break;
    default: cg_amo_release_to(t, s->all.scope, CG_AMO_SWAP, m->lock, 0, 0);
    }
}

static void change_words(cg_thread *t, const state *s, mutex *m, uint64_t i) {
    const cg_sections *all = &s->all;
    uint32_t words[CG_SECTION_LANES];
    cg_sections_load(all, t, m->data, i, words);
    for (uint64_t l = 0; l < all->lanes; l++) {
        const uint64_t k = i * all->lanes + l;
        if (words[l] != m->now[k])
            cg_fail(all->env, "thread %d in critical section %u reads 0x%x in word %u, not 0x%x", cg_tid(t),
                    m->entered, words[l], (unsigned)k, m->now[k]);
        m->now[k] = next_mutex_value(m->now[k], k);
        words[l] = next_mutex_value(words[l], k);
    }
    cg_sections_store(all, t, m->data, i, words);
}

static void thread(cg_thread *t, void *arg) {
    const state *s = arg;
    const cg_sections *all = &s->all;
    mutex *m = &s->mutexes[cg_sections_place(all, t)];
    if (!cg_sections_take_part(all, t)) return;
    for (uint64_t n = 0; n < all->iterations; n++) {
        const uint64_t next = lock_mutex(t, s, m);
        cg_fence(t);
        for (uint64_t i = 0; i < all->words; i++) change_words(t, s, m, i);
        m->entered++;
        cg_fence(t);
        unlock_mutex(t, s, m, next);
    }
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    const cg_sections *all = &s->all;
    for (int k = 0; k < all->places; k++)
        for (uint64_t i = 0; i < all->words * all->lanes; i++) {
            const uint32_t value = cg_ld(t, cg_sections_word(all, s->mutexes[k].data, i));
            uint32_t good = all->initial[i];
            for (uint64_t n = 0; n < all->users * all->iterations; n++) good = next_mutex_value(good, i);
            if (value != good)
                cg_fail(all->env, "word %u of mutex %d is 0x%x, not 0x%x", (unsigned)i, k, value, good);
        }
}

const cg_workload cg_workload_mutex = {
    "mutex", "HeteroSync's mutexes around data of many words: spin, backoff, ticket, ring",
    OPTIONS, sizeof(state),
    setup,   thread,
    check,   NULL,
};

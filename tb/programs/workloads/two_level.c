// The two-level barriers of HeteroSync (M. Sinclair, Efficient coherence and consistency for specialized
// memory hierarchies, 2017, section 2.6.3): the threads of a core meet at a barrier of their own, one of them
// goes to the barrier of all cores, and they meet again. A core's own barrier is of its scope
// (note [scopes]). Either counters that are looked at by compare and
// swap, two by turns, so that nobody misses the end (algorithm 9), or a word for each to come by and one to
// leave by (algorithms 11 and 12). Between barriers each thread works on data that another core's had before;
// with `exchange` also on data of its own core's.
#include "sync.h"

typedef struct {
    cg_env *env;
    bool lock_free, exchange;
    cg_poll_kind poll;
    uint64_t blocks, rounds, words, stride, each, most; // from one access to the next: words, bytes
    uint64_t lanes;                                     // words of an access: note [wavefront] in program.h
    uint64_t local, global; // addresses: of core 0's barrier, a line or more each; of that of all cores
    uint64_t barrier_bytes; // from one core's barrier to the next
    uint64_t data;
    uint32_t *now, *initial; // the data as they are to be found; at the beginning
} state;

enum { MOST_LANES = 16 };

static const cg_option OPTIONS[] = {
    CG_CHOICE_AT("kind", lock_free, "atomic",
                 "atomic (counters), lock_free (a word for each to come by and one to leave by)", "atomic",
                 "lock_free"),
    CG_NUMBER(exchange, 0, 0, CG_ANY, "work on data of the same core's threads, too"),
    CG_NUMBER(blocks, 3, 1, CG_ANY, "threads of a core that take part, at most"),
    CG_NUMBER(rounds, 4, 0, 1u << 20, "times that all meet"),
    CG_NUMBER(words, 20, 0, 4096, "words of data for each thread"),
    CG_NUMBER(stride, 1, 1, 1024, "words from one of them to the next"),
    CG_NUMBER(lanes, 1, 1, MOST_LANES,
              "words beside each other in place of each of them, at once: those of a wavefront"),
    CG_NUMBER(most, 1024, 1, 1u << 20, "most cycles to back off (lock_free)"),
    CG_OPTION_POLL,
    {0},
};

static uint32_t next_level_value(uint32_t value, uint64_t i) {
    return value * 5 + (uint32_t)i + 1;
}

static uint64_t users(const state *s) {
    return s->blocks * (uint64_t)s->env->cores;
}

// Lane l of access i is word i * lanes + l.
static uint64_t address_of_word(const state *s, uint64_t k) {
    return s->data + s->each * (k / s->lanes) + 4 * (k % s->lanes);
}

static void lay_out_levels(cg_env *e, state *s) {
    const uint64_t n = users(s), size = s->words * n * s->lanes;
    const uint64_t most = s->blocks > (uint64_t)e->cores ? s->blocks : (uint64_t)e->cores;
    s->barrier_bytes = (8 * most + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
    s->local = cg_alloc(e, s->barrier_bytes * (uint64_t)e->cores, e->line_bytes);
    s->global = cg_alloc(e, s->barrier_bytes, e->line_bytes);
    s->data = cg_alloc(e, s->each * s->words * n, e->line_bytes);
    s->now = cg_keep(e, size * sizeof *s->now);
    s->initial = cg_keep(e, size * sizeof *s->initial);
    for (uint64_t i = 0; i < size && !e->bad_input[0]; i++) {
        s->now[i] = s->initial[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)e->seed;
        cg_poke(e, address_of_word(s, i), s->now[i]);
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->blocks = cg_least(s->blocks, (uint64_t)e->threads);
    s->each = 4 * s->stride;
    if (s->lanes > 1 && !cg_in_range(e, "stride", s->stride, s->lanes, 1024)) return;
    lay_out_levels(e, s);
}

// Counters: `turn` 0 or 1, by turns.
static void meet_at(cg_thread *t, cg_sync_scope scope, uint64_t counter, uint64_t n) {
    cg_fence(t);
    cg_amo_release_to(t, scope, CG_AMO_ADD, counter, 1, 0);
    while (cg_amo_acquire_from(t, scope, CG_AMO_CAS, counter, 0, (uint32_t)n) != 0) continue;
    cg_fence(t);
}

static bool all_came(cg_thread *t, const state *s, cg_sync_scope scope, uint64_t in, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        if (cg_poll_from(t, scope, in + 4 * i, s->poll) == 0) return false;
    return true;
}

// A word for each: number `me` of `n` comes by in[me] and leaves by out[me]; number 0 looks at all.
static void come_and_leave(cg_thread *t, const state *s, cg_sync_scope scope, uint64_t in, uint64_t n,
                           uint64_t me) {
    const uint64_t out = in + 4 * n;
    unsigned wait = 1;
    cg_fence(t);
    cg_amo_release_to(t, scope, CG_AMO_SWAP, in + 4 * me, 1, 0);
    if (me == 0) {
        while (!all_came(t, s, scope, in, n)) cg_back_off(t, &wait, (unsigned)s->most);
        cg_fence(t);
        for (uint64_t i = 0; i < n; i++) {
            cg_st(t, in + 4 * i, 0);
            cg_fence(t);
            cg_amo_release_to(t, scope, CG_AMO_SWAP, out + 4 * i, 1, 0);
        }
    }
    wait = 1;
    while (cg_poll_from(t, scope, out + 4 * me, s->poll) != 1) cg_back_off(t, &wait, (unsigned)s->most);
    cg_amo_acquire_from(t, scope, CG_AMO_SWAP, out + 4 * me, 0, 0);
    cg_fence(t);
}

static void meet_core(cg_thread *t, const state *s, uint64_t turn) {
    const uint64_t at = s->local + (uint64_t)cg_core(t) * s->barrier_bytes;
    if (s->lock_free)
        come_and_leave(t, s, CG_WITH_CORE, at, s->blocks, (uint64_t)cg_local_tid(t));
    else
        meet_at(t, CG_WITH_CORE, at + 4 * (turn % 2), s->blocks);
}

static void meet_all(cg_thread *t, const state *s, uint64_t turn) {
    if (s->lock_free)
        come_and_leave(t, s, CG_WITH_ALL, s->global, (uint64_t)s->env->cores, (uint64_t)cg_core(t));
    else
        meet_at(t, CG_WITH_ALL, s->global + 4 * (turn % 2), (uint64_t)s->env->cores);
}

static void change_words(cg_thread *t, const state *s, uint64_t i) {
    uint64_t at[MOST_LANES];
    uint32_t words[MOST_LANES];
    for (uint64_t l = 0; l < s->lanes; l++) at[l] = address_of_word(s, i * s->lanes + l);
    cg_ld_lanes(t, at, s->lanes, words);
    for (uint64_t l = 0; l < s->lanes; l++) {
        const uint64_t k = i * s->lanes + l;
        if (words[l] != s->now[k])
            cg_fail(s->env, "thread %d reads 0x%x in word %u, not 0x%x", cg_tid(t), words[l], (unsigned)k,
                    s->now[k]);
        s->now[k] = next_level_value(s->now[k], k);
        words[l] = next_level_value(words[l], k);
    }
    cg_st_lanes(t, at, s->lanes, words);
}

static void work(cg_thread *t, const state *s, uint64_t core, uint64_t block) {
    const uint64_t first = (core * s->blocks + block) * s->words;
    for (uint64_t i = first; i < first + s->words; i++) change_words(t, s, i);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t core = (uint64_t)cg_core(t), block = (uint64_t)cg_local_tid(t);
    uint64_t turn = 0;
    if (block >= s->blocks) return;
    for (uint64_t round = 0; round < s->rounds; round++) {
        const uint64_t from = (core + round) % (uint64_t)s->env->cores;
        work(t, s, from, block);
        if (s->exchange) {
            meet_core(t, s, turn++);
            work(t, s, from, (block + 1) % s->blocks);
        }
        meet_core(t, s, turn++);
        if (block == 0) meet_all(t, s, round);
        meet_core(t, s, turn++);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->words * users(s) * s->lanes; i++) {
        const uint32_t value = cg_ld(t, address_of_word(s, i));
        uint32_t good = s->initial[i];
        for (uint64_t n = 0; n < s->rounds * (s->exchange ? 2 : 1); n++) good = next_level_value(good, i);
        if (value != good) cg_fail(s->env, "word %u is 0x%x at the end, not 0x%x", (unsigned)i, value, good);
    }
}

const cg_workload cg_workload_two_level = {
    "two_level", "HeteroSync's two-level barriers, by counters or without locks; cores exchange data",
    OPTIONS,     sizeof(state),
    setup,       thread,
    check,       NULL,
};

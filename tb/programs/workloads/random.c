// Random loads, stores and atomics over a pool of words, built so that wrong values show without any model of
// memory too. A word is of one of four kinds, by its index:
//
//   shared    any thread stores unique values, some only bytes of them; any atomic. For the oracle.
//   owned     one thread stores, ever larger values; it must read its own last one, others must never see the
//             value go back.
//   counted   fetch-and-add only; nobody may see it go back, and the sum must be right at the end.
//   maximum   unsigned maximum of growing values; likewise.
//
// Where the model promises nothing to such a program (and the oracle is off) all words are shared.
#include <stdio.h>
#include <string.h>

#include "programs/workload.h"

enum { SHARED, OWNED, COUNTED, MAXIMUM, KINDS };

typedef struct {
    cg_env *env;
    bool promised;  // values mean something
    uint64_t *addr; // of each word
    uint32_t n_words, n_threads;
    uint64_t left;                 // operations not yet begun
    uint64_t loads, stores, bytes; // percent: of all, of all, of stores to shared words
    uint64_t fences;               // percent: before how many operations
    uint32_t unique;               // last value stored
    uint32_t *last;                // owned: the value its owner stored; counted: sum; maximum: largest
    uint32_t *seen;                // [thread][word]: largest value seen
} state;

static const cg_option OPTIONS[] = {
    {"ops", "20000", "operations of all threads together"},
    {"lines", "64", "cache lines in the pool"},
    {"words", "4", "words used in each line: more than one is false sharing"},
    {"stride", "1", "lines from one line of the pool to the next; the number of sets makes all conflict"},
    {"loads", "50", "percent of operations that are loads"},
    {"stores", "35", "percent that are stores; the rest are atomics"},
    {"fences", "",
     "percent of operations that a fence comes before; none: 5, or 0 if the model keeps all order"},
    {"bytes", "20", "percent of stores to shared words that write only some bytes"},
    {0},
};

static int kind_of_word(const state *s, uint32_t w) {
    return !s->promised || w % 5 == 4 ? SHARED : (int)(w % 5);
}
static uint32_t owner_of(const state *s, uint32_t w) {
    return w * 7u % s->n_threads;
}

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    uint64_t lines = cg_opt(e, "lines"), words = cg_opt(e, "words"), stride = cg_opt(e, "stride");
    s->env = e;
    s->promised = !cg_has_races(e);
    s->left = cg_opt(e, "ops");
    s->loads = cg_opt(e, "loads");
    s->stores = cg_opt(e, "stores");
    s->bytes = cg_opt(e, "bytes");
    const char *fences = cg_opt_text(e, "fences");
    s->fences = fences[0] ? cg_opt(e, "fences") : e->weak ? 5 : 0;
    s->n_threads = (uint32_t)(e->cores * e->threads);
    if (s->loads + s->stores > 100)
        cg_bad_input(e, "workload random: loads + stores are more than 100 percent");
    if (s->fences > 100 || fences[strspn(fences, "0123456789")])
        cg_bad_input(e, "workload random: fences must be 0 to 100 percent");
    if (lines < 1 || lines > 1u << 20) cg_bad_input(e, "workload random: lines must be 1 to %u", 1u << 20);
    if (stride < 1) cg_bad_input(e, "workload random: stride must be 1 or more");
    if (words < 1 || words > e->line_bytes / 4)
        cg_bad_input(e, "workload random: words must be 1 to %u, the words of a line", e->line_bytes / 4);
    if (e->bad_input[0]) return NULL;
    if (lines * words * s->n_threads > 1u << 28)
        cg_bad_input(e, "workload random: lines * words * threads are too many to keep track of");
    uint64_t base = cg_alloc(e, lines * stride * e->line_bytes, e->line_bytes);
    if (e->bad_input[0]) return NULL;
    s->n_words = (uint32_t)(lines * words);
    s->addr = cg_keep(e, s->n_words * sizeof *s->addr);
    s->last = cg_keep(e, s->n_words * sizeof *s->last);
    s->seen = cg_keep(e, (size_t)s->n_words * s->n_threads * sizeof *s->seen);
    for (uint32_t w = 0; w < s->n_words; w++) {
        uint64_t line = w / words,
                 place = (w % words * (e->line_bytes / 4) / words + line) % (e->line_bytes / 4);
        s->addr[w] = base + line * stride * e->line_bytes + place * 4;
    }
    return s;
}

// Thread t saw `value` in a word that only ever grows.
static void saw(state *s, cg_thread *t, uint32_t w, uint32_t value) {
    uint32_t *seen = &s->seen[(size_t)cg_tid(t) * s->n_words + w];
    if (value < *seen)
        cg_fail(s->env, "thread %d read %u at 0x%llx after it had seen %u: the word went back", cg_tid(t),
                value, (unsigned long long)cg_where(s->env, s->addr[w]), *seen);
    else
        *seen = value;
}

static void load_pool_word(state *s, cg_thread *t, uint32_t w) {
    uint32_t expected = s->last[w], value = cg_ld(t, s->addr[w]);
    if (kind_of_word(s, w) == SHARED) return;
    saw(s, t, w, value);
    if (kind_of_word(s, w) == OWNED && owner_of(s, w) == (uint32_t)cg_tid(t) && value != expected)
        cg_fail(s->env, "thread %d read %u at 0x%llx, its own last store there was %u", cg_tid(t), value,
                (unsigned long long)cg_where(s->env, s->addr[w]), expected);
}

static void store_pool_word(state *s, cg_thread *t, uint32_t w) {
    uint32_t value = ++s->unique;
    if (kind_of_word(s, w) == SHARED) {
        value *= 2654435761u; // still unique, and every byte counts
        bool part = cg_rand(t) % 100 < s->bytes;
        cg_st_bytes(t, s->addr[w], value, part ? 1 + (unsigned)(cg_rand(t) % 14) : 0xf);
    } else {
        s->last[w] = value;
        s->seen[(size_t)cg_tid(t) * s->n_words + w] = value;
        cg_st(t, s->addr[w], value);
    }
}

static void amo_pool_word(state *s, cg_thread *t, uint32_t w) {
    uint32_t old, value = 1 + (uint32_t)(cg_rand(t) % 9);
    switch (kind_of_word(s, w)) {
    case COUNTED:
        s->last[w] += value;
        saw(s, t, w, cg_amo(t, CG_AMO_ADD, s->addr[w], value, 0));
        break;
    case MAXIMUM:
        value = ++s->unique;
        s->last[w] = value; // the largest so far
        old = cg_amo(t, CG_AMO_MAXU, s->addr[w], value, 0);
        saw(s, t, w, old > value ? old : value);
        break;
    default:
        cg_amo(t, (cg_amo_op)(cg_rand(t) % (CG_AMO_CAS + 1)), s->addr[w], ++s->unique * 2654435761u,
               (uint32_t)cg_rand(t) % 64);
    }
}

// A word of the pool that thread t may store to (atomics: apply to).
static uint32_t choose_word(state *s, cg_thread *t, bool stores) {
    for (;;) {
        uint32_t w = (uint32_t)(cg_rand(t) % s->n_words);
        int k = kind_of_word(s, w);
        if (k == SHARED) return w;
        if (stores ? k == OWNED && owner_of(s, w) == (uint32_t)cg_tid(t) : k == COUNTED || k == MAXIMUM)
            return w;
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    while (s->left > 0 && s->env->failure[0] == '\0') {
        s->left--;
        if (s->fences && cg_rand(t) % 100 < s->fences) cg_fence_op(t);
        uint64_t what = cg_rand(t) % 100;
        if (what < s->loads)
            load_pool_word(s, t, (uint32_t)(cg_rand(t) % s->n_words));
        else if (what < s->loads + s->stores)
            store_pool_word(s, t, choose_word(s, t, true));
        else
            amo_pool_word(s, t, choose_word(s, t, false));
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t w = 0; w < s->n_words; w++) {
        uint32_t value = cg_ld(t, s->addr[w]);
        if (kind_of_word(s, w) != SHARED && value != s->last[w])
            cg_fail(s->env, "0x%llx holds %u at the end, not %u",
                    (unsigned long long)cg_where(s->env, s->addr[w]), value, s->last[w]);
    }
}

const cg_workload cg_workload_random = {
    "random", "random loads, stores and atomics with false sharing and evictions", OPTIONS, setup, thread,
    check,
};

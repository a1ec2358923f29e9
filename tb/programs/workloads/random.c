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

#include "lang/command.h"
#include "programs/thread.h"
#include "sync.h"

enum { SHARED, OWNED, COUNTED, MAXIMUM, KINDS };

typedef struct {
    cg_env *env;
    bool promised;                 // values mean something
    uint64_t *addr;                // of each word
    uint64_t lines, words, stride; // of the pool; used in each line; from one line to the next
    uint32_t n_words, n_threads;
    uint64_t left;                 // operations not yet begun
    uint64_t loads, stores, bytes; // percent: of all, of all, of stores to shared words
    const char *fences;            // as the user says it
    uint64_t fenced;               // percent: before how many operations
    uint64_t local;                // percent of atomics on shared words that are of the scope of their core
    uint64_t memory;               // percent of operations on the core's local memory, if it has one
    uint64_t operands;             // percent of these that bring operands, if they have some
    uint64_t final;                // percent of loads that say that nobody stores into the word any more
    uint32_t unique;               // last value stored
    uint32_t *last;                // owned: the value its owner stored; counted: sum; maximum: largest
    uint32_t *seen;                // [thread][word]: largest value seen
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER_AT("ops", left, 20000, 0, CG_ANY, "operations of all threads together"),
    CG_NUMBER(lines, 64, 1, 1u << 20, "cache lines in the pool"),
    CG_NUMBER(words, 4, 1, CG_ANY, "words used in each line: more than one is false sharing"),
    CG_NUMBER(stride, 1, 1, CG_ANY,
              "lines from one line of the pool to the next; the number of sets makes all conflict"),
    CG_NUMBER(loads, 50, 0, 100, "percent of operations that are loads"),
    CG_NUMBER(stores, 35, 0, 100, "percent that are stores; the rest are atomics"),
    CG_OPTION_FENCES(5),
    CG_NUMBER(bytes, 20, 0, 100, "percent of stores to shared words that write only some bytes"),
    CG_NUMBER(local, 0, 0, 100, "percent of atomics of the scope of a core; where nothing is promised"),
    CG_NUMBER(memory, 30, 0, 100,
              "percent of operations that are on the core's local memory, where it has one"),
    CG_NUMBER(operands, 100, 0, 100,
              "percent of these that bring operands, where they have some; others bring 0"),
    CG_NUMBER(final, 0, 0, 100,
              "percent of loads that say, wrongly, that nobody stores into the word any more; where nothing "
              "is promised"),
    {0},
};

static int kind_of_word(const state *s, uint32_t w) {
    return !s->promised || w % 5 == 4 ? SHARED : (int)(w % 5);
}
static uint32_t owner_of(const state *s, uint32_t w) {
    return w * 7u % s->n_threads;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t line_words = e->line_bytes / 4;
    s->env = e;
    s->promised = !cg_has_races(e);
    s->fenced = cg_opt_fences(e, s->fences, 5);
    s->n_threads = (uint32_t)(e->cores * e->threads);
    if (s->loads + s->stores > 100)
        cg_bad_input(e, "workload random: loads + stores are more than 100 percent");
    cg_in_range(e, "words", s->words, 1, line_words);
    if (e->bad_input[0]) return;
    if (s->lines * s->words * s->n_threads > 1u << 28)
        cg_bad_input(e, "workload random: lines * words * threads are too many to keep track of");
    const uint64_t base = cg_alloc(e, s->lines * s->stride * e->line_bytes, e->line_bytes);
    if (e->bad_input[0]) return;
    s->n_words = (uint32_t)(s->lines * s->words);
    s->addr = cg_keep(e, s->n_words * sizeof *s->addr);
    s->last = cg_keep(e, s->n_words * sizeof *s->last);
    s->seen = cg_keep(e, (size_t)s->n_words * s->n_threads * sizeof *s->seen);
    for (uint32_t w = 0; w < s->n_words; w++) {
        uint64_t line = w / s->words, place = (w % s->words * line_words / s->words + line) % line_words;
        s->addr[w] = base + line * s->stride * e->line_bytes + place * 4;
    }
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

static void judge_load(state *s, cg_thread *t, uint32_t w, uint32_t value, uint32_t expected) {
    if (kind_of_word(s, w) == SHARED) return;
    saw(s, t, w, value);
    if (kind_of_word(s, w) == OWNED && owner_of(s, w) == (uint32_t)cg_tid(t) && value != expected)
        cg_fail(s->env, "thread %d read %u at 0x%llx, its own last store there was %u", cg_tid(t), value,
                (unsigned long long)cg_where(s->env, s->addr[w]), expected);
}

static void load_pool_word(state *s, cg_thread *t, uint32_t w) {
    const uint32_t expected = s->last[w];
    const bool final = s->final && !s->promised && cg_rand(t) % 100 < s->final;
    judge_load(s, t, w, final ? cg_ld_final(t, s->addr[w]) : cg_ld(t, s->addr[w]), expected);
}

// Several loads that are under way at once, where a thread may have that.
static void load_pool_words(state *s, cg_thread *t) {
    uint32_t w[CG_MAX_SLOTS], expected[CG_MAX_SLOTS];
    cg_ticket ticket[CG_MAX_SLOTS];
    const int n = 1 + (int)(cg_rand(t) % (uint64_t)cg_slots(t));
    for (int i = 0; i < n; i++) {
        w[i] = (uint32_t)(cg_rand(t) % s->n_words);
        expected[i] = s->last[w[i]];
        ticket[i] = cg_ld_begin(t, s->addr[w[i]]);
    }
    for (int i = 0; i < n; i++) judge_load(s, t, w[i], cg_await(t, ticket[i]), expected[i]);
}

static void store_word(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask) {
    if (cg_slots(t) > 1)
        cg_st_post(t, addr, value, mask);
    else
        cg_st_bytes(t, addr, value, mask);
}

static void store_pool_word(state *s, cg_thread *t, uint32_t w) {
    uint32_t value = ++s->unique;
    if (kind_of_word(s, w) == SHARED) {
        value *= 2654435761u; // still unique, and every byte counts
        bool part = cg_rand(t) % 100 < s->bytes;
        store_word(t, s->addr[w], value, part ? 1 + (unsigned)(cg_rand(t) % 14) : 0xf);
    } else {
        s->last[w] = value;
        s->seen[(size_t)cg_tid(t) * s->n_words + w] = value;
        store_word(t, s->addr[w], value, 0xf);
    }
}

static void amo_shared_word(state *s, cg_thread *t, uint64_t addr) {
    const bool local = s->local && !s->promised && cg_rand(t) % 100 < s->local;
    cg_request q = {.op = CG_ATOMIC,
                    .order = local && s->env->model ? cg_model_local_marks(s->env->model) : 0,
                    .addr = addr,
                    .mask = 0xf};
    q.aop = (cg_amo_op)(cg_rand(t) % (CG_AMO_CAS + 1));
    q.data = ++s->unique * 2654435761u;
    q.compare = (uint32_t)cg_rand(t) % 64;
    cg_ask(t, &q);
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
    default: amo_shared_word(s, t, s->addr[w]);
    }
}

// Of the table's lists. Of one value nothing is drawn, so an operand that a point does not use changes no
// run.
static void draw_operands(const state *s, cg_thread *t, const cg_request *q, uint64_t *operands) {
    const cg_event *e = s->env->spec ? cg_event_of_request(s->env->spec, q) : NULL;
    const unsigned brought = e ? cg_operands_brought(s->env->spec, e) : 0;
    if (!brought || cg_rand(t) % 100 >= s->operands) return;
    for (int k = 0; brought >> k; k++) {
        const cg_operand *o = &s->env->spec->operands[k];
        if (brought >> k & 1)
            operands[k] = o->values[o->n_values > 1 ? cg_rand(t) % (uint64_t)o->n_values : 0];
    }
}

// Anything on any word of the core's local memory, for the oracle.
static void local_word(state *s, cg_thread *t) {
    const uint64_t addr = cg_local(t, cg_rand(t) % s->env->local_bytes & ~UINT64_C(3)),
                   what = cg_rand(t) % 100;
    const cg_request asked = {.op = what < s->loads               ? CG_LOAD
                                    : what < s->loads + s->stores ? CG_STORE
                                                                  : CG_ATOMIC,
                              .addr = addr};
    uint64_t operands[CG_MAX_OPERANDS] = {0};
    draw_operands(s, t, &asked, operands);
    cg_bring(t, operands);
    if (what < s->loads)
        cg_ld(t, addr);
    else if (what < s->loads + s->stores)
        cg_st_bytes(t, addr, ++s->unique * 2654435761u,
                    cg_rand(t) % 100 < s->bytes ? 1 + (unsigned)(cg_rand(t) % 14) : 0xf);
    else
        amo_shared_word(s, t, addr);
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
        if (s->fenced && cg_rand(t) % 100 < s->fenced) cg_fence_op(t);
        if (s->env->local_bytes && cg_rand(t) % 100 < s->memory) {
            local_word(s, t);
            continue;
        }
        uint64_t what = cg_rand(t) % 100;
        if (what < s->loads && cg_slots(t) > 1)
            load_pool_words(s, t);
        else if (what < s->loads)
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
    "random", "random loads, stores and atomics with false sharing and evictions",
    OPTIONS,  sizeof(state),
    setup,    thread,
    check,    NULL,
};

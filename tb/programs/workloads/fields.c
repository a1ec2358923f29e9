// Fields of objects by mappings: every thread works on an array of objects in rows, and in the next round on
// the next thread's, which another core may have had. A core's first thread does so by the words of its local
// memory, which a command has mapped to one field of each object; the others, and the first one in some
// rounds, by addresses. Where the table has no such command all do. In some rounds they only load, in others
// they only store some bytes of each word. Compared with a sequential run, all words of all objects.
#include "base/rng.h"
#include "programs/mapper.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    const char *command, *end, *first; // names of two commands, and of a parameter
    uint64_t n, rounds, work, mapped;
    cg_mapper mapper;
    int ends;                    // the second command; CG_NONE: there is none
    uint64_t array, array_words; // of thread 0's; of one
    uint32_t *expected;          // by array and word
    cg_barrier barrier;
} state;

static const cg_option OPTIONS[] = {
    CG_OPTION_COMMAND,
    CG_OPTION_FIRST,
    CG_TEXT(end, "end_block", "the command, if there is one, that ends a mapping after a round"),
    CG_NUMBER(n, 12, 1, 1u << 12, "objects of an array"),
    CG_NUMBER(rounds, 16, 1, 1u << 16, "arrays of each thread, one after the other"),
    CG_NUMBER(work, 2, 1, 64, "times that a round goes over its fields"),
    CG_NUMBER(mapped, 75, 0, 100, "percent of a first thread's rounds that are by its local memory"),
    {0},
};

enum { MOST_OBJECT = 5, MOST_GAP = 3 }; // words

// What a thread does with an array in a round: the same for whoever asks.
typedef struct {
    uint64_t object, field; // words of an object; which of them
    uint64_t row, stride;   // objects of a row; words to the next one
    uint64_t rows;          // in a local memory, in front of object 0
    bool mapped;
    bool loads, bytes; // only loads; only stores, of some bytes of a word
    bool ends;         // the mapping is ended afterwards
} part;

static uint64_t threads_of(const cg_env *e) {
    return (uint64_t)(e->cores * e->threads);
}

static part part_of(const state *s, uint64_t round, uint64_t array) {
    cg_rng rng = cg_rng_new(s->env->seed, 0xf1e1d + round * threads_of(s->env) + array);
    part p = {.object = 1 + cg_rng_below(&rng, MOST_OBJECT), .row = 1 + cg_rng_below(&rng, s->n)};
    p.field = cg_rng_below(&rng, p.object);
    p.stride = p.row * p.object + cg_rng_below(&rng, MOST_GAP + 1);
    p.mapped = cg_rng_below(&rng, 100) < s->mapped && s->mapper.number != CG_NONE;
    const uint64_t kind = cg_rng_below(&rng, 4);
    p.loads = kind == 0;
    p.bytes = kind == 1;
    p.ends = s->ends != CG_NONE && cg_rng_below(&rng, 2) == 0;
    if (!p.mapped) return p;
    const uint64_t word = s->array / 4 + array * s->array_words + p.field - s->mapper.first;
    const uint64_t room = s->env->local_bytes / 4 - s->n;
    p.rows = cg_rng_below(&rng, cg_least(room / p.row, word / p.stride) + 1);
    return p;
}

// The word of an array that is the field of object k.
static uint64_t word_of(const part *p, uint64_t k) {
    return k / p->row * p->stride + k % p->row * p->object + p->field;
}

static uint32_t worked(uint32_t word, uint64_t round) {
    return word * 5 + (uint32_t)round + 1;
}

// Which bytes of object k's field a store writes: all 15 cases that write some.
static unsigned mask_of(const part *p, uint64_t round, uint64_t k) {
    return p->bytes ? (unsigned)((3 * round + k) % 15) + 1 : 0xf;
}

// ... and what: something else than what is there, which nobody has loaded.
static uint32_t written(uint64_t round, uint64_t k) {
    return worked((uint32_t)k * 0x01030507, round);
}

static uint32_t merged(uint32_t word, uint32_t bytes, unsigned mask) {
    for (int i = 0; i < 4; i++) {
        const uint32_t byte = UINT32_C(0xff) << 8 * i;
        if (mask >> i & 1) word = (word & ~byte) | (bytes & byte);
    }
    return word;
}

static void expect_rounds(const state *s) {
    for (uint64_t round = 0; round < s->rounds; round++)
        for (uint64_t array = 0; array < threads_of(s->env); array++) {
            const part p = part_of(s, round, array);
            for (uint64_t i = 0; i < s->work * s->n && !p.loads; i++) {
                uint32_t *word = &s->expected[array * s->array_words + word_of(&p, i % s->n)];
                *word = p.bytes ? merged(*word, written(round, i % s->n), mask_of(&p, round, i % s->n))
                                : worked(*word, round);
            }
        }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t all = threads_of(e);
    s->env = e;
    cg_find_mapper(e, s->command, s->first, &s->mapper);
    s->ends = s->mapper.number == CG_NONE ? CG_NONE : cg_find_command(e, s->end);
    if (e->bad_input[0]) return;
    if (s->mapper.number != CG_NONE && e->local_bytes < 4 * s->n) {
        cg_bad_input(e, "workload fields: %llu objects need a local memory of %llu bytes, and %llu are there",
                     (unsigned long long)s->n, (unsigned long long)(4 * s->n),
                     (unsigned long long)e->local_bytes);
        return;
    }
    cg_env_dense(e);
    s->array_words = (MOST_OBJECT + MOST_GAP) * s->n; // arrays share lines
    s->array = cg_alloc(e, 4 * all * s->array_words, e->line_bytes);
    s->expected = cg_keep(e, 4 * all * s->array_words);
    s->barrier = cg_barrier_new(e, 8, CG_POLL_ATOMIC);
    if (!e->bad_input[0] && s->mapper.number != CG_NONE && s->array / 4 < s->mapper.first)
        cg_bad_input(e, "workload fields: '%s' is %llu, and its arrays begin at word %llu", s->first,
                     (unsigned long long)s->mapper.first, (unsigned long long)(s->array / 4));
    cg_rng rng = cg_rng_new(e->seed, 0xf1e1d5);
    for (uint64_t i = 0; i < all * s->array_words && !e->bad_input[0]; i++) {
        s->expected[i] = (uint32_t)cg_rng_below(&rng, UINT64_C(1) << 32);
        cg_poke(e, s->array + 4 * i, s->expected[i]);
    }
    if (!e->bad_input[0]) expect_rounds(s);
}

static void map_field(cg_thread *t, state *s, const part *p, uint64_t first) {
    const uint64_t word = first + p->field - s->mapper.first;
    cg_map(t, &s->mapper, 0, word - p->rows * p->stride, p->object, p->row, p->stride);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t all = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint64_t round = 0; round < s->rounds && !s->env->failure[0]; round++) {
        const uint64_t array = (me + round) % all, first = s->array / 4 + array * s->array_words;
        const part p = part_of(s, round, array);
        const bool mapped = p.mapped && cg_local_tid(t) == 0;
        if (mapped) map_field(t, s, &p, first);
        for (uint64_t i = 0; i < s->work * s->n; i++) {
            const uint64_t k = i % s->n;
            const uint64_t place = p.rows * p.row + k;
            const uint64_t at = mapped ? cg_local(t, 4 * place) : 4 * (first + word_of(&p, k));
            if (p.bytes) {
                cg_st_bytes(t, at, written(round, k), mask_of(&p, round, k));
                continue;
            }
            const uint32_t word = cg_ld(t, at);
            if (!p.loads) cg_st(t, at, worked(word, round));
        }
        if (mapped && p.ends) cg_ask_command(t, s->ends, (const uint64_t[CG_MAX_OPERANDS]){0});
        cg_barrier_wait(t, &s->barrier);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < threads_of(s->env) * s->array_words; i++) {
        const uint32_t value = cg_ld(t, s->array + 4 * i);
        if (value != s->expected[i])
            cg_fail(s->env, "word %llu of array %llu is 0x%x, not 0x%x",
                    (unsigned long long)(i % s->array_words), (unsigned long long)(i / s->array_words), value,
                    s->expected[i]);
    }
}

const cg_workload cg_workload_fields = {
    "fields", "fields of objects, in local memories to which a command maps them",
    OPTIONS,  sizeof(state),
    setup,    thread,
    check,    NULL,
};

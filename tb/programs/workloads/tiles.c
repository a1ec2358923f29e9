// The threads of each core work together in its local memory: they copy a part of the input there, wait for
// each other, count the words of another thread's part in bins that they share, wait again, and write the
// bins to results in memory. Waiting is a counter in the local memory. Compared with a sequential count.
#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t n, bins, rounds;
    uint64_t input, result, input_stride, result_stride; // addresses of core 0's, bytes to the next core's
    uint32_t *expected;                                  // by core and bin
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(n, 4, 1, 1u << 16, "input words of each thread in each round, at most"),
    CG_NUMBER(bins, 8, 1, 1u << 16, "bins of each core, at most"),
    CG_NUMBER(rounds, 8, 1, 1u << 16, "tiles of each core, one after the other"),
    {0},
};

static uint64_t whole_lines(const cg_env *e, uint64_t words) {
    return (4 * words + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
}

static uint64_t words_of_core(const state *s) {
    return s->n * (uint64_t)s->env->threads;
}

static void fill_input(cg_env *e, state *s, uint64_t core) {
    cg_rng rng = cg_rng_new(e->seed, 0x67000 + core);
    for (uint64_t i = 0; i < words_of_core(s) * s->rounds; i++) {
        uint64_t value = cg_rng_below(&rng, s->bins);
        cg_poke(e, s->input + core * s->input_stride + 4 * i, (uint32_t)value);
        s->expected[core * s->bins + value]++;
    }
}

// In a local memory: the counter, the bins, the tile.
static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t cores = (uint64_t)e->cores, words = e->local_bytes / 4;
    s->env = e;
    if (words < 2 + (uint64_t)e->threads) {
        cg_bad_input(e, "workload tiles: cores need a local memory of %d words, and %llu are there",
                     2 + e->threads, (unsigned long long)words);
        return;
    }
    s->bins = cg_least(s->bins, words - 1 - (uint64_t)e->threads);
    s->n = cg_least(s->n, (words - 1 - s->bins) / (uint64_t)e->threads);
    s->input_stride = whole_lines(e, words_of_core(s) * s->rounds);
    s->result_stride = whole_lines(e, s->bins);
    s->input = cg_alloc(e, cores * s->input_stride, e->line_bytes);
    s->result = cg_alloc(e, cores * s->result_stride, e->line_bytes);
    s->expected = cg_keep(e, cores * s->bins * sizeof *s->expected);
    for (uint64_t core = 0; core < cores && !e->bad_input[0]; core++) fill_input(e, s, core);
}

static uint64_t bin(const cg_thread *t, uint64_t i) {
    return cg_local(t, 4 + 4 * i);
}

static uint64_t tile(const state *s, const cg_thread *t, uint64_t i) {
    return cg_local(t, 4 + 4 * s->bins + 4 * i);
}

// Until all threads of the core have come so often.
static void meet(const state *s, cg_thread *t, uint32_t times) {
    const uint32_t all = times * (uint32_t)s->env->threads;
    cg_fence(t);
    cg_amo(t, CG_AMO_ADD, cg_local(t, 0), 1, 0);
    while (cg_sync_ld(t, cg_local(t, 0)) < all) cg_pause(t, 4);
    cg_fence(t);
}

static void copy(const state *s, cg_thread *t, uint64_t from) {
    const uint64_t me = (uint64_t)cg_local_tid(t);
    for (uint64_t i = me * s->n; i < (me + 1) * s->n; i++) cg_st(t, tile(s, t, i), cg_ld(t, from + 4 * i));
}

static void count(const state *s, cg_thread *t) {
    const uint64_t other = ((uint64_t)cg_local_tid(t) + 1) % (uint64_t)s->env->threads;
    for (uint64_t i = other * s->n; i < (other + 1) * s->n; i++) {
        const uint32_t value = cg_ld(t, tile(s, t, i));
        if (value < s->bins)
            cg_amo(t, CG_AMO_ADD, bin(t, value), 1, 0);
        else
            cg_fail(s->env, "word %llu of the tile of core %d is %u, which was never written",
                    (unsigned long long)i, cg_core(t), value);
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t core = (uint64_t)cg_core(t), parts = (uint64_t)s->env->threads,
                   me = (uint64_t)cg_local_tid(t);
    for (uint64_t round = 0; round < s->rounds && !s->env->failure[0]; round++) {
        copy(s, t, s->input + core * s->input_stride + 4 * round * words_of_core(s));
        meet(s, t, (uint32_t)(2 * round + 1));
        count(s, t);
        meet(s, t, (uint32_t)(2 * round + 2));
    }
    for (uint64_t i = cg_share(s->bins, parts, me); i < cg_share(s->bins, parts, me + 1); i++)
        cg_st(t, s->result + core * s->result_stride + 4 * i, cg_ld(t, bin(t, i)));
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t core = 0; core < (uint64_t)s->env->cores; core++)
        for (uint64_t i = 0; i < s->bins; i++) {
            const uint32_t value = cg_ld(t, s->result + core * s->result_stride + 4 * i);
            if (value != s->expected[core * s->bins + i])
                cg_fail(s->env, "bin %llu of core %llu counts %u, not %u", (unsigned long long)i,
                        (unsigned long long)core, value, s->expected[core * s->bins + i]);
        }
}

const cg_workload cg_workload_tiles = {
    "tiles", "a histogram of each core's own in its local memory, tile by tile",
    OPTIONS, sizeof(state),
    setup,   thread,
    check,   NULL,
};

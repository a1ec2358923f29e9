// Shares nothing: every thread sums an array of its own, again and again, and writes the running sums into
// another one. Compared with a sequential run.
#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t words, rounds;
    uint64_t input, output; // addresses: of each thread `stride` bytes
    uint64_t stride;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(words, 64, 1, 1u << 16, "words of each thread's array"),
    CG_NUMBER(rounds, 3, 1, 1u << 16, "times that it is summed"),
    {0},
};

static uint32_t input_of(const state *s, uint64_t thread, uint64_t i) {
    cg_rng rng = cg_rng_new(s->env->seed, 0x63000 + thread * s->words + i);
    return (uint32_t)cg_rng_next(&rng);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t threads = (uint64_t)(e->cores * e->threads);
    s->env = e;
    s->stride = (4 * s->words + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
    s->input = cg_alloc(e, threads * s->stride, e->line_bytes);
    s->output = cg_alloc(e, threads * s->stride, e->line_bytes);
    for (uint64_t n = 0; n < threads && !e->bad_input[0]; n++)
        for (uint64_t i = 0; i < s->words; i++)
            cg_poke(e, s->input + n * s->stride + 4 * i, input_of(s, n, i));
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t mine = (uint64_t)cg_tid(t) * s->stride;
    uint32_t sum = 0;
    for (uint64_t round = 0; round < s->rounds; round++)
        for (uint64_t i = 0; i < s->words; i++) {
            sum += cg_ld(t, s->input + mine + 4 * i);
            cg_st(t, s->output + mine + 4 * i, sum);
        }
}

static void check_thread(cg_thread *t, const state *s, uint64_t n) {
    uint32_t all = 0, sum = 0;
    for (uint64_t i = 0; i < s->words; i++) all += input_of(s, n, i);
    sum = (uint32_t)(s->rounds - 1) * all;
    for (uint64_t i = 0; i < s->words; i++) {
        uint32_t value = cg_ld(t, s->output + n * s->stride + 4 * i);
        sum += input_of(s, n, i);
        if (value != sum)
            cg_fail(s->env, "sum %llu of thread %llu is 0x%x, not 0x%x", (unsigned long long)i,
                    (unsigned long long)n, value, sum);
    }
}

static void check(cg_thread *t, void *arg) {
    for (int n = 0; n < cg_threads(t); n++) check_thread(t, arg, (uint64_t)n);
}

const cg_workload cg_workload_stream_sum = {
    "stream_sum", "running sums of an array of each thread's own: nothing is shared",
    OPTIONS,      sizeof(state),
    setup,        thread,
    check,        NULL,
};

// Shares nothing between cores: every core counts input of its own in bins of its own; its threads share
// both. Compared with a sequential count.
#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t n, bins;
    uint64_t input, bin, input_stride, bin_stride; // addresses of core 0's, bytes to the next core's
    uint32_t *expected;                            // by core and bin
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(n, 256, 0, 1u << 20, "input words of each core"),
    CG_NUMBER(bins, 32, 1, 1u << 16, "bins of each core"),
    {0},
};

static uint64_t whole_lines(const cg_env *e, uint64_t words) {
    return (4 * words + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
}

static void fill_input(cg_env *e, state *s, uint64_t core) {
    cg_rng rng = cg_rng_new(e->seed, 0x65000 + core);
    for (uint64_t i = 0; i < s->n; i++) {
        uint64_t value = cg_rng_below(&rng, s->bins);
        cg_poke(e, s->input + core * s->input_stride + 4 * i, (uint32_t)value);
        s->expected[core * s->bins + value]++;
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t cores = (uint64_t)e->cores;
    s->env = e;
    s->input_stride = whole_lines(e, s->n);
    s->bin_stride = whole_lines(e, s->bins);
    s->input = cg_alloc(e, cores * s->input_stride, e->line_bytes);
    s->bin = cg_alloc(e, cores * s->bin_stride, e->line_bytes);
    s->expected = cg_keep(e, cores * s->bins * sizeof *s->expected);
    for (uint64_t core = 0; core < cores && !e->bad_input[0]; core++) fill_input(e, s, core);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t core = (uint64_t)cg_core(t), parts = (uint64_t)s->env->threads, me = (uint64_t)cg_local_tid(t);
    for (uint64_t i = cg_share(s->n, parts, me); i < cg_share(s->n, parts, me + 1); i++) {
        uint32_t value = cg_ld(t, s->input + core * s->input_stride + 4 * i);
        if (value >= s->bins) {
            cg_fail(s->env, "input word %llu of core %llu is %u, which was never written",
                    (unsigned long long)i, (unsigned long long)core, value);
            return;
        }
        cg_amo(t, CG_AMO_ADD, s->bin + core * s->bin_stride + 4 * (uint64_t)value, 1, 0);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t core = 0; core < (uint64_t)s->env->cores; core++)
        for (uint64_t i = 0; i < s->bins; i++) {
            uint32_t value = cg_ld(t, s->bin + core * s->bin_stride + 4 * i);
            if (value != s->expected[core * s->bins + i])
                cg_fail(s->env, "bin %llu of core %llu counts %u, not %u", (unsigned long long)i,
                        (unsigned long long)core, value, s->expected[core * s->bins + i]);
        }
}

const cg_workload cg_workload_core_histogram = {
    "core_histogram",
    "a histogram of each core's own: nothing is shared between cores",
    OPTIONS,
    sizeof(state),
    setup,
    thread,
    check,
    NULL,
};

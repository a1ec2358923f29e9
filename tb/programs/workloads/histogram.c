// A histogram: input is read in parallel, bins are counted with fetch-and-add. Compared with a sequential
// count.
#include "sync.h"

#include "base/rng.h"

typedef struct {
    cg_env *env;
    uint64_t n, bins;
    uint64_t input, bin; // addresses
    uint32_t *expected;  // by bin
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(n, 4096, 0, 1u << 24, "input words"),
    CG_NUMBER(bins, 64, 1, 1u << 20, "bins; few of them are contended"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_rng rng = cg_rng_new(e->seed, 0x40000);
    s->env = e;
    s->input = cg_alloc(e, s->n * 4, e->line_bytes);
    s->bin = cg_alloc(e, s->bins * 4, e->line_bytes);
    s->expected = cg_keep(e, s->bins * sizeof *s->expected);
    for (uint64_t i = 0; i < s->n && !e->bad_input[0]; i++) {
        uint64_t value = cg_rng_below(&rng, s->bins);
        cg_poke(e, s->input + i * 4, (uint32_t)value);
        s->expected[value]++;
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t parts = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint64_t i = cg_share(s->n, parts, me); i < cg_share(s->n, parts, me + 1); i++) {
        uint32_t value = cg_ld(t, s->input + i * 4);
        if (value >= s->bins) {
            cg_fail(s->env, "input word %llu is %u, which was never written", (unsigned long long)i, value);
            return;
        }
        cg_amo(t, CG_AMO_ADD, s->bin + 4 * (uint64_t)value, 1, 0);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->bins; i++) {
        uint32_t value = cg_ld(t, s->bin + i * 4);
        if (value != s->expected[i])
            cg_fail(s->env, "bin %llu counts %u, not %u", (unsigned long long)i, value, s->expected[i]);
    }
}

const cg_workload cg_workload_histogram = {
    "histogram", "parallel histogram by fetch-and-add", OPTIONS, sizeof(state), setup, thread, check, NULL,
};

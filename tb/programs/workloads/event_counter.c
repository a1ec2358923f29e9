// The histograms of HeteroSync (M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, listing 3.2 and section 3.5.2), whose bins are counted by commutative atomics:
//
//   global   each word of the input counts in the bins of all at once (HG; HG-2K with 2,048 bins)
//   private  a block counts in bins of its own first, which are no memory that is simulated (the thesis's
//            scratchpad), and adds those to the bins of all at its end (H)
//   read     the bins are counted as in `global`, before time is taken; then each block reads all of them by
//            non-ordering atomics, from a place of its own on (HG-NO)
//
// A thread asks for as many words and counts at once as the design has slots; whether they overlap is the
// model's affair. Compared with a sequential count.
#include "base/rng.h"
#include "blocks.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    enum { GLOBAL, PRIVATE, READ } kind;
    cg_blocks blocks, readers;
    uint64_t n, bins;
    uint64_t input, bin; // addresses
    uint32_t *expected;  // by bin
} state;

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "global", "global (HG), private (H), read (HG-NO)", "global", "private", "read"),
    CG_OPTION_BLOCKS(64),
    CG_NUMBER(n, 1024, 0, 1u << 24, "input words of all blocks"),
    CG_NUMBER(bins, 64, 1, 1u << 16, "bins"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_rng rng = cg_rng_new(e->seed, 0x69000);
    s->env = e;
    s->readers = s->blocks;
    s->input = cg_alloc(e, 4 * s->n, e->line_bytes);
    s->bin = cg_alloc(e, 4 * s->bins, e->line_bytes);
    s->expected = cg_keep(e, s->bins * sizeof *s->expected);
    for (uint64_t i = 0; i < s->n && !e->bad_input[0]; i++) {
        const uint64_t value = cg_rng_below(&rng, s->bins);
        cg_poke(e, s->input + 4 * i, (uint32_t)value);
        s->expected[value]++;
    }
}

static uint64_t bin_at(const state *s, uint64_t i) {
    return s->bin + 4 * i;
}

// So many words of the input, asked for together; false: one was never written.
static bool read_input(cg_thread *t, const state *s, uint64_t from, uint64_t n, uint32_t *words) {
    cg_ticket ticket[CG_MAX_SLOTS];
    bool good = true;
    for (uint64_t i = 0; i < n; i++) ticket[i] = cg_ld_begin(t, s->input + 4 * (from + i));
    for (uint64_t i = 0; i < n; i++) words[i] = cg_await(t, ticket[i]);
    for (uint64_t i = 0; i < n; i++) good &= words[i] < s->bins;
    if (!good) cg_fail(s->env, "thread %d reads an input word that was never written", cg_tid(t));
    return good;
}

static void count_block(cg_thread *t, const state *s, uint64_t block) {
    uint32_t words[CG_MAX_SLOTS];
    uint32_t *own = s->kind == PRIVATE ? cg_keep(s->env, s->bins * sizeof *own) : NULL;
    const uint64_t end = cg_share(s->n, s->blocks.n, block + 1), most = cg_at_once(t);
    for (uint64_t i = cg_share(s->n, s->blocks.n, block), n; i < end; i += n) {
        n = cg_least(most, end - i);
        if (!read_input(t, s, i, n, words)) return;
        for (uint64_t k = 0; k < n; k++)
            if (own)
                own[words[k]]++;
            else
                cg_amo_post(t, CG_commutative, CG_AMO_ADD, bin_at(s, words[k]), 1);
    }
    for (uint64_t i = 0; own && i < s->bins; i++)
        if (own[i]) cg_amo_post(t, CG_commutative, CG_AMO_ADD, bin_at(s, i), own[i]);
}

static void read_all_bins(cg_thread *t, const state *s, uint64_t block) {
    cg_ticket ticket[CG_MAX_SLOTS];
    const uint64_t from = cg_share(s->bins, s->blocks.n, block), most = cg_at_once(t);
    for (uint64_t i = 0, n; i < s->bins; i += n) {
        n = cg_least(most, s->bins - i);
        for (uint64_t k = 0; k < n; k++)
            ticket[k] = cg_amo_begin(t, CG_nonordering, CG_AMO_ADD, bin_at(s, (from + i + k) % s->bins), 0);
        for (uint64_t k = 0; k < n; k++) {
            const uint64_t bin = (from + i + k) % s->bins;
            const uint32_t value = cg_await(t, ticket[k]);
            if (value != s->expected[bin])
                cg_fail(s->env, "thread %d reads %u in bin %u, not %u", cg_tid(t), value, (unsigned)bin,
                        s->expected[bin]);
        }
    }
}

static void count_blocks(cg_thread *t, state *s) {
    uint64_t block;
    while (s->env->failure[0] == '\0' && cg_block_next(&s->blocks, &block)) count_block(t, s, block);
    cg_settle(t);
}

static void prepare(cg_thread *t, void *arg) {
    state *s = arg;
    if (s->kind == READ) count_blocks(t, s);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t block;
    if (s->kind != READ) count_blocks(t, s);
    while (s->kind == READ && s->env->failure[0] == '\0' && cg_block_next(&s->readers, &block))
        read_all_bins(t, s, block);
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    for (uint64_t i = 0; i < s->bins; i++) {
        const uint32_t value = cg_ld(t, bin_at(s, i));
        if (value != s->expected[i])
            cg_fail(s->env, "bin %u counts %u, not %u", (unsigned)i, value, s->expected[i]);
    }
}

const cg_workload cg_workload_event_counter = {
    .name = "event_counter",
    .doc = "HeteroSync's histograms by relaxed atomics: bins of all, bins of a block first, or read only",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .prepare = prepare,
    .thread = thread,
    .check = check,
};

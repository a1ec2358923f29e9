// The workload of programs of kernels, each of them in a table of its own: note [kernels].
#include "kernels.h"
#include "base/rng.h"

typedef cg_kernels state;

uint32_t cg_kernels_get(const state *s, cg_thread *t, uint64_t i) {
    if (!t) return s->host[i];
    const cg_kernels_stores *late = s->late ? &s->late[cg_tid(t)] : NULL;
    for (size_t k = late ? late->n : 0; k > 0; k--)
        if (late->items[k - 1].word == i) return late->items[k - 1].value;
    return cg_ld(t, s->data + 4 * i);
}

void cg_kernels_put(state *s, cg_thread *t, uint64_t i, uint32_t value) {
    if (!t) {
        s->host[i] = value;
        s->stores++;
    } else if (s->late) {
        cg_kernels_stores *late = &s->late[cg_tid(t)];
        late->items[late->n++] = (cg_kernels_store){i, value};
    } else {
        cg_st(t, s->data + 4 * i, value);
    }
}

uint64_t cg_kernels_steps(const state *s) {
    return s->steps;
}

uint64_t cg_kernels_pairs(const state *s) {
    return 2 * s->steps;
}

uint64_t cg_kernels_size(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size;
}

uint64_t cg_kernels_cells(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size * s->size;
}

uint64_t cg_kernels_inner_cells(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size < 3 ? 0 : (s->size - 2) * (s->size - 2);
}

uint64_t cg_kernels_two_squares(const state *s) {
    return 2 * s->size * s->size;
}

static const cg_kernels_program *const PROGRAMS[] = {
#define X(name) &cg_kernels_##name,
    CG_KERNELS(X)
#undef X
};

static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "pathfinder", "which program", "saxpy", "stencil", "pathfinder", "lud", "backprop", "nw",
              "sgemm", "hotspot", "nn", "srad", "lavamd", "apsp", "sort", "dct", "kmeans", "reduction",
              "spmv", "levels", "bins"),
    CG_NUMBER(size, 24, 1, 1024, "words of a vector, columns of a grid, rows of a square"),
    CG_NUMBER(steps, 4, 0, 1u << 16,
              "kernels, one behind the other; lud, nw, apsp, sort, reduction: so many at most; backprop, "
              "srad, dct, "
              "kmeans, levels: pairs of them; bins: three"),
    CG_NUMBER(producers, 0, 0, 1024,
              "cores that run kernels that produce input and no others; 0: all run all"),
    CG_NUMBER(first, 0, 0, 1024, "the first of the cores that produce"),
    CG_NUMBER(lanes, 0, 0, 64,
              "items at most that a thread takes together, their loads and then their stores; 0: each store "
              "is done at once"),
    {0},
};

// Runs all of it on the host. Returns the most stores of an item.
static uint64_t run_sequentially(state *s) {
    uint64_t most = 0;
    for (uint64_t k = 0; k < s->p->kernels(s); k++)
        for (uint64_t i = 0; i < s->p->items(s, k); i++) {
            const uint64_t before = s->stores;
            s->p->item(s, NULL, k, i);
            if (s->stores - before > most) most = s->stores - before;
        }
    return most;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = PROGRAMS[s->kind];
    if (!cg_in_range(e, "producers", s->producers, 0, (uint64_t)e->cores - 1)) return;
    if (!cg_in_range(e, "first", s->first, 0, (uint64_t)e->cores - s->producers)) return;
    const uint64_t words = s->p->words(s);
    cg_rng rng = cg_rng_new(e->seed, 0x68000);
    s->count = cg_alloc(e, 4, e->line_bytes);
    s->data = cg_alloc(e, 4 * words, e->line_bytes);
    s->host = cg_keep(e, words * sizeof *s->host);
    if (e->bad_input[0]) return;
    for (uint64_t i = 0; i < words; i++) s->host[i] = (uint32_t)cg_rng_next(&rng) & 0xffff;
    if (s->p->begin) s->p->begin(s);
    for (uint64_t i = 0; i < words; i++) cg_poke(e, s->data + 4 * i, s->host[i]);
    const uint64_t room = s->lanes * run_sequentially(s) + 1,
                   threads = (uint64_t)e->cores * (uint64_t)e->threads;
    if (!s->lanes) return;
    s->late = cg_keep(e, threads * sizeof *s->late);
    for (uint64_t i = 0; i < threads; i++) s->late[i].items = cg_keep(e, room * sizeof *s->late->items);
}

static void end_of_kernel(cg_thread *t, state *s, uint64_t kernel) {
    cg_fence(t);
    cg_amo_release(t, CG_AMO_ADD, s->count, 1, 0);
    s->came++;
    if (kernel + 1 == s->p->kernels(s)) return;
    while (s->came < (kernel + 1) * (uint64_t)cg_threads(t)) cg_pause(t, 1);
    cg_amo_acquire(t, CG_AMO_ADD, s->count, 0, 0);
    cg_fence(t);
}

// What a thread has of a kernel: the items [first, end), in groups of `lanes`.
typedef struct {
    uint64_t first, end, lanes;
} share;

static share share_of(cg_thread *t, const state *s, uint64_t kernel) {
    const uint64_t items = s->p->items(s, kernel), of_core = (uint64_t)s->env->threads;
    const uint64_t producers = s->producers * of_core, others = (uint64_t)cg_threads(t) - producers;
    const bool produces = producers && s->p->produces && s->p->produces(s, kernel);
    const uint64_t parts = produces ? producers : others, all_busy = items / parts;
    const uint64_t first = s->first * of_core, before = produces ? first : 0;
    const bool is_producer = (uint64_t)cg_tid(t) >= first && (uint64_t)cg_tid(t) < first + producers;
    const uint64_t me = (uint64_t)cg_tid(t) - (!produces && (uint64_t)cg_tid(t) >= first ? producers : 0);
    const uint64_t lanes = s->lanes < 2 || all_busy < 2 ? 1 : cg_least(s->lanes, all_busy);
    const uint64_t groups = (items + lanes - 1) / lanes;
    if (is_producer != produces) return (share){0, 0, lanes};
    return (share){lanes * cg_share(groups, parts, me - before),
                   cg_least(items, lanes * cg_share(groups, parts, me - before + 1)), lanes};
}

// Note [lanes].
static void store_late(cg_thread *t, const state *s) {
    cg_kernels_stores *late = s->late ? &s->late[cg_tid(t)] : NULL;
    for (size_t i = 0; late && i < late->n; i++)
        cg_st(t, s->data + 4 * late->items[i].word, late->items[i].value);
    if (late) late->n = 0;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t k = 0; k < s->p->kernels(s); k++) {
        const share mine = share_of(t, s, k);
        for (uint64_t i = mine.first; i < mine.end; i++) {
            s->p->item(s, t, k, i);
            if ((i + 1) % mine.lanes == 0 || i + 1 == mine.end) store_late(t, s);
        }
        end_of_kernel(t, s, k);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->p->words(s); i++) {
        const uint32_t value = cg_ld(t, s->data + 4 * i);
        if (value != s->host[i]) cg_fail(s->env, "word %u is 0x%x, not 0x%x", (unsigned)i, value, s->host[i]);
    }
}

const cg_workload cg_workload_kernels = {
    "kernels",
    "programs without synchronization but between kernels: of table 2.4 and figure 4, in whole numbers",
    OPTIONS,
    sizeof(state),
    setup,
    thread,
    check,
    NULL,
};

// The workload of programs of kernels, each of them in a table of its own: note [kernels].
#include "kernels.h"
#include "base/rng.h"

typedef cg_kernels state;

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
              "cores, the first ones, that run kernels that produce input and no others; 0: all run all"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = PROGRAMS[s->kind];
    if (!cg_in_range(e, "producers", s->producers, 0, (uint64_t)e->cores - 1)) return;
    const uint64_t words = s->p->words(s);
    cg_rng rng = cg_rng_new(e->seed, 0x68000);
    s->count = cg_alloc(e, 4, e->line_bytes);
    s->data = cg_alloc(e, 4 * words, e->line_bytes);
    s->host = cg_keep(e, words * sizeof *s->host);
    if (e->bad_input[0]) return;
    for (uint64_t i = 0; i < words; i++) s->host[i] = (uint32_t)cg_rng_next(&rng) & 0xffff;
    if (s->p->begin) s->p->begin(s);
    for (uint64_t i = 0; i < words; i++) cg_poke(e, s->data + 4 * i, s->host[i]);
    for (uint64_t k = 0; k < s->p->kernels(s); k++)
        for (uint64_t i = 0; i < s->p->items(s, k); i++) s->p->item(s, NULL, k, i);
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

// The items of a kernel that are the thread's: [*first, *end).
static void items_of(cg_thread *t, const state *s, uint64_t kernel, uint64_t *first, uint64_t *end) {
    const uint64_t n = s->p->items(s, kernel), of_core = (uint64_t)s->env->threads;
    const uint64_t producers = s->producers * of_core, others = (uint64_t)cg_threads(t) - producers;
    const bool produces = producers && s->p->produces && s->p->produces(s, kernel);
    const uint64_t parts = produces ? producers : others, before = produces || !producers ? 0 : producers;
    const uint64_t me = (uint64_t)cg_tid(t);
    const bool takes_part = me >= before && me < before + parts;
    *first = takes_part ? cg_share(n, parts, me - before) : 0;
    *end = takes_part ? cg_share(n, parts, me - before + 1) : 0;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t k = 0; k < s->p->kernels(s); k++) {
        uint64_t first, end;
        items_of(t, s, k, &first, &end);
        for (uint64_t i = first; i < end; i++) s->p->item(s, t, k, i);
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

// Programs of kernels: within one nobody synchronizes, and all meet between two of them. After the codes
// without synchronization of M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, table 2.4, in whole numbers:
//
//   saxpy       y = a x + y: what is loaded and stored once and streams by (nearest neighbours, backprop)
//   stencil     a five-point stencil on a square, two by turns, a kernel for each step (stencil, hotspot,
//   srad) pathfinder  the cheapest way down a grid, a kernel for each row lud         elimination below the
//   diagonal as in LU decomposition, a kernel for each column; without its
//               division, as whole numbers have none
//
// A kernel is started by nobody that is simulated: at its end a thread releases and at the beginning of the
// next it acquires, by one atomic each, and what waits for the others between costs nothing. Compared with a
// sequential run.
#include "base/rng.h"
#include "sync.h"

typedef struct state state;

// A program: words of its data; how many kernels and items of each; one item.
typedef struct {
    uint64_t (*words)(const state *s);
    uint64_t (*kernels)(const state *s);
    uint64_t (*items)(const state *s, uint64_t kernel);
    void (*item)(const state *s, cg_thread *t, uint64_t kernel, uint64_t i);
} program;

struct state {
    cg_env *env;
    enum { SAXPY, STENCIL, PATHFINDER, LUD } kind;
    const program *p;
    uint64_t size, steps;
    uint64_t data;  // address
    uint64_t count; // address: each thread adds one to it behind each kernel
    uint64_t came;  // threads that have
    uint32_t *host; // the sequential run's data
};

// One access; `t` NULL: of the sequential run.
static uint32_t get_data_word(const state *s, cg_thread *t, uint64_t i) {
    return t ? cg_ld(t, s->data + 4 * i) : s->host[i];
}

static void put_data_word(const state *s, cg_thread *t, uint64_t i, uint32_t value) {
    if (t)
        cg_st(t, s->data + 4 * i, value);
    else
        s->host[i] = value;
}

// ----------------------------------------------------------------------------------------------- programs
static uint64_t steps_of(const state *s) {
    return s->steps;
}

static uint64_t size_of_kernel(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size;
}

// x, then y.
static uint64_t saxpy_words(const state *s) {
    return 2 * s->size;
}

static void saxpy(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    (void)kernel;
    put_data_word(s, t, s->size + i, 3 * get_data_word(s, t, i) + get_data_word(s, t, s->size + i));
}

// Two squares by turns; the border stays as it is.
static uint64_t stencil_words(const state *s) {
    return 2 * s->size * s->size;
}

static uint64_t stencil_items(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size < 3 ? 0 : (s->size - 2) * (s->size - 2);
}

static void stencil(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t inner = s->size - 2, cell = (i / inner + 1) * s->size + i % inner + 1;
    const uint64_t from = kernel % 2 * s->size * s->size + cell,
                   to = (kernel + 1) % 2 * s->size * s->size + cell;
    const uint32_t around = get_data_word(s, t, from - s->size) + get_data_word(s, t, from - 1) +
                            get_data_word(s, t, from + 1) + get_data_word(s, t, from + s->size);
    put_data_word(s, t, to, 4 * get_data_word(s, t, from) + around);
}

// Two rows of costs by turns, then the weights: a row for each kernel.
static uint64_t pathfinder_words(const state *s) {
    return (2 + s->steps) * s->size;
}

static void pathfinder(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t from = kernel % 2 * s->size, to = (kernel + 1) % 2 * s->size;
    uint64_t best = get_data_word(s, t, from + i);
    if (i > 0) best = cg_least(best, get_data_word(s, t, from + i - 1));
    if (i + 1 < s->size) best = cg_least(best, get_data_word(s, t, from + i + 1));
    put_data_word(s, t, to + i, (uint32_t)best + get_data_word(s, t, (2 + kernel) * s->size + i));
}

// A square matrix. Item: a row below the diagonal's.
static uint64_t lud_words(const state *s) {
    return s->size * s->size;
}

static uint64_t lud_kernels(const state *s) {
    return cg_least(s->steps, s->size - 1);
}

static uint64_t lud_items(const state *s, uint64_t kernel) {
    return s->size - 1 - kernel;
}

static void lud(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t pivot = kernel * s->size, row = (kernel + 1 + i) * s->size;
    const uint32_t factor = get_data_word(s, t, row + kernel);
    for (uint64_t k = kernel + 1; k < s->size; k++)
        put_data_word(s, t, row + k, get_data_word(s, t, row + k) - factor * get_data_word(s, t, pivot + k));
}

static const program PROGRAMS[] = {
    [SAXPY] = {saxpy_words, steps_of, size_of_kernel, saxpy},
    [STENCIL] = {stencil_words, steps_of, stencil_items, stencil},
    [PATHFINDER] = {pathfinder_words, steps_of, size_of_kernel, pathfinder},
    [LUD] = {lud_words, lud_kernels, lud_items, lud},
};

// ----------------------------------------------------------------------------------------------- workload
static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "pathfinder", "saxpy, stencil, pathfinder, lud", "saxpy", "stencil", "pathfinder", "lud"),
    CG_NUMBER(size, 24, 1, 1024, "words of a vector, columns of a grid, rows of a square"),
    CG_NUMBER(steps, 4, 0, 1u << 16, "kernels, one behind the other; lud: so many at most"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->p = &PROGRAMS[s->kind];
    const uint64_t words = s->p->words(s);
    cg_rng rng = cg_rng_new(e->seed, 0x68000);
    s->count = cg_alloc(e, 4, e->line_bytes);
    s->data = cg_alloc(e, 4 * words, e->line_bytes);
    s->host = cg_keep(e, words * sizeof *s->host);
    for (uint64_t i = 0; i < words && !e->bad_input[0]; i++) {
        s->host[i] = (uint32_t)cg_rng_next(&rng) & 0xffff;
        cg_poke(e, s->data + 4 * i, s->host[i]);
    }
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

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    const uint64_t parts = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint64_t k = 0; k < s->p->kernels(s); k++) {
        const uint64_t n = s->p->items(s, k);
        for (uint64_t i = cg_share(n, parts, me); i < cg_share(n, parts, me + 1); i++) s->p->item(s, t, k, i);
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
    "kernels", "programs without synchronization but between kernels: saxpy, stencil, pathfinder, lud",
    OPTIONS,   sizeof(state),
    setup,     thread,
    check,
};

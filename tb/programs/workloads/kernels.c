// Programs of kernels: within one nobody synchronizes, and all meet between two of them. After the codes
// without synchronization of M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, table 2.4, in whole numbers:
//
//   saxpy       y = a x + y: what is loaded and stored once and streams by
//   stencil     a five-point stencil on a square, two by turns, a kernel for each step (stencil)
//   pathfinder  the cheapest way down a grid, a kernel for each row
//   lud         elimination below the diagonal as in LU decomposition, a kernel for each column; without its
//               division, as whole numbers have none
//   backprop    a layer of 16 units: their sums of weighted inputs, then all weights are changed
//   nw          the cheapest alignment of two sequences, a kernel for each diagonal (Needleman, Wunsch)
//   sgemm       the product of two square matrices, which all threads share
//   hotspot     the stencil with a third square, which is only read
//   nn          the distance of each record of two words from one point (nearest neighbours)
//   srad        two kernels a step: a coefficient of each cell from its neighbours, then the cells from those
//   lavamd      particles in eight boxes: each adds up what all others do to it, and stores it after each box
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
    enum { SAXPY, STENCIL, PATHFINDER, LUD, BACKPROP, NW, SGEMM, HOTSPOT, NN, SRAD, LAVAMD } kind;
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

// Inputs, units, then the weights: those of an input beside each other. Items: a unit; an input.
enum { UNITS = 16 };

static uint64_t backprop_words(const state *s) {
    return s->size + UNITS + UNITS * s->size;
}

static uint64_t two_kernels(const state *s) {
    return 2 * s->steps;
}

static uint64_t backprop_items(const state *s, uint64_t kernel) {
    return kernel % 2 ? s->size : UNITS;
}

static void backprop(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t units = s->size, weights = s->size + UNITS;
    uint32_t sum = 0;
    for (uint64_t k = 0; kernel % 2 == 0 && k < s->size; k++)
        sum += get_data_word(s, t, k) * get_data_word(s, t, weights + UNITS * k + i);
    if (kernel % 2 == 0) {
        put_data_word(s, t, units + i, sum);
        return;
    }
    const uint32_t input = get_data_word(s, t, i);
    for (uint64_t k = 0; k < UNITS; k++) {
        const uint64_t weight = weights + UNITS * i + k;
        put_data_word(s, t, weight, get_data_word(s, t, weight) + input * get_data_word(s, t, units + k));
    }
}

// The scores, then what a pair costs. Item: a cell of the diagonal.
static uint64_t nw_words(const state *s) {
    return (s->size + 1) * (s->size + 1) + s->size * s->size;
}

static uint64_t nw_kernels(const state *s) {
    return cg_least(s->steps, 2 * s->size - 1);
}

static uint64_t nw_items(const state *s, uint64_t kernel) {
    return kernel < s->size ? kernel + 1 : 2 * s->size - 1 - kernel;
}

static void nw(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, row = i + (kernel < n ? 0 : kernel - n + 1), column = kernel - row;
    const uint64_t above = row * (n + 1) + column, here = above + n + 2;
    const uint32_t both =
        get_data_word(s, t, above) + get_data_word(s, t, (n + 1) * (n + 1) + row * n + column);
    const uint64_t one = cg_least(get_data_word(s, t, above + 1), get_data_word(s, t, here - 1));
    put_data_word(s, t, here, (uint32_t)cg_least(both, one + 3));
}

// Two squares, and their product. Item: a word of it.
static uint64_t sgemm_words(const state *s) {
    return 3 * s->size * s->size;
}

static uint64_t cells(const state *s, uint64_t kernel) {
    (void)kernel;
    return s->size * s->size;
}

static void sgemm(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, row = i / n * n, column = i % n;
    uint32_t sum = 0;
    (void)kernel;
    for (uint64_t k = 0; k < n; k++)
        sum += get_data_word(s, t, row + k) * get_data_word(s, t, n * n + n * k + column);
    put_data_word(s, t, 2 * n * n + i, sum);
}

// As the stencil, and a third square behind the two.
static void hotspot(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, inner = n - 2, cell = (i / inner + 1) * n + i % inner + 1;
    const uint64_t from = kernel % 2 * n * n + cell, to = (kernel + 1) % 2 * n * n + cell;
    const uint32_t around = get_data_word(s, t, from - n) + get_data_word(s, t, from - 1) +
                            get_data_word(s, t, from + 1) + get_data_word(s, t, from + n);
    const uint32_t power = get_data_word(s, t, 2 * n * n + cell);
    put_data_word(s, t, to, 4 * get_data_word(s, t, from) + around + power);
}

// Records, then their distances.
static uint64_t nn_words(const state *s) {
    return 3 * s->size;
}

static void nn(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint32_t x = get_data_word(s, t, 2 * i) - 100, y = get_data_word(s, t, 2 * i + 1) - 200;
    (void)kernel;
    put_data_word(s, t, 2 * s->size + i, x * x + y * y);
}

// The cells, then their coefficients.
static void srad(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, inner = n - 2, cell = (i / inner + 1) * n + i % inner + 1;
    const uint64_t from = cell + (kernel % 2 ? n * n : 0), to = cell + (kernel % 2 ? 0 : n * n);
    const uint32_t south = get_data_word(s, t, from + n), east = get_data_word(s, t, from + 1);
    const uint32_t here = get_data_word(s, t, from);
    if (kernel % 2)
        put_data_word(s, t, to, get_data_word(s, t, to) + here + south + east);
    else
        put_data_word(s, t, to,
                      2 * here + south + east + get_data_word(s, t, from - n) +
                          get_data_word(s, t, from - 1));
}

// Places, of eight boxes, then forces.
enum { BOXES = 8 };

static uint64_t lavamd_words(const state *s) {
    return 2 * BOXES * s->size;
}

static uint64_t particles(const state *s, uint64_t kernel) {
    (void)kernel;
    return BOXES * s->size;
}

static void lavamd(const state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t force = BOXES * s->size + i;
    (void)kernel;
    for (uint64_t box = 0; box < BOXES; box++) {
        const uint32_t here = get_data_word(s, t, i);
        uint32_t sum = get_data_word(s, t, force);
        for (uint64_t k = 0; k < s->size; k++) sum += here * get_data_word(s, t, box * s->size + k);
        put_data_word(s, t, force, sum);
    }
}

static const program PROGRAMS[] = {
    [SAXPY] = {saxpy_words, steps_of, size_of_kernel, saxpy},
    [STENCIL] = {stencil_words, steps_of, stencil_items, stencil},
    [PATHFINDER] = {pathfinder_words, steps_of, size_of_kernel, pathfinder},
    [LUD] = {lud_words, lud_kernels, lud_items, lud},
    [BACKPROP] = {backprop_words, two_kernels, backprop_items, backprop},
    [NW] = {nw_words, nw_kernels, nw_items, nw},
    [SGEMM] = {sgemm_words, steps_of, cells, sgemm},
    [HOTSPOT] = {sgemm_words, steps_of, stencil_items, hotspot},
    [NN] = {nn_words, steps_of, size_of_kernel, nn},
    [SRAD] = {stencil_words, two_kernels, stencil_items, srad},
    [LAVAMD] = {lavamd_words, steps_of, particles, lavamd},
};

// ----------------------------------------------------------------------------------------------- workload
static const cg_option OPTIONS[] = {
    CG_CHOICE(kind, "pathfinder", "which program", "saxpy", "stencil", "pathfinder", "lud", "backprop", "nw",
              "sgemm", "hotspot", "nn", "srad", "lavamd"),
    CG_NUMBER(size, 24, 1, 1024, "words of a vector, columns of a grid, rows of a square"),
    CG_NUMBER(steps, 4, 0, 1u << 16,
              "kernels, one behind the other; lud, nw: so many at most; backprop, srad: pairs of them"),
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
    "kernels", "programs without synchronization but between kernels: table 2.4's in whole numbers",
    OPTIONS,   sizeof(state),
    setup,     thread,
    check,     NULL,
};

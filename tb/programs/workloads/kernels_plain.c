// Programs of kernels after M. Sinclair, Efficient coherence and consistency for specialized memory
// hierarchies, 2017, table 2.4: note [kernels].
#include "kernels.h"

typedef cg_kernels state;

// x, then y.
static uint64_t saxpy_words(const state *s) {
    return 2 * s->size;
}

static void saxpy(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    (void)kernel;
    cg_kernels_put(s, t, s->size + i, 3 * cg_kernels_get(s, t, i) + cg_kernels_get(s, t, s->size + i));
}

// Two squares by turns; the border stays as it is.
static void stencil(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t inner = s->size - 2, cell = (i / inner + 1) * s->size + i % inner + 1;
    const uint64_t from = kernel % 2 * s->size * s->size + cell,
                   to = (kernel + 1) % 2 * s->size * s->size + cell;
    const uint32_t around = cg_kernels_get(s, t, from - s->size) + cg_kernels_get(s, t, from - 1) +
                            cg_kernels_get(s, t, from + 1) + cg_kernels_get(s, t, from + s->size);
    cg_kernels_put(s, t, to, 4 * cg_kernels_get(s, t, from) + around);
}

// Two rows of costs by turns, then the weights: a row for each kernel.
static uint64_t pathfinder_words(const state *s) {
    return (2 + s->steps) * s->size;
}

static void pathfinder(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t from = kernel % 2 * s->size, to = (kernel + 1) % 2 * s->size;
    uint64_t best = cg_kernels_get(s, t, from + i);
    if (i > 0) best = cg_least(best, cg_kernels_get(s, t, from + i - 1));
    if (i + 1 < s->size) best = cg_least(best, cg_kernels_get(s, t, from + i + 1));
    cg_kernels_put(s, t, to + i, (uint32_t)best + cg_kernels_get(s, t, (2 + kernel) * s->size + i));
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

static void lud(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t pivot = kernel * s->size, row = (kernel + 1 + i) * s->size;
    const uint32_t factor = cg_kernels_get(s, t, row + kernel);
    for (uint64_t k = kernel + 1; k < s->size; k++)
        cg_kernels_put(s, t, row + k,
                       cg_kernels_get(s, t, row + k) - factor * cg_kernels_get(s, t, pivot + k));
}

// Inputs, units, then the weights: those of an input beside each other. Items: a unit; an input.
enum { UNITS = 16 };

static uint64_t backprop_words(const state *s) {
    return s->size + UNITS + UNITS * s->size;
}

static uint64_t backprop_items(const state *s, uint64_t kernel) {
    return kernel % 2 ? s->size : UNITS;
}

static void backprop(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t units = s->size, weights = s->size + UNITS;
    uint32_t sum = 0;
    for (uint64_t k = 0; kernel % 2 == 0 && k < s->size; k++)
        sum += cg_kernels_get(s, t, k) * cg_kernels_get(s, t, weights + UNITS * k + i);
    if (kernel % 2 == 0) {
        cg_kernels_put(s, t, units + i, sum);
        return;
    }
    const uint32_t input = cg_kernels_get(s, t, i);
    for (uint64_t k = 0; k < UNITS; k++) {
        const uint64_t weight = weights + UNITS * i + k;
        cg_kernels_put(s, t, weight, cg_kernels_get(s, t, weight) + input * cg_kernels_get(s, t, units + k));
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

static void nw(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, row = i + (kernel < n ? 0 : kernel - n + 1), column = kernel - row;
    const uint64_t above = row * (n + 1) + column, here = above + n + 2;
    const uint32_t both =
        cg_kernels_get(s, t, above) + cg_kernels_get(s, t, (n + 1) * (n + 1) + row * n + column);
    const uint64_t one = cg_least(cg_kernels_get(s, t, above + 1), cg_kernels_get(s, t, here - 1));
    cg_kernels_put(s, t, here, (uint32_t)cg_least(both, one + 3));
}

// Two squares, and their product. Item: a word of it.
static uint64_t sgemm_words(const state *s) {
    return 3 * s->size * s->size;
}

static void sgemm(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, row = i / n * n, column = i % n;
    uint32_t sum = 0;
    (void)kernel;
    for (uint64_t k = 0; k < n; k++)
        sum += cg_kernels_get(s, t, row + k) * cg_kernels_get(s, t, n * n + n * k + column);
    cg_kernels_put(s, t, 2 * n * n + i, sum);
}

// As the stencil, and a third square behind the two.
static void hotspot(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, inner = n - 2, cell = (i / inner + 1) * n + i % inner + 1;
    const uint64_t from = kernel % 2 * n * n + cell, to = (kernel + 1) % 2 * n * n + cell;
    const uint32_t around = cg_kernels_get(s, t, from - n) + cg_kernels_get(s, t, from - 1) +
                            cg_kernels_get(s, t, from + 1) + cg_kernels_get(s, t, from + n);
    const uint32_t power = cg_kernels_get(s, t, 2 * n * n + cell);
    cg_kernels_put(s, t, to, 4 * cg_kernels_get(s, t, from) + around + power);
}

// Records, then their distances.
static uint64_t nn_words(const state *s) {
    return 3 * s->size;
}

static void nn(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint32_t x = cg_kernels_get(s, t, 2 * i) - 100, y = cg_kernels_get(s, t, 2 * i + 1) - 200;
    (void)kernel;
    cg_kernels_put(s, t, 2 * s->size + i, x * x + y * y);
}

// The cells, then their coefficients.
static void srad(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, inner = n - 2, cell = (i / inner + 1) * n + i % inner + 1;
    const uint64_t from = cell + (kernel % 2 ? n * n : 0), to = cell + (kernel % 2 ? 0 : n * n);
    const uint32_t south = cg_kernels_get(s, t, from + n), east = cg_kernels_get(s, t, from + 1);
    const uint32_t here = cg_kernels_get(s, t, from);
    if (kernel % 2)
        cg_kernels_put(s, t, to, cg_kernels_get(s, t, to) + here + south + east);
    else
        cg_kernels_put(s, t, to,
                       2 * here + south + east + cg_kernels_get(s, t, from - n) +
                           cg_kernels_get(s, t, from - 1));
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

static void lavamd(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t force = BOXES * s->size + i;
    (void)kernel;
    for (uint64_t box = 0; box < BOXES; box++) {
        const uint32_t here = cg_kernels_get(s, t, i);
        uint32_t sum = cg_kernels_get(s, t, force);
        for (uint64_t k = 0; k < s->size; k++) sum += here * cg_kernels_get(s, t, box * s->size + k);
        cg_kernels_put(s, t, force, sum);
    }
}

const cg_kernels_program cg_kernels_saxpy = {saxpy_words, cg_kernels_steps, cg_kernels_size, saxpy, NULL,
                                             NULL};
const cg_kernels_program cg_kernels_stencil = {
    cg_kernels_two_squares, cg_kernels_steps, cg_kernels_inner_cells, stencil, NULL, NULL};
const cg_kernels_program cg_kernels_pathfinder = {
    pathfinder_words, cg_kernels_steps, cg_kernels_size, pathfinder, NULL, NULL};
const cg_kernels_program cg_kernels_lud = {lud_words, lud_kernels, lud_items, lud, NULL, NULL};
const cg_kernels_program cg_kernels_backprop = {
    backprop_words, cg_kernels_pairs, backprop_items, backprop, NULL, NULL};
const cg_kernels_program cg_kernels_nw = {nw_words, nw_kernels, nw_items, nw, NULL, NULL};
const cg_kernels_program cg_kernels_sgemm = {sgemm_words, cg_kernels_steps, cg_kernels_cells, sgemm, NULL,
                                             NULL};
const cg_kernels_program cg_kernels_hotspot = {
    sgemm_words, cg_kernels_steps, cg_kernels_inner_cells, hotspot, NULL, NULL};
const cg_kernels_program cg_kernels_nn = {nn_words, cg_kernels_steps, cg_kernels_size, nn, NULL, NULL};
const cg_kernels_program cg_kernels_srad = {
    cg_kernels_two_squares, cg_kernels_pairs, cg_kernels_inner_cells, srad, NULL, NULL};
const cg_kernels_program cg_kernels_lavamd = {lavamd_words, cg_kernels_steps, particles, lavamd, NULL, NULL};

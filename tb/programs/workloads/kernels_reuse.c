// Programs of kernels after B. Hechtman et al., QuickRelease: a throughput-oriented approach to release
// consistency on GPUs, HPCA 2014, figure 4: note [kernels].
#include "kernels.h"

typedef cg_kernels state;

static uint64_t log2_up(uint64_t n) {
    uint64_t log = 0;
    while ((UINT64_C(1) << log) < n) log++;
    return log;
}

// A square of distances. What goes by the node itself becomes no shorter, so nobody stores it.
static uint64_t apsp_words(const state *s) {
    return s->size * s->size;
}

static uint64_t apsp_kernels(const state *s) {
    return cg_least(s->steps, s->size);
}

static void apsp(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, from = i / n, to = i % n;
    if (from == kernel || to == kernel) return;
    const uint64_t by =
        (uint64_t)cg_kernels_get(s, t, from * n + kernel) + cg_kernels_get(s, t, kernel * n + to);
    cg_kernels_put(s, t, i, (uint32_t)cg_least(cg_kernels_get(s, t, i), by));
}

// Words, the largest power of two of `size`. Item: a pair that is compared.
static uint64_t sort_words(const state *s) {
    const uint64_t log = log2_up(s->size);
    return (UINT64_C(1) << log) > s->size ? UINT64_C(1) << (log - 1) : s->size;
}

static uint64_t sort_kernels(const state *s) {
    const uint64_t log = log2_up(sort_words(s));
    return cg_least(s->steps, log * (log + 1) / 2);
}

static uint64_t sort_items(const state *s, uint64_t kernel) {
    (void)kernel;
    return sort_words(s) / 2;
}

static void sort(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    uint64_t phase = 1; // runs of 2^phase words become sorted, by distances 2^(phase - 1) .. 1
    while (kernel >= phase) kernel -= phase++;
    const uint64_t distance = UINT64_C(1) << (phase - 1 - kernel);
    const uint64_t low = i / distance * 2 * distance + i % distance, high = low + distance;
    const bool down = low >> phase & 1;
    const uint32_t a = cg_kernels_get(s, t, low), b = cg_kernels_get(s, t, high);
    if (down ? a >= b : a <= b) return;
    cg_kernels_put(s, t, low, b);
    cg_kernels_put(s, t, high, a);
}

// A square of whole blocks (one at least) and what is made of its rows, then the transform's factors.
enum { BLOCK = 8 };

static uint64_t dct_side(const state *s) {
    return s->size < BLOCK ? BLOCK : s->size / BLOCK * BLOCK;
}

static uint64_t dct_words(const state *s) {
    return 2 * dct_side(s) * dct_side(s) + (uint64_t)BLOCK * BLOCK;
}

static uint64_t dct_items(const state *s, uint64_t kernel) {
    (void)kernel;
    return dct_side(s) * dct_side(s);
}

static void dct(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = dct_side(s), row = i / n, column = i % n;
    const uint64_t factors = 2 * n * n + (kernel % 2 ? row : column) % BLOCK * BLOCK;
    const uint64_t first =
        kernel % 2 ? n * n + row / BLOCK * BLOCK * n + column : row * n + column / BLOCK * BLOCK;
    uint32_t sum = 0;
    for (uint64_t k = 0; k < BLOCK; k++)
        sum += cg_kernels_get(s, t, factors + k) * cg_kernels_get(s, t, first + k * (kernel % 2 ? n : 1));
    cg_kernels_put(s, t, kernel % 2 ? i : n * n + i, sum);
}

// Points, then which centre each is at, then the centres. Items: a point; a centre.
enum { CENTRES = 8 };

static uint64_t kmeans_words(const state *s) {
    return 3 * s->size + 2 * CENTRES;
}

static uint64_t kmeans_items(const state *s, uint64_t kernel) {
    return kernel % 2 ? CENTRES : s->size;
}

static void nearest_centre(state *s, cg_thread *t, uint64_t i) {
    const uint32_t x = cg_kernels_get(s, t, 2 * i), y = cg_kernels_get(s, t, 2 * i + 1);
    uint64_t nearest = 0, least = UINT64_MAX;
    for (uint64_t k = 0; k < CENTRES; k++) {
        const int64_t dx = (int64_t)cg_kernels_get(s, t, 3 * s->size + 2 * k) - x;
        const int64_t dy = (int64_t)cg_kernels_get(s, t, 3 * s->size + 2 * k + 1) - y;
        const uint64_t square = (uint64_t)(dx * dx + dy * dy);
        if (square < least) nearest = k, least = square;
    }
    cg_kernels_put(s, t, 2 * s->size + i, (uint32_t)nearest);
}

static void kmeans(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    if (kernel % 2 == 0) {
        nearest_centre(s, t, i);
        return;
    }
    uint64_t x = 0, y = 0, n = 0;
    for (uint64_t k = 0; k < s->size; k++) {
        if (cg_kernels_get(s, t, 2 * s->size + k) != i) continue;
        x += cg_kernels_get(s, t, 2 * k);
        y += cg_kernels_get(s, t, 2 * k + 1);
        n++;
    }
    if (n == 0) return; // a centre that has no point stays where it is
    cg_kernels_put(s, t, 3 * s->size + 2 * i, (uint32_t)(x / n));
    cg_kernels_put(s, t, 3 * s->size + 2 * i + 1, (uint32_t)(y / n));
}

// Words. Item: one of the lower half, which is the larger one.
static uint64_t reduction_words(const state *s) {
    return s->size;
}

static uint64_t reduction_kernels(const state *s) {
    return cg_least(s->steps, log2_up(s->size));
}

static uint64_t words_left(const state *s, uint64_t kernel) {
    return ((s->size - 1) >> kernel) + 1;
}

static uint64_t reduction_items(const state *s, uint64_t kernel) {
    return words_left(s, kernel) / 2;
}

static void reduction(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t upper = words_left(s, kernel + 1) + i;
    cg_kernels_put(s, t, i, cg_kernels_get(s, t, i) + cg_kernels_get(s, t, upper));
}

// Two vectors by turns, entries of each row less one, then columns and values of its entries.
enum { ENTRIES = 16 };

static uint64_t spmv_words(const state *s) {
    return (3 + 2 * ENTRIES) * s->size;
}

static void spmv(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t n = s->size, from = kernel % 2 * n, to = (kernel + 1) % 2 * n;
    const uint64_t entries = cg_kernels_get(s, t, 2 * n + i) % ENTRIES + 1;
    const uint64_t columns = 3 * n + ENTRIES * i, values = columns + ENTRIES * n;
    uint32_t sum = 0;
    for (uint64_t k = 0; k < entries; k++)
        sum += cg_kernels_get(s, t, values + k) *
               cg_kernels_get(s, t, from + cg_kernels_get(s, t, columns + k) % n);
    cg_kernels_put(s, t, to + i, sum);
}

// Distances, who is reached next, then four neighbours of each node.
enum { NEIGHBOURS = 4 };
#define FAR UINT32_MAX

static uint64_t levels_words(const state *s) {
    return (2 + NEIGHBOURS) * s->size;
}

static void levels_begin(const state *s) {
    for (uint64_t i = 0; i < s->size; i++) {
        s->host[i] = i ? FAR : 0;
        s->host[s->size + i] = 0;
    }
}

static void levels(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    const uint64_t next = s->size + i, neighbours = 2 * s->size + NEIGHBOURS * i;
    if (kernel % 2) {
        if (cg_kernels_get(s, t, next) == 0) return;
        cg_kernels_put(s, t, i, (uint32_t)kernel / 2 + 1);
        cg_kernels_put(s, t, next, 0);
        return;
    }
    if (cg_kernels_get(s, t, i) != FAR) return;
    for (uint64_t k = 0; k < NEIGHBOURS; k++) {
        if (cg_kernels_get(s, t, cg_kernels_get(s, t, neighbours + k) % s->size) == FAR) continue;
        cg_kernels_put(s, t, next, 1);
        return;
    }
}

// The input, counts of each part, then their sums. Items: a word of input; a part; a bin.
enum { PARTS = 16, BINS = 16 };

static uint64_t bins_words(const state *s) {
    return s->size + (PARTS + 1) * BINS;
}

static void bins_begin(const state *s) {
    for (uint64_t i = s->size; i < bins_words(s); i++) s->host[i] = 0;
}

static uint64_t bins_kernels(const state *s) {
    return 3 * s->steps;
}

static uint64_t bins_items(const state *s, uint64_t kernel) {
    return kernel % 3 == 0 ? s->size : kernel % 3 == 1 ? PARTS : BINS;
}

static bool bins_produces(const state *s, uint64_t kernel) {
    (void)s;
    return kernel % 3 == 0;
}

static void bins(state *s, cg_thread *t, uint64_t kernel, uint64_t i) {
    if (kernel % 3 == 0) {
        cg_kernels_put(s, t, i, 1664525 * cg_kernels_get(s, t, i) + 1013904223);
        return;
    }
    if (kernel % 3 == 2) {
        const uint64_t sum = s->size + PARTS * BINS + i;
        uint32_t all = cg_kernels_get(s, t, sum);
        for (uint64_t part = 0; part < PARTS; part++) all += cg_kernels_get(s, t, s->size + BINS * part + i);
        cg_kernels_put(s, t, sum, all);
        return;
    }
    for (uint64_t k = cg_share(s->size, PARTS, i); k < cg_share(s->size, PARTS, i + 1); k++) {
        const uint64_t bin = s->size + BINS * i + (cg_kernels_get(s, t, k) >> 16) % BINS;
        cg_kernels_put(s, t, bin, cg_kernels_get(s, t, bin) + 1);
    }
}

const cg_kernels_program cg_kernels_apsp = {apsp_words, apsp_kernels, cg_kernels_cells, apsp, NULL, NULL};
const cg_kernels_program cg_kernels_sort = {sort_words, sort_kernels, sort_items, sort, NULL, NULL};
const cg_kernels_program cg_kernels_dct = {dct_words, cg_kernels_pairs, dct_items, dct, NULL, NULL};
const cg_kernels_program cg_kernels_kmeans = {kmeans_words, cg_kernels_pairs, kmeans_items, kmeans, NULL,
                                              NULL};
const cg_kernels_program cg_kernels_reduction = {
    reduction_words, reduction_kernels, reduction_items, reduction, NULL, NULL};
const cg_kernels_program cg_kernels_spmv = {spmv_words, cg_kernels_steps, cg_kernels_size, spmv, NULL, NULL};
const cg_kernels_program cg_kernels_levels = {levels_words, cg_kernels_pairs, cg_kernels_size,
                                              levels,       levels_begin,     NULL};
const cg_kernels_program cg_kernels_bins = {bins_words, bins_kernels, bins_items,
                                            bins,       bins_begin,   bins_produces};

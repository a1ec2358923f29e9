// LU decomposition in place (Rodinia's lud), of matrices whose pivots are odd: so all division is exact
// modulo 2^32. For each row of tiles a kernel of one block does the tile on the diagonal, a second one the
// row and the column of tiles behind it, a block for one of each, and a third one all other tiles.
#include "applications.h"

typedef cg_applications state;

enum { MATRIX };                        // array
enum { DIAGONAL, PERIMETER, INTERNAL }; // kernel

static uint64_t tiles_of(const state *s) {
    return (s->rows + s->tile - 1) / s->tile;
}

// One over an odd number: each step has twice as many right bits.
static uint32_t inverse(uint32_t odd) {
    uint32_t x = odd;
    for (int i = 0; i < 5; i++) x *= 2 - odd * x;
    return x;
}

static void decompose(uint32_t *m, uint64_t n) {
    for (uint64_t k = 0; k < n; k++)
        for (uint64_t i = k + 1; i < n; i++) {
            m[i * n + k] *= inverse(m[k * n + k]);
            for (uint64_t j = k + 1; j < n; j++) m[i * n + j] -= m[i * n + k] * m[k * n + j];
        }
}

// The product of two triangular matrices, of which the lower one has ones on its diagonal.
static void multiply_factors(const uint32_t *factors, uint32_t *product, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        for (uint64_t j = 0; j < n; j++) {
            uint32_t sum = i <= j ? factors[i * n + j] : 0;
            for (uint64_t k = 0; k < i && k <= j; k++) sum += factors[i * n + k] * factors[k * n + j];
            product[i * n + j] = sum;
        }
}

static void lud_setup(state *s) {
    const uint64_t n = s->rows;
    cg_rng rng = cg_rng_new(s->env->seed, 0x10d);
    cg_new_array(s, MATRIX, n * n, &rng, 256);
    uint32_t *factors = s->array[MATRIX].value, *product = cg_keep(s->env, 4 * n * n);
    for (uint64_t i = 0; i < n; i++) factors[i * n + i] |= 1;
    multiply_factors(factors, product, n);
    s->array[MATRIX].value = product;
    s->array[MATRIX].expected = cg_keep(s->env, 4 * n * n);
    for (uint64_t i = 0; i < n * n; i++) s->array[MATRIX].expected[i] = product[i];
    decompose(s->array[MATRIX].expected, n);
}

static uint64_t lud_kernels(const state *s) {
    return 3 * tiles_of(s) - 2;
}

static uint64_t lud_blocks(const state *s, uint64_t kernel) {
    const uint64_t behind = tiles_of(s) - kernel / 3 - 1;
    return kernel % 3 == DIAGONAL ? 1 : kernel % 3 == PERIMETER ? behind : behind * behind;
}

static uint64_t lud_parts(const state *s, uint64_t kernel) {
    (void)s;
    (void)kernel;
    return 1;
}

static cg_view tile(const state *s, uint64_t row, uint64_t column) {
    return (cg_view){.at = s->array[MATRIX].at + 4 * s->tile * (row * s->rows + column),
                     .rows = cg_least(s->tile, s->rows - s->tile * row),
                     .row = cg_least(s->tile, s->rows - s->tile * column),
                     .stride = s->rows,
                     .original = true,
                     .in = true};
}

// The tiles of the row and of the column of the diagonal's, and the one that they meet in or on the diagonal.
enum { ROW, COLUMN, THIRD };

static int lud_views(const state *s, const cg_task *b, cg_view *v) {
    const uint64_t step = b->kernel / 3, behind = tiles_of(s) - step - 1;
    if (b->kernel % 3 == DIAGONAL) {
        v[0] = tile(s, step, step);
        v[0].out = true;
        return 1;
    }
    const bool internal = b->kernel % 3 == INTERNAL;
    const uint64_t down = step + 1 + (internal ? b->block / behind : b->block),
                   along = step + 1 + (internal ? b->block % behind : b->block);
    v[ROW] = tile(s, step, along);
    v[COLUMN] = tile(s, down, step);
    v[THIRD] = internal ? tile(s, down, along) : tile(s, step, step);
    v[ROW].out = v[COLUMN].out = !internal;
    v[THIRD].out = internal;
    v[THIRD].original = !internal;
    return 3;
}

static void subtract(cg_task *b, uint64_t n, uint32_t *from, const uint32_t *words, uint32_t factor) {
    for (uint64_t i = 0; i < n; i++) from[i] -= words[i] * factor;
    cg_compute(b, 1);
}

static void divide(cg_task *b, uint64_t n, uint32_t *words, uint32_t by) {
    for (uint64_t i = 0; i < n; i++) words[i] *= inverse(by);
    cg_compute(b, 1);
}

// By half of a warp in the application, in lock step, which is one thread here.
static void diagonal(cg_task *b) {
    const uint64_t n = b->view[0].rows;
    uint32_t sum[CG_LANES], words[CG_LANES];
    cg_use(b, 0, CG_NONE);
    for (uint64_t i = 0; i + 1 < n && cg_local_tid(b->t) == 0; i++) {
        const uint64_t rest = n - i - 1;
        cg_get_column(b, 0, i + 1, i, rest, sum);
        for (uint64_t j = 0; j < i; j++) {
            cg_get_column(b, 0, i + 1, j, rest, words);
            subtract(b, rest, sum, words, cg_get_word(b, 0, j, i));
        }
        divide(b, rest, sum, cg_get_word(b, 0, i, i));
        cg_put_column(b, 0, i + 1, i, rest, sum);
        cg_get_row(b, 0, i + 1, i + 1, rest, sum);
        for (uint64_t j = 0; j <= i; j++) {
            cg_get_row(b, 0, j, i + 1, rest, words);
            subtract(b, rest, sum, words, cg_get_word(b, 0, i + 1, j));
        }
        cg_put_row(b, 0, i + 1, i + 1, rest, sum);
    }
}

// Each thread some columns of the row's tile, and some rows of the column's.
static void perimeter(cg_task *b) {
    uint32_t sum[CG_LANES], words[CG_LANES];
    cg_use(b, ROW, THIRD);
    cg_part mine = cg_part_of(b, b->view[ROW].row);
    uint64_t n = mine.end - mine.first;
    for (uint64_t i = 1; i < b->view[ROW].rows && n; i++) {
        cg_get_row(b, ROW, i, mine.first, n, sum);
        for (uint64_t j = 0; j < i; j++) {
            cg_get_row(b, ROW, j, mine.first, n, words);
            subtract(b, n, sum, words, cg_get_word(b, THIRD, i, j));
        }
        cg_put_row(b, ROW, i, mine.first, n, sum);
    }
    cg_use(b, COLUMN, THIRD);
    mine = cg_part_of(b, b->view[COLUMN].rows);
    n = mine.end - mine.first;
    for (uint64_t i = 0; i < b->view[COLUMN].row && n; i++) {
        cg_get_column(b, COLUMN, mine.first, i, n, sum);
        for (uint64_t j = 0; j < i; j++) {
            cg_get_column(b, COLUMN, mine.first, j, n, words);
            subtract(b, n, sum, words, cg_get_word(b, THIRD, j, i));
        }
        divide(b, n, sum, cg_get_word(b, THIRD, i, i));
        cg_put_column(b, COLUMN, mine.first, i, n, sum);
    }
}

// Each thread some rows of the tile.
static void internal(cg_task *b) {
    const cg_part mine = cg_part_of(b, b->view[THIRD].rows);
    const uint64_t n = b->view[THIRD].row, rows = mine.end - mine.first;
    uint32_t sum[CG_LANES][CG_LANES] = {{0}}, words[CG_LANES];
    cg_use(b, ROW, COLUMN);
    for (uint64_t k = 0; k < b->view[ROW].rows && rows; k++) {
        cg_get_row(b, ROW, k, 0, n, words);
        for (uint64_t y = 0; y < rows; y++)
            subtract(b, n, sum[y], words, cg_get_word(b, COLUMN, mine.first + y, k));
    }
    cg_use(b, THIRD, CG_NONE);
    for (uint64_t y = 0; y < rows; y++) {
        cg_get_row(b, THIRD, mine.first + y, 0, n, words);
        subtract(b, n, words, sum[y], UINT32_MAX); // its sum is negative
        cg_put_row(b, THIRD, mine.first + y, 0, n, words);
    }
}

static void lud_run(cg_task *b) {
    void (*const of_kernel[])(cg_task * b) = {diagonal, perimeter, internal};
    of_kernel[b->kernel % 3](b);
}

static uint64_t lud_registers(const state *s) {
    (void)s;
    return 0;
}

const cg_application cg_application_lud = {lud_setup, lud_kernels, lud_blocks,   lud_parts,
                                           lud_views, lud_run,     lud_registers};

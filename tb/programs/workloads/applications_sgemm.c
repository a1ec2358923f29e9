// Matrix multiplication (Parboil's sgemm): a block has 4T rows of T columns of the product. Of the second
// factor it takes tiles of T/2 rows into the scratchpad; the first one, by columns, and the product are
// global, and the latter's cells are added up in registers.
#include "applications.h"

typedef cg_applications state;

enum { FIRST, SECOND, PRODUCT }; // arrays

static uint64_t block_rows(const state *s) {
    return 4 * s->tile;
}

static uint64_t part_depth(const state *s) {
    return (s->tile + 1) / 2;
}

static void sgemm_setup(state *s) {
    cg_rng rng = cg_rng_new(s->env->seed, 0x59e33);
    const uint64_t m = s->rows, n = s->columns;
    cg_new_array(s, FIRST, s->depth * m, &rng, 1 << 16);
    cg_new_array(s, SECOND, s->depth * n, &rng, 1 << 16);
    cg_new_array(s, PRODUCT, m * n, &rng, 1 << 16);
    const uint32_t *first = s->array[FIRST].value, *second = s->array[SECOND].value;
    uint32_t *product = s->array[PRODUCT].expected = cg_keep(s->env, 4 * m * n);
    for (uint64_t j = 0; j < n; j++)
        for (uint64_t i = 0; i < m; i++) {
            product[j * m + i] = s->array[PRODUCT].value[j * m + i];
            for (uint64_t k = 0; k < s->depth; k++)
                product[j * m + i] += first[k * m + i] * second[k * n + j];
        }
}

static uint64_t sgemm_kernels(const state *s) {
    (void)s;
    return 1;
}

static uint64_t blocks_along(const state *s) {
    return (s->columns + s->tile - 1) / s->tile;
}

static uint64_t sgemm_blocks(const state *s, uint64_t kernel) {
    (void)kernel;
    return blocks_along(s) * ((s->rows + block_rows(s) - 1) / block_rows(s));
}

// One for each tile of the second factor, and one for the product.
static uint64_t sgemm_parts(const state *s, uint64_t kernel) {
    (void)kernel;
    return (s->depth + part_depth(s) - 1) / part_depth(s) + 1;
}

enum { B, A, C = 0 }; // views

static int sgemm_views(const state *s, const cg_task *b, cg_view *v) {
    const uint64_t row = b->block / blocks_along(s) * block_rows(s),
                   column = b->block % blocks_along(s) * s->tile;
    const uint64_t m = cg_least(block_rows(s), s->rows - row), n = cg_least(s->tile, s->columns - column);
    if (b->part + 1 == sgemm_parts(s, 0)) {
        v[C] = (cg_view){.at = s->array[PRODUCT].at + 4 * (column * s->rows + row),
                         .rows = n,
                         .row = m,
                         .stride = s->rows,
                         .in = true,
                         .out = true};
        return 1;
    }
    const uint64_t first = b->part * part_depth(s), depth = cg_least(part_depth(s), s->depth - first);
    v[B] = (cg_view){.at = s->array[SECOND].at + 4 * (first * s->columns + column),
                     .rows = depth,
                     .row = n,
                     .stride = s->columns,
                     .original = true,
                     .in = true};
    v[A] = (cg_view){.at = s->array[FIRST].at + 4 * (first * s->rows + row),
                     .rows = depth,
                     .row = m,
                     .stride = s->rows,
                     .in = true};
    return 2;
}

// Each thread some of the rows, all columns of them: its registers have them by column and row.
static void multiply_tiles(cg_task *b, cg_part mine) {
    const uint64_t m = mine.end - mine.first, n = b->view[B].row;
    uint32_t words[4 * CG_LANES];
    cg_use(b, B, A);
    for (uint64_t i = 0; b->part == 0 && i < n * m; i++) b->registers[i] = 0;
    for (uint64_t k = 0; k < b->view[B].rows && m; k++) {
        cg_get_row(b, A, k, mine.first, m, words);
        for (uint64_t j = 0; j < n; j++) {
            const uint32_t factor = cg_get_word(b, B, k, j);
            for (uint64_t i = 0; i < m; i++) b->registers[j * m + i] += words[i] * factor;
            cg_compute(b, (m + CG_LANES - 1) / CG_LANES);
        }
    }
}

static void add(cg_task *b, cg_part mine) {
    const uint64_t m = mine.end - mine.first;
    uint32_t words[4 * CG_LANES];
    cg_use(b, C, CG_NONE);
    for (uint64_t j = 0; j < b->view[C].rows && m; j++) {
        cg_get_row(b, C, j, mine.first, m, words);
        for (uint64_t i = 0; i < m; i++) words[i] += b->registers[j * m + i];
        cg_compute(b, (m + CG_LANES - 1) / CG_LANES);
        cg_put_row(b, C, j, mine.first, m, words);
    }
}

static void sgemm_run(cg_task *b) {
    const bool last = b->part + 1 == sgemm_parts(b->s, 0);
    const cg_part mine = cg_part_of(b, b->view[last ? C : A].row);
    if (last)
        add(b, mine);
    else
        multiply_tiles(b, mine);
}

static uint64_t sgemm_registers(const state *s) {
    return block_rows(s) * s->tile;
}

const cg_application cg_application_sgemm = {sgemm_setup, sgemm_kernels, sgemm_blocks,   sgemm_parts,
                                             sgemm_views, sgemm_run,     sgemm_registers};

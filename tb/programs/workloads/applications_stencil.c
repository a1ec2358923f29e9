// A seven-point stencil on a grid of planes (Parboil's stencil), two grids by turns: a block has 2T columns
// of T/2 rows, and goes through the planes. The one that it computes is in the scratchpad, with the cells
// around the block, which the application loads by their addresses; those above and below are global, and a
// thread keeps its own cells of them in registers.
#include "applications.h"

typedef cg_applications state;

// Arrays are the two grids. What stays as it is around them is in both.

static uint64_t least_of(uint64_t of, uint64_t least) {
    return of < least ? 0 : of - least;
}

static uint64_t inner_rows(const state *s) {
    return least_of(s->rows, 2);
}

static uint64_t inner_columns(const state *s) {
    return least_of(s->columns, 2);
}

static uint64_t block_rows(const state *s) {
    return (s->tile + 1) / 2;
}

static uint64_t block_columns(const state *s) {
    return 2 * s->tile;
}

static uint32_t next_cell(uint32_t cell, uint32_t around) {
    return 3 * around - 5 * cell;
}

static void expect_step(const state *s, const uint32_t *from, uint32_t *to) {
    const uint64_t row = s->columns, plane = s->rows * s->columns;
    for (uint64_t z = 1; z + 1 < s->depth; z++)
        for (uint64_t y = 1; y + 1 < s->rows; y++)
            for (uint64_t x = 1; x + 1 < s->columns; x++) {
                const uint64_t i = z * plane + y * row + x;
                to[i] = next_cell(from[i], from[i - 1] + from[i + 1] + from[i - row] + from[i + row] +
                                               from[i - plane] + from[i + plane]);
            }
}

static void stencil_setup(state *s) {
    const uint64_t words = s->depth * s->rows * s->columns;
    cg_rng rng = cg_rng_new(s->env->seed, 0x57e4);
    for (int i = 0; i < 2; i++) {
        cg_new_array(s, i, words, i ? NULL : &rng, 0);
        s->array[i].expected = cg_keep(s->env, 4 * words + 4);
        for (uint64_t k = 0; k < words; k++)
            s->array[i].expected[k] = s->array[i].value[k] = s->array[0].value[k];
    }
    for (uint64_t step = 0; step < s->steps; step++)
        expect_step(s, s->array[step % 2].expected, s->array[(step + 1) % 2].expected);
}

static uint64_t stencil_kernels(const state *s) {
    return s->steps;
}

static uint64_t blocks_along(const state *s) {
    return (inner_columns(s) + block_columns(s) - 1) / block_columns(s);
}

static uint64_t stencil_blocks(const state *s, uint64_t kernel) {
    (void)kernel;
    return blocks_along(s) * ((inner_rows(s) + block_rows(s) - 1) / block_rows(s));
}

static uint64_t stencil_parts(const state *s, uint64_t kernel) {
    (void)kernel;
    return least_of(s->depth, 2);
}

enum { HERE, ABOVE, NEXT, BELOW }; // views; the last one of the first part only

static int stencil_views(const state *s, const cg_task *b, cg_view *v) {
    const uint64_t row = b->block / blocks_along(s) * block_rows(s),
                   column = b->block % blocks_along(s) * block_columns(s), z = b->part + 1;
    const uint64_t rows = cg_least(block_rows(s), inner_rows(s) - row),
                   columns = cg_least(block_columns(s), inner_columns(s) - column);
    const uint64_t plane = 4 * s->rows * s->columns, first = 4 * ((row + 1) * s->columns + column + 1);
    const uint64_t from = s->array[b->kernel % 2].at, to = s->array[(b->kernel + 1) % 2].at;
    v[HERE] = (cg_view){.at = from + z * plane + 4 * (row * s->columns + column),
                        .rows = rows + 2,
                        .row = columns + 2,
                        .stride = s->columns,
                        .original = true,
                        .in = true};
    v[ABOVE] = (cg_view){
        .at = from + (z + 1) * plane + first, .rows = rows, .row = columns, .stride = s->columns, .in = true};
    v[BELOW] = v[NEXT] = v[ABOVE];
    v[NEXT].at = to + z * plane + first;
    v[NEXT].in = false;
    v[NEXT].out = true;
    v[BELOW].at = from + (z - 1) * plane + first;
    return b->part ? BELOW : BELOW + 1;
}

// The thread's cells, by row and column: of the plane, and those below and above.
typedef struct {
    uint64_t n;
    uint32_t *below, *here, *above;
} cells;

static cells cells_of(const cg_task *b) {
    const uint64_t n = block_rows(b->s) * block_columns(b->s);
    return (cells){b->view[NEXT].row, b->registers, b->registers + n, b->registers + 2 * n};
}

static void get_planes(cg_task *b, cg_part mine, cells c) {
    if (b->part == 0) cg_use(b, BELOW, CG_NONE);
    for (uint64_t y = mine.first; y < mine.end; y++) {
        const uint64_t i = (y - mine.first) * c.n;
        if (b->part == 0) cg_get_row(b, BELOW, y, 0, c.n, &c.below[i]);
        for (uint64_t x = i; x < i + c.n && b->part; x++) {
            c.below[x] = c.here[x];
            c.here[x] = c.above[x];
        }
    }
    cg_use(b, ABOVE, CG_NONE);
    for (uint64_t y = mine.first; y < mine.end; y++)
        cg_get_row(b, ABOVE, y, 0, c.n, &c.above[(y - mine.first) * c.n]);
}

// What becomes of them is in the place of those below.
static void compute(cg_task *b, cg_part mine, cells c) {
    static const int AROUND[][2] = {{0, 1}, {2, 1}, {1, 0}, {1, 2}};
    uint32_t words[2 * CG_LANES];
    cg_use(b, HERE, CG_NONE);
    for (uint64_t y = mine.first; y < mine.end; y++) {
        uint32_t *below = &c.below[(y - mine.first) * c.n], *here = &c.here[(y - mine.first) * c.n];
        const uint32_t *above = &c.above[(y - mine.first) * c.n];
        if (b->part == 0) cg_get_row(b, HERE, y + 1, 1, c.n, here);
        for (uint64_t x = 0; x < c.n; x++) below[x] += above[x];
        for (int k = 0; k < 4; k++) {
            cg_get_row(b, HERE, y + (uint64_t)AROUND[k][0], (uint64_t)AROUND[k][1], c.n, words);
            for (uint64_t x = 0; x < c.n; x++) below[x] += words[x];
        }
        for (uint64_t x = 0; x < c.n; x++) below[x] = next_cell(here[x], below[x]);
        cg_compute(b, 7 * ((c.n + CG_LANES - 1) / CG_LANES));
    }
}

static void stencil_run(cg_task *b) {
    const cg_part mine = cg_part_of(b, b->view[NEXT].rows);
    const cells c = cells_of(b);
    get_planes(b, mine, c);
    compute(b, mine, c);
    cg_use(b, NEXT, CG_NONE);
    for (uint64_t y = mine.first; y < mine.end; y++)
        cg_put_row(b, NEXT, y, 0, c.n, &c.below[(y - mine.first) * c.n]);
}

static uint64_t stencil_registers(const state *s) {
    return 3 * block_rows(s) * block_columns(s);
}

const cg_application cg_application_stencil = {stencil_setup,    stencil_kernels, stencil_blocks,
                                               stencil_parts,    stencil_views,   stencil_run,
                                               stencil_registers};

// The cheapest way up a wall (Rodinia's pathfinder): each cell adds the least of the three below it. A kernel
// takes `steps` rows. A block has 8T columns of the last one and computes as many more of those before it as
// that needs. What a row becomes is in the scratchpad, as is the row that the kernel begins with; the wall is
// global.
#include "applications.h"

typedef cg_applications state;

enum { MOST = 8 * 16 + 2 * 63 };   // columns of a row that a block computes
enum { WALL, EVEN, ODD, BETWEEN }; // arrays: what kernels begin with and end with by turns; rows between

static uint64_t width_of(const state *s) {
    return 8 * s->tile;
}

static uint64_t pathfinder_kernels(const state *s) {
    return (s->rows - 1 + s->steps - 1) / s->steps;
}

static uint64_t pathfinder_blocks(const state *s, uint64_t kernel) {
    (void)kernel;
    return (s->columns + width_of(s) - 1) / width_of(s);
}

static uint64_t pathfinder_parts(const state *s, uint64_t kernel) {
    return cg_least(s->steps, s->rows - 1 - kernel * s->steps);
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void expect_row(const state *s, const uint32_t *wall, uint32_t *way, const uint32_t *before) {
    const uint64_t n = s->columns;
    for (uint64_t i = 0; i < n; i++)
        way[i] = wall[i] + least(before[i], least(before[i ? i - 1 : 0], before[i + 1 < n ? i + 1 : i]));
}

// Between two rows that a block needs at once: of each core, as wide as any.
static uint64_t between_row(const state *s) {
    return width_of(s) + 2 * (s->steps - 1);
}

static void pathfinder_setup(state *s) {
    const uint64_t n = s->columns;
    cg_rng rng = cg_rng_new(s->env->seed, 0xbacf);
    cg_new_array(s, WALL, s->rows * n, &rng, 10);
    for (int i = EVEN; i <= ODD; i++) {
        cg_new_array(s, i, n, NULL, 0);
        s->array[i].expected = cg_keep(s->env, 4 * n);
    }
    cg_new_array(s, BETWEEN, 2 * between_row(s) * (uint64_t)s->env->cores, NULL, 0);
    uint32_t *way = cg_keep(s->env, 4 * n), *next = cg_keep(s->env, 4 * n);
    for (uint64_t i = 0; i < n; i++)
        way[i] = s->array[EVEN].value[i] = s->array[EVEN].expected[i] = s->array[WALL].value[i];
    for (uint64_t row = 1; row < s->rows; row++) {
        expect_row(s, s->array[WALL].value + row * n, next, way);
        uint32_t *end = s->array[((row - 1) / s->steps + 1) % 2 ? ODD : EVEN].expected;
        for (uint64_t i = 0; i < n; i++) end[i] = way[i] = next[i];
    }
}

// The columns [first, end) of the block, and `more` on each side.
static cg_part columns_of(const cg_task *b, uint64_t more) {
    const uint64_t first = b->block * width_of(b->s), end = first + width_of(b->s) + more;
    return (cg_part){first < more ? 0 : first - more, cg_least(end, b->s->columns)};
}

static cg_view row_of(uint64_t array, cg_part columns) {
    const uint64_t n = columns.end - columns.first;
    return (cg_view){.at = array + 4 * columns.first, .rows = 1, .row = n, .stride = n, .original = true};
}

enum { TEMPORARY, PIECE, FROM }; // views; then where it ends, in the place of FROM if that is not there

// How many more columns on each side the part's row has.
static uint64_t more_of(const cg_task *b) {
    return pathfinder_parts(b->s, b->kernel) - 1 - b->part;
}

static int pathfinder_views(const state *s, const cg_task *b, cg_view *v) {
    const uint64_t rows = pathfinder_parts(s, b->kernel), between = between_row(s);
    const uint64_t wall = s->array[WALL].at + 4 * s->columns * (1 + b->kernel * s->steps + b->part);
    int n = FROM;
    v[TEMPORARY] = (cg_view){.at = s->array[BETWEEN].at + 8 * between * b->core,
                             .rows = rows > 1 ? 2 : 0,
                             .row = between,
                             .stride = between,
                             .original = rows > 1};
    v[PIECE] = row_of(wall, columns_of(b, more_of(b)));
    v[PIECE].original = false;
    v[PIECE].in = true;
    if (b->part == 0) {
        v[n] = row_of(s->array[b->kernel % 2 ? ODD : EVEN].at, columns_of(b, rows));
        v[n++].in = true;
    }
    if (b->part + 1 == rows) {
        v[n] = row_of(s->array[b->kernel % 2 ? EVEN : ODD].at, columns_of(b, 0));
        v[n++].out = true;
    }
    return n;
}

// Of the columns [x, x + n) of a row, of which column c is (row, c - first) of the view: the least of each
// and of those beside it. What is not there is no less than the column itself.
static void get_least(cg_task *b, int view, uint64_t row, uint64_t first, cg_part of, uint32_t *words) {
    const uint64_t n = of.end - of.first, left = of.first == 0, right = of.end == b->s->columns;
    uint32_t beside[2][MOST];
    cg_get_row(b, view, row, of.first - first, n, words);
    beside[0][0] = words[0];
    beside[1][n - 1] = words[n - 1];
    cg_get_row(b, view, row, of.first + left - 1 - first, n - left, beside[0] + left);
    cg_get_row(b, view, row, of.first + 1 - first, n - right, beside[1]);
    for (uint64_t i = 0; i < n; i++) words[i] = least(words[i], least(beside[0][i], beside[1][i]));
    cg_compute(b, 2 * ((n + CG_LANES - 1) / CG_LANES));
}

// Column 0 of the rows between, which are too far to the left for block 0: modulo 2^64.
static uint64_t first_between(const cg_task *b) {
    return b->block * width_of(b->s) - (b->s->steps - 1);
}

static void pathfinder_run(cg_task *b) {
    const uint64_t rows = pathfinder_parts(b->s, b->kernel), row = b->part % 2;
    const cg_part all = columns_of(b, more_of(b)), share = cg_part_of(b, all.end - all.first);
    const cg_part mine = {all.first + share.first, all.first + share.end};
    const uint64_t n = mine.end - mine.first;
    const bool begins = b->part == 0, ends = b->part + 1 == rows;
    const int from = begins ? FROM : TEMPORARY, to = !ends ? TEMPORARY : begins ? FROM + 1 : FROM;
    uint32_t ways[MOST], wall[MOST];
    cg_use(b, from, CG_NONE);
    if (n)
        get_least(b, from, begins ? 0 : !row, begins ? columns_of(b, rows).first : first_between(b), mine,
                  ways);
    cg_use(b, PIECE, CG_NONE);
    if (n) cg_get_row(b, PIECE, 0, share.first, n, wall);
    for (uint64_t i = 0; i < n; i++) ways[i] += wall[i];
    cg_compute(b, (n + CG_LANES - 1) / CG_LANES);
    cg_use(b, to, CG_NONE);
    if (n && ends) cg_put_row(b, to, 0, share.first, n, ways);
    if (n && !ends) cg_put_row(b, to, row, mine.first - first_between(b), n, ways);
    if (rows > 1) cg_meet(b); // others need the row, and then its place
}

static uint64_t pathfinder_registers(const state *s) {
    (void)s;
    return 0;
}

const cg_application cg_application_pathfinder = {pathfinder_setup,    pathfinder_kernels, pathfinder_blocks,
                                                  pathfinder_parts,    pathfinder_views,   pathfinder_run,
                                                  pathfinder_registers};

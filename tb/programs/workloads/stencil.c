// A five-point stencil on a 2-D grid of whole numbers, two grids by turns, with a fast barrier between the
// steps (S. Xiao, W. Feng, Inter-block GPU communication via fast barrier synchronization, IPDPS 2010): the
// threads of a core meet, cores at flags of their own that core 0 polls. Compared with a
// sequential run.
#include <string.h>

#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    cg_fast_barrier barrier;
    cg_poll_kind poll;
    unsigned interval;
    uint64_t width, height, steps;
    uint64_t grid[2]; // addresses
    uint32_t *expected;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(width, 32, 3, 4096, "columns, with the border that stays as it is"),
    CG_NUMBER(height, 34, 3, 4096, "rows, likewise"),
    CG_NUMBER(steps, 4, 0, 1u << 16, "times that every inner cell is computed"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

// What a cell becomes, from itself and its neighbours above, left, right and below.
static uint32_t next_cell(uint32_t c, uint32_t n, uint32_t w, uint32_t e, uint32_t s) {
    return (4 * c + n + w + e + s) >> 3 ^ c << 7;
}

static void compute(cg_env *e, state *s) {
    uint64_t w = s->width, cells = w * s->height;
    uint32_t *now = cg_keep(e, cells * sizeof *now), *next = cg_keep(e, cells * sizeof *next);
    cg_rng rng = cg_rng_new(e->seed, 0x61000);
    for (uint64_t i = 0; i < cells; i++) {
        now[i] = next[i] = (uint32_t)cg_rng_next(&rng);
        for (int g = 0; g < 2; g++) cg_poke(e, s->grid[g] + 4 * i, now[i]);
    }
    for (uint64_t step = 0; step < s->steps; step++) {
        for (uint64_t i = w; i < cells - w; i++)
            if (i % w != 0 && i % w != w - 1)
                next[i] = next_cell(now[i], now[i - w], now[i - 1], now[i + 1], now[i + w]);
        memcpy(now, next, cells * sizeof *now);
    }
    s->expected = now;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->barrier = cg_fast_barrier_new(e, s->interval, s->poll);
    for (int g = 0; g < 2; g++) s->grid[g] = cg_alloc(e, 4 * s->width * s->height, e->line_bytes);
    if (!e->bad_input[0]) compute(e, s);
}

static void update_cell(cg_thread *t, const state *s, uint64_t i, uint64_t from, uint64_t to) {
    uint64_t at = from + 4 * i, row = 4 * s->width;
    uint32_t c = cg_ld(t, at), n = cg_ld(t, at - row), w = cg_ld(t, at - 4);
    uint32_t e = cg_ld(t, at + 4), south = cg_ld(t, at + row);
    cg_st(t, to + 4 * i, next_cell(c, n, w, e, south));
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t inner = s->width - 2, cells = inner * (s->height - 2);
    uint64_t parts = (uint64_t)cg_threads(t), me = (uint64_t)cg_tid(t);
    for (uint32_t step = 0; step < s->steps; step++) {
        for (uint64_t k = cg_share(cells, parts, me); k < cg_share(cells, parts, me + 1); k++)
            update_cell(t, s, (k / inner + 1) * s->width + k % inner + 1, s->grid[step & 1],
                        s->grid[~step & 1]);
        cg_fast_barrier_wait(t, &s->barrier, step + 1);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t i = 0; i < s->width * s->height; i++) {
        uint32_t value = cg_ld(t, s->grid[s->steps & 1] + 4 * i);
        if (value != s->expected[i])
            cg_fail(s->env, "cell %llu of row %llu is 0x%x, not 0x%x", (unsigned long long)(i % s->width),
                    (unsigned long long)(i / s->width), value, s->expected[i]);
    }
}

const cg_workload cg_workload_stencil = {
    "stencil", "five-point stencil on a 2-D grid, with fast barriers",
    OPTIONS,   sizeof(state),
    setup,     thread,
    check,     NULL,
};

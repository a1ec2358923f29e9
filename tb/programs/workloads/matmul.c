// Shares nothing between cores: every core multiplies two square matrices of its own, its threads share out
// the cells of the product. Compared with a sequential run.
#include "base/rng.h"
#include "sync.h"

typedef struct {
    cg_env *env;
    uint64_t size;
    uint64_t matrix[3]; // addresses: factors and product, of each core `stride` bytes
    uint64_t stride;
    uint32_t *value; // of the factors: core, factor, row, column
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(size, 12, 1, 1024, "rows and columns of a matrix"),
    {0},
};

static uint32_t *factor(const state *s, uint64_t core, int which) {
    return s->value + (core * 2 + (uint64_t)which) * s->size * s->size;
}

static void fill_matrix(cg_env *e, state *s, uint64_t core, int which) {
    cg_rng rng = cg_rng_new(e->seed, 0x64000 + core * 2 + (uint64_t)which);
    uint32_t *m = factor(s, core, which);
    for (uint64_t i = 0; i < s->size * s->size; i++) {
        m[i] = (uint32_t)cg_rng_next(&rng);
        cg_poke(e, s->matrix[which] + core * s->stride + 4 * i, m[i]);
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t cores = (uint64_t)e->cores;
    s->env = e;
    s->stride = (4 * s->size * s->size + e->line_bytes - 1) / e->line_bytes * e->line_bytes;
    for (int i = 0; i < 3; i++) s->matrix[i] = cg_alloc(e, cores * s->stride, e->line_bytes);
    s->value = cg_keep(e, cores * 2 * s->size * s->size * sizeof *s->value);
    for (uint64_t core = 0; core < cores && !e->bad_input[0]; core++)
        for (int which = 0; which < 2; which++) fill_matrix(e, s, core, which);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    uint64_t n = s->size, base = (uint64_t)cg_core(t) * s->stride;
    uint64_t parts = (uint64_t)s->env->threads, me = (uint64_t)cg_local_tid(t);
    for (uint64_t i = cg_share(n * n, parts, me); i < cg_share(n * n, parts, me + 1); i++) {
        uint32_t sum = 0;
        for (uint64_t k = 0; k < n; k++) {
            uint32_t a = cg_ld(t, s->matrix[0] + base + 4 * (i / n * n + k));
            sum += a * cg_ld(t, s->matrix[1] + base + 4 * (k * n + i % n));
        }
        cg_st(t, s->matrix[2] + base + 4 * i, sum);
    }
}

static uint32_t product(const state *s, uint64_t core, uint64_t row, uint64_t column) {
    uint32_t sum = 0;
    for (uint64_t k = 0; k < s->size; k++)
        sum += factor(s, core, 0)[row * s->size + k] * factor(s, core, 1)[k * s->size + column];
    return sum;
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint64_t core = 0; core < (uint64_t)s->env->cores; core++)
        for (uint64_t i = 0; i < s->size * s->size; i++) {
            uint32_t value = cg_ld(t, s->matrix[2] + core * s->stride + 4 * i);
            uint32_t good = product(s, core, i / s->size, i % s->size);
            if (value != good)
                cg_fail(s->env, "cell %llu of core %llu's product is 0x%x, not 0x%x", (unsigned long long)i,
                        (unsigned long long)core, value, good);
        }
}

const cg_workload cg_workload_matmul = {
    "matmul", "matrix multiplication on tiles of each core's own: nothing is shared between cores",
    OPTIONS,  sizeof(state),
    setup,    thread,
    check,    NULL,
};

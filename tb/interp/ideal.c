#include "ideal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct cg_ideal {
    const cg_spec *spec;
    cg_sparse *memory;
    int home; // machine
};

cg_ideal *cg_ideal_new(const cg_spec *spec) {
    if (!spec->simulation_only) return NULL;
    cg_ideal *g = calloc(1, sizeof *g);
    if (g == NULL) abort();
    g->spec = spec;
    g->memory = cg_sparse_new();
    for (int m = 0; m < spec->n_machines; m++)
        if (spec->machines[m].home) g->home = m;
    return g;
}

void cg_ideal_free(cg_ideal *g) {
    if (g == NULL) return;
    cg_sparse_free(g->memory);
    free(g);
}

void cg_ideal_init(cg_ideal *g, uint64_t addr, const void *bytes, size_t n) {
    if (g) cg_sparse_write(g->memory, addr, bytes, n);
}

void cg_ideal_perform(cg_ideal *g, cg_perform *p) {
    if (g == NULL) return;
    switch (p->kind) {
    case CG_LOAD: p->value = p->old = cg_sparse_ld(g->memory, p->addr); break;
    case CG_STORE: cg_sparse_st(g->memory, p->addr, p->value, p->mask); break;
    case CG_ATOMIC: cg_sparse_st(g->memory, p->addr, p->value, 0xf); break;
    default: break;
    }
}

typedef struct {
    const cg_ideal *g;
    cg_shadow *shadow;
    char *why;
    size_t size;
    bool same;
} comparison;

// What the line's home holds, or the memory behind it.
static uint32_t at_home(const comparison *c, uint64_t addr) {
    const uint64_t bytes = c->g->spec->line_bytes;
    const cg_machine *home = &c->g->spec->machines[c->g->home];
    const cg_block *b = cg_shadow_block(c->shadow, c->g->home, (int)(addr / bytes % home->count), addr);
    uint32_t word;
    if (b && b->present)
        memcpy(&word, cg_block_word(&c->shadow->machines[c->g->home], b, addr), sizeof word);
    else
        cg_sparse_read(c->shadow->memory, addr, &word, sizeof word);
    return word;
}

static void compare_with_home(void *ctx, uint64_t addr, const void *bytes, size_t n) {
    comparison *c = ctx;
    (void)bytes;
    for (size_t i = 0; c->same && i < n; i += sizeof(uint32_t)) {
        const uint32_t golden = cg_sparse_ld(c->g->memory, addr + i), held = at_home(c, addr + i);
        if (held == golden) continue;
        c->same = false;
        snprintf(c->why, c->size,
                 "golden memory: 0x%" PRIx64 " is 0x%" PRIx32 ", and its home holds 0x%" PRIx32, addr + i,
                 golden, held);
    }
}

bool cg_ideal_finish(const cg_ideal *g, cg_shadow *shadow, char *why, size_t size) {
    comparison c = {.g = g, .shadow = shadow, .why = why, .size = size, .same = true};
    if (g) cg_sparse_each(g->memory, compare_with_home, &c);
    return c.same;
}

#include "tree.h"

#include "base/rng.h"

void cg_tree_place(cg_env *e, cg_tree *tree) {
    tree->child = cg_alloc(e, 4 * tree->nodes + 4, e->line_bytes);
    tree->data = cg_alloc(e, 4 * tree->words, e->line_bytes);
    tree->expected = cg_keep(e, tree->nodes * sizeof *tree->expected);
}

static void plant_nodes(cg_env *e, const cg_tree *tree, uint64_t stream) {
    cg_rng rng = cg_rng_new(e->seed, stream);
    uint64_t next = 1;
    for (uint64_t i = 0; i < tree->nodes; i++) {
        uint64_t n = cg_rng_below(&rng, 2) ? 1 + cg_rng_below(&rng, tree->branch) : 0;
        if (n == 0 && next == i + 1) n = 1; // the last leaf so far: go on
        cg_poke(e, tree->child + 4 * i, (uint32_t)next);
        next = cg_least(next + n, tree->nodes);
    }
    cg_poke(e, tree->child + 4 * tree->nodes, (uint32_t)next);
}

void cg_tree_plant(cg_env *e, const cg_tree *tree, uint64_t stream) {
    cg_rng rng = cg_rng_new(e->seed, stream + 1);
    uint32_t *value = cg_keep(e, tree->words * sizeof *value);
    plant_nodes(e, tree, stream);
    for (uint64_t i = 0; i < tree->words; i++) {
        value[i] = (uint32_t)cg_rng_next(&rng);
        cg_poke(e, tree->data + 4 * i, value[i]);
    }
    for (uint64_t i = 0; i < tree->nodes; i++)
        for (uint64_t k = 0; k < tree->work; k++)
            tree->expected[i] += value[(cg_tree_word(tree, i, k) - tree->data) / 4];
}

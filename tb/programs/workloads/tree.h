// A random tree of tasks, and what is to be done at each: some words are read and added up. For programs that
// hand its nodes from thread to thread.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_TREE_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_TREE_H

#include "programs/workload.h"

// The first four are the caller's.
typedef struct {
    uint64_t nodes;     // 1 ..
    uint64_t branch;    // most children of a node; about half of the nodes have none
    uint64_t work;      // words that are read at a node
    uint64_t words;     // words that these are of
    uint64_t child;     // address: children of node i are child[i] .. child[i+1] - 1, breadth first
    uint64_t data;      // address: the words
    uint32_t *expected; // by node: the sum of its words
} cg_tree;

// Rows for a workload's options, of a member `tree`: what its nodes are called, and how many of them and of
// words there are.
#define CG_OPTIONS_TREE(NAME, NODES, WORDS)                                                                  \
    CG_NUMBER_AT(NAME, tree.nodes, NODES, 1, 1u << 20, "nodes of the tree"),                                 \
        CG_NUMBER_AT("branch", tree.branch, 4, 1, 64,                                                        \
                     "most children of a node; about half of the nodes have none"),                          \
        CG_NUMBER_AT("work", tree.work, 8, 0, 1u << 16, "words that are read at a node"),                    \
        CG_NUMBER_AT("words", tree.words, WORDS, 1, 1u << 20, "words that these are of")

// Addresses and expected sums; from cg_tree_plant() on there is something in them. `stream`: two streams of
// random numbers begin there.
void cg_tree_place(cg_env *e, cg_tree *tree);
void cg_tree_plant(cg_env *e, const cg_tree *tree, uint64_t stream);

// The word that node `i` reads as its k-th.
static inline uint64_t cg_tree_word(const cg_tree *tree, uint64_t i, uint64_t k) {
    return tree->data + 4 * ((i * 40503u + k * 97u + (i >> 3) * k) % tree->words);
}

#endif

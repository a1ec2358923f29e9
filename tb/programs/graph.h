// Graphs in compressed sparse row form: read from a file, or made.
//
//   *.gr   DIMACS shortest-path format: 'c' comments, 'p sp NODES ARCS', 'a FROM TO WEIGHT', nodes from 1
//   *.mtx  Matrix Market coordinate format: '%%MatrixMarket matrix coordinate pattern|integer|real
//          general|symmetric', '%' comments, 'ROWS COLUMNS ENTRIES', 'ROW COLUMN [VALUE]', from 1
#ifndef COHGEN_TB_PROGRAMS_GRAPH_H
#define COHGEN_TB_PROGRAMS_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t n_nodes, n_arcs;
    uint32_t *first; // [n_nodes + 1]: arcs of node i are to[first[i]] .. to[first[i + 1] - 1]
    uint32_t *to;    // [n_arcs]
} cg_graph;

// NULL on any error, with one line in err: "FILE:LINE: error: ...".
cg_graph *cg_graph_read(const char *path, char *err, size_t err_size);

// R-MAT (Chakrabarti, Zhan, Faloutsos, 2004) with the Graph 500's a, b, c = 0.57, 0.19, 0.19: 2^scale nodes,
// edge_factor arcs a node and their reverses. scale 1..24.
cg_graph *cg_graph_rmat(unsigned scale, unsigned edge_factor, uint64_t seed);

// The arcs of g and their reverses, for files that have each edge once.
cg_graph *cg_graph_both(const cg_graph *g);

// A connected graph without loops and double edges: a random tree, and then edges drawn evenly from all
// pairs, both directions of each. Edges from nodes - 1 on, and at most half of all pairs.
cg_graph *cg_graph_random(uint32_t nodes, uint32_t edges, uint64_t seed);
bool cg_graph_has_room(uint64_t nodes, uint64_t edges); // may there be such a graph?

// Published graphs, by what is known of them: X(name, words, nodes, edges, source). Those of the SuiteSparse
// collection (T. Davis, Y. Hu, The University of Florida sparse matrix collection, TOMS 38(1), 2011) are
// symmetric matrices: nodes are rows, edges half of the nonzeros that its index gives (which counts those of
// the diagonal, too). rome99 is a road network with each edge once (9th DIMACS challenge, 2006).
#define CG_PUBLISHED_GRAPHS(X)                                                                               \
    X(rome99, "rome99", 3353, 4444, "rome99.gr: 'p sp 3353 4444'")                                           \
    X(nasa1824, "nasa1824", 1824, 19604, "Nasa/nasa1824: 1,824 rows, 39,208 nonzeros")                       \
    X(ex33, "ex33", 1733, 11094, "FIDAP/ex33: 1,733 rows, 22,189 nonzeros")                                  \
    X(c_22, "c-22", 3792, 14435, "Schenk_IBMNA/c-22: 3,792 rows, 28,870 nonzeros")                           \
    X(c_37, "c-37", 8204, 37338, "Schenk_IBMNA/c-37: 8,204 rows, 74,676 nonzeros")                           \
    X(c_36, "c-36", 7479, 32970, "Schenk_IBMNA/c-36: 7,479 rows, 65,941 nonzeros")                           \
    X(ex3, "ex3", 1821, 26342, "FIDAP/ex3: 1,821 rows, 52,685 nonzeros")                                     \
    X(c_40, "c-40", 9941, 40750, "Schenk_IBMNA/c-40: 9,941 rows, 81,501 nonzeros")

void cg_graph_free(cg_graph *g); // NULL is allowed

// Distance in arcs from `root` to every node, UINT32_MAX where there is no way; an array of n_nodes to
// free().
uint32_t *cg_graph_bfs(const cg_graph *g, uint32_t root);

#endif

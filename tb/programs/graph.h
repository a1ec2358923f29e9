// Graphs in compressed sparse row form: read from a file, or made.
//
//   *.gr   DIMACS shortest-path format: 'c' comments, 'p sp NODES ARCS', 'a FROM TO WEIGHT', nodes from 1
//   *.mtx  Matrix Market coordinate format: '%%MatrixMarket matrix coordinate pattern|integer|real
//          general|symmetric', '%' comments, 'ROWS COLUMNS ENTRIES', 'ROW COLUMN [VALUE]', from 1
#ifndef COHGEN_TB_PROGRAMS_GRAPH_H
#define COHGEN_TB_PROGRAMS_GRAPH_H

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

void cg_graph_free(cg_graph *g); // NULL is allowed

// Distance in arcs from `root` to every node, UINT32_MAX where there is no way; an array of n_nodes to
// free().
uint32_t *cg_graph_bfs(const cg_graph *g, uint32_t root);

#endif

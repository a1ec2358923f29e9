// Graphs of files: DIMACS and Matrix Market.
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "programs/graph.h"
#include "workload_bench.h"

static void graph_fails(const char *end, const char *text, const char *word) {
    char err[300] = "";
    const char *path = bench_file(end, text);
    cg_graph *g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_expect(g == NULL);
    cr_expect(strstr(err, word) != NULL, "'%s' lacks '%s'", err, word);
    cg_graph_free(g);
}

Test(graph, dimacs_and_matrix_market) {
    char err[300];
    const char *path = bench_file(".gr", "c hello\np sp 4 3\na 1 2 7\na 2 3 1\na 1 3 9\n");
    cg_graph *g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_assert(g != NULL, "%s", err);
    cr_expect(g->n_nodes == 4 && g->n_arcs == 3 && g->first[1] == 2 && g->first[4] == 3 && g->to[2] == 2);
    uint32_t *d = cg_graph_bfs(g, 0);
    cr_expect(d[0] == 0 && d[1] == 1 && d[2] == 1 && d[3] == UINT32_MAX);
    free(d);
    cg_graph_free(g);
    path = bench_file(".mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n3 3 2\n2 1\n3 3\n");
    g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_assert(g != NULL, "%s", err);
    cr_expect(g->n_nodes == 3 && g->n_arcs == 3);
    cg_graph_free(g);
}

Test(graph, errors_say_where) {
    graph_fails(".gr", "p sp 2 1\na 1 3 1\n", ":2: error: the arc's end 3 is not a node 1..2");
    graph_fails(".gr", "a 1 1 1\n", ":1: error: 'p sp NODES ARCS' is missing");
    graph_fails(".gr", "p sp 2 2\na 1 2 1\n", "the file has 1 arcs, its 'p' line says 2");
    graph_fails(".gr", "p sp x 2\n", ":1: error: the number of nodes is missing");
    graph_fails(".gr", "p max 2 2\n", "not 'p sp NODES ARCS'");
    graph_fails(".gr", "", "no 'p sp NODES ARCS' line");
    graph_fails(".mtx", "hello\n", ":1: error: the first line");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real skew\n", "symmetry 'skew'");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n",
                ":2: error: the matrix is not square");
    graph_fails(".mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1\n1 2\n", "has 2 entries");
    graph_fails(".txt", "", "ends in .gr (DIMACS) or .mtx");
}

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

static bool is_symmetric(const cg_graph *g) {
    for (uint32_t u = 0; u < g->n_nodes; u++)
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
            bool back = false;
            for (uint32_t k = g->first[g->to[i]]; k < g->first[g->to[i] + 1]; k++) back |= g->to[k] == u;
            if (!back) return false;
        }
    return true;
}

// Loops, and arcs that are there twice.
static int flaws(const cg_graph *g) {
    int n = 0;
    for (uint32_t u = 0; u < g->n_nodes; u++)
        for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++) {
            n += g->to[i] == u;
            for (uint32_t k = g->first[u]; k < i; k++) n += g->to[k] == g->to[i];
        }
    return n;
}

static bool is_connected(const cg_graph *g) {
    uint32_t *d = cg_graph_bfs(g, 0);
    bool all = true;
    for (uint32_t u = 0; u < g->n_nodes; u++) all &= d[u] != UINT32_MAX;
    free(d);
    return all;
}

static bool are_equal(const cg_graph *a, const cg_graph *b) {
    return a->n_arcs == b->n_arcs && !memcmp(a->to, b->to, a->n_arcs * sizeof *a->to) &&
           !memcmp(a->first, b->first, (a->n_nodes + 1) * sizeof *a->first);
}

Test(graph, random_ones_have_the_published_numbers_and_come_from_the_seed) {
    static const struct {
        const char *name;
        uint32_t nodes, edges;
    } all[] = {
#define X(id, words, nodes, edges, source) {words, nodes, edges},
        CG_PUBLISHED_GRAPHS(X)
#undef X
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        cr_assert(cg_graph_has_room(all[k].nodes, all[k].edges), "%s", all[k].name);
        cg_graph *g = cg_graph_random(all[k].nodes, all[k].edges, 7),
                 *same = cg_graph_random(all[k].nodes, all[k].edges, 7),
                 *other = cg_graph_random(all[k].nodes, all[k].edges, 8);
        cr_expect(g->n_nodes == all[k].nodes && g->n_arcs == 2 * all[k].edges, "%s", all[k].name);
        cr_expect(is_symmetric(g) && flaws(g) == 0 && is_connected(g), "%s", all[k].name);
        cr_expect(are_equal(g, same) && !are_equal(g, other), "%s", all[k].name);
        cg_graph_free(g);
        cg_graph_free(same);
        cg_graph_free(other);
    }
    cr_expect(!cg_graph_has_room(5, 3) && !cg_graph_has_room(1, 0) && !cg_graph_has_room(5, 9));
    cr_expect(cg_graph_has_room(2, 1) && cg_graph_has_room(5, 5));
}

Test(graph, both_directions) {
    char err[300];
    const char *path = bench_file(".gr", "p sp 3 2\na 1 2 7\na 3 2 1\n");
    cg_graph *g = cg_graph_read(path, err, sizeof err);
    unlink(path);
    cr_assert(g != NULL, "%s", err);
    cr_expect(!is_symmetric(g));
    cg_graph *both = cg_graph_both(g);
    cr_expect(both->n_nodes == 3 && both->n_arcs == 4 && is_symmetric(both) && is_connected(both));
    cg_graph_free(g);
    cg_graph_free(both);
}

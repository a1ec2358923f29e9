// Level-synchronous breadth-first search. Threads share out the frontier by fetch-and-add, claim a node with
// compare-and-swap on its distance, and append it to the next frontier. Compared with a sequential search.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/graph.h"
#include "sync.h"

enum { CHUNK = 4 }; // frontier nodes a thread takes at once
#define FAR UINT32_MAX

typedef struct {
    cg_env *env;
    cg_barrier barrier;
    cg_poll_kind poll;
    unsigned interval;
    const char *graph;
    uint64_t scale, edge_factor, root;
    uint32_t n_nodes;
    uint64_t first, to, distance;  // addresses: the graph, and the result
    uint64_t frontier[2], size[2]; // node lists of this level and the next, and their lengths
    uint64_t taken[2];             // frontier nodes given out
    uint32_t *expected;
} state;

static const cg_option OPTIONS[] = {
    CG_TEXT(graph, "", "graph file, .gr or .mtx; none: an R-MAT graph"),
    CG_NUMBER(scale, 8, 1, 20, "R-MAT: 2^scale nodes"),
    CG_NUMBER(edge_factor, 8, 1, 64, "R-MAT: arcs a node, before their reverses"),
    CG_NUMBER(root, 0, 0, CG_ANY, "node to start from, from 0"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

static cg_graph *get_graph(cg_env *e, const state *s) {
    char err[400];
    if (s->graph[0] == '\0') return cg_graph_rmat((unsigned)s->scale, (unsigned)s->edge_factor, e->seed);
    cg_graph *g = cg_graph_read(s->graph, err, sizeof err);
    if (g == NULL) cg_bad_input(e, "%s", err);
    return g;
}

static uint64_t alloc_words(cg_env *e, uint64_t words) {
    return cg_alloc(e, words * 4, e->line_bytes);
}

static void load_graph(cg_env *e, state *s, const cg_graph *g, uint32_t root) {
    for (uint32_t i = 0; i <= g->n_nodes; i++) cg_poke(e, s->first + 4 * (uint64_t)i, g->first[i]);
    for (uint32_t i = 0; i < g->n_arcs; i++) cg_poke(e, s->to + 4 * (uint64_t)i, g->to[i]);
    for (uint32_t i = 0; i < g->n_nodes; i++) cg_poke(e, s->distance + 4 * (uint64_t)i, i == root ? 0 : FAR);
    cg_poke(e, s->frontier[0], root);
    cg_poke(e, s->size[0], 1);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    cg_graph *g = get_graph(e, s);
    if (g == NULL) return;
    s->env = e;
    s->n_nodes = g->n_nodes;
    s->barrier = cg_barrier_new(e, s->interval, s->poll);
    s->first = alloc_words(e, (uint64_t)g->n_nodes + 1);
    s->to = alloc_words(e, (uint64_t)g->n_arcs + 1);
    s->distance = alloc_words(e, g->n_nodes);
    for (int i = 0; i < 2; i++) {
        s->frontier[i] = alloc_words(e, g->n_nodes);
        s->size[i] = alloc_words(e, 1);
        s->taken[i] = alloc_words(e, 1);
    }
    if (s->root >= g->n_nodes)
        cg_bad_input(e, "workload bfs: root must be below %u, the number of nodes", g->n_nodes);
    if (!e->bad_input[0]) {
        load_graph(e, s, g, (uint32_t)s->root);
        uint32_t *d = cg_graph_bfs(g, (uint32_t)s->root);
        s->expected = cg_keep(e, g->n_nodes * sizeof *d);
        memcpy(s->expected, d, g->n_nodes * sizeof *d);
        free(d);
    }
    cg_graph_free(g);
}

static void visit_graph_node(cg_thread *t, const state *s, uint32_t u, uint32_t level) {
    int next = (int)(level + 1) & 1;
    uint32_t begin = cg_ld_final(t, s->first + 4 * (uint64_t)u);
    uint32_t end = cg_ld_final(t, s->first + 4 * (uint64_t)u + 4);
    for (uint32_t i = begin; i < end; i++) {
        uint32_t v = cg_ld_final(t, s->to + 4 * (uint64_t)i);
        if (v >= s->n_nodes) {
            cg_fail(s->env, "thread %d read arc %u as node %u", cg_tid(t), i, v);
            return;
        }
        uint64_t at = s->distance + 4 * (uint64_t)v;
        if (cg_sync_ld(t, at) != FAR || cg_amo(t, CG_AMO_CAS, at, level + 1, FAR) != FAR) continue;
        uint32_t place = cg_amo(t, CG_AMO_ADD, s->size[next], 1, 0);
        if (place >= s->n_nodes)
            cg_fail(s->env, "thread %d: node %u is number %u of a frontier", cg_tid(t), v, place);
        else
            cg_st(t, s->frontier[next] + 4 * (uint64_t)place, v);
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t level = 0; s->env->failure[0] == '\0'; level++) {
        int now = level & 1;
        uint32_t size = cg_ld(t, s->size[now]);
        if (size == 0) return; // the same for all: nobody writes it between the barriers
        for (;;) {
            uint32_t i = cg_amo(t, CG_AMO_ADD, s->taken[now], CHUNK, 0);
            for (uint32_t j = i; j < i + CHUNK && j < size; j++)
                visit_graph_node(t, s, cg_ld(t, s->frontier[now] + 4 * (uint64_t)j), level);
            if (i + CHUNK >= size) break;
        }
        cg_barrier_wait(t, &s->barrier);
        if (cg_tid(t) == 0) { // this level's lists become those of the level after the next
            cg_st(t, s->size[now], 0);
            cg_st(t, s->taken[now], 0);
        }
        cg_barrier_wait(t, &s->barrier);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    for (uint32_t i = 0; i < s->n_nodes; i++) {
        uint32_t d = cg_ld(t, s->distance + 4 * (uint64_t)i);
        if (d != s->expected[i]) cg_fail(s->env, "node %u is at distance %u, not %u", i, d, s->expected[i]);
    }
}

const cg_workload cg_workload_bfs = {
    "bfs",   "breadth-first search of a graph file or an R-MAT graph",
    OPTIONS, sizeof(state),
    setup,   thread,
    check,   NULL,
};

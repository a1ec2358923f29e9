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
    uint32_t n_nodes;
    uint64_t first, to, distance;  // addresses: the graph, and the result
    uint64_t frontier[2], size[2]; // node lists of this level and the next, and their lengths
    uint64_t taken[2];             // frontier nodes given out
    uint32_t *expected;
} state;

static const cg_option OPTIONS[] = {
    {"graph", "", "graph file, .gr or .mtx; none: an R-MAT graph"},
    {"scale", "8", "R-MAT: 2^scale nodes"},
    {"edge_factor", "8", "R-MAT: arcs a node, before their reverses"},
    {"root", "0", "node to start from, from 0"},
    CG_OPTION_INTERVAL("16"),
    CG_OPTION_POLL,
    {0},
};

static cg_graph *get_graph(cg_env *e) {
    char err[400];
    const char *path = cg_opt_text(e, "graph");
    uint64_t scale = cg_opt(e, "scale"), factor = cg_opt(e, "edge_factor");
    if (path[0]) {
        cg_graph *g = cg_graph_read(path, err, sizeof err);
        if (g == NULL) cg_bad_input(e, "%s", err);
        return g;
    }
    if (scale < 1 || scale > 20) cg_bad_input(e, "workload bfs: scale must be 1 to 20");
    if (factor < 1 || factor > 64) cg_bad_input(e, "workload bfs: edge_factor must be 1 to 64");
    return e->bad_input[0] ? NULL : cg_graph_rmat((unsigned)scale, (unsigned)factor, e->seed);
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

static void *setup(cg_env *e) {
    state *s = cg_keep(e, sizeof *s);
    cg_graph *g = get_graph(e);
    uint64_t root = cg_opt(e, "root");
    if (g == NULL) return NULL;
    s->env = e;
    s->n_nodes = g->n_nodes;
    s->barrier = cg_barrier_new(e, cg_opt_interval(e), cg_opt_poll(e));
    s->first = alloc_words(e, (uint64_t)g->n_nodes + 1);
    s->to = alloc_words(e, (uint64_t)g->n_arcs + 1);
    s->distance = alloc_words(e, g->n_nodes);
    for (int i = 0; i < 2; i++) {
        s->frontier[i] = alloc_words(e, g->n_nodes);
        s->size[i] = alloc_words(e, 1);
        s->taken[i] = alloc_words(e, 1);
    }
    if (root >= g->n_nodes)
        cg_bad_input(e, "workload bfs: root must be below %u, the number of nodes", g->n_nodes);
    if (!e->bad_input[0]) {
        load_graph(e, s, g, (uint32_t)root);
        uint32_t *d = cg_graph_bfs(g, (uint32_t)root);
        s->expected = cg_keep(e, g->n_nodes * sizeof *d);
        memcpy(s->expected, d, g->n_nodes * sizeof *d);
        free(d);
    }
    cg_graph_free(g);
    return s;
}

static void visit_graph_node(cg_thread *t, const state *s, uint32_t u, uint32_t level) {
    int next = (int)(level + 1) & 1;
    uint32_t begin = cg_ld(t, s->first + 4 * (uint64_t)u), end = cg_ld(t, s->first + 4 * (uint64_t)u + 4);
    for (uint32_t i = begin; i < end; i++) {
        uint32_t v = cg_ld(t, s->to + 4 * (uint64_t)i);
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
    "bfs", "breadth-first search of a graph file or an R-MAT graph", OPTIONS, setup, thread, check,
};

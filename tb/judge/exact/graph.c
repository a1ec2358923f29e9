// Edge lists, topological sort (A. Kahn, CACM 5(11), 1962), and short cycles.
#include "graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void cgj_edges_add(cgj_edges *e, uint32_t from, uint32_t to, cgj_edge_kind kind) {
    *CG_NEXT(e->v, e->n, e->cap) = (cgj_edge){from, to, (uint8_t)kind};
    e->n++;
}

void cgj_graph_init(cgj_graph *g, uint32_t nodes) {
    *g = (cgj_graph){.n = nodes};
    g->first = cg_array_new((size_t)nodes + 2, sizeof *g->first);
    g->left = cg_array_new(nodes, sizeof *g->left);
    g->topo = cg_array_new(nodes, sizeof *g->topo);
}

void cgj_graph_free(cgj_graph *g) {
    CG_FREE(g->first, g->succ, g->kind, g->left, g->topo);
    *g = (cgj_graph){0};
}

// Counting sort of the edges by source.
static void sort_edges(cgj_graph *g, const cgj_edges *e) {
    if (e->n > g->capsucc) {
        CG_FREE(g->succ, g->kind);
        g->capsucc = e->n + e->n / 4;
        g->succ = cg_array_new(g->capsucc, sizeof *g->succ);
        g->kind = cg_array_new(g->capsucc, sizeof *g->kind);
    }
    memset(g->first, 0, ((size_t)g->n + 2) * sizeof *g->first);
    memset(g->left, 0, g->n * sizeof *g->left);
    for (size_t i = 0; i < e->n; i++) {
        g->first[e->v[i].from + 2]++;
        g->left[e->v[i].to]++;
    }
    for (uint32_t i = 0; i < g->n; i++) g->first[i + 2] += g->first[i + 1];
    for (size_t i = 0; i < e->n; i++) {
        size_t at = g->first[e->v[i].from + 1]++;
        g->succ[at] = e->v[i].to;
        g->kind[at] = e->v[i].kind;
    }
}

bool cgj_graph_sort(cgj_graph *g, const cgj_edges *e) {
    sort_edges(g, e);
    uint32_t head = 0, tail = 0;
    for (uint32_t i = 0; i < g->n; i++)
        if (!g->left[i]) g->topo[tail++] = i;
    while (head < tail) {
        uint32_t u = g->topo[head++];
        for (size_t k = g->first[u]; k < g->first[u + 1]; k++)
            if (!--g->left[g->succ[k]]) g->topo[tail++] = g->succ[k];
    }
    return tail == g->n;
}

// Shortest cycle through `start` among unsorted nodes, breadth first; parent[] and via[] tell the way.
static size_t cycle_through(const cgj_graph *g, uint32_t start, uint32_t *parent, uint8_t *via,
                            uint32_t *queue) {
    size_t head = 0, tail = 0;
    memset(parent, 0xff, g->n * sizeof *parent);
    queue[tail++] = start;
    while (head < tail) {
        uint32_t u = queue[head++];
        for (size_t k = g->first[u]; k < g->first[u + 1]; k++) {
            uint32_t v = g->succ[k];
            if (!g->left[v] || parent[v] != CGJ_NONE) continue;
            parent[v] = u;
            via[v] = g->kind[k];
            queue[tail++] = v;
            if (v != start) continue;
            size_t len = 1;
            for (uint32_t w = u; w != start; w = parent[w]) len++;
            return len;
        }
    }
    return 0;
}

size_t cgj_graph_cycle(const cgj_graph *g, uint32_t *nodes, uint8_t *kinds, size_t max) {
    uint32_t *parent = cg_array_new(g->n, sizeof *parent),
             *queue = cg_array_new((size_t)g->n + 1, sizeof *queue);
    uint8_t *via = cg_array_new(g->n, 1);
    size_t best = 0;
    // An unsorted node may only follow a cycle, so try starts until some are on one; a few give a short one.
    uint32_t good = 0, tries = 0;
    uint32_t best_start = 0;
    for (uint32_t s = 0; s < g->n && good < 8 && (tries < 64 || !good); s++) {
        if (!g->left[s]) continue;
        tries++;
        size_t len = cycle_through(g, s, parent, via, queue);
        good += len > 0;
        if (len && (!best || len < best)) {
            best = len;
            best_start = s;
        }
    }
    if (best) {
        cycle_through(g, best_start, parent, via, queue);
        uint32_t v = best_start;
        for (size_t i = best; i-- > 0;) {
            uint32_t u = parent[v];
            if (i < max) {
                nodes[i] = u;
                kinds[i] = via[v];
            }
            v = u;
        }
    }
    CG_FREE(parent, queue, via);
    return best;
}

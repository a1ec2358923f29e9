#include "arcs.h"

#include "blocks.h"

static cg_graph *read_file(cg_env *e, const cg_arcs *a) {
    char err[400];
    cg_graph *g = cg_graph_read(a->file, err, sizeof err);
    if (g == NULL) cg_bad_input(e, "%s", err);
    if (g == NULL || !a->both) return g;
    cg_graph *both = cg_graph_both(g);
    cg_graph_free(g);
    return both;
}

static cg_graph *make_graph(cg_env *e, const cg_arcs *a) {
    static const struct {
        uint32_t nodes, edges;
    } sizes[] = {
#define X(id, words, nodes, edges, source) {nodes, edges},
        CG_PUBLISHED_GRAPHS(X)
#undef X
    };
    const uint32_t nodes = (uint32_t)(sizes[a->like].nodes / a->part),
                   edges = (uint32_t)(sizes[a->like].edges / a->part);
    if (cg_graph_has_room(nodes, edges)) return cg_graph_random(nodes, edges, e->seed);
    cg_bad_input(e, "workload %s: part %llu leaves %u nodes and %u edges, which are no graph",
                 e->workload->name, (unsigned long long)a->part, nodes, edges);
    return NULL;
}

static void free_graph(void *g) {
    cg_graph_free(g);
}

bool cg_arcs_place(cg_env *e, cg_arcs *a) {
    cg_graph *g = a->file[0] ? read_file(e, a) : make_graph(e, a);
    if (g == NULL) return false;
    cg_keep_other(e, g, free_graph);
    a->g = g;
    a->first = cg_alloc(e, 4 * ((uint64_t)g->n_nodes + 1), e->line_bytes);
    a->to = cg_alloc(e, 4 * ((uint64_t)g->n_arcs + 1), e->line_bytes);
    if (e->bad_input[0]) return false;
    for (uint32_t i = 0; i <= g->n_nodes; i++) cg_poke(e, a->first + 4 * (uint64_t)i, g->first[i]);
    for (uint32_t i = 0; i < g->n_arcs; i++) cg_poke(e, a->to + 4 * (uint64_t)i, g->to[i]);
    return true;
}

void cg_arcs_of(cg_thread *t, const cg_arcs *a, uint32_t u, uint32_t *begin, uint32_t *end) {
    *begin = cg_ld_final(t, a->first + 4 * (uint64_t)u);
    *end = cg_ld_final(t, a->first + 4 * (uint64_t)u + 4);
}

uint32_t cg_arcs_ends(cg_thread *t, cg_env *e, const cg_arcs *a, uint32_t i, uint32_t end,
                      uint32_t ends[CG_ARCS_AT_ONCE]) {
    cg_ticket tickets[CG_ARCS_AT_ONCE];
    const uint32_t n = (uint32_t)cg_least(end - i, cg_at_once(t));
    for (uint32_t k = 0; k < n; k++) tickets[k] = cg_ld_final_begin(t, a->to + 4 * (uint64_t)(i + k));
    for (uint32_t k = 0; k < n; k++) ends[k] = cg_await(t, tickets[k]);
    for (uint32_t k = 0; k < n; k++)
        if (ends[k] >= a->g->n_nodes) {
            cg_fail(e, "thread %d read arc %u as node %u", cg_tid(t), i + k, ends[k]);
            return 0;
        }
    return n;
}

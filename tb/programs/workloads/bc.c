// Betweenness centrality as in Pannotia (S. Che et al., IISWC 2013), which M. Sinclair, Efficient coherence
// and consistency for specialized memory hierarchies, 2017, table 3.3, runs; the method is U. Brandes'
// (2001). From each source a search goes out level by level: whoever sees a node first gives it its distance,
// and everybody adds the number of shortest paths. Then the levels are gone back, and each node sums up what
// depends on it.
//
// Labels as in the table: paths are added up by commutative atomics, distances are looked at and given by
// non-ordering ones. Whatever order these have, all give a node the same distance. By the letter of listing
// 3.8 that race is illegal all the same, as it stands between additions that race (tests/litmus/marked:
// bc.litmus), and is counted as accepted; -O look=unpaired is the label that is legal (bc-unpaired.litmus).
//
// Numbers of paths are modulo 2^32, dependencies fixed-point numbers modulo 2^32, so that a sequential run
// gives the very same.
#include <stdlib.h>
#include <string.h>

#include "arcs.h"
#include "blocks.h"
#include "sync.h"

enum { ONE = 1 << 12 }; // a dependency of 1
#define FAR UINT32_MAX

typedef struct {
    cg_env *env;
    cg_barrier barrier;
    cg_poll_kind poll;
    unsigned interval;
    cg_arcs arcs;
    uint64_t sources;
    int look;                                         // 0: non-ordering, 1: unpaired
    uint64_t distance, paths, dependency, centrality; // addresses: of all nodes
    uint64_t more; // address: for each parity of a level, has it found a node of the next?
    uint64_t line;
    uint32_t *expected;
} state;

static const cg_option OPTIONS[] = {
    CG_OPTIONS_ARCS("rome99", 32),
    CG_NUMBER(sources, 1, 1, 1u << 20, "nodes from which a search goes out: 0, 1, ..."),
    CG_CHOICE(look, "nonordering", "how distances are looked at and given: nonordering, unpaired",
              "nonordering", "unpaired"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

static uint32_t dependency_on(uint32_t paths_here, uint32_t paths_there, uint32_t dependency) {
    return (uint32_t)((uint64_t)paths_here * (ONE + dependency) / (paths_there ? paths_there : 1));
}

// ---------------------------------------------------------------------------------------------- on the host
typedef struct {
    uint32_t *distance, *paths, *dependency;
} host;

static uint32_t search_on_host(const cg_graph *g, uint32_t source, const host *h) {
    uint32_t level = 0;
    for (uint32_t u = 0; u < g->n_nodes; u++) {
        h->distance[u] = u == source ? 0 : FAR;
        h->paths[u] = u == source;
        h->dependency[u] = 0;
    }
    for (bool more = true; more; level++) {
        more = false;
        for (uint32_t u = 0; u < g->n_nodes; u++)
            for (uint32_t i = g->first[u]; h->distance[u] == level && i < g->first[u + 1]; i++) {
                const uint32_t v = g->to[i];
                more |= h->distance[v] == FAR;
                if (h->distance[v] == FAR) h->distance[v] = level + 1;
                if (h->distance[v] == level + 1) h->paths[v] += h->paths[u];
            }
    }
    return level;
}

static void sum_up_on_host(const cg_graph *g, uint32_t source, const host *h, uint32_t *centrality) {
    for (uint32_t level = search_on_host(g, source, h); level-- > 0;)
        for (uint32_t u = 0; u < g->n_nodes; u++)
            for (uint32_t i = g->first[u]; h->distance[u] == level && i < g->first[u + 1]; i++) {
                const uint32_t v = g->to[i];
                if (h->distance[v] == level + 1)
                    h->dependency[u] += dependency_on(h->paths[u], h->paths[v], h->dependency[v]);
            }
    for (uint32_t u = 0; u < g->n_nodes; u++)
        if (u != source) centrality[u] += h->dependency[u];
}

static void run_in_sequence(const cg_graph *g, uint64_t sources, uint32_t *centrality) {
    uint32_t *all = calloc(3 * (size_t)g->n_nodes, sizeof *all);
    if (all == NULL) abort();
    const host h = {all, all + g->n_nodes, all + 2 * (size_t)g->n_nodes};
    for (uint32_t s = 0; s < sources; s++) sum_up_on_host(g, s, &h, centrality);
    free(all);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->line = e->line_bytes;
    if (!s->look) e->accepts = "non-ordering";
    s->barrier = cg_barrier_new(e, s->interval, s->poll);
    if (!cg_arcs_place(e, &s->arcs)) return;
    const uint64_t bytes = 4 * (uint64_t)s->arcs.g->n_nodes;
    uint64_t *const places[] = {&s->distance, &s->paths, &s->dependency, &s->centrality};
    for (int k = 0; k < 4; k++) *places[k] = cg_alloc(e, bytes, e->line_bytes);
    s->more = cg_alloc(e, 2 * s->line, e->line_bytes);
    if (!cg_in_range(e, "sources", s->sources, 1, s->arcs.g->n_nodes) || e->bad_input[0]) return;
    s->expected = cg_keep(e, bytes);
    run_in_sequence(s->arcs.g, s->sources, s->expected);
}

// ------------------------------------------------------------------------------------------------- searching
static uint64_t at(uint64_t array, uint64_t node) {
    return array + 4 * node;
}

static cg_relaxed look_of(const state *s) {
    return s->look ? CG_unpaired : CG_nonordering;
}

static uint32_t distance_of(cg_thread *t, const state *s, uint64_t u) {
    return cg_amo_relaxed(t, look_of(s), CG_AMO_ADD, at(s->distance, u), 0, 0);
}

// Gives distances to the neighbours `ends` that have none, and adds to those of the next level.
static void reach_nodes(cg_thread *t, const state *s, const uint32_t *ends, uint32_t n, uint32_t level,
                        uint32_t paths) {
    cg_ticket looks[CG_ARCS_AT_ONCE];
    uint32_t distance[CG_ARCS_AT_ONCE];
    for (uint32_t k = 0; k < n; k++)
        looks[k] = cg_amo_begin(t, look_of(s), CG_AMO_ADD, at(s->distance, ends[k]), 0);
    for (uint32_t k = 0; k < n; k++) distance[k] = cg_await(t, looks[k]);
    for (uint32_t k = 0; k < n; k++) {
        if (distance[k] == FAR) {
            cg_amo_post(t, look_of(s), CG_AMO_SWAP, at(s->distance, ends[k]), level + 1);
            cg_amo_post(t, CG_commutative, CG_AMO_SWAP, s->more + s->line * (level & 1), level + 1);
        }
        if (distance[k] == FAR || distance[k] == level + 1)
            cg_amo_post(t, CG_commutative, CG_AMO_ADD, at(s->paths, ends[k]), paths);
    }
}

static void go_on_from(cg_thread *t, const state *s, uint64_t u, uint32_t level) {
    uint32_t begin, end, ends[CG_ARCS_AT_ONCE];
    if (distance_of(t, s, u) != level) return;
    const uint32_t paths = cg_ld(t, at(s->paths, u)); // of this level: nobody adds to them any more
    cg_arcs_of(t, &s->arcs, (uint32_t)u, &begin, &end);
    for (uint32_t i = begin, n; i < end; i += n) {
        n = cg_arcs_ends(t, s->env, &s->arcs, i, end, ends);
        if (n == 0) return;
        reach_nodes(t, s, ends, n, level, paths);
    }
}

typedef struct {
    uint64_t begin, end; // nodes that the thread sees to
} share;

// Returns the number of levels.
static uint32_t search_from(cg_thread *t, const state *s, share mine) {
    uint32_t level = 0;
    for (bool more = true; more && !s->env->failure[0]; level++) {
        for (uint64_t u = mine.begin; u < mine.end; u++) go_on_from(t, s, u, level);
        cg_settle(t);
        cg_barrier_wait(t, &s->barrier);
        more = cg_ld(t, s->more + s->line * (level & 1)) == level + 1;
    }
    return level;
}

static void prepare_source(cg_thread *t, const state *s, share mine, uint64_t source) {
    for (uint64_t u = mine.begin; u < mine.end; u++) {
        cg_st_post(t, at(s->distance, u), u == source ? 0 : FAR, 0xf);
        cg_st_post(t, at(s->paths, u), u == source, 0xf);
        cg_st_post(t, at(s->dependency, u), 0, 0xf);
    }
    if (cg_tid(t) == 0)
        for (int k = 0; k < 2; k++) cg_st_post(t, s->more + s->line * (uint64_t)k, 0, 0xf);
    cg_settle(t);
    cg_barrier_wait(t, &s->barrier);
}

// ------------------------------------------------------------------------------------------------ going back
static void sum_up_node(cg_thread *t, const state *s, uint64_t u, uint32_t level) {
    uint32_t begin, end, ends[CG_ARCS_AT_ONCE], sum = 0;
    const uint32_t paths = cg_ld(t, at(s->paths, u));
    cg_arcs_of(t, &s->arcs, (uint32_t)u, &begin, &end);
    for (uint32_t i = begin, n; i < end; i += n) {
        n = cg_arcs_ends(t, s->env, &s->arcs, i, end, ends);
        if (n == 0) return;
        for (uint32_t k = 0; k < n; k++)
            if (cg_ld(t, at(s->distance, ends[k])) == level + 1)
                sum += dependency_on(paths, cg_ld(t, at(s->paths, ends[k])),
                                     cg_ld(t, at(s->dependency, ends[k])));
    }
    cg_st(t, at(s->dependency, u), sum);
}

static void go_back(cg_thread *t, const state *s, share mine, uint32_t level, uint64_t source) {
    while (level-- > 0 && !s->env->failure[0]) {
        for (uint64_t u = mine.begin; u < mine.end; u++)
            if (cg_ld(t, at(s->distance, u)) == level) sum_up_node(t, s, u, level);
        cg_barrier_wait(t, &s->barrier);
    }
    for (uint64_t u = mine.begin; u < mine.end; u++)
        if (u != source)
            cg_st(t, at(s->centrality, u), cg_ld(t, at(s->centrality, u)) + cg_ld(t, at(s->dependency, u)));
}

static void thread(cg_thread *t, void *arg) {
    const state *s = arg;
    const uint64_t n = s->arcs.g->n_nodes, threads = (uint64_t)cg_threads(t), tid = (uint64_t)cg_tid(t);
    const share mine = {cg_share(n, threads, tid), cg_share(n, threads, tid + 1)};
    for (uint64_t source = 0; source < s->sources && !s->env->failure[0]; source++) {
        prepare_source(t, s, mine, source);
        go_back(t, s, mine, search_from(t, s, mine), source);
    }
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    for (uint32_t u = 0; u < s->arcs.g->n_nodes; u++) {
        const uint32_t is = cg_ld(t, at(s->centrality, u));
        if (is != s->expected[u]) cg_fail(s->env, "node %u has centrality %u, not %u", u, is, s->expected[u]);
    }
}

const cg_workload cg_workload_bc = {
    .name = "bc",
    .doc = "betweenness centrality of a graph file or a random graph, by relaxed atomics",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .thread = thread,
    .check = check,
};

// PageRank as in Pannotia (S. Che et al., IISWC 2013), which M. Sinclair, Efficient coherence and consistency
// for specialized memory hierarchies, 2017, table 3.3, runs: each node gives its rank, divided by its degree,
// to its neighbours by additions that commute (nobody uses what they return); when all have, the sums become
// ranks. Ranks are fixed-point numbers, so that a sequential run gives the very same.
#include <stdlib.h>

#include "arcs.h"
#include "sync.h"

enum { ONE = 1 << 20, DAMPING = 85, PERCENT = 100 }; // a rank of 1; 0.85

typedef struct {
    cg_env *env;
    cg_barrier barrier;
    cg_poll_kind poll;
    unsigned interval;
    cg_arcs arcs;
    uint64_t rounds;
    uint64_t rank, sum; // addresses: of all nodes
    uint32_t *expected;
} state;

static const cg_option OPTIONS[] = {
    CG_OPTIONS_ARCS("c-37", 64),
    CG_NUMBER(rounds, 2, 1, 1000, "times that ranks are handed on"),
    CG_OPTION_INTERVAL(16),
    CG_OPTION_POLL,
    {0},
};

static uint32_t new_rank(uint32_t sum) {
    return ONE / PERCENT * (PERCENT - DAMPING) + (uint32_t)((uint64_t)sum * DAMPING / PERCENT);
}

// On the host.
static void run_in_sequence(const cg_graph *g, uint64_t rounds, uint32_t *rank) {
    uint32_t *sum = calloc(g->n_nodes, sizeof *sum);
    if (sum == NULL) abort();
    for (uint32_t u = 0; u < g->n_nodes; u++) rank[u] = ONE;
    for (uint64_t r = 0; r < rounds; r++) {
        for (uint32_t u = 0; u < g->n_nodes; u++)
            for (uint32_t i = g->first[u]; i < g->first[u + 1]; i++)
                sum[g->to[i]] += rank[u] / (g->first[u + 1] - g->first[u]);
        for (uint32_t u = 0; u < g->n_nodes; u++) {
            rank[u] = new_rank(sum[u]);
            sum[u] = 0;
        }
    }
    free(sum);
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->barrier = cg_barrier_new(e, s->interval, s->poll);
    if (!cg_arcs_place(e, &s->arcs)) return;
    const uint32_t n = s->arcs.g->n_nodes;
    s->rank = cg_alloc(e, 4 * (uint64_t)n, e->line_bytes);
    s->sum = cg_alloc(e, 4 * (uint64_t)n, e->line_bytes);
    if (e->bad_input[0]) return;
    for (uint32_t u = 0; u < n; u++) cg_poke(e, s->rank + 4 * (uint64_t)u, ONE);
    s->expected = cg_keep(e, n * sizeof *s->expected);
    run_in_sequence(s->arcs.g, s->rounds, s->expected);
}

static void hand_on(cg_thread *t, const state *s, uint32_t u) {
    uint32_t begin, end, ends[CG_ARCS_AT_ONCE];
    cg_arcs_of(t, &s->arcs, u, &begin, &end);
    if (begin >= end) return;
    const uint32_t share = cg_ld(t, s->rank + 4 * (uint64_t)u) / (end - begin);
    for (uint32_t i = begin, n; i < end; i += n) {
        n = cg_arcs_ends(t, s->env, &s->arcs, i, end, ends);
        if (n == 0) return;
        for (uint32_t k = 0; k < n; k++)
            cg_amo_post(t, CG_commutative, CG_AMO_ADD, s->sum + 4 * (uint64_t)ends[k], share);
    }
}

static void thread(cg_thread *t, void *arg) {
    const state *s = arg;
    const uint64_t n = s->arcs.g->n_nodes, threads = (uint64_t)cg_threads(t), tid = (uint64_t)cg_tid(t);
    const uint64_t begin = cg_share(n, threads, tid), end = cg_share(n, threads, tid + 1);
    for (uint64_t r = 0; r < s->rounds && !s->env->failure[0]; r++) {
        for (uint64_t u = begin; u < end && !s->env->failure[0]; u++) hand_on(t, s, (uint32_t)u);
        cg_settle(t);
        cg_barrier_wait(t, &s->barrier);
        for (uint64_t u = begin; u < end; u++) {
            cg_st(t, s->rank + 4 * u, new_rank(cg_ld(t, s->sum + 4 * u)));
            cg_st(t, s->sum + 4 * u, 0);
        }
        cg_barrier_wait(t, &s->barrier);
    }
}

static void check(cg_thread *t, void *arg) {
    const state *s = arg;
    for (uint32_t u = 0; u < s->arcs.g->n_nodes; u++) {
        const uint32_t rank = cg_ld(t, s->rank + 4 * (uint64_t)u);
        if (rank != s->expected[u]) cg_fail(s->env, "node %u has rank %u, not %u", u, rank, s->expected[u]);
    }
}

const cg_workload cg_workload_pagerank = {
    .name = "pagerank",
    .doc = "PageRank of a graph file or a random graph, by additions that commute",
    .options = OPTIONS,
    .state_bytes = sizeof(state),
    .setup = setup,
    .thread = thread,
    .check = check,
};

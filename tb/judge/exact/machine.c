// See machine.h.
#include "machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static uint32_t *none(size_t n) {
    uint32_t *p = cg_array_new(n, sizeof *p);
    memset(p, 0xff, n * sizeof *p);
    return p;
}

// ---- building

static void chains_of_threads(cgj_machine *m) {
    const cg_trace *t = m->x->t;
    uint32_t *length = cg_array_new(t->nthreads, sizeof *length);
    m->nchains = t->nthreads;
    for (uint32_t i = 0; i < m->x->nops; i++) {
        m->chain[i] = t->ops[i].thread;
        m->rank[i] = length[m->chain[i]]++;
    }
    free(length);
}

static void order_by_chain(cgj_machine *m) {
    const uint32_t nops = m->x->nops;
    m->first = cg_array_new((size_t)m->nchains + 1, sizeof *m->first);
    m->order = cg_array_new(nops, sizeof *m->order);
    for (uint32_t i = 0; i < nops; i++) m->first[m->chain[i] + 1]++;
    for (uint32_t c = 0; c < m->nchains; c++) m->first[c + 1] += m->first[c];
    for (uint32_t i = 0; i < nops; i++) m->order[m->first[m->chain[i]] + m->rank[i]] = i;
}

static uint32_t number_pair(cgj_machine *m, cg_map *pairs, uint64_t value, uint32_t var) {
    uint32_t *p = cg_map_at(pairs, value, var);
    if (*p == CG_MAP_NONE) *p = m->npairs++;
    return *p;
}

static void number_pairs(cgj_machine *m) {
    const cgj_exec *x = m->x;
    cg_map pairs = {0};
    m->reads = none(x->nodes);
    m->writes = none(x->nodes);
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (cgj_reads(op)) m->reads[i] = number_pair(m, &pairs, op->read, op->var);
        if (cgj_writes(op)) m->writes[i] = number_pair(m, &pairs, op->write, op->var);
    }
    for (uint32_t v = 0; v < x->t->nvars; v++) m->writes[x->nops + v] = number_pair(m, &pairs, 0, v);
    cg_map_free(&pairs);
}

static bool crosses_chains(const cgj_machine *m, const cgj_edge *e) {
    return e->from < m->x->nops && e->to < m->x->nops && m->chain[e->from] != m->chain[e->to];
}

static void index_waits(cgj_machine *m) {
    const cgj_edges *e = &m->x->edges;
    uint32_t *at = m->waits_first = cg_array_new((size_t)m->x->nops + 2, sizeof *at);
    for (size_t k = 0; k < e->n; k++)
        if (crosses_chains(m, &e->v[k])) at[e->v[k].to + 2]++;
    for (uint32_t i = 0; i < m->x->nops; i++) at[i + 2] += at[i + 1];
    m->waits = cg_array_new(at[m->x->nops + 1], sizeof *m->waits);
    for (size_t k = 0; k < e->n; k++) {
        const uint32_t from = e->v[k].from;
        if (crosses_chains(m, &e->v[k]))
            m->waits[at[e->v[k].to + 1]++] = (cgj_at){m->chain[from], m->rank[from]};
    }
}

static void find_own_stores(cgj_machine *m) {
    const cgj_exec *x = m->x;
    cg_map last = {0};
    m->own = none(x->nops);
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_LOAD) m->own[i] = cg_map_get(&last, op->thread, op->var);
        if (cgj_writes(op)) *cg_map_at(&last, op->thread, op->var) = i;
    }
    cg_map_free(&last);
}

typedef struct use {
    uint32_t pair, chain, rank;
} use;

static int by_pair(const void *pa, const void *pb) {
    const use *a = pa, *b = pb;
    if (a->pair != b->pair) return a->pair < b->pair ? -1 : 1;
    if (a->chain != b->chain) return a->chain < b->chain ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static void index_uses(const cgj_machine *m, const uint32_t *pairs, cgj_uses *uses) {
    use *all = cg_array_new(m->x->nops, sizeof *all);
    uint32_t n = 0, kept = 0, p = 0;
    for (uint32_t i = 0; i < m->x->nops; i++)
        if (pairs[i] != CGJ_NONE) all[n++] = (use){pairs[i], m->chain[i], m->rank[i]};
    qsort(all, n, sizeof *all, by_pair);
    uses->first = cg_array_new((size_t)m->npairs + 1, sizeof *uses->first);
    uses->last = cg_array_new(n, sizeof *uses->last);
    for (uint32_t i = 0; i < n; i++) {
        while (p <= all[i].pair) uses->first[p++] = kept;
        if (i + 1 < n && all[i + 1].pair == all[i].pair && all[i + 1].chain == all[i].chain) continue;
        uses->last[kept++] = (cgj_at){all[i].chain, all[i].rank};
    }
    while (p <= m->npairs) uses->first[p++] = kept;
    free(all);
}

// Loads of one word that the model may swap must still see its stores in order, or the same one. The machine
// never swaps them, so it misses the latter.
static bool keeps_reads_in_order(const cg_model *m) {
    uint32_t readers = 0;
    bool all = true;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].kind == CG_MEM_LOAD || m->classes[c].kind == CG_MEM_ATOMIC) readers |= 1u << c;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (readers >> c & 1) all &= (m->classes[c].before & readers) == readers;
    return all;
}

void cgj_machine_init(cgj_machine *m, const cgj_exec *x, bool in_order, const uint32_t *chain,
                      const int32_t *rank, uint32_t nchains) {
    *m = (cgj_machine){.x = x, .nchains = nchains};
    m->complete = !in_order && keeps_reads_in_order(x->m);
    m->chain = cg_array_new(x->nops, sizeof *m->chain);
    m->rank = cg_array_new(x->nops, sizeof *m->rank);
    for (uint32_t i = 0; i < x->nops && !in_order; i++) {
        m->chain[i] = chain[i];
        m->rank[i] = (uint32_t)rank[i];
    }
    if (in_order) chains_of_threads(m);
    m->words = m->nchains + x->t->nvars;
    order_by_chain(m);
    number_pairs(m);
    index_waits(m);
    if (x->m->forwarding && !in_order) find_own_stores(m);
    index_uses(m, m->reads, &m->wanted);
    index_uses(m, m->writes, &m->supplied);
}

void cgj_machine_free(cgj_machine *m) {
    CG_FREE(m->chain, m->rank, m->order, m->first, m->reads, m->writes, m->own, m->waits_first, m->waits,
            m->wanted.first, m->wanted.last, m->supplied.first, m->supplied.last);
}

// ---- running

static uint32_t next_of(const cgj_machine *m, const uint32_t *state, uint32_t chain) {
    const uint32_t at = m->first[chain] + state[chain];
    return at < m->first[chain + 1] ? m->order[at] : CGJ_NONE;
}

static bool waits(const cgj_machine *m, const uint32_t *state, uint32_t node) {
    for (uint32_t k = m->waits_first[node]; k < m->waits_first[node + 1]; k++)
        if (state[m->waits[k].chain] <= m->waits[k].rank) return true;
    return false;
}

// What a load finds.
static uint32_t found(const cgj_machine *m, const uint32_t *state, uint32_t load) {
    const uint32_t own = m->own ? m->own[load] : CGJ_NONE;
    if (own != CGJ_NONE && state[m->chain[own]] <= m->rank[own]) return m->writes[own];
    return state[m->nchains + m->x->t->ops[load].var];
}

static bool is_free(const cgj_machine *m, const uint32_t *state, uint32_t node) {
    switch ((cg_mem_kind)m->x->t->ops[node].kind) {
    case CG_MEM_STORE: return false;
    case CG_MEM_FENCE: return !waits(m, state, node);
    case CG_MEM_LOAD: return found(m, state, node) == m->reads[node] && !waits(m, state, node);
    default:
        return m->reads[node] == m->writes[node] &&
               state[m->nchains + m->x->t->ops[node].var] == m->reads[node] && !waits(m, state, node);
    }
}

void cgj_machine_start(const cgj_machine *m, uint32_t *state) {
    memset(state, 0, m->words * sizeof *state);
    for (uint32_t v = 0; v < m->x->t->nvars; v++) state[m->nchains + v] = m->writes[m->x->nops + v];
}

uint32_t cgj_machine_settle(const cgj_machine *m, uint32_t *state) {
    uint32_t ran = 0, had;
    do {
        had = ran;
        for (uint32_t c = 0; c < m->nchains; c++)
            for (uint32_t n; (n = next_of(m, state, c)) != CGJ_NONE && is_free(m, state, n); ran++)
                state[c]++;
    } while (ran != had);
    return ran;
}

bool cgj_machine_can_store(const cgj_machine *m, const uint32_t *state, uint32_t chain) {
    const uint32_t n = next_of(m, state, chain);
    if (n == CGJ_NONE || m->writes[n] == CGJ_NONE || waits(m, state, n)) return false;
    return m->reads[n] == CGJ_NONE || state[m->nchains + m->x->t->ops[n].var] == m->reads[n];
}

static bool any_left(const cgj_uses *uses, uint32_t pair, const uint32_t *state) {
    for (uint32_t k = uses->first[pair]; k < uses->first[pair + 1]; k++)
        if (state[uses->last[k].chain] <= uses->last[k].rank) return true;
    return false;
}

bool cgj_machine_store(const cgj_machine *m, uint32_t *state, uint32_t chain) {
    const uint32_t n = next_of(m, state, chain);
    uint32_t *holds = &state[m->nchains + m->x->t->ops[n].var];
    const uint32_t old = *holds;
    state[chain]++;
    *holds = m->writes[n];
    return old == *holds || !any_left(&m->wanted, old, state) || any_left(&m->supplied, old, state);
}

bool cgj_machine_final(const cgj_machine *m, const uint32_t *state) {
    const cg_trace *t = m->x->t;
    for (size_t i = 0; i < t->nfinals; i++) {
        bool held = false;
        for (uint32_t n = 0; n < m->x->nodes && !held; n++)
            held = m->writes[n] == state[m->nchains + t->finals[i].var] &&
                   (n < m->x->nops ? t->ops[n].write : 0) == t->finals[i].value;
        if (!held) return false;
    }
    return true;
}

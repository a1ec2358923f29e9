// What must hold in every explanation of a trace.
//
// note [inference]: let load L read store S', and S be another store of that variable.
//     S before L  (a path of edges)  =>  S co S'     else L would have read S or a later one
//     S' before S                    =>  L before S  (from-read)
// New edges make new paths, so the two rules run until nothing is new. A cycle then refutes the choices made.
// An atomic is a load and a store in one node, which is all that its atomicity needs.
//
// note [sources]: where stores of one value are many, a read's source is one of those of its value that do
// not come after it, and that are not overwritten by a store that comes before it. When one is left, it is
// the source; when none is, the choices made are refuted.
#include "search.h"

#include <stdlib.h>
#include <string.h>

// ---- edges

// Of a thread that has seen write `cur` of a variable, its next access of it, operation i: returns the write
// that it has seen then.
static uint32_t draw_seen(cgj_exec *x, uint32_t cur, uint32_t i) {
    const cg_trace_op *op = &x->t->ops[i];
    if (cgj_reads(op) && x->src[i] != CGJ_NONE && x->src[i] != cur) {
        cgj_edges_add(&x->edges, cur, x->src[i], CGJ_EDGE_SEEN);
        cur = x->src[i];
    }
    if (!cgj_writes(op)) return cur;
    cgj_edges_add(&x->edges, cur, i, CGJ_EDGE_SEEN);
    return i;
}

// Coherence inside a thread: what it sees of one variable moves forward in co.
static void draw_thread_coherence(cgj_search *s, uint32_t thread, uint32_t var) {
    cgj_exec *x = s->x;
    uint32_t cur = x->nops + var;
    for (uint32_t i = s->first_of[thread]; i != CGJ_NONE; i = s->next_of[i]) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_FENCE || op->var != var) continue;
        cur = draw_seen(x, cur, i);
    }
}

// The same for all threads and variables at once.
static void draw_all_coherence(cgj_search *s) {
    cgj_exec *x = s->x;
    cg_map seen = {0};
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_FENCE) continue;
        uint32_t *last = cg_map_at(&seen, op->thread, op->var);
        const uint32_t cur = *last == CG_MAP_NONE ? x->nops + op->var : *last;
        *last = draw_seen(x, cur, i);
    }
    cg_map_free(&seen);
}

static void draw_read(cgj_search *s, uint32_t op) {
    if (cgj_exec_global_rf(s->x, op, s->x->src[op]))
        cgj_edges_add(&s->x->edges, s->x->src[op], op, CGJ_EDGE_RF);
}

void cgj_draw_source(cgj_search *s, uint32_t op) {
    draw_read(s, op);
    draw_thread_coherence(s, s->x->t->ops[op].thread, s->x->t->ops[op].var);
}

// `last` is the last store of var: all others come before it, and before them the initial one.
void cgj_draw_final(cgj_search *s, uint32_t var, uint32_t last) {
    for (size_t k = 0; k < s->nstores; k++)
        if (s->stores[k].var == var && s->stores[k].node != last)
            cgj_edges_add(&s->x->edges, s->stores[k].node, last, CGJ_EDGE_INFERRED);
}

static bool keeps_order(const cgj_exec *x, uint32_t a, uint32_t b) {
    return x->m->classes[x->t->ops[a].cls].before >> x->t->ops[b].cls & 1;
}

// Coherence between a load and its own thread's stores to its word, whatever it reads: the next one comes
// after it; the one before comes before it, but where the model forwards.
static void draw_own_stores(cgj_search *s) {
    cgj_exec *x = s->x;
    cg_map last = {0}, next = {0};
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        const uint32_t own = op->kind == CG_MEM_LOAD ? cg_map_get(&last, op->thread, op->var) : CGJ_NONE;
        if (own != CGJ_NONE && cgj_exec_global_rf(x, i, own) && !keeps_order(x, own, i))
            cgj_edges_add(&x->edges, own, i, CGJ_EDGE_SEEN);
        if (cgj_writes(op)) *cg_map_at(&last, op->thread, op->var) = i;
    }
    for (uint32_t i = x->nops; i-- > 0;) {
        const cg_trace_op *op = &x->t->ops[i];
        const uint32_t own = op->kind == CG_MEM_LOAD ? cg_map_get(&next, op->thread, op->var) : CGJ_NONE;
        if (own != CGJ_NONE && !keeps_order(x, i, own)) cgj_edges_add(&x->edges, i, own, CGJ_EDGE_FR);
        if (cgj_writes(op)) *cg_map_at(&next, op->thread, op->var) = i;
    }
    cg_map_free(&last);
    cg_map_free(&next);
}

void cgj_draw_known(cgj_search *s) {
    cgj_exec *x = s->x;
    for (uint32_t v = 0; v + 1 < x->t->nvars; v++)
        cgj_edges_add(&x->edges, x->nops + v, x->nops + v + 1, CGJ_EDGE_CO);
    for (size_t k = 0; k < s->nstores; k++)
        cgj_edges_add(&x->edges, x->nops + s->stores[k].var, s->stores[k].node, CGJ_EDGE_CO);
    for (uint32_t i = 0; i < x->nops; i++)
        if (x->src[i] != CGJ_NONE) draw_read(s, i);
    draw_all_coherence(s);
    draw_own_stores(s);
}

// ---- inference

static const int32_t *clock_of_node(const cgj_search *s, uint32_t node) {
    return s->clock + (size_t)node * s->nchains;
}

static bool comes_before(const cgj_search *s, uint32_t a, uint32_t b) {
    return clock_of_node(s, b)[s->chain[a]] >= s->rank[a];
}

static void run_clocks(cgj_search *s) {
    size_t nc = s->nchains;
    memset(s->clock, 0xff, s->x->nodes * nc * sizeof *s->clock);
    for (uint32_t i = 0; i < s->x->nodes; i++) {
        uint32_t u = s->g.topo[i];
        int32_t *cu = s->clock + u * nc;
        cu[s->chain[u]] = s->rank[u];
        for (size_t k = s->g.first[u]; k < s->g.first[u + 1]; k++) {
            int32_t *cv = s->clock + s->g.succ[k] * nc;
            for (size_t c = 0; c < nc; c++) cv[c] = cv[c] > cu[c] ? cv[c] : cu[c];
        }
    }
}

// Last store of the segment that comes before op (other than op itself), or CGJ_NONE.
static uint32_t last_before(const cgj_search *s, const cgj_segment *g, uint32_t op) {
    int32_t limit = clock_of_node(s, op)[g->chain];
    size_t lo = 0, hi = g->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (s->stores[g->first + mid].rank <= limit)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo && s->stores[g->first + lo - 1].node == op) lo--;
    return lo ? s->stores[g->first + lo - 1].node : CGJ_NONE;
}

// First store of the segment that comes after src, other than src and op, or CGJ_NONE.
static uint32_t first_after(const cgj_search *s, const cgj_segment *g, uint32_t src, uint32_t op) {
    size_t lo = 0, hi = g->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (comes_before(s, src, s->stores[g->first + mid].node))
            hi = mid;
        else
            lo = mid + 1;
    }
    while (lo < g->n && (s->stores[g->first + lo].node == src || s->stores[g->first + lo].node == op)) lo++;
    return lo < g->n ? s->stores[g->first + lo].node : CGJ_NONE;
}

// Applies the rules of note [inference] once to every read; true when an edge was new.
static bool infer_edges(cgj_search *s) {
    cgj_exec *x = s->x;
    size_t had = x->edges.n;
    for (uint32_t i = 0; i < x->nops; i++) {
        uint32_t src = x->src[i];
        if (src == CGJ_NONE) continue;
        uint32_t v = x->t->ops[i].var;
        for (size_t k = s->var_seg[v]; k < s->var_seg[v + 1]; k++) {
            uint32_t a = last_before(s, &s->segs[k], i), b = first_after(s, &s->segs[k], src, i);
            if (a != CGJ_NONE && a != src &&
                comes_before(s, src, a)) // cannot be; this edge shows the shorter reason
                cgj_edges_add(&x->edges, i, a, CGJ_EDGE_FR);
            else if (a != CGJ_NONE && a != src && !comes_before(s, a, src))
                cgj_edges_add(&x->edges, a, src, CGJ_EDGE_INFERRED);
            if (b != CGJ_NONE && !comes_before(s, i, b)) cgj_edges_add(&x->edges, i, b, CGJ_EDGE_FR);
        }
    }
    return x->edges.n > had;
}

// note [sources]: what is overwritten before the read, by chain: of each chain, the last store before the
// read rules out what comes before that store.
static void bound_sources(cgj_search *s, uint32_t op) {
    const uint32_t v = s->x->t->ops[op].var;
    for (size_t k = s->var_seg[v]; k < s->var_seg[v + 1]; k++) s->bound[s->segs[k].chain] = -1;
    s->bound[0] = -1;
    for (size_t k = s->var_seg[v]; k < s->var_seg[v + 1]; k++) {
        const uint32_t a = last_before(s, &s->segs[k], op);
        if (a == CGJ_NONE) continue;
        const int32_t *clock = clock_of_node(s, a);
        for (size_t j = s->var_seg[v]; j < s->var_seg[v + 1]; j++) {
            const uint32_t c = s->segs[j].chain;
            const int32_t limit = clock[c] - (c == s->chain[a]); // not itself
            if (limit > s->bound[c]) s->bound[c] = limit;
        }
        s->bound[0] = INT32_MAX; // the initial store comes before all others
    }
}

static bool possible(const cgj_search *s, uint32_t op, uint32_t store) {
    if (store == op || s->rank[store] <= s->bound[s->chain[store]]) return false;
    return cgj_exec_global_rf(s->x, op, store) ? !comes_before(s, op, store) : store < op;
}

uint32_t cgj_count_sources(cgj_search *s, uint32_t op, uint32_t most, uint32_t *last) {
    const cg_trace_op *o = &s->x->t->ops[op];
    uint32_t n = 0, tried = 0;
    bound_sources(s, op);
    for (uint32_t c = cg_map_get(&s->x->writer, o->read, o->var); c != CGJ_NONE && n < most;
         c = s->x->same[c], tried++)
        if (possible(s, op, c)) n++, *last = c;
    if (o->read == 0 && n < most && possible(s, op, s->x->nops + o->var)) n++, *last = s->x->nops + o->var;
    s->work += tried + s->var_seg[o->var + 1] - s->var_seg[o->var];
    return n;
}

// Applies note [sources] once to every read; true when a source was new. s->stuck: a read that has none.
static bool infer_sources(cgj_search *s) {
    cgj_exec *x = s->x;
    const size_t had = s->nfound;
    uint32_t source = CGJ_NONE;
    s->stuck = CGJ_NONE;
    for (uint32_t i = 0; x->undecided && i < x->nops && s->stuck == CGJ_NONE; i++) {
        if (!cgj_reads(&x->t->ops[i]) || x->src[i] != CGJ_NONE) continue;
        const uint32_t n = cgj_count_sources(s, i, 2, &source);
        if (n == 0) s->stuck = i;
        if (n != 1) continue;
        x->src[i] = source;
        s->found[s->nfound++] = i;
        cgj_draw_source(s, i);
    }
    return s->nfound > had;
}

cgj_follows cgj_infer(cgj_search *s) {
    for (;;) {
        if (!cgj_graph_sort(&s->g, &s->x->edges)) return CGJ_CYCLE;
        run_clocks(s);
        bool more = infer_edges(s);
        more |= infer_sources(s);
        if (s->stuck != CGJ_NONE) return CGJ_SOURCELESS;
        const uint64_t work = s->work + (uint64_t)s->x->edges.n * s->nchains + s->x->nodes;
        s->work = 0;
        if (!cgj_spend(s->effort, work)) return CGJ_SPENT;
        if (!more) return CGJ_STANDS;
    }
}

// judge_search.c: judges without a logged order.
//
// note [inference]: let load L read store S', and S be another store of that variable.
//     S before L  (a path of edges)  =>  S co S'     else L would have read S or a later one
//     S' before S                    =>  L before S  (from-read)
// New edges make new paths, so the two rules run until nothing is new. A cycle then refutes the choices made.
// An atomic is a load and a store in one node, which is all that its atomicity needs.
//
// note [schedule]: without a cycle, run the operations one at a time in some order that respects the edges;
// loads as soon as they can, a store when all loads of the store it covers are done. When all have run, the
// order in which stores ran is a coherence order that explains the trace. When none can go, some store n
// waits for a load of the store `cur` that it covers, and n and cur are not ordered yet: branch on that pair.
//
// note [vector clocks]: paths are asked for often. The nodes of a thread whose classes the model keeps in
// mutual order form one chain (one a thread under sc, two under tso); clock[n][c] is the last node of chain c
// that comes before n. A node of a class that is not ordered with itself is a chain of its own.
#include "judge_search.h"

#include <stdlib.h>
#include <string.h>

static void *array(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (!p) abort();
    return p;
}

// ---- chains and the index of stores ----

// Class -> group of mutually ordered classes; CGJ_NONE for a class that is not ordered with itself.
static unsigned group_classes(const cg_model *m, uint32_t group[CG_MODEL_MAX_CLASSES]) {
    unsigned n = 0;
    for (unsigned c = 0; c < m->nclasses; c++) {
        group[c] = CGJ_NONE;
        if (!(m->classes[c].before >> c & 1)) continue;
        for (unsigned g = 0; g < n && group[c] == CGJ_NONE; g++) {
            bool fits = true;
            for (unsigned d = 0; d < c; d++)
                if (group[d] == g) fits &= m->classes[c].before >> d & m->classes[d].before >> c & 1;
            if (fits) group[c] = g;
        }
        if (group[c] == CGJ_NONE) group[c] = n++;
    }
    return n;
}

static void make_chains(cgj_search *s) {
    const cg_trace *t = s->x->t;
    uint32_t group[CG_MODEL_MAX_CLASSES];
    unsigned groups = group_classes(s->x->m, group);
    uint32_t *len = array((size_t)t->nthreads * groups, sizeof *len);
    s->nchains = 1 + t->nthreads * groups; // chain 0: the initial stores
    for (uint32_t v = 0; v < t->nvars; v++) s->rank[s->x->nops + v] = (int32_t)v;
    for (uint32_t i = 0; i < s->x->nops; i++) {
        uint32_t g = group[t->ops[i].cls];
        if (g == CGJ_NONE) {
            s->chain[i] = s->nchains++;
            continue;
        }
        uint32_t c = t->ops[i].thread * groups + g;
        s->chain[i] = 1 + c;
        s->rank[i] = (int32_t)len[c]++;
    }
    free(len);
}

static int by_chain(const void *pa, const void *pb) {
    const cgj_store *a = pa, *b = pb;
    if (a->var != b->var) return a->var < b->var ? -1 : 1;
    if (a->chain != b->chain) return a->chain < b->chain ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

// Stores sorted by variable, then chain, then program order; a segment is one chain's part of a variable.
static void index_stores(cgj_search *s) {
    const cg_trace *t = s->x->t;
    s->stores = array(s->x->nops, sizeof *s->stores);
    for (uint32_t i = 0; i < s->x->nops; i++)
        if (cgj_writes(&t->ops[i]))
            s->stores[s->nstores++] = (cgj_store){t->ops[i].var, s->chain[i], s->rank[i], i};
    qsort(s->stores, s->nstores, sizeof *s->stores, by_chain);
    s->segs = array(s->nstores, sizeof *s->segs);
    s->var_seg = array((size_t)t->nvars + 1, sizeof *s->var_seg);
    size_t k = 0, n = 0;
    for (uint32_t v = 0; v < t->nvars; v++) {
        s->var_seg[v] = n;
        while (k < s->nstores && s->stores[k].var == v) {
            size_t first = k;
            while (k < s->nstores && s->stores[k].var == v && s->stores[k].chain == s->stores[first].chain)
                k++;
            s->segs[n++] = (cgj_segment){first, k - first, s->stores[first].chain};
        }
    }
    s->var_seg[t->nvars] = n;
}

// ---- inference ----

static const int32_t *clock_of(const cgj_search *s, uint32_t node) {
    return s->clock + (size_t)node * s->nchains;
}

static bool before(const cgj_search *s, uint32_t a, uint32_t b) {
    return clock_of(s, b)[s->chain[a]] >= s->rank[a];
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
    int32_t limit = clock_of(s, op)[g->chain];
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
        if (before(s, src, s->stores[g->first + mid].node))
            hi = mid;
        else
            lo = mid + 1;
    }
    while (lo < g->n && (s->stores[g->first + lo].node == src || s->stores[g->first + lo].node == op)) lo++;
    return lo < g->n ? s->stores[g->first + lo].node : CGJ_NONE;
}

// Applies both rules once to every read; true when an edge was new.
static bool infer(cgj_search *s) {
    cgj_exec *x = s->x;
    size_t had = x->edges.n;
    for (uint32_t i = 0; i < x->nops; i++) {
        uint32_t src = x->src[i];
        if (src == CGJ_NONE) continue;
        uint32_t v = x->t->ops[i].var;
        for (size_t k = s->var_seg[v]; k < s->var_seg[v + 1]; k++) {
            uint32_t a = last_before(s, &s->segs[k], i), b = first_after(s, &s->segs[k], src, i);
            if (a != CGJ_NONE && a != src &&
                before(s, src, a)) // cannot be; this edge shows the shorter reason
                cgj_edges_add(&x->edges, i, a, CGJ_EDGE_FR);
            else if (a != CGJ_NONE && a != src && !before(s, a, src))
                cgj_edges_add(&x->edges, a, src, CGJ_EDGE_INFERRED);
            if (b != CGJ_NONE && !before(s, i, b)) cgj_edges_add(&x->edges, i, b, CGJ_EDGE_FR);
        }
    }
    return x->edges.n > had;
}

// note [inference], to the end. False: the choices made so far have no explanation.
static bool propagate(cgj_search *s) {
    do {
        if (!cgj_graph_sort(&s->g, &s->x->edges)) return false;
        run_clocks(s);
    } while (infer(s));
    return true;
}

// ---- edges that a choice of source brings ----

// Coherence inside a thread: what it sees of one variable moves forward in co.
static void draw_thread_coherence(cgj_search *s, uint32_t thread, uint32_t var) {
    cgj_exec *x = s->x;
    uint32_t cur = x->nops + var;
    for (uint32_t i = s->first_of[thread]; i != CGJ_NONE; i = s->next_of[i]) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_FENCE || op->var != var) continue;
        if (cgj_reads(op) && x->src[i] != CGJ_NONE && x->src[i] != cur) {
            cgj_edges_add(&x->edges, cur, x->src[i], CGJ_EDGE_SEEN);
            cur = x->src[i];
        }
        if (cgj_writes(op)) {
            cgj_edges_add(&x->edges, cur, i, CGJ_EDGE_SEEN);
            cur = i;
        }
    }
}

// The same for all threads and variables at once.
static void draw_all_coherence(cgj_search *s) {
    cgj_exec *x = s->x;
    cgj_map seen = {0};
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_FENCE) continue;
        uint32_t *last = cgj_map_at(&seen, op->thread, op->var);
        uint32_t cur = *last == CGJ_MAP_NONE ? x->nops + op->var : *last;
        if (cgj_reads(op) && x->src[i] != CGJ_NONE && x->src[i] != cur) {
            cgj_edges_add(&x->edges, cur, x->src[i], CGJ_EDGE_SEEN);
            cur = x->src[i];
        }
        if (cgj_writes(op)) {
            cgj_edges_add(&x->edges, cur, i, CGJ_EDGE_SEEN);
            cur = i;
        }
        *last = cur;
    }
    cgj_map_free(&seen);
}

static void draw_read(cgj_search *s, uint32_t op) {
    if (cgj_exec_global_rf(s->x, op, s->x->src[op]))
        cgj_edges_add(&s->x->edges, s->x->src[op], op, CGJ_EDGE_RF);
}

// `last` is the last store of var: all others come before it, and before them the initial one.
static void draw_final(cgj_search *s, uint32_t var, uint32_t last) {
    for (size_t k = 0; k < s->nstores; k++)
        if (s->stores[k].var == var && s->stores[k].node != last)
            cgj_edges_add(&s->x->edges, s->stores[k].node, last, CGJ_EDGE_INFERRED);
}

// ---- the backtracking ----

// The choices of a read: stores of its value, then the initial store if the value is 0. CGJ_NONE: no more.
static uint32_t source_choice(const cgj_search *s, uint32_t op, uint32_t n) {
    const cg_trace_op *o = &s->x->t->ops[op];
    uint32_t c = cgj_map_get(&s->x->writer, o->read, o->var);
    for (; c != CGJ_NONE; c = s->x->same[c])
        if (c != op && n-- == 0) return c;
    return o->read == 0 && n == 0 ? s->x->nops + o->var : CGJ_NONE;
}

static uint32_t final_choice(const cgj_search *s, size_t f, uint32_t n) {
    const cg_trace_final *fin = &s->x->t->finals[f];
    uint32_t c = cgj_map_get(&s->x->writer, fin->value, fin->var);
    for (; c != CGJ_NONE && n; c = s->x->same[c]) n--;
    if (c != CGJ_NONE) return c;
    return fin->value == 0 && n == 0 ? s->x->nops + fin->var : CGJ_NONE;
}

// Takes the decision's next choice; false when it has none left.
static bool choose(cgj_search *s, cgj_decision *d) {
    cgj_exec *x = s->x;
    uint32_t c;
    x->edges.n = d->edges;
    switch (d->kind) {
    case CGJ_CHOOSE_SOURCE:
        c = source_choice(s, d->a, d->n++);
        if (c == CGJ_NONE) {
            x->src[d->a] = CGJ_NONE;
            return false;
        }
        x->src[d->a] = c;
        draw_read(s, d->a);
        draw_thread_coherence(s, x->t->ops[d->a].thread, x->t->ops[d->a].var);
        return true;
    case CGJ_CHOOSE_FINAL:
        c = final_choice(s, d->a, d->n++);
        if (c == CGJ_NONE) return false;
        draw_final(s, x->t->finals[d->a].var, c);
        return true;
    default:
        if (d->n == 2) return false;
        cgj_edges_add(&x->edges, d->n ? d->b : d->a, d->n ? d->a : d->b, CGJ_EDGE_CO);
        d->n++;
        return true;
    }
}

// Takes choices, latest decision first, until one stands. False: nothing is left to try.
static bool advance(cgj_search *s) {
    while (s->depth) {
        if (!choose(s, &s->stack[s->depth - 1]))
            s->depth--;
        else if (propagate(s))
            return true;
    }
    return false;
}

static bool decide(cgj_search *s, cgj_choice kind, uint32_t a, uint32_t b) {
    if (s->depth == s->capstack) {
        s->capstack = s->capstack ? 2 * s->capstack : 64;
        s->stack = realloc(s->stack, s->capstack * sizeof *s->stack);
        if (!s->stack) abort();
    }
    s->stack[s->depth++] = (cgj_decision){kind, a, b, 0, s->x->edges.n};
    return advance(s);
}

// The next thing to decide that is no pair of stores; false when there is none.
static bool open_question(cgj_search *s, cgj_choice *kind, uint32_t *a) {
    size_t finals = 0;
    for (size_t d = 0; d < s->depth; d++) finals += s->stack[d].kind == CGJ_CHOOSE_FINAL;
    if (finals < s->x->t->nfinals) {
        *kind = CGJ_CHOOSE_FINAL;
        *a = (uint32_t)finals;
        return true;
    }
    for (uint32_t i = 0; s->x->undecided && i < s->x->nops; i++) {
        if (!cgj_reads(&s->x->t->ops[i]) || s->x->src[i] != CGJ_NONE) continue;
        *kind = CGJ_CHOOSE_SOURCE;
        *a = i;
        return true;
    }
    return false;
}

static bool solve(cgj_search *s) {
    uint32_t a, b;
    cgj_choice kind;
    if (!propagate(s)) {
        cgj_exec_tell_cycle(s->x, &s->g);
        return false;
    }
    for (;;) {
        bool ok;
        if (open_question(s, &kind, &a))
            ok = decide(s, kind, a, 0);
        else if (cgj_search_schedule(s, &a, &b))
            return true;
        else
            ok = decide(s, CGJ_CHOOSE_ORDER, a, b);
        if (ok) continue;
        cgj_exec_tell(s->x, "no order of the stores explains the values");
        return false;
    }
}

static void list_threads(cgj_search *s) {
    const cg_trace *t = s->x->t;
    s->first_of = array(t->nthreads, sizeof *s->first_of);
    s->next_of = array(s->x->nops, sizeof *s->next_of);
    memset(s->first_of, 0xff, t->nthreads * sizeof *s->first_of);
    for (uint32_t i = s->x->nops; i-- > 0;) {
        s->next_of[i] = s->first_of[t->ops[i].thread];
        s->first_of[t->ops[i].thread] = i;
    }
}

bool cgj_search_decide(cgj_exec *x) {
    cgj_search s = {.x = x};
    s.chain = array(x->nodes, sizeof *s.chain);
    s.rank = array(x->nodes, sizeof *s.rank);
    make_chains(&s);
    index_stores(&s);
    list_threads(&s);
    s.clock = array((size_t)x->nodes * s.nchains, sizeof *s.clock);
    cgj_graph_init(&s.g, x->nodes);
    for (uint32_t v = 0; v + 1 < x->t->nvars; v++)
        cgj_edges_add(&x->edges, x->nops + v, x->nops + v + 1, CGJ_EDGE_CO);
    for (size_t k = 0; k < s.nstores; k++)
        cgj_edges_add(&x->edges, x->nops + s.stores[k].var, s.stores[k].node, CGJ_EDGE_CO);
    for (uint32_t i = 0; i < x->nops; i++)
        if (x->src[i] != CGJ_NONE) draw_read(&s, i);
    draw_all_coherence(&s);
    bool ok = solve(&s);
    cgj_graph_free(&s.g);
    free(s.chain);
    free(s.rank);
    free(s.stores);
    free(s.segs);
    free(s.var_seg);
    free(s.first_of);
    free(s.next_of);
    free(s.clock);
    free(s.stack);
    return ok;
}

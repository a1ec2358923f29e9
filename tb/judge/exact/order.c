// Judges with the coherence order that the device logged, in linear time.
//
// note [a device that lies]: with co given, the test is one topological sort; but a broken device may log an
// order that is itself broken and so make the rest look right. So the order is checked first: every store has
// one place in its variable's order and shares it with none, the last place holds the final memory, and an
// atomic sits right behind the store it read. An order that passes and still is not the true one does no
// harm: it explains the values all the same, and an explanation is what the model asks for.
#include "base/memory.h"
#include "graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DIGIT = 11, BUCKETS = 1 << DIGIT };

static uint64_t var_id(const cgj_exec *x, uint32_t var) {
    return x->t->var_ids[var];
}

// Keys from `order` lines: the index in the line.
static bool keys_of_lines(const cgj_exec *x, uint64_t *key) {
    const cg_trace *t = x->t;
    char buf[160];
    for (size_t i = 0; i < t->norders; i++) {
        const cg_trace_order *o = &t->orders[i];
        for (size_t k = 0; k < o->n; k++) {
            uint32_t s = cg_map_get(&x->writer, o->values[k], o->var);
            if (s == CGJ_NONE) {
                cgj_exec_tell(
                    x, "line %" PRIu32 ": the order of M[%" PRIu64 "] has %" PRIu64 ", which nobody stored",
                    o->line, var_id(x, o->var), o->values[k]);
                return false;
            }
            if (x->same[s] != CGJ_NONE || key[s] != CG_NO_STAMP) {
                cgj_exec_tell(x,
                              "line %" PRIu32
                              ": the order gives more than one place, or place for more than one, to %s",
                              o->line, cgj_exec_text(x, s, buf, sizeof buf));
                return false;
            }
            key[s] = k;
        }
    }
    return true;
}

// All stores' nodes, in text order; false when one has no place.
static bool collect(const cgj_exec *x, const uint64_t *key, uint32_t *stores, size_t *n) {
    char buf[160];
    *n = 0;
    for (uint32_t i = 0; i < x->nops; i++) {
        if (!cgj_writes(&x->t->ops[i])) continue;
        if (key[i] == CG_NO_STAMP) {
            cgj_exec_tell(x, "the logged order leaves out %s", cgj_exec_text(x, i, buf, sizeof buf));
            return false;
        }
        stores[(*n)++] = i;
    }
    return true;
}

// Stable sort by key, least significant digit first; nothing to do for the usual log that is sorted already.
static void sort_by_key(uint32_t *stores, size_t n, const uint64_t *key) {
    uint64_t max = 0;
    bool sorted = true;
    for (size_t i = 0; i < n; i++) {
        sorted &= key[stores[i]] >= max;
        if (key[stores[i]] > max) max = key[stores[i]];
    }
    if (sorted) return;
    uint32_t *other = cg_array_new(n, sizeof *other), *from = stores, *to = other;
    size_t count[BUCKETS];
    for (unsigned shift = 0; shift < 64 && max >> shift; shift += DIGIT) {
        memset(count, 0, sizeof count);
        for (size_t i = 0; i < n; i++) count[key[from[i]] >> shift & (BUCKETS - 1)]++;
        size_t at = 0;
        for (size_t b = 0; b < BUCKETS; b++) {
            size_t c = count[b];
            count[b] = at;
            at += c;
        }
        for (size_t i = 0; i < n; i++) to[count[key[from[i]] >> shift & (BUCKETS - 1)]++] = from[i];
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != stores) memcpy(stores, from, n * sizeof *stores);
    free(other);
}

// Chains the sorted stores, each behind the last one of its variable.
static bool chain_stores(cgj_exec *x, const uint32_t *stores, size_t n, const uint64_t *key) {
    const cg_trace *t = x->t;
    char a[160], b[160];
    x->co_prev = cg_array_new(x->nops, sizeof *x->co_prev);
    x->co_next = cg_array_new(x->nodes, sizeof *x->co_next);
    x->place = cg_array_new(x->nodes, sizeof *x->place);
    x->co_last = cg_array_new(t->nvars, sizeof *x->co_last);
    memset(x->co_next, 0xff, x->nodes * sizeof *x->co_next);
    for (uint32_t v = 0; v < t->nvars; v++) {
        x->co_last[v] = x->nops + v;
        x->place[x->nops + v] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t s = stores[i], prev = x->co_last[t->ops[s].var];
        if (prev < x->nops && key[prev] == key[s]) {
            cgj_exec_tell(x, "one place in the order, two stores: %s and %s",
                          cgj_exec_text(x, prev, a, sizeof a), cgj_exec_text(x, s, b, sizeof b));
            return false;
        }
        x->co_prev[s] = prev;
        x->co_next[prev] = s;
        x->place[s] = x->place[prev] + 1;
        x->co_last[t->ops[s].var] = s;
        cgj_edges_add(&x->edges, prev, s, CGJ_EDGE_CO);
    }
    return true;
}

static bool final_memory(const cgj_exec *x) {
    const cg_trace *t = x->t;
    char buf[160];
    for (size_t i = 0; i < t->nfinals; i++) {
        const cg_trace_final *f = &t->finals[i];
        uint32_t last = x->co_last[f->var];
        uint64_t v = last < x->nops ? t->ops[last].write : 0;
        if (v == f->value) continue;
        cgj_exec_tell(
            x, "line %" PRIu32 ": final M[%" PRIu64 "] is %" PRIu64 ", but the last store in the order is %s",
            f->line, var_id(x, f->var), f->value, cgj_exec_text(x, last, buf, sizeof buf));
        return false;
    }
    return true;
}

bool cgj_exec_take_order(cgj_exec *x) {
    uint64_t *key = cg_array_new(x->nops, sizeof *key);
    uint32_t *stores = cg_array_new(x->nops, sizeof *stores);
    size_t n;
    for (uint32_t i = 0; i < x->nops; i++)
        key[i] = x->t->ops[i].kind == CG_MEM_LOAD ? CG_NO_STAMP : x->t->ops[i].stamp;
    bool ok = keys_of_lines(x, key) && collect(x, key, stores, &n);
    if (ok) {
        sort_by_key(stores, n, key);
        ok = chain_stores(x, stores, n, key) && final_memory(x);
    }
    CG_FREE(key, stores);
    return ok;
}

// Coherence inside a thread: what it reads and stores of one variable never runs backward in co (CoRR, CoRW,
// CoWR, CoWW). A model whose program order is all global has this in its cycles already.
static bool thread_coherence(const cgj_exec *x) {
    cg_map seen = {0};
    char a[160], b[160];
    bool ok = true;
    for (uint32_t i = 0; i < x->nops && ok; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (op->kind == CG_MEM_FENCE) continue;
        uint32_t *last = cg_map_at(&seen, op->thread, op->var);
        uint32_t cur = *last == CG_MAP_NONE ? x->nops + op->var : *last;
        if (cgj_reads(op)) {
            ok = x->place[x->src[i]] >= x->place[cur];
            if (ok) cur = x->src[i];
        }
        if (ok && cgj_writes(op)) {
            ok = x->place[i] > x->place[cur];
            if (ok) cur = i;
        }
        *last = cur;
        if (!ok)
            cgj_exec_tell(x, "%s comes too late: its thread has seen %s", cgj_exec_text(x, i, a, sizeof a),
                          cgj_exec_text(x, cur, b, sizeof b));
    }
    cg_map_free(&seen);
    return ok;
}

// Draws rf and fr; false for an atomic that is not one.
static bool draw_reads(cgj_exec *x) {
    char a[160], b[160];
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &x->t->ops[i];
        if (!cgj_reads(op)) continue;
        uint32_t s = x->src[i];
        if (op->kind == CG_MEM_ATOMIC) {
            if (x->co_prev[i] == s) continue; // rf is the co edge, fr leads to itself
            cgj_exec_tell(x, "not atomic: %s, yet the store before it in the order is %s",
                          cgj_exec_text(x, i, a, sizeof a), cgj_exec_text(x, x->co_prev[i], b, sizeof b));
            return false;
        }
        if (cgj_exec_global_rf(x, i, s)) cgj_edges_add(&x->edges, s, i, CGJ_EDGE_RF);
        if (x->co_next[s] != CGJ_NONE) cgj_edges_add(&x->edges, i, x->co_next[s], CGJ_EDGE_FR);
    }
    return true;
}

bool cgj_logged_decide(cgj_exec *x) {
    if (!draw_reads(x) || (!cg_model_total(x->m) && !thread_coherence(x))) return false;
    cgj_graph g;
    cgj_graph_init(&g, x->nodes);
    bool ok = cgj_graph_sort(&g, &x->edges);
    if (!ok) cgj_exec_tell_cycle(x, &g);
    cgj_graph_free(&g);
    return ok;
}

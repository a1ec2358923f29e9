// An execution's relations: program order by the model's table, reads-from by values.
#include "graph.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/memory.h"

static uint32_t *nodes_array(size_t n) {
    uint32_t *p = malloc((n ? n : 1) * sizeof *p);
    if (!p) abort();
    for (size_t i = 0; i < n; i++) p[i] = CGJ_NONE;
    return p;
}

const char *cgj_exec_text(const cgj_exec *x, uint32_t node, char *buf, size_t len) {
    if (node < x->nops) return cg_trace_op_text(x->t, node, buf, len);
    snprintf(buf, len, "initially M[%" PRIu64 "] is 0", x->t->var_ids[node - x->nops]);
    return buf;
}

void cgj_exec_tell(const cgj_exec *x, const char *fmt, ...) {
    if (!x->why) return;
    va_list ap;
    va_start(ap, fmt);
    fputs("    ", x->why);
    vfprintf(x->why, fmt, ap);
    fputc('\n', x->why);
    va_end(ap);
}

void cgj_exec_tell_cycle(const cgj_exec *x, const cgj_graph *g) {
    enum { SHOWN = 64 };
    static const char *const names[] = {
        "program order",      "reads-from", "coherence", "from-read", "coherence, as a thread saw it",
        "coherence, inferred"};
    uint32_t nodes[SHOWN];
    uint8_t kinds[SHOWN];
    char buf[160];
    if (!x->why) return;
    size_t n = cgj_graph_cycle(g, nodes, kinds, SHOWN);
    cgj_exec_tell(x, "a cycle:");
    for (size_t i = 0; i < n && i < SHOWN; i++)
        cgj_exec_tell(x, "  %-44s -> %s", cgj_exec_text(x, nodes[i], buf, sizeof buf), names[kinds[i]]);
    if (n > SHOWN) cgj_exec_tell(x, "  ... and %zu more", n - SHOWN);
}

// note [which program-order edges to draw]: from an operation of class a, an edge to later ones of the
// classes that a is kept before. Not to all of them: once there is an edge to an operation m, whatever m is
// kept before follows through m. So walk the classes' next operations in program order, draw an edge, and
// drop m's row from what is still needed. Under sc that is one edge an operation; under tso a load draws at
// most two.
static void draw_from(cgj_exec *x, uint32_t op, const uint32_t *next, const uint32_t *same_next) {
    const cg_model *m = x->m;
    uint32_t cur[CG_MODEL_MAX_CLASSES];
    uint32_t need = m->classes[x->t->ops[op].cls].before;
    for (unsigned c = 0; c < m->nclasses; c++) cur[c] = next[c];
    while (need) {
        unsigned best = m->nclasses;
        for (unsigned c = 0; c < m->nclasses; c++)
            if (need >> c & 1 && cur[c] != CGJ_NONE && (best == m->nclasses || cur[c] < cur[best])) best = c;
        if (best == m->nclasses) break;
        cgj_edges_add(&x->edges, op, cur[best], CGJ_EDGE_PO);
        need &= ~m->classes[best].before;
        cur[best] = same_next[cur[best]];
    }
}

static void draw_program_order(cgj_exec *x) {
    const cg_trace *t = x->t;
    unsigned nc = x->m->nclasses;
    uint32_t *next = nodes_array((size_t)t->nthreads * nc), *same_next = nodes_array(x->nops);
    for (uint32_t op = x->nops; op-- > 0;) {
        uint32_t *row = next + (size_t)t->ops[op].thread * nc;
        same_next[op] = row[t->ops[op].cls];
        draw_from(x, op, row, same_next);
        row[t->ops[op].cls] = op;
    }
    CG_FREE(next, same_next);
}

void cgj_exec_init(cgj_exec *x, const cg_model *m, const cg_trace *t, FILE *why) {
    *x = (cgj_exec){.t = t, .m = m, .why = why};
    x->nops = (uint32_t)t->nops;
    x->nodes = x->nops + t->nvars;
    x->same = nodes_array(x->nops);
    x->src = nodes_array(x->nops);
    size_t stores = 0;
    for (uint32_t i = 0; i < x->nops; i++) stores += cgj_writes(&t->ops[i]);
    cg_map_reserve(&x->writer, stores);
    for (uint32_t i = 0; i < x->nops; i++) {
        if (!cgj_writes(&t->ops[i])) continue;
        uint32_t *slot = cg_map_at(&x->writer, t->ops[i].write, t->ops[i].var);
        x->same[i] = *slot;
        *slot = i;
    }
    draw_program_order(x);
}

void cgj_exec_free(cgj_exec *x) {
    cg_map_free(&x->writer);
    CG_FREE(x->same, x->src, x->co_prev, x->co_next, x->place, x->co_last, x->edges.v);
}

bool cgj_exec_global_rf(const cgj_exec *x, uint32_t op, uint32_t src) {
    const cg_trace_op *ops = x->t->ops;
    return !(x->m->forwarding && src < x->nops && ops[op].kind == CG_MEM_LOAD &&
             ops[src].kind == CG_MEM_STORE && ops[op].thread == ops[src].thread);
}

// A stamped load names its source among the stores of its value.
static uint32_t stamped_source(const cgj_exec *x, const cg_trace_op *op, uint32_t first) {
    uint32_t s = first;
    while (s != CGJ_NONE && x->t->ops[s].stamp != op->stamp) s = x->same[s];
    return s;
}

bool cgj_exec_sources(cgj_exec *x) {
    const cg_trace *t = x->t;
    char buf[160];
    for (uint32_t i = 0; i < x->nops; i++) {
        const cg_trace_op *op = &t->ops[i];
        if (!cgj_reads(op)) continue;
        uint32_t first = cg_map_get(&x->writer, op->read, op->var);
        if (first == i) first = x->same[i]; // an atomic does not read its own store
        if (op->kind == CG_MEM_LOAD && op->stamp != CG_NO_STAMP) {
            first = stamped_source(x, op, first);
            if (first == CGJ_NONE) {
                cgj_exec_tell(x, "%s reads from a store #%" PRIu64 " that is not there, or of another value",
                              cgj_exec_text(x, i, buf, sizeof buf), op->stamp);
                return false;
            }
            x->src[i] = first;
        } else if (first == CGJ_NONE && op->read == 0) {
            x->src[i] = x->nops + op->var;
        } else if (first == CGJ_NONE) {
            cgj_exec_tell(x, "%s reads a value that nobody stored", cgj_exec_text(x, i, buf, sizeof buf));
            return false;
        } else if (op->read != 0 &&
                   (x->same[first] == CGJ_NONE || (x->same[first] == i && x->same[i] == CGJ_NONE))) {
            x->src[i] = first;
        } else {
            x->undecided++;
        }
    }
    return true;
}

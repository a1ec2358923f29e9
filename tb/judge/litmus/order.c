// The program order inside a thread that a model keeps. See model.h for the form of its
// lines.
#include "trace.h"

typedef struct {
    uint32_t to[CG_TRACE_EVENTS]; // bit k of to[i]: event i is related to the later event k
} relation;

static bool event_stores(const cg_lit_event *e) {
    return e->store != CG_TRACE_NONE;
}
static bool event_loads(const cg_lit_event *e) {
    return e->source != CG_TRACE_NONE;
}

// Both read one word, not from one store, and nothing stores to it from the first on until the second.
static bool differ(const cg_lit_event *e, int i, int k) {
    if (!event_loads(&e[i]) || !event_loads(&e[k]) || e[i].loc != e[k].loc || e[i].source == e[k].source)
        return false;
    for (int between = i; between < k; between++)
        if (event_stores(&e[between]) && e[between].loc == e[i].loc) return false;
    return true;
}

static bool related(const cg_lit_event *e, int i, int k, cg_model_relation r) {
    switch (r) {
    case CG_REL_PO: return true;
    case CG_REL_SAME: return e[i].loc == e[k].loc;
    case CG_REL_READS: return event_stores(&e[i]) && e[k].source == e[i].store;
    case CG_REL_DIFFER: return differ(e, i, k);
    case CG_REL_PAIR: return e[k].pair == i;
    case CG_REL_ADDR: return e[k].addr >> i & 1;
    case CG_REL_DATA: return e[k].data >> i & 1;
    case CG_REL_CTRL: return e[k].ctrl >> i & 1;
    case CG_RELATIONS: break;
    }
    return false;
}

static void unite_relations(const cg_lit_event *e, int n, unsigned step, relation *to) {
    *to = (relation){0};
    for (int r = 0; r < CG_RELATIONS; r++) {
        if (!(step >> r & 1)) continue;
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++)
                if (related(e, i, k, (cg_model_relation)r)) to->to[i] |= 1u << k;
    }
}

static void compose(relation *a, const relation *b, int n) {
    for (int i = 0; i < n; i++) {
        uint32_t through = a->to[i];
        a->to[i] = 0;
        for (; through; through &= through - 1) a->to[i] |= b->to[__builtin_ctz(through)];
    }
}

static void add_model_line(const cg_model_line *line, cg_lit_event *e, int n) {
    relation all, next;
    unite_relations(e, n, line->steps[0], &all);
    for (int s = 1; s < line->n_steps; s++) {
        unite_relations(e, n, line->steps[s], &next);
        compose(&all, &next, n);
    }
    for (int i = 0; i < n; i++) {
        if (!(line->earlier >> e[i].cls & 1)) continue;
        for (int k = i + 1; k < n; k++)
            if (line->later >> e[k].cls & 1) e[i].before |= all.to[i] & 1u << k;
    }
}

// What the classes alone keep, fences included.
static void add_classes(const cg_model *m, const cg_lit_nodes *nodes, cg_lit_event *e) {
    uint64_t reach[CG_TRACE_NODES] = {0};
    for (int i = nodes->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < nodes->n; k++)
            if (m->classes[nodes->cls[i]].before >> nodes->cls[k] & 1)
                reach[i] |= reach[k] | UINT64_C(1) << k;
        if (nodes->event[i] < 0) continue;
        for (uint64_t left = reach[i]; left; left &= left - 1) {
            int to = nodes->event[__builtin_ctzll(left)];
            if (to >= 0) e[nodes->event[i]].before |= 1u << to;
        }
    }
}

void cg_lit_keep_order(const cg_model *m, const cg_lit_nodes *nodes, cg_lit_event *events, int n) {
    for (int i = 0; i < n; i++) events[i].before = 0;
    add_classes(m, nodes, events);
    for (unsigned l = 0; l < m->nlines; l++) add_model_line(&m->lines[l], events, n);
    for (int i = n - 1; i >= 0; i--) // closure: edges go forward
        for (uint32_t left = events[i].before; left; left &= left - 1)
            events[i].before |= events[__builtin_ctz(left)].before;
}

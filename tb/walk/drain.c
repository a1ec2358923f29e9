// Store buffers in a random walk: which entries may leave, and which would leave first. And the heads of
// fifos.
#include "parts.h"

static const cg_node *drained_node(const walk *w, int machine, int node) {
    return &w->shadow->machines[machine].nodes[node];
}

// Does the buffer want its entry number i out? Where it is full, the oldest.
static bool is_due(const walk *w, int machine, const cg_node *n, uint32_t i) {
    const cg_buffered *b = n->buffered[i];
    return b->wanted || b->wanted_all ||
           (i == 0 && n->n_buffered == w->spec->machines[machine].buffer_entries);
}

int walk_due(const walk *w, int machine, int node, uint32_t from) {
    const cg_node *n = drained_node(w, machine, node);
    for (uint32_t i = from; i < n->n_buffered; i++)
        if (is_due(w, machine, n, i)) return (int)i;
    return CG_NONE;
}

void walk_drain(walk *w, int machine, int node, uint32_t i) {
    const uint64_t line = drained_node(w, machine, node)->buffered[i]->line;
    w->made_room = false;
    walk_own(w, machine, node, CG_EV_DRAIN, line * w->spec->line_bytes);
    if (walk_may_take_way(w)) walk_own(w, machine, node, CG_EV_DRAIN, line * w->spec->line_bytes);
}

bool walk_drain_first(walk *w, int machine, int node) {
    const cg_node *n = drained_node(w, machine, node);
    int first = walk_due(w, machine, node, 0);
    for (uint32_t i = 0; i < n->n_buffered; i++) {
        if (!n->buffered[i]->wanted) continue;
        first = (int)i;
        break;
    }
    if (first == CG_NONE) return false;
    const uint32_t before = n->n_buffered;
    walk_drain(w, machine, node, (uint32_t)first);
    return n->n_buffered < before;
}

void walk_drain_any(walk *w) {
    for (int m = 0; m < w->spec->n_machines; m++) {
        if (!w->spec->machines[m].buffer_entries) continue;
        const int node = (int)cg_rng_below(&w->rng, w->spec->machines[m].count);
        const cg_node *n = drained_node(w, m, node);
        if (n->n_buffered) walk_drain(w, m, node, (uint32_t)cg_rng_below(&w->rng, n->n_buffered));
    }
}

bool walk_head(walk *w, int machine, int node, int fifo) {
    const cg_machine *m = &w->spec->machines[machine];
    const cg_fifo *f = &drained_node(w, machine, node)->fifos[fifo];
    if (!cg_shadow_drains(w->shadow, machine, node, fifo)) return false;
    const cg_element *head = cg_shadow_head(w->shadow, machine, node, fifo);
    const cg_event_kind kind = head->marker ? CG_EV_MARKER : CG_EV_HEAD;
    const uint32_t before = f->n;
    w->bare->tid = head->tid;
    w->bare->core = head->core;
    w->bare->addr = head->line * w->spec->line_bytes;
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    while (m->events[c.event].kind != kind || m->events[c.event].structure != fifo) c.event++;
    c.block = m->events[c.event].block ? cg_shadow_block(w->shadow, machine, node, w->bare->addr) : NULL;
    walk_take_event(w, &c);
    return f->n < before;
}

bool walk_heads(walk *w, int machine, int node) {
    bool left = false;
    for (int i = 0; i < w->spec->machines[machine].n_structures; i++) left |= walk_head(w, machine, node, i);
    return left;
}

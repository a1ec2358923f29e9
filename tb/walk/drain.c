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

// What is at the head of a structure is offered.
static void offer(walk *w, int machine, int node, int of, const cg_element *head) {
    const cg_machine *m = &w->spec->machines[machine];
    const cg_event_kind kind = head->marker ? CG_EV_MARKER : CG_EV_HEAD;
    w->bare->tid = head->tid;
    w->bare->core = head->core;
    w->bare->addr = head->line << w->shadow->machines[machine].plan->line_shift;
    cg_cause c = {.machine = machine, .node = node, .packet = w->bare, .waiter = CG_NONE};
    while (m->events[c.event].kind != kind || m->events[c.event].structure != of) c.event++;
    c.block = m->events[c.event].block ? cg_shadow_block(w->shadow, machine, node, w->bare->addr) : NULL;
    walk_take_event(w, &c);
}

// A line that no marker need wait for may be offered, too: one of those that are here, or one that is not.
static void offer_another(walk *w, int machine, int node, int of) {
    const cg_node *n = drained_node(w, machine, node);
    if (!n->n_blocks) return;
    const uint32_t any = (uint32_t)cg_rng_below(&w->rng, n->n_blocks + 1);
    const uint64_t line = n->blocks[any % n->n_blocks]->line;
    const bool here = any < n->n_blocks || w->spec->machines[machine].local; // of a memory all are
    const cg_element offered = {.line = here ? line : line ^ w->spec->partitions};
    offer(w, machine, node, of, &offered);
}

// A walk of the cache offers what its oldest marker waits for, from a line that is drawn on, until one
// leaves; or the marker, if it waits for none.
static bool walk_cache(walk *w, int machine, int node, int of) {
    const cg_fifo *f = &drained_node(w, machine, node)->fifos[of];
    const uint32_t before = f->n, due = cg_shadow_n_due(w->shadow, machine, node, of);
    const uint32_t first = due ? (uint32_t)cg_rng_below(&w->rng, due) : 0;
    if (!due) {
        const cg_element oldest = *cg_shadow_head(w->shadow, machine, node, of);
        offer(w, machine, node, of, &oldest);
    }
    for (uint32_t i = 0; i < due && cg_shadow_n_due(w->shadow, machine, node, of) == due; i++) {
        const cg_element offered = {.line =
                                        cg_shadow_due(w->shadow, machine, node, of, (first + i) % due)->line};
        offer(w, machine, node, of, &offered);
    }
    return f->n < before || cg_shadow_n_due(w->shadow, machine, node, of) < due;
}

bool walk_head(walk *w, int machine, int node, int fifo) {
    const cg_fifo *f = &drained_node(w, machine, node)->fifos[fifo];
    const uint32_t before = f->n;
    if (!cg_shadow_may_drain(w->shadow, machine, node, fifo)) return false;
    if (w->spec->machines[machine].structures[fifo].walks) {
        if (cg_rng_below(&w->rng, 8) == 0) offer_another(w, machine, node, fifo);
        return walk_cache(w, machine, node, fifo);
    }
    const cg_element head = *cg_shadow_head(w->shadow, machine, node, fifo);
    offer(w, machine, node, fifo, &head);
    return f->n < before;
}

bool walk_heads(walk *w, int machine, int node) {
    bool left = false;
    for (int i = 0; i < w->spec->machines[machine].n_structures; i++) left |= walk_head(w, machine, node, i);
    return left;
}

// The fifos of a controller: lines and markers, the oldest first. When the head of one leaves is for the
// caller to say. And its walk, which has markers only: note [walk] in lang/structure.h. What set a line is in
// is known by the number of markers before it: in those of all markers since.
#include "shadow.h"

static cg_fifo *fifo_of(const cg_shadow *s, int machine, int node, int fifo) {
    return &s->machines[machine].nodes[node].fifos[fifo];
}

const cg_element *cg_shadow_head(const cg_shadow *s, int machine, int node, int fifo) {
    const cg_fifo *f = fifo_of(s, machine, node, fifo);
    return f->n ? f->elements : NULL;
}

bool cg_shadow_fifo_full(const cg_shadow *s, int machine, int node, int fifo) {
    return fifo_of(s, machine, node, fifo)->n >= s->machines[machine].m->structures[fifo].entries;
}

bool cg_shadow_drains(const cg_shadow *s, int machine, int node, int fifo) {
    const cg_fifo *f = fifo_of(s, machine, node, fifo);
    bool marker = false;
    for (uint32_t i = 0; i < f->n; i++) marker |= f->elements[i].marker;
    return f->n && (marker || cg_shadow_fifo_full(s, machine, node, fifo));
}

bool cg_shadow_may_drain(const cg_shadow *s, int machine, int node, int fifo) {
    const bool early = s->machines[machine].m->structures[fifo].drains;
    return early ? fifo_of(s, machine, node, fifo)->n : cg_shadow_drains(s, machine, node, fifo);
}

// Does the marker wait for the line? Of a memory all lines are present, and those in state 0 are not there.
static bool is_awaited(const cg_shadow_machine *sm, const cg_block *b, const cg_element *marker) {
    return b->present && !(sm->m->local && b->state == 0) && b->came <= marker->number;
}

const cg_block *cg_shadow_due(const cg_shadow *s, int machine, int node, int walk, uint32_t nth) {
    const cg_node *n = &s->machines[machine].nodes[node];
    const cg_element *oldest = cg_shadow_head(s, machine, node, walk);
    for (uint32_t i = 0; oldest && i < n->n_blocks; i++)
        if (is_awaited(&s->machines[machine], n->blocks[i], oldest) && nth-- == 0) return n->blocks[i];
    return NULL;
}

uint32_t cg_shadow_n_due(const cg_shadow *s, int machine, int node, int walk) {
    const cg_node *n = &s->machines[machine].nodes[node];
    const cg_element *oldest = cg_shadow_head(s, machine, node, walk);
    uint32_t due = 0;
    for (uint32_t i = 0; oldest && i < n->n_blocks; i++)
        due += is_awaited(&s->machines[machine], n->blocks[i], oldest);
    return due;
}

static void push_element(cg_shadow *s, const cg_cause *c, int fifo, bool marker) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    cg_fifo *f = fifo_of(s, c->machine, c->node, fifo);
    if (cg_shadow_fifo_full(s, c->machine, c->node, fifo)) {
        cg_shadow_problem(s, "more in %s than it has entries", sm->m->structures[fifo].name);
        return;
    }
    const bool asks = marker && sm->m->structures[fifo].core;
    f->elements[f->n++] =
        (cg_element){.marker = marker,
                     .line = marker ? 0 : c->packet->addr >> sm->plan->line_shift,
                     .tid = c->packet->tid,
                     .number = s->machines[c->machine].nodes[c->node].marked,
                     .core = asks ? (uint32_t)c->packet->field[s->spec->msgs[c->packet->msg].core] : 0};
    s->machines[c->machine].nodes[c->node].marked += sm->m->structures[fifo].walks;
}

// A line of a walk: no marker that has come waits for it any more.
static bool pop_line(const cg_shadow *s, const cg_cause *c, int walk) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!sm->m->structures[walk].walks || !sm->m->events[c->event].block) return false;
    if (c->block) c->block->came = sm->nodes[c->node].marked;
    return true;
}

static void pop_element(cg_shadow *s, const cg_cause *c, int fifo) {
    cg_fifo *f = fifo_of(s, c->machine, c->node, fifo);
    if (!f->n) {
        cg_shadow_problem(s, "nothing is in %s", s->machines[c->machine].m->structures[fifo].name);
        return;
    }
    f->n--;
    memmove(f->elements, f->elements + 1, f->n * sizeof *f->elements);
}

void cg_fifo_change(cg_shadow *s, const cg_cause *c, const cg_action *a) {
    if (cg_does(a, CG_DOES_POPS) && !pop_line(s, c, a->structure)) pop_element(s, c, a->structure);
    if (cg_does(a, CG_DOES_PUSH)) push_element(s, c, a->structure, cg_does(a, CG_DOES_MARKS));
}

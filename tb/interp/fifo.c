// The fifo of a controller: lines and markers, the oldest first. When its head leaves is for the caller to
// say.
#include "shadow.h"

static cg_node *node_with_fifo(const cg_shadow *s, int machine, int node) {
    return &s->machines[machine].nodes[node];
}

const cg_element *cg_shadow_head(const cg_shadow *s, int machine, int node) {
    const cg_node *n = node_with_fifo(s, machine, node);
    return n->n_elements ? n->elements : NULL;
}

bool cg_shadow_fifo_full(const cg_shadow *s, int machine, int node) {
    const cg_machine *m = s->machines[machine].m;
    return m->n_structures && node_with_fifo(s, machine, node)->n_elements >= m->structures[0].entries;
}

bool cg_shadow_drains(const cg_shadow *s, int machine, int node) {
    const cg_node *n = node_with_fifo(s, machine, node);
    bool marker = false;
    for (uint32_t i = 0; i < n->n_elements; i++) marker |= n->elements[i].marker;
    return n->n_elements && (marker || cg_shadow_fifo_full(s, machine, node));
}

static void push_element(cg_shadow *s, const cg_cause *c, bool marker) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = node_with_fifo(s, c->machine, c->node);
    if (cg_shadow_fifo_full(s, c->machine, c->node)) {
        cg_shadow_problem(s, "more in %s than it has entries", sm->m->structures[0].name);
        return;
    }
    const bool asks = marker && sm->m->structures[0].core;
    n->elements[n->n_elements++] =
        (cg_element){.marker = marker,
                     .line = marker ? 0 : c->packet->addr >> sm->plan->line_shift,
                     .tid = c->packet->tid,
                     .core = asks ? (uint32_t)c->packet->field[s->spec->msgs[c->packet->msg].core] : 0};
}

static void pop_element(cg_shadow *s, const cg_cause *c) {
    cg_node *n = node_with_fifo(s, c->machine, c->node);
    if (!n->n_elements) {
        cg_shadow_problem(s, "nothing is in %s", s->machines[c->machine].m->structures[0].name);
        return;
    }
    n->n_elements--;
    memmove(n->elements, n->elements + 1, n->n_elements * sizeof *n->elements);
}

void cg_fifo_change(cg_shadow *s, const cg_cause *c, const cg_action *a) {
    if (cg_does(a, CG_DOES_POPS)) pop_element(s, c);
    if (cg_does(a, CG_DOES_PUSH)) push_element(s, c, cg_does(a, CG_DOES_MARKS));
}

// Which deferred request a record is about, where several are alike.
#include "parts.h"

// One word may be at several places of a memory, for each of which its thread has asked: they differ in
// fields.
static bool has_other_fields(const cg_record *r, const cg_packet *p) {
    const cg_at *at = r->at->in[r->rule->event];
    bool other = false;
    for (int i = 0; p->msg != CG_NONE && i < r->ls->spec->msgs[p->msg].n_fields; i++)
        other |= at[i].width && cg_record_get(r, at[i]) != p->field[i];
    return other;
}

bool cg_has_better_waiter(const cg_record *r, uint32_t i) {
    const cg_node *n = &r->sm->nodes[r->node];
    const cg_packet *p = n->waiters[i].packet;
    bool better = false;
    if (!has_other_fields(r, p)) return false;
    for (uint32_t k = i + 1; k < n->n_waiters; k++) {
        const cg_packet *q = n->waiters[k].packet;
        better |= n->waiters[k].eligible && q->msg == p->msg && q->src == p->src && q->tid == p->tid &&
                  q->addr == p->addr && q->words == p->words && !has_other_fields(r, q);
    }
    return better;
}

// A hash over what the rules of a table do, so that slips which change nothing are not run.
#include <string.h>

#include "lang/visit.h"
#include "parts.h"

static uint64_t mix_digest(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

// Parts come first, and an operator says how many it has: so the sequence of parts says which expression it
// is.
static void mix_part(void *context, const cg_expr *e) {
    uint64_t *h = context;
    *h = mix_digest(mix_digest(*h, (uint64_t)e->op + 1), (uint64_t)e->type.width);
    *h = mix_digest(mix_digest(*h, cg_is_const(e) ? e->value : 0),
                    (uint64_t)e->field * CG_N_SPACES + e->space);
}

static uint64_t mix_expr(uint64_t h, const cg_expr *e) {
    h = mix_digest(h, e != NULL);
    cg_visit(e, mix_part, &h);
    return h;
}

// What the verb does not use is the same in all actions of the verb.
static uint64_t mix_action(const cg_action *x) {
    uint64_t h =
        mix_digest(mix_digest(mix_digest(14695981039346656037ull, (uint64_t)x->verb), (uint64_t)x->space),
                   (uint64_t)x->field);
    h = mix_digest(
        mix_digest(mix_digest(mix_digest(h, (uint64_t)x->msg), (uint64_t)x->dest), (uint64_t)x->from),
        (uint64_t)x->perform);
    h = mix_digest(mix_digest(h, (uint64_t)x->to_state), (uint64_t)x->from_state);
    h = mix_digest(h, (uint64_t)(!x->value + 2 * !x->at + 4 * !x->epoch + 8 * !x->to + 16 * !x->asker +
                                 32 * !x->mask + (x->about ? 64 : 0) + (x->count ? 128 : 0)));
    if (cg_does(x, CG_DOES_PUSH | CG_DOES_POPS | CG_DOES_INSERTS | CG_DOES_REMOVES))
        h = mix_digest(h, (uint64_t)x->structure);
    cg_visit_action(x, mix_part, &h);
    return h;
}

// The order of a rule's actions has no meaning: their hashes are added.
static uint64_t mix_rule(uint64_t h, const cg_rule *r) {
    uint64_t acts = 0;
    for (int i = 0; i < r->n_actions; i++) acts += mix_action(&r->actions[i]);
    h = mix_digest(mix_digest(mix_digest(h, (uint64_t)r->state), (uint64_t)r->event), (uint64_t)r->next);
    return mix_digest(mix_expr(h, r->when), acts + r->widen);
}

static uint64_t mix_finds(uint64_t h, const cg_event *e) {
    for (int i = 0; i < e->n_finds; i++) {
        const cg_find *f = &e->finds[i];
        h = mix_digest(h, (uint64_t)f->lookup);
        if (f->at) h = mix_expr(h, f->at);
        for (int k = 0; k < f->n_values; k++)
            h = mix_expr(mix_digest(h, (uint64_t)f->fields[k]), f->value[k]);
    }
    return h;
}

uint64_t cg_mutate_digest(const cg_spec *s) {
    uint64_t h = 14695981039346656037ull;
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        h = mix_expr(mix_digest(h, (uint64_t)m->n_rules), m->accept_requests);
        for (int k = 0; k < m->n_structures; k++)
            if (m->structures[k].drains) h = mix_expr(h, m->structures[k].drains);
        for (int k = 0; k < m->n_events; k++)
            if (m->events[k].alarm) h = mix_expr(h, m->events[k].alarm);
        for (int k = 0; k < m->n_events; k++) h = mix_finds(h, &m->events[k]);
        for (int k = 0; k < m->n_rules; k++) h = mix_rule(h, &m->rules[k]);
    }
    for (int i = 0; i < s->n_msgs; i++)
        if (s->msgs[i].place) h = mix_expr(h, s->msgs[i].place);
    return h;
}

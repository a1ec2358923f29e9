// A hash over what the rules of a table do, so that slips which change nothing are not run.
#include <string.h>

#include "parts.h"

static uint64_t mix(uint64_t h, uint64_t v) {
    h = (h ^ v) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

static uint64_t mix_expr(uint64_t h, const cg_expr *e) {
    if (!e) return mix(h, 77);
    h = mix(mix(h, (uint64_t)e->op + 1), (uint64_t)e->type.width);
    h = mix(mix(h, e->op == CG_X_CONST ? e->value : 0), (uint64_t)e->field);
    if (e->a) h = mix_expr(h, e->a);
    if (e->b) h = mix_expr(h, e->b);
    return e->c ? mix_expr(h, e->c) : h;
}

// What the verb does not use is the same in all actions of the verb.
static uint64_t mix_action(const cg_action *x) {
    uint64_t h =
        mix(mix(mix(14695981039346656037ull, (uint64_t)x->verb), (uint64_t)x->space), (uint64_t)x->field);
    h = mix(mix(mix(mix(h, (uint64_t)x->msg), (uint64_t)x->dest), (uint64_t)x->from), (uint64_t)x->perform);
    h = mix(mix(h, (uint64_t)x->to_state), (uint64_t)x->from_state);
    for (int i = 0; i < x->n_args; i++) h = mix_expr(h, x->args[i]);
    return mix_expr(mix_expr(mix_expr(mix_expr(h, x->value), x->to), x->at), x->epoch);
}

// The order of a rule's actions has no meaning: their hashes are added.
static uint64_t mix_rule(uint64_t h, const cg_rule *r) {
    uint64_t acts = 0;
    for (int i = 0; i < r->n_actions; i++) acts += mix_action(&r->actions[i]);
    h = mix(mix(mix(h, (uint64_t)r->state), (uint64_t)r->event), (uint64_t)r->next);
    return mix(mix_expr(h, r->when), acts + r->widen);
}

uint64_t cg_mutate_digest(const cg_spec *s) {
    uint64_t h = 14695981039346656037ull;
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        h = mix_expr(mix(h, (uint64_t)m->n_rules), m->accept_requests);
        for (int k = 0; k < m->n_events; k++)
            if (m->events[k].alarm) h = mix_expr(h, m->events[k].alarm);
        for (int k = 0; k < m->n_rules; k++) h = mix_rule(h, &m->rules[k]);
    }
    return h;
}

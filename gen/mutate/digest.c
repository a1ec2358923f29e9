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

static uint64_t mix_action(const cg_spec *s, const cg_action *x) {
    uint64_t h = mix(1, (uint64_t)x->verb);
    switch (x->verb) {
    case CG_A_ASSIGN:
    case CG_A_FLASH_MSHR_FIELD:
    case CG_A_SWEEP: return mix_expr(mix(mix(h, (uint64_t)x->space), (uint64_t)x->field), x->value);
    case CG_A_SEND:
        h = mix(mix(h, (uint64_t)x->msg), (uint64_t)x->dest);
        for (int i = 0; i < s->msgs[x->msg].n_fields; i++) h = mix_expr(h, x->args[i]);
        return x->to ? mix_expr(h, x->to) : h;
    case CG_A_COMPLETE: return mix_expr(mix_expr(h, x->at), x->epoch);
    case CG_A_RESPOND: return mix(h, (uint64_t)x->from);
    case CG_A_PERFORM: return mix_expr(mix_expr(mix(h, (uint64_t)x->perform), x->at), x->epoch);
    case CG_A_FLASH_LINES:
    case CG_A_FLASH_MSHRS: return mix(mix(h, (uint64_t)x->to_state), (uint64_t)x->from_state);
    default: return h;
    }
}

// The order of a rule's actions has no meaning: their hashes are added.
static uint64_t mix_rule(const cg_spec *s, uint64_t h, const cg_rule *r) {
    uint64_t acts = 0;
    for (int i = 0; i < r->n_actions; i++) acts += mix_action(s, &r->actions[i]);
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
        for (int k = 0; k < m->n_rules; k++) h = mix_rule(s, h, &m->rules[k]);
    }
    return h;
}

#include "mask.h"

#include "visit.h"

cg_type cg_mask_type(const cg_spec *s) {
    return (cg_type){CG_T_MASK, (int)s->line_bytes, CG_NONE, CG_NONE};
}

int cg_next_mask(const cg_machine *m, int field) {
    for (int i = field == CG_NONE ? 0 : field + 1; i < m->n_line; i++)
        if (m->line[i].type.kind == CG_T_MASK) return i;
    return CG_NONE;
}

bool cg_has_masks(const cg_machine *m) {
    return cg_next_mask(m, CG_NONE) != CG_NONE;
}

bool cg_is_sent(const cg_machine *m, int field) {
    if (m->line[field].type.kind != CG_T_MASK) return false;
    for (int r = 0; r < m->n_rules; r++)
        for (int i = 0; i < m->rules[r].n_actions; i++) {
            const cg_action *a = &m->rules[r].actions[i];
            if (cg_does(a, CG_DOES_SENDS) && cg_reads_field(a->mask, CG_SPACE_LINE, field)) return true;
        }
    return false;
}

bool cg_relays(const cg_spec *s, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    const cg_event *e = &m->events[r->event];
    return cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].payload == CG_PAY_BYTES && !a->mask &&
           e->kind == CG_EV_MESSAGE;
}

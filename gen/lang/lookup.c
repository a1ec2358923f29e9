#include "lookup.h"

#include "visit.h"

#include <string.h>

const char *const CG_ASK_WORDS[CG_N_ASKS] = {[CG_ASK_FOUND] = "found",
                                             [CG_ASK_FULL] = "full",
                                             [CG_ASK_TAIL] = "tail",
                                             [CG_ASK_AT] = "at",
                                             [CG_ASK_FRAME] = "frame"};

int cg_find_lookup(const cg_machine *m, const char *name) {
    for (int i = 0; i < m->n_lookups; i++)
        if (!strcmp(m->lookups[i].name, name)) return i;
    return CG_NONE;
}

int cg_lookup_of_field(const cg_machine *m, int field) {
    int i = 0;
    while (field >= m->lookups[i].first_field + m->lookups[i].n_fields) i++;
    return i;
}

int cg_lookup_index_bits(const cg_lookup *l) {
    return cg_log2(l->entries);
}

cg_type cg_lookup_key(const cg_lookup *l) {
    const cg_type index = {CG_T_INT, cg_lookup_index_bits(l), CG_NONE, CG_NONE};
    return l->kind == CG_LOOKUP_RING ? index : l->key;
}

int cg_lookup_data_bits(const cg_machine *m, const cg_lookup *l) {
    int bits = 0;
    for (int f = 0; f < l->n_fields; f++) bits += m->found[l->first_field + f].type.width;
    return bits;
}

const cg_find *cg_find_of(const cg_machine *m, int event, int lookup) {
    const cg_event *e = &m->events[event];
    for (int i = 0; i < e->n_finds; i++)
        if (e->finds[i].lookup == lookup) return &e->finds[i];
    return NULL;
}

bool cg_looks(const cg_machine *m, int event, int lookup) {
    if (m->lookups[lookup].by_line) return m->events[event].block;
    return cg_find_of(m, event, lookup) != NULL;
}

// Does some event look by values of fields, or by a number or key?
static bool is_found_by(const cg_machine *m, int lookup, bool values) {
    bool some = false;
    for (int e = 0; e < m->n_events; e++) {
        const cg_find *f = cg_find_of(m, e, lookup);
        some |= f && (values ? f->n_values != 0 : f->at != NULL);
    }
    return some;
}

bool cg_is_searched(const cg_machine *m, int lookup) {
    return is_found_by(m, lookup, true);
}

bool cg_is_keyed(const cg_machine *m, int lookup) {
    return is_found_by(m, lookup, false);
}

const cg_action *cg_lookup_action(const cg_machine *m, const cg_rule *r, int lookup, int effects) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, effects)) continue;
        if (cg_does(a, CG_DOES_INSERTS | CG_DOES_REMOVES) && a->structure == lookup) return a;
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_FOUND &&
            cg_lookup_of_field(m, a->field) == lookup)
            return a;
    }
    return NULL;
}

bool cg_has_ask(const cg_lookup *l, cg_ask ask) {
    if (ask == CG_ASK_FRAME) return l->kind == CG_LOOKUP_TLB;
    if (l->kind == CG_LOOKUP_TLB) return false;
    return l->kind == CG_LOOKUP_RING || (ask != CG_ASK_TAIL && ask != CG_ASK_AT);
}

int cg_ask_bits(const cg_lookup *l, cg_ask ask) {
    if (ask == CG_ASK_FRAME) return l->key.width;
    return ask == CG_ASK_TAIL || ask == CG_ASK_AT ? cg_lookup_index_bits(l) : 1;
}

int cg_changed_lookups(const cg_machine *m) {
    return cg_changed_lookup(m, m->n_lookups);
}

int cg_changed_lookup(const cg_machine *m, int lookup) {
    int before = 0;
    for (int i = 0; i < lookup; i++) before += m->lookups[i].kind != CG_LOOKUP_TLB;
    return before;
}

int cg_find_tlb(const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++)
        if (m->lookups[i].kind == CG_LOOKUP_TLB) return i;
    return CG_NONE;
}

const cg_lookup *cg_tlb_of(const cg_spec *s) {
    for (int i = 0; i < s->n_machines; i++) {
        const int tlb = cg_find_tlb(&s->machines[i]);
        if (tlb != CG_NONE) return &s->machines[i].lookups[tlb];
    }
    return NULL;
}

int cg_page_bits(const cg_spec *s, const cg_lookup *l) {
    return (int)s->addr_bits - l->key.width;
}

static void note_frame(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_OF_LOOKUP) && cg_ask_of_leaf(x) == CG_ASK_FRAME;
}

bool cg_reads_frame(const cg_expr *x) {
    bool reads = false;
    cg_visit(x, note_frame, &reads);
    return reads;
}

bool cg_rule_translates(const cg_rule *r) {
    bool reads = false;
    for (int i = 0; i < r->n_actions; i++)
        if (!cg_does(&r->actions[i], CG_DOES_PERFORMS)) cg_visit_action(&r->actions[i], note_frame, &reads);
    return reads;
}

bool cg_rule_assigns_field(const cg_rule *r, cg_space space, int field) {
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_ASSIGNS) && r->actions[i].space == space &&
            r->actions[i].field == field)
            return true;
    return false;
}

// Cams, rings and tlbs of a controller: note [look-ups] in lang/lookup.h. An event's step first finds an
// entry in each, then changes what it has found in one list of fields, and writes that back.
#include "lang/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parts.h"

static const cg_machine *machine_of(const cg_shadow *s, const cg_cause *c) {
    return s->machines[c->machine].m;
}

static cg_kept *kept_of(const cg_shadow *s, int machine, int node, int lookup) {
    return &s->machines[machine].nodes[node].kept[lookup];
}

static uint64_t *fields_at(const cg_lookup *l, const cg_kept *k, int entry) {
    return k->fields + (size_t)entry * (size_t)l->n_fields;
}

static int free_entry(const cg_lookup *l, const cg_kept *k) {
    for (int e = 0; e < (int)l->entries; e++)
        if (!k->live[e]) return e;
    return CG_NONE;
}

bool cg_shadow_lookup_full(const cg_shadow *s, int machine, int node, int lookup) {
    const cg_lookup *l = &s->machines[machine].m->lookups[lookup];
    const cg_kept *k = kept_of(s, machine, node, lookup);
    if (l->kind == CG_LOOKUP_TLB) return false;
    return l->kind == CG_LOOKUP_RING ? k->live[k->tail] : free_entry(l, k) == CG_NONE;
}

void cg_lookups_new(const cg_machine *m, cg_node *n) {
    n->kept = cg_shadow_alloc((size_t)m->n_lookups * sizeof *n->kept);
    for (int i = 0; i < m->n_lookups; i++) {
        const size_t entries = m->lookups[i].entries, fields = entries * (size_t)m->lookups[i].n_fields;
        n->kept[i] = (cg_kept){.live = cg_shadow_alloc(entries * sizeof(bool)),
                               .key = cg_shadow_alloc(entries * sizeof(uint64_t)),
                               .fields = cg_shadow_alloc(fields * sizeof(uint64_t))};
    }
}

void cg_lookups_free(const cg_machine *m, cg_node *n) {
    for (int i = 0; i < m->n_lookups; i++) CG_FREE(n->kept[i].live, n->kept[i].key, n->kept[i].fields);
    free(n->kept);
}

// ------------------------------------------------------------------------------------------------- finding

static int entry_with_key(const cg_lookup *l, const cg_kept *k, uint64_t key) {
    for (int e = 0; e < (int)l->entries; e++)
        if (k->live[e] && k->key[e] == key) return e;
    return CG_NONE;
}

static bool has_values(cg_shadow *s, const cg_lookup *l, const cg_kept *k, int entry, const cg_find *f,
                       const cg_find_code *code, const cg_env *env) {
    for (int i = 0; i < f->n_values; i++)
        if (fields_at(l, k, entry)[f->fields[i] - l->first_field] != cg_run(s, code->value[i], env, l->name))
            return false;
    return true;
}

// From the one that was taken last, backwards.
static int newest_entry(cg_shadow *s, const cg_lookup *l, const cg_kept *k, const cg_find *f,
                        const cg_find_code *code, const cg_env *env) {
    for (uint64_t age = 1; age <= l->entries; age++) {
        const int e = (int)((k->tail + l->entries - age) % l->entries);
        if (k->live[e] && has_values(s, l, k, e, f, code, env)) return e;
    }
    return CG_NONE;
}

static uint64_t frame_of(const cg_pages *pages, uint64_t page) {
    return pages->frame ? pages->frame(pages->of, page) : page;
}

static int find_entry(cg_shadow *s, const cg_cause *c, int lookup, const cg_env *env) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_lookup *l = &sm->m->lookups[lookup];
    const cg_kept *k = kept_of(s, c->machine, c->node, lookup);
    const cg_find *f = cg_find_of(sm->m, c->event, lookup);
    const cg_find_code *code = f ? &sm->finds[c->event][f - sm->m->events[c->event].finds] : NULL;
    if (!cg_looks(sm->m, c->event, lookup)) return CG_NONE;
    if (f && !f->at) return newest_entry(s, l, k, f, code, env);
    const uint64_t at =
        l->by_line ? c->packet->addr >> sm->plan->line_shift : cg_run(s, code->at, env, l->name);
    s->found_key[lookup] = at;
    if (l->kind == CG_LOOKUP_TLB) {
        s->asked_of[cg_lookup_leaf(lookup, CG_ASK_FRAME)] = frame_of(&s->pages, at);
        return CG_NONE;
    }
    if (l->kind == CG_LOOKUP_CAM) return entry_with_key(l, k, at);
    return at < l->entries && k->live[at] ? (int)at : CG_NONE;
}

static void read_initial(const cg_shadow *s, const cg_cause *c, const cg_lookup *l) {
    const uint64_t *initial = s->machines[c->machine].initial[CG_SPACE_FOUND];
    memcpy(s->found + l->first_field, initial + l->first_field, (size_t)l->n_fields * sizeof *s->found);
}

// In their order, as what is looked for in one may depend on what is found in those before it.
void cg_lookups_find(cg_shadow *s, const cg_cause *c, cg_env *env) {
    const cg_machine *m = machine_of(s, c);
    env->structures = s->asked_of;
    env->space[CG_SPACE_FOUND] = s->found;
    for (int i = 0; i < m->n_lookups; i++) {
        s->asked_of[cg_lookup_leaf(i, CG_ASK_TAIL)] = kept_of(s, c->machine, c->node, i)->tail;
        s->asked_of[cg_lookup_leaf(i, CG_ASK_FULL)] = cg_shadow_lookup_full(s, c->machine, c->node, i);
    }
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        const int at = s->found_at[i] = find_entry(s, c, i, env);
        s->asked_of[cg_lookup_leaf(i, CG_ASK_FOUND)] = at != CG_NONE;
        s->asked_of[cg_lookup_leaf(i, CG_ASK_AT)] = at == CG_NONE ? 0 : (uint64_t)at;
        if (at == CG_NONE)
            read_initial(s, c, l);
        else
            memcpy(s->found + l->first_field, fields_at(l, kept_of(s, c->machine, c->node, i), at),
                   (size_t)l->n_fields * sizeof *s->found);
    }
}

// ----------------------------------------------------------------------------------------------- changing

void cg_lookups_begin(cg_shadow *s, const cg_cause *c, const cg_rule *r) {
    const cg_machine *m = machine_of(s, c);
    for (int i = 0; i < m->n_lookups; i++)
        if (cg_lookup_action(m, r, i, CG_DOES_INSERTS)) read_initial(s, c, &m->lookups[i]);
}

static void remove_entry(cg_shadow *s, const cg_lookup *l, cg_kept *k, int at) {
    if (at == CG_NONE)
        cg_shadow_problem(s, "what is to be removed from %s is not there", l->name);
    else
        k->live[at] = false;
}

// The entry that is taken, CG_NONE, and a problem: there is none.
static int take_entry(cg_shadow *s, const cg_lookup *l, cg_kept *k, int found, uint64_t key) {
    const bool ring = l->kind == CG_LOOKUP_RING;
    const int at = !ring ? free_entry(l, k) : k->live[k->tail] ? CG_NONE : (int)k->tail;
    if (!ring && found != CG_NONE)
        cg_shadow_problem(s, "what is inserted into %s is there already", l->name);
    else if (at == CG_NONE)
        cg_shadow_problem(s, "more in %s than it has entries", l->name);
    if (at == CG_NONE || (!ring && found != CG_NONE)) return CG_NONE;
    k->live[at] = true;
    k->key[at] = key;
    if (ring) k->tail = (k->tail + 1) % l->entries;
    return at;
}

void cg_lookups_end(cg_shadow *s, const cg_cause *c, const cg_rule *r) {
    const cg_machine *m = machine_of(s, c);
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        cg_kept *k = kept_of(s, c->machine, c->node, i);
        const bool inserts = cg_lookup_action(m, r, i, CG_DOES_INSERTS);
        int at = s->found_at[i];
        if (at == CG_NONE && !inserts && cg_lookup_action(m, r, i, CG_DOES_ASSIGNS))
            cg_shadow_problem(s, "a field of %s is assigned, and nothing is found there", l->name);
        const int taken = inserts ? take_entry(s, l, k, at, s->found_key[i]) : CG_NONE;
        if (cg_lookup_action(m, r, i, CG_DOES_REMOVES)) remove_entry(s, l, k, at);
        if (inserts) at = taken;
        if (at != CG_NONE)
            memcpy(fields_at(l, k, at), s->found + l->first_field, (size_t)l->n_fields * sizeof *s->found);
    }
}

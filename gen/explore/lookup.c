// Cams and rings in a state of the model: note [look-ups in the model] in gen/emit/murphi/lookup.c.
#include "lang/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "parts.h"

static const char *store_of(const ex_scope *s, const cg_lookup *l) {
    return EX_PRINT(s->r, "%s[%d].found_%s", s->m->name, s->self, l->name);
}

static const char *entry_path(const ex_scope *s, const cg_lookup *l, int number) {
    return EX_PRINT(s->r, l->by_line ? "%s[%d]." : "%s.e[%d].", store_of(s, l), number);
}

static uint64_t number_at(const ex_scope *s, const char *path) {
    const char *v = ex_value(s->r, s->r->values, path);
    return v ? strtoull(v, NULL, 10) : 0;
}

static bool is_true(const ex_scope *s, const char *path) {
    const char *v = ex_value(s->r, s->r->values, path);
    return v && !strcmp(v, "true");
}

static bool is_used(const ex_scope *s, const cg_lookup *l, int number) {
    if (l->by_line) return is_true(s, EX_PRINT(s->r, "%sthere", entry_path(s, l, number)));
    if (l->kind == CG_LOOKUP_RING) return is_true(s, EX_PRINT(s->r, "%slive", entry_path(s, l, number)));
    return (uint64_t)number < number_at(s, EX_PRINT(s->r, "%s.n", store_of(s, l)));
}

static uint64_t tail_of(const ex_scope *s, const cg_lookup *l) {
    return number_at(s, EX_PRINT(s->r, "%s.tail", store_of(s, l)));
}

static bool is_full(const ex_scope *s, const cg_lookup *l) {
    uint64_t used = 0;
    if (l->kind == CG_LOOKUP_RING) return is_used(s, l, (int)tail_of(s, l));
    const int places = l->by_line ? s->r->s->n_lines : (int)l->entries;
    for (int i = 0; i < places; i++) used += is_used(s, l, i);
    return used >= l->entries;
}

static uint64_t field_at(const ex_scope *s, const cg_lookup *l, int number, int field) {
    const cg_field *f = &s->m->found[field];
    return ex_number(s->r, &f->type, entry_path(s, l, number), f->name);
}

static bool is_looked_for(const ex_scope *s, const cg_lookup *l, const cg_find *f, int number) {
    if (!is_used(s, l, number)) return false;
    for (int i = 0; i < f->n_values; i++)
        if (field_at(s, l, number, f->fields[i]) != ex_eval(s, f->value[i])) return false;
    return true;
}

// Number of the entry that the event finds, CG_NONE: there is none.
static int find_entry(const ex_scope *s, int lookup) {
    const cg_lookup *l = &s->m->lookups[lookup];
    const int entries = (int)l->entries;
    const cg_find *f = cg_find_of(s->m, (int)(s->event - s->m->events), lookup);
    if (l->by_line) return s->event->block && is_used(s, l, s->line_number) ? s->line_number : CG_NONE;
    if (!f) return CG_NONE;
    const uint64_t key = f->at ? ex_eval(s, f->at) : 0;
    if (f->at && l->kind == CG_LOOKUP_RING)
        return key < l->entries && is_used(s, l, (int)key) ? (int)key : CG_NONE;
    for (int i = 1; i <= entries; i++) { // of a ring from the newest on
        const int number = f->at ? i - 1 : ((int)tail_of(s, l) + entries - i) % entries;
        if (f->at && is_used(s, l, number) &&
            number_at(s, EX_PRINT(s->r, "%skey", entry_path(s, l, number))) == key)
            return number;
        if (!f->at && is_looked_for(s, l, f, number)) return number;
    }
    return CG_NONE;
}

void ex_find_entries(ex_scope *s) {
    const cg_machine *m = s->m;
    uint64_t *asked = cg_arena_alloc(s->r->s->arena, (size_t)m->n_lookups * CG_N_ASKS * sizeof *asked);
    uint64_t *found = cg_arena_alloc(s->r->s->arena, ((size_t)m->n_found + 1) * sizeof *found);
    for (int i = 0; i < m->n_lookups; i++) {
        if (m->lookups[i].kind != CG_LOOKUP_TLB)
            asked[cg_lookup_leaf(i, CG_ASK_FULL)] = is_full(s, &m->lookups[i]);
        if (m->lookups[i].kind == CG_LOOKUP_RING)
            asked[cg_lookup_leaf(i, CG_ASK_TAIL)] = tail_of(s, &m->lookups[i]);
    }
    s->env.structures = asked;
    s->env.space[CG_SPACE_FOUND] = found;
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_lookup *l = &m->lookups[i];
        const cg_find *f = cg_find_of(m, (int)(s->event - m->events), i);
        if (l->kind == CG_LOOKUP_TLB) { // where its number says
            if (f) asked[cg_lookup_leaf(i, CG_ASK_FRAME)] = ex_eval(s, f->at);
            continue;
        }
        const int at = s->found_at[i] = find_entry(s, i);
        asked[cg_lookup_leaf(i, CG_ASK_FOUND)] = at != CG_NONE;
        asked[cg_lookup_leaf(i, CG_ASK_AT)] = at == CG_NONE ? 0 : (uint64_t)at;
        for (int f = l->first_field; f < l->first_field + l->n_fields; f++)
            found[f] = at == CG_NONE ? m->found[f].init : field_at(s, l, at, f);
    }
}

// ------------------------------------------------------------------------------------------------ effects

const char *ex_changed_entry(const ex_scope *s, const cg_rule *rule, int lookup) {
    const cg_lookup *l = &s->m->lookups[lookup];
    const bool inserts = cg_lookup_action(s->m, rule, lookup, CG_DOES_INSERTS),
               ring = l->kind == CG_LOOKUP_RING;
    if (inserts && l->by_line) return entry_path(s, l, s->line_number);
    if (inserts) return ring ? entry_path(s, l, (int)tail_of(s, l)) : NULL; // sorted: others may have moved
    return s->found_at[lookup] == CG_NONE ? NULL : entry_path(s, l, s->found_at[lookup]);
}

void ex_add_lookup(const ex_scope *s, ex_step *x, const cg_action *a) {
    const cg_lookup *l = &s->m->lookups[a->structure];
    const bool ring = l->kind == CG_LOOKUP_RING, inserts = cg_does(a, CG_DOES_INSERTS);
    const char *store = EX_PRINT(s->r, "%s.", store_of(s, l));
    if (l->by_line)
        ex_add_effect(s->r, x, EX_PRINT(s->r, "in %s", l->name), NULL, entry_path(s, l, s->line_number),
                      "there");
    else if (!ring)
        ex_add_effect(s->r, x, EX_PRINT(s->r, "entries of %s", l->name), NULL, store, "n");
    else if (inserts)
        ex_add_effect(s->r, x, EX_PRINT(s->r, "%s.tail", l->name), NULL, store, "tail");
    else if (s->found_at[a->structure] != CG_NONE)
        ex_add_effect(s->r, x, EX_PRINT(s->r, "%s[%d] live", l->name, s->found_at[a->structure]), NULL,
                      entry_path(s, l, s->found_at[a->structure]), "live");
}

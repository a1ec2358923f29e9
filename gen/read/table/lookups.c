// Cams, rings and tlbs of a machine, and what events look for in them: note [look-ups] in lang/lookup.h.
#include "lang/lookup.h"
#include "lang/mask.h"

#include <string.h>

#include "read/reader.h"

static cg_node node_of(cg_reader *r, cg_node machine, const cg_lookup *l) {
    return cg_get(r, cg_get(r, machine, "structures", CG_J_OBJECT), l->name, CG_J_OBJECT);
}

// Of a tlb whose key is read: addresses have so many bits, and the cores of a system have pages of one size.
static void check_pages(cg_reader *r, const cg_lookup *l, const char *pointer) {
    const int most = (int)r->spec->addr_bits - cg_log2(r->spec->line_bytes);
    const cg_lookup *first = cg_tlb_of(r->spec);
    if (l->key.width > most)
        cg_error(r, CG_E_PARAM, pointer, 0,
                 "%s has numbers of pages of %d bits, of addresses of %llu: a page is at least a line, so %d "
                 "bits can be had",
                 l->name, l->key.width, (unsigned long long)r->spec->addr_bits, most);
    else if (first && first->key.width != l->key.width)
        cg_error(
            r, CG_E_PARAM, pointer, 0,
            "%s has numbers of pages of %d bits, and %s of another machine has them of %d: the cores of a "
            "system have pages of one size",
            l->name, l->key.width, first->name, first->key.width);
}

// "line", or a type whose values are integers.
static void read_key(cg_reader *r, cg_lookup *l, cg_node n) {
    const cg_node key = cg_get(r, n, "key", CG_J_STRING);
    l->key = (cg_type){CG_T_INT, 1, CG_NONE, CG_NONE};
    l->by_line = l->kind == CG_LOOKUP_CAM && key.value && !strcmp(json_object_get_string(key.value), "line");
    if (l->by_line || l->kind == CG_LOOKUP_RING) return;
    if (cg_read_type(r, key, &l->key) && l->key.kind != CG_T_INT) {
        cg_error(r, CG_E_TYPE, key.pointer, 0, "the key of a %s a number, and this is %s",
                 l->kind == CG_LOOKUP_TLB ? "tlb is" : "cam is 'line' or",
                 cg_type_text(r->spec, r->arena, l->key));
        l->key = (cg_type){CG_T_INT, 1, CG_NONE, CG_NONE};
    }
    if (l->kind == CG_LOOKUP_TLB) check_pages(r, l, key.pointer);
}

static bool is_asked(const char *name) {
    for (int i = 0; i < CG_N_ASKS; i++)
        if (i != CG_ASK_FRAME && !strcmp(CG_ASK_WORDS[i], name)) return true; // a tlb has no fields
    return false;
}

static void add_field(cg_reader *r, cg_machine *m, const cg_lookup *l, const cg_field *f, cg_node at) {
    cg_fields *all = &m->fields[CG_SPACE_FOUND];
    cg_field own = *f;
    const char *pointer = cg_json_at(r->arena, at.pointer, f->name);
    own.name = cg_arena_printf(r->arena, "%s_%s", l->name, f->name);
    own.shown = cg_arena_printf(r->arena, "%s.%s", l->name, f->name);
    if (is_asked(f->name))
        cg_error(r, CG_E_NAME, pointer, CG_AT_KEY, "a field cannot be called '%s': every structure has that",
                 f->name);
    if (cg_find_field(all->field, all->n, own.name) != CG_NONE)
        cg_error(r, CG_E_DUPLICATE, pointer, CG_AT_KEY, "%s has the name of another field in the design, %s",
                 own.shown, own.name);
    *CG_PUSH(r->arena, all->field, all->n) = own;
}

void cg_read_lookups(cg_reader *r, cg_machine *m, cg_node machine) {
    for (int i = 0; i < m->n_lookups; i++) {
        cg_lookup *l = &m->lookups[i];
        const cg_node n = node_of(r, machine, l), at = cg_get(r, n, "fields", CG_J_OBJECT);
        int n_fields;
        read_key(r, l, n);
        l->first_field = m->n_found;
        const cg_field *fields = cg_read_fields(r, at, "a field of a structure", CG_TRAIT_NAMED, &n_fields);
        for (int f = 0; f < n_fields; f++) add_field(r, m, l, &fields[f], at);
        l->n_fields = m->n_found - l->first_field;
    }
}

// ----------------------------------------------------------------------------------------- what is looked
// for

// What is known before the line's state is: and what is found in the structures before this one. Lines of a
// local memory are always there, so their fields have values whatever the state is.
static cg_scope scope_of_find(cg_reader *r, const cg_machine *m, const cg_event *e, const cg_lookup *l) {
    static const char *const NO = "what is looked for does not depend on what is known of the line";
    const bool there = m->local && e->block;
    cg_scope s = cg_scope_of_rule(r, m, e, e->block ? 0 : CG_NONE);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (CG_SPACES[k].traits & CG_TRAIT_OF_LINE && !(there && k == CG_SPACE_LINE)) s.no[k] = NO;
    s.no_line = there ? NULL : NO;
    s.finds = (int)(l - m->lookups) + 1;
    return s;
}

// {"FIELD": EXPR, ...}: the newest live entry of a ring with these values.
static void read_values(cg_reader *r, cg_machine *m, const cg_lookup *l, const cg_event *e, cg_node n,
                        cg_find *f) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        const cg_entry *v = &all.items[i];
        const char *name = cg_arena_printf(r->arena, "%s_%s", l->name, v->key);
        const int field = cg_find_field(m->found, m->n_found, name);
        cg_words w = {0};
        for (int k = 0; k < l->n_fields; k++)
            cg_words_add(r, &w, m->found[l->first_field + k].shown + strlen(l->name) + 1);
        if (field == CG_NONE) {
            cg_error(r, CG_E_UNKNOWN, v->node.pointer, CG_AT_KEY, "'%s' is no field of %s%s", v->key, l->name,
                     cg_hint_or_all(r, v->key, &w));
            continue;
        }
        if (cg_is_set(m->found[field].type)) {
            cg_error(r, CG_E_TYPE, v->node.pointer, CG_AT_KEY, "%s is a set, and no entry is found by one",
                     m->found[field].shown);
            continue;
        }
        const cg_ast *ast =
            cg_is_kind(v->node, CG_J_STRING) ? cg_parse_whole(r, cg_source_of(r, v->node)) : NULL;
        if (!cg_is_kind(v->node, CG_J_STRING))
            cg_error(r, CG_E_SHAPE, v->node.pointer, 0, "what is looked for is an expression, in quotes");
        cg_scope s = scope_of_find(r, m, e, l);
        const cg_expr *x = ast ? cg_type_into(&s, ast, &m->found[field].type, m->found[field].shown) : NULL;
        if (!x) continue;
        int n_fields = f->n_values;
        *CG_PUSH(r->arena, f->fields, n_fields) = field;
        *CG_PUSH(r->arena, f->value, f->n_values) = x;
    }
    if (!all.n) cg_error(r, CG_E_SHAPE, n.pointer, 0, "no field is looked for");
}

static void read_find(cg_reader *r, cg_machine *m, int lookup, const cg_entry *e) {
    const cg_lookup *l = &m->lookups[lookup];
    const int event = cg_find_event(m, e->key);
    const bool values = cg_is_kind(e->node, CG_J_OBJECT);
    cg_words w = {0};
    for (int k = 0; k < m->n_events; k++) cg_words_add(r, &w, m->events[k].name);
    if (event == CG_NONE) {
        cg_error(r, CG_E_UNKNOWN, e->node.pointer, CG_AT_KEY, "'%s' is no event of %s%s", e->key, m->name,
                 cg_hint(r, e->key, &w));
        return;
    }
    if (values ? l->kind != CG_LOOKUP_RING : !cg_is_kind(e->node, CG_J_STRING)) {
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0,
                 l->kind == CG_LOOKUP_RING
                     ? "what is looked for in a ring is a number, or an object of fields"
                     : "what is looked for in a cam or a tlb is its key, an expression");
        return;
    }
    cg_event *at = &m->events[event];
    cg_find f = {.lookup = lookup, .pointer = e->node.pointer};
    cg_scope s = scope_of_find(r, m, at, l);
    if (values) {
        read_values(r, m, l, at, e->node, &f);
    } else {
        const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, e->node));
        const cg_type type = cg_lookup_key(l);
        if (ast)
            f.at =
                cg_type_into(&s, ast, &type, cg_arena_printf(r->arena, "what is looked for in %s", l->name));
    }
    if (f.at || f.n_values) *CG_PUSH(r->arena, at->finds, at->n_finds) = f;
}

void cg_read_finds(cg_reader *r, cg_machine *m, cg_node machine) {
    for (int i = 0; i < m->n_lookups; i++) {
        const cg_node find = cg_get(r, node_of(r, machine, &m->lookups[i]), "find", CG_J_OBJECT);
        cg_entries all = cg_entries_of(r, find);
        if (m->lookups[i].by_line && find.value)
            cg_error(r, CG_E_SHAPE, find.pointer, CG_AT_KEY,
                     "each event about a line looks for that in %s: it needs no 'find'", m->lookups[i].name);
        for (int k = 0; k < all.n && !m->lookups[i].by_line; k++) read_find(r, m, i, &all.items[k]);
    }
}

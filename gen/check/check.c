#include "check.h"

#include <string.h>

#include "lang/lookup.h"
#include "parts.h"

// ------------------------------------------------------------------------------------------------ shared

void cg_check_report(cg_checker *c, cg_code code, const char *pointer, int offset, const char *fmt, ...) {
    for (int i = 0; i < c->n_reported; i++) {
        if (c->reported[i].code == code && !strcmp(c->reported[i].pointer, pointer)) return;
    }
    *CG_PUSH(c->arena, c->reported, c->n_reported) = (cg_reported){.code = code, .pointer = pointer};
    va_list args;
    va_start(args, fmt);
    cg_json_verror(c->json, code, pointer, offset, fmt, args);
    va_end(args);
}

const char *cg_machine_pointer(cg_checker *c, const cg_machine *m, const char *section, const char *key) {
    const char *machine = cg_json_at(c->arena, "/machines", m->name);
    const char *part = cg_json_at(c->arena, machine, section);
    return key ? cg_json_at(c->arena, part, key) : part;
}

const cg_event *cg_event_of(const cg_machine *m, const cg_rule *r) {
    return &m->events[r->event];
}

bool cg_changes_state(const cg_rule *r) {
    return !r->stalls && !r->impossible && r->next != r->state;
}

// -------------------------------------------------------------------------------------------- field sets

cg_field_set cg_field_set_new(cg_checker *c, const cg_machine *m) {
    return (cg_field_set){.m = m, .has = cg_arena_alloc(c->arena, (size_t)cg_n_fields(m) + 1)};
}

void cg_add_field(cg_field_set *set, cg_space space, int field) {
    set->has[cg_field_place(set->m, space, field)] = true;
}

bool cg_set_has(const cg_field_set *set, cg_space space, int field) {
    return set->has[cg_field_place(set->m, space, field)];
}

static void add_field_of_node(void *context, const cg_expr *x) {
    cg_field_set *set = context;
    if (cg_is_field(x)) cg_add_field(set, x->space, x->field);
    set->buffered |= cg_is_leaf(x->op, CG_LEAF_OF_ENTRY);
    if (cg_is_leaf(x->op, CG_LEAF_OF_LOOKUP)) set->lookups |= 1u << cg_lookup_of_leaf(x);
}

void cg_add_read(cg_field_set *set, const cg_expr *x) {
    cg_visit(x, add_field_of_node, set);
}

void cg_add_looked_for(cg_field_set *set, const cg_event *e) {
    cg_visit_finds(e, add_field_of_node, set);
    for (int i = 0; i < e->n_finds; i++)
        for (int k = 0; k < e->finds[i].n_values; k++)
            cg_add_field(set, CG_SPACE_FOUND, e->finds[i].fields[k]);
}

void cg_add_rule_reads(cg_field_set *set, const cg_rule *r) {
    cg_visit_rule(r, add_field_of_node, set);
}

void cg_add_written(cg_field_set *set, const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        bool writes = cg_does(a, CG_DOES_SET);
        if (writes) cg_add_field(set, a->space, a->field);
        if (cg_does(a, CG_DOES_INSERTS | CG_DOES_REMOVES)) set->lookups |= 1u << a->structure;
    }
}

bool cg_sets_meet(const cg_field_set *a, const cg_field_set *b) {
    bool both = (a->buffered && b->buffered) || (a->lookups & b->lookups);
    for (int i = 0; i < cg_n_fields(a->m); i++) both |= a->has[i] && b->has[i];
    return both;
}

// ------------------------------------------------------------------------------------------------ driver

void cg_check_spec(const cg_spec *spec, const cg_json *json) {
    cg_arena *arena = cg_arena_new();
    cg_checker c = {.spec = spec, .json = json, .arena = arena};
#define RUN_MACHINE(name)                                                                                    \
    for (int i = 0; i < spec->n_machines; i++) cg_check_##name(&c, &spec->machines[i]);
#define RUN_WHOLE(name)      cg_check_##name(&c);
#define X(scope, name, text) RUN_##scope(name)
    CG_CHECKS(X)
#undef X
    cg_arena_free(arena);
}

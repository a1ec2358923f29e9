#include "check.h"

#include <string.h>

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
    return (cg_field_set){.regs = cg_arena_alloc(c->arena, (size_t)m->n_regs + 1),
                          .line = cg_arena_alloc(c->arena, (size_t)m->n_line + 1),
                          .mshr = cg_arena_alloc(c->arena, (size_t)m->n_mshr + 1),
                          .thread = cg_arena_alloc(c->arena, (size_t)m->n_thread + 1),
                          .buffer = cg_arena_alloc(c->arena, (size_t)m->n_buffer + 1)};
}

static void add(cg_field_set *set, int space, int field) {
    if (space == CG_X_REG) set->regs[field] = true;
    if (space == CG_X_LINE) set->line[field] = true;
    if (space == CG_X_MSHR) set->mshr[field] = true;
    if (space == CG_X_THREAD) set->thread[field] = true;
    if (space == CG_X_BUFFER) set->buffer[field] = true;
    set->buffered |= space == CG_X_BUFFERED || space == CG_X_GATHERED;
    set->wanted |= space == CG_X_WANTED;
}

static void add_node(void *context, const cg_expr *x) {
    add(context, x->op, x->field);
}

void cg_add_read(cg_field_set *set, const cg_expr *x) {
    cg_visit(x, add_node, set);
}

void cg_add_rule_reads(cg_field_set *set, const cg_rule *r) {
    cg_visit_rule(r, add_node, set);
}

void cg_add_written(cg_field_set *set, const cg_rule *r) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        bool writes = cg_does(a, CG_DOES_SET);
        if (writes) add(set, a->space, a->field);
    }
}

static bool meet(const bool *a, const bool *b, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] && b[i]) return true;
    }
    return false;
}

bool cg_sets_meet(const cg_machine *m, const cg_field_set *a, const cg_field_set *b) {
    return meet(a->regs, b->regs, m->n_regs) || meet(a->line, b->line, m->n_line) ||
           meet(a->mshr, b->mshr, m->n_mshr) || meet(a->thread, b->thread, m->n_thread) ||
           meet(a->buffer, b->buffer, m->n_buffer) || (a->buffered && b->buffered);
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

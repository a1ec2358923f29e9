// What a rule does in the step of a counterexample: what it sends, and what becomes different.
#include <string.h>

#include "lang/lookup.h"
#include "lang/topology.h"
#include "parts.h"

static void add_send(const ex_replayer *r, ex_step *x, int msg, int to_machine, int to) {
    *CG_PUSH(r->s->arena, x->sends, x->n_sends) = (ex_send){msg, to_machine, to, EX_ABSENT};
}

static void add_sends(const ex_replayer *r, ex_step *x, const ex_scope *scope, const cg_action *a) {
    const cg_spec *s = r->s->spec;
    const cg_msg *m = &s->msgs[a->msg];
    const int n = m->to == CG_MEMORY ? 1 : (int)s->machines[m->to].count;
    const int line = a->about ? ex_line_numbered(r->s, false, (int)ex_eval(scope, a->about)) : x->line;
    switch (a->dest) {
    case CG_TO_HOME: add_send(r, x, a->msg, m->to, line < 0 ? 0 : line % n); break;
    case CG_TO_SRC: add_send(r, x, a->msg, m->to, x->src < 0 ? 0 : x->src); break;
    case CG_TO_NEXT: add_send(r, x, a->msg, m->to, (x->node + 1) % n); break;
    case CG_TO_MEMORY: add_send(r, x, a->msg, CG_MEMORY, 0); break;
    case CG_TO_PARENT:
        add_send(r, x, a->msg, m->to,
                 (int)cg_parent_of(&s->machines[x->machine], &s->machines[m->to], (uint64_t)x->node,
                                   line < 0 ? 0 : (uint64_t)line));
        break;
    case CG_N_DESTS: break;
    case CG_TO_CHILDREN: {
        const cg_machine *own = &s->machines[x->machine], *to = &s->machines[m->to];
        const int first = (int)cg_first_child(to, own, (uint64_t)x->node);
        for (int i = 0; i < (int)cg_children(to, own); i++) add_send(r, x, a->msg, m->to, first + i);
        break;
    }
    case CG_TO_ALL:
        for (int i = 0; i < n; i++) add_send(r, x, a->msg, m->to, i);
        break;
    case CG_TO_EXPR: {
        const uint64_t v = ex_eval(scope, a->to);
        const bool set = a->to->type.kind == CG_T_SET;
        for (int i = 0; i < n; i++)
            if (set ? v >> i & 1 : v == (uint64_t)i) add_send(r, x, a->msg, m->to, i);
        break;
    }
    }
}

void ex_add_effect(const ex_replayer *r, ex_step *x, const char *field, const cg_type *t, const char *prefix,
                   const char *name) {
    const char *before = ex_read(r, r->values, t, prefix, name);
    const char *after = ex_read(r, r->next, t, prefix, name);
    if (!before || !after || !strcmp(before, after)) return;
    *CG_PUSH(r->s->arena, x->effects, x->n_effects) =
        (ex_effect){field, t ? ex_show(r, t, before) : ex_plain(r, before),
                    t ? ex_show(r, t, after) : ex_plain(r, after)};
}

// A field of line `line`; the event's own line is not named.
static void add_line_effect(const ex_replayer *r, ex_step *x, int line, const cg_field *f, const char *kind) {
    const char *m = r->s->spec->machines[x->machine].name;
    const char *of = line == x->line ? "" : EX_PRINT(r, "line %d ", line);
    ex_add_effect(r, x, EX_PRINT(r, "%s%s", of, f->name), &f->type,
                  EX_PRINT(r, "%s[%d].line[%d].%s", m, x->node, line, kind), f->name);
}

static void add_data_effect(const ex_replayer *r, ex_step *x) {
    const char *m = r->s->spec->machines[x->machine].name;
    ex_add_effect(r, x, "data", NULL, EX_PRINT(r, "%s[%d].line[%d].", m, x->node, x->line), "data");
}

static void add_bulk(const ex_replayer *r, ex_step *x, const cg_action *a) {
    const cg_machine *m = &r->s->spec->machines[x->machine];
    for (int line = 0; line < r->s->n_lines; line++) {
        const char *path = EX_PRINT(r, "%s[%d].line[%d].state", m->name, x->node, line);
        const char *before = ex_value(r, r->values, path), *after = ex_value(r, r->next, path);
        if (cg_does(a, CG_DOES_SETS_LINES)) add_line_effect(r, x, line, &m->line[a->field], "");
        if (cg_does(a, CG_DOES_SETS_ENTRIES)) add_line_effect(r, x, line, &m->mshr[a->field], "mshr_");
        const bool state = cg_does(a, CG_DOES_MOVE);
        if (!state || line == x->line || !before || !after || !strcmp(before, after)) continue;
        if (strcmp(ex_without(after, m->name), m->states[a->to_state].name) != 0) continue;
        *CG_PUSH(r->s->arena, x->effects, x->n_effects) = (ex_effect){
            EX_PRINT(r, "line %d", line), ex_without(before, m->name), ex_without(after, m->name)};
    }
}

static void add_assigned(const ex_replayer *r, ex_step *x, const ex_scope *scope, const cg_action *a) {
    const cg_field *f = cg_field_at(scope->m, a->space, a->field);
    const char *of = CG_SPACES[a->space].traits & CG_TRAIT_IN_CELL ? "" : CG_SPACES[a->space].prefix;
    const char *at = scope->at[a->space];
    if (a->space == CG_SPACE_FOUND)
        at = ex_changed_entry(scope, x->rule, cg_lookup_of_field(scope->m, a->field));
    if (at) ex_add_effect(r, x, EX_PRINT(r, "%s%s", of, cg_field_shown(f)), &f->type, at, f->name);
}

static void add_action(const ex_replayer *r, ex_step *x, const ex_scope *scope, const cg_action *a) {
    const bool filled = cg_does(a, CG_DOES_FINISHES) && cg_find_action(x->rule, CG_DOES_FILLS);
    if (cg_does(a, CG_DOES_ASSIGNS)) add_assigned(r, x, scope, a);
    if (cg_does(a, CG_DOES_SENDS)) add_sends(r, x, scope, a);
    if (cg_does(a, CG_DOES_WRITE_DATA) && !filled) add_data_effect(r, x); // once is enough
    if (cg_does(a, CG_DOES_BULK)) add_bulk(r, x, a);
    if (cg_does(a, CG_DOES_INSERTS | CG_DOES_REMOVES)) ex_add_lookup(scope, x, a);
    if (cg_does(a, CG_DOES_PUSH | CG_DOES_POPS)) // how much is in it
        ex_add_effect(
            r, x, scope->m->structures[a->structure].name, NULL,
            EX_PRINT(r, "%s[%d].fifo_%s.", scope->m->name, x->node, scope->m->structures[a->structure].name),
            "n");
}

// A rule that widens takes other words of its line along: what becomes of them, and their messages.
static void add_widened(const ex_replayer *r, ex_step *x, const ex_scope *scope) {
    const cg_machine *m = &r->s->spec->machines[x->machine];
    for (int l = 0; x->rule->widen && l < r->s->n_lines; l++) {
        if (l == x->line || l / r->s->words != x->line / r->s->words) continue;
        const char *path = EX_PRINT(r, "%s[%d].line[%d].state", m->name, x->node, l);
        const char *before = ex_value(r, r->values, path), *after = ex_value(r, r->next, path);
        if (!before || !after || !strcmp(before, after)) continue;
        *CG_PUSH(r->s->arena, x->effects, x->n_effects) =
            (ex_effect){EX_PRINT(r, "line %d", l), ex_without(before, m->name), ex_without(after, m->name)};
        for (int i = 0; i < x->rule->n_actions; i++)
            if (cg_does(&x->rule->actions[i], CG_DOES_SENDS)) add_sends(r, x, scope, &x->rule->actions[i]);
    }
}

void ex_add_effects(const ex_scope *scope, ex_step *x) {
    for (int i = 0; i < x->rule->n_actions; i++) add_action(scope->r, x, scope, &x->rule->actions[i]);
    add_widened(scope->r, x, scope);
}

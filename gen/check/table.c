// Is the table total, and is every part of it needed?
#include <string.h>

#include "parts.h"

// ------------------------------------------------------------------------------------------------- total

static const char *append_to_list(cg_checker *c, const char *list, const char *name) {
    return list ? cg_arena_printf(c->arena, "%s, %s", list, name) : name;
}

static void check_last(cg_checker *c, const cg_machine *m, const cg_rule *last) {
    if (!last->when) return;
    const char *event = cg_event_of(m, last)->name;
    const char *where = last->state == CG_NONE
                            ? cg_arena_printf(c->arena, "'%s'", event)
                            : cg_arena_printf(c->arena, "'%s' in %s", event, m->states[last->state].name);
    cg_check_report(c, CG_E_DEFAULT, cg_json_at(c->arena, last->pointer, "when"), 0,
                    "this is the last rule for %s and has a guard: what happens when it does not hold?",
                    where);
}

// The events about a line (or about none) that a state has no rule for, as a list; NULL: none is missing.
static const char *events_without_rule(cg_checker *c, const cg_machine *m, int state) {
    const char *list = NULL;
    for (int e = 0; e < m->n_events; e++) {
        int first, n;
        if (m->events[e].block != (state != CG_NONE)) continue;
        n = cg_rules_of(m, state, e, &first);
        if (n == 0)
            list = append_to_list(c, list, m->events[e].name);
        else
            check_last(c, m, &m->rules[first + n - 1]);
    }
    return list;
}

void cg_check_total(cg_checker *c, const cg_machine *m) {
    for (int s = 0; s < m->n_states; s++) {
        const char *name = m->states[s].name, *list = events_without_rule(c, m, s);
        if (list)
            cg_check_report(c, CG_E_MISSING, cg_machine_pointer(c, m, "states", name), CG_AT_KEY,
                            "%s has no rule for %s: say what happens, or \"impossible\"", name, list);
    }
    const char *list = events_without_rule(c, m, CG_NONE);
    if (list)
        cg_check_report(c, CG_E_MISSING, cg_machine_pointer(c, m, "rules", NULL), CG_AT_KEY,
                        "%s has no rule for %s, which is about no line", m->name, list);
}

// ---------------------------------------------------------------------------------------------- shadowed

// The earlier rule that always fires when this one could, or NULL.
static const cg_rule *shadow_of(const cg_rule *r) {
    for (const cg_rule *q = r - r->index; q < r; q++) {
        if (!q->when || (r->when && !strcmp(q->when->text, r->when->text))) return q;
    }
    return NULL;
}

void cg_check_shadowed(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i], *q = shadow_of(r);
        if (!q) continue;
        cg_check_report(c, CG_E_SHADOWED, r->pointer, 0, "this rule for '%s' can never fire: %s %s",
                        cg_event_of(m, r)->name, q->id,
                        q->when ? "has the same guard" : "comes first and has no guard");
    }
}

// --------------------------------------------------------------------------------------------- reachable

// Does a rule move a line (or an entry) that is in a state of `reached` to a new state?
static bool reach_by(const cg_machine *m, const cg_rule *r, bool *reached) {
    bool grown = false;
    if (r->impossible) return false;
    if (r->state != CG_NONE && !r->stalls && reached[r->state] && !reached[r->next])
        grown = reached[r->next] = true;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (a->to_state == CG_NONE || reached[a->to_state]) continue;
        bool any = a->from_state == CG_NONE ? cg_does(a, CG_DOES_MOVES_LINES) : reached[a->from_state];
        for (int s = m->n_stable; s < m->n_states && a->from_state == CG_NONE; s++) any |= reached[s];
        if (any) grown = reached[a->to_state] = true;
    }
    return grown;
}

void cg_check_reachable(cg_checker *c, const cg_machine *m) {
    bool *reached = cg_arena_alloc(c->arena, (size_t)m->n_states + 1);
    reached[0] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < m->n_rules; i++) grown |= reach_by(m, &m->rules[i], reached);
    }
    for (int s = 0; s < m->n_states; s++) {
        if (reached[s]) continue;
        cg_check_report(c, CG_E_UNREACHABLE, cg_machine_pointer(c, m, "states", m->states[s].name), CG_AT_KEY,
                        "no chain of rules leads from %s to %s", m->states[0].name, m->states[s].name);
    }
}

// ---------------------------------------------------------------------------------------------- messages

static bool is_sent(const cg_spec *s, int msg) {
    for (int k = 0; k < s->n_machines; k++) {
        const cg_machine *m = &s->machines[k];
        for (int i = 0; i < m->n_rules; i++) {
            const cg_rule *r = &m->rules[i];
            for (int a = 0; a < r->n_actions; a++) {
                if (cg_does(&r->actions[a], CG_DOES_SENDS) && r->actions[a].msg == msg) return true;
            }
        }
    }
    return false;
}

// Memory sends answers: somebody must ask it.
static bool somebody_asks_for(const cg_spec *s, const cg_msg *answer) {
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *q = &s->msgs[i];
        if (q->to == CG_MEMORY && q->from == answer->to && q->net == answer->net && is_sent(s, i))
            return true;
    }
    return false;
}

static bool is_taken(const cg_machine *m, int msg) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event *e = cg_event_of(m, &m->rules[i]);
        if (e->kind == CG_EV_MESSAGE && e->msg == msg && !m->rules[i].impossible) return true;
    }
    return false;
}

void cg_check_messages(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *m = &s->msgs[i];
        const char *at = cg_json_at(c->arena, "/messages", m->name);
        if (m->from == CG_MEMORY ? !somebody_asks_for(s, m) : !is_sent(s, i))
            cg_check_report(c, CG_E_UNHANDLED, at, CG_AT_KEY, "%s is never sent", m->name);
        else if (m->to != CG_MEMORY && !is_taken(&s->machines[m->to], i))
            cg_check_report(c, CG_E_UNHANDLED, at, CG_AT_KEY, "%s is sent, and %s takes it in no state",
                            m->name, s->machines[m->to].name);
    }
}

// Is what goes into a structure taken out of it again?
#include "parts.h"

static bool has_event(const cg_machine *m, int structure, cg_event_kind kind) {
    for (int e = 0; e < m->n_events; e++)
        if (m->events[e].kind == kind && m->events[e].structure == structure) return true;
    return false;
}

static bool is_pushed(const cg_machine *m, int structure, int effects) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *a = cg_find_action(&m->rules[i], effects);
        if (a && a->structure == structure) return true;
    }
    return false;
}

static void check_structure(cg_checker *c, const cg_machine *m, int i) {
    const cg_structure *s = &m->structures[i];
    const char *at = cg_machine_pointer(c, m, "structures", s->name);
    if (!has_event(m, i, CG_EV_HEAD))
        cg_check_report(
            c, CG_E_SHAPE, at, CG_AT_KEY,
            "no line ever leaves %s: %s needs an event {\"structure\": \"%s\", \"head\": \"line\"}", s->name,
            m->name, s->name);
    else if (s->markers && !has_event(m, i, CG_EV_MARKER))
        cg_check_report(
            c, CG_E_SHAPE, at, CG_AT_KEY,
            "no marker ever leaves %s: %s needs an event {\"structure\": \"%s\", \"head\": \"marker\"}",
            s->name, m->name, s->name);
    else if (!is_pushed(m, i, CG_DOES_PUSHES))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s is never used: no rule says 'push %s'", s->name,
                        s->name);
    else if (s->markers && !is_pushed(m, i, CG_DOES_MARKS))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s never holds a marker: no rule says 'mark %s'",
                        s->name, s->name);
}

// What is at the head stays there, or leaves.
static void check_head(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    const cg_event_kind kind = cg_event_of(m, r)->kind;
    if (kind != CG_EV_HEAD && kind != CG_EV_MARKER) return;
    const char *name = m->structures[cg_event_of(m, r)->structure].name;
    const cg_action *push = cg_find_action(r, CG_DOES_PUSH);
    if (push)
        cg_check_report(
            c, CG_E_VERB, push->pointer, 0,
            "'%s' may wait for room that its own event makes: no rule for the head of %s pushes (%s)",
            push->text, name, r->id);
    if (r->stalls || r->impossible || cg_find_action(r, CG_DOES_POPS)) return;
    cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, r->pointer, "do"), 0,
                    "what is at the head of %s leaves it or waits: the rule needs 'pop %s', or 'stall' (%s)",
                    name, name, r->id);
}

void cg_check_structures(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++) check_structure(c, m, i);
    for (int i = 0; i < m->n_rules && m->n_structures; i++) check_head(c, m, &m->rules[i]);
}

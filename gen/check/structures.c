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
    else if (!s->walks && !is_pushed(m, i, CG_DOES_PUSHES))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s is never used: no rule says 'push %s'", s->name,
                        s->name);
    else if (s->markers && !is_pushed(m, i, CG_DOES_MARKS))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s never holds a marker: no rule says 'mark %s'",
                        s->name, s->name);
}

static const cg_rule *rule_that_marks(const cg_machine *m, int structure, cg_event_kind kind) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *a = cg_find_action(&m->rules[i], CG_DOES_MARKS);
        if (a && a->structure == structure && cg_event_of(m, &m->rules[i])->kind == kind) return &m->rules[i];
    }
    return NULL;
}

static void note_asker(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_ASKS);
}

// Whose are the markers? Those of the core's own threads name no request, and one fifo has one kind.
static void check_markers(cg_checker *c, const cg_machine *m, int structure) {
    const cg_rule *own = rule_that_marks(m, structure, CG_EV_CORE);
    const cg_rule *sent = rule_that_marks(m, structure, CG_EV_MESSAGE);
    const char *name = m->structures[structure].name;
    if (!own) return;
    if (sent)
        cg_check_report(c, CG_E_VERB, cg_find_action(sent, CG_DOES_MARKS)->pointer, 0,
                        "the markers in %s are of the core's own threads (%s), and this one comes with a "
                        "message (%s)",
                        name, own->id, sent->id);
    for (int i = 0; i < m->n_rules; i++) {
        bool reads = false;
        const cg_rule *r = &m->rules[i];
        const cg_event *e = cg_event_of(m, r);
        if (e->kind != CG_EV_MARKER || e->structure != structure) continue;
        cg_visit_rule(r, note_asker, &reads);
        if (reads)
            cg_check_report(
                c, CG_E_VERB, r->pointer, 0,
                "'head.request' is for markers that come with messages, and those in %s are of the "
                "core's own threads (%s): what this rule sends is on behalf of them (%s)",
                name, own->id, r->id);
    }
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
    const cg_action *pop = cg_find_action(r, CG_DOES_POPS);
    if (pop && pop->structure != cg_event_of(m, r)->structure)
        cg_check_report(c, CG_E_VERB, pop->pointer, 0,
                        "what is at the head of %s leaves that, and not %s (%s)", name,
                        m->structures[pop->structure].name, r->id);
    if (r->stalls || r->impossible || pop) return;
    cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, r->pointer, "do"), 0,
                    "what is at the head of %s leaves it or waits: the rule needs 'pop %s', or 'stall' (%s)",
                    name, name, r->id);
}

// What a walk comes by are ways: a line that waits for an answer before it is gone may have given up its own.
static void check_evictions(cg_checker *c, const cg_machine *m) {
    const int walk = cg_find_walk(m);
    for (int i = 0; i < m->n_rules && walk != CG_NONE; i++) {
        const cg_rule *r = &m->rules[i];
        if (cg_event_of(m, r)->kind != CG_EV_EVICT || r->stalls || r->next < m->n_stable) continue;
        cg_check_report(
            c, CG_E_VERB, r->pointer, 0,
            "an eviction of %s ends in %s or stalls: %s walks its cache, and would not find a line "
            "that waits for an answer (%s)",
            m->name, m->states[0].name, m->structures[walk].name, r->id);
    }
}

void cg_check_structures(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_structures; i++) {
        check_structure(c, m, i);
        check_markers(c, m, i);
    }
    check_evictions(c, m);
    for (int i = 0; i < m->n_rules && m->n_structures; i++) check_head(c, m, &m->rules[i]);
}

// Local memories of cores: what their tables cannot have.
#include <string.h>

#include "lang/request.h"
#include "lang/topology.h"
#include "parts.h"

// Without MSHR entries nothing is anywhere else, so there is nothing to ask for or to wait for.
static void check_local_states(cg_checker *c, const cg_machine *m) {
    for (int s = m->n_stable; s < m->n_states && !m->mapped; s++)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "states", m->states[s].name), CG_AT_KEY,
                        "%s is transient, and nothing is under way to a local memory", m->states[s].name);
    for (int f = 0; f < m->fields[CG_SPACE_LINE].n; f++)
        if (m->line[f].type.kind == CG_T_MASK)
            cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "line", m->line[f].name), CG_AT_KEY,
                            "%s is a mask, and all bytes of a local memory are always here", m->line[f].name);
}

static bool is_excepted(const cg_event *e, const char *scope) {
    for (int i = 0; i < e->n_except; i++)
        if (!strcmp(e->except[i], scope)) return true;
    return false;
}

static bool excepts_alike(const cg_event *a, const cg_event *b) {
    bool alike = a->n_except == b->n_except;
    for (int i = 0; i < a->n_except; i++) alike &= is_excepted(b, a->except[i]);
    return alike;
}

// note [both] in lang/request.h: an acquire or a release comes to the port if the machine with the port has
// the event, and for the operations for which that has it.
static void check_both(cg_checker *c, const cg_machine *m, const cg_event *v) {
    const cg_machine *port = &c->spec->machines[m->beside];
    if (v->core != CG_ACQUIRE && v->core != CG_RELEASE) return;
    const int other = cg_core_event(port, v->core);
    const char *at = cg_machine_pointer(c, m, "events", v->name);
    if (other == CG_NONE)
        cg_check_report(
            c, CG_E_SHAPE, at, CG_AT_KEY,
            "%s hears of what its core's port asks of %s, which has no event for it (\"core\": \"%s\")",
            m->name, port->name, cg_op_name(v->core));
    else if (!excepts_alike(v, &port->events[other]))
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "'except' is another one than that of %s in %s: both hear of the same operations",
                        port->events[other].name, port->name);
}

// Messages come from the L1's space, where an address of this one means nothing.
static void check_local_events(cg_checker *c, const cg_machine *m) {
    for (int e = 0; e < m->n_events; e++) {
        const cg_event *v = &m->events[e];
        if (v->kind == CG_EV_CORE) {
            check_both(c, m, v);
            continue;
        }
        if (v->kind == CG_EV_TIMER || v->kind == CG_EV_HEAD || v->kind == CG_EV_MARKER) continue;
        if (m->mapped && v->kind == CG_EV_MESSAGE) continue;
        const bool message = v->kind == CG_EV_MESSAGE;
        const char *at = message ? cg_json_at(c->arena, "/messages", v->name)
                                 : cg_machine_pointer(c, m, "events", v->name);
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "%s is a local memory, whose events are what a core asks for, %stimers and what a "
                        "walk has come to: '%s' is none",
                        m->name, m->mapped ? "messages, " : "", v->name);
    }
    for (int i = 0; i < c->spec->n_msgs && !m->mapped; i++)
        if (c->spec->msgs[i].from == (int)(m - c->spec->machines))
            cg_check_report(c, CG_E_SHAPE, cg_json_at(c->arena, "/messages", c->spec->msgs[i].name),
                            CG_AT_KEY, "%s is a local memory, and sends no messages", m->name);
}

// Which global line a place is of, only the memory's own rules say.
static void check_performed_away(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_machines; i++)
        for (int r = 0; r < s->machines[i].n_rules; r++) {
            const cg_rule *rule = &s->machines[i].rules[r];
            const cg_event *e = cg_event_of(&s->machines[i], rule);
            const cg_action *p = cg_find_action(rule, CG_DOES_PERFORMS);
            const int from = e->kind == CG_EV_MESSAGE ? s->msgs[e->msg].from : CG_MEMORY;
            if (!p || s->machines[i].local || from == CG_MEMORY || !s->machines[from].mapped) continue;
            cg_check_report(c, CG_E_VERB, p->pointer, 0,
                            "%s comes from the local memory %s, and what its core asks for takes effect "
                            "there: only its rules "
                            "say at which place (%s)",
                            e->name, s->machines[from].name, rule->id);
        }
}

// What goes out is about a global line, which only the rule can name. A message whose request waits with an
// entry would have to be kept with both of its lines.
static void check_mapped_action(cg_checker *c, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    const bool block = cg_does(a, CG_DOES_SENDS) && c->spec->msgs[a->msg].block;
    const cg_event *e = cg_event_of(m, r);
    if (block && !a->about)
        cg_check_report(
            c, CG_E_VERB, a->pointer, 0,
            "%s is about a global line, and %s is a local memory: say which, as in 'send ... about "
            "line.base to ...' (%s)",
            c->spec->msgs[a->msg].name, m->name, r->id);
    if (cg_does(a, CG_DOES_SENDS) && !block && a->about)
        cg_check_report(c, CG_E_VERB, a->pointer, 0, "%s is about no line (%s)", c->spec->msgs[a->msg].name,
                        r->id);
    if (cg_does(a, CG_DOES_DEFERS) && e->kind == CG_EV_MESSAGE)
        cg_check_report(
            c, CG_E_VERB, a->pointer, 0,
            "%s comes from another controller, and a local memory defers requests of its core alone: use "
            "'stall' (%s)",
            e->name, r->id);
    if (cg_does(a, CG_DOES_TAKES_WAY) &&
        m->states[r->state].transient) // elsewhere that is said by the verb's uses
        cg_check_report(c, CG_E_VERB, a->pointer, 0, "all lines of a local memory are always here (%s)",
                        r->id);
    if (cg_does(a, CG_DOES_FINISHES))
        cg_check_report(
            c, CG_E_VERB, a->pointer, 0,
            "a request that 'complete' answers takes effect at its own place, and this line is of a global "
            "one: use 'replay' (%s)",
            r->id);
}

// note [place words] in lang/local.h
static void check_payloads(cg_checker *c, const cg_machine *m) {
    const int own = (int)(m - c->spec->machines);
    for (int i = 0; i < c->spec->n_msgs; i++) {
        const cg_msg *msg = &c->spec->msgs[i];
        if ((msg->from != own && msg->to != own) || msg->payload == CG_PAY_NONE ||
            msg->payload == CG_PAY_LINE)
            continue;
        cg_check_report(
            c, CG_E_SHAPE, cg_json_at(c->arena, cg_json_at(c->arena, "/messages", msg->name), "payload"), 0,
            "%s is a local memory of words: its messages carry a word, which is \"line\", or nothing",
            m->name);
    }
}

static void check_rules(cg_checker *c, const cg_machine *m) {
    for (int r = 0; m->mapped && r < m->n_rules; r++) {
        for (int i = 0; i < m->rules[r].n_actions; i++)
            check_mapped_action(c, m, &m->rules[r], &m->rules[r].actions[i]);
    }
}

void cg_check_local(cg_checker *c, const cg_machine *m) {
    if (!m->local) return;
    check_local_states(c, m);
    check_local_events(c, m);
    check_rules(c, m);
    if (m->mapped) check_performed_away(c);
    if (m->of_words && !m->mapped)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "granularity", NULL), 0,
                        "the blocks of a local memory without MSHR entries are lines");
    if (m->of_words) check_payloads(c, m);
}

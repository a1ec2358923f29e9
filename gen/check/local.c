// Local memories of cores: what their tables cannot have.
#include "lang/command.h"
#include "lang/topology.h"
#include "parts.h"

// Nothing is anywhere else, so there is nothing to ask for or to wait for.
static void check_local_states(cg_checker *c, const cg_machine *m) {
    for (int s = m->n_stable; s < m->n_states; s++)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "states", m->states[s].name), CG_AT_KEY,
                        "%s is transient, and nothing is under way to a local memory", m->states[s].name);
    for (int f = 0; f < m->fields[CG_SPACE_LINE].n; f++)
        if (m->line[f].type.kind == CG_T_MASK)
            cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "line", m->line[f].name), CG_AT_KEY,
                            "%s is a mask, and all bytes of a local memory are always here", m->line[f].name);
}

// What a core asks for about no line goes to the machine beside it, and so do messages: an address of this
// space means nothing to others.
static void check_local_events(cg_checker *c, const cg_machine *m) {
    for (int e = 0; e < m->n_events; e++) {
        const cg_event *v = &m->events[e];
        if (v->kind == CG_EV_CORE && (v->block || cg_command_of(c->spec, v))) continue;
        if (v->kind == CG_EV_TIMER) continue;
        const bool message = v->kind == CG_EV_MESSAGE;
        const char *at = message ? cg_json_at(c->arena, "/messages", v->name)
                                 : cg_machine_pointer(c, m, "events", v->name);
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "%s is a local memory, whose events are a core's loads, stores, atomics and "
                        "commands, and timers: '%s' is none",
                        m->name, v->name);
    }
    for (int i = 0; i < c->spec->n_msgs; i++)
        if (c->spec->msgs[i].from == (int)(m - c->spec->machines))
            cg_check_report(c, CG_E_SHAPE, cg_json_at(c->arena, "/messages", c->spec->msgs[i].name),
                            CG_AT_KEY, "%s is a local memory, and sends no messages", m->name);
}

static void check_rules(cg_checker *c, const cg_machine *m) {
    enum { BULK = CG_DOES_MOVES_LINES | CG_DOES_SETS_LINES };
    for (int r = 0; r < m->n_rules; r++) {
        const cg_action *a = cg_find_action(&m->rules[r], BULK);
        if (a)
            cg_check_report(c, CG_E_VERB, a->pointer, 0,
                            "'%s' changes all lines, and those of a local memory are changed one by one (%s)",
                            a->text, m->rules[r].id);
    }
}

// Golden models have no order between a thread's operations on both sides of the port but that of asking.
static void check_slots(cg_checker *c, const cg_machine *m) {
    if (c->spec->slots > 1)
        cg_check_report(c, CG_E_PARAM, cg_machine_pointer(c, m, "beside", NULL), 0,
                        "with %llu slots a thread's operations would overtake each other on both sides of "
                        "the port: with a local memory slots must be 1",
                        (unsigned long long)c->spec->slots);
}

void cg_check_local(cg_checker *c, const cg_machine *m) {
    if (!m->local) return;
    check_local_states(c, m);
    check_local_events(c, m);
    check_rules(c, m);
    check_slots(c, m);
    if (m->words)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "granularity", NULL), 0,
                        "the blocks of a local memory are lines");
}

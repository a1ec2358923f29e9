// The clock's events: a wrap happens in all controllers at once, and an alarm ends.
#include "parts.h"

// note [wrap]
//
// A wrap is one cycle in the life of every controller, whatever they are doing. So its rules need nothing
// that they might have to wait for: they send nothing. A sweep it may start; but then the next wrap must come
// after it, and no other rule may be sweeping when it comes.
static const cg_rule *sweeping_rule(const cg_machine *m, bool at_wrap, const cg_action **sweep) {
    for (int i = 0; i < m->n_rules; i++) {
        *sweep = cg_find_action(&m->rules[i], CG_DOES_SETS_LINES);
        if (*sweep && (cg_event_of(m, &m->rules[i])->kind == CG_EV_WRAP) == at_wrap) return &m->rules[i];
    }
    return NULL;
}

enum { MARGIN = 8 }; // cycles that a sweep takes beside one for each set, and some more

static void check_sweeps(cg_checker *c, const cg_machine *m) {
    const cg_action *here, *there;
    const cg_rule *wrap = sweeping_rule(m, true, &here), *other = sweeping_rule(m, false, &there);
    const cg_clock *clock = &c->spec->clock;
    if (!wrap) return;
    if (other)
        cg_check_report(c, CG_E_VERB, there->pointer, 0,
                        "%s sweeps when the clock wraps: %s cannot sweep, too", m->name, other->id);
    if (clock->bits >= 32 || clock->cycles << clock->bits >= m->sets + MARGIN) return;
    cg_check_report(
        c, CG_E_PARAM, here->pointer, 0,
        "the clock wraps every %llu cycles, and a sweep of %llu sets takes up to %llu: give it more bits "
        "or cycles (%s)",
        (unsigned long long)(clock->cycles << clock->bits), (unsigned long long)m->sets,
        (unsigned long long)m->sets + MARGIN, wrap->id);
}

static void check_wrap(cg_checker *c, const cg_rule *r) {
    const cg_action *send = cg_find_action(r, CG_DOES_SENDS);
    if (send)
        cg_check_report(c, CG_E_VERB, send->pointer, 0,
                        "a wrap cannot wait for room in a network: nothing can be sent (%s)", r->id);
}

// An alarm is there as long as its condition holds: its rules must change what that reads.
static void check_alarm(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    cg_field_set reads = cg_field_set_new(c, m), writes = cg_field_set_new(c, m);
    cg_add_read(&reads, cg_event_of(m, r)->alarm);
    cg_add_written(&writes, r);
    if (r->impossible || r->stalls || cg_find_action(r, CG_DOES_FREES_ENTRY) || cg_sets_meet(&reads, &writes))
        return;
    cg_check_report(
        c, CG_E_VERB, r->pointer, 0,
        "this alarm would come again at once: %s neither releases the entry nor changes what '%s' reads",
        r->id, cg_event_of(m, r)->alarm->text);
}

void cg_check_clock(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event_kind kind = cg_event_of(m, &m->rules[i])->kind;
        if (kind == CG_EV_WRAP) check_wrap(c, &m->rules[i]);
        if (kind == CG_EV_ALARM) check_alarm(c, m, &m->rules[i]);
    }
    check_sweeps(c, m);
}

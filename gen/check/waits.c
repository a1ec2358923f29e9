// Which rules wait, and can the wait end?
#include "lang/lookup.h"
#include "parts.h"

// note [responses]
//
// A response is what others wait for. If it had to wait for anything itself - room in the MSHR file, a way, a
// stall's end - then what frees that could wait behind it. So a response does not stall, allocate or merge;
// and then every lane of responses drains, whatever the rest of the system does.
void cg_check_responses(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const cg_event *e = cg_event_of(m, r);
        if (e->kind != CG_EV_MESSAGE || c->spec->msgs[e->msg].cls != CG_RESPONSE) continue;
        for (int k = 0; k < r->n_actions; k++) {
            const cg_action *a = &r->actions[k];
            if (cg_does(a, CG_DOES_WAIT))
                cg_check_report(c, CG_E_RESPONSE_STALL, a->pointer, 0,
                                "%s is a response, and others wait for it: %s cannot make it wait", e->name,
                                r->id);
        }
    }
}

// ------------------------------------------------------------------------------------------------ stalls

// Messages, timers, what the clock brings and what is at the head of a fifo come by themselves, and what
// leaves the store buffer once it is wanted out. A core may never ask again, and a way may never be wanted:
// what they would do ends no stall. A request that was deferred comes again.
static bool comes_by_itself(const cg_machine *m, const cg_rule *r) {
    const cg_event_kind kind = cg_event_of(m, r)->kind;
    return kind == CG_EV_MESSAGE || kind == CG_EV_TIMER || kind == CG_EV_WRAP || kind == CG_EV_ALARM ||
           kind == CG_EV_HEAD || kind == CG_EV_MARKER;
}

// Is what a rule defers in this state handed back there? By an event that comes by itself, or by what leaves
// the store buffer, where the rule wants it out.
static bool is_handed_back(const cg_machine *m, const cg_rule *defers, int state) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->state != state || r->impossible || !cg_find_action(r, CG_DOES_HANDS_BACK)) continue;
        if (comes_by_itself(m, r)) return true;
        if (cg_event_of(m, r)->kind == CG_EV_DRAIN && cg_find_action(defers, CG_DOES_DRAIN)) return true;
    }
    return false;
}

static bool comes_again(const cg_machine *m, const cg_rule *r) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *defers = &m->rules[i];
        if (defers->event != r->event || !cg_find_action(defers, CG_DOES_DEFERS)) continue;
        const int state = cg_changes_state(defers) ? defers->next : defers->state;
        if (state == r->state && is_handed_back(m, defers, state)) return true;
    }
    return false;
}

static bool is_helpful(const cg_machine *m, const cg_rule *r, const cg_rule *stall) {
    if (r->impossible) return false;
    if (cg_event_of(m, r)->kind == CG_EV_DRAIN) return !r->stalls && cg_find_action(stall, CG_DOES_DRAIN);
    return comes_by_itself(m, r) || (r->state != CG_NONE && comes_again(m, r));
}

static bool state_is_left(const cg_machine *m, const cg_rule *stall) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (r->state != stall->state || r->event == stall->event) continue;
        if (is_helpful(m, r, stall) && cg_changes_state(r)) return true;
    }
    return false;
}

// Another entry may be found: a field changes when one comes or goes.
static void add_found(cg_field_set *reads) {
    const cg_machine *m = reads->m;
    for (int f = 0; f < m->n_found; f++)
        if (cg_set_has(reads, CG_SPACE_FOUND, f)) reads->lookups |= 1u << cg_lookup_of_field(m, f);
}

// Is something that the guards of this (state, event) read, up to this rule's, written by a rule that does
// not wait for a core (a stalling rule's own writes count)?
static bool guard_changes(cg_checker *c, const cg_machine *m, const cg_rule *stall) {
    cg_field_set reads = cg_field_set_new(c, m), writes = cg_field_set_new(c, m);
    bool passes = false;
    for (int k = 0; k <= stall->index; k++) {
        cg_add_read(&reads, (stall - k)->when);
        passes |= cg_reads((stall - k)->when, CG_LEAF_PASSES);
    }
    add_found(&reads);
    if (passes) return true;
    for (int i = 0; i < m->n_rules; i++) {
        const bool helps = is_helpful(m, &m->rules[i], stall);
        if (&m->rules[i] == stall || helps) cg_add_written(&writes, &m->rules[i]);
        writes.buffered |= helps && cg_event_of(m, &m->rules[i])->kind == CG_EV_DRAIN;
    }
    return cg_sets_meet(&reads, &writes);
}

void cg_check_stalls(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (!r->stalls || (r->state != CG_NONE && state_is_left(m, r)) || guard_changes(c, m, r)) continue;
        cg_check_report(c, CG_E_STALL_FOREVER, cg_find_action(r, CG_DOES_STALLS)->pointer, 0,
                        "nothing can end this stall: no message leads out of %s, and no guard changes (%s)",
                        r->state == CG_NONE ? "it" : m->states[r->state].name, r->id);
    }
}

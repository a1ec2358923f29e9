// What an eviction leaves behind: which lines the transition that takes their way may overwrite, and what S1
// must know for that; and which lines give up their way before their eviction is answered.
//
// note [victim]
//
// An eviction that does nothing but lead to state 0 needs no event of its own: nobody is told, nothing is
// written, and no field or register changes. It happens in the transition that takes the way, just before it.
// Which rule an eviction would fire is decided in S1, so the guards before that rule must read nothing but
// fields of the line: these are in the tag array, and what the transition ahead changes of them is known.
//
// note [vacated]
//
// An eviction that is answered leads to transient states, and messages that come meanwhile may ask for the
// line's data. These move to a row of the data array that belongs to the line's MSHR entry, in the same
// transition, and the way is free. Later rules find an entry without a way. So none of them may write the
// data, take a way, or lead to another stable state than 0; and the machine has no fields of lines, as these
// stand with the way.
#include <stdlib.h>

#include "base/memory.h"
#include "lang/visit.h"
#include "parts.h"

static void note_foreign_leaf(void *context, const cg_expr *x) {
    bool *foreign = context;
    if (x->op >= CG_N_LEAVES || cg_is_const(x) || cg_is_of(x, CG_SPACE_LINE)) return;
    *foreign = true;
}

static bool reads_only_line(const cg_expr *x) {
    bool foreign = false;
    cg_visit(x, note_foreign_leaf, &foreign);
    return !foreign;
}

bool cg_plan_is_silent(const cg_rule *eviction) {
    return !eviction->n_actions && eviction->next == 0;
}

int cg_plan_silent_rules(const cg_machine *m, int state, int *first) {
    int event = 0, n = 0;
    while (event < m->n_events && m->events[event].kind != CG_EV_EVICT) event++;
    if (event == m->n_events || m->states[state].transient) return 0;
    const int rules = cg_rules_of(m, state, event, first);
    bool silent = false;
    while (n < rules && reads_only_line(m->rules[*first + n].when))
        silent |= cg_plan_is_silent(&m->rules[*first + n++]);
    return silent ? n : 0;
}

bool cg_plan_overwrites(const cg_machine *m) {
    int first;
    for (int s = 1; s < m->n_stable; s++)
        if (cg_plan_silent_rules(m, s, &first)) return true;
    return false;
}

// Each transient state that can follow `state`, and `state`, is marked. False: one of them needs the way.
static bool mark_followers(const cg_machine *m, int state, bool *marked) {
    if (marked[state]) return true;
    marked[state] = true;
    for (int r = 0; r < m->n_rules; r++) {
        const cg_rule *rule = &m->rules[r];
        if (rule->state != state) continue;
        if (cg_effects_of(rule) & (CG_DOES_WRITE_DATA | CG_DOES_TAKES_WAY)) return false;
        if (rule->next == 0) continue;
        if (!m->states[rule->next].transient || !mark_followers(m, rule->next, marked)) return false;
    }
    return true;
}

bool cg_plan_vacates(const cg_machine *m, int state) {
    if (m->fields[CG_SPACE_LINE].n || !m->states[state].transient) return false;
    bool *marked = cg_array_new((size_t)m->n_states, sizeof *marked);
    const bool vacates = mark_followers(m, state, marked);
    free(marked);
    return vacates;
}

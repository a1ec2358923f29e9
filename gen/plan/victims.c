// Which lines the transition that takes their way may overwrite, and what S1 must know for that.
//
// note [victim]
//
// An eviction that does nothing but lead to state 0 needs no event of its own: nobody is told, nothing is
// written, and no field or register changes. It happens in the transition that takes the way, just before it.
// Which rule an eviction would fire is decided in S1, so the guards before that rule must read nothing but
// fields of the line: these are in the tag array, and what the transition ahead changes of them is known.
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

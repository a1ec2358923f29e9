// note [flashed]: lines whose states a flash has changed, and that were not written since.
//
// A flash changes the states of all lines in one cycle. In flip-flops that costs as much for each state as
// the flip-flop itself. If all flashes of a machine do the same to a state, and twice is as once, then the
// states can stand in the tag array as those of machines without a flash: a bit of each line says that it was
// flashed since it was written, and its states are changed as they are read. Whoever writes the line writes
// all its states as it has read them, and the bit is cleared. For lines of one state of one bit nothing is
// gained.
#include "lang/topology.h"
#include "parts.h"

int cg_plan_flashed(const cg_machine *m, const cg_rule *r, int effect, int state) {
    int to = state;
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (!cg_does(a, effect)) continue;
        if (a->from_state == state) return a->to_state;
        if (a->from_state == CG_NONE && cg_is_here(m, state) && state < m->n_states) to = a->to_state;
    }
    return to;
}

static bool is_same_flash(const cg_machine *m, const cg_rule *a, const cg_rule *b) {
    for (int s = 0; s < m->n_stable; s++)
        if (cg_plan_flashed(m, a, CG_DOES_MOVES_LINES, s) != cg_plan_flashed(m, b, CG_DOES_MOVES_LINES, s))
            return false;
    return true;
}

static bool is_twice_as_once(const cg_machine *m, const cg_rule *r) {
    for (int s = 0; s < m->n_stable; s++) {
        const int to = cg_plan_flashed(m, r, CG_DOES_MOVES_LINES, s);
        if (cg_plan_flashed(m, r, CG_DOES_MOVES_LINES, to) != to) return false;
    }
    return true;
}

const cg_rule *cg_plan_noted_flash(const cg_machine *m) {
    const cg_rule *first = NULL;
    if (!m->words) return NULL;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (!cg_find_action(r, CG_DOES_MOVES_LINES)) continue;
        if (!first) first = r;
        if (!is_same_flash(m, first, r) || !is_twice_as_once(m, r)) return NULL;
    }
    return first;
}

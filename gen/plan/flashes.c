// note [flashed]: lines and MSHR entries whose states a flash has changed, and that were not written since.
//
// A flash changes the states of all lines in one cycle. In flip-flops that costs as much for each state as
// the flip-flop itself. If all flashes of a machine do the same to a state, and twice is as once, then the
// states can stand in the tag array as those of machines without a flash: a bit of each line says that it was
// flashed since it was written, and its states are changed as they are read. Whoever writes the line writes
// all its states as it has read them, and the bit is cleared. For lines of one state of one bit nothing is
// gained. Likewise the states of the words of an MSHR entry stand in the MSHR file, with such a bit if a rule
// flashes them.
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

// Of lines, which have stable states only, or of MSHR entries.
static int states_of(const cg_machine *m, int effect) {
    return effect == CG_DOES_MOVES_LINES ? m->n_stable : m->n_states;
}

static bool is_same_flash(const cg_machine *m, const cg_rule *a, const cg_rule *b, int effect) {
    for (int s = 0; s < states_of(m, effect); s++)
        if (cg_plan_flashed(m, a, effect, s) != cg_plan_flashed(m, b, effect, s)) return false;
    return true;
}

static bool is_twice_as_once(const cg_machine *m, const cg_rule *r, int effect) {
    for (int s = 0; s < states_of(m, effect); s++) {
        const int to = cg_plan_flashed(m, r, effect, s);
        if (cg_plan_flashed(m, r, effect, to) != to) return false;
    }
    return true;
}

const cg_rule *cg_plan_noted_flash(const cg_machine *m, int effect) {
    const cg_rule *first = NULL;
    if (!m->words) return NULL;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (!cg_find_action(r, effect)) continue;
        if (!first) first = r;
        if (!is_same_flash(m, first, r, effect) || !is_twice_as_once(m, r, effect)) return NULL;
    }
    return first;
}

static bool flashes_entries(const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++)
        if (cg_find_action(&m->rules[i], CG_DOES_MOVES_ENTRIES)) return true;
    return false;
}

// A word of an entry is in a transient state. Their numbers follow each other, so as many of their lowest
// bits as count them tell them apart.
static int bits_of_entry_state(const cg_machine_plan *mp, const cg_machine *m) {
    const int transient = m->n_states - m->n_stable;
    if (!mp->words || mp->entries_apart || !transient) return mp->state_bits;
    const int few = cg_bits((uint64_t)transient - 1);
    return few < mp->state_bits ? few : mp->state_bits;
}

void cg_plan_entry_states(cg_machine_plan *mp, const cg_machine *m) {
    mp->notes_entry_flash = cg_plan_noted_flash(m, CG_DOES_MOVES_ENTRIES);
    mp->entries_apart = mp->words && flashes_entries(m) && !mp->notes_entry_flash;
    mp->entry_state_bits = bits_of_entry_state(mp, m);
    if (mp->words) cg_add_slot(&mp->mshr, "", "words", mp->words);
    cg_add_slot(&mp->mshr, "", "state", (mp->words ? mp->words : 1) * mp->entry_state_bits);
    if (mp->notes_entry_flash) cg_add_slot(&mp->mshr, "", "flashed", 1);
}

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
// A line of words is overwritten if each of its words is absent or in a state whose eviction is silent
// whatever the line is: then all words that are there leave at once.
//
// note [brought]
//
// A rule may bring a line, hand requests of the core back, and answer none of them: the line is there for
// their sake, and is of use to nobody if it is overwritten before the first of them has run.
//
// note [paired]
//
// An eviction that is answered may happen in the transition that takes the way, too, just before it. Then one
// cycle has two transitions, with two new MSHR entries and two messages on one lane. What takes a way must
// leave the data array and all registers alone, because the eviction moves the line's data. The eviction
// does nothing but take an entry and send its message, whose fields and receiver are known without a table.
//
// note [recalled]
//
// An eviction may only take copies back: the line stays, in a stable state, and can be overwritten after
// that. It costs no way, so it is begun before a way is wanted, for the line that would be the next to leave.
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

// ------------------------------------------------------------------------------------------------ vacated

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

// ------------------------------------------------------------------------------------------------- paired

static const cg_msg *message_of(const cg_spec *s, const cg_rule *r) {
    const cg_action *send = cg_find_action(r, CG_DOES_SENDS);
    return send ? &s->msgs[send->msg] : NULL;
}

bool cg_plan_is_paired(const cg_spec *s, const cg_machine *m, const cg_rule *eviction) {
    const cg_action *send = cg_find_action(eviction, CG_DOES_SENDS);
    if (!send || eviction->n_actions != 2 || !cg_find_action(eviction, CG_DOES_TAKES_ENTRY)) return false;
    const cg_msg *msg = message_of(s, eviction);
    return (send->dest == CG_TO_HOME || send->dest == CG_TO_PARENT) && send->n_args == 0 && !msg->at_most &&
           (msg->payload == CG_PAY_NONE || msg->payload == CG_PAY_LINE) && cg_plan_vacates(m, eviction->next);
}

// A rule that takes a way, beside an eviction: it gets an entry, sends no line, and has no other effect than
// that its request is deferred.
static bool stands_beside(const cg_spec *s, const cg_rule *r) {
    const int does = cg_effects_of(r);
    const int may = CG_DOES_TAKES_WAY | CG_DOES_TAKES_ENTRY | CG_DOES_DEFERS | CG_DOES_SENDS;
    if (does & ~may || !(does & CG_DOES_TAKES_ENTRY)) return false;
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_SENDS) && s->msgs[r->actions[i].msg].payload != CG_PAY_NONE)
            return false;
    return true;
}

// Of the lane of a paired eviction's message: no other event sends lines there, so that S0 need not ask for
// room for any but those of evictions.
static bool brings_lines_alone(const cg_spec *s, const cg_machine *m, int channel) {
    for (int r = 0; r < m->n_rules; r++) {
        const cg_rule *rule = &m->rules[r];
        if (m->events[rule->event].kind == CG_EV_EVICT) continue;
        for (int i = 0; i < rule->n_actions; i++) {
            const cg_action *a = &rule->actions[i];
            if (cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].channel == channel &&
                s->msgs[a->msg].payload != CG_PAY_NONE)
                return false;
        }
    }
    return true;
}

// Nothing but states and MSHR entries: the eviction's record says what fields have afterwards, and the
// transition's are those of the table.
static bool has_states_alone(const cg_machine *m) {
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (k != CG_SPACE_MSHR && m->fields[k].n) return false;
    return true;
}

bool cg_plan_pairs(const cg_spec *s, int machine) {
    const cg_machine *m = &s->machines[machine];
    bool some = false;
    if (m->words || m->home || m->interleave > 1 || !has_states_alone(m)) return false;
    for (int r = 0; r < m->n_rules; r++) {
        const cg_rule *rule = &m->rules[r];
        if (cg_effects_of(rule) & CG_DOES_TAKES_WAY && !stands_beside(s, rule)) return false;
        if (m->events[rule->event].kind != CG_EV_EVICT || !cg_plan_is_paired(s, m, rule)) continue;
        if (!brings_lines_alone(s, m, message_of(s, rule)->channel)) return false;
        some = true;
    }
    return some;
}

bool cg_plan_pairs_on(const cg_spec *s, int machine, int channel) {
    const cg_machine *m = &s->machines[machine];
    if (!cg_plan_pairs(s, machine)) return false;
    for (int r = 0; r < m->n_rules; r++)
        if (m->events[m->rules[r].event].kind == CG_EV_EVICT && cg_plan_is_paired(s, m, &m->rules[r]) &&
            message_of(s, &m->rules[r])->channel == channel)
            return true;
    return false;
}

// ----------------------------------------------------------------------------------------------- recalled

// Each transient state that can follow `state`, and `state`, is marked. False: from one of them the line
// goes.
static bool mark_staying(const cg_machine *m, int state, bool *marked) {
    if (marked[state] || !m->states[state].transient) return true;
    marked[state] = true;
    for (int r = 0; r < m->n_rules; r++)
        if (m->rules[r].state == state &&
            !(cg_effects_of(&m->rules[r]) & (CG_DOES_DENIES | CG_DOES_STALLS)) &&
            (m->rules[r].next == 0 || !mark_staying(m, m->rules[r].next, marked)))
            return false;
    return true;
}

bool cg_plan_is_recall(const cg_machine *m, const cg_rule *eviction) {
    if (!(cg_effects_of(eviction) & CG_DOES_TAKES_ENTRY) || !m->states[eviction->next].transient)
        return false;
    bool *marked = cg_array_new((size_t)m->n_states, sizeof *marked);
    const bool stays = mark_staying(m, eviction->next, marked);
    free(marked);
    return stays;
}

// Lines that have been recalled may then be overwritten; without that they would leave by themselves, and a
// way be lost. Memory's lines tell when: other machines recall a line when its way is wanted.
bool cg_plan_recalls_ahead(const cg_spec *s, int machine) {
    const cg_machine *m = &s->machines[machine];
    bool recalls = false, silent = false;
    for (int r = 0; r < m->n_rules && m->home && !m->words; r++) {
        if (m->events[m->rules[r].event].kind != CG_EV_EVICT) continue;
        recalls |= cg_plan_is_recall(m, &m->rules[r]);
        silent |= cg_plan_is_silent(&m->rules[r]);
    }
    return recalls && silent;
}

// -------------------------------------------------------------------------------------------- overwritten

int cg_plan_victim_rules(const cg_spec *s, int machine, int state, int *first) {
    const cg_machine *m = &s->machines[machine];
    const bool pairs = cg_plan_pairs(s, machine), recalls = cg_plan_recalls_ahead(s, machine);
    int event = 0, n = 0;
    while (event < m->n_events && m->events[event].kind != CG_EV_EVICT) event++;
    if (event == m->n_events || m->states[state].transient) return 0;
    const int rules = cg_rules_of(m, state, event, first);
    bool some = false;
    while (n < rules && reads_only_line(m->rules[*first + n].when)) {
        const cg_rule *rule = &m->rules[*first + n++];
        some |= cg_plan_is_silent(rule) || (pairs && cg_plan_is_paired(s, m, rule)) ||
                (recalls && cg_plan_is_recall(m, rule));
    }
    return some ? n : 0;
}

// What takes a way leaves no word of the line in a stable state but 0: all words of the way get one state.
static bool takes_ways_for_entries(const cg_machine *m) {
    for (int r = 0; r < m->n_rules; r++)
        if (cg_effects_of(&m->rules[r]) & CG_DOES_TAKES_WAY && !m->states[m->rules[r].next].transient)
            return false;
    return true;
}

const cg_rule *cg_plan_silent_word(const cg_spec *s, int machine, int state) {
    const cg_machine *m = &s->machines[machine];
    int first;
    if (!takes_ways_for_entries(m) || !cg_plan_victim_rules(s, machine, state, &first)) return NULL;
    const cg_rule *rule = &m->rules[first];
    return rule->when || !cg_plan_is_silent(rule) ? NULL : rule;
}

bool cg_plan_overwrites(const cg_spec *s, int machine) {
    const cg_machine *m = &s->machines[machine];
    int first;
    for (int i = 1; i < m->n_stable; i++)
        if (m->words ? cg_plan_silent_word(s, machine, i) != NULL
                     : cg_plan_victim_rules(s, machine, i, &first) > 0)
            return true;
    return false;
}

bool cg_plan_keeps_brought(const cg_spec *s, int machine) {
    const cg_machine *m = &s->machines[machine];
    int first;
    for (int r = 0; r < m->n_rules && m->core_port; r++) {
        const cg_rule *rule = &m->rules[r];
        if (rule->state == CG_NONE || rule->next >= m->n_stable || !rule->next) continue;
        if (!cg_find_action(rule, CG_DOES_FILLS) || !cg_find_action(rule, CG_DOES_HANDS_BACK)) continue;
        if (cg_find_action(rule, CG_DOES_RESPONDS) || cg_find_action(rule, CG_DOES_FINISHES)) continue;
        const int n = cg_plan_victim_rules(s, machine, rule->next, &first);
        for (int i = first; i < first + n; i++)
            if (cg_plan_is_silent(&m->rules[i])) return true;
    }
    return false;
}

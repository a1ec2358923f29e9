// Rules: one for each combination of state and event, typed, sorted and named.
#include <stdlib.h>
#include <string.h>

#include "lang/command.h"
#include "lang/mask.h"
#include "lang/topology.h"
#include "read/reader.h"

enum { MOST_ACTIONS = 256 }; // of one rule, macros written out

// A rule of the file, parsed, before it is typed for each state and event.
typedef struct {
    cg_node node;
    const char *note;
    const cg_ast *when;
    bool guarded; // there is a `when`, parsed or not
    const cg_act *acts;
    int n_acts;
    const char *do_text;
    int next; // CG_NONE: stays
    bool widen;
} draft;

// ------------------------------------------------------------------------------------------------ typing

static void add_rule_actions(cg_scope *s, cg_rule *rule, const cg_act *acts, int n);

static void add_macro(cg_scope *s, cg_rule *rule, const cg_act *act) {
    cg_reader *r = s->reader;
    cg_words w = {0};
    for (int i = 0; i < r->n_macros; i++) {
        cg_macro *m = &r->macros[i];
        cg_words_add(r, &w, m->name);
        if (strcmp(m->name, act->macro)) continue;
        m->used = true;
        if (m->busy) {
            cg_error(r, CG_E_SYNTAX, act->source->pointer, 0, "'@%s' contains itself", m->name);
            return;
        }
        m->busy = true;
        const int first = rule->n_actions;
        add_rule_actions(s, rule, m->acts, m->n_acts);
        for (int k = first; k < rule->n_actions; k++) rule->actions[k].list = m->name;
        m->busy = false;
        return;
    }
    cg_error(r, CG_E_UNKNOWN, act->source->pointer, 1, "'%s' is no action list of %s%s", act->macro,
             s->machine->name, cg_hint(r, act->macro, &w));
}

// A walk finds lines by itself, so that a table says `push` for fifos and may have a walk instead.
static bool has_no_effect(const cg_machine *m, const cg_action *a) {
    return cg_does(a, CG_DOES_PUSHES) && m->structures[a->structure].walks;
}

static void add_rule_actions(cg_scope *s, cg_rule *rule, const cg_act *acts, int n) {
    for (int i = 0; i < n; i++) {
        cg_action x;
        if (rule->n_actions >= MOST_ACTIONS) {
            cg_error(s->reader, CG_E_SYNTAX, rule->pointer, 0, "more than %d actions in one rule",
                     MOST_ACTIONS);
            return;
        }
        s->nodes = 0;
        if (acts[i].macro)
            add_macro(s, rule, &acts[i]);
        else if (cg_type_action(s, &acts[i], &x) && !has_no_effect(s->machine, &x))
            *CG_PUSH(s->reader->arena, rule->actions, rule->n_actions) = x;
    }
}

cg_scope cg_scope_of_rule(cg_reader *r, const cg_machine *m, const cg_event *e, int state) {
    cg_scope s = {.reader = r, .machine = m, .event = e->name, .looks = e};
    if (e->kind == CG_EV_MESSAGE) s.msg = &r->spec->msgs[e->msg];
    s.operation = e->kind == CG_EV_CORE && e->block;
    const bool asked = e->thread && (m->core_port || !s.msg);
    s.command = cg_command_of(r->spec, e);
    s.operands = cg_operands_brought(r->spec, e);
    s.marker = e->kind == CG_EV_MARKER;
    const bool store = e->kind == CG_EV_CORE && e->core == CG_STORE;
    if (!store && e->kind != CG_EV_DRAIN)
        s.no_bytes = cg_arena_printf(r->arena, "%s brings no bytes", e->name);
    const bool named = s.operation || (s.msg && s.msg->block &&
                                       (s.msg->payload == CG_PAY_WORD || s.msg->payload == CG_PAY_ATOMIC ||
                                        s.msg->payload == CG_PAY_BYTES || cg_asks_for_word(r->spec, s.msg)));
    if (!named) s.no_names = cg_arena_printf(r->arena, "%s names no bytes of the line", e->name);
    if (m->words) s.no_names = cg_arena_printf(r->arena, "the blocks of %s are words", m->name);
    if (e->kind == CG_EV_EVICT) s.no_function = "a rule of an eviction";
    const char *no_thread = cg_arena_printf(r->arena, "%s is about no thread", e->name);
    const char *no_line = cg_arena_printf(r->arena, "%s is about no line", e->name);
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        if (!asked && CG_SPACES[k].traits & CG_TRAIT_OF_CORE) s.no[k] = no_thread;
        if (!e->block && CG_SPACES[k].traits & CG_TRAIT_OF_LINE) s.no[k] = no_line;
    }
    if (e->block && !cg_is_here(m, state))
        s.no[CG_SPACE_LINE] = cg_arena_printf(r->arena, "in %s the line is nowhere", m->states[0].name);
    if (e->block && !m->states[state].transient)
        s.no[CG_SPACE_MSHR] = cg_arena_printf(r->arena, "%s has no MSHR entry yet", m->states[state].name);
    return s;
}

// Stands for a guard with an error: the rule is not one that always fires.
static const cg_expr UNKNOWN = {.op = CG_X_SRC, .type = {CG_T_BOOL, 1, CG_NONE, CG_NONE}};

// note [place words] in lang/local.h
static bool tells_of_words(const cg_spec *s, const cg_action *a) {
    if (!cg_does(a, CG_DOES_SENDS) || !s->msgs[a->msg].block) return false;
    const cg_msg *msg = &s->msgs[a->msg];
    return msg->to != CG_MEMORY && s->machines[msg->to].of_words && !msg->several;
}

// It takes an entry and defers: what the request waits for begins here. A request of the core is for one
// word.
static bool begins_itself(const cg_machine *m, const cg_rule *rule) {
    bool entry = false, defers = false;
    for (int i = 0; i < rule->n_actions; i++) {
        entry |= cg_does(&rule->actions[i], CG_DOES_TAKES_ENTRY);
        defers |= cg_does(&rule->actions[i], CG_DOES_DEFERS);
    }
    return entry && defers && m->events[rule->event].kind == CG_EV_MESSAGE;
}

static void add_rule_of_draft(cg_reader *r, cg_machine *m, const draft *d, int state, int event) {
    const cg_event *e = &m->events[event];
    cg_rule rule = {
        .state = state, .event = event, .note = d->note, .pointer = d->node.pointer, .widen = d->widen};
    cg_scope s = cg_scope_of_rule(r, m, e, state);
    if (d->when) rule.when = cg_type_bool(&s, d->when);
    if (d->guarded && !rule.when) rule.when = &UNKNOWN;
    if (rule.when && cg_is_const(rule.when) && !s.used_param)
        cg_error(r, CG_E_SHADOWED, d->when->source->pointer, 0, "this guard is always %s: %s",
                 rule.when->value ? "true" : "false",
                 rule.when->value ? "leave it out" : "the rule can never fire");
    s.nodes = 0;
    add_rule_actions(&s, &rule, d->acts, d->n_acts);
    rule.next = d->next == CG_NONE ? state : d->next;
    for (int i = 0; i < rule.n_actions; i++) {
        rule.stalls |= cg_does(&rule.actions[i], CG_DOES_STALLS);
        rule.impossible |= cg_does(&rule.actions[i], CG_DOES_DENIES);
        rule.alone |= m->words && tells_of_words(r->spec, &rule.actions[i]);
    }
    rule.again = m->words && (rule.alone || begins_itself(m, &rule));
    const char *in = state == CG_NONE ? "" : cg_arena_printf(r->arena, "%s, ", m->states[state].name);
    const char *when = d->when ? cg_arena_printf(r->arena, ", when %s", d->when->source->text) : "";
    const char *next = state == CG_NONE || rule.impossible || rule.stalls
                           ? ""
                           : cg_arena_printf(r->arena, " -> %s", m->states[rule.next].name);
    rule.text = cg_arena_printf(r->arena, "%s%s%s: %s%s", in, e->name, when, d->do_text, next);
    *CG_PUSH(r->arena, m->rules, m->n_rules) = rule;
}

// ------------------------------------------------------------------------------------------------ drafts

const char *cg_joined_actions(cg_reader *r, cg_node n) {
    cg_entries all = cg_strings_of(r, n);
    const char *text = NULL;
    for (int i = 0; i < all.n; i++) {
        const char *one = json_object_get_string(all.items[i].node.value);
        text = text ? cg_arena_printf(r->arena, "%s; %s", text, one) : one;
    }
    return text ? cg_one_line(r->arena, text) : "nothing";
}

static int find_next(cg_reader *r, const cg_machine *m, cg_node n) {
    if (!n.value) return CG_NONE;
    const char *name = json_object_get_string(n.value);
    int state = cg_find_state(m, name);
    if (state != CG_NONE) return state;
    cg_words w = {0};
    for (int i = 0; i < m->n_states; i++) cg_words_add(r, &w, m->states[i].name);
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no state of %s%s", name, m->name, cg_hint(r, name, &w));
    return CG_NONE;
}

static draft read_draft(cg_reader *r, const cg_machine *m, cg_node n) {
    draft d = {.node = n, .note = cg_get_text(r, n, "note")};
    cg_node when = cg_get(r, n, "when", CG_J_STRING), acts = cg_get(r, n, "do", CG_J_ARRAY);
    if (when.value) d.when = cg_parse_whole(r, cg_source_of(r, when));
    d.guarded = when.value;
    d.acts = cg_parse_actions(r, acts, &d.n_acts);
    d.do_text = cg_joined_actions(r, acts);
    d.next = find_next(r, m, cg_get(r, n, "next", CG_J_STRING));
    d.widen = cg_get_bool(r, n, "widen", false);
    if (d.widen && !m->words)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "widen"), CG_AT_KEY,
                 "other words can join where blocks are words, and those of %s are lines", m->name);
    return d;
}

// The index of each name in a list, CG_NONE for what is not known (reported).
typedef int finder(const cg_machine *m, const char *name);

static int *find_all(cg_reader *r, const cg_machine *m, cg_node n, finder *find, const char *what,
                     int *count) {
    cg_entries names = cg_strings_of(r, n);
    int *found = NULL;
    *count = 0;
    for (int i = 0; i < names.n; i++) {
        const char *name = json_object_get_string(names.items[i].node.value);
        int index = find(m, name);
        if (index == CG_NONE) {
            cg_words w = {0};
            const bool states = find == cg_find_state;
            for (int k = 0; k < (states ? m->n_states : m->n_events); k++)
                cg_words_add(r, &w, states ? m->states[k].name : m->events[k].name);
            cg_error(r, CG_E_UNKNOWN, names.items[i].node.pointer, 0, "'%s' is no %s of %s%s", name, what,
                     m->name, cg_hint(r, name, &w));
            continue;
        }
        *CG_PUSH(r->arena, found, *count) = index;
    }
    return found;
}

static void add_combinations(cg_reader *r, cg_machine *m, const draft *d, int event) {
    cg_node in = cg_get(r, d->node, "in", CG_J_STRING | CG_J_ARRAY);
    const cg_event *e = &m->events[event];
    if (e->block && !in.value) {
        cg_error(r, CG_E_SHAPE, d->node.pointer, 0, "%s is about a line: the rule needs the key 'in'",
                 e->name);
    } else if (!e->block && in.value) {
        cg_error(r, CG_E_SHAPE, in.pointer, CG_AT_KEY,
                 "%s is about no line: the rule cannot have the key 'in'", e->name);
    } else if (!e->block) {
        if (d->widen)
            cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, d->node.pointer, "widen"), CG_AT_KEY,
                     "%s is about no line: no words can join", e->name);
        if (d->next != CG_NONE)
            cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, d->node.pointer, "next"), CG_AT_KEY,
                     "%s is about no line: the rule cannot have the key 'next'", e->name);
        add_rule_of_draft(r, m, d, CG_NONE, event);
    } else {
        int n_states, *states = find_all(r, m, in, cg_find_state, "state", &n_states);
        for (int i = 0; i < n_states; i++) add_rule_of_draft(r, m, d, states[i], event);
    }
}

static void read_rule(cg_reader *r, cg_machine *m, cg_node n) {
    enum { LIST = CG_J_STRING | CG_J_ARRAY };
    static const cg_key KEYS[] = {{"in", LIST, false},          {"on", LIST, true},
                                  {"when", CG_J_STRING, false}, {"do", CG_J_ARRAY, true},
                                  {"next", CG_J_STRING, false}, {"note", CG_J_STRING, false},
                                  {"widen", CG_J_BOOL, false}};
    if (!CG_CHECK_SHAPE(r, n, "a rule", KEYS)) return;
    const draft d = read_draft(r, m, n);
    int n_events, *events = find_all(r, m, cg_get(r, n, "on", LIST), cg_find_event, "event", &n_events);
    for (int i = 0; i < n_events; i++) add_combinations(r, m, &d, events[i]);
}

// --------------------------------------------------------------------------------------------- otherwise

static bool has_rule(const cg_machine *m, int state, int event) {
    for (int i = 0; i < m->n_rules; i++) {
        if (m->rules[i].state == state && m->rules[i].event == event) return true;
    }
    return false;
}

// "otherwise": ["impossible"]: a rule for each state and event that no rule of the table names.
static void read_otherwise(cg_reader *r, cg_machine *m, cg_node machine) {
    const cg_node n = cg_get(r, machine, "otherwise", CG_J_ARRAY);
    if (!n.value) return;
    draft d = {.node = n, .next = CG_NONE, .do_text = cg_joined_actions(r, n)};
    d.acts = cg_parse_actions(r, n, &d.n_acts);
    if (d.n_acts != 1 || d.acts[0].macro || !cg_verb_does(d.acts[0].verb, CG_DOES_DENIES)) {
        cg_error(r, CG_E_SHAPE, n.pointer, 0,
                 "it must be [\"impossible\"]: what can happen needs a rule that names it");
        return;
    }
    const int named = m->n_rules;
    for (int e = 0; e < m->n_events; e++) {
        const bool block = m->events[e].block;
        for (int s = block ? 0 : CG_NONE; s < (block ? m->n_states : 0); s++) {
            if (!has_rule(m, s, e)) add_rule_of_draft(r, m, &d, s, e);
        }
    }
    if (m->n_rules == named)
        cg_error(r, CG_W_UNUSED, n.pointer, CG_AT_KEY,
                 "every state and event has a rule: 'otherwise' is never used");
}

// ---------------------------------------------------------------------------------------- order and names

static int by_state_event(const void *pa, const void *pb) {
    const cg_rule *a = pa, *b = pb;
    unsigned sa = (unsigned)a->state, sb = (unsigned)b->state; // CG_NONE is last
    if (sa != sb) return sa < sb ? -1 : 1;
    if (a->event != b->event) return a->event < b->event ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static void name_rule(cg_reader *r, const cg_machine *m, cg_rule *rule, bool several) {
    const char *state = rule->state == CG_NONE ? "" : m->states[rule->state].name;
    const char *number = several ? cg_arena_printf(r->arena, ".%d", rule->index + 1) : "";
    rule->id = cg_arena_printf(r->arena, "%s.%s.%s%s%s%s", r->spec->name ? r->spec->name : "", m->name, state,
                               *state ? "." : "", m->events[rule->event].name, number);
}

void cg_read_rules(cg_reader *r, cg_machine *m, cg_node machine) {
    if (m->n_stable == 0) return;
    cg_entries all = cg_entries_of(r, cg_get(r, machine, "rules", CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read_rule(r, m, all.items[i].node);
    read_otherwise(r, m, machine);
    for (int i = 0; i < m->n_rules; i++) m->rules[i].index = i;
    if (m->n_rules) qsort(m->rules, (size_t)m->n_rules, sizeof *m->rules, by_state_event);
    for (int i = 0, n; i < m->n_rules; i += n) {
        int first;
        n = cg_rules_of(m, m->rules[i].state, m->rules[i].event, &first);
        for (int k = 0; k < n; k++) {
            m->rules[i + k].index = k;
            name_rule(r, m, &m->rules[i + k], n > 1);
        }
    }
}

// Two machines of the same name: fields, states, events, rules, stored bits.
#include <stdlib.h>
#include <string.h>

#include "lang/command.h"
#include "lang/lookup.h"
#include "parts.h"

typedef void machine_teller(cg_diff_state *d, int side, int machine, cg_saids *list);

static const cg_machine *machine_on_side(const cg_diff_state *d, int side, int machine) {
    return &d->specs[side]->machines[machine];
}

// ---------------------------------------------------------------------------------------- declarations

static void tell_fields(cg_diff_state *d, int side, const char *prefix, const cg_field *f, int n,
                        cg_saids *list) {
    const cg_spec *s = d->specs[side];
    for (int i = 0; i < n; i++)
        cg_say_it(d, list, cg_arena_printf(d->arena, "%s%s", prefix, cg_field_shown(&f[i])),
                  cg_arena_printf(d->arena, "%s, initially %s%s", doc_type(d->arena, s, &f[i].type),
                                  doc_value(d->arena, s, &f[i].type, f[i].init),
                                  f[i].in_data ? ", in the place of the word's data" : ""));
}

static void tell_storage(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        tell_fields(d, side, CG_SPACES[k].prefix, m->fields[k].field, m->fields[k].n, list);
    if (m->buffer_entries)
        cg_say_it(d, list, "store buffer",
                  cg_arena_printf(d->arena, "%llu lines", (unsigned long long)m->buffer_entries));
    for (int i = 0; i < m->n_structures; i++)
        cg_say_it(d, list, m->structures[i].name,
                  cg_arena_printf(d->arena, "a %s of %llu %s%s%s%s", m->structures[i].walks ? "walk" : "fifo",
                                  (unsigned long long)m->structures[i].entries,
                                  m->structures[i].walks ? "markers" : "lines",
                                  m->structures[i].markers && !m->structures[i].walks ? " and markers" : "",
                                  m->structures[i].drains ? ", which drains while " : "",
                                  m->structures[i].drains ? m->structures[i].drains->text : ""));
    for (int i = 0; i < m->n_lookups; i++) {
        cg_say_it(d, list, m->lookups[i].name, doc_lookup(d->arena, &m->lookups[i]));
        for (int e = 0; e < m->n_events; e++) {
            const cg_find *f = cg_find_of(m, e, i);
            if (f)
                cg_say_it(d, list,
                          cg_arena_printf(d->arena, "%s at %s", m->lookups[i].name, m->events[e].name),
                          doc_find(d->arena, d->specs[side], m, e, f));
        }
    }
}

static void tell_inputs(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    for (int i = 0; i < m->n_inputs; i++) {
        const cg_input *x = &d->specs[side]->inputs[m->inputs[i]];
        cg_say_it(d, list, x->name,
                  x->consistency ? cg_arena_printf(d->arena, "promises %s", x->consistency) : "a mode");
    }
}

static void tell_states(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    for (int i = 0; i < m->n_states; i++)
        cg_say_it(d, list, m->states[i].name,
                  cg_arena_printf(d->arena, "%s%s",
                                  m->states[i].transient ? "transient"
                                  : i                    ? "stable"
                                                         : "stable, the line is nowhere",
                                  m->states[i].no_data ? ", the word's data are elsewhere"
                                  : m->states[i].valid != CG_NONE
                                      ? cg_arena_printf(d->arena, ", the bytes of line.%s are valid",
                                                        m->line[m->states[i].valid].name)
                                      : ""));
}

static const char *alarm_text(cg_diff_state *d, int side, int machine, const cg_event *e) {
    return doc_expr(d->arena, d->specs[side], machine_on_side(d, side, machine), NULL, e->alarm);
}

static const char *head_text(const cg_structure *s, bool marker) {
    if (s->walks) return marker ? "a marker is at the head of a walk" : "a walk has come to a line";
    return marker ? "a marker is at the head of a fifo" : "a line is at the head of a fifo that drains";
}

static const char *event_text(cg_diff_state *d, int side, int machine, const cg_event *e) {
    switch (e->kind) {
    case CG_EV_CORE:
        if (cg_command_of(d->specs[side], e))
            return cg_arena_printf(d->arena, "command %s of the core",
                                   cg_command_of(d->specs[side], e)->name);
        return cg_arena_printf(d->arena, "%s of the core", CG_CORE_OP_WORDS[e->core]);
    case CG_EV_MESSAGE: return cg_arena_printf(d->arena, "message %s", d->specs[side]->msgs[e->msg].name);
    case CG_EV_EVICT: return "eviction";
    case CG_EV_TIMER:
        return cg_arena_printf(d->arena, "timer, every %llu cycles", (unsigned long long)e->period);
    case CG_EV_WRAP: return "the clock begins anew";
    case CG_EV_DRAIN: return "an entry is wanted out of the store buffer";
    case CG_EV_HEAD:
    case CG_EV_MARKER:
        return head_text(&machine_on_side(d, side, machine)->structures[e->structure],
                         e->kind == CG_EV_MARKER);
    case CG_EV_ALARM:
        return cg_arena_printf(d->arena, "alarm of MSHR entries: %s", alarm_text(d, side, machine, e));
    }
    return "";
}

static void tell_events(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    for (int i = 0; i < m->n_events; i++)
        cg_say_it(d, list, m->events[i].name, event_text(d, side, machine, &m->events[i]));
}

// ----------------------------------------------------------------------------------------------- rules

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// The order of actions has no meaning: they are told sorted.
static const char *actions_text(cg_diff_state *d, int side, const cg_machine *m, const cg_rule *r) {
    const char **texts = cg_arena_alloc(d->arena, sizeof *texts * (size_t)(r->n_actions + 1));
    const char *all = r->n_actions ? "" : "nothing";
    for (int i = 0; i < r->n_actions; i++)
        texts[i] = doc_action_text(d->arena, d->specs[side], m, doc_event_msg(d->specs[side], m, r->event),
                                   &r->actions[i]);
    qsort(texts, (size_t)r->n_actions, sizeof *texts, by_text);
    for (int i = 0; i < r->n_actions; i++)
        all = cg_arena_printf(d->arena, "%s%s%s", all, i ? "; " : "", texts[i]);
    return all;
}

static const char *rule_text(cg_diff_state *d, int side, const cg_machine *m, const cg_rule *r) {
    const cg_msg *msg = doc_event_msg(d->specs[side], m, r->event);
    const char *when = "";
    if (r->when)
        when = cg_arena_printf(d->arena, "when %s: ", doc_expr(d->arena, d->specs[side], m, msg, r->when));
    const char *next =
        r->state == CG_NONE ? "" : cg_arena_printf(d->arena, " -> %s", m->states[r->next].name);
    return cg_arena_printf(d->arena, "%s%s%s", when, actions_text(d, side, m, r), next);
}

static void tell_rules(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        const char *state =
            r->state == CG_NONE ? "" : cg_arena_printf(d->arena, "%s.", m->states[r->state].name);
        cg_say_it(d, list,
                  cg_arena_printf(d->arena, "%s%s.%d", state, m->events[r->event].name, r->index + 1),
                  rule_text(d, side, m, r));
    }
}

// ------------------------------------------------------------------------------------------ stored bits

static void tell_bits(cg_diff_state *d, int side, int machine, cg_saids *list) {
    const cg_machine *m = machine_on_side(d, side, machine);
    uint64_t all = 0;
    for (cg_per per = 0; per < CG_N_PERS; per++) {
        const int bits = cg_stored_bits(d->plans[side], machine, per);
        all += cg_per_count(m, per) * (uint64_t)bits;
        if (bits && per != CG_PER_CONTROLLER)
            cg_say_it(d, list, cg_per_name(per), cg_arena_printf(d->arena, "%d bits", bits));
    }
    cg_say_it(d, list, "controller, in all", cg_arena_printf(d->arena, "%llu bits", (unsigned long long)all));
}

static const struct {
    const char *kind;
    machine_teller *tell;
} OF_MACHINES[] = {
    {"field", tell_storage}, {"input", tell_inputs}, {"state", tell_states},
    {"event", tell_events},  {"rule", tell_rules},   {"storage", tell_bits},
};

void cg_diff_machine(cg_diff_state *d, const int machines[2]) {
    const char *prefix = cg_arena_printf(d->arena, "%s.", machine_on_side(d, 0, machines[0])->name);
    for (size_t i = 0; i < sizeof OF_MACHINES / sizeof *OF_MACHINES; i++) {
        cg_saids sides[2] = {{0}, {0}};
        for (int k = 0; k < 2; k++) OF_MACHINES[i].tell(d, k, machines[k], &sides[k]);
        cg_compare(d, OF_MACHINES[i].kind, prefix, sides);
    }
}

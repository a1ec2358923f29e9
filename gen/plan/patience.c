// How long a rule may wait for the clock, by how far ahead of it the times lie that the rules make of it.
//
// note [patience]
//
// A time is what is made of the clock: `clock + lease` lies `lease` ahead of it, and so does a field that it
// is assigned to, and the greater of two such fields. What lies ahead comes nearer as the clock goes on, so
// no rule that waits for a time waits longer than the farthest one lies ahead when it is made. A time that
// has outlived the clock's round (in a message, say) may be waited for until that number comes again: for as
// long as a round takes, if rounds are short. Long ones do not end in a simulation.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "parts.h"

enum { SHORT_ROUND = 1 << 20 }; // cycles

// Of a value: was it made of the clock, and how many counts it is ahead of it at the most. Of a constant,
// itself: the clock is 0 or more.
typedef struct {
    bool time;
    uint64_t ahead;
} bound;

// Bounds of all fields: of each machine its spaces one behind the other, then those of messages.
typedef struct {
    const cg_spec *s;
    bound *fields;
    int *machine_at, *msg_at; // where each one's begin
    uint64_t most;            // no value of the clock's width is farther ahead
    bool grown, endless;      // some field has grown; and will for ever
} times;

static uint64_t least_number(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static uint64_t most_of(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static bound join_bounds(bound a, bound b) {
    return (bound){a.time || b.time, most_of(a.ahead, b.ahead)};
}

// The greatest value of something that is not a time.
static uint64_t greatest_value(const times *t, const cg_expr *x) {
    switch (x->op) {
    case CG_X_CONST: return least_number(x->value, t->most);
    case CG_X_FIT: return greatest_value(t, x->a);
    case CG_X_MIN: return least_number(greatest_value(t, x->a), greatest_value(t, x->b));
    case CG_X_MAX: return most_of(greatest_value(t, x->a), greatest_value(t, x->b));
    case CG_X_COND: return most_of(greatest_value(t, x->b), greatest_value(t, x->c));
    default: return t->most;
    }
}

static bound bound_of_value(const times *t, int machine, const cg_event *e, const cg_expr *x) {
    const cg_machine *m = &t->s->machines[machine];
    const bound other = {false, 0}, far = {true, t->most};
    bound a, b;
    switch (x->op) {
    case CG_X_CONST: return (bound){false, least_number(x->value, t->most)};
    case CG_X_CLOCK: return (bound){true, 0};
    case CG_X_FIELD: return t->fields[t->machine_at[machine] + cg_field_place(m, x->space, x->field)];
    case CG_X_MSG: return e->kind == CG_EV_MESSAGE ? t->fields[t->msg_at[e->msg] + x->field] : other;
    case CG_X_FIT: return bound_of_value(t, machine, e, x->a);
    case CG_X_COND:
        return join_bounds(bound_of_value(t, machine, e, x->b), bound_of_value(t, machine, e, x->c));
    case CG_X_MAX:
        return join_bounds(bound_of_value(t, machine, e, x->a), bound_of_value(t, machine, e, x->b));
    case CG_X_MIN:
        a = bound_of_value(t, machine, e, x->a), b = bound_of_value(t, machine, e, x->b);
        if (a.time == b.time) return (bound){a.time, least_number(a.ahead, b.ahead)};
        return a.time ? a : b;
    case CG_X_SUB: a = bound_of_value(t, machine, e, x->a); return a.time ? a : other;
    case CG_X_ADD:
        a = bound_of_value(t, machine, e, x->a), b = bound_of_value(t, machine, e, x->b);
        if (!a.time && !b.time) return other;
        if (a.time && b.time) return far;
        if (a.time) return (bound){true, least_number(a.ahead + greatest_value(t, x->b), t->most)};
        return (bound){true, least_number(b.ahead + greatest_value(t, x->a), t->most)};
    case CG_X_MUL:
    case CG_X_SHL:
    case CG_X_SHR: return bound_of_value(t, machine, e, x->a).time ? far : other;
    default: return other; // no number, or one that counts something else
    }
}

static void grow_bound(times *t, bound *field, bound value) {
    if (value.time && t->endless) value.ahead = t->most;
    const bound both = join_bounds(*field, value);
    if (both.time == field->time && both.ahead == field->ahead) return;
    *field = both;
    t->grown |= both.time;
}

static void take_rule_bounds(times *t, int machine, const cg_rule *r) {
    const cg_machine *m = &t->s->machines[machine];
    const cg_event *e = &m->events[r->event];
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS))
            grow_bound(t, &t->fields[t->machine_at[machine] + cg_field_place(m, a->space, a->field)],
                       bound_of_value(t, machine, e, a->value));
        for (int k = 0; k < a->n_args; k++)
            grow_bound(t, &t->fields[t->msg_at[a->msg] + k], bound_of_value(t, machine, e, a->args[k]));
    }
}

// Round after round, until no field grows. One that grows by itself does so for ever.
static uint64_t farthest_ahead(times *t, int n) {
    enum { ROUNDS = 16 };
    uint64_t most = 0;
    t->grown = true;
    for (int round = 0; t->grown; round++) {
        t->grown = false;
        t->endless = round >= ROUNDS;
        for (int i = 0; i < t->s->n_machines; i++)
            for (int k = 0; k < t->s->machines[i].n_rules; k++)
                take_rule_bounds(t, i, &t->s->machines[i].rules[k]);
    }
    for (int i = 0; i < n; i++)
        if (t->fields[i].time && t->fields[i].ahead > most) most = t->fields[i].ahead;
    return most;
}

uint64_t cg_plan_patience(const cg_spec *s) {
    const cg_clock *clock = &s->clock;
    if (clock->bits == 0) return 0;
    const uint64_t counts = UINT64_C(1) << clock->bits;
    if (counts <= SHORT_ROUND / clock->cycles) return counts * clock->cycles;
    times t = {.s = s, .most = counts - 1};
    int n = 0;
    t.machine_at = calloc((size_t)s->n_machines + 1, sizeof *t.machine_at);
    t.msg_at = calloc((size_t)s->n_msgs + 1, sizeof *t.msg_at);
    if (!t.machine_at || !t.msg_at) abort();
    for (int i = 0; i < s->n_machines; n += cg_n_fields(&s->machines[i++])) t.machine_at[i] = n;
    for (int i = 0; i < s->n_msgs; n += s->msgs[i++].n_fields) t.msg_at[i] = n;
    t.fields = calloc((size_t)n + 1, sizeof *t.fields);
    if (!t.fields) abort();
    const uint64_t ahead = farthest_ahead(&t, n);
    CG_FREE(t.fields, t.machine_at, t.msg_at);
    return ahead > UINT64_MAX / clock->cycles ? UINT64_MAX / 64 : ahead * clock->cycles;
}

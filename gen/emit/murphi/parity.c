// note [parity]: an epoch register holds the parity of an epoch, and nothing depends on which parity it is:
// such bits are only copied, inverted and compared with each other. So two states that differ in all of them
// are alike. Where the table is like that, the present epoch has always the same parity in the model: when
// the next one begins, all such bits are inverted instead. That halves the states.
#include <string.h>

#include "emit.h"

typedef struct {
    mu *u;
    int machine;
    const cg_msg *msg;
    bool changed, wrong;
} walk;

static bool *parity_of_field(const mu *u, const cg_msg *msg, int field) {
    return &u->parity_fields[msg - u->s->msgs][field];
}

static bool is_parity(const mu *u, int machine, const cg_msg *msg, const cg_expr *x) {
    if (cg_is_not(x)) return is_parity(u, machine, msg, x->a);
    if (cg_is_of(x, CG_SPACE_REG)) return u->parity_regs[machine][x->field];
    return cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE) && *parity_of_field(u, msg, x->field);
}

bool mu_parity_assigned(const mu *u, int machine, const cg_action *a) {
    return u->flips && cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_REG &&
           u->parity_regs[machine][a->field];
}

static void mark_changed(walk *w, bool *what) {
    w->changed = w->changed || !*what;
    *what = true;
}

static void spread_parity(walk *w, const cg_action *a) {
    const mu *u = w->u;
    if (cg_does(a, CG_DOES_ASSIGNS) && is_parity(u, w->machine, w->msg, a->value)) {
        if (a->space == CG_SPACE_REG)
            mark_changed(w, &u->parity_regs[w->machine][a->field]);
        else
            w->wrong = true; // could be done, and no table does it
    }
    if (!cg_does(a, CG_DOES_SENDS)) return;
    for (int i = 0; i < u->s->msgs[a->msg].n_fields; i++)
        if (is_parity(u, w->machine, w->msg, a->args[i]))
            mark_changed(w, parity_of_field(u, &u->s->msgs[a->msg], i));
}

// A parity may be compared with one, and nothing else in an expression.
static bool misused(const walk *w, const cg_expr *x) {
    if (!x) return false;
    const bool a = x->a && is_parity(w->u, w->machine, w->msg, x->a);
    const bool b = x->b && is_parity(w->u, w->machine, w->msg, x->b);
    const bool c = x->c && is_parity(w->u, w->machine, w->msg, x->c);
    if (cg_is_equality(x)) return a != b || (!a && (misused(w, x->a) || misused(w, x->b)));
    if (cg_is_not(x)) return !a && misused(w, x->a);
    return a || b || c || misused(w, x->a) || misused(w, x->b) || misused(w, x->c);
}

// The right side of a parity must be one, that of anything else must not be.
static bool mismatch(const walk *w, const cg_expr *x, bool parity) {
    return is_parity(w->u, w->machine, w->msg, x) != parity || misused(w, x);
}

static void verify(walk *w, const cg_action *a) {
    const mu *u = w->u;
    if (cg_does(a, CG_DOES_ASSIGNS)) {
        const bool parity = a->space == CG_SPACE_REG && u->parity_regs[w->machine][a->field];
        w->wrong = w->wrong || mismatch(w, a->value, parity);
    }
    if (a->to) w->wrong = w->wrong || misused(w, a->to);
    for (int i = 0; i < a->n_args; i++)
        w->wrong = w->wrong || mismatch(w, a->args[i], *parity_of_field(u, &u->s->msgs[a->msg], i));
    if (a->at) w->wrong = w->wrong || misused(w, a->at);
    if (a->epoch) w->wrong = w->wrong || mismatch(w, a->epoch, true);
}

static void each_rule(walk *w, void (*f)(walk *w, const cg_action *a)) {
    const cg_spec *s = w->u->s;
    for (w->machine = 0; w->machine < s->n_machines; w->machine++) {
        const cg_machine *m = &s->machines[w->machine];
        for (int r = 0; r < m->n_rules; r++) {
            const cg_rule *x = &m->rules[r];
            const cg_event *e = &m->events[x->event];
            w->msg = e->kind == CG_EV_MESSAGE ? &s->msgs[e->msg] : NULL;
            if (f == verify && x->when) w->wrong = w->wrong || mismatch(w, x->when, false);
            for (int i = 0; i < x->n_actions; i++) f(w, &x->actions[i]);
        }
        for (int e = 0; f == verify && e < m->n_events; e++)
            w->wrong = w->wrong || (m->events[e].alarm && mismatch(w, m->events[e].alarm, false));
        if (f == verify && m->accept_requests) w->wrong = w->wrong || mismatch(w, m->accept_requests, false);
    }
}

// Invariants: a register is that of its variable's machine.
static bool invariant_parity(const mu *u, const cg_invariant *v, const cg_expr *x) {
    return x && cg_is_of(x, CG_SPACE_REG) && u->parity_regs[v->vars[x->var].machine][x->field];
}

static bool invariant_misuses(const mu *u, const cg_invariant *v, const cg_expr *x) {
    if (!x) return false;
    const bool a = invariant_parity(u, v, x->a), b = invariant_parity(u, v, x->b);
    if ((cg_is_equality(x)) && a && b) return false;
    return a || b || invariant_parity(u, v, x->c) || invariant_misuses(u, v, x->a) ||
           invariant_misuses(u, v, x->b) || invariant_misuses(u, v, x->c);
}

static bool same_start(const mu *u) {
    int start = -1;
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int k = 0; k < m->n_regs; k++) {
            if (!u->parity_regs[i][k]) continue;
            if (start >= 0 && start != (int)m->regs[k].init) return false;
            start = (int)m->regs[k].init;
        }
    }
    return true;
}

void mu_find_parities(mu *u) {
    const cg_spec *s = u->s;
    walk w = {.u = u};
    u->parity_regs = cg_arena_alloc(u->arena, (size_t)s->n_machines * sizeof *u->parity_regs);
    u->parity_fields = cg_arena_alloc(u->arena, (size_t)(s->n_msgs + 1) * sizeof *u->parity_fields);
    for (int i = 0; i < s->n_msgs; i++)
        u->parity_fields[i] = cg_arena_alloc(u->arena, (size_t)s->msgs[i].n_fields + 1);
    for (int i = 0; i < s->n_machines; i++) {
        u->parity_regs[i] = cg_arena_alloc(u->arena, (size_t)s->machines[i].n_regs + 1);
        if (s->machines[i].epoch_reg != CG_NONE) u->parity_regs[i][s->machines[i].epoch_reg] = true;
    }
    do {
        w.changed = false;
        each_rule(&w, spread_parity);
    } while (w.changed);
    each_rule(&w, verify);
    for (int i = 0; i < s->n_invariants; i++)
        w.wrong = w.wrong || invariant_misuses(u, &s->invariants[i], s->invariants[i].that);
    if (u->o->only) w.wrong = w.wrong || invariant_misuses(u, u->o->only, u->o->only->that);
    u->flips = u->epochs && !w.wrong && same_start(u);
}

// ------------------------------------------------------------------------------------------- inverting all

static void flip_message(const mu *u, const mu_channel *ch, const char *in_use, const char *path) {
    for (int i = 0; i < ch->c->n_msgs; i++) {
        const cg_msg *msg = &u->s->msgs[ch->c->msgs[i]];
        for (int f = 0; f < msg->n_fields; f++) {
            if (!*parity_of_field(u, msg, f)) continue;
            const char *what = MU_TEXT(u, "%s.%s", path, mu_name(u, msg->fields[f].name));
            fprintf(u->out, "    if %s & %s.kind = msg_%s then %s := !%s; end;\n", in_use, path, msg->name,
                    what, what);
        }
    }
}

static bool carries_parity(const mu *u, const mu_channel *ch) {
    for (int i = 0; i < ch->c->n_msgs; i++) {
        const cg_msg *msg = &u->s->msgs[ch->c->msgs[i]];
        for (int f = 0; f < msg->n_fields; f++)
            if (*parity_of_field(u, msg, f)) return true;
    }
    return false;
}

static void flip_channel(const mu *u, const mu_channel *ch) {
    if (ch->c->to == CG_MEMORY || !carries_parity(u, ch)) return;
    fprintf(u->out, "  for a: %s do for b: %s do for i := 0 to %d do\n", mu_id(u, ch->c->from),
            mu_id(u, ch->c->to), ch->capacity - 1);
    flip_message(u, ch, MU_TEXT(u, "i < %s[a][b].n", ch->name), MU_TEXT(u, "%s[a][b].m[i]", ch->name));
    fprintf(u->out, "  end; end; end;\n");
}

static void flip_machine(const mu *u, int machine) {
    const mu_machine *mm = &u->machines[machine];
    const char *name = mm->m->name;
    for (int k = 0; k < mm->m->n_regs; k++) {
        if (!u->parity_regs[machine][k]) continue;
        const char *what = MU_TEXT(u, "%s[i].%s", name, mu_name(u, mm->m->regs[k].name));
        fprintf(u->out, "  for i: %s do %s := !%s; end;\n", mu_id(u, machine), what, what);
    }
    for (int i = 0; i < u->s->n_channels; i++) {
        const mu_channel *ch = &u->channels[i];
        if (!ch->deferred || ch->c->to != machine || !carries_parity(u, ch)) continue;
        const char *deferred = MU_TEXT(u, "%s_deferred[a][b][t]", ch->deferred);
        fprintf(u->out, "  for a: %s do for b: %s do for t: thread_id do\n", mu_id(u, machine),
                mu_id(u, ch->c->from));
        flip_message(u, ch, MU_TEXT(u, "%s.status != %s_none", deferred, ch->deferred),
                     MU_TEXT(u, "%s.m", deferred));
        fprintf(u->out, "  end; end; end;\n");
    }
}

void mu_print_flips(const mu *u) {
    fprintf(u->out, "  -- note [parity]: the new epoch has the parity of the old one\n");
    for (int i = 0; i < u->s->n_machines; i++) flip_machine(u, i);
    for (int i = 0; i < u->s->n_channels; i++) flip_channel(u, &u->channels[i]);
}

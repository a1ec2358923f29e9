// note [reached]: states of lines to which no rule leads at the bound, as its guard is known to be false
// (note [known] of expr.c) or its event is left out. Their rules are not printed: a line that is in such a
// state is an error of the model.
#include "emit.h"

static bool may_fire(const mu *u, const mu_machine *mm, const cg_rule *r) {
    const mu_names names = {.u = u, .m = mm->m};
    if (r->state != CG_NONE && !mm->reached[r->state]) return false;
    return !mu_is_off(u, mm->m, &mm->m->events[r->event]) && !(r->when && mu_never(&names, r->when));
}

// All states that the rule leads to, also of other lines; true: there is a new one.
static bool lead_on(mu_machine *mm, const cg_rule *r) {
    bool more = r->next != CG_NONE && !mm->reached[r->next];
    if (r->next != CG_NONE) mm->reached[r->next] = true;
    for (int i = 0; i < r->n_actions; i++) {
        if (!cg_does(&r->actions[i], CG_DOES_MOVES_LINES | CG_DOES_MOVES_ENTRIES)) continue;
        more |= !mm->reached[r->actions[i].to_state];
        mm->reached[r->actions[i].to_state] = true;
    }
    return more;
}

void mu_find_reached(mu *u, int machine) {
    mu_machine *mm = &u->machines[machine];
    bool more = true;
    mm->reached = cg_arena_alloc(u->arena, (size_t)mm->m->n_states * sizeof *mm->reached);
    mm->reached[0] = true;
    while (more) {
        more = false;
        for (int i = 0; i < mm->m->n_rules; i++)
            if (may_fire(u, mm, &mm->m->rules[i])) more |= lead_on(mm, &mm->m->rules[i]);
    }
}

bool mu_print_not_reached(mu_cause *c, int state, int first, int n) {
    if (state == CG_NONE || c->mm->reached[state]) return false;
    mu_line(c, "error \"table: nothing leads to %s\";", mu_state(c->u, c->m, state));
    for (int i = first; c->u->o->cover && i < first + n; i++)
        if (!c->m->rules[i].impossible && !cg_is_pure_stall(&c->m->rules[i]))
            mu_line(c, "if false then cover true \"%s\"; end;", c->m->rules[i].id);
    return true;
}

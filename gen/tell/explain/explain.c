#include "explain.h"

#include <string.h>

#include "lang/topology.h"
#include "lang/visit.h"
#include "tell/text.h"

typedef struct {
    cg_arena *a;
    const cg_spec *s;
    const cg_machine *m;
} explainer;

// --------------------------------------------------------------------------------------------- one rule

typedef struct {
    explainer *x;
    cg_explained *to;
} lets;

static void add_let_once(void *context, const cg_expr *x) {
    lets *l = context;
    const cg_alias *let = doc_let(l->x->m, x->let);
    for (int i = 0; i < l->to->n_lets; i++) {
        if (l->to->lets[i] == let) return;
    }
    if (let) *CG_PUSH(l->x->a, l->to->lets, l->to->n_lets) = let;
}

static const char *sending(explainer *x, const cg_action *act) {
    const cg_msg *msg = &x->s->msgs[act->msg];
    return cg_arena_printf(x->a, "%s to %s, on %s (%s)", msg->name,
                           act->dest == CG_TO_MEMORY ? "the memory" : doc_machine_name(x->s, msg->to),
                           x->s->nets[msg->net].name, CG_CLASS_WORDS[msg->cls]);
}

static cg_explained explain_rule(explainer *x, const cg_rule *r) {
    cg_explained to = {.rule = r, .next = r->state == CG_NONE ? NULL : x->m->states[r->next].name};
    lets used = {x, &to};
    cg_visit(r->when, add_let_once, &used);
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *act = &r->actions[i];
        cg_visit_action(act, add_let_once, &used);
        *CG_PUSH(x->a, to.does, to.n_does) = doc_sentence(x->a, x->s, x->m, act);
        if (cg_does(act, CG_DOES_SENDS)) *CG_PUSH(x->a, to.sends, to.n_sends) = sending(x, act);
    }
    return to;
}

// --------------------------------------------------------------------------------------- what it can meet

// Which rules of the whole system send a message: their ids.
static const char *rules_that_send(explainer *x, int msg) {
    const char *list = NULL;
    if (x->s->msgs[msg].from == CG_MEMORY) return "the memory";
    const cg_machine *m = &x->s->machines[x->s->msgs[msg].from];
    for (int i = 0; i < m->n_rules; i++) {
        for (int k = 0; k < m->rules[i].n_actions; k++) {
            const cg_action *act = &m->rules[i].actions[k];
            if (!cg_does(act, CG_DOES_SENDS) || act->msg != msg) continue;
            list = list ? cg_arena_printf(x->a, "%s, %s", list, m->rules[i].id) : m->rules[i].id;
            break;
        }
    }
    return list ? list : "nobody";
}

typedef struct {
    bool stalls, stays, impossible;
    const char *to; // "V or I"
} outcomes;

static void add_outcome(explainer *x, outcomes *o, const cg_rule *r) {
    const char *next = x->m->states[r->next].name;
    if (r->impossible)
        o->impossible = true;
    else if (r->stalls)
        o->stalls = true;
    else if (r->next == r->state)
        o->stays = true;
    else if (!o->to)
        o->to = next;
    else if (!strstr(cg_arena_printf(x->a, " %s ", o->to), cg_arena_printf(x->a, " %s ", next)))
        o->to = cg_arena_printf(x->a, "%s or %s", o->to, next);
}

static const char *outcomes_text(explainer *x, const outcomes *o) {
    const char *text = o->to ? cg_arena_printf(x->a, "goes to %s", o->to) : NULL;
    if (o->stays) text = text ? cg_arena_printf(x->a, "stays, or %s", text) : "is handled, stays";
    if (o->stalls) text = text ? cg_arena_printf(x->a, "stalls, or %s", text) : "stalls";
    if (o->impossible) text = text ? cg_arena_printf(x->a, "%s; else impossible", text) : "impossible";
    return text;
}

static cg_meets what_meets(explainer *x, int state, int event) {
    const cg_event *e = &x->m->events[event];
    outcomes o = {0};
    int first;
    const int n = cg_rules_of(x->m, state, event, &first);
    for (int i = 0; i < n; i++) add_outcome(x, &o, &x->m->rules[first + i]);
    return (cg_meets){.event = e,
                      .kind = doc_event_kind(x->s, e),
                      .how = outcomes_text(x, &o),
                      .possible = o.stalls || o.stays || o.to,
                      .senders = e->kind == CG_EV_MESSAGE ? rules_that_send(x, e->msg) : NULL};
}

// Where an event without a line moves all lines of this state, or NULL.
static const char *flash_of_event(explainer *x, int state, int event) {
    const bool transient = x->m->states[state].transient;
    for (int i = 0; i < x->m->n_rules; i++) {
        const cg_rule *r = &x->m->rules[i];
        for (int k = 0; r->event == event && k < r->n_actions; k++) {
            const cg_action *a = &r->actions[k];
            if (!cg_does(a, transient ? CG_DOES_MOVES_ENTRIES : CG_DOES_MOVES_LINES)) continue;
            if (a->from_state == CG_NONE || a->from_state == state)
                return cg_arena_printf(x->a, "goes to %s, as all such lines do",
                                       x->m->states[a->to_state].name);
        }
    }
    return NULL;
}

static void add_after(explainer *x, cg_explanation *e, int state) {
    for (int i = 0; i < e->n_after; i++) {
        if (e->after[i].state == state) return;
    }
    cg_after *to = CG_PUSH(x->a, e->after, e->n_after);
    to->state = state;
    for (int i = 0; i < x->m->n_events; i++) {
        const cg_event *event = &x->m->events[i];
        const char *flash = event->block || !cg_is_here(x->m, state) ? NULL : flash_of_event(x, state, i);
        if (event->block) {
            *CG_PUSH(x->a, to->meets, to->n_meets) = what_meets(x, state, i);
        } else if (flash) {
            *CG_PUSH(x->a, to->meets, to->n_meets) =
                (cg_meets){event, doc_event_kind(x->s, event), flash, true,
                           event->kind == CG_EV_MESSAGE ? rules_that_send(x, event->msg) : NULL};
        }
    }
}

cg_explanation cg_explain(cg_arena *arena, const cg_spec *spec, const cg_cell *cell) {
    explainer x = {arena, spec, &spec->machines[cell->machine]};
    cg_explanation e = {.machine = x.m, .cell = *cell};
    int first;
    const int n = cg_rules_of(x.m, cell->state, cell->event, &first);
    for (int i = first; i < first + n; i++) {
        const cg_rule *r = &x.m->rules[i];
        if (cell->rule != CG_NONE && cell->rule != i) continue;
        *CG_PUSH(arena, e.rules, e.n_rules) = explain_rule(&x, r);
        if (r->state != CG_NONE && !r->impossible) add_after(&x, &e, r->next);
    }
    return e;
}

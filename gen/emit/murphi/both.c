// What both controllers of a core's port answer: note [both] in lang/request.h.
//
// note [half]: a thread whose fence, acquire or release one of the two has answered waits for the other one.
// Its request says which event of which machine has answered. So nothing else of the thread comes in between,
// and the operation is over, for the order of all operations, too, with the second answer.
#include "emit.h"
#include "lang/request.h"
#include "lang/topology.h"

// The event of the other one, which may happen in this bound; NULL: this one is alone.
static const cg_event *event_of_other(const mu *u, int machine, const cg_event *e, const cg_machine **other) {
    const cg_machine *m = &u->s->machines[machine];
    if (e->kind != CG_EV_CORE) return NULL;
    const int at = cg_event_beside(u->s, machine, e->core);
    if (at == CG_NONE || mu_is_off(u, m, e)) return NULL;
    *other = &u->s->machines[m->local ? m->beside : cg_memory_beside(u->s, machine)];
    return mu_is_off(u, *other, &(*other)->events[at]) ? NULL : &(*other)->events[at];
}

static const char *half_of(const mu *u, const cg_machine *m, const cg_event *e) {
    return MU_TEXT(u, "half_%s_%s", m->name, e->name);
}

static bool is_half(const mu *u, int machine, int event) {
    const cg_machine *other;
    return event_of_other(u, machine, &u->s->machines[machine].events[event], &other);
}

bool mu_is_half(const mu_cause *c) {
    return is_half(c->u, (int)(c->m - c->u->s->machines), (int)(c->e - c->m->events));
}

bool mu_has_halves(const mu *u) {
    bool some = false;
    for (int i = 0; i < u->s->n_machines; i++)
        for (int e = 0; e < u->s->machines[i].n_events; e++) some |= is_half(u, i, e);
    return some;
}

void mu_print_half_request(const mu *u) {
    if (!mu_has_halves(u)) return;
    fputs("    half: enum {half_none", u->out);
    for (int i = 0; i < u->s->n_machines; i++) {
        const cg_machine *m = &u->s->machines[i];
        for (int e = 0; e < m->n_events; e++)
            if (is_half(u, i, e)) fprintf(u->out, ", %s", half_of(u, m, &m->events[e]));
    }
    fputs("}; -- who has answered, of two: note [half]\n", u->out);
}

void mu_start_half(const mu *u, const char *request) {
    if (mu_has_halves(u)) fprintf(u->out, "    %s.half := half_none;\n", request);
}

const char *mu_half_guard(const mu_cause *c) {
    const mu *u = c->u;
    const cg_machine *other;
    const cg_event *e = event_of_other(u, (int)(c->m - u->s->machines), c->e, &other);
    const char *q = c->request;
    if (c->e->kind != CG_EV_CORE || c->e->block || !mu_has_halves(u)) return "";
    if (!e) return MU_TEXT(u, " & %s.half = half_none", q);
    return MU_TEXT(u, " & (%s.half = half_none | %s.half = %s)", q, q, half_of(u, other, e));
}

void mu_answer_half(const mu_cause *c, const char *waits) {
    const cg_machine *other;
    if (!event_of_other(c->u, (int)(c->m - c->u->s->machines), c->e, &other)) return;
    const char *q = c->request;
    mu_line(c, "if %s.half = half_none then", q);
    mu_line(c, "  %s.half := %s;", q, half_of(c->u, c->m, c->e));
    mu_line(c, "  %s.status := %s;", q, waits);
    mu_line(c, "  return true;");
    mu_line(c, "end;");
    mu_line(c, "%s.half := half_none;", q);
}

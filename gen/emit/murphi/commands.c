// Commands of the core port.
//
// note [operands]: an operand is one of the values that the table tries it with, and the model has the place
// of the value in that list: a parameter `operand_NAME` of the rule, where rules of the command read it and
// there is more than one. A thread whose command has to wait asks for nothing else until it is answered, so
// its record keeps which command that is, and the operands. It keeps those of an access, too, which may be
// deferred.
#include "emit.h"
#include "lang/command.h"
#include "lang/visit.h"

// Rules of the event read this operand, and it has several values.
static bool is_chosen(const mu *u, const cg_machine *m, const cg_event *e, int operand) {
    const int event = (int)(e - m->events);
    return u->s->operands[operand].n_values > 1 && cg_operands_read(m, event) >> operand & 1;
}

static const char *parameter_of(const mu *u, int operand) {
    return MU_TEXT(u, "operand_%s", u->s->operands[operand].field.name);
}

static const char *choices_of(const mu *u, int operand) {
    return MU_TEXT(u, "0..%d", u->s->operands[operand].n_values - 1);
}

int mu_operand_parameters(const mu *u, const cg_machine *m, const cg_event *e,
                          mu_parameter to[CG_MAX_OPERANDS]) {
    int n = 0;
    const unsigned brought = cg_operands_brought(u->s, e);
    for (int k = 0; brought && k < u->s->n_operands; k++)
        if (is_chosen(u, m, e, k)) to[n++] = (mu_parameter){parameter_of(u, k), choices_of(u, k)};
    return n;
}

const char *mu_operand(const mu_names *n, int operand) {
    const mu *u = n->u;
    const cg_operand *o = &u->s->operands[operand];
    const char *text = mu_value(u, &o->field.type, o->values[o->n_values - 1]);
    for (int i = o->n_values - 1; i-- > 0;)
        text = MU_TEXT(u, "(%s = %d ? %s : %s)", parameter_of(u, operand), i,
                       mu_value(u, &o->field.type, o->values[i]), text);
    return text;
}

const char *mu_operand_place(const mu_names *n, int operand, uint64_t value) {
    const cg_operand *o = &n->u->s->operands[operand];
    int i = 0;
    while (o->values[i] != value) i++;
    return MU_TEXT(n->u, "%s = %d", parameter_of(n->u, operand), i);
}

void mu_find_commands(mu *u, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event *e = &m->events[m->rules[i].event];
        u->commands_wait |= cg_command_of(u->s, e) && m->rules[i].stalls && !mu_is_off(u, m, e);
    }
    for (int e = 0; e < m->n_events; e++)
        if (m->events[e].operands && !mu_is_off(u, m, &m->events[e]))
            u->accesses_bring |= m->events[e].operands & cg_operands_read(m, e);
}

// Does the request of a thread keep this operand?
static bool is_kept(const mu *u, int operand) {
    const bool some = u->s->operands[operand].n_values > 1;
    return some && (u->commands_wait || u->accesses_bring >> operand & 1);
}

void mu_print_command_request(const mu *u) {
    if (u->commands_wait)
        fprintf(u->out, "    command: 0..%d; -- that waits: note [operands]\n", u->s->n_commands);
    for (int k = 0; k < u->s->n_operands; k++)
        if (is_kept(u, k)) fprintf(u->out, "    %s: %s;\n", parameter_of(u, k), choices_of(u, k));
}

void mu_start_command(const mu *u, const char *request) {
    if (u->commands_wait) fprintf(u->out, "    %s.command := 0;\n", request);
    mu_forget_operands(u, "    ", request);
}

void mu_forget_operands(const mu *u, const char *in, const char *request) {
    for (int k = 0; k < u->s->n_operands; k++)
        if (is_kept(u, k)) fprintf(u->out, "%s%s.%s := 0;\n", in, request, parameter_of(u, k));
}

const char *mu_same_operands(const mu_cause *c) {
    const mu *u = c->u;
    const char *same = "";
    for (int k = 0; k < u->s->n_operands; k++)
        if (is_chosen(u, c->m, c->e, k) && cg_operands_brought(u->s, c->e) >> k & 1)
            same = MU_TEXT(u, "%s & %s.%s = %s", same, c->request, parameter_of(u, k), parameter_of(u, k));
    return same;
}

void mu_keep_operands(const mu_cause *c) {
    const mu *u = c->u;
    for (int k = 0; k < u->s->n_operands; k++)
        if (is_chosen(u, c->m, c->e, k) && cg_operands_brought(u->s, c->e) >> k & 1)
            mu_line(c, "%s.%s := %s;", c->request, parameter_of(u, k), parameter_of(u, k));
}

const char *mu_command_guard(const mu_cause *c) {
    const mu *u = c->u;
    const char *q = c->request;
    if (!u->commands_wait) return MU_TEXT(u, "%s.status = idle", q);
    const char *same =
        MU_TEXT(u, "%s.command = %d%s", q, (int)c->e->core - CG_COMMAND + 1, mu_same_operands(c));
    return MU_TEXT(u, "(%s.status = idle | (%s.status = commanding & %s))", q, q, same);
}

void mu_command_waits(const mu_cause *c) {
    const char *q = c->request;
    mu_line(c, "%s.status := commanding;", q);
    mu_line(c, "%s.command := %d;", q, (int)c->e->core - CG_COMMAND + 1);
    mu_keep_operands(c);
}

void mu_command_answered(const mu_cause *c) {
    const char *q = c->request;
    mu_line(c, "%s.status := idle;", q);
    if (!c->u->commands_wait) return;
    mu_line(c, "%s.command := 0;", q);
    for (int k = 0; k < c->u->s->n_operands; k++)
        if (is_kept(c->u, k)) mu_line(c, "%s.%s := 0;", q, parameter_of(c->u, k));
}

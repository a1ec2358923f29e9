// Commands of the core port: each is taken, by one machine, and answered.
#include "lang/command.h"

#include "lang/topology.h"
#include "lang/transfer.h"
#include "lang/visit.h"
#include "parts.h"

static const char *pointer_of_event(cg_checker *c, const cg_machine *m, int event) {
    return cg_machine_pointer(c, m, "events", m->events[event].name);
}

// A core may ask for it at any time, and its thread waits for the answer of the one machine that takes it.
static void check_takers(cg_checker *c, int command) {
    const cg_spec *s = c->spec;
    const cg_machine *taker = NULL;
    const bool moves = s->commands[command].transfer != CG_NO_TRANSFER;
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int e = 0; e < m->n_events; e++) {
            if (cg_command_of(s, &m->events[e]) != &s->commands[command]) continue;
            if (moves)
                cg_check_report(
                    c, CG_E_COMMAND, pointer_of_event(c, m, e), CG_AT_KEY,
                    "%s is a transfer, of which its loads and stores are events: no rule takes it",
                    s->commands[command].name);
            if (taker)
                cg_check_report(c, CG_E_COMMAND, pointer_of_event(c, m, e), CG_AT_KEY,
                                "%s takes the command %s already: one machine answers it", taker->name,
                                s->commands[command].name);
            taker = m;
        }
    }
    if (!taker && !moves)
        cg_check_report(c, CG_E_COMMAND, s->commands[command].pointer, CG_AT_KEY,
                        "no machine takes the command %s: a core that asks for it would wait for ever",
                        s->commands[command].name);
}

static void check_operands(cg_checker *c) {
    unsigned read = 0;
    for (int i = 0; i < c->spec->n_machines; i++) read |= cg_operands_read(&c->spec->machines[i], CG_NONE);
    for (int k = 0; k < c->spec->n_rule_operands; k++)
        if (!(read >> k & 1))
            cg_check_report(c, CG_W_UNUSED, c->spec->operands[k].pointer, CG_AT_KEY,
                            "the operand '%s' is never read", c->spec->operands[k].field.name);
}

static void check_command_rules(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_core_command *x = cg_command_of(c->spec, cg_event_of(m, &m->rules[i]));
        if (x && m->rules[i].impossible)
            cg_check_report(c, CG_E_COMMAND, m->rules[i].pointer, 0,
                            "a core may ask for the command %s at any time: it cannot be impossible (%s)",
                            x->name, m->rules[i].id);
    }
}

// A transfer is loads and stores of both spaces.
static void check_transfers(cg_checker *c) {
    const cg_spec *s = c->spec;
    if (!cg_has_transfers(s)) return;
    const char *pointer = s->commands[0].pointer;
    for (int k = s->n_commands; k-- > 0;)
        if (s->commands[k].transfer != CG_NO_TRANSFER) pointer = s->commands[k].pointer;
    if (s->slots > 1)
        cg_check_report(c, CG_E_PARAM, pointer, CG_AT_KEY,
                        "a transfer asks for its words in the place of the one operation that its thread has "
                        "in flight, and with %llu slots there are several: with transfers slots must be 1",
                        (unsigned long long)s->slots);
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        if (!cg_has_ports(m) && !m->local) continue;
        for (cg_core_op op = CG_LOAD; op <= CG_STORE; op++)
            if (cg_core_event(m, op) == CG_NONE)
                cg_check_report(c, CG_E_COMMAND, pointer, CG_AT_KEY,
                                "a transfer asks %s for loads and stores, and it has no event for a %s",
                                m->name, cg_op_name(op));
    }
}

void cg_check_commands(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int k = 0; k < s->n_commands; k++) check_takers(c, k);
    check_operands(c);
    check_transfers(c);
    for (int i = 0; i < s->n_machines; i++) check_command_rules(c, &s->machines[i]);
}

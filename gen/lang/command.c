#include "command.h"

#include "local.h"

bool cg_has_commands(const cg_spec *s, const cg_machine *m) {
    return s->n_commands && m->core_port; // a table with commands has one kind of cores
}

int cg_command_number_bits(const cg_spec *s) {
    return s->n_commands ? cg_bits((uint64_t)s->n_commands) : 0;
}

int cg_operand_at(const cg_spec *s, int operand) {
    int at = cg_command_number_bits(s);
    for (int i = 0; i < operand; i++) at += s->operands[i].field.type.width;
    return at;
}

int cg_command_bits(const cg_spec *s) {
    return cg_operand_at(s, s->n_operands);
}

int cg_rule_commands(const cg_spec *s) {
    int n = 0;
    for (int k = 0; k < s->n_commands; k++) n += s->commands[k].transfer == CG_NO_TRANSFER;
    return n;
}

int cg_rule_command_bits(const cg_spec *s) {
    return cg_rule_commands(s) ? cg_operand_at(s, s->n_rule_operands) : 0;
}

bool cg_takes_operand(const cg_core_command *c, int operand) {
    for (int i = 0; i < c->n_operands; i++)
        if (c->operands[i] == operand) return true;
    return false;
}

unsigned cg_access_operands(const cg_spec *s) {
    unsigned all = (1u << s->n_operands) - 1;
    for (int c = 0; c < s->n_commands; c++)
        for (int i = 0; i < s->commands[c].n_operands; i++) all &= ~(1u << s->commands[c].operands[i]);
    return all;
}

unsigned cg_operands_brought(const cg_spec *s, const cg_event *e) {
    const cg_core_command *c = cg_command_of(s, e);
    unsigned all = e->kind == CG_EV_CORE ? e->operands : 0;
    for (int i = 0; c && i < c->n_operands; i++) all |= 1u << c->operands[i];
    return all;
}

void cg_operands_drawn(const cg_spec *s, const cg_event *e, uint64_t operands[], cg_rng *rng) {
    const unsigned brought = cg_operands_brought(s, e);
    for (int k = 0; k < s->n_operands; k++) {
        const cg_operand *o = &s->operands[k];
        if (brought >> k & 1)
            operands[k] = o->values[o->n_values > 1 ? cg_rng_below(rng, (uint64_t)o->n_values) : 0];
    }
}

const cg_event *cg_event_of_request(const cg_spec *s, const cg_request *q) {
    const bool local = q->op < CG_FENCE && cg_addr_is_local(q->addr);
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        const int e = m->local == local || q->command ? cg_core_event(m, cg_request_op(q)) : CG_NONE;
        if (e != CG_NONE) return &m->events[e];
    }
    return NULL;
}

int cg_command_taker(const cg_spec *s, int command) {
    for (int i = 0; i < s->n_machines; i++)
        if (cg_core_event(&s->machines[i], (cg_core_op)(CG_COMMAND + command)) != CG_NONE) return i;
    return CG_NONE;
}

cg_request cg_command_drawn(const cg_spec *s, cg_rng *rng) {
    cg_request q = {.op = CG_FENCE};
    unsigned k = 0, left = (unsigned)cg_rng_below(rng, (uint64_t)cg_rule_commands(s));
    while (s->commands[k].transfer != CG_NO_TRANSFER || left-- > 0) k++;
    q.command = k + 1;
    for (int i = 0; i < s->commands[k].n_operands; i++) {
        const int o = s->commands[k].operands[i];
        q.operands[o] = s->operands[o].values[cg_rng_below(rng, (uint64_t)s->operands[o].n_values)];
    }
    return q;
}

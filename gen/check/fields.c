// Fields that are read and never written, or written and never read.
#include <string.h>

#include "lang/lookup.h"
#include "parts.h"

// Where the table declares the fields of a space.
static const char *pointer_of(cg_checker *c, const cg_machine *m, cg_space space) {
    const char *at = cg_json_at(c->arena, "/machines", m->name);
    at = cg_json_at(c->arena, at, CG_SPACES[space].member);
    if (*CG_SPACES[space].within) at = cg_json_at(c->arena, at, CG_SPACES[space].within);
    return at;
}

static const char *pointer_of_field(cg_checker *c, const cg_machine *m, cg_space space, const cg_field *f,
                                    int i) {
    if (!(CG_SPACES[space].traits & CG_TRAIT_NAMED))
        return cg_json_at(c->arena, pointer_of(c, m, space), f->name);
    const char *structure = m->lookups[cg_lookup_of_field(m, i)].name;
    const char *at =
        cg_json_at(c->arena, cg_machine_pointer(c, m, CG_SPACES[space].member, structure), "fields");
    return cg_json_at(c->arena, at, f->shown + strlen(structure) + 1);
}

static void check_space(cg_checker *c, const cg_field_set *read, const cg_field_set *written,
                        cg_space space) {
    const cg_fields *fields = &read->m->fields[space];
    const char *prefix = CG_SPACES[space].prefix;
    for (int i = 0; i < fields->n; i++) {
        const char *name = cg_field_shown(&fields->field[i]);
        const char *at = pointer_of_field(c, read->m, space, &fields->field[i], i);
        const bool is_written = cg_set_has(written, space, i);
        if (!cg_set_has(read, space, i))
            cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s%s is never %s", prefix, name,
                            is_written ? "read" : "used");
        else if (!is_written)
            cg_check_report(c, CG_E_NEVER_WRITTEN, at, CG_AT_KEY, "%s%s is read, and no rule writes it",
                            prefix, name);
    }
}

static void add_msg_node(void *context, const cg_expr *x) {
    bool *read = context; // by field of the message
    if (cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE)) read[x->field] = true;
}

// The fields of messages to this machine that no rule reads.
static void check_message_fields(cg_checker *c, const cg_machine *m) {
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].kind != CG_EV_MESSAGE) continue;
        const cg_msg *msg = &c->spec->msgs[m->events[e].msg];
        bool *read = cg_arena_alloc(c->arena, (size_t)msg->n_fields + 1);
        for (int i = 0; i < m->n_rules; i++) {
            if (m->rules[i].event != e) continue;
            cg_visit_rule(&m->rules[i], add_msg_node, read);
        }
        cg_visit_finds(&m->events[e], add_msg_node, read);
        cg_visit(msg->place, add_msg_node, read);
        const char *at = cg_json_at(c->arena, cg_json_at(c->arena, "/messages", msg->name), "fields");
        for (int f = 0; f < msg->n_fields; f++) {
            if (read[f] || f == msg->core)
                continue; // it may be handed on, or be read with the whole request; or it says which line the
                          // event is about
            cg_check_report(c, CG_W_UNUSED, cg_json_at(c->arena, at, msg->fields[f].name), CG_AT_KEY,
                            "the field '%s' of %s is never read", msg->fields[f].name, msg->name);
        }
    }
}

static void add_input(void *context, const cg_expr *x) {
    bool *read = context; // by input of the spec
    if (cg_is_leaf(x->op, CG_LEAF_MODE)) read[x->field] = true;
}

static void check_inputs(cg_checker *c, const cg_machine *m) {
    bool *read = cg_arena_alloc(c->arena, (size_t)c->spec->n_inputs + 1);
    cg_visit(m->accept_requests, add_input, read);
    for (int i = 0; i < m->n_structures; i++) cg_visit(m->structures[i].drains, add_input, read);
    for (int i = 0; i < m->n_rules; i++) cg_visit_rule(&m->rules[i], add_input, read);
    for (int e = 0; e < m->n_events; e++) cg_visit_finds(&m->events[e], add_input, read);
    for (int i = 0; i < m->n_inputs; i++) {
        const char *name = c->spec->inputs[m->inputs[i]].name;
        if (!read[m->inputs[i]])
            cg_check_report(c, CG_W_UNUSED, cg_machine_pointer(c, m, "inputs", name), CG_AT_KEY,
                            "the input '%s' is never read", name);
    }
}

void cg_check_fields(cg_checker *c, const cg_machine *m) {
    cg_field_set read = cg_field_set_new(c, m), written = cg_field_set_new(c, m);
    cg_add_read(&read, m->accept_requests);
    for (int i = 0; i < m->n_structures; i++) cg_add_read(&read, m->structures[i].drains);
    for (int e = 0; e < m->n_events; e++) {
        cg_add_read(&read, m->events[e].alarm);
        cg_add_looked_for(&read, &m->events[e]);
    }
    if (m->epoch_reg != CG_NONE) cg_add_field(&read, CG_SPACE_REG, m->epoch_reg);
    for (int i = 0; i < m->n_rules; i++) {
        cg_add_rule_reads(&read, &m->rules[i]);
        cg_add_written(&written, &m->rules[i]);
    }
    for (int i = 0; i < m->n_regs; i++) {
        if (!cg_is_until(c->spec, m, i)) continue;
        if (cg_set_has(&read, CG_SPACE_REG, i))
            cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "registers", m->regs[i].name), CG_AT_KEY,
                            "until %s is true messages wait for others, and the exhaustive check has no such "
                            "wait: no rule may read it",
                            m->regs[i].name);
        cg_add_field(&read, CG_SPACE_REG, i);
    }
    for (cg_space k = 0; k < CG_N_SPACES; k++) check_space(c, &read, &written, k);
    check_message_fields(c, m);
    check_inputs(c, m);
}

// Fields that are read and never written, or written and never read.
#include "parts.h"

typedef struct {
    const char *section, *part, *prefix; // part of the section, or NULL
    const cg_field *fields;
    int n;
    const bool *read, *written;
} group;

static void check_group(cg_checker *c, const cg_machine *m, const group *g) {
    for (int i = 0; i < g->n; i++) {
        const char *section = cg_machine_pointer(c, m, g->section, NULL);
        if (g->part) section = cg_json_at(c->arena, section, g->part);
        const char *at = cg_json_at(c->arena, section, g->fields[i].name);
        if (g->read[i] && !g->written[i])
            cg_check_report(c, CG_E_NEVER_WRITTEN, at, CG_AT_KEY, "%s%s is read, and no rule writes it",
                            g->prefix, g->fields[i].name);
        else if (!g->read[i])
            cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s%s is never %s", g->prefix, g->fields[i].name,
                            g->written[i] ? "read" : "used");
    }
}

static void add_msg_node(void *context, const cg_expr *x) {
    bool *read = context; // by field of the message
    if (x->op == CG_X_MSG) read[x->field] = true;
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
        const char *at = cg_json_at(c->arena, cg_json_at(c->arena, "/messages", msg->name), "fields");
        for (int f = 0; f < msg->n_fields; f++) {
            if (read[f]) continue;
            cg_check_report(c, CG_W_UNUSED, cg_json_at(c->arena, at, msg->fields[f].name), CG_AT_KEY,
                            "the field '%s' of %s is never read", msg->fields[f].name, msg->name);
        }
    }
}

static void add_input(void *context, const cg_expr *x) {
    bool *read = context; // by input of the spec
    if (x->op == CG_X_INPUT) read[x->field] = true;
}

static void check_inputs(cg_checker *c, const cg_machine *m) {
    bool *read = cg_arena_alloc(c->arena, (size_t)c->spec->n_inputs + 1);
    cg_visit(m->accept_requests, add_input, read);
    for (int i = 0; i < m->n_rules; i++) cg_visit_rule(&m->rules[i], add_input, read);
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
    for (int e = 0; e < m->n_events; e++) cg_add_read(&read, m->events[e].alarm);
    if (m->epoch_reg != CG_NONE) read.regs[m->epoch_reg] = true;
    for (int i = 0; i < m->n_rules; i++) {
        cg_add_rule_reads(&read, &m->rules[i]);
        cg_add_written(&written, &m->rules[i]);
    }
    const group groups[] = {
        {"registers", NULL, "", m->regs, m->n_regs, read.regs, written.regs},
        {"line", NULL, "line.", m->line, m->n_line, read.line, written.line},
        {"mshr", NULL, "mshr.", m->mshr, m->n_mshr, read.mshr, written.mshr},
        {"thread", NULL, "thread.", m->thread, m->n_thread, read.thread, written.thread},
        {"store_buffer", "fields", "buffer.", m->buffer, m->n_buffer, read.buffer, written.buffer}};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) check_group(c, m, &groups[i]);
    check_message_fields(c, m);
    check_inputs(c, m);
}

#include "visit.h"

typedef struct {
    cg_visitor *visit;
    void *context;
} parts;

void cg_visit(const cg_expr *x, cg_visitor *visit, void *context) {
    if (!x) return;
    cg_visit(x->a, visit, context);
    cg_visit(x->b, visit, context);
    cg_visit(x->c, visit, context);
    visit(context, x);
}

void cg_visit_wholes(const cg_action *a, cg_visitor *visit, void *context) {
    const cg_expr *const each[] = {a->value, a->at,   a->epoch, a->to,  a->asker,
                                   a->about, a->mask, a->count, a->step};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (each[i]) visit(context, each[i]);
    for (int i = 0; i < a->n_args; i++) visit(context, a->args[i]);
}

static void visit_parts(void *context, const cg_expr *x) {
    const parts *p = context;
    cg_visit(x, p->visit, p->context);
}

void cg_visit_action(const cg_action *a, cg_visitor *visit, void *context) {
    cg_visit_wholes(a, visit_parts, &(parts){visit, context});
}

void cg_visit_actions(const cg_rule *r, cg_visitor *visit, void *context) {
    for (int i = 0; i < r->n_actions; i++) cg_visit_action(&r->actions[i], visit, context);
}

void cg_visit_rule(const cg_rule *r, cg_visitor *visit, void *context) {
    cg_visit(r->when, visit, context);
    cg_visit_actions(r, visit, context);
}

void cg_visit_finds(const cg_event *e, cg_visitor *visit, void *context) {
    for (int i = 0; i < e->n_finds; i++) {
        cg_visit(e->finds[i].at, visit, context);
        for (int k = 0; k < e->finds[i].n_values; k++) cg_visit(e->finds[i].value[k], visit, context);
    }
}

// Of the rules of an event, and of what it looks for; of all events, CG_NONE.
static void visit_event(const cg_machine *m, int event, cg_visitor *visit, void *context) {
    for (int e = 0; e < m->n_events; e++)
        if (event == CG_NONE || e == event) cg_visit_finds(&m->events[e], visit, context);
    for (int i = 0; i < m->n_rules; i++)
        if (event == CG_NONE || m->rules[i].event == event) cg_visit_rule(&m->rules[i], visit, context);
}

void cg_visit_machine(const cg_machine *m, cg_visitor *visit, void *context) {
    cg_visit(m->accept_requests, visit, context);
    for (int i = 0; i < m->n_structures; i++) cg_visit(m->structures[i].drains, visit, context);
    for (int i = 0; i < m->n_events; i++) {
        cg_visit(m->events[i].alarm, visit, context);
        cg_visit_finds(&m->events[i], visit, context);
    }
    for (int i = 0; i < m->n_rules; i++) cg_visit_rule(&m->rules[i], visit, context);
}

typedef struct {
    cg_space space;
    int field;
    bool read;
} field_use;

static void note_field(void *context, const cg_expr *x) {
    field_use *use = context;
    use->read |= cg_is_of(x, use->space) && x->field == use->field;
}

bool cg_reads_field(const cg_expr *x, cg_space space, int field) {
    field_use use = {space, field, false};
    cg_visit(x, note_field, &use);
    return use.read;
}

typedef struct {
    int traits;
    bool read;
} leaf_use;

static void note_leaf(void *context, const cg_expr *x) {
    leaf_use *use = context;
    use->read |= cg_is_leaf(x->op, use->traits);
}

bool cg_reads(const cg_expr *x, int traits) {
    leaf_use use = {traits, false};
    cg_visit(x, note_leaf, &use);
    return use.read;
}

bool cg_machine_reads(const cg_machine *m, int traits) {
    leaf_use use = {traits, false};
    cg_visit_machine(m, note_leaf, &use);
    return use.read;
}

bool cg_event_reads(const cg_machine *m, int event, int traits) {
    leaf_use use = {traits, false};
    visit_event(m, event, note_leaf, &use);
    return use.read;
}

static void note_mark(void *context, const cg_expr *x) {
    unsigned *marks = context;
    if (cg_is_leaf(x->op, CG_LEAF_OF_PORT)) *marks |= 1u << x->field;
}

unsigned cg_marks_read(const cg_machine *m, int event) {
    unsigned marks = 0;
    visit_event(m, event, note_mark, &marks);
    return marks;
}

static void note_operand(void *context, const cg_expr *x) {
    unsigned *operands = context;
    if (cg_is_leaf(x->op, CG_LEAF_OF_COMMAND)) *operands |= 1u << x->field;
}

unsigned cg_operands_read(const cg_machine *m, int event) {
    unsigned operands = 0;
    visit_event(m, event, note_operand, &operands);
    return operands;
}

unsigned cg_marks_squeezed(unsigned set, unsigned of) {
    unsigned bits = 0;
    for (int k = 0, n = 0; of >> k; k++)
        if (of >> k & 1) bits |= (set >> k & 1) << n++;
    return bits;
}

unsigned cg_marks_spread(unsigned bits, unsigned of) {
    unsigned set = 0;
    for (int k = 0, n = 0; of >> k; k++)
        if (of >> k & 1) set |= (bits >> n++ & 1) << k;
    return set;
}

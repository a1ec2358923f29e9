// Which messages say which core asks.
//
// note [askers]
//
// Every message about a line or a thread carries the thread on whose behalf it was sent; whose thread that is
// follows only for messages that a core's own event sent. So a message gets a field with the number of the
// core where a rule on its arrival reads msg.request or, in a request of a machine without cores, the bytes
// of the word that is asked for, performs an operation away from the core, or sends a message that has the
// field and names no other request. A table without requests as values has no such field: there an operation
// is performed where a core's own message comes. With several kinds of cores it may also be performed where
// the message of a machine without cores comes.
//
// The field is the number of a core over all machines. With several kinds of cores, if requests are no
// values, if no marker keeps one, and if for each message only cores of one kind can have asked, it is a
// controller of that kind, which takes fewer bits.
//
// A marker that a message puts into a fifo is likewise: it keeps the core where a rule for it at the head
// needs that, and then the message says it.
#include "lang/mask.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "lang/visit.h"
#include "read/reader.h"

static void note_value(void *context, const cg_expr *x) {
    bool *uses = context;
    *uses |= x->type.kind == CG_T_REQUEST;
}

static void note_reading(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_ASKS);
}

static void note_asked_bytes(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_OF_BYTES);
}

// Does the rule read the bytes of a word for which a message of a machine without cores asks?
static bool reads_asked_bytes(const cg_spec *s, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    bool reads = false;
    if (e->kind != CG_EV_MESSAGE || !cg_asks_for_word(s, &s->msgs[e->msg])) return false;
    if (s->machines[s->msgs[e->msg].from].core_port) return false;
    cg_visit_rule(r, note_asked_bytes, &reads);
    return reads;
}

static bool has_requests_as_values(const cg_spec *s) {
    bool uses = false;
    for (int i = 0; i < s->n_machines; i++)
        for (int k = 0; k < s->machines[i].n_rules; k++)
            cg_visit_rule(&s->machines[i].rules[k], note_value, &uses);
    return uses;
}

static bool uses_requests(const cg_spec *s) {
    bool uses = has_requests_as_values(s);
    for (int i = 0; i < s->n_machines; i++)
        for (int k = 0; k < s->machines[i].n_rules; k++)
            uses |= reads_asked_bytes(s, &s->machines[i], &s->machines[i].rules[k]);
    return uses;
}

static bool reads_request(const cg_rule *r) {
    bool reads = false;
    cg_visit_rule(r, note_reading, &reads);
    return reads;
}

static bool hands_on(const cg_action *a) {
    return cg_does(a, CG_DOES_SENDS) && !a->asker;
}

// Does the event's message come from a core's own controller, so that it need not say which core asks?
static bool comes_from_core(const cg_spec *s, const cg_event *e) {
    return cg_core_kinds(s) > 1 && e->kind == CG_EV_MESSAGE && s->machines[s->msgs[e->msg].from].core_port;
}

// `needed`: by message.
static bool needs_core(const cg_spec *s, const cg_machine *m, const cg_rule *r, const bool *needed) {
    const cg_action *performs = cg_find_action(r, CG_DOES_PERFORMS),
                    *marks = cg_find_action(r, CG_DOES_MARKS);
    const bool away = !m->core_port && !comes_from_core(s, &m->events[r->event]);
    if (reads_request(r) || reads_asked_bytes(s, m, r) || (away && performs && !performs->asker)) return true;
    if (marks && m->structures[marks->structure].core) return true;
    for (int i = 0; i < r->n_actions; i++)
        if (hands_on(&r->actions[i]) && needed[r->actions[i].msg]) return true;
    return false;
}

// Do messages put the markers there? Else they are of the core's own threads.
static bool is_marked_by_messages(const cg_machine *m, int structure) {
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *a = cg_find_action(&m->rules[i], CG_DOES_MARKS);
        if (a && a->structure == structure && m->events[m->rules[i].event].kind == CG_EV_MESSAGE) return true;
    }
    return false;
}

// Where a rule's event has it noted that it says which core asks; NULL: it does not, or need not.
static bool *note_of_event(const cg_spec *s, const cg_machine *m, const cg_event *e, bool *needed) {
    if (e->kind == CG_EV_MARKER && is_marked_by_messages(m, e->structure))
        return &m->structures[e->structure].core;
    if (e->kind != CG_EV_MESSAGE || !e->thread || s->msgs[e->msg].from == CG_MEMORY) return NULL;
    return &needed[e->msg];
}

static bool find_needed(const cg_spec *s, const cg_machine *m, bool *needed) {
    bool grown = false;
    for (int i = 0; i < m->n_rules; i++) {
        bool *note = note_of_event(s, m, &m->events[m->rules[i].event], needed);
        if (note && !*note && needs_core(s, m, &m->rules[i], needed)) grown = *note = true;
    }
    return grown;
}

// The machines whose cores can ask for what a rule's event is about, as a set; `kinds`: by message.
static uint64_t kinds_of_event(int machine, const cg_event *e, const uint64_t *kinds) {
    if (e->kind == CG_EV_CORE) return UINT64_C(1) << machine;
    return e->kind == CG_EV_MESSAGE ? kinds[e->msg] : 0;
}

static bool spread_kinds(const cg_spec *s, int machine, const cg_rule *r, uint64_t *kinds) {
    const uint64_t own = kinds_of_event(machine, &s->machines[machine].events[r->event], kinds);
    bool grown = false;
    for (int i = 0; i < r->n_actions; i++) {
        if (!hands_on(&r->actions[i])) continue;
        grown |= (own & ~kinds[r->actions[i].msg]) != 0;
        kinds[r->actions[i].msg] |= own;
    }
    return grown;
}

// By message: the machines whose cores it can be sent for.
static const uint64_t *find_kinds(cg_reader *r) {
    const cg_spec *s = r->spec;
    uint64_t *kinds = cg_arena_alloc(r->arena, ((size_t)s->n_msgs + 1) * sizeof *kinds);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < s->n_machines; i++)
            for (int k = 0; k < s->machines[i].n_rules; k++)
                grown |= spread_kinds(s, i, &s->machines[i].rules[k], kinds);
    }
    return kinds;
}

static cg_expr *new_expr(cg_reader *r, cg_xop op, cg_type type, const cg_expr *a) {
    cg_expr *x = cg_arena_alloc(r->arena, sizeof *x);
    *x = (cg_expr){.op = op, .type = type, .field = CG_NONE, .a = a};
    return x;
}

// The core of this controller.
static const cg_expr *own_core(cg_reader *r, const cg_machine *m, cg_type type) {
    const bool node = type.kind == CG_T_NODE;
    const cg_type own = cg_node_type(r->spec, node ? type.machine : (int)(m - r->spec->machines));
    cg_expr *self = new_expr(r, CG_X_SELF, own, NULL);
    if (node) return self;
    cg_expr *first = cg_arena_alloc(r->arena, sizeof *first);
    *first = (cg_expr){.type = type, .field = CG_NONE, .value = m->first_core}; // the first leaf: a value
    cg_expr *sum = new_expr(r, CG_X_ADD, type, self);
    sum->b = first;
    return sum;
}

// The core on whose behalf the rule sends; this controller's where nobody asks, which gen/check/requests.c
// refuses.
static const cg_expr *core_that_asks(cg_reader *r, const cg_machine *m, const cg_event *e,
                                     const cg_action *a) {
    const cg_msg *msg = &r->spec->msgs[a->msg];
    const cg_type type = msg->fields[msg->core].type;
    if (a->asker) return new_expr(r, CG_X_CORE_OF, type, a->asker);
    if (e->kind == CG_EV_MARKER && m->structures[e->structure].core)
        return new_expr(r, CG_X_ASKING, type, NULL);
    const int field = e->kind == CG_EV_MESSAGE ? r->spec->msgs[e->msg].core : CG_NONE;
    if (field == CG_NONE) return own_core(r, m, type);
    cg_expr *x = new_expr(r, CG_X_MSG, type, NULL);
    x->field = field;
    return x;
}

typedef struct {
    cg_reader *reader;
    const cg_msg *msg; // NULL: a marker
} reading;

// The core of msg.request is the message's field, and that of head.request what the marker keeps: if it is a
// controller, in the place of core(), and else within.
static void read_field_instead(void *context, const cg_expr *x) {
    const reading *w = context;
    if (x->op != CG_X_CORE_OF || x->a->op != CG_X_REQUEST) return;
    cg_expr *core = (cg_expr *)(uintptr_t)x; // the tree was made for this use alone
    if (core->type.kind != CG_T_NODE) {
        cg_expr *leaf = new_expr(w->reader, core->op, cg_core_type(w->reader->spec), NULL);
        core->a = leaf;
        core = leaf;
    }
    core->op = w->msg ? CG_X_MSG : CG_X_ASKING;
    core->field = w->msg ? w->msg->core : CG_NONE;
    core->a = NULL;
}

static void fill_in(cg_reader *r, const cg_machine *m, cg_rule *rule) {
    const cg_event *e = &m->events[rule->event];
    reading w = {r, e->kind == CG_EV_MESSAGE ? &r->spec->msgs[e->msg] : NULL};
    if (w.msg || e->kind == CG_EV_MARKER) cg_visit_rule(rule, read_field_instead, &w);
    for (int i = 0; i < rule->n_actions; i++) {
        cg_action *a = &rule->actions[i];
        // On behalf of its own request a marker sends anyway.
        if (e->kind == CG_EV_MARKER && a->asker && a->asker->op == CG_X_REQUEST) a->asker = NULL;
        if (!cg_does(a, CG_DOES_SENDS) || r->spec->msgs[a->msg].core == CG_NONE) continue;
        const cg_expr **args = cg_arena_alloc(r->arena, (size_t)(a->n_args + 1) * sizeof *args);
        for (int k = 0; k < a->n_args; k++) args[k] = a->args[k];
        args[a->n_args++] = core_that_asks(r, m, e, a);
        a->args = args;
    }
}

static void add_core(cg_reader *r, cg_msg *m, cg_type type) {
    cg_field *fields = cg_arena_alloc(r->arena, (size_t)(m->n_fields + 1) * sizeof *fields);
    for (int i = 0; i < m->n_fields; i++) fields[i] = m->fields[i];
    m->core = m->n_fields;
    fields[m->n_fields++] = (cg_field){.name = CG_CORE_FIELD, .doc = "the core that asks", .type = type};
    m->fields = fields;
}

// With several kinds of cores: does each message say by its kind of which of them it is?
static bool are_kinds_known(const cg_spec *s, const bool *needed, const uint64_t *kinds) {
    bool known = !has_requests_as_values(s);
    for (int i = 0; i < s->n_machines; i++)
        for (int k = 0; k < s->machines[i].n_structures; k++) known &= !s->machines[i].structures[k].core;
    for (int i = 0; i < s->n_msgs; i++) known &= !needed[i] || (kinds[i] && !(kinds[i] & (kinds[i] - 1)));
    return known;
}

// A field of the table's own that has the name.
static void report_taken(cg_reader *r, const cg_msg *m) {
    if (cg_find_field(m->fields, m->n_fields, CG_CORE_FIELD) == CG_NONE) return;
    const char *at = cg_json_at(r->arena, cg_json_at(r->arena, "/messages", m->name), "fields");
    cg_error(r, CG_E_NAME, cg_json_at(r->arena, at, CG_CORE_FIELD), CG_AT_KEY,
             "in a table that uses requests a message says with '%s' which core asks: choose another name",
             CG_CORE_FIELD);
}

void cg_read_askers(cg_reader *r) {
    cg_spec *s = r->spec;
    if (!cg_core_kinds(s) || (!uses_requests(s) && cg_core_kinds(s) == 1)) return;
    bool *needed = cg_arena_alloc(r->arena, (size_t)s->n_msgs + 1);
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < s->n_machines; i++) grown |= find_needed(s, &s->machines[i], needed);
    }
    const uint64_t *kinds = find_kinds(r);
    const bool known = cg_core_kinds(s) > 1 && are_kinds_known(s, needed, kinds);
    for (int i = 0; i < s->n_msgs; i++) {
        if (needed[i] || uses_requests(s)) report_taken(r, &s->msgs[i]);
        const cg_type type =
            known && needed[i] ? cg_node_type(s, __builtin_ctzll(kinds[i])) : cg_core_type(s);
        if (needed[i]) add_core(r, &s->msgs[i], type);
    }
    for (int i = 0; i < s->n_machines; i++)
        for (int k = 0; k < s->machines[i].n_rules; k++)
            fill_in(r, &s->machines[i], &s->machines[i].rules[k]);
}

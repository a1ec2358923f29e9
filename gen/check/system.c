// Does the table fit the hardware around it?
#include <string.h>

#include "lang/topology.h"

#include "parts.h"

// -------------------------------------------------------------------------------------------------- bulk

// What a flash or a sweep writes everywhere is a constant of the controller, so there is one for each: a
// state for lines, one for MSHR entries, a value for each field.
typedef struct {
    const cg_action *action;
    const cg_rule *rule;
} bulk;

// What a machine can do in one way only, or NULL.
static const char *bulk_text(const cg_action *a) {
    if (cg_does(a, CG_DOES_MOVES_LINES)) return "flashes lines to one state";
    if (cg_does(a, CG_DOES_MOVES_ENTRIES)) return "flashes MSHR entries to one state";
    if (cg_does(a, CG_DOES_SETS_ENTRIES)) return "flashes a field to one value";
    return cg_does(a, CG_DOES_SETS_LINES) ? "sweeps a field to one value" : NULL;
}

static bool changes_same_thing(const cg_action *a, const cg_action *b) {
    return a->verb == b->verb && a->field == b->field && a->from_state == b->from_state;
}

static bool gives_same_value(const cg_action *a, const cg_action *b) {
    return a->value ? a->value->value == b->value->value : a->to_state == b->to_state;
}

// Finds the first action on the same target among `all`, or adds this one.
static const bulk *find_or_add(cg_checker *c, bulk **all, int *n, bulk one) {
    for (int i = 0; i < *n; i++) {
        if (changes_same_thing((*all)[i].action, one.action)) return &(*all)[i];
    }
    *CG_PUSH(c->arena, *all, *n) = one;
    return &(*all)[*n - 1];
}

// Does the rule move entries in this state to `to`, or find them there?
static bool moves(const cg_rule *r, int state, int to) {
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_MOVES_ENTRIES) && (a->from_state == CG_NONE || a->from_state == state))
            return a->to_state == to;
    }
    return state == to;
}

// The MSHR file of lines changes all entries alike.
static void check_alike(cg_checker *c, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    for (int s = m->n_stable; s < m->n_states; s++) {
        if (moves(r, s, a->to_state)) continue;
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "'%s' moves entries of some states only, not of %s, which is for machines of words: "
                        "'flash mshrs to %s', or a field of the entry, 'flash mshr.f = c' (%s)",
                        a->text, m->states[s].name, m->states[a->to_state].name, r->id);
        return;
    }
}

// What the event's own line would be afterwards is for its rule alone to say: its state in a cache, in a
// local memory its fields, too.
static void check_about_none(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    const cg_action *a = cg_find_action(r, m->local ? CG_DOES_BULK : CG_DOES_MOVE);
    if (!a || !cg_event_of(m, r)->block) return;
    cg_check_report(
        c, CG_E_VERB, a->pointer, 0,
        "'%s' changes all %s, and this rule is about one line: say it in one about none, "
        "as of a command, a fence, an acquire or a release (%s)",
        a->text, cg_does(a, CG_DOES_MOVES_ENTRIES | CG_DOES_SETS_ENTRIES) ? "MSHR entries" : "lines", r->id);
}

void cg_check_bulk(cg_checker *c, const cg_machine *m) {
    bulk *all = NULL;
    int n = 0;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        check_about_none(c, m, r);
        for (int k = 0; k < r->n_actions; k++) {
            const cg_action *a = &r->actions[k];
            if (!bulk_text(a)) continue;
            if (!m->words && cg_does(a, CG_DOES_MOVES_ENTRIES)) check_alike(c, m, r, a);
            const bulk *first = find_or_add(c, &all, &n, (bulk){.action = a, .rule = r});
            if (gives_same_value(first->action, a)) continue;
            cg_check_report(c, CG_E_VERB, a->pointer, 0, "%s has '%s' already (%s): a machine %s only",
                            m->name, first->action->text, first->rule->id, bulk_text(a));
        }
    }
}

// ------------------------------------------------------------------------------------------- same fields

static const char *type_words(cg_checker *c, cg_type t) {
    if (t.kind != CG_T_INT) return cg_type_text(c->spec, c->arena, t);
    return cg_arena_printf(c->arena, "an integer of %d bit%s", t.width, t.width == 1 ? "" : "s");
}

static const cg_field *field_named(const cg_msg *msg, const char *name) {
    for (int i = 0; i < msg->n_fields; i++) {
        if (!strcmp(msg->fields[i].name, name)) return &msg->fields[i];
    }
    return NULL;
}

// A field of message `msg` and the field of this name in a message before it.
static void check_field(cg_checker *c, const cg_machine *m, int msg, const cg_field *f) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < msg; i++) {
        const cg_field *g = s->msgs[i].to == s->msgs[msg].to ? field_named(&s->msgs[i], f->name) : NULL;
        if (!g || (cg_same_type(f->type, g->type) && f->type.width == g->type.width)) continue;
        const char *fields =
            cg_json_at(c->arena, cg_json_at(c->arena, "/messages", s->msgs[msg].name), "fields");
        cg_check_report(c, CG_E_TYPE, cg_json_at(c->arena, fields, f->name), 0,
                        "%s.%s is %s, and %s.%s %s: both arrive at %s, which has one msg.%s",
                        s->msgs[msg].name, f->name, type_words(c, f->type), s->msgs[i].name, f->name,
                        type_words(c, g->type), m->name, f->name);
        return;
    }
}

// Messages of one lane arrive at one machine, so this is about lanes as well.
void cg_check_same_fields(cg_checker *c, const cg_machine *m) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_msgs; i++) {
        if (s->msgs[i].to != (int)(m - s->machines)) continue;
        for (int f = 0; f < s->msgs[i].n_fields; f++) check_field(c, m, i, &s->msgs[i].fields[f]);
    }
}

// ------------------------------------------------------------------------------------------------- roles

static bool is_core_port(const cg_machine *m) {
    return cg_has_ports(m);
}

static bool is_home_machine(const cg_machine *m) {
    return m->home;
}

static const struct {
    const char *key, *count;
    bool (*has)(const cg_machine *m);
} ROLES[] = {{"core_port", "cores", is_core_port}, {"home", "partitions", is_home_machine}};

static void check_role(cg_checker *c, size_t role, const cg_machine *m, const cg_machine *holder) {
    const char *key = ROLES[role].key, *count = c->spec->params[m->count_param].name;
    if (cg_has_ports(m) && cg_core_kinds(c->spec) > 1) {
        if (m->home)
            cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "core_port", NULL), CG_AT_KEY,
                            "%s is the home: no cores attach to it", m->name);
        else if (!strcmp(count, ROLES[role].count))
            cg_check_report(
                c, CG_E_SHAPE, cg_machine_pointer(c, m, "count", NULL), 0,
                "with several kinds of cores each is counted by a parameter of its own, not by '%s'", count);
    } else if (holder)
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, key, NULL), CG_AT_KEY,
                        "%s has '%s' already: exactly one machine must have it", holder->name, key);
    else if (strcmp(count, ROLES[role].count))
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "count", NULL), 0,
                        "a machine with '%s' is counted by '%s', not by '%s'", key, ROLES[role].count, count);
}

// A machine that had both would have to be counted by two parameters, and is refused for that.
void cg_check_roles(cg_checker *c) {
    const cg_spec *s = c->spec;
    const cg_machine *holders[] = {NULL, NULL};
    for (size_t k = 0; k < sizeof ROLES / sizeof *ROLES; k++) {
        for (int i = 0; i < s->n_machines; i++) {
            if (!ROLES[k].has(&s->machines[i])) continue;
            check_role(c, k, &s->machines[i], holders[k]);
            if (!holders[k]) holders[k] = &s->machines[i];
        }
        if (!holders[k])
            cg_check_report(c, CG_E_SHAPE, "/machines", CG_AT_KEY, "no machine has '%s': %s must have it",
                            ROLES[k].key, ROLES[k].has == is_core_port ? "at least one" : "exactly one");
    }
}

// ------------------------------------------------------------------------------------------------ memory

// The memory ports are the home's, one for each controller, and each is one lane there and one back. What
// comes back is always the line that was asked for.
static void check_memory_message(cg_checker *c, const cg_msg *m, const cg_msg *first) {
    const cg_spec *s = c->spec;
    const bool back = m->from == CG_MEMORY;
    const cg_machine *end = &s->machines[back ? m->to : m->from];
    const char *at = cg_json_at(c->arena, "/messages", m->name);
    if (!end->home)
        cg_check_report(c, CG_E_SHAPE, cg_json_at(c->arena, at, back ? "to" : "from"), 0,
                        "%s goes %s memory, and %s has no memory port: only the machine with 'home' has",
                        m->name, back ? "from" : "to", end->name);
    else if (back && m->payload != CG_PAY_LINE)
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY,
                        "memory answers with a line: %s needs \"payload\": \"line\"", m->name);
    else if (first && back)
        cg_check_report(
            c, CG_E_SHAPE, at, CG_AT_KEY,
            "memory has one answer to all that it is asked, and that is %s: use it in place of %s",
            first->name, m->name);
    else if (first && first->net != m->net)
        cg_check_report(c, CG_E_SHAPE, cg_json_at(c->arena, at, "net"), 0,
                        "%s goes to memory on %s, and %s on %s: %s has one memory port, so one network",
                        m->name, s->nets[m->net].name, first->name, s->nets[first->net].name, end->name);
}

void cg_check_memory(cg_checker *c) {
    const cg_spec *s = c->spec;
    const cg_msg *to = NULL, *from = NULL, *read = NULL;
    bool home = false;
    for (int i = 0; i < s->n_machines; i++) home |= s->machines[i].home;
    for (int i = 0; home && i < s->n_msgs; i++) {
        const cg_msg *m = &s->msgs[i];
        if (m->to != CG_MEMORY && m->from != CG_MEMORY) continue;
        const cg_msg **first = m->from == CG_MEMORY ? &from : &to;
        check_memory_message(c, m, *first);
        if (!*first) *first = m;
        if (m->to == CG_MEMORY && m->payload == CG_PAY_NONE) read = m;
    }
    if (!home) return; // that is said already
    if (!from)
        cg_check_report(
            c, CG_E_SHAPE, "/messages", CG_AT_KEY,
            "no message brings a line from memory: the home needs one (\"from\": \"memory\", \"payload\": "
            "\"line\"), and one that asks for it");
    else if (!read)
        cg_check_report(
            c, CG_E_SHAPE, cg_json_at(c->arena, "/messages", from->name), CG_AT_KEY,
            "nothing asks for %s: the home needs a message to memory without a line, which reads one",
            from->name);
}

// ----------------------------------------------------------------------------------------------- address

void cg_check_address(cg_checker *c, const cg_machine *m) {
    const cg_spec *s = c->spec;
    const int used = cg_log2(cg_line_bytes(s, m)) + cg_log2(m->interleave) + cg_log2(m->sets);
    if (s->addr_bits > (uint64_t)used) return;
    if (m->local && s->addr_bits >= (uint64_t)used) return;
    cg_check_report(c, CG_E_CONSTRAINT, cg_machine_pointer(c, m, "cache", NULL), CG_AT_KEY,
                    "an address of %llu bits leaves none for a tag: offset, controller and set of %s take %d",
                    (unsigned long long)s->addr_bits, m->name, used);
}

// ------------------------------------------------------------------------------------------ store buffers

static bool has_event(const cg_machine *m, cg_event_kind kind, cg_core_op op) {
    for (int e = 0; e < m->n_events; e++) {
        if (m->events[e].kind == kind && (kind != CG_EV_CORE || m->events[e].core == op)) return true;
    }
    return false;
}

void cg_check_buffer(cg_checker *c, const cg_machine *m) {
    bool filled = false;
    if (!m->buffer_entries) return;
    for (int i = 0; i < m->n_rules; i++) filled |= cg_find_action(&m->rules[i], CG_DOES_BUFFERS) != NULL;
    const char *at = cg_machine_pointer(c, m, "store_buffer", NULL);
    if (!has_event(m, CG_EV_DRAIN, CG_LOAD))
        cg_check_report(
            c, CG_E_SHAPE, at, CG_AT_KEY,
            "nothing ever leaves this store buffer: %s needs an event {\"store_buffer\": \"drain\"}",
            m->name);
    else if (!filled)
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY,
                        "the store buffer is never used: no rule says 'buffer'");
}

// ------------------------------------------------------------------------------------------------- order

static bool model_asks(const cg_spec *s, bool release) {
    for (unsigned i = 0; i < CG_N_PORT_OPS * cg_mark_sets(s); i++) {
        const cg_port_order *o = &s->order[i / cg_mark_sets(s)][i % cg_mark_sets(s)];
        if (o->legal && (release ? o->release : o->acquire)) return true;
    }
    return false;
}

void cg_check_order(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; s->has_order && i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int release = 0; release < 2; release++) {
            const cg_core_op op = release ? CG_RELEASE : CG_ACQUIRE;
            if (!cg_has_ports(m) || m->consistency || has_event(m, CG_EV_CORE, op) || !model_asks(s, release))
                continue;
            cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, m, "events", NULL), CG_AT_KEY,
                            "%s has operations that need %s, and %s no event for it (\"core\": \"%s\")",
                            s->consistency, release ? "a release before them" : "an acquire after them",
                            m->name, release ? "release" : "acquire");
        }
    }
}

// ------------------------------------------------------------------------------------------- granularity

// A message about words means nothing to a machine of lines. A local memory that is not mapped has none.
void cg_check_granularity(cg_checker *c) {
    const cg_spec *s = c->spec;
    int one = 0;
    while (one + 1 < s->n_machines && s->machines[one].local) one++;
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i], *first = &s->machines[one];
        const bool words = m->words || m->of_words;
        if (words == first->words || (m->local && !m->mapped)) continue;
        const cg_machine *said = words ? m : first;
        cg_check_report(c, CG_E_SHAPE, cg_machine_pointer(c, said, "granularity", NULL), 0,
                        "the blocks of %s are %s, those of %s %s: all machines must have the same", m->name,
                        words ? "words" : "lines", first->name, first->words ? "words" : "lines");
    }
}

// ----------------------------------------------------------------------------------------------- classes

void cg_check_classes(cg_checker *c) {
    const cg_spec *s = c->spec;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_msg *first = &s->msgs[s->channels[i].msgs[0]];
        for (int k = 1; k < s->channels[i].n_msgs; k++) {
            const cg_msg *m = &s->msgs[s->channels[i].msgs[k]];
            if ((m->cls == CG_REQUEST) == (first->cls == CG_REQUEST)) continue;
            const char *at = cg_json_at(c->arena, cg_json_at(c->arena, "/messages", m->name), "class");
            cg_check_report(
                c, CG_E_SHAPE, at, 0,
                "%s is a %s, and %s on the same lane, %s, a %s: requests need a lane of their own", m->name,
                CG_CLASS_WORDS[m->cls], first->name, cg_lane_name(c, i), CG_CLASS_WORDS[first->cls]);
        }
    }
}

// The events of a machine: those that its table declares, and a message each.
#include <string.h>

#include "lang/command.h"
#include "read/reader.h"

static void read_wrap_event(cg_reader *r, cg_event *v, const cg_entry *e) {
    cg_node n = cg_get(r, e->node, "clock", CG_J_STRING);
    const char *what = json_object_get_string(n.value);
    v->kind = CG_EV_WRAP;
    v->block = false;
    if (strcmp(what, "wrap") != 0)
        cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no event of the clock: 'wrap' is", what);
    if (!r->spec->clock.bits)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' is the clock's, and the table has no clock",
                 e->key);
}

static void read_drain(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e) {
    cg_node n = cg_get(r, e->node, "store_buffer", CG_J_STRING);
    const char *what = json_object_get_string(n.value);
    v->kind = CG_EV_DRAIN;
    if (strcmp(what, "drain") != 0)
        cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no event of a store buffer: 'drain' is", what);
    if (!m->buffer_entries)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' is a store buffer's, and %s has none", e->key,
                 m->name);
}

static void read_core(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e) {
    cg_read_excepted(r, e->node, v);
    v->kind = CG_EV_CORE;
    v->core = (cg_core_op)cg_get_choice(r, e->node, "core", CG_CORE_OP_WORDS, CG_N_CORE_OPS, CG_LOAD);
    v->block = v->core < CG_FENCE;
    v->thread = true;
    if (!m->core_port)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' comes from a core, and %s has no core port", e->key,
                 m->name);
}

// What is at the head of a fifo: a line or a marker.
static void read_head(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e) {
    static const char *const HEADS[] = {"line", "marker"};
    cg_node n = cg_get(r, e->node, "structure", CG_J_STRING);
    const char *name = json_object_get_string(n.value);
    const bool marker = cg_get_choice(r, e->node, "head", HEADS, 2, 0);
    v->kind = marker ? CG_EV_MARKER : CG_EV_HEAD;
    v->block = !marker;
    v->thread = marker;
    if (!cg_get(r, e->node, "head", CG_J_STRING).value)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0,
                 "an event of a structure says what is at its head: \"head\": \"line\" or \"marker\"");
    v->structure = cg_structure_named(r, m, name, n.pointer, 0);
    if (v->structure == CG_NONE)
        v->structure = 0;
    else if (marker && !m->structures[v->structure].markers)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "%s holds no markers: say \"markers\": true", name);
}

static void read_event(cg_reader *r, cg_machine *m, const cg_entry *e) {
    static const cg_key KEYS[] = {{"core", CG_J_STRING, false},
                                  {"command", CG_J_STRING, false},
                                  {"evict", CG_J_BOOL, false},
                                  {"every", CG_J_INT | CG_J_STRING, false},
                                  {"clock", CG_J_STRING, false},
                                  {"mshr", CG_J_STRING, false},
                                  {"store_buffer", CG_J_STRING, false},
                                  {"doc", CG_J_STRING, false},
                                  {"structure", CG_J_STRING, false},
                                  {"head", CG_J_STRING, false},
                                  {"except", CG_J_STRING | CG_J_ARRAY, false},
                                  {"operands", CG_J_STRING | CG_J_ARRAY, false}};
    cg_event v = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .msg = CG_NONE, .block = true};
    cg_check_name(r, e, "an event");
    bool good = CG_CHECK_SHAPE(r, e->node, "an event", KEYS);
    bool core = cg_get(r, e->node, "core", CG_J_STRING).value;
    bool command = cg_get(r, e->node, "command", CG_J_STRING).value;
    bool evict = cg_get_bool(r, e->node, "evict", false);
    cg_node every = cg_get(r, e->node, "every", CG_J_INT | CG_J_STRING);
    bool wrap = cg_get(r, e->node, "clock", CG_J_STRING).value;
    bool alarm = cg_get(r, e->node, "mshr", CG_J_STRING).value;
    bool drain = cg_get(r, e->node, "store_buffer", CG_J_STRING).value;
    bool head = cg_get(r, e->node, "structure", CG_J_STRING).value;
    if (good && core + command + evict + !!every.value + wrap + alarm + drain + head != 1)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0,
                 "an event has one of the keys 'core', 'command', 'evict', 'every', 'clock', 'mshr', "
                 "'store_buffer' and 'structure'");
    if (core) {
        read_core(r, m, &v, e);
    } else if (command) {
        cg_read_command_event(r, m, &v, e);
    } else if (drain) {
        read_drain(r, m, &v, e);
    } else if (head) {
        read_head(r, m, &v, e);
    } else if (evict) {
        v.kind = CG_EV_EVICT;
    } else if (alarm) {
        v.kind = CG_EV_ALARM;
    } else if (wrap) {
        read_wrap_event(r, &v, e);
    } else {
        v.kind = CG_EV_TIMER;
        v.block = false;
        cg_constant_of(r, every, &v.period);
    }
    if (cg_find_msg(r->spec, e->key) != CG_NONE)
        cg_error(r, CG_E_DUPLICATE, e->node.pointer, CG_AT_KEY, "the event '%s' has the name of a message",
                 e->key);
    *CG_PUSH(r->arena, m->events, m->n_events) = v;
}

// Those of commands that the machine takes, and those of accesses alone.
static unsigned operands_taken(const cg_spec *s, const cg_machine *m) {
    unsigned taken = cg_access_operands(s);
    for (int i = 0; i < m->n_events; i++)
        if (cg_command_of(s, &m->events[i])) taken |= cg_operands_brought(s, &m->events[i]);
    return taken;
}

// note [accesses] in lang/command.h. `e`: the event, whose commands' operands are all known by now.
static void read_brought(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e) {
    const cg_spec *s = r->spec;
    const cg_node n = cg_get(r, e->node, "operands", CG_J_STRING | CG_J_ARRAY);
    const cg_entries all = cg_strings_of(r, n);
    const unsigned taken = operands_taken(s, m);
    if (n.value && (v->kind != CG_EV_CORE || !v->block || !m->local))
        cg_error(r, CG_E_SHAPE, n.pointer, CG_AT_KEY,
                 "'%s' brings no operands: loads, stores and atomics of a local memory do", e->key);
    for (int i = 0; i < all.n; i++) {
        const char *name = json_object_get_string(all.items[i].node.value);
        cg_words w = {0};
        int k = 0;
        for (int o = 0; o < s->n_operands; o++)
            if (taken >> o & 1) cg_words_add(r, &w, s->operands[o].field.name);
        while (k < s->n_operands && (!(taken >> k & 1) || strcmp(s->operands[k].field.name, name))) k++;
        if (k == s->n_operands)
            cg_error(r, CG_E_UNKNOWN, all.items[i].node.pointer, 0,
                     "'%s' is no operand of a command that %s takes, and none of accesses%s", name, m->name,
                     cg_hint_or_all(r, name, &w));
        else if (v->operands >> k & 1)
            cg_error(r, CG_E_DUPLICATE, all.items[i].node.pointer, 0, "'%s' is there twice", name);
        else
            v->operands |= 1u << k;
    }
}

// Two events of one machine cannot stand for the same thing.
static void check_events(cg_reader *r, const cg_machine *m, cg_node n) {
    for (int i = 0; i < m->n_events; i++) {
        for (int k = 0; k < i; k++) {
            const cg_event *a = &m->events[i], *b = &m->events[k];
            if (a->kind != b->kind || a->kind == CG_EV_TIMER || a->core != b->core ||
                a->structure != b->structure)
                continue;
            const char *events = cg_json_at(r->arena, n.pointer, "events");
            cg_error(r, CG_E_DUPLICATE, cg_json_at(r->arena, events, a->name), CG_AT_KEY,
                     "the events '%s' and '%s' are the same", b->name, a->name);
        }
    }
}

// Every message to this machine is an event; they follow those that the table declares.
void cg_read_events(cg_reader *r, cg_machine *m, cg_node n) {
    cg_entries all = cg_entries_of(r, cg_get(r, n, "events", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_event(r, m, &all.items[i]);
    for (int i = 0; i < all.n && i < m->n_events; i++) read_brought(r, m, &m->events[i], &all.items[i]);
    check_events(r, m, n);
    const int self = (int)(m - r->spec->machines);
    for (int i = 0; i < r->spec->n_msgs; i++) {
        const cg_msg *msg = &r->spec->msgs[i];
        if (msg->to != self) continue;
        cg_event v = {.name = msg->name,
                      .doc = msg->doc,
                      .kind = CG_EV_MESSAGE,
                      .msg = i,
                      .block = msg->block,
                      .thread = msg->thread};
        *CG_PUSH(r->arena, m->events, m->n_events) = v;
    }
}

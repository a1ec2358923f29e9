// Commands of the core port, and their operands: note [commands] in lang/command.h.
#include "lang/command.h"

#include <string.h>

#include "lang/topology.h"
#include "lang/transfer.h"
#include "read/reader.h"

enum { MOST_VALUES = 16 };

static bool is_listed(const cg_operand *o, uint64_t v) {
    for (int k = 0; k < o->n_values; k++)
        if (o->values[k] == v) return true;
    return false;
}

// An expression may be what another value is at this design point: that counts once.
static void read_values(cg_reader *r, cg_operand *o, cg_node n) {
    const cg_node values = cg_get(r, n, "values", CG_J_ARRAY);
    cg_entries all = cg_entries_of(r, values);
    for (int i = 0; i < all.n; i++) {
        uint64_t v = 0;
        if (!cg_read_initial(r, all.items[i].node, &o->field.type, &v)) continue;
        const bool said = !json_object_is_type(all.items[i].node.value, json_type_string);
        if (is_listed(o, v) && said)
            cg_error(r, CG_E_DUPLICATE, all.items[i].node.pointer, 0, "this value is there twice");
        if (is_listed(o, v)) continue;
        *CG_PUSH(r->arena, o->values, o->n_values) = v;
    }
    if (values.value && (all.n < 1 || all.n > MOST_VALUES))
        cg_error(r, CG_E_SHAPE, values.pointer, 0, "%d values: an operand is tried with 1 to %d", all.n,
                 MOST_VALUES);
}

static bool is_same(const cg_operand *a, const cg_operand *b) {
    const cg_type *s = &a->field.type, *t = &b->field.type;
    if (s->kind != t->kind || s->width != t->width || s->enum_type != t->enum_type) return false;
    if (a->n_values != b->n_values) return false;
    for (int i = 0; i < a->n_values; i++)
        if (a->values[i] != b->values[i]) return false;
    return true;
}

// The operand of this name, or how many there are.
static int find_operand(const cg_spec *s, const char *name) {
    int i = 0;
    while (i < s->n_operands && strcmp(s->operands[i].field.name, name)) i++;
    return i;
}

// The place of an operand among all of the table: one of this name, with the same type, or a new one.
static int enter_operand(cg_reader *r, const cg_operand *o) {
    cg_spec *s = r->spec;
    const int i = find_operand(s, o->field.name);
    if (i < s->n_operands && !is_same(&s->operands[i], o))
        cg_error(r, CG_E_TYPE, o->pointer, CG_AT_KEY,
                 "another command has an operand '%s' of another type, or with other values: they share the "
                 "bits of the core port",
                 o->field.name);
    if (i == CG_MAX_OPERANDS) {
        cg_error(r, CG_E_SHAPE, o->pointer, CG_AT_KEY, "more than %d operands of all commands",
                 CG_MAX_OPERANDS);
        return 0;
    }
    if (i == s->n_operands) *CG_PUSH(r->arena, s->operands, s->n_operands) = *o;
    return i;
}

// {"type": "place", "values": [0, 4], "doc": "..."}; CG_NONE after an error.
static int read_operand(cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {
        {"type", CG_J_STRING, true}, {"values", CG_J_ARRAY, true}, {"doc", CG_J_STRING, false}};
    cg_check_name(r, e, "an operand");
    if (!CG_CHECK_SHAPE(r, e->node, "an operand", KEYS)) return CG_NONE;
    cg_operand o = {.field = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")},
                    .pointer = e->node.pointer};
    if (!cg_read_type(r, cg_get(r, e->node, "type", CG_J_STRING), &o.field.type)) return CG_NONE;
    const cg_kind kind = o.field.type.kind;
    if (kind != CG_T_INT && kind != CG_T_BOOL && kind != CG_T_ENUM) {
        cg_error(r, CG_E_TYPE, cg_json_at(r->arena, e->node.pointer, "type"), 0,
                 "an operand is an integer, a boolean or of an enum: '%s' is none", o.field.name);
        return CG_NONE;
    }
    read_values(r, &o, e->node);
    return enter_operand(r, &o);
}

// Those that accesses bring, and no command: note [accesses] in lang/command.h.
static void read_access_operands(cg_reader *r, cg_node n) {
    const cg_spec *s = r->spec;
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        if (find_operand(s, all.items[i].key) < s->n_operands) {
            cg_error(r, CG_E_DUPLICATE, all.items[i].node.pointer, CG_AT_KEY,
                     "a command has the operand '%s': accesses may bring it without being listed here",
                     all.items[i].key);
            continue;
        }
        read_operand(r, &all.items[i]);
    }
}

static void read_transfer(cg_reader *r, cg_core_command *c, cg_node transfer, cg_node operands) {
    if (!transfer.value) return;
    const char *way = json_object_get_string(transfer.value);
    c->transfer = !strcmp(way, "in") ? CG_TRANSFER_IN : CG_TRANSFER_OUT;
    if (strcmp(way, "in") != 0 && strcmp(way, "out") != 0)
        cg_error(r, CG_E_SHAPE, transfer.pointer, 0, "'%s': a transfer goes \"in\" or \"out\"", way);
    if (operands.value)
        cg_error(r, CG_E_SHAPE, operands.pointer, CG_AT_KEY,
                 "the operands of a transfer are those of the part that moves tiles: it declares none");
    for (int k = 0; k < r->spec->n_commands; k++)
        if (r->spec->commands[k].transfer == c->transfer)
            cg_error(r, CG_E_DUPLICATE, transfer.pointer, 0, "%s moves tiles %s already",
                     r->spec->commands[k].name, way);
}

static void read_command(cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {
        {"operands", CG_J_OBJECT, false}, {"doc", CG_J_STRING, false}, {"transfer", CG_J_STRING, false}};
    cg_core_command c = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .pointer = e->node.pointer};
    cg_check_name(r, e, "a command");
    CG_CHECK_SHAPE(r, e->node, "a command", KEYS);
    const cg_node operands = cg_get(r, e->node, "operands", CG_J_OBJECT);
    cg_entries all = cg_entries_of(r, operands);
    for (int i = 0; i < all.n; i++) {
        const int k = read_operand(r, &all.items[i]);
        if (k != CG_NONE) *CG_PUSH(r->arena, c.operands, c.n_operands) = k;
    }
    read_transfer(r, &c, cg_get(r, e->node, "transfer", CG_J_STRING), operands);
    if (r->spec->n_commands == CG_MAX_COMMANDS)
        cg_error(r, CG_E_SHAPE, c.pointer, CG_AT_KEY, "more than %d commands", CG_MAX_COMMANDS);
    else
        *CG_PUSH(r->arena, r->spec->commands, r->spec->n_commands) = c;
}

void cg_read_commands(cg_reader *r, cg_node root) {
    cg_entries machines = cg_entries_of(r, cg_get(r, root, "machines", CG_J_OBJECT));
    for (int i = 0; i < machines.n; i++) {
        const cg_machine *m = &r->spec->machines[i];
        const cg_node commands = cg_get(r, machines.items[i].node, "commands", CG_J_OBJECT),
                      operands = cg_get(r, machines.items[i].node, "operands", CG_J_OBJECT);
        if (operands.value && !commands.value)
            cg_error(r, CG_E_SHAPE, operands.pointer, CG_AT_KEY,
                     "operands of accesses stand beside commands, and %s has none", m->name);
        if (!commands.value) continue;
        cg_entries all = cg_entries_of(r, commands);
        for (int k = 0; k < all.n; k++) read_command(r, &all.items[k]);
        read_access_operands(r, operands);
        if (!cg_has_ports(m))
            cg_error(r, CG_E_SHAPE, commands.pointer, CG_AT_KEY,
                     "%s has no core port: commands stand in the machine that has it", m->name);
        else if (cg_core_kinds(r->spec) > 1)
            cg_error(r, CG_E_SHAPE, commands.pointer, CG_AT_KEY,
                     "several machines have core ports: commands are for tables with one kind of cores");
    }
}

// The memory beside the machine whose cores ask for transfers; NULL after an error.
static const cg_machine *memory_of_transfers(cg_reader *r, const char *pointer) {
    const cg_spec *s = r->spec;
    for (int i = 0; i < s->n_machines; i++) {
        const int memory = cg_has_ports(&s->machines[i]) ? cg_memory_beside(s, i) : CG_NONE;
        if (memory != CG_NONE) return &s->machines[memory];
    }
    cg_error(r, CG_E_SHAPE, pointer, CG_AT_KEY,
             "no local memory stands beside the cores: nothing moves in or out");
    return NULL;
}

static void add_transfer_operand(cg_reader *r, const char *name, const char *doc, int width,
                                 const char *pointer) {
    cg_spec *s = r->spec;
    for (int k = 0; k < s->n_rule_operands; k++)
        if (!strcmp(s->operands[k].field.name, name))
            cg_error(r, CG_E_DUPLICATE, s->operands[k].pointer, CG_AT_KEY,
                     "'%s' is an operand of transfers, of which the table has some", name);
    *CG_PUSH(r->arena, s->operands, s->n_operands) = (cg_operand){
        .field = {.name = name, .doc = doc, .type = {.kind = CG_T_INT, .width = width}}, .pointer = pointer};
}

// Operands of transfers, behind all others: as wide as what they are about.
static int width_of_operand(const cg_spec *s, int k) {
    const int local = cg_bits(cg_transfer_words(s) - 1);
    return k == 0 ? local + 2 : k == 6 ? local + 1 : (int)s->addr_bits;
}

void cg_read_transfers(cg_reader *r) {
    cg_spec *s = r->spec;
    int first = 0;
    s->n_rule_operands = s->n_operands;
    while (first < s->n_commands && s->commands[first].transfer == CG_NO_TRANSFER) first++;
    if (first == s->n_commands) return;
    const char *pointer = s->commands[first].pointer;
    if (!memory_of_transfers(r, pointer)) return;
    if (cg_transfer_words(s) < 2) return; // its size is wrong, and that has been said
    static const char *const NAMES[][2] = {
#define X(name, doc) {#name, doc},
        CG_TRANSFER_OPERANDS(X)
#undef X
    };
    enum { N = sizeof NAMES / sizeof *NAMES };
    if (s->n_operands + N > CG_MAX_OPERANDS)
        cg_error(r, CG_E_SHAPE, pointer, CG_AT_KEY,
                 "with the %d of transfers more than %d operands of all commands", N, CG_MAX_OPERANDS);
    if (s->addr_bits < 63 && cg_transfer_words(s) * CG_TILE_WORD > UINT64_C(1) << s->addr_bits)
        cg_error(r, CG_E_PARAM, pointer, CG_AT_KEY,
                 "addresses of %llu bits do not reach the end of the local memory of %llu bytes: transfers "
                 "need that",
                 (unsigned long long)s->addr_bits, (unsigned long long)cg_transfer_words(s) * CG_TILE_WORD);
    for (int k = 0; k < N; k++)
        add_transfer_operand(r, NAMES[k][0], NAMES[k][1], width_of_operand(s, k), pointer);
    for (int c = 0; c < s->n_commands; c++)
        for (int k = 0; s->commands[c].transfer != CG_NO_TRANSFER && k < N; k++)
            *CG_PUSH(r->arena, s->commands[c].operands, s->commands[c].n_operands) = s->n_rule_operands + k;
}

void cg_read_command_event(cg_reader *r, const cg_machine *m, cg_event *v, const cg_entry *e) {
    const cg_node n = cg_get(r, e->node, "command", CG_J_STRING);
    const cg_spec *s = r->spec;
    const char *name = json_object_get_string(n.value);
    cg_words w = {0};
    int k = 0;
    while (k < s->n_commands && strcmp(s->commands[k].name, name)) k++;
    for (int i = 0; i < s->n_commands; i++) cg_words_add(r, &w, s->commands[i].name);
    v->kind = CG_EV_CORE;
    v->core = (cg_core_op)(CG_COMMAND + (k < s->n_commands ? k : 0));
    v->block = false;
    v->thread = true;
    if (k == s->n_commands)
        cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no command%s", name, cg_hint_or_all(r, name, &w));
    if (!m->core_port)
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' comes from a core, and %s has no core port", e->key,
                 m->name);
}

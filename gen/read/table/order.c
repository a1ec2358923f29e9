// Order at the core port: what the consistency model asks of the operations of a core with their marks.
#include <json-c/json.h>
#include <string.h>

#include "lang/model.h"
#include "read/beside.h"
#include "read/reader.h"

_Static_assert(CG_MARKS_MAX == CG_MODEL_MAX_MARKS, "the core port has room for the marks of any model");

// ---------------------------------------------------------------------------------------------- which model

static bool is_word(json_object *o, const char *key, const char *word) {
    json_object *v;
    return json_object_object_get_ex(o, key, &v) && json_object_is_type(v, json_type_string) &&
           !strcmp(json_object_get_string(v), word);
}

static bool machine_orders(json_object *machine) {
    json_object *events;
    bool has = false;
    if (!json_object_is_type(machine, json_type_object) ||
        !json_object_object_get_ex(machine, "events", &events) ||
        !json_object_is_type(events, json_type_object))
        return false;
    json_object_object_foreach(events, name, e) {
        (void)name;
        if (json_object_is_type(e, json_type_object))
            has |= is_word(e, "core", CG_CORE_OP_WORDS[CG_ACQUIRE]) ||
                   is_word(e, "core", CG_CORE_OP_WORDS[CG_RELEASE]);
    }
    return has;
}

// Has the table rules for acquires or releases? Asked before machines are read, as their rules read marks.
static bool table_orders(json_object *machines) {
    bool has = false;
    if (!json_object_is_type(machines, json_type_object)) return false;
    json_object_object_foreach(machines, name, m) {
        (void)name;
        has |= machine_orders(m);
    }
    return has;
}

// The model that the settings say, for a table that has a use for it.
static void choose_model(cg_reader *r, bool ordered, const cg_setting *settings, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const cg_setting *set = &settings[i];
        if (strcmp(set->key, CG_CONSISTENCY) != 0 || (!ordered && set->if_declared)) continue;
        if (!ordered) {
            cg_diag_add(r->diags, CG_E_UNKNOWN, set->where ? set->where : "--set", 0, 0, NULL, NULL,
                        "%s has no rules for acquires or releases: its hardware is the same for all models",
                        r->spec->name ? r->spec->name : "the protocol");
            continue;
        }
        r->other_model = !r->spec->consistency || strcmp(r->spec->consistency, set->value) != 0;
        r->spec->consistency = cg_arena_strdup(r->arena, set->value);
    }
}

cg_model *cg_read_model(cg_reader *r, const char *name, const char *where, const char *why) {
    char error[512];
    const char *path = cg_find_beside(r->arena, r->spec->file, "models", name);
    cg_model *m = path ? cg_model_load(path, error, sizeof error) : NULL;
    if (!path)
        cg_error(r, CG_E_IO, where, 0, "there is no model '%s', and %s is in it", name, why);
    else if (!m)
        cg_error(r, CG_E_SHAPE, where, 0, "%s", error);
    return m;
}

// The operations by which threads may synchronize; if the table does not say, atomics.
static void read_synchronization(cg_reader *r, cg_node root) {
    const cg_node n = cg_get(r, root, "synchronization", CG_J_ARRAY);
    const cg_entries all = cg_strings_of(r, n);
    cg_words w = {0};
    r->synchronizes[CG_ATOMIC] = !n.value;
    r->synchronizes[CG_FENCE] = true;
    for (int op = CG_LOAD; op <= CG_ATOMIC; op++) cg_words_add(r, &w, CG_CORE_OP_WORDS[op]);
    for (int i = 0; i < all.n; i++) {
        const char *name = json_object_get_string(all.items[i].node.value);
        int op = CG_LOAD;
        while (op <= CG_ATOMIC && strcmp(CG_CORE_OP_WORDS[op], name) != 0) op++;
        if (op <= CG_ATOMIC)
            r->synchronizes[op] = true;
        else
            cg_error(r, CG_E_UNKNOWN, all.items[i].node.pointer, 0, "'%s' is no operation on memory%s", name,
                     cg_hint_or_all(r, name, &w));
    }
}

void cg_read_consistency(cg_reader *r, cg_node root, const cg_setting *settings, size_t n) {
    const bool ordered = table_orders(cg_get(r, root, "machines", CG_J_OBJECT).value);
    choose_model(r, ordered, settings, n);
    read_synchronization(r, root);
    if (ordered && r->spec->consistency)
        r->model =
            cg_read_model(r, r->spec->consistency, "/consistency", "what acquires and releases are for");
    if (!r->model) return;
    r->spec->has_order = true;
    r->spec->n_marks = (int)r->model->n_marks;
    for (int k = 0; k < r->spec->n_marks; k++)
        r->spec->marks[k] = cg_arena_strdup(r->arena, r->model->marks[k]);
}

// -------------------------------------------------------------------------------------------- what it keeps

// Is an operation of a class of `from` kept before one of `to`?
static bool model_keeps_order(const cg_model *m, uint32_t from, uint32_t to) {
    bool kept = false;
    for (unsigned c = 0; c < m->nclasses; c++) kept |= from >> c & 1 && m->classes[c].before & to;
    return kept;
}

// Data: synchronization that only stores is no store that a release waits for.
static uint32_t data_classes_of(const cg_model *m, cg_mem_kind kind) {
    uint32_t set = 0;
    for (unsigned c = 0; c < m->nclasses; c++)
        if (m->classes[c].kind == kind && !m->classes[c].sync) set |= UINT32_C(1) << c;
    return set;
}

// The classes that an operation with these marks is of. One that the model has not with all of them is not
// legal, unless it is a plain one.
static uint32_t classes_of_kind(const cg_model *m, cg_mem_kind kind, unsigned marks) {
    if (kind == CG_MEM_FENCE && !marks) return cg_model_fences(m, ~0u);
    const int c = cg_model_class_of(m, kind, marks);
    return c >= 0 && (m->classes[c].marks & marks) == marks ? UINT32_C(1) << c : 0;
}

uint32_t cg_classes_for(const cg_model *m, int op, unsigned marks) {
    static const cg_mem_kind KINDS[CG_N_PORT_OPS] = {CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE};
    return classes_of_kind(m, KINDS[op], marks);
}

void cg_read_excepted(cg_reader *r, cg_node event, cg_event *v) {
    const cg_entries all = cg_strings_of(r, cg_get(r, event, "except", CG_J_STRING | CG_J_ARRAY));
    for (int i = 0; i < all.n; i++)
        *CG_PUSH(r->arena, v->except, v->n_except) =
            cg_arena_strdup(r->arena, json_object_get_string(all.items[i].node.value));
}

static bool is_excepted(const cg_event *e, const char *scope) {
    for (int i = 0; i < e->n_except; i++)
        if (!strcmp(e->except[i], scope)) return true;
    return false;
}

// Are operations of these classes of a scope that the table's event for `step` leaves out?
static bool leaves_out(const cg_spec *s, const cg_model *m, cg_core_op step, uint32_t set) {
    const int scope = set ? m->classes[__builtin_ctz(set)].scope : CG_NONE;
    for (int i = 0; scope >= 0 && i < s->n_machines; i++)
        for (int e = 0; e < s->machines[i].n_events; e++) {
            const cg_event *v = &s->machines[i].events[e];
            if (v->kind == CG_EV_CORE && v->core == step && is_excepted(v, m->scopes[scope].name))
                return true;
        }
    return false;
}

// By a class of synchronization only as far as the table synchronizes by such operations.
static bool may_ask(const cg_reader *r, int op, uint32_t set) {
    return set && (r->synchronizes[op] || !r->model->classes[__builtin_ctz(set)].sync);
}

static cg_port_order order_of(const cg_reader *r, int op, unsigned marks, uint32_t loads, uint32_t stores) {
    const cg_model *m = r->model;
    const uint32_t set = cg_classes_for(m, op, marks);
    return (cg_port_order){
        .legal = may_ask(r, op, set),
        .release = model_keeps_order(m, stores, set) && !leaves_out(r->spec, m, CG_RELEASE, set),
        .acquire = model_keeps_order(m, set, loads) && !leaves_out(r->spec, m, CG_ACQUIRE, set)};
}

static void set_order(cg_reader *r) {
    const uint32_t loads = data_classes_of(r->model, CG_MEM_LOAD);
    const uint32_t stores = data_classes_of(r->model, CG_MEM_STORE);
    for (int op = 0; op < CG_N_PORT_OPS; op++)
        for (unsigned marks = 0; marks < cg_mark_sets(r->spec); marks++)
            r->spec->order[op][marks] = order_of(r, op, marks, loads, stores);
}

// What an event leaves out must be scopes of the model. One in the place of the table's own may have none.
static void check_scopes(cg_reader *r, const cg_machine *m, const cg_event *e) {
    cg_words w = {0};
    for (unsigned k = 0; k < r->model->n_scopes; k++) cg_words_add(r, &w, r->model->scopes[k].name);
    for (int x = 0; x < e->n_except; x++) {
        int k = 0;
        while (k < w.n && strcmp(w.names[k], e->except[x]) != 0) k++;
        if (k == w.n)
            cg_error(r, CG_E_UNKNOWN,
                     cg_arena_printf(r->arena, "/machines/%s/events/%s/except", m->name, e->name), 0,
                     "'%s' is no scope of %s%s", e->except[x], r->spec->consistency,
                     cg_hint_or_all(r, e->except[x], &w));
    }
}

// The order logic holds nothing up for data: they must be free.
static void check_plain(cg_reader *r) {
    static const char *const NAMES[] = {[CG_LOAD] = "loads", [CG_STORE] = "stores"};
    for (int op = CG_LOAD; op <= CG_STORE; op++) {
        const cg_port_order *o = &r->spec->order[op][0];
        if (o->legal && !o->release && !o->acquire) continue;
        cg_error(
            r, CG_E_SHAPE, "/consistency", 0,
            "%s %s %s, and this table's rules for acquires and releases are for models that leave them free",
            r->spec->consistency, o->legal ? "keeps the order of plain" : "has no plain", NAMES[op]);
    }
}

void cg_read_order(cg_reader *r) {
    const cg_spec *s = r->spec;
    if (!r->model) return;
    set_order(r);
    for (int i = 0; !r->other_model && i < s->n_machines; i++)
        for (int e = 0; e < s->machines[i].n_events; e++)
            check_scopes(r, &s->machines[i], &s->machines[i].events[e]);
    check_plain(r);
}

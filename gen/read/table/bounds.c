// The `check` section: bounds of the exhaustive check, and invariants.
#include <stdlib.h>
#include <string.h>

#include "lang/topology.h"
#include "read/reader.h"

// -------------------------------------------------------------------------------------------- invariants

static void read_variable(cg_reader *r, cg_invariant *v, const cg_entry *e) {
    if (!cg_check_name(r, e, "a variable")) return;
    if (!cg_is_kind(e->node, CG_J_STRING)) {
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "the name of a machine is wanted");
        return;
    }
    const char *name = json_object_get_string(e->node.value);
    cg_words w = {0};
    for (int i = 0; i < r->spec->n_machines; i++) {
        cg_words_add(r, &w, r->spec->machines[i].name);
        if (strcmp(r->spec->machines[i].name, name)) continue;
        if (cg_declare(r, e->key, "variable", e->node.pointer, CG_AT_KEY))
            *CG_PUSH(r->arena, v->vars, v->n_vars) = (cg_variable){.name = e->key, .machine = i};
        return;
    }
    cg_error(r, CG_E_UNKNOWN, e->node.pointer, 0, "'%s' is no machine%s", name, cg_hint(r, name, &w));
}

static void read_statement(cg_reader *r, cg_invariant *v, cg_node n) {
    const int declared = r->n_declared;
    const size_t errors = cg_diags_errors(r->diags);
    v->name = cg_get_string(r, n, "name");
    v->why = cg_get_text(r, n, "why");
    if (!cg_is_name(v->name))
        cg_error(r, CG_E_NAME, cg_json_at(r->arena, n.pointer, "name"), 0,
                 "'%s' is no name for an invariant: a letter, then letters, digits and '_'", v->name);
    cg_entries all = cg_entries_of(r, cg_get(r, n, "each", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_variable(r, v, &all.items[i]);
    if (cg_diags_errors(r->diags) == errors) {
        cg_scope s = {.reader = r, .event = "an invariant", .invariant = v, .no_function = "an invariant"};
        const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, cg_get(r, n, "that", CG_J_STRING)));
        v->that = ast ? cg_type_bool(&s, ast) : NULL;
    }
    r->n_declared = declared;
}

static void read_invariant(cg_reader *r, cg_node n) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true},
                                  {"each", CG_J_OBJECT, true},
                                  {"that", CG_J_STRING, true},
                                  {"why", CG_J_STRING, true}};
    cg_invariant v = {.pointer = n.pointer};
    if (!CG_CHECK_SHAPE(r, n, "an invariant", KEYS)) return;
    read_statement(r, &v, n);
    *CG_PUSH(r->arena, r->spec->invariants, r->spec->n_invariants) = v;
}

// Which states a bound explores.
static const cg_invariant *read_only(cg_reader *r, cg_node n) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true},
                                  {"each", CG_J_OBJECT, true},
                                  {"that", CG_J_STRING, true},
                                  {"why", CG_J_STRING, true}};
    if (!n.value || !CG_CHECK_SHAPE(r, n, "what a bound is limited to", KEYS)) return NULL;
    cg_invariant *v = cg_arena_alloc(r->arena, sizeof *v);
    v->pointer = n.pointer;
    read_statement(r, v, n);
    return v;
}

// ------------------------------------------------------------------------------------------------ bounds

static int read_int_in_range(cg_reader *r, cg_node n, const char *key, int least, int most, int otherwise) {
    cg_node m = cg_get(r, n, key, CG_J_INT);
    if (!m.value) return otherwise;
    const int64_t v = json_object_get_int64(m.value);
    if (v >= least && v <= most) return (int)v;
    cg_error(r, CG_E_PARAM, m.pointer, 0, "%s is %lld, and must be from %d to %d", key, (long long)v, least,
             most);
    return otherwise;
}

static void read_bound_settings(cg_reader *r, cg_bound *b, cg_node set) {
    cg_entries all = cg_entries_of(r, set);
    int n = 0;
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_words w = {0};
        bool known = false;
        for (int p = 0; p < r->spec->n_params; p++) {
            cg_words_add(r, &w, r->spec->params[p].name);
            known = known || !strcmp(r->spec->params[p].name, e->key);
        }
        if (!known)
            cg_error(r, CG_E_UNKNOWN, e->node.pointer, CG_AT_KEY, "'%s' is no parameter%s", e->key,
                     cg_hint_or_all(r, e->key, &w));
        else if (!cg_is_kind(e->node, CG_J_INT))
            cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "a setting must be a whole number");
        else
            *CG_PUSH(r->arena, b->settings, n) =
                (cg_setting){.key = e->key,
                             .value = cg_arena_strdup(r->arena, json_object_get_string(e->node.value)),
                             .where = cg_arena_printf(r->arena, "%s#%s", r->spec->file, e->node.pointer)};
    }
    b->n_settings = (size_t)n;
}

// Of "machine.event 1.0" the thread, of the controller in front of the dot; false: there is no such number.
static bool read_thread(const char *text, struct cg_off *off) {
    char *end;
    off->one = *text;
    if (!off->one) return true;
    off->node = (int)strtol(text + 1, &end, 10);
    if (*end != '.' || end == text + 1) return false;
    text = end + 1;
    off->thread = (int)strtol(text, &end, 10);
    return !*end && end != text && off->node >= 0 && off->thread >= 0;
}

// "machine.event", for events that need not happen: no message is lost. With " 1.0" behind it: of thread 0 of
// core 1.
static void read_off(cg_reader *r, cg_bound *b, cg_node n) {
    cg_words w = {0};
    const char *text = json_object_get_string(n.value);
    const char *name = cg_arena_strndup(r->arena, text, strcspn(text, " ")), *thread = strchr(text, ' ');
    for (int i = 0; i < r->spec->n_machines; i++) {
        const cg_machine *m = &r->spec->machines[i];
        for (int e = 0; e < m->n_events; e++) {
            const cg_event_kind kind = m->events[e].kind;
            if (kind == CG_EV_MESSAGE || kind == CG_EV_WRAP || kind == CG_EV_ALARM) continue;
            const char *full = cg_arena_printf(r->arena, "%s.%s", m->name, m->events[e].name);
            cg_words_add(r, &w, full);
            if (strcmp(full, name)) continue;
            struct cg_off off = {.machine = i, .event = e};
            if (!read_thread(thread ? thread : "", &off) || (thread && kind != CG_EV_CORE))
                cg_error(
                    r, CG_E_SHAPE, n.pointer, 0,
                    "'%s': behind an event of the core may stand the core and the thread, as in '%s 0.1'",
                    text, full);
            *CG_PUSH(r->arena, b->off, b->n_off) = off;
            return;
        }
    }
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0,
             "'%s' is no event of a core, eviction or timer, as machine.event%s", name, cg_hint(r, name, &w));
}

// A rule that takes the other words of its line along: what it does for each of them must be what the model
// can do twice in a step.
static void check_widened(cg_reader *r, const cg_rule *x, const char *where) {
    for (int i = 0; i < x->n_actions; i++) {
        if (cg_does(&x->actions[i], CG_DOES_SENDS | CG_DOES_DEFERS | CG_DOES_TAKES_WAY | CG_DOES_TAKES_ENTRY))
            continue;
        cg_error(r, CG_E_SHAPE, where, 0,
                 "rule %s takes other words along ('widen') and does more than allocate, merge and send: its "
                 "lines are explored with one word only",
                 x->id);
        return;
    }
}

// How many of its blocks make a line.
static void read_words(cg_reader *r, cg_bound *b, cg_node n) {
    const char *where = cg_json_at(r->arena, n.pointer, "words");
    b->words = read_int_in_range(r, n, "words", 1, b->lines, 1);
    if (b->words == 1) return;
    if (b->words > b->queue)
        cg_error(r, CG_E_PARAM, where, 0, "a lane must hold a message for each word of a line: queue is %d",
                 b->queue);
    for (int i = 0; i < r->spec->n_machines; i++) {
        const cg_machine *m = &r->spec->machines[i];
        if (m->of_words) continue;
        if (!m->words) {
            cg_error(r, CG_E_SHAPE, where, 0, "the blocks of this table are lines: they have one word here");
            return;
        }
        for (int k = 0; k < m->n_rules; k++)
            if (m->rules[k].widen) check_widened(r, &m->rules[k], where);
    }
}

// "local": [0, 2]: these lines are of a core's local memory.
static void read_local_lines(cg_reader *r, cg_bound *b, cg_node n) {
    const cg_node list = cg_get(r, n, "local", CG_J_ARRAY);
    const size_t lines = list.value ? json_object_array_length(list.value) : 0;
    if (list.value && !cg_has_local(r->spec))
        cg_error(r, CG_E_SHAPE, list.pointer, CG_AT_KEY, "no core of this table has a local memory");
    for (size_t i = 0; i < lines; i++) {
        json_object *line = json_object_array_get_idx(list.value, i);
        const int64_t v = json_object_is_type(line, json_type_int) ? json_object_get_int64(line) : -1;
        if (v >= 0 && v < b->lines)
            b->local |= 1u << v;
        else
            cg_error(r, CG_E_SHAPE, list.pointer, 0, "a number of a line is wanted, from 0 to %d",
                     b->lines - 1);
    }
}

// The global line that an operation takes effect on must be known when it is asked for: all rules that take
// it for one of a global line say the same.
static void check_mapped(cg_reader *r, const cg_machine *m, const char *where) {
    const char *about[CG_ATOMIC + 1] = {NULL};
    bool some = false;
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *p = cg_find_action(&m->rules[i], CG_DOES_PERFORMS);
        some |= p && p->about;
    }
    for (int i = 0; i < m->n_rules; i++) {
        const cg_action *p = cg_find_action(&m->rules[i], CG_DOES_PERFORMS);
        if (!p || (some && !p->about)) continue;
        const char *said = p->about ? strstr(p->text, " about ") : NULL;
        if (!about[p->perform]) about[p->perform] = said;
        if (said && !strcmp(said, about[p->perform])) continue;
        cg_error(r, CG_E_SHAPE, where, 0,
                 "rule %s performs on its line, or about another one than other rules do: all rules of '%s' "
                 "must say "
                 "the same",
                 m->rules[i].id, m->name);
        return;
    }
}

static void read_mapped(cg_reader *r, cg_bound *b, cg_node n) {
    const char *where = cg_json_at(r->arena, n.pointer, "mapped");
    b->mapped = cg_get_bool(r, n, "mapped", false);
    if (!b->mapped) return;
    if (!b->local)
        cg_error(r, CG_E_SHAPE, where, 0, "no line of this bound is one of a local memory ('local')");
    for (int i = 0; i < r->spec->n_machines; i++)
        if (r->spec->machines[i].local) check_mapped(r, &r->spec->machines[i], where);
}

static void read_bound(cg_reader *r, const cg_entry *e, bool deep) {
    static const cg_key KEYS[] = {
        {"doc", CG_J_STRING, true},     {"lines", CG_J_INT, true},      {"queue", CG_J_INT, false},
        {"values", CG_J_INT, false},    {"sync", CG_J_INT, false},      {"beside", CG_J_STRING, false},
        {"liveness", CG_J_BOOL, false}, {"without", CG_J_ARRAY, false}, {"only", CG_J_OBJECT, false},
        {"set", CG_J_OBJECT, true},     {"words", CG_J_INT, false},     {"anything", CG_J_BOOL, false},
        {"watch", CG_J_STRING, false},  {"local", CG_J_ARRAY, false},   {"mapped", CG_J_BOOL, false}};
    static const char *const BESIDE[] = {"none", "data", "sync", "all"}, *const WATCH[] = {"all", "data",
                                                                                           "sync"};
    cg_bound b = {.name = e->key, .deep = deep, .pointer = e->node.pointer};
    if (!cg_check_name(r, e, "a bound") || !CG_CHECK_SHAPE(r, e->node, "a bound", KEYS)) return;
    b.doc = cg_get_text(r, e->node, "doc");
    b.lines = read_int_in_range(r, e->node, "lines", 1, 16, 1);
    b.queue = read_int_in_range(r, e->node, "queue", 1, 16, 1);
    b.values = read_int_in_range(r, e->node, "values", 2, 16, 0);
    b.sync = read_int_in_range(r, e->node, "sync", 0, b.lines, 0);
    b.beside = (cg_beside)cg_get_choice(r, e->node, "beside", BESIDE, 4, CG_BESIDE_NONE);
    b.watch = (cg_watched)cg_get_choice(r, e->node, "watch", WATCH, 3, CG_WATCH_ALL);
    if (b.watch == CG_WATCH_SYNC ? !b.sync : b.watch && b.sync == b.lines)
        cg_error(r, CG_E_PARAM, cg_json_at(r->arena, e->node.pointer, "watch"), 0,
                 "of %d lines %d are of synchronization: there is none to watch", b.lines, b.sync);
    b.anything = cg_get_bool(r, e->node, "anything", false);
    read_words(r, &b, e->node);
    read_local_lines(r, &b, e->node);
    read_mapped(r, &b, e->node);
    b.only = read_only(r, cg_get(r, e->node, "only", CG_J_OBJECT));
    b.liveness = cg_get_bool(r, e->node, "liveness", !b.only);
    if (b.only && b.liveness)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, e->node.pointer, "liveness"), 0,
                 "a bound that leaves states out cannot say whether every request can complete");
    read_bound_settings(r, &b, cg_get(r, e->node, "set", CG_J_OBJECT));
    cg_entries off = cg_strings_of(r, cg_get(r, e->node, "without", CG_J_ARRAY));
    for (int i = 0; i < off.n; i++) read_off(r, &b, off.items[i].node);
    for (int i = 0; i < r->spec->n_bounds; i++) {
        if (!strcmp(r->spec->bounds[i].name, b.name))
            cg_error(r, CG_E_DUPLICATE, b.pointer, CG_AT_KEY, "there are two bounds '%s'", b.name);
    }
    *CG_PUSH(r->arena, r->spec->bounds, r->spec->n_bounds) = b;
}

static void read_bounds(cg_reader *r, cg_node n, bool deep) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) read_bound(r, &all.items[i], deep);
}

void cg_read_check(cg_reader *r, cg_node root) {
    static const cg_key KEYS[] = {
        {"bounds", CG_J_OBJECT, false}, {"deep", CG_J_OBJECT, false}, {"invariants", CG_J_ARRAY, false}};
    cg_node check = cg_get(r, root, "check", CG_J_OBJECT);
    if (cg_diags_errors(r->diags)) return; // what the machines lack need not be told again
    if (!check.value || !CG_CHECK_SHAPE(r, check, "the section 'check'", KEYS)) return;
    read_bounds(r, cg_get(r, check, "bounds", CG_J_OBJECT), false);
    read_bounds(r, cg_get(r, check, "deep", CG_J_OBJECT), true);
    cg_entries all = cg_entries_of(r, cg_get(r, check, "invariants", CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read_invariant(r, all.items[i].node);
}

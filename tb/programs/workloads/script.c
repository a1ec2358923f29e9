// Plays a script: one operation after the other, on given cores, and after each the values that the
// protocol's registers and line fields must have. Scripts are data (protocols/walkthroughs/*.json):
//
//     { "title": "Figure 3 ...", "point": {"l2_ways": 1, ...},
//       "symbols": {"A": "0x0", "B": "0x80"},
//       "columns": [{"name": "C0.now", "machine": "l1", "node": 0, "space": "reg", "field": "now"},
//                   {"name": "C0.A.exp", "machine": "l1", "node": 0, "space": "line", "field": "exp", "addr":
//                   "A"}],
//       "steps": [{"core": 0, "op": "load", "addr": "A"},
//                 {"label": "start", "expect": [20, 10]},
//                 {"label": "C0 ST A", "core": 0, "op": "store", "addr": "A", "value": 1, "expect": [20,
//                 10]}] }
//
// op: load (value: what it must return), store (value), atomic (aop: add, swap, ...; operand; compare; value:
// the old word), fence, command (command: its name; operands: an object of numbers); none: only looks.
// In place of `addr`, `place` is a byte of the core's local memory, a number as in "0x10".
// `marks`: names of the consistency model's marks that the operation has. `thread` (default 0) is the thread
// on that core. expect: a number a column, null for any. The field of a line that is no longer in the cache
// keeps the last value seen and is marked '*'. `point`: what the script needs of the design; anything else is
// refused.
#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "programs/thread.h"
#include "programs/workload.h"

enum { MAX_COLUMNS = 32, SETTLE = 200 }; // SETTLE: cycles after an operation until all of it has happened

typedef struct {
    const char *name, *machine, *space, *field;
    int node;
    uint64_t addr;
    uint64_t last; // value seen last
} column;

typedef struct {
    const char *label, *op;
    int owner; // cg_tid() of the thread that plays it; -1: only looks
    uint64_t addr;
    bool local; // addr is a place in the core's local memory
    bool has_value;
    uint32_t value, operand, compare;
    unsigned marks;
    cg_amo_op aop;
    int command; // of the table
    uint64_t operands[CG_MAX_OPERANDS];
    bool has_expect;
    int64_t expect[MAX_COLUMNS]; // -1: any
} step;

typedef struct {
    cg_env *env;
    const char *script; // file
    int n_columns, n_steps;
    column columns[MAX_COLUMNS];
    step *steps;
    int next; // step that is played now
} state;

static const cg_option OPTIONS[] = {
    CG_TEXT(script, "", "script file (.json)"),
    {0},
};

static const char *const AOPS[] = {"add", "swap", "and", "or", "xor", "min", "max", "minu", "maxu", "cas"};

// ------------------------------------------------------------------------------------------------ reading
typedef struct json_object json;

static const char *keep_text(state *s, json *object, const char *key, const char *fallback) {
    json *v;
    if (!json_object_object_get_ex(object, key, &v)) return fallback;
    size_t n = (size_t)json_object_get_string_len(v) + 1;
    return memcpy(cg_keep(s->env, n), json_object_get_string(v), n);
}

static int64_t number_or(json *object, const char *key, int64_t fallback) {
    json *v;
    return json_object_object_get_ex(object, key, &v) ? json_object_get_int64(v) : fallback;
}

static uint64_t symbol_address(state *s, json *root, json *object) {
    json *v, *symbols, *symbol;
    if (!json_object_object_get_ex(object, "addr", &v)) return 0; // a fence has none
    const char *name = json_object_get_string(v);
    if (json_object_object_get_ex(root, "symbols", &symbols) &&
        json_object_object_get_ex(symbols, name, &symbol))
        return strtoull(json_object_get_string(symbol), NULL, 0);
    cg_bad_input(s->env, "script: '%s' is not one of its symbols", name);
    return 0;
}

static json *array_of(state *s, json *object, const char *key) {
    json *v;
    if (json_object_object_get_ex(object, key, &v) && json_object_is_type(v, json_type_array)) return v;
    cg_bad_input(s->env, "script: there is no array '%s'", key);
    return NULL;
}

static void read_columns(state *s, json *root) {
    json *list = array_of(s, root, "columns");
    size_t n = list ? json_object_array_length(list) : 0;
    if (n > MAX_COLUMNS) cg_bad_input(s->env, "script: more than %d columns", MAX_COLUMNS);
    for (size_t i = 0; i < n && i < MAX_COLUMNS; i++) {
        json *o = json_object_array_get_idx(list, i);
        column *c = &s->columns[s->n_columns++];
        c->name = keep_text(s, o, "name", "?");
        c->machine = keep_text(s, o, "machine", "?");
        c->space = keep_text(s, o, "space", "reg");
        c->field = keep_text(s, o, "field", "?");
        c->node = (int)number_or(o, "node", 0);
        c->addr = symbol_address(s, root, o);
    }
}

static void read_expect(state *s, step *p, json *o, size_t number) {
    json *list;
    p->has_expect = json_object_object_get_ex(o, "expect", &list);
    if (!p->has_expect) return;
    if (!json_object_is_type(list, json_type_array) ||
        json_object_array_length(list) != (size_t)s->n_columns) {
        cg_bad_input(s->env, "script: step %zu does not expect %d values, one a column", number,
                     s->n_columns);
        return;
    }
    for (int i = 0; i < s->n_columns; i++) {
        json *v = json_object_array_get_idx(list, (size_t)i);
        p->expect[i] = v ? json_object_get_int64(v) : -1;
    }
}

static unsigned read_marks_of(state *s, json *o, size_t number) {
    json *list;
    unsigned marks = 0;
    if (!json_object_object_get_ex(o, "marks", &list)) return 0;
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        const char *name = json_object_get_string(json_object_array_get_idx(list, i));
        const unsigned mark = s->env->model ? cg_model_mark(s->env->model, name) : 0;
        if (!mark) cg_bad_input(s->env, "script: step %zu: the model has no mark '%s'", number, name);
        marks |= mark;
    }
    return marks;
}

static void read_command(state *s, step *p, json *o, size_t number) {
    const cg_spec *spec = s->env->commands;
    const char *name = keep_text(s, o, "command", "?");
    json *list;
    while (spec && p->command < spec->n_commands && strcmp(spec->commands[p->command].name, name))
        p->command++;
    if (!spec || p->command == spec->n_commands) {
        cg_bad_input(s->env, "script: step %zu: the table has no command '%s'", number, name);
        return;
    }
    const cg_core_command *c = &spec->commands[p->command];
    const bool some = json_object_object_get_ex(o, "operands", &list);
    for (int i = 0; i < c->n_operands; i++) {
        const cg_field *f = &spec->operands[c->operands[i]].field;
        if (!some || !json_object_object_get_ex(list, f->name, NULL))
            cg_bad_input(s->env, "script: step %zu: %s needs a number for '%s'", number, name, f->name);
        else
            p->operands[c->operands[i]] = number_or(list, f->name, 0);
    }
}

static void read_place(state *s, step *p, json *o, size_t number) {
    json *place;
    p->local = json_object_object_get_ex(o, "place", &place);
    if (!p->local) return;
    p->addr = strtoull(json_object_get_string(place), NULL, 0);
    if (p->addr >= s->env->local_bytes)
        cg_bad_input(s->env, "script: step %zu: cores have no place 0x%llx of a local memory", number,
                     (unsigned long long)p->addr);
}

static void read_script_step(state *s, step *p, json *root, json *o, size_t number) {
    int core = (int)number_or(o, "core", 0), thread = (int)number_or(o, "thread", 0);
    p->op = keep_text(s, o, "op", NULL);
    p->label = keep_text(s, o, "label", NULL);
    p->owner = -1;
    read_expect(s, p, o, number);
    if (p->op == NULL) return;
    if (core < 0 || core >= s->env->cores || thread < 0 || thread >= s->env->threads)
        cg_bad_input(s->env, "script: step %zu: there is no thread %d on core %d", number, thread, core);
    p->owner = core * s->env->threads + thread;
    read_place(s, p, o, number);
    if (!p->local) p->addr = symbol_address(s, root, o);
    p->has_value = json_object_object_get_ex(o, "value", NULL);
    p->value = (uint32_t)number_or(o, "value", 0);
    p->operand = (uint32_t)number_or(o, "operand", 0);
    p->compare = (uint32_t)number_or(o, "compare", 0);
    p->marks = read_marks_of(s, o, number);
    if (strcmp(p->op, "atomic") == 0 && s->env->no_atomics)
        cg_bad_input(s->env, "script: step %zu: the table has no event for a core's atomic", number);
    if (strcmp(p->op, "atomic") == 0) {
        const char *name = keep_text(s, o, "aop", "add");
        size_t i = 0, n = sizeof AOPS / sizeof *AOPS;
        while (i < n && strcmp(AOPS[i], name) != 0) i++;
        if (i == n) cg_bad_input(s->env, "script: step %zu: there is no atomic '%s'", number, name);
        p->aop = (cg_amo_op)i;
    } else if (strcmp(p->op, "command") == 0) {
        read_command(s, p, o, number);
    } else if (strcmp(p->op, "load") != 0 && strcmp(p->op, "store") != 0 && strcmp(p->op, "fence") != 0) {
        cg_bad_input(s->env, "script: step %zu: '%s' is not load, store, atomic, fence or command", number,
                     p->op);
    }
}

static void check_point(state *s, json *root) {
    json *point;
    if (s->env->param == NULL || !json_object_object_get_ex(root, "point", &point)) return;
    json_object_object_foreach(point, name, wanted) {
        uint64_t value, want = (uint64_t)json_object_get_int64(wanted);
        if (!s->env->param(s->env->ctx, name, &value))
            cg_bad_input(s->env, "script: the protocol has no parameter '%s'", name);
        else if (value != want)
            cg_bad_input(s->env, "script: it needs %s=%llu, this design has %llu", name,
                         (unsigned long long)want, (unsigned long long)value);
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const char *path = s->script;
    e->scatter = (cg_scatter){0}; // the addresses are the file's
    s->env = e;
    if (path[0] == '\0') {
        cg_bad_input(e, "workload script needs a file: script=FILE.json");
        return;
    }
    char why[300];
    json *root = cg_input_json(path, why, sizeof why), *list;
    if (root == NULL) {
        cg_bad_input(e, "script %s", why);
        return;
    }
    check_point(s, root);
    read_columns(s, root);
    list = array_of(s, root, "steps");
    s->n_steps = list && !e->bad_input[0] ? (int)json_object_array_length(list) : 0;
    s->steps = cg_keep(e, (size_t)s->n_steps * sizeof *s->steps);
    for (int i = 0; i < s->n_steps; i++)
        read_script_step(s, &s->steps[i], root, json_object_array_get_idx(list, (size_t)i), (size_t)i);
    if (e->log) fprintf(e->log, "%s\n%-10s", keep_text(s, root, "title", path), "");
    for (int i = 0; e->log && i < s->n_columns; i++) fprintf(e->log, " %9s", s->columns[i].name);
    if (e->log) fprintf(e->log, "\n");
    json_object_put(root);
}

// ------------------------------------------------------------------------------------------------ playing
static void look_at_columns(state *s, const step *p) {
    cg_env *e = s->env;
    bool alive;
    for (int i = 0; i < s->n_columns; i++) { // every step, so that the last value seen is
        column *c = &s->columns[i];
        uint64_t v = 0;
        alive = e->peek && e->peek(e->ctx, c->machine, c->node, c->space, c->field, c->addr, &v);
        if (alive) c->last = v;
        if (p->label == NULL || e->peek == NULL) continue;
        if (i == 0 && e->log) fprintf(e->log, "%-10s", p->label);
        if (e->log) fprintf(e->log, " %8llu%c", (unsigned long long)c->last, alive ? ' ' : '*');
        if (i == s->n_columns - 1 && e->log) fprintf(e->log, "\n");
        if (p->has_expect && p->expect[i] >= 0 && (uint64_t)p->expect[i] != c->last)
            cg_fail(e, "script: after '%s' %s is %llu, not %llu", p->label, c->name,
                    (unsigned long long)c->last, (unsigned long long)p->expect[i]);
    }
}

static void play_step(cg_thread *t, state *s, const step *p) {
    if (p->op[0] == 'c') {
        cg_ask_command(t, p->command, p->operands);
        return;
    }
    const cg_core_op op = p->op[0] == 'l'   ? CG_LOAD
                          : p->op[0] == 's' ? CG_STORE
                          : p->op[0] == 'f' ? CG_FENCE
                                            : CG_ATOMIC;
    const uint32_t got = cg_ask(t, &(cg_request){.op = op,
                                                 .order = p->marks,
                                                 .addr = p->local ? cg_local(t, p->addr) : p->addr,
                                                 .data = op == CG_STORE ? p->value : p->operand,
                                                 .mask = op == CG_LOAD ? 0 : 0xf,
                                                 .aop = p->aop,
                                                 .compare = p->compare});
    if ((op == CG_LOAD || op == CG_ATOMIC) && p->has_value && got != p->value)
        cg_fail(s->env, "script: step %d%s%s returned %u, not %u", s->next, p->label ? ", " : "",
                p->label ? p->label : "", got, p->value);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    while (s->next < s->n_steps && s->env->failure[0] == '\0') {
        const step *p = &s->steps[s->next];
        if (cg_tid(t) != (p->owner < 0 ? 0 : p->owner)) {
            cg_pause(t, 1);
            continue;
        }
        if (p->op) {
            play_step(t, s, p);
            cg_pause(t, SETTLE);
        }
        look_at_columns(s, p);
        s->next++;
    }
}

const cg_workload cg_workload_script = {
    "script", "plays a script of operations and compares the protocol's state after each",
    OPTIONS,  sizeof(state),
    setup,    thread,
    NULL,     NULL,
};

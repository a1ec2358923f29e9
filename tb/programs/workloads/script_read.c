// Reading a script (script.c says what is in one), with the place in the file of what is wrong: keys that are
// not known, names that the table does not have, expectations that nothing could compare.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "lang/command.h"
#include "lang/local.h"
#include "lang/request.h"
#include "read/reader.h"
#include "script.h"

typedef struct {
    cg_reader *r;
    cg_env *env;
    cg_script *s;
    cg_node symbols;
} reader;

static const char *const AOPS[] = {"add", "swap", "and", "or", "xor", "min", "max", "minu", "maxu", "cas"};
static const char *const OPS[] = {"load", "store", "atomic", "fence", "command"};
static const char STATE[] = "state", DATA[] = "data"; // what cg_peek() has beside the spaces

#define N(array) ((int)(sizeof(array) / sizeof *(array)))

// --------------------------------------------------------------------------------------------- small things

static const char *kept_text(const reader *d, cg_node n, const char *key) {
    const char *text = cg_get_string(d->r, n, key);
    if (!text) return NULL;
    const size_t size = strlen(text) + 1;
    return memcpy(cg_keep(d->env, size), text, size);
}

// The number at a key; `otherwise` if there is none. One that is not in the range is reported.
static uint64_t number(const reader *d, cg_node n, const char *key, uint64_t most, uint64_t otherwise) {
    cg_node at = cg_get(d->r, n, key, CG_J_INT);
    if (!at.value) return otherwise;
    const int64_t value = json_object_get_int64(at.value);
    if (value >= 0 && (uint64_t)value <= most) return (uint64_t)value;
    cg_error(d->r, CG_E_PARAM, at.pointer, 0, "'%s' must be 0 to %llu", key, (unsigned long long)most);
    return otherwise;
}

// A number that is a string, as "0x40".
static uint64_t address(const reader *d, cg_node n) {
    const char *text = json_object_get_string(n.value);
    char *end;
    const uint64_t value = strtoull(text, &end, 0);
    if (*text < '0' || *text > '9' || *end)
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "'%s' is no number: one like \"0x40\" is wanted", text);
    return value;
}

static void unknown(const reader *d, cg_node n, const char *what, const cg_words *words) {
    const char *name = json_object_get_string(n.value);
    cg_error(d->r, CG_E_UNKNOWN, n.pointer, 0, "there is no %s '%s'%s", what, name,
             cg_hint_or_all(d->r, name, words));
}

// The address that a symbol stands for.
static uint64_t symbol(const reader *d, cg_node n) {
    cg_node name = cg_get(d->r, n, "addr", CG_J_STRING);
    cg_words words = {0};
    if (!name.value) return 0;
    cg_entries all = cg_entries_of(d->r, d->symbols);
    for (int i = 0; i < all.n; i++) {
        if (!strcmp(all.items[i].key, json_object_get_string(name.value)))
            return address(d, all.items[i].node);
        cg_words_add(d->r, &words, all.items[i].key);
    }
    unknown(d, name, "symbol", &words);
    return 0;
}

// -------------------------------------------------------------------------------------------------- columns

static const cg_machine *find_machine(const reader *d, cg_node name) {
    const cg_spec *spec = d->env->spec;
    cg_words words = {0};
    for (int i = 0; i < spec->n_machines; i++) {
        if (!strcmp(spec->machines[i].name, json_object_get_string(name.value))) return &spec->machines[i];
        cg_words_add(d->r, &words, spec->machines[i].name);
    }
    unknown(d, name, "machine", &words);
    return NULL;
}

static void find_field(const reader *d, const cg_machine *m, cg_space space, cg_node n) {
    cg_node field = cg_get(d->r, n, "field", CG_J_STRING);
    cg_words words = {0};
    if (!field.value) {
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "a column of a field needs the key 'field'");
        return;
    }
    if (cg_find_field(m->fields[space].field, m->fields[space].n, json_object_get_string(field.value)) !=
        CG_NONE)
        return;
    for (int i = 0; i < m->fields[space].n; i++) cg_words_add(d->r, &words, m->fields[space].field[i].name);
    unknown(d, field, cg_arena_printf(d->r->arena, "field of %s.%s", m->name, CG_SPACES[space].key), &words);
}

static void read_column(const reader *d, cg_node n, cg_script_column *c) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true},   {"machine", CG_J_STRING, true},
                                  {"node", CG_J_INT, false},     {"space", CG_J_STRING, false},
                                  {"field", CG_J_STRING, false}, {"addr", CG_J_STRING, false}};
    // What a script can look at. A thread's fields, and those of entries that an event finds, are not there
    // between events.
    static const cg_space SPACES[] = {CG_SPACE_REG, CG_SPACE_LINE, CG_SPACE_MSHR, CG_SPACE_BUFFER};
    if (!CG_CHECK_SHAPE(d->r, n, "a column", KEYS)) return;
    c->name = kept_text(d, n, "name");
    c->machine = kept_text(d, n, "machine");
    c->field = kept_text(d, n, "field");
    c->space =
        cg_get(d->r, n, "space", CG_J_STRING).value ? kept_text(d, n, "space") : CG_SPACES[CG_SPACE_REG].key;
    c->addr = symbol(d, n);
    const cg_machine *m = find_machine(d, cg_get(d->r, n, "machine", CG_J_STRING));
    if (!m) return;
    c->node = (int)number(d, n, "node", m->count - 1, 0);
    const bool state = !strcmp(c->space, STATE), data = !strcmp(c->space, DATA);
    cg_space space = CG_N_SPACES;
    cg_words words = {0};
    for (int i = 0; i < N(SPACES); i++) {
        if (!strcmp(c->space, CG_SPACES[SPACES[i]].key)) space = SPACES[i];
        cg_words_add(d->r, &words, CG_SPACES[SPACES[i]].key);
    }
    cg_words_add(d->r, &words, STATE);
    cg_words_add(d->r, &words, DATA);
    if (state) c->states = m;
    if (space == CG_N_SPACES && !state && !data) {
        unknown(d, cg_get(d->r, n, "space", CG_J_STRING), "space", &words);
        return;
    }
    if (space < CG_N_SPACES) find_field(d, m, space, n);
    if (space != CG_SPACE_REG && !cg_get(d->r, n, "addr", CG_J_STRING).value)
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "a column of a line needs the key 'addr', a symbol");
}

static void read_columns(const reader *d, cg_node n) {
    cg_entries all = cg_entries_of(d->r, n);
    d->s->columns = cg_keep(d->env, (size_t)all.n * sizeof *d->s->columns + 1);
    d->s->n_columns = all.n;
    for (int i = 0; i < all.n; i++) read_column(d, all.items[i].node, &d->s->columns[i]);
}

// ---------------------------------------------------------------------------------------------------- steps

static cg_script_value read_state(const reader *d, const cg_machine *m, cg_node n) {
    cg_words words = {0};
    for (int i = 0; i < m->n_states; i++) {
        if (!strcmp(m->states[i].name, json_object_get_string(n.value)))
            return (cg_script_value){true, (uint64_t)i};
        cg_words_add(d->r, &words, m->states[i].name);
    }
    unknown(d, n, "state", &words);
    return (cg_script_value){0};
}

static cg_script_value read_expected(const reader *d, const cg_script_column *c, cg_node n) {
    if (!n.value) return (cg_script_value){0}; // null
    if (c->states && cg_is_kind(n, CG_J_STRING)) return read_state(d, c->states, n);
    if (cg_is_kind(n, CG_J_BOOL)) return (cg_script_value){true, json_object_get_boolean(n.value)};
    if (cg_is_kind(n, CG_J_INT) && json_object_get_int64(n.value) >= 0)
        return (cg_script_value){true, json_object_get_uint64(n.value)};
    cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "what is expected of %s must be %sa number, true, false or null",
             c->name, c->states ? "the name of a state, " : "");
    return (cg_script_value){0};
}

static void read_expect(const reader *d, cg_node step, cg_script_step *p) {
    cg_node n = cg_get(d->r, step, "expect", CG_J_ARRAY);
    if (!n.value) return;
    cg_entries all = cg_entries_of(d->r, n);
    if (all.n != d->s->n_columns) {
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "%d values are expected, and there are %d columns", all.n,
                 d->s->n_columns);
        return;
    }
    if (!d->env->peek) {
        cg_error(d->r, CG_E_SHAPE, n.pointer, CG_AT_KEY,
                 "golden models follow the protocol's state, and lockstep is off: nothing could be compared "
                 "(-c lockstep=1)");
        return;
    }
    p->expect = cg_keep(d->env, (size_t)all.n * sizeof *p->expect + 1);
    for (int i = 0; i < all.n; i++) p->expect[i] = read_expected(d, &d->s->columns[i], all.items[i].node);
}

static unsigned read_marks(const reader *d, cg_node step) {
    cg_entries all = cg_entries_of(d->r, cg_get(d->r, step, "marks", CG_J_ARRAY));
    unsigned marks = 0;
    for (int i = 0; i < all.n; i++) {
        cg_node n = all.items[i].node;
        const char *name = cg_is_kind(n, CG_J_STRING) ? json_object_get_string(n.value) : "";
        const unsigned mark = d->env->model ? cg_model_mark(d->env->model, name) : 0;
        if (!mark) cg_error(d->r, CG_E_UNKNOWN, n.pointer, 0, "the model has no mark '%s'", name);
        marks |= mark;
    }
    return marks;
}

// Those of `brought`, bit k: operand k. `all`: each must be there; else it is 0.
static void read_said(const reader *d, cg_node said, const char *of, unsigned brought, bool all,
                      cg_script_step *p) {
    const cg_spec *spec = d->env->spec;
    cg_key keys[CG_MAX_OPERANDS];
    int n = 0;
    for (int k = 0; k < spec->n_operands; k++)
        if (brought >> k & 1) keys[n++] = (cg_key){spec->operands[k].field.name, CG_J_INT, all};
    if (!cg_check_shape(d->r, said, of, keys, n)) return;
    for (int k = 0; k < spec->n_operands; k++)
        if (brought >> k & 1)
            p->operands[k] = number(d, said, spec->operands[k].field.name, UINT64_MAX >> 1, 0);
}

static void read_command(const reader *d, cg_node step, cg_script_step *p) {
    const cg_spec *spec = d->env->spec;
    cg_node name = cg_get(d->r, step, "command", CG_J_STRING);
    cg_words words = {0};
    if (!name.value) {
        cg_error(d->r, CG_E_SHAPE, step.pointer, 0, "a command needs the key 'command', its name");
        return;
    }
    while (p->command < spec->n_commands &&
           strcmp(spec->commands[p->command].name, json_object_get_string(name.value)))
        cg_words_add(d->r, &words, spec->commands[p->command++].name);
    if (p->command == spec->n_commands) {
        unknown(d, name, "command", &words);
        return;
    }
    const cg_core_command *c = &spec->commands[p->command];
    cg_node said = cg_get(d->r, step, "operands", CG_J_OBJECT);
    unsigned brought = 0;
    for (int i = 0; i < c->n_operands; i++) brought |= 1u << c->operands[i];
    if (!said.value && c->n_operands)
        cg_error(d->r, CG_E_SHAPE, step.pointer, 0, "%s needs the key 'operands'", c->name);
    else if (said.value)
        read_said(d, said, c->name, brought, true, p);
}

static const cg_core_op OPS_ASKED[] = {
    [CG_STEP_LOAD] = CG_LOAD, [CG_STEP_STORE] = CG_STORE, [CG_STEP_ATOMIC] = CG_ATOMIC};

static void read_place(const reader *d, cg_node step, cg_script_step *p) {
    cg_node n = cg_get(d->r, step, "place", CG_J_STRING);
    p->local = n.value != NULL;
    if (!p->local) {
        p->addr = symbol(d, step);
        if (cg_get(d->r, step, "operands", CG_J_OBJECT).value)
            cg_error(d->r, CG_E_SHAPE, step.pointer, 0, "'operands' are of a 'place' of a local memory");
        if (!cg_get(d->r, step, "addr", CG_J_STRING).value)
            cg_error(d->r, CG_E_SHAPE, step.pointer, 0, "it needs the key 'addr', a symbol, or 'place'");
        return;
    }
    p->addr = address(d, n);
    const cg_request asked = {.op = OPS_ASKED[p->op], .addr = CG_LOCAL_SPACE};
    const cg_event *e = d->env->spec ? cg_event_of_request(d->env->spec, &asked) : NULL;
    const cg_node said = cg_get(d->r, step, "operands", CG_J_OBJECT);
    if (said.value) read_said(d, said, "an access", e ? cg_operands_brought(d->env->spec, e) : 0, false, p);
    if (p->addr >= d->env->local_bytes)
        cg_error(d->r, CG_E_PARAM, n.pointer, 0, "cores have no place %s of a local memory",
                 json_object_get_string(n.value));
}

static void read_operation(const reader *d, cg_node step, cg_script_step *p) {
    const uint64_t core = number(d, step, "core", (uint64_t)d->env->cores - 1, 0);
    const uint64_t thread = number(d, step, "thread", (uint64_t)d->env->threads - 1, 0);
    p->op = (cg_script_op)cg_get_choice(d->r, step, "op", OPS, N(OPS), CG_STEP_FENCE);
    p->owner = (int)core * d->env->threads + (int)thread;
    p->marks = read_marks(d, step);
    if (p->op == CG_STEP_COMMAND) read_command(d, step, p);
    if (p->op > CG_STEP_ATOMIC) return;
    const uint64_t value = number(d, step, "value", UINT32_MAX, 0);
    read_place(d, step, p);
    p->wanted = (cg_script_value){
        p->op != CG_STEP_STORE && json_object_object_get_ex(step.value, "value", NULL), value};
    p->stored = (uint32_t)value;
    p->operand = (uint32_t)number(d, step, "operand", UINT32_MAX, 0);
    p->compare = (uint32_t)number(d, step, "compare", UINT32_MAX, 0);
    p->aop = (cg_amo_op)cg_get_choice(d->r, step, "aop", AOPS, N(AOPS), CG_AMO_ADD);
    if (p->op == CG_STEP_ATOMIC && d->env->no_atomics)
        cg_error(d->r, CG_E_UNKNOWN, step.pointer, 0, "the table has no event for a core's atomic");
}

// What a step may say depends on what it does: an operand of a load would never be used.
static void read_step(const reader *d, cg_node n, cg_script_step *p) {
#define EVERY                                                                                                \
    {"label", CG_J_STRING, false}, {                                                                         \
        "expect", CG_J_ARRAY, false                                                                          \
    }
#define ASKED                                                                                                \
    EVERY, {"op", CG_J_STRING, true}, {"core", CG_J_INT, false}, {                                           \
        "thread", CG_J_INT, false                                                                            \
    }
#define A_WORD                                                                                               \
    ASKED, {"marks", CG_J_ARRAY, false}, {"addr", CG_J_STRING, false}, {"place", CG_J_STRING, false}, {      \
        "operands", CG_J_OBJECT, false                                                                       \
    }
    static const cg_key LOOK[] = {EVERY}, FENCE[] = {ASKED, {"marks", CG_J_ARRAY, false}};
    static const cg_key LOAD[] = {A_WORD, {"value", CG_J_INT, false}},
                        STORE[] = {A_WORD, {"value", CG_J_INT, true}};
    static const cg_key ATOMIC[] = {A_WORD,
                                    {"value", CG_J_INT, false},
                                    {"aop", CG_J_STRING, false},
                                    {"operand", CG_J_INT, false},
                                    {"compare", CG_J_INT, false}};
    static const cg_key COMMAND[] = {ASKED, {"command", CG_J_STRING, true}, {"operands", CG_J_OBJECT, false}};
#define SHAPE(what, keys)                                                                                    \
    { what, keys, N(keys) }
    static const struct {
        const char *what;
        const cg_key *keys;
        int n;
    } SHAPES[] = {
        [CG_STEP_LOAD] = SHAPE("a load", LOAD),          [CG_STEP_STORE] = SHAPE("a store", STORE),
        [CG_STEP_ATOMIC] = SHAPE("an atomic", ATOMIC),   [CG_STEP_FENCE] = SHAPE("a fence", FENCE),
        [CG_STEP_COMMAND] = SHAPE("a command", COMMAND), [CG_STEP_LOOK] = SHAPE("a step without 'op'", LOOK)};
    const cg_node op = cg_get(d->r, n, "op", ~0);
    const int shape = op.value ? cg_get_choice(d->r, n, "op", OPS, N(OPS), CG_NONE) : CG_STEP_LOOK;
    *p = (cg_script_step){.op = CG_STEP_LOOK};
    if (shape == CG_NONE) return;
    if (!cg_check_shape(d->r, n, SHAPES[shape].what, SHAPES[shape].keys, SHAPES[shape].n)) return;
    p->label = kept_text(d, n, "label");
    read_expect(d, n, p);
    if (op.value) read_operation(d, n, p);
}

static void read_steps(const reader *d, cg_node n) {
    cg_entries all = cg_entries_of(d->r, n);
    d->s->steps = cg_keep(d->env, (size_t)all.n * sizeof *d->s->steps + 1);
    d->s->n_steps = all.n;
    for (int i = 0; i < all.n; i++) read_step(d, all.items[i].node, &d->s->steps[i]);
}

// ---------------------------------------------------------------------------------------------- whole files

// What the script needs of the design.
static void check_point(const reader *d, cg_node n) {
    cg_entries all = cg_entries_of(d->r, n);
    for (int i = 0; d->env->param && i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        uint64_t value;
        if (!d->env->param(d->env->ctx, e->key, &value))
            cg_error(d->r, CG_E_UNKNOWN, e->node.pointer, CG_AT_KEY, "the protocol has no parameter '%s'",
                     e->key);
        else if (value != number(d, n, e->key, UINT64_MAX >> 1, value))
            cg_error(d->r, CG_E_PARAM, e->node.pointer, 0, "the script needs %s=%s, this design has %llu",
                     e->key, json_object_get_string(e->node.value), (unsigned long long)value);
    }
}

static void read_script(reader *d, cg_node root) {
    static const cg_key KEYS[] = {{"title", CG_J_STRING, false},   {"protocol", CG_J_STRING, false},
                                  {"point", CG_J_OBJECT, false},   {"doc", CG_J_STRING | CG_J_ARRAY, false},
                                  {"symbols", CG_J_OBJECT, false}, {"columns", CG_J_ARRAY, true},
                                  {"steps", CG_J_ARRAY, true}};
    if (!CG_CHECK_SHAPE(d->r, root, "a script", KEYS)) return;
    d->s->title = kept_text(d, root, "title");
    d->symbols = cg_get(d->r, root, "symbols", CG_J_OBJECT);
    cg_entries symbols = cg_entries_of(d->r, d->symbols);
    for (int i = 0; i < symbols.n; i++)
        if (!cg_is_kind(symbols.items[i].node, CG_J_STRING)) {
            cg_error(d->r, CG_E_SHAPE, symbols.items[i].node.pointer, 0,
                     "an address like \"0x40\" is wanted");
            return;
        }
    check_point(d, cg_get(d->r, root, "point", CG_J_OBJECT));
    read_columns(d, cg_get(d->r, root, "columns", CG_J_ARRAY));
    if (cg_diags_errors(d->r->diags) == 0) read_steps(d, cg_get(d->r, root, "steps", CG_J_ARRAY));
}

bool cg_script_read(cg_script *s, const char *path, cg_env *e) {
    cg_diags *diags = cg_diags_new();
    cg_arena *arena = cg_arena_new();
    cg_json *json = cg_json_read(path, diags);
    cg_reader r = {.arena = arena, .json = json, .diags = diags};
    *s = (cg_script){0};
    if (json)
        read_script(&(reader){.r = &r, .env = e, .s = s}, (cg_node){.value = json->root, .pointer = ""});
    const bool good = cg_diags_errors(diags) == 0;
    if (!good) {
        char place[300];
        const char *message = cg_diags_line(diags, place, sizeof place);
        cg_bad_input(e, "%s%s", place, message);
    }
    if (json) cg_json_free(json);
    cg_arena_free(arena);
    cg_diags_free(diags);
    return good;
}

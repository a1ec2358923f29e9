// Machines: everything but their rules.
#include <string.h>

#include "lang/mask.h"
#include "lang/model.h"
#include "lang/topology.h"
#include "read/reader.h"

static const cg_key MACHINE_KEYS[] = {
    {"doc", CG_J_STRING, false},         {"count", CG_J_STRING, true},
    {"core_port", CG_J_BOOL, false},     {"home", CG_J_BOOL, false},
    {"cache", CG_J_OBJECT, false},       {"paper", CG_J_OBJECT, false},
    {"inputs", CG_J_OBJECT, false},      {"epoch", CG_J_STRING, false},
    {"states", CG_J_OBJECT, true},       {"events", CG_J_OBJECT, false},
    {"accept", CG_J_OBJECT, false},      {"let", CG_J_OBJECT, false},
    {"actions", CG_J_OBJECT, false},     {"rules", CG_J_ARRAY, true},
    {"granularity", CG_J_STRING, false}, {"otherwise", CG_J_ARRAY, false},
    {"fair", CG_J_BOOL, false},          {"holds_ways", CG_J_BOOL, false},
    {"pauses", CG_J_BOOL, false},        {"in", CG_J_STRING, false},
    {"interleaved", CG_J_BOOL, false},   {"consistency", CG_J_STRING, false},
    {"beside", CG_J_STRING, false},      {"memory", CG_J_OBJECT, false},
    {"commands", CG_J_OBJECT, false},    {"operands", CG_J_OBJECT, false},
#define X(space, name, key, traits, each, member, ...) {member, CG_J_OBJECT, false},
#include "lang/spaces.def"
#undef X
};

enum { MOST_INPUTS = 16, MOST_CORES = 16 };

// ---------------------------------------------------------------- first pass: what messages need to know

static void read_count(cg_reader *r, cg_machine *m, cg_node n) {
    const bool legal = cg_read_count(r, n, &m->count_param, &m->count);
    const char *at = cg_json_at(r->arena, n.pointer, "count");
    const uint64_t most = m->core_port ? MOST_CORES : 4096;
    if (legal && (m->count == 0 || m->count > most))
        cg_error(r, CG_E_PARAM, at, 0, "%llu controllers%s: 1 to %llu can be had",
                 (unsigned long long)m->count, m->core_port ? " with a core port" : "",
                 (unsigned long long)most);
    if (m->home && (m->count & (m->count - 1)))
        cg_error(r, CG_E_PARAM, at, 0,
                 "lines are interleaved over %s: its number must be a power of two, not %llu", m->name,
                 (unsigned long long)m->count);
    if (m->count == 0) m->count = 1;
    cg_read_place(r, m, n);
}

static void read_cache(cg_reader *r, cg_machine *m, cg_node n) {
    enum { SIZE = CG_J_INT | CG_J_STRING, MANY = 1 << 20 };
    static const cg_key KEYS[] = {
        {"sets", SIZE, true}, {"ways", SIZE, true}, {"mshrs", SIZE, true}, {"waiters", SIZE, true}};
    static const cg_range SETS = {"sets", 2, MANY, true}, WAYS = {"ways", 1, 16, true},
                          MSHRS = {"mshrs", 1, 128, false}, WAITERS = {"waiters", 1, MANY, false};
    cg_node cache = cg_get(r, n, "cache", CG_J_OBJECT);
    if (!cache.value && !cg_get(r, n, "cache", ~0).value)
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "a machine needs the key 'cache', or 'beside' with 'memory'");
    CG_CHECK_SHAPE(r, cache, "a cache", KEYS);
    m->sets = cg_read_size(r, cache, &SETS);
    m->ways = cg_read_size(r, cache, &WAYS);
    m->mshrs = cg_read_size(r, cache, &MSHRS);
    m->waiters = cg_read_size(r, cache, &WAITERS);
}

// How many lines a store buffer holds; its fields are read with those of lines.
static void read_buffer(cg_reader *r, cg_machine *m, cg_node n) {
    enum { SIZE = CG_J_INT | CG_J_STRING };
    static const cg_key KEYS[] = {{"entries", SIZE, true}, {"fields", CG_J_OBJECT, false}};
    static const cg_range ENTRIES = {"entries", 1, 256, false};
    cg_node buffer = cg_get(r, n, "store_buffer", CG_J_OBJECT);
    if (!buffer.value) return;
    CG_CHECK_SHAPE(r, buffer, "a store buffer", KEYS);
    m->buffer_entries = cg_read_size(r, buffer, &ENTRIES);
    if (!m->core_port)
        cg_error(r, CG_E_SHAPE, buffer.pointer, CG_AT_KEY,
                 "a store buffer keeps a core's stores, and %s has no core port", m->name);
}

// note [cores] in lang/topology.h
static void number_cores(cg_reader *r) {
    cg_spec *s = r->spec;
    uint64_t n = 0;
    for (int i = 0; i < s->n_machines; i++) {
        cg_machine *m = &s->machines[i];
        if (!cg_has_ports(m)) continue;
        m->first_core = n;
        n += m->count;
        if (n > MOST_CORES && m->first_core)
            cg_error(r, CG_E_PARAM, cg_json_at(r->arena, cg_json_at(r->arena, "/machines", m->name), "count"),
                     0, "%llu cores of all kinds: 1 to %d can be had", (unsigned long long)n, MOST_CORES);
    }
    if (cg_core_kinds(s) > 1) s->cores = n;
}

// A model of a machine's own: its controllers keep all program order by themselves. One like the table's is
// none of its own.
static const char *read_own_model(cg_reader *r, const cg_machine *m, cg_node n) {
    cg_node said = cg_get(r, n, "consistency", CG_J_STRING);
    if (!said.value) return NULL;
    const char *name = cg_arena_strdup(r->arena, json_object_get_string(said.value));
    if (!m->core_port)
        cg_error(r, CG_E_SHAPE, said.pointer, 0, "%s has no core port, and so promises nothing to cores",
                 m->name);
    cg_model *model = m->core_port ? cg_read_model(r, name, said.pointer, "what a core port promises") : NULL;
    const bool same = r->spec->consistency && !strcmp(name, r->spec->consistency);
    if (model && !same && !cg_model_total(model))
        cg_error(
            r, CG_E_SHAPE, said.pointer, 0,
            "%s does not keep all program order: a core port promises the table's model, or one that does, "
            "as sc",
            name);
    const bool own = model && !same;
    cg_model_free(model);
    return own ? name : NULL;
}

void cg_name_machines(cg_reader *r, cg_node root) {
    static const char *const GRANULARITIES[] = {"line", "word"};
    cg_entries all = cg_entries_of(r, cg_get(r, root, "machines", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_machine m = {
            .name = e->key, .epoch_reg = CG_NONE, .cluster = CG_NONE, .doc = cg_get_text(r, e->node, "doc")};
        cg_check_name(r, e, "a machine");
        CG_CHECK_SHAPE(r, e->node, "a machine", MACHINE_KEYS);
        bool there = cg_get(r, e->node, "core_port", ~0).value; // of whatever kind: an error is enough
        m.core_port = cg_get_bool(r, e->node, "core_port", there);
        m.home = cg_get_bool(r, e->node, "home", false);
        m.fair = cg_get_bool(r, e->node, "fair", false);
        m.holds_ways = cg_get_bool(r, e->node, "holds_ways", false);
        m.pauses = cg_get_bool(r, e->node, "pauses", false);
        m.words = cg_get_choice(r, e->node, "granularity", GRANULARITIES, 2, 0);
        m.consistency = read_own_model(r, &m, e->node);
        read_count(r, &m, e->node);
        if (!cg_read_memory(r, &m, e->node)) read_cache(r, &m, e->node);
        read_buffer(r, &m, e->node);
        cg_read_structures(r, &m, e->node);
        *CG_PUSH(r->arena, r->spec->machines, r->spec->n_machines) = m;
    }
    number_cores(r);
    cg_read_beside(r, all);
}

// ---------------------------------------------------------------------------------------- second pass: all

// What there is of each line, as gen/plan/storage.c names it.
static void read_counted(cg_reader *r, cg_machine *m, cg_node n, cg_node line) {
    static const char *const OTHERS[] = {"tag", "state", "pinned", "leaving", "data"};
    const char *name = cg_arena_strdup(r->arena, json_object_get_string(n.value));
    cg_words w = {0};
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) cg_words_add(r, &w, OTHERS[i]);
    cg_entries fields = cg_entries_of(r, line);
    for (int i = 0; i < fields.n; i++)
        cg_words_add(r, &w, cg_arena_printf(r->arena, "line.%s", fields.items[i].key));
    int i = 0;
    while (i < w.n && strcmp(w.names[i], name)) i++;
    if (i == w.n)
        cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is nothing that a line stores%s", name,
                 cg_hint(r, name, &w));
    *CG_PUSH(r->arena, m->paper_counts, m->n_paper_counts) = name;
}

// "overhead": {"percent": 3, "counts": ["line.exp"], "over": "the data of a block and a 3-byte tag"}
static void read_overhead(cg_reader *r, cg_machine *m, cg_node n, cg_node line) {
    static const cg_key KEYS[] = {{"percent", CG_J_INT, false},
                                  {"bits", CG_J_INT, false},
                                  {"counts", CG_J_ARRAY, true},
                                  {"over", CG_J_STRING, true}};
    if (!n.value || !CG_CHECK_SHAPE(r, n, "the overhead that the paper claims", KEYS)) return;
    cg_node percent = cg_get(r, n, "percent", CG_J_INT), bits = cg_get(r, n, "bits", CG_J_INT);
    if (!percent.value == !bits.value)
        cg_error(r, CG_E_SHAPE, n.pointer, 0,
                 "the paper claims a percentage or a number of bits: one of them");
    if (percent.value) m->paper_overhead = json_object_get_int(percent.value);
    if (bits.value) m->paper_bits = json_object_get_int(bits.value);
    m->paper_over = cg_get_text(r, n, "over");
    cg_entries all = cg_strings_of(r, cg_get(r, n, "counts", CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read_counted(r, m, all.items[i].node, line);
}

static void read_paper(cg_reader *r, cg_machine *m, cg_node n) {
    static const cg_key KEYS[] = {
        {"states", CG_J_INT, false}, {"transitions", CG_J_INT, false}, {"overhead", CG_J_OBJECT, false}};
    m->paper_overhead = m->paper_bits = -1;
    cg_node paper = cg_get(r, n, "paper", CG_J_OBJECT);
    if (!paper.value || !CG_CHECK_SHAPE(r, paper, "what the paper counts", KEYS)) return;
    m->paper_states = json_object_get_int(cg_get(r, paper, "states", CG_J_INT).value);
    m->paper_transitions = json_object_get_int(cg_get(r, paper, "transitions", CG_J_INT).value);
    read_overhead(r, m, cg_get(r, paper, "overhead", CG_J_OBJECT), cg_get(r, n, "line", CG_J_OBJECT));
}

static int input_named(const cg_spec *s, const char *name) {
    int i = 0;
    while (i < s->n_inputs && strcmp(s->inputs[i].name, name)) i++;
    return i;
}

static bool same_model(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

// Another machine may have declared it: they share a port, so they must mean the same by it.
static int enter_input(cg_reader *r, cg_node n, const cg_input *input) {
    cg_spec *s = r->spec;
    const int i = input_named(s, input->name);
    if (i == s->n_inputs && i == MOST_INPUTS)
        cg_error(r, CG_E_SHAPE, n.pointer, CG_AT_KEY, "more than %d inputs", MOST_INPUTS);
    if (i == s->n_inputs && i < MOST_INPUTS) *CG_PUSH(r->arena, s->inputs, s->n_inputs) = *input;
    if (i < s->n_inputs && !same_model(s->inputs[i].consistency, input->consistency))
        cg_error(r, CG_E_DUPLICATE, n.pointer, CG_AT_KEY,
                 "another machine's input '%s' promises %s, and this one %s: they are one port", input->name,
                 s->inputs[i].consistency ? s->inputs[i].consistency : "no other model",
                 input->consistency ? input->consistency : "no other model");
    return i;
}

static void read_inputs(cg_reader *r, cg_machine *m, cg_node n) {
    static const cg_key KEYS[] = {{"doc", CG_J_STRING, false}, {"consistency", CG_J_STRING, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, n, "inputs", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        const cg_input input = {.name = e->key,
                                .doc = cg_get_text(r, e->node, "doc"),
                                .consistency = cg_get_string(r, e->node, "consistency")};
        cg_check_name(r, e, "an input");
        CG_CHECK_SHAPE(r, e->node, "an input", KEYS);
        cg_declare(r, e->key, "mode", e->node.pointer, CG_AT_KEY);
        const int index = enter_input(r, e->node, &input);
        if (index < r->spec->n_inputs) *CG_PUSH(r->arena, m->inputs, m->n_inputs) = index;
    }
}

// Where the machine declares the fields of a space.
static cg_node find_fields_of_space(cg_reader *r, cg_node n, const cg_space_row *row) {
    const cg_node at = cg_get(r, n, row->member, CG_J_OBJECT);
    return *row->within ? cg_get(r, at, row->within, CG_J_OBJECT) : at;
}

static void read_space(cg_reader *r, cg_machine *m, cg_node n, cg_space space) {
    const cg_space_row *row = &CG_SPACES[space];
    cg_fields *fields = &m->fields[space];
    const cg_node at = find_fields_of_space(r, n, row);
    fields->field = cg_read_fields(r, at, row->what, row->traits, &fields->n);
    if (at.value && row->traits & CG_TRAIT_OF_CORE && !m->core_port)
        cg_error(r, CG_E_SHAPE, at.pointer, CG_AT_KEY, "%s has no core port, and so no %ss", m->name,
                 row->each);
    for (int i = 0; row->traits & CG_TRAIT_BARE && i < fields->n; i++) {
        const char *name = fields->field[i].name;
        cg_declare(r, name, "register", cg_json_at(r->arena, at.pointer, name), CG_AT_KEY);
    }
}

static void read_storage(cg_reader *r, cg_machine *m, cg_node n) {
    for (cg_space s = 0; s < CG_N_SPACES; s++)
        if (!(CG_SPACES[s].traits & CG_TRAIT_NAMED)) read_space(r, m, n, s);
    cg_read_lookups(r, m, n);
    cg_node epoch = cg_get(r, n, "epoch", CG_J_STRING);
    if (!epoch.value) return;
    const char *name = json_object_get_string(epoch.value);
    int reg = cg_find_field(m->regs, m->n_regs, name);
    cg_words w = {0};
    for (int i = 0; i < m->n_regs; i++) cg_words_add(r, &w, m->regs[i].name);
    if (reg == CG_NONE)
        cg_error(r, CG_E_UNKNOWN, epoch.pointer, 0, "'%s' is no register of %s%s", name, m->name,
                 cg_hint(r, name, &w));
    else if (m->regs[reg].type.kind != CG_T_BOOL)
        cg_error(r, CG_E_TYPE, epoch.pointer, 0, "the epoch is a boolean, and %s is not", name);
    else
        m->epoch_reg = reg;
}

// "valid": "dirty": the bytes that this mask names are here, and no others.
static int read_valid(cg_reader *r, const cg_machine *m, const cg_entry *e) {
    const cg_node n = cg_get(r, e->node, "valid", CG_J_STRING);
    if (!n.value) return CG_NONE;
    const char *name = json_object_get_string(n.value);
    const int field = cg_find_field(m->line, m->n_line, name);
    cg_words w = {0};
    for (int i = cg_next_mask(m, CG_NONE); i != CG_NONE; i = cg_next_mask(m, i))
        cg_words_add(r, &w, m->line[i].name);
    if (field != CG_NONE && m->line[field].type.kind == CG_T_MASK) return field;
    cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no mask of a line of %s%s", name, m->name,
             cg_hint(r, name, &w));
    return CG_NONE;
}

// Stable states first, each kind in the order of the file.
static void read_states(cg_reader *r, cg_machine *m, cg_node n) {
    static const cg_key KEYS[] = {{"doc", CG_J_STRING, true},
                                  {"transient", CG_J_BOOL, false},
                                  {"data", CG_J_BOOL, false},
                                  {"valid", CG_J_STRING, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, n, "states", CG_J_OBJECT));
    for (int transient = 0; transient < 2; transient++) {
        for (int i = 0; i < all.n; i++) {
            const cg_entry *e = &all.items[i];
            if (cg_get_bool(r, e->node, "transient", false) != (bool)transient) continue;
            cg_check_name(r, e, "a state");
            CG_CHECK_SHAPE(r, e->node, "a state", KEYS);
            cg_state s = {.name = e->key, .doc = cg_get_text(r, e->node, "doc"), .transient = transient};
            s.no_data = !cg_get_bool(r, e->node, "data", true);
            s.valid = read_valid(r, m, e);
            *CG_PUSH(r->arena, m->states, m->n_states) = s;
        }
        if (!transient) m->n_stable = m->n_states;
    }
    if (m->n_stable == 0 && cg_is_kind(n, CG_J_OBJECT))
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, n.pointer, "states"), 0,
                 "%s needs a stable state: the first is that of a line that is nowhere", m->name);
}

// Where a word's data are elsewhere, and what has their place then, must both be declared: note [place] in
// gen/check/place.c.
static void read_places(cg_reader *r, const cg_machine *m, cg_node n) {
    enum { WORD_BITS = 32 };
    int bits = 0, last = CG_NONE, state = CG_NONE;
    cg_node fields = cg_get(r, n, "line", CG_J_OBJECT), states = cg_get(r, n, "states", CG_J_OBJECT);
    for (int i = 0; i < m->n_states; i++) state = m->states[i].no_data ? i : state;
    for (int i = 0; i < m->n_line; i++) {
        if (!m->line[i].in_data) continue;
        last = i;
        bits += m->line[i].type.width;
    }
    const char *field = last == CG_NONE ? NULL : cg_json_at(r->arena, fields.pointer, m->line[last].name);
    const char *at = state == CG_NONE ? NULL : cg_json_at(r->arena, states.pointer, m->states[state].name);
    if (field && !m->words)
        cg_error(r, CG_E_SHAPE, field, CG_AT_KEY,
                 "line.%s stands in the place of a word, and the blocks of %s are lines", m->line[last].name,
                 m->name);
    else if (field && !at)
        cg_error(r, CG_E_SHAPE, field, CG_AT_KEY,
                 "line.%s stands in the place of a word's data, and they are always here: no state of %s has "
                 "\"data\": false",
                 m->line[last].name, m->name);
    else if (at && !field)
        cg_error(r, CG_E_SHAPE, at, CG_AT_KEY,
                 "in %s the data are not here, and no field has \"in\": \"data\"", m->states[state].name);
    if (m->n_states && m->states[0].no_data)
        cg_error(r, CG_E_SHAPE, cg_json_at(r->arena, states.pointer, m->states[0].name), CG_AT_KEY,
                 "in %s the line is nowhere: nothing has a place in it", m->states[0].name);
    if (bits > WORD_BITS)
        cg_error(r, CG_E_WIDTH, field, CG_AT_KEY, "%d bits have no room in a word of %d", bits, WORD_BITS);
}

// ---------------------------------------------------------------------------------------- lets and macros

static void read_lets(cg_reader *r, cg_machine *m, cg_node n) {
    static const cg_key KEYS[] = {{"is", CG_J_STRING, true}, {"doc", CG_J_STRING, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, n, "let", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_let l = {.name = e->key, .pointer = e->node.pointer};
        cg_check_name(r, e, "a let");
        cg_declare(r, l.name, "let", l.pointer, CG_AT_KEY);
        if (!cg_is_kind(e->node, CG_J_OBJECT))
            cg_error(r, CG_E_SHAPE, l.pointer, 0, "a let must be an object: {\"is\": EXPRESSION}");
        else if (CG_CHECK_SHAPE(r, e->node, "a let", KEYS))
            l.ast = cg_parse_whole(r, cg_source_of(r, cg_get(r, e->node, "is", CG_J_STRING)));
        *CG_PUSH(r->arena, r->lets, r->n_lets) = l;
        *CG_PUSH(r->arena, m->lets, m->n_lets) =
            (cg_alias){l.name, cg_get_text(r, e->node, "is"), cg_get_text(r, e->node, "doc")};
    }
}

const cg_act *cg_parse_actions(cg_reader *r, cg_node n, int *n_acts) {
    cg_entries texts = cg_strings_of(r, n);
    cg_act *acts = NULL;
    *n_acts = 0;
    for (int i = 0; i < texts.n; i++) {
        cg_act act;
        if (cg_parse_action(r, cg_source_of(r, texts.items[i].node), &act))
            *CG_PUSH(r->arena, acts, *n_acts) = act;
    }
    return acts;
}

static void read_macros(cg_reader *r, cg_machine *m, cg_node n) {
    cg_entries all = cg_entries_of(r, cg_get(r, n, "actions", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_macro list = {.name = e->key, .pointer = e->node.pointer};
        cg_check_name(r, e, "an action list");
        if (cg_is_kind(e->node, CG_J_ARRAY))
            list.acts = cg_parse_actions(r, e->node, &list.n_acts);
        else
            cg_error(r, CG_E_SHAPE, list.pointer, 0, "'@%s' must be an array of actions", list.name);
        *CG_PUSH(r->arena, r->macros, r->n_macros) = list;
        *CG_PUSH(r->arena, m->lists, m->n_lists) =
            (cg_alias){.name = e->key, .text = cg_joined_actions(r, e->node)};
    }
}

static void read_accept(cg_reader *r, cg_machine *m, cg_node n) {
    static const cg_key KEYS[] = {{"request", CG_J_STRING, true}};
    cg_node accept = cg_get(r, n, "accept", CG_J_OBJECT);
    if (!accept.value || !CG_CHECK_SHAPE(r, accept, "accept", KEYS)) return;
    const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, cg_get(r, accept, "request", CG_J_STRING)));
    cg_scope s = {.reader = r, .machine = m, .event = "accept", .no_function = "accept"};
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (!(CG_SPACES[k].traits & CG_TRAIT_BARE)) s.no[k] = "accept is about all requests";
    if (ast) m->accept_requests = cg_type_bool(&s, ast);
}

static void report_unused_names(cg_reader *r) {
    for (int i = 0; i < r->n_lets; i++) {
        if (!r->lets[i].used)
            cg_error(r, CG_W_UNUSED, r->lets[i].pointer, CG_AT_KEY, "the let '%s' is never used",
                     r->lets[i].name);
    }
    for (int i = 0; i < r->n_macros; i++) {
        if (!r->macros[i].used)
            cg_error(r, CG_W_UNUSED, r->macros[i].pointer, CG_AT_KEY, "'@%s' is never used",
                     r->macros[i].name);
    }
}

static void read_machine(cg_reader *r, cg_machine *m, cg_node n) {
    const int declared = r->n_declared;
    const size_t errors = cg_diags_errors(r->diags);
    r->lets = NULL;
    r->macros = NULL;
    r->n_lets = r->n_macros = 0;
    read_paper(r, m, n);
    read_inputs(r, m, n);
    read_storage(r, m, n);
    read_states(r, m, n);
    read_places(r, m, n);
    cg_read_events(r, m, n);
    read_lets(r, m, n);
    read_macros(r, m, n);
    read_accept(r, m, n);
    cg_read_drains(r, m, n);
    cg_read_alarms(r, m, n);
    cg_read_finds(r, m, n);
    cg_read_rules(r, m, n);
    if (cg_diags_errors(r->diags) == errors) report_unused_names(r);
    r->n_declared = declared; // registers and lets are this machine's own
}

void cg_read_machines(cg_reader *r, cg_node root) {
    cg_entries all = cg_entries_of(r, cg_get(r, root, "machines", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) read_machine(r, &r->spec->machines[i], all.items[i].node);
}

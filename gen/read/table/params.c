// Parameters, constants, types and constraints.
#include <string.h>

#include "lang/mask.h"
#include "read/reader.h"

static bool is_pow2(uint64_t v) {
    return v && !(v & (v - 1));
}

// ------------------------------------------------------------------------------------------- parameters

static uint64_t get_number(cg_reader *r, cg_node n, const char *key) {
    uint64_t v = 0;
    cg_constant_of(r, cg_get(r, n, key, CG_J_INT), &v);
    return v;
}

enum { SHORTEST_LINE = 8, LONGEST_LINE = 128 }; // bytes
enum { NARROWEST_LINK = 8, WIDEST_BEAT = 512 }; // bits; a beat of the memory that designs are simulated with

// Why a value is not legal for a parameter, or NULL.
static const char *complaint_of_value(cg_reader *r, const cg_param *p, uint64_t v) {
    const unsigned long long value = v, min = p->min, max = p->max;
    if (v < p->min || v > p->max)
        return cg_arena_printf(r->arena, "%s is %llu, and must be from %llu to %llu", p->name, value, min,
                               max);
    if (p->pow2 && !is_pow2(v))
        return cg_arena_printf(r->arena, "%s is %llu, and must be a power of two", p->name, value);
    if (v < SHORTEST_LINE && !strcmp(p->name, "line_bytes"))
        return cg_arena_printf(r->arena, "%s is %llu, and a line has %d bytes or more", p->name, value,
                               SHORTEST_LINE);
    if (v > LONGEST_LINE && !strcmp(p->name, "line_bytes"))
        return cg_arena_printf(r->arena, "%s is %llu, and a line has at most %d bytes", p->name, value,
                               LONGEST_LINE);
    if (v > WIDEST_BEAT && !strcmp(p->name, "axi_data_bits"))
        return cg_arena_printf(r->arena, "%s is %llu, and a beat has at most %d bits", p->name, value,
                               WIDEST_BEAT);
    if (!is_pow2(v) && !strcmp(p->name, "line_bytes"))
        return cg_arena_printf(r->arena, "%s is %llu, and must be a power of two", p->name, value);
    return NULL;
}

static void read_param(cg_reader *r, const cg_entry *e) {
    static const cg_key KEYS[] = {{"default", CG_J_INT, true},
                                  {"min", CG_J_INT, true},
                                  {"max", CG_J_INT, true},
                                  {"pow2", CG_J_BOOL, false},
                                  {"doc", CG_J_STRING, true}};
    cg_param p = {.name = e->key, .doc = cg_get_text(r, e->node, "doc")};
    bool good = CG_CHECK_SHAPE(r, e->node, "a parameter", KEYS) && cg_check_name(r, e, "a parameter");
    p.min = get_number(r, e->node, "min");
    p.max = get_number(r, e->node, "max");
    p.value = p.def = get_number(r, e->node, "default");
    p.pow2 = cg_get_bool(r, e->node, "pow2", false);
    cg_declare(r, p.name, "parameter", e->node.pointer, CG_AT_KEY);
    const char *why = good ? complaint_of_value(r, &p, p.def) : NULL;
    if (why)
        cg_error(r, CG_E_PARAM, cg_json_at(r->arena, e->node.pointer, "default"), 0, "the default of %s",
                 why);
    *CG_PUSH(r->arena, r->spec->params, r->spec->n_params) = p;
}

static void apply_setting(cg_reader *r, const cg_setting *set) {
    cg_spec *s = r->spec;
    if (!strcmp(set->key, CG_CONSISTENCY)) return; // cg_read_consistency()
    const char *place = set->where ? set->where : "--set";
    cg_words w = {0};
    for (int i = 0; i < s->n_params; i++) {
        cg_words_add(r, &w, s->params[i].name);
        if (strcmp(s->params[i].name, set->key)) continue;
        uint64_t v;
        if (cg_lex_number(set->value, &v)) {
            s->params[i].value = v;
            r->param_where[i] = place;
            r->param_asked[i] = !set->if_declared;
        } else {
            cg_diag_add(r->diags, CG_E_PARAM, place, 0, 0, NULL, NULL, "'%s' is no number for %s", set->value,
                        set->key);
        }
        return;
    }
    if (set->if_declared) return;
    cg_diag_add(r->diags, CG_E_UNKNOWN, place, 0, 0, NULL, NULL, "%s has no parameter '%s'%s",
                s->name ? s->name : "the protocol", set->key, cg_hint_or_all(r, set->key, &w));
}

static void apply_settings(cg_reader *r, const cg_setting *settings, size_t n) {
    cg_spec *s = r->spec;
    r->param_where = cg_arena_alloc(r->arena, (size_t)(s->n_params + 1) * sizeof *r->param_where);
    r->param_asked = cg_arena_alloc(r->arena, (size_t)(s->n_params + 1) * sizeof *r->param_asked);
    for (size_t i = 0; i < n; i++) apply_setting(r, &settings[i]);
    for (int i = 0; i < s->n_params; i++) {
        const char *why = r->param_where[i] ? complaint_of_value(r, &s->params[i], s->params[i].value) : NULL;
        if (!why) continue;
        cg_diag_add(r->diags, CG_E_PARAM, r->param_where[i], 0, 0, NULL, NULL, "%s", why);
        s->params[i].value = s->params[i].def;
    }
}

#define NET_LATENCY "net_latency"
#define MEM_WRITES  "mem_writes"
#define LINK_BITS   "link_bits"
#define SLOTS       "slots"

// How long and how wide the wires are and what a memory port or a thread has under way are no matter of the
// protocol: every system has these parameters, also where the file says nothing of them.
static void add_common_params(cg_reader *r, cg_node params) {
    static const cg_param COMMON[] = {
        {.name = NET_LATENCY, .max = 1024, .doc = "cycles that the crossbars add to every message"},
        {.name = MEM_WRITES, .max = 128, .doc = "writes outstanding at a memory port; 0: as many as reads"},
        {.name = LINK_BITS,
         .def = 128,
         .value = 128,
         .max = 512,
         .doc = "bits of a line that cross a network in a cycle; 0: all"},
        {.name = SLOTS,
         .def = 1,
         .value = 1,
         .min = 1,
         .max = 8,
         .pow2 = true,
         .doc = "operations of one thread in flight"}};
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++) {
        if (cg_param_find(r->spec, COMMON[i].name)) continue;
        cg_declare(r, COMMON[i].name, "parameter", params.pointer, 0);
        *CG_PUSH(r->arena, r->spec->params, r->spec->n_params) = COMMON[i];
    }
}

// Has more than one machine a core port? Asked before machines are read.
static bool has_kinds(cg_reader *r, cg_node root) {
    const cg_entries all = cg_entries_of(r, cg_get(r, root, "machines", CG_J_OBJECT));
    json_object *port;
    int n = 0;
    for (int i = 0; i < all.n; i++)
        n += cg_is_kind(all.items[i].node, CG_J_OBJECT) &&
             json_object_object_get_ex(all.items[i].node.value, "core_port", &port) &&
             json_object_get_boolean(port);
    return n > 1;
}

// The parameters that every system has go into the spec by name. Where there are several kinds of cores,
// their machines say how many cores there are.
static void find_structural(cg_reader *r, cg_node params, bool kinds) {
    cg_spec *s = r->spec;
    const struct {
        const char *name;
        uint64_t *value;
    } all[] = {{"cores", &s->cores},
               {"threads", &s->threads},
               {"partitions", &s->partitions},
               {"line_bytes", &s->line_bytes},
               {"addr_bits", &s->addr_bits},
               {"net_depth", &s->net_depth},
               {"axi_data_bits", &s->axi_data_bits},
               {NET_LATENCY, &s->net_latency},
               {MEM_WRITES, &s->mem_writes},
               {LINK_BITS, &s->link_bits},
               {SLOTS, &s->slots}};
    for (size_t i = kinds; i < sizeof all / sizeof *all; i++) {
        const cg_param *p = cg_param_find(s, all[i].name);
        if (p) {
            *all[i].value = p->value;
            r->param_used[p - s->params] = true;
        } else {
            cg_error(r, CG_E_SHAPE, params.pointer, 0, "every system has the parameter '%s': it is missing",
                     all[i].name);
        }
    }
    s->requests = s->threads * s->slots;
}

// A link that is as wide as a line does not cut it: that is said by 0. A default that is too wide for the
// line that was asked for counts as 0.
static void check_link_bits(cg_reader *r) {
    cg_spec *s = r->spec;
    const unsigned long long link = s->link_bits, line = 8 * s->line_bytes;
    const bool is_width = link >= NARROWEST_LINK && is_pow2(link);
    if (!link || (is_width && link < line)) return;
    cg_param *p = &s->params[cg_param_find(s, LINK_BITS) - s->params];
    const char *where = r->param_where[p - s->params];
    const char *why = cg_arena_printf(
        r->arena, "%s is %llu, and must be 0 or a power of two from %d to %llu: a line has %llu bits",
        LINK_BITS, link, NARROWEST_LINK, line / 2, line);
    if (where)
        cg_diag_add(r->diags, CG_E_PARAM, where, 0, 0, NULL, NULL, "%s", why);
    else if (!is_width)
        cg_error(r, CG_E_PARAM, "/parameters/" LINK_BITS, 0, "%s", why);
    s->link_bits = p->value = 0;
}

void cg_read_params(cg_reader *r, cg_node root, const cg_setting *settings, size_t n) {
    cg_node params = cg_get(r, root, "parameters", CG_J_OBJECT);
    cg_entries all = cg_entries_of(r, params);
    for (int i = 0; i < all.n; i++) read_param(r, &all.items[i]);
    if (params.value) add_common_params(r, params);
    r->param_used = cg_arena_alloc(r->arena, (size_t)r->spec->n_params + 1);
    apply_settings(r, settings, n);
    if (!params.value) return;
    find_structural(r, params, has_kinds(r, root));
    check_link_bits(r);
}

// --------------------------------------------------------------------------------- constants, constraints

void cg_read_constants(cg_reader *r, cg_node root) {
    cg_entries all = cg_entries_of(r, cg_get(r, root, "constants", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_constant c = {.name = e->key, .pointer = e->node.pointer, .value = 1};
        cg_check_name(r, e, "a constant");
        if (cg_is_kind(e->node, CG_J_INT | CG_J_STRING))
            cg_constant_of(r, e->node, &c.value);
        else
            cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "a constant is a whole number or an expression");
        cg_declare(r, c.name, "constant", c.pointer, CG_AT_KEY);
        *CG_PUSH(r->arena, r->constants, r->n_constants) = c;
        *CG_PUSH(r->arena, r->spec->constants, r->spec->n_constants) = (cg_known){c.name, c.value};
    }
}

// "lease_max = 2048, ts_bits = 6": the parameters that a constraint names.
static const char *values_in(cg_reader *r, const cg_ast *n, const char *text) {
    const cg_param *p = n->kind == CG_N_NAME ? cg_param_find(r->spec, n->name) : NULL;
    if (p) {
        const char *one = cg_arena_printf(r->arena, "%s = %llu", p->name, (unsigned long long)p->value);
        if (!text) return one;
        return strstr(text, one) ? text : cg_arena_printf(r->arena, "%s, %s", text, one);
    }
    for (int i = 0; i < n->n_args; i++) text = values_in(r, n->args[i], text);
    return text;
}

static void check_constraint(cg_reader *r, cg_node n) {
    static const cg_key KEYS[] = {{"that", CG_J_STRING, true}, {"why", CG_J_STRING, true}};
    if (!CG_CHECK_SHAPE(r, n, "a constraint", KEYS)) return;
    cg_node that = cg_get(r, n, "that", CG_J_STRING);
    const cg_ast *ast = cg_parse_whole(r, cg_source_of(r, that));
    cg_scope s = {.reader = r, .event = "a constraint"};
    const cg_expr *x = ast ? cg_type_bool(&s, ast) : NULL;
    if (!x) return;
    *CG_PUSH(r->arena, r->spec->constraints, r->spec->n_constraints) =
        (cg_constraint){x->text, cg_get_text(r, n, "why")};
    if (x->value) return;
    const char *values = values_in(r, ast, NULL);
    cg_error(r, CG_E_CONSTRAINT, that.pointer, 0, "with %s it does not hold that %s: %s",
             values ? values : "no parameters", x->text, cg_get_text(r, n, "why"));
}

void cg_check_constraints(cg_reader *r, cg_node root) {
    cg_entries all = cg_entries_of(r, cg_get(r, root, "constraints", CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) check_constraint(r, all.items[i].node);
}

// ------------------------------------------------------------------------------------------------- types

static cg_type read_enum(cg_reader *r, const cg_entry *e) {
    cg_spec *s = r->spec;
    cg_enum x = {.name = e->key};
    cg_entries literals = cg_strings_of(r, cg_get(r, e->node, "enum", CG_J_ARRAY));
    for (int i = 0; i < literals.n; i++) {
        cg_entry l = literals.items[i];
        l.key = cg_arena_strdup(r->arena, json_object_get_string(l.node.value));
        cg_check_name(r, &l, "a literal");
        cg_declare(r, l.key, "literal", l.node.pointer, 0);
        *CG_PUSH(r->arena, x.literals, x.n_literals) = l.key;
    }
    if (x.n_literals == 0) {
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "an enum has one literal or more");
        *CG_PUSH(r->arena, x.literals, x.n_literals) = "";
    }
    *CG_PUSH(r->arena, s->enums, s->n_enums) = x;
    return (cg_type){CG_T_ENUM, cg_bits((uint64_t)x.n_literals - 1), s->n_enums - 1, CG_NONE};
}

static cg_type read_int(cg_reader *r, const cg_entry *e) {
    cg_node bits = cg_get(r, e->node, "bits", CG_J_INT | CG_J_STRING);
    uint64_t width = 0;
    cg_type t = {CG_T_INT, 1, CG_NONE, CG_NONE};
    if (!cg_constant_of(r, bits, &width)) return t;
    if (width >= 1 && width <= 64)
        t.width = (int)width;
    else
        cg_error(r, CG_E_WIDTH, bits.pointer, 0, "%s has %llu bits: 1 to 64 can be had", e->key,
                 (unsigned long long)width);
    return t;
}

// {"node": MACHINE}, {"set": MACHINE}
static cg_type read_nodes(cg_reader *r, const cg_entry *e, const char *key) {
    cg_spec *s = r->spec;
    const cg_node n = cg_get(r, e->node, key, CG_J_STRING);
    const char *name = json_object_get_string(n.value);
    const int machine = cg_find_machine(s, name);
    cg_words w = {0};
    if (machine != CG_NONE) {
        const cg_type t = *key == 's' ? cg_set_type(s, machine) : cg_node_type(s, machine);
        if (t.width <= 64) return t;
        cg_error(r, CG_E_WIDTH, n.pointer, 0, "a set of %s has %d bits: 64 can be had", name, t.width);
    } else {
        for (int i = 0; i < s->n_machines; i++) cg_words_add(r, &w, s->machines[i].name);
        cg_error(r, CG_E_UNKNOWN, n.pointer, 0, "'%s' is no machine%s", name, cg_hint(r, name, &w));
    }
    return (cg_type){CG_T_INT, 1, CG_NONE, CG_NONE};
}

// {"mask": "bytes"}
static cg_type read_mask(cg_reader *r, const cg_entry *e) {
    static const char *const OF[] = {"bytes"};
    const cg_node n = cg_get(r, e->node, "mask", CG_J_STRING);
    const cg_type t = cg_mask_type(r->spec);
    cg_get_choice(r, e->node, "mask", OF, 1, 0);
    if (t.width <= 64) return t;
    cg_error(r, CG_E_WIDTH, n.pointer, 0, "a mask of a line of %d bytes has as many bits: 64 can be had",
             t.width);
    return (cg_type){CG_T_MASK, 64, CG_NONE, CG_NONE};
}

void cg_read_types(cg_reader *r, cg_node root) {
    static const cg_key KEYS[] = {{"bits", CG_J_INT | CG_J_STRING, false},
                                  {"enum", CG_J_ARRAY, false},
                                  {"node", CG_J_STRING, false},
                                  {"set", CG_J_STRING, false},
                                  {"mask", CG_J_STRING, false},
                                  {"doc", CG_J_STRING, false}};
    cg_entries all = cg_entries_of(r, cg_get(r, root, "types", CG_J_OBJECT));
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        cg_named_type t = {
            .name = e->key, .pointer = e->node.pointer, .type = {CG_T_INT, 1, CG_NONE, CG_NONE}};
        bool good = CG_CHECK_SHAPE(r, e->node, "a type", KEYS) && cg_check_name(r, e, "a type");
        bool bits = cg_get(r, e->node, "bits", CG_J_INT | CG_J_STRING).value;
        bool literals = cg_get(r, e->node, "enum", CG_J_ARRAY).value;
        bool node = cg_get(r, e->node, "node", CG_J_STRING).value;
        bool set = cg_get(r, e->node, "set", CG_J_STRING).value;
        bool mask = cg_get(r, e->node, "mask", CG_J_STRING).value;
        if (!strcmp(e->key, CG_REQUEST_TYPE))
            cg_error(r, CG_E_NAME, t.pointer, CG_AT_KEY, "'%s' is a type already: who asks", e->key);
        if (good && bits + literals + node + set + mask != 1)
            cg_error(r, CG_E_SHAPE, t.pointer, 0,
                     "a type has one of the keys 'bits', 'enum', 'node', 'set' and 'mask'");
        else if (good)
            t.type = literals ? read_enum(r, e)
                     : bits   ? read_int(r, e)
                     : mask   ? read_mask(r, e)
                              : read_nodes(r, e, node ? "node" : "set");
        *CG_PUSH(r->arena, r->types, r->n_types) = t;
    }
}

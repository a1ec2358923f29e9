// Reading the description of a bench: protocols/bench/NAME.json.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "read/reader.h"

const bench_metric bench_metrics[BENCH_N_METRICS] = {
#define X(name, title, unit, path) {#name, title, unit, path},
    BENCH_METRICS(X)
#undef X
};

typedef struct {
    cg_reader *r;
    bench *b;
} reader;

// -------------------------------------------------------------------------------------------- small things

int bench_protocol_named(const bench *b, const char *name) {
    for (int i = 0; i < b->n_protocols; i++)
        if (!strcmp(b->protocols[i].name, name)) return i;
    return CG_NONE;
}

int bench_workload_named(const bench *b, const char *name) {
    for (int w = 0; w < b->n_workloads; w++)
        if (!strcmp(b->workloads[w].name, name)) return w;
    return CG_NONE;
}

int bench_group_named(const bench *b, const char *name) {
    for (int g = 0; g < b->n_groups; g++)
        if (!strcmp(b->groups[g], name)) return g;
    return CG_NONE;
}

bench_protocol *bench_design_of(const bench *b, int protocol, int workload) {
    return b->workloads[workload].set.n ? &b->designs[protocol * b->n_workloads + b->design_like[workload]]
                                        : &b->protocols[protocol];
}

static void check_protocol_named(reader *d, cg_node n, const char *key) {
    cg_node at = cg_get(d->r, n, key, CG_J_STRING);
    const char *name = at.value ? json_object_get_string(at.value) : NULL;
    cg_words w = {0};
    if (!name || bench_protocol_named(d->b, name) != CG_NONE) return;
    for (int i = 0; i < d->b->n_protocols; i++) cg_words_add(d->r, &w, d->b->protocols[i].name);
    desc_unknown(d->r, at.pointer, 0, "protocol here called", name, &w);
}

// ------------------------------------------------------------------------------------------------ sections

static void read_bench_protocol(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true},
                                  {"table", CG_J_STRING, false},
                                  {"set", CG_J_OBJECT, false},
                                  {"options", CG_J_OBJECT, false},
                                  {"without", CG_J_ARRAY, false}};
    bench_protocol p = {0};
    if (cg_is_kind(e->node, CG_J_STRING)) {
        p.name = p.table = cg_arena_strdup(d->b->arena, json_object_get_string(e->node.value));
    } else {
        if (!CG_CHECK_SHAPE(d->r, e->node, "a protocol of a bench", KEYS)) return;
        p.name = p.table = cg_get_string(d->r, e->node, "name");
        if (cg_get(d->r, e->node, "table", CG_J_STRING).value)
            p.table = cg_get_string(d->r, e->node, "table");
        p.set = desc_read_pairs(d->r, cg_get(d->r, e->node, "set", CG_J_OBJECT));
        p.options = desc_read_options(d->r, cg_get(d->r, e->node, "options", CG_J_OBJECT));
        cg_entries without = cg_entries_of(d->r, cg_get(d->r, e->node, "without", CG_J_ARRAY));
        for (int i = 0; i < without.n; i++)
            if (cg_is_kind(without.items[i].node, CG_J_STRING))
                *CG_PUSH(d->b->arena, p.without, p.n_without) =
                    cg_arena_strdup(d->b->arena, json_object_get_string(without.items[i].node.value));
            else
                cg_error(d->r, CG_E_SHAPE, without.items[i].node.pointer, 0,
                         "the name of a feature is wanted");
    }
    if (bench_protocol_named(d->b, p.name) != CG_NONE)
        cg_error(d->r, CG_E_DUPLICATE, e->node.pointer, 0, "the protocol '%s' is here twice", p.name);
    *CG_PUSH(d->b->arena, d->b->protocols, d->b->n_protocols) = p;
}

static void add_group(bench *b, const char *group) {
    if (bench_group_named(b, group) == CG_NONE) *CG_PUSH(b->arena, b->groups, b->n_groups) = group;
}

static const char *const METRICS[] = {
#define X(name, title, unit, path) #name,
    BENCH_METRICS(X)
#undef X
};

// A number in quotes; 0: there is none.
static double quoted_number(reader *d, cg_node n, const char *key) {
    const char *text = cg_get_string(d->r, n, key);
    char *end = NULL;
    const double number = text ? strtod(text, &end) : 0;
    if (text && (*end || !(number > 0)))
        cg_error(d->r, CG_E_SHAPE, cg_json_at(d->r->arena, n.pointer, key), 0,
                 "the %s must be a number above zero, in quotes", key);
    return number;
}

static void read_claim(reader *d, const cg_entry *e) {
    const cg_key keys[] = {{"protocol", CG_J_STRING, true}, {"over", CG_J_STRING, d->b->series.n == 0},
                           {"group", CG_J_STRING, true},    {"metric", CG_J_STRING, true},
                           {"ratio", CG_J_STRING, true},    {"says", CG_J_STRING, true}};
    if (!CG_CHECK_SHAPE(d->r, e->node, "a claim of the paper", keys)) return;
    const char *group = cg_get_string(d->r, e->node, "group");
    bench_claim k = {.protocol = cg_get_string(d->r, e->node, "protocol"),
                     .over = cg_get_string(d->r, e->node, "over"),
                     .group = group,
                     .says = cg_get_string(d->r, e->node, "says"),
                     .metric = cg_get_choice(d->r, e->node, "metric", METRICS, BENCH_N_METRICS, 0),
                     .ratio = quoted_number(d, e->node, "ratio")};
    cg_words words = {.names = d->b->groups, .n = d->b->n_groups};
    if (group && bench_group_named(d->b, group) == CG_NONE)
        desc_unknown(d->r, cg_json_at(d->r->arena, e->node.pointer, "group"), 0, "group", group, &words);
    check_protocol_named(d, e->node, "protocol");
    check_protocol_named(d, e->node, "over");
    *CG_PUSH(d->b->arena, d->b->claims, d->b->n_claims) = k;
}

static int workload_of_row(reader *d, cg_node n, const char *key) {
    cg_node at = cg_get(d->r, n, key, CG_J_STRING);
    const char *name = at.value ? json_object_get_string(at.value) : NULL;
    const int w = name ? bench_workload_named(d->b, name) : CG_NONE;
    cg_words words = {0};
    if (!name || w != CG_NONE) return w;
    for (int i = 0; i < d->b->n_workloads; i++) cg_words_add(d->r, &words, d->b->workloads[i].name);
    desc_unknown(d->r, at.pointer, 0, "workload here called", name, &words);
    return CG_NONE;
}

static void read_row(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"says", CG_J_STRING, true},       {"workload", CG_J_STRING, true},
                                  {"over", CG_J_STRING, false},      {"metric", CG_J_STRING, true},
                                  {"limit", CG_J_STRING, false},     {"why", CG_J_STRING, false},
                                  {"percent_of", CG_J_STRING, false}};
    if (!CG_CHECK_SHAPE(d->r, e->node, "a row of a bench's table", KEYS)) return;
    bench_row row = {.says = cg_get_string(d->r, e->node, "says"),
                     .limit = cg_get_string(d->r, e->node, "limit"),
                     .why = cg_get_string(d->r, e->node, "why"),
                     .of = quoted_number(d, e->node, "percent_of"),
                     .workload = workload_of_row(d, e->node, "workload"),
                     .over = workload_of_row(d, e->node, "over"),
                     .metric = cg_get_choice(d->r, e->node, "metric", METRICS, BENCH_N_METRICS, 0)};
    *CG_PUSH(d->b->arena, d->b->rows, d->b->n_rows) = row;
}

static bool is_energy_of_same(const bench_energy *x, const bench_energy *y) {
    return x->metric == y->metric && !strcmp(x->part, y->part) &&
           (x->protocol == CG_NONE || y->protocol == CG_NONE || x->protocol == y->protocol);
}

static void read_energy(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"event", CG_J_STRING, true},
                                  {"pj", CG_J_STRING, true},
                                  {"source", CG_J_STRING, true},
                                  {"protocol", CG_J_STRING, false},
                                  {"part", CG_J_STRING, false}};
    static const char *const EVENTS[] = {
#define X(name) #name,
        BENCH_EVENTS(X)
#undef X
    };
    if (!CG_CHECK_SHAPE(d->r, e->node, "an energy of a bench", KEYS)) return;
    const size_t errors = cg_diags_errors(d->r->diags);
    bool twice = false;
    const int event = cg_get_choice(d->r, e->node, "event", EVENTS, BENCH_N_EVENTS, 0);
    const char *protocol = cg_get_string(d->r, e->node, "protocol"),
               *part = cg_get_string(d->r, e->node, "part");
    check_protocol_named(d, e->node, "protocol");
    const bench_energy energy = {.metric = bench_events[event],
                                 .protocol = protocol ? bench_protocol_named(d->b, protocol) : CG_NONE,
                                 .part = part ? part : "",
                                 .pj = quoted_number(d, e->node, "pj"),
                                 .source = cg_get_string(d->r, e->node, "source")};
    if (cg_diags_errors(d->r->diags) > errors) return;
    for (int i = 0; i < d->b->n_energies; i++) twice |= is_energy_of_same(&d->b->energies[i], &energy);
    if (twice)
        cg_error(d->r, CG_E_DUPLICATE, e->node.pointer, 0, "the energy of '%s' is here twice", EVENTS[event]);
    if (energy.source && !energy.source[0])
        cg_error(d->r, CG_E_SHAPE, cg_json_at(d->r->arena, e->node.pointer, "source"), 0,
                 "an energy needs a source");
    *CG_PUSH(d->b->arena, d->b->energies, d->b->n_energies) = energy;
}

// ----------------------------------------------------------------------------------------------- the whole

static void read_each(reader *d, cg_node root, const char *key, void (*read)(reader *, const cg_entry *)) {
    cg_entries all = cg_entries_of(d->r, cg_get(d->r, root, key, CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read(d, &all.items[i]);
}

static bool read_trace(reader *d, cg_node n) {
    const int64_t said = n.value ? json_object_get_int64(n.value) : 1;
    if (said != 0 && said != 1)
        cg_error(d->r, CG_E_SHAPE, n.pointer, 0, "trace must be 0 or 1, not %s",
                 json_object_get_string(n.value));
    return said != 0;
}

static bool same_pairs(const desc_pairs *x, const desc_pairs *y) {
    if (x->n != y->n) return false;
    for (int i = 0; i < x->n; i++)
        if (strcmp(x->items[i].key, y->items[i].key) != 0 ||
            strcmp(x->items[i].value, y->items[i].value) != 0)
            return false;
    return true;
}

static int first_like(const bench *b, int workload) {
    for (int w = 0; w < workload; w++)
        if (same_pairs(&b->workloads[w].set, &b->workloads[workload].set)) return w;
    return workload;
}

// Of those that have parameters of their own, after the protocol's.
static void list_designs(bench *b) {
    const int n = b->n_protocols * b->n_workloads;
    b->design_like = cg_arena_alloc(b->arena, (size_t)(b->n_workloads + 1) * sizeof *b->design_like);
    for (int w = 0; w < b->n_workloads; w++) b->design_like[w] = first_like(b, w);
    b->designs = cg_arena_alloc(b->arena, (size_t)(n + 1) * sizeof *b->designs);
    for (int i = 0; i < n; i++) {
        const desc_workload *w = &b->workloads[i % b->n_workloads];
        const bench_protocol *p = &b->protocols[i / b->n_workloads];
        b->designs[i].name = p->name;
        b->designs[i].table = p->table;
        b->designs[i].without = p->without;
        b->designs[i].n_without = p->n_without;
        for (int k = 0; w->set.n && k < p->set.n; k++)
            *CG_PUSH(b->arena, b->designs[i].set.items, b->designs[i].set.n) = p->set.items[k];
        for (int k = 0; k < w->set.n; k++)
            *CG_PUSH(b->arena, b->designs[i].set.items, b->designs[i].set.n) = w->set.items[k];
    }
}

void bench_read_root(cg_reader *r, cg_node root, bench *b) {
    static const cg_key KEYS[] = {{"$schema", CG_J_STRING, false}, {"name", CG_J_STRING, true},
                                  {"title", CG_J_STRING, true},    {"doc", CG_J_STRING | CG_J_ARRAY, false},
                                  {"point", CG_J_STRING, false},   {"set", CG_J_OBJECT, false},
                                  {"harness", CG_J_OBJECT, false}, {"seeds", CG_J_ARRAY, false},
                                  {"baseline", CG_J_STRING, true}, {"protocols", CG_J_ARRAY, true},
                                  {"workloads", CG_J_ARRAY, true}, {"paper", CG_J_ARRAY, false},
                                  {"trace", CG_J_INT, false},      {"table", CG_J_ARRAY, false},
                                  {"energy", CG_J_ARRAY, false},   {"series", CG_J_OBJECT, false}};
    reader here = {.r = r, .b = b}, *d = &here;
    CG_CHECK_SHAPE(d->r, root, "a bench", KEYS);
    b->name = desc_read_name(d->r, root);
    b->title = cg_get_string(d->r, root, "title");
    b->doc = cg_get_doc(d->r, root, "doc");
    b->point = desc_read_point(d->r, root, "point");
    b->said_baseline = cg_get_string(d->r, root, "baseline");
    b->set = desc_read_pairs(d->r, cg_get(d->r, root, "set", CG_J_OBJECT));
    b->harness = desc_read_harness(d->r, cg_get(d->r, root, "harness", CG_J_OBJECT));
    b->seeds = desc_read_seeds(d->r, cg_get(d->r, root, "seeds", CG_J_ARRAY), BENCH_SEEDS, &b->n_seeds);
    read_each(d, root, "protocols", read_bench_protocol);
    b->workloads = desc_read_workloads(d->r, cg_get(d->r, root, "workloads", CG_J_ARRAY),
                                       "a workload of a bench", true, &b->n_workloads);
    bench_read_series(d->r, cg_get(d->r, root, "series", CG_J_OBJECT), b);
    for (int i = 0; i < b->n_workloads; i++) add_group(b, b->workloads[i].group);
    list_designs(b);
    read_each(d, root, "paper", read_claim);
    read_each(d, root, "table", read_row);
    read_each(d, root, "energy", read_energy);
    b->bare = !read_trace(d, cg_get(d->r, root, "trace", CG_J_INT));
    if (b->series.n && b->n_rows)
        cg_error(d->r, CG_E_SHAPE, "/table", 0, "a bench has a series or a table of its own, not both");
    if (b->n_protocols == 0) cg_error(d->r, CG_E_SHAPE, "/protocols", 0, "a bench needs a protocol");
    if (b->n_workloads == 0) cg_error(d->r, CG_E_SHAPE, "/workloads", 0, "a bench needs a workload");
    check_protocol_named(d, root, "baseline");
    b->said = json_object_get(root.value);
}

typedef struct {
    bench *b;
    const cli *c;
    int status;
} reading;

static void read_bench_file(cg_reader *r, cg_node root, void *into) {
    reading *d = into;
    bench_read_root(r, root, d->b);
    if (cg_diags_errors(r->diags) == 0) d->status = bench_check(d->b, r, d->c);
}

int bench_read(bench *b, const char *path, const cli *c) {
    reading d = {b, c, CLI_OK};
    *b = (bench){.arena = cg_arena_new(), .baseline = CG_NONE, .commit = ""};
    b->file = cg_arena_strdup(b->arena, path);
    const int status = desc_read_file(path, "a bench", b->arena, read_bench_file, &d);
    return status ? status : d.status;
}

void bench_free(bench *b) {
    for (int i = 0; i < b->n_protocols; i++)
        if (b->protocols[i].p.spec) cli_protocol_free(&b->protocols[i].p);
    for (int i = 0; b->designs && i < b->n_protocols * b->n_workloads; i++)
        if (b->designs[i].p.spec) cli_protocol_free(&b->designs[i].p);
    for (int i = 0; i < b->n_runs; i++) json_object_put(b->runs[i].report);
    for (int i = 0; b->reasons && i < b->n_protocols * b->n_workloads; i++) json_object_put(b->reasons[i]);
    json_object_put(b->said);
    cg_arena_free(b->arena);
}

// Reading the description of a bench: protocols/bench/NAME.json.
#include <stdlib.h>
#include <string.h>

#include "../tb/sim_config.h"
#include "../tb/workload.h"
#include "cmd_bench.h"
#include "read.h"

const bench_metric bench_metrics[BENCH_N_METRICS] = {
#define X(name, title, unit, path) {#name, title, unit, path},
    BENCH_METRICS(X)
#undef X
};

typedef struct {
    cg_reader r;
    bench *b;
} reader;

// -------------------------------------------------------------------------------------------- small things

// An object of numbers and words, as texts.
static bench_pairs read_pairs(reader *d, cg_node n) {
    bench_pairs p = {0};
    cg_entries all = cg_entries_of(&d->r, n);
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        if (!cg_is_kind(e->node, CG_J_INT | CG_J_STRING)) {
            cg_error(&d->r, CG_E_SHAPE, e->node.pointer, 0, "'%s' must be a number or a string", e->key);
            continue;
        }
        const char *value = cg_arena_strdup(d->b->arena, json_object_get_string(e->node.value));
        *CG_PUSH(d->b->arena, p.items, p.n) = (bench_pair){e->key, value};
    }
    return p;
}

static void unknown(reader *d, const char *pointer, int offset, const char *what, const char *word,
                    const cg_words *w) {
    cg_error(&d->r, CG_E_UNKNOWN, pointer, offset, "there is no %s '%s'%s", what, word,
             cg_hint(&d->r, word, w));
}

static int find_protocol(const bench *b, const char *name) {
    for (int i = 0; i < b->n_protocols; i++)
        if (!strcmp(b->protocols[i].name, name)) return i;
    return CG_NONE;
}

static void check_protocol(reader *d, cg_node n, const char *key) {
    cg_node at = cg_get(&d->r, n, key, CG_J_STRING);
    const char *name = at.value ? json_object_get_string(at.value) : NULL;
    cg_words w = {0};
    if (!name || find_protocol(d->b, name) != CG_NONE) return;
    for (int i = 0; i < d->b->n_protocols; i++) cg_words_add(&d->r, &w, d->b->protocols[i].name);
    unknown(d, at.pointer, 0, "protocol here called", name, &w);
}

// ------------------------------------------------------------------------------------------------ sections

static void read_protocol(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true}, {"set", CG_J_OBJECT, false}};
    bench_protocol p = {0};
    if (cg_is_kind(e->node, CG_J_STRING)) {
        p.name = cg_arena_strdup(d->b->arena, json_object_get_string(e->node.value));
    } else {
        if (!CG_CHECK_SHAPE(&d->r, e->node, "a protocol of a bench", KEYS)) return;
        p.name = cg_get_string(&d->r, e->node, "name");
        p.set = read_pairs(d, cg_get(&d->r, e->node, "set", CG_J_OBJECT));
    }
    if (find_protocol(d->b, p.name) != CG_NONE)
        cg_error(&d->r, CG_E_DUPLICATE, e->node.pointer, 0, "the protocol '%s' is here twice", p.name);
    *CG_PUSH(d->b->arena, d->b->protocols, d->b->n_protocols) = p;
}

static void check_options(reader *d, const cg_workload *w, cg_node options) {
    cg_entries all = cg_entries_of(&d->r, options);
    for (int i = 0; i < all.n; i++) {
        cg_words words = {0};
        bool known = false;
        for (const cg_option *o = w->options; o && o->name; o++) {
            cg_words_add(&d->r, &words, o->name);
            known = known || !strcmp(o->name, all.items[i].key);
        }
        if (!known) unknown(d, all.items[i].node.pointer, CG_AT_KEY, "option", all.items[i].key, &words);
    }
}

static void check_workload(reader *d, cg_node n, const bench_workload *w, const char *key) {
    const cg_workload *found = cg_workload_find(w->workload);
    cg_words words = {0};
    if (found) {
        check_options(d, found, cg_get(&d->r, n, "options", CG_J_OBJECT));
        return;
    }
    for (size_t i = 0; cg_workloads[i]; i++) cg_words_add(&d->r, &words, cg_workloads[i]->name);
    unknown(d, cg_json_at(d->r.arena, n.pointer, key), 0, "workload", w->workload, &words);
}

static void add_group(bench *b, const char *group) {
    for (int i = 0; i < b->n_groups; i++)
        if (!strcmp(b->groups[i], group)) return;
    *CG_PUSH(b->arena, b->groups, b->n_groups) = group;
}

static void read_workload(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"name", CG_J_STRING, true},
                                  {"workload", CG_J_STRING, false},
                                  {"group", CG_J_STRING, true},
                                  {"options", CG_J_OBJECT, false}};
    if (!CG_CHECK_SHAPE(&d->r, e->node, "a workload of a bench", KEYS)) return;
    bench_workload w = {.name = cg_get_string(&d->r, e->node, "name"),
                        .workload = cg_get_string(&d->r, e->node, "workload"),
                        .group = cg_get_string(&d->r, e->node, "group"),
                        .options = read_pairs(d, cg_get(&d->r, e->node, "options", CG_J_OBJECT))};
    const char *key = w.workload ? "workload" : "name";
    if (!w.workload) w.workload = w.name;
    check_workload(d, e->node, &w, key);
    for (int i = 0; i < d->b->n_workloads; i++)
        if (!strcmp(d->b->workloads[i].name, w.name))
            cg_error(&d->r, CG_E_DUPLICATE, e->node.pointer, 0, "the workload '%s' is here twice", w.name);
    add_group(d->b, w.group);
    *CG_PUSH(d->b->arena, d->b->workloads, d->b->n_workloads) = w;
}

static void read_harness(reader *d, cg_node n) {
    static const char *const KEYS[] = {
#define X(key, member, def, least, most, doc) key,
        CG_SIM_NUMBERS(X)
#undef X
    };
    cg_words words = {0};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) cg_words_add(&d->r, &words, KEYS[i]);
    cg_entries all = cg_entries_of(&d->r, n);
    for (int i = 0; i < all.n; i++) {
        bool known = false;
        for (int k = 0; k < words.n; k++) known = known || !strcmp(words.names[k], all.items[i].key);
        if (!known)
            unknown(d, all.items[i].node.pointer, CG_AT_KEY, "setting of the harness", all.items[i].key,
                    &words);
    }
    d->b->harness = read_pairs(d, n);
}

static void read_seeds(reader *d, cg_node n) {
    cg_entries all = cg_entries_of(&d->r, n);
    for (int i = 0; i < all.n; i++) {
        if (cg_is_kind(all.items[i].node, CG_J_INT))
            *CG_PUSH(d->b->arena, d->b->seeds, d->b->n_seeds) =
                json_object_get_uint64(all.items[i].node.value);
        else
            cg_error(&d->r, CG_E_SHAPE, all.items[i].node.pointer, 0, "a seed is a whole number");
    }
    if (d->b->n_seeds == 0) *CG_PUSH(d->b->arena, d->b->seeds, d->b->n_seeds) = 1;
}

static void read_claim(reader *d, const cg_entry *e) {
    static const cg_key KEYS[] = {{"protocol", CG_J_STRING, true}, {"over", CG_J_STRING, true},
                                  {"group", CG_J_STRING, true},    {"metric", CG_J_STRING, true},
                                  {"ratio", CG_J_STRING, true},    {"says", CG_J_STRING, true}};
    static const char *const METRICS[] = {
#define X(name, title, unit, path) #name,
        BENCH_METRICS(X)
#undef X
    };
    if (!CG_CHECK_SHAPE(&d->r, e->node, "a claim of the paper", KEYS)) return;
    const char *ratio = cg_get_string(&d->r, e->node, "ratio"),
               *group = cg_get_string(&d->r, e->node, "group");
    char *end;
    bench_claim k = {.protocol = cg_get_string(&d->r, e->node, "protocol"),
                     .over = cg_get_string(&d->r, e->node, "over"),
                     .group = group,
                     .says = cg_get_string(&d->r, e->node, "says"),
                     .metric = cg_get_choice(&d->r, e->node, "metric", METRICS, BENCH_N_METRICS, 0),
                     .ratio = strtod(ratio, &end)};
    cg_words words = {.names = d->b->groups, .n = d->b->n_groups};
    bool known = false;
    for (int i = 0; i < words.n; i++) known = known || !strcmp(words.names[i], group);
    if (!known) unknown(d, cg_json_at(d->r.arena, e->node.pointer, "group"), 0, "group", group, &words);
    if (*end || !(k.ratio > 0))
        cg_error(&d->r, CG_E_SHAPE, cg_json_at(d->r.arena, e->node.pointer, "ratio"), 0,
                 "the ratio must be a number above zero, in quotes");
    check_protocol(d, e->node, "protocol");
    check_protocol(d, e->node, "over");
    *CG_PUSH(d->b->arena, d->b->claims, d->b->n_claims) = k;
}

// ----------------------------------------------------------------------------------------------- the whole

static void each(reader *d, cg_node root, const char *key, void (*read)(reader *, const cg_entry *)) {
    cg_entries all = cg_entries_of(&d->r, cg_get(&d->r, root, key, CG_J_ARRAY));
    for (int i = 0; i < all.n; i++) read(d, &all.items[i]);
}

static void read_root(reader *d, cg_node root) {
    static const cg_key KEYS[] = {{"$schema", CG_J_STRING, false}, {"name", CG_J_STRING, true},
                                  {"title", CG_J_STRING, true},    {"doc", CG_J_STRING | CG_J_ARRAY, false},
                                  {"point", CG_J_STRING, false},   {"set", CG_J_OBJECT, false},
                                  {"harness", CG_J_OBJECT, false}, {"seeds", CG_J_ARRAY, false},
                                  {"baseline", CG_J_STRING, true}, {"protocols", CG_J_ARRAY, true},
                                  {"workloads", CG_J_ARRAY, true}, {"paper", CG_J_ARRAY, false}};
    bench *b = d->b;
    CG_CHECK_SHAPE(&d->r, root, "a bench", KEYS);
    b->name = cg_get_string(&d->r, root, "name");
    b->title = cg_get_string(&d->r, root, "title");
    b->doc = cg_get_doc(&d->r, root, "doc");
    b->point = cg_get_string(&d->r, root, "point");
    b->said_baseline = cg_get_string(&d->r, root, "baseline");
    b->set = read_pairs(d, cg_get(&d->r, root, "set", CG_J_OBJECT));
    if (b->name && !cg_is_name(b->name))
        cg_error(&d->r, CG_E_NAME, "/name", 0, "'%s' is no name: a letter, then letters, digits and '_'",
                 b->name);
    read_harness(d, cg_get(&d->r, root, "harness", CG_J_OBJECT));
    read_seeds(d, cg_get(&d->r, root, "seeds", CG_J_ARRAY));
    each(d, root, "protocols", read_protocol);
    each(d, root, "workloads", read_workload);
    each(d, root, "paper", read_claim);
    check_protocol(d, root, "baseline");
}

int bench_read(bench *b, const char *path) {
    cg_diags *diags = cg_diags_new();
    *b = (bench){.arena = cg_arena_new(), .baseline = CG_NONE};
    b->file = cg_arena_strdup(b->arena, path);
    cg_json *json = cg_json_read(path, diags);
    reader d = {.r = {.arena = b->arena, .json = json, .diags = diags}, .b = b};
    cg_node root = {.value = json ? json->root : NULL, .pointer = ""};
    if (cg_is_kind(root, CG_J_OBJECT))
        read_root(&d, root);
    else if (json)
        cg_error(&d.r, CG_E_SHAPE, "", 0, "a bench must be an object");
    if (json) cg_json_free(json);
    const bool good = cg_diags_errors(diags) == 0;
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

void bench_free(bench *b) {
    for (int i = 0; i < b->n_protocols; i++)
        if (b->protocols[i].there) cli_protocol_free(&b->protocols[i].p);
    for (int i = 0; i < b->n_runs; i++) json_object_put(b->runs[i].report);
    cg_arena_free(b->arena);
}

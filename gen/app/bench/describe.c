// Reading what the descriptions of benches and of sweeps share.
#include "describe.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/workload.h"
#include "sim/config.h"

// ------------------------------------------------------------------------------------------- where they are

bool desc_protocol_there(const char *name) {
    char path[CLI_PATH], file[300];
    if (cli_is_path(name)) return access(name, F_OK) == 0;
    snprintf(file, sizeof file, "%.250s.json", name);
    return access(cli_home_path(path, "protocols", file), F_OK) == 0;
}

int desc_read_file(const char *path, const char *what, cg_arena *arena,
                   void (*read)(cg_reader *r, cg_node root, void *into), void *into) {
    cg_diags *diags = cg_diags_new();
    cg_json *json = cg_json_read(path, diags);
    cg_reader r = {.arena = arena, .json = json, .diags = diags};
    cg_node root = {.value = json ? json->root : NULL, .pointer = ""};
    if (cg_is_kind(root, CG_J_OBJECT))
        read(&r, root, into);
    else if (json)
        cg_error(&r, CG_E_SHAPE, "", 0, "%s must be an object", what);
    if (json) cg_json_free(json);
    const bool good = cg_diags_errors(diags) == 0;
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

// -------------------------------------------------------------------------------------------- small things

void desc_unknown(cg_reader *r, const char *pointer, int offset, const char *what, const char *word,
                  const cg_words *words) {
    cg_error(r, CG_E_UNKNOWN, pointer, offset, "there is no %s '%s'%s", what, word, cg_hint(r, word, words));
}

const char *desc_read_name(cg_reader *r, cg_node root) {
    const char *name = cg_get_string(r, root, "name");
    if (name && !cg_is_name(name))
        cg_error(r, CG_E_NAME, "/name", 0, "'%s' is no name: a letter, then letters, digits and '_'", name);
    return name;
}

desc_pairs desc_read_pairs(cg_reader *r, cg_node n) {
    desc_pairs p = {0};
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) {
        const cg_entry *e = &all.items[i];
        if (!cg_is_kind(e->node, CG_J_INT | CG_J_STRING)) {
            cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "'%s' must be a number or a string", e->key);
            continue;
        }
        const char *value = cg_arena_strdup(r->arena, json_object_get_string(e->node.value));
        const char *where = cg_arena_printf(r->arena, "%s#%s", r->json->path, e->node.pointer);
        *CG_PUSH(r->arena, p.items, p.n) = (desc_pair){e->key, value, where};
    }
    return p;
}

static bool known_word(const cg_words *words, const char *word) {
    for (int i = 0; i < words->n; i++)
        if (!strcmp(words->names[i], word)) return true;
    return false;
}

// Reports the keys of an object that are none of the words.
static void report_unknown_keys(cg_reader *r, cg_node n, const char *what, const cg_words *words) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++)
        if (!known_word(words, all.items[i].key))
            desc_unknown(r, all.items[i].node.pointer, CG_AT_KEY, what, all.items[i].key, words);
}

// ------------------------------------------------------------------------------------------------ sections

static const struct {
    const char *key;
    uint64_t otherwise;
} SETTINGS[] = {
#define X(key, member, def, least, most, doc) {key, def},
    CG_SIM_NUMBERS(X)
#undef X
};
enum { N_SETTINGS = sizeof SETTINGS / sizeof *SETTINGS };

static void check_setting_value(cg_reader *r, const cg_entry *e) {
    char why[CG_SIM_WHY];
    uint64_t number;
    if (!cg_is_kind(e->node, CG_J_INT | CG_J_STRING)) return;
    if (!strcmp(e->key, "seed"))
        cg_error(r, CG_E_SHAPE, e->node.pointer, CG_AT_KEY, "each run has a seed of its own: see 'seeds'");
    else if (!cg_sim_number(e->key, json_object_get_string(e->node.value), &number, why))
        cg_error(r, CG_E_SHAPE, e->node.pointer, 0, "%s", why);
}

// The setting as it is said, else its default. False: what is said is no such number.
static bool read_setting(cg_reader *r, cg_node n, const char *key, uint64_t *number) {
    char why[CG_SIM_WHY];
    const cg_node at = cg_get(r, n, key, CG_J_INT | CG_J_STRING);
    if (at.value) return cg_sim_number(key, json_object_get_string(at.value), number, why);
    for (int i = 0; i < N_SETTINGS; i++)
        if (!strcmp(SETTINGS[i].key, key)) *number = SETTINGS[i].otherwise;
    return true;
}

static void check_latencies(cg_reader *r, cg_node n) {
    uint64_t least, most;
    if (!read_setting(r, n, "mem_latency_min", &least) || !read_setting(r, n, "mem_latency_max", &most))
        return;
    if (least > most)
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "mem_latency_min is %llu, above mem_latency_max, which is %llu",
                 (unsigned long long)least, (unsigned long long)most);
}

desc_pairs desc_read_harness(cg_reader *r, cg_node n) {
    cg_words words = {0};
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < N_SETTINGS; i++) cg_words_add(r, &words, SETTINGS[i].key);
    report_unknown_keys(r, n, "setting of the harness", &words);
    for (int i = 0; i < all.n; i++)
        if (known_word(&words, all.items[i].key)) check_setting_value(r, &all.items[i]);
    if (n.value) check_latencies(r, n);
    return desc_read_pairs(r, n);
}

const char *desc_read_point(cg_reader *r, cg_node root, const char *key) {
    const char *said = cg_get_string(r, root, key);
    char **names;
    if (!said || cli_is_path(said)) return said;
    const size_t n = cli_names("protocols/points", ".json", &names);
    cg_words words = {.names = (const char **)names, .n = (int)n};
    if (!known_word(&words, said))
        desc_unknown(r, cg_json_at(r->arena, root.pointer, key), 0, "design point", said, &words);
    cli_names_free(names, n);
    return said;
}

static bool read_seed(cg_reader *r, cg_node n, uint64_t *seed) {
    if (!cg_is_kind(n, CG_J_INT))
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "a seed is a whole number");
    else if (json_object_get_int64(n.value) < 0)
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "a seed is a number from 0 on, not %s",
                 json_object_get_string(n.value));
    else
        *seed = json_object_get_uint64(n.value);
    return cg_is_kind(n, CG_J_INT) && json_object_get_int64(n.value) >= 0;
}

static bool has_seed(const uint64_t *seeds, int n, uint64_t seed) {
    for (int i = 0; i < n; i++)
        if (seeds[i] == seed) return true;
    return false;
}

uint64_t *desc_read_seeds(cg_reader *r, cg_node n, int otherwise, int *n_seeds) {
    cg_entries all = cg_entries_of(r, n);
    uint64_t *seeds = NULL, seed = 0;
    *n_seeds = 0;
    for (int i = 0; i < all.n; i++) {
        if (!read_seed(r, all.items[i].node, &seed)) continue;
        if (has_seed(seeds, *n_seeds, seed))
            cg_error(r, CG_E_DUPLICATE, all.items[i].node.pointer, 0, "the seed %llu is here twice",
                     (unsigned long long)seed);
        *CG_PUSH(r->arena, seeds, *n_seeds) = seed;
    }
    if (n.value && all.n == 0) cg_error(r, CG_E_SHAPE, n.pointer, 0, "without a seed nothing is run");
    if (*n_seeds) return seeds;
    for (int i = 1; i <= otherwise; i++) *CG_PUSH(r->arena, seeds, *n_seeds) = (uint64_t)i;
    return seeds;
}

static void check_option_value(cg_reader *r, cg_node n, const char *option, const cg_workload *w) {
    const char *value = json_object_get_string(n.value);
    for (const cg_option *o = w->options; o && o->name; o++)
        if (!strcmp(o->name, option) && cg_is_kind(n, CG_J_INT | CG_J_STRING) && !cg_option_takes(o, value))
            cg_error(r, CG_E_SHAPE, n.pointer, 0, "option %s of workload %s is a number, not '%s'", o->name,
                     w->name, value);
}

static void check_option_values(cg_reader *r, cg_node n, const cg_workload *w) {
    cg_entries all = cg_entries_of(r, n);
    for (int i = 0; i < all.n; i++) check_option_value(r, all.items[i].node, all.items[i].key, w);
}

desc_pairs desc_read_options(cg_reader *r, cg_node n) {
    cg_entries all = cg_entries_of(r, n);
    cg_words words = {0};
    for (size_t w = 0; cg_workloads[w]; w++)
        for (const cg_option *o = cg_workloads[w]->options; o && o->name; o++)
            cg_words_add(r, &words, cg_arena_printf(r->arena, "%s.%s", cg_workloads[w]->name, o->name));
    report_unknown_keys(r, n, "option of a workload", &words);
    for (int i = 0; i < all.n; i++) {
        const char *dot = strchr(all.items[i].key, '.');
        for (size_t w = 0; dot && cg_workloads[w]; w++)
            if (!strncmp(all.items[i].key, cg_workloads[w]->name, (size_t)(dot - all.items[i].key)) &&
                !cg_workloads[w]->name[dot - all.items[i].key])
                check_option_value(r, all.items[i].node, dot + 1, cg_workloads[w]);
    }
    return desc_read_pairs(r, n);
}

static void check_workload(cg_reader *r, cg_node n, const desc_workload *w, const char *key) {
    const cg_workload *found = cg_workload_find(w->workload);
    cg_words words = {0};
    if (found) {
        const cg_node options = cg_get(r, n, "options", CG_J_OBJECT);
        for (const cg_option *o = found->options; o && o->name; o++) cg_words_add(r, &words, o->name);
        report_unknown_keys(r, options, "option", &words);
        check_option_values(r, options, found);
        return;
    }
    for (size_t i = 0; cg_workloads[i]; i++) cg_words_add(r, &words, cg_workloads[i]->name);
    desc_unknown(r, cg_json_at(r->arena, n.pointer, key), 0, "workload", w->workload, &words);
}

static bool read_workload(cg_reader *r, cg_node n, const char *what, bool grouped, desc_workload *w) {
    const cg_key keys[] = {{"name", CG_J_STRING, true},
                           {"workload", CG_J_STRING, false},
                           {"options", CG_J_OBJECT, false},
                           {"group", CG_J_STRING, true},
                           {"set", CG_J_OBJECT, false}};
    if (!cg_check_shape(r, n, what, keys, grouped ? 5 : 3)) return false;
    *w = (desc_workload){.name = cg_get_string(r, n, "name"),
                         .workload = cg_get_string(r, n, "workload"),
                         .pointer = n.pointer,
                         .group = grouped ? cg_get_string(r, n, "group") : NULL,
                         .options = desc_read_pairs(r, cg_get(r, n, "options", CG_J_OBJECT))};
    if (grouped) w->set = desc_read_pairs(r, cg_get(r, n, "set", CG_J_OBJECT));
    const char *key = w->workload ? "workload" : "name";
    if (!w->workload) w->workload = w->name;
    check_workload(r, n, w, key);
    return true;
}

desc_workload *desc_read_workloads(cg_reader *r, cg_node n, const char *what, bool grouped,
                                   int *n_workloads) {
    cg_entries all = cg_entries_of(r, n);
    desc_workload *items = NULL, w;
    *n_workloads = 0;
    for (int i = 0; i < all.n; i++) {
        if (!read_workload(r, all.items[i].node, what, grouped, &w)) continue;
        for (int k = 0; k < *n_workloads; k++)
            if (!strcmp(items[k].name, w.name))
                cg_error(r, CG_E_DUPLICATE, all.items[i].node.pointer, 0, "the workload '%s' is here twice",
                         w.name);
        *CG_PUSH(r->arena, items, *n_workloads) = w;
    }
    return items;
}

// ------------------------------------------------------------------------------------- as a command line

void desc_options(cg_arena *a, cli *c, cli_option_id id, const desc_pairs *first, const desc_pairs *second) {
    const desc_pairs *both[] = {first, second};
    const size_t more = c->options[id].n, room = (size_t)(first->n + second->n) + more + 1;
    const char **all = cg_arena_alloc(a, room * sizeof *all),
               **where = cg_arena_alloc(a, room * sizeof *where);
    size_t n = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < both[k]->n; i++) {
            where[n] = both[k]->items[i].where;
            all[n++] = cg_arena_printf(a, "%s=%s", both[k]->items[i].key, both[k]->items[i].value);
        }
    for (size_t i = 0; i < more; i++) {
        where[n] = c->options[id].where ? c->options[id].where[i] : NULL;
        all[n++] = c->options[id].values[i];
    }
    c->options[id].values = all;
    c->options[id].where = where;
    c->options[id].n = n;
}

// The file of --coverage: what cohgen sim counted, read by tb/interp/coverage.h, and what an exhaustive check
// may have added to its rules: "checked": how often (or null), "unreachable": true.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "counts.h"
#include "interp/coverage.h"

static doc_count *count_of_rule(cli_counts *k, const cg_spec *spec, const char *id) {
    for (int i = 0; i < spec->n_machines; i++) {
        for (int r = 0; r < spec->machines[i].n_rules; r++) {
            if (!strcmp(spec->machines[i].rules[r].id, id)) return &k->own[i][r];
        }
    }
    return NULL;
}

static void add_checked(cli_counts *k, const cg_spec *spec, json_object *rule) {
    json_object *id, *v;
    if (!json_object_object_get_ex(rule, "id", &id) || !json_object_is_type(id, json_type_string)) return;
    doc_count *to = count_of_rule(k, spec, json_object_get_string(id));
    if (!to) return;
    if (json_object_object_get_ex(rule, "checked", &v)) to->checked = json_object_get_uint64(v);
    if (json_object_object_get_ex(rule, "unreachable", &v)) to->unreachable = json_object_get_boolean(v);
}

// The file has been read before: it is JSON with an array "machines".
static void read_checked(cli_counts *k, const cg_spec *spec, json_object *root) {
    json_object *machines, *rules;
    if (!json_object_object_get_ex(root, "machines", &machines)) return;
    for (size_t i = 0; i < json_object_array_length(machines); i++) {
        json_object *m = json_object_array_get_idx(machines, i);
        if (!json_object_object_get_ex(m, "rules", &rules) || !json_object_is_type(rules, json_type_array))
            continue;
        for (size_t r = 0; r < json_object_array_length(rules); r++)
            add_checked(k, spec, json_object_array_get_idx(rules, r));
    }
}

static void fill_counts(cli_counts *k, const cg_spec *spec, const cg_coverage *from) {
    k->n_machines = spec->n_machines;
    k->own = calloc((size_t)spec->n_machines + 1, sizeof *k->own);
    if (!k->own) abort();
    for (int i = 0; i < spec->n_machines; i++) {
        const int n = spec->machines[i].n_rules;
        k->own[i] = calloc((size_t)n + 1, sizeof **k->own);
        if (!k->own[i]) abort();
        for (int r = 0; r < n; r++) k->own[i][r].fired = from->rules[i][r].fired;
    }
    k->rules = (const doc_count *const *)k->own;
}

static bool is_of_protocol(json_object *root, const cg_spec *spec, const char *path) {
    json_object *name;
    if (!json_object_object_get_ex(root, "protocol", &name)) return true;
    if (!strcmp(json_object_get_string(name), spec->name)) return true;
    cli_error("%s: this is the coverage of %s, not of %s", path, json_object_get_string(name), spec->name);
    return false;
}

static int read_counts(const cli *c, const cg_spec *spec, cli_counts *k) {
    const char *path = cli_value(c, CLI_COVERAGE, NULL);
    char error[512];
    *k = (cli_counts){0};
    if (!path) return CLI_OK;
    cg_coverage *read = cg_coverage_new(spec);
    bool good = cg_coverage_read_json(read, path, error, sizeof error);
    if (!good) cli_error("%s", error);
    json_object *root = good ? cg_input_json(path, error, sizeof error) : NULL;
    good = good && is_of_protocol(root, spec, path);
    if (good) {
        fill_counts(k, spec, read);
        read_checked(k, spec, root);
    }
    json_object_put(root);
    cg_coverage_free(read);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

static void free_counts(cli_counts *k) {
    for (int i = 0; k->own && i < k->n_machines; i++) free(k->own[i]);
    free(k->own);
    *k = (cli_counts){0};
}

int cli_with_counts(const cli *c, int (*run)(const cli *c, const cli_protocol *p, const cli_counts *counts)) {
    cli_protocol p;
    cli_counts counts;
    int status = cli_protocol_read(c, NULL, &p);
    if (status) return status;
    status = read_counts(c, p.spec, &counts);
    if (!status) {
        status = run(c, &p, &counts);
        free_counts(&counts);
    }
    cli_protocol_free(&p);
    return status;
}

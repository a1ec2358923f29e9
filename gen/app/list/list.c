// cohgen list: protocols, consistency models, workloads, design points. With -q only the protocols' names,
// with -v also what can be set.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/cli.h"
#include "base/json_write.h"
#include "programs/workload.h"
#include "sim/config.h"

static const struct {
    const char *key, *title, *dir;
} FOLDERS[] = {
    {"protocols", "Protocols", "protocols"},
    {"models", "Consistency models", "protocols/models"},
    {"points", "Design points", "protocols/points"},
    {"benches", "Benches (cohgen bench)", "protocols/bench"},
    {"walkthroughs", "Walk-throughs (cohgen sim --script)", "protocols/walkthroughs"},
};
enum { N_FOLDERS = sizeof FOLDERS / sizeof *FOLDERS };

// What the JSON file dir/name.json says of itself; "" if nothing. To be put back with *root.
static const char *title_of_file(const char *dir, const char *name, json_object **root) {
    char path[CLI_PATH], file[300];
    json_object *title;
    snprintf(file, sizeof file, "%.250s.json", name);
    *root = json_object_from_file(cli_home_path(path, dir, file));
    if (!json_object_is_type(*root, json_type_object)) return "";
    if (json_object_object_get_ex(*root, "title", &title) || json_object_object_get_ex(*root, "doc", &title))
        return json_object_get_string(title);
    return "";
}

static void print_folder(int f) {
    char **names;
    const size_t n = cli_names(FOLDERS[f].dir, ".json", &names);
    printf("%s%s%s\n", cli_color(stdout, CLI_BOLD), FOLDERS[f].title, cli_color(stdout, CLI_PLAIN));
    for (size_t i = 0; i < n; i++) {
        json_object *root;
        const char *title = title_of_file(FOLDERS[f].dir, names[i], &root);
        printf("  %-14s %s%s\n", names[i], title,
               json_object_object_get(root, "simulation_only") ? " (simulation only)" : "");
        json_object_put(root);
    }
    if (n == 0) puts("  (none)");
    cli_names_free(names, n);
}

static void print_workloads(bool verbose) {
    printf("%sWorkloads%s\n", cli_color(stdout, CLI_BOLD), cli_color(stdout, CLI_PLAIN));
    for (const cg_workload *const *w = cg_workloads; *w; w++) {
        printf("  %-14s %s\n", (*w)->name, (*w)->doc);
        for (const cg_option *o = (*w)->options; verbose && o && o->name; o++) {
            printf("      -O %s=%s  %s\n", o->name, o->def, o->doc);
        }
    }
}

static void print_harness(void) {
    printf("%sHarness%s\n", cli_color(stdout, CLI_BOLD), cli_color(stdout, CLI_PLAIN));
#define X(key, member, def, least, most, doc)                                                                \
    printf("      -c %s=%llu  %s\n", key, (unsigned long long)def, doc);
    CG_SIM_NUMBERS(X)
#undef X
}

static int print_list_json(void) {
    json_object *all = json_object_new_object();
    for (int f = 0; f < N_FOLDERS; f++) {
        char **names;
        json_object *list = json_object_new_array();
        const size_t n = cli_names(FOLDERS[f].dir, ".json", &names);
        for (size_t i = 0; i < n; i++) json_object_array_add(list, json_object_new_string(names[i]));
        json_object_object_add(all, FOLDERS[f].key, list);
        cli_names_free(names, n);
    }
    json_object *workloads = json_object_new_array();
    for (const cg_workload *const *w = cg_workloads; *w; w++) {
        json_object_array_add(workloads, json_object_new_string((*w)->name));
    }
    json_object_object_add(all, "workloads", workloads);
    cg_json_print(all, stdout);
    json_object_put(all);
    return CLI_OK;
}

int cmd_list(const cli *c) {
    if (cli_has(c, CLI_JSON)) return print_list_json();
    if (cli_quiet(c)) {
        char **names;
        const size_t n = cli_names("protocols", ".json", &names);
        for (size_t i = 0; i < n; i++) puts(names[i]);
        cli_names_free(names, n);
        return CLI_OK;
    }
    for (int f = 0; f < N_FOLDERS; f++) print_folder(f);
    print_workloads(cli_verbose(c));
    if (cli_verbose(c)) print_harness();
    return CLI_OK;
}

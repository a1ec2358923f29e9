// cohgen walk: random walks over a table, without hardware, under the oracle. A wrong table is found in a
// second or so.
#include <json-c/json.h>
#include <string.h>

#include "../tb/walk.h"
#include "cli.h"

enum { OPERATIONS = 1000 }; // of one walk: short ones differ more

typedef struct {
    const cli *c;
    cli_protocol p;
    cg_walk_result sum;
    uint64_t walks, seed; // done; seed of the last
    double seconds;
} walks;

static void put(json_object *o, const char *key, uint64_t value) {
    json_object_object_add(o, key, json_object_new_uint64(value));
}

static void print_json(const walks *w) {
    const cg_coverage_summary s = cg_coverage_sum(w->sum.coverage);
    const char *reason = w->sum.reason;
    json_object *o = json_object_new_object();
    json_object_object_add(o, "protocol", json_object_new_string(w->p.spec->name));
    json_object_object_add(o, "verdict", json_object_new_string(*reason ? "fail" : "pass"));
    json_object_object_add(o, "reason", *reason ? json_object_new_string(reason) : NULL);
    put(o, "walks", w->walks);
    put(o, "operations", w->sum.operations);
    put(o, "steps", w->sum.steps);
    put(o, "rules_fired_in_all", w->sum.rules);
    put(o, "longest_wait", w->sum.longest);
    put(o, "rules", s.rules);
    put(o, "rules_fired", s.rules_fired);
    put(o, "guards", s.guards);
    put(o, "guards_toggled", s.guards_toggled);
    json_object_object_add(o, "seconds", json_object_new_double(w->seconds));
    puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED));
    json_object_put(o);
}

static void print_text(const walks *w) {
    const cg_coverage_summary s = cg_coverage_sum(w->sum.coverage);
    printf("%s: %s: %llu walks, %llu operations, %llu rules fired in %.1f s; a request waited %llu steps at "
           "most\n",
           w->p.spec->name, *w->sum.reason ? "FAIL" : "pass", (unsigned long long)w->walks,
           (unsigned long long)w->sum.operations, (unsigned long long)w->sum.rules, w->seconds,
           (unsigned long long)w->sum.longest);
    printf("  rules fired: %llu of %llu; guards seen true and false: %llu of %llu\n",
           (unsigned long long)s.rules_fired, (unsigned long long)s.rules,
           (unsigned long long)s.guards_toggled, (unsigned long long)s.guards);
    if (*w->sum.reason) printf("  reason: %s\n", w->sum.reason);
}

static void explain_failure(const walks *w) {
    fprintf(stderr, "%sFAILED%s  reproduce: cohgen walk %s", cli_color(stderr, CLI_RED),
            cli_color(stderr, CLI_PLAIN), w->c->args[0]);
    for (size_t i = 0; i < w->p.n_settings; i++)
        fprintf(stderr, " --set %s=%s", w->p.settings[i].key, w->p.settings[i].value);
    fprintf(stderr, " --ops %d --seed %llu\n", OPERATIONS, (unsigned long long)w->seed);
}

static int run(walks *w, const cg_model *model) {
    const uint64_t ops = cli_number(w->c, CLI_OPS, 100000, 1, UINT64_MAX);
    const uint64_t seed = cli_number(w->c, CLI_SEED, 1, 0, UINT64_MAX);
    const double started = cli_seconds();
    bool good = true;
    w->sum.coverage = cg_coverage_new(w->p.spec);
    for (uint64_t asked = 0; good && asked < ops; asked += OPERATIONS) {
        w->seed = seed + w->walks++;
        const cg_walk_options o = {.seed = w->seed,
                                   .operations = ops - asked < OPERATIONS ? ops - asked : OPERATIONS,
                                   .trace = cli_quiet(w->c) ? NULL : stderr};
        good = cg_walk(w->p.plan, model, &o, &w->sum);
    }
    w->seconds = cli_seconds() - started;
    if (cli_has(w->c, CLI_JSON))
        print_json(w);
    else if (!cli_quiet(w->c))
        print_text(w);
    if (!good) explain_failure(w);
    cg_coverage_free(w->sum.coverage);
    return good ? CLI_OK : CLI_FAILED;
}

int cmd_walk(const cli *c) {
    walks w = {.c = c};
    char path[CLI_PATH], error[256];
    int status = cli_protocol_read(c, NULL, &w.p);
    if (status) return status;
    const char *name = cli_value(c, CLI_MODEL, w.p.spec->consistency);
    const bool found = cli_model_path(name, path) != NULL;
    cg_model *model = found ? cg_model_load(path, error, sizeof error) : NULL;
    if (found && !model) cli_error("%s", error);
    status = model ? run(&w, model) : CLI_BAD_INPUT;
    cg_model_free(model);
    cli_protocol_free(&w.p);
    return status;
}

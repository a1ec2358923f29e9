// cohgen walk: random walks over a table, without hardware, under the oracle. A wrong table is found in a
// second or so.
#include <json-c/json.h>
#include <string.h>

#include "app/cli/cli.h"
#include "base/json_write.h"
#include "walk/walk.h"

enum { OPERATIONS = 1000 }; // of one walk: short ones differ more

typedef struct {
    const cli *c;
    cli_protocol p;
    cg_walk_result sum;
    uint64_t walks, seed; // done; seed of the last
    double seconds;
    cg_model *model;
} walks;

static void print_walks_json(const walks *w) {
    const cg_coverage_summary s = cg_coverage_sum(w->sum.coverage);
    const char *reason = w->sum.reason;
    json_object *o = json_object_new_object();
    json_object_object_add(o, "protocol", json_object_new_string(w->p.spec->name));
    json_object_object_add(o, "verdict", json_object_new_string(*reason ? "fail" : "pass"));
    json_object_object_add(o, "reason", *reason ? json_object_new_string(reason) : NULL);
    cg_json_put_count(o, "walks", w->walks);
    cg_json_put_count(o, "operations", w->sum.operations);
    cg_json_put_count(o, "steps", w->sum.steps);
    cg_json_put_count(o, "rules_fired_in_all", w->sum.rules);
    cg_json_put_count(o, "longest_wait", w->sum.longest);
    cg_json_put_count(o, "rules", s.rules);
    cg_json_put_count(o, "rules_fired", s.rules_fired);
    cg_json_put_count(o, "guards", s.guards);
    cg_json_put_count(o, "guards_toggled", s.guards_toggled);
    json_object_object_add(o, "seconds", json_object_new_double(w->seconds));
    puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED));
    json_object_put(o);
}

static void print_walks_text(const walks *w) {
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

static void print_not_fired(const walks *w) {
    const cg_coverage *c = w->sum.coverage;
    for (int m = 0; m < c->spec->n_machines; m++) {
        for (int i = 0; i < c->spec->machines[m].n_rules; i++) {
            const cg_rule *r = &c->spec->machines[m].rules[i];
            if (cg_coverage_counts(r) && !c->rules[m][i].fired) printf("  not fired: %s\n", r->id);
        }
    }
}

static void explain_failed_walk(const walks *w) {
    fprintf(stderr, "%sFAILED%s  reproduce: cohgen walk %s", cli_color(stderr, CLI_RED),
            cli_color(stderr, CLI_PLAIN), w->c->args[0]);
    for (size_t i = 0; i < w->c->options[CLI_CONFIG].n; i++)
        fprintf(stderr, " -c %s", w->c->options[CLI_CONFIG].values[i]);
    cli_say_design_point(stderr, &w->p);
    fprintf(stderr, " --ops %d --seed %llu\n", OPERATIONS, (unsigned long long)w->seed);
}

// The walks of a protocol with modes take them in turn, unless -c says which.
static uint64_t inputs_of_walk(const walks *w) {
    if (cli_has(w->c, CLI_CONFIG)) return cli_inputs(w->c, w->p.spec);
    return w->seed & ((UINT64_C(1) << w->p.spec->n_inputs) - 1);
}

// What is promised in this mode; the last model is kept.
static cg_model *model_of(walks *w) {
    char path[CLI_PATH], error[256];
    const char *name = cli_value(w->c, CLI_MODEL, cg_consistency(w->p.spec, inputs_of_walk(w)));
    if (w->model && !strcmp(w->model->name, name)) return w->model;
    cg_model_free(w->model);
    const bool found = cli_model_path(w->p.path, name, path) != NULL;
    w->model = found ? cg_model_load(path, error, sizeof error) : NULL;
    if (found && !w->model) cli_error("%s", error);
    return w->model;
}

static int run_walks(walks *w) {
    const uint64_t ops = cli_number(w->c, CLI_OPS, 100000, 1, UINT64_MAX);
    const uint64_t seed = cli_number(w->c, CLI_SEED, 1, 0, UINT64_MAX);
    const double started = cli_seconds();
    bool good = true, readable = true;
    w->sum.coverage = cg_coverage_new(w->p.spec);
    for (uint64_t asked = 0; good && asked < ops; asked += OPERATIONS) {
        w->seed = seed + w->walks++;
        if (!(readable = model_of(w))) break;
        const cg_walk_options o = {.seed = w->seed,
                                   .inputs = inputs_of_walk(w),
                                   .operations = ops - asked < OPERATIONS ? ops - asked : OPERATIONS,
                                   .trace = cli_quiet(w->c) ? NULL : stderr};
        good = cg_walk(w->p.plan, w->model, &o, &w->sum);
    }
    w->seconds = cli_seconds() - started;
    if (readable && cli_has(w->c, CLI_JSON))
        print_walks_json(w);
    else if (readable && !cli_quiet(w->c))
        print_walks_text(w);
    if (readable && cli_verbose(w->c)) print_not_fired(w);
    if (!good) explain_failed_walk(w);
    cg_coverage_free(w->sum.coverage);
    return !readable ? CLI_BAD_INPUT : good ? CLI_OK : CLI_FAILED;
}

int cmd_walk(const cli *c) {
    walks w = {.c = c};
    int status = cli_protocol_read(c, NULL, &w.p);
    if (status) return status;
    status = cli_inputs_only(c, w.p.spec) && cli_is_in_turn(c, w.p.spec) ? run_walks(&w) : CLI_BAD_INPUT;
    cg_model_free(w.model);
    cli_protocol_free(&w.p);
    return status;
}

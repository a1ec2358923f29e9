#include "cli.h"
#include "lang/model.h"
#include "lang/request.h"
#include "load/load.h"
#include "read/read.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_is_path(const char *word) {
    const size_t n = strlen(word);
    return strchr(word, '/') || (n > 5 && !strcmp(word + n - 5, ".json"));
}

bool cli_find(const char *what, const char *dir, const char *word, char out[CLI_PATH]) {
    char file[300];
    char **names;
    if (cli_is_path(word)) {
        snprintf(out, CLI_PATH, "%s", word);
        return true;
    }
    snprintf(file, sizeof file, "%.250s.json", word);
    if (access(cli_home_path(out, dir, file), F_OK) == 0) return true;
    const size_t n = cli_names(dir, ".json", &names);
    cli_unknown(what, word, (const char *const *)names, n);
    cli_names_free(names, n);
    return false;
}

const char *cli_model_path(const char *table, const char *model, char out[CLI_PATH]) {
    const char *slash = table ? strrchr(table, '/') : NULL;
    const int folder = slash ? (int)(slash + 1 - table) : 0;
    if (table && !cli_is_path(model) &&
        snprintf(out, CLI_PATH, "%.*smodels/%s.json", folder, table, model) < CLI_PATH &&
        access(out, F_OK) == 0)
        return out;
    return cli_find("consistency model", "protocols/models", model, out) ? out : NULL;
}

static void add_point_settings(cli_settings *s, const char *name, cg_diags *diags) {
    char file[300], path[CLI_PATH];
    size_t n;
    snprintf(file, sizeof file, "%.250s.json", name);
    if (cli_is_path(name))
        snprintf(path, sizeof path, "%s", name);
    else
        cli_home_path(path, "protocols/points", file);
    cg_setting *point = cg_point_load(path, &n, diags);
    for (size_t i = 0; i < n; i++) {
        cli_settings_add(s, point[i].key, point[i].value, point[i].where);
        s->items[s->n - 1].if_declared = point[i].if_declared;
    }
    cg_point_free(point);
}

// `place`: where it is said; NULL: on the command line.
static void add_set(cli_settings *s, const char *said, const char *place, cg_diags *diags) {
    char where[CLI_PATH], key[200];
    const char *eq = strchr(said, '=');
    snprintf(where, sizeof where, "%s%s", place ? place : "--set ", place ? "" : said);
    if (!eq || eq == said || eq - said >= (long)sizeof key) {
        cg_diag_add(diags, CG_E_PARAM, where, 0, 0, NULL, NULL, "KEY=VALUE is wanted");
        return;
    }
    snprintf(key, sizeof key, "%.*s", (int)(eq - said), said);
    cli_settings_add(s, key, eq + 1, where);
}

void cli_settings_said(const cli *c, const char *script, cli_settings *s, cg_diags *diags) {
    if (script) cli_settings_from_file(s, script, "point", diags);
    for (size_t i = 0; i < c->options[CLI_POINT].n; i++)
        add_point_settings(s, c->options[CLI_POINT].values[i], diags);
    const char **values = c->options[CLI_SET].values, **where = c->options[CLI_SET].where;
    for (size_t i = 0; i < c->options[CLI_SET].n; i++) add_set(s, values[i], where ? where[i] : NULL, diags);
}

// False, and a diagnostic: --sram says what there is not.
static bool add_memories(const cli *c, cg_plan *plan, cg_diags *diags) {
    for (size_t i = 0; i < c->options[CLI_SRAM].n; i++) {
        const char *said = c->options[CLI_SRAM].values[i];
        char why[CG_SRAM_WHY], where[CLI_PATH];
        if (cg_sram_say(&plan->sram, said, why)) continue;
        snprintf(where, sizeof where, "--sram %.200s", said);
        cg_diag_add(diags, CG_E_PARAM, where, 0, 0, NULL, NULL, "%s", why);
        return false;
    }
    cg_plan_memories(plan);
    return true;
}

static void read_and_plan(const cli *c, const char *feature, cli_protocol *p, cg_diags *diags) {
    cli_home(); // the reader looks there for consistency models
    const double start = cli_seconds();
    const size_t n = p->n_without;
    const char **without = calloc(n + 1, sizeof *without);
    if (!without) abort();
    for (size_t i = 0; i < n; i++) without[i] = p->without[i];
    without[n] = feature;
    p->spec =
        cg_spec_read_without(p->path, without, n + (feature != NULL), p->settings, p->n_settings, diags);
    free(without);
    const double read = cli_seconds();
    if (p->spec) p->plan = cg_plan_new(p->spec);
    if (p->plan && !add_memories(c, p->plan, diags)) {
        cg_plan_free(p->plan);
        p->plan = NULL;
    }
    p->read_seconds = read - start;
    p->plan_seconds = cli_seconds() - read;
}

// Settings that are for tables with such a parameter only, and that this one has not.
static void drop_undeclared(cli_protocol *p) {
    size_t n = 0;
    for (size_t i = 0; i < p->n_settings; i++) {
        const cg_setting set = p->settings[i];
        const bool model = p->spec->has_order && !strcmp(set.key, CG_CONSISTENCY);
        if (!set.if_declared || model || cg_param_find(p->spec, set.key)) p->settings[n++] = set;
    }
    p->n_settings = n;
}

// Hardware whose core ports have marks is made for the model that programs are written for. False, and an
// error: there is no such model.
static bool add_model(cli_settings *s, const char *table, const char *name) {
    char path[CLI_PATH], error[512];
    if (cli_is_path(name)) return true;
    if (!cli_model_path(table, name, path)) return false;
    cg_model *m = cg_model_load(path, error, sizeof error);
    if (m && m->races_forbidden) {
        cli_settings_add(s, CG_CONSISTENCY, name, "--model");
        s->items[s->n - 1].if_declared = true;
    }
    cg_model_free(m);
    return true;
}

static int try_protocol(const cli *c, const char *name, const char *script, const char *feature,
                        cli_protocol *p, cg_diags *diags) {
    *p = (cli_protocol){0};
    if (!cli_find("protocol", "protocols", name, p->path)) return CLI_BAD_INPUT;
    cli_settings *s = calloc(1, sizeof *s);
    if (!s) abort();
    cli_settings_said(c, script, s, diags);
    const bool good = !cli_has(c, CLI_MODEL) || add_model(s, p->path, cli_value(c, CLI_MODEL, NULL));
    p->settings = s->items;
    p->n_settings = s->n;
    p->kept = s;
    p->without = c->options[CLI_WITHOUT].values;
    p->n_without = c->options[CLI_WITHOUT].n;
    if (good && cg_diags_errors(diags) == 0) read_and_plan(c, feature, p, diags);
    if (p->plan) drop_undeclared(p);
    if (p->plan) return CLI_OK;
    cli_protocol_free(p);
    return CLI_BAD_INPUT;
}

static int read_protocol_or_report(const cli *c, const char *name, const char *script, const char *feature,
                                   cli_protocol *p) {
    cg_diags *diags = cg_diags_new();
    const int status = try_protocol(c, name, script, feature, p, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

int cli_protocol_read(const cli *c, const char *script, cli_protocol *p) {
    return read_protocol_or_report(c, c->args[0], script, NULL, p);
}

int cli_protocol_read_named(const cli *c, const char *name, cli_protocol *p) {
    return read_protocol_or_report(c, name, NULL, NULL, p);
}

int cli_protocol_try(const cli *c, const char *name, cli_protocol *p, cg_diags *diags) {
    return try_protocol(c, name, NULL, NULL, p, diags);
}

int cli_protocol_without(const cli *c, const char *feature, cli_protocol *p) {
    return read_protocol_or_report(c, c->args[0], NULL, feature, p);
}

bool cli_is_hardware(const cli *c, const cli_protocol *p) {
    if (!p->spec->simulation_only) return true;
    cli_error(
        "%s is for simulation only, and cohgen %s refuses it: %s (cohgen sim, bench, litmus, walk and doc "
        "take it)",
        p->spec->name, c->command->name, p->spec->simulation_only);
    return false;
}

bool cli_is_in_turn(const cli *c, const cg_spec *s) {
    if (s->slots == 1) return true;
    cli_error(
        "slots is %llu, and cohgen %s is about tables alone: there a thread has one operation in flight",
        (unsigned long long)s->slots, c->command->name);
    return false;
}

void cli_protocol_free(cli_protocol *p) {
    if (p->plan) cg_plan_free(p->plan);
    if (p->spec) cg_spec_free(p->spec);
    if (p->kept) cli_settings_free(p->kept);
    free(p->kept);
    *p = (cli_protocol){0};
}

void cli_put_design_point(FILE *out, const cli_protocol *p) {
    for (size_t i = 0; i < p->n_settings; i++)
        fprintf(out, "set.%s = %s\n", p->settings[i].key, p->settings[i].value);
    for (size_t i = 0; i < p->n_without; i++) fprintf(out, "without.%s = 1\n", p->without[i]);
}

void cli_say_without(FILE *out, const cli_protocol *p) {
    for (size_t i = 0; i < p->n_without; i++) fprintf(out, " --without %s", p->without[i]);
}

void cli_say_design_point(FILE *out, const cli_protocol *p) {
    for (size_t i = 0; i < p->n_settings; i++)
        fprintf(out, " --set %s=%s", p->settings[i].key, p->settings[i].value);
    cli_say_without(out, p);
}

bool cli_runs_programs(const cli *c, const cli_protocol *p) {
    char missing[CG_MISSING_TEXT];
    const cg_machine *port = cg_missing_events(p->spec, missing);
    if (!port) return true;
    const int first = (int)strcspn(missing, ",");
    cli_error("%s has no event for: %s, and the programs of cohgen %s need it; add to the events of %s "
              "\"%.*s\": {\"core\": \"%.*s\"}%s, with rules",
              p->spec->name, missing, c->command->name, port->name, first, missing, first, missing,
              missing[first] ? " and the like" : "");
    return false;
}

void cli_note_missing_events(const cli *c, const cli_protocol *p) {
    char missing[CG_MISSING_TEXT];
    if (cli_quiet(c) || !cg_missing_events(p->spec, missing)) return;
    fprintf(
        stderr,
        "note: %s has no event for: %s; cores must not ask for that, and cohgen sim, litmus and bench refuse "
        "the table\n",
        p->spec->name, missing);
}

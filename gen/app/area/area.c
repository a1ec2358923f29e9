// cohgen area: blocks through Yosys, memories through a model, and the report of both.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "area/timing.h"
#include "base/json_write.h"
#include "run.h"

typedef struct {
    const cli *c;
    cli_protocol p;
    cg_tech tech;
    cg_sram_model sram;
    area_design design;
} work;

// ---------------------------------------------------------------------------------------------- technology

static void unknown_tech(const char *name) {
    char **names;
    const size_t n = cli_names("synth/tech", ".json", &names);
    cli_unknown("technology", name, (const char *const *)names, n);
    cli_names_free(names, n);
}

static int load_tech(const char *name, cg_tech *t) {
    char file[300], path[CLI_PATH];
    snprintf(file, sizeof file, "%.250s.json", name);
    if (strchr(name, '/') || !cg_tech_load(cli_home_path(path, "synth/tech", file), t)) {
        unknown_tech(name);
        return CLI_BAD_INPUT;
    }
    cg_library l = {0};
    if (t->kind != CG_TECH_CELLS) return CLI_OK;
    const bool areas = cg_liberty_read(t->liberty, t), delays = areas && cg_library_read(t->liberty, t, &l);
    cg_library_free(&l);
    if (areas && delays) return CLI_OK;
    if (areas)
        cli_error("%s: its tables of delays cannot be read", t->liberty);
    else if (access(t->liberty, R_OK) == 0)
        cli_error("%s: no cell %s in it", t->liberty, t->gate);
    else
        cli_error("this needs %s, which is not installed (Debian package: %s)", t->liberty, t->package);
    cg_tech_free(t);
    return CLI_NO_TOOL;
}

static int load_area_models(work *w) {
    char path[CLI_PATH];
    const char *name = cli_value(w->c, CLI_TECH, "osu018");
    const int status = load_tech(name, &w->tech);
    if (status) return status;
    if (w->tech.kind == CG_TECH_ICE40 && cli_has(w->c, CLI_MACROS_FROM)) {
        cli_error("--macros-from is for cells: %s has block RAMs, and its own steps choose what they hold",
                  name);
        return CLI_BAD_INPUT;
    }
    if (cg_sram_load(cli_home_path(path, "synth", "sram.json"), &w->sram)) return CLI_OK;
    cli_error("%s: not a model of SRAMs", path);
    return CLI_BAD_INPUT;
}

static bool have_area_tools(const work *w) {
    static const char *const cells[] = {"yosys", NULL}, *const ice40[] = {"yosys", "nextpnr-ice40", NULL};
    return cli_need(w->tech.kind == CG_TECH_ICE40 ? ice40 : cells);
}

// ------------------------------------------------------------------------------------------------- reports

static json_object *report_of(const work *w, const area_design *d) {
    const cg_area a = {.plan = d->plan,
                       .tech = &w->tech,
                       .tech_name = cli_value(w->c, CLI_TECH, "osu018"),
                       .sram = &w->sram,
                       .macros_from = d->macros_from,
                       .hierarchy = &d->hierarchy,
                       .blocks = d->blocks.blocks,
                       .n_blocks = d->blocks.n};
    return cg_area_report(&a);
}

static int add_peers(const work *w, json_object *report) {
    char path[CLI_PATH];
    if (!cli_has(w->c, CLI_PEERS)) return CLI_OK;
    json_object *peers = json_object_from_file(cli_home_path(path, "synth", "peers.json"));
    if (peers) json_object_object_add(report, "peers", peers);
    if (!peers) cli_error("%s: cannot be read", path);
    return peers ? CLI_OK : CLI_BAD_INPUT;
}

// Writes beside the file and renames: all of it, or nothing.
static int write_page(const char *path, json_object *report, void (*print)(json_object *, FILE *)) {
    char made[CLI_PATH];
    if (snprintf(made, sizeof made, "%s.%ld", path, (long)getpid()) >= CLI_PATH) return CLI_BAD_INPUT;
    FILE *out = fopen(made, "w");
    if (out) print(report, out);
    const bool good = out && !ferror(out) && fclose(out) == 0 && rename(made, path) == 0;
    if (good) return CLI_OK;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    if (out) unlink(made);
    return CLI_BAD_INPUT;
}

// Before minutes of synthesis, not after.
static bool can_write(const cli *c, cli_option_id option) {
    char folder[CLI_PATH] = ".";
    const char *path = cli_value(c, option, NULL), *slash = path ? strrchr(path, '/') : NULL;
    if (slash) snprintf(folder, sizeof folder, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    if (!path || access(folder, W_OK) == 0) return true;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    return false;
}

static int write_report_files(const work *w, json_object *report) {
    int status = CLI_OK;
    const char *file = cli_value(w->c, CLI_REPORT, NULL);
    const char *csv = cli_value(w->c, CLI_CSV, NULL), *html = cli_value(w->c, CLI_HTML, NULL);
    if (csv) status = write_page(csv, report, cg_area_csv);
    if (html && !status) status = write_page(html, report, cg_area_html);
    if (file && !status) status = write_page(file, report, cg_json_print);
    return status;
}

static void print_area_report(const work *w, json_object *report) {
    if (cli_has(w->c, CLI_JSON))
        cg_json_print(report, stdout);
    else if (!cli_quiet(w->c))
        cg_area_text(report, stdout, cli_color(stdout, CLI_BOLD), cli_color(stdout, CLI_PLAIN));
}

// ------------------------------------------------------------------------------------------------ the work

// The protocol without one of its features.
typedef struct {
    const char *name, *doc;
    cli_protocol p;
    area_design design;
} variant;

static bool is_feature_left_out(const cli *c, const char *name) {
    for (size_t i = 0; i < c->options[CLI_WITHOUT].n; i++) {
        if (!strcmp(c->options[CLI_WITHOUT].values[i], name)) return true;
    }
    return false;
}

// Returns 0 or the exit status; *n variants are to be closed in any case.
static int open_variants(const work *w, variant *v, int *n) {
    const cg_spec *s = w->p.spec;
    int status = CLI_OK;
    for (int i = 0; i < s->n_features && !status; i++) {
        if (is_feature_left_out(w->c, s->features[i].name)) continue;
        variant *x = &v[(*n)++];
        *x = (variant){.name = s->features[i].name, .doc = s->features[i].doc};
        status = cli_protocol_without(w->c, x->name, &x->p);
        if (!status) x->p.plan->sram.n_pins = 0; // wires have no area here
        if (!status) status = area_open(&x->design, w->c, x->p.plan, &w->tech, false);
    }
    return status;
}

static int run_designs(work *w, variant *v, int n) {
    area_design **all = calloc((size_t)n + 1, sizeof *all);
    if (!all) abort();
    all[0] = &w->design;
    for (int i = 0; i < n; i++) all[i + 1] = &v[i].design;
    int status = area_run_all(all, n + 1, w->c);
    for (int i = 0; i <= n && !status; i++) status = area_measure(all[i]);
    free(all);
    return status;
}

static void add_features(const work *w, variant *v, int n, json_object *report) {
    json_object *list = json_object_new_array();
    for (int i = 0; i < n; i++) {
        json_object *without = report_of(w, &v[i].design);
        json_object_array_add(list, cg_area_saving(v[i].name, v[i].doc, report, without));
        json_object_put(without);
    }
    json_object_object_add(report, "features", list);
}

static int write_area_report(const work *w, variant *v, int n) {
    json_object *report = report_of(w, &w->design);
    if (cli_has(w->c, CLI_FEATURES)) add_features(w, v, n, report);
    int status = add_peers(w, report);
    if (!status) status = write_report_files(w, report);
    if (!status) print_area_report(w, report);
    json_object_put(report);
    return status;
}

static int measure_design(work *w) {
    variant *v = calloc((size_t)w->p.spec->n_features + 1, sizeof *v);
    int n = 0;
    if (!v) abort();
    int status = have_area_tools(w) ? area_open(&w->design, w->c, w->p.plan, &w->tech, true) : CLI_NO_TOOL;
    if (!status && cli_has(w->c, CLI_FEATURES)) status = open_variants(w, v, &n);
    if (!status) status = run_designs(w, v, n);
    if (!status) status = write_area_report(w, v, n);
    for (int i = 0; i < n; i++) {
        area_close(&v[i].design);
        cli_protocol_free(&v[i].p);
    }
    free(v);
    return status;
}

int cmd_area(const cli *c) {
    work *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->c = c;
    int status = CLI_BAD_INPUT;
    area_macros_from(c);
    if (can_write(c, CLI_CSV) && can_write(c, CLI_HTML) && can_write(c, CLI_REPORT))
        status = cli_protocol_read(c, NULL, &w->p);
    if (!status) w->p.plan->sram.n_pins = 0; // wires have no area here
    if (!status) {
        status = cli_is_hardware(c, &w->p) ? load_area_models(w) : CLI_BAD_INPUT;
        if (!status) status = measure_design(w);
        area_close(&w->design);
        cg_tech_free(&w->tech);
        cli_protocol_free(&w->p);
    }
    free(w);
    return status;
}

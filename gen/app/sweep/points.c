// The points of a sweep: the cross product, the command line and the key of each, and what their results say.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "area/area.h"
#include "emit/design.h"
#include "sweep.h"

// Changes what a result holds: results of another are not taken.
static const char FORMAT[] = "sweep 1";

// --------------------------------------------------------------------------------------------- the product

static long designs_of(const sweep_protocol *p) {
    long n = 1;
    for (int i = 0; i < p->vary.n; i++) n *= p->vary.items[i].n;
    return n;
}

// The `index`th combination of values; the last parameter changes fastest.
static desc_pairs values_at(const sweep *s, const sweep_axes *axes, long index) {
    desc_pairs at = {.items = cg_arena_alloc(s->arena, (size_t)(axes->n + 1) * sizeof *at.items),
                     .n = axes->n};
    for (int i = axes->n - 1; i >= 0; i--) {
        at.items[i] = (desc_pair){axes->items[i].key, axes->items[i].values[index % axes->items[i].n], NULL};
        index /= axes->items[i].n;
    }
    return at;
}

void sweep_list(sweep *s) {
    const int workloads = s->n_workloads ? s->n_workloads : 1;
    for (int w = 0; w < workloads; w++)
        for (int p = 0; p < s->n_protocols; p++)
            for (long i = 0; i < designs_of(&s->protocols[p]); i++)
                *CG_PUSH(s->arena, s->points, s->n_points) =
                    (sweep_point){.protocol = p,
                                  .workload = s->n_workloads ? w : CG_NONE,
                                  .at = values_at(s, &s->protocols[p].vary, i)};
}

const char *sweep_title(const sweep *s, const sweep_point *p) {
    const char *text = s->protocols[p->protocol].name;
    for (int i = 0; i < p->at.n; i++)
        text = cg_arena_printf(s->arena, "%s %s=%s", text, p->at.items[i].key, p->at.items[i].value);
    return p->workload == CG_NONE ? text
                                  : cg_arena_printf(s->arena, "%s, %s", text, s->workloads[p->workload].name);
}

// ---------------------------------------------------------------------------------------- its command line

static void set_one(const sweep *s, cli *c, cli_option_id id, const char *value) {
    c->options[id].values = cg_arena_alloc(s->arena, sizeof *c->options[id].values);
    c->options[id].values[0] = value;
    c->options[id].n = 1;
}

cli sweep_cli(const sweep *s, const sweep_point *p, const cli *c) {
    static const desc_pairs NONE = {0};
    const sweep_protocol *of = &s->protocols[p->protocol];
    cli sub = {.command = c->command};
    sub.options[CLI_SET] = c->options[CLI_SET];
    sub.options[CLI_POINT] = c->options[CLI_POINT];
    desc_options(s->arena, &sub, CLI_SET, &p->at, &NONE);
    desc_options(s->arena, &sub, CLI_SET, &s->set, &of->set);
    if (s->point && !cli_has(c, CLI_POINT)) set_one(s, &sub, CLI_POINT, s->point);
    if (p->workload == CG_NONE) return sub;
    desc_options(s->arena, &sub, CLI_CONFIG, &s->harness, &NONE);
    desc_options(s->arena, &sub, CLI_CHOICE, &s->workloads[p->workload].options, &NONE);
    set_one(s, &sub, CLI_WORKLOAD, s->workloads[p->workload].workload);
    return sub;
}

// -------------------------------------------------------------------------------------------------- keys

static void hash_options(cli_hash *h, const cli *c, cli_option_id id) {
    cli_hash_text(h, cli_options[id].name);
    for (size_t i = 0; i < c->options[id].n; i++) cli_hash_text(h, c->options[id].values[i]);
}

// The program's path holds the hashes of the design and of the harness.
static int hash_simulation(const sweep *s, const cli *sub, const cli_protocol *p, cli_hash *h) {
    char path[CLI_PATH];
    const size_t skip = strlen(cli_cache());
    if (!cli_model_name(sub, p, path)) return CLI_BAD_INPUT;
    cli_hash_text(h, path + (strlen(path) > skip ? skip : 0));
    cli_hash_file(h, p->path);
    if (!cli_model_path(p->path, p->spec->consistency, path)) return CLI_BAD_INPUT;
    cli_hash_file(h, path);
    for (size_t i = 0; i < p->n_settings; i++) {
        cli_hash_text(h, p->settings[i].key);
        cli_hash_text(h, p->settings[i].value);
    }
    hash_options(h, sub, CLI_WORKLOAD);
    hash_options(h, sub, CLI_CHOICE);
    hash_options(h, sub, CLI_CONFIG);
    cli_hash_bytes(h, s->seeds, (size_t)s->n_seeds * sizeof *s->seeds);
    return CLI_OK;
}

static void hash_area(const sweep *s, cli_hash *h) {
    char path[CLI_PATH], file[300];
    cg_tech tech;
    cli_hash_text(h, s->tech);
    cli_hash_folder(h, cli_home_path(path, "synth", NULL));
    snprintf(file, sizeof file, "%.250s.json", s->tech);
    cli_hash_file(h, cli_home_path(path, "synth/tech", file));
    if (!cg_tech_load(path, &tech)) return;
    if (tech.liberty) cli_hash_file(h, tech.liberty);
    cg_tech_free(&tech);
}

static int hash_point(const sweep *s, sweep_point *p, const cli *sub, const cli_protocol *protocol) {
    char parts[CLI_PATH];
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL)};
    cli_hash h;
    cli_hash_start(&h);
    cli_hash_text(&h, FORMAT);
    cg_design_hash(protocol->plan, &options, p->design);
    cli_hash_text(&h, p->design);
    if (p->workload != CG_NONE) {
        const int status = hash_simulation(s, sub, protocol, &h);
        if (status) return status;
    }
    if (s->tech) hash_area(s, &h);
    snprintf(p->key, sizeof p->key, "%016llx", (unsigned long long)h.h);
    return CLI_OK;
}

int sweep_key(const sweep *s, sweep_point *p, const cli *c) {
    const cli sub = sweep_cli(s, p, c);
    const char *why = NULL;
    cli_protocol protocol;
    cg_diags *diags = cg_diags_new();
    int status = cli_protocol_try(&sub, s->protocols[p->protocol].name, &protocol, diags);
    if (status == CLI_OK) {
        status = hash_point(s, p, &sub, &protocol);
        cli_protocol_free(&protocol);
    } else if (cg_diags_first(diags, &why)) {
        snprintf(p->reason, sizeof p->reason, "refused: %s", why);
        status = CLI_FAILED;
    }
    cg_diags_free(diags);
    return status;
}

// ----------------------------------------------------------------------------------------------- results

const char *sweep_file(const sweep *s, const sweep_point *p, const char *tail) {
    return cg_arena_printf(s->arena, "%s/sweep/%s%s", cli_cache(), p->key, tail);
}

static bool has_verdict(const sweep_point *p, const char *word) {
    json_object *verdict;
    return p->result && json_object_object_get_ex(p->result, "verdict", &verdict) && verdict &&
           !strcmp(json_object_get_string(verdict), word);
}

bool sweep_passed(const sweep_point *p) {
    return has_verdict(p, "pass");
}

bool sweep_judged(const sweep_point *p) {
    return sweep_passed(p) || has_verdict(p, "fail") || !*p->key; // without a key: the table refuses it
}

// The key, which is a hash, as one.
static cli_hash hash_of_key(const sweep_point *p) {
    return (cli_hash){strtoull(p->key, NULL, 16)};
}

void sweep_keep(const sweep *s, const sweep_point *p) {
    const cli_hash h = hash_of_key(p);
    cli_seal_file(sweep_file(s, p, ".json"), &h);
}

void sweep_forget(const sweep *s, const sweep_point *p) {
    unlink(sweep_file(s, p, ".json.seal"));
    unlink(sweep_file(s, p, ".json"));
}

bool sweep_load(const sweep *s, sweep_point *p) {
    json_object *reason;
    const cli_hash h = hash_of_key(p);
    const char *path = *p->key ? sweep_file(s, p, ".json") : NULL;
    if (p->result || !path || !cli_sealed_file(path, &h)) return p->result != NULL;
    p->result = json_object_from_file(path);
    if (p->result && json_object_object_get_ex(p->result, "reason", &reason) && reason)
        snprintf(p->reason, sizeof p->reason, "%s", json_object_get_string(reason));
    return p->result != NULL;
}

static double number_in_result(const sweep_point *p, const char *group, const char *name) {
    json_object *o, *v;
    if (!sweep_passed(p) || !json_object_object_get_ex(p->result, group, &o) || !o) return NAN;
    return json_object_object_get_ex(o, name, &v) && v ? json_object_get_double(v) : NAN;
}

double sweep_metric(const sweep_point *p, int metric) {
    return number_in_result(p, "metrics", bench_metrics[metric].name);
}

double sweep_area(const sweep_point *p, const char *name) {
    return number_in_result(p, "area", name);
}

// --------------------------------------------------------------------------------------- area as one number

static const struct {
    const char *name, *unit;
    double scale;
} SIZES[] = {{"total_um2", "mm2", 1e-6}, {"luts", "LUTs", 1}, {"cells", "cells", 1}};
enum { N_SIZES = sizeof SIZES / sizeof *SIZES };

// All points have the same technology: the first that has an area says which.
static int kind_of_size(const sweep *s) {
    for (int i = 0; i < s->n_points; i++)
        for (int k = 0; k < N_SIZES; k++)
            if (!isnan(sweep_area(&s->points[i], SIZES[k].name))) return k;
    return 0;
}

double sweep_size(const sweep *s, const sweep_point *p) {
    const int k = kind_of_size(s);
    return sweep_area(p, SIZES[k].name) * SIZES[k].scale;
}

const char *sweep_size_unit(const sweep *s) {
    return SIZES[kind_of_size(s)].unit;
}

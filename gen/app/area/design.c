// A design is written, elaborated and cut into blocks; each block needs one run or two.
#include <stdlib.h>
#include <string.h>

#include "emit/design.h"
#include "folder.h"
#include "run.h"

// -------------------------------------------------------------------------------------------- elaboration

int area_macros_from(const cli *c) {
    return (int)cli_number(c, CLI_MACROS_FROM, CG_MACROS_FROM, 1, CG_MACROS_FROM_MOST);
}

void area_hash_arrays(const area_design *d, cli_hash *h) {
    char path[CLI_PATH];
    cli_hash_bytes(h, &d->macros_from, sizeof d->macros_from);
    cli_hash_file(h, cli_home_path(path, "synth", AREA_ARRAYS));
    cli_hash_text(h, d->tech->latch.cell);
    if (*d->tech->latch.cell) cli_hash_file(h, cli_home_path(path, "synth", d->tech->latch.map));
}

cg_synthesis area_synthesis(const area_design *d) {
    return (cg_synthesis){.tech = d->tech,
                          .sources = &d->sources,
                          .hierarchy = &d->hierarchy,
                          .map = d->map,
                          .names = d->names,
                          .arrays = d->arrays,
                          .macros_from = d->macros_from,
                          .spec = d->plan->spec};
}

static void hash_area_design(const area_design *d, cli_hash *h) {
    char path[CLI_PATH], design[17];
    const cg_design_options options = {.parts_dir = cli_home_path(path, "rtl", NULL)};
    cli_hash_start(h);
    cg_design_hash(d->plan, &options, design);
    cli_hash_text(h, design);
    cli_hash_file(h, cli_home_path(path, "synth", CG_SRAM_WRAPPER ".v"));
    cli_hash_file(h, cli_home_path(path, "synth", CG_SRAM_WRAPPER_1RW ".v"));
    area_hash_arrays(d, h);
}

static int write_design(const cg_plan *plan, const char *work) {
    char parts[CLI_PATH], rtl[CLI_PATH];
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL)};
    cg_diags *diags = cg_diags_new();
    snprintf(rtl, sizeof rtl, "%.4000s/rtl", work);
    const int status = cg_design_write(plan, rtl, &options, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

static void read_design_sources(const char *folder, const char *protocol, cg_sources *s) {
    char path[CLI_PATH + 300];
    snprintf(path, sizeof path, "%s/rtl/%.250s.f", folder, protocol);
    cg_sources_read(path, s);
}

static bool write_elaboration_script(const char *path, const area_design *d, const cg_sources *s) {
    cg_synthesis y = area_synthesis(d);
    y.sources = s;
    char *text = cg_elaboration_script(d->plan->spec->name, &y);
    const bool good = cli_write_file(path, text);
    free(text);
    return good;
}

static int elaborate(const area_design *d, const char *work) {
    char script[CLI_PATH + 16], log[CLI_PATH + 16];
    const char *name = d->plan->spec->name;
    cg_sources sources;
    int status = area_start_folder(work, NULL);
    if (!status) status = write_design(d->plan, work);
    if (status) return status;
    snprintf(script, sizeof script, "%s/elab.ys", work);
    snprintf(log, sizeof log, "%s/elab.log", work);
    read_design_sources(work, name, &sources);
    const bool good = write_elaboration_script(script, d, &sources);
    cg_sources_free(&sources);
    if (!good) return CLI_BAD_INPUT;
    char *const argv[] = {"yosys", "-Q", "-T", "elab.ys", NULL};
    cli_job job = {.title = "elaboration", .argv = argv, .log = log, .folder = work};
    if (cli_run(&job, 1, 1, d->c)) return CLI_OK;
    cli_error("yosys failed on %s_system; the end of %s:", name, log);
    cli_print_tail(log, 8, stderr);
    return CLI_NO_TOOL;
}

static int find_hierarchy(area_design *d) {
    cli_hash h;
    char work[CLI_PATH], list[CLI_PATH + 16], seal[CLI_PATH + 8];
    hash_area_design(d, &h);
    area_name_folder(d->folder, work, "area", d->plan->spec->name, &h);
    snprintf(list, sizeof list, "%s/elab.txt", d->folder);
    area_name_seal(d->folder, seal);
    if (!cli_sealed(seal, &h)) {
        const int status = elaborate(d, work);
        if (status) return status;
        area_keep_folder(work, d->folder, &h, false);
    }
    read_design_sources(d->folder, d->plan->spec->name, &d->sources);
    return cg_hierarchy_read(list, &d->hierarchy) ? CLI_OK : CLI_NO_TOOL;
}

// --------------------------------------------------------------------------------------------------- runs

// The text of a file of synth/.
static char *read_synth(const char *name) {
    char path[CLI_PATH];
    char *text = cli_read_file(cli_home_path(path, "synth", name));
    if (!text) abort();
    return text;
}

int area_open(area_design *d, const cli *c, const cg_plan *plan, const cg_tech *tech, bool trees) {
    *d = (area_design){.c = c, .plan = plan, .tech = tech, .macros_from = area_macros_from(c)};
    d->map = read_synth(tech->script);
    d->names = read_synth(AREA_NAMES);
    d->arrays = read_synth(AREA_ARRAYS);
    int status = find_hierarchy(d);
    if (status) return status;
    if (!cg_blocks_find(plan->spec, &d->hierarchy, cli_has(c, CLI_WHOLE), &d->blocks)) return CLI_NO_TOOL;
    area_plan_runs(d, trees && !cli_has(c, CLI_NO_TREE));
    return CLI_OK;
}

void area_close(area_design *d) {
    cg_blocks_free(&d->blocks);
    cg_sources_free(&d->sources);
    cg_hierarchy_free(&d->hierarchy);
    free(d->map);
    free(d->names);
    free(d->arrays);
    free(d->runs);
    *d = (area_design){0};
}

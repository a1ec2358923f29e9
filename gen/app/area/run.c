#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "emit/macros.h"
#include "folder.h"

// ------------------------------------------------------------------------------------------- what is to run

enum { TIMING = 3 }; // one more when gen/area/timing.h finds other paths in the same netlist

// Without comments: the package's have the whole design point, of which a block may depend on little.
static void hash_source(cli_hash *h, const char *folder, const char *file) {
    char path[CLI_PATH + 300];
    snprintf(path, sizeof path, "%s/rtl/%.250s", folder, file);
    cli_hash_text(h, file);
    char *text = cli_read_file(path);
    char *code = text ? cg_without_comments(text) : NULL;
    cli_hash_text(h, code ? code : "");
    CG_FREE(text, code);
}

// Everything that decides a run's result, and no path of this machine: sources, steps, cells.
static void hash_run(const area_design *d, const cg_block *b, bool tree, cli_hash *h) {
    char path[CLI_PATH];
    cli_hash_start(h);
    cli_hash_text(h, tree ? "tree" : "flat");
    cli_hash_bytes(h, &b->kind, sizeof b->kind);
    cli_hash_text(h, b->module->base);
    cli_hash_text(h, b->module->params);
    cli_hash_file(h, cli_home_path(path, "synth", d->tech->script));
    cli_hash_file(h, cli_home_path(path, "synth", CG_SRAM_WRAPPER ".v"));
    cli_hash_file(h, cli_home_path(path, "synth", CG_SRAM_WRAPPER_1RW ".v"));
    area_hash_arrays(d, h);
    cli_hash_file(h, d->tech->liberty);
    cli_hash_bytes(h, &d->tech->clock_ps, sizeof d->tech->clock_ps);
    if (cg_is_timed(d->tech, tree)) {
        cli_hash_bytes(h, &(const int){TIMING}, sizeof(int));
        cli_hash_file(h, cli_home_path(path, "synth", AREA_NAMES));
    }
    for (size_t i = 0; i < d->sources.n; i++)
        if (cg_block_needs(b, &d->hierarchy, d->sources.files[i]))
            hash_source(h, d->folder, d->sources.files[i]);
}

static void add_run(area_design *d, int block, bool tree) {
    const cg_block *b = &d->blocks.blocks[block];
    char seal[CLI_PATH + 8];
    area_run *r = &d->runs[d->n_runs++];
    r->block = block;
    r->tree = tree;
    r->tech = d->tech;
    r->timed = cg_is_timed(d->tech, tree);
    r->hits = r->timed && cg_block_has_hits(b, d->plan->spec);
    hash_run(d, b, tree, &r->of);
    area_name_folder(r->kept, r->work, tree ? "tree" : "flat", b->module->base, &r->of);
    area_name_seal(r->kept, seal);
    r->cached = !cli_has(d->c, CLI_FRESH) && cli_sealed(seal, &r->of);
    snprintf(r->title, sizeof r->title, "%s: %s", b->name, tree ? "module by module" : "synthesis");
}

void area_plan_runs(area_design *d, bool trees) {
    d->runs = cg_array_new((size_t)d->blocks.n * 2, sizeof *d->runs);
    for (int i = 0; i < d->blocks.n; i++) add_run(d, i, false);
    for (int i = 0; trees && i < d->blocks.n; i++)
        if (cg_block_has_tree(&d->blocks.blocks[i], &d->hierarchy, d->tech)) add_run(d, i, true);
}

// ------------------------------------------------------------------------------------------------ running

static int start_run(const area_design *d, area_run *r) {
    const cg_synthesis y = area_synthesis(d);
    const int status = area_start_folder(r->work, d->folder);
    if (status) return status;
    snprintf(r->script, sizeof r->script, "%s/script.ys", r->work);
    snprintf(r->log, sizeof r->log, "%s/log", r->work);
    char *text = cg_synthesis_script(&y, &d->blocks.blocks[r->block], r->tree);
    const bool good = cli_write_file(r->script, text);
    free(text);
    char *const argv[] = {"yosys", "-Q", "-T", "script.ys", NULL};
    memcpy(r->argv, argv, sizeof argv);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

// The netlists are large and go.
static bool time_run(const area_run *r) {
    static const char *const NETLISTS[] = {"net.blif", "names.blif"};
    const bool good = cg_time_block(r->work, r->tech, r->hits);
    for (int i = 0; i < 2; i++) {
        char path[CLI_PATH + 32];
        snprintf(path, sizeof path, "%s/%s", r->work, NETLISTS[i]);
        unlink(path);
    }
    return good;
}

static bool end_run(area_run *r, const cli_job *job, bool fresh) {
    r->seconds = job->seconds;
    if (cg_end_is(job->end, 0) && r->timed && !time_run(r)) {
        cli_error("%s: its paths could not be timed (%s)", r->title, r->log);
        return false;
    }
    if (cg_end_is(job->end, 0)) {
        area_keep_folder(r->work, r->kept, &r->of, fresh);
        return true;
    }
    cli_error("%s failed; the end of %s:", r->title, r->log);
    cli_print_tail(r->log, 8, stderr);
    return false;
}

// Different designs may share a block: it runs once.
static bool is_first_of_block(area_run *const *runs, int n, const area_run *r) {
    for (int i = 0; i < n; i++) {
        if (!strcmp(runs[i]->kept, r->kept)) return false;
    }
    return true;
}

int area_run_all(area_design *const *designs, int n, const cli *c) {
    int n_all = 0, todo = 0, status = CLI_OK;
    for (int i = 0; i < n; i++) n_all += designs[i]->n_runs;
    area_run **runs = cg_array_new((size_t)n_all, sizeof *runs);
    cli_job *jobs = cg_array_new((size_t)n_all, sizeof *jobs);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < designs[i]->n_runs && !status; k++) {
            area_run *r = &designs[i]->runs[k];
            if (r->cached || !is_first_of_block(runs, todo, r)) continue;
            status = start_run(designs[i], r);
            jobs[todo] = (cli_job){.title = r->title, .argv = r->argv, .log = r->log, .folder = r->work};
            runs[todo++] = r;
        }
    }
    if (!status && todo) cli_run(jobs, (size_t)todo, cli_jobs(c), c);
    for (int i = 0; i < todo && status == CLI_OK; i++) {
        if (!end_run(runs[i], &jobs[i], cli_has(c, CLI_FRESH))) status = CLI_NO_TOOL;
    }
    free(runs);
    free(jobs);
    return status;
}

// ----------------------------------------------------------------------------------------------- measuring

static void name_file(const area_run *r, const char *file, char out[CLI_PATH + 32]) {
    snprintf(out, CLI_PATH + 32, "%s/%s", r->kept, file);
}

static bool measure_flat(const area_design *d, const area_run *r, cg_block *b) {
    char path[CLI_PATH + 32];
    if (!cg_block_measure(b, r->kept, &d->hierarchy, d->tech)) return false;
    name_file(r, "paths.json", path);
    if (r->timed) b->paths = cg_text_copy(path);
    if (r->timed && *d->tech->latch.cell) cg_block_opens_latches(b);
    b->cached = r->cached;
    if (d->tech->kind == CG_TECH_ICE40) area_place(d, r, b);
    return true;
}

int area_measure(area_design *d) {
    for (int i = 0; i < d->n_runs; i++) {
        const area_run *r = &d->runs[i];
        cg_block *b = &d->blocks.blocks[r->block];
        b->seconds += r->seconds;
        if (r->tree) {
            char path[CLI_PATH + 32];
            name_file(r, "cells.json", path);
            b->tree = cg_text_copy(path);
        } else if (!measure_flat(d, r, b)) {
            cli_error("%s: no figures in it (--fresh makes them anew)", r->kept);
            return CLI_NO_TOOL;
        }
        if (b->flat.other)
            fprintf(stderr, "warning: %ld instances of unknown cells in %s\n", b->flat.other,
                    b->module->base);
    }
    return CLI_OK;
}

#include "run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "area/timing.h"
#include "base/memory.h"
#include "base/seal.h"
#include "emit/design.h"

// ------------------------------------------------------------------------------------------------ folders

// The folder in the cache for `kind`, `name` and a hash, and where it is made.
static void name_folder(char kept[CLI_PATH], char work[CLI_PATH], const char *kind, const char *name,
                        const cli_hash *h) {
    snprintf(kept, CLI_PATH, "%.3500s/%s-%.200s-%016llx", cli_cache(), kind, name, (unsigned long long)h->h);
    snprintf(work, CLI_PATH, "%.4000s.%ld", kept, (long)getpid());
}

// note [names]: Yosys splits its script at blanks. It works in the folder of a run and sees everything from
// there: below `home`, and a run's design below `design`, links that are there while it runs.
static bool link_in(const char *work, const char *name, const char *to) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/%s", work, name);
    return symlink(to, path) == 0;
}

// `design` (may be NULL): the folder of that.
static int start_folder(const char *work, const char *design) {
    cli_remove_folder(work);
    cg_temporary_add(work);
    if (cli_make_folders(work) && link_in(work, "home", cli_home()) &&
        (!design || link_in(work, "design", design)))
        return CLI_OK;
    cli_error("%s: cannot be created: %s", work, strerror(errno));
    return CLI_BAD_INPUT;
}

static void name_seal(const char *folder, char out[CLI_PATH + 8]) {
    snprintf(out, CLI_PATH + 8, "%s/seal", folder);
}

// What is there already is as good if it is whole: it has the same hash. --fresh puts the new one in its
// place.
static void keep_folder(const char *work, const char *kept, const cli_hash *of, bool fresh) {
    static const char *const LINKS[] = {"home", "design"};
    char path[CLI_PATH + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", work, LINKS[i]);
        unlink(path);
    }
    cli_seal_folder(work, true, of);
    name_seal(kept, path);
    if (fresh || cg_seal_check(path, of->h, NULL, 0) != CG_SEAL_WHOLE) cli_remove_folder(kept);
    if (rename(work, kept) != 0) cli_remove_folder(work);
    cg_temporary_forget(work);
}

// -------------------------------------------------------------------------------------------- elaboration

static void hash_design(const cg_plan *plan, cli_hash *h) {
    char path[CLI_PATH], design[17];
    const cg_design_options options = {cli_home_path(path, "rtl", NULL), false};
    cli_hash_start(h);
    cg_design_hash(plan, &options, design);
    cli_hash_text(h, design);
    cli_hash_file(h, cli_home_path(path, "synth", "cohgen_sram_1r1w.v"));
}

static int write_design(const cg_plan *plan, const char *work) {
    char parts[CLI_PATH], rtl[CLI_PATH];
    const cg_design_options options = {cli_home_path(parts, "rtl", NULL), false};
    cg_diags *diags = cg_diags_new();
    snprintf(rtl, sizeof rtl, "%.4000s/rtl", work);
    const int status = cg_design_write(plan, rtl, &options, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

// Reads the design's files in `folder`, which Yosys sees as `seen`; in place of the SRAM wrapper a black box,
// unless `srams`. `only` (may be NULL) names the modules that are wanted.
static void put_reads(FILE *out, const char *folder, const char *seen, const char *protocol, bool srams,
                      bool (*only)(const char *file, const void *of), const void *of) {
    char path[CLI_PATH + 300], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/rtl/%.250s.f", folder, protocol);
    FILE *list = fopen(path, "r");
    if (!srams) fputs("read_verilog -sv home/synth/" CG_SRAM_WRAPPER ".v\n", out);
    fputs("read_verilog -sv -defer", out);
    while (list && getline(&line, &size, list) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!srams && !strcmp(line, CG_SRAM_WRAPPER ".sv")) continue;
        if (!only || only(line, of)) fprintf(out, " %s/%s", seen, line);
    }
    fputc('\n', out);
    free(line);
    if (list) fclose(list);
}

static int elaborate(const area_design *d, const char *work) {
    char script[CLI_PATH + 16], log[CLI_PATH + 16];
    const char *name = d->plan->spec->name;
    int status = start_folder(work, NULL);
    if (!status) status = write_design(d->plan, work);
    if (status) return status;
    snprintf(script, sizeof script, "%s/elab.ys", work);
    snprintf(log, sizeof log, "%s/elab.log", work);
    FILE *out = fopen(script, "w");
    if (!out) return CLI_BAD_INPUT;
    put_reads(out, work, "rtl", name, false, NULL, NULL);
    fprintf(out, "hierarchy -check -top %s_system\n", name);
    fprintf(out, "tee -q -o elab.txt dump -m t:* t:$* %%d t:$paramod* %%u\n");
    fclose(out);
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
    hash_design(d->plan, &h);
    name_folder(d->folder, work, "area", d->plan->spec->name, &h);
    snprintf(list, sizeof list, "%s/elab.txt", d->folder);
    name_seal(d->folder, seal);
    if (!cli_sealed(seal, &h)) {
        const int status = elaborate(d, work);
        if (status) return status;
        keep_folder(work, d->folder, &h, false);
    }
    return cg_hierarchy_read(list, &d->hierarchy) ? CLI_OK : CLI_NO_TOOL;
}

// ------------------------------------------------------------------------------------------------- blocks

static cg_block *add_block(area_design *d, cg_block_kind kind, const char *name, const cg_module *m, long n) {
    d->blocks = realloc(d->blocks, (size_t)(d->n_blocks + 1) * sizeof *d->blocks);
    if (!d->blocks) abort();
    cg_block *b = &d->blocks[d->n_blocks++];
    *b = (cg_block){.kind = kind, .module = m, .count = n};
    snprintf(b->name, sizeof b->name, "%.290s", name);
    return b;
}

// "gen_l1[0].u_l1" is "u_l1".
static const char *last_of(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

// Machine of a controller's module, NULL: it is another part.
static const char *machine_of(const cg_spec *s, const char *base) {
    for (int i = 0; i < s->n_machines; i++) {
        char name[600];
        snprintf(name, sizeof name, "%.250s_%.250s", s->name, s->machines[i].name);
        if (!strcmp(name, base)) return s->machines[i].name;
    }
    return NULL;
}

static cg_block *block_of(area_design *d, const cg_module *m) {
    for (int i = 0; i < d->n_blocks; i++) {
        if (d->blocks[i].module == m) return &d->blocks[i];
    }
    return NULL;
}

// The system's instances of modules of which `machine` is the machine (NULL: of none), in the order of the
// source: Yosys lists the last one first.
static void add_blocks(area_design *d, const cg_module *system, const char *machine) {
    for (int i = system->n_cells - 1; i >= 0; i--) {
        const cg_module *m = cg_module_find(&d->hierarchy, system->cells[i].type);
        const char *of = m ? machine_of(d->plan->spec, m->base) : NULL;
        if (!m || of != machine) continue;
        cg_block *b = block_of(d, m);
        if (b)
            b->count++;
        else
            add_block(d, of ? CG_BLOCK_CONTROLLER : CG_BLOCK_PART, of ? of : last_of(system->cells[i].name),
                      m, 1);
    }
}

// Controllers, other parts, what is left of the system, and on demand all of it at once.
static int find_blocks(area_design *d) {
    char top[300];
    const cg_spec *s = d->plan->spec;
    snprintf(top, sizeof top, "%.250s_system", s->name);
    const cg_module *system = cg_module_find(&d->hierarchy, top);
    if (!system) return CLI_NO_TOOL;
    for (int i = 0; i < s->n_machines; i++) add_blocks(d, system, s->machines[i].name);
    add_blocks(d, system, NULL);
    add_block(d, CG_BLOCK_GLUE, "wiring", system, 1);
    if (cli_has(d->c, CLI_WHOLE)) add_block(d, CG_BLOCK_WHOLE, "flattened as a whole", system, 1);
    return CLI_OK;
}

// --------------------------------------------------------------------------------------------------- runs

static const char NAMES[] = "names.ys";
enum { TIMING = 2 }; // one more when gen/area/timing.h finds other paths in the same netlist

// Paths have lengths where cells have delays. Modules apart are not what is timed.
static bool is_timed(const area_design *d, bool tree) {
    return !tree && d->tech->kind == CG_TECH_CELLS;
}

// Is FILE.sv the package, or a module in or below `of`?
static bool below(const cg_hierarchy *h, const cg_module *m, const char *base, size_t n) {
    if (strlen(m->base) == n && !strncmp(m->base, base, n)) return true;
    for (int i = 0; i < m->n_cells; i++) {
        const char *type = m->cells[i].type;
        const cg_module *child = cg_module_find(h, type);
        if (child ? below(h, child, base, n) : strlen(type) == n && !strncmp(type, base, n)) return true;
    }
    return false;
}

typedef struct {
    const cg_hierarchy *h;
    const cg_module *m;
} closure;

static bool wanted(const char *file, const void *of) {
    const closure *c = of;
    const size_t n = strcspn(file, ".");
    return (n > 4 && !strncmp(file + n - 4, "_pkg", 4)) || below(c->h, c->m, file, n);
}

// Lines "flat: ..." or "tree: ..." of the technology's script are for one kind of run only.
static void put_steps(FILE *out, const char *text, const cg_tech *t, const cg_module *m, bool tree) {
    for (const char *p = text; *p;) {
        const bool flat_only = !strncmp(p, "flat: ", 6), tree_only = !strncmp(p, "tree: ", 6);
        const char *end = p + strcspn(p, "\n");
        if (flat_only || tree_only) p = (tree ? flat_only : tree_only) ? end : p + 6;
        while (p < end) {
            if (!strncmp(p, "@LIBERTY@", 9))
                fputs(t->liberty, out), p += 9;
            else if (!strncmp(p, "@CLOCK_PS@", 10))
                fprintf(out, "%d", t->clock_ps), p += 10;
            else if (!strncmp(p, "@TOP@", 5))
                fputs(m->base, out), p += 5;
            else
                fputc(*p++, out);
        }
        fputc('\n', out);
        if (*p) p++;
    }
}

static void put_top(FILE *out, const cg_block *b) {
    char *params = cg_text_copy(b->module->params), *save = NULL;
    fprintf(out, "hierarchy -check -top %s", b->module->base);
    for (char *w = strtok_r(params, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *value = strchr(w, '=');
        fprintf(out, " -chparam %.*s %s", (int)(value - w), w, value + 1);
    }
    fputc('\n', out);
    if (b->kind == CG_BLOCK_GLUE) fprintf(out, "blackbox %s %%n\n", b->module->base);
    free(params);
}

// Netlists for gen/area/timing.h: as mapped, and as the source names it.
static void put_netlists(FILE *out, const area_design *d, const cg_block *b, const closure *c) {
    static const char form[] = "write_blif -gates -cname -icells -impltf";
    char path[CLI_PATH];
    char *steps = cli_read_file(cli_home_path(path, "synth", NAMES));
    if (!steps) abort();
    fprintf(out, "%s net.blif\ndesign -reset\n", form);
    put_reads(out, d->folder, "design/rtl", d->plan->spec->name, false, wanted, c);
    put_top(out, b);
    put_steps(out, steps, d->tech, b->module, false);
    fprintf(out, "%s names.blif\n", form);
    free(steps);
}

static char *script_of(const area_design *d, const cg_block *b, bool tree) {
    char path[CLI_PATH], *text = NULL;
    size_t size = 0;
    const closure c = {&d->hierarchy, b->module};
    char *steps = cli_read_file(cli_home_path(path, "synth", d->tech->script));
    FILE *out = open_memstream(&text, &size);
    if (!out || !steps) abort();
    put_reads(out, d->folder, "design/rtl", d->plan->spec->name, d->tech->kind == CG_TECH_ICE40, wanted, &c);
    put_top(out, b);
    put_steps(out, steps, d->tech, b->module, tree);
    if (d->tech->kind == CG_TECH_ICE40) fputs("write_json net.json\n", out);
    // With a top and several modules, Yosys 0.23 prints text in the middle of its JSON.
    if (tree) fputs("setattr -mod -unset top *\n", out);
    fputs("tee -q -o cells.json stat -json\n", out);
    if (is_timed(d, tree)) put_netlists(out, d, b, &c);
    fclose(out);
    free(steps);
    return text;
}

static void hash_file_if(cli_hash *h, const char *folder, const char *file) {
    char path[CLI_PATH + 300];
    snprintf(path, sizeof path, "%s/rtl/%.250s", folder, file);
    cli_hash_text(h, file);
    cli_hash_file(h, path);
}

// Everything that decides a run's result, and no path of this machine: sources, steps, cells.
static void hash_run(const area_design *d, const cg_block *b, bool tree, cli_hash *h) {
    char path[CLI_PATH + 300], *line = NULL;
    size_t size = 0;
    const closure c = {&d->hierarchy, b->module};
    cli_hash_start(h);
    cli_hash_text(h, tree ? "tree" : "flat");
    cli_hash_bytes(h, &b->kind, sizeof b->kind);
    cli_hash_text(h, b->module->base);
    cli_hash_text(h, b->module->params);
    cli_hash_file(h, cli_home_path(path, "synth", d->tech->script));
    cli_hash_file(h, cli_home_path(path, "synth", CG_SRAM_WRAPPER ".v"));
    cli_hash_file(h, d->tech->liberty);
    cli_hash_bytes(h, &d->tech->clock_ps, sizeof d->tech->clock_ps);
    if (is_timed(d, tree)) {
        cli_hash_bytes(h, &(const int){TIMING}, sizeof(int));
        cli_hash_file(h, cli_home_path(path, "synth", NAMES));
    }
    snprintf(path, sizeof path, "%s/rtl/%.250s.f", d->folder, d->plan->spec->name);
    FILE *list = fopen(path, "r");
    while (list && getline(&line, &size, list) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (wanted(line, &c)) hash_file_if(h, d->folder, line);
    }
    free(line);
    if (list) fclose(list);
}

// A controller that cores attach to answers load hits.
static bool has_hits(const cg_spec *s, const cg_block *b) {
    for (int i = 0; i < s->n_machines; i++) {
        if (b->kind == CG_BLOCK_CONTROLLER && !strcmp(s->machines[i].name, b->name))
            return s->machines[i].core_port;
    }
    return false;
}

static void add_run(area_design *d, int block, bool tree) {
    const cg_block *b = &d->blocks[block];
    char seal[CLI_PATH + 8];
    area_run *r = &d->runs[d->n_runs++];
    r->block = block;
    r->tree = tree;
    r->tech = d->tech;
    r->timed = is_timed(d, tree);
    r->hits = r->timed && has_hits(d->plan->spec, b);
    hash_run(d, b, tree, &r->of);
    name_folder(r->kept, r->work, tree ? "tree" : "flat", b->module->base, &r->of);
    name_seal(r->kept, seal);
    r->cached = !cli_has(d->c, CLI_FRESH) && cli_sealed(seal, &r->of);
    snprintf(r->title, sizeof r->title, "%s: %s", b->name, tree ? "module by module" : "synthesis");
}

static bool has_modules(const cg_hierarchy *h, const cg_module *m) {
    for (int i = 0; i < m->n_cells; i++) {
        if (cg_module_find(h, m->cells[i].type)) return true;
    }
    return false;
}

// The tree's runs only where there is something to tell apart; an FPGA's carry chains and block RAMs do not
// stay within modules.
static bool wants_tree(const area_design *d, const cg_block *b) {
    return (b->kind == CG_BLOCK_CONTROLLER || b->kind == CG_BLOCK_PART) && d->tech->kind != CG_TECH_ICE40 &&
           !cli_has(d->c, CLI_NO_TREE) && has_modules(&d->hierarchy, b->module);
}

int area_open(area_design *d, const cli *c, const cg_plan *plan, const cg_tech *tech, bool trees) {
    *d = (area_design){.c = c, .plan = plan, .tech = tech};
    int status = find_hierarchy(d);
    if (!status) status = find_blocks(d);
    if (status) return status;
    d->runs = cg_array_new((size_t)d->n_blocks * 2, sizeof *d->runs);
    for (int i = 0; i < d->n_blocks; i++) add_run(d, i, false);
    for (int i = 0; i < d->n_blocks; i++) {
        if (trees && wants_tree(d, &d->blocks[i])) add_run(d, i, true);
    }
    return CLI_OK;
}

// ------------------------------------------------------------------------------------------------ running

static int start_run(const area_design *d, area_run *r) {
    const int status = start_folder(r->work, d->folder);
    if (status) return status;
    snprintf(r->script, sizeof r->script, "%s/script.ys", r->work);
    snprintf(r->log, sizeof r->log, "%s/log", r->work);
    char *text = script_of(d, &d->blocks[r->block], r->tree);
    const bool good = cli_write_file(r->script, text);
    free(text);
    char *const argv[] = {"yosys", "-Q", "-T", "script.ys", NULL};
    memcpy(r->argv, argv, sizeof argv);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

// From the netlists, which are large and go, paths.json.
static bool time_run(const area_run *r) {
    char net[CLI_PATH + 32], names[CLI_PATH + 32], paths[CLI_PATH + 32];
    cg_library l;
    cg_netlist n;
    snprintf(net, sizeof net, "%s/net.blif", r->work);
    snprintf(names, sizeof names, "%s/names.blif", r->work);
    snprintf(paths, sizeof paths, "%s/paths.json", r->work);
    if (!cg_library_read(r->tech->liberty, r->tech, &l)) return false;
    json_object *o = NULL;
    if (cg_netlist_read(net, names, &l, &n)) {
        o = cg_timing(&n, r->hits);
        cg_netlist_free(&n);
    }
    cg_library_free(&l);
    const bool good = o && json_object_to_file(paths, o) == 0;
    json_object_put(o);
    unlink(net);
    unlink(names);
    return good;
}

static bool end_run(area_run *r, const cli_job *job, bool fresh) {
    r->seconds = job->seconds;
    if (cg_end_is(job->end, 0) && r->timed && !time_run(r)) {
        cli_error("%s: its paths could not be timed (%s)", r->title, r->log);
        return false;
    }
    if (cg_end_is(job->end, 0)) {
        keep_folder(r->work, r->kept, &r->of, fresh);
        return true;
    }
    cli_error("%s failed; the end of %s:", r->title, r->log);
    cli_print_tail(r->log, 8, stderr);
    return false;
}

// Different designs may share a block: it runs once.
static bool first_of(area_run *const *runs, int n, const area_run *r) {
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
            if (r->cached || !first_of(runs, todo, r)) continue;
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

// -------------------------------------------------------------------------------------------------- FPGAs

// The smallest device with room; a device's logic cell holds one LUT and one flip-flop.
static const cg_device *device_for(const cg_tech *t, const cg_logic *l) {
    for (int i = 0; i < t->n_devices; i++) {
        const cg_device *dev = &t->devices[i];
        const long need = l->luts > l->flops ? l->luts : l->flops;
        if (need <= dev->luts && l->brams <= dev->brams) return dev;
    }
    return NULL;
}

enum { TIMED_OUT = 124 }; // exit status of timeout(1)

// Seals what a placement left: its log, and a report if it found room.
static void keep_placement(const area_run *r, const cg_device *dev, const char *seal, const char *report) {
    char names[2][80];
    snprintf(names[0], sizeof names[0], "%.70s.log", dev->name);
    snprintf(names[1], sizeof names[1], "%.70s.json", dev->name);
    const char *const files[] = {names[0], names[1]};
    cli_seal(seal, &r->of, files, access(report, F_OK) == 0 ? 2 : 1);
}

// Places and routes without pins (synth/map_ice40.ys has taken them away), so that Fmax is that of paths
// between flip-flops. Placement may still fail: packing needs more cells than the counts say.
static void place(const area_design *d, const area_run *r, cg_block *b) {
    char report[CLI_PATH + 32], log[CLI_PATH + 32], net[CLI_PATH + 32], seal[CLI_PATH + 32], title[400];
    const cg_device *dev = device_for(d->tech, &b->flat);
    if (!dev || b->kind == CG_BLOCK_GLUE) return;
    snprintf(report, sizeof report, "%s/%s.json", r->kept, dev->name);
    snprintf(log, sizeof log, "%s/%s.log", r->kept, dev->name);
    snprintf(seal, sizeof seal, "%s/%s.seal", r->kept, dev->name);
    snprintf(net, sizeof net, "%s/net.json", r->kept);
    snprintf(title, sizeof title, "%s: %s", b->name, dev->name);
    if (!cli_sealed(seal, &r->of)) {
        char *const argv[] = {"timeout",   "600",       "nextpnr-ice40",
                              dev->option, "--package", dev->package,
                              "--json",    net,         "--pcf-allow-unconstrained",
                              "--report",  report,      NULL};
        cli_job job = {.title = title, .argv = argv, .log = log};
        unlink(log);
        unlink(report);
        cli_run(&job, 1, 1, d->c);
        b->seconds += job.seconds;
        // One that ran out of its time, or that a signal ended, may end otherwise another time.
        if (job.end.kind == CG_EXITED && !cg_end_is(job.end, TIMED_OUT)) keep_placement(r, dev, seal, report);
    }
    if (cg_fmax_read(report, &b->mhz)) b->device = dev;
}

// ----------------------------------------------------------------------------------------------- measuring

static bool measure_flat(area_design *d, const area_run *r, cg_block *b) {
    char path[CLI_PATH + 32];
    snprintf(path, sizeof path, "%s/cells.json", r->kept);
    if (!cg_logic_read(path, d->tech, &d->hierarchy, &b->flat)) return false;
    snprintf(path, sizeof path, "%s/log", r->kept);
    cg_delay_read(path, &b->ns);
    snprintf(path, sizeof path, "%s/paths.json", r->kept);
    if (r->timed) b->paths = cg_text_copy(path);
    b->cached = r->cached;
    if (d->tech->kind == CG_TECH_ICE40) place(d, r, b);
    return true;
}

int area_measure(area_design *d) {
    for (int i = 0; i < d->n_runs; i++) {
        const area_run *r = &d->runs[i];
        cg_block *b = &d->blocks[r->block];
        b->seconds += r->seconds;
        if (r->tree) {
            char path[CLI_PATH + 32];
            snprintf(path, sizeof path, "%s/cells.json", r->kept);
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

void area_close(area_design *d) {
    for (int i = 0; i < d->n_blocks; i++) {
        free(d->blocks[i].tree);
        free(d->blocks[i].paths);
    }
    free(d->blocks);
    free(d->runs);
    cg_hierarchy_free(&d->hierarchy);
    *d = (area_design){0};
}

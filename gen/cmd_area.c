// cohgen area: one controller of each machine through Yosys. Memories are not in the figures: their bits
// stand apart.
#include <errno.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "design.h"

enum { MAX_MACHINES = 16 };

typedef struct {
    char folder[CLI_PATH], script[CLI_PATH + 16], log[CLI_PATH + 16], title[300], module[300];
    char *argv[8];
    cli_area area;
    bool cached;
    double seconds;
} synthesis; // of one machine

typedef struct {
    const cli *c;
    cli_protocol p;
    cli_tech tech;
    char folder[CLI_PATH], rtl[CLI_PATH];
    synthesis machines[MAX_MACHINES];
} work;

// --------------------------------------------------------------------------------------------------
// preparation

static void hash_inputs(const work *w, cli_hash *h) {
    char path[CLI_PATH], design[17];
    const cg_design_options options = {cli_home_path(path, "rtl", NULL), false};
    cli_hash_start(h);
    cg_design_hash(w->p.plan, &options, design);
    cli_hash_text(h, design);
    cli_hash_file(h, cli_home_path(path, "synth", "map.ys"));
    cli_hash_file(h, cli_home_path(path, "synth", "cohgen_sram_1r1w.v"));
    cli_hash_file(h, w->tech.liberty);
    cli_hash_bytes(h, &w->tech.clock_ps, sizeof w->tech.clock_ps);
}

static int make_folder(work *w) {
    cli_hash h;
    hash_inputs(w, &h);
    snprintf(w->folder, sizeof w->folder, "%.3500s/area-%.200s-%016llx", cli_cache(), w->p.spec->name,
             (unsigned long long)h.h);
    snprintf(w->rtl, sizeof w->rtl, "%.4000s/rtl", w->folder);
    if (cli_has(w->c, CLI_FRESH)) cli_remove_folder(w->folder);
    if (cli_make_folders(w->folder)) return CLI_OK;
    cli_error("%s: cannot be created: %s", w->folder, strerror(errno));
    return CLI_BAD_INPUT;
}

static int write_design(const work *w) {
    char parts[CLI_PATH];
    const cg_design_options options = {cli_home_path(parts, "rtl", NULL), false};
    cg_diags *diags = cg_diags_new();
    const int status = cg_design_write(w->p.plan, w->rtl, &options, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

// The design's files but the SRAM wrapper, in whose place stands a black box.
static void put_reads(const work *w, FILE *out) {
    char path[CLI_PATH + 300], box[CLI_PATH], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%.250s.f", w->rtl, w->p.spec->name);
    FILE *list = fopen(path, "r");
    fprintf(out, "read_verilog -sv %s\n", cli_home_path(box, "synth", "cohgen_sram_1r1w.v"));
    fputs("read_verilog -sv -defer", out);
    while (list && getline(&line, &size, list) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, "cohgen_sram_1r1w.sv") != 0) fprintf(out, " %s/%s", w->rtl, line);
    }
    fputc('\n', out);
    free(line);
    if (list) fclose(list);
}

// synth/map.ys with its two blanks filled in.
static void put_steps(const work *w, FILE *out) {
    char path[CLI_PATH];
    char *text = cli_read_file(cli_home_path(path, "synth", "map.ys"));
    for (const char *p = text ? text : ""; *p;) {
        if (!strncmp(p, "@LIBERTY@", 9))
            fputs(w->tech.liberty, out), p += 9;
        else if (!strncmp(p, "@CLOCK_PS@", 10))
            fprintf(out, "%d", w->tech.clock_ps), p += 10;
        else
            fputc(*p++, out);
    }
    free(text);
}

static bool write_script(const work *w, const synthesis *s) {
    FILE *out = fopen(s->script, "w");
    if (!out) {
        cli_error("%s: %s", s->script, strerror(errno));
        return false;
    }
    put_reads(w, out);
    fprintf(out, "hierarchy -check -top %s\n", s->module);
    put_steps(w, out);
    fprintf(out, "tee -q -o %s/stores.txt dump t:cohgen_sram_1r1w t:$mem_v2\n", s->folder);
    fprintf(out, "tee -q -o %s/cells.json.new stat -json\n", s->folder);
    return fclose(out) == 0;
}

// False after a message. The script waits for the design (synthesize()).
static bool prepare(work *w, int i) {
    synthesis *s = &w->machines[i];
    const char *machine = w->p.spec->machines[i].name;
    snprintf(s->folder, sizeof s->folder, "%.3800s/%.200s", w->folder, machine);
    snprintf(s->script, sizeof s->script, "%s/script.ys", s->folder);
    snprintf(s->log, sizeof s->log, "%s/log", s->folder);
    snprintf(s->module, sizeof s->module, "%.100s_%.100s", w->p.spec->name, machine);
    snprintf(s->title, sizeof s->title, "%.100s %.100s: Yosys", w->p.spec->name, machine);
    s->cached = cli_area_read(&w->tech, s->folder, &s->area);
    if (s->cached) return true;
    if (!cli_make_folders(s->folder)) {
        cli_error("%s: cannot be created: %s", s->folder, strerror(errno));
        return false;
    }
    unlink(s->log);
    char *argv[] = {"yosys", "-Q", "-T", s->script, NULL};
    memcpy(s->argv, argv, sizeof argv);
    return true;
}

// ------------------------------------------------------------------------------------------------------
// synthesis

// A synthesis is done when its cells.json has its name: it is written last.
static bool finish(work *w, synthesis *s, const cli_job *job) {
    char made[CLI_PATH + 32], name[CLI_PATH + 32];
    s->seconds = job->seconds;
    snprintf(made, sizeof made, "%s/cells.json.new", s->folder);
    snprintf(name, sizeof name, "%s/cells.json", s->folder);
    if (job->status == 0 && rename(made, name) == 0 && cli_area_read(&w->tech, s->folder, &s->area))
        return true;
    cli_error("yosys failed on %s; the end of %s:", s->module, s->log);
    cli_print_tail(s->log, 8, stderr);
    return false;
}

static int synthesize(work *w) {
    cli_job jobs[MAX_MACHINES];
    synthesis *of[MAX_MACHINES];
    size_t n = 0;
    const int n_machines = w->p.spec->n_machines;
    for (int i = 0; i < n_machines; i++) {
        synthesis *s = &w->machines[i];
        if (!prepare(w, i)) return CLI_BAD_INPUT;
        if (s->cached) continue;
        of[n] = s;
        jobs[n++] = (cli_job){.title = s->title, .argv = s->argv, .log = s->log};
    }
    static const char *const tools[] = {"yosys", NULL};
    if (n == 0) return CLI_OK;
    if (!cli_need(tools)) return CLI_NO_TOOL;
    const int status = write_design(w);
    if (status) return status;
    for (size_t i = 0; i < n; i++) {
        if (!write_script(w, of[i])) return CLI_BAD_INPUT;
    }
    cli_run(jobs, n, cli_jobs(w->c), w->c);
    bool good = true;
    for (size_t i = 0; i < n; i++) good &= finish(w, of[i], &jobs[i]);
    return good ? CLI_OK : CLI_NO_TOOL;
}

// ---------------------------------------------------------------------------------------------------------
// report

static void print_table(const work *w) {
    printf("%s%s%s, one controller of each machine; %s\n\n", cli_color(stdout, CLI_BOLD), w->p.spec->title,
           cli_color(stdout, CLI_PLAIN), w->tech.title);
    printf("| machine | flip-flops | cells | um2 | kGE | ns | SRAM bits |\n");
    printf("|---------|-----------:|------:|----:|----:|---:|----------:|\n");
    for (int i = 0; i < w->p.spec->n_machines; i++) {
        const cli_area *a = &w->machines[i].area;
        printf("| %s | %ld | %ld | %.0f | %.1f | %.2f | %ld |\n", w->p.spec->machines[i].name, a->flops,
               a->cells, a->um2, a->kge, a->ns, a->sram_bits);
        if (a->other)
            fprintf(stderr, "warning: %ld instances of unknown cells in %s\n", a->other,
                    w->machines[i].module);
    }
    printf("\nSRAMs are not in the area. 1 GE is one %s, %.0f um2. ns: abc's longest combinational path, "
           "without\n"
           "clock-to-q, setup, SRAMs and wires.\n",
           w->tech.gate, w->tech.gate_um2);
}

static void put_long(json_object *o, const char *key, long v) {
    json_object_object_add(o, key, json_object_new_int64(v));
}
static void put_double(json_object *o, const char *key, double v) {
    json_object_object_add(o, key, json_object_new_double(v));
}

static json_object *machine_json(const synthesis *s) {
    json_object *o = json_object_new_object();
    const cli_area *a = &s->area;
    put_long(o, "flops", a->flops);
    put_long(o, "cells", a->cells);
    put_long(o, "unknown_cells", a->other);
    put_double(o, "um2", a->um2);
    put_double(o, "flops_um2", a->flops_um2);
    put_double(o, "kge", a->kge);
    put_double(o, "ns", a->ns);
    put_long(o, "srams", a->srams);
    put_long(o, "sram_bits", a->sram_bits);
    put_double(o, "seconds", s->seconds);
    json_object_object_add(o, "cached", json_object_new_boolean(s->cached));
    return o;
}

static void print_json(const work *w) {
    json_object *o = json_object_new_object(), *machines = json_object_new_object();
    json_object_object_add(o, "protocol", json_object_new_string(w->p.spec->name));
    json_object_object_add(o, "tech", json_object_new_string(cli_value(w->c, CLI_TECH, "osu018")));
    put_double(o, "gate_um2", w->tech.gate_um2);
    for (int i = 0; i < w->p.spec->n_machines; i++) {
        json_object_object_add(machines, w->p.spec->machines[i].name, machine_json(&w->machines[i]));
    }
    json_object_object_add(o, "machines", machines);
    puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_NOSLASHESCAPE));
    json_object_put(o);
}

static int measure(work *w) {
    int status = w->p.spec->n_machines > MAX_MACHINES ? CLI_BAD_INPUT : make_folder(w);
    if (status) return status;
    const int lock = cli_lock(w->folder);
    status = synthesize(w);
    cli_unlock(lock);
    if (status) return status;
    if (cli_has(w->c, CLI_JSON))
        print_json(w);
    else if (!cli_quiet(w->c))
        print_table(w);
    return CLI_OK;
}

int cmd_area(const cli *c) {
    work *w = calloc(1, sizeof *w);
    if (!w) abort();
    w->c = c;
    int status = cli_protocol_read(c, NULL, &w->p);
    if (!status) {
        status = cli_tech_read(cli_value(c, CLI_TECH, "osu018"), &w->tech);
        if (!status) status = measure(w);
        cli_tech_free(&w->tech);
        cli_protocol_free(&w->p);
    }
    free(w);
    return status;
}

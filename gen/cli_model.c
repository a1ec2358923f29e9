// Building a simulated design: what `verilator --binary` does, in two steps so that the second can be done
// again: Verilator, then make (tb/model.mk), with our C archives linked in.
//
//     cache/rcc-<hash of design, test top, flags>/
//         rtl/          the design
//         obj/          what Verilator makes of it, compiled
//         sim-<hash of the archives>    the program: when only the harness changed, it is linked anew
//         (seconds) log
//     cache/verilated-<hash>.a          Verilator's library, for all designs
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "design.h"

// Warnings are not stopped for here: designs are linted apart (cohgen's tests), the test top is ours.
static const char *const FLAGS[] = {
    "--cc",
    "--exe",
    "--main",
    "--timing",
    "--top-module",
    "tb_top",
    "-O3",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique", // as `random_reset` says; else 0
    "--assert",
    "-Wno-fatal",
    "-Wno-lint",
    "-DCOHGEN_TRACE",
    "-DCOHGEN_ASSERT",
    "-DCOHGEN_WHOLE_WRITE",
    "--output-split",
    "20000",
    "--output-split-cfuncs",
    "5000",
    // The variable is make's: the archives are named when it runs.
    "-LDFLAGS",
    "$(COHGEN_LIBS)",
};
enum { N_FLAGS = sizeof FLAGS / sizeof *FLAGS, MAX_ARGS = N_FLAGS + 32 };

typedef struct {
    const cli *c;
    const cli_protocol *p;
    const char *design; // folder to take, or NULL
    bool wave, steer;
    char folder[CLI_PATH], rtl[CLI_PATH + 8], obj[CLI_PATH + 8], log[CLI_PATH + 8];
    char top[CLI_PATH], make[CLI_PATH], queue[CLI_PATH], clock[CLI_PATH], libs[2][CLI_PATH];
} model;

// A model is built with COHGEN_STEER (tb/steer.h) only where it is used: what is simulated otherwise has the
// queues and the clock of the shipped design.
static bool steers(const cli *c) {
    bool steer = cli_has(c, CLI_REPLAY);
    for (size_t i = 0; i < c->options[CLI_CONFIG].n; i++) {
        const char *said = c->options[CLI_CONFIG].values[i];
        const size_t key = strcspn(said, " =");
        const bool ours =
            (key == 4 && !strncmp(said, "hold", key)) || (key == 5 && !strncmp(said, "evict", key));
        if (ours && strtoull(said + strcspn(said, "0123456789"), NULL, 0)) steer = true;
    }
    return steer;
}

static void locate(model *m) {
    const char *names[] = {"libtb.a", "libcohgen.a"};
    char path[CLI_PATH];
    for (int i = 0; i < 2; i++) cli_absolute(cli_library(path, names[i]), m->libs[i]);
    cli_absolute(cli_home_path(path, "tb/tb_top.sv", NULL), m->top);
    cli_absolute(cli_home_path(path, "tb/model.mk", NULL), m->make);
    cli_absolute(cli_home_path(path, "tb/cohgen_steer_fifo.sv", NULL), m->queue);
    cli_absolute(cli_home_path(path, "tb/cohgen_steer_clock.sv", NULL), m->clock);
}

// Is there a clock to be steered?
static bool has_clock(const model *m) {
    return m->steer && m->p->plan->steer_clock >= 0;
}

static void hash_design(const model *m, cli_hash *h) {
    char parts[CLI_PATH], text[17];
    if (m->design) {
        cli_hash_folder(h, m->design);
        return;
    }
    const cg_design_options options = {cli_home_path(parts, "rtl", NULL), false};
    cg_design_hash(m->p->plan, &options, text);
    cli_hash_text(h, text);
}

static void name_folder(model *m) {
    cli_hash h;
    cli_hash_start(&h);
    hash_design(m, &h);
    cli_hash_file(&h, m->top);
    cli_hash_file(&h, m->make);
    for (int i = 0; i < N_FLAGS; i++) cli_hash_text(&h, FLAGS[i]);
    if (m->steer) cli_hash_file(&h, m->queue);
    if (has_clock(m)) cli_hash_file(&h, m->clock);
    const int n = snprintf(m->folder, sizeof m->folder, "%s/%s-%016llx%s%s", cli_cache(), m->p->spec->name,
                           (unsigned long long)h.h, m->steer ? "-steer" : "", m->wave ? "-wave" : "");
    if (n >= CLI_PATH - 64) {
        cli_error("the path of the cache folder is too long");
        exit(CLI_BAD_INPUT);
    }
    snprintf(m->rtl, sizeof m->rtl, "%s/rtl", m->folder);
    snprintf(m->obj, sizeof m->obj, "%s/obj", m->folder);
    snprintf(m->log, sizeof m->log, "%s/log", m->folder);
}

static bool name_program(const model *m, char out[CLI_PATH]) {
    cli_hash h;
    cli_hash_start(&h);
    for (int i = 0; i < 2; i++) {
        if (cli_hash_file(&h, m->libs[i])) continue;
        cli_error("%s is missing: run make", m->libs[i]);
        return false;
    }
    return snprintf(out, CLI_PATH, "%s/sim-%016llx", m->folder, (unsigned long long)h.h) < CLI_PATH;
}

static int write_rtl(model *m) {
    char parts[CLI_PATH];
    if (m->design) {
        cli_absolute(m->design, m->rtl);
        return CLI_OK;
    }
    const cg_design_options options = {cli_home_path(parts, "rtl", NULL), false};
    cg_diags *diags = cg_diags_new();
    const int status = cg_design_write(m->p->plan, m->rtl, &options, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

static int run_job(const model *m, const char *what, char **argv) {
    char title[128];
    snprintf(title, sizeof title, "%s: %s%s", m->p->spec->name, what, m->wave ? ", with waveforms" : "");
    cli_job job = {.title = title, .argv = argv, .log = m->log};
    if (cli_run(&job, 1, 1, m->c)) return CLI_OK;
    cli_error("%s failed; the end of %s:", argv[0], m->log);
    cli_print_tail(m->log, 15, stderr);
    return CLI_NO_TOOL;
}

// The test top's connections of the design's inputs; false: it has none.
static bool connect_inputs(const model *m, char out[2048]) {
    const cg_spec *s = m->p->spec;
    int at = snprintf(out, 2048, "-DCOHGEN_INPUTS=");
    for (int i = 0; i < s->n_inputs && at < 1900; i++)
        at += snprintf(out + at, 2048 - (size_t)at, ".%.60s_i(inputs[%d]),", s->inputs[i].name, i);
    return s->n_inputs > 0;
}

static int verilate(model *m) {
    char *argv[MAX_ARGS], top[300], pkg[300], list[CLI_PATH + 300], include[CLI_PATH + 16];
    char inputs[2048];
    const char *name = m->p->spec->name;
    int n = 0;
    snprintf(top, sizeof top, "-DCOHGEN_TOP=%.250s_system", name);
    snprintf(pkg, sizeof pkg, "-DCOHGEN_PKG=%.250s_pkg", name);
    snprintf(list, sizeof list, "%s/%.250s.f", m->rtl, name);
    snprintf(include, sizeof include, "-I%s", m->rtl);
    argv[n++] = "verilator";
    for (int i = 0; i < N_FLAGS; i++) argv[n++] = (char *)FLAGS[i];
    if (connect_inputs(m, inputs)) argv[n++] = inputs;
    if (m->p->spec->has_order) argv[n++] = "-DCOHGEN_ORDER";
    if (m->wave) argv[n++] = "--trace-fst";
    if (m->steer) {
        argv[n++] = "-DCOHGEN_STEER";
        argv[n++] = m->queue;
        if (has_clock(m)) argv[n++] = m->clock;
    }
    char *rest[] = {"--Mdir", m->obj, top, pkg, include, "-F", list, m->top, NULL};
    for (char **a = rest; *a; a++) argv[n++] = *a;
    argv[n] = NULL;
    return run_job(m, "Verilator", argv);
}

static int compile(model *m, char *jobs) {
    char cache[CLI_PATH + 8];
    snprintf(cache, sizeof cache, "CACHE=%s", cli_cache());
    char *argv[] = {"make", "-C", m->obj, "-f", m->make, "-j", jobs, cache, "sim", NULL};
    return run_job(m, "C++ compiler", argv);
}

static void forget_programs(const char *folder) {
    DIR *d = opendir(folder);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        char path[CLI_PATH];
        if (strncmp(e->d_name, "sim-", 4) != 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < CLI_PATH) unlink(path);
    }
    closedir(d);
}

// Into m->obj, unless that was done before.
static int translate(model *m) {
    char done[CLI_PATH + 32];
    snprintf(done, sizeof done, "%s/verilated", m->folder);
    if (access(done, F_OK) == 0) return CLI_OK;
    int status = write_rtl(m);
    if (!status) status = verilate(m);
    if (!status) cli_write_file(done, "");
    return status;
}

static int build(model *m, const char *program) {
    char jobs[16], libs[3 * CLI_PATH], made[CLI_PATH + 32];
    static const char *const tools[] = {"verilator", "make", "g++", NULL};
    if (!cli_need(tools)) return CLI_NO_TOOL;
    if (cli_has(m->c, CLI_FRESH)) cli_remove_folder(m->folder);
    if (!cli_make_folders(m->folder)) {
        cli_error("%s: cannot be created: %s", m->folder, strerror(errno));
        return CLI_BAD_INPUT;
    }
    snprintf(jobs, sizeof jobs, "%d", cli_jobs(m->c));
    snprintf(libs, sizeof libs, "%s %s -ljson-c", m->libs[0], m->libs[1]);
    setenv("COHGEN_LIBS", libs, 1);
    snprintf(made, sizeof made, "%s/sim", m->obj);
    unlink(made);
    unlink(m->log);
    int status = translate(m);
    if (!status) status = compile(m, jobs);
    if (status) return status;
    forget_programs(m->folder);
    if (rename(made, program) == 0) return CLI_OK;
    cli_error("%s: %s", program, strerror(errno));
    return CLI_NO_TOOL;
}

static model *find_model(const cli *c, const cli_protocol *p, const char *design, bool wave) {
    model *m = calloc(1, sizeof *m);
    if (!m) abort();
    m->c = c;
    m->p = p;
    m->design = design;
    m->wave = wave;
    m->steer = steers(c);
    locate(m);
    name_folder(m);
    return m;
}

bool cli_model_name(const cli *c, const cli_protocol *p, char out[CLI_PATH]) {
    model *m = find_model(c, p, NULL, false);
    const bool good = name_program(m, out);
    free(m);
    return good;
}

int cli_model_build(const cli *c, const cli_protocol *p, const char *design, bool wave, char out[CLI_PATH]) {
    model *m = find_model(c, p, design, wave);
    setenv("COHGEN_HOME", cli_home(), 0); // the program reads the table too, and is elsewhere
    int status = name_program(m, out) ? CLI_OK : CLI_BAD_INPUT;
    if (!status) {
        const int lock = cli_lock(m->folder);
        if (cli_has(c, CLI_FRESH) || access(out, X_OK) != 0) status = build(m, out);
        cli_unlock(lock);
    }
    free(m);
    return status;
}

// Building a simulated design: what `verilator --binary` does, in two steps so that the second can be done
// again: Verilator, then make (tb/model.mk), with our C archives linked in.
//
//     cache/rcc-<hash of design, test top, flags>/
//         rtl/          the design, or a link to it
//         home, lib     links to the folders of tb/ and of our archives
//         ports.vlt     what Verilator is told of the controllers' ports
//         obj/          what Verilator makes of it, its copies shared (copies.h), compiled; obj.seal
//         sim-<hash of the archives>    the program: when only the harness changed, it is linked anew; .seal
//         log
//     cache/verilated-<hash>.a          Verilator's library, for all designs; .sum
//
// note [names]: make takes no names with blanks, and quotes of a shell end at an apostrophe. So the tools
// work in the folder of the model and see everything from there: whatever the cache or the home folder is
// called, no tool reads it. (Verilator's makefile refuses a folder with blanks: it looks at CURDIR, and is
// told '.'.)
//
// With --profiled the folder is another one, and holds train.cfg: the run whose profile the compiler is
// given.
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <json-c/json.h>

#include "base/map.h"
#include "base/memory.h"
#include "cli.h"
#include "copies.h"
#include "emit/design.h"
#include "lang/command.h"
#include "lang/lookup.h"
#include "lang/topology.h"

// All models but bare ones tell of their transitions: the golden models follow them.
#define TRACE "-DCOHGEN_TRACE"

// Warnings are not stopped for here: designs are linted apart (cohgen's tests), the test top is ours.
static const char *const FLAGS[] = {
    "--cc",
    "--exe",
    "--main",
    "--timing",
    "--top-module",
    "tb_top",
    "-O3",
    // A controller's code once for all controllers of a kind, where that is possible. -O3 alone makes a copy
    // for each: twice as much to compile, and no faster, as it is the fetching of code that takes the time.
    "--inline-mult",
    "2000",
    // A rule is a case of its state and event. As one test behind the other these are up to a third less to
    // compile than as a tree of tests of single bits, and no slower.
    "-fno-case",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique", // as `random_reset` says; else 0
    "--assert",
    "-Wno-fatal",
    "-Wno-lint",
    TRACE,
    "-DCOHGEN_ASSERT",
    "-DCOHGEN_QUICK",
    "--output-split",
    "20000",
    "--output-split-cfuncs",
    "5000",
    // note [stop] in tb/sim/dpi.c
    "-CFLAGS",
    "-DVL_USER_STOP",
    "-CFLAGS",
    "-DVL_USER_FATAL",
    // The variable is make's: the archives are named when it runs.
    "-LDFLAGS",
    "$(COHGEN_LIBS)",
};
enum { N_FLAGS = sizeof FLAGS / sizeof *FLAGS, MAX_ARGS = N_FLAGS + 32 };

// Verilator puts what drives a controller's input in its place: each controller's code then names other wires
// than its peer's. What is public it leaves alone. It asks for names of two words at least: not the clock,
// nor the reset.
#define PORTS                                                                                                \
    "public_flat_rd -module \"%1$s_%2$s\" -var \"*_*_i\"\npublic_flat_rd -module \"%1$s_%2$s\" -var "        \
    "\"id_i\"\n"                                                                                             \
    "public_flat_rd -module \"%1$s_%2$s\" -var \"steer_i\"\n"

typedef struct {
    const cli *c;
    const cli_protocol *p;
    const char *design; // folder to take, or NULL
    bool wave, bare, steer, profiled;
    char level[8]; // of the C++ compiler for what runs each cycle: "-Og"; empty: that of tb/model.mk
    cli_hash key;  // of the design, the test top and the flags
    char folder[CLI_PATH], rtl[CLI_PATH + 8], obj[CLI_PATH + 8], log[CLI_PATH + 8], seal[CLI_PATH + 16];
} model;

// Below home; in the model's folder this is below the link of that name.
#define TOP   "tb/tb_top.sv"
#define MAKE  "tb/model.mk"
#define QUEUE "tb/cohgen_steer_fifo.sv"
#define CLOCK "tb/cohgen_steer_clock.sv"
static const char *const LIBS[] = {"libsim.a", "libcohgen.a"};

// A model is built with COHGEN_STEER (tb/sim/steer.h) only where it is used: what is simulated otherwise has
// the queues and the clock of the shipped design.
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

// Is there a clock to be steered?
static bool has_clock(const model *m) {
    return m->steer && m->p->plan->steer_clock >= 0;
}

// COHGEN_OPTIMIZE: a model that runs for a second is built in half the time where the compiler does less.
static void read_level(model *m) {
    const char *said = getenv("COHGEN_OPTIMIZE");
    if (!said || !*said) return;
    if (strlen(said) != 1 || !strchr("0123gs", *said)) {
        cli_error("COHGEN_OPTIMIZE is '%s': 0, 1, 2, 3, g or s is wanted, a level of the C++ compiler", said);
        exit(CLI_BAD_INPUT);
    }
    snprintf(m->level, sizeof m->level, "-O%s", said);
}

// FLAGS[i], unless this model goes without it.
static bool has_flag(const model *m, int i) {
    return !m->bare || strcmp(FLAGS[i], TRACE) != 0;
}

static void connect_kind(const cg_spec *s, int machine, FILE *out) {
    const cg_machine *m = &s->machines[machine];
    const char *name = cg_core_kinds(s) > 1 ? m->name : "core";
    const unsigned long long first = m->first_core, count = m->count;
    fprintf(out, "`COHGEN_CORES(%s, %llu, %llu)", name, first, count);
    if (cg_memory_beside(s, machine) != CG_NONE)
        fprintf(out, ".%s_req_space_i(req_space_q[%llu +: %llu]),", name, first, count);
}

// What the test top (its header) is told of the design: an option of Verilator a line; to be freed.
static char *top_macros(const cg_plan *plan) {
    const cg_spec *s = plan->spec;
    const cg_sram *sram = &plan->sram;
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    fprintf(out, "-DCOHGEN_TOP=%s_system\n-DCOHGEN_PKG=%s_pkg\n", s->name, s->name);
    if (s->n_inputs + sram->n_pins > 0) {
        fputs("-DCOHGEN_INPUTS=", out);
        for (int i = 0; i < s->n_inputs; i++) fprintf(out, ".%s_i(inputs[%d]),", s->inputs[i].name, i);
        for (int i = 0; i < sram->n_pins; i++) // nothing of a simulation drives its memories' pins
            fprintf(out, ".%s_i(%d'd0),", sram->pins[i].name, sram->pins[i].width);
        fputc('\n', out);
    }
    if (sram->late) fputs("-DCOHGEN_SRAM_LATENCY=2\n", out);
    if (s->has_order) fprintf(out, "-DCOHGEN_ORDER=%d\n", s->n_marks);
    if (cg_core_kinds(s) > 1 || cg_has_local(s)) {
        fputs("-DCOHGEN_KINDS=", out);
        for (int i = 0; i < s->n_machines; i++)
            if (cg_has_ports(&s->machines[i])) connect_kind(s, i, out);
        fprintf(out, "\n-DCOHGEN_ALL=%llu\n", (unsigned long long)s->cores);
    }
    if (s->n_commands) fprintf(out, "-DCOHGEN_COMMANDS=%d\n", cg_command_bits(s));
    if (cg_has_local(s)) fputs("-DCOHGEN_SPACES\n", out);
    const cg_lookup *tlb = cg_tlb_of(s);
    if (tlb) fprintf(out, "-DCOHGEN_PAGES=%d\n", tlb->key.width);
    fclose(out);
    return text;
}

static void hash_model_design(const model *m, cli_hash *h) {
    char parts[CLI_PATH], text[17];
    if (m->design) {
        cli_hash_folder(h, m->design);
        return;
    }
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL), .instrumented = true};
    cg_design_hash(m->p->plan, &options, text);
    cli_hash_text(h, text);
}

static void name_folder(model *m) {
    cli_hash *h = &m->key;
    char path[CLI_PATH];
    cli_hash_start(h);
    hash_model_design(m, h);
    cli_hash_file(h, cli_home_path(path, TOP, NULL));
    cli_hash_file(h, cli_home_path(path, MAKE, NULL));
    for (int i = 0; i < N_FLAGS; i++)
        if (has_flag(m, i)) cli_hash_text(h, FLAGS[i]);
    char *macros = top_macros(m->p->plan);
    cli_hash_text(h, macros);
    free(macros);
    cli_hash_text(h, PORTS);
    cli_hash_text(h, CLI_COPIES_VERSION);
    cli_hash_text(h, m->level);
    if (m->steer) cli_hash_file(h, cli_home_path(path, QUEUE, NULL));
    if (has_clock(m)) cli_hash_file(h, cli_home_path(path, CLOCK, NULL));
    const int n =
        snprintf(m->folder, sizeof m->folder, "%s/%s-%016llx%s%s%s%s%s", cli_cache(), m->p->spec->name,
                 (unsigned long long)h->h, m->bare ? "-bare" : "", m->steer ? "-steer" : "",
                 m->wave ? "-wave" : "", m->profiled ? "-profiled" : "", m->level);
    if (n >= CLI_PATH - 64) {
        cli_error("the path of the cache folder is too long");
        exit(CLI_BAD_INPUT);
    }
    snprintf(m->rtl, sizeof m->rtl, "%s/rtl", m->folder);
    snprintf(m->obj, sizeof m->obj, "%s/obj", m->folder);
    snprintf(m->log, sizeof m->log, "%s/log", m->folder);
    snprintf(m->seal, sizeof m->seal, "%s/obj.seal", m->folder);
}

typedef struct {
    cli_hash key; // of the archives and what they are linked to
    char path[CLI_PATH], seal[CLI_PATH + 8];
} program;

static bool name_program(const model *m, program *to) {
    char path[CLI_PATH];
    cli_hash h;
    cli_hash_start(&h);
    for (int i = 0; i < 2; i++) {
        if (cli_hash_file(&h, cli_library(path, LIBS[i]))) continue;
        cli_error("%s is missing: run make", path);
        return false;
    }
    const int n = snprintf(to->path, CLI_PATH, "%s/sim-%016llx", m->folder, (unsigned long long)h.h);
    snprintf(to->seal, sizeof to->seal, "%s.seal", to->path);
    cli_hash_bytes(&h, &m->key, sizeof m->key);
    to->key = h;
    return n < CLI_PATH;
}

// Links of the model's folder, note [names]. False: errno says why.
static bool link_in_model(const model *m, const char *name, const char *to) {
    char path[CLI_PATH + 16], whole[CLI_PATH];
    snprintf(path, sizeof path, "%s/%s", m->folder, name);
    cli_absolute(to, whole);
    unlink(path);
    return symlink(whole, path) == 0;
}

static bool link_home(const model *m) {
    char path[CLI_PATH];
    cli_library(path, LIBS[0]);
    *strrchr(path, '/') = '\0';
    return link_in_model(m, "home", cli_home()) && link_in_model(m, "lib", path);
}

static int write_rtl(model *m) {
    char parts[CLI_PATH];
    if (m->design) return link_in_model(m, "rtl", m->design) ? CLI_OK : CLI_NO_TOOL;
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL), .instrumented = true};
    cg_diags *diags = cg_diags_new();
    const int status = cg_design_write(m->p->plan, m->rtl, &options, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

static int run_job(const model *m, const char *what, char **argv) {
    char title[128];
    snprintf(title, sizeof title, "%s: %s%s%s", m->p->spec->name, what, m->wave ? ", with waveforms" : "",
             m->bare ? ", without the trace" : "");
    cli_job job = {.title = title, .argv = argv, .log = m->log, .folder = m->folder};
    if (cli_run(&job, 1, 1, m->c)) return CLI_OK;
    cli_error("%s failed; the end of %s:", argv[0], m->log);
    cli_print_tail(m->log, 15, stderr);
    return CLI_NO_TOOL;
}

static bool keep_ports(const model *m) {
    char path[CLI_PATH + 16], *text = NULL;
    const cg_spec *s = m->p->spec;
    FILE *out = cg_text_open(&text, NULL);
    fputs("`verilator_config\n", out);
    for (int i = 0; i < s->n_machines; i++) fprintf(out, PORTS, s->name, s->machines[i].name);
    fclose(out);
    snprintf(path, sizeof path, "%s/ports.vlt", m->folder);
    const bool written = cli_write_file(path, text);
    free(text);
    return written;
}

static int verilate(model *m) {
    char *argv[MAX_ARGS], list[300];
    char *macros = top_macros(m->p->plan);
    const char *name = m->p->spec->name;
    int n = 0;
    snprintf(list, sizeof list, "rtl/%.250s.f", name);
    argv[n++] = "verilator";
    for (int i = 0; i < N_FLAGS; i++)
        if (has_flag(m, i)) argv[n++] = (char *)FLAGS[i];
    for (char *at = macros; (at = strtok(at, "\n")) != NULL; at = NULL) argv[n++] = at;
    if (m->wave) argv[n++] = "--trace-fst";
    if (m->steer) {
        argv[n++] = "-DCOHGEN_STEER";
        argv[n++] = "home/" QUEUE;
        if (has_clock(m)) argv[n++] = "home/" CLOCK;
    }
    char *rest[] = {"--Mdir", "obj", "-Irtl", "-F", list, "home/" TOP, "ports.vlt", NULL};
    for (char **a = rest; *a; a++) argv[n++] = *a;
    argv[n] = NULL;
    const int status = keep_ports(m) ? run_job(m, "Verilator", argv) : CLI_NO_TOOL;
    free(macros);
    if (status) return status;
    if (cli_share_copies(m->obj)) return CLI_OK;
    cli_error("%s: cannot be rewritten: %s", m->obj, strerror(errno));
    return CLI_NO_TOOL;
}

// The run that a profile is taken of: random operations at this design point.
static bool write_training(const model *m, const char *path) {
    char model_path[CLI_PATH], judge[CLI_PATH], table[CLI_PATH], *text = NULL;
    const cg_spec *s = m->p->spec;
    if (!cli_model_path(m->p->path, cg_consistency(s, cli_inputs(m->c, s)), model_path)) return false;
    cli_absolute(m->p->path, table);
    cli_absolute(model_path, judge);
    FILE *out = cg_text_open(&text, NULL);
    fprintf(out, "protocol = %s\nmodel = %s\nworkload = %s\nopt.ops = 20000\nquiet = 1\n", table, judge,
            cli_any_workload(model_path));
    cli_put_design_point(out, m->p);
    fclose(out);
    const bool written = cli_write_file(path, text);
    free(text);
    return written;
}

static int compile_model(model *m) {
    char jobs[16], libs[256], level[32], training[CLI_PATH + 16];
    int n = 0;
    snprintf(training, sizeof training, "%s/train.cfg", m->folder);
    if (m->profiled && !write_training(m, training)) return CLI_BAD_INPUT;
    snprintf(jobs, sizeof jobs, "%d", cli_jobs(m->c));
    snprintf(libs, sizeof libs, "../lib/%s ../lib/%s -ljson-c", LIBS[0], LIBS[1]);
    setenv("COHGEN_LIBS", libs, 1);
    snprintf(level, sizeof level, "OPT_FAST=%s", m->level);
    char *argv[16] = {"make", "-C", "obj",         "-f",       "../home/" MAKE,
                      "-j",   jobs, "CACHE=../..", "CURDIR=.", "sim"};
    while (argv[n]) n++;
    if (m->profiled) argv[n++] = "TRAINING=../train.cfg";
    if (*m->level) argv[n++] = level;
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

static int translate(model *m) {
    const int status = write_rtl(m);
    return status ? status : verilate(m);
}

static int keep_program(model *m, const program *to) {
    char made[CLI_PATH + 32];
    const char *name = strrchr(to->path, '/') + 1;
    snprintf(made, sizeof made, "%s/sim", m->obj);
    forget_programs(m->folder);
    if (rename(made, to->path) != 0) {
        cli_error("%s: %s", to->path, strerror(errno));
        return CLI_NO_TOOL;
    }
    cli_seal_folder(m->obj, false, &m->key); // without a seal they are not used again
    return cli_seal(to->seal, &to->key, &name, 1) ? CLI_OK : CLI_NO_TOOL;
}

static int build(model *m, const program *to) {
    static const char *const tools[] = {"verilator", "make", "g++", NULL};
    if (!cli_need(tools)) return CLI_NO_TOOL;
    const bool linked_anew = !cli_has(m->c, CLI_FRESH) && cli_sealed(m->seal, &m->key);
    if (!linked_anew) cli_remove_folder(m->folder);
    if (!cli_make_folders(m->folder) || !link_home(m)) {
        cli_error("%s: cannot be created: %s", m->folder, strerror(errno));
        return CLI_BAD_INPUT;
    }
    unlink(m->log);
    int status = linked_anew ? CLI_OK : translate(m);
    if (!status) status = compile_model(m);
    return status ? status : keep_program(m, to);
}

static model *find_model(const cli *c, const cli_protocol *p, const char *design, cli_model_kind kind) {
    model *m = calloc(1, sizeof *m);
    if (!m) abort();
    m->c = c;
    m->p = p;
    m->design = design;
    m->wave = kind == CLI_MODEL_WAVE;
    m->bare = kind == CLI_MODEL_BARE;
    m->steer = steers(c);
    m->profiled = cli_has(c, CLI_PROFILED);
    read_level(m);
    name_folder(m);
    return m;
}

bool cli_model_name(const cli *c, const cli_protocol *p, char out[CLI_PATH]) {
    model *m = find_model(c, p, NULL, CLI_MODEL_PLAIN);
    program to;
    const bool good = name_program(m, &to);
    if (good) strcpy(out, to.path);
    free(m);
    return good;
}

// Was the design in this folder written with what its golden models need?
static bool is_instrumented(const char *design) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/manifest.json", design);
    json_object *manifest = json_object_from_file(path), *said = NULL;
    const bool yes =
        json_object_object_get_ex(manifest, "instrumented", &said) && json_object_get_boolean(said);
    json_object_put(manifest);
    return yes;
}

// --fresh makes a model anew once: what was made for one protocol of a bench is there for the next one that
// has it.
static bool made_before(const program *p) {
    static cg_map made;
    uint32_t *there = cg_map_at(&made, cg_hash_bytes(CG_HASH_START, p->path, strlen(p->path)), 0);
    const bool before = *there != CG_MAP_NONE;
    *there = 1;
    return before;
}

int cli_model_build(const cli *c, const cli_protocol *p, const char *design, cli_model_kind kind,
                    char out[CLI_PATH]) {
    model *m = find_model(c, p, design, kind);
    program to;
    if (design && !(m->bare && !m->steer) && !is_instrumented(design)) {
        cli_error(
            "%s has no trace, which the golden models follow: write it with `cohgen gen --instrumented`",
            design);
        free(m);
        return CLI_BAD_INPUT;
    }
    setenv("COHGEN_HOME", cli_home(), 0); // the program reads the table too, and is elsewhere
    int status = name_program(m, &to) ? CLI_OK : CLI_BAD_INPUT;
    if (!status) {
        const int lock = cli_lock(m->folder);
        const bool anew = cli_has(c, CLI_FRESH) && !made_before(&to);
        if (anew || !cli_sealed(to.seal, &to.key) || access(to.path, X_OK) != 0) status = build(m, &to);
        cli_unlock(lock);
        strcpy(out, to.path);
    }
    free(m);
    return status;
}

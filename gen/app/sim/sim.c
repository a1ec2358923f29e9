// cohgen sim: build the model, run it under the golden models; a failing seed runs again for its waveform.
#include <errno.h>
#include <json-c/json.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cli/cli.h"
#include "config.h"
#include "interp/coverage.h"
#include "programs/workload.h"
#include "sim/replay/replay.h"
#include "sim/sim.h"

typedef struct {
    const cli *c;
    cli_protocol p;
    const cg_workload *workload;
    unsigned long long seed;
    char config[CLI_PATH], report[CLI_PATH], coverage[CLI_PATH]; // files of this run
    char model[CLI_PATH];                                        // consistency model
} run;

// ----------------------------------------------------------------------------------------- checks up front

static bool choose_workload(run *r) {
    const char *names[64];
    size_t n = 0;
    const char *implied = cli_has(r->c, CLI_REPLAY)   ? "replay"
                          : cli_has(r->c, CLI_SCRIPT) ? "script"
                                                      : cli_any_workload(r->model);
    const char *name = cli_value(r->c, CLI_WORKLOAD, implied);
    r->workload = cg_workload_find(name);
    for (const cg_workload *const *w = cg_workloads; *w && n < 64; w++) names[n++] = (*w)->name;
    if (!r->workload) cli_unknown("workload", name, names, n);
    return r->workload != NULL;
}

static bool has_option(const cg_workload *w, const char *name, size_t len) {
    for (const cg_option *o = w->options; o && o->name; o++) {
        if (strlen(o->name) == len && !strncmp(o->name, name, len)) return true;
    }
    return false;
}

static bool check_workload_option(const run *r, const char *said) {
    const char *names[64];
    size_t n = 0;
    const size_t len = strcspn(said, "=");
    char word[64];
    if (said[len] != '=') {
        cli_error("-O %s: KEY=VALUE is wanted", said);
        return false;
    }
    if (has_option(r->workload, said, len)) return true;
    for (const cg_option *o = r->workload->options; o && o->name && n < 64; o++) names[n++] = o->name;
    snprintf(word, sizeof word, "%.*s", (int)len, said);
    const char *near = cg_did_you_mean(word, names, n);
    cli_error("workload %s has no option '%s'%s%s%s", r->workload->name, word, near ? " (did you mean '" : "",
              near ? near : "", near ? "'?)" : "; see cohgen list -v");
    return false;
}

// --mem-latency, if given.
static bool read_mem_latency(const cli *c, unsigned long long *least, unsigned long long *most) {
    const char *said = cli_value(c, CLI_MEM_LATENCY, "0");
    char *end;
    *least = strtoull(said, &end, 10);
    *most = *end == ':' ? strtoull(end + 1, &end, 10) : *least;
    if (!*end && *said >= '0' && *said <= '9' && *most >= *least) return true;
    cli_error("--mem-latency must be MIN or MIN:MAX, in cycles, not '%s'", said);
    return false;
}

static bool check_choices(const run *r) {
    unsigned long long least, most;
    bool good = read_mem_latency(r->c, &least, &most);
    (void)cli_number(r->c, CLI_OPS, 0, 1, UINT64_MAX);
    for (size_t i = 0; i < r->c->options[CLI_CHOICE].n; i++) {
        good &= check_workload_option(r, r->c->options[CLI_CHOICE].values[i]);
    }
    if (cli_has(r->c, CLI_OPS) && !has_option(r->workload, "ops", 3)) {
        cli_error("workload %s has no number of operations (option 'ops')", r->workload->name);
        good = false;
    }
    return good;
}

// What has files of steps goes with no other workload.
static bool check_replay_files(const run *r) {
    const bool replay = cli_has(r->c, CLI_REPLAY);
    if (replay && (cli_has(r->c, CLI_SCRIPT) || strcmp(r->workload->name, "replay") != 0)) {
        cli_error("--replay brings its own workload: leave out --script and --workload");
        return false;
    }
    if (replay || strcmp(r->workload->name, "replay") != 0) return true;
    cli_error("workload replay needs a file: --replay FILE");
    return false;
}

// Before a model is built for it.
static bool check_replay(const run *r) {
    const char *file = cli_value(r->c, CLI_REPLAY, NULL);
    char error[600];
    if (file == NULL) return true;
    cg_replay *replay = cg_replay_load(file, r->p.plan, error, sizeof error);
    if (replay == NULL) fprintf(stderr, "%s\n", error);
    cg_replay_free(replay);
    return replay != NULL;
}

// Programs need all events of a core; a sequence of steps those that it names.
static bool check_events(const run *r) {
    const bool steps = !strcmp(r->workload->name, "script") || !strcmp(r->workload->name, "replay");
    return steps || cli_runs_programs(r->c, &r->p);
}

static bool check_golden(const run *r) {
    if (!r->p.spec->simulation_only || !cli_has(r->c, CLI_NO_LOCKSTEP)) return true;
    cli_error("%s is for simulation only: golden memory answers its loads, and --no-lockstep turns it off",
              r->p.spec->name);
    return false;
}

static bool choose_model(run *r) {
    const char *name = cli_value(r->c, CLI_MODEL, cg_consistency(r->p.spec, cli_inputs(r->c, r->p.spec)));
    return cli_model_path(r->p.path, name, r->model) != NULL;
}

// ----------------------------------------------------------------------------------- the configuration file

static void put_settings(FILE *out, const run *r) {
    const cli *c = r->c;
    unsigned long long least, most;
    cli_put_design_point(out, &r->p);
    for (size_t i = 0; i < c->options[CLI_CHOICE].n; i++)
        fprintf(out, "opt.%s\n", c->options[CLI_CHOICE].values[i]);
    if (cli_has(c, CLI_OPS)) {
        fprintf(out, "opt.ops = %llu\n", (unsigned long long)cli_number(c, CLI_OPS, 0, 1, UINT64_MAX));
    }
    if (cli_has(c, CLI_MEM_LATENCY) && read_mem_latency(c, &least, &most)) {
        fprintf(out, "mem_latency_min = %llu\nmem_latency_max = %llu\n", least, most);
    }
    if (cli_has(c, CLI_NO_LOCKSTEP)) fputs("lockstep = 0\n", out);
    if (cli_has(c, CLI_NO_ORACLE)) fputs("oracle = 0\n", out);
    if (cli_quiet(c)) fputs("quiet = 1\n", out);
    if (cli_verbose(c)) fputs("verbose = 1\n", out);
    for (size_t i = 0; i < c->options[CLI_CONFIG].n; i++)
        fprintf(out, "%s\n", c->options[CLI_CONFIG].values[i]);
}

static bool write_run_config(const run *r) {
    FILE *out = fopen(r->config, "w");
    if (!out) {
        cli_error("%s: %s", r->config, strerror(errno));
        return false;
    }
    cli_put_path(out, "protocol", r->p.path);
    cli_put_path(out, "model", r->model);
    fprintf(out, "workload = %s\nseed = %llu\n", r->workload->name, r->seed);
    cli_put_path(out, "opt.script", cli_value(r->c, CLI_SCRIPT, NULL));
    cli_put_path(out, "replay", cli_value(r->c, CLI_REPLAY, NULL));
    cli_put_path(out, "report", r->report);
    if (*r->coverage) cli_put_path(out, "coverage", r->coverage);
    put_settings(out, r);
    return fclose(out) == 0;
}

// ------------------------------------------------------------------------------------------------- running

static cli_verdict execute_simulation(const run *r, const char *program, const char *wave, bool hide) {
    char config[CLI_PATH + 16], fst[CLI_PATH + 16], recording[CLI_PATH + 16], seed[48];
    const char *record = cli_value(r->c, CLI_RECORD, NULL);
    char *argv[7] = {(char *)program, config};
    int n = 2;
    const uint64_t reset = cli_config_number(r->c, "random_reset");
    if (reset) {
        // The simulator fills its registers and memories before it calls anything of ours.
        snprintf(seed, sizeof seed, "+verilator+seed+%llu", r->seed % INT32_MAX + 1);
        argv[n++] = reset == 2 ? "+verilator+rand+reset+1" : "+verilator+rand+reset+2";
        argv[n++] = seed;
    }
    if (wave) argv[n++] = fst;
    if (record) argv[n++] = recording;
    snprintf(config, sizeof config, "+cohgen=%s", r->config);
    snprintf(fst, sizeof fst, "+fst=%s", wave ? wave : "");
    snprintf(recording, sizeof recording, "+record=%s", record ? record : "");
    unlink(r->report);
    return cli_verdict_of(cli_run_here(argv, NULL, hide, r->c), r->report);
}

static void put_word(FILE *out, const char *word) {
    if (strpbrk(word, " \t$&;|<>*?()'\"\\#"))
        fprintf(out, "'%s'", word);
    else
        fputs(word, out);
}

// The one command that makes this run again, seed included.
static void print_sim_command(const run *r, FILE *out) {
    static const int left_out[] = {CLI_SEED,     CLI_JSON,   CLI_QUIET,    CLI_VERBOSE,
                                   CLI_COVERAGE, CLI_REPORT, CLI_WAVE,     CLI_RECORD,
                                   CLI_FRESH,    CLI_JOBS,   CLI_NO_RERUN, CLI_BUILD_ONLY};
    fprintf(out, "cohgen sim ");
    put_word(out, r->c->args[0]);
    for (int i = 0; i < CLI_N_OPTIONS; i++) {
        bool skip = false;
        for (size_t k = 0; k < sizeof left_out / sizeof *left_out; k++) skip |= left_out[k] == i;
        for (size_t k = 0; !skip && k < r->c->options[i].n; k++) {
            fprintf(out, " --%s%s", cli_options[i].name, cli_options[i].arg ? " " : "");
            put_word(out, r->c->options[i].values[k]);
        }
    }
    fprintf(out, " --seed %llu", r->seed);
}

static void rerun(run *r) {
    char wave[CLI_PATH], program[CLI_PATH];
    snprintf(wave, sizeof wave, "out/%.200s-%s-seed%llu.fst", r->p.spec->name, r->workload->name, r->seed);
    if (!cli_make_folders("out")) return;
    fprintf(stderr, "running seed %llu again for its waveform\n", r->seed);
    if (cli_model_build(r->c, &r->p, cli_value(r->c, CLI_DESIGN, NULL), CLI_MODEL_WAVE, program)) return;
    if (!write_run_config(r)) return; // without coverage, which is added up
    const cli_verdict v = execute_simulation(r, program, wave, true);
    json_object_put(v.report);
    if (v.status == CLI_NO_TOOL) fprintf(stderr, "the second run has no verdict: %s\n", v.why);
    if (v.status == CLI_OK)
        fprintf(stderr, "the second run passed: the failure does not depend on the seed alone\n");
    fprintf(stderr, "waveform:  %s\n", wave);
}

static void explain_failed_run(run *r) {
    fprintf(stderr, "%sFAILED%s  reproduce: ", cli_color(stderr, CLI_RED), cli_color(stderr, CLI_PLAIN));
    print_sim_command(r, stderr);
    fputc('\n', stderr);
    const char *wave = cli_value(r->c, CLI_WAVE, NULL);
    if (wave)
        fprintf(stderr, "waveform:  %s\n", wave);
    else if (!cli_has(r->c, CLI_NO_RERUN))
        rerun(r);
}

// The report goes to where the user wants it: a file, standard output, or nowhere.
static bool deliver_report(const run *r) {
    char *text = cli_read_file(r->report);
    const char *file = cli_value(r->c, CLI_REPORT, NULL);
    bool good = true;
    if (text && cli_has(r->c, CLI_JSON)) printf("%s%s", text, text[strlen(text) - 1] == '\n' ? "" : "\n");
    if (text && file && !cli_write_file(file, text)) {
        cli_error("%s: cannot be written: %s", file, strerror(errno));
        good = false;
    }
    free(text);
    return good;
}

// Adds the coverage of this run to the user's file: many runs, one sum.
static bool deliver_coverage(run *r) {
    const char *file = cli_value(r->c, CLI_COVERAGE, NULL);
    char error[512] = "";
    if (!file) return true;
    cg_coverage *sum = cg_coverage_new(r->p.spec);
    bool good = access(file, F_OK) != 0 || cg_coverage_read_json(sum, file, error, sizeof error);
    if (good && access(r->coverage, F_OK) == 0)
        good = cg_coverage_read_json(sum, r->coverage, error, sizeof error);
    FILE *out = good ? fopen(file, "w") : NULL;
    if (out) {
        good = cg_coverage_write_json(sum, out);
        good &= fclose(out) == 0;
    } else if (good) {
        good = false;
        snprintf(error, sizeof error, "cannot be written: %s", strerror(errno));
    }
    if (!good) cli_error("%s: %s", file, error);
    cg_coverage_free(sum);
    *r->coverage = '\0';
    return good;
}

// Files of this run in the cache, which go with it.
typedef struct {
    char names[3][CLI_PATH];
} scratch;

static scratch open_scratch_files(run *r) {
    static const char *const TAILS[] = {"", ".json", ".cov"};
    scratch files;
    char *const to[] = {r->config, r->report, r->coverage};
    for (int i = 0; i < 3; i++) {
        snprintf(files.names[i], CLI_PATH, "%.*s/run-%ld.cfg%s", CLI_PATH - 48, cli_cache(), (long)getpid(),
                 TAILS[i]);
        cg_temporary_add(files.names[i]);
        strcpy(to[i], files.names[i]);
    }
    if (!cli_has(r->c, CLI_COVERAGE)) *r->coverage = '\0';
    return files;
}

static void remove_scratch_files(const scratch *files) {
    for (int i = 0; i < 3; i++) {
        unlink(files->names[i]);
        cg_temporary_forget(files->names[i]);
    }
}

static int deliver_verdict(run *r, const cli_verdict *v) {
    bool good = true;
    if (v->status == CLI_NO_TOOL) cli_error("the simulation has no verdict: %s", v->why);
    if (v->report) good = deliver_report(r) & deliver_coverage(r);
    if (v->status == CLI_FAILED) explain_failed_run(r);
    return !good && v->status == CLI_OK ? CLI_BAD_INPUT : v->status;
}

// What the simulation itself would refuse, before a model is built for it.
static int try_run(run *r) {
    const scratch files = open_scratch_files(r);
    const bool good = write_run_config(r) && cg_sim_accepts(r->config, stderr);
    remove_scratch_files(&files);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

static int simulate_once(run *r, const char *program) {
    const scratch files = open_scratch_files(r);
    int status = CLI_BAD_INPUT;
    if (write_run_config(r)) {
        const cli_verdict v =
            execute_simulation(r, program, cli_value(r->c, CLI_WAVE, NULL), cli_quiet(r->c));
        status = deliver_verdict(r, &v);
        json_object_put(v.report);
    }
    remove_scratch_files(&files);
    return status;
}

int cmd_sim(const cli *c) {
    run r = {.c = c, .seed = cli_number(c, CLI_SEED, 1, 0, UINT64_MAX)};
    char program[CLI_PATH];
    int status = cli_protocol_read(c, cli_value(c, CLI_REPLAY, cli_value(c, CLI_SCRIPT, NULL)), &r.p);
    if (status) return status;
    if (!cmd_config_known(c, r.p.spec) || !choose_model(&r) || !choose_workload(&r) ||
        !check_replay_files(&r) || !check_choices(&r) || !check_golden(&r) || !check_events(&r) ||
        !check_replay(&r))
        status = CLI_BAD_INPUT;
    if (!status) status = try_run(&r);
    if (!status)
        status = cli_model_build(c, &r.p, cli_value(c, CLI_DESIGN, NULL),
                                 cli_has(c, CLI_WAVE) ? CLI_MODEL_WAVE : CLI_MODEL_PLAIN, program);
    if (!status && cli_has(c, CLI_BUILD_ONLY))
        puts(program);
    else if (!status)
        status = simulate_once(&r, program);
    cli_protocol_free(&r.p);
    return status;
}

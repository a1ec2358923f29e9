// cohgen litmus: litmus tests on the generated design, against what a consistency model allows.
//
//     read the tests -> compute what is allowed -> build the design -> simulate each test -> compare
//
// One process simulates one test, all its runs: a test that breaks the design takes no other with it, and its
// command line alone makes it again.
#define _XOPEN_SOURCE 700
#include "litmus.h"

#include "app/cli/lists.h"
#include "app/cli/progress.h"

#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/sim/config.h"
#include "base/memory.h"
#include "sim/sim.h"

// ------------------------------------------------------------------------------------------ which files
static litmus_work *gathering; // nftw() passes nothing

static void add_file(litmus_work *w, const char *path) {
    w->items = cg_array_grow(w->items, w->n, sizeof *w->items);
    w->items[w->n++] = (litmus_item){.file = cg_text_copy(path)};
}

static int add_if_litmus_test(const char *path, const struct stat *st, int type, struct FTW *at) {
    const size_t n = strlen(path);
    (void)st;
    (void)at;
    if (type == FTW_F && n > 7 && !strcmp(path + n - 7, ".litmus")) add_file(gathering, path);
    return 0;
}

static int by_file(const void *a, const void *b) {
    return strcmp(((const litmus_item *)a)->file, ((const litmus_item *)b)->file);
}

// A file as it is given; of a folder, all *.litmus below it, sorted.
static bool gather_path(litmus_work *w, const char *path) {
    struct stat st;
    const size_t before = w->n;
    if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
        add_file(w, path); // one that is not there is said when it is read
        return true;
    }
    gathering = w;
    nftw(path, add_if_litmus_test, 16, FTW_PHYS);
    if (w->n > before) qsort(w->items + before, w->n - before, sizeof *w->items, by_file);
    if (w->n == before) cli_error("%s: there is no .litmus file below it", path);
    return w->n > before;
}

static bool gather_tests(litmus_work *w, int first) {
    cli_list paths = {0};
    bool good = cli_list_read(&paths, w->c->args + first, w->c->n_args - first);
    for (size_t i = 0; i < paths.n; i++) good &= gather_path(w, paths.paths[i]);
    cli_list_free(&paths);
    if (good && w->n == 0)
        cli_error("which litmus tests? Files, folders of *.litmus, or lists (@FILE) are wanted");
    return good && w->n > 0;
}

// ------------------------------------------------------------------------------------------ what is allowed
static cg_model *load_litmus_model(const char *table, const char *name) {
    char path[CLI_PATH], error[512];
    if (!cli_model_path(table, name, path)) return NULL;
    cg_model *m = cg_model_load(path, error, sizeof error);
    if (!m) fprintf(stderr, "%s\n", error);
    return m;
}

// What the outcomes are compared with if --model does not say. The tests are of RISC-V: a protocol that lets
// program order go must be a correct RISC-V machine with its fences in the right places, whatever it promises
// beyond.
static cg_model *model_in_force(const char *table, const char *consistency) {
    cg_model *m = load_litmus_model(table, consistency);
    if (!m || cg_model_total(m) || m->races_forbidden) return m;
    cg_model_free(m);
    return load_litmus_model(NULL, "rvwmo");
}

static bool find_allowed_outcomes(litmus_item *i, const cg_model *m, bool by_value, cg_lit_set *to) {
    cg_lit_legality *legality = m->races_forbidden ? &i->legality : NULL;
    const cg_lit_allow_options o = {.by_value = by_value, .why = &i->why, .legality = legality};
    cg_lit_set_init(to, i->test);
    return cg_lit_allowed(i->test, i->file, m, &o, to, i->error, sizeof i->error);
}

static const cg_lit_ins *conditional_of(const cg_litmus *t) {
    for (int p = 0; p < t->n_threads; p++)
        for (int k = 0; k < t->n_ins[p]; k++)
            if (t->ins[p][k].kind == CG_LIT_SC) return &t->ins[p][k];
    return NULL;
}

// The simulated cores have compare-and-swap in place of store-conditional (tb/programs/workloads/litmus.c,
// note [reservations]): only tests in which that cannot show may run.
static bool exact(const litmus_work *w, litmus_item *i) {
    const cg_lit_ins *sc = conditional_of(i->test);
    cg_lit_set more;
    if (!sc || !w->p.spec) return true;
    bool same = find_allowed_outcomes(i, w->model, true, &more);
    if (same && litmus_common(&more, &i->allowed) < more.n) {
        same = false;
        i->why = CG_LIT_UNSUPPORTED;
        snprintf(i->error, sizeof i->error,
                 "%s:%d: error: '%s': the cores have compare-and-swap in its place, which could show "
                 "outcomes here "
                 "that a reservation does not",
                 i->file, sc->line, sc->text);
    }
    cg_lit_set_free(&more);
    return same;
}

// Has the design the cores and threads that the test takes? Where races are forbidden the cores are those
// that it names (tb/programs/workloads/litmus.c, note [legal]).
static bool has_room(const litmus_work *w, litmus_item *i) {
    int most;
    const int cores = cg_lit_cores(i->test, &most);
    const cg_spec *s = w->p.spec;
    if (!s) return true;
    if (w->model->races_forbidden && ((uint64_t)cores > s->cores || (uint64_t)most > s->threads))
        snprintf(i->error, sizeof i->error,
                 "%s:1: error: %d cores, with %d threads on one; the design has %d with %d", i->file, cores,
                 most, (int)s->cores, (int)s->threads);
    else if ((uint64_t)i->test->n_threads > s->cores * s->threads)
        snprintf(i->error, sizeof i->error, "%s:1: error: %d threads; the design has %d", i->file,
                 i->test->n_threads, (int)(s->cores * s->threads));
    else
        return true;
    i->why = CG_LIT_UNSUPPORTED;
    return false;
}

static void read_item(litmus_work *w, litmus_item *i) {
    i->verdict = LITMUS_UNSUPPORTED;
    i->test = cg_litmus_try(i->file, i->error, sizeof i->error, &i->why);
    if (!i->test) return;
    cg_lit_set_init(&i->seen, i->test);
    if (!find_allowed_outcomes(i, w->model, false, &i->allowed) ||
        !find_allowed_outcomes(i, w->sc, false, &i->sc) || !exact(w, i) || !litmus_find_own(w, i))
        return;
    if (!has_room(w, i)) return;
    i->verdict = i->legality.race[0] ? LITMUS_ILLEGAL : i->legality.broken[0] ? LITMUS_UNKEPT : LITMUS_OK;
    if (i->verdict != LITMUS_OK) w->worst = CLI_FAILED;
}

// Reads all tests. Those that cannot be run are named; they end it, unless they are to be skipped.
static bool read_items(litmus_work *w) {
    const bool skip = cli_has(w->c, CLI_SKIP);
    size_t bad = 0;
    cli_progress progress;
    cli_progress_start(&progress, w->c);
    for (size_t k = 0; k < w->n; k++) {
        const litmus_item *i = &w->items[k];
        if (cli_progress_due(&progress))
            cli_progress_say(&progress, "allowed outcomes: %zu of %zu tests, now %s", k, w->n, i->file);
        read_item(w, &w->items[k]);
        if (i->verdict != LITMUS_UNSUPPORTED) continue;
        bad++;
        cli_progress_erase(&progress);
        if (!skip || cli_verbose(w->c)) fprintf(stderr, "%s (%s)\n", i->error, cg_lit_refusal_words(i->why));
    }
    cli_progress_erase(&progress);
    if (bad && !skip && w->n > 1) litmus_print_refused(w, bad);
    return bad == 0 || skip;
}

// ---------------------------------------------------------------------------------------------- simulations
typedef struct {
    char config[CLI_PATH], test[CLI_PATH], out[CLI_PATH], report[CLI_PATH], log[CLI_PATH];
    char argument[CLI_PATH + 16], title[CG_LIT_TITLE + 64];
    char *argv[3];
    litmus_item *item;
} simulation;

// The test under a name that a configuration can hold, whatever the file is called.
static bool link_test(const simulation *s) {
    char file[CLI_PATH];
    cli_absolute(s->item->file, file);
    if (symlink(file, s->test) == 0 || errno == EEXIST) return true; // it is there since the round before
    cli_error("%s: %s", s->test, strerror(errno));
    return false;
}

static bool write_test_config(const litmus_work *w, const simulation *s) {
    const cli *c = w->c;
    char model[CLI_PATH], table[CLI_PATH];
    FILE *out = fopen(s->config, "w");
    if (!out) {
        cli_error("%s: %s", s->config, strerror(errno));
        return false;
    }
    cli_absolute(w->p.path, table);
    fprintf(out, "protocol = %s\nworkload = litmus\nopt.file = %s\nopt.out = %s\nopt.runs = %llu\n", table,
            s->test, s->out, (unsigned long long)s->item->wanted);
    fprintf(out, "report = %s\n", s->report);
    fprintf(out, "seed = %llu\nquiet = 1\nrandom_order = 1\n", (unsigned long long)s->item->seed);
    litmus_hunt_config(w, s->item->seed - w->seed, out);
    if (cli_model_path(w->p.path, cg_consistency(w->p.spec, cli_inputs(c, w->p.spec)), table)) {
        cli_absolute(table, model);
        fprintf(out, "model = %s\n", model);
    }
    cli_put_design_point(out, &w->p);
    if (cli_has(c, CLI_NO_LOCKSTEP)) fputs("lockstep = 0\n", out);
    if (cli_has(c, CLI_NO_ORACLE)) fputs("oracle = 0\n", out);
    for (size_t k = 0; k < c->options[CLI_CHOICE].n; k++)
        fprintf(out, "opt.%s\n", c->options[CLI_CHOICE].values[k]);
    for (size_t k = 0; k < c->options[CLI_CONFIG].n; k++)
        fprintf(out, "%s\n", c->options[CLI_CONFIG].values[k]);
    return fclose(out) == 0;
}

static bool prepare_simulation(const litmus_work *w, const char *folder, char *program, size_t k,
                               simulation *s, cli_job *j) {
    s->item = &w->items[k];
    snprintf(s->config, sizeof s->config, "%.*s/%zu.cfg", CLI_PATH - 32, folder, k);
    snprintf(s->test, sizeof s->test, "%.*s/%zu.litmus", CLI_PATH - 32, folder, k);
    snprintf(s->out, sizeof s->out, "%.*s/%zu.out", CLI_PATH - 32, folder, k);
    snprintf(s->report, sizeof s->report, "%.*s/%zu.json", CLI_PATH - 32, folder, k);
    snprintf(s->log, sizeof s->log, "%.*s/%zu.log", CLI_PATH - 32, folder, k);
    snprintf(s->argument, sizeof s->argument, "+cohgen=%s", s->config);
    s->argv[0] = program;
    s->argv[1] = s->argument;
    snprintf(s->title, sizeof s->title, "%s, %zu of %zu", s->item->test->name, k + 1, w->n);
    *j = (cli_job){.title = s->title, .argv = s->argv, .log = s->log};
    unlink(s->out); // those of the round before
    unlink(s->report);
    return link_test(s) && write_test_config(w, s);
}

// Reads what tb/programs/workloads/litmus.c wrote.
static bool read_outcomes(litmus_item *i, const char *path) {
    unsigned long long runs, filtered, cut, count;
    FILE *in = fopen(path, "r");
    if (!in) return false;
    bool good = fscanf(in, "runs %llu filtered %llu cut %llu", &runs, &filtered, &cut) == 3;
    while (good && fscanf(in, "%llu", &count) == 1) {
        cg_lit_state state = {0};
        for (int k = 0; k < i->test->n_vars && good; k++) {
            cg_lit_var v = i->test->vars[k];
            long long value;
            good = fscanf(in, "%lld", &value) == 1;
            *(v.thread < 0 ? &state.mem[v.index] : &state.regs[v.thread][v.index]) = value;
        }
        if (good) cg_lit_set_add(&i->seen, &state, count);
    }
    fclose(in);
    cg_lit_set_sort(&i->seen);
    i->runs += runs, i->filtered += filtered, i->cut += cut;
    return good;
}

static void judge_simulation(litmus_work *w, litmus_item *i, const simulation *s, const cli_job *j) {
    const cli_verdict v = cli_verdict_of(j->end, s->report);
    const char *why = v.status ? v.why : "it left no outcomes";
    int status = v.status;
    i->seconds += j->seconds;
    json_object_put(v.report);
    if (status == CLI_OK && !read_outcomes(i, s->out)) status = CLI_NO_TOOL;
    if (status != CLI_OK) {
        i->verdict = v.status == CLI_FAILED ? LITMUS_BROKEN : LITMUS_LOST;
        snprintf(i->error, sizeof i->error, "the simulation %s: %.400s",
                 v.status == CLI_FAILED ? "failed" : "has no verdict", why);
        fprintf(stderr, "%s: the simulation said:\n", i->file);
        cli_print_tail(s->log, 20, stderr);
    } else if (litmus_common(&i->seen, &i->allowed) < i->seen.n) {
        i->verdict = LITMUS_FORBIDDEN;
        status = CLI_FAILED;
    }
    if (status > w->worst) w->worst = status;
}

// Is a test worth (another) simulation? The first is for all; further ones for those that have not shown all
// that a sequentially consistent machine may do; of a hunt, that the design may do.
static bool is_simulation_wanted(const litmus_work *w, const litmus_item *i, uint64_t round) {
    if (i->verdict != LITMUS_OK) return false;
    if (!w->budget) return round == 0 || litmus_common(&i->sc, &i->seen) < i->sc.n;
    const litmus_reach r = litmus_reach_of(i);
    return i->runs < w->budget && (round == 0 || r.seen < r.all);
}

enum { SLICE = 256 }; // simulations prepared at once: of thousands, the names alone would fill memory

static bool run_slice(litmus_work *w, const char *folder, char *program, const size_t *items, size_t n) {
    simulation *s = calloc(n, sizeof *s);
    cli_job *jobs = calloc(n, sizeof *jobs);
    bool good = true;
    if (!s || !jobs) abort();
    for (size_t k = 0; k < n && good; k++)
        good = prepare_simulation(w, folder, program, items[k], &s[k], &jobs[k]);
    if (good) cli_run(jobs, n, cli_jobs(w->c), w->c);
    for (size_t k = 0; k < n && good; k++) judge_simulation(w, s[k].item, &s[k], &jobs[k]);
    CG_FREE(s, jobs);
    return good;
}

static uint64_t runs_of(const litmus_work *w, const litmus_item *i) {
    return w->budget && w->budget - i->runs < w->runs ? w->budget - i->runs : w->runs;
}

static bool run_round(litmus_work *w, const char *folder, char *program, uint64_t round, size_t *n) {
    size_t items[SLICE], ready = 0;
    bool good = true;
    *n = 0;
    litmus_hunt_begin(w, round);
    for (size_t k = 0; k < w->n; k++) *n += is_simulation_wanted(w, &w->items[k], round);
    if (round && *n && !cli_quiet(w->c))
        fprintf(stderr, "round %" PRIu64 ": %zu of %zu tests have not shown all yet\n", round + 1, *n, w->n);
    for (size_t k = 0; k < w->n && good; k++) {
        if (is_simulation_wanted(w, &w->items[k], round)) {
            w->items[k].seed = w->seed + round;
            w->items[k].wanted = runs_of(w, &w->items[k]);
            items[ready++] = k;
        }
        if (ready && (ready == SLICE || k + 1 == w->n)) {
            good = run_slice(w, folder, program, items, ready);
            ready = 0;
        }
    }
    return good;
}

static bool run_rounds(litmus_work *w, const char *folder, char *program) {
    const uint64_t rounds = w->budget ? UINT64_MAX : cli_number(w->c, CLI_ROUNDS, 10, 1, 1000);
    const double start = cli_seconds();
    size_t n = 1;
    bool good = true;
    for (uint64_t round = 0; round < rounds && n && good; round++)
        good = run_round(w, folder, program, round, &n);
    w->seconds = cli_seconds() - start;
    return good;
}

// What a simulation would refuse of the options, before a model is built for it: the first test stands for
// all.
static bool try_first_test(litmus_work *w, size_t k, const char *folder) {
    simulation s;
    cli_job job;
    w->items[k].seed = w->seed;
    w->items[k].wanted = runs_of(w, &w->items[k]);
    return prepare_simulation(w, folder, NULL, k, &s, &job) && cg_sim_accepts(s.config, stderr);
}

static int simulate_tests(litmus_work *w) {
    char program[CLI_PATH], folder[CLI_PATH];
    if (!cli_runs_programs(w->c, &w->p)) return CLI_BAD_INPUT;
    snprintf(folder, sizeof folder, "%.*s/litmus-%ld", CLI_PATH - 40, cli_cache(), (long)getpid());
    cg_temporary_add(folder);
    if (!cli_make_folders(folder)) {
        cli_error("%s: %s", folder, strerror(errno));
        return CLI_BAD_INPUT;
    }
    size_t first = 0;
    while (first < w->n && !is_simulation_wanted(w, &w->items[first], 0)) first++;
    const bool some = first < w->n;
    int status = !some || try_first_test(w, first, folder) ? CLI_OK : CLI_BAD_INPUT;
    if (!status && some)
        status = cli_model_build(w->c, &w->p, cli_value(w->c, CLI_DESIGN, NULL), CLI_MODEL_PLAIN, program);
    if (!status && some && !run_rounds(w, folder, program)) status = CLI_BAD_INPUT;
    cli_remove_folder(folder);
    cg_temporary_forget(folder);
    if (status) return status;
    if (cli_has(w->c, CLI_JSON))
        litmus_print_json(w);
    else
        litmus_print_results(w);
    return w->worst;
}

static int show_allowed(litmus_work *w) {
    if (cli_has(w->c, CLI_JSON))
        litmus_print_json(w);
    else if (!cli_quiet(w->c))
        litmus_print_allowed(w);
    return w->worst;
}

// ---------------------------------------------------------------------------------------------- the command
static void free_work(litmus_work *w) {
    for (size_t k = 0; k < w->n; k++) {
        cg_lit_set_free(&w->items[k].allowed);
        cg_lit_set_free(&w->items[k].sc);
        cg_lit_set_free(&w->items[k].seen);
        cg_lit_set_free(&w->items[k].own);
        cg_litmus_free(w->items[k].test);
        free(w->items[k].file);
    }
    free(w->items);
    cg_model_free(w->model);
    cg_model_free(w->sc);
    cg_model_free(w->own);
    free(w->hunts);
    cli_protocol_free(&w->p);
}

// Programs without races are promised something by the model that the design is made for, and by no other
// one.
static bool is_of_design(const litmus_work *w) {
    const char *own = w->p.spec ? cg_consistency(w->p.spec, cli_inputs(w->c, w->p.spec)) : w->model->name;
    if (!w->model->races_forbidden || !strcmp(w->model->name, own)) return true;
    cli_error(
        "the design promises %s, and %s forbids data races: legal tests can only be held against what a "
        "design promises",
        own, w->model->name);
    return false;
}

// False: --hunt has no sense here, or the design's model cannot be read.
static bool begin_hunt(litmus_work *w) {
    if (!cli_has(w->c, CLI_HUNT)) return true;
    if (!w->p.spec || cli_has(w->c, CLI_ROUNDS)) {
        cli_error("--hunt goes with neither --allowed nor --rounds");
        return false;
    }
    w->budget = cli_number(w->c, CLI_HUNT, 10000, 1, 1u << 30);
    w->own = load_litmus_model(w->p.path, cg_consistency(w->p.spec, cli_inputs(w->c, w->p.spec)));
    return w->own != NULL;
}

int cmd_litmus(const cli *c) {
    const bool only_allowed = cli_has(c, CLI_ALLOWED);
    litmus_work w = {.c = c,
                     .runs = cli_number(c, CLI_RUNS, 1000, 1, 1u << 22),
                     .seed = cli_number(c, CLI_SEED, 1, 0, UINT64_MAX)};
    int status = only_allowed ? CLI_OK : cli_protocol_read(c, NULL, &w.p);
    if (status) return status;
    if (w.p.spec && !cmd_config_known(c, w.p.spec)) {
        free_work(&w);
        return CLI_BAD_INPUT;
    }
    const char *model = cli_value(c, CLI_MODEL, NULL);
    const char *table = w.p.spec ? w.p.path : NULL;
    w.model = model ? load_litmus_model(table, model)
                    : model_in_force(table, table ? cg_consistency(w.p.spec, cli_inputs(c, w.p.spec)) : "sc");
    w.sc = w.model ? load_litmus_model(NULL, "sc") : NULL;
    if (!w.sc || !begin_hunt(&w) || !is_of_design(&w) || !gather_tests(&w, only_allowed ? 0 : 1) ||
        !read_items(&w))
        status = CLI_BAD_INPUT;
    if (!status) status = only_allowed ? show_allowed(&w) : simulate_tests(&w);
    free_work(&w);
    return status;
}

#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/pool.h"
#include "emit/murphi/murphi.h"

enum { TICK_MS = 100 };

// --------------------------------------------------------------------------------------------- preparation

bool explore_versions(char *out, size_t size) {
    static char *const TOOLS[] = {"rumur", "cc"};
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < 2; i++) {
        char *const argv[] = {TOOLS[i], "--version", NULL};
        char line[200];
        if (!cg_process_first_line(argv, NULL, true, line, sizeof line)) {
            cli_error("'%s --version' does not work", TOOLS[i]);
            return false;
        }
        n += (size_t)snprintf(out + n, size - n, "%.100s", line);
    }
    return true;
}

// The bound as its own design point has it: what it says of parameters holds there.
static const cg_bound *bound_at_its_point(const explore_bound *b) {
    for (int i = 0; i < b->spec->n_bounds; i++) {
        if (!strcmp(b->spec->bounds[i].name, b->bound->name)) return &b->spec->bounds[i];
    }
    return b->bound;
}

static void emit_model(explore_bound *b) {
    FILE *out = cg_text_open(&b->model, NULL);
    const cg_murphi_options o = {.lines = b->lines,
                                 .values = b->values,
                                 .queue = b->queue,
                                 .cover = true,
                                 .liveness = b->bound->liveness,
                                 .grouped = true,
                                 .promise = *b->promise,
                                 .sync = b->bound->sync,
                                 .local = b->bound->local,
                                 .beside = b->bound->beside,
                                 .watch = b->bound->watch,
                                 .words = b->bound->words,
                                 .mapped = b->bound->mapped,
                                 .anything = b->bound->anything,
                                 .off = b->bound->off,
                                 .n_off = b->bound->n_off,
                                 .only = bound_at_its_point(b)->only};
    if (!out) abort();
    cg_murphi_emit(b->spec, &o, out);
    fclose(out);
}

static void in_folder(const explore_bound *b, const char *file, char out[CLI_PATH]) {
    snprintf(out, CLI_PATH, "%.4000s/%.80s", b->folder, file);
}

// Is nothing missing? A checker that counted errors without showing one did not look for progress (note
// [covers] of gen/explore/tune.c).
static bool is_whole(const explore_bound *b, const ex_result *r) {
    return r->finished && (r->n_errors || !r->counted || !b->bound->liveness);
}

// A result of the cache that is whole.
static bool read_cached_result(explore_bound *b) {
    char path[CLI_PATH];
    in_folder(b, "result.xml", path);
    char *text = cli_sealed_file(path, &b->key) ? cli_read_file(path) : NULL;
    if (!text) return false;
    ex_parser *p = ex_parser_new();
    const bool fed = ex_parser_feed(p, text, strlen(text));
    ex_parser_end(p);
    const bool whole = fed && is_whole(b, ex_parser_result(p));
    free(text);
    if (whole) {
        b->parser = p;
        b->result = ex_parser_result(p);
        b->stage = b->result->n_errors ? EXPLORE_VIOLATED : EXPLORE_HOLDS;
    } else {
        ex_parser_free(p);
    }
    return whole;
}

bool explore_prepare(explore_bound *b, const char *versions, const explore_options *o) {
    char path[CLI_PATH];
    cli_hash h;
    emit_model(b);
    cli_hash_start(&h);
    cli_hash_text(&h, b->model);
    cli_hash_text(&h, versions);
    snprintf(b->folder, sizeof b->folder, "%.3500s/check-%.100s-%.100s-%016llx", cli_cache(), b->spec->name,
             b->bound->name, (unsigned long long)h.h);
    b->key = h;
    b->lock = -1;
    b->output = -1;
    in_folder(b, "model.m", path);
    if (!cli_make_folders(b->folder) || !cli_write_file(path, b->model)) {
        cli_error("%s: cannot be written: %s", path, strerror(errno));
        return false;
    }
    b->cached = !o->fresh && read_cached_result(b);
    return true;
}

static void say_in_log(const explore_bound *b, const char *text) {
    char path[CLI_PATH];
    in_folder(b, "log", path);
    FILE *log = fopen(path, "a");
    if (log) fprintf(log, "%s\n", text);
    if (log) fclose(log);
}

static const char *const SCRATCH[] = {"checker.c", "checker", "result.xml.new"};
enum { N_SCRATCH = sizeof SCRATCH / sizeof *SCRATCH };

static void expect_scratch(const explore_bound *b) {
    char path[CLI_PATH];
    for (int i = 0; i < N_SCRATCH; i++) {
        in_folder(b, SCRATCH[i], path);
        cg_temporary_add(path);
    }
}

static void clear_away(const explore_bound *b) {
    char path[CLI_PATH];
    for (int i = 0; i < N_SCRATCH; i++) {
        in_folder(b, SCRATCH[i], path);
        unlink(path);
        cg_temporary_forget(path);
    }
}

void explore_free(explore_bound *b) {
    ex_parser_free(b->parser);
    if (b->spec) cg_spec_free(b->spec);
    free(b->model);
    *b = (explore_bound){0};
}

// ----------------------------------------------------------------------------------------------- processes

// The command of a stage; the list's texts live as long as `keep`.
static void command_of(const explore_bound *b, const explore_options *o, char keep[2][CLI_PATH],
                       const char *argv[EXPLORE_ARGS]) {
    // -O3 takes longer to compile than -O1 to explore a million states: only deep bounds are worth it.
    const char otherwise = b->bound->deep ? '3' : '1';
    snprintf(keep[0], CLI_PATH, "%d", b->threads);
    snprintf(keep[1], CLI_PATH, "-O%c", o->level >= 0 ? '0' + o->level : otherwise);
    const char *rumur[] = {"rumur",
                           "--quiet",
                           "--colour",
                           "off",
                           "--output-format",
                           "machine-readable",
                           "--deadlock-detection",
                           "stuttering",
                           "--threads",
                           keep[0],
                           "--output",
                           "checker.c",
                           "model.m",
                           NULL};
    const char *cc[] = {"cc",       keep[1], "-march=native", "-w",        "-pipe",
                        "-pthread", "-o",    "checker",       "checker.c", NULL};
    const char *run[] = {"stdbuf", "-oL", "./checker", NULL}; // progress as it comes
    switch (b->stage) {
    case EXPLORE_RUMUR: memcpy(argv, rumur, sizeof rumur); break;
    case EXPLORE_CC: memcpy(argv, cc, sizeof cc); break;
    default: memcpy(argv, run, sizeof run); break;
    }
}

static void say_command(const explore_bound *b, const char **argv) {
    fprintf(stderr, "+ cd %s;", b->folder);
    for (; *argv; argv++) fprintf(stderr, " %s", *argv);
    fputc('\n', stderr);
}

static int open_log(const explore_bound *b) {
    char path[CLI_PATH];
    in_folder(b, "log", path);
    return open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
}

// Seconds that are left to a bound's next process; 0: any.
static double time_left(const explore_bound *b, const explore_options *o) {
    const double left = o->timeout - b->seconds[EXPLORE_RUMUR] - b->seconds[EXPLORE_CC];
    if (o->timeout <= 0) return 0;
    return left > 1e-3 ? left : 1e-3;
}

// Starts the process of the bound's stage, in its folder, where temporary files stay, too. False: it cannot
// be.
static bool start_stage_process(explore_bound *b, const explore_options *o, cg_pool_job *j) {
    const char *argv[EXPLORE_ARGS];
    char keep[2][CLI_PATH], how[CG_END_TEXT];
    int ends[2] = {-1, -1};
    cg_end end;
    // Half of rumur's time is malloc's and free's, of small blocks (docs/results.md).
    const bool tuned = b->stage == EXPLORE_RUMUR && !getenv("GLIBC_TUNABLES");
    const char *const set[] = {"TMPDIR", b->folder, tuned ? "GLIBC_TUNABLES" : NULL, EX_RUMUR_MALLOC, NULL};
    command_of(b, o, keep, argv);
    if (o->talk && cli_verbose(o->c)) say_command(b, argv);
    if (b->stage == EXPLORE_RUNS && pipe(ends)) return false;
    for (int i = 0; i < 2 && ends[i] >= 0; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    const int log = open_log(b);
    const cg_command c = {.argv = (char *const *)argv,
                          .folder = b->folder,
                          .set = set,
                          .budget = b->stage == EXPLORE_RUNS ? o->budget : 0,
                          .in = -1,
                          .out = ends[1] >= 0 ? ends[1] : log,
                          .err = log};
    b->started = cli_seconds();
    j->pid = cg_process_start(&c, &end);
    if (j->pid < 0) say_in_log(b, cg_end_text(end, how));
    if (log >= 0) close(log);
    if (ends[1] >= 0) {
        close(ends[1]);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    b->output = j->output = ends[0];
    j->patience = time_left(b, o);
    return j->pid > 0;
}

// True if it begins to run; false: another process has made the result meanwhile, or there is an error.
static bool begin_unless_cached(explore_bound *b, const explore_options *o, cg_pool_job *j) {
    char path[CLI_PATH];
    b->lock = cli_lock(b->folder);
    if (!o->fresh && read_cached_result(b)) {
        b->cached = true;
        return false;
    }
    in_folder(b, "result.xml.seal", path);
    unlink(path);
    in_folder(b, "log", path);
    unlink(path);
    b->stage = EXPLORE_RUMUR;
    expect_scratch(b);
    if (start_stage_process(b, o, j)) return true;
    clear_away(b);
    b->stage = EXPLORE_FAILED;
    return false;
}

// Changes the checker's text, note [covers] of gen/explore/tune.c. False: it cannot be.
static bool tune_checker(const explore_bound *b) {
    char path[CLI_PATH];
    in_folder(b, "checker.c", path);
    char *text = cli_read_file(path);
    FILE *out = text ? fopen(path, "w") : NULL;
    bool good = out && ex_tune(text, b->bound->liveness, out);
    if (out) good &= fclose(out) == 0;
    free(text);
    if (out && !good)
        say_in_log(b, "the checker is not one that cohgen knows: this rumur would not look for progress");
    return good;
}

static bool begin_exploring(explore_bound *b) {
    char path[CLI_PATH];
    in_folder(b, "result.xml.new", path);
    b->raw = fopen(path, "w");
    b->parser = ex_parser_new();
    b->result = ex_parser_result(b->parser);
    return b->raw;
}

// What the checker has printed so far.
static void read_output(explore_bound *b) {
    char bytes[1 << 16];
    ssize_t n;
    while (b->output >= 0 && (n = read(b->output, bytes, sizeof bytes)) > 0) {
        fwrite(bytes, 1, (size_t)n, b->raw);
        ex_parser_feed(b->parser, bytes, (size_t)n);
    }
}

static void end_output(explore_bound *b) {
    if (b->output >= 0) close(b->output);
    if (b->raw) fclose(b->raw);
    b->output = -1;
    b->raw = NULL;
}

static explore_stage verdict_of_run(explore_bound *b) {
    char made[CLI_PATH], name[CLI_PATH];
    ex_parser_end(b->parser);
    if (!is_whole(b, b->result) || ex_parser_wrong(b->parser)) return EXPLORE_FAILED;
    in_folder(b, "result.xml.new", made);
    in_folder(b, "result.xml", name);
    if (rename(made, name) == 0) cli_seal_file(name, &b->key);
    return b->result->n_errors ? EXPLORE_VIOLATED : EXPLORE_HOLDS;
}

static void finish_bound(explore_bound *b, explore_stage stage) {
    b->stage = stage;
    end_output(b);
    clear_away(b);
    cli_unlock(b->lock);
    b->lock = -1;
}

static bool is_over_budget(const cg_pool_job *j) {
    return j->end.kind == CG_SIGNALLED && j->end.number == SIGXCPU;
}

// The process of a stage has ended: on to the next. False: there is none.
static bool start_next_stage(explore_bound *b, const explore_options *o, cg_pool_job *j) {
    char how[CG_END_TEXT];
    if (j->end.kind != CG_EXITED) say_in_log(b, cg_end_text(j->end, how));
    if (b->stage == EXPLORE_RUNS) {
        finish_bound(b, is_over_budget(j)          ? EXPLORE_LATE
                        : j->end.kind == CG_EXITED ? verdict_of_run(b)
                                                   : EXPLORE_FAILED);
        return false;
    }
    if (!cg_end_is(j->end, 0)) {
        finish_bound(b, EXPLORE_FAILED);
        return false;
    }
    b->stage++;
    const bool good = (b->stage != EXPLORE_CC || tune_checker(b)) &&
                      (b->stage != EXPLORE_RUNS || begin_exploring(b)) && start_stage_process(b, o, j);
    if (!good) finish_bound(b, EXPLORE_FAILED);
    return good;
}

// --------------------------------------------------------------------------------------------- all of them

typedef struct {
    explore_bound *bounds;
    size_t n;
    const explore_options *o;
    bool terminal;
} exploration;

// A table lists its bounds cheapest first: so one after the other in this order, but side by side the longest
// first.
static explore_bound *bound_of_job(const exploration *x, const cg_pool_job *j) {
    return &x->bounds[x->o->jobs > 1 ? x->n - 1 - j->number : j->number];
}

static bool begin_bound(void *work, cg_pool_job *j) {
    const exploration *x = work;
    explore_bound *b = bound_of_job(x, j);
    if (b->stage != EXPLORE_WAITS) return false;
    if (begin_unless_cached(b, x->o, j)) return true;
    cli_unlock(b->lock);
    b->lock = -1;
    return false;
}

static void read_bound_output(void *work, cg_pool_job *j) {
    read_output(bound_of_job(work, j));
}

static bool advance_bound(void *work, cg_pool_job *j) {
    const exploration *x = work;
    explore_bound *b = bound_of_job(x, j);
    bool started = false;
    b->seconds[b->stage] = j->seconds;
    if (b->raw) read_output(b);
    end_output(b);
    j->output = -1;
    switch (j->why) {
    case CG_POOL_ENDED: started = start_next_stage(b, x->o, j); break;
    case CG_POOL_LATE: finish_bound(b, EXPLORE_LATE); break;
    case CG_POOL_GIVEN_UP: finish_bound(b, EXPLORE_STOPPED); break;
    }
    if (!started && x->o->talk && j->why != CG_POOL_GIVEN_UP) explore_ended(b, x->terminal);
    return started;
}

static void show_exploration(void *work) {
    const exploration *x = work;
    explore_progress(x->bounds, x->n, x->terminal);
}

static bool is_violated(void *work) {
    const exploration *x = work;
    for (size_t i = 0; i < x->n; i++)
        if (x->bounds[i].stage == EXPLORE_VIOLATED) return true;
    return false;
}

void explore_all(explore_bound *b, size_t n, const explore_options *o) {
    exploration x = {.bounds = b, .n = n, .o = o, .terminal = isatty(2)};
    const cg_pool pool = {.n_jobs = n,
                          .slots = o->jobs,
                          .work = &x,
                          .begin = begin_bound,
                          .next = advance_bound,
                          .read = read_bound_output,
                          .tick = o->talk ? show_exploration : NULL,
                          .tick_ms = TICK_MS,
                          .decided = is_violated};
    cg_pool_run(&pool);
    for (size_t i = 0; i < n; i++)
        if (b[i].stage == EXPLORE_WAITS) b[i].stage = EXPLORE_STOPPED;
    if (o->talk && x.terminal) fputs("\r\033[K", stderr);
}

#include "explore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/murphi/murphi.h"

enum { TICK_MS = 100 };

// --------------------------------------------------------------------------------------------- preparation

bool explore_versions(char *out, size_t size) {
    static const char *const COMMANDS[] = {"rumur --version 2>&1", "cc --version 2>&1"};
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < 2; i++) {
        FILE *in = popen(COMMANDS[i], "r");
        char line[200];
        const bool good = in && fgets(line, sizeof line, in);
        while (good && fgetc(in) != EOF) continue;
        if (!in || pclose(in) != 0 || !good) {
            cli_error("'%s' does not work", COMMANDS[i]);
            return false;
        }
        n += (size_t)snprintf(out + n, size - n, "%.100s", line);
    }
    return true;
}

// The bound as its own design point has it: what it says of parameters holds there.
static const cg_bound *own(const explore_bound *b) {
    for (int i = 0; i < b->spec->n_bounds; i++) {
        if (!strcmp(b->spec->bounds[i].name, b->bound->name)) return &b->spec->bounds[i];
    }
    return b->bound;
}

static void emit(explore_bound *b) {
    size_t size = 0;
    FILE *out = open_memstream(&b->model, &size);
    const cg_murphi_options o = {.lines = b->lines,
                                 .values = b->values,
                                 .queue = b->queue,
                                 .cover = true,
                                 .liveness = b->bound->liveness,
                                 .grouped = true,
                                 .unjudged = b->unjudged,
                                 .orders = b->orders,
                                 .races_forbidden = b->races_forbidden,
                                 .atomics = b->atomics,
                                 .n_atomics = b->n_atomics,
                                 .sync = b->bound->sync,
                                 .beside = b->bound->beside,
                                 .watch = b->bound->watch,
                                 .words = b->bound->words,
                                 .anything = b->bound->anything,
                                 .off = b->bound->off,
                                 .n_off = b->bound->n_off,
                                 .only = own(b)->only};
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
static bool read_result(explore_bound *b) {
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
    emit(b);
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
    b->cached = !o->fresh && read_result(b);
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

// Starts the process of the bound's stage, in its folder, where temporary files stay, too. False: it cannot
// be.
static bool start(explore_bound *b, const explore_options *o) {
    const char *argv[EXPLORE_ARGS];
    char keep[2][CLI_PATH], how[CG_END_TEXT];
    int ends[2] = {-1, -1};
    cg_end end;
    // rumur's time goes into copies of trees, made and freed: a third of it is malloc's with the few small
    // blocks that are kept by default.
    const bool tuned = b->stage == EXPLORE_RUMUR && !getenv("GLIBC_TUNABLES");
    const char *const set[] = {"TMPDIR", b->folder, tuned ? "GLIBC_TUNABLES" : NULL,
                               "glibc.malloc.tcache_count=65535", NULL};
    command_of(b, o, keep, argv);
    if (o->talk && cli_verbose(o->c)) say_command(b, argv);
    if (b->stage == EXPLORE_RUNS && pipe(ends)) return false;
    for (int i = 0; i < 2 && ends[i] >= 0; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    const int log = open_log(b);
    const cg_command c = {.argv = (char *const *)argv,
                          .folder = b->folder,
                          .set = set,
                          .in = -1,
                          .out = ends[1] >= 0 ? ends[1] : log,
                          .err = log};
    b->started = cli_seconds();
    b->pid = cg_process_start(&c, &end);
    if (b->pid < 0) say_in_log(b, cg_end_text(end, how));
    if (log >= 0) close(log);
    if (ends[1] >= 0) {
        close(ends[1]);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
    b->output = ends[0];
    return b->pid > 0;
}

// True if it begins to run; false: another process has made the result meanwhile, or there is an error.
static bool begin(explore_bound *b, const explore_options *o) {
    char path[CLI_PATH];
    b->lock = cli_lock(b->folder);
    if (!o->fresh && read_result(b)) {
        b->cached = true;
        return false;
    }
    in_folder(b, "result.xml.seal", path);
    unlink(path);
    in_folder(b, "log", path);
    unlink(path);
    b->stage = EXPLORE_RUMUR;
    expect_scratch(b);
    if (start(b, o)) return true;
    clear_away(b);
    b->stage = EXPLORE_FAILED;
    return false;
}

// Changes the checker's text, note [covers] of gen/explore/tune.c. False: it cannot be.
static bool tune(const explore_bound *b) {
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

static explore_stage verdict(explore_bound *b) {
    char made[CLI_PATH], name[CLI_PATH];
    ex_parser_end(b->parser);
    if (!is_whole(b, b->result) || ex_parser_wrong(b->parser)) return EXPLORE_FAILED;
    in_folder(b, "result.xml.new", made);
    in_folder(b, "result.xml", name);
    if (rename(made, name) == 0) cli_seal_file(name, &b->key);
    return b->result->n_errors ? EXPLORE_VIOLATED : EXPLORE_HOLDS;
}

static bool is_running(const explore_bound *b) {
    return b->stage >= EXPLORE_RUMUR && b->stage <= EXPLORE_RUNS;
}

static void finish(explore_bound *b, explore_stage stage) {
    b->stage = stage;
    b->pid = 0;
    clear_away(b);
    cli_unlock(b->lock);
    b->lock = -1;
}

// The process of a stage has ended: on to the next.
static void advance(explore_bound *b, cg_end end, const explore_options *o) {
    char how[CG_END_TEXT];
    if (end.kind != CG_EXITED) say_in_log(b, cg_end_text(end, how));
    b->seconds[b->stage] = cli_seconds() - b->started;
    b->pid = 0;
    if (b->stage == EXPLORE_RUNS) {
        read_output(b);
        end_output(b);
        finish(b, end.kind == CG_EXITED ? verdict(b) : EXPLORE_FAILED);
        return;
    }
    if (!cg_end_is(end, 0)) {
        finish(b, EXPLORE_FAILED);
        return;
    }
    b->stage++;
    if ((b->stage == EXPLORE_CC && !tune(b)) || (b->stage == EXPLORE_RUNS && !begin_exploring(b)) ||
        !start(b, o))
        finish(b, EXPLORE_FAILED);
}

// Ends a bound's processes, politely first.
static void stop(explore_bound *b, explore_stage stage) {
    b->seconds[b->stage] = cli_seconds() - b->started;
    if (b->pid > 0) cg_process_stop(b->pid);
    if (b->raw) read_output(b);
    end_output(b);
    finish(b, stage);
}

// --------------------------------------------------------------------------------------------- all of them

static void wait_for_output(explore_bound *b, size_t n) {
    struct pollfd fds[64];
    nfds_t k = 0;
    for (size_t i = 0; i < n && k < 64; i++)
        if (b[i].output >= 0) fds[k++] = (struct pollfd){.fd = b[i].output, .events = POLLIN};
    poll(fds, k, TICK_MS);
}

static size_t running(const explore_bound *b, size_t n) {
    size_t sum = 0;
    for (size_t i = 0; i < n; i++) sum += is_running(&b[i]);
    return sum;
}

// Starts bounds while there is room for them. A table lists them cheapest first: so one after the other in
// this order, but side by side the longest first.
static void start_some(explore_bound *b, size_t n, const explore_options *o) {
    for (size_t i = 0; i < n && running(b, n) < (size_t)o->jobs; i++) {
        explore_bound *next = &b[o->jobs > 1 ? n - 1 - i : i];
        if (next->stage != EXPLORE_WAITS || begin(next, o)) continue;
        cli_unlock(next->lock);
        next->lock = -1;
    }
}

static void look_after(explore_bound *b, const explore_options *o) {
    cg_end end;
    if (b->stage == EXPLORE_RUNS) read_output(b);
    if (cg_process_ended(b->pid, &end))
        advance(b, end, o);
    else if (o->timeout > 0 &&
             b->seconds[EXPLORE_RUMUR] + b->seconds[EXPLORE_CC] + (cli_seconds() - b->started) > o->timeout)
        stop(b, EXPLORE_LATE);
}

static void stop_all(explore_bound *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (is_running(&b[i])) stop(&b[i], EXPLORE_STOPPED);
        if (b[i].stage == EXPLORE_WAITS) b[i].stage = EXPLORE_STOPPED;
    }
}

static bool is_violated(const explore_bound *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (b[i].stage == EXPLORE_VIOLATED) return true;
    return false;
}

void explore_all(explore_bound *b, size_t n, const explore_options *o) {
    const bool terminal = isatty(2);
    start_some(b, n, o);
    while (running(b, n) && !is_violated(b, n)) {
        wait_for_output(b, n);
        for (size_t i = 0; i < n; i++) {
            if (!is_running(&b[i])) continue;
            look_after(&b[i], o);
            if (o->talk && !is_running(&b[i])) explore_ended(&b[i], terminal);
        }
        if (o->talk) explore_progress(b, n, terminal);
        if (!is_violated(b, n)) start_some(b, n, o);
    }
    stop_all(b, n);
    if (o->talk && terminal) fputs("\r\033[K", stderr);
}

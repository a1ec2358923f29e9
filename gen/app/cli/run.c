// Other tools: are they there, run them, show how far they are.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/pool.h"
#include "cli.h"

// ------------------------------------------------------------------------------------------- are they there

static const struct {
    const char *tool, *package;
} packages[] = {
    {"verilator", "verilator"},
    {"yosys", "yosys"},
    {"berkeley-abc", "berkeley-abc"},
    {"make", "make"},
    {"g++", "g++"},
    {"iverilog", "iverilog"},
    {"dot", "graphviz"},
    {"rumur", "rumur"},
    {"cc", "gcc"},
    {"gnuplot", "gnuplot-nox"},
    {"sbatch", "slurm-client"},
    {"squeue", "slurm-client"},
};

static const char *package_of(const char *tool) {
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        if (!strcmp(packages[i].tool, tool)) return packages[i].package;
    }
    return tool;
}

bool cli_need(const char *const *tools) {
    bool all = true;
    for (; *tools; tools++) {
        if (cg_process_find(*tools, NULL, 0)) continue;
        cli_error("this needs %s, which is not installed (Debian package: %s)", *tools, package_of(*tools));
        all = false;
    }
    return all;
}

// -------------------------------------------------------------------------------------------------- running

int cli_jobs(const cli *c) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (int)cli_number(c, CLI_JOBS, processors > 0 ? (uint64_t)processors : 1, 1, 1024);
}

static void print_job_command(const cli_job *j) {
    fputs("+", stderr);
    for (char *const *a = j->argv; *a; a++) fprintf(stderr, strpbrk(*a, " $;") ? " '%s'" : " %s", *a);
    fputc('\n', stderr);
}

static void start_job(cli_job *j, const cli *c) {
    cg_command command = {.argv = j->argv, .folder = j->folder, .in = -1};
    if (cli_verbose(c)) print_job_command(j);
    j->started = cli_seconds();
    j->seconds = 0;
    j->end = (cg_end){CG_NOT_STARTED, 0};
    j->pid = -1;
    command.out = command.err = open(j->log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (command.out >= 0) {
        j->pid = cg_process_start(&command, &j->end);
        close(command.out);
    } else {
        j->end.number = errno;
        cli_error("%s: cannot be written: %s", j->log, strerror(errno));
    }
}

// What cli_run() does to its jobs.
typedef struct {
    cli_job *jobs;
    size_t n, begun, done;
    const cli *c;
    bool talk, terminal;
} run;

static const char *const SPIN[] = {"|", "/", "-", "\\"};
enum { TURN_MS = 200 };

// One line on a terminal, drawn again and again.
static void show_jobs(void *work) {
    static unsigned turn;
    const run *r = work;
    if (r->done == r->n) return;
    fprintf(stderr, "\r\033[K%s ", SPIN[turn++ % 4]);
    if (r->n > 1) fprintf(stderr, "%zu of %zu done  ", r->done, r->n);
    for (size_t i = 0; i < r->begun; i++) {
        const cli_job *j = &r->jobs[i];
        if (j->pid > 0) fprintf(stderr, "%s %.0f s  ", j->title, cli_seconds() - j->started);
    }
    fflush(stderr);
}

static void tell_end(const cli_job *j, bool terminal) {
    char how[CG_END_TEXT];
    const bool good = cg_end_is(j->end, 0);
    fprintf(stderr, "%s%s%s%s ", terminal ? "\r\033[K" : "", cli_color(stderr, good ? CLI_GREEN : CLI_RED),
            j->title, cli_color(stderr, CLI_PLAIN));
    if (j->end.kind == CG_EXITED)
        fprintf(stderr, "%s(%.1f s)\n", good ? "" : "failed ", j->seconds);
    else
        fprintf(stderr, "%s (%.1f s)\n", cg_end_text(j->end, how), j->seconds);
}

static void job_is_done(run *r, cli_job *j) {
    if (r->talk) tell_end(j, r->terminal);
    r->done++;
}

static bool begin_job(void *work, cg_pool_job *p) {
    run *r = work;
    cli_job *j = &r->jobs[p->number];
    start_job(j, r->c);
    r->begun = p->number + 1;
    p->pid = j->pid;
    if (j->pid < 0) job_is_done(r, j);
    return j->pid > 0;
}

static bool end_job(void *work, cg_pool_job *p) {
    run *r = work;
    cli_job *j = &r->jobs[p->number];
    j->end = p->end;
    j->seconds = p->seconds;
    j->pid = 0;
    job_is_done(r, j);
    return false;
}

bool cli_run(cli_job *jobs, size_t n, int parallel, const cli *c) {
    run r = {.jobs = jobs, .n = n, .c = c, .talk = !cli_quiet(c), .terminal = isatty(2)};
    const cg_pool pool = {.n_jobs = n,
                          .slots = parallel,
                          .work = &r,
                          .begin = begin_job,
                          .next = end_job,
                          .tick = r.talk && r.terminal ? show_jobs : NULL,
                          .tick_ms = TURN_MS};
    cg_pool_run(&pool);
    for (size_t i = 0; i < n; i++) {
        if (!cg_end_is(jobs[i].end, 0)) return false;
    }
    return true;
}

cg_end cli_run_here(char *const *argv, const char *folder, bool hide_output, const cli *c) {
    const cli_job j = {.argv = argv};
    const cg_command command = {
        .argv = argv, .folder = folder, .out = hide_output ? -1 : 1, .err = 2, .foreground = true};
    if (cli_verbose(c)) print_job_command(&j);
    return cg_process_run(&command);
}

void cli_print_tail(const char *path, int lines, FILE *out) {
    char *text = cli_read_file(path);
    if (!text) return;
    const char *p = text + strlen(text);
    for (int n = 0; p > text; p--) {
        if (p[-1] == '\n' && ++n > lines) break;
    }
    while (*p) { // long lines are commands: their beginning says enough
        const size_t len = strcspn(p, "\n");
        fprintf(out, "  %.*s%s\n", len > 160 ? 157 : (int)len, p, len > 160 ? "..." : "");
        p += len + (p[len] == '\n');
    }
    free(text);
}

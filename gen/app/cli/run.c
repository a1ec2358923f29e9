// Other tools: are they there, run them, show how far they are.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

static void print_command(const cli_job *j) {
    fputs("+", stderr);
    for (char *const *a = j->argv; *a; a++) fprintf(stderr, strpbrk(*a, " $;") ? " '%s'" : " %s", *a);
    fputc('\n', stderr);
}

// False: it could not be started, and has ended.
static bool start(cli_job *j, const cli *c) {
    cg_command command = {.argv = j->argv, .folder = j->folder, .in = -1};
    if (cli_verbose(c)) print_command(j);
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
    return j->pid > 0;
}

static const char *const SPIN[] = {"|", "/", "-", "\\"};

// One line on a terminal, drawn again and again.
static void show(const cli_job *jobs, size_t started, size_t n, size_t done) {
    static unsigned turn;
    fprintf(stderr, "\r\033[K%s ", SPIN[turn++ % 4]);
    if (n > 1) fprintf(stderr, "%zu of %zu done  ", done, n);
    for (size_t i = 0; i < started; i++) {
        if (jobs[i].pid > 0) fprintf(stderr, "%s %.0f s  ", jobs[i].title, cli_seconds() - jobs[i].started);
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

// Those of the running jobs that have ended. Returns how many.
static size_t reap(cli_job *jobs, size_t n, bool talk, bool terminal) {
    size_t done = 0;
    for (size_t i = 0; i < n; i++) {
        cli_job *j = &jobs[i];
        if (j->pid <= 0 || !cg_process_ended(j->pid, &j->end)) continue;
        j->seconds = cli_seconds() - j->started;
        j->pid = 0;
        if (talk) tell_end(j, terminal);
        done++;
    }
    return done;
}

bool cli_run(cli_job *jobs, size_t n, int parallel, const cli *c) {
    const bool talk = !cli_quiet(c), terminal = isatty(2);
    const struct timespec pause = {0, 50 * 1000 * 1000};
    size_t next = 0, done = 0;
    int running = 0;
    for (unsigned tick = 0; done < n; tick++) {
        for (; next < n && running < parallel; next++) {
            if (start(&jobs[next], c)) {
                running++;
            } else {
                if (talk) tell_end(&jobs[next], terminal);
                done++;
            }
        }
        const size_t now = reap(jobs, next, talk, terminal);
        done += now;
        running -= (int)now;
        if (talk && terminal && tick % 4 == 0 && done < n) show(jobs, next, n, done);
        if (done < n) nanosleep(&pause, NULL);
    }
    for (size_t i = 0; i < n; i++) {
        if (!cg_end_is(jobs[i].end, 0)) return false;
    }
    return true;
}

cg_end cli_run_here(char *const *argv, const char *folder, bool hide_output, const cli *c) {
    const cli_job j = {.argv = argv};
    const cg_command command = {
        .argv = argv, .folder = folder, .out = hide_output ? -1 : 1, .err = 2, .foreground = true};
    if (cli_verbose(c)) print_command(&j);
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

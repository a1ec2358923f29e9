// Other tools: are they there, run them, show how far they are.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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

static bool in_path(const char *tool) {
    const char *path = getenv("PATH");
    char file[CLI_PATH];
    for (const char *p = path ? path : "", *end; *p; p = *end ? end + 1 : end) {
        end = p + strcspn(p, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", (int)(end - p), p, tool) < CLI_PATH &&
            access(file, X_OK) == 0)
            return true;
    }
    return false;
}

bool cli_need(const char *const *tools) {
    bool all = true;
    for (; *tools; tools++) {
        if (in_path(*tools)) continue;
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

static void start(cli_job *j, const cli *c) {
    if (cli_verbose(c)) print_command(j);
    fflush(NULL);
    j->started = cli_seconds();
    j->pid = fork();
    if (j->pid != 0) {
        if (j->pid < 0) j->status = 127;
        return;
    }
    const int out = open(j->log, O_CREAT | O_WRONLY | O_APPEND, 0666), in = open("/dev/null", O_RDONLY);
    if (out < 0 || in < 0) _exit(127);
    dup2(in, 0);
    dup2(out, 1);
    dup2(out, 2);
    execvp(j->argv[0], j->argv);
    _exit(127);
}

static const char *const SPIN[] = {"|", "/", "-", "\\"};

// One line on a terminal, drawn again and again.
static void show(const cli_job *jobs, size_t n, size_t done) {
    static unsigned turn;
    fprintf(stderr, "\r\033[K%s ", SPIN[turn++ % 4]);
    if (n > 1) fprintf(stderr, "%zu of %zu done  ", done, n);
    for (size_t i = 0; i < n; i++) {
        if (jobs[i].pid > 0) fprintf(stderr, "%s %.0f s  ", jobs[i].title, cli_seconds() - jobs[i].started);
    }
    fflush(stderr);
}

static void ended(cli_job *j, int status, bool talk, bool terminal) {
    j->seconds = cli_seconds() - j->started;
    j->pid = 0;
    j->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (!talk) return;
    const char *good = j->status ? cli_color(stderr, CLI_RED) : cli_color(stderr, CLI_GREEN);
    fprintf(stderr, "%s%s%s%s %s(%.1f s)\n", terminal ? "\r\033[K" : "", good, j->title,
            cli_color(stderr, CLI_PLAIN), j->status ? "failed " : "", j->seconds);
}

// Those of the running jobs that have ended. Returns how many.
static size_t reap(cli_job *jobs, size_t n, bool talk, bool terminal) {
    size_t done = 0;
    for (size_t i = 0; i < n; i++) {
        int status;
        if (jobs[i].pid <= 0 || waitpid((pid_t)jobs[i].pid, &status, WNOHANG) != (pid_t)jobs[i].pid) continue;
        ended(&jobs[i], status, talk, terminal);
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
        for (; next < n && running < parallel; next++, running++) {
            start(&jobs[next], c);
            if (jobs[next].pid < 0) done++, running--;
        }
        const size_t now = reap(jobs, n, talk, terminal);
        done += now;
        running -= (int)now;
        if (talk && terminal && tick % 4 == 0 && done < n) show(jobs, n, done);
        if (done < n) nanosleep(&pause, NULL);
    }
    for (size_t i = 0; i < n; i++) {
        if (jobs[i].status) return false;
    }
    return true;
}

int cli_run_here(char *const *argv, bool hide_output, const cli *c) {
    cli_job j = {.argv = argv};
    int status;
    if (cli_verbose(c)) print_command(&j);
    fflush(NULL);
    const pid_t pid = fork();
    if (pid < 0) return 127;
    if (pid == 0) {
        const int null = hide_output ? open("/dev/null", O_WRONLY) : -1;
        if (null >= 0) dup2(null, 1);
        execvp(argv[0], argv);
        _exit(127);
    }
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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

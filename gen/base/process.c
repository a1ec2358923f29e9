#define _GNU_SOURCE // _Fork()
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"

enum { PATH_SIZE = 4096 + 256, PATIENCE_MS = 2000, TICK_MS = 10 };

// ----------------------------------------------------------------------------------------- what is running
// note [signals]: these lists change only while our signals are blocked, so the handler always finds them
// whole. The handler calls async-signal-safe functions only.

typedef struct {
    pid_t pid;
    bool foreground;
    bool limited; // it has a budget of its own
} child;

static struct {
    child *children;
    size_t n_children, room_children;
    char **temporaries;
    size_t n_temporaries, room_temporaries;
    const char *last_words;
} state;

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXCPU};
enum { N_SIGNALS = sizeof SIGNALS / sizeof *SIGNALS };

static void our_signals(sigset_t *set) {
    sigemptyset(set);
    for (int i = 0; i < N_SIGNALS; i++) sigaddset(set, SIGNALS[i]);
}

static sigset_t block_signals(void) {
    sigset_t ours, before;
    our_signals(&ours);
    sigprocmask(SIG_BLOCK, &ours, &before);
    return before;
}

static void unblock(const sigset_t *before) {
    sigprocmask(SIG_SETMASK, before, NULL);
}

static void forget_child(pid_t pid) {
    for (size_t i = 0; i < state.n_children; i++) {
        if (state.children[i].pid != pid) continue;
        state.children[i] = state.children[--state.n_children];
        break;
    }
}

static child child_of(pid_t pid) {
    for (size_t i = 0; i < state.n_children; i++)
        if (state.children[i].pid == pid) return state.children[i];
    return (child){.pid = pid};
}

// -------------------------------------------------------------------------------------- when we are ended

static void pause_ms(int ms) {
    const struct timespec t = {0, ms * 1000000L};
    nanosleep(&t, NULL);
}

static void signal_child(const child *c, int number) {
    const pid_t whom = c->foreground ? c->pid : -c->pid;
    kill(whom, number);
    kill(whom, SIGCONT); // one that was stopped
}

static void end_children(void) {
    size_t left = state.n_children;
    for (size_t i = 0; i < state.n_children; i++) signal_child(&state.children[i], SIGTERM);
    for (int ms = 0; left > 0 && ms < 2 * PATIENCE_MS; ms += TICK_MS) {
        for (size_t i = 0; i < state.n_children; i++) {
            child *c = &state.children[i];
            if (c->pid == 0 || waitpid(c->pid, NULL, WNOHANG) == 0) continue;
            if (!c->foreground) kill(-c->pid, SIGKILL); // what its group left behind
            c->pid = 0;
            left--;
        }
        if (left > 0) pause_ms(TICK_MS);
    }
    for (size_t i = 0; i < state.n_children; i++)
        if (state.children[i].pid > 0) signal_child(&state.children[i], SIGKILL);
    state.n_children = 0;
}

// opendir() is not async-signal-safe: folders are removed by rm.
static void remove_path(const char *path) {
    if (unlink(path) == 0 || errno == ENOENT || rmdir(path) == 0) return;
    const pid_t pid = _Fork();
    if (pid == 0) {
        execl("/bin/rm", "rm", "-rf", "--", path, (char *)NULL);
        _exit(127);
    }
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
}

static void leave_nothing(void) {
    end_children();
    for (size_t i = 0; i < state.n_temporaries; i++) remove_path(state.temporaries[i]);
    state.n_temporaries = 0;
}

static void on_signal(int number) {
    sigset_t one;
    leave_nothing();
    if (state.last_words && write(2, state.last_words, strlen(state.last_words)) < 0) state.last_words = NULL;
    signal(number, SIG_DFL);
    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &one, NULL); // here it ends
}

// A signal that our parent wants ignored (nohup) stays ignored.
static void watch_signals(void) {
    static bool done;
    struct sigaction a = {.sa_handler = on_signal};
    if (done) return;
    done = true;
    our_signals(&a.sa_mask);
    for (int i = 0; i < N_SIGNALS; i++) {
        struct sigaction old;
        if (sigaction(SIGNALS[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            sigaction(SIGNALS[i], &a, NULL);
    }
    atexit(leave_nothing);
}

void cg_process_last_words(const char *text) {
    const sigset_t before = block_signals();
    state.last_words = text;
    unblock(&before);
}

void cg_temporary_add(const char *path) {
    char *copy = cg_text_copy(path);
    watch_signals();
    const sigset_t before = block_signals();
    *CG_NEXT(state.temporaries, state.n_temporaries, state.room_temporaries) = copy;
    state.n_temporaries++;
    unblock(&before);
}

void cg_temporary_forget(const char *path) {
    const sigset_t before = block_signals();
    for (size_t i = 0; i < state.n_temporaries; i++) {
        if (strcmp(state.temporaries[i], path) != 0) continue;
        free(state.temporaries[i]);
        state.temporaries[i] = state.temporaries[--state.n_temporaries];
        break;
    }
    unblock(&before);
}

// ------------------------------------------------------------------------------------------------ starting

bool cg_process_find(const char *tool, char *out, size_t size) {
    const char *path = getenv("PATH");
    char file[PATH_SIZE];
    for (const char *p = path ? path : "", *end; *p; p = *end ? end + 1 : end) {
        end = p + strcspn(p, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", (int)(end - p), p, tool) >= PATH_SIZE) continue;
        if (access(file, X_OK) != 0) continue;
        return !out || (size_t)snprintf(out, size, "%s", file) < size;
    }
    return false;
}

static void limit_processor(unsigned long seconds) {
    const struct rlimit cpu = {.rlim_cur = seconds, .rlim_max = seconds + 5}, core = {0};
    if (seconds && setrlimit(RLIMIT_CPU, &cpu) == 0) setrlimit(RLIMIT_CORE, &core);
}

// In the child. What it cannot do it says through `report`, which exec closes.
static void become_command(const cg_command *c, const char *program, const sigset_t *mask, pid_t parent,
                           int report) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i < N_SIGNALS; i++) {
        struct sigaction a;
        if (sigaction(SIGNALS[i], NULL, &a) == 0 && a.sa_handler == on_signal) signal(SIGNALS[i], SIG_DFL);
    }
    if (!c->foreground) setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
    for (const char *const *s = c->set; s && *s; s += 2) setenv(s[0], s[1], 1);
    bool good = null >= 0;
    const int fds[] = {c->in, c->out, c->err};
    int from[3];
    for (int i = 0; i < 3; i++) { // above 2 first, so that none is overwritten before it is used
        from[i] = fds[i] < 0 ? -1 : fcntl(fds[i], F_DUPFD_CLOEXEC, 3);
        if (from[i] < 0) from[i] = fcntl(null, F_DUPFD_CLOEXEC, 3); // where we have none ourselves, too
    }
    for (int i = 0; good && i < 3; i++) good = dup2(from[i], i) == i;
    limit_processor(c->budget);
    sigprocmask(SIG_SETMASK, mask, NULL);
    if (good && (!c->folder || chdir(c->folder) == 0)) execv(program, c->argv);
    const int why = errno;
    if (write(report, &why, sizeof why) < 0) _exit(126);
    _exit(127);
}

static void add_child(pid_t pid, const cg_command *c) {
    *CG_NEXT(state.children, state.n_children, state.room_children) =
        (child){pid, c->foreground, c->budget != 0};
    state.n_children++;
}

static long not_started(cg_end *end, int why) {
    *end = (cg_end){CG_NOT_STARTED, why};
    return -1;
}

long cg_process_start(const cg_command *c, cg_end *end) {
    char found[PATH_SIZE];
    const char *program = c->argv[0];
    int ends[2], why = 0;
    if (!strchr(program, '/')) {
        if (!cg_process_find(program, found, sizeof found)) return not_started(end, ENOENT);
        program = found;
    }
    if (pipe2(ends, O_CLOEXEC)) return not_started(end, errno);
    watch_signals();
    fflush(NULL);
    const pid_t parent = getpid();
    const sigset_t before = block_signals();
    const pid_t pid = fork();
    if (pid == 0) become_command(c, program, &before, parent, ends[1]);
    if (pid > 0 && !c->foreground) setpgid(pid, pid);
    if (pid > 0) add_child(pid, c);
    const int error = errno;
    unblock(&before);
    close(ends[1]);
    if (pid > 0) {
        while (read(ends[0], &why, sizeof why) < 0 && errno == EINTR) continue;
    }
    close(ends[0]);
    if (pid < 0) return not_started(end, error);
    if (why == 0) return pid;
    (void)cg_process_wait(pid);
    return not_started(end, why);
}

// ------------------------------------------------------------------------------------------ how it ended

// A budget is for a process and for each that it starts: where a child has used up ours, so have we.
static void end_with(int status, const child *c) {
    struct rlimit ours;
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGXCPU || c->limited) return;
    if (getrlimit(RLIMIT_CPU, &ours) == 0 && ours.rlim_cur != RLIM_INFINITY) raise(SIGXCPU);
}

// Takes the child from the kernel and from the list at once, note [signals].
static cg_end take_end(pid_t pid) {
    int status = 0;
    const sigset_t before = block_signals();
    const child c = child_of(pid);
    if (!c.foreground) kill(-pid, SIGKILL); // what its group left behind
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    forget_child(pid);
    unblock(&before);
    end_with(status, &c);
    if (WIFEXITED(status)) return (cg_end){CG_EXITED, WEXITSTATUS(status)};
    return (cg_end){CG_SIGNALLED, WTERMSIG(status)};
}

bool cg_process_ended(long pid, cg_end *end) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) || info.si_pid == 0) return false;
    *end = take_end((pid_t)pid);
    return true;
}

cg_end cg_process_wait(long pid) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR) continue;
    return take_end((pid_t)pid);
}

cg_end cg_process_run(const cg_command *c) {
    cg_end end;
    const long pid = cg_process_start(c, &end);
    return pid < 0 ? end : cg_process_wait(pid);
}

bool cg_process_first_line(char *const *argv, const char *folder, bool errors, char *out, size_t size) {
    FILE *said = tmpfile();
    if (!said) return false;
    const cg_command c = {
        .argv = argv, .folder = folder, .in = -1, .out = fileno(said), .err = errors ? fileno(said) : -1};
    bool good = cg_end_is(cg_process_run(&c), 0);
    rewind(said);
    good = good && fgets(out, (int)size, said);
    fclose(said);
    return good;
}

void cg_process_stop(long pid) {
    const child c = child_of((pid_t)pid);
    cg_end end;
    signal_child(&c, SIGTERM);
    for (int ms = 0; !cg_process_ended(pid, &end); ms += TICK_MS) {
        if (ms >= PATIENCE_MS) signal_child(&c, SIGKILL);
        pause_ms(TICK_MS);
    }
}

const char *cg_end_text(cg_end e, char out[CG_END_TEXT]) {
    if (e.kind == CG_EXITED)
        snprintf(out, CG_END_TEXT, "exit status %d", e.number);
    else if (e.kind == CG_SIGNALLED)
        snprintf(out, CG_END_TEXT, "ended by signal %d (%s)", e.number, strsignal(e.number));
    else
        snprintf(out, CG_END_TEXT, "could not be started: %s", strerror(e.number));
    return out;
}

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cg_seconds(void) {
    return seconds_of(CLOCK_MONOTONIC);
}

double cg_processor_seconds(void) {
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

// Processes: how they ended is told apart, nothing goes to a shell, nothing is left when a signal ends us.
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"
#include "folder.h"

TestSuite(process, .init = make_folder, .fini = remove_folder);

static cg_end run_shell(const char *script) {
    char *const argv[] = {"sh", "-c", (char *)script, NULL};
    return cg_process_run(&(cg_command){.argv = argv, .folder = folder, .in = -1, .out = -1, .err = -1});
}

static const char *write_program(const char *text, mode_t mode) {
    static char path[128];
    snprintf(path, sizeof path, "%s/program", folder);
    FILE *out = fopen(path, "w");
    cr_assert(out && fputs(text, out) >= 0 && fclose(out) == 0 && chmod(path, mode) == 0);
    return path;
}

static cg_end run_file(const char *path) {
    char *const argv[] = {(char *)path, NULL};
    return cg_process_run(&(cg_command){.argv = argv, .in = -1, .out = -1, .err = -1});
}

static void pause_ms(int ms) {
    nanosleep(&(struct timespec){0, ms * 1000000L}, NULL);
}

// The pid in a file of the folder, as soon as it is whole.
static pid_t pid_in(const char *name) {
    char path[128];
    int pid = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    while (pid == 0) {
        FILE *in = fopen(path, "r");
        char end = 0;
        if (in && (fscanf(in, "%d%c", &pid, &end) != 2 || end != '\n')) pid = 0;
        if (in) fclose(in);
        if (pid == 0) pause_ms(10);
    }
    return pid;
}

// It is gone, or dead and waits for whoever inherited it.
static bool is_gone(pid_t pid) {
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *in = fopen(path, "r");
    if (in && fscanf(in, "%*d %*s %c", &state) != 1) state = 0;
    if (in) fclose(in);
    return state == 0 || state == 'Z' || state == 'X';
}

static bool file_is_there(const char *name) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

Test(process, an_exit_status_is_no_signal) {
    char text[CG_END_TEXT];
    cg_end e = run_shell("exit 137");
    cr_assert(e.kind == CG_EXITED && e.number == 137);
    cr_assert_str_eq(cg_end_text(e, text), "exit status 137");
    e = run_shell("kill -KILL $$");
    cr_assert(e.kind == CG_SIGNALLED && e.number == SIGKILL);
    cr_assert_str_eq(cg_end_text(e, text), "ended by signal 9 (Killed)");
    e = run_shell("exit 127");
    cr_assert(e.kind == CG_EXITED && e.number == 127);
}

Test(process, no_shell_takes_what_is_no_program) {
    static const char *const TEXTS[] = {"", "exit 0\n", "\177EL"};
    for (size_t i = 0; i < 3; i++) {
        const cg_end e = run_file(write_program(TEXTS[i], 0755));
        cr_assert(e.kind == CG_NOT_STARTED && e.number == ENOEXEC, "text %zu", i);
    }
    cr_assert(cg_end_is(run_file(write_program("#!/bin/sh\nexit 5\n", 0755)), 5));
}

Test(process, what_is_not_there_is_not_started) {
    cr_assert(run_file("no-such-tool-as-this").kind == CG_NOT_STARTED);
    cr_assert(run_file("/nonexistent/program").number == ENOENT);
    cr_assert(run_file(write_program("#!/bin/sh\n", 0644)).number == EACCES);
}

Test(process, works_where_it_is_told_with_what_it_is_told) {
    const char *const set[] = {"COHGEN_TEST", "it's a value", NULL};
    char *const argv[] = {"sh", "-c", "test \"$COHGEN_TEST\" = \"it's a value\" && echo $$ >here", NULL};
    const cg_command c = {.argv = argv, .folder = folder, .set = set, .in = -1, .out = -1, .err = -1};
    cr_assert(cg_end_is(cg_process_run(&c), 0));
    cr_assert(file_is_there("here"));
}

enum { HANGS = 300 }; // seconds: what is not ended in so many never is

Test(process, stop_ends_the_whole_group, .timeout = HANGS) {
    char *const argv[] = {"sh", "-c", "sleep 1000 & echo $! >child; wait", NULL};
    cg_end end;
    const long pid =
        cg_process_start(&(cg_command){.argv = argv, .folder = folder, .in = -1, .out = -1, .err = -1}, &end);
    cr_assert(pid > 0);
    const pid_t below = pid_in("child");
    cg_process_stop(pid);
    while (!is_gone(below)) pause_ms(10); // hangs, and the stage fails, if it is not ended
    cr_assert(is_gone((pid_t)pid));
}

// A process as cohgen is: a child that runs on, temporaries. It never returns.
static void be_cohgen(void) {
    char *const argv[] = {"sh", "-c", "sleep 1000 & echo $! >child; wait", NULL};
    char file[128], inner[128], kept[128];
    cg_end end;
    const cg_command c = {.argv = argv, .folder = folder, .in = -1, .out = -1, .err = -1};
    snprintf(file, sizeof file, "%s/temporary", folder);
    snprintf(inner, sizeof inner, "%s/temporary/it's inside", folder);
    snprintf(kept, sizeof kept, "%s/kept", folder);
    if (mkdir(file, 0700) || mkdir(inner, 0700) || mkdir(kept, 0700)) _exit(9);
    cg_temporary_add(file);
    cg_temporary_add(kept);
    cg_temporary_forget(kept);
    if (cg_process_start(&c, &end) < 0) _exit(9);
    for (;;) pause();
}

static void end_one_with(int number, int expected_signal) {
    const pid_t pid = fork();
    int status;
    cr_assert(pid >= 0);
    if (pid == 0) {
        signal(number, SIG_DFL); // nohup, or a shell's background: it may be ignored where the tests are run
        be_cohgen();
    }
    const pid_t below = pid_in("child");
    cr_assert(!is_gone(below));
    kill(pid, number);
    cr_assert(waitpid(pid, &status, 0) == pid);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == expected_signal);
    if (number != SIGKILL) {
        while (!is_gone(below)) pause_ms(10); // killed, and reaped by another; hangs if it is not ended
        cr_assert(!file_is_there("temporary"));
        cr_assert(file_is_there("kept"));
    }
}

Test(process, sigterm_leaves_nothing, .timeout = HANGS) {
    end_one_with(SIGTERM, SIGTERM);
}

Test(process, sigint_leaves_nothing, .timeout = HANGS) {
    end_one_with(SIGINT, SIGINT);
}

Test(process, sighup_leaves_nothing, .timeout = HANGS) {
    end_one_with(SIGHUP, SIGHUP);
}

Test(process, an_ignored_signal_stays_ignored) {
    signal(SIGHUP, SIG_IGN);
    cg_temporary_add("/nonexistent/file");
    raise(SIGHUP);
    cg_temporary_forget("/nonexistent/file");
}

static cg_end spin(unsigned long budget) {
    char *const argv[] = {"sh", "-c", "while :; do :; done", NULL};
    const cg_command c = {.argv = argv, .in = -1, .out = -1, .err = -1, .budget = budget};
    return cg_process_run(&c);
}

Test(process, a_budget_ends_a_child_alone, .timeout = HANGS) {
    const cg_end end = spin(1);
    cr_assert(end.kind == CG_SIGNALLED && end.number == SIGXCPU);
}

// What cohgen was given for itself and all below it has been used up below it.
Test(process, a_child_uses_up_our_budget, .timeout = HANGS) {
    const pid_t pid = fork();
    int status;
    cr_assert(pid >= 0);
    if (pid == 0) {
        const struct rlimit cpu = {1, 6};
        if (setrlimit(RLIMIT_CPU, &cpu) == 0) spin(0);
        _exit(1);
    }
    cr_assert(waitpid(pid, &status, 0) == pid);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU);
}

// The process pool: every job runs once, in a slot of its own; how it ended is told to its job and to no
// other; nothing is left when the pool is ended early, or when a signal ends us.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/pool.h"

enum { HANGS = 300 }; // seconds: what is not ended in so many never is

// A list of shell scripts; a job is one of them, or all those with its number modulo `jobs`, one after the
// other.
typedef struct {
    const char *const *scripts;
    size_t n_scripts, n_jobs;
    int slots;
    double patience;
    int decides; // this exit status of any job ends the pool; 0: none
    // What became of it:
    size_t *next; // by job: script that it is at
    cg_end *ends; // by script
    cg_pool_why *whys;
    size_t *order;   // scripts as they ended
    size_t *started; // scripts as they started
    size_t n_ended, n_started;
    int *holders; // by slot: jobs that have it
    int running, most_running;
    bool decided;
} work;

static void open_work(work *w) {
    w->next = cg_array_new(w->n_jobs, sizeof *w->next);
    w->ends = cg_array_new(w->n_scripts, sizeof *w->ends);
    w->whys = cg_array_new(w->n_scripts, sizeof *w->whys);
    w->order = cg_array_new(w->n_scripts, sizeof *w->order);
    w->started = cg_array_new(w->n_scripts, sizeof *w->started);
    w->holders = cg_array_new((size_t)w->slots, sizeof *w->holders);
}

static void close_work(work *w) {
    CG_FREE(w->next, w->ends, w->whys, w->order, w->started, w->holders);
}

static bool start_script(work *w, cg_pool_job *j) {
    const size_t i = w->next[j->number];
    char *const argv[] = {"sh", "-c", (char *)w->scripts[i], NULL};
    j->patience = w->patience;
    j->pid = cg_process_start(&(cg_command){.argv = argv, .in = -1, .out = -1, .err = -1}, &w->ends[i]);
    cr_assert(j->pid > 0);
    w->started[w->n_started++] = i;
    return true;
}

static bool begin(void *x, cg_pool_job *j) {
    work *w = x;
    cr_assert(j->slot >= 0 && j->slot < w->slots);
    cr_assert_eq(w->holders[j->slot]++, 0, "slot %d has two jobs", j->slot);
    if (++w->running > w->most_running) w->most_running = w->running;
    w->next[j->number] = j->number;
    return start_script(w, j);
}

static bool next(void *x, cg_pool_job *j) {
    work *w = x;
    const size_t i = w->next[j->number];
    w->whys[i] = j->why;
    if (j->why == CG_POOL_ENDED) w->ends[i] = j->end;
    w->order[w->n_ended++] = i;
    w->decided |= w->decides && cg_end_is(j->end, w->decides);
    w->next[j->number] += w->n_jobs;
    if (j->why == CG_POOL_ENDED && w->next[j->number] < w->n_scripts) return start_script(w, j);
    w->holders[j->slot]--;
    w->running--;
    return false;
}

static bool is_decided(void *x) {
    return ((const work *)x)->decided;
}

static void run_all(work *w) {
    open_work(w);
    cg_pool_run(&(cg_pool){.n_jobs = w->n_jobs,
                           .slots = w->slots,
                           .work = w,
                           .begin = begin,
                           .next = next,
                           .decided = is_decided});
    cr_assert_eq(w->running, 0);
}

#define LENGTH(A) (sizeof(A) / sizeof *(A))

Test(pool, a_signal_is_told_to_the_job_that_it_ended, .timeout = HANGS) {
    static const char *const SCRIPTS[] = {"exit 0", "kill -KILL $$", "exit 137", "exit 3"};
    work w = {.scripts = SCRIPTS, .n_scripts = 4, .n_jobs = 4, .slots = 2};
    run_all(&w);
    cr_assert(cg_end_is(w.ends[0], 0));
    cr_assert(w.ends[1].kind == CG_SIGNALLED && w.ends[1].number == SIGKILL);
    cr_assert(cg_end_is(w.ends[2], 137) && cg_end_is(w.ends[3], 3));
    close_work(&w);
}

Test(pool, more_jobs_than_slots, .timeout = HANGS) {
    const char *scripts[40];
    for (size_t i = 0; i < LENGTH(scripts); i++) scripts[i] = i % 2 ? "sleep 0.02; exit 5" : "exit 4";
    work w = {.scripts = scripts, .n_scripts = LENGTH(scripts), .n_jobs = LENGTH(scripts), .slots = 3};
    run_all(&w);
    cr_assert_eq(w.n_started, LENGTH(scripts));
    cr_assert_eq(w.n_ended, LENGTH(scripts));
    cr_assert_eq(w.most_running, 3);
    for (size_t i = 0; i < LENGTH(scripts); i++) {
        cr_assert_eq(w.started[i], i, "they begin in their order");
        cr_assert(cg_end_is(w.ends[i], i % 2 ? 5 : 4));
    }
    close_work(&w);
}

Test(pool, more_slots_than_jobs_and_no_job_at_all, .timeout = HANGS) {
    static const char *const SCRIPTS[] = {"exit 1", "exit 2"};
    work w = {.scripts = SCRIPTS, .n_scripts = 2, .n_jobs = 2, .slots = 100};
    run_all(&w);
    cr_assert(cg_end_is(w.ends[0], 1) && cg_end_is(w.ends[1], 2));
    close_work(&w);
    cg_pool_run(&(cg_pool){.slots = 1, .begin = begin, .next = next});
}

// The first ends last: its result is its own all the same.
Test(pool, results_are_by_number_whoever_ends_first, .timeout = HANGS) {
    static const char *const SLOW[] = {"sleep 2; exit 10", "exit 11", "exit 12"};
    work w = {.scripts = SLOW, .n_scripts = 3, .n_jobs = 3, .slots = 2};
    run_all(&w);
    cr_assert_eq(w.order[2], 0);
    for (size_t i = 0; i < 3; i++) cr_assert(cg_end_is(w.ends[i], 10 + (int)i));
    close_work(&w);
}

Test(pool, a_job_of_several_processes_has_one_slot, .timeout = HANGS) {
    static const char *const SCRIPTS[] = {"exit 1", "exit 2", "exit 3", "exit 4", "exit 5", "exit 6"};
    work w = {.scripts = SCRIPTS, .n_scripts = 6, .n_jobs = 2, .slots = 1};
    run_all(&w);
    static const size_t WANTED[] = {0, 2, 4, 1, 3, 5};
    for (size_t i = 0; i < 6; i++) {
        cr_assert_eq(w.order[i], WANTED[i]);
        cr_assert(cg_end_is(w.ends[i], 1 + (int)i));
    }
    close_work(&w);
}

Test(pool, one_that_takes_too_long_is_stopped, .timeout = HANGS) {
    static const char *const SCRIPTS[] = {"sleep 1000", "exit 0"};
    work w = {.scripts = SCRIPTS, .n_scripts = 2, .n_jobs = 2, .slots = 1, .patience = 1};
    run_all(&w);
    cr_assert_eq(w.whys[0], CG_POOL_LATE);
    close_work(&w);
}

Test(pool, a_decision_gives_up_those_that_run_and_those_to_come, .timeout = HANGS) {
    static const char *const SCRIPTS[] = {"sleep 1000", "sleep 0.1; exit 7", "exit 1",
                                          "exit 2",     "sleep 1000",        "exit 3"};
    work w = {.scripts = SCRIPTS, .n_scripts = 6, .n_jobs = 6, .slots = 2, .decides = 1};
    run_all(&w);
    cr_assert_eq(w.n_started, 3);
    cr_assert_eq(w.whys[0], CG_POOL_GIVEN_UP);
    cr_assert(w.whys[2] == CG_POOL_ENDED && cg_end_is(w.ends[2], 1));
    close_work(&w);
}

static bool never_begins(void *x, cg_pool_job *j) {
    ++*(size_t *)x;
    return j->pid > 0;
}

Test(pool, a_job_may_need_no_process, .timeout = HANGS) {
    size_t n = 0;
    cg_pool_run(&(cg_pool){.n_jobs = 1000, .slots = 2, .work = &n, .begin = never_begins, .next = next});
    cr_assert_eq(n, 1000);
}

// -------------------------------------------------------------------------------------------- outputs, ticks

typedef struct {
    char text[64];
    size_t n;
    int ticks, output;
} heard;

static bool begin_speaking(void *x, cg_pool_job *j) {
    heard *h = x;
    cg_end end;
    int ends[2];
    char *const argv[] = {"sh", "-c", "printf one; sleep 0.3; printf two; exec >&-; sleep 0.3", NULL};
    cr_assert(pipe(ends) == 0);
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    j->pid = cg_process_start(&(cg_command){.argv = argv, .in = -1, .out = ends[1], .err = -1}, &end);
    close(ends[1]);
    j->output = h->output = ends[0];
    return j->pid > 0;
}

static void read_some(void *x, cg_pool_job *j) {
    heard *h = x;
    const ssize_t n = read(j->output, h->text + h->n, sizeof h->text - 1 - h->n);
    if (n > 0) h->n += (size_t)n;
}

static bool hear_the_end(void *x, cg_pool_job *j) {
    (void)x;
    return !cg_end_is(j->end, 0);
}

static void count_tick(void *x) {
    ((heard *)x)->ticks++;
}

// It does not spin at the end of the output either: the processor is idle while the process goes on.
Test(pool, output_is_read_as_it_comes, .timeout = HANGS) {
    heard h = {.output = -1};
    const double before = cg_processor_seconds(), started = cg_seconds();
    cg_pool_run(&(cg_pool){.n_jobs = 1,
                           .slots = 1,
                           .work = &h,
                           .begin = begin_speaking,
                           .next = hear_the_end,
                           .read = read_some,
                           .tick = count_tick,
                           .tick_ms = 20});
    close(h.output);
    cr_assert_str_eq(h.text, "onetwo");
    cr_assert_gt(h.ticks, 2);
    cr_assert_lt(cg_processor_seconds() - before, 0.5 * (cg_seconds() - started));
}

// -------------------------------------------------------------------------------------------- ended by a
// signal

static char file[64];

// A process as cohgen is, with a pool that runs two jobs. It never returns.
static void be_cohgen(void) {
    char script[128];
    const char *scripts[2] = {script, script};
    snprintf(script, sizeof script, "echo $$ >>%s; sleep 1000", file);
    work w = {.scripts = scripts, .n_scripts = 2, .n_jobs = 2, .slots = 2};
    signal(SIGTERM, SIG_DFL);
    run_all(&w);
    _exit(9);
}

// The pids in the file, as soon as there are two.
static void read_pids(int pids[2]) {
    int n = 0;
    while (n < 2) {
        FILE *in = fopen(file, "r");
        char end[2] = "";
        for (n = 0; in && n < 2 && fscanf(in, "%d%c", &pids[n], &end[n]) == 2 && end[n] == '\n';) n++;
        if (in) fclose(in);
        nanosleep(&(struct timespec){0, 10 * 1000 * 1000}, NULL);
    }
}

Test(pool, sigterm_ends_the_children, .timeout = HANGS) {
    int pids[2], status;
    strcpy(file, "/tmp/cohgen-pool-XXXXXX");
    const int fd = mkstemp(file);
    cr_assert(fd >= 0);
    close(fd);
    const pid_t pid = fork();
    if (pid == 0) be_cohgen();
    read_pids(pids);
    for (int i = 0; i < 2; i++) cr_assert(kill(pids[i], 0) == 0);
    kill(pid, SIGTERM);
    cr_assert(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    for (int i = 0; i < 2; i++) cr_assert(kill(pids[i], 0) < 0, "job %d runs on", i);
    unlink(file);
}

// The points of a sweep as tasks of Slurm job arrays, and waiting for them.
//
// Nothing is noted of a job but its name, in which the sweep's content is: a sweep that is started again asks
// squeue which of its tasks are still waiting or running, waits for those, and submits what is neither done
// nor there. A task leaves its result in the cache as any worker does; that file, not Slurm, says that it is
// done.
//
// Slurm numbers the tasks of an array from 0 to MaxArraySize - 1, 1000 if nobody changed it: longer sweeps
// are several arrays.
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

#include "sweep.h"

enum { ARRAY = 1000 };   // tasks of an array
enum { PATIENCE = 120 }; // seconds that squeue may fail for
enum {
    ASK_LEAST = 2,
    ASK_MOST = 15,
    SETTLE = 3
}; // seconds between questions; for a shared folder to show files

typedef enum { GONE, WAITING, RUNNING } task_state;

typedef struct {
    sweep *s;
    const sweep_place *at;
    const cli *c;
    cli silent; // `c` with --quiet: for tools that we ask
    char script[CLI_PATH + 16], answer[CLI_PATH + 32];
    sweep_point **todo;
    int n;
    task_state *state; // of each of todo
    double *gone;      // since when a point without a result has no task either; 0: it has
} slurm;

static void open_slurm(slurm *k, sweep *s, const sweep_place *at, const cli *c) {
    static const char *yes[] = {""};
    *k = (slurm){.s = s, .at = at, .c = c, .silent = *c};
    k->silent.options[CLI_QUIET].values = yes;
    k->silent.options[CLI_QUIET].n = 1;
    snprintf(k->script, sizeof k->script, "%s/job.sh", at->folder);
    snprintf(k->answer, sizeof k->answer, "%s/answer-%ld", at->folder, (long)getpid());
}

// ------------------------------------------------------------------------------------------------ questions

static int point_index(const slurm *k, int i) {
    return (int)(k->todo[i] - k->s->points);
}

static const char *array_name(const slurm *k, int array) {
    return cg_arena_printf(k->s->arena, "cohgen-%s-%s-%d", k->s->name, k->at->id, array * ARRAY);
}

static const char *all_names(const slurm *k) {
    const char *text = array_name(k, 0);
    for (int a = 1; a * ARRAY < k->s->n_points; a++)
        text = cg_arena_printf(k->s->arena, "%s,%s", text, array_name(k, a));
    return text;
}

// What a command printed, to be freed; NULL: it failed, and `said` (may be NULL) is the text.
static char *ask_slurm(slurm *k, const char *const *argv, char **said) {
    cli_job job = {.title = argv[0], .argv = (char *const *)argv, .log = k->answer};
    unlink(k->answer);
    const bool good = cli_run(&job, 1, 1, &k->silent);
    char *text = cli_read_file(k->answer);
    unlink(k->answer);
    if (said) *said = NULL;
    if (good && text) return text;
    if (said)
        *said = text;
    else
        free(text);
    return NULL;
}

static void note_task(slurm *k, const char *name, int task, const char *state) {
    const char *dash = strrchr(name, '-');
    const int index = task + (dash ? atoi(dash + 1) : 0);
    for (int i = 0; i < k->n; i++)
        if (point_index(k, i) == index) k->state[i] = !strcmp(state, "PENDING") ? WAITING : RUNNING;
}

// Which tasks are there. False: Slurm does not answer.
static bool look_at_queue(slurm *k) {
    const char *const argv[] = {"squeue",     "--me", "--noheader", "--array", "--name",
                                all_names(k), "-o",   "%j %K %T",   NULL};
    char *text = ask_slurm(k, argv, NULL), *save = NULL;
    if (!text) return false;
    for (int i = 0; i < k->n; i++) k->state[i] = GONE;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char name[400], state[40];
        int task;
        if (sscanf(line, "%399s %d %39s", name, &task, state) == 3) note_task(k, name, task, state);
    }
    free(text);
    return true;
}

// -------------------------------------------------------------------------------------------- submitting

// Between apostrophes, for a shell.
static void put_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text, out);
    fputc('\'', out);
}

static bool write_job_script(const slurm *k) {
    char here[CLI_PATH];
    int n;
    const char **words = sweep_words(k->s, k->at, k->c, &n);
    FILE *out = getcwd(here, sizeof here) ? fopen(k->script, "w") : NULL;
    if (!out) return false;
    fputs(
        "#!/bin/sh\n# One task is one point; $1 is the index of the first point of this array.\nCOHGEN_HOME=",
        out);
    put_quoted(out, cli_home());
    fputs("\nCOHGEN_CACHE=", out);
    put_quoted(out, cli_cache());
    fputs("\nexport COHGEN_HOME COHGEN_CACHE\ncd ", out);
    put_quoted(out, here);
    fputs(" || exit 3\nexec", out);
    for (int i = 0; i < n; i++) {
        fputc(' ', out);
        put_quoted(out, words[i]);
    }
    fputs(" --jobs=\"${SLURM_CPUS_PER_TASK:-1}\" --point-index \"$(($1 + SLURM_ARRAY_TASK_ID))\"\n", out);
    return fclose(out) == 0;
}

// "0-3,7": the points of this array that are to be submitted; "" if there are none. A task that is gone may
// have left its result since we looked.
static const char *task_list(const slurm *k, int array) {
    bool wanted[ARRAY + 1] = {false};
    const char *text = "";
    for (int i = 0; i < k->n; i++)
        if (k->state[i] == GONE && point_index(k, i) / ARRAY == array && !sweep_load(k->s, k->todo[i]))
            wanted[point_index(k, i) % ARRAY] = true;
    for (int i = 0; i < ARRAY; i++) {
        const int first = i;
        if (!wanted[i]) continue;
        while (wanted[i + 1]) i++;
        text = cg_arena_printf(k->s->arena, "%s%s%d", text, *text ? "," : "", first);
        if (i > first) text = cg_arena_printf(k->s->arena, "%s-%d", text, i);
    }
    return text;
}

static int submit_array(slurm *k, int array, const char *list) {
    cg_arena *a = k->s->arena;
    const char **argv = NULL;
    int n = 0;
    const char *limit = cli_has(k->c, CLI_JOBS) ? cg_arena_printf(a, "%%%d", cli_jobs(k->c)) : "";
    const char *const words[] = {"sbatch",
                                 "--parsable",
                                 "--job-name",
                                 array_name(k, array),
                                 cg_arena_printf(a, "--array=%s%s", list, limit),
                                 "--output",
                                 cg_arena_printf(a, "%s/%d-%%a.log", k->at->folder, array * ARRAY)};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) *CG_PUSH(a, argv, n) = words[i];
    for (size_t i = 0; i < k->c->options[CLI_SBATCH].n; i++)
        *CG_PUSH(a, argv, n) = k->c->options[CLI_SBATCH].values[i];
    *CG_PUSH(a, argv, n) = k->script;
    *CG_PUSH(a, argv, n) = cg_arena_printf(a, "%d", array * ARRAY);
    *CG_PUSH(a, argv, n) = NULL;
    char *said = NULL, *id = ask_slurm(k, argv, &said);
    if (!id) cli_error("sbatch refuses the job: %s", said && *said ? said : "it said nothing");
    if (id && !cli_quiet(k->c))
        fprintf(stderr, "Slurm job %.*s: tasks %s\n", (int)strcspn(id, ";\n"), id, list);
    const bool good = id != NULL;
    CG_FREE(said, id);
    return good ? CLI_OK : CLI_NO_TOOL;
}

static int submit(slurm *k) {
    int there = 0, status = CLI_OK;
    if (!write_job_script(k)) {
        cli_error("%s: cannot be written: %s", k->script, strerror(errno));
        return CLI_BAD_INPUT;
    }
    for (int i = 0; i < k->n; i++) there += k->state[i] != GONE;
    if (there && !cli_quiet(k->c))
        fprintf(stderr, "%d points are tasks of an earlier start, and are waited for\n", there);
    for (int a = 0; a * ARRAY < k->s->n_points && !status; a++) {
        const char *list = task_list(k, a);
        if (*list) status = submit_array(k, a, list);
    }
    return status;
}

// ----------------------------------------------------------------------------------------------- waiting

static void show_tasks(const slurm *k, int done) {
    int n[3] = {0};
    if (cli_quiet(k->c) || !isatty(2)) return;
    for (int i = 0; i < k->n; i++)
        if (!k->todo[i]->result && !*k->todo[i]->reason) n[k->state[i]]++;
    fprintf(stderr, "\r\033[K%d of %d done, %d running, %d waiting", done, k->n, n[RUNNING], n[WAITING]);
    fflush(stderr);
}

static void tell_point(const slurm *k, const sweep_point *p) {
    const bool good = sweep_passed(p);
    if (cli_quiet(k->c)) return;
    fprintf(stderr, "%s%s%s%s%s\n", isatty(2) ? "\r\033[K" : "",
            cli_color(stderr, good ? CLI_GREEN : CLI_RED), sweep_title(k->s, p), cli_color(stderr, CLI_PLAIN),
            good ? "" : " failed");
}

// A task that is gone and left no result has failed; not at once, for a shared folder may be late.
static bool is_task_lost(slurm *k, int i) {
    const int index = point_index(k, i);
    if (k->state[i] != GONE) k->gone[i] = 0;
    if (k->state[i] != GONE) return false;
    if (k->gone[i] == 0) k->gone[i] = cli_seconds();
    if (cli_seconds() - k->gone[i] < SETTLE) return false;
    snprintf(k->todo[i]->reason, sizeof k->todo[i]->reason, "its task left no result; see %.200s/%d-%d.log",
             k->at->folder, index / ARRAY * ARRAY, index % ARRAY);
    return true;
}

// How many points are done or lost.
static int gather_results(slurm *k) {
    int done = 0;
    for (int i = 0; i < k->n; i++) {
        sweep_point *p = k->todo[i];
        const bool before = p->result || *p->reason;
        if (!before && !sweep_load(k->s, p) && !is_task_lost(k, i)) continue;
        if (!before) tell_point(k, p);
        done++;
    }
    return done;
}

static int wait_for_all(slurm *k) {
    const struct timespec pause = {0, 250 * 1000 * 1000};
    double start = cli_seconds(), asked = start, answered = start;
    for (int done; (done = gather_results(k)) < k->n;) {
        const double now = cli_seconds(), every = ASK_LEAST + (now - start) / 30;
        if (now - asked >= (every < ASK_MOST ? every : ASK_MOST)) {
            if (look_at_queue(k)) answered = cli_seconds();
            asked = cli_seconds();
        }
        if (now - answered > PATIENCE) {
            cli_error("Slurm does not answer (squeue fails); the same command goes on where this one ends");
            return CLI_NO_TOOL;
        }
        show_tasks(k, done);
        nanosleep(&pause, NULL);
    }
    if (!cli_quiet(k->c) && isatty(2)) fputs("\r\033[K", stderr);
    return CLI_OK;
}

int sweep_slurm(sweep *s, const sweep_place *at, sweep_point **todo, int n, const cli *c) {
    slurm k;
    open_slurm(&k, s, at, c);
    k.todo = todo;
    k.n = n;
    k.state = cg_arena_alloc(s->arena, (size_t)n * sizeof *k.state);
    k.gone = cg_arena_alloc(s->arena, (size_t)n * sizeof *k.gone);
    if (!look_at_queue(&k)) {
        cli_error("Slurm does not answer: does squeue work here?");
        return CLI_NO_TOOL;
    }
    int status = submit(&k);
    for (int i = 0; i < n; i++)
        if (k.state[i] == GONE) k.state[i] = WAITING;
    if (!status && !cli_quiet(c))
        fprintf(stderr, "if this is stopped, the tasks go on, and the same command waits for them again\n");
    return status ? status : wait_for_all(&k);
}

void sweep_slurm_cancel(const sweep *s, const sweep_place *at, const cli *c) {
    slurm k;
    sweep copy = *s;
    open_slurm(&k, &copy, at, c);
    const char *const argv[] = {"scancel", "--me", "--name", array_name(&k, 0), NULL};
    for (int a = 0; a * ARRAY < s->n_points; a++) {
        const char *words[5];
        memcpy(words, argv, sizeof words);
        words[3] = array_name(&k, a);
        free(ask_slurm(&k, words, NULL));
    }
}

// All points of a sweep: which results are there, and workers on this machine for the others.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep.h"

// ------------------------------------------------------------------------------------------------ its place

// The same points in the same order have the same place.
static void name_place(const sweep *s, sweep_place *at) {
    cli_hash h;
    cli_hash_start(&h);
    for (int i = 0; i < s->n_points; i++) cli_hash_text(&h, s->points[i].key);
    snprintf(at->id, sizeof at->id, "%016llx", (unsigned long long)h.h);
    snprintf(at->folder, sizeof at->folder, "%.3500s/sweep/%.200s-%s", cli_cache(), s->name, at->id);
    snprintf(at->description, sizeof at->description, "%s/sweep.json", at->folder);
}

static bool copy_description(const sweep *s, const sweep_place *at) {
    char made[CLI_PATH + 64];
    char *text = cli_read_file(s->file);
    snprintf(made, sizeof made, "%s.%ld", at->description, (long)getpid());
    const bool good = text && cli_write_file(made, text) && rename(made, at->description) == 0;
    free(text);
    return good;
}

static int make_place(const sweep *s, sweep_place *at) {
    const ssize_t n = readlink("/proc/self/exe", at->exe, sizeof at->exe - 1);
    name_place(s, at);
    if (n > 0 && cli_make_folders(at->folder) && copy_description(s, at)) {
        at->exe[n] = '\0';
        return CLI_OK;
    }
    cli_error("%s: cannot be written: %s", at->folder, strerror(errno));
    return CLI_BAD_INPUT;
}

const char **sweep_words(const sweep *s, const sweep_place *at, const cli *c, int *n) {
    static const cli_option_id HANDED[] = {CLI_SET, CLI_POINT};
    const char **words = NULL;
    *n = 0;
    *CG_PUSH(s->arena, words, *n) = at->exe;
    *CG_PUSH(s->arena, words, *n) = "sweep";
    *CG_PUSH(s->arena, words, *n) = at->description;
    *CG_PUSH(s->arena, words, *n) = "--quiet";
    for (size_t k = 0; k < sizeof HANDED / sizeof *HANDED; k++)
        for (size_t i = 0; i < c->options[HANDED[k]].n; i++) {
            *CG_PUSH(s->arena, words, *n) = cg_arena_printf(s->arena, "--%s", cli_options[HANDED[k]].name);
            *CG_PUSH(s->arena, words, *n) = c->options[HANDED[k]].values[i];
        }
    return words;
}

// -------------------------------------------------------------------------------------------------- workers

static char *const *worker(const sweep *s, const sweep_place *at, const sweep_point *p, const cli *c) {
    int n;
    const char **words = sweep_words(s, at, c, &n);
    *CG_PUSH(s->arena, words, n) = "--point-index";
    *CG_PUSH(s->arena, words, n) = cg_arena_printf(s->arena, "%d", (int)(p - s->points));
    *CG_PUSH(s->arena, words, n) = "--jobs=1";
    *CG_PUSH(s->arena, words, n) = NULL;
    return (char *const *)words;
}

// A worker that passed has left a result, but of what it found when it started: under another key.
static void no_result(sweep_point *p, const cli_job *job) {
    char how[CG_END_TEXT];
    if (cg_end_is(job->end, 0))
        snprintf(p->reason, sizeof p->reason,
                 "what it depends on changed while the sweep ran: start it again");
    else
        snprintf(p->reason, sizeof p->reason, "its worker left no result (%s, %.150s)",
                 cg_end_text(job->end, how), job->log);
}

static void run_here(sweep *s, const sweep_place *at, sweep_point **todo, int n, const cli *c) {
    cli_job *jobs = cg_arena_alloc(s->arena, ((size_t)n + 1) * sizeof *jobs);
    for (int i = 0; i < n; i++) {
        jobs[i] = (cli_job){.title = sweep_title(s, todo[i]),
                            .argv = worker(s, at, todo[i], c),
                            .log = sweep_file(s, todo[i], ".out")};
        unlink(jobs[i].log);
    }
    (void)cli_run(jobs, (size_t)n, cli_jobs(c), c);
    for (int i = 0; i < n; i++) {
        if (sweep_load(s, todo[i]))
            unlink(jobs[i].log);
        else
            no_result(todo[i], &jobs[i]);
    }
}

// ------------------------------------------------------------------------------------------------- results

// The command that runs a failed point again.
static void print_sweep_command(const sweep *s, const sweep_point *p, const cli *c) {
    fprintf(stderr, "  reproduce: cohgen sweep %s", s->file);
    for (size_t i = 0; i < c->options[CLI_POINT].n; i++)
        fprintf(stderr, " --point %s", c->options[CLI_POINT].values[i]);
    for (size_t i = 0; i < c->options[CLI_SET].n; i++)
        fprintf(stderr, " --set %s", c->options[CLI_SET].values[i]);
    fprintf(stderr, " --point-index %d\n", (int)(p - s->points));
}

static void count_failures(sweep *s, const cli *c) {
    for (int i = 0; i < s->n_points; i++) {
        const sweep_point *p = &s->points[i];
        if (sweep_passed(p)) continue;
        s->n_failed++;
        s->n_lost += !sweep_judged(p);
        fprintf(stderr, "%s%s%s  %s: %s\n", cli_color(stderr, CLI_RED),
                sweep_judged(p) ? "FAILED" : "NO VERDICT", cli_color(stderr, CLI_PLAIN), sweep_title(s, p),
                p->reason);
        if (*p->key) print_sweep_command(s, p, c);
    }
}

// A result that passed is taken; of others nothing is kept.
static bool take_kept_point(const sweep *s, sweep_point *p, const cli *c) {
    if (!cli_has(c, CLI_FRESH) && sweep_load(s, p) && sweep_passed(p)) return true;
    json_object_put(p->result);
    p->result = NULL;
    *p->reason = '\0';
    sweep_forget(s, p);
    return false;
}

static int find_keys(sweep *s, const cli *c) {
    for (int i = 0; i < s->n_points; i++) {
        const int status = sweep_key(s, &s->points[i], c);
        if (status && status != CLI_FAILED) return status;
    }
    return CLI_OK;
}

// Points that are the same design and run (a parameter that a table does not use) run once.
static bool is_first_of_key(sweep_point *const *todo, int n, const sweep_point *p) {
    for (int i = 0; i < n; i++)
        if (!strcmp(todo[i]->key, p->key)) return false;
    return true;
}

static int run_todo(sweep *s, const sweep_place *at, const cli *c, bool slurm) {
    sweep_point **todo = cg_arena_alloc(s->arena, ((size_t)s->n_points + 1) * sizeof(sweep_point *));
    int n = 0, status = CLI_OK;
    if (slurm && cli_has(c, CLI_FRESH)) sweep_slurm_cancel(s, at, c);
    for (int i = 0; i < s->n_points; i++) {
        if (!*s->points[i].key) continue;
        if (!is_first_of_key(todo, n, &s->points[i])) continue;
        if (take_kept_point(s, &s->points[i], c))
            s->n_kept++;
        else
            todo[n++] = &s->points[i];
    }
    if (s->n_kept && !cli_quiet(c))
        fprintf(stderr, "%d of %d points were done before\n", s->n_kept, s->n_points);
    if (n && slurm)
        status = sweep_slurm(s, at, todo, n, c);
    else if (n)
        run_here(s, at, todo, n, c);
    for (int i = 0; i < s->n_points; i++) (void)sweep_load(s, &s->points[i]);
    return status;
}

int sweep_execute(sweep *s, const cli *c) {
    sweep_place at;
    int status = find_keys(s, c);
    if (!status) status = make_place(s, &at);
    if (!status) status = run_todo(s, &at, c, !strcmp(cli_value(c, CLI_ENGINE, "local"), "slurm"));
    if (status) return status;
    count_failures(s, c);
    return s->n_lost ? CLI_NO_TOOL : s->n_failed ? CLI_FAILED : CLI_OK;
}

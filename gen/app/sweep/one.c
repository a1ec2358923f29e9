// One point of a sweep: its design through `cohgen sim`, once a seed, and through `cohgen area`. What they
// say becomes one file in the cache, put there by renaming: it is whole, or it is not there.
//
// Two processes may come to the same point (a worker that outlived its sweep, and the one of the next start):
// the second waits for the first, and then finds the result. Points of the same design share its model and
// its syntheses, which are in the cache for themselves.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json_write.h"
#include "sweep.h"

typedef struct {
    sweep *s;
    sweep_point *p;
    const cli *c;
    cli sub;
    char exe[CLI_PATH];
    const char *log, *report; // files of the step that runs
    json_object *result;
    bool lost; // a step ended without a verdict
} work;

// --------------------------------------------------------------------------------------------------- a step

// What a log says went wrong: its first line with "error: ", else its last line.
static void take_reason(work *w, const char *step, cg_end end) {
    char how[CG_END_TEXT];
    char *text = cli_read_file(w->log), *said = text ? strstr(text, "error: ") : NULL;
    if (text && !said) {
        for (size_t n = strlen(text); n > 0 && text[n - 1] == '\n'; n--) text[n - 1] = '\0';
        const char *last = strrchr(text, '\n');
        said = last ? text + (last + 1 - text) : text;
    }
    if (said && !strncmp(said, "error: ", 7)) said += 7;
    if (said) said[strcspn(said, "\n")] = '\0';
    snprintf(w->p->reason, sizeof w->p->reason, "%s: %.150s (%s)", step,
             said && *said ? said : "it said nothing", cg_end_text(end, how));
    free(text);
}

static void push_word(work *w, const char ***words, int *n, const char *word) {
    *CG_PUSH(w->s->arena, *words, *n) = word;
}

static void push_options(work *w, const char ***words, int *n, const char *command) {
    for (int id = 0; id < CLI_N_OPTIONS; id++) {
        if (!cli_command_takes(cli_command_find(command), id)) continue;
        for (size_t i = 0; i < w->sub.options[id].n; i++) {
            push_word(w, words, n, cg_arena_printf(w->s->arena, "--%s", cli_options[id].name));
            push_word(w, words, n, w->sub.options[id].values[i]);
        }
    }
}

// Runs `cohgen COMMAND PROTOCOL ...` with `more` (ends with NULL) after the point's options. True: exit
// status 0.
static bool run_step(work *w, const char *command, const char *const *more) {
    const char **words = NULL;
    int n = 0;
    push_word(w, &words, &n, w->exe);
    push_word(w, &words, &n, command);
    push_word(w, &words, &n, w->s->protocols[w->p->protocol].name);
    push_options(w, &words, &n, command);
    for (; *more; more++) push_word(w, &words, &n, *more);
    push_word(w, &words, &n, NULL);
    cli_job job = {.title = sweep_title(w->s, w->p), .argv = (char *const *)words, .log = w->log};
    unlink(w->report);
    if (cli_run(&job, 1, 1, w->c)) return true;
    take_reason(w, command, job.end);
    w->lost = !cg_end_is(job.end, CLI_FAILED) && !cg_end_is(job.end, CLI_BAD_INPUT);
    return false;
}

static json_object *take_report(work *w, const char *command) {
    json_object *report = access(w->report, R_OK) == 0 ? json_object_from_file(w->report) : NULL;
    unlink(w->report);
    if (!report && !*w->p->reason) w->lost = true;
    if (!report && !*w->p->reason)
        snprintf(w->p->reason, sizeof w->p->reason, "%s: no report was left", command);
    return report;
}

static const char *jobs_word(work *w) {
    return cg_arena_printf(w->s->arena, "%llu", (unsigned long long)cli_number(w->c, CLI_JOBS, 1, 1, 1024));
}

// ---------------------------------------------------------------------------------------------- simulation

static void add_to(json_object *sums, const char *key, double x) {
    json_object *before;
    if (isnan(x)) return;
    if (json_object_object_get_ex(sums, key, &before)) x += json_object_get_double(before);
    json_object_object_add(sums, key, json_object_new_double(x));
}

static double number_of_report(json_object *report, const char *path) {
    json_object *v = NULL;
    return json_pointer_get(report, path, &v) == 0 && v ? json_object_get_double(v) : NAN;
}

// A share of each number, so that the sum over the seeds is the mean.
static void add_report(work *w, json_object *report, json_object *metrics, json_object *counters) {
    const double share = 1.0 / w->s->n_seeds;
    json_object *of_table;
    for (int m = 0; m < BENCH_N_METRICS; m++)
        add_to(metrics, bench_metrics[m].name, number_of_report(report, bench_metrics[m].path) * share);
    if (!json_object_object_get_ex(report, "counters", &of_table)) return;
    json_object_object_foreach(of_table, name, value) {
        add_to(counters, name, json_object_get_double(value) * share);
    }
}

// The report knows better than the log why a run failed.
static void take_verdict(work *w, json_object *report, uint64_t seed) {
    json_object *reason;
    if (json_object_object_get_ex(report, "reason", &reason) && reason)
        snprintf(w->p->reason, sizeof w->p->reason, "sim, seed %llu: %s", (unsigned long long)seed,
                 json_object_get_string(reason));
}

static bool simulate_seeds(work *w) {
    json_object *metrics = json_object_new_object(), *counters = json_object_new_object();
    bool good = true;
    json_object_object_add(w->result, "metrics", metrics);
    json_object_object_add(w->result, "counters", counters);
    for (int i = 0; i < w->s->n_seeds && good; i++) {
        const uint64_t n = w->s->seeds[i];
        const char *seed = cg_arena_printf(w->s->arena, "%llu", (unsigned long long)n);
        const char *const more[] = {"--seed", seed,         "--report", w->report, "--no-rerun",
                                    "--jobs", jobs_word(w), "--quiet",  NULL};
        good = run_step(w, "sim", more);
        json_object *report = take_report(w, "sim");
        if (report && good) add_report(w, report, metrics, counters);
        if (report && !good) take_verdict(w, report, n);
        good = good && report;
        json_object_put(report);
    }
    return good;
}

// --------------------------------------------------------------------------------------------------- area

static void copy_figures(json_object *from, json_object *to) {
    json_object *v;
#define X(name, title)                                                                                       \
    if (json_object_object_get_ex(from, #name, &v)) json_object_object_add(to, #name, json_object_get(v));
    SWEEP_AREAS(X)
#undef X
}

static void add_area(work *w, json_object *report) {
    json_object *o = json_object_new_object(), *each = json_object_new_object(), *of;
    if (json_object_object_get_ex(report, "system", &of)) copy_figures(of, o);
    json_object_object_add(w->result, "area", o);
    json_object_object_add(w->result, "controllers", each);
    if (!json_object_object_get_ex(report, "machines", &of)) return;
    json_object_object_foreach(of, name, machine) {
        json_object *one = json_object_new_object();
        copy_figures(machine, one);
        json_object_object_add(each, name, one);
    }
}

// Workloads of one design at the same time: the first synthesises, the others find it in the cache.
static int lock_area(const work *w) {
    return cli_lock(
        cg_arena_printf(w->s->arena, "%s/sweep/area-%s-%s", cli_cache(), w->p->design, w->s->tech));
}

static bool synthesize(work *w) {
    const char *const more[] = {"--tech", w->s->tech,   "--no-tree", "--report", w->report,
                                "--jobs", jobs_word(w), "--quiet",   NULL};
    const int lock = lock_area(w);
    const bool good = run_step(w, "area", more);
    cli_unlock(lock);
    json_object *report = take_report(w, "area");
    if (report && good) add_area(w, report);
    json_object_put(report);
    return good && report;
}

// ------------------------------------------------------------------------------------------------- results

static bool put_file(const char *path, json_object *o) {
    FILE *out = fopen(path, "w");
    if (!out) return false;
    cg_json_print(o, out);
    const bool whole = !ferror(out);
    return fclose(out) == 0 && whole;
}

static int write_result(work *w, bool good, double seconds) {
    const char *path = sweep_file(w->s, w->p, ".json");
    const char *made = cg_arena_printf(w->s->arena, "%s.%ld", path, (long)getpid());
    cg_json_put_text(w->result, "point", sweep_title(w->s, w->p));
    cg_json_put_text(w->result, "verdict", good ? "pass" : w->lost ? "none" : "fail");
    cg_json_put_text(w->result, "reason", good ? NULL : w->p->reason);
    json_object_object_add(w->result, "seconds", json_object_new_double(seconds));
    w->p->result = json_object_get(w->result);
    sweep_forget(w->s, w->p);
    if (put_file(made, w->result) && rename(made, path) == 0) {
        sweep_keep(w->s, w->p);
        return good ? CLI_OK : w->lost ? CLI_NO_TOOL : CLI_FAILED;
    }
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    unlink(made);
    return CLI_BAD_INPUT;
}

static int run_steps(work *w) {
    const double start = cli_seconds();
    unlink(w->log);
    *w->p->reason = '\0';
    w->lost = false;
    w->result = json_object_new_object();
    bool good = w->p->workload == CG_NONE || simulate_seeds(w);
    if (good && w->s->tech) good = synthesize(w);
    const int status = write_result(w, good, cli_seconds() - start);
    if (good) unlink(w->log);
    json_object_put(w->result);
    return status;
}

static work new_work(sweep *s, sweep_point *p, const cli *c) {
    work w = {.s = s, .p = p, .c = c, .sub = sweep_cli(s, p, c)};
    const ssize_t n = readlink("/proc/self/exe", w.exe, sizeof w.exe - 1);
    if (n > 0) w.exe[n] = '\0';
    w.log = sweep_file(s, p, ".log");
    w.report = sweep_file(s, p, ".report");
    return w;
}

int sweep_run_point(sweep *s, sweep_point *p, const cli *c) {
    int status = sweep_key(s, p, c);
    if (status) return status;
    work w = new_work(s, p, c);
    const int lock = cli_lock(sweep_file(s, p, ""));
    if (!sweep_load(s, p) || !sweep_passed(p)) {
        json_object_put(p->result);
        status = run_steps(&w);
    }
    cli_unlock(lock);
    return status;
}

int sweep_write_point(sweep *s, sweep_point *p, const char *dir, const cli *c) {
    work w = new_work(s, p, c);
    const char *const more[] = {"-o", dir, "--quiet", NULL};
    const char *file = cg_arena_printf(s->arena, "%s/point.json", dir);
    if (!run_step(&w, "gen", more)) {
        cli_error("%s", p->reason);
        return CLI_BAD_INPUT;
    }
    if (put_file(file, p->result)) return CLI_OK;
    cli_error("%s: cannot be written: %s", file, strerror(errno));
    return CLI_BAD_INPUT;
}

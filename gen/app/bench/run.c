// The models and the runs of a bench. A run's report stays in the cache under the hash of all that it depends
// on.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"
#include "bench.h"
#include "emit/design.h"

// --------------------------------------------------------------------------------------------------- models

static int build_model(bench *b, bench_protocol *p, const cli *c) {
    const cli sub = bench_as_sim(b, p, c);
    return cli_model_build(&sub, &p->p, NULL, b->bare ? CLI_MODEL_BARE : CLI_MODEL_PLAIN, p->program);
}

static int build_models(bench *b, const cli *c) {
    int status = CLI_OK;
    for (int i = 0; i < b->n_protocols; i++)
        for (int w = 0; !status && b->protocols[i].there && w < b->n_workloads; w++)
            if (b->design_like[w] == w) status = build_model(b, bench_design_of(b, i, w), c);
    return status;
}

void bench_hash_design(const cg_plan *plan, char out[17]) {
    char parts[CLI_PATH];
    const cg_design_options options = {.parts_dir = cli_home_path(parts, "rtl", NULL)};
    cg_hardware_hash(plan, &options, out);
}

void bench_hash_also(char out[17], const char *design) {
    cli_hash h;
    cli_hash_start(&h);
    cli_hash_text(&h, out);
    cli_hash_text(&h, design);
    snprintf(out, 17, "%016llx", (unsigned long long)h.h);
}

// The commit that cohgen's folder is at, and whether it is as committed. "": not known.
static const char *commit_of(bench *b) {
    char *const argv[] = {"git", "describe", "--always", "--dirty", "--abbrev=12", NULL};
    char said[80] = "";
    if (!cg_process_first_line(argv, cli_home(), false, said, sizeof said)) return "";
    said[strcspn(said, "\n")] = '\0';
    return cg_arena_strdup(b->arena, said);
}

// ----------------------------------------------------------------------------------------------------- runs

// Options of the workload, then those of the protocol for it: each as its key and value with text around
// them.
static void put_options(FILE *out, const bench *b, const bench_run *r, const char *before,
                        const char *between, const char *behind) {
    const desc_workload *w = &b->workloads[r->workload];
    const desc_pairs *own = &b->protocols[r->protocol].options;
    const size_t n = strlen(w->workload);
    for (int i = 0; i < w->options.n; i++)
        fprintf(out, "%s%s%s%s%s", before, w->options.items[i].key, between, w->options.items[i].value,
                behind);
    for (int i = 0; i < own->n; i++)
        if (!strncmp(own->items[i].key, w->workload, n) && own->items[i].key[n] == '.')
            fprintf(out, "%s%s%s%s%s", before, own->items[i].key + n + 1, between, own->items[i].value,
                    behind);
}

// What a run depends on, without paths; the rest of its configuration is where things are.
char *bench_settings_of(const bench *b, const bench_run *r) {
    char *text = NULL;
    const bench_protocol *p = bench_design_of(b, r->protocol, r->workload);
    const desc_workload *w = &b->workloads[r->workload];
    FILE *out = cg_text_open(&text, NULL);
    fprintf(out, "workload = %s\nseed = %llu\nquiet = 1\n", w->workload,
            (unsigned long long)b->seeds[r->seed]);
    cli_put_design_point(out, &p->p);
    put_options(out, b, r, "opt.", " = ", "\n");
    for (int i = 0; i < b->harness.n; i++)
        fprintf(out, "%s = %s\n", b->harness.items[i].key, b->harness.items[i].value);
    fclose(out);
    return text;
}

// The program's path holds the hashes of the design and of the harness.
static void name_run(bench_run *r, const bench_protocol *p, const char *settings) {
    cli_hash h;
    const size_t skip = strlen(cli_cache());
    cli_hash_start(&h);
    cli_hash_text(&h, p->program + (strlen(p->program) > skip ? skip : 0));
    cli_hash_file(&h, p->p.path);
    cli_hash_file(&h, p->model);
    cli_hash_text(&h, settings);
    snprintf(r->key, sizeof r->key, "%016llx", (unsigned long long)h.h);
    r->of = h;
}

static const char *cache_file_of(bench *b, const bench_run *r, const char *tail) {
    return cg_arena_printf(b->arena, "%s/bench/%s%s", cli_cache(), r->key, tail);
}

// The report of a run with this verdict, from a file; NULL if there is none, or it is not whole.
static json_object *report_with(const char *wanted, const char *path) {
    json_object *report = access(path, F_OK) == 0 ? json_object_from_file(path) : NULL, *verdict;
    if (report && json_object_object_get_ex(report, "verdict", &verdict) &&
        !strcmp(json_object_get_string(verdict), wanted))
        return report;
    json_object_put(report);
    return NULL;
}

static void forget_result(const char *path) {
    char seal[CLI_PATH + 8];
    snprintf(seal, sizeof seal, "%.4090s.seal", path);
    unlink(seal);
    unlink(path);
}

static void keep_result(const char *made, const char *path, const cli_hash *of) {
    forget_result(path);
    if (rename(made, path) == 0) cli_seal_file(path, of);
}

// In the cache: as .json, or as .new where a bench was stopped after the run and before it looked at it.
static bool take_kept_result(bench *b, bench_run *r, const cli *c) {
    const char *path = cache_file_of(b, r, ".json"), *made = cache_file_of(b, r, ".new");
    if (cli_has(c, CLI_FRESH)) {
        forget_result(path);
        unlink(made);
    }
    r->report = cli_sealed_file(path, &r->of) ? report_with("pass", path) : NULL;
    if (!r->report && (r->report = report_with("pass", made))) keep_result(made, path, &r->of);
    return r->report != NULL;
}

// Of a bench that was stopped: it would fail again in the same cycle.
static bool has_failed(bench *b, const bench_run *r) {
    json_object *report = report_with("fail", cache_file_of(b, r, ".new"));
    json_object_put(report);
    return report != NULL;
}

static bool prepare_run(bench *b, bench_run *r, cli_job *job) {
    const bench_protocol *p = bench_design_of(b, r->protocol, r->workload);
    char *settings = bench_settings_of(b, r);
    const char *config = cache_file_of(b, r, ".cfg");
    FILE *out = fopen(config, "w");
    if (out) {
        cli_put_path(out, "protocol", p->p.path);
        cli_put_path(out, "model", p->model);
        fprintf(out, "report = %s\n%s", cache_file_of(b, r, ".new"), settings);
    }
    free(settings);
    if (!out || fclose(out) != 0) {
        cli_error("%s: %s", config, strerror(errno));
        return false;
    }
    char **argv = cg_arena_alloc(b->arena, 3 * sizeof *argv);
    argv[0] = cg_arena_strdup(b->arena, p->program);
    argv[1] = cg_arena_printf(b->arena, "+cohgen=%s", config);
    *job = (cli_job){.argv = argv, .log = cache_file_of(b, r, ".log")};
    job->title = cg_arena_printf(b->arena, "%s, %s, seed %llu", b->workloads[r->workload].name, p->name,
                                 (unsigned long long)b->seeds[r->seed]);
    return true;
}

// The command that makes a failed run again, with its waveform.
static void print_bench_command(const bench *b, const bench_run *r) {
    const bench_protocol *p = bench_design_of(b, r->protocol, r->workload);
    const desc_workload *w = &b->workloads[r->workload];
    fprintf(stderr, "  reproduce: cohgen sim %s", p->table);
    cli_say_design_point(stderr, &p->p);
    fprintf(stderr, " -w %s", w->workload);
    put_options(stderr, b, r, " -O ", "=", "");
    for (int i = 0; i < b->harness.n; i++)
        fprintf(stderr, " -c %s=%s", b->harness.items[i].key, b->harness.items[i].value);
    fprintf(stderr, " --seed %llu\n", (unsigned long long)b->seeds[r->seed]);
}

static void finish_run(bench *b, bench_run *r, const cli_job *job) {
    const char *made = cache_file_of(b, r, ".new");
    const cli_verdict v = cli_verdict_of(job->end, made);
    if (v.status == CLI_OK) {
        r->report = v.report;
        keep_result(made, cache_file_of(b, r, ".json"), &r->of);
        unlink(cache_file_of(b, r, ".cfg"));
        unlink(job->log);
        return;
    }
    b->n_failed++;
    if (v.status > b->worst) b->worst = v.status;
    snprintf(r->reason, sizeof r->reason, "%.190s", v.why);
    json_object_put(v.report);
    unlink(made);
    fprintf(stderr, "%s%s%s  %s: %s\n", cli_color(stderr, CLI_RED),
            v.status == CLI_FAILED ? "FAILED" : "NO VERDICT", cli_color(stderr, CLI_PLAIN), job->title,
            r->reason);
    cli_print_tail(job->log, 5, stderr);
    print_bench_command(b, r);
}

static void list_runs(bench *b) {
    const int n = b->n_protocols * b->n_workloads * b->n_seeds;
    b->runs = cg_arena_alloc(b->arena, (size_t)n * sizeof *b->runs);
    b->n_runs = n;
    for (int i = 0; i < n; i++) {
        bench_run *r = &b->runs[i];
        r->seed = i % b->n_seeds;
        r->workload = i / b->n_seeds % b->n_workloads;
        r->protocol = i / b->n_seeds / b->n_workloads;
        if (!bench_ran(b, r->protocol)) continue;
        char *settings = bench_settings_of(b, r);
        name_run(r, bench_design_of(b, r->protocol, r->workload), settings);
        free(settings);
    }
}

// -------------------------------------------------------------------------------------------------- numbers

static void find_spec_counters(bench *b) {
    for (int p = 0; p < b->n_protocols; p++) {
        const cg_spec *s = bench_ran(b, p) ? b->protocols[p].p.spec : NULL;
        for (int i = 0; s && i < s->n_counters; i++) {
            bool known = false;
            for (int k = 0; k < b->n_counters; k++)
                known = known || !strcmp(b->counters[k], s->counters[i].name);
            if (!known) *CG_PUSH(b->arena, b->counters, b->n_counters) = s->counters[i].name;
        }
    }
}

static double number_in_report(const bench_run *run, const char *path) {
    json_object *v = NULL;
    if (run->report == NULL || !path[0] || json_pointer_get(run->report, path, &v) != 0) return NAN;
    return json_object_get_double(v);
}

static void take_numbers(bench *b) {
    char path[300];
    find_spec_counters(b);
    bench_no_numbers(b);
    for (int k = 0; k < bench_columns(b); k++) {
        snprintf(path, sizeof path, "/counters/%.250s", bench_column_name(b, k));
        if (k < BENCH_N_METRICS) snprintf(path, sizeof path, "%.250s", bench_metrics[k].path);
        for (int i = 0; i < b->n_runs; i++) {
            const bench_run *r = &b->runs[i];
            *bench_number(b, k, r->protocol, r->workload, r->seed) = number_in_report(r, path);
        }
    }
    bench_sum_energy(b);
}

int bench_execute(bench *b, const cli *c) {
    char folder[CLI_PATH + 8];
    b->commit = commit_of(b); // before anything is built: a long run may see another one at its end
    int status = build_models(b, c), n = 0, n_failed = 0; // to run: in front; failed before: from the end
    if (status) return status;
    bench_hash_programs(b, b->programs_now);
    memcpy(b->programs, b->programs_now, sizeof b->programs);
    snprintf(folder, sizeof folder, "%s/bench", cli_cache());
    if (!cli_make_folders(folder)) {
        cli_error("%s: %s", folder, strerror(errno));
        return CLI_BAD_INPUT;
    }
    list_runs(b);
    cli_job *jobs = cg_arena_alloc(b->arena, ((size_t)b->n_runs + 1) * sizeof *jobs);
    bench_run **of = cg_arena_alloc(b->arena, ((size_t)b->n_runs + 1) * sizeof *of);
    for (int i = 0; i < b->n_runs; i++) {
        if (!bench_ran(b, b->runs[i].protocol)) continue;
        if (take_kept_result(b, &b->runs[i], c)) {
            b->n_kept++;
            continue;
        }
        const bool failed = has_failed(b, &b->runs[i]);
        const int at = failed ? b->n_runs - ++n_failed : n++;
        if (!prepare_run(b, &b->runs[i], &jobs[at])) return CLI_BAD_INPUT;
        of[at] = &b->runs[i];
        if (failed)
            jobs[at].end = (cg_end){CG_EXITED, CLI_FAILED};
        else
            unlink(jobs[at].log);
    }
    b->n_kept += n_failed;
    if (b->n_kept && !cli_quiet(c)) fprintf(stderr, "%d runs were done before\n", b->n_kept);
    if (n) (void)cli_run(jobs, (size_t)n, cli_jobs(c), c);
    for (int i = 0; i < n; i++) finish_run(b, of[i], &jobs[i]);
    for (int i = b->n_runs - n_failed; i < b->n_runs; i++) finish_run(b, of[i], &jobs[i]);
    take_numbers(b);
    return b->worst;
}

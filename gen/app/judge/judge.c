// cohgen judge: the memory oracle on its own, over traces in Axe's format.
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <string.h>

#include "app/cli/cli.h"
#include "app/cli/lists.h"
#include "app/cli/progress.h"
#include "base/input.h"
#include "base/json_write.h"
#include "judge/drf/drf.h"
#include "judge/exact/judge.h"
#include "judge/oracle/oracle.h"

typedef struct {
    const cli *c;
    char model[CLI_PATH];
    cg_judge_options options;
    cg_judge_counts counts;
    const char *file; // being judged
    char name[80];    // of the trace
    size_t number;
    cli_progress progress;
    json_object *traces; // --json
} work;

// ------------------------------------------------------------------------------------------------- progress
static void begin_trace(void *of, const cg_trace *t, size_t number) {
    work *w = of;
    snprintf(w->name, sizeof w->name, "%s", t->name ? t->name : "");
    w->number = number;
}

static void show_steps(void *of, uint64_t steps) {
    work *w = of;
    char share[32] = "";
    if (!cli_progress_due(&w->progress)) return;
    if (w->options.limit)
        snprintf(share, sizeof share, ", %.0f%% of the budget",
                 100.0 * (double)steps / (double)w->options.limit);
    cli_progress_say(&w->progress, "%s: trace %zu%s%s: %" PRIu64 " million steps%s", w->file, w->number,
                     *w->name ? " " : "", w->name, steps / 1000000, share);
}

// ------------------------------------------------------------------------------------------------- verdicts
static void add_text_member(json_object *o, const char *key, const char *v) {
    json_object_object_add(o, key, json_object_new_string(v));
}
static const char *const verdicts[] = {"no", "ok", "undecided"};

// The lines of an explanation, without their indentation.
static json_object *explanation_lines(const char *text) {
    json_object *all = json_object_new_array();
    while (*text) {
        const size_t n = strcspn(text, "\n"), blanks = strspn(text, " ");
        json_object_array_add(all, json_object_new_string_len(text + blanks, (int)(n - blanks)));
        text += n + (text[n] == '\n');
    }
    return all;
}

static json_object *trace_json(const work *w, const cg_judge_said *said) {
    json_object *o = json_object_new_object();
    add_text_member(o, "file", w->file);
    add_text_member(o, "name", said->name);
    add_text_member(o, "verdict", verdicts[said->verdict]);
    cg_json_put_count(o, "operations", said->trace->nops);
    cg_json_put_count(o, "threads", said->trace->nthreads);
    cg_json_put_count(o, "steps", said->steps);
    if (*said->why) json_object_object_add(o, "why", explanation_lines(said->why));
    return o;
}

static void note_verdict(void *of, const cg_judge_said *said) {
    work *w = of;
    cli_progress_erase(&w->progress);
    if (w->traces)
        json_object_array_add(w->traces, trace_json(w, said));
    else if (!w->options.quiet)
        printf("%s %s\n%s", cg_judge_word(said->verdict), said->name, said->why);
    fflush(stdout);
}

static double ops_per_second(const cg_judge_counts *n) {
    return n->seconds > 0 ? (double)n->ops / n->seconds : 0;
}

static void print_judge_counts(const work *w) {
    const cg_judge_counts *n = &w->counts;
    printf("%zu trace%s under %s: %zu OK, %zu NO, %zu undecided; %" PRIu64
           " operations, %.0f a second of processor\n",
           n->traces, n->traces == 1 ? "" : "s", cli_value(w->c, CLI_MODEL, "sc"), n->verdicts[CG_JUDGE_OK],
           n->verdicts[CG_JUDGE_NO], n->verdicts[CG_JUDGE_UNDECIDED], n->ops, ops_per_second(n));
}

static void print_verdicts_json(work *w) {
    const cg_judge_counts *n = &w->counts;
    json_object *o = json_object_new_object(), *sum = json_object_new_object();
    add_text_member(o, "model", cli_value(w->c, CLI_MODEL, "sc"));
    cg_json_put_count(o, "budget", w->options.limit);
    json_object_object_add(o, "traces", json_object_get(w->traces));
    cg_json_put_count(sum, "traces", n->traces);
    cg_json_put_count(sum, "ok", n->verdicts[CG_JUDGE_OK]);
    cg_json_put_count(sum, "no", n->verdicts[CG_JUDGE_NO]);
    cg_json_put_count(sum, "undecided", n->verdicts[CG_JUDGE_UNDECIDED]);
    cg_json_put_count(sum, "operations", n->ops);
    json_object_object_add(sum, "processor_seconds", json_object_new_double(n->seconds));
    json_object_object_add(sum, "operations_per_second", json_object_new_double(ops_per_second(n)));
    json_object_object_add(o, "summary", sum);
    cg_json_print(o, stdout);
    json_object_put(o);
}

// ------------------------------------------------------------------------------------------------- the files
static int judge_file(work *w, const char *path) {
    FILE *in = cg_input_open(path, CG_INPUT_TRACE, CG_INPUT_LINE);
    if (!in) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return CLI_BAD_INPUT;
    }
    w->file = !strcmp(path, "-") ? "standard input" : path;
    const int status = cg_judge_main(w->model, in, w->file, stdout, stderr, &w->options);
    cli_progress_erase(&w->progress);
    fclose(in);
    return status;
}

// Wrong input says more than a NO, a NO more than what is undecided.
static int worse_status(int a, int b) {
    static const int weight[] = {[CLI_OK] = 0, [CLI_NO_TOOL] = 1, [CLI_FAILED] = 2, [CLI_BAD_INPUT] = 3};
    return weight[b] > weight[a] ? b : a;
}

static int judge_files(work *w, const cli_list *files) {
    int status = files->n ? CLI_OK : judge_file(w, "-");
    for (size_t i = 0; i < files->n; i++) status = worse_status(status, judge_file(w, files->paths[i]));
    if (w->traces && status != CLI_BAD_INPUT) print_verdicts_json(w);
    if (!w->traces && !w->options.quiet && status != CLI_BAD_INPUT) print_judge_counts(w);
    if (w->counts.verdicts[CG_JUDGE_UNDECIDED])
        cli_error("undecided after %" PRIu64 " million steps each: %zu of %zu traces (--budget allows more)",
                  w->options.limit / 1000000, w->counts.verdicts[CG_JUDGE_UNDECIDED], w->counts.traces);
    return status;
}

// ----------------------------------------------------------------------------------------------------
// --bench
static int bench_oracle(const cg_model *model, uint64_t n) {
    uint64_t bad = 0;
    puts("the oracle of a simulation:");
    for (unsigned threads = 16; cg_drf_judges(model) && threads <= 256; threads *= 4)
        bad += cg_drf_bench(model, threads, 2 * threads, n, stdout);
    for (int witness = 0; !cg_drf_judges(model) && witness < 2; witness++)
        bad += cg_oracle_bench(model, witness, 64, 1024, n, stdout);
    return bad ? CLI_FAILED : CLI_OK;
}

static int bench_traces(const char *path, uint64_t n) {
    cg_judge_shape shape = {.seed = 1, .threads = 16, .vars = 64, .ops = (size_t)n, .logged = true};
    puts("traces that log the order:");
    int status = cg_judge_bench(path, &shape, stdout, stderr);
    shape.logged = false;
    shape.ops = (size_t)(n < 100000 ? n : 100000);
    puts("traces that do not:");
    return status ? status : cg_judge_bench(path, &shape, stdout, stderr);
}

// Both ways of judging: a trace read from text, with its order and without, and the oracle that a simulation
// feeds.
static int bench(const char *path, uint64_t n) {
    char error[256];
    cg_model *model = cg_model_load(path, error, sizeof error);
    if (!model) {
        cli_error("%s", error);
        return CLI_BAD_INPUT;
    }
    int status = cg_drf_judges(model) ? CLI_OK : bench_traces(path, n);
    if (!status) status = bench_oracle(model, n);
    cg_model_free(model);
    return status;
}

int cmd_judge(const cli *c) {
    work w = {.c = c};
    cli_list files = {0};
    if (!cli_model_path(NULL, cli_value(c, CLI_MODEL, "sc"), w.model)) return CLI_BAD_INPUT;
    if (cli_has(c, CLI_BENCH)) return bench(w.model, cli_number(c, CLI_BENCH, 0, 1000, 1000000000));
    w.options = (cg_judge_options){
        .quiet = cli_quiet(c),
        .explain = cli_has(c, CLI_EXPLAIN) || cli_has(c, CLI_JSON),
        .limit = 1000000 * cli_number(c, CLI_BUDGET, CG_JUDGE_STEPS / 1000000, 0, 1000000000),
        .counts = &w.counts,
        .of = &w,
        .begin = begin_trace,
        .tick = cli_quiet(c) ? NULL : show_steps,
        .say = note_verdict};
    cli_progress_start(&w.progress, c);
    if (cli_has(c, CLI_JSON)) w.traces = json_object_new_array();
    const int status = cli_list_read(&files, c->args, c->n_args) ? judge_files(&w, &files) : CLI_BAD_INPUT;
    cli_list_free(&files);
    json_object_put(w.traces);
    return status;
}

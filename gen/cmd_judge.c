// cohgen judge: the memory oracle on its own, over traces in Axe's format.
#include <errno.h>
#include <string.h>

#include "../tb/drf.h"
#include "../tb/judge.h"
#include "../tb/oracle.h"
#include "cli.h"

static int judge(const char *model, const char *path, const cg_judge_options *options) {
    FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!in) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return CLI_BAD_INPUT;
    }
    const int status =
        cg_judge_main(model, in, in == stdin ? "standard input" : path, stdout, stderr, options);
    if (in != stdin) fclose(in);
    return status;
}

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
    char model[CLI_PATH];
    int worst = CLI_OK;
    const cg_judge_options options = {.quiet = cli_quiet(c), .explain = cli_has(c, CLI_EXPLAIN)};
    if (!cli_model_path(NULL, cli_value(c, CLI_MODEL, "sc"), model)) return CLI_BAD_INPUT;
    if (cli_has(c, CLI_BENCH)) return bench(model, cli_number(c, CLI_BENCH, 0, 1000, 1000000000));
    if (c->n_args == 0) return judge(model, "-", &options);
    for (int i = 0; i < c->n_args; i++) {
        const int status = judge(model, c->args[i], &options);
        if (status > worst) worst = status;
    }
    return worst;
}

// cohgen judge: the memory oracle on its own, over traces in Axe's format.
#include <errno.h>
#include <string.h>

#include "../tb/judge.h"
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

int cmd_judge(const cli *c) {
    char model[CLI_PATH];
    int worst = CLI_OK;
    const cg_judge_options options = {.quiet = cli_quiet(c), .explain = cli_has(c, CLI_EXPLAIN)};
    if (!cli_model_path(cli_value(c, CLI_MODEL, "sc"), model)) return CLI_BAD_INPUT;
    for (int i = 0; i < c->n_args; i++) {
        const int status = judge(model, c->args[i], &options);
        if (status > worst) worst = status;
    }
    return worst;
}

// cohgen doc: read, plan, say what there is, draw, write.
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include "app/cli/cli.h"
#include "app/cli/counts.h"
#include "interp/coverage.h"
#include "tell/doc/doc.h"

static void print_doc_report(const cli *c, const doc *d, const char *dir, double seconds) {
    if (cli_has(c, CLI_JSON)) {
        doc_json(d, stdout);
        return;
    }
    if (cli_quiet(c)) return;
    printf("wrote %s (open %s/index.html)\n", dir, dir);
    if (cli_verbose(c)) printf("%d blocks, %.1f ms\n", d->n_blocks, 1e3 * seconds);
}

static int write_all(const cli *c, doc *d) {
    static const char *const TOOLS[] = {"dot", NULL};
    char dir[CLI_PATH], error[256];
    const double start = cli_seconds();
    if (!cli_need(TOOLS)) return CLI_NO_TOOL;
    if (!doc_draw(d, error, sizeof error)) {
        cli_error("%s", error);
        return CLI_NO_TOOL;
    }
    snprintf(dir, sizeof dir, "out/doc-%s", d->spec->name);
    if (cli_has(c, CLI_OUT)) snprintf(dir, sizeof dir, "%s", cli_value(c, CLI_OUT, NULL));
    cg_diags *diags = cg_diags_new();
    const int status = doc_write(d, dir, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    if (!status) print_doc_report(c, d, dir, cli_seconds() - start);
    return status;
}

static int document(const cli *c, const cli_protocol *p, const cli_counts *counts) {
    doc *d = doc_build(p->plan, counts->rules);
    const int status = write_all(c, d);
    doc_free(d);
    return status;
}

int cmd_doc(const cli *c) {
    return cli_with_counts(c, document);
}

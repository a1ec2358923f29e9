// cohgen bench: read the description, build the models, run, count, write.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

#include "base/memory.h"

// The description that is taken when none is named.
static const char DEFAULT[] = "sharing";

// ------------------------------------------------------------------------------------------------ the folder

typedef void writer(const bench *b, FILE *out);

static const struct {
    const char *name;
    writer *write;
} FILES[] = {{"bench.json", bench_json},
             {"bench.csv", bench_csv},
             {"bench.md", bench_markdown}, // N_TABLES
#define X(name, title) {#name ".gp", bench_plot_##name},
             BENCH_FIGURES(X)
#undef X
};
enum { N_TABLES = 3, N_FILES = sizeof FILES / sizeof *FILES };

static void write_bench_file(cg_files *files, const bench *b, const char *name, writer *write) {
    FILE *out = cg_files_open(files, "%s", name);
    write(b, out);
    fclose(out);
}

static int write_bench_folder(const bench *b, const char *dir, const cli *c) {
    cg_files files = {0};
    // A bench with a table of its own has no figures, one with a series has one of its own.
    const int n = b->n_rows || b->series.n ? N_TABLES : N_FILES;
    for (int i = 0; i < n; i++) write_bench_file(&files, b, FILES[i].name, FILES[i].write);
    if (b->series.n) write_bench_file(&files, b, "series.gp", bench_plot_series);
    return cli_write_results(dir, "bench.json", "a bench", &files, b->name, c);
}

// ------------------------------------------------------------------------------------------- the subcommand

static int write_report(const bench *b, const char *path) {
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    bench_json(b, out);
    fclose(out);
    const bool good = cli_write_file(path, text);
    if (!good) cli_error("%s: cannot be written: %s", path, strerror(errno));
    free(text);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

// Kept results leave a folder only where one is asked for.
static int report_bench(const bench *b, const cli *c) {
    char dir[CLI_PATH];
    const bool folder = !b->kept || cli_has(c, CLI_OUT);
    snprintf(dir, sizeof dir, "out/bench-%.200s", b->name);
    if (cli_has(c, CLI_OUT)) snprintf(dir, sizeof dir, "%s", cli_value(c, CLI_OUT, NULL));
    int status = folder ? write_bench_folder(b, dir, c) : CLI_OK;
    if (!status && cli_has(c, CLI_REPORT)) status = write_report(b, cli_value(c, CLI_REPORT, NULL));
    for (size_t i = 0; !status && i < c->options[CLI_INTO].n; i++)
        status = bench_into(b, c->options[CLI_INTO].values[i]);
    if (status) return status;
    if (cli_has(c, CLI_JSON)) bench_json(b, stdout);
    if (cli_quiet(c)) return CLI_OK;
    bench_print(b, stdout);
    if (folder)
        printf("\nwrote %s (bench.md, bench.csv, bench.json%s)\n", dir, b->n_rows ? "" : ", figures as SVG");
    return CLI_OK;
}

static int from_kept(const cli *c) {
    static const char *const TOOLS[] = {"gnuplot", NULL};
    bench b;
    if (c->n_args || cli_has(c, CLI_SEEDS)) {
        cli_error("--kept takes the bench and its seeds from the file: leave %s out",
                  c->n_args ? c->args[0] : "--seeds");
        return CLI_BAD_INPUT;
    }
    int status = bench_read_kept(&b, cli_value(c, CLI_KEPT, NULL), c);
    if (!status && cli_has(c, CLI_OUT) && !cli_need(TOOLS)) status = CLI_NO_TOOL;
    if (!status) status = report_bench(&b, c);
    bench_free(&b);
    return status;
}

// What --again has no use for: it runs the first seed of the file, and writes what it finds into the file.
static bool good_for_again(const cli *c) {
    static const struct {
        cli_option_id id;
        const char *name;
    } REFUSED[] = {{CLI_KEPT, "kept"}, {CLI_SEEDS, "seeds"}, {CLI_REPORT, "report"},
                   {CLI_INTO, "into"}, {CLI_OUT, "output"},  {CLI_JSON, "json"}};
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        if (!cli_has(c, REFUSED[i].id)) continue;
        cli_error("--again runs the first seed of its file, and notes there what it finds: leave --%s out",
                  REFUSED[i].name);
        return false;
    }
    return true;
}

static int again(const cli *c, const char *description) {
    const char *file = cli_value(c, CLI_AGAIN, NULL);
    bench kept, now;
    int status = bench_read_kept(&kept, file, c);
    if (!status) {
        status = bench_read(&now, description, c);
        if (!status) status = bench_again(&now, &kept, c);
        bench_free(&now);
    }
    if (status == CLI_OK || status == CLI_FAILED) {
        const int written = write_report(&kept, file);
        if (written) status = written;
    }
    bench_free(&kept);
    return status;
}

int cmd_bench(const cli *c) {
    static const char *const TOOLS[] = {"gnuplot", NULL};
    char path[CLI_PATH];
    bench b;
    if (cli_has(c, CLI_AGAIN) && !good_for_again(c)) return CLI_BAD_INPUT;
    if (cli_has(c, CLI_KEPT)) return from_kept(c);
    if (!cli_find("bench", "protocols/bench", c->n_args ? c->args[0] : DEFAULT, path)) return CLI_BAD_INPUT;
    if (cli_has(c, CLI_AGAIN)) return again(c, path);
    int status = bench_read(&b, path, c);
    if (!status && !cli_need(TOOLS)) status = CLI_NO_TOOL;
    if (!status) status = bench_execute(&b, c);
    if (status == b.worst) {
        const int written = report_bench(&b, c);
        if (written) status = written;
    }
    bench_free(&b);
    return status;
}

// cohgen sweep: read the description, list the points, run those that are not done, write the folder.
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "sweep.h"

// ------------------------------------------------------------------------------------------------ the folder

static void write_json(const sweep *s, FILE *out) {
    json_object *o = sweep_json(s);
    cg_json_print(o, out);
    json_object_put(o);
}

static void put_files(const sweep *s, cg_files *files) {
    char name[256];
    FILE *out = cg_files_open(files, "sweep.json");
    write_json(s, out);
    fclose(out);
    out = cg_files_open(files, "sweep.csv");
    sweep_csv(s, out);
    fclose(out);
    for (int i = 0; i < sweep_pictures(s); i++) {
        sweep_picture_name(s, i, name);
        out = cg_files_open(files, "%.240s.gp", name);
        sweep_picture(s, i, out);
        fclose(out);
    }
}

static int write_sweep_folder(const sweep *s, const char *dir, const cli *c) {
    cg_files files = {0};
    put_files(s, &files);
    return cli_write_results(dir, "sweep.json", "a sweep", &files, s->name, c);
}

static int report_sweep(const sweep *s, const cli *c) {
    const char *dir = cg_arena_printf(s->arena, "out/sweep-%s", s->name);
    dir = cli_value(c, CLI_OUT, dir);
    const int status = write_sweep_folder(s, dir, c);
    if (status) return status;
    if (cli_has(c, CLI_JSON)) write_json(s, stdout);
    if (cli_quiet(c)) return CLI_OK;
    sweep_print(s, stdout);
    printf("\nwrote %s (sweep.csv, sweep.json%s)\n", dir,
           sweep_pictures(s) ? ", Pareto fronts as SVG" : "; no picture: none has both time and area");
    return CLI_OK;
}

// ---------------------------------------------------------------------------------------------- one point

static int run_one(sweep *s, const cli *c) {
    const uint64_t most = s->n_points ? (uint64_t)s->n_points - 1 : 0;
    sweep_point *p = &s->points[cli_number(c, CLI_POINT_INDEX, 0, 0, most)];
    const char *dir = cli_value(c, CLI_OUT, NULL);
    if (cli_has(c, CLI_FRESH) && sweep_key(s, p, c) == CLI_OK) sweep_forget(s, p);
    int status = sweep_run_point(s, p, c);
    const bool failed = status == CLI_FAILED || status == CLI_NO_TOOL;
    if (failed) fprintf(stderr, "%s: %s\n", sweep_title(s, p), p->reason);
    if (failed && *p->key) fprintf(stderr, "log: %s\n", sweep_file(s, p, ".log"));
    if (cli_has(c, CLI_JSON) && p->result) cg_json_print(p->result, stdout);
    if (!cli_quiet(c) && status == CLI_OK) printf("%s: pass\n", sweep_title(s, p));
    if (dir && p->result) {
        const int written = sweep_write_point(s, p, dir, c);
        if (written) status = written;
    }
    return status;
}

static int list_points(const sweep *s) {
    for (int i = 0; i < s->n_points; i++) printf("%d  %s\n", i, sweep_title(s, &s->points[i]));
    return CLI_OK;
}

// ------------------------------------------------------------------------------------------ the subcommand

// --set of what varies would make points the same.
static bool check_settings_not_varied(const sweep *s, const cli *c) {
    bool good = true;
    for (size_t i = 0; i < c->options[CLI_SET].n; i++) {
        const char *said = c->options[CLI_SET].values[i];
        const size_t n = strcspn(said, "=");
        bool varied = false;
        for (int p = 0; p < s->n_protocols; p++)
            for (int k = 0; k < s->protocols[p].vary.n; k++) {
                const char *key = s->protocols[p].vary.items[k].key;
                varied = varied || (strlen(key) == n && !strncmp(key, said, n));
            }
        if (varied) cli_error("--set %s: the sweep varies this parameter", said);
        good = good && !varied;
    }
    return good;
}

static bool check_engine(const cli *c, bool *slurm) {
    static const char *const ENGINES[] = {"local", "slurm"};
    const char *said = cli_value(c, CLI_ENGINE, "local");
    *slurm = !strcmp(said, "slurm");
    if (*slurm || !strcmp(said, "local")) return true;
    cli_unknown("engine", said, ENGINES, 2);
    return false;
}

// Before hours of work: what the points need (on a cluster: on its nodes), and what the pictures need.
static bool have_sweep_tools(const sweep *s, bool slurm) {
    static const char *const CLUSTER[] = {"sbatch", "squeue", NULL}, *const SIM[] = {"verilator", NULL},
                             *const AREA[] = {"yosys", NULL}, *const PLOT[] = {"gnuplot", NULL};
    bool good = !s->n_workloads || !s->tech || cli_need(PLOT);
    if (slurm) return cli_need(CLUSTER) && good;
    if (s->n_workloads) good &= cli_need(SIM);
    if (s->tech) good &= cli_need(AREA);
    return good;
}

static int run_sweep(sweep *s, const cli *c, bool slurm) {
    char folder[CLI_PATH + 8];
    snprintf(folder, sizeof folder, "%s/sweep", cli_cache());
    if (!cli_make_folders(folder)) {
        cli_error("%s: cannot be created", folder);
        return CLI_BAD_INPUT;
    }
    if (cli_has(c, CLI_LIST)) return list_points(s);
    if (cli_has(c, CLI_POINT_INDEX)) return run_one(s, c);
    if (!have_sweep_tools(s, slurm)) return CLI_NO_TOOL;
    const int status = sweep_execute(s, c);
    if (status != CLI_OK && status != CLI_FAILED && !s->n_lost) return status;
    const int written = report_sweep(s, c);
    return written ? written : status;
}

int cmd_sweep(const cli *c) {
    char path[CLI_PATH];
    sweep s;
    bool slurm;
    if (!check_engine(c, &slurm) || !cli_find("sweep", "protocols/sweeps", c->args[0], path))
        return CLI_BAD_INPUT;
    int status = sweep_read(&s, path);
    if (!status && !check_settings_not_varied(&s, c)) status = CLI_BAD_INPUT;
    if (!status) {
        sweep_list(&s);
        status = run_sweep(&s, c, slurm);
    }
    sweep_free(&s);
    return status;
}

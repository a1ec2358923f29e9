// What can be said of the runs of a bench before anything is built: a model takes minutes, and a number that
// is wrong is wrong at once.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"
#include "bench.h"
#include "sim/sim.h"

// --------------------------------------------------------------------------------------------------- tables

// The command line as if it were `cohgen sim` for this protocol: the description's point, settings for all
// and for this one, then what the user said.
cli bench_as_sim(bench *b, const bench_protocol *p, const cli *c) {
    cli sub = *c;
    desc_options(b->arena, &sub, CLI_SET, &b->set, &p->set);
    if (p->n_without) {
        sub.options[CLI_WITHOUT].values = p->without;
        sub.options[CLI_WITHOUT].n = (size_t)p->n_without;
    }
    if (b->point && !cli_has(c, CLI_POINT)) {
        sub.options[CLI_POINT].values = &b->point;
        sub.options[CLI_POINT].n = 1;
    }
    return sub;
}

static int read_table(bench *b, bench_protocol *p, const cli *c) {
    if (!desc_protocol_there(p->table)) {
        if (!cli_quiet(c)) fprintf(stderr, "note: there is no protocol %s yet: left out\n", p->table);
        return CLI_OK;
    }
    const cli sub = bench_as_sim(b, p, c);
    const int status = cli_protocol_read_named(&sub, p->table, &p->p);
    if (status) return status;
    p->there = true;
    if (!cli_runs_programs(c, &p->p)) return CLI_BAD_INPUT;
    bench_hash_design(p->p.plan, p->now);
    memcpy(p->design, p->now, sizeof p->design);
    return cli_model_path(p->p.path, p->p.spec->consistency, p->model) ? CLI_OK : CLI_BAD_INPUT;
}

static int choose_baseline(bench *b, const cli *c) {
    for (int i = 0; i < b->n_protocols; i++) {
        if (!b->protocols[i].there) continue;
        if (b->baseline == CG_NONE || !strcmp(b->protocols[i].name, b->said_baseline)) b->baseline = i;
    }
    if (b->baseline == CG_NONE) {
        cli_error("%s: there is none of its protocols", b->file);
        return CLI_BAD_INPUT;
    }
    if (strcmp(b->protocols[b->baseline].name, b->said_baseline) != 0 && !cli_quiet(c))
        fprintf(stderr, "note: without %s, ratios are to %s\n", b->said_baseline,
                b->protocols[b->baseline].name);
    return CLI_OK;
}

// A protocol's designs for workloads with parameters of their own.
static int read_designs(bench *b, int protocol, const cli *c) {
    bench_protocol *p = &b->protocols[protocol];
    int status = CLI_OK;
    for (int w = 0; !status && p->there && w < b->n_workloads; w++) {
        bench_protocol *other = bench_design_of(b, protocol, w);
        if (other == p) continue;
        if (b->design_like[w] == w) status = read_table(b, other, c);
        bench_hash_also(p->now, other->now);
    }
    memcpy(p->design, p->now, sizeof p->design);
    return status;
}

// What is wrong with one is often wrong with all: the first that is refused ends it.
static int read_tables(bench *b, const cli *c) {
    int status = CLI_OK;
    for (int i = 0; !status && i < b->n_protocols; i++) {
        status = read_table(b, &b->protocols[i], c);
        if (!status) status = read_designs(b, i, c);
    }
    return status ? status : choose_baseline(b, c);
}

// --seeds N: the seeds 1 to N.
static void choose_seeds(bench *b, const cli *c) {
    if (!cli_has(c, CLI_SEEDS)) return;
    b->n_seeds = (int)cli_number(c, CLI_SEEDS, BENCH_SEEDS, 1, 1000);
    b->seeds = cg_arena_alloc(b->arena, (size_t)b->n_seeds * sizeof *b->seeds);
    for (int i = 0; i < b->n_seeds; i++) b->seeds[i] = (uint64_t)i + 1;
}

// ----------------------------------------------------------------------------------------------------- runs

typedef struct {
    bench *b;
    cg_reader *r;
    char config[CLI_PATH]; // file of the run that is tried
} trial;

static bool write_trial(const trial *t, const bench_run *run) {
    const bench_protocol *p = bench_design_of(t->b, run->protocol, run->workload);
    char *settings = bench_settings_of(t->b, run);
    FILE *out = fopen(t->config, "w");
    if (out) {
        cli_put_path(out, "protocol", p->p.path);
        cli_put_path(out, "model", p->model);
        fputs(settings, out);
    }
    free(settings);
    if (out && fclose(out) == 0) return true;
    cli_error("%s: %s", t->config, strerror(errno));
    return false;
}

// NULL: the run can begin; else why not, to be freed.
static char *complaint_of(const trial *t) {
    static const char PREFIX[] = "error: ";
    char *text = NULL;
    FILE *errors = cg_text_open(&text, NULL);
    const bool good = cg_sim_accepts(t->config, errors);
    fclose(errors);
    if (good) {
        free(text);
        return NULL;
    }
    text[strcspn(text, "\n")] = '\0';
    if (!strncmp(text, PREFIX, sizeof PREFIX - 1))
        memmove(text, text + sizeof PREFIX - 1, strlen(text) - sizeof PREFIX + 2);
    return text;
}

// Does the workload begin on the design, with the first seed? One design that refuses it is enough to say so.
static int try_workload(const trial *t, int w) {
    const bench *b = t->b;
    for (int p = 0; p < b->n_protocols; p++) {
        if (!b->protocols[p].there) continue;
        if (!write_trial(t, &(bench_run){.protocol = p, .workload = w})) return CLI_BAD_INPUT;
        char *why = complaint_of(t);
        if (why)
            cg_error(t->r, CG_E_SHAPE, b->workloads[w].pointer, 0, "%s does not run this: %s",
                     b->protocols[p].name, *why ? why : "see above");
        free(why);
        if (why) return CLI_OK;
    }
    return CLI_OK;
}

// A setting that no workload can have with a design is told once, where it is.
static void check_threads(const trial *t) {
    const bench *b = t->b;
    for (int i = 0; i < b->harness.n; i++)
        for (int p = 0; p < b->n_protocols && !strcmp(b->harness.items[i].key, "threads"); p++) {
            const bench_protocol *on = &b->protocols[p];
            if (!on->there || strtoull(b->harness.items[i].value, NULL, 0) <= on->p.spec->threads) continue;
            cg_error(t->r, CG_E_SHAPE, "/harness/threads", 0, "%s has %llu threads on a core, not %s",
                     on->name, (unsigned long long)on->p.spec->threads, b->harness.items[i].value);
            return;
        }
}

static int try_workloads(trial *t) {
    int status = CLI_OK;
    check_threads(t);
    if (cg_diags_errors(t->r->diags)) return CLI_OK;
    snprintf(t->config, sizeof t->config, "%.4000s/bench-%ld.cfg", cli_cache(), (long)getpid());
    cg_temporary_add(t->config);
    for (int w = 0; !status && w < t->b->n_workloads; w++) status = try_workload(t, w);
    unlink(t->config);
    cg_temporary_forget(t->config);
    return status;
}

// --set of what a series varies would make all of its values one.
static bool sets_series(const bench *b, const cli *c) {
    const char *key = b->series.n ? b->series.parameter : "";
    for (size_t i = 0; b->series.n && i < c->options[CLI_SET].n; i++) {
        const char *set = c->options[CLI_SET].values[i];
        if (strncmp(set, key, strlen(key)) != 0 || set[strlen(key)] != '=') continue;
        cli_error("--set %s: the series of the bench %s sets it", set, b->name);
        return true;
    }
    return false;
}

int bench_check(bench *b, cg_reader *r, const cli *c) {
    trial t = {.b = b, .r = r};
    if (sets_series(b, c)) return CLI_BAD_INPUT;
    choose_seeds(b, c);
    const int status = read_tables(b, c);
    return status ? status : try_workloads(&t);
}

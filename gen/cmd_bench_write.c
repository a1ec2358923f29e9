// What is made of the numbers: tables for the terminal and in Markdown, CSV, JSON.
#include <math.h>
#include <string.h>

#include "cmd_bench.h"

// Tables in Markdown are those of the terminal with bars between the cells.
typedef struct {
    FILE *out;
    bool markdown;
    int first; // width of the first column
} table;

static void begin(const table *t, const char *first) {
    fprintf(t->out, t->markdown ? "| %-*s " : "%-*s", t->first, first);
}

static void cell(const table *t, const char *text) {
    fprintf(t->out, t->markdown ? "| %12s " : "  %12s", text);
}

static void end(const table *t) {
    fputs(t->markdown ? "|\n" : "\n", t->out);
}

static void number(const table *t, double x, int digits) {
    char text[40] = "-";
    if (!isnan(x)) snprintf(text, sizeof text, "%.*f", digits, x);
    cell(t, text);
}

static void rule(const table *t, int columns) {
    if (!t->markdown) return;
    fputs("|---|", t->out);
    for (int i = 0; i < columns; i++) fputs("---:|", t->out);
    fputc('\n', t->out);
}

static void heading(const table *t, const char *text) {
    fprintf(t->out, t->markdown ? "\n### %s\n\n" : "\n%s\n", text);
}

static table new_table(const bench *b, FILE *out, bool markdown) {
    table t = {.out = out, .markdown = markdown, .first = 8};
    for (int i = 0; i < b->n_workloads; i++)
        if ((int)strlen(b->workloads[i].name) > t.first) t.first = (int)strlen(b->workloads[i].name);
    for (int i = 0; i < b->n_groups; i++)
        if ((int)strlen(b->groups[i]) + 6 > t.first) t.first = (int)strlen(b->groups[i]) + 6;
    return t;
}

// -------------------------------------------------------------------------------------------- one metric

static bool others(const bench *b, int p) {
    return p != b->baseline && bench_ran(b, p);
}

static void mean_row(const bench *b, const table *t, int metric, const char *group) {
    char name[300];
    snprintf(name, sizeof name, "mean, %.250s", group);
    begin(t, name);
    cell(t, "");
    for (int p = 0; p < b->n_protocols; p++)
        if (others(b, p)) number(t, bench_gmean(b, metric, p, b->baseline, group), 3);
    end(t);
}

// The baseline's numbers, and the others' as ratios to them; geometric means of the groups.
static void metric_table(const bench *b, const table *t, int metric) {
    char title[200];
    int n = 1;
    snprintf(title, sizeof title, "%s: %.80s in %s, the others as ratios to it", bench_metrics[metric].title,
             b->protocols[b->baseline].name, bench_metrics[metric].unit);
    heading(t, title);
    begin(t, "");
    cell(t, b->protocols[b->baseline].name);
    for (int p = 0; p < b->n_protocols; p++)
        if (others(b, p)) cell(t, b->protocols[p].name), n++;
    end(t);
    rule(t, n);
    for (int w = 0; w < b->n_workloads; w++) {
        const double base = bench_value(b, metric, b->baseline, w);
        begin(t, b->workloads[w].name);
        number(t, base, base < 1000 && base != floor(base) ? 1 : 0);
        for (int p = 0; p < b->n_protocols; p++)
            if (others(b, p)) number(t, bench_ratio(b, metric, p, w), 3);
        end(t);
    }
    for (int g = 0; n > 1 && g < b->n_groups; g++) mean_row(b, t, metric, b->groups[g]);
}

// ------------------------------------------------------------------------------------- counters and claims

static void counter_tables(const bench *b, const table *t) {
    const char **names;
    const int n = bench_counters(b, &names);
    for (int p = 0; p < b->n_protocols; p++) {
        const cg_spec *s = bench_ran(b, p) ? b->protocols[p].p.spec : NULL;
        char title[200];
        if (!s || s->n_counters == 0) continue;
        snprintf(title, sizeof title, "Counters of %.100s, and loads", b->protocols[p].name);
        heading(t, title);
        begin(t, "");
        for (int i = 0; i < n; i++) cell(t, names[i]);
        cell(t, "load_misses");
        cell(t, "operations");
        end(t);
        rule(t, n + 2);
        for (int w = 0; w < b->n_workloads; w++) {
            begin(t, b->workloads[w].name);
            for (int i = 0; i < n; i++) number(t, bench_counter(b, names[i], p, w), 0);
            number(t, bench_value(b, BENCH_load_misses, p, w), 0);
            number(t, bench_value(b, BENCH_operations, p, w), 0);
            end(t);
        }
    }
}

// Do paper and bench agree on which is better? A tenth of a percent is no difference.
static const char *direction(double paper, double here) {
    const double eps = 1e-3;
    if (isnan(here)) return "-";
    if ((paper < 1 - eps && here < 1) || (paper > 1 + eps && here > 1)) return "agrees";
    if (fabs(paper - 1) <= eps) return fabs(here - 1) < 0.05 ? "agrees" : "differs";
    return "DISAGREES";
}

static void claim_table(const bench *b, const table *t) {
    if (b->n_claims == 0) return;
    heading(t, "Beside the paper: geometric means of ratios over a group");
    begin(t, "");
    cell(t, "paper");
    cell(t, "here");
    cell(t, "direction");
    cell(t, "metric, group, and what the paper says");
    end(t);
    if (t->markdown) fputs("|---|---:|---:|---|---|\n", t->out);
    for (int i = 0; i < b->n_claims; i++) {
        const bench_claim *k = &b->claims[i];
        const double here = bench_claim_here(b, k);
        char what[100], says[400];
        snprintf(what, sizeof what, "%.40s/%.40s", k->protocol, k->over);
        snprintf(says, sizeof says, "%s, %.80s: %.250s", bench_metrics[k->metric].name, k->group, k->says);
        begin(t, what);
        number(t, k->ratio, 2);
        number(t, here, 2);
        cell(t, direction(k->ratio, here));
        cell(t, says);
        end(t);
    }
}

// ----------------------------------------------------------------------------------------------- documents

static const int SHORT[] = {BENCH_time, BENCH_stall_cycles, BENCH_stall_latency, BENCH_traffic};

void bench_print(const bench *b, FILE *out) {
    const table t = new_table(b, out, false);
    fprintf(out, "%s\n", b->title);
    for (size_t i = 0; i < sizeof SHORT / sizeof *SHORT; i++) metric_table(b, &t, SHORT[i]);
    counter_tables(b, &t);
    claim_table(b, &t);
}

static void print_pairs(FILE *out, const char *what, const desc_pairs *p) {
    if (p->n == 0) return;
    fprintf(out, "* %s:", what);
    for (int i = 0; i < p->n; i++)
        fprintf(out, "%s `%s=%s`", i ? "," : "", p->items[i].key, p->items[i].value);
    fputc('\n', out);
}

static void print_setup(const bench *b, FILE *out) {
    if (b->point) fprintf(out, "* design point: `%s`\n", b->point);
    print_pairs(out, "settings of all protocols", &b->set);
    for (int i = 0; i < b->n_protocols; i++) {
        char what[200];
        snprintf(what, sizeof what, "settings of %.100s", b->protocols[i].name);
        print_pairs(out, what, &b->protocols[i].set);
        if (!b->protocols[i].there) fprintf(out, "* not there yet: %s\n", b->protocols[i].name);
    }
    print_pairs(out, "harness", &b->harness);
    for (int i = 0; i < b->n_workloads; i++) {
        char what[200];
        snprintf(what, sizeof what, "%.80s (%.80s)", b->workloads[i].name, b->workloads[i].group);
        print_pairs(out, what, &b->workloads[i].options);
    }
    fprintf(out, "* seeds: %d; runs that failed: %d\n", b->n_seeds, b->n_failed);
}

void bench_markdown(const bench *b, FILE *out) {
    const table t = new_table(b, out, true);
    fprintf(out, "# %s\n\n", b->title);
    if (b->doc) fprintf(out, "%s\n\n", b->doc);
    print_setup(b, out);
#define X(name, title) fprintf(out, "\n![%s](%s.svg)\n", title, #name);
    BENCH_FIGURES(X)
#undef X
    claim_table(b, &t);
    for (int m = 0; m < BENCH_N_METRICS; m++) metric_table(b, &t, m);
    counter_tables(b, &t);
}

static double of_run(const bench_run *r, const char *path) {
    json_object *v = NULL;
    return r->report && json_pointer_get(r->report, path, &v) == 0 ? json_object_get_double(v) : NAN;
}

void bench_csv(const bench *b, FILE *out) {
    const char **names;
    char path[300];
    const int n = bench_counters(b, &names);
    fputs("workload,group,protocol,seed,verdict", out);
    for (int m = 0; m < BENCH_N_METRICS; m++) fprintf(out, ",%s", bench_metrics[m].name);
    for (int i = 0; i < n; i++) fprintf(out, ",%s", names[i]);
    fputc('\n', out);
    for (int i = 0; i < b->n_runs; i++) {
        const bench_run *r = &b->runs[i];
        if (!bench_ran(b, r->protocol)) continue;
        fprintf(out, "%s,%s,%s,%llu,%s", b->workloads[r->workload].name, b->workloads[r->workload].group,
                b->protocols[r->protocol].name, (unsigned long long)b->seeds[r->seed],
                r->report ? "pass" : "fail");
        for (int k = 0; k < BENCH_N_METRICS + n; k++) {
            if (k >= BENCH_N_METRICS)
                snprintf(path, sizeof path, "/counters/%.250s", names[k - BENCH_N_METRICS]);
            const double x = of_run(r, k < BENCH_N_METRICS ? bench_metrics[k].path : path);
            if (isnan(x))
                fputc(',', out);
            else
                fprintf(out, ",%.10g", x);
        }
        fputc('\n', out);
    }
}

// ---------------------------------------------------------------------------------------------------- JSON

static void put_text(json_object *o, const char *key, const char *text) {
    json_object_object_add(o, key, text ? json_object_new_string(text) : NULL);
}

static json_object *plain_number(double x) {
    return isnan(x) ? NULL : json_object_new_double(x);
}

static json_object *run_json(const bench *b, const bench_run *r) {
    json_object *o = json_object_new_object(), *metrics = json_object_new_object(), *counters = NULL;
    put_text(o, "workload", b->workloads[r->workload].name);
    put_text(o, "group", b->workloads[r->workload].group);
    put_text(o, "protocol", b->protocols[r->protocol].name);
    json_object_object_add(o, "seed", json_object_new_uint64(b->seeds[r->seed]));
    put_text(o, "verdict", r->report ? "pass" : "fail");
    put_text(o, "reason", r->report ? NULL : r->reason);
    for (int m = 0; m < BENCH_N_METRICS; m++)
        json_object_object_add(metrics, bench_metrics[m].name,
                               plain_number(of_run(r, bench_metrics[m].path)));
    json_object_object_add(o, "metrics", metrics);
    if (r->report) json_object_object_get_ex(r->report, "counters", &counters);
    json_object_object_add(o, "counters", json_object_get(counters));
    return o;
}

static json_object *claim_json(const bench *b, const bench_claim *k) {
    json_object *o = json_object_new_object();
    const double here = bench_claim_here(b, k);
    put_text(o, "protocol", k->protocol);
    put_text(o, "over", k->over);
    put_text(o, "group", k->group);
    put_text(o, "metric", bench_metrics[k->metric].name);
    put_text(o, "says", k->says);
    json_object_object_add(o, "paper", json_object_new_double(k->ratio));
    json_object_object_add(o, "here", plain_number(here));
    put_text(o, "direction", direction(k->ratio, here));
    return o;
}

json_object *bench_json(const bench *b) {
    json_object *o = json_object_new_object(), *runs = json_object_new_array();
    json_object *claims = json_object_new_array(), *missing = json_object_new_array();
    put_text(o, "bench", b->name);
    put_text(o, "title", b->title);
    put_text(o, "baseline", b->protocols[b->baseline].name);
    json_object_object_add(o, "failed", json_object_new_int(b->n_failed));
    for (int i = 0; i < b->n_protocols; i++)
        if (!bench_ran(b, i)) json_object_array_add(missing, json_object_new_string(b->protocols[i].name));
    json_object_object_add(o, "missing", missing);
    for (int i = 0; i < b->n_runs; i++)
        if (bench_ran(b, b->runs[i].protocol)) json_object_array_add(runs, run_json(b, &b->runs[i]));
    json_object_object_add(o, "runs", runs);
    for (int i = 0; i < b->n_claims; i++) json_object_array_add(claims, claim_json(b, &b->claims[i]));
    json_object_object_add(o, "paper", claims);
    return o;
}

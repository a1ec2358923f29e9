// Tables of a bench: for the terminal, and in Markdown. A figure is a mean over the seeds; behind it stands
// the standard deviation. Under the figures stand the hashes of the hardware that they are of.
#include <math.h>
#include <string.h>

#include "bench.h"
#include "cells.h"

// -------------------------------------------------------------------------------------------- the hardware

static void hardware_row(const bench *b, const bench_table *t, bool baseline_first) {
    bench_begin_row(t, "hardware");
    if (baseline_first) bench_hardware_cell(b, t, b->baseline);
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p) && (!baseline_first || p != b->baseline)) bench_hardware_cell(b, t, p);
    bench_end_row(t);
}

static void hardware_table(const bench *b, const bench_table *t) {
    bench_table_heading(t, "The hardware that these figures are of");
    bench_begin_row(t, "");
    bench_cell(t, "figures are of");
    bench_cell(t, "tables make now");
    bench_cell(t, "");
    bench_end_row(t);
    bench_heading_rule(t, 3);
    for (int p = 0; p < b->n_protocols; p++) {
        if (!bench_ran(b, p)) continue;
        bench_begin_row(t, b->protocols[p].name);
        bench_cell(t, b->protocols[p].design);
        bench_cell(t, b->protocols[p].now[0] ? b->protocols[p].now : "-");
        const bool same = !strcmp(b->protocols[p].design, b->protocols[p].now);
        bench_cell(t, bench_older(b, p) ? "OLDER hardware"
                      : same            ? "the same"
                                        : "the same figures with the first seed");
        bench_end_row(t);
    }
    bench_begin_row(t, "workloads");
    bench_cell(t, b->programs[0] ? b->programs : "not known");
    bench_cell(t, b->programs_now[0] ? b->programs_now : "not known");
    bench_cell(t, !b->programs[0] || !b->programs_now[0]      ? ""
                  : strcmp(b->programs, b->programs_now) != 0 ? "OLDER programs"
                                                              : "the same");
    bench_end_row(t);
    bench_begin_row(t, "cohgen");
    bench_cell(t, b->commit[0] ? b->commit : "commit not known");
    bench_cell(t, "");
    bench_cell(t, "");
    bench_end_row(t);
}

// -------------------------------------------------------------------------------------------- one metric

static bool is_other_that_ran(const bench *b, int p) {
    return p != b->baseline && bench_ran(b, p);
}

static int head_row(const bench *b, const bench_table *t) {
    int n = 1;
    bench_begin_row(t, "");
    bench_cell(t, b->protocols[b->baseline].name);
    for (int p = 0; p < b->n_protocols; p++)
        if (is_other_that_ran(b, p)) bench_cell(t, b->protocols[p].name), n++;
    bench_end_row(t);
    bench_heading_rule(t, n);
    return n;
}

static void mean_row(const bench *b, const bench_table *t, int metric, const char *group) {
    char name[300];
    snprintf(name, sizeof name, "mean, %.250s", group);
    bench_begin_row(t, name);
    bench_cell(t, "");
    for (int p = 0; p < b->n_protocols; p++)
        if (is_other_that_ran(b, p)) bench_figure_cell(t, bench_gmean(b, metric, p, b->baseline, group), 2);
    bench_end_row(t);
}

// The baseline's numbers, and the others' as ratios to them; geometric means of the groups.
static void metric_table(const bench *b, const bench_table *t, int metric) {
    char title[200];
    snprintf(title, sizeof title, "%s: %.80s in %s, the others as ratios to it", bench_metrics[metric].title,
             b->protocols[b->baseline].name, bench_metrics[metric].unit);
    bench_table_heading(t, title);
    const int n = head_row(b, t);
    for (int w = 0; w < b->n_workloads; w++) {
        const bench_stat base = bench_stat_of(b, metric, b->baseline, w);
        bench_begin_row(t, b->workloads[w].name);
        bench_mean_cell(t, &base);
        for (int p = 0; p < b->n_protocols; p++)
            if (is_other_that_ran(b, p)) bench_figure_cell(t, bench_ratio(b, metric, p, w), 2);
        bench_end_row(t);
    }
    for (int g = 0; n > 1 && g < b->n_groups; g++) mean_row(b, t, metric, b->groups[g]);
    hardware_row(b, t, true);
}

// Of each protocol: mean, standard deviation, least and most of the seeds.
static void spread_table(const bench *b, const bench_table *t, int metric) {
    char title[200];
    int n = 0;
    snprintf(title, sizeof title, "%s over %d seeds: mean and standard deviation, least to most, in %s",
             bench_metrics[metric].title, b->n_seeds, bench_metrics[metric].unit);
    bench_table_heading(t, title);
    bench_begin_row(t, "");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_cell(t, b->protocols[p].name), n++;
    bench_end_row(t);
    bench_heading_rule(t, n);
    for (int w = 0; w < b->n_workloads; w++) {
        bench_begin_row(t, b->workloads[w].name);
        for (int p = 0; p < b->n_protocols; p++) {
            char text[120];
            if (!bench_ran(b, p)) continue;
            const bench_stat s = bench_stat_of(b, metric, p, w);
            const int digits = bench_digits_of(s.mean);
            bench_with_spread(t, text, s.mean, s.sd, digits, "%");
            const size_t at = strlen(text);
            if (!isnan(s.mean))
                snprintf(text + at, sizeof text - at, "%s%.*f to %.*f", t->markdown ? "<br>" : ", ", digits,
                         s.least, digits, s.most);
            bench_cell(t, text);
        }
        bench_end_row(t);
    }
    hardware_row(b, t, false);
}

// ------------------------------------------------------------------------------------- counters and claims

static bool has_counter(const bench *b, int column, int p) {
    for (int w = 0; w < b->n_workloads; w++)
        for (int s = 0; s < b->n_seeds; s++)
            if (!isnan(*bench_number(b, column, p, w, s))) return true;
    return false;
}

static void counters_of(const bench *b, const bench_table *t, int p) {
    static const int ALSO[] = {BENCH_load_misses, BENCH_operations};
    int *columns = NULL, n = 0;
    char title[200];
    for (int k = BENCH_N_METRICS; k < bench_columns(b); k++)
        if (has_counter(b, k, p)) *CG_PUSH(b->arena, columns, n) = k;
    if (n == 0) return;
    for (int i = 0; i < 2; i++) *CG_PUSH(b->arena, columns, n) = ALSO[i];
    snprintf(title, sizeof title, "Counters of %.100s, and loads", b->protocols[p].name);
    bench_table_heading(t, title);
    bench_begin_row(t, t->heads ? "" : b->protocols[p].name);
    for (int i = 0; i < n; i++) bench_cell(t, bench_column_name(b, columns[i]));
    bench_end_row(t);
    bench_heading_rule(t, n);
    for (int w = 0; w < b->n_workloads; w++) {
        bench_begin_row(t, b->workloads[w].name);
        for (int i = 0; i < n; i++) bench_number_cell(t, bench_stat_of(b, columns[i], p, w).mean, 0);
        bench_end_row(t);
    }
    bench_begin_row(t, "hardware");
    bench_hardware_cell(b, t, p);
    for (int i = 1; i < n; i++) bench_cell(t, "");
    bench_end_row(t);
    if (!t->heads) fputc('\n', t->out);
}

static void counter_tables(const bench *b, const bench_table *t) {
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) counters_of(b, t, p);
}

static void claim_table(const bench *b, const bench_table *t) {
    if (b->n_claims == 0) return;
    bench_table_heading(t, "Beside the paper: geometric means of ratios over a group");
    bench_begin_row(t, "");
    bench_cell(t, "paper");
    bench_cell(t, "here");
    bench_cell(t, "direction");
    bench_cell(t, "hardware");
    bench_cell(t, "metric, group, and what the paper says");
    bench_end_row(t);
    if (t->markdown) fputs("|---|---:|---:|---|---|---|\n", t->out);
    for (int i = 0; i < b->n_claims; i++) {
        const bench_claim *k = &b->claims[i];
        const bench_figure here = bench_claim_here(b, k);
        const bool older = bench_older(b, bench_protocol_named(b, k->protocol)) ||
                           (k->over && bench_older(b, bench_protocol_named(b, k->over)));
        char what[100], says[400];
        snprintf(what, sizeof what, "%.40s/%.40s", k->protocol, k->over ? k->over : "itself");
        snprintf(says, sizeof says, "%s, %.80s: %.250s", bench_metrics[k->metric].name, k->group, k->says);
        bench_begin_row(t, what);
        bench_number_cell(t, k->ratio, 2);
        bench_figure_cell(t, here, 2);
        bench_cell(t, bench_direction(k->ratio, here));
        bench_cell(t, older ? "OLDER" : "as now");
        bench_cell(t, says);
        bench_end_row(t);
    }
}

// ------------------------------------------------------------------------------------- the bench's own table

// Three digits that mean something (hits are 1.000 a cycle), and none behind the point of large numbers.
static int digits_of_row(double x) {
    return x >= 100 || (x >= 10 && x == floor(x)) ? 0 : x >= 10 ? 1 : x >= 2 ? 2 : x >= 0.1 ? 3 : 4;
}

static void print_row_cell(const bench *b, const bench_table *t, const bench_row *row, int p) {
    const bench_figure f = bench_row_here(b, row, p);
    char text[60];
    if (row->of > 0)
        snprintf(text, sizeof text, isnan(f.value) ? "-" : "%.0f%%", 100 * f.value / row->of);
    else
        bench_with_spread(t, text, f.value, f.sd, digits_of_row(f.value), "%");
    bench_cell(t, text);
}

static void print_limits(const bench *b, const bench_table *t) {
    for (int i = 0; i < b->n_rows; i++) {
        const bench_row *row = &b->rows[i];
        if (!row->why) continue;
        fprintf(t->out, "%s%s%s: %s.\n", t->markdown ? "* " : "  ", row->says,
                row->limit ? "" : " (no limit)", row->why);
    }
}

static void row_table(const bench *b, const bench_table *like) {
    bench_table t = *like;
    int n = 1;
    if (b->n_rows == 0) return;
    for (int i = 0; i < b->n_rows; i++)
        if ((int)strlen(b->rows[i].says) > t.first) t.first = (int)strlen(b->rows[i].says);
    bench_table_heading(&t, "What they do, mean and standard deviation over the seeds, and what they could");
    bench_begin_row(&t, "");
    bench_cell(&t, "limit");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_cell(&t, b->protocols[p].name), n++;
    bench_end_row(&t);
    bench_heading_rule(&t, n);
    for (int i = 0; i < b->n_rows; i++) {
        bench_begin_row(&t, b->rows[i].says);
        bench_cell(&t, b->rows[i].limit ? b->rows[i].limit : "");
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) print_row_cell(b, &t, &b->rows[i], p);
        bench_end_row(&t);
    }
    bench_begin_row(&t, "hardware");
    bench_cell(&t, "");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_hardware_cell(b, &t, p);
    bench_end_row(&t);
    fputs(t.markdown ? "\nWhat the limits are:\n\n" : "\nWhat the limits are:\n", t.out);
    print_limits(b, &t);
}

// -------------------------------------------------------------------------------------------------- energy

static void print_energy_cell(const bench_table *t, double pj, bool given) {
    if (given)
        bench_number_cell(t, pj / 1000, 1);
    else
        bench_cell(t, "not given");
}

static void energy_row(const bench *b, const bench_table *t, const bench_energy *e) {
    char name[100];
    snprintf(name, sizeof name, "%s%s%.40s", bench_metrics[e->metric].name, e->part[0] ? ", " : "", e->part);
    bench_begin_row(t, name);
    bench_number_cell(t, e->pj, bench_digits_of(e->pj));
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p) && bench_energy_is_of(e, e->metric, p))
            print_energy_cell(t, bench_sum_of_workloads(b, e->metric, p) * e->pj, true);
        else if (bench_ran(b, p))
            bench_cell(t, "");
    bench_cell(t, e->source);
    bench_end_row(t);
}

// A row for each figure of the event, or one that says that there is none; none of an event that is not
// counted.
static void event_rows(const bench *b, const bench_table *t, int metric) {
    bool given = false;
    for (int i = 0; i < b->n_energies; i++) {
        if (b->energies[i].metric != metric) continue;
        energy_row(b, t, &b->energies[i]);
        given = true;
    }
    if (given || !bench_measured(b, metric)) return;
    bench_begin_row(t, bench_metrics[metric].name);
    bench_cell(t, "not given");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_cell(t, "not given");
    bench_cell(t, "");
    bench_end_row(t);
}

static void energy_sum_row(const bench *b, const bench_table *t, int metric, const char *name) {
    bench_begin_row(t, name);
    bench_cell(t, "");
    for (int p = 0; p < b->n_protocols; p++) {
        const double pj = bench_sum_of_workloads(b, metric, p);
        if (bench_ran(b, p)) print_energy_cell(t, pj, !isnan(pj));
    }
    bench_cell(t, "");
    bench_end_row(t);
}

// What the counted events of all workloads cost, by event: only with figures of the description.
static void energy_table(const bench *b, const bench_table *like) {
    bench_table t = *like;
    int n = 2;
    if (b->n_energies == 0) return;
    if (t.first < 20) t.first = 20;
    bench_table_heading(&t, "Energy of all workloads in nJ, mean over the seeds, by counted events");
    bench_begin_row(&t, "");
    bench_cell(&t, "pJ an event");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_cell(&t, b->protocols[p].name), n++;
    bench_cell(&t, "source");
    bench_end_row(&t);
    bench_heading_rule(&t, n);
    for (int k = 0; k < BENCH_N_EVENTS; k++) event_rows(b, &t, bench_events[k]);
    if (bench_measured(b, BENCH_energy_local))
        energy_sum_row(b, &t, BENCH_energy_local, "local memories alone");
    energy_sum_row(b, &t, BENCH_energy_given, "sum of those given");
    energy_sum_row(b, &t, BENCH_energy, "sum of all");
    bench_begin_row(&t, "hardware");
    bench_cell(&t, "");
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) bench_hardware_cell(b, &t, p);
    bench_cell(&t, "");
    bench_end_row(&t);
}

// ----------------------------------------------------------------------------------------------- documents

static const int SHORT[] = {BENCH_time, BENCH_stall_cycles, BENCH_stall_latency, BENCH_traffic};

void bench_print(const bench *b, FILE *out) {
    const bench_table t = bench_new_table(b, out, false, true);
    fprintf(out, "%s\n", b->title);
    row_table(b, &t);
    for (size_t i = 0; !b->n_rows && i < sizeof SHORT / sizeof *SHORT; i++)
        b->series.n ? bench_series_rows(b, &t, SHORT[i]) : metric_table(b, &t, SHORT[i]);
    if (!b->n_rows) spread_table(b, &t, BENCH_time);
    counter_tables(b, &t);
    energy_table(b, &t);
    claim_table(b, &t);
    hardware_table(b, &t);
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
        snprintf(what, sizeof what, "options for %.100s", b->protocols[i].name);
        print_pairs(out, what, &b->protocols[i].options);
        if (!b->protocols[i].there) fprintf(out, "* not there yet: %s\n", b->protocols[i].name);
    }
    print_pairs(out, "harness", &b->harness);
    for (int i = 0; i < b->n_workloads; i++) {
        char what[200];
        snprintf(what, sizeof what, "%.80s (%.80s)", b->workloads[i].name, b->workloads[i].group);
        print_pairs(out, what, &b->workloads[i].options);
        snprintf(what, sizeof what, "settings of the design for %.80s", b->workloads[i].name);
        print_pairs(out, what, &b->workloads[i].set);
    }
    fprintf(out, "* seeds: %d; runs that failed: %d\n", b->n_seeds, b->n_failed);
}

// Where the bench has a table of its own, the metrics of it; else what was measured.
static bool in_tables(const bench *b, int metric) {
    for (int i = 0; i < b->n_rows; i++)
        if (b->rows[i].metric == metric) return true;
    return !b->n_rows && bench_measured(b, metric);
}

void bench_markdown(const bench *b, FILE *out) {
    const bench_table t = bench_new_table(b, out, true, true);
    fprintf(out, "# %s\n\n", b->title);
    if (b->doc) fprintf(out, "%s\n\n", b->doc);
    print_setup(b, out);
#define X(name, title)                                                                                       \
    if (!b->n_rows && !b->series.n) fprintf(out, "\n![%s](%s.svg)\n", title, #name);
    BENCH_FIGURES(X)
#undef X
    if (b->series.n) fputs("\n![Execution time over that at the first value](series.svg)\n", out);
    row_table(b, &t);
    energy_table(b, &t);
    claim_table(b, &t);
    hardware_table(b, &t);
    for (int m = 0; m < BENCH_N_METRICS; m++)
        if (in_tables(b, m)) b->series.n ? bench_series_rows(b, &t, m) : metric_table(b, &t, m);
    for (size_t i = 0; !b->n_rows && i < sizeof SHORT / sizeof *SHORT; i++) spread_table(b, &t, SHORT[i]);
    counter_tables(b, &t);
}

void bench_table_metric(const bench *b, int metric, FILE *out) {
    const bench_table t = bench_new_table(b, out, true, false);
    metric_table(b, &t, metric);
}

void bench_table_spread(const bench *b, int metric, FILE *out) {
    const bench_table t = bench_new_table(b, out, true, false);
    spread_table(b, &t, metric);
}

#define X(word, name, print)                                                                                 \
    void bench_table_##name(const bench *b, FILE *out) {                                                     \
        const bench_table t = bench_new_table(b, out, true, false);                                          \
        print(b, &t);                                                                                        \
    }
BENCH_TABLES(X)
#undef X

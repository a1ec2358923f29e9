// The numbers of a bench.
#include <math.h>
#include <string.h>

#include "bench.h"

bench_run *bench_run_of(const bench *b, int protocol, int workload, int seed) {
    return &b->runs[(protocol * b->n_workloads + workload) * b->n_seeds + seed];
}

bool bench_ran(const bench *b, int protocol) {
    return b->protocols[protocol].there;
}

bool bench_older(const bench *b, int protocol) {
    const bench_protocol *p = &b->protocols[protocol];
    const bool seen = p->again[0] && !strcmp(p->again, p->now);
    return p->there && strcmp(p->design, p->now) != 0 && !seen;
}

// ------------------------------------------------------------------------------------------------- numbers

int bench_columns(const bench *b) {
    return BENCH_N_METRICS + b->n_counters;
}

const char *bench_column_name(const bench *b, int column) {
    return column < BENCH_N_METRICS ? bench_metrics[column].name : b->counters[column - BENCH_N_METRICS];
}

int bench_column_named(const bench *b, const char *name) {
    for (int k = 0; k < bench_columns(b); k++)
        if (!strcmp(bench_column_name(b, k), name)) return k;
    return CG_NONE;
}

double *bench_number(const bench *b, int column, int protocol, int workload, int seed) {
    return &b->numbers[((column * b->n_protocols + protocol) * b->n_workloads + workload) * b->n_seeds +
                       seed];
}

bool bench_measured(const bench *b, int column) {
    const int n = b->n_protocols * b->n_workloads * b->n_seeds;
    for (int i = 0; i < n; i++)
        if (!isnan(bench_number(b, column, 0, 0, 0)[i])) return true;
    return false;
}

void bench_no_numbers(bench *b) {
    const int n = bench_columns(b) * b->n_protocols * b->n_workloads * b->n_seeds;
    b->numbers = cg_arena_alloc(b->arena, ((size_t)n + 1) * sizeof *b->numbers);
    for (int i = 0; i < n; i++) b->numbers[i] = NAN;
}

bench_stat bench_stat_of(const bench *b, int column, int protocol, int workload) {
    const double *x = bench_number(b, column, protocol, workload, 0);
    const int n = b->n_seeds;
    bench_stat s = {.mean = 0, .sd = NAN, .least = x[0], .most = x[0]};
    double squares = 0;
    for (int i = 0; i < n; i++) {
        s.mean += x[i] / n;
        s.least = x[i] < s.least ? x[i] : s.least;
        s.most = x[i] > s.most ? x[i] : s.most;
    }
    for (int i = 0; i < n; i++) squares += (x[i] - s.mean) * (x[i] - s.mean);
    if (n > 1) s.sd = sqrt(squares / (n - 1));
    return s;
}

// -------------------------------------------------------------------------------------------------- ratios

static double relative(const bench_stat *s) {
    return s->sd / s->mean;
}

// What varies is the same on both sides if both are one protocol.
static bench_figure ratio_of_means(const bench *b, int metric, int protocol, int over, int workload) {
    const bench_stat mine = bench_stat_of(b, metric, protocol, workload);
    const bench_stat base = bench_stat_of(b, metric, over, workload);
    if (!(base.mean > 0)) return (bench_figure){NAN, NAN};
    const double value = mine.mean / base.mean;
    if (protocol == over) return (bench_figure){value, 0};
    return (bench_figure){value, hypot(mine.sd / base.mean, value * relative(&base))};
}

bench_figure bench_ratio(const bench *b, int metric, int protocol, int workload) {
    return ratio_of_means(b, metric, protocol, b->baseline, workload);
}

// Both of one protocol: as of numbers that do not depend on each other.
bench_figure bench_row_here(const bench *b, const bench_row *row, int protocol) {
    const bench_stat s = bench_stat_of(b, row->metric, protocol, row->workload);
    if (row->over == CG_NONE) return (bench_figure){s.mean, s.sd};
    const bench_stat over = bench_stat_of(b, row->metric, protocol, row->over);
    if (!(over.mean > 0)) return (bench_figure){NAN, NAN};
    const double value = s.mean / over.mean;
    return (bench_figure){value, hypot(s.sd / over.mean, value * relative(&over))};
}

// Geometric means of what has been added.
typedef struct {
    double sum, squares;
    int n;
} product;

static void multiply(product *m, bench_figure f) {
    m->sum += log(f.value);
    m->squares += f.sd / f.value * (f.sd / f.value);
    m->n++;
}

static bench_figure mean_of_product(const product *m) {
    if (m->n == 0) return (bench_figure){NAN, NAN};
    const double mean = exp(m->sum / m->n);
    return (bench_figure){mean, mean * sqrt(m->squares) / m->n};
}

// Of the workloads of the group where both have a number above zero; NAN if a run failed, or there is none.
bench_figure bench_gmean(const bench *b, int metric, int protocol, int over, const char *group) {
    product m = {0};
    for (int w = 0; w < b->n_workloads; w++) {
        if (strcmp(b->workloads[w].group, group) != 0) continue;
        const double mine = bench_stat_of(b, metric, protocol, w).mean;
        const double base = bench_stat_of(b, metric, over, w).mean;
        if (isnan(mine) || isnan(base)) return (bench_figure){NAN, NAN};
        if (mine <= 0 || base <= 0) continue;
        multiply(&m, ratio_of_means(b, metric, protocol, over, w));
    }
    return mean_of_product(&m);
}

// Likewise.
bench_figure bench_growth(const bench *b, int metric, int protocol, int group) {
    product m = {0};
    if (group % b->series.n == 0) return (bench_figure){1, 0};
    for (int w = 0; w < b->n_workloads; w++) {
        if (strcmp(b->workloads[w].group, b->groups[group]) != 0) continue;
        const bench_row row = {.workload = w, .over = w - w % b->series.n, .metric = metric};
        const bench_figure f = bench_row_here(b, &row, protocol);
        if (isnan(f.value)) return (bench_figure){NAN, NAN};
        if (f.value > 0) multiply(&m, f);
    }
    return mean_of_product(&m);
}

bench_figure bench_claim_here(const bench *b, const bench_claim *k) {
    if (!k->over)
        return bench_growth(b, k->metric, bench_protocol_named(b, k->protocol),
                            bench_group_named(b, k->group));
    return bench_gmean(b, k->metric, bench_protocol_named(b, k->protocol), bench_protocol_named(b, k->over),
                       k->group);
}

// A tenth of a percent is no difference; nor is what the spread is as wide as.
const char *bench_direction(double paper, bench_figure here) {
    const double eps = 1e-3;
    if (isnan(here.value)) return "-";
    if (fabs(paper - 1) <= eps) return fabs(here.value - 1) < 0.05 ? "agrees" : "differs";
    if (fabs(here.value - 1) <= (isnan(here.sd) ? 0.01 : here.sd)) return "not clear"; // NAN: one seed
    return (paper < 1) == (here.value < 1) ? "agrees" : "DISAGREES";
}

// The numbers of a bench.
#include <math.h>
#include <string.h>

#include "cmd_bench.h"

bench_run *bench_run_of(const bench *b, int protocol, int workload, int seed) {
    return &b->runs[(protocol * b->n_workloads + workload) * b->n_seeds + seed];
}

bool bench_ran(const bench *b, int protocol) {
    return b->protocols[protocol].there;
}

static double number_at(const bench_run *run, const char *path) {
    json_object *v = NULL;
    if (run->report == NULL || json_pointer_get(run->report, path, &v) != 0) return NAN;
    return json_object_get_double(v);
}

static double mean(const bench *b, const char *path, int protocol, int workload) {
    double sum = 0;
    if (!bench_ran(b, protocol)) return NAN;
    for (int s = 0; s < b->n_seeds; s++) sum += number_at(bench_run_of(b, protocol, workload, s), path);
    return sum / b->n_seeds;
}

double bench_value(const bench *b, int metric, int protocol, int workload) {
    return mean(b, bench_metrics[metric].path, protocol, workload);
}

static double over(double a, double b) {
    return b > 0 ? a / b : NAN;
}

double bench_ratio(const bench *b, int metric, int protocol, int workload) {
    return over(bench_value(b, metric, protocol, workload), bench_value(b, metric, b->baseline, workload));
}

// Of the workloads of the group where both have a number above zero; NAN if a run failed, or there is none.
double bench_gmean(const bench *b, int metric, int protocol, int base, const char *group) {
    double sum = 0;
    int n = 0;
    for (int w = 0; w < b->n_workloads; w++) {
        if (strcmp(b->workloads[w].group, group) != 0) continue;
        const double mine = bench_value(b, metric, protocol, w), other = bench_value(b, metric, base, w);
        if (isnan(mine) || isnan(other)) return NAN;
        if (mine <= 0 || other <= 0) continue;
        sum += log(mine / other);
        n++;
    }
    return n > 0 ? exp(sum / n) : NAN;
}

static int find(const bench *b, const char *name) {
    for (int i = 0; i < b->n_protocols; i++)
        if (!strcmp(b->protocols[i].name, name)) return i;
    return b->baseline; // cannot be: the description was checked
}

double bench_claim_here(const bench *b, const bench_claim *k) {
    return bench_gmean(b, k->metric, find(b, k->protocol), find(b, k->over), k->group);
}

int bench_counters(const bench *b, const char ***names) {
    int n = 0;
    *names = NULL;
    for (int p = 0; p < b->n_protocols; p++) {
        const cg_spec *s = bench_ran(b, p) ? b->protocols[p].p.spec : NULL;
        for (int i = 0; s && i < s->n_counters; i++) {
            bool known = false;
            for (int k = 0; k < n; k++) known = known || !strcmp((*names)[k], s->counters[i].name);
            if (!known) *CG_PUSH(b->arena, *names, n) = s->counters[i].name;
        }
    }
    return n;
}

double bench_counter(const bench *b, const char *name, int protocol, int workload) {
    char path[300];
    snprintf(path, sizeof path, "/counters/%.250s", name);
    return mean(b, path, protocol, workload);
}

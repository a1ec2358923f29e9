// Energy of what a bench counts: figures of the description, each with its source, times numbers of events.
// There are no others: what has no figure is not given, and neither is a sum that needs it.
#include <math.h>

#include "bench.h"

const int bench_events[BENCH_N_EVENTS] = {
#define X(name) BENCH_##name,
    BENCH_EVENTS(X)
#undef X
};

const bench_energy *bench_energy_of(const bench *b, int metric) {
    for (int i = 0; i < b->n_energies; i++)
        if (b->energies[i].metric == metric) return &b->energies[i];
    return NULL;
}

// Of one run, in pJ; NAN: a number is missing, or, of all events, a figure of one that happened.
static double energy_of(const bench *b, bool all, int p, int w, int seed) {
    double sum = 0;
    for (int k = 0; k < BENCH_N_EVENTS; k++) {
        const double n = *bench_number(b, bench_events[k], p, w, seed);
        const bench_energy *e = bench_energy_of(b, bench_events[k]);
        if (e)
            sum += n * e->pj;
        else if (all && n != 0)
            return NAN;
    }
    return sum;
}

void bench_sum_energy(bench *b) {
    for (int i = 0; b->n_energies && i < b->n_protocols * b->n_workloads * b->n_seeds; i++) {
        const int seed = i % b->n_seeds, w = i / b->n_seeds % b->n_workloads,
                  p = i / b->n_seeds / b->n_workloads;
        *bench_number(b, BENCH_energy_given, p, w, seed) = energy_of(b, false, p, w, seed);
        *bench_number(b, BENCH_energy, p, w, seed) = energy_of(b, true, p, w, seed);
    }
}

double bench_sum_of_workloads(const bench *b, int metric, int protocol) {
    double sum = 0;
    for (int w = 0; w < b->n_workloads; w++) sum += bench_stat_of(b, metric, protocol, w).mean;
    return sum;
}

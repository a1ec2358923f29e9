// Energy of what a bench counts: figures of the description, each with its source, times numbers of events.
// There are no others: what has no figure is not given, and neither is a sum that needs it.
#include <math.h>

#include "bench.h"

const int bench_events[BENCH_N_EVENTS] = {
#define X(name) BENCH_##name,
    BENCH_EVENTS(X)
#undef X
};

bool bench_energy_is_of(const bench_energy *e, int metric, int protocol) {
    return e->metric == metric && (e->protocol == CG_NONE || e->protocol == protocol);
}

bool bench_energy_given(const bench *b, int metric, int protocol) {
    for (int i = 0; i < b->n_energies; i++)
        if (bench_energy_is_of(&b->energies[i], metric, protocol)) return true;
    return false;
}

static bool is_of_local_memory(const bench_energy *e) {
    return e->metric == BENCH_local_hits || e->metric == BENCH_local_misses ||
           e->metric == BENCH_local_others;
}

static bool has_local_figures(const bench *b) {
    for (int i = 0; i < b->n_energies; i++)
        if (is_of_local_memory(&b->energies[i])) return true;
    return false;
}

// Of one run, in pJ, of those events that have a figure. NAN: a number is missing.
static double energy_of(const bench *b, bool local, int p, int w, int seed) {
    double sum = 0;
    for (int i = 0; i < b->n_energies; i++) {
        const bench_energy *e = &b->energies[i];
        if ((is_of_local_memory(e) || !local) && bench_energy_is_of(e, e->metric, p))
            sum += *bench_number(b, e->metric, p, w, seed) * e->pj;
    }
    return sum;
}

// Has each event that happened a figure? An event that reports of a former time do not count has not
// happened.
static bool is_all_given(const bench *b, int p, int w, int seed) {
    for (int k = 0; k < BENCH_N_EVENTS; k++)
        if (bench_measured(b, bench_events[k]) && *bench_number(b, bench_events[k], p, w, seed) != 0 &&
            !bench_energy_given(b, bench_events[k], p))
            return false;
    return true;
}

void bench_sum_energy(bench *b) {
    for (int i = 0; b->n_energies && i < b->n_protocols * b->n_workloads * b->n_seeds; i++) {
        const int seed = i % b->n_seeds, w = i / b->n_seeds % b->n_workloads,
                  p = i / b->n_seeds / b->n_workloads;
        const double given = energy_of(b, false, p, w, seed);
        if (has_local_figures(b))
            *bench_number(b, BENCH_energy_local, p, w, seed) = energy_of(b, true, p, w, seed);
        *bench_number(b, BENCH_energy_given, p, w, seed) = given;
        *bench_number(b, BENCH_energy, p, w, seed) = is_all_given(b, p, w, seed) ? given : NAN;
    }
}

double bench_sum_of_workloads(const bench *b, int metric, int protocol) {
    double sum = 0;
    for (int w = 0; w < b->n_workloads; w++) sum += bench_stat_of(b, metric, protocol, w).mean;
    return sum;
}

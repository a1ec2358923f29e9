// cohgen bench --again FILE: are figures that were kept those of today's hardware, too?
//
// A change of a design's text need not be one of what it does. A run is the same in every cycle on hardware
// that does the same. So each program runs once more on each design that has changed, with the first seed
// alone, and all that is counted must be what stands in the file, to the last digit. Then the file says that
// the hardware of now was seen to give them.
#include <math.h>
#include <string.h>

#include "bench.h"

// Only what has changed since is run.
static void leave_out_the_same(bench *now, const bench *kept) {
    for (int p = 0; p < now->n_protocols; p++) {
        const int k = bench_protocol_named(kept, now->protocols[p].name);
        now->protocols[p].there &= k != CG_NONE && bench_older(kept, k);
    }
}

// What the file has of the first seed; what is counted since then is not in it. A run that failed has no
// time.
static bool same_number(const bench *kept, int column, int p, int w, double now) {
    const double then = *bench_number(kept, column, p, w, 0);
    if (isnan(then)) return column != BENCH_time || isnan(now);
    return fabs(now - then) <= 1e-12 * fabs(then); // it was written with 15 digits
}

// The first column in which the run of a workload differs; NULL: none does.
static const char *what_differs(const bench *kept, int p, int w, const bench *now, int p_now, int w_now) {
    for (int k = 0; k < bench_columns(kept); k++) {
        const char *name = bench_column_name(kept, k);
        const int column = bench_column_named(now, name);
        const double x = column == CG_NONE ? (double)NAN : *bench_number(now, column, p_now, w_now, 0);
        if (!same_number(kept, k, p, w, x)) return name;
    }
    return NULL;
}

static bool gives_the_same(const bench *kept, int p, const bench *now, int p_now) {
    bool same = true;
    for (int w = 0; w < kept->n_workloads; w++) {
        const char *workload = kept->workloads[w].name;
        const int w_now = bench_workload_named(now, workload);
        const char *differs = w_now == CG_NONE ? "it is gone" : what_differs(kept, p, w, now, p_now, w_now);
        if (!differs) continue;
        fprintf(stderr, "%s, %s: not the same: %s\n", kept->protocols[p].name, workload, differs);
        same = false;
    }
    return same;
}

int bench_again(bench *now, bench *kept, const cli *c) {
    int n = 0, same = 0;
    now->n_seeds = 1;
    now->seeds[0] = kept->seeds[0];
    leave_out_the_same(now, kept);
    const int status = bench_execute(now, c);
    if (status != now->worst) return status;
    for (int p = 0; p < now->n_protocols; p++) {
        if (!bench_ran(now, p)) continue;
        const int k = bench_protocol_named(kept, now->protocols[p].name);
        n++;
        if (!gives_the_same(kept, k, now, p)) continue;
        memcpy(kept->protocols[k].again, now->protocols[p].design, sizeof kept->protocols[k].again);
        same++;
    }
    if (!cli_quiet(c))
        printf("%s: %d of %d designs that have changed give the same figures, seed %llu\n", kept->name, same,
               n, (unsigned long long)kept->seeds[0]);
    return same == n ? CLI_OK : CLI_FAILED;
}

// gnuplot scripts, each whole in itself: data, then how to draw it. Bars stand in groups, one a workload; in
// a group one bar a protocol, as a share of the baseline's.
#include <math.h>
#include <string.h>

#include "cmd_bench.h"

static void start(FILE *out, const char *file, const char *title, int bars) {
    const int width = 240 + 22 * bars;
    fprintf(
        out,
        "# gnuplot %s.gp draws %s.svg.\n"
        "set terminal svg size %d,420 dynamic noenhanced font 'sans-serif,12' background '#ffffff'\n"
        "set output '%s.svg'\nset title \"%s\"\n"
        "set style fill solid 0.9 border lt -1\nset boxwidth 0.85\nset grid ytics lc rgb '#dddddd'\n"
        "set yrange [0:*]\nset offsets 0, 0, graph 0.05, 0\nset xtics rotate by -35 nomirror\nset key "
        "outside right\n"
        "set linetype 1 lc rgb '#4477aa'\nset linetype 2 lc rgb '#ee6677'\nset linetype 3 lc rgb '#228833'\n"
        "set linetype 4 lc rgb '#ccbb44'\nset linetype 5 lc rgb '#66ccee'\nset linetype 6 lc rgb '#aa3377'\n"
        "set linetype 7 lc rgb '#999999'\nset linetype cycle 7\n",
        file, file, width < 640 ? 640 : width, file, title);
}

static int protocols_there(const bench *b) {
    int n = 0;
    for (int p = 0; p < b->n_protocols; p++) n += bench_ran(b, p);
    return n;
}

// What is not there has no bar. (gnuplot refuses a figure of NaNs.)
static void put(FILE *out, double x) {
    fprintf(out, " %.6g", isnan(x) ? 0 : x);
}

// One metric: a bar for each protocol; then the groups' means.
static void clustered(const bench *b, FILE *out, const char *file, const char *title, int metric) {
    char text[300];
    const int n = protocols_there(b);
    snprintf(text, sizeof text, "%s, of %.100s's", title, b->protocols[b->baseline].name);
    start(out, file, text, (b->n_workloads + b->n_groups) * (n + 1));
    fputs("set style data histogram\nset style histogram clustered gap 1\n$data << END\nworkload", out);
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) fprintf(out, " \"%s\"", b->protocols[p].name);
    fputc('\n', out);
    for (int w = 0; w < b->n_workloads; w++) {
        fprintf(out, "\"%s\"", b->workloads[w].name);
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) put(out, bench_ratio(b, metric, p, w));
        fputc('\n', out);
    }
    for (int g = 0; g < b->n_groups; g++) {
        fprintf(out, "\"mean, %s\"", b->groups[g]);
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) put(out, bench_gmean(b, metric, p, b->baseline, b->groups[g]));
        fputc('\n', out);
    }
    fprintf(out, "END\nplot for [i=2:%d] $data using i:xtic(1) title columnheader(i)\n", n + 1);
}

// Several metrics that add up to `whole`: a stacked bar for each protocol, as shares of the baseline's whole.
static void stacked(const bench *b, FILE *out, const char *file, const char *title, const int *parts,
                    int n_parts, const char *const *names, int whole) {
    char text[300];
    snprintf(text, sizeof text, "%s, of %.100s's", title, b->protocols[b->baseline].name);
    start(out, file, text, b->n_workloads * (protocols_there(b) + 1));
    fputs("set style data histogram\nset style histogram rowstacked title offset 0,-4\n"
          "set bmargin 8\n$data << END\n",
          out);
    for (int w = 0; w < b->n_workloads; w++) {
        const double base = bench_value(b, whole, b->baseline, w);
        for (int p = 0; p < b->n_protocols; p++) {
            if (!bench_ran(b, p)) continue;
            fprintf(out, "\"%s\"", b->protocols[p].name);
            for (int i = 0; i < n_parts; i++) {
                const double x = bench_value(b, parts[i], p, w);
                put(out, base > 0 ? x / base : NAN);
            }
            fputc('\n', out);
        }
        fputs("\n\n", out);
    }
    fputs("END\nplot", out);
    for (int w = 0; w < b->n_workloads; w++) {
        fprintf(out, "%s newhistogram \"%s\" lt 1 at %d", w ? ", \\\n " : "", b->workloads[w].name,
                w * (protocols_there(b) + 1));
        for (int i = 0; i < n_parts; i++)
            fprintf(out, ", \\\n  $data index %d using %d%s %s%s%s", w, i + 2, i ? "" : ":xtic(1)",
                    w ? "notitle" : "title '", w ? "" : names[i], w ? "" : "'");
    }
    fputc('\n', out);
}

void bench_plot_time(const bench *b, FILE *out) {
    clustered(b, out, "time", "Execution time", BENCH_time);
}

void bench_plot_latency(const bench *b, FILE *out) {
    clustered(b, out, "latency", "SC stall latency", BENCH_stall_latency);
}

void bench_plot_traffic(const bench *b, FILE *out) {
    static const int PARTS[] = {BENCH_requests, BENCH_forwards, BENCH_responses, BENCH_data};
    static const char *const NAMES[] = {"requests", "forwards", "responses", "data"};
    stacked(b, out, "traffic", "Flits between the controllers", PARTS, 4, NAMES, BENCH_traffic);
}

void bench_plot_stalls(const bench *b, FILE *out) {
    static const int PARTS[] = {BENCH_load_stalls, BENCH_store_stalls, BENCH_atomic_stalls,
                                BENCH_fence_stalls};
    static const char *const NAMES[] = {"loads", "stores", "atomics", "fences"};
    stacked(b, out, "stalls", "SC stall cycles by what is waited for", PARTS, 4, NAMES, BENCH_stall_cycles);
}

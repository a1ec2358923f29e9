// gnuplot scripts, each whole in itself: data, then how to draw it. Bars stand in groups, one a workload; in
// a group one bar a protocol, as a share of the baseline's.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

static void write_terminal(FILE *out, const char *file, int width, int height) {
    fprintf(
        out,
        "# gnuplot %s.gp draws %s.svg.\n"
        "set terminal svg size %d,%d dynamic noenhanced font 'sans-serif,12' background '#ffffff'\n"
        "set output '%s.svg'\nset grid ytics lc rgb '#dddddd'\nset yrange [0:*]\n"
        "set linetype 1 lc rgb '#4477aa'\nset linetype 2 lc rgb '#ee6677'\nset linetype 3 lc rgb '#228833'\n"
        "set linetype 4 lc rgb '#ccbb44'\nset linetype 5 lc rgb '#66ccee'\nset linetype 6 lc rgb '#aa3377'\n"
        "set linetype 7 lc rgb '#999999'\nset linetype cycle 7\n",
        file, file, width, height, file);
}

static void write_plot_head(FILE *out, const char *file, const char *title, int bars) {
    const int width = 240 + 22 * bars;
    write_terminal(out, file, width < 640 ? 640 : width, 420);
    fprintf(out,
            "set title \"%s\"\nset style fill solid 0.9 border lt -1\nset boxwidth 0.85\nunset label\nunset "
            "arrow\n"
            "set offsets 0, 0, graph 0.05, 0\nset xtics rotate by -35 nomirror\nset key outside right\n",
            title);
}

static int protocols_there(const bench *b) {
    int n = 0;
    for (int p = 0; p < b->n_protocols; p++) n += bench_ran(b, p);
    return n;
}

// What is not there has no bar. (gnuplot refuses a figure of NaNs.)
static void write_bar(FILE *out, double x) {
    fprintf(out, " %.6g", isnan(x) ? 0 : x);
}

// note [cut]: a bar more than twice as tall as 1.25 times what 95 of 100 stay below would flatten all the
// others: it is cut there, and its number written into it.
typedef struct {
    double x, height;
    double sd; // of the height; 0: not known
} bar;

static int by_height(const void *a, const void *b) {
    const double x = ((const bar *)a)->height, y = ((const bar *)b)->height;
    return (x > y) - (x < y);
}

// Where the axis ends: the bars are in the order of their heights.
static double top_of(const bar *bars, int n) {
    const double limit = n ? 1.25 * bars[n * 95 / 100].height : 0;
    double top = 0;
    if (limit > 0 && bars[n - 1].height > 2 * limit) return limit;
    for (int i = 0; i < n; i++) top = fmax(top, 1.05 * (bars[i].height + bars[i].sd));
    return top > 0 ? top : 1;
}

// The axis, the numbers of bars that are cut, and one standard deviation up and down from the end of each
// other bar.
static void finish_bars(FILE *out, bar *bars, int n) {
    qsort(bars, (size_t)n, sizeof *bars, by_height);
    const double top = top_of(bars, n);
    fprintf(out, "set yrange [0:%.4g]\n", top);
    for (int i = n - 1; i >= 0; i--) {
        const bar *k = &bars[i];
        if (k->height > top)
            fprintf(out, "set label '%.1f' at %.4g,%.4g right rotate by 90 front font ',10'\n", k->height,
                    k->x, 0.98 * top);
        else if (k->sd > 0)
            fprintf(out, "set arrow from %.4g,%.6g to %.4g,%.6g heads size screen 0.003,90 front lw 1\n",
                    k->x, fmax(0, k->height - k->sd), k->x, fmin(top, k->height + k->sd));
    }
}

// Bar `i` of `n` in group `group`, where gnuplot puts it (a gap of one bar between groups).
static double place_in(int group, int i, int n) {
    return group + (i - (n - 1) / 2.0) / (n + 1);
}

static bench_figure figure_in(const bench *b, int metric, int p, int group) {
    return group < b->n_workloads ? bench_ratio(b, metric, p, group)
                                  : bench_gmean(b, metric, p, b->baseline, b->groups[group - b->n_workloads]);
}

// Of the baseline the standard deviation is that of its own runs, as a share.
static bar bar_in(const bench *b, int metric, int p, int group, double x) {
    const bench_figure f = figure_in(b, metric, p, group);
    bar k = {.x = x, .height = isnan(f.value) ? 0 : f.value, .sd = isnan(f.sd) ? 0 : f.sd};
    if (p == b->baseline && group < b->n_workloads) {
        const bench_stat s = bench_stat_of(b, metric, p, group);
        k.sd = s.mean > 0 && s.sd > 0 ? s.sd / s.mean : 0;
    }
    return k;
}

// What a protocol's bars are called; a star: they are of other hardware than its table makes now.
static const char *bars_label(const bench *b, int p) {
    const char *name = b->protocols[p].name;
    return bench_older(b, p) ? cg_arena_printf(b->arena, "%s*", name) : name;
}

static bool any_older(const bench *b) {
    bool older = false;
    for (int p = 0; p < b->n_protocols; p++) older |= bench_older(b, p);
    return older;
}

static const char *figure_title(const bench *b, const char *title) {
    return cg_arena_printf(b->arena, "%s, of %s's%s", title, b->protocols[b->baseline].name,
                           any_older(b) ? "; *: OLDER hardware" : "");
}

static void finish_clustered(const bench *b, FILE *out, int metric) {
    const int n = protocols_there(b), groups = b->n_workloads + b->n_groups;
    bar *bars = cg_arena_alloc(b->arena, (size_t)(n * groups) * sizeof *bars);
    int k = 0;
    for (int g = 0; g < groups; g++)
        for (int p = 0, i = 0; p < b->n_protocols; p++) {
            if (!bench_ran(b, p)) continue;
            bars[k++] = bar_in(b, metric, p, g, place_in(g, i++, n));
        }
    finish_bars(out, bars, k);
}

static void finish_stacked(const bench *b, FILE *out, int whole) {
    const int n = protocols_there(b);
    bar *bars = cg_arena_alloc(b->arena, (size_t)(n * b->n_workloads) * sizeof *bars);
    int k = 0;
    for (int w = 0; w < b->n_workloads; w++)
        for (int p = 0, i = 0; p < b->n_protocols; p++) {
            if (!bench_ran(b, p)) continue;
            bars[k++] = bar_in(b, whole, p, w, w * (n + 1) + i++);
        }
    finish_bars(out, bars, k);
}

// One metric: a bar for each protocol; then the groups' means.
static void clustered(const bench *b, FILE *out, const char *file, const char *title, int metric) {
    const int n = protocols_there(b);
    write_plot_head(out, file, figure_title(b, title), (b->n_workloads + b->n_groups) * (n + 1));
    finish_clustered(b, out, metric);
    fputs("set style data histogram\nset style histogram clustered gap 1\n$data << END\nworkload", out);
    for (int p = 0; p < b->n_protocols; p++)
        if (bench_ran(b, p)) fprintf(out, " \"%s\"", bars_label(b, p));
    fputc('\n', out);
    for (int w = 0; w < b->n_workloads; w++) {
        fprintf(out, "\"%s\"", b->workloads[w].name);
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) write_bar(out, bench_ratio(b, metric, p, w).value);
        fputc('\n', out);
    }
    for (int g = 0; g < b->n_groups; g++) {
        fprintf(out, "\"mean, %s\"", b->groups[g]);
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) write_bar(out, bench_gmean(b, metric, p, b->baseline, b->groups[g]).value);
        fputc('\n', out);
    }
    fprintf(out, "END\nplot for [i=2:%d] $data using i:xtic(1) title columnheader(i)\n", n + 1);
}

// Several metrics that add up to `whole`: a stacked bar for each protocol, as shares of the baseline's whole.
static void stacked(const bench *b, FILE *out, const char *file, const char *title, const int *parts,
                    int n_parts, const char *const *names, int whole) {
    write_plot_head(out, file, figure_title(b, title), b->n_workloads * (protocols_there(b) + 1));
    finish_stacked(b, out, whole);
    fputs("set style data histogram\nset style histogram rowstacked title offset 0,-4\n"
          "set bmargin 8\n$data << END\n",
          out);
    for (int w = 0; w < b->n_workloads; w++) {
        const double base = bench_stat_of(b, whole, b->baseline, w).mean;
        for (int p = 0; p < b->n_protocols; p++) {
            if (!bench_ran(b, p)) continue;
            fprintf(out, "\"%s\"", bars_label(b, p));
            for (int i = 0; i < n_parts; i++) {
                const double x = bench_stat_of(b, parts[i], p, w).mean;
                write_bar(out, base > 0 ? x / base : NAN);
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

// --------------------------------------------------------------------------------------------------- series

// Of each protocol a block: value, time over that at the first value, standard deviation.
static void write_series_data(const bench *b, FILE *out, int name) {
    const bench_series *s = &b->series;
    fprintf(out, "$data%d << END\n", name);
    for (int p = 0; p < b->n_protocols; p++) {
        for (int v = 0; bench_ran(b, p) && v < s->n; v++) {
            const bench_row row = {.workload = name * s->n + v, .over = name * s->n, .metric = BENCH_time};
            const bench_figure f = bench_row_here(b, &row, p);
            fprintf(out, "%s", s->values[v].value);
            write_bar(out, f.value);
            write_bar(out, v ? f.sd : 0);
            fputc('\n', out);
        }
        if (bench_ran(b, p)) fputs("\n\n", out);
    }
    fputs("END\n", out);
}

static void plot_of_workload(const bench *b, FILE *out, int name) {
    const char *comma = "";
    fprintf(out, "set title \"%s\"\nplot", b->series.names[name]);
    for (int p = 0, i = 0; p < b->n_protocols; p++) {
        if (!bench_ran(b, p)) continue;
        fprintf(out, "%s $data%d index %d using 1:2:3 with yerrorlines lt %d pt 7 ps 0.4 title '%s'", comma,
                name, i, i + 1, bars_label(b, p));
        comma = ", \\\n ";
        i++;
    }
    fputc('\n', out);
}

// A small figure for each workload: time over that at the first value, a line for each protocol.
void bench_plot_series(const bench *b, FILE *out) {
    const bench_series *s = &b->series;
    const int columns = s->n_names < 4 ? s->n_names : 4, lines = (s->n_names + columns - 1) / columns;
    write_terminal(out, "series", columns * 260, 40 + lines * 220);
    for (int i = 0; i < s->n_names; i++) write_series_data(b, out, i);
    fputs("set xtics nomirror (", out);
    for (int v = 0; v < s->n; v++) fprintf(out, "%s%s", v ? ", " : "", s->values[v].value);
    fprintf(out,
            ")\nset key inside bottom left samplen 1.5 font ',9'\nset multiplot layout %d,%d title \"%s\"\n",
            lines, columns,
            cg_arena_printf(b->arena, "Execution time by %s, of its own with %s%s", s->says,
                            s->values[0].value, any_older(b) ? "; *: OLDER hardware" : ""));
    for (int i = 0; i < s->n_names; i++) plot_of_workload(b, out, i);
    fputs("unset multiplot\n", out);
}

// Pareto fronts, and the gnuplot scripts that draw them. Each script is whole in itself: data, then how to
// draw it.
#include <math.h>
#include <string.h>

#include "sweep.h"

enum { LABELS = 40 }; // of more points only those on the front are labelled

// ------------------------------------------------------------------------------------------------- numbers

static int designs(const sweep *s) {
    return s->n_workloads ? s->n_points / s->n_workloads : 0;
}

static const sweep_point *point_of(const sweep *s, int picture, int design) {
    return &s->points[picture * designs(s) + design];
}

static bool is_mean(const sweep *s, int picture) {
    return picture == s->n_workloads;
}

// Cycles; in the last picture the geometric mean over the workloads. NAN: not all of them ran.
static double time_at(const sweep *s, int picture, int design) {
    double sum = 0;
    if (!is_mean(s, picture)) return sweep_metric(point_of(s, picture, design), BENCH_time);
    for (int w = 0; w < s->n_workloads; w++) sum += log(sweep_metric(point_of(s, w, design), BENCH_time));
    return exp(sum / s->n_workloads);
}

static double size_at(const sweep *s, int picture, int design) {
    return sweep_size(s, point_of(s, is_mean(s, picture) ? 0 : picture, design));
}

// A point is on the front if no other is better in one and as good in the other.
static bool on_front(const sweep *s, int picture, int design) {
    const double size = size_at(s, picture, design), time = time_at(s, picture, design);
    if (isnan(size) || isnan(time)) return false;
    for (int i = 0; i < designs(s); i++) {
        const double x = size_at(s, picture, i), y = time_at(s, picture, i);
        if (x <= size && y <= time && (x < size || y < time)) return false;
    }
    return true;
}

bool sweep_on_front(const sweep *s, const sweep_point *p) {
    const int n = designs(s), index = (int)(p - s->points);
    return p->workload != CG_NONE && n > 0 && on_front(s, index / n, index % n);
}

static bool has_points(const sweep *s, int picture) {
    for (int i = 0; i < designs(s); i++)
        if (on_front(s, picture, i)) return true;
    return false;
}

int sweep_pictures(const sweep *s) {
    const int all = s->n_workloads > 1 ? s->n_workloads + 1 : s->n_workloads;
    for (int i = 0; i < all; i++)
        if (has_points(s, i)) return all;
    return 0;
}

void sweep_picture_name(const sweep *s, int picture, char out[256]) {
    snprintf(out, 256, "pareto%s%.200s", is_mean(s, picture) ? "" : "-",
             is_mean(s, picture) ? "" : s->workloads[picture].name);
}

// -------------------------------------------------------------------------------------------------- scripts

// "2/16": the values; the key says of which parameters.
static const char *point_label(const sweep *s, const sweep_point *p) {
    const char *text = p->at.n ? p->at.items[0].value : s->protocols[p->protocol].name;
    for (int i = 1; i < p->at.n; i++) text = cg_arena_printf(s->arena, "%s/%s", text, p->at.items[i].value);
    return text;
}

static const char *curve_key(const sweep *s, const sweep_protocol *p) {
    const char *text = p->name;
    for (int i = 0; i < p->vary.n; i++)
        text = cg_arena_printf(s->arena, "%s%s%s", text, i ? "/" : ", ", p->vary.items[i].key);
    return text;
}

static void put_string(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

// gnuplot warns of a range without length: what is all the same gets one.
static void put_range(const sweep *s, int picture, char axis, double (*at)(const sweep *, int, int),
                      FILE *out) {
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < designs(s); i++) {
        if (isnan(size_at(s, picture, i)) || isnan(time_at(s, picture, i))) continue;
        least = fmin(least, at(s, picture, i));
        most = fmax(most, at(s, picture, i));
    }
    if (least == most) fprintf(out, "\nset %crange [%.10g:%.10g]", axis, least * 0.9, least * 1.1 + 1e-9);
}

static void write_picture_head(const sweep *s, int picture, const char *name, FILE *out) {
    char title[600];
    snprintf(title, sizeof title, "%.250s: %.200s", s->title,
             is_mean(s, picture) ? "all workloads" : s->workloads[picture].name);
    fprintf(out,
            "# gnuplot %s.gp draws %s.svg.\n"
            "set terminal svg size 800,520 dynamic noenhanced font 'sans-serif,12' background '#ffffff'\n"
            "set output '%s.svg'\nset title ",
            name, name, name);
    put_string(out, title);
    put_range(s, picture, 'x', size_at, out);
    put_range(s, picture, 'y', time_at, out);
    fprintf(out, "\nset xlabel \"Area of the system, %s (%s)\"\nset ylabel \"Execution time, cycles%s\"\n",
            sweep_size_unit(s), s->tech, is_mean(s, picture) ? " (geometric mean)" : "");
    fputs(
        "set grid lc rgb '#dddddd'\nset key above\nset offsets graph 0.08, graph 0.12, graph 0.08, "
        "graph "
        "0.08\nset linetype 1 lc rgb '#4477aa'\nset linetype 2 lc rgb '#ee6677'\nset linetype 3 lc rgb "
        "'#228833'\nset linetype 4 lc rgb '#ccbb44'\nset linetype 5 lc rgb '#66ccee'\nset linetype 6 lc rgb "
        "'#aa3377'\nset linetype cycle 6\n",
        out);
}

// Points of one protocol. Returns how many.
static int write_points(const sweep *s, int picture, int protocol, FILE *out) {
    int n = 0;
    fprintf(out, "$protocol%d << END\n", protocol);
    for (int i = 0; i < designs(s); i++) {
        const sweep_point *p = point_of(s, 0, i);
        const double size = size_at(s, picture, i), time = time_at(s, picture, i);
        if (p->protocol != protocol || isnan(size) || isnan(time)) continue;
        const bool labelled = designs(s) <= LABELS || on_front(s, picture, i);
        fprintf(out, "%.8g %.10g \"%s\"\n", size, time, labelled ? point_label(s, p) : "");
        n++;
    }
    fputs("END\n", out);
    return n;
}

// The front from small to fast.
static void put_front(const sweep *s, int picture, FILE *out) {
    double after = -1;
    fputs("$front << END\n", out);
    for (;;) {
        int next = -1;
        for (int i = 0; i < designs(s); i++) {
            const double size = size_at(s, picture, i);
            if (on_front(s, picture, i) && size > after && (next < 0 || size < size_at(s, picture, next)))
                next = i;
        }
        if (next < 0) break;
        after = size_at(s, picture, next);
        fprintf(out, "%.8g %.10g\n", after, time_at(s, picture, next));
    }
    fputs("END\n", out);
}

void sweep_picture(const sweep *s, int picture, FILE *out) {
    char name[256];
    sweep_picture_name(s, picture, name);
    write_picture_head(s, picture, name, out);
    put_front(s, picture, out);
    bool *there = cg_arena_alloc(s->arena, (size_t)s->n_protocols * sizeof *there);
    for (int p = 0; p < s->n_protocols; p++) there[p] = write_points(s, picture, p, out) > 0;
    if (!has_points(s, picture)) {
        fputs("set xrange [0:1]\nset yrange [0:1]\nplot NaN title 'no point has both'\n", out);
        return;
    }
    fputs("plot $front using 1:2 with steps lw 1.5 dt 2 lc rgb '#555555' title 'Pareto front', \\\n"
          "  $front using 1:2 with points pt 6 ps 1.8 lw 1.5 lc rgb '#555555' notitle",
          out);
    const char *more = ", \\\n  ";
    for (int p = 0; p < s->n_protocols; p++) {
        if (!there[p]) continue;
        fprintf(out, "%s$protocol%d using 1:2 with points lt %d pt 7 ps 0.8 title ", more, p, p + 1);
        put_string(out, curve_key(s, &s->protocols[p]));
        fprintf(out, "%s$protocol%d using 1:2:3 with labels offset 0.6,0.7 left font ',9' tc lt %d notitle",
                more, p, p + 1);
    }
    fputc('\n', out);
}

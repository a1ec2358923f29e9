// What is made of a sweep's results: a table for the terminal, CSV, JSON.
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "sweep.h"

static const struct {
    const char *name, *title;
} AREAS[] = {
#define X(name, title) {#name, title},
    SWEEP_AREAS(X)
#undef X
};
enum { N_AREAS = sizeof AREAS / sizeof *AREAS };

// Every parameter that some protocol varies, once.
static int varied_parameters(const sweep *s, const char ***names) {
    int n = 0;
    *names = NULL;
    for (int p = 0; p < s->n_protocols; p++)
        for (int i = 0; i < s->protocols[p].vary.n; i++) {
            bool known = false;
            for (int k = 0; k < n; k++)
                known = known || !strcmp((*names)[k], s->protocols[p].vary.items[i].key);
            if (!known) *CG_PUSH(s->arena, *names, n) = s->protocols[p].vary.items[i].key;
        }
    return n;
}

static const char *value_at_point(const sweep_point *p, const char *key) {
    for (int i = 0; i < p->at.n; i++)
        if (!strcmp(p->at.items[i].key, key)) return p->at.items[i].value;
    return "";
}

static const char *workload_of_point(const sweep *s, const sweep_point *p) {
    return p->workload == CG_NONE ? "" : s->workloads[p->workload].name;
}

// ------------------------------------------------------------------------------------------------- terminal

static int widest_text(const sweep *s, int least, const char *(*text)(const sweep *, const sweep_point *)) {
    int width = least;
    for (int i = 0; i < s->n_points; i++) {
        const int n = (int)strlen(text(s, &s->points[i]));
        if (n > width) width = n;
    }
    return width;
}

static const char *protocol_of(const sweep *s, const sweep_point *p) {
    return s->protocols[p->protocol].name;
}

static void print_number_column(FILE *out, double x, int digits) {
    if (isnan(x))
        fprintf(out, "  %10s", "-");
    else
        fprintf(out, "  %10.*f", digits, x);
}

static const char *verdict_word(const sweep_point *p) {
    return sweep_passed(p) ? "pass" : sweep_judged(p) ? "fail" : "none";
}

static void print_point_row(const sweep *s, const sweep_point *p, const char **names, int n, int first,
                            int second, FILE *out) {
    const double size = sweep_size(s, p);
    fprintf(out, "%-*s  %-*s", first, protocol_of(s, p), second, workload_of_point(s, p));
    for (int i = 0; i < n; i++) {
        const char *value = value_at_point(p, names[i]);
        fprintf(out, "  %*s", (int)strlen(names[i]), *value ? value : "-");
    }
    if (s->n_workloads) print_number_column(out, sweep_metric(p, BENCH_time), 0);
    if (s->tech) {
        print_number_column(out, size, size < 100 ? 3 : 0);
        print_number_column(out, sweep_area(p, "kge"), 1);
        print_number_column(out, sweep_area(p, "ns"), 2);
    }
    fprintf(out, "%s\n",
            !sweep_judged(p)       ? "  no verdict"
            : !sweep_passed(p)     ? "  failed"
            : sweep_on_front(s, p) ? "  *"
                                   : "");
}

void sweep_print(const sweep *s, FILE *out) {
    const char **names;
    const int n = varied_parameters(s, &names), first = widest_text(s, 8, protocol_of),
              second = widest_text(s, 8, workload_of_point);
    fprintf(out, "%s\n\n%-*s  %-*s", s->title, first, "protocol", second, "workload");
    for (int i = 0; i < n; i++) fprintf(out, "  %s", names[i]);
    if (s->n_workloads) fprintf(out, "  %10s", "cycles");
    if (s->tech) fprintf(out, "  %10s  %10s  %10s", sweep_size_unit(s), "kGE", "ns");
    fputc('\n', out);
    for (int i = 0; i < s->n_points; i++) print_point_row(s, &s->points[i], names, n, first, second, out);
    if (sweep_pictures(s))
        fputs("\n*: no point of the workload is smaller and as fast, or faster and as small\n", out);
}

// ------------------------------------------------------------------------------------------------------ CSV

void sweep_csv(const sweep *s, FILE *out) {
    const char **names;
    const int n = varied_parameters(s, &names);
    fputs("index,protocol,workload", out);
    for (int i = 0; i < n; i++) fprintf(out, ",%s", names[i]);
    fputs(",verdict,front", out);
    for (int m = 0; m < BENCH_N_METRICS; m++) fprintf(out, ",%s", bench_metrics[m].name);
    for (int a = 0; a < N_AREAS; a++) fprintf(out, ",%s", AREAS[a].name);
    fputs(",reason\n", out);
    for (int i = 0; i < s->n_points; i++) {
        const sweep_point *p = &s->points[i];
        fprintf(out, "%d,", i);
        cg_csv_text(out, protocol_of(s, p));
        fputc(',', out);
        cg_csv_text(out, workload_of_point(s, p));
        for (int k = 0; k < n; k++) fprintf(out, ",%s", value_at_point(p, names[k]));
        fprintf(out, ",%s,%d,", verdict_word(p), sweep_on_front(s, p));
        for (int m = 0; m < BENCH_N_METRICS; m++) {
            cg_csv_number(out, sweep_metric(p, m));
            fputc(',', out);
        }
        for (int a = 0; a < N_AREAS; a++) {
            cg_csv_number(out, sweep_area(p, AREAS[a].name));
            fputc(',', out);
        }
        cg_csv_text(out, p->reason);
        fputc('\n', out);
    }
}

// ----------------------------------------------------------------------------------------------------- JSON

static void put_text_or_null(json_object *o, const char *key, const char *text) {
    json_object_object_add(o, key, text && *text ? json_object_new_string(text) : NULL);
}

static json_object *pairs_json(const desc_pairs *pairs) {
    json_object *o = json_object_new_object();
    for (int i = 0; i < pairs->n; i++)
        json_object_object_add(o, pairs->items[i].key, json_object_new_string(pairs->items[i].value));
    return o;
}

static void copy_part(const sweep_point *p, json_object *o, const char *key) {
    json_object *v = NULL;
    if (sweep_passed(p)) json_object_object_get_ex(p->result, key, &v);
    json_object_object_add(o, key, json_object_get(v));
}

static json_object *sweep_point_json(const sweep *s, const sweep_point *p) {
    json_object *o = json_object_new_object();
    json_object_object_add(o, "index", json_object_new_int((int)(p - s->points)));
    put_text_or_null(o, "key", p->key);
    put_text_or_null(o, "protocol", protocol_of(s, p));
    put_text_or_null(o, "workload", workload_of_point(s, p));
    json_object_object_add(o, "set", pairs_json(&p->at));
    put_text_or_null(o, "verdict", verdict_word(p));
    put_text_or_null(o, "reason", p->reason);
    json_object_object_add(o, "front", json_object_new_boolean(sweep_on_front(s, p)));
    copy_part(p, o, "metrics");
    copy_part(p, o, "counters");
    copy_part(p, o, "area");
    copy_part(p, o, "controllers");
    copy_part(p, o, "seconds");
    return o;
}

json_object *sweep_json(const sweep *s) {
    json_object *o = json_object_new_object(), *points = json_object_new_array();
    put_text_or_null(o, "sweep", s->name);
    put_text_or_null(o, "title", s->title);
    put_text_or_null(o, "design_point", s->point);
    put_text_or_null(o, "tech", s->tech);
    json_object_object_add(o, "set", pairs_json(&s->set));
    json_object_object_add(o, "harness", pairs_json(&s->harness));
    json_object_object_add(o, "seeds", json_object_new_int(s->n_seeds));
    json_object_object_add(o, "failed", json_object_new_int(s->n_failed));
    for (int i = 0; i < s->n_points; i++) json_object_array_add(points, sweep_point_json(s, &s->points[i]));
    json_object_object_add(o, "points", points);
    return o;
}

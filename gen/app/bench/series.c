// note [series]: reading one, and the table of what each workload takes of itself at the first value.
#include <math.h>
#include <string.h>

#include "bench.h"
#include "cells.h"
#include "read/reader.h"

// ------------------------------------------------------------------------------------------------- reading

static bool has_value(const bench_series *s, const char *value) {
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->values[i].value, value)) return true;
    return false;
}

static void read_value(cg_reader *r, cg_node n, bench_series *s, cg_arena *a) {
    if (!cg_is_kind(n, CG_J_INT)) {
        cg_error(r, CG_E_SHAPE, n.pointer, 0, "a value of a series is a whole number");
        return;
    }
    const char *value = cg_arena_strdup(a, json_object_get_string(n.value));
    if (has_value(s, value)) cg_error(r, CG_E_DUPLICATE, n.pointer, 0, "the value %s is here twice", value);
    const char *where = cg_arena_printf(a, "%s#%s", r->json->path, n.pointer);
    *CG_PUSH(a, s->values, s->n) = (desc_pair){s->parameter, value, where};
}

// The workload at a value: what it sets itself, and then the value.
static desc_workload workload_at(bench *b, const desc_workload *w, const desc_pair *value) {
    desc_workload at = *w;
    at.name = cg_arena_printf(b->arena, "%s_%s", w->name, value->value);
    at.group = cg_arena_printf(b->arena, "%s_%s", w->group, value->value);
    at.set = (desc_pairs){0};
    for (int i = 0; i < w->set.n; i++) *CG_PUSH(b->arena, at.set.items, at.set.n) = w->set.items[i];
    *CG_PUSH(b->arena, at.set.items, at.set.n) = *value;
    return at;
}

static bool has_name(const char *const *names, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static void check_no_such_set(cg_reader *r, const desc_workload *w, const bench_series *s) {
    for (int i = 0; i < w->set.n; i++)
        if (!strcmp(w->set.items[i].key, s->parameter))
            cg_error(r, CG_E_SHAPE, w->pointer, 0, "%s is what the series sets: leave it out here",
                     s->parameter);
}

static void list_workloads(cg_reader *r, bench *b) {
    bench_series *s = &b->series;
    desc_workload *all = NULL;
    int n = 0;
    for (int i = 0; i < b->n_workloads; i++) {
        const desc_workload *w = &b->workloads[i];
        check_no_such_set(r, w, s);
        if (!has_name(s->groups, s->n_groups, w->group))
            *CG_PUSH(b->arena, s->groups, s->n_groups) = w->group;
        *CG_PUSH(b->arena, s->names, s->n_names) = w->name;
        for (int v = 0; v < s->n; v++) *CG_PUSH(b->arena, all, n) = workload_at(b, w, &s->values[v]);
    }
    b->workloads = all;
    b->n_workloads = n;
}

void bench_read_series(cg_reader *r, cg_node n, bench *b) {
    static const cg_key KEYS[] = {
        {"set", CG_J_STRING, true}, {"values", CG_J_ARRAY, true}, {"says", CG_J_STRING, true}};
    bench_series *s = &b->series;
    const size_t errors = cg_diags_errors(r->diags);
    if (!n.value || !CG_CHECK_SHAPE(r, n, "a series", KEYS)) return;
    s->parameter = cg_get_string(r, n, "set");
    s->says = cg_get_string(r, n, "says");
    cg_node values = cg_get(r, n, "values", CG_J_ARRAY);
    cg_entries all = cg_entries_of(r, values);
    for (int i = 0; i < all.n; i++) read_value(r, all.items[i].node, s, b->arena);
    if (all.n < 2) cg_error(r, CG_E_SHAPE, values.pointer, 0, "a series has two values at least");
    if (cg_diags_errors(r->diags) == errors) list_workloads(r, b);
}

// ----------------------------------------------------------------------------------------------- the table

static bench_table table_of_series(const bench *b, const bench_table *like) {
    bench_table t = *like;
    int widest = 0;
    for (int p = 0; p < b->n_protocols; p++)
        if ((int)strlen(b->protocols[p].name) > widest) widest = (int)strlen(b->protocols[p].name);
    t.first += widest + 2;
    return t;
}

// What a row is of: the name of a workload, or of a group; cells behind its first.
typedef struct {
    const bench *b;
    const bench_table *t;
    int metric;
} series_rows;

static void begin_series_row(const series_rows *d, const char *name, int p) {
    char text[300];
    snprintf(text, sizeof text, "%.150s, %.100s", name, d->b->protocols[p].name);
    bench_begin_row(d->t, text);
}

static void workload_row(const series_rows *d, int name, int p) {
    const bench *b = d->b;
    const int first = name * b->series.n;
    const bench_stat s = bench_stat_of(b, d->metric, p, first);
    begin_series_row(d, b->series.names[name], p);
    bench_mean_cell(d->t, &s);
    for (int v = 1; v < b->series.n; v++) {
        const bench_row row = {.workload = first + v, .over = first, .metric = d->metric};
        bench_figure_cell(d->t, bench_row_here(b, &row, p), 2);
    }
    bench_hardware_cell(b, d->t, p);
    bench_end_row(d->t);
}

static void group_row(const series_rows *d, int group, int p) {
    char name[200];
    snprintf(name, sizeof name, "mean, %.150s", d->b->series.groups[group]);
    begin_series_row(d, name, p);
    bench_cell(d->t, "");
    for (int v = 1; v < d->b->series.n; v++)
        bench_figure_cell(d->t, bench_growth(d->b, d->metric, p, group * d->b->series.n + v), 2);
    bench_hardware_cell(d->b, d->t, p);
    bench_end_row(d->t);
}

void bench_series_rows(const bench *b, const bench_table *like, int metric) {
    const bench_table t = table_of_series(b, like);
    const bench_series *s = &b->series;
    const series_rows d = {b, &t, metric};
    char text[300];
    snprintf(text, sizeof text, "%s by %.100s: with %.20s in %s, with more as ratios to it",
             bench_metrics[metric].title, s->says, s->values[0].value, bench_metrics[metric].unit);
    bench_table_heading(&t, text);
    bench_begin_row(&t, s->says);
    for (int v = 0; v < s->n; v++) bench_cell(&t, s->values[v].value);
    bench_cell(&t, "hardware");
    bench_end_row(&t);
    bench_heading_rule(&t, s->n + 1);
    for (int i = 0; i < s->n_names; i++)
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) workload_row(&d, i, p);
    for (int g = 0; g < s->n_groups; g++)
        for (int p = 0; p < b->n_protocols; p++)
            if (bench_ran(b, p)) group_row(&d, g, p);
}

void bench_table_series(const bench *b, int metric, FILE *out) {
    const bench_table t = bench_new_table(b, out, true, false);
    bench_series_rows(b, &t, metric);
}

// Rows and cells of a bench's tables, for the terminal and in Markdown.
#include "cells.h"

#include <math.h>
#include <string.h>

void bench_begin_row(const bench_table *t, const char *first) {
    fprintf(t->out, t->markdown ? "| %-*s " : "%-*s", t->first, first);
}

void bench_cell(const bench_table *t, const char *text) {
    fprintf(t->out, t->markdown ? "| %s " : "  %16s", text);
}

void bench_end_row(const bench_table *t) {
    fputs(t->markdown ? "|\n" : "\n", t->out);
}

void bench_number_cell(const bench_table *t, double x, int digits) {
    char text[40] = "-";
    if (!isnan(x)) snprintf(text, sizeof text, "%.*f", digits, x);
    bench_cell(t, text);
}

// On a terminal a character more than one byte long would shift the columns.
void bench_with_spread(const bench_table *t, char text[60], double x, double sd, int digits,
                       const char *unit) {
    const double percent = unit[0] ? 100 * sd / x : sd;
    snprintf(text, 60, "-");
    if (isnan(x)) return;
    const int n = snprintf(text, 60, "%.*f", digits, x);
    if (!isnan(percent))
        snprintf(text + n, (size_t)(60 - n), " %s %.*f%s", t->markdown ? "±" : "+-", unit[0] ? 0 : digits,
                 percent, unit);
}

void bench_figure_cell(const bench_table *t, bench_figure f, int digits) {
    char text[60];
    bench_with_spread(t, text, f.value, f.sd, digits, "");
    bench_cell(t, text);
}

void bench_print_figure(bench_figure f, int digits, char out[40]) {
    char text[60];
    const bench_table t = {.markdown = true};
    bench_with_spread(&t, text, f.value, f.sd, digits, "");
    snprintf(out, 40, "%.39s", text);
}

int bench_digits_of(double x) {
    return x < 1000 && x != floor(x) ? 1 : 0;
}

void bench_mean_cell(const bench_table *t, const bench_stat *s) {
    char text[60];
    bench_with_spread(t, text, s->mean, s->sd, bench_digits_of(s->mean), "%");
    bench_cell(t, text);
}

void bench_heading_rule(const bench_table *t, int columns) {
    if (!t->markdown) return;
    fputs("|---|", t->out);
    for (int i = 0; i < columns; i++) fputs("---:|", t->out);
    fputc('\n', t->out);
}

void bench_table_heading(const bench_table *t, const char *text) {
    if (t->heads) fprintf(t->out, t->markdown ? "\n### %s\n\n" : "\n%s\n", text);
}

bench_table bench_new_table(const bench *b, FILE *out, bool markdown, bool heads) {
    bench_table t = {.out = out, .markdown = markdown, .heads = heads, .first = 9};
    for (int i = 0; i < b->n_workloads; i++)
        if ((int)strlen(b->workloads[i].name) > t.first) t.first = (int)strlen(b->workloads[i].name);
    for (int i = 0; i < b->n_groups; i++)
        if ((int)strlen(b->groups[i]) + 6 > t.first) t.first = (int)strlen(b->groups[i]) + 6;
    return t;
}

void bench_hardware_cell(const bench *b, const bench_table *t, int p) {
    char text[60];
    snprintf(text, sizeof text, "%.8s%s", b->protocols[p].design, bench_older(b, p) ? ", OLDER" : "");
    bench_cell(t, text);
}

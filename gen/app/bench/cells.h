// Rows and cells of a bench's tables. A figure is a mean over the seeds; behind it stands the standard
// deviation.
#ifndef COHGEN_GEN_APP_BENCH_CELLS_H
#define COHGEN_GEN_APP_BENCH_CELLS_H

#include "bench.h"

// Tables in Markdown are those of the terminal with bars between the cells.
typedef struct {
    FILE *out;
    bool markdown, heads; // heads: a heading over each
    int first;            // width of the first column
} bench_table;

bench_table bench_new_table(const bench *b, FILE *out, bool markdown, bool heads);
void bench_table_heading(const bench_table *t, const char *text); // if it has headings
void bench_heading_rule(const bench_table *t, int columns);       // in Markdown, behind the row of titles
void bench_begin_row(const bench_table *t, const char *first);
void bench_end_row(const bench_table *t);

void bench_cell(const bench_table *t, const char *text);
void bench_number_cell(const bench_table *t, double x, int digits); // "-" for NAN
void bench_figure_cell(const bench_table *t, bench_figure f, int digits);
void bench_mean_cell(const bench_table *t, const bench_stat *s); // the spread in percent
void bench_hardware_cell(const bench *b, const bench_table *t, int protocol);

// A row for each workload and group of the series and each protocol (series.c).
void bench_series_rows(const bench *b, const bench_table *t, int metric);

int bench_digits_of(double x); // behind the point
// "0.93 ± 0.02"; with a unit, "%", the spread in percent of `x`; "-" for NAN.
void bench_with_spread(const bench_table *t, char text[60], double x, double sd, int digits,
                       const char *unit);

#endif

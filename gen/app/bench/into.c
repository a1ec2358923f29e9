// A document's figures of a bench, renewed between marks:
//
//     <!-- bench sharing metric time -->            (also: spread time, table, energy, counters, paper,
//     hardware)
//     ...a table...
//     <!-- end of bench -->
//
//     RCC takes <!-- bench sharing ratio rcc/mesi_wt time sharing -->...<!-- end of bench --> of it.
//
// The words are the bench, what is wanted, and of what: a metric; or two protocols, a metric and a group of
// workloads; or, in a bench with a series, one protocol (growth: over itself at the first value), a metric
// and a group at a value. Marks of other benches are left as they are.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

#include "bench.h"

static const char BEGIN[] = "<!-- bench ", CLOSE[] = " -->", END[] = "<!-- end of bench -->";
enum { WORDS = 6, WORD = 64 };

typedef struct {
    const bench *b;
    const char *path, *text;
} document;

typedef struct {
    char items[WORDS][WORD];
    int n;
} words;

static void complain_at_line(const document *d, const char *at, const char *what, const char *word) {
    int line = 1;
    for (const char *p = d->text; p < at; p++) line += *p == '\n';
    cli_error("%s:%d: %s%s%s%s", d->path, line, what, word[0] ? " '" : "", word, word[0] ? "'" : "");
}

static words split_words(const char *from, const char *to) {
    words w = {0};
    for (const char *p = from; p < to && w.n < WORDS;) {
        const size_t skip = strspn(p, " "), n = strcspn(p + skip, " ");
        const char *stop = p + skip + n > to ? to : p + skip + n;
        if (p + skip >= to) break;
        snprintf(w.items[w.n++], WORD, "%.*s", (int)(stop - p - (ptrdiff_t)skip), p + skip);
        p = stop;
    }
    return w;
}

static int metric_named(const char *name) {
    for (int m = 0; m < BENCH_N_METRICS; m++)
        if (!strcmp(bench_metrics[m].name, name)) return m;
    return CG_NONE;
}

// "0.93 ± 0.02", with the hardware if it is another now.
static void print_ratio(const bench *b, bench_figure f, int mine, int over, FILE *out) {
    const int both[] = {mine, over};
    char text[40];
    const char *comma = " (OLDER hardware: ";
    bench_print_figure(f, 2, text);
    fputs(text, out);
    for (int i = 0; i < (mine == over ? 1 : 2); i++) {
        const bench_protocol *p = &b->protocols[both[i]];
        if (!bench_older(b, both[i])) continue;
        fprintf(out, "%s%s %.8s", comma, p->name, p->design);
        comma = ", ";
    }
    if (comma[0] == ',') fputc(')', out);
}

static bool write_ratio(const document *d, const char *at, const words *w, FILE *out) {
    char protocols[WORD];
    snprintf(protocols, sizeof protocols, "%s", w->n == 5 ? w->items[2] : "");
    char *slash = strchr(protocols, '/');
    if (slash) *slash = '\0';
    const int mine = slash ? bench_protocol_named(d->b, protocols) : CG_NONE;
    const int over = slash ? bench_protocol_named(d->b, slash + 1) : CG_NONE;
    const int metric = w->n == 5 ? metric_named(w->items[3]) : CG_NONE;
    if (mine == CG_NONE || over == CG_NONE || metric == CG_NONE ||
        bench_group_named(d->b, w->items[4]) == CG_NONE) {
        complain_at_line(d, at, "'ratio' takes PROTOCOL/PROTOCOL METRIC GROUP of this bench", "");
        return false;
    }
    print_ratio(d->b, bench_gmean(d->b, metric, mine, over, w->items[4]), mine, over, out);
    return true;
}

static bool write_growth(const document *d, const char *at, const words *w, FILE *out) {
    const bool whole = w->n == 5 && d->b->series.n;
    const int mine = whole ? bench_protocol_named(d->b, w->items[2]) : CG_NONE;
    const int metric = whole ? metric_named(w->items[3]) : CG_NONE;
    const int group = whole ? bench_group_named(d->b, w->items[4]) : CG_NONE;
    if (mine == CG_NONE || metric == CG_NONE || group == CG_NONE) {
        complain_at_line(d, at, "'growth' takes PROTOCOL METRIC GROUP of a bench with a series", "");
        return false;
    }
    print_ratio(d->b, bench_growth(d->b, metric, mine, group), mine, mine, out);
    return true;
}

static bool of_metric(const document *d, const char *at, const words *w,
                      void (*print)(const bench *b, int metric, FILE *out), FILE *out) {
    const int metric = w->n == 3 ? metric_named(w->items[2]) : CG_NONE;
    if (metric == CG_NONE) {
        complain_at_line(d, at, "one metric of a bench is wanted behind", w->items[1]);
        return false;
    }
    fputc('\n', out);
    print(d->b, metric, out);
    return true;
}

// What stands between the marks of `w`. False after a message.
static bool print_part(const document *d, const char *at, const words *w, FILE *out) {
    static const struct {
        const char *name;
        void (*print)(const bench *b, FILE *out);
    } TABLES[] = {
#define X(word, name, print) {word, bench_table_##name},
        BENCH_TABLES(X)
#undef X
    };
    const char *what = w->n > 1 ? w->items[1] : "";
    if (!strcmp(what, "ratio")) return write_ratio(d, at, w, out);
    if (!strcmp(what, "growth")) return write_growth(d, at, w, out);
    if (!strcmp(what, "series") && d->b->series.n) return of_metric(d, at, w, bench_table_series, out);
    if (!strcmp(what, "metric")) return of_metric(d, at, w, bench_table_metric, out);
    if (!strcmp(what, "spread")) return of_metric(d, at, w, bench_table_spread, out);
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
        if (strcmp(TABLES[i].name, what) != 0) continue;
        fputc('\n', out);
        TABLES[i].print(d->b, out);
        return true;
    }
    complain_at_line(
        d, at,
        "a bench has metric, spread, ratio, growth, series, table, energy, counters, paper and hardware, not",
        what);
    return false;
}

// Copies the document with its parts anew. False after messages.
static bool copy_with_new_parts(const document *d, FILE *out) {
    const char *p = d->text, *at;
    bool good = true;
    while ((at = strstr(p, BEGIN)) != NULL) {
        const char *close = strstr(at, CLOSE), *end = close ? strstr(close, END) : NULL;
        const char *next = close ? strstr(close, BEGIN) : NULL;
        if (!end || (next && next < end)) {
            complain_at_line(d, at, "no end of bench behind this mark", "");
            return false;
        }
        const words w = split_words(at + strlen(BEGIN), close);
        close += strlen(CLOSE);
        fwrite(p, 1, (size_t)(close - p), out);
        if (w.n && !strcmp(w.items[0], d->b->name))
            good &= print_part(d, at, &w, out);
        else
            fwrite(close, 1, (size_t)(end - close), out);
        p = end;
    }
    fputs(p, out);
    return good;
}

static bool replace_file(const char *path, const char *text) {
    char made[CLI_PATH];
    snprintf(made, sizeof made, "%.4000s.new", path);
    if (cli_write_file(made, text) && rename(made, path) == 0) return true;
    cli_error("%s: cannot be written: %s", path, strerror(errno));
    unlink(made);
    return false;
}

int bench_into(const bench *b, const char *path) {
    char *text = cli_read_file(path), *made = NULL;
    if (!text) {
        cli_error("%s: cannot be read: %s", path, strerror(errno));
        return CLI_BAD_INPUT;
    }
    const document d = {.b = b, .path = path, .text = text};
    FILE *out = cg_text_open(&made, NULL);
    bool good = copy_with_new_parts(&d, out);
    fclose(out);
    if (good && strcmp(made, text) != 0) good = replace_file(path, made);
    CG_FREE(made, text);
    return good ? CLI_OK : CLI_BAD_INPUT;
}

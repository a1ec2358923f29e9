#include "diag.h"

#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

typedef struct {
    cg_code code;
    const char *file, *pointer, *source, *message;
    int line, column, order;
} diag;

struct cg_diags {
    cg_arena *arena;
    diag *items;
    int n;
    size_t errors;
};

enum { SHOWN = 96 }; // columns of a source line that are shown

static bool is_warning(cg_code code) {
    return (int)code >= 500;
}

cg_diags *cg_diags_new(void) {
    cg_arena *arena = cg_arena_new();
    cg_diags *d = cg_arena_alloc(arena, sizeof *d);
    d->arena = arena;
    return d;
}

void cg_diags_free(cg_diags *d) {
    if (d) cg_arena_free(d->arena);
}

static const char *copy_of_text(cg_diags *d, const char *s) {
    return s ? cg_arena_strdup(d->arena, s) : NULL;
}

static bool same_text(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

static bool is_reported_before(const cg_diags *d, const diag *x) {
    for (int i = 0; i < d->n; i++) {
        const diag *y = &d->items[i];
        if (x->code == y->code && x->line == y->line && x->column == y->column &&
            same_text(x->file, y->file) && same_text(x->message, y->message))
            return true;
    }
    return false;
}

void cg_diag_add(cg_diags *d, cg_code code, const char *file, int line, int column, const char *pointer,
                 const char *source_line, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    diag x = {.code = code, .file = file, .line = line, .column = column, .order = d->n};
    x.message = cg_arena_vprintf(d->arena, fmt, args);
    va_end(args);
    if (is_reported_before(d, &x)) return;
    x.file = copy_of_text(d, file);
    x.pointer = copy_of_text(d, pointer);
    x.source = copy_of_text(d, source_line);
    *CG_PUSH(d->arena, d->items, d->n) = x;
    if (!is_warning(code)) d->errors++;
}

size_t cg_diags_errors(const cg_diags *d) {
    return d->errors;
}

cg_code cg_diags_first(const cg_diags *d, const char **message) {
    const diag *first = NULL;
    for (int i = 0; i < d->n; i++) {
        if (!is_warning(d->items[i].code) && (!first || d->items[i].code < first->code)) first = &d->items[i];
    }
    *message = first ? first->message : NULL;
    return first ? first->code : 0;
}

// --------------------------------------------------------------------------------------------- printing

static int in_file_order(const void *pa, const void *pb) {
    const diag *a = *(const diag *const *)pa, *b = *(const diag *const *)pb;
    int by_file = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (by_file) return by_file;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

// The part of the line around the column, without its indentation, and a caret below the column.
static void print_source(const diag *x, FILE *out) {
    const char *s = x->source;
    int column = x->column > 0 ? x->column - 1 : 0;
    int skip = (int)strspn(s, " \t");
    int length = (int)strcspn(s, "\r\n");
    if (column > length) column = length;
    if (skip > column) skip = column;
    if (column - skip > SHOWN * 3 / 4) skip = column - SHOWN / 2;
    while (skip < column && ((unsigned char)s[skip] & 0xc0) == 0x80) skip++;
    const char *before = skip > (int)strspn(s, " \t") ? "... " : "";
    int end = length - skip > SHOWN ? skip + SHOWN : length;
    while (end < length && ((unsigned char)s[end] & 0xc0) == 0x80) end++;

    fprintf(out, "    %s", before);
    for (int i = skip; i < end; i++) fputc(s[i] == '\t' ? ' ' : s[i], out);
    fprintf(out, "%s\n", end < length ? " ..." : "");
    if (x->column <= 0) return;
    int blanks = (int)strlen(before);
    for (int i = skip; i < column; i++) blanks += ((unsigned char)s[i] & 0xc0) != 0x80;
    fprintf(out, "    %*s^\n", blanks, "");
}

static void print_one(const diag *x, FILE *out) {
    const bool warning = is_warning(x->code);
    if (x->file) fprintf(out, "%s:", x->file);
    if (x->file && x->line > 0) fprintf(out, "%d:", x->line);
    if (x->file && x->line > 0 && x->column > 0) fprintf(out, "%d:", x->column);
    fprintf(out, "%s%s[%c%04d]: %s\n", x->file ? " " : "", warning ? "warning" : "error", warning ? 'W' : 'E',
            x->code, x->message);
    if (x->pointer) fprintf(out, "  at %s\n", *x->pointer ? x->pointer : "/");
    if (x->source) print_source(x, out);
}

const char *cg_diags_line(const cg_diags *d, char *place, size_t size) {
    const diag *first = NULL;
    for (int i = 0; i < d->n; i++) {
        const diag *x = &d->items[i];
        if (!is_warning(x->code) && (!first || in_file_order(&x, &first) < 0)) first = x;
    }
    if (!first) return NULL;
    *place = '\0';
    if (first->file && first->line > 0)
        snprintf(place, size, "%s:%d:%d: ", first->file, first->line, first->column);
    else if (first->file)
        snprintf(place, size, "%s: ", first->file);
    return first->message;
}

void cg_diags_print(const cg_diags *d, FILE *out) {
    const diag **sorted = calloc((size_t)d->n + 1, sizeof *sorted);
    if (!sorted) return;
    for (int i = 0; i < d->n; i++) sorted[i] = &d->items[i];
    qsort(sorted, (size_t)d->n, sizeof *sorted, in_file_order);
    for (int i = 0; i < d->n; i++) print_one(sorted[i], out);
    free(sorted);
}

// ----------------------------------------------------------------------------------------- did you mean

enum { LONGEST = 64 }; // longer words are not compared

static int min3(int a, int b, int c) {
    int m = a < b ? a : b;
    return m < c ? m : c;
}

// Levenshtein's distance, by rows; exchanging two neighbours counts as one step.
static int distance(const char *a, const char *b) {
    int la = (int)strlen(a), lb = (int)strlen(b);
    if (la > LONGEST || lb > LONGEST) return INT_MAX;
    int rows[3][LONGEST + 1];
    int *older = rows[0], *old = rows[1], *now = rows[2];
    for (int j = 0; j <= lb; j++) old[j] = older[j] = j;
    for (int i = 1; i <= la; i++) {
        now[0] = i;
        for (int j = 1; j <= lb; j++) {
            now[j] = min3(old[j] + 1, now[j - 1] + 1, old[j - 1] + (a[i - 1] != b[j - 1]));
            bool crossed = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (crossed && older[j - 2] + 1 < now[j]) now[j] = older[j - 2] + 1;
        }
        int *free_row = older;
        older = old;
        old = now;
        now = free_row;
    }
    return old[lb];
}

const char *cg_did_you_mean(const char *word, const char *const *candidates, size_t n) {
    int length = (int)strlen(word);
    int best = (length / 3 > 1 ? length / 3 : 1) + 1;
    const char *nearest = NULL;
    for (size_t i = 0; i < n; i++) {
        int d = distance(word, candidates[i]);
        if (d == 0 || d >= best || d >= length) continue; // the word itself is no help
        best = d;
        nearest = candidates[i];
    }
    return nearest;
}

// Figures: dot's SVG, made fit to stand inside a page. Its comments hold a version, its prolog belongs to a
// file of its own, and its black lines would vanish on a dark page: colours are left to the page's style.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process.h"
#include "doc.h"

// ----------------------------------------------------------------------------------------------- dot

static char *read_whole_file(FILE *in) {
    char *text = NULL, buf[4096];
    FILE *out = cg_text_open(&text, NULL);
    rewind(in);
    for (size_t n; (n = fread(buf, 1, sizeof buf, in)) > 0;) fwrite(buf, 1, n, out);
    fclose(out);
    return text;
}

static cg_end run_dot(FILE *in, FILE *out) {
    char *const argv[] = {"dot", "-Tsvg", NULL};
    rewind(in);
    return cg_process_run(&(cg_command){.argv = argv, .in = fileno(in), .out = fileno(out), .err = 2});
}

// What dot makes of a source, to be freed; NULL: *end says why.
static char *svg_of_dot(const char *dot, cg_end *end) {
    FILE *in = tmpfile(), *out = tmpfile();
    char *svg = NULL;
    *end = (cg_end){CG_NOT_STARTED, EIO};
    if (in && out) {
        fputs(dot, in);
        *end = run_dot(in, out);
        if (cg_end_is(*end, 0)) svg = read_whole_file(out);
    }
    if (in) fclose(in);
    if (out) fclose(out);
    return svg;
}

// -------------------------------------------------------------------------------------------- cleaning

// Attributes of dot that the page's style replaces, or that have no place in HTML.
static size_t length_of_attribute(const char *p) {
    static const char *const DROP[] = {" fill=\"black\"",         " stroke=\"black\"",
                                       " fill=\"none\"",          " fill=\"transparent\"",
                                       " stroke=\"transparent\"", " font-family=\"Helvetica,sans-Serif\"",
                                       " stroke=\"none\""};
    static const char *const ANY[] = {" xmlns=\"", " xmlns:xlink=\"", " xlink:title=\"", " width=\"",
                                      " height=\""};
    for (size_t i = 0; i < sizeof DROP / sizeof *DROP; i++) {
        if (!strncmp(p, DROP[i], strlen(DROP[i]))) return strlen(DROP[i]);
    }
    for (size_t i = 0; i < sizeof ANY / sizeof *ANY; i++) {
        const size_t n = strlen(ANY[i]);
        if (!strncmp(p, ANY[i], n)) return n + strcspn(p + n, "\"") + 1;
    }
    return strncmp(p, " xlink:href", 11) ? 0 : 7; // leaves "href", after a blank
}

static size_t from_to(const char *p, const char *from, const char *to) {
    const char *end = strncmp(p, from, strlen(from)) ? NULL : strstr(p, to);
    return end ? (size_t)(end - p) + strlen(to) : 0;
}

static size_t skipped(const char *p) {
    const size_t comment = from_to(p, "<!--", "-->\n");
    if (comment) return comment;
    const size_t title = from_to(p, "<title>", "</title>\n"); // ids of ours, of no use as a tooltip
    return title ? title : length_of_attribute(p);
}

static const char *clean(cg_arena *a, const char *svg) {
    char *text = NULL;
    FILE *out = cg_text_open(&text, NULL);
    for (const char *p = svg; *p;) {
        const size_t n = skipped(p);
        if (n == 7 && *p == ' ') fputc(' ', out);
        p += n;
        if (!n) fputc(*p++, out);
    }
    fclose(out);
    const char *kept = cg_arena_strdup(a, text);
    free(text);
    return kept;
}

static bool draw_figure(doc *d, doc_figure *f, cg_end *end) {
    char *raw = svg_of_dot(f->dot, end);
    const char *svg = raw ? strstr(raw, "<svg") : NULL;
    double points = 0;
    if (svg && sscanf(svg, "<svg width=\"%lfpt\"", &points) == 1) {
        f->width = (int)(points * 4 / 3 + 0.5);
        f->svg = clean(d->arena, svg);
    }
    free(raw);
    return f->svg != NULL;
}

bool doc_draw(doc *d, char *error, size_t error_size) {
    cg_end end = {0};
    char how[CG_END_TEXT];
    for (int i = 0; i < d->n_blocks; i++) {
        if (d->blocks[i].kind != DOC_FIGURE || draw_figure(d, d->blocks[i].figure, &end)) continue;
        if (end.kind == CG_NOT_STARTED && end.number == ENOENT)
            snprintf(error, error_size,
                     "the diagrams need dot, which is not installed (Debian package: graphviz)");
        else
            snprintf(error, error_size, "dot failed on the diagram '%s' (%s)", d->blocks[i].figure->name,
                     cg_end_text(end, how));
        return false;
    }
    return true;
}

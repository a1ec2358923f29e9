// The message-sequence chart as a drawing: lifelines, a dot for each step with what it does beside it, and
// an arrow for each message from where it was sent to where it was taken.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "explore.h"

// In pixels; a character of the small print is about LETTER wide.
enum {
    LEFT = 52,
    TOP = 74,
    HEAD = 30,
    LETTER = 7,
    SMALL = 6,
    ROW = 36,
    PRINT = 14,
    PAD = 30,
    LEAST = 110,
    DOWN = 12
};
enum { MOST = 44, STEPS = 1000 };

typedef struct {
    const ex_steps *s;
    ex_columns c;
    int *x, y[STEPS + 1]; // lifelines; dots
    int n;                // steps drawn
    FILE *out;
} drawing;

static void draw_text(const drawing *d, int x, int y, const char *style, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
static void draw_text(const drawing *d, int x, int y, const char *style, const char *fmt, ...) {
    char words[2 * EX_TEXT];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    fprintf(d->out, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, style);
    for (const char *p = words; *p; p++) {
        switch (*p) {
        case '<': fputs("&lt;", d->out); break;
        case '>': fputs("&gt;", d->out); break;
        case '&': fputs("&amp;", d->out); break;
        default: fputc(*p, d->out);
        }
    }
    fputs("</text>\n", d->out);
}

// ------------------------------------------------------------------------------------------------- layout

// The next line of `words` of at most `most` letters, cut after a comma or a blank. Its length.
static int length_of_line(const char *words, int most) {
    int n = (int)strlen(words), cut = 0;
    if (n <= most) return n;
    for (int i = 0; i < most; i++)
        if (words[i] == ' ') cut = i + 1;
    return cut ? cut : most;
}

static int lines_of(const char *words, int most) {
    int n = 0;
    for (; *words; n++) words += length_of_line(words, most);
    return n;
}

static int sender_of(const drawing *d, const ex_step *x) {
    if (x->event->kind != CG_EV_MESSAGE || x->again) return EX_ABSENT;
    const cg_msg *m = &d->s->spec->msgs[x->event->msg];
    return ex_column_of(&d->c, m->from, m->from == CG_MEMORY ? 0 : x->src);
}

// About as wide as bold print is.
static int width_of_text(const char *words) {
    int n = 0;
    for (; *words; words++)
        n += *words >= 'A' && *words <= 'Z' ? 9 : *words == ' ' || *words == 'I' ? 4 : LETTER;
    return n;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static void lay_out_drawing(drawing *d) {
    char a[EX_TEXT], b[EX_TEXT];
    ex_find_columns(d->s, &d->c);
    int *width = calloc((size_t)d->c.n + 1, sizeof *width);
    d->x = calloc((size_t)d->c.n + 1, sizeof *d->x);
    if (!width || !d->x) abort();
    for (int i = 0; i < d->c.n; i++) width[i] = LEAST;
    d->y[0] = TOP + HEAD + ROW;
    for (int i = 0; i < d->n; i++) {
        const ex_step *x = &d->s->steps[i];
        const int at = ex_column_of(&d->c, x->machine, x->node), from = sender_of(d, x);
        ex_event_text(d->s, x, a);
        ex_state_text(x, b);
        width[at] = larger(width[at], width_of_text(a) + width_of_text(b) + PAD);
        ex_effects_text(d->s, x, b);
        const int longest = (int)strlen(b) < MOST ? (int)strlen(b) : MOST;
        width[at] = larger(width[at], longest * SMALL + PAD);
        if (from != EX_ABSENT && from != at && from - at < 2 && at - from < 2)
            width[from < at ? from : at] =
                larger(width[from < at ? from : at], (int)strlen(x->message) * SMALL + PAD);
        d->y[i + 1] = d->y[i] + ROW + PRINT * lines_of(b, MOST) + (from != EX_ABSENT ? 8 : 0);
    }
    d->x[0] = LEFT;
    for (int i = 0; i < d->c.n; i++) d->x[i + 1] = d->x[i] + width[i];
    free(width);
}

// ------------------------------------------------------------------------------------------------ drawing

static void draw_frame(const drawing *d, int width, int height, const char *title) {
    fprintf(
        d->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
        "<style>text{font-family:\"Liberation Sans\",Arial,sans-serif;font-size:12px;fill:#1d2733;"
        "paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}"
        ".title{font-size:15px;font-weight:bold}.name{font-weight:bold;text-anchor:middle;stroke:none}"
        ".small{font-size:11px;fill:#53606e}.number{font-size:11px;fill:#8a949f;text-anchor:end}"
        ".event{font-weight:bold}.state{fill:#0b5c8a}.bad{fill:#b3261e;font-weight:bold}"
        ".label{font-size:11px;fill:#7a4b00;text-anchor:middle}"
        ".life{stroke:#b9c2cc;stroke-width:1.5}.arrow{stroke:#7a4b00;stroke-width:1.3;fill:none}"
        "</style>\n"
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" "
        "markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 8 4 0 8z\" fill=\"#7a4b00\"/></marker></defs>\n"
        "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
        width, height, width, height, width, height);
    draw_text(d, 12, 24, "title", "%s", title);
    draw_text(d, 12, 44, "bad", "%s: %s", d->s->kind, d->s->what);
    if (d->s->why) draw_text(d, 12, 62, "small", "%s", d->s->why);
}

static void draw_lifelines(const drawing *d, int bottom) {
    char name[EX_TEXT];
    for (int i = 0; i < d->c.n; i++) {
        ex_column_name(d->s, &d->c, i, name);
        const int w = (int)strlen(name) * LETTER + 20;
        const int x = i == 0 && d->x[i] - w / 2 < 4 ? 4 : d->x[i] - w / 2;
        fprintf(d->out, "<line class=\"life\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", d->x[i],
                TOP + HEAD, d->x[i], bottom);
        fprintf(d->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"#eaf2f8\" "
                "stroke=\"#7f9db3\"/>\n",
                x, TOP, w, HEAD - 6);
        draw_text(d, x + w / 2, TOP + 16, "name", "%s", name);
    }
}

static void draw_arrow(const drawing *d, int x1, int y1, int x2, int y2) {
    const int gap = x2 > x1 ? 5 : -5;
    fprintf(d->out, "<path class=\"arrow\" marker-end=\"url(#tip)\" d=\"M%d %dL%d %d\"/>\n", x1, y1, x2 - gap,
            y2);
}

static void draw_message(const drawing *d, int i) {
    const ex_step *x = &d->s->steps[i];
    const int from = sender_of(d, x), to = ex_column_of(&d->c, x->machine, x->node);
    if (from == EX_ABSENT) return;
    const int y = x->sent == EX_ABSENT ? d->y[i] - 14 : d->y[x->sent];
    if (from == to) { // to itself
        fprintf(d->out, "<path class=\"arrow\" marker-end=\"url(#tip)\" d=\"M%d %d h-22V%d h17\"/>\n",
                d->x[to], y, d->y[i]);
        return;
    }
    draw_arrow(d, d->x[from], y, d->x[to], d->y[i]);
}

// Labels come after all arrows, near the arrow's head, where few others are.
static void draw_label(const drawing *d, int i) {
    const ex_step *x = &d->s->steps[i];
    const int from = sender_of(d, x), to = ex_column_of(&d->c, x->machine, x->node);
    if (from == EX_ABSENT) return;
    const int y = x->sent == EX_ABSENT ? d->y[i] - 14 : d->y[x->sent];
    const int side = to > from ? -1 : 1, half = (int)strlen(x->message) * SMALL / 2;
    if (from == to) {
        draw_text(d, d->x[to] - 26 - half, d->y[i] - 6, "label", "%s", x->message);
        return;
    }
    const int length = (d->x[to] - d->x[from]) * -side, at = half + 14 < length / 2 ? half + 14 : length / 2;
    draw_text(d, d->x[to] + side * at, d->y[i] - (d->y[i] - y) * at / length - 5, "label", "%s", x->message);
}

static void draw_memory(const drawing *d, int i) {
    const ex_step *x = &d->s->steps[i];
    const int from = ex_column_of(&d->c, x->machine, x->node), to = ex_column_of(&d->c, CG_MEMORY, 0);
    for (int k = 0; k < x->n_sends; k++) {
        if (x->sends[k].to_machine != CG_MEMORY) continue;
        draw_arrow(d, d->x[from], d->y[i], d->x[to], d->y[i]);
        const char *name = d->s->spec->msgs[x->sends[k].msg].name;
        draw_text(d, d->x[to] - (int)strlen(name) * SMALL / 2 - 14, d->y[i] - 5, "label", "%s", name);
    }
}

static void draw_step(const drawing *d, int i) {
    const ex_step *x = &d->s->steps[i];
    const bool last = i == d->s->n_steps - 1;
    const int at = d->x[ex_column_of(&d->c, x->machine, x->node)];
    char words[EX_TEXT], state[EX_TEXT];
    ex_event_text(d->s, x, words);
    ex_state_text(x, state);
    draw_text(d, d->x[0] - 28, d->y[i] + 4, "number", "%d", i + 1);
    fprintf(d->out, "<circle cx=\"%d\" cy=\"%d\" r=\"4.5\" fill=\"%s\"><title>%s</title></circle>\n", at,
            d->y[i], last ? "#b3261e" : "#0b5c8a", x->rule->id);
    draw_text(d, at + 9, d->y[i] + DOWN, last ? "bad" : "event", "%s", words);
    draw_text(d, at + 16 + width_of_text(words), d->y[i] + DOWN, "state", "%s", state);
    ex_effects_text(d->s, x, words);
    int y = d->y[i] + DOWN;
    for (const char *p = words; *p;) {
        const int n = length_of_line(p, MOST);
        draw_text(d, at + 9, y += PRINT, "small", "%.*s", n, p);
        p += n;
    }
}

void ex_print_svg(const ex_steps *s, const char *title, FILE *out) {
    drawing d = {.s = s, .out = out, .n = s->n_steps < STEPS ? s->n_steps : STEPS};
    lay_out_drawing(&d);
    const int bottom = d.y[d.n], pending = s->n_pending * PRINT;
    const int wide = larger((int)(strlen(s->what) + strlen(s->kind)) * LETTER,
                            larger((int)strlen(title) * 9, s->why ? (int)strlen(s->why) * SMALL : 0));
    draw_frame(&d, larger(d.x[d.c.n], wide + 30), bottom + pending + 24, title);
    draw_lifelines(&d, bottom);
    for (int i = 0; i < d.n; i++) draw_message(&d, i);
    for (int i = 0; i < d.n; i++) draw_memory(&d, i);
    for (int i = 0; i < d.n; i++) draw_step(&d, i);
    for (int i = 0; i < d.n; i++) draw_label(&d, i);
    for (int i = 0; i < s->n_pending; i++)
        draw_text(&d, 12, bottom + 16 + i * PRINT, "small", "still on its way: %s", s->pending[i]);
    fputs("</svg>\n", out);
    free(d.x);
    ex_columns_free(&d.c);
}

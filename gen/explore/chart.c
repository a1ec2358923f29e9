// The message-sequence chart as text. A column is a controller, time runs downwards, one step after the
// other; an arrow stands where its message is taken:
//
//     step  l1[0]             l2[0]                memory
//        1  store 1  I>II     |                    |
//           |--WRITE{now 0}-->|                    |
//        2  |                 WRITE  I>IV          |
//           |                 +-------FETCH------->|
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "explore.h"

enum { MARGIN = 6, LEAST = 12, MOST = 46, LONGEST = 60, GAP = 2 };

typedef struct {
    const ex_steps *s;
    ex_columns c;
    int *x; // where each column begins; the last: the end
    char *row;
    FILE *out;
} chart;

static int min(int a, int b) {
    return a < b ? a : b;
}

// ------------------------------------------------------------------------------------------------ layout

// Column of the sender of the message that this step takes.
static int sender_column(const chart *k, const ex_step *x) {
    const cg_msg *m = &k->s->spec->msgs[x->event->msg];
    return ex_column_of(&k->c, m->from, m->from == CG_MEMORY ? 0 : x->src);
}

static void step_text(const ex_steps *s, const ex_step *x, char out[EX_TEXT]) {
    char state[EX_TEXT];
    ex_event_text(s, x, out);
    ex_state_text(x, state);
    const size_t n = strlen(out);
    if (*state) snprintf(out + n, EX_TEXT - n, "  %s", state);
}

// Length up to the next ", " that still fits into `room`; all of it if there is none.
static int length_of_part(const char *text, int room) {
    const int n = (int)strlen(text);
    if (n <= room) return n;
    int end = 0;
    for (const char *p = strstr(text, ", "); p && p - text + 1 <= room; p = strstr(p + 1, ", "))
        end = (int)(p - text) + 1;
    return end ? end : min(n, room);
}

// A message stands between two columns, with its arrow's ends.
static void widen_for_messages(const chart *k, int *width) {
    for (int i = 0; i < k->s->n_steps; i++) {
        const ex_step *x = &k->s->steps[i];
        const int a = x->message ? sender_column(k, x) : EX_ABSENT;
        const int b = ex_column_of(&k->c, x->machine, x->node);
        if (a == EX_ABSENT || a == b || x->again) continue;
        int room = -6;
        for (int c = min(a, b); c < (a > b ? a : b); c++) room += width[c] + GAP;
        const int missing = min((int)strlen(x->message), LONGEST) - room;
        if (missing > 0) width[min(a, b)] += missing;
    }
}

static void lay_out_chart(chart *k) {
    char text[EX_TEXT];
    ex_find_columns(k->s, &k->c);
    int *width = calloc((size_t)k->c.n + 1, sizeof *width);
    k->x = calloc((size_t)k->c.n + 1, sizeof *k->x);
    if (!width || !k->x) abort();
    for (int i = 0; i < k->c.n; i++) {
        ex_column_name(k->s, &k->c, i, text);
        width[i] = (int)strlen(text) > LEAST ? (int)strlen(text) : LEAST;
    }
    for (int i = 0; i < k->s->n_steps; i++) {
        const ex_step *x = &k->s->steps[i];
        int *w = &width[ex_column_of(&k->c, x->machine, x->node)];
        step_text(k->s, x, text);
        const int step = min((int)strlen(text), MOST);
        ex_effects_text(k->s, x, text);
        const int effects = min(length_of_part(text, MOST / 2), MOST);
        if (step > *w) *w = step;
        if (effects > *w) *w = effects;
    }
    widen_for_messages(k, width);
    k->x[0] = MARGIN;
    for (int i = 0; i < k->c.n; i++) k->x[i + 1] = k->x[i] + width[i] + GAP;
    free(width);
}

static void blank_row(chart *k) {
    memset(k->row, ' ', (size_t)k->x[k->c.n]);
    k->row[k->x[k->c.n]] = '\0';
    for (int i = 0; i < k->c.n; i++) k->row[k->x[i]] = '|';
}

static void put_text_at(chart *k, int at, const char *text, int n) {
    const int room = k->x[k->c.n] - at;
    if (room > 0) memcpy(k->row + at, text, (size_t)min(n, room));
}

static void print_chart_row(chart *k) {
    size_t n = strlen(k->row);
    while (n && k->row[n - 1] == ' ') k->row[--n] = '\0';
    fprintf(k->out, "%s\n", k->row);
}

// -------------------------------------------------------------------------------------------------- rows

// From column a to column b: "|--GETS{now 1}-->|" or "|<--DATA--|".
static void print_message_arrow(chart *k, int a, int b, const char *label) {
    const int low = k->x[min(a, b)] + 1, high = k->x[a > b ? a : b] - 1;
    blank_row(k);
    if (a == b) {
        char text[EX_TEXT];
        snprintf(text, sizeof text, "+--%.300s--> itself", label);
        put_text_at(k, low, text, (int)strlen(text));
        print_chart_row(k);
        return;
    }
    memset(k->row + low, '-', (size_t)(high - low + 1));
    const int n = min((int)strlen(label), high - low - 3);
    if (n > 0) put_text_at(k, low + 1 + (high - low - 1 - n) / 2, label, n);
    k->row[a < b ? high : low] = a < b ? '>' : '<';
    print_chart_row(k);
}

static void print_taken(chart *k, const ex_step *x) {
    const int from = sender_column(k, x), to = ex_column_of(&k->c, x->machine, x->node);
    if (from != EX_ABSENT && !x->again) print_message_arrow(k, from, to, x->message);
}

static void print_effect_lines(chart *k, int column, const char *text) {
    const int room = k->x[column + 1] - k->x[column] - 1;
    while (*text) {
        const int n = length_of_part(text, room);
        blank_row(k);
        put_text_at(k, k->x[column] + 1, text, n);
        print_chart_row(k);
        text += n;
        text += *text == ' ';
    }
}

static void print_step_rows(chart *k, int number, const ex_step *x) {
    const int column = ex_column_of(&k->c, x->machine, x->node);
    char text[EX_TEXT];
    if (x->event->kind == CG_EV_MESSAGE) print_taken(k, x);
    blank_row(k);
    snprintf(text, sizeof text, "%4d", number);
    put_text_at(k, 0, text, (int)strlen(text));
    step_text(k->s, x, text);
    put_text_at(k, k->x[column], text, (int)strlen(text));
    print_chart_row(k);
    ex_effects_text(k->s, x, text);
    print_effect_lines(k, column, text);
    for (int i = 0; i < x->n_sends; i++) {
        if (x->sends[i].to_machine != CG_MEMORY) continue;
        print_message_arrow(k, column, ex_column_of(&k->c, CG_MEMORY, 0),
                            k->s->spec->msgs[x->sends[i].msg].name);
    }
}

static void print_names(chart *k) {
    char text[EX_TEXT];
    memset(k->row, ' ', (size_t)k->x[k->c.n]);
    k->row[k->x[k->c.n]] = '\0';
    put_text_at(k, 0, "step", 4);
    for (int i = 0; i < k->c.n; i++) {
        ex_column_name(k->s, &k->c, i, text);
        put_text_at(k, k->x[i], text, (int)strlen(text));
    }
    print_chart_row(k);
}

void ex_print_chart(const ex_steps *s, FILE *out) {
    chart k = {.s = s, .out = out};
    lay_out_chart(&k);
    k.row = malloc((size_t)k.x[k.c.n] + 1);
    if (!k.row) abort();
    print_names(&k);
    for (int i = 0; i < s->n_steps; i++) print_step_rows(&k, i + 1, &s->steps[i]);
    for (int i = 0; i < s->n_pending; i++)
        fprintf(out, "%s%s\n", i ? "               " : "still on its way: ", s->pending[i]);
    CG_FREE(k.row, k.x);
    ex_columns_free(&k.c);
}

// What a chart shows: which columns, and each step in words. Both charts say the same.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explore.h"

static void insert_column(ex_columns *c, int machine, int node) {
    if (ex_column_of(c, machine, node) != EX_ABSENT) return;
    c->at = cg_array_grow(c->at, (size_t)c->n, sizeof *c->at);
    int i = c->n++;
    // Machine by machine, controller by controller, the memory last.
    for (; i > 0 && machine != CG_MEMORY; i--) {
        const int m = c->at[i - 1].machine;
        if (m != CG_MEMORY && (m < machine || (m == machine && c->at[i - 1].node < node))) break;
        c->at[i] = c->at[i - 1];
    }
    c->at[i].machine = machine;
    c->at[i].node = node;
}

void ex_find_columns(const ex_steps *s, ex_columns *c) {
    *c = (ex_columns){.n = 0};
    for (int i = 0; i < s->n_steps; i++) {
        const ex_step *x = &s->steps[i];
        insert_column(c, x->machine, x->node);
        for (int k = 0; k < x->n_sends; k++) insert_column(c, x->sends[k].to_machine, x->sends[k].to);
    }
}

void ex_columns_free(ex_columns *c) {
    free(c->at);
}

int ex_column_of(const ex_columns *c, int machine, int node) {
    for (int i = 0; i < c->n; i++)
        if (c->at[i].machine == machine && c->at[i].node == node) return i;
    return EX_ABSENT;
}

void ex_column_name(const ex_steps *s, const ex_columns *c, int column, char out[EX_TEXT]) {
    const int m = c->at[column].machine;
    if (m == CG_MEMORY)
        snprintf(out, EX_TEXT, "memory");
    else
        snprintf(out, EX_TEXT, "%s[%d]", s->spec->machines[m].name, c->at[column].node);
}

static void append_format(char out[EX_TEXT], const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void append_format(char out[EX_TEXT], const char *fmt, ...) {
    const size_t n = strlen(out);
    va_list args;
    va_start(args, fmt);
    vsnprintf(out + n, EX_TEXT - n, fmt, args);
    va_end(args);
}

void ex_event_text(const ex_steps *s, const ex_step *x, char out[EX_TEXT]) {
    snprintf(out, EX_TEXT, "%s", x->event->name);
    if (x->event->kind == CG_EV_CORE && x->word >= 0) append_format(out, " %d", x->word);
    if (x->line >= 0 && s->n_lines > 1) append_format(out, " line %d", x->line);
    if (x->thread >= 0 && s->spec->threads > 1 && (x->event->block || x->event->kind == CG_EV_MESSAGE))
        append_format(out, " t%d", x->thread);
    if (x->again) append_format(out, " again");
}

void ex_state_text(const ex_step *x, char out[EX_TEXT]) {
    out[0] = '\0';
    if (!x->before || !x->after) return;
    append_format(out, "%s", x->before);
    if (strcmp(x->before, x->after) != 0) append_format(out, ">%s", x->after);
}

void ex_effects_text(const ex_steps *s, const ex_step *x, char out[EX_TEXT]) {
    const char *comma = "";
    (void)s;
    out[0] = '\0';
    if (x->returned) {
        append_format(out, "returns %s", x->returned);
        comma = ", ";
    }
    for (int i = 0; i < x->n_effects; i++) {
        const ex_effect *e = &x->effects[i];
        append_format(out, "%s%s %s>%s", comma, e->field, e->before, e->after);
        comma = ", ";
    }
}

// The same document as Markdown with tables (GitHub's dialect); figures are files beside it.
#include <string.h>

#include "render.h"

static bool is_special(char c) {
    return c && strchr("*_[]<>\\#|", c);
}

// Text for a line or a cell of a table: what means something to Markdown is escaped outside of code; a bar
// ends a cell everywhere.
static void markdown_text(FILE *out, const char *s, bool cell) {
    bool code = false;
    for (; *s; s++) {
        const bool tick = *s == '`', lone = tick && !code && !strchr(s + 1, '`');
        if (lone) fputc('\\', out); // it begins no code
        if (tick && !lone) code = !code;
        if (code ? *s == '|' && cell : is_special(*s)) fputc('\\', out);
        fputc(*s, out);
    }
}

static void code(FILE *out, const char *s) {
    fputc('`', out);
    for (; *s; s++) fprintf(out, *s == '|' ? "\\|" : "%c", *s);
    fputc('`', out);
}

static void anchor(FILE *out, const char *id) {
    fprintf(out, "<a id=\"%s\"></a>", id);
}

// ----------------------------------------------------------------------------------------------- grids

static void markdown_rule_action(const doc_action *a, FILE *out) {
    fputc('`', out);
    for (const char *const *part = (const char *const[]){a->before, a->name, a->after, NULL}; *part; part++) {
        for (const char *s = *part; *s; s++) fprintf(out, *s == '|' ? "\\|" : "%c", *s);
    }
    fputc('`', out);
}

static void rule_status(const doc_rule *r, FILE *out) {
    const char *badge = doc_badge(r);
    if (badge) fprintf(out, " (%s%s)", badge, r->status == DOC_FIRED ? " times" : "");
}

static void markdown_rule(const doc_rule *r, const char *machine, bool counted, FILE *out) {
    const char *sep = "";
    anchor(out, r->id);
    if (r->prefix || r->when) {
        fprintf(out, "*%s*", r->prefix ? r->prefix : "if");
        if (r->when) fputc(' ', out);
        if (r->when) code(out, r->when);
        sep = "<br>";
    }
    if (r->impossible || r->stall) fprintf(out, "%s%s", sep, r->stall ? "**stall**" : "\xe2\x80\x94");
    for (int i = 0; i < r->n_actions; i++, sep = "<br>") {
        fputs(sep, out);
        markdown_rule_action(&r->actions[i], out);
    }
    if (r->next) fprintf(out, "%s\xe2\x86\x92 **%s**", r->n_actions ? "<br>" : sep, r->next);
    if (!r->n_actions && !r->next && !r->impossible && !r->stall) fprintf(out, "%snothing", sep);
    if (r->note) fprintf(out, " [note %d](#note.%s.%d)", r->note, machine, r->note);
    if (counted) rule_status(r, out);
}

static void markdown_cell(const doc_cell *c, const char *machine, bool counted, FILE *out) {
    for (int i = 0; i < c->n; i++) {
        if (i) fputs("<br>", out);
        markdown_rule(&c->rules[i], machine, counted, out);
    }
}

static void markdown_grid(const doc_grid *g, const char *machine, FILE *out) {
    fprintf(out, "| %s |", g->corner);
    for (int i = 0; i < g->n_columns; i++) {
        fprintf(out, " %s%s%s%s |", g->columns[i].name, g->columns[i].kind ? " (" : "",
                g->columns[i].kind ? g->columns[i].kind : "", g->columns[i].kind ? ")" : "");
    }
    fputs("\n|---|", out);
    for (int i = 0; i < g->n_columns; i++) fputs("---|", out);
    for (int r = 0; r < g->n_rows; r++) {
        fprintf(out, "\n| **%s** |", g->rows[r].name);
        for (int c = 0; c < g->n_columns; c++) {
            fputc(' ', out);
            markdown_cell(&g->cells[r * g->n_columns + c], machine, g->counted, out);
            fputs(" |", out);
        }
    }
    fputs("\n\n", out);
}

// ---------------------------------------------------------------------------------------- other blocks

static void markdown_table(const doc_table *t, FILE *out) {
    fputc('|', out);
    for (int i = 0; i < t->n_titles; i++) fprintf(out, " %s |", t->titles[i] + (t->titles[i][0] == '>'));
    fputs("\n|", out);
    for (int i = 0; i < t->n_titles; i++) fputs(t->titles[i][0] == '>' ? "---:|" : "---|", out);
    fputc('\n', out);
    for (int r = 0; r < t->n_rows; r++) {
        fputc('|', out);
        for (int i = 0; i < t->n_titles; i++) {
            fputc(' ', out);
            if (i == 0 && t->anchors[r] && *t->anchors[r]) anchor(out, t->anchors[r]);
            const char *words = t->cells[r * t->n_titles + i];
            if (*words == '#')
                fprintf(out, "[`%s`](%s)", words + 1, words);
            else
                markdown_text(out, words, true);
            fputs(" |", out);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void markdown_notes(const doc_block *b, FILE *out) {
    for (int i = 0; i < b->n_notes; i++) {
        fprintf(out, "%d. ", b->notes[i].number);
        fprintf(out, "<a id=\"note.%s.%d\"></a>", b->anchor, b->notes[i].number);
        markdown_text(out, b->notes[i].text, false);
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void markdown_legend(bool counted, FILE *out) {
    fputs(
        "In a cell: *if* a guard holds, the actions, then \xe2\x86\x92 the next state (none: it stays). The "
        "first rule "
        "whose guard holds fires.\n**stall**: the event waits and comes again. \xe2\x80\x94: impossible, an "
        "assertion. `@name`: an action list, below.\n",
        out);
    if (counted) fputs("In brackets: how often the rule fired in simulation, or:\n", out);
    for (doc_status s = DOC_FIRED + 1; counted && s < DOC_UNCOUNTED; s++)
        fprintf(out, "%s: %s%s\n", doc_badge(&(doc_rule){.status = s}), doc_status_legend(s),
                s + 1 < DOC_UNCOUNTED ? ";" : ".");
    fputc('\n', out);
}

static void markdown_block(const doc_block *b, const char *name, FILE *out) {
    switch (b->kind) {
    case DOC_HEADING:
        anchor(out, b->anchor);
        fprintf(out, "\n\n%s ", b->level == 2 ? "##" : "###");
        markdown_text(out, b->text, false);
        fputs("\n\n", out);
        break;
    case DOC_PARAGRAPH:
        markdown_text(out, b->text, false);
        fputs("\n\n", out);
        break;
    case DOC_GRID: markdown_grid(b->grid, b->anchor, out); break;
    case DOC_TABLE: markdown_table(b->table, out); break;
    case DOC_FIGURE:
        fprintf(out, "![%s of %s](%s.svg)\n\n", b->figure->name, name, b->figure->name);
        markdown_text(out, b->figure->title, false);
        fputs("\n\n", out);
        break;
    case DOC_NOTES: markdown_notes(b, out); break;
    case DOC_LEGEND: markdown_legend(b->counted, out); break;
    }
}

void doc_markdown(const doc *d, FILE *out) {
    fputs("# ", out);
    markdown_text(out, d->title, false);
    fputs("\n\n", out);
    markdown_text(out, d->subtitle, false);
    fputs("\n\n", out);
    if (d->intro) {
        markdown_text(out, d->intro, false);
        fputs("\n\n", out);
    }
    for (int i = 0; i < d->n_blocks; i++) markdown_block(&d->blocks[i], d->spec->name, out);
    fprintf(out, "Written by cohgen from the table of protocol `%s`. Change the table, not this page.\n",
            d->spec->name);
}

// One page, well-formed as XML too, that needs nothing but itself: style and figures are inside.
#include <string.h>

#include "render.h"

// ------------------------------------------------------------------------------------------------ text

static void html_escape(FILE *out, const char *s, size_t n) {
    for (size_t i = 0; i < n; i++) {
        switch (s[i]) {
        case '&': fputs("&amp;", out); break;
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '"': fputs("&quot;", out); break;
        default:
            if ((unsigned char)s[i] >= ' ' || s[i] == '\n')
                fputc(s[i], out); // XML has no other control characters
        }
    }
}

static void html_plain(FILE *out, const char *s) {
    html_escape(out, s, strlen(s));
}

// `code` between backticks; a backtick without its pair is itself.
static void html_rich(FILE *out, const char *s) {
    for (const char *end; *s; s = end) {
        const size_t n = strcspn(s, "`");
        html_escape(out, s, n);
        end = s + n;
        if (!*end) return;
        const char *close = strchr(end + 1, '`');
        if (!close) {
            html_plain(out, end);
            return;
        }
        fputs("<code>", out);
        html_escape(out, end + 1, (size_t)(close - end - 1));
        fputs("</code>", out);
        end = close + 1;
    }
}

// Without the backticks: where no element may stand.
static void html_bare(FILE *out, const char *s) {
    for (; *s; s++) {
        if (*s != '`') html_escape(out, s, 1);
    }
}

// ----------------------------------------------------------------------------------------------- grids

static void rule_class(const doc_rule *r, const char *kind, bool counted, FILE *out) {
    fprintf(out, "%s%s", kind, r->impossible ? " impossible" : r->stall ? " stall" : "");
    if (!counted) return;
    fprintf(out, " %s", doc_status_class(r->status));
    if (r->heat) fprintf(out, " h%d", r->heat);
}

static void note_mark(const doc_rule *r, const char *machine, FILE *out) {
    if (r->note) fprintf(out, "<sup><a href=\"#note.%s.%d\">%d</a></sup>", machine, r->note, r->note);
}

static void html_rule_action(const doc_action *a, FILE *out) {
    html_plain(out, a->before);
    if (!a->name) return;
    fprintf(out, "<a href=\"#%s\">", a->href);
    html_plain(out, a->name);
    fputs("</a>", out);
    html_plain(out, a->after);
}

static void rule_guard(const doc_rule *r, FILE *out) {
    if (!r->prefix && !r->when) return;
    fputs("<div class=\"w\"", out);
    if (r->meaning) {
        fputs(" title=\"", out);
        html_bare(out, r->meaning);
        fputc('"', out);
    }
    fprintf(out, "><i>%s</i> ", r->prefix ? r->prefix : "if");
    if (r->when) html_plain(out, r->when);
    fputs("</div>", out);
}

// Actions one a line, then the next state; the note's number stands behind the last of them.
static void rule_body(const doc_rule *r, const char *machine, bool counted, FILE *out) {
    const char *badge = counted ? doc_badge(r) : NULL;
    if (badge) fprintf(out, "<span class=\"c\">%s</span>", badge);
    rule_guard(r, out);
    if (r->impossible) fputs("\xe2\x80\x94", out);
    if (r->stall) fputs("<b>stall</b>", out);
    for (int i = 0; i < r->n_actions; i++) {
        fputs("<div class=\"a\">", out);
        html_rule_action(&r->actions[i], out);
        if (i + 1 == r->n_actions && !r->next) note_mark(r, machine, out);
        fputs("</div>", out);
    }
    if (r->next) {
        fputs("<div class=\"x\">\xe2\x86\x92\xc2\xa0", out);
        html_plain(out, r->next);
        note_mark(r, machine, out);
        fputs("</div>", out);
    } else if (!r->n_actions) {
        if (!r->impossible && !r->stall) fputs("<span class=\"none\">nothing</span>", out);
        note_mark(r, machine, out);
    }
}

static void grid_cell(const doc_cell *c, const char *machine, bool counted, FILE *out) {
    if (c->n == 1) {
        const doc_rule *r = &c->rules[0];
        fputs("<td class=\"", out);
        rule_class(r, r->impossible || r->stall ? "tight" : "r1", counted, out);
        fprintf(out, "\" id=\"%s\" title=\"%s%s\">", r->id, r->id, r->impossible ? ": impossible" : "");
        rule_body(r, machine, counted, out);
        fputs("</td>\n", out);
        return;
    }
    fprintf(out, "<td class=\"cells%s\">", c->n > 2 ? " many" : "");
    for (int i = 0; i < c->n; i++) {
        const doc_rule *r = &c->rules[i];
        fputs("<div class=\"", out);
        rule_class(r, "r", counted, out);
        fprintf(out, "\" id=\"%s\" title=\"%s\">", r->id, r->id);
        rule_body(r, machine, counted, out);
        fputs("</div>\n", out);
    }
    fputs("</td>\n", out);
}

static void html_head(const doc_head *h, const char *scope, FILE *out) {
    fprintf(out, "<th scope=\"%s\"", scope);
    if (h->doc) {
        fputs(" title=\"", out);
        html_bare(out, h->doc);
        fputc('"', out);
    }
    fputc('>', out);
    if (h->anchor) fprintf(out, "<a href=\"#%s\">", h->anchor);
    html_plain(out, h->name);
    if (h->anchor) fputs("</a>", out);
    if (h->kind) fprintf(out, "<span class=\"k\">%s</span>", h->kind);
    if (h->doc && !strcmp(scope, "row")) {
        fputs("<span class=\"d\">", out);
        html_rich(out, h->doc);
        fputs("</span>", out);
    }
    fputs("</th>\n", out);
}

static void html_grid(const doc_grid *g, const char *machine, FILE *out) {
    fprintf(out, "<div class=\"scroll\" tabindex=\"0\"><table class=\"grid%s\"><thead><tr>",
            g->n_columns == 1 ? " one" : "");
    fprintf(out, "<th scope=\"col\">%s</th>\n", g->corner);
    for (int i = 0; i < g->n_columns; i++) html_head(&g->columns[i], "col", out);
    fputs("</tr></thead><tbody>\n", out);
    for (int r = 0; r < g->n_rows; r++) {
        fputs("<tr>", out);
        html_head(&g->rows[r], "row", out);
        for (int c = 0; c < g->n_columns; c++)
            grid_cell(&g->cells[r * g->n_columns + c], machine, g->counted, out);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

// ---------------------------------------------------------------------------------------- other blocks

static void table_row(const doc_table *t, int row, FILE *out) {
    const char *anchor = t->anchors[row];
    if (!anchor)
        fputs("<tr>", out);
    else if (!*anchor)
        fputs("<tr class=\"sum\">", out);
    else
        fprintf(out, "<tr id=\"%s\">", anchor);
    for (int i = 0; i < t->n_titles; i++) {
        const char *text = t->cells[row * t->n_titles + i];
        const bool number = t->titles[i][0] == '>', longer = strlen(text) > 30;
        fputs(number ? "<td class=\"n\">" : longer ? "<td class=\"t\">" : "<td>", out);
        if (*text == '#') fprintf(out, "<a href=\"%s\"><code>", text);
        html_rich(out, text + (*text == '#'));
        fputs(*text == '#' ? "</code></a></td>" : "</td>", out);
    }
    fputs("</tr>\n", out);
}

static void html_table(const doc_table *t, FILE *out) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table class=\"plain\"><thead><tr>", out);
    for (int i = 0; i < t->n_titles; i++) {
        const bool number = t->titles[i][0] == '>';
        fprintf(out, "<th scope=\"col\"%s>", number ? " class=\"n\"" : "");
        html_plain(out, t->titles[i] + number);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (int i = 0; i < t->n_rows; i++) table_row(t, i, out);
    fputs("</tbody></table></div>\n", out);
}

static void html_figure(const doc_figure *f, FILE *out) {
    if (!f->svg) return;
    // A wide diagram shrinks until its labels are hard to read, then it is scrolled.
    fputs("<figure><div class=\"scroll\" tabindex=\"0\"><svg ", out);
    fprintf(out, "style=\"width:%dpx;min-width:%dpx\" role=\"img\" ", f->width, f->width * 2 / 3);
    fputs(f->svg + strlen("<svg "), out);
    fputs("</div><figcaption>", out);
    html_rich(out, f->title);
    fputs("</figcaption></figure>\n", out);
}

static void html_notes(const doc_block *b, FILE *out) {
    fputs("<ol class=\"notes\">\n", out);
    for (int i = 0; i < b->n_notes; i++) {
        fprintf(out, "<li id=\"note.%s.%d\">", b->anchor, b->notes[i].number);
        html_rich(out, b->notes[i].text);
        fputs("</li>\n", out);
    }
    fputs("</ol>\n", out);
}

static void heat_legend(FILE *out) {
    fputs("<ul class=\"legend\"><li>", out);
    for (int i = 1; i <= DOC_HEAT; i++) fprintf(out, "<span class=\"s h h%d\"></span>", i);
    fprintf(out, "<span></span> %s (scale: logarithmic)</li>\n", doc_status_legend(DOC_FIRED));
    for (doc_status s = DOC_FIRED + 1; s < DOC_UNCOUNTED; s++) {
        const char *badge = doc_badge(&(doc_rule){.status = s});
        fprintf(out, "<li><span class=\"s %s\"><span class=\"c\">%s</span></span> ", doc_status_class(s),
                badge);
        html_rich(out, doc_status_legend(s));
        fputs("</li>\n", out);
    }
    fputs("</ul>\n", out);
}

static void html_legend(bool counted, FILE *out) {
    fputs("<ul class=\"legend\"><li><span class=\"s g\">if g</span> the first whose guard holds fires</li>"
          "<li><span class=\"s x\">\xe2\x86\x92 S</span> next state (none: it stays)</li>"
          "<li><span class=\"s stall\"><b>stall</b></span> the event waits and comes again</li>"
          "<li><span class=\"s impossible\">\xe2\x80\x94</span> impossible: an assertion</li>"
          "<li><span class=\"s\"><a>@list</a></span> an action list, below</li></ul>\n",
          out);
    if (counted) heat_legend(out);
}

static void html_block(const doc_block *b, FILE *out) {
    switch (b->kind) {
    case DOC_HEADING:
        fprintf(out, "<h%d id=\"%s\">", b->level, b->anchor);
        html_rich(out, b->text);
        fprintf(out, "</h%d>\n", b->level);
        break;
    case DOC_PARAGRAPH:
        fputs("<p>", out);
        html_rich(out, b->text);
        fputs("</p>\n", out);
        break;
    case DOC_GRID: html_grid(b->grid, b->anchor, out); break;
    case DOC_TABLE: html_table(b->table, out); break;
    case DOC_FIGURE: html_figure(b->figure, out); break;
    case DOC_NOTES: html_notes(b, out); break;
    case DOC_LEGEND: html_legend(b->counted, out); break;
    }
}

// --------------------------------------------------------------------------------------------- the page

static void contents_item(const doc_block *b, FILE *out) {
    fprintf(out, "<li><a href=\"#%s\">", b->anchor);
    html_bare(out, b->text);
    fputs("</a>", out);
}

static void contents(const doc *d, FILE *out) {
    int level = 1;
    fputs("<nav aria-label=\"Contents\"><ul>\n", out);
    for (int i = 0; i < d->n_blocks; i++) {
        const doc_block *b = &d->blocks[i];
        if (b->kind != DOC_HEADING) continue;
        if (b->level == 2 && level == 3) fputs("</ul>", out);
        if (b->level == 2 && level > 1) fputs("</li>\n", out);
        if (b->level == 3 && level == 2) fputs("<ul>", out);
        contents_item(b, out);
        if (b->level == 3) fputs("</li>\n", out);
        level = b->level;
    }
    fprintf(out, "%s%s</ul></nav>\n", level == 3 ? "</ul>" : "", level > 1 ? "</li>" : "");
}

void doc_html(const doc *d, FILE *out) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\" />\n<meta name=\"viewport\" "
          "content=\"width=device-width, initial-scale=1\" />\n<title>",
          out);
    html_plain(out, d->title);
    fprintf(out, "</title>\n<style>\n%s</style></head>\n<body><header><h1>", DOC_STYLE);
    html_plain(out, d->title);
    fputs("</h1>\n<p class=\"sub\">", out);
    html_rich(out, d->subtitle);
    fputs("</p>\n", out);
    if (d->intro) {
        fputs("<p>", out);
        html_rich(out, d->intro);
        fputs("</p>\n", out);
    }
    contents(d, out);
    fputs("</header><main>\n", out);
    for (int i = 0; i < d->n_blocks; i++) html_block(&d->blocks[i], out);
    fprintf(out,
            "</main><footer>Written by cohgen from the table of protocol <code>%s</code>. Change the table, "
            "not this page.</footer></body></html>\n",
            d->spec->name);
}

// The page's style, tables and bars.
#include <string.h>

#include "page.h"

const char CG_AREA_STYLE[] =
    ":root{color-scheme:light dark;--ink:#1d2127;--dim:#667080;--page:#fff;--panel:#f5f6f8;--rule:#d8dce2;"
    "--c0:#2f6fb5;--c1:#d9822b;--c2:#3f8f5f;--c3:#a0509b;--c4:#b5a02f;--c5:#4aa3a8;--c6:#c0504d;--c7:#7d8896}"
    "\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e3e6eb;--dim:#98a2b0;--page:#15181d;--panel:#1d2127;"
    "--rule:#343a44;--c0:#6aa5e3;--c1:#f0a45b;--c2:#6cc08d;--c3:#cf8bca;--c4:#d8c65a;--c5:#79c9cd;--c6:#"
    "e8827f;"
    "--c7:#9aa4b1}}\n"
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0 auto;max-width:1180px;padding:1.6rem 1.2rem 4rem;background:var(--page);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\n"
    "h1{font-size:1.8rem;line-height:1.2;margin:0 0 .3rem}h2{font-size:1.3rem;margin:2.6rem 0 .6rem;"
    "padding-top:.8rem;border-top:2px solid var(--rule)}h3{font-size:1.05rem;margin:1.8rem 0 .4rem}\n"
    "p{margin:.5rem 0;max-width:46rem}.dim{color:var(--dim);font-size:.9rem}\n"
    ".scroll{overflow-x:auto;margin:.6rem 0}table{border-collapse:collapse;font-size:.875rem;min-width:60%}\n"
    "th,td{padding:.3rem .6rem;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}\n"
    "th{background:var(--panel);font-weight:600;white-space:nowrap}td.n,th.n{text-align:right;"
    "font-variant-numeric:tabular-nums;white-space:nowrap}tr.sum "
    "td{background:var(--panel);font-weight:600}\n"
    "td.bar{min-width:7rem;width:22%;vertical-align:middle}td.bar svg,.stack{display:block;width:100%}\n"
    "td small{color:var(--dim)}\n"
    ".stack{height:2.2rem;margin:.5rem 0}.legend{list-style:none;margin:0 0 1rem;padding:0;display:flex;"
    "flex-wrap:wrap;gap:.1rem 1.1rem;font-size:.875rem}.legend "
    "svg{width:.8em;height:.8em;margin-right:.35em}\n";

void cg_page_text(FILE *out, const char *text) {
    for (const char *p = text; *p; p++) {
        switch (*p) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*p, out);
        }
    }
}

void cg_page_number(FILE *out, double v, int decimals) {
    char text[64];
    const int n = snprintf(text, sizeof text, "%.*f", decimals, v < 0 ? -v : v);
    const int whole = decimals ? n - decimals - 1 : n;
    if (v < 0) fputs("&minus;", out);
    for (int i = 0; i < n; i++) {
        fputc(text[i], out);
        if (i < whole - 1 && (whole - 1 - i) % 3 == 0) fputc(',', out);
    }
}

void cg_page_cell(FILE *out, double v, int decimals) {
    fputs("<td class=\"n\">", out);
    cg_page_number(out, v, decimals);
    fputs("</td>", out);
}

void cg_page_text_cell(FILE *out, const char *text) {
    fputs("<td>", out);
    cg_page_text(out, text);
    fputs("</td>", out);
}

void cg_page_heads(FILE *out, const char *const *heads, int n) {
    cg_page_heads_left(out, heads, n, 1);
}

void cg_page_heads_left(FILE *out, const char *const *heads, int n, int left) {
    fputs("<div class=\"scroll\"><table><thead><tr>", out);
    for (int i = 0; i < n; i++) {
        fprintf(out, "<th%s>", i >= left && *heads[i] ? " class=\"n\"" : "");
        cg_page_text(out, heads[i]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
}

void cg_page_end_table(FILE *out) {
    fputs("</tbody></table></div>\n", out);
}

void cg_page_bar(FILE *out, double part, double all) {
    const double wide = all > 0 && part > 0 ? 100 * part / all : 0;
    fprintf(out,
            "<td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" height=\"10\" "
            "aria-hidden=\"true\"><rect width=\"%.2f\" height=\"10\" fill=\"var(--c0)\"/></svg></td>",
            wide > 100 ? 100 : wide);
}

void cg_page_stack(FILE *out, const char *what, const cg_piece *pieces, int n, const char *unit) {
    double all = 0, at = 0;
    for (int i = 0; i < n; i++) all += pieces[i].v;
    if (all <= 0) return;
    fputs("<svg class=\"stack\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" role=\"img\" "
          "aria-label=\"",
          out);
    cg_page_text(out, what);
    fputs("\">", out);
    for (int i = 0; i < n; i++) {
        const double wide = 1000 * pieces[i].v / all;
        fprintf(out, "<rect x=\"%.2f\" width=\"%.2f\" height=\"10\" fill=\"var(--c%d)\"><title>", at, wide,
                i % 8);
        cg_page_text(out, pieces[i].name);
        fprintf(out, "</title></rect>");
        at += wide;
    }
    fputs("</svg>\n<ul class=\"legend\">", out);
    for (int i = 0; i < n; i++) {
        fprintf(out,
                "<li><svg viewBox=\"0 0 1 1\"><rect width=\"1\" height=\"1\" fill=\"var(--c%d)\"/></svg>",
                i % 8);
        cg_page_text(out, pieces[i].name);
        fputs(" ", out);
        cg_page_number(out, pieces[i].v, 0);
        fprintf(out, " %s, %.1f%%</li>", unit, 100 * pieces[i].v / all);
    }
    fputs("</ul>\n", out);
}

// The report as one page: no scripts, nothing fetched, light and dark.
#include <string.h>

#include "page.h"

enum { MAX_PIECES = 64 };

static bool is_silicon_report(json_object *r) {
    return cg_report_is_of(r, "cells");
}

// Columns of a table: key in the report, head, digits after the point.
typedef struct {
    const char *key, *head;
    int decimals;
} column;

static const column CELLS[] = {{"count", "count", 0},
                               {"flops", "flip-flops", 0},
                               {"cells", "cells", 0},
                               {"um2", "logic um2", 0},
                               {"kge", "kGE", 1},
                               {"ns", "ns", 2},
                               {"sram_bits", "SRAM bits", 0},
                               {"memory_um2", "memory um2", 0},
                               {"total_um2", "total um2", 0}};
static const column ICE40[] = {{"count", "count", 0},     {"flops", "flip-flops", 0}, {"luts", "LUTs", 0},
                               {"carries", "carries", 0}, {"brams", "block RAMs", 0}, {"mhz", "MHz", 1}};
static const column GENERIC[] = {
    {"count", "count", 0}, {"flops", "flip-flops", 0}, {"cells", "gates", 0}, {"sram_bits", "SRAM bits", 0}};
static const column SAVES[] = {{"flops", "flip-flops", 0},    {"cells", "cells", 0},
                               {"um2", "logic um2", 0},       {"kge", "kGE", 1},
                               {"sram_bits", "SRAM bits", 0}, {"memory_um2", "memory um2", 0},
                               {"total_um2", "total um2", 0}};

static void heads(FILE *out, const char *first, const column *columns, int n) {
    const char *words[16] = {first};
    for (int i = 0; i < n; i++) words[i + 1] = columns[i].head;
    cg_page_heads(out, words, n + 1);
}

static void cells_of(FILE *out, json_object *o, const column *columns, int n) {
    for (int i = 0; i < n; i++) {
        if (cg_jget(o, columns[i].key))
            cg_page_cell(out, cg_jnum(o, columns[i].key), columns[i].decimals);
        else
            fputs("<td></td>", out);
    }
}

// --------------------------------------------------------------------------------------------------- blocks

static const column *columns_of(json_object *r, int *n) {
    if (is_silicon_report(r)) return *n = (int)(sizeof CELLS / sizeof *CELLS), CELLS;
    if (cg_report_is_of(r, "ice40")) return *n = (int)(sizeof ICE40 / sizeof *ICE40), ICE40;
    return *n = (int)(sizeof GENERIC / sizeof *GENERIC), GENERIC;
}

static void put_between(json_object *o, const char *before, const char *key, const char *after, FILE *out) {
    fputs(before, out);
    cg_page_text(out, cg_jstr(o, key));
    fputs(after, out);
}

static void put_blocks(json_object *r, FILE *out) {
    int n;
    const column *columns = columns_of(r, &n);
    fputs("<h2>Blocks</h2>\n", out);
    heads(out, "block", columns, n);
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        put_between(b, "<tr><td>", "name", " <small>", out);
        put_between(b, "", "module", "</small></td>", out);
        cells_of(out, b, columns, n);
        fputs("</tr>\n", out);
    }
    fputs("<tr class=\"sum\"><td>system</td>", out);
    cells_of(out, cg_jget(r, "system"), columns, n);
    fputs("</tr>\n", out);
    cg_page_end_table(out);
    fputs("<p class=\"dim\">Figures of one instance; the system is the sum over all. ", out);
    if (is_silicon_report(r))
        fputs("Logic is mapped cells, each block flattened; memory is a model. ns is abc's longest "
              "combinational path "
              "inside a block, without clock-to-q, setup, wires and memories.",
              out);
    fputs("</p>\n", out);
}

static int add_piece(cg_piece *pieces, int n, const char *name, const char *what, double v) {
    if (v <= 0 || n >= MAX_PIECES) return n;
    snprintf(pieces[n].name, sizeof pieces[n].name, "%.60s %.40s", name, what);
    pieces[n].v = v;
    return n + 1;
}

static void put_system(json_object *r, FILE *out) {
    cg_piece pieces[MAX_PIECES];
    int n = 0;
    if (!is_silicon_report(r)) return;
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        char name[100];
        if (!strcmp(cg_jstr(b, "kind"), "whole")) continue;
        snprintf(name, sizeof name, "%.0f x %.60s", cg_jnum(b, "count"), cg_jstr(b, "name"));
        n = add_piece(pieces, n, name, "logic", cg_jnum(b, "um2") * cg_jnum(b, "count"));
        n = add_piece(pieces, n, name, "memory", cg_jnum(b, "memory_um2") * cg_jnum(b, "count"));
    }
    fputs("<h2>The whole system</h2>\n", out);
    cg_page_stack(out, "area of the system by block", pieces, n, "um2");
}

// ---------------------------------------------------------------------------------------------------- paths

static void path_row(FILE *out, const char *name, json_object *p) {
    fputs("<tr>", out);
    cg_page_text_cell(out, name);
    cg_page_text_cell(out, cg_jstr(p, "from"));
    cg_page_text_cell(out, cg_jstr(p, "to"));
    cg_page_cell(out, cg_jnum(p, "ns"), 2);
    cg_page_cell(out, cg_jnum(p, "gates"), 0);
}

static void print_longest_paths(json_object *r, FILE *out) {
    static const char *const words[] = {"block", "from", "to", "ns", "gates"};
    if (!is_silicon_report(r)) return;
    fputs("<h2>Longest paths</h2>\n<p class=\"dim\">To each of a block's slowest registers, memories and "
          "ports.</p>\n",
          out);
    cg_page_heads_left(out, words, 5, 3);
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        for (size_t k = 0; k < cg_jlen(b, "slowest"); k++) {
            path_row(out, k ? "" : cg_jstr(b, "name"), cg_jat(b, "slowest", k));
            fputs("</tr>\n", out);
        }
    }
    cg_page_end_table(out);
}

static void put_hits(json_object *r, FILE *out) {
    static const char *const words[] = {"stage", "from", "to", "ns", "gates", "ns from anywhere"};
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        if (!cg_jlen(b, "hit")) continue;
        fputs("<h3>A load hit in ", out);
        cg_page_text(out, cg_jstr(b, "name"));
        fputs("</h3>\n", out);
        cg_page_heads_left(out, words, 6, 3);
        for (size_t k = 0; k < cg_jlen(b, "hit"); k++) {
            json_object *h = cg_jat(b, "hit", k);
            char stage[200];
            snprintf(stage, sizeof stage, "%.20s: %.160s", cg_jstr(h, "stage"), cg_jstr(h, "what"));
            path_row(out, stage, h);
            cg_page_cell(out, cg_jnum(h, "any_ns"), 2);
            fputs("</tr>\n", out);
        }
        cg_page_end_table(out);
    }
}

// ---------------------------------------------------------------------------------------------------- trees

static void tree_row(FILE *out, int depth, const char *name, const char *small, double v, double all,
                     double flops) {
    fprintf(out, "<tr><td style=\"padding-left:%.1frem\">", 0.6 + 1.1 * depth);
    cg_page_text(out, name);
    if (*small) {
        fputs(" <small>", out);
        cg_page_text(out, small);
        fputs("</small>", out);
    }
    fputs("</td>", out);
    cg_page_cell(out, v, 0);
    cg_page_cell(out, all > 0 ? 100 * v / all : 0, 1);
    if (flops >= 0)
        cg_page_cell(out, flops, 0);
    else
        fputs("<td></td>", out);
    cg_page_bar(out, v, all);
    fputs("</tr>\n", out);
}

static void put_node(json_object *o, const char *key, FILE *out, int depth, double times, double all) {
    const double n = cg_jget(o, "count") ? cg_jnum(o, "count") : 1, mine = times * n;
    char label[120];
    if (n > 1)
        snprintf(label, sizeof label, "%.0f x %.80s", n, cg_jstr(o, "module"));
    else
        snprintf(label, sizeof label, "%.80s", cg_jstr(o, "module"));
    tree_row(out, depth, label, cg_jstr(o, "name"), cg_jnum(o, key) * mine, all, cg_jnum(o, "flops") * mine);
    for (size_t i = 0; i < cg_jlen(o, "below"); i++)
        put_node(cg_jat(o, "below", i), key, out, depth + 1, mine, all);
    json_object *own = cg_jget(o, "own");
    if (cg_jlen(o, "below"))
        tree_row(out, depth + 1, "its own", "", cg_jnum(own, key) * mine, all, cg_jnum(own, "flops") * mine);
}

static void put_trees(json_object *r, FILE *out) {
    const char *key = is_silicon_report(r) ? "um2" : "cells";
    const char *const words[] = {"module", key, "%", "flip-flops", ""};
    bool first = true;
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        char what[40];
        if (!cg_jget(b, "tree")) continue;
        if (first)
            fputs("<h2>Module by module</h2>\n<p class=\"dim\">Synthesised with modules kept apart, as "
                  "shares of "
                  "the flattened block. What flattening changes is a line of its own.</p>\n",
                  out);
        first = false;
        snprintf(what, sizeof what, "flattening_%s", key);
        fputs("<h3>", out);
        cg_page_text(out, cg_jstr(b, "name"));
        fputs("</h3>\n", out);
        cg_page_heads(out, words, 5);
        put_node(cg_jget(b, "tree"), key, out, 0, 1, cg_jnum(b, key));
        tree_row(out, 0, "difference by flattening", "", cg_jnum(b, what), cg_jnum(b, key), -1);
        tree_row(out, 0, "flattened", "", cg_jnum(b, key), cg_jnum(b, key), cg_jnum(b, "flops"));
        cg_page_end_table(out);
    }
}

// --------------------------------------------------------------------------------------------------- arrays

static void memory_row(FILE *out, const char *block, json_object *m) {
    char path[400];
    snprintf(path, sizeof path, "%.100s.%.250s", block, cg_jstr(m, "path"));
    fputs("<tr>", out);
    cg_page_text_cell(out, path);
    cg_page_cell(out, cg_jnum(m, "words"), 0);
    cg_page_cell(out, cg_jnum(m, "word_bits"), 0);
    cg_page_cell(out, cg_jnum(m, "bits"), 0);
    cg_page_text_cell(out, cg_jstr(m, "as"));
    if (cg_jget(m, "um2"))
        cg_page_cell(out, cg_jnum(m, "um2"), 0);
    else
        fputs("<td></td>", out);
    fputs("<td class=\"n\">", out);
    if (cg_jget(m, "rows"))
        fprintf(out, "%.0f x %.0f", cg_jnum(m, "rows"), cg_jnum(m, "columns"));
    else if (cg_jget(m, "um2"))
        fputs("flip-flops", out);
    fputs("</td></tr>\n", out);
}

static void put_memories(json_object *r, FILE *out) {
    static const char *const words[] = {"array", "words", "bits a word",   "bits",
                                        "as",    "um2",   "rows x columns"};
    if (cg_report_is_of(r, "ice40")) return;
    fprintf(
        out,
        "<h2>Arrays</h2>\n<p class=\"dim\">Those of fewer than %.0f words are logic, and in the logic's "
        "area. The others' area is the model's, of a macro or, where that is smaller, of flip-flops.</p>\n",
        cg_jnum(r, "macros_from"));
    cg_page_heads(out, words, 7);
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        for (size_t k = 0; k < cg_jlen(b, "memories"); k++)
            memory_row(out, cg_jstr(b, "name"), cg_jat(b, "memories", k));
    }
    cg_page_end_table(out);
}

// -------------------------------------------------------------------------------------------------- storage

static int pieces_of(json_object *per, cg_piece *pieces) {
    int n = 0;
    for (size_t k = 0; k < cg_jlen(per, "fields"); k++) {
        json_object *f = cg_jat(per, "fields", k);
        n = add_piece(pieces, n, cg_jstr(f, "name"), "", cg_jnum(f, "bits"));
    }
    return n;
}

static void put_claim(json_object *m, FILE *out) {
    json_object *paper = cg_jget(m, "paper");
    fprintf(out, "<p>Beyond data and tag a line holds %.0f bits: %.1f%%.", cg_jnum(m, "line_overhead_bits"),
            cg_jnum(m, "line_overhead_percent"));
    if (paper) {
        fputs(" The paper counts ", out);
        for (size_t k = 0; k < cg_jlen(paper, "counts"); k++) {
            if (k) fputs(", ", out);
            cg_page_text(out, json_object_get_string(cg_jat(paper, "counts", k)));
        }
        if (cg_jget(paper, "bits"))
            fprintf(out, ": %.0f bits to ", cg_jnum(paper, "bits"));
        else
            fprintf(out, ": %.0f%% of ", cg_jnum(paper, "percent"));
        cg_page_text(out, cg_jstr(paper, "over"));
        fprintf(out, "; here these are %.0f bits, %.1f%%.", cg_jnum(paper, "our_bits"),
                cg_jnum(paper, "our_percent"));
    }
    fputs("</p>\n", out);
}

static void put_storage(json_object *r, FILE *out) {
    fputs("<h2>Storage of a controller</h2>\n", out);
    for (size_t i = 0; i < cg_jlen(r, "storage"); i++) {
        json_object *m = cg_jat(r, "storage", i);
        fputs("<h3>", out);
        cg_page_text(out, cg_jstr(m, "machine"));
        fputs(", ", out);
        cg_page_number(out, cg_jnum(m, "total_bits"), 0);
        fputs(" bits</h3>\n", out);
        put_claim(m, out);
        for (size_t k = 0; k < cg_jlen(m, "per"); k++) {
            json_object *per = cg_jat(m, "per", k);
            cg_piece pieces[MAX_PIECES];
            if (cg_jnum(per, "bits") == 0) continue;
            fprintf(out, "<p class=\"dim\">%.0f bits a %s, of which there are ", cg_jnum(per, "bits"),
                    cg_jstr(per, "per"));
            cg_page_number(out, cg_jnum(per, "count"), 0);
            fputs("</p>\n", out);
            cg_page_stack(out, cg_jstr(per, "per"), pieces, pieces_of(per, pieces), "bits");
        }
    }
}

// --------------------------------------------------------------------------------------- features and peers

static void put_features(json_object *r, FILE *out) {
    const int n = (int)(sizeof SAVES / sizeof *SAVES);
    if (!cg_jlen(r, "features")) return;
    fputs("<h2>What a feature costs</h2>\n<p class=\"dim\">With it, less without it. abc's result moves by a "
          "percent or so "
          "with any change: smaller differences say nothing. Bits are exact.</p>\n",
          out);
    for (size_t i = 0; i < cg_jlen(r, "features"); i++) {
        json_object *f = cg_jat(r, "features", i);
        put_between(f, "<h3>", "name", "</h3>\n", out);
        put_between(f, "<p>", "doc", "</p>\n", out);
        heads(out, "of", SAVES, n);
        for (size_t k = 0; k < cg_jlen(f, "saves"); k++) {
            json_object *s = cg_jat(f, "saves", k);
            fputs("<tr>", out);
            cg_page_text_cell(out, cg_jstr(s, "of"));
            cells_of(out, s, SAVES, n);
            fputs("</tr>\n", out);
        }
        cg_page_end_table(out);
    }
}

static void peer_row(FILE *out, const char *name, json_object *b, double most, bool ours) {
    fputs(ours ? "<tr class=\"sum\">" : "<tr>", out);
    cg_page_text_cell(out, name);
    cells_of(out, b, (const column[]){{"flops", "", 0}, {"cells", "", 0}, {"kge", "", 1}, {"ns", "", 2}}, 4);
    cg_page_bar(out, cg_jnum(b, "kge"), most);
    fputs("</tr>\n", out);
}

static void put_peers(json_object *r, FILE *out) {
    static const char *const words[] = {"block", "flip-flops", "cells", "kGE", "ns", ""};
    json_object *p = cg_jget(r, "peers");
    double most = 0;
    if (!p) return;
    for (size_t i = 0; i < cg_jlen(p, "blocks"); i++) {
        const double kge = cg_jnum(cg_jat(p, "blocks", i), "kge");
        if (kge > most) most = kge;
    }
    fputs("<h2>Other projects' blocks</h2>\n<p class=\"dim\">", out);
    cg_page_text(out, cg_jstr(p, "recipe"));
    fputs(". ", out);
    cg_page_text(out, cg_jstr(p, "doc"));
    fputs("</p>\n", out);
    cg_page_heads(out, words, 6);
    for (size_t i = 0; i < cg_jlen(p, "blocks"); i++) {
        json_object *b = cg_jat(p, "blocks", i);
        peer_row(out, cg_jstr(b, "name"), b, most, false);
    }
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        char name[200];
        snprintf(name, sizeof name, "%.60s %.60s, this design", cg_jstr(r, "protocol"), cg_jstr(b, "name"));
        if (!strcmp(cg_jstr(b, "kind"), "controller")) peer_row(out, name, b, most, true);
    }
    cg_page_end_table(out);
}

static void put_point(json_object *r, FILE *out) {
    fputs("<h2>Design point</h2>\n<p class=\"dim\">", out);
    bool first = true;
    json_object_object_foreach(cg_jget(r, "point"), name, v) {
        fprintf(out, "%s%s&nbsp;%ld", first ? "" : ", ", name, (long)json_object_get_int64(v));
        first = false;
    }
    fputs("</p>\n", out);
}

void cg_area_html(json_object *r, FILE *out) {
    fprintf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>Area: ");
    cg_page_text(out, cg_jstr(r, "title"));
    fprintf(out, "</title>\n<style>\n%s</style></head>\n<body>\n<h1>", CG_AREA_STYLE);
    cg_page_text(out, cg_jstr(r, "title"));
    fputs("</h1>\n<p class=\"dim\">Area. ", out);
    cg_page_text(out, cg_jstr(cg_jget(r, "tech"), "title"));
    fputs("</p>\n", out);
    put_blocks(r, out);
    put_system(r, out);
    print_longest_paths(r, out);
    put_hits(r, out);
    put_trees(r, out);
    put_memories(r, out);
    put_storage(r, out);
    put_features(r, out);
    put_peers(r, out);
    put_point(r, out);
    fputs("</body></html>\n", out);
}

// The report for a terminal.
#include <string.h>

#include "area.h"

static const char *digits_in_groups(double v, char out[32]) {
    char digits[32];
    int n = snprintf(digits, sizeof digits, "%.0f", v < 0 ? -v : v), at = 0;
    if (v <= -0.5) out[at++] = '-';
    for (int i = 0; i < n; i++) {
        out[at++] = digits[i];
        if ((n - 1 - i) % 3 == 0 && i < n - 1) out[at++] = ',';
    }
    out[at] = '\0';
    return out;
}

// --------------------------------------------------------------------------------------------------- blocks

static void cells_row(json_object *b, FILE *out, const char *name) {
    char f[32], c[32], u[32], s[32], m[32], t[32];
    fprintf(out, "| %-20.20s | %5.0f | %10s | %9s | %11s | %7.1f | %5.2f | %10s | %11s | %11s |\n", name,
            cg_jget(b, "count") ? cg_jnum(b, "count") : 1, digits_in_groups(cg_jnum(b, "flops"), f),
            digits_in_groups(cg_jnum(b, "cells"), c), digits_in_groups(cg_jnum(b, "um2"), u),
            cg_jnum(b, "kge"), cg_jnum(b, "ns"), digits_in_groups(cg_jnum(b, "sram_bits"), s),
            digits_in_groups(cg_jnum(b, "memory_um2"), m), digits_in_groups(cg_jnum(b, "total_um2"), t));
}

static void ice40_row(json_object *b, FILE *out, const char *name) {
    char f[32], l[32];
    const double mhz = cg_jnum(b, "mhz");
    fprintf(out, "| %-20.20s | %5.0f | %10s | %9s | %5.0f |", name,
            cg_jget(b, "count") ? cg_jnum(b, "count") : 1, digits_in_groups(cg_jnum(b, "flops"), f),
            digits_in_groups(cg_jnum(b, "luts"), l), cg_jnum(b, "brams"));
    if (mhz > 0)
        fprintf(out, " %-6.6s | %6.1f |\n", cg_jstr(b, "device"), mhz);
    else
        fprintf(out, " %-6.6s |      - |\n", cg_jget(b, "device") ? "none" : "");
}

static void generic_row(json_object *b, FILE *out, const char *name) {
    char f[32], c[32], s[32];
    fprintf(out, "| %-20.20s | %5.0f | %10s | %9s | %10s |\n", name,
            cg_jget(b, "count") ? cg_jnum(b, "count") : 1, digits_in_groups(cg_jnum(b, "flops"), f),
            digits_in_groups(cg_jnum(b, "cells"), c), digits_in_groups(cg_jnum(b, "sram_bits"), s));
}

typedef struct {
    const char *kind, *head, *notes;
    void (*row)(json_object *, FILE *, const char *);
} table;

static const table TABLES[] = {
    {"cells",
     "| block                | count | flip-flops |     cells |         um2 |     kGE |    ns |  SRAM bits | "
     " memory um2 "
     "|   total um2 |\n"
     "|----------------------|------:|-----------:|----------:|------------:|--------:|------:|-----------:|-"
     "-----------"
     ":|------------:|\n",
     "Figures of one instance; 'system' is the sum over all. Logic (um2, kGE) is mapped cells, each block "
     "flattened,\n"
     "memories apart. Memory is a model: macros as OpenRAM makes them, or flip-flops where those are "
     "smaller. ns: abc's\n"
     "longest combinational path in a block, without clock-to-q, setup, wires and memories.\n",
     cells_row},
    {"ice40",
     "| block                | count | flip-flops |      LUTs | BRAMs | device |    MHz |\n"
     "|----------------------|------:|-----------:|----------:|------:|--------|-------:|\n",
     "Figures of one instance. Memories are in block RAMs. MHz: nextpnr's, on the smallest device that has "
     "room;\n"
     "paths from and to pins are not in it. 'none': the block fits no device, or was not placed.\n",
     ice40_row},
    {"generic",
     "| block                | count | flip-flops |     gates |  SRAM bits |\n"
     "|----------------------|------:|-----------:|----------:|-----------:|\n",
     "Figures of one instance; gates are Yosys' own, flip-flops among them.\n", generic_row},
};

static void print_blocks(json_object *r, FILE *out) {
    for (size_t t = 0; t < sizeof TABLES / sizeof *TABLES; t++) {
        const table *w = &TABLES[t];
        if (!cg_report_is_of(r, w->kind)) continue;
        fputs(w->head, out);
        for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
            json_object *b = cg_jat(r, "blocks", i);
            w->row(b, out, cg_jstr(b, "name"));
        }
        w->row(cg_jget(r, "system"), out, "system");
        fprintf(out, "\n%s", w->notes);
        if (cg_jget(r, "macros_from"))
            fprintf(out, "Arrays of fewer than %.0f words are logic; SRAM bits are those of the others.\n",
                    cg_jnum(r, "macros_from"));
        json_object *tech = cg_jget(r, "tech");
        if (!t) fprintf(out, "1 GE is one %s, %.0f um2.\n", cg_jstr(tech, "gate"), cg_jnum(tech, "gate_um2"));
    }
}

// --------------------------------------------------------------------------------------------------- arrays

static void print_array(json_object *m, FILE *out) {
    char bits[32];
    fprintf(out, "  %-30.30s %6.0f x %5.0f = %11s bits, %s\n", cg_jstr(m, "path"), cg_jnum(m, "words"),
            cg_jnum(m, "word_bits"), digits_in_groups(cg_jnum(m, "bits"), bits), cg_jstr(m, "as"));
}

static void print_arrays(json_object *r, FILE *out) {
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        char macros[32], logic[32];
        if (!cg_jlen(b, "memories")) continue;
        fprintf(out, "\n%s, arrays of one instance: %s bits in macros, %s in logic\n", cg_jstr(b, "name"),
                digits_in_groups(cg_jnum(b, "sram_bits"), macros),
                digits_in_groups(cg_jnum(b, "logic_array_bits"), logic));
        for (size_t k = 0; k < cg_jlen(b, "memories"); k++) print_array(cg_jat(b, "memories", k), out);
    }
}

// ---------------------------------------------------------------------------------------------------- paths

static void path_line(json_object *p, FILE *out, const char *name) {
    fprintf(out, "  %-14.14s %6.2f ns %3.0f gates  %s -> %s\n", name, cg_jnum(p, "ns"), cg_jnum(p, "gates"),
            cg_jstr(p, "from"), cg_jstr(p, "to"));
}

// The longest of each block; of controllers the longest to each of their slowest registers.
static void print_paths(json_object *r, FILE *out) {
    bool first = true;
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        const size_t n = strcmp(cg_jstr(b, "kind"), "controller") != 0 ? 1 : cg_jlen(b, "slowest");
        for (size_t k = 0; k < n && k < cg_jlen(b, "slowest"); k++) {
            if (first) fputs("\nLongest paths: to each block's slowest register, port or memory\n", out);
            first = false;
            path_line(cg_jat(b, "slowest", k), out, k ? "" : cg_jstr(b, "name"));
        }
    }
}

static void print_hits(json_object *r, FILE *out) {
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        if (!cg_jlen(b, "hit")) continue;
        fprintf(out,
                "\nA load hit in %s, %.2f ns in its longest stage (to the same ends from anywhere: any)\n",
                cg_jstr(b, "name"), cg_jnum(b, "hit_ns"));
        for (size_t k = 0; k < cg_jlen(b, "hit"); k++) {
            json_object *h = cg_jat(b, "hit", k);
            fprintf(out, "  %s, %s\n", cg_jstr(h, "stage"), cg_jstr(h, "what"));
            if (!cg_jget(h, "ns")) {
                fputs("      no path\n", out);
                continue;
            }
            fprintf(out, "    %6.2f ns (any %.2f) %3.0f gates  %s -> %s\n", cg_jnum(h, "ns"),
                    cg_jnum(h, "any_ns"), cg_jnum(h, "gates"), cg_jstr(h, "from"), cg_jstr(h, "to"));
        }
    }
}

// ----------------------------------------------------------------------------------------------------- tree

static const char *measure_of(json_object *r) {
    return cg_report_is_of(r, "cells") ? "um2" : "cells";
}

static void tree_line(FILE *out, int depth, const char *name, const char *module, double count, double v,
                      double all, double flops) {
    char label[200], n[32], f[32];
    const int at = snprintf(label, sizeof label, "%*s", depth * 2, "");
    if (count > 1)
        snprintf(label + at, sizeof label - (size_t)at, "%.0f x %.24s: %.40s", count, module, name);
    else if (*module)
        snprintf(label + at, sizeof label - (size_t)at, "%.24s: %.40s", module, name);
    else
        snprintf(label + at, sizeof label - (size_t)at, "%.60s", name);
    fprintf(out, "  %-54.54s %12s %6.1f %%", label, digits_in_groups(v, n), all > 0 ? 100 * v / all : 0);
    if (flops >= 0) fprintf(out, " %8s", digits_in_groups(flops, f));
    fputc('\n', out);
}

static void print_node(json_object *o, const char *key, FILE *out, int depth, double times, double all) {
    const double n = cg_jget(o, "count") ? cg_jnum(o, "count") : 1;
    const double mine = times * n;
    tree_line(out, depth, cg_jstr(o, "name"), depth ? cg_jstr(o, "module") : "", n, cg_jnum(o, key) * mine,
              all, cg_jnum(o, "flops") * mine);
    if (!cg_jlen(o, "below")) return;
    for (size_t i = 0; i < cg_jlen(o, "below"); i++)
        print_node(cg_jat(o, "below", i), key, out, depth + 1, mine, all);
    json_object *own = cg_jget(o, "own");
    tree_line(out, depth + 1, "(its own)", "", 1, cg_jnum(own, key) * mine, all,
              cg_jnum(own, "flops") * mine);
}

static void print_trees(json_object *r, FILE *out) {
    const char *key = measure_of(r);
    char what[40];
    snprintf(what, sizeof what, "flattening_%s", key);
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i), *tree = cg_jget(b, "tree");
        if (!tree) continue;
        const double all = cg_jnum(b, key);
        fprintf(out, "\n%s, module by module %*s %s of the flat one  flip-flops\n", cg_jstr(b, "name"),
                (int)(27 - strlen(cg_jstr(b, "name"))), "", key);
        print_node(tree, key, out, 0, 1, all);
        tree_line(out, 0, "difference by flattening", "", 1, cg_jnum(b, what), all, -1);
        tree_line(out, 0, "flattened, as in the table", "", 1, all, all, cg_jnum(b, "flops"));
    }
}

// -------------------------------------------------------------------------------------------------- storage

static void print_per(json_object *per, FILE *out) {
    char total[32];
    if (cg_jnum(per, "bits") == 0) return;
    fprintf(out, "  %-14s %6.0f x %4.0f = %11s bits: ", cg_jstr(per, "per"), cg_jnum(per, "count"),
            cg_jnum(per, "bits"), digits_in_groups(cg_jnum(per, "total_bits"), total));
    for (size_t i = 0; i < cg_jlen(per, "fields"); i++) {
        json_object *f = cg_jat(per, "fields", i);
        fprintf(out, "%s%s %.0f", i ? ", " : "", cg_jstr(f, "name"), cg_jnum(f, "bits"));
    }
    fputc('\n', out);
}

static void print_storage(json_object *r, FILE *out) {
    for (size_t i = 0; i < cg_jlen(r, "storage"); i++) {
        json_object *m = cg_jat(r, "storage", i), *paper = cg_jget(m, "paper");
        char total[32];
        fprintf(out, "\n%s, storage of one controller: %s bits\n", cg_jstr(m, "machine"),
                digits_in_groups(cg_jnum(m, "total_bits"), total));
        for (size_t k = 0; k < cg_jlen(m, "per"); k++) print_per(cg_jat(m, "per", k), out);
        fprintf(out, "  a line beyond data and tag (%.0f bits): %.0f bits, %.1f %%\n",
                cg_jnum(m, "baseline_bits"), cg_jnum(m, "line_overhead_bits"),
                cg_jnum(m, "line_overhead_percent"));
        if (!paper) continue;
        fprintf(out, "  the paper counts");
        for (size_t k = 0; k < cg_jlen(paper, "counts"); k++)
            fprintf(out, "%s %s", k ? "," : "", json_object_get_string(cg_jat(paper, "counts", k)));
        const bool bits = cg_jget(paper, "bits");
        fprintf(out, ": %.0f %s %s; here they are %.0f bits, %.1f %%\n",
                cg_jnum(paper, bits ? "bits" : "percent"), bits ? "bits to" : "% of", cg_jstr(paper, "over"),
                cg_jnum(paper, "our_bits"), cg_jnum(paper, "our_percent"));
    }
}

// --------------------------------------------------------------------------------------- features and peers

static void print_features(json_object *r, FILE *out) {
    if (!cg_jlen(r, "features")) return;
    fprintf(
        out,
        "\nWhat a feature costs: the system with it, less the system without\n\n"
        "| feature    | machine  | flip-flops |    cells |        um2 |     kGE |  SRAM bits |  total um2 |\n"
        "|------------|----------|-----------:|---------:|-----------:|--------:|-----------:|-----------:|"
        "\n");
    for (size_t i = 0; i < cg_jlen(r, "features"); i++) {
        json_object *f = cg_jat(r, "features", i);
        for (size_t k = 0; k < cg_jlen(f, "saves"); k++) {
            json_object *s = cg_jat(f, "saves", k);
            char a[32], b[32], c[32], d[32], e[32];
            fprintf(out, "| %-10.10s | %-8.8s | %10s | %8s | %10s | %7.1f | %10s | %10s |\n",
                    k ? "" : cg_jstr(f, "name"), cg_jstr(s, "of"), digits_in_groups(cg_jnum(s, "flops"), a),
                    digits_in_groups(cg_jnum(s, "cells"), b), digits_in_groups(cg_jnum(s, "um2"), c),
                    cg_jnum(s, "kge"), digits_in_groups(cg_jnum(s, "sram_bits"), d),
                    digits_in_groups(cg_jnum(s, "total_um2"), e));
        }
    }
    fprintf(
        out,
        "\nControllers: one instance. abc's result moves by a percent or so with any change of the netlist:\n"
        "differences smaller than that say nothing. Bits are exact.\n");
}

static void print_peers(json_object *r, FILE *out) {
    json_object *p = cg_jget(r, "peers");
    if (!p) return;
    fprintf(out,
            "\nOther projects' blocks through the same steps (%s)\n\n"
            "| block                                                    | flip-flops |    cells |   kGE |    "
            "ns |\n"
            "|----------------------------------------------------------|-----------:|---------:|------:|----"
            "--:|\n",
            cg_jstr(p, "recipe"));
    for (size_t i = 0; i < cg_jlen(p, "blocks"); i++) {
        json_object *b = cg_jat(p, "blocks", i);
        char f[32], c[32] = "-";
        if (cg_jget(b, "cells")) digits_in_groups(cg_jnum(b, "cells"), c);
        fprintf(out, "| %-56.56s | %10s | %8s | %5.1f | %5.2f |\n", cg_jstr(b, "name"),
                digits_in_groups(cg_jnum(b, "flops"), f), c, cg_jnum(b, "kge"), cg_jnum(b, "ns"));
    }
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) {
        json_object *b = cg_jat(r, "blocks", i);
        char f[32], c[32], name[100];
        snprintf(name, sizeof name, "this: %.20s %.60s", cg_jstr(r, "protocol"), cg_jstr(b, "name"));
        if (strcmp(cg_jstr(b, "kind"), "controller") != 0) continue;
        fprintf(out, "| %-56.56s | %10s | %8s | %5.1f | %5.2f |\n", name,
                digits_in_groups(cg_jnum(b, "flops"), f), digits_in_groups(cg_jnum(b, "cells"), c),
                cg_jnum(b, "kge"), cg_jnum(b, "ns"));
    }
    fprintf(out, "\n%s\n", cg_jstr(p, "doc"));
}

void cg_area_text(json_object *r, FILE *out, const char *bold, const char *plain) {
    fprintf(out, "%s%s%s; %s\n\n", bold, cg_jstr(r, "title"), plain, cg_jstr(cg_jget(r, "tech"), "title"));
    print_blocks(r, out);
    print_arrays(r, out);
    print_paths(r, out);
    print_hits(r, out);
    print_trees(r, out);
    print_storage(r, out);
    print_features(r, out);
    print_peers(r, out);
}

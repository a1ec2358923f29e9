// The report as one table of comma-separated values (RFC 4180): a row for each figure, so that it pivots.
#include <string.h>

#include "area.h"
#include "base/csv.h"

static void row(FILE *out, const char *section, const char *block, const char *item, const char *measure,
                double v) {
    const char *names[] = {section, block, item, measure};
    for (int k = 0; k < 4; k++) {
        cg_csv_text(out, names[k]);
        fputc(',', out);
    }
    cg_csv_number(out, v);
    fputc('\n', out);
}

// All numbers that stand directly in `o`.
static void write_csv_numbers(FILE *out, json_object *o, const char *section, const char *block,
                              const char *item) {
    json_object_object_foreach(o, key, v) {
        if (!json_object_is_type(v, json_type_int) && !json_object_is_type(v, json_type_double)) continue;
        row(out, section, block, item, key, json_object_get_double(v));
    }
}

static void tree(FILE *out, json_object *node, const char *block, const char *path) {
    char below[600];
    snprintf(below, sizeof below, "%.400s/%.150s", path, cg_jstr(node, "name"));
    write_csv_numbers(out, node, "tree", block, below);
    for (size_t i = 0; i < cg_jlen(node, "below"); i++) tree(out, cg_jat(node, "below", i), block, below);
}

static void paths(FILE *out, json_object *b, const char *name) {
    for (size_t i = 0; i < cg_jlen(b, "slowest"); i++) {
        json_object *p = cg_jat(b, "slowest", i);
        char ends[600];
        snprintf(ends, sizeof ends, "%.290s -> %.290s", cg_jstr(p, "from"), cg_jstr(p, "to"));
        write_csv_numbers(out, p, "path", name, ends);
    }
    for (size_t i = 0; i < cg_jlen(b, "hit"); i++)
        write_csv_numbers(out, cg_jat(b, "hit", i), "hit", name, cg_jstr(cg_jat(b, "hit", i), "stage"));
}

static void write_csv_block(FILE *out, json_object *b) {
    const char *name = cg_jstr(b, "name");
    write_csv_numbers(out, b, "block", name, "");
    paths(out, b, name);
    for (size_t i = 0; i < cg_jlen(b, "memories"); i++) {
        json_object *m = cg_jat(b, "memories", i);
        write_csv_numbers(out, m, "memory", name, cg_jstr(m, "path"));
        row(out, "memory", name, cg_jstr(m, "path"), "macro", !strcmp(cg_jstr(m, "as"), "macro"));
    }
    if (cg_jget(b, "tree")) tree(out, cg_jget(b, "tree"), name, "");
}

static void storage(FILE *out, json_object *m) {
    const char *name = cg_jstr(m, "machine");
    write_csv_numbers(out, m, "storage", name, "");
    for (size_t i = 0; i < cg_jlen(m, "per"); i++) {
        json_object *per = cg_jat(m, "per", i);
        for (size_t k = 0; k < cg_jlen(per, "fields"); k++) {
            json_object *f = cg_jat(per, "fields", k);
            char what[100];
            snprintf(what, sizeof what, "bits per %.60s", cg_jstr(per, "per"));
            row(out, "storage", name, cg_jstr(f, "name"), what, cg_jnum(f, "bits"));
        }
    }
    if (cg_jget(m, "paper")) write_csv_numbers(out, cg_jget(m, "paper"), "storage", name, "paper");
}

void cg_area_csv(json_object *r, FILE *out) {
    fputs("section,block,item,measure,value\n", out);
    for (size_t i = 0; i < cg_jlen(r, "blocks"); i++) write_csv_block(out, cg_jat(r, "blocks", i));
    write_csv_numbers(out, cg_jget(r, "system"), "system", "", "");
    for (size_t i = 0; i < cg_jlen(r, "storage"); i++) storage(out, cg_jat(r, "storage", i));
    for (size_t i = 0; i < cg_jlen(r, "features"); i++) {
        json_object *f = cg_jat(r, "features", i);
        for (size_t k = 0; k < cg_jlen(f, "saves"); k++) {
            json_object *s = cg_jat(f, "saves", k);
            write_csv_numbers(out, s, "feature", cg_jstr(s, "of"), cg_jstr(f, "name"));
        }
    }
    json_object *peers = cg_jget(r, "peers");
    for (size_t i = 0; i < cg_jlen(peers, "blocks"); i++) {
        json_object *b = cg_jat(peers, "blocks", i);
        write_csv_numbers(out, b, "peer", cg_jstr(b, "name"), "");
    }
}

// A technology: its JSON file and its liberty file.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "base/memory.h"

static char *member_copy(json_object *o, const char *key) {
    char *s = strdup(cg_jstr(o, key));
    if (!s) abort();
    return s;
}

// Word after `key (` or `key :`, if the line begins with that key.
static bool liberty_word(const char *line, const char *key, char out[64]) {
    const size_t n = strlen(key);
    while (isspace((unsigned char)*line)) line++;
    if (strncmp(line, key, n) != 0) return false;
    line += n;
    while (*line == ' ' || *line == '\t') line++;
    if (*line != '(' && *line != ':') return false;
    line++;
    line += strspn(line, " \t\"");
    snprintf(out, 64, "%.*s", (int)strcspn(line, " \t\";)\r\n"), line);
    return *out != '\0';
}

// Cells and their areas: `cell (NAME) {` and the next `area : N;`.
bool cg_liberty_read(const char *path, cg_tech *t) {
    char *line = NULL, word[64], cell[64] = "";
    size_t size = 0;
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) {
        if (liberty_word(line, "cell", word)) strcpy(cell, word);
        if (!*cell || !liberty_word(line, "area", word)) continue;
        t->cells = cg_array_grow(t->cells, (size_t)t->n_cells, sizeof *t->cells);
        strcpy(t->cells[t->n_cells].name, cell);
        t->cells[t->n_cells++].um2 =
            *t->latch.cell && !strcmp(cell, t->latch.cell) ? t->latch.um2 : atof(word);
        *cell = '\0';
    }
    free(line);
    fclose(in);
    t->gate_um2 = cg_cell_um2(t, t->gate);
    return t->gate_um2 > 0;
}

double cg_cell_um2(const cg_tech *t, const char *cell) {
    for (int i = 0; i < t->n_cells; i++) {
        if (!strcmp(t->cells[i].name, cell)) return t->cells[i].um2;
    }
    return -1;
}

static void load_devices(cg_tech *t, json_object *root) {
    const size_t n = cg_jlen(root, "devices");
    t->devices = cg_array_new(n, sizeof *t->devices);
    for (size_t i = 0; i < n; i++) {
        json_object *d = cg_jat(root, "devices", i);
        t->devices[t->n_devices++] =
            (cg_device){member_copy(d, "name"), member_copy(d, "option"), member_copy(d, "package"),
                        (long)cg_jnum(d, "luts"), (long)cg_jnum(d, "brams")};
    }
}

static void load_latch(cg_tech *t, json_object *o) {
    t->latch =
        (cg_latch){member_copy(o, "cell"), member_copy(o, "gate"), member_copy(o, "map"), cg_jnum(o, "um2")};
}

static bool load_kind(cg_tech *t, const char *kind) {
    static const char *const KINDS[] = {"cells", "ice40", "generic"};
    for (int k = 0; k < 3; k++) {
        if (strcmp(kind, KINDS[k]) != 0) continue;
        t->kind = (cg_tech_kind)k;
        return true;
    }
    return false;
}

bool cg_tech_load(const char *path, cg_tech *t) {
    *t = (cg_tech){0};
    json_object *root = json_object_from_file(path);
    if (!root) return false;
    t->title = member_copy(root, "title");
    t->script = member_copy(root, "script");
    t->liberty = member_copy(root, "liberty");
    t->package = member_copy(root, "package");
    t->gate = member_copy(root, "gate");
    t->clock_ps = (int)cg_jnum(root, "clock_ps");
    t->nm = cg_jnum(root, "nm");
    const size_t n = cg_jlen(root, "flops");
    t->flops = cg_array_new(n, sizeof *t->flops);
    for (; t->n_flops < (int)n; t->n_flops++) {
        t->flops[t->n_flops] = strdup(json_object_get_string(cg_jat(root, "flops", (size_t)t->n_flops)));
    }
    load_devices(t, root);
    load_latch(t, cg_jget(root, "latch"));
    const bool good = load_kind(t, cg_jstr(root, "kind"));
    json_object_put(root);
    if (!good) cg_tech_free(t);
    return good;
}

void cg_tech_free(cg_tech *t) {
    for (int i = 0; i < t->n_flops; i++) free(t->flops[i]);
    for (int i = 0; i < t->n_devices; i++) {
        CG_FREE(t->devices[i].name, t->devices[i].option, t->devices[i].package);
    }
    CG_FREE(t->latch.cell, t->latch.gate, t->latch.map);
    CG_FREE(t->flops, t->devices, t->cells, t->title, t->script, t->liberty, t->package, t->gate);
    *t = (cg_tech){0};
}

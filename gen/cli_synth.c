// What synthesis needs to know and what it leaves: technology file, liberty file, Yosys' reports.
#include <ctype.h>
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

struct cli_cell {
    char name[64];
    double um2;
};

// ------------------------------------------------------------------------------------------------ technology

static char *member(json_object *root, const char *key) {
    json_object *v;
    return strdup(json_object_object_get_ex(root, key, &v) ? json_object_get_string(v) : "");
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
static bool read_liberty(cli_tech *t) {
    char *line = NULL, word[64], cell[64] = "";
    size_t size = 0;
    FILE *in = fopen(t->liberty, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) {
        if (liberty_word(line, "cell", word)) strcpy(cell, word);
        if (!*cell || !liberty_word(line, "area", word)) continue;
        struct cli_cell *grown = realloc(t->cells, (size_t)(t->n_cells + 1) * sizeof *grown);
        if (!grown) abort();
        t->cells = grown;
        strcpy(grown[t->n_cells].name, cell);
        grown[t->n_cells++].um2 = atof(word);
        *cell = '\0';
    }
    free(line);
    fclose(in);
    t->gate_um2 = cli_cell_um2(t, t->gate);
    return t->gate_um2 > 0;
}

static void read_flops(cli_tech *t, json_object *root) {
    json_object *list;
    if (!json_object_object_get_ex(root, "flops", &list)) return;
    const int n = (int)json_object_array_length(list);
    t->flops = calloc((size_t)n + 1, sizeof *t->flops);
    if (!t->flops) abort();
    for (t->n_flops = 0; t->n_flops < n; t->n_flops++) {
        t->flops[t->n_flops] =
            strdup(json_object_get_string(json_object_array_get_idx(list, (size_t)t->n_flops)));
    }
}

static void unknown_tech(const char *name) {
    char **names;
    const size_t n = cli_names("synth/tech", ".json", &names);
    cli_unknown("technology", name, (const char *const *)names, n);
    cli_names_free(names, n);
}

int cli_tech_read(const char *name, cli_tech *t) {
    char file[300], path[CLI_PATH];
    json_object *v;
    *t = (cli_tech){0};
    snprintf(file, sizeof file, "%.250s.json", name);
    json_object *root =
        strchr(name, '/') ? NULL : json_object_from_file(cli_home_path(path, "synth/tech", file));
    if (!root) {
        unknown_tech(name);
        return CLI_BAD_INPUT;
    }
    t->title = member(root, "title");
    t->liberty = member(root, "liberty");
    t->package = member(root, "package");
    t->gate = member(root, "gate");
    t->clock_ps = json_object_object_get_ex(root, "clock_ps", &v) ? json_object_get_int(v) : 10000;
    read_flops(t, root);
    json_object_put(root);
    if (read_liberty(t)) return CLI_OK;
    if (access(t->liberty, R_OK) == 0)
        cli_error("%s: no cell %s in it", t->liberty, t->gate);
    else
        cli_error("this needs %s, which is not installed (Debian package: %s)", t->liberty, t->package);
    cli_tech_free(t);
    return CLI_NO_TOOL;
}

void cli_tech_free(cli_tech *t) {
    for (int i = 0; i < t->n_flops; i++) free(t->flops[i]);
    free(t->flops);
    free(t->cells);
    free(t->title);
    free(t->liberty);
    free(t->package);
    free(t->gate);
    *t = (cli_tech){0};
}

double cli_cell_um2(const cli_tech *t, const char *cell) {
    for (int i = 0; i < t->n_cells; i++) {
        if (!strcmp(t->cells[i].name, cell)) return t->cells[i].um2;
    }
    return -1;
}

static bool is_flop(const cli_tech *t, const char *cell) {
    for (int i = 0; i < t->n_flops; i++) {
        if (!strncmp(cell, t->flops[i], strlen(t->flops[i]))) return true;
    }
    return false;
}

// --------------------------------------------------------------------------------------------- Yosys'
// reports

// Cells that are storage to be replaced by macros, not logic.
static bool is_store(const char *cell) {
    return !strcmp(cell, "cohgen_sram_1r1w") || !strncmp(cell, "$mem", 4);
}

// cells.json: `stat -json`.
static bool read_cells(const cli_tech *t, const char *folder, cli_area *a) {
    char path[CLI_PATH + 16];
    json_object *design, *types;
    snprintf(path, sizeof path, "%s/cells.json", folder);
    json_object *root = json_object_from_file(path);
    const bool whole = root && json_object_object_get_ex(root, "design", &design) &&
                       json_object_object_get_ex(design, "num_cells_by_type", &types);
    if (whole) {
        json_object_object_foreach(types, cell, count) {
            const long n = (long)json_object_get_int64(count);
            const double um2 = cli_cell_um2(t, cell);
            if (um2 < 0 && !is_store(cell)) a->other += n;
            if (um2 < 0) continue;
            a->cells += n;
            a->um2 += um2 * (double)n;
            if (!is_flop(t, cell)) continue;
            a->flops += n;
            a->flops_um2 += um2 * (double)n;
        }
    }
    json_object_put(root);
    return whole;
}

// A constant as Yosys dumps it: 64, or 32'00000000000000000000000001000000.
static long constant(const char *text) {
    const char *quote = strchr(text, '\'');
    return quote ? strtol(quote + 1, NULL, 2) : strtol(text, NULL, 10);
}

// stores.txt: `dump` of the wrapper's instances and of the memories that were not taken apart.
static bool read_stores(const char *folder, cli_area *a) {
    char path[CLI_PATH + 16], *line = NULL;
    size_t size = 0;
    long bits = 1, factors = 0;
    snprintf(path, sizeof path, "%s/stores.txt", folder);
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) {
        char *p = line + strspn(line, " "), *name = strchr(p, '\\');
        if (!strncmp(p, "cell ", 5)) bits = 1, factors = 0;
        if (!strncmp(p, "parameter ", 10) && name) {
            char *value = name + strcspn(name, " ");
            const size_t n = (size_t)(value - name);
            static const char *const wanted[] = {"\\Depth", "\\Lanes", "\\LaneBits", "\\SIZE", "\\WIDTH"};
            for (int i = 0; i < 5; i++) {
                if (n == strlen(wanted[i]) && !strncmp(name, wanted[i], n))
                    bits *= constant(value), factors++;
            }
        }
        if (!strncmp(p, "end", 3) && factors >= 2) {
            a->srams++;
            a->sram_bits += bits;
            factors = 0;
        }
    }
    free(line);
    fclose(in);
    return true;
}

// The log's `Delay = 2345.67 ps` lines: abc's timing. The last mapping counts; a design has one.
static bool read_delay(const char *folder, cli_area *a) {
    char path[CLI_PATH + 16], *line = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/log", folder);
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) {
        const char *p = strstr(line, "Delay");
        if (!p || !strstr(p, "ps") || !(p = strchr(p, '='))) continue;
        const double ns = strtod(p + 1, NULL) / 1000;
        if (ns > a->ns) a->ns = ns;
    }
    free(line);
    fclose(in);
    return true;
}

bool cli_area_read(const cli_tech *t, const char *folder, cli_area *a) {
    *a = (cli_area){0};
    if (!read_cells(t, folder, a) || !read_stores(folder, a) || !read_delay(folder, a)) return false;
    a->kge = a->um2 / t->gate_um2 / 1000;
    return true;
}

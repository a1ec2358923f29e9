// Figures from what the tools left: Yosys' `stat -json` and log, nextpnr's report.
#include <stdlib.h>
#include <string.h>

#include "area.h"

static bool is_flop(const cg_tech *t, const char *cell) {
    for (int i = 0; i < t->n_flops; i++) {
        if (!strncmp(cell, t->flops[i], strlen(t->flops[i]))) return true;
    }
    return false;
}

// Cells of a technology without a library: Yosys' own gates ("$_NAND_"), or the FPGA's primitives
// ("SB_LUT4").
static bool is_known_cell(const cg_tech *t, const char *cell) {
    switch (t->kind) {
    case CG_TECH_CELLS: return cg_cell_um2(t, cell) >= 0;
    case CG_TECH_ICE40: return !strncmp(cell, "SB_", 3);
    case CG_TECH_GENERIC: return !strncmp(cell, "$_", 2);
    }
    return false;
}

static void add_cell(cg_logic *sum, const cg_tech *t, const char *cell, long n) {
    sum->cells += n;
    if (t->kind == CG_TECH_CELLS) sum->um2 += cg_cell_um2(t, cell) * (double)n;
    if (is_flop(t, cell)) {
        sum->flops += n;
        if (t->kind == CG_TECH_CELLS) sum->flops_um2 += cg_cell_um2(t, cell) * (double)n;
    }
    if (!strcmp(cell, "SB_LUT4")) sum->luts += n;
    if (!strcmp(cell, "SB_CARRY")) sum->carries += n;
    if (!strncmp(cell, "SB_RAM40", 8)) sum->brams += n;
}

void cg_logic_add(cg_logic *sum, json_object *by_type, const cg_tech *t, const cg_hierarchy *h) {
    json_object_object_foreach(by_type, cell, count) {
        const long n = (long)json_object_get_int64(count);
        const char *plain = *cell == '\\' ? cell + 1 : cell;
        if (is_known_cell(t, plain))
            add_cell(sum, t, plain, n);
        else if (!cg_wrapper_of_macro(plain) && !cg_module_find(h, plain))
            sum->other += n;
    }
}

bool cg_logic_read(const char *path, const cg_tech *t, const cg_hierarchy *h, cg_logic *out) {
    *out = (cg_logic){0};
    json_object *root = json_object_from_file(path);
    json_object *types = cg_jget(cg_jget(root, "design"), "num_cells_by_type");
    if (types) cg_logic_add(out, types, t, h);
    json_object_put(root);
    return types != NULL;
}

bool cg_delay_read(const char *path, double *ns) {
    char *line = NULL;
    size_t size = 0;
    *ns = 0;
    FILE *in = fopen(path, "r");
    if (!in) return false;
    while (getline(&line, &size, in) >= 0) {
        const char *p = strstr(line, "Delay");
        if (!p || !strstr(p, "ps") || !(p = strchr(p, '='))) continue;
        const double here = strtod(p + 1, NULL) / 1000;
        if (here > *ns) *ns = here;
    }
    free(line);
    fclose(in);
    return true;
}

bool cg_fmax_read(const char *path, double *mhz) {
    json_object *root = json_object_from_file(path), *clocks = cg_jget(root, "fmax");
    *mhz = 0;
    if (clocks) {
        json_object_object_foreach(clocks, name, clock) {
            const double here = cg_jnum(clock, "achieved");
            if (*name && here > 0 && (*mhz == 0 || here < *mhz)) *mhz = here;
        }
    }
    json_object_put(root);
    return *mhz > 0;
}

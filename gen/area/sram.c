// The SRAM model of docs/area.md: a macro of rows and columns with fixed edges, or flip-flops where they are
// smaller.
#include <string.h>

#include "area.h"

bool cg_sram_load(const char *path, cg_sram_model *m) {
    json_object *root = json_object_from_file(path), *macro = cg_jget(root, "macro");
    *m = (cg_sram_model){.nm = cg_jnum(macro, "nm"),
                         .column_um = cg_jnum(macro, "column_um"),
                         .side_um = cg_jnum(macro, "side_um"),
                         .row_um = cg_jnum(macro, "row_um"),
                         .end_um = cg_jnum(macro, "end_um"),
                         .ports = (int)cg_jnum(macro, "ports"),
                         .flop_gates = cg_jnum(cg_jget(root, "flops"), "gates_per_bit")};
    json_object_put(root);
    return m->nm > 0 && m->column_um > 0 && m->row_um > 0 && m->flop_gates > 0;
}

bool cg_is_sram_wrapper(const char *module) {
    return !strcmp(module, CG_SRAM_WRAPPER) || !strcmp(module, CG_SRAM_WRAPPER_1RW);
}

const char *cg_wrapper_of_macro(const char *type) {
    if (!strcmp(type, CG_SRAM_MACRO)) return CG_SRAM_WRAPPER;
    return !strcmp(type, CG_SRAM_MACRO_1RW) ? CG_SRAM_WRAPPER_1RW : NULL;
}

static double macro(const cg_sram_model *m, double scale, long rows, long columns) {
    const double wide = m->column_um * (double)columns + m->side_um;
    const double high = m->row_um * (double)rows + m->end_um;
    return wide * high * scale * scale;
}

cg_sram_fit cg_sram_area(const cg_sram_model *m, const cg_tech *t, long depth, long width, int ports) {
    if (t->gate_um2 <= 0) return (cg_sram_fit){0};
    const double bits = (double)depth * (double)width;
    cg_sram_fit best = {.um2 = bits * m->flop_gates * t->gate_um2, .flops = true};
    if (ports > m->ports) return best;
    for (long mux = 1; mux <= depth; mux *= 2) { // words side by side in a row
        const long rows = (depth + mux - 1) / mux, columns = width * mux;
        const double um2 = macro(m, t->nm / m->nm, rows, columns);
        if (um2 < best.um2) best = (cg_sram_fit){um2, false, rows, columns, mux};
    }
    return best;
}

// Figures of `cohgen area`: what the tools leave is read right, the SRAM model, and that attribution adds up.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "area/area.h"
#include "load/load.h"
#include "tables.h"
#include "text.h"

#define FIXTURE(name) "tests/area/fixtures/" name

static cg_tech tech(void) {
    cg_tech t;
    cr_assert(cg_tech_load(FIXTURE("tech.json"), &t));
    cr_assert(cg_liberty_read(FIXTURE("mini.lib"), &t));
    return t;
}

static bool near(double a, double b) {
    return fabs(a - b) < 1e-6;
}

Test(area, liberty) {
    cg_tech t = tech();
    cr_assert_eq(t.n_cells, 3);
    cr_assert(near(t.gate_um2, 24));
    cr_assert(near(cg_cell_um2(&t, "DFFPOSX1"), 96.5));
    cr_assert(cg_cell_um2(&t, "DFFPOSX") < 0);
    cg_tech_free(&t);
}

// What the technology says of a latch stands above the liberty file (in which OSU has 0).
Test(area, latch) {
    cg_tech t;
    cr_assert(cg_tech_load(FIXTURE("latch.json"), &t));
    cr_assert(cg_liberty_read(FIXTURE("mini.lib"), &t));
    cr_assert(near(cg_cell_um2(&t, "LATCH"), 56));
    cg_tech_free(&t);
    cr_assert(cg_tech_load(FIXTURE("tech.json"), &t));
    cr_assert(cg_liberty_read(FIXTURE("mini.lib"), &t));
    cr_assert(near(cg_cell_um2(&t, "LATCH"), 72));
    cg_tech_free(&t);
}

Test(area, every_technology_is_one) {
    static const char *const NAMES[] = {"osu018", "osu018_latches", "osu035", "ice40", "generic"};
    for (int i = 0; i < 5; i++) {
        char path[100];
        cg_tech t;
        snprintf(path, sizeof path, "synth/tech/%s.json", NAMES[i]);
        cr_assert(cg_tech_load(path, &t), "%s", path);
        cr_assert(*t.title && *t.script && t.n_flops > 0);
        cg_tech_free(&t);
    }
    cg_tech t;
    cr_assert_not(cg_tech_load("synth/tech/none.json", &t));
    cr_assert_not(cg_tech_load("synth/peers.json", &t));
}

Test(area, hierarchy) {
    cg_hierarchy h;
    cr_assert(cg_hierarchy_read(FIXTURE("elab.txt"), &h));
    cr_assert_eq(h.n_modules, 4);
    cr_assert_str_eq(h.modules[0].base, "fifo");
    cr_assert_str_eq(h.modules[0].params, "Width=622 Depth=4");
    cr_assert_str_eq(h.modules[2].base, "part");
    cr_assert_str_eq(h.modules[2].params, "Ways=4");
    const cg_sram_array *macro = &h.modules[2].cells[0].macro, *logic = &h.modules[1].logic;
    cr_assert(macro->depth == 64 && macro->lanes == 2 && macro->lane_bits == 3);
    cr_assert(logic->depth == 16 && logic->lanes == 2 && logic->lane_bits == 5);
    cr_assert_eq(h.modules[2].cells[1].macro.depth, 0);
    cr_assert(!h.modules[0].logic.depth && !h.modules[2].logic.depth, "a FIFO has a Depth, too");
    const cg_module *top = cg_module_find(&h, "toy_l1");
    cr_assert_not_null(top);
    cr_assert_eq(top->n_cells, 3);
    cr_assert_str_eq(top->cells[1].name, "u_out");
    cr_assert_eq(cg_module_find(&h, top->cells[0].type), &h.modules[0]);
    cr_assert_null(cg_module_find(&h, CG_SRAM_WRAPPER));
    cg_hierarchy_free(&h);
    cr_assert_not(cg_hierarchy_read(FIXTURE("none"), &h));
}

Test(area, cells) {
    cg_tech t = tech();
    cg_logic l;
    cr_assert(cg_logic_read(FIXTURE("flat.json"), &t, NULL, &l));
    cr_assert_eq(l.cells, 15);
    cr_assert_eq(l.flops, 5);
    cr_assert_eq(l.other, 2, "unknown cells are told, macros are not unknown");
    cr_assert(near(l.um2, 10 * 24 + 4 * 96.5 + 72));
    cr_assert(near(l.flops_um2, 4 * 96.5 + 72));
    cr_assert_not(cg_logic_read(FIXTURE("nextpnr.json"), &t, NULL, &l));
    cr_assert_not(cg_logic_read(FIXTURE("none"), &t, NULL, &l));
    cg_tech_free(&t);
}

Test(area, delays) {
    double v;
    cr_assert(cg_delay_read(FIXTURE("yosys.log"), &v));
    cr_assert(near(v, 4.3115), "the longest of all mappings");
    cr_assert_not(cg_delay_read(FIXTURE("none"), &v));
    cr_assert(cg_fmax_read(FIXTURE("nextpnr.json"), &v));
    cr_assert(near(v, 41.5), "the slowest clock");
    cr_assert_not(cg_fmax_read(FIXTURE("flat.json"), &v));
}

// ------------------------------------------------------------------------------------------------ SRAM model

static cg_sram_model model(void) {
    cg_sram_model m;
    cr_assert(cg_sram_load("synth/sram.json", &m));
    return m;
}

// docs/area.md says 7 %.
Test(area, sram_model_meets_its_macros) {
    const cg_sram_model m = model();
    json_object *root = json_object_from_file("synth/sram.json"), *from = cg_jget(root, "macro_source");
    cr_assert_geq(cg_jlen(from, "macros"), 5);
    for (size_t i = 0; i < cg_jlen(from, "macros"); i++) {
        json_object *x = cg_jat(from, "macros", i);
        cr_assert(near(cg_jnum(x, "rows") * cg_jnum(x, "columns"), cg_jnum(x, "bits")));
        const double real = cg_jnum(x, "width_um") * cg_jnum(x, "height_um");
        const double ours =
            (m.column_um * cg_jnum(x, "columns") + m.side_um) * (m.row_um * cg_jnum(x, "rows") + m.end_um);
        cr_assert(fabs(ours / real - 1) < 0.07, "%s: %.3f", cg_jstr(x, "name"), ours / real);
    }
    json_object_put(root);
}

Test(area, sram_shapes) {
    const cg_sram_model m = model();
    cg_tech t = tech();
    const cg_sram_fit f = cg_sram_area(&m, &t, 1024, 32, 2);
    cr_assert_not(f.flops);
    cr_assert_eq(f.rows * f.columns, 32768);
    cr_assert_eq(f.columns, 32 * f.mux);
    cr_assert(
        near(f.um2, (m.column_um * (double)f.columns + m.side_um) * (m.row_um * (double)f.rows + m.end_um)),
        "the fixture's feature size is the macros'");
    t.nm = 260;
    cr_assert(near(cg_sram_area(&m, &t, 1024, 32, 2).um2, 4 * f.um2), "twice the feature size");
    cg_tech_free(&t);
}

Test(area, sram_small_ones_are_flip_flops) {
    const cg_sram_model m = model();
    cg_tech t = tech();
    const cg_sram_fit f = cg_sram_area(&m, &t, 8, 4, 2);
    cr_assert(f.flops);
    cr_assert(near(f.um2, 32 * m.flop_gates * 24));
    cr_assert(cg_sram_area(&m, &t, 1024, 32, 3).flops, "no macro has three ports");
    t.gate_um2 = 0;
    cr_assert(near(cg_sram_area(&m, &t, 8, 4, 2).um2, 0), "no cells, no area");
    cg_tech_free(&t);
}

Test(area, sram_more_bits_are_more_area) {
    const cg_sram_model m = model();
    cg_tech t = tech();
    for (long depth = 2; depth <= 4096; depth *= 2) {
        for (long width = 1; width <= 512; width *= 2) {
            const double here = cg_sram_area(&m, &t, depth, width, 2).um2;
            cr_assert(here <= cg_sram_area(&m, &t, depth * 2, width, 2).um2);
            cr_assert(here <= cg_sram_area(&m, &t, depth, width * 2, 2).um2);
            cr_assert(here <= (double)(depth * width) * m.flop_gates * t.gate_um2 + 1e-6);
        }
    }
    cg_tech_free(&t);
}

// ---------------------------------------------------------------------------------------------------- report

typedef struct {
    cg_spec *spec;
    cg_plan *plan;
    cg_tech tech;
    cg_sram_model sram;
    cg_hierarchy hierarchy;
    cg_block block;
    json_object *report;
} made;

static void make(made *m) {
    cg_diags *d = cg_diags_new();
    m->spec = cg_spec_read("protocols/rcc.json", NULL, 0, d);
    cg_diags_free(d);
    cr_assert_not_null(m->spec);
    m->plan = cg_plan_new(m->spec);
    m->tech = tech();
    m->sram = model();
    cr_assert(cg_hierarchy_read(FIXTURE("elab.txt"), &m->hierarchy));
    m->block = (cg_block){.kind = CG_BLOCK_CONTROLLER,
                          .name = "l1 <a, \"b\">",
                          .module = cg_module_find(&m->hierarchy, "toy_l1"),
                          .count = 3,
                          .tree = (char *)FIXTURE("tree.json")};
    cr_assert(cg_logic_read(FIXTURE("flat.json"), &m->tech, &m->hierarchy, &m->block.flat));
    const cg_area a = {m->plan, &m->tech, "fixture", &m->sram, CG_MACROS_FROM, &m->hierarchy, &m->block, 1};
    m->report = cg_area_report(&a);
}

static void unmake(made *m) {
    json_object_put(m->report);
    cg_hierarchy_free(&m->hierarchy);
    cg_tech_free(&m->tech);
    cg_plan_free(m->plan);
    cg_spec_free(m->spec);
}

// Own cells and those below are what the node says; returns the sum.
static double adds_up(json_object *node, const char *key) {
    double sum = cg_jnum(cg_jget(node, "own"), key);
    for (size_t i = 0; i < cg_jlen(node, "below"); i++) {
        json_object *c = cg_jat(node, "below", i);
        sum += adds_up(c, key) * cg_jnum(c, "count");
    }
    cr_assert(near(sum, cg_jnum(node, key)), "%s of %s", key, cg_jstr(node, "name"));
    return sum;
}

Test(area, attribution_adds_up) {
    made m = {0};
    make(&m);
    json_object *b = cg_jat(m.report, "blocks", 0), *tree = cg_jget(b, "tree");
    cr_assert_eq(cg_jlen(tree, "below"), 2, "two FIFOs of the same kind are one line");
    cr_assert_eq((int)cg_jnum(cg_jat(tree, "below", 0), "count"), 2);
    cr_assert_str_eq(cg_jstr(cg_jat(tree, "below", 0), "name"), "u_in, u_out");
    adds_up(tree, "um2");
    adds_up(tree, "cells");
    adds_up(tree, "flops");
    cr_assert(near(cg_jnum(tree, "um2") + cg_jnum(b, "flattening_um2"), cg_jnum(b, "um2")));
    cr_assert(near(cg_jnum(tree, "cells") + cg_jnum(b, "flattening_cells"), cg_jnum(b, "cells")));
    unmake(&m);
}

Test(area, system_is_the_sum) {
    made m = {0};
    make(&m);
    json_object *b = cg_jat(m.report, "blocks", 0), *s = cg_jget(m.report, "system");
    cr_assert(near(cg_jnum(s, "cells"), 3 * cg_jnum(b, "cells")));
    cr_assert(near(cg_jnum(s, "um2"), 3 * cg_jnum(b, "um2")));
    cr_assert_eq((int)cg_jnum(b, "sram_bits"), 384);
    cr_assert_eq((int)cg_jnum(s, "sram_bits"), 3 * 384);
    cr_assert(near(cg_jnum(s, "total_um2"), cg_jnum(s, "um2") + cg_jnum(s, "memory_um2")));
    cr_assert(cg_jnum(b, "memory_um2") > 0);
    unmake(&m);
}

// note [arrays]: the model has no area for what synthesis has mapped.
Test(area, arrays_are_macros_or_logic) {
    made m = {0};
    make(&m);
    json_object *b = cg_jat(m.report, "blocks", 0), *macro = cg_jat(b, "memories", 0);
    json_object *logic = cg_jat(b, "memories", 1);
    cr_assert_eq(cg_jlen(b, "memories"), 2);
    cr_assert_str_eq(cg_jstr(macro, "path"), "u_part.u_sram");
    cr_assert_str_eq(cg_jstr(macro, "as"), "macro");
    cr_assert_str_eq(cg_jstr(logic, "path"), "u_part.u_small");
    cr_assert_str_eq(cg_jstr(logic, "as"), "logic");
    cr_assert_null(cg_jget(logic, "um2"));
    cr_assert(near(cg_jnum(macro, "um2"), cg_jnum(b, "memory_um2")));
    cr_assert_eq((int)cg_jnum(b, "srams"), 1);
    cr_assert_eq((int)cg_jnum(b, "logic_array_bits"), 160);
    cr_assert_eq((int)cg_jnum(cg_jget(m.report, "system"), "logic_array_bits"), 3 * 160);
    cr_assert_eq((int)cg_jnum(m.report, "macros_from"), CG_MACROS_FROM);
    unmake(&m);
}

Test(area, saving_is_the_difference) {
    made m = {0};
    make(&m);
    json_object *none = cg_area_saving("f", "doc", m.report, m.report), *s = cg_jat(none, "saves", 0);
    cr_assert(near(cg_jnum(s, "um2"), 0));
    cr_assert_eq(cg_jlen(none, "saves"), 2, "each machine, and the system");
    json_object_put(none);
    unmake(&m);
}

static char *printed(json_object *report, void (*print)(json_object *, FILE *)) {
    stream s;
    print(report, stream_open(&s));
    return stream_close(&s);
}

Test(area, names_are_escaped) {
    made m = {0};
    make(&m);
    char *csv = printed(m.report, cg_area_csv), *html = printed(m.report, cg_area_html);
    HAS(csv, "\nblock,\"l1 <a, \"\"b\"\">\",,cells,15\n");
    HAS(html, "l1 &lt;a, &quot;b&quot;&gt;");
    LACKS(html, "<a, ",
          "http"); // nothing is fetched
    free(csv);
    free(html);
    unmake(&m);
}

// --------------------------------------------------------------------------------------------------- storage

static json_object *storage_of(const char *table, const cg_setting *settings, size_t n) {
    cg_spec *s = spec_of_table(table, settings, n);
    cg_plan *p = cg_plan_new(s);
    json_object *o = cg_area_storage(p);
    cg_plan_free(p);
    cg_spec_free(s);
    return o;
}

Test(area, storage_adds_up) {
    json_object *list = storage_of("protocols/rcc.json", NULL, 0);
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        json_object *m = json_object_array_get_idx(list, i);
        double total = 0;
        for (size_t k = 0; k < cg_jlen(m, "per"); k++) {
            json_object *per = cg_jat(m, "per", k);
            double bits = 0;
            for (size_t f = 0; f < cg_jlen(per, "fields"); f++)
                bits += cg_jnum(cg_jat(per, "fields", f), "bits");
            cr_assert(near(bits, cg_jnum(per, "bits")));
            total += bits * cg_jnum(per, "count");
        }
        cr_assert(near(total, cg_jnum(m, "total_bits")));
    }
    json_object_put(list);
}

static bool stores(const char *table, size_t machine, const char *field) {
    json_object *list = storage_of(table, NULL, 0), *m = json_object_array_get_idx(list, machine);
    bool found = false;
    for (size_t k = 0; k < cg_jlen(m, "per"); k++) {
        json_object *per = cg_jat(m, "per", k);
        for (size_t f = 0; f < cg_jlen(per, "fields"); f++)
            found |= !strcmp(cg_jstr(cg_jat(per, "fields", f), "name"), field);
    }
    json_object_put(list);
    return found;
}

// An entry marks bytes only where some are written before its line comes: in MESI a store waits for the line.
Test(area, storage_has_what_the_hardware_has) {
    cr_assert(!stores("protocols/mesi.json", 0, "bytes written"));
    cr_assert(!stores("protocols/rcc.json", 0, "bytes written"));
    cr_assert(stores("protocols/rcc.json", 1, "bytes written"));
}

// At the paper's block size, ours are its 3 and 6 percent, rounded.
Test(area, storage_is_what_the_paper_claims) {
    static const cg_setting PAPER[] = {{"line_bytes", "128", "test", false},
                                       {"ts_bits", "32", "test", false}};
    json_object *list = storage_of("protocols/rcc.json", PAPER, 2);
    for (size_t i = 0; i < json_object_array_length(list); i++) {
        json_object *paper = cg_jget(json_object_array_get_idx(list, i), "paper");
        cr_assert(near(round(cg_jnum(paper, "our_percent")), cg_jnum(paper, "percent")), "%f",
                  cg_jnum(paper, "our_percent"));
    }
    json_object_put(list);
}

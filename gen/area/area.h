// Area: what Yosys and nextpnr left of a design as numbers, a model of SRAM macros, and the report made of
// both; and the steps in between (steps.h). Runs no tools (gen/app/area does) and knows no protocol.
// docs/area.md says what each figure means.
//
// Areas are in um2; a gate equivalent (GE) is the area of the technology's gate cell; delays are in ns.
#ifndef COHGEN_GEN_AREA_AREA_H
#define COHGEN_GEN_AREA_AREA_H

#include <json-c/json.h>
#include <stdbool.h>
#include <stdio.h>

#include "plan/plan.h"

// ------------------------------------------------------------------------------------------------ technology
typedef enum { CG_TECH_CELLS, CG_TECH_ICE40, CG_TECH_GENERIC } cg_tech_kind;

typedef struct {
    char name[64];
    double um2;
} cg_cell;

typedef struct {
    char *name, *option, *package; // option: nextpnr's, "--hx8k"
    long luts, brams;              // what there is of them
} cg_device;

// The cell that rows of storage are made of (rtl/cohgen_row.sv), where they are latches.
typedef struct {
    char *cell, *gate; // gate: the pin that opens it. "": rows are flip-flops
    char *map;         // file of synth/ that maps Yosys' latches to it
    double um2;        // in place of the liberty's area
} cg_latch;

// synth/tech/NAME.json, and the liberty file that it names.
typedef struct {
    char *title, *script, *liberty, *package, *gate; // liberty, gate: "" unless kind is CELLS
    cg_tech_kind kind;
    char **flops; // prefixes of names of cells that store a bit
    int n_flops;
    cg_latch latch;
    int clock_ps; // what abc sizes for
    double nm;    // feature size, 0: not a silicon technology
    cg_cell *cells;
    int n_cells;
    double gate_um2; // 0 unless kind is CELLS
    cg_device *devices;
    int n_devices;
} cg_tech;

bool cg_tech_load(const char *path, cg_tech *t); // the JSON file only; false: not there, or no technology
bool cg_liberty_read(const char *path,
                     cg_tech *t); // cells and gate_um2; false: not there, or without the gate
double cg_cell_um2(const cg_tech *t, const char *cell); // < 0: no such cell
void cg_tech_free(cg_tech *t);

// ------------------------------------------------------------------------------------------------- hierarchy
// Parameters of an array, an instance of the SRAM wrapper. depth 0: it is none.
typedef struct {
    long depth, lanes, lane_bits;
} cg_sram_array;

// An instance. One that is left to a macro has its array here, one that is logic in its module.
typedef struct {
    char *type, *name;
    cg_sram_array macro;
} cg_instance;

typedef struct {
    char *name;          // Yosys': "rcc_l1", "$paramod$1a2b...\cohgen_fifo"
    char *base;          // as in the source: "cohgen_fifo"
    char *params;        // "Width=622 Depth=4", "" without
    cg_sram_array logic; // of the SRAM wrapper: what is in flip-flops
    cg_instance *cells;
    int n_cells;
} cg_module;

// All modules of an elaborated design, from what Yosys' `dump -m` prints of modules and their instances.
typedef struct {
    cg_module *modules;
    int n_modules;
} cg_hierarchy;

bool cg_hierarchy_read(const char *path, cg_hierarchy *h); // false: no such file
const cg_module *cg_module_find(const cg_hierarchy *h, const char *name);
// What the source calls a module of this name: n characters, not ended. "$paramod$1a2b\fifo" and
// "$paramod\fifo\Ways=s32'0100" are both "fifo".
const char *cg_module_base(const char *name, size_t *n);
void cg_hierarchy_free(cg_hierarchy *h);

// note [arrays]: docs/area.md, "Arrays". Every array is an instance of the wrapper. From CG_MACROS_FROM words
// on (or what the user says that a library has) it is a black box in synthesis, called CG_SRAM_MACRO by then
// (synth/arrays.ys), and its area is the model's; a smaller one is mapped with the logic around it.
#define CG_SRAM_WRAPPER "cohgen_sram_1r1w"
#define CG_SRAM_MACRO   "cohgen_sram_macro"
// The same of memories with one port.
#define CG_SRAM_WRAPPER_1RW "cohgen_sram_1rw"
#define CG_SRAM_MACRO_1RW   "cohgen_sram_macro_1rw"
bool cg_is_sram_wrapper(const char *module);
// The wrapper that a macro was, by its type; NULL: it is none.
const char *cg_wrapper_of_macro(const char *type);
enum { CG_MACROS_FROM = 64, CG_MACROS_FROM_MOST = 1024 };

// --------------------------------------------------------------------------------------------------- figures
// Mapped cells of one module or block. other: instances that are neither cells nor modules nor macros.
// LUTs, carries and BRAMs: iCE40 only.
typedef struct {
    long cells, flops, other, luts, carries, brams;
    double um2, flops_um2;
} cg_logic;

// Adds the cells that a `num_cells_by_type` of Yosys' `stat -json` lists; instances of modules of `h` (may be
// NULL) are left out.
void cg_logic_add(cg_logic *sum, json_object *by_type, const cg_tech *t, const cg_hierarchy *h);
// The `design` part of a `stat -json` file. False: not there, or not whole.
bool cg_logic_read(const char *path, const cg_tech *t, const cg_hierarchy *h, cg_logic *out);
// The longest `Delay = 2345.67 ps` of a Yosys log (abc's timing), ns; 0: none. False: no such file.
bool cg_delay_read(const char *path, double *ns);
// fmax in MHz of a nextpnr --report file, the slowest clock's. False: not there, or none.
bool cg_fmax_read(const char *path, double *mhz);

// ------------------------------------------------------------------------------------------------ SRAM model
// synth/sram.json. A macro is (column_um * columns + side_um) wide and (row_um * rows + end_um) high at `nm`.
typedef struct {
    double nm, column_um, side_um, row_um, end_um;
    int ports;         // that the macros have
    double flop_gates; // GE of one bit of an array of flip-flops, with its part of writing and reading
} cg_sram_model;

typedef struct {
    double um2;
    bool flops;              // an array of flip-flops is smaller than a macro, or no macro has the ports
    long rows, columns, mux; // of the macro
} cg_sram_fit;

bool cg_sram_load(const char *path, cg_sram_model *m);
// The cheapest way to hold `depth` words of `width` bits with `ports` ports. um2 is 0 without a cell library.
cg_sram_fit cg_sram_area(const cg_sram_model *m, const cg_tech *t, long depth, long width, int ports);

// ---------------------------------------------------------------------------------------------------- blocks
// A block is what is synthesised by itself: a controller, a part of the system's own, or the wiring around
// them.
typedef enum { CG_BLOCK_CONTROLLER, CG_BLOCK_PART, CG_BLOCK_GLUE, CG_BLOCK_WHOLE } cg_block_kind;

typedef struct {
    cg_block_kind kind;
    char name[300]; // for people: "l1", "u_req_l1_l2"
    const cg_module *module;
    long count; // instances in the system
    cg_logic flat;
    double ns, mhz, seconds;
    const cg_device *device; // iCE40: that it was placed on; NULL: it fits none
    bool cached;
    char *tree;  // path of `stat -json` of the synthesis that kept the hierarchy, or NULL
    char *paths; // path of what cg_timing (timing.h) returned, or NULL
} cg_block;

typedef struct {
    cg_block *blocks;
    int n;
} cg_blocks;

// The blocks of an elaborated design: controllers, other parts, what is left of the system, and on demand all
// of it at once. False: it has no system.
bool cg_blocks_find(const cg_spec *s, const cg_hierarchy *h, bool whole, cg_blocks *b);
void cg_blocks_free(cg_blocks *b);
// A controller that cores attach to answers load hits.
bool cg_block_has_hits(const cg_block *b, const cg_spec *s);
// Is there something to tell apart in it? An FPGA's carry chains and block RAMs do not stay within modules.
bool cg_block_has_tree(const cg_block *b, const cg_hierarchy *h, const cg_tech *t);
// Fills in what synthesis left in `folder`: logic and delay. False: nothing is there.
bool cg_block_measure(cg_block *b, const char *folder, const cg_hierarchy *h, const cg_tech *t);
// Its delay is no less than what its paths say: abc's, in `ns` so far, knows no gates of latches.
void cg_block_opens_latches(cg_block *b);

// Everything that a report is made of.
typedef struct {
    const cg_plan *plan;
    const cg_tech *tech;
    const char *tech_name;
    const cg_sram_model *sram;
    int macros_from; // words
    const cg_hierarchy *hierarchy;
    cg_block *blocks;
    int n_blocks;
} cg_area;

// The report as JSON, complete: the printers below add nothing but form.
json_object *cg_area_report(const cg_area *a);
json_object *cg_area_storage(const cg_plan *plan); // its "storage"
// One row of "features": what leaving it out saves, from the reports with and without.
json_object *cg_area_saving(const char *feature, const char *doc, json_object *with, json_object *without);

void cg_area_text(json_object *report, FILE *out, const char *bold, const char *plain);
void cg_area_csv(json_object *report, FILE *out);
void cg_area_html(json_object *report, FILE *out);

// ------------------------------------------------------------------------------- reading a report, printing
double cg_jnum(json_object *o, const char *key);       // 0 without
const char *cg_jstr(json_object *o, const char *key);  // "" without
json_object *cg_jget(json_object *o, const char *key); // NULL without
size_t cg_jlen(json_object *o, const char *key);       // of an array; 0 without
json_object *cg_jat(json_object *o, const char *key, size_t i);
bool cg_report_is_of(json_object *report, const char *kind); // of technology: "cells", "ice40"
void cg_jput_num(json_object *o, const char *key, double v);
void cg_jput_int(json_object *o, const char *key, long v);
void cg_jput_str(json_object *o, const char *key, const char *v);

#endif

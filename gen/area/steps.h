// Steps: what is done to a design to measure it, as the scripts and command lines of the tools. Which steps
// are run, in which order and where, is a run's business (gen/app/area): nothing here starts a tool.
//
// note [names]: Yosys splits its script at blanks. So it works in the folder of a run and sees everything
// from there by names without any: what belongs to cohgen below `home`, the design below `design`.
#ifndef COHGEN_GEN_AREA_STEPS_H
#define COHGEN_GEN_AREA_STEPS_H

#include "area.h"

// The files of a design, in the order in which they are read: names without a folder.
typedef struct {
    char **files;
    size_t n;
} cg_sources;

// From the design's file list. None if it cannot be read.
void cg_sources_read(const char *file_list, cg_sources *s);
void cg_sources_free(cg_sources *s);
// Does the block need this file: is it a package, or a module in or below the block's?
bool cg_block_needs(const cg_block *b, const cg_hierarchy *h, const char *file);

// What synthesis needs to know beside the block.
typedef struct {
    const cg_tech *tech;
    const cg_sources *sources;
    const cg_hierarchy *hierarchy;
    const char *map;    // text of the technology's script, synth/*.ys
    const char *names;  // text of synth/names.ys
    const char *arrays; // text of synth/arrays.ys
    int macros_from;    // words, note [arrays] of area.h
    const cg_spec *spec;
} cg_synthesis;

// Script that reads the design and writes what cg_hierarchy_read() reads, elab.txt.
char *cg_elaboration_script(const char *protocol, const cg_synthesis *y);
// Script that maps one block and writes cells.json, for cg_logic_read(). `tree`: with the hierarchy kept. Of
// a block that is timed net.blif and names.blif, for cg_time_block(); for an FPGA net.json, for placement.
char *cg_synthesis_script(const cg_synthesis *y, const cg_block *b, bool tree);
// Paths have lengths where cells have delays. Modules apart are not what is timed.
bool cg_is_timed(const cg_tech *t, bool tree);
// From net.blif and names.blif in `folder` paths.json, what cg_timing() returns. False: it cannot be.
bool cg_time_block(const char *folder, const cg_tech *t, bool hits);

// The smallest device that the block fits, NULL: none. A device's logic cell holds one LUT and one flip-flop.
const cg_device *cg_device_for(const cg_tech *t, const cg_logic *l);
enum { CG_PLACEMENT_ARGS = 12, CG_PLACEMENT_LATE = 124 }; // exit status of a placement that took too long
// Command that places and routes `net` without pins (synth/map_ice40.ys has taken them away), so that Fmax is
// that of paths between flip-flops. Placement may still fail: packing needs more cells than the counts say.
void cg_placement_command(const cg_device *d, char *net, char *report, char *argv[CG_PLACEMENT_ARGS]);

#endif

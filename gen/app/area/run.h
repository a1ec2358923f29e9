// Synthesis runs of `cohgen area`: which blocks a design has, which Yosys runs they need, what those left.
//
// Everything is kept in the cache under the hash of what it was made from, and put there by renaming a
// finished folder: runs at the same time may do the same work twice, but never see half of it.
#ifndef COHGEN_GEN_APP_AREA_RUN_H
#define COHGEN_GEN_APP_AREA_RUN_H

#include "app/cli/cli.h"
#include "area/steps.h"

// One Yosys (or nextpnr) run. `kept` is its folder in the cache, `work` where it runs.
typedef struct {
    char kept[CLI_PATH], work[CLI_PATH], title[400], script[CLI_PATH + 32], log[CLI_PATH + 32];
    char *argv[8];
    cli_hash of; // everything that decides its result
    int block;
    bool tree, cached;
    bool timed, hits; // its longest paths are found; and those of a load hit
    const cg_tech *tech;
    double seconds;
} area_run;

// A design with its blocks.
typedef struct {
    const cli *c;
    const cg_plan *plan;
    const cg_tech *tech;
    char folder[CLI_PATH]; // in the cache: rtl/, elab.txt
    cg_hierarchy hierarchy;
    cg_sources sources;
    cg_blocks blocks;
    char *map, *names, *arrays; // texts of synth/: how to map, and of AREA_NAMES and AREA_ARRAYS
    int macros_from;            // words, note [arrays] of area.h
    area_run *runs;
    int n_runs;
} area_design;

#define AREA_NAMES  "names.ys"
#define AREA_ARRAYS "arrays.ys"

// --macros-from; ends the program if it is no number in range.
int area_macros_from(const cli *c);
// Each returns 0 or the exit status, after a message.
int area_open(area_design *d, const cli *c, const cg_plan *plan, const cg_tech *tech, bool trees);
int area_run_all(area_design *const *designs, int n, const cli *c); // the runs of all, side by side
int area_measure(area_design *d);                                   // fills in the blocks
void area_close(area_design *d);

// What decides which arrays are macros.
void area_hash_arrays(const area_design *d, cli_hash *h);
cg_synthesis area_synthesis(const area_design *d);
// Of these: which runs the blocks need (run.c), and placing a block on an FPGA (place.c).
void area_plan_runs(area_design *d, bool trees);
void area_place(const area_design *d, const area_run *r, cg_block *b);

#endif

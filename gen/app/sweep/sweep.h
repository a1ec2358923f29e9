// cohgen sweep, its parts: a description (protocols/sweeps/NAME.json) is a cross product of protocols, values
// of parameters and workloads; each of its points is generated, simulated and synthesised by a process of its
// own.
//
//     read.c    description -> sweep
//     points.c  sweep -> points, each with its key in the cache; results that are there
//     one.c     one point: gen, sim, area -> a result in the cache
//     run.c     points -> workers on this machine
//     slurm.c   points -> tasks of a Slurm job array
//     write.c   results -> table, CSV, JSON
//     plot.c    results -> Pareto fronts -> gnuplot scripts -> SVG
#ifndef COHGEN_GEN_APP_SWEEP_SWEEP_H
#define COHGEN_GEN_APP_SWEEP_SWEEP_H

#include <json-c/json.h>

#include "app/bench/bench.h"
#include "app/bench/describe.h"

enum { SWEEP_MAX_POINTS = 10000 };

// A parameter and its values.
typedef struct {
    const char *key, *pointer; // JSON pointer of the key
    const char **values;
    int n;
} sweep_axis;

typedef struct {
    sweep_axis *items;
    int n;
} sweep_axes;

typedef struct {
    const char *name; // of the table, or its path
    desc_pairs set;   // parameters for it alone
    sweep_axes vary;  // of all protocols, then its own
} sweep_protocol;

// What the result of a point says of area: X(name in the report's system, title).
#define SWEEP_AREAS(X)                                                                                       \
    X(flops, "flip-flops")                                                                                   \
    X(cells, "cells")                                                                                        \
    X(kge, "kGE")                                                                                            \
    X(um2, "logic, um2")                                                                                     \
    X(memory_um2, "memories, um2")                                                                           \
    X(total_um2, "logic and memories, um2")                                                                  \
    X(sram_bits, "SRAM bits")                                                                                \
    X(ns, "longest path, ns")                                                                                \
    X(luts, "LUTs")                                                                                          \
    X(brams, "block RAMs")

typedef struct {
    int protocol, workload; // indices; workload CG_NONE: there are none, only the area is wanted
    desc_pairs at;          // the parameters that vary, as they are here
    char key[24];           // of the result in the cache; "": refused, there is no such design
    char design[17];        // hash of what is generated
    char reason[300];       // of a point that failed: why
    json_object *result;    // of one.c; NULL: not run, or it left none
} sweep_point;

typedef struct {
    cg_arena *arena;
    const char *file, *name, *title, *doc, *point, *tech; // tech NULL: no area
    desc_pairs set, harness;
    uint64_t *seeds;
    int n_seeds;
    sweep_axes vary; // of all protocols
    sweep_protocol *protocols;
    int n_protocols;
    desc_workload *workloads;
    int n_workloads;
    sweep_point *points; // the workload changes most slowly, so that neighbours are different designs
    int n_points;
    int n_kept, n_failed;
    int n_lost; // of those that failed: a tool did, so nothing is known of the point
} sweep;

// ---------------------------------------------------------------------------------------------------- read.c
// Reads and checks. 0, or the exit status after messages. Free also after an error.
int sweep_read(sweep *s, const char *path);
void sweep_free(sweep *s);

// -------------------------------------------------------------------------------------------------- points.c
// Fills in the points, without their keys.
void sweep_list(sweep *s);
// The command line as if it were `cohgen sim` or `cohgen area` of this point: the description's settings,
// those of the point, what the user said.
cli sweep_cli(const sweep *s, const sweep_point *p, const cli *c);
// Finds the key of a point: everything that its result depends on, by content. 0; 1: refused, with the reason
// in the point; or another exit status after a message.
int sweep_key(const sweep *s, sweep_point *p, const cli *c);
// "rcc l1_ways=2, bfs": in the arena.
const char *sweep_title(const sweep *s, const sweep_point *p);
// cache/sweep/KEY.TAIL
const char *sweep_file(const sweep *s, const sweep_point *p, const char *tail);
// Looks for the point's result in the cache. True: there is one, which may say that it failed.
bool sweep_load(const sweep *s, sweep_point *p);
void sweep_keep(const sweep *s, const sweep_point *p); // seals the result that was put in its place
void sweep_forget(const sweep *s, const sweep_point *p);
bool sweep_passed(const sweep_point *p);
bool sweep_judged(const sweep_point *p); // it passed, or a check failed

// NAN where there is none. A metric is a mean over the seeds.
double sweep_metric(const sweep_point *p, int metric); // bench_metrics
double sweep_area(const sweep_point *p, const char *name);
// Of the point's design, what area is in pictures and tables: mm2, or LUTs, or cells, as the technology has
// them.
double sweep_size(const sweep *s, const sweep_point *p);
const char *sweep_size_unit(const sweep *s);

// ----------------------------------------------------------------------------------------------------- one.c
// Runs one point, unless its result is there and says that it passed. CLI_OK, CLI_FAILED or CLI_NO_TOOL (the
// result says why), or another exit status after a message.
int sweep_run_point(sweep *s, sweep_point *p, const cli *c);
// The design of a point that was run into the folder `dir`, as `cohgen gen` does, and its result beside it:
// point.json.
int sweep_write_point(sweep *s, sweep_point *p, const char *dir, const cli *c);

// ----------------------------------------------------------------------------------------------------- run.c
// All points. 0, 1 if a point failed, or another exit status.
int sweep_execute(sweep *s, const cli *c);
// A folder in the cache for this sweep, its description copied into it: what workers read, whatever becomes
// of the file meanwhile.
typedef struct {
    char folder[CLI_PATH], description[CLI_PATH + 16], exe[CLI_PATH], id[24];
} sweep_place;
// Words of the command that runs one point, for what the user said; ends with NULL.
const char **sweep_words(const sweep *s, const sweep_place *at, const cli *c, int *n);

// --------------------------------------------------------------------------------------------------- slurm.c
// The points of `todo`, as tasks of job arrays. 0 or the exit status; points without a result have a reason.
int sweep_slurm(sweep *s, const sweep_place *at, sweep_point **todo, int n, const cli *c);
// Ends the jobs of an earlier start of the same sweep.
void sweep_slurm_cancel(const sweep *s, const sweep_place *at, const cli *c);

// ------------------------------------------------------------------------------------------- write.c, plot.c
void sweep_print(const sweep *s, FILE *out);
void sweep_csv(const sweep *s, FILE *out);
json_object *sweep_json(const sweep *s);

// Is there no other point of the same workload that is smaller and as fast, or faster and as small?
bool sweep_on_front(const sweep *s, const sweep_point *p);
// One picture a workload, and of more than one their geometric mean. Nothing to draw: no pictures.
int sweep_pictures(const sweep *s);
void sweep_picture_name(const sweep *s, int picture, char out[256]); // without .svg
void sweep_picture(const sweep *s, int picture, FILE *out);          // a gnuplot script

#endif

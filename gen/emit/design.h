// Writing a design folder: everything `cohgen gen` leaves behind, or nothing.
#ifndef COHGEN_GEN_EMIT_DESIGN_H
#define COHGEN_GEN_EMIT_DESIGN_H

#include <stdio.h>

#include "plan/plan.h"

typedef struct {
    const char *parts_dir; // where rtl/cohgen_*.sv are
    bool flat;             // also <name>_flat.v, one Verilog-2005 file written by Yosys
    bool instrumented;     // with what co-simulation and proofs add where their macros are defined: traces,
                           // steering, faster forms for simulators, properties. Else only assertions
                           // (COHGEN_ASSERT) stand there
} cg_design_options;

// Writes the design of `plan` into `dir` (created; an existing design folder is replaced as a whole: the new
// one is written beside it and renamed). A folder that is not a design (no manifest.json in it) is never
// replaced. Files, <name> being the plan's: <name>_pkg.sv, <name>_<machine>_table.sv, <name>_<machine>.sv,
// <name>_system.sv, all parts, <name>.f (list of the files that the design needs, in the order to read them
// in: parts first), <name>.core and cohgen_parts.core (FuseSoC), manifest.json. Same spec, same bytes.
// Returns 0; 2 with a diagnostic if the folder cannot be written; 3 if a tool is missing (flat without
// yosys).
int cg_design_write(const cg_plan *plan, const char *dir, const cg_design_options *options, cg_diags *diags);

// What the signals of a controller's pipeline are made of, and why, for people.
void cg_design_signals(FILE *out, const cg_plan *plan, int machine);

// Hash of everything that decides the bytes of a design (its emitted text): 16 hex digits, NUL-terminated.
void cg_design_hash(const cg_plan *plan, const cg_design_options *options, char out[17]);
// Hash of the hardware alone: without what only stands there where a macro is defined (assertions, traces,
// forms that a simulator makes faster code of), and without comments. A figure of the hardware is as old as
// this.
void cg_hardware_hash(const cg_plan *plan, const cg_design_options *options, char out[17]);

#endif

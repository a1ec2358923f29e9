// One emitter per file of the design. Each prints; what there is to decide was decided in gen/plan/plan.c and
// facts.c.
#ifndef COHGEN_GEN_EMIT_SV_EMIT_H
#define COHGEN_GEN_EMIT_SV_EMIT_H

#include "facts.h"
#include "sv.h"

enum { SV_COLUMNS = 100 }; // of a line of an emitted file

void sv_wrap(FILE *out, const char *text); // breaks the lines of an emitted file that are longer, wrap.c

void sv_emit_package(FILE *out, const cg_plan *plan);            // <name>_pkg.sv: parameters, codes, types
void sv_emit_table(FILE *out, const cg_plan *plan, int machine); // <name>_<machine>_table.sv: the rules
void sv_emit_control(FILE *out, const cg_plan *plan,
                     int machine); // <name>_<machine>.sv: the pipeline around them
void sv_tell_signals(FILE *out, const cg_plan *plan, int machine); // what that decides, and why, for people
void sv_emit_system(FILE *out, const cg_plan *plan);               // <name>_system.sv: everything, wired

#endif

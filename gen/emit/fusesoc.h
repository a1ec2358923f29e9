// Core files for FuseSoC: the design's, and that of the parts, which is the same beside every design.
#ifndef COHGEN_GEN_EMIT_FUSESOC_H
#define COHGEN_GEN_EMIT_FUSESOC_H

#include <stdio.h>

#include "base/folder.h"
#include "plan/plan.h"

// The design's own files; it depends on the parts' core.
void cg_print_design_core(FILE *out, const cg_plan *plan, const cg_file *own, int n);

// All parts, by their files' names. The SRAM wrapper is a file set of its own, which a flag leaves out.
void cg_print_parts_core(FILE *out, char *const *parts, int n);

#endif

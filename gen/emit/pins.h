// Pins of memories that no logic of ours drives (cg_sram_pin): from the top through every module to each
// wrapper.
#ifndef COHGEN_GEN_EMIT_PINS_H
#define COHGEN_GEN_EMIT_PINS_H

#include "base/folder.h"
#include "plan/plan.h"

// Gives every module of the files in which a wrapper of a memory stands, or such a module, the pins as inputs
// behind clk_i, and connects them. Modules and instances have a port clk_i of their own line and a connection
// .clk_i(clk_i). Without pins nothing changes.
//
// Returns NULL; or, and nothing has changed, the name of a pin whose port, NAME_i, some module has already.
const char *cg_pins_pass(cg_files *files, const cg_sram *sram);

#endif

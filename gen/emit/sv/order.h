// Parts of the system's text that are about order at the core ports, for specs with has_order.
#ifndef COHGEN_GEN_EMIT_SV_ORDER_H
#define COHGEN_GEN_EMIT_SV_ORDER_H

#include <stdio.h>

#include "plan/plan.h"

// Bits of a request beside operation and thread.
int sv_operand_bits(const cg_plan *plan);
void sv_order_table(FILE *out, const cg_plan *plan); // constants: what goes before and behind an operation
void sv_order_logic(FILE *out, const cg_plan *plan); // core port i's part, in the controller's generate block
void sv_order_port(FILE *out, const cg_plan *plan);  // the controller's connections to it

#endif

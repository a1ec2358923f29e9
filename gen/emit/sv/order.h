// Parts of the system's text that are about order at the core ports, for specs with has_order.
#ifndef COHGEN_GEN_EMIT_SV_ORDER_H
#define COHGEN_GEN_EMIT_SV_ORDER_H

#include <stdio.h>

#include "plan/plan.h"

// Of a machine with a core port: bits of a request beside operation and thread; constants, what goes before
// and behind an operation; core port i's part, in the controller's generate block; the controller's
// connections to it.
int sv_asked_bits(const cg_plan *plan, const cg_machine *m); // with those of a command
int sv_operand_bits(const cg_plan *plan, const cg_machine *m);
void sv_order_table(FILE *out, const cg_plan *plan, const cg_machine *m);
void sv_order_logic(FILE *out, const cg_plan *plan, const cg_machine *m);
void sv_ordered_request(FILE *out, const cg_plan *plan, const cg_machine *m); // what a controller takes of it
void sv_order_port(FILE *out, const cg_plan *plan, const cg_machine *m);

#endif

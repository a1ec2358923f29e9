// What a core has to keep to at its port, as assertions (COHGEN_ASSERT) in the generate block of the
// controller that serves it.
#ifndef COHGEN_GEN_EMIT_SV_PORT_H
#define COHGEN_GEN_EMIT_SV_PORT_H

#include <stdio.h>

#include "plan/plan.h"

void sv_port_assertions(FILE *out, const cg_plan *plan); // of core port i

#endif

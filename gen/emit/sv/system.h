// The system's top, as it is printed: what system.c and network.c share.
#ifndef COHGEN_GEN_EMIT_SV_SYSTEM_H
#define COHGEN_GEN_EMIT_SV_SYSTEM_H

#include "emit.h"

typedef struct {
    FILE *out;
    const cg_plan *plan;
    const cg_spec *s;
} sv_system;

void sv_lane_wires(sv_system *y, int channel); // at both ends of a lane
void sv_network(sv_system *y, int channel);    // what is between them

#endif

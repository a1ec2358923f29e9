// Parts of the system's text where a local memory stands beside the controller behind a core port: note
// [spaces] in gen/lang/local.h.
#ifndef COHGEN_GEN_EMIT_SV_SPACES_H
#define COHGEN_GEN_EMIT_SV_SPACES_H

#include <stdio.h>

#include "plan/plan.h"

bool sv_has_spaces(const cg_plan *plan, const cg_machine *m); // a memory stands beside this machine
// In the generate block of core port i: what stands between the port, or the order logic behind it, and the
// two controllers; and the connections of one of these to that.
void sv_spaces(FILE *out, const cg_plan *plan, const cg_machine *m);
void sv_space_port(FILE *out, const cg_plan *plan, const cg_machine *m);

#endif

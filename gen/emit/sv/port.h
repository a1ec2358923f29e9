// What a core has to keep to at its port, as assertions (COHGEN_ASSERT) in the generate block of the
// controller that serves it.
#ifndef COHGEN_GEN_EMIT_SV_PORT_H
#define COHGEN_GEN_EMIT_SV_PORT_H

#include <stdio.h>

#include "plan/plan.h"

void sv_port_assertions(FILE *out, const cg_plan *plan, const cg_machine *m); // of the machine's core port i

enum { SV_CORE_NAME = 80 };
// note [kinds]: with one kind of cores the system's ports are core_req_* and core_resp_*, the package has
// their number as Cores, and a controller gets a core_req_t. With several, each kind has the name of its
// machine in their place: cpu_req_*, CpuCores, cpu_req_t.
const char *sv_core_prefix(const cg_spec *s, const cg_machine *m); // "core", "cpu"
const char *sv_core_constant(const cg_spec *s, const cg_machine *m, const char *name,
                             char text[SV_CORE_NAME]); // "Cores": "Cores", "CpuCores"

#endif

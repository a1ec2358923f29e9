// Commands at the core port of a system, and in the controllers that take them: note [commands] in
// gen/lang/command.h.
#ifndef COHGEN_GEN_EMIT_SV_COMMANDS_H
#define COHGEN_GEN_EMIT_SV_COMMANDS_H

#include <stdio.h>

#include "plan/plan.h"

// Has this core port commands? Else nothing below may be called.
bool sv_has_commands(const cg_plan *p, const cg_machine *m);
// ... and any that pass behind it, to rules?
bool sv_passes_commands(const cg_plan *p, const cg_machine *m);
// Comments that say what the bits of the system's port are.
void sv_command_codes(FILE *out, const cg_plan *p);
// In the generate block of core port i: its bits, "core_req_command_i[i*5 +: 5]"; and `command`, the number,
// with command_NAME for each operand, as the controllers have them. `low`: where it begins in what comes from
// the order logic; below 0: there is none.
const char *sv_command_asked(const cg_plan *p, const cg_machine *m, char text[160]);
void sv_command_wire(FILE *out, const cg_plan *p, const cg_machine *m, int low);
// "(command == 2'd2)": it is one for this controller, of those behind the port.
void sv_command_is_for(FILE *out, const cg_plan *p, const cg_machine *taker);
// The controller's connections and ports, if it takes some.
void sv_command_connect(FILE *out, const cg_plan *p, const cg_machine *m);
void sv_command_ports(FILE *out, const cg_plan *p, const cg_machine *m);

#endif

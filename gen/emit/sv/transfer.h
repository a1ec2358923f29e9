// Transfers at a core port: cohgen_transfer between the port and what stands behind it. Note [transfers] in
// gen/lang/transfer.h.
#ifndef COHGEN_GEN_EMIT_SV_TRANSFER_H
#define COHGEN_GEN_EMIT_SV_TRANSFER_H

#include <stdio.h>

#include "plan/plan.h"
#include "scoreboard.h"

bool sv_has_transfers(const cg_plan *p, const cg_machine *m);
// In the generate block of core port i: the part, and `moved_*`, what it passes on.
void sv_transfers(FILE *out, const cg_plan *p, const cg_machine *m);
// How what stands behind the port reads the space's bit, the command's bits, and its number; where it
// answers, as connections of resp_valid_o, resp_id_o and resp_data_o.
const char *sv_asked_space(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]);
const char *sv_asked_command(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]);
const char *sv_command_number(const cg_plan *p, const cg_machine *m, char text[SV_ASKED_TEXT]);
void sv_answer_to(FILE *out, const cg_plan *p, const cg_machine *m);

#endif

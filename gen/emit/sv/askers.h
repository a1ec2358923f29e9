// Requests as values, in the table module and in the controller around it: askers.c. `k` is a lane's place
// among those that the machine sends on, `lane` its name.
#ifndef COHGEN_GEN_EMIT_SV_ASKERS_H
#define COHGEN_GEN_EMIT_SV_ASKERS_H

#include "control.h"
#include "table.h"

void sv_asker_ports(sv_table *t, int k, const char *lane);
void sv_asker_quiet(sv_table *t, int k, const char *lane); // where no rule sends for another request
void sv_asker_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad);

void sv_askers_declare(sv_control *c); // what rules read of a message
void sv_asker_wires(sv_control *c, int k, const char *lane);
void sv_asker_connect(sv_control *c, int k, const char *lane);
bool sv_asker_slot(sv_control *c, int k, const char *lane,
                   const char *slot); // prints it; false: it is the event's

#endif

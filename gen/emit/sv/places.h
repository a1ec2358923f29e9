// Addresses of a local memory whose lines may be of global ones (note [mapped] in gen/lang/local.h), in the
// table module and in the controller around it: places.c. `k` is a lane's place among those that the machine
// sends on, `lane` its name.
#ifndef COHGEN_GEN_EMIT_SV_PLACES_H
#define COHGEN_GEN_EMIT_SV_PLACES_H

#include "control.h"
#include "table.h"

void sv_about_port(sv_table *t, int k, const char *lane);
void sv_about_quiet(sv_table *t, int k, const char *lane); // where nothing is sent
void sv_about_send(sv_table *t, const cg_rule *r, const cg_action *a, const char *lane, const char *pad);

void sv_about_wire(sv_control *c, int k, const char *lane);
void sv_about_connect(sv_control *c, int k, const char *lane);
bool sv_about_slot(sv_control *c, int k, const char *lane,
                   const char *slot); // prints it; false: it is the event's
// The address, from bit *low on, that a message on the lane is about.
const char *sv_about_address(const sv_control *c, int k, const char *lane, int *low);

// S0: of a message on a lane to such a memory the place that its event is about, and its global line.
void sv_place_facts(const sv_control *c, sv_facts *used); // the functions that these call
void sv_place_wires(sv_control *c, const sv_port *p);     // of places that are computed
void sv_place_of_message(sv_control *c, const sv_port *p);

#endif

// Inside the plan: what gen/plan*.c share.
#ifndef COHGEN_GEN_PLAN_PARTS_H
#define COHGEN_GEN_PLAN_PARTS_H

#include "plan.h"

// Adds prefix+name; a name that is there already keeps its place and grows to the wider of the two.
void cg_add_slot(cg_layout *l, const char *prefix, const char *name, int width);
void cg_place_slots(cg_layout *l); // gives each slot its offset, after the last was added

// victims.c
bool cg_plan_overwrites(const cg_spec *s, int machine);
bool cg_plan_keeps_brought(const cg_spec *s, int machine); // of those that overwrite
bool cg_plan_pairs(const cg_spec *s, int machine);
bool cg_plan_recalls_ahead(const cg_spec *s, int machine);
void cg_plan_entry_states(cg_machine_plan *mp,
                          const cg_machine *m); // flashes.c: the slots of an MSHR entry that have its states
bool cg_plan_pairs_on(const cg_spec *s, int machine, int channel); // ... and sends on this channel with it
uint64_t cg_plan_patience(const cg_spec *spec);
void cg_plan_deferred(cg_plan *p, int machine); // needs the trace
void cg_plan_share(cg_plan *p, int channel);    // lanes.c; places the slots of the lane's layout
void cg_plan_link(cg_plan *p, int channel);     // links.c; needs the lane's layout
// Is it a memory's lane whose lines come, or go, so many cycles apart that one place at the controller's end
// keeps up? Not in machines of words, which may take a line in parts.
bool cg_plan_is_slow(const cg_spec *s, const cg_channel *c);
void cg_plan_walk(cg_plan *p, int machine);   // storage.c; needs what the verbs do
void cg_plan_stores(cg_plan *p, int machine); // likewise; needs all layouts

#endif

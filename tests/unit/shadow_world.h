// A table's shadow alone, one rule at a time: what it performs and complains of is kept.
#ifndef COHGEN_TESTS_UNIT_SHADOW_WORLD_H
#define COHGEN_TESTS_UNIT_SHADOW_WORLD_H

#include "interp/shadow.h"

typedef struct {
    cg_spec *spec;
    cg_plan *plan;
    cg_shadow *s;
    cg_packet *packet;
    cg_perform performed; // the last one
    int performs;
    char problem[256]; // the first one
} world;

// Of a table at its own design point: "tests/tables/directory.json". To be given back.
world *new_world(const char *table);
void free_world(world *w);

// An event at a controller; the rule that fires has this id.
const cg_outcome *fire_event(world *w, int machine, int node, const char *event, const cg_packet *p,
                             const char *id);

#endif

// Files that a table names: beside the table, or among those that came with this program.
#ifndef COHGEN_GEN_READ_BESIDE_H
#define COHGEN_GEN_READ_BESIDE_H

#include "base/arena.h"

// The path of FOLDER/NAME.json beside `table`, else below protocols/ in COHGEN_HOME or above the executable.
// FOLDER may be "": the file is in no folder there. In the arena; NULL: there is none that can be read.
const char *cg_find_beside(cg_arena *arena, const char *table, const char *folder, const char *name);

#endif

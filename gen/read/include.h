// What tables share: a step on the JSON, before anything is read from it.
//
// "include": "NAME", or an array of names. include/NAME.json (gen/read/beside.h) is {"doc", "parameters",
// "constraints"}. Its parameters that the table does not declare itself become the table's, its constraints
// follow the table's.
#ifndef COHGEN_GEN_READ_INCLUDE_H
#define COHGEN_GEN_READ_INCLUDE_H

#include "base/json.h"

// Puts what `j` includes into j->root, in place of the key. Problems go to j->diags; false if there are any.
bool cg_include(cg_json *j);

#endif

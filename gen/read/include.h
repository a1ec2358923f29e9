// What tables share: a step on the JSON, before anything is read from it.
//
// "include": "NAME", or an array of names. include/NAME.json (gen/read/beside.h) is {"doc", "parameters",
// "constraints"}. Its parameters that the table does not declare itself become the table's, its constraints
// follow the table's.
//
// "base": "NAME": the table NAME.json, beside this one or in protocols/, with what this one says put into it
// as a merge patch (RFC 7396): members of objects one by one, anything else as a whole, and null leaves a
// member out. New members stand behind those of the base. $schema, name, title and doc are not taken over. A
// problem of what came from the base is told at its place there.
#ifndef COHGEN_GEN_READ_INCLUDE_H
#define COHGEN_GEN_READ_INCLUDE_H

#include "base/json.h"

// Puts what `j` includes, and what it is made of, into j->root, which may be another object then; the keys
// are gone. Problems go to j->diags; false if there are any.
bool cg_include(cg_json *j);

#endif

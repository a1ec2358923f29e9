// A protocol file to a checked specification: the reader, then the static analysis.
#ifndef COHGEN_GEN_LOAD_LOAD_H
#define COHGEN_GEN_LOAD_LOAD_H

#include "lang/spec.h"

// Reads and checks `path` at the design point given by `settings` (later ones win). Every problem found is
// added to `diags`; returns NULL if any is an error. Messages carry file:line:column and a JSON pointer.
cg_spec *cg_spec_read(const char *path, const cg_setting *settings, size_t n_settings, cg_diags *diags);
// The same of the table without some of its features (gen/read/features/features.h).
cg_spec *cg_spec_read_without(const char *path, const char *const *without, size_t n_without,
                              const cg_setting *settings, size_t n_settings, cg_diags *diags);

#endif

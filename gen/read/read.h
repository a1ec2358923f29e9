// Text to specification: what the reader gives to others.
#ifndef COHGEN_GEN_READ_READ_H
#define COHGEN_GEN_READ_READ_H

#include "base/json.h"
#include "lang/spec.h"

// The specification of a protocol file that is open as `json`, at the design point of `settings` (later ones
// win), without the features named in `without` (read/features/features.h). It is typed, and not yet checked.
// NULL after an error; problems go to json->diags.
cg_spec *cg_read_spec(cg_json *json, const char *path, const char *const *without, size_t n_without,
                      const cg_setting *settings, size_t n_settings);

// The settings of a design point file {"name", "doc", "set": {parameter: value}, "if_declared": {...}}, in
// the order of the file, those of `set` first; NULL and *n 0 after an error. A file that is not there is a
// design point that is not known: the others of its folder are candidates for "did you mean". Free with
// cg_point_free(); the settings must live as long as cg_spec_read() uses them, no longer.
cg_setting *cg_point_load(const char *path, size_t *n, cg_diags *diags);
void cg_point_free(cg_setting *settings);

#endif

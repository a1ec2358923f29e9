#include "load.h"

#include "check/check.h"
#include "read/read.h"

cg_spec *cg_spec_read(const char *path, const cg_setting *settings, size_t n_settings, cg_diags *diags) {
    return cg_spec_read_without(path, NULL, 0, settings, n_settings, diags);
}

cg_spec *cg_spec_read_without(const char *path, const char *const *without, size_t n_without,
                              const cg_setting *settings, size_t n_settings, cg_diags *diags) {
    const size_t before = cg_diags_errors(diags);
    cg_json *json = cg_json_read(path, diags);
    if (!json) return NULL;
    cg_spec *spec = cg_read_spec(json, path, without, n_without, settings, n_settings);
    if (spec) cg_check_spec(spec, json);
    cg_json_free(json);
    if (cg_diags_errors(diags) == before) return spec;
    cg_spec_free(spec);
    return NULL;
}

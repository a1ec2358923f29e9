#include "tables.h"

#include <criterion/criterion.h>

cg_spec *spec_of_table(const char *path, const cg_setting *settings, size_t n) {
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read(path, settings, n, d);
    if (!s) cg_diags_print(d, stderr);
    cg_diags_free(d);
    cr_assert_not_null(s);
    return s;
}

cg_plan *plan_of_table(const char *path, const cg_setting *settings, size_t n) {
    return cg_plan_new(spec_of_table(path, settings, n));
}

void drop_plan(cg_plan *p) {
    cg_spec *s = (cg_spec *)(uintptr_t)p->spec;
    cg_plan_free(p);
    cg_spec_free(s);
}

#include "litmus_sets.h"

#include <criterion/criterion.h>

cg_model *model_named(const char *name) {
    char path[100], err[512];
    snprintf(path, sizeof path, "protocols/models/%s.json", name);
    cg_model *m = cg_model_load(path, err, sizeof err);
    cr_assert(m != NULL, "%s", err);
    return m;
}

void expect_subset(const char *text, const char *what, const cg_lit_set *a, const cg_lit_set *b) {
    char outcome[CG_LIT_OUTCOME];
    for (size_t i = 0; i < a->n; i++) {
        if (cg_lit_set_has(b, &a->entries[i])) continue;
        cg_lit_entry_text(a, &a->entries[i], outcome);
        cr_assert(false, "%s: %s\n%s", what, outcome, text);
    }
}

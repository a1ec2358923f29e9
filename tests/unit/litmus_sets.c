#include "litmus_sets.h"

#include <criterion/criterion.h>

void expect_subset(const char *text, const char *what, const cg_lit_set *a, const cg_lit_set *b) {
    char outcome[CG_LIT_OUTCOME];
    for (size_t i = 0; i < a->n; i++) {
        if (cg_lit_set_has(b, &a->entries[i])) continue;
        cg_lit_entry_text(a, &a->entries[i], outcome);
        cr_assert(false, "%s: %s\n%s", what, outcome, text);
    }
}

// The oracle of data-race-free programs: loads that say that nobody stores into their word any more.
#include <criterion/criterion.h>
#include <string.h>

#include "judge/drf/drf.h"

static char told[4096];

static void tell(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    (void)ctx, (void)cycle, (void)has_addr, (void)addr;
    snprintf(told + strlen(told), sizeof told - strlen(told), "%s", text);
}

// Stores before such a load are right; one after it is the program's fault, whether it is ordered or not.
Test(drf_final, nobody_stores_into_a_final_word) {
    char err[400];
    cg_model *m = cg_model_load("protocols/models/drf0_ro.json", err, sizeof err);
    cr_assert(m != NULL, "%s", err);
    cg_drf *o = cg_drf_new(m, &(cg_drf_config){.threads = 2, .violation = tell}, err, sizeof err);
    const int store = cg_model_find_class(m, "store", 5), final = cg_model_find_class(m, "load.readonly", 13);
    const int aq = cg_model_find_class(m, "atomic.aq", 9), rl = cg_model_find_class(m, "atomic.rl", 9);
    cr_expect_eq(cg_model_final_marks(m), cg_model_mark(m, "readonly"));
    cg_drf_store(o, 0, store, 0x40, 0xf, 5, 1);
    cg_drf_atomic(o, 0, rl, 0x80, 0, 1, CG_AMO_ADD, true, 2);
    cg_drf_atomic(o, 1, aq, 0x80, 1, 1, CG_AMO_ADD, true, 3);
    cg_drf_load(o, 1, final, 0x40, 0xf, 5, true, 4);
    cr_expect_eq(cg_drf_violations(o), 0, "%s", told);
    cg_drf_atomic(o, 1, rl, 0x80, 1, 2, CG_AMO_ADD, true, 5);
    cg_drf_atomic(o, 0, aq, 0x80, 2, 2, CG_AMO_ADD, true, 6);
    cg_drf_store(o, 0, store, 0x40, 0xf, 6, 7);
    cr_expect_eq(cg_drf_get_stats(o).races, 1);
    cr_expect(strstr(told, "a store into a read-only word, the program's fault: thread 0 store 0x40") !=
                      NULL &&
                  strstr(told, "and thread 1 load.readonly 0x40") != NULL &&
                  strstr(told, "nobody stores into a word after a load.readonly of it") != NULL,
              "%s", told);
    cg_drf_free(o);
    cg_model_free(m);
}

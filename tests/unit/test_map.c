// The hash map against an array, and items that share a hash.
#include <criterion/criterion.h>
#include <string.h>

#include "base/map.h"
#include "base/rng.h"

enum { KEYS = 97, STEPS = 20000 };

Test(map, is_an_array_by_any_keys) {
    uint32_t wanted[KEYS];
    memset(wanted, 0xff, sizeof wanted);
    cg_map m = {0};
    cg_rng r = {1};
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t k = (uint32_t)cg_rng_below(&r, KEYS);
        const uint64_t a = UINT64_C(64) * (k / 2);
        if (wanted[k] != CG_MAP_NONE && i % 3) {
            cg_map_remove(&m, a, k % 2);
            wanted[k] = CG_MAP_NONE;
        } else {
            *cg_map_at(&m, a, k % 2) = wanted[k] = i;
        }
        const uint32_t other = (uint32_t)cg_rng_below(&r, KEYS);
        cr_assert_eq(cg_map_get(&m, UINT64_C(64) * (other / 2), other % 2), wanted[other], "step %u", i);
    }
    size_t n = 0;
    for (int k = 0; k < KEYS; k++) n += wanted[k] != CG_MAP_NONE;
    cr_assert_eq(m.used, n);
    cg_map_free(&m);
}

static bool has_text(const void *texts, uint32_t i, const void *text) {
    return !strcmp(((const char *const *)texts)[i], text);
}

Test(map, items_of_one_hash_are_told_apart) {
    static const char *const TEXTS[] = {"one", "two", "three"};
    cg_map m = {0};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t *at = cg_map_at_item(&m, 7, has_text, TEXTS, TEXTS[i]);
        cr_assert_eq(*at, CG_MAP_NONE);
        *at = i;
    }
    for (uint32_t i = 0; i < 3; i++) cr_expect_eq(cg_map_get_item(&m, 7, has_text, TEXTS, TEXTS[i]), i);
    cr_expect_eq(cg_map_get_item(&m, 7, has_text, TEXTS, "four"), CG_MAP_NONE);
    cg_map_free(&m);
}

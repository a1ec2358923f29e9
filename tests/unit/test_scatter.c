// Where a workload's lines lie: one to one, index and offset kept, and every bit above the index as the only
// difference of two lines of a set.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "programs/scatter.h"

Test(scatter, is_one_to_one) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        const cg_scatter s = cg_scatter_new(16, 16, 8, seed);
        unsigned char *seen = calloc(1 << 16, 1);
        cr_assert(seen != NULL);
        for (uint64_t a = 0; a < 1 << 16; a++) {
            const uint64_t there = cg_scattered(&s, a);
            cr_assert(there < 1 << 16 && !seen[there]);
            cr_assert(there % 128 == a % 128, "index and offset stay");
            seen[there] = 1;
        }
        free(seen);
    }
}

// The bits in which two of the first `lines` lines of a set differ, and no other bit.
static uint64_t alone(const cg_scatter *s, uint64_t set, uint64_t lines, uint64_t stride) {
    uint64_t bits = 0;
    for (uint64_t i = 0; i < lines; i++)
        for (uint64_t k = 0; k < i; k++) {
            const uint64_t d = cg_scattered(s, set + i * stride) ^ cg_scattered(s, set + k * stride);
            if ((d & (d - 1)) == 0) bits |= d;
        }
    return bits;
}

Test(scatter, each_bit_is_the_only_difference_of_two_lines) {
    for (uint64_t seed = 0; seed < 20; seed++) {
        const cg_scatter s = cg_scatter_new(20, 16, 4, seed); // 14 bits above
        for (uint64_t set = 0; set < 4; set++)
            cr_expect(alone(&s, set * 16, 15, 64) == (UINT64_C(1) << 20) - 64, "seed %d", (int)seed);
        const cg_scatter wide = cg_scatter_new(48, 128, 4096, seed);
        cr_expect(alone(&wide, 0, 30, 128 * 4096) == (UINT64_C(1) << 48) - (UINT64_C(1) << 19), "seed %d",
                  (int)seed);
    }
}

Test(scatter, seeds_begin_elsewhere) {
    const cg_scatter a = cg_scatter_new(32, 64, 256, 1), b = cg_scatter_new(32, 64, 256, 2);
    cr_expect(cg_scattered(&a, 0) != cg_scattered(&b, 0));
}

Test(scatter, lines_of_different_groups_differ_above) {
    const cg_scatter s = cg_scatter_new(32, 64, 256, 1);
    cr_expect(cg_scattered(&s, 0) >> 14 == cg_scattered(&s, 7 * 64) >> 14);
    cr_expect(cg_scattered(&s, 0) >> 14 != cg_scattered(&s, 8 * 64) >> 14);
}

Test(scatter, nothing_is_scattered_where_nothing_is_above) {
    const cg_scatter full = cg_scatter_new(16, 16, 4096, 1), none = cg_scatter_new(32, 64, 0, 1);
    for (uint64_t a = 0; a < 1 << 16; a += 4)
        cr_assert(cg_scattered(&full, a) == a && cg_scattered(&none, a) == a);
}

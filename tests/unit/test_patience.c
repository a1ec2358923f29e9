// How long a rule may wait for the clock (gen/plan/patience.c).
#include <criterion/criterion.h>
#include <string.h>

#include "load/load.h"
#include "plan/plan.h"

static uint64_t patience(const char *protocol, const char *lease, const char *bits, const char *cycles) {
    const cg_setting s[] = {{"lease", lease, "test", false},
                            {"clock_bits", bits, "test", false},
                            {"clock_cycles", cycles, "test", false}};
    char file[64];
    snprintf(file, sizeof file, "protocols/%s.json", protocol);
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read(file, s, lease ? 3 : 0, diags);
    cr_assert(spec != NULL);
    cg_plan *plan = cg_plan_new(spec);
    const uint64_t found = plan->patience;
    cg_plan_free(plan);
    cg_spec_free(spec);
    cg_diags_free(diags);
    return found;
}

Test(patience, is_that_of_the_longest_lease) {
    cr_expect(patience("tcs", "800", "32", "1") == 1600);
    cr_expect(patience("tcs", "30000", "32", "1") == 60000);
    cr_expect(patience("tcs", "30000", "48", "7") == 420000);
    cr_expect(patience("tcw", "30000", "32", "1") == 60000);
    cr_expect(patience("tcw", "5000", "32", "3") == 30000);
}

// What has outlived the clock's round may be waited for until it has gone around.
Test(patience, is_a_short_round) {
    cr_expect(patience("tcs", "20", "8", "1") == 256);
    cr_expect(patience("tcw", "20", "16", "4") == 262144);
}

Test(patience, is_none_without_a_clock) {
    cr_expect(patience("mesi", NULL, NULL, NULL) == 0);
    cr_expect(patience("rcc", NULL, NULL, NULL) == 0);
}

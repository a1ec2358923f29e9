// Where the members of a deferred request stand in cohgen_waiters.
#include <criterion/criterion.h>
#include <string.h>

#include "tables.h"

static int slot_of(const cg_machine_plan *mp, const char *name) {
    int i = 0;
    while (i < mp->deferred.n_slots && strcmp(mp->deferred.slots[i].name, name)) i++;
    return i < mp->deferred.n_slots ? i : CG_NONE;
}

static int shared_slots(const cg_machine_plan *mp) {
    int n = 0;
    for (int i = 0; i < mp->deferred.n_slots; i++) n += mp->deferred_host[i] != CG_NONE;
    return n;
}

static int width_apart(const cg_machine_plan *mp) {
    int bits = 0;
    for (int i = 0; i < mp->deferred.n_slots; i++) bits += mp->deferred.slots[i].width;
    return bits;
}

// Of RCC's L2 a read has the end of its lease with it, an atomic what its word is compared with.
Test(deferred, members_that_no_request_needs_together_share_their_bits) {
    cg_plan *plan = plan_of_table("protocols/rcc.json", NULL, 0);
    const cg_machine_plan *l2 = &plan->machines[1];
    const int exp = slot_of(l2, "exp"), cmp = slot_of(l2, "cmp");
    cr_assert(exp != CG_NONE && cmp != CG_NONE);
    cr_expect(l2->deferred_host[exp] == cmp || l2->deferred_host[cmp] == exp);
    cr_expect_eq(l2->deferred.slots[exp].offset, l2->deferred.slots[cmp].offset);
    cr_expect_eq(shared_slots(l2), 1, "both need all others");
    cr_expect_eq(l2->deferred.width, width_apart(l2) - 32);
    drop_plan(plan);
}

Test(deferred, without_such_members_each_has_its_own) {
    cg_plan *plan = plan_of_table("protocols/mesi.json", NULL, 0);
    for (int i = 0; i < plan->spec->n_machines; i++) {
        const cg_machine_plan *mp = &plan->machines[i];
        cr_expect_eq(shared_slots(mp), 0);
        cr_expect_eq(mp->deferred.width, width_apart(mp));
    }
    drop_plan(plan);
}

// Where the members of a deferred request stand in cohgen_waiters.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
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

// Of an address neither the bytes of a word nor the home; of the event's code what tells reads from atomics.
Test(deferred, bits_that_all_have_are_not_stored) {
    cg_plan *plan = plan_of_table("protocols/rcc.json", NULL, 0);
    const cg_machine_plan *l2 = &plan->machines[1];
    cr_assert_eq(l2->home_shift, 1);
    cr_expect_eq(l2->deferred.slots[slot_of(l2, "addr")].width, 32 - 2 - 1);
    cr_expect_eq(l2->deferred.slots[slot_of(l2, "event")].width, 2);
    cr_expect_lt(l2->deferred.slots[slot_of(l2, "event")].width, l2->event_bits);
    cr_expect_eq(slot_of(l2, "mask"), CG_NONE);
    drop_plan(plan);
}

Test(deferred, one_kind_alone_needs_no_code) {
    cg_plan *plan = plan_of_table("protocols/mesi_wt.json", NULL, 0);
    cr_assert(plan->machines[0].has_merge);
    cr_expect_eq(slot_of(&plan->machines[0], "event"), CG_NONE);
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

// dd's atomics that wait are done with what their thread's place has: only stores, which do not wait, go into
// the store buffer.
Test(deferred, operands_stand_with_the_thread_beside_a_store_buffer) {
    cg_plan *plan = plan_of_table("protocols/dd.json", NULL, 0);
    const cg_machine_plan *l1 = &plan->machines[0];
    cr_assert(l1->has_buffer && l1->words && l1->defers_atomic);
    cr_expect(l1->deferred_apart);
    cr_expect_eq(slot_of(l1, "word"), CG_NONE);
    cr_expect_eq(slot_of(l1, "cmp"), CG_NONE);
    drop_plan(plan);
}

// The same table, but for `from`, in place of which stands `to`.
static cg_plan *plan_of_changed(const char *from, const char *to) {
    const char *path = "protocols/.test_deferred"; // beside the models, and no table to others
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen("protocols/dd.json", "r");
    cr_assert(in && getdelim(&text, &size, '\0', in) > 0);
    fclose(in);
    char *at = strstr(text, from);
    cr_assert(at);
    FILE *out = fopen(path, "w");
    cr_assert(out);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(out);
    cg_plan *plan = plan_of_table(path, NULL, 0);
    remove(path);
    free(text);
    return plan;
}

// A store that waits, and then goes into the store buffer, brings its word with it.
Test(deferred, operands_stand_with_a_request_that_goes_into_the_store_buffer) {
    cg_plan *plan = plan_of_changed(
        "{\"in\": [\"I\", \"V\", \"IV\", \"IX\", \"IB\", \"IA\", \"RI\"], \"on\": \"store\", \"do\": "
        "[\"@gather\"]}",
        "{\"in\": [\"I\", \"V\", \"IV\", \"IX\", \"IB\", \"RI\"], \"on\": \"store\", \"do\": [\"@gather\"]},"
        "{\"in\": \"IA\", \"on\": \"store\", \"do\": [\"merge\"]}");
    cr_expect(plan->machines[0].defers_store);
    cr_expect(!plan->machines[0].deferred_apart);
    cr_expect_neq(slot_of(&plan->machines[0], "word"), CG_NONE);
    drop_plan(plan);
}

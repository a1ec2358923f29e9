// Records handed over one by one lie side by side, machine by machine, and are gone in the next cycle.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "interp/bits.h"
#include "load/load.h"
#include "lockstep/records.h"

Test(bits, of_any_width_anywhere) {
    const uint32_t v[] = {0x9e3779b9, 0x7f4a7c15, 0xf39cc060, 0x5cedc834};
    for (unsigned width = 1; width <= 64; width++)
        for (unsigned at = 0; at + width <= 128; at++) {
            uint64_t each = 0;
            for (unsigned i = 0; i < width; i++)
                each |= (uint64_t)(v[(at + i) / 32] >> (at + i) % 32 & 1) << i;
            cr_assert_eq(cg_bits_get(v, at, width), each, "%u bits from bit %u", width, at);
        }
}

Test(records, lie_side_by_side_for_one_cycle) {
    const cg_setting settings[] = {{"cores", "2", "test", false}, {"partitions", "2", "test", false}};
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read("protocols/rcc.json", settings, 2, diags);
    cr_assert(spec != NULL);
    cg_plan *plan = cg_plan_new(spec);
    cg_records *r = cg_records_new(plan);
    uint64_t base = 0;
    for (int machine = 0; machine < spec->n_machines; machine++) {
        const cg_layout *l = &plan->machines[machine].trace;
        const cg_slot *rule = cg_slot_find(l, "rule"), *last = &l->slots[l->n_slots - 1];
        cr_assert(l->width % 32 == 0 && l->width <= plan->record_bits);
        for (int node = 0; node < (int)spec->machines[machine].count; node++, base += (uint64_t)l->width) {
            uint32_t *slots = calloc((size_t)plan->record_bits / 32, sizeof *slots);
            const uint64_t number = (uint64_t)(machine + node + 1) % 4;
            cg_bits_put(slots, 0, 1, 1); // valid
            cg_bits_put(slots, (uint64_t)rule->offset, (unsigned)rule->width, number);
            cg_bits_put(slots, (uint64_t)(last->offset + last->width - 1), 1, 1);
            cg_records_put(r, machine, node, slots);
            free(slots);
            const uint32_t *trace = cg_records_trace(r);
            cr_assert_eq(cg_bits_get(trace, base, 1), 1);
            cr_assert_eq(cg_bits_get(trace, base + (uint64_t)rule->offset, (unsigned)rule->width), number);
            cr_assert_eq(cg_bits_get(trace, base + (uint64_t)(last->offset + last->width - 1), 1), 1);
        }
    }
    cr_assert_eq(base, (uint64_t)plan->trace_bits);
    cg_records_clear(r);
    base = 0;
    for (int machine = 0; machine < spec->n_machines; machine++)
        for (int node = 0; node < (int)spec->machines[machine].count; node++) {
            cr_assert_eq(cg_bits_get(cg_records_trace(r), base, 1), 0);
            base += (uint64_t)plan->machines[machine].trace.width;
        }
    cg_records_free(r);
    cg_plan_free(plan);
    cg_spec_free(spec);
    cg_diags_free(diags);
}

// A record with this rule, of the first controller of machine 0.
static void put_rule(cg_records *r, const cg_plan *plan, uint64_t rule) {
    const cg_slot *at = cg_slot_find(&plan->machines[0].trace, "rule");
    uint32_t *slots = calloc((size_t)plan->record_bits / 32, sizeof *slots);
    cg_bits_put(slots, 0, 1, 1);
    cg_bits_put(slots, (uint64_t)at->offset, (unsigned)at->width, rule);
    cg_records_put(r, 0, 0, slots);
    free(slots);
}

// The rules of the valid records of node 0 of machine 0, in their order, as digits.
static uint64_t rules_put(const cg_records *r, const cg_plan *plan) {
    const cg_slot *at = cg_slot_find(&plan->machines[0].trace, "rule");
    uint64_t digits = 0, records = 0;
    for (cg_record_walk walk = {0}; cg_records_next(plan, &walk);) {
        const uint32_t *trace = cg_records_trace(r);
        cr_assert_lt(walk.at.base, (uint64_t)plan->trace_bits);
        records++;
        if (!cg_bits_get(trace, walk.at.base, 1)) continue;
        cr_expect(walk.at.machine == 0 && walk.at.node == 0);
        digits = digits * 10 + cg_bits_get(trace, walk.at.base + (uint64_t)at->offset, (unsigned)at->width);
    }
    cr_expect_eq(records, 6 + 4, "four L1s that pair, two L2s");
    return digits;
}

Test(records, an_eviction_comes_before_the_transition_that_it_is_paired_with) {
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read("protocols/mesi.json", NULL, 0, diags);
    cr_assert(spec != NULL);
    cg_plan *plan = cg_plan_new(spec);
    cg_records *r = cg_records_new(plan);
    put_rule(r, plan, 5);
    cr_expect_eq(rules_put(r, plan), 5, "alone");
    put_rule(r, plan, 3);
    cr_expect_eq(rules_put(r, plan), 53);
    cg_records_clear(r);
    cr_expect_eq(rules_put(r, plan), 0);
    cg_records_free(r);
    cg_plan_free(plan);
    cg_spec_free(spec);
    cg_diags_free(diags);
}

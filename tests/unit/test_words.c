// Machines of words: lockstep against a device in software, and random walks.
#include "cases.h"
#include "lockstep_device.h"

#include "load/load.h"
#include "tables.h"
#include "walk/walk.h"

#define TABLE CG_ROOT "/protocols/dd.json"

static const cg_setting SMALL[] = {{"cores", "3", "test", false},      {"threads", "3", "test", false},
                                   {"partitions", "2", "test", false}, {"l1_sets", "2", "test", false},
                                   {"l1_ways", "2", "test", false},    {"l2_sets", "2", "test", false},
                                   {"l2_ways", "2", "test", false},    {"l1_mshrs", "3", "test", false},
                                   {"l1_stores", "2", "test", false},  {"writes", "6", "test", false},
                                   {"l1_waiters", "3", "test", false}, {"l2_mshrs", "3", "test", false},
                                   {"l2_waiters", "3", "test", false}, {"line_bytes", "16", "test", false}};
enum { N_SMALL = sizeof SMALL / sizeof *SMALL };

static device *device_of_words(uint64_t seed, int n) {
    device *d = new_device_of(TABLE, seed, SMALL, (size_t)n);
    d->lines = 5;
    return d;
}

Test(words, lockstep_agrees_with_a_right_device) {
    const uint64_t seeds = is_full() ? 4 : 2;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        device *d = device_of_words(seed, seed % 2 ? N_SMALL : N_SMALL - 1); // lines of 4 words, and of 16
        cr_assert_eq(run(d, 20000), 0, "%s", d->text);
        if (d->performed < 1000) cg_lockstep_print_pending(d->ls, stderr);
        cr_assert_gt(d->performed, 1000);
        free_device(d);
    }
}

static bool tamper_words(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)o;
    const cg_slot *slot = slot_of(d, machine, "", "words");
    if (!c->words || roll(d, 4)) return false;
    const uint64_t at =
        record_base(d, machine, node) + (uint64_t)slot->offset + roll(d, (uint32_t)slot->width);
    d->trace[at >> 5] ^= UINT32_C(1) << (at & 31);
    return true;
}

static bool tamper_sent_words(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)c;
    char prefix[32];
    for (int k = 0; k < d->plan->machines[machine].n_out; k++) {
        if (o->out[k].msg == CG_NONE || !o->out[k].packet->words || roll(d, 4)) continue;
        snprintf(prefix, sizeof prefix, "out.%d.", d->plan->machines[machine].out_channels[k]);
        const cg_slot *slot = slot_of(d, machine, prefix, "words");
        const uint64_t at =
            record_base(d, machine, node) + (uint64_t)slot->offset + roll(d, (uint32_t)slot->width);
        d->trace[at >> 5] ^= UINT32_C(1) << (at & 31);
        return true;
    }
    return false;
}

static void caught(tamper_fn *tamper) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(5); seed++)
        run_tampered(device_of_words(seed, N_SMALL), tamper, NULL, true, 20000);
}

Test(words, every_word_counts) {
    caught(tamper_words);
    caught(tamper_sent_words);
}

Test(words, walks) {
    char error[256];
    cg_spec *s = spec_of_table(TABLE, SMALL, N_SMALL);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load(CG_ROOT "/protocols/models/drf0.json", error, sizeof error);
    cr_assert_not_null(model, "%s", error);
    cg_walk_result r = {0};
    for (uint64_t seed = 1; seed <= (uint64_t)cases(30); seed++)
        cr_assert(cg_walk(plan, model, &(cg_walk_options){.seed = seed, .operations = 1000}, &r), "%s",
                  r.reason);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
}

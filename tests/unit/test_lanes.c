// Where the fields of a lane's messages stand, and how many lines wait at a sender.
#include <criterion/criterion.h>
#include <string.h>

#include "tables.h"

static const cg_lane_plan *lane_with(const cg_plan *plan, const char *msg, int *channel) {
    int m = 0;
    while (m < plan->spec->n_msgs && strcmp(plan->spec->msgs[m].name, msg)) m++;
    cr_assert(m < plan->spec->n_msgs, "no message %s", msg);
    *channel = plan->spec->msgs[m].channel;
    return &plan->lanes[*channel];
}

static const char *host_of(const cg_lane_plan *lane, const char *name) {
    const cg_slot *slot = cg_slot_find(&lane->layout, name);
    cr_assert_not_null(slot, "%s", name);
    const int i = (int)(slot - lane->layout.slots);
    return lane->host[i] == CG_NONE ? NULL : cg_plan_stands_in(lane, i)->name;
}

// A read of RCC has the end of its lease with it, an atomic what its word is compared with, a store neither.
Test(lanes, fields_that_no_message_has_together_share_their_bits) {
    int channel;
    cg_plan *plan = plan_of_table("protocols/rcc.json", NULL, 0);
    const cg_lane_plan *req = lane_with(plan, "GETS", &channel), *resp = lane_with(plan, "DATA", &channel);
    cr_expect_str_eq(host_of(req, "exp"), "cmp");
    cr_expect_null(host_of(req, "now"), "reads, stores and atomics have it");
    cr_expect_str_eq(host_of(resp, "exp"), "word");
    cr_expect_null(host_of(resp, "ver"), "a line and an answer to an atomic have it beside the others");
    cr_expect_null(host_of(resp, "current"), "no other field has one bit");
    cr_expect_eq(resp->head.width + (int)plan->spec->line_bytes * 8, resp->layout.width);
    drop_plan(plan);
}

// For each message of each lane: what it carries stands in bits of its own.
static void expect_apart(const cg_plan *plan, int channel) {
    const cg_channel *c = &plan->spec->channels[channel];
    const cg_layout *l = &plan->lanes[channel].layout;
    for (int k = 0; k < c->n_msgs; k++) {
        const cg_msg *msg = &plan->spec->msgs[c->msgs[k]];
        for (int a = 0; a < l->n_slots; a++)
            for (int b = 0; b < a; b++) {
                const cg_slot *x = &l->slots[a], *y = &l->slots[b];
                const bool both = (cg_plan_carries(msg, x->name) || !strcmp(x->name, "addr")) &&
                                  (cg_plan_carries(msg, y->name) || !strcmp(y->name, "addr"));
                cr_expect(!both || x->offset >= y->offset + y->width || y->offset >= x->offset + x->width,
                          "%s: %s and %s", msg->name, x->name, y->name);
            }
    }
}

Test(lanes, what_a_message_carries_stands_apart) {
    static const char *const tables[] = {"rcc", "rcc_wo", "tcs", "tcw", "mesi",  "gd",
                                         "dd",  "dh",     "rfo", "qr",  "qr_cpu"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        char path[64];
        snprintf(path, sizeof path, "protocols/%s.json", tables[i]);
        cg_plan *plan = plan_of_table(path, NULL, 0);
        for (int channel = 0; channel < plan->spec->n_channels; channel++) expect_apart(plan, channel);
        drop_plan(plan);
    }
}

static int lines_of(const char *key, const char *value) {
    int channel;
    const cg_setting set = {key, value, "test", false};
    cg_plan *plan = plan_of_table("protocols/mesi.json", &set, 1);
    const int lines = lane_with(plan, "PUTM", &channel)->out_lines;
    drop_plan(plan);
    return lines;
}

// Four L1s and two L2s: an L1 has one place for lines on each lane, an L2 one more, for a packet that passes.
Test(lanes, one_place_for_lines_where_it_keeps_the_link_busy) {
    cr_expect_eq(lines_of("link_bits", "128"), 1);
    cr_expect_eq(lines_of("link_bits", "256"), 2, "lines of two beats");
    cr_expect_eq(lines_of("net_latency", "3"), 2, "packets with gaps");
    cr_expect_eq(lines_of("partitions", "8"), 2, "few senders");
}

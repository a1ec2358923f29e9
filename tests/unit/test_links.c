// Which lanes carry a line in beats, and what waits at their ends (note [links] in docs/rtl.md).
#include <criterion/criterion.h>
#include <string.h>

#include "tables.h"

static cg_plan *plan_with(const char *table, const char *link_bits) {
    const cg_setting link = {"link_bits", link_bits, "test", false};
    return plan_of_table(table, &link, 1);
}

// The lane of a network between two machines, or CG_MEMORY.
static const cg_lane_plan *lane_of(const cg_plan *plan, const char *net, int from, int to) {
    const cg_spec *s = plan->spec;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_channel *c = &s->channels[i];
        if (c->from == from && c->to == to && !strcmp(s->nets[c->net].name, net)) return &plan->lanes[i];
    }
    cr_assert_fail("no such lane");
    return NULL;
}

Test(links, without_them_nothing_is_cut) {
    cg_plan *plan = plan_with("protocols/mesi.json", "0");
    for (int i = 0; i < plan->spec->n_channels; i++) {
        cr_expect_eq(plan->lanes[i].link_bits, 0);
        cr_expect_eq(plan->lanes[i].wire_bits, plan->lanes[i].layout.width);
    }
    drop_plan(plan);
}

Test(links, only_lanes_with_lines_are_cut) {
    cg_plan *mesi = plan_with("protocols/mesi.json", "128");
    cg_plan *rcc = plan_with("protocols/rcc.json", "128");
    cr_expect_eq(lane_of(mesi, "req", 0, 1)->beats, 4, "PUTM brings a line");
    cr_expect_eq(lane_of(mesi, "resp", 1, 0)->beats, 4);
    cr_expect_eq(lane_of(rcc, "req", 0, 1)->beats, 0, "no request brings one");
    cr_expect_eq(lane_of(rcc, "resp", 1, 0)->beats, 4);
    cr_expect_eq(lane_of(rcc, "mem", CG_MEMORY, 1)->beats, 0, "the memory port has beats of its own");
    drop_plan(mesi);
    drop_plan(rcc);
}

Test(links, a_flit_has_a_header_and_a_beat) {
    cg_plan *plan = plan_with("protocols/mesi.json", "32");
    const cg_lane_plan *lane = lane_of(plan, "req", 0, 1);
    cr_expect_eq(lane->head.width, lane->layout.width - 512);
    cr_expect_null(cg_slot_find(&lane->head, "line"));
    cr_expect_eq(lane->wire_bits, lane->head.width + 32 + 1);
    cr_expect_eq(cg_slot_find(&lane->head, "src")->offset, cg_slot_find(&lane->layout, "src")->offset);
    drop_plan(plan);
}

Test(links, headers_wait_apart_from_lines) {
    cg_plan *plan = plan_with("protocols/mesi.json", "128");
    const cg_lane_plan *req = lane_of(plan, "req", 0, 1), *resp = lane_of(plan, "resp", 1, 0);
    cr_expect(req->by_source);
    cr_expect_eq(req->in_depth, 2, "two headers of each sender");
    cr_expect_eq(req->in_lines, 1, "and a line");
    cr_expect_eq(resp->in_depth, (int)plan->spec->net_depth);
    cr_expect_eq(resp->in_lines, 1, "which leaves as the next one comes");
    drop_plan(plan);
}

static cg_plan *mesi_with_wires(void) {
    const cg_setting wires = {"net_latency", "3", "test", false};
    return plan_of_table("protocols/mesi.json", &wires, 1);
}

Test(links, one_place_keeps_up_where_s2_is_surely_done_with_a_line_of_three_beats) {
    cg_plan *four = plan_with("protocols/mesi.json", "128"), *two = plan_with("protocols/mesi.json", "256");
    cg_plan *wires = mesi_with_wires(), *words = plan_with("protocols/dd.json", "128");
    const cg_lane_plan *lane = lane_of(four, "resp", 1, 0);
    cr_expect(lane->settles && lane->lead == 2 && lane->in_lines == 1);
    lane = lane_of(two, "resp", 1, 0);
    cr_expect(lane->settles && lane->lead == 1 && lane->in_lines == 2, "S2 comes a cycle behind its beats");
    lane = lane_of(wires, "resp", 1, 0);
    cr_expect(!lane->settles && !lane->lead && lane->in_lines == 2, "beats may come with gaps");
    lane = lane_of(words, "resp", 1, 0);
    cr_expect(!lane->settles && lane->lead == 2 && lane->in_lines == 2, "a line may be taken in parts");
    drop_plan(four);
    drop_plan(two);
    drop_plan(wires);
    drop_plan(words);
}

Test(links, few_senders_of_lines_have_more_places) {
    cg_plan *plan = plan_with("protocols/mesi.json", "128");
    const cg_lane_plan *req = lane_of(plan, "req", 0, 1), *resp = lane_of(plan, "resp", 1, 0);
    cr_expect(req->out_lines == 1, "four L1s send to two L2s");
    cr_expect(resp->out_lines == 2 && resp->depth > (int)plan->spec->net_depth, "two L2s send to four L1s");
    drop_plan(plan);
}

// All messages of msi's L2s to its L1s bring a line: a packet to one that is busy must not keep others
// waiting.
Test(links, a_packet_may_pass_another_where_all_messages_bring_lines) {
    cg_plan *plan = plan_with("protocols/msi.json", "128");
    const cg_lane_plan *resp = lane_of(plan, "resp", 1, 0);
    cr_expect(resp->apart);
    cr_expect_eq(resp->out_lines, 2);
    drop_plan(plan);
}

Test(links, they_have_128_bits_where_lines_have_more) {
    const cg_setting shortest[] = {{"line_bytes", "16", "test", false},
                                   {"axi_data_bits", "32", "test", false}};
    cg_plan *plan = plan_of_table("protocols/mesi.json", NULL, 0);
    cr_expect_eq(lane_of(plan, "resp", 1, 0)->link_bits, 128);
    drop_plan(plan);
    cg_plan *narrow = plan_of_table("protocols/mesi.json", shortest, 2);
    cr_expect_eq(lane_of(narrow, "resp", 1, 0)->link_bits, 0, "a line is no wider");
    drop_plan(narrow);
}

Test(links, a_line_to_memory_waits_apart_and_leaves_whole) {
    cg_plan *plan = plan_with("protocols/mesi.json", "32");
    const cg_lane_plan *lane = lane_of(plan, "mem", 1, CG_MEMORY);
    cr_expect_eq(lane->beats, 1);
    cr_expect_eq(lane->out_lines, 1, "8 cycles a line");
    cr_expect_eq(lane_of(plan, "mem", CG_MEMORY, 1)->in_depth, 1, "likewise");
    cr_expect_eq(lane->wire_bits, lane->layout.width);
    cr_expect_eq(lane->layout.width, lane->head.width + 512);
    drop_plan(plan);
    const cg_setting wide = {"axi_data_bits", "128", "test", false};
    plan = plan_of_table("protocols/mesi.json", &wide, 1);
    cr_expect_eq(lane_of(plan, "mem", 1, CG_MEMORY)->out_lines, 2, "4 cycles a line");
    cr_expect_eq(lane_of(plan, "mem", CG_MEMORY, 1)->in_depth, 2);
    drop_plan(plan);
}

Test(links, messages_without_a_line_have_a_port_where_it_helps) {
    cg_plan *mesi = plan_with("protocols/mesi.json", "128");
    cr_expect(lane_of(mesi, "req", 0, 1)->apart, "GETS beside PUTM");
    cr_expect(lane_of(mesi, "resp", 1, 0)->apart, "PUTACK beside DATA");
    drop_plan(mesi);
    const cg_setting far[] = {{"link_bits", "128", "test", false}, {"net_latency", "3", "test", false}};
    cg_plan *far_away = plan_of_table("protocols/mesi.json", far, 2);
    cr_expect(!lane_of(far_away, "req", 0, 1)->apart, "wires of each sender keep one order");
    cr_expect(lane_of(far_away, "resp", 1, 0)->apart, "wires behind the crossbar");
    drop_plan(far_away);
    const cg_setting one[] = {{"link_bits", "128", "test", false}, {"partitions", "1", "test", false}};
    cg_plan *alone = plan_of_table("protocols/mesi.json", one, 2);
    cr_expect(!lane_of(alone, "req", 0, 1)->apart, "one receiver: nobody to pass to");
    drop_plan(alone);
}

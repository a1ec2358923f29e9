// Which lanes have a queue for each sender at their receiver, and how many places each (note [sources] in
// docs/rtl.md).
#include <criterion/criterion.h>
#include <string.h>

#include "tables.h"

// The lane of a network from machine 0 to machine 1.
static const cg_lane_plan *lane_of(const cg_plan *plan, const char *net) {
    const cg_spec *s = plan->spec;
    for (int i = 0; i < s->n_channels; i++) {
        const cg_channel *c = &s->channels[i];
        if (c->from == 0 && c->to == 1 && !strcmp(s->nets[c->net].name, net)) return &plan->lanes[i];
    }
    cr_assert_fail("no such lane");
    return NULL;
}

Test(sources, of_requests_only) {
    cg_plan *plan = plan_of_table("protocols/mesi.json", NULL, 0);
    cr_expect(lane_of(plan, "req")->by_source);
    cr_expect(!lane_of(plan, "resp")->by_source, "a response never waits");
    drop_plan(plan);
}

Test(sources, lines_have_one_place_each) {
    cg_plan *mesi = plan_of_table("protocols/mesi.json", NULL, 0);
    cg_plan *rcc = plan_of_table("protocols/rcc.json", NULL, 0);
    cr_expect_eq(lane_of(mesi, "req")->in_lines, 1, "PUTM brings one");
    cr_expect_eq(lane_of(mesi, "req")->in_depth, 2, "of headers");
    cr_expect_eq(lane_of(rcc, "req")->in_lines, 0);
    cr_expect_eq(lane_of(rcc, "req")->in_depth, 2);
    drop_plan(mesi);
    drop_plan(rcc);
}

Test(sources, one_sender_has_an_ordinary_queue) {
    const cg_setting one = {"cores", "1", "test", false};
    cg_plan *plan = plan_of_table("protocols/rcc.json", &one, 1);
    cr_expect(!lane_of(plan, "req")->by_source);
    cr_expect_eq(lane_of(plan, "req")->in_depth, (int)plan->spec->net_depth);
    drop_plan(plan);
}

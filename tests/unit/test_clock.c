// A table with a clock: what the reader makes of it, what the model says, and walks over it and over wrong
// ones.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emit/murphi/murphi.h"
#include "tables.h"
#include "walk/walk.h"

static const cg_setting SHORT_TIME[] = {{"clock_bits", "5", "test", false}, {"lease", "6", "test", false},
                                        {"threads", "4", "test", false},    {"l1_sets", "2", "test", false},
                                        {"l1_ways", "2", "test", false},    {"l2_sets", "8", "test", false},
                                        {"l2_ways", "1", "test", false}};
static const cg_setting SLOW[] = {
    {"clock_bits", "16", "test", false}, {"clock_cycles", "8192", "test", false},
    {"lease", "5", "test", false},       {"cores", "2", "test", false},
    {"threads", "2", "test", false},     {"l1_sets", "2", "test", false},
    {"l2_sets", "2", "test", false}};
static const cg_setting *settings = SHORT_TIME;
enum { N_SETTINGS = sizeof SHORT_TIME / sizeof *SHORT_TIME };
_Static_assert(sizeof SLOW == sizeof SHORT_TIME, "as many");

static const char TCS[] = "protocols/tcs.json";

static const cg_event *event_of(const cg_machine *m, cg_event_kind kind) {
    for (int i = 0; i < m->n_events; i++) {
        if (m->events[i].kind == kind) return &m->events[i];
    }
    return NULL;
}

Test(clock, is_read) {
    cg_spec *s = spec_of_table(TCS, settings, N_SETTINGS);
    cg_plan *p = cg_plan_new(s);
    cr_expect_eq(s->clock.bits, 5);
    cr_expect_eq(s->clock.cycles, 1);
    for (int i = 0; i < 2; i++) {
        const cg_machine *m = &s->machines[i];
        const cg_event *wrap = event_of(m, CG_EV_WRAP);
        cr_assert(cg_has_clock(m) && p->machines[i].has_clock && p->machines[i].has_wrap && wrap);
        cr_expect_not(wrap->block);
        cr_expect_eq(cg_slot_find(&p->machines[i].trace, "clock")->width, 5);
    }
    const cg_event *over = event_of(&s->machines[1], CG_EV_ALARM);
    cr_assert(over && over->block && over->alarm);
    cr_expect_str_eq(over->alarm->text, "mshr.waits && clock >= mshr.until");
    cr_expect_null(event_of(&s->machines[0], CG_EV_ALARM));
    cg_plan_free(p);
    cg_spec_free(s);
}

Test(clock, others_have_none) {
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read("protocols/mesi_wt.json", NULL, 0, d);
    cr_assert_not_null(s);
    cr_expect_eq(s->clock.bits, 0);
    cr_expect_not(cg_has_clock(&s->machines[0]));
    cg_spec_free(s);
    cg_diags_free(d);
}

// The wrap is one step of all controllers: no rule of its own for any of them.
Test(clock, in_the_model) {
    cg_spec *s = spec_of_table(TCS, settings, N_SETTINGS);
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    cg_murphi_emit(s, &(cg_murphi_options){.lines = 1, .queue = 1, .cover = true}, f);
    fclose(f);
    cr_expect(strstr(text, "clock_end: 31;"));
    cr_expect(strstr(text, "rule \"clock\"\n") && strstr(text, "rule \"clock.wrap\"\n"));
    cr_expect(strstr(text, "rule \"tcs.l2.VW.over\"\n"));
    cr_expect_not(strstr(text, "rule \"tcs.l1.wrap\"\n"));
    cr_expect(strstr(text, "cover true \"tcs.l1.wrap\";") && strstr(text, "cover true \"tcs.l2.wrap\";"));
    free(text);
    cg_spec_free(s);
}

// ------------------------------------------------------------------------------------------------ walks

static cg_walk_result walk_table(const char *path, int most, cg_coverage_summary *sum) {
    char error[256];
    cg_spec *s = spec_of_table(path, settings, N_SETTINGS);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load("protocols/models/sc.json", error, sizeof error);
    cg_walk_result r = {.coverage = cg_coverage_new(s)};
    bool good = true;
    cr_assert_not_null(model);
    for (int i = 0; good && i < most; i++) {
        const cg_walk_options o = {.seed = 1 + (uint64_t)i, .operations = 1000};
        good = cg_walk(plan, model, &o, &r);
    }
    if (sum) *sum = cg_coverage_sum(r.coverage);
    cg_coverage_free(r.coverage);
    r.coverage = NULL;
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    return r;
}

Test(clock, walks_reach_every_rule) {
    cg_coverage_summary sum;
    const cg_walk_result r = walk_table(TCS, 40, &sum);
    cr_assert_str_empty(r.reason);
    cr_assert_eq(sum.rules_fired, sum.rules);
}

// The table with one text in place of another, and how its failure begins.
static void check_wrong(const char *from, const char *to, const char *reason) {
    char path[] = "/tmp/cohgen_clock_XXXXXX", *text = NULL;
    size_t n = 0;
    FILE *in = fopen(TCS, "r"), *out = fdopen(mkstemp(path), "w");
    cr_assert(in && out && getdelim(&text, &n, '\0', in) > 0);
    char *at = strstr(text, from);
    cr_assert_not_null(at);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(in);
    fclose(out);
    const cg_walk_result r = walk_table(path, 300, NULL);
    unlink(path);
    free(text);
    cr_assert(!strncmp(r.reason, reason, strlen(reason)), "'%s' for '%s': '%s'", to, from, r.reason);
}

Test(clock, entries_survive_the_wrap) {
    check_wrong(", \"flash mshrs to II\"", "", "memory oracle: ");
}

Test(clock, leases_of_others_are_forgotten) {
    check_wrong("line.owner == msg.src && !line.shared", "line.owner == msg.src", "memory oracle: ");
}

Test(clock, nobody_wakes_the_store) {
    check_wrong("mshr.waits && clock >= mshr.until", "mshr.waits && clock < mshr.until && clock > 30",
                "deadlock: ");
}

Test(clock, a_lease_reaches_beyond_the_wrap) {
    check_wrong("min(clock + length, clock_max)", "clock + lease", "table: ");
}

// Who waits for the wrap instead of the end of a lease waits too long only where a round is long.
Test(clock, a_slow_one) {
    settings = SLOW;
    cr_assert_str_empty(walk_table(TCS, 20, NULL).reason);
    check_wrong("min(clock + length, clock_max)", "clock_max", "deadlock: ");
}

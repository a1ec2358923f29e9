// Random walks: a right table passes, and nearly all its rules are reached; wrong ones are found, each by the
// check that it is for; a seed is a walk.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "load/load.h"
#include "mutate/mutate.h"
#include "walk/walk.h"

enum { TICK, POLL }; // which of the settings
static cg_setting SHORT_TIME[] = {{"tick_cycles", "64", "test", false}, {"poll_trips", "6", "test", false},
                                  {"ts_bits", "6", "test", false},      {"lease_min", "2", "test", false},
                                  {"lease_max", "15", "test", false},   {"threads", "4", "test", false},
                                  {"l1_sets", "4", "test", false},      {"l1_ways", "2", "test", false},
                                  {"l2_sets", "8", "test", false},      {"l2_ways", "2", "test", false}};
enum { N_SETTINGS = sizeof SHORT_TIME / sizeof *SHORT_TIME, N_TIME = 5 };
static bool timeless; // the table has no logical time: Criterion runs each test in a process of its own

static cg_spec *read_table(const char *path) {
    cg_diags *d = cg_diags_new();
    const int first = timeless ? N_TIME : 0;
    cg_spec *s = cg_spec_read(path, SHORT_TIME + first, (size_t)(N_SETTINGS - first), d);
    if (!s) cg_diags_print(d, stderr);
    cg_diags_free(d);
    cr_assert_not_null(s);
    return s;
}

// Walks in this mode until one fails, or `most` are done.
static cg_walk_result walk_mode(const char *path, uint64_t inputs, uint64_t seed, int most,
                                uint64_t operations, bool count) {
    char error[256], name[64];
    cg_spec *s = read_table(path);
    cg_plan *plan = cg_plan_new(s);
    snprintf(name, sizeof name, "protocols/models/%s.json", cg_consistency(s, inputs));
    cg_model *model = cg_model_load(name, error, sizeof error);
    cg_walk_result r = {.coverage = count ? cg_coverage_new(s) : NULL};
    bool good = true;
    cr_assert_not_null(model);
    for (int i = 0; good && i < most; i++) {
        const cg_walk_options o = {.seed = seed + (uint64_t)i, .operations = operations, .inputs = inputs};
        good = cg_walk(plan, model, &o, &r);
    }
    cr_assert_eq(good, r.reason[0] == '\0');
    if (count) {
        const cg_coverage_summary sum = cg_coverage_sum(r.coverage);
        cr_assert_geq(sum.rules_fired + 2, sum.rules, "%d of %d rules", (int)sum.rules_fired, (int)sum.rules);
        cg_coverage_free(r.coverage);
    }
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    return r;
}

static cg_walk_result walk_table(const char *path, uint64_t seed, int most, uint64_t operations, bool count) {
    return walk_mode(path, 0, seed, most, operations, count);
}

Test(walk, a_right_table) {
    const cg_walk_result r = walk_table("protocols/rcc.json", 1, 60, 1000, true);
    cr_assert_str_empty(r.reason);
    cr_assert_geq(r.operations, 60000);
}

Test(walk, a_seed_is_a_walk) {
    const cg_walk_result a = walk_table("protocols/rcc.json", 7, 1, 300, false);
    const cg_walk_result b = walk_table("protocols/rcc.json", 7, 1, 300, false);
    const cg_walk_result c = walk_table("protocols/rcc.json", 8, 1, 300, false);
    cr_assert(a.steps == b.steps && a.rules == b.rules && a.operations == b.operations);
    cr_assert(a.steps != c.steps || a.rules != c.rules);
}

Test(walk, a_weak_table) {
    for (uint64_t strict = 0; strict < 2; strict++) {
        const cg_walk_result r = walk_mode("protocols/rcc_wo.json", strict, 1, 30, 1000, false);
        cr_assert_str_empty(r.reason);
        cr_assert_geq(r.operations, 30000);
    }
}

// The table of this text; its failure begins so.
static void check_text(const char *what, const char *text, uint64_t inputs, const char *reason) {
    char path[32];
    FILE *f = tmpfile();
    fputs(text, f);
    fflush(f);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(f));
    const cg_walk_result r = walk_mode(path, inputs, 1, 600, 1000, false); // one in forty finds the rarest
    cr_assert(!strncmp(r.reason, reason, strlen(reason)), "%s: '%s'", what, r.reason);
    fclose(f);
}

// A wrong table, and how its failure begins in this mode.
static void check_mode(const char *id, uint64_t inputs, const char *reason) {
    long_search();
    char table[64];
    snprintf(table, sizeof table, "protocols/%.*s.json", (int)strcspn(id, "."), id);
    cg_diags *d = cg_diags_new();
    cg_mutants *all = cg_mutants_of_ids(table, NULL, 0, &id, 1, d);
    cg_diags_free(d);
    const cg_mutant *m = all ? cg_mutant_find(all, id) : NULL;
    cr_assert(m, "there is no mutant %s", id);
    char *text = cg_mutant_text(all, m);
    check_text(id, text, inputs, reason);
    free(text);
    cg_mutants_free(all);
}

static void check_wrong(const char *id, const char *reason) {
    check_mode(id, 0, reason);
}

Test(walk, fences) {
    check_wrong("rcc_wo.l1.fence:drop:now", "memory oracle: ");
}

Test(walk, stores_after_loads) {
    check_wrong("rcc_wo.l1.actions/seen:drop:wnow", "memory oracle: ");
}

Test(walk, modes) {
    check_mode("rcc_wo.l1.actions/stored:negate:now/!strict", 1, "memory oracle: ");
}

Test(walk, values) {
    check_wrong("rcc.l1.let/fresh:off-by-one:line.exp+1", "memory oracle: ");
}

Test(walk, deadlocks) {
    check_wrong("rcc.l2.RESUME.2:drop:mode", "deadlock: ");
}

// The paper's rollover: the leader flushes the L1s while answers of the other partitions are still under way.
Test(walk, no_answer_outlives_its_epoch) {
    static const char drains[] = "[\"send DRAIN{} to next\"], \"note\": \"round the ring: every",
                      flushes[] = "[\"mode = Flush\", \"send FLUSH{} to all\"], \"note\": \"every";
    for (int weak = 0; weak < 2; weak++) {
        FILE *f = fopen(weak ? "protocols/rcc_wo.json" : "protocols/rcc.json", "r");
        static char text[1 << 17], wrong[1 << 17];
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
        const char *at = strstr(text, drains);
        cr_assert_not_null(at);
        snprintf(wrong, sizeof wrong, "%.*s%s%s", (int)(at - text), text, flushes, at + strlen(drains));
        check_text("a flush by the leader alone", wrong, 0, "memory oracle: ");
    }
}

// By logical time alone, or because copies are compared with the L2's.
Test(walk, stores_are_seen) {
    SHORT_TIME[POLL].value = "0";
    check_wrong("rcc.l1.tick.1:drop:now", "livelock: ");
    SHORT_TIME[POLL].value = "6";
    SHORT_TIME[TICK].value = "0";
    check_wrong("rcc.l1.VI.CHECKED.2:next:V", "livelock: ");
}

Test(walk, what_the_table_calls_impossible) {
    check_wrong("rcc.l2.V.GETS.1:exchange", "table: ");
}

Test(walk, once_each) {
    check_wrong("rcc.l1.V.load.1:drop:perform", "a load was answered and never took effect");
}

// Whoever asked is served when the answer comes. Without that the copy may always be taken away before the
// deferred request gets its turn.
Test(walk, nobody_starves) {
    timeless = true;
    const cg_walk_result r = walk_table("protocols/mesi.json", 1, 60, 1000, true);
    cr_assert_str_empty(r.reason);
    check_wrong("mesi.l1.SM.GRANT:drop:complete", "livelock: thread ");
    check_wrong("mesi.l1.IS.DATA.2:drop:complete", "livelock: thread ");
}

Test(walk, others_of_the_core_go_on) {
    timeless = true;
    check_wrong("mesi_wt.l1.II.load.2:stall", "livelock: thread ");
}

// Answers that nobody waits for stand in a lane in any number before the contest begins.
Test(walk, what_is_posted_starves_nobody) {
    char error[256];
    cg_diags *d = cg_diags_new();
    cg_spec *s =
        cg_spec_read_without("tests/tables/added.json", (const char *const[]){"brief"}, 1, NULL, 0, d);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load("protocols/models/sc.json", error, sizeof error);
    cg_walk_result r = {0};
    cr_assert_not_null(model, "%s", error);
    for (uint64_t seed = 1; seed <= 20; seed++)
        cr_assert(cg_walk(plan, model, &(cg_walk_options){.seed = seed, .operations = 1000}, &r), "%s",
                  r.reason);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    cg_diags_free(d);
}

// A core that does not take part has a word that it gives away at an alarm of its own: dd's queue of
// registrations.
Test(walk, who_does_not_take_part_gives_up_what_it_has) {
    char error[256];
    cg_setting four = {"threads", "4", "test", false};
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read("protocols/dd.json", &four, 1, d);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load("protocols/models/drf0.json", error, sizeof error);
    cg_walk_result r = {0};
    cr_assert_not_null(model, "%s", error);
    cr_expect(cg_walk(plan, model, &(cg_walk_options){.seed = 42, .operations = 1000}, &r), "%s", r.reason);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    cg_diags_free(d);
}

// Random walks where the model forbids data races: a right table passes, with all its rules reached; what a
// wrong one does is found: by the oracle, by what a thread knows that it must read, or as a wait without end.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "load/load.h"
#include "mutate/mutate.h"
#include "walk/walk.h"

#define TABLE "protocols/gd.json"

static const cg_setting TINY[] = {{"cores", "3", "test", false},     {"threads", "3", "test", false},
                                  {"l1_stores", "2", "test", false}, {"writes", "2", "test", false},
                                  {"l1_sets", "2", "test", false},   {"l1_ways", "2", "test", false},
                                  {"l2_sets", "2", "test", false},   {"l2_ways", "2", "test", false}};
enum { N_TINY = sizeof TINY / sizeof *TINY };

static cg_spec *read_table(const char *path, const cg_setting *more) {
    cg_setting settings[N_TINY + 1];
    cg_diags *d = cg_diags_new();
    memcpy(settings, TINY, sizeof TINY);
    if (more) settings[N_TINY] = *more;
    cg_spec *s = cg_spec_read(path, settings, N_TINY + (more != NULL), d);
    if (!s) cg_diags_print(d, stderr);
    cg_diags_free(d);
    cr_assert_not_null(s);
    return s;
}

// Walks until one fails, or `most` are done.
static cg_walk_result walk_table(const char *path, const cg_setting *more, int most,
                                 cg_coverage_summary *sum) {
    char error[256];
    cg_spec *s = read_table(path, more);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load("protocols/models/drf0.json", error, sizeof error);
    cg_walk_result r = {.coverage = sum ? cg_coverage_new(s) : NULL};
    cr_assert_not_null(model, "%s", error);
    bool good = true;
    for (int i = 0; good && i < most; i++) {
        const cg_walk_options o = {.seed = 1 + (uint64_t)i, .operations = 1000};
        good = cg_walk(plan, model, &o, &r);
    }
    cr_assert_eq(good, r.reason[0] == '\0');
    if (sum) *sum = cg_coverage_sum(r.coverage);
    cg_coverage_free(r.coverage);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    return r;
}

// As many as fire all rules.
static int walks(void) {
    return runs_whole() ? 60 : 12;
}

static void check_right(const char *key, const char *value, bool all) {
    const cg_setting more = {key, value, "test", false};
    cg_coverage_summary sum;
    const cg_walk_result r = walk_table(TABLE, &more, walks(), &sum);
    cr_assert_str_empty(r.reason);
    cr_assert_geq(r.operations, (uint64_t)walks() * 1000);
    if (all && runs_whole())
        cr_assert_eq(sum.rules_fired, sum.rules, "%d of %d", (int)sum.rules_fired, (int)sum.rules);
}

Test(walk_races, a_right_table) {
    check_right("writes", "2", true);
}

Test(walk_races, store_buffers_of_one_to_four) {
    check_right("l1_stores", "1", false);
    check_right("l1_stores", "3", false);
    check_right("l1_stores", "4", true);
}

Test(walk_races, lines_of_many_words) {
    check_right("line_bytes", "128", false);
    check_right("line_bytes", "16", false);
}

Test(walk_races, one_of_each) {
    check_right("threads", "1", false);
    check_right("cores", "1", false);
}

// A wrong table, and how its failure begins.
static void check_wrong(const char *id, const char *reason) {
    long_search();
    cg_diags *d = cg_diags_new();
    cg_mutants *all = cg_mutants_of_ids(TABLE, NULL, 0, &id, 1, d);
    cg_diags_free(d);
    const cg_mutant *m = all ? cg_mutant_find(all, id) : NULL;
    cr_assert(m, "there is no mutant %s", id);
    char *text = cg_mutant_text(all, m), path[] = "/tmp/cohgen_races_XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    fputs(text, f);
    fclose(f);
    const cg_walk_result r = walk_table(path, NULL, 300, NULL);
    cr_expect(!strncmp(r.reason, reason, strlen(reason)), "%s: '%s'", id, r.reason);
    remove(path);
    free(text);
    cg_mutants_free(all);
}

Test(walk_races, a_load_that_does_not_wait_for_its_bytes) {
    check_wrong("gd.l1.ID.load.1:drop-rule", "memory oracle: wrong value");
}

Test(walk_races, an_acquire_that_keeps_copies) {
    check_wrong("gd.l1.acquire:drop:flash-lines-to-I", "memory oracle: wrong value");
}

Test(walk_races, a_release_that_does_not_wait) {
    check_wrong("gd.l1.release.3:and-or:when/even==0||odd==0", "memory oracle: wrong value");
}

Test(walk_races, a_release_that_waits_for_all) {
    check_wrong("gd.l1.let/old:operand:even", "livelock: thread ");
}

Test(walk_races, a_store_counted_twice) {
    check_wrong("gd.l1.actions/gather:operand:buffer.round/round", "table: gd.l1.ACK");
}

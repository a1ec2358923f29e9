// A weak protocol's walks: right in each of its modes by the model that the mode promises, weaker than sc
// where it does not promise that, and wrong as soon as a fence, or the mode, does less than it should.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../tb/walk.h"

static const cg_setting FEW[] = {
    {"ts_bits", "6", "test"},      {"lease_min", "2", "test"}, {"lease_max", "15", "test"},
    {"tick_cycles", "64", "test"}, {"threads", "2", "test"},   {"l1_sets", "4", "test"},
    {"l1_ways", "2", "test"},      {"l2_sets", "8", "test"},   {"l2_ways", "2", "test"}};

// rcc_wo with the first `part` written as `instead`: walks in this mode, judged by this model.
typedef struct {
    const char *part, *instead, *model;
    uint64_t inputs;
} variant;

static char *text_of(const variant *v) {
    static char text[1 << 17];
    FILE *in = fopen("protocols/rcc_wo.json", "r");
    cr_assert_not_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    cr_assert(feof(in));
    fclose(in);
    if (v->part == NULL) return text;
    char *at = strstr(text, v->part);
    cr_assert_not_null(at, "rcc_wo does not say %s", v->part);
    cr_assert_leq(strlen(v->instead), strlen(v->part));
    memset(at, ' ', strlen(v->part));
    memcpy(at, v->instead, strlen(v->instead));
    return text;
}

static cg_spec *read_variant(const variant *v) {
    char path[32];
    FILE *f = tmpfile();
    cg_diags *d = cg_diags_new();
    fputs(text_of(v), f);
    fflush(f);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(f));
    cg_spec *s = cg_spec_read(path, FEW, sizeof FEW / sizeof *FEW, d);
    if (!s) cg_diags_print(d, stderr);
    cr_assert_not_null(s);
    cg_diags_free(d);
    fclose(f);
    return s;
}

// The first failure of some walks; empty: none.
static const char *walks(variant v) {
    static cg_walk_result r;
    char path[64], error[256];
    cg_spec *s = read_variant(&v);
    cg_plan *plan = cg_plan_new(s);
    snprintf(path, sizeof path, "protocols/models/%s.json", v.model);
    cg_model *model = cg_model_load(path, error, sizeof error);
    cr_assert_not_null(model, "%s", error);
    r = (cg_walk_result){0};
    bool good = true;
    for (uint64_t seed = 1; good && seed <= 60; seed++) {
        const cg_walk_options o = {.seed = seed, .operations = 1000, .inputs = v.inputs};
        good = cg_walk(plan, model, &o, &r);
    }
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    return r.reason;
}

static void found(variant v) {
    const char *reason = walks(v);
    cr_expect(!strncmp(reason, "memory oracle: ", 15), "%s instead of %s, mode %d: '%s'", v.instead, v.part,
              (int)v.inputs, reason);
}

Test(weak, each_mode_is_what_it_promises) {
    cr_expect_str_empty(walks((variant){.model = "wo"}));
    cr_expect_str_empty(walks((variant){.model = "sc", .inputs = 1}));
}

Test(weak, its_order_is_not_that_of_sc) {
    found((variant){.model = "sc"});
}

Test(weak, a_fence_that_does_less) {
    found((variant){"\"now = both\", \"wnow = both\", \"respond\"", "\"wnow = both\", \"respond\"", "wo", 0});
}

Test(weak, a_mode_that_changes_nothing) {
    found((variant){"strict ? max(now, msg_ver) : now", "now", "sc", 1});
}

// Tables without some of their features: they are tables, and nothing of the feature is left in them.
#include <criterion/criterion.h>
#include <string.h>

#include "lang/spec.h"
#include "load/load.h"

static const char RCC[] = "protocols/rcc.json";

static cg_spec *table_without(const char *table, const char *const *features, size_t n, bool good) {
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read_without(table, features, n, NULL, 0, d);
    if (good && !s) cg_diags_print(d, stderr);
    cr_assert_eq(s != NULL, good);
    cr_assert_eq(cg_diags_errors(d) == 0, good);
    cg_diags_free(d);
    return s;
}

static cg_spec *without(const char *const *features, size_t n, bool good) {
    return table_without(RCC, features, n, good);
}

static bool has_message(const cg_spec *s, const char *name) {
    for (int i = 0; i < s->n_msgs; i++) {
        if (!strcmp(s->msgs[i].name, name)) return true;
    }
    return false;
}

static bool has_field(const cg_field *f, int n, const char *name) {
    for (int i = 0; i < n; i++) {
        if (!strcmp(f[i].name, name)) return true;
    }
    return false;
}

Test(features, nothing_left_out_changes_nothing) {
    cg_spec *a = without(NULL, 0, true);
    cr_assert_eq(a->n_features, 5);
    cr_assert_eq(a->machines[0].n_rules, 66);
    cr_assert_eq(a->machines[1].n_rules, 42);
    cg_spec_free(a);
}

Test(features, predictor) {
    cg_spec *s = without((const char *const[]){"predictor"}, 1, true);
    cr_assert_not(has_field(s->machines[1].line, s->machines[1].n_line, "lease"));
    cr_assert(has_field(s->machines[1].line, s->machines[1].n_line, "exp"));
    cr_assert(has_message(s, "RENEW"));
    cr_assert_null(strstr(s->table, "line.lease"));
    cr_assert_null(strstr(s->table, "\"feature"));
    cg_spec_free(s);
}

Test(features, what_needs_a_feature_goes_with_it) {
    cg_spec *s = without((const char *const[]){"renew"}, 1, true);
    cr_assert_not(has_message(s, "RENEW"));
    cr_assert_not(has_field(s->machines[1].line, s->machines[1].n_line, "lease"), "the predictor needs it");
    cr_assert(has_field(s->machines[0].mshr, s->machines[0].n_mshr, "asked"),
              "a load may still have to wait");
    cg_spec_free(s);
}

Test(features, rollover) {
    cg_spec *s = without((const char *const[]){"rollover"}, 1, true);
    cr_assert_not(has_message(s, "FLUSH"));
    cr_assert_eq(s->n_nets, 3);
    cr_assert_not(has_field(s->machines[0].regs, s->machines[0].n_regs, "epoch"));
    cr_assert_eq(s->machines[0].epoch_reg, CG_NONE);
    cr_assert_null(s->machines[1].accept_requests);
    cr_assert_null(strstr(s->table, "epoch"));
    cg_spec_free(s);
}

Test(features, atomics) {
    cg_spec *s = without((const char *const[]){"atomics"}, 1, true);
    cr_assert_not(has_message(s, "ATOMIC"));
    cr_assert_eq(s->machines[1].n_states, 3);
    cr_assert_not(has_message(s, "RESULT"));
    cg_spec_free(s);
}

Test(features, all_at_once) {
    cg_spec *s = without((const char *const[]){"predictor", "renew", "rollover", "atomics"}, 4, true);
    cr_assert_lt(s->machines[1].n_rules, 20);
    cg_spec_free(s);
}

Test(features, unknown_one) {
    without((const char *const[]){"predicto"}, 1, false);
}

static cg_spec *added(const char *const *features, size_t n) {
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read_without("tests/tables/added.json", features, n, NULL, 0, d);
    cg_diags_print(d, stderr);
    cr_assert_not_null(s);
    cg_diags_free(d);
    return s;
}

Test(features, what_a_feature_adds_is_not_there_with_it) {
    cg_spec *s = added(NULL, 0);
    cr_assert(has_message(s, "ACK"));
    cr_assert_not(has_message(s, "HELD"));
    cr_assert_eq(s->n_nets, 3);
    cr_assert_eq(s->machines[1].n_line, 0);
    cg_spec_free(s);
}

// Messages, a network, a field; and rules, which stand before those of the machine.
Test(features, what_a_feature_adds_is_there_without_it) {
    cg_spec *s = added((const char *const[]){"brief"}, 1);
    cr_assert_not(has_message(s, "ACK"));
    cr_assert(has_message(s, "HELD"));
    cr_assert_eq(s->n_nets, 5);
    cr_assert(has_field(s->machines[1].line, s->machines[1].n_line, "dirty"));
    for (int i = 0; i < s->machines[1].n_rules; i++) {
        const cg_rule *r = &s->machines[1].rules[i];
        if (!strcmp(r->id, "added.home.V.evict.1")) cr_assert_not_null(r->when);
        if (!strcmp(r->id, "added.home.V.evict.2")) cr_assert_null(r->when);
    }
    cr_assert_null(strstr(s->table, "\"add\""));
    cg_spec_free(s);
}

// Pointers count the rules of the table as it is written, also those of a feature that goes with one that
// adds some; and which is named first says nothing.
Test(features, two_that_change_and_add_rules) {
    static const char *const ORDERS[][2] = {{"drain_in_turn", "early_sync"}, {"early_sync", "drain_in_turn"}};
    cg_spec *s[2];
    for (int i = 0; i < 2; i++) s[i] = table_without("protocols/qr.json", ORDERS[i], 2, true);
    cr_expect_str_eq(s[0]->table, s[1]->table);
    for (int i = 0; i < 2; i++) cg_spec_free(s[i]);
}

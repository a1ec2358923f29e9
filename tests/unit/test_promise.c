// What the exhaustive check judges a table by: the order that its models keep, and the atomics that they tell
// apart.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "check/promise.h"

static cg_model *load(const char *path) {
    char error[512] = "";
    cg_model *m = cg_model_load(path, error, sizeof error);
    cr_assert(m, "%s", error);
    return m;
}

static cg_promise promise_of(const cg_spec *s, const char *model) {
    cg_model *const m = load(model);
    cg_promise p;
    cg_promise_of(s, &m, &p);
    cg_model_free(m);
    return p;
}

Test(promise, a_model_that_keeps_all_needs_no_order) {
    const cg_spec s = {.consistency = "sc"};
    const cg_promise p = promise_of(&s, "protocols/models/sc.json");
    cr_assert(!p.orders && !p.unjudged && !p.races_forbidden && p.n_syncs == 0);
}

Test(promise, values_of_a_weak_table_are_judged_by_its_own_time_only) {
    cg_expr at = {0};
    cg_action perform = {.at = &at};
    cg_rule rule = {.actions = &perform, .n_actions = 1};
    cg_machine machine = {.rules = &rule, .n_rules = 1};
    const cg_spec timeless = {.consistency = "wo"},
                  timed = {.consistency = "wo", .machines = &machine, .n_machines = 1};
    cg_promise p = promise_of(&timeless, "protocols/models/wo.json");
    cr_assert(p.unjudged && p.orders);
    cr_assert(!p.orders[0].before[CG_STORE][CG_LOAD]);
    cr_assert(p.orders[0].before[CG_STORE][CG_FENCE]);
    cg_promise_free(&p);
    p = promise_of(&timed, "protocols/models/wo.json");
    cr_assert(!p.unjudged && p.orders);
    cg_promise_free(&p);
}

Test(promise, what_forwards_is_not_judged) {
    const cg_spec s = {.consistency = "tso"};
    cg_promise p = promise_of(&s, "protocols/models/tso.json");
    cr_assert(p.unjudged);
    cg_promise_free(&p);
}

Test(promise, an_input_may_promise_something_else) {
    cg_input inputs[] = {{.name = "a"}, {.name = "b", .consistency = "wo"}};
    const cg_spec s = {.consistency = "sc", .inputs = inputs, .n_inputs = 2};
    cg_model *models[3];
    cg_promise p;
    cr_assert_str_eq(cg_promised_model(&s, 0), "sc");
    cr_assert_str_eq(cg_promised_model(&s, 1), "sc");
    cr_assert_str_eq(cg_promised_model(&s, 2), "wo");
    for (int i = 0; i < 3; i++)
        models[i] = load(i < 2 ? "protocols/models/sc.json" : "protocols/models/wo.json");
    cg_promise_of(&s, models, &p);
    cr_assert(p.orders && p.orders[1].before[CG_STORE][CG_LOAD] && !p.orders[2].before[CG_STORE][CG_LOAD]);
    cg_promise_free(&p);
    for (int i = 0; i < 3; i++) cg_model_free(models[i]);
}

enum { MARKS = 2, SETS = 1 << MARKS };

// A model that forbids races, and whose atomics of all marks hand on and take over as `synchronizes` says.
static cg_model *racy(unsigned synchronizes) {
    cg_model *m = calloc(1, sizeof *m);
    cr_assert(m);
    m->races_forbidden = true;
    m->nclasses = SETS;
    for (unsigned marks = 0; marks < SETS; marks++)
        m->classes[marks] = (cg_model_class){
            .kind = CG_MEM_ATOMIC, .marks = marks, .sync = true, .synchronizes = synchronizes};
    return m;
}

// Four kinds of marks under four models: sixteen kinds of atomics, and each once.
Test(promise, there_are_as_many_kinds_of_atomics_as_models_and_marks_make) {
    cg_input inputs[7] = {0};
    cg_spec s = {.consistency = "a", .inputs = inputs, .n_inputs = 7, .has_order = true, .n_marks = MARKS};
    cg_model *models[8];
    cg_promise p;
    for (unsigned marks = 0; marks < SETS; marks++)
        s.order[CG_ATOMIC][marks] =
            (cg_port_order){.legal = true, .release = marks & 2, .acquire = marks & 1};
    for (unsigned i = 0; i < 8; i++) models[i] = racy(i % 4);
    cg_promise_of(&s, models, &p);
    cr_assert_eq(p.n_syncs, SETS * SETS);
    cr_assert(p.races_forbidden && !p.orders);
    for (int i = 0; i < p.n_syncs; i++) {
        for (int k = 0; k < i; k++) {
            const cg_sync_kind *a = &p.syncs[i], *b = &p.syncs[k];
            cr_assert(a->release != b->release || a->acquire != b->acquire || a->hands != b->hands ||
                      a->takes != b->takes);
        }
    }
    cg_promise_free(&p);
    for (int i = 0; i < 8; i++) cg_model_free(models[i]);
}

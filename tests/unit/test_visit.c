// Walks over a table's expressions: what they visit, in which order, and what they say is read.
#include <criterion/criterion.h>
#include <string.h>

#include "lang/visit.h"

// Every expression of these tests has its place in the expected order as its value.
enum { MOST = 32 };
typedef struct {
    uint64_t at[MOST];
    int n;
} seen;

static void note(void *context, const cg_expr *x) {
    seen *s = context;
    cr_assert(s->n < MOST);
    s->at[s->n++] = x->value;
}

static void in_order(const seen *s, int first, int n) {
    cr_assert_eq(s->n, n);
    for (int i = 0; i < n; i++) cr_assert_eq(s->at[i], (uint64_t)(first + i), "place %d", i);
}

Test(visit, parts_come_before_the_whole_and_from_the_left) {
    const cg_expr condition = {.op = CG_X_BUFFERED, .value = 0}, one = {.value = 1}, two = {.value = 2},
                  sum = {.op = CG_X_ADD, .value = 3, .a = &one, .b = &two},
                  other = {.op = CG_X_CLOCK, .value = 4},
                  whole = {.op = CG_X_COND, .value = 5, .a = &condition, .b = &sum, .c = &other};
    seen s = {0};
    cg_visit(&whole, note, &s);
    in_order(&s, 0, 6);
    cg_visit(NULL, note, &s);
    cr_assert_eq(s.n, 6);
}

// One action with an expression in each place, a sum in that of the time; the numbers begin at `first`.
enum { IN_ACTION = 8 };
typedef struct {
    cg_expr at[IN_ACTION];
    const cg_expr *args[2];
    cg_action action;
} full_action;

static void fill_action(full_action *f, int first) {
    *f = (full_action){0};
    for (int i = 0; i < IN_ACTION; i++) f->at[i].value = (uint64_t)(first + i);
    f->at[3].op = CG_X_ADD;
    f->at[3].a = &f->at[1];
    f->at[3].b = &f->at[2];
    f->args[0] = &f->at[6];
    f->args[1] = &f->at[7];
    f->action = (cg_action){.value = &f->at[0],
                            .at = &f->at[3],
                            .epoch = &f->at[4],
                            .to = &f->at[5],
                            .args = f->args,
                            .n_args = 2};
}

Test(visit, expressions_of_an_action_come_in_one_order) {
    full_action f;
    fill_action(&f, 0);
    seen parts = {0}, wholes = {0};
    cg_visit_action(&f.action, note, &parts);
    in_order(&parts, 0, IN_ACTION);
    static const uint64_t WHOLES[] = {0, 3, 4, 5, 6, 7};
    cg_visit_wholes(&f.action, note, &wholes);
    cr_assert_eq(wholes.n, (int)(sizeof WHOLES / sizeof *WHOLES));
    cr_assert(!memcmp(wholes.at, WHOLES, sizeof WHOLES));
}

Test(visit, an_action_without_expressions_has_none_to_visit) {
    const cg_action none = {0};
    seen s = {0};
    cg_visit_action(&none, note, &s);
    cg_visit_wholes(&none, note, &s);
    cr_assert_eq(s.n, 0);
}

Test(visit, a_guard_comes_before_its_actions) {
    full_action first, second;
    fill_action(&first, 1);
    fill_action(&second, 1 + IN_ACTION);
    const cg_expr when = {.value = 0};
    cg_action actions[] = {first.action, second.action};
    const cg_rule guarded = {.when = &when, .actions = actions, .n_actions = 2};
    seen rule = {0}, only_actions = {0};
    cg_visit_rule(&guarded, note, &rule);
    in_order(&rule, 0, 1 + 2 * IN_ACTION);
    cg_visit_actions(&guarded, note, &only_actions);
    in_order(&only_actions, 1, 2 * IN_ACTION);
}

// -------------------------------------------------------------------------------------------- what is read

Test(visit, of_a_machine_rules_alarms_and_the_condition_for_requests_are_read) {
    const cg_expr clock = {.op = CG_X_CLOCK}, accept = {.op = CG_X_INPUT}, wanted = {.op = CG_X_WANTED};
    cg_event events[] = {{.kind = CG_EV_TIMER}, {.kind = CG_EV_ALARM, .alarm = &clock}};
    cg_rule rules[] = {{.when = NULL}, {.when = &wanted}};
    const cg_machine all = {
        .accept_requests = &accept, .events = events, .n_events = 2, .rules = rules, .n_rules = 2};
    cr_assert(cg_machine_reads(&all, CG_LEAF_MODE));
    cr_assert(cg_machine_reads(&all, CG_LEAF_CLOCK));
    cr_assert(cg_machine_reads(&all, CG_LEAF_BY_THREAD));
    cr_assert(!cg_machine_reads(&all, CG_LEAF_OF_MESSAGE | CG_LEAF_OF_GROUP | CG_LEAF_OF_ENTRY));
    const cg_machine nothing = {0};
    cr_assert(!cg_machine_reads(&nothing, ~0));
}

Test(visit, a_leaf_is_found_however_deep_it_is) {
    const cg_expr leaf = {.op = CG_X_GATHERED}, constant = {.op = CG_X_CONST},
                  not_it = {.op = CG_X_NOT, .a = &leaf},
                  both = {.op = CG_X_AND, .a = &constant, .b = &not_it};
    cr_assert(cg_reads(&both, CG_LEAF_OF_ENTRY));
    cr_assert(!cg_reads(&both, CG_LEAF_CLOCK));
    cr_assert(!cg_reads(&constant, ~0));
    cr_assert(!cg_reads(NULL, ~0));
}

Test(visit, a_field_is_of_its_space) {
    const cg_expr field = {.op = CG_X_FIELD, .space = CG_SPACE_MSHR, .field = 2},
                  message = {.op = CG_X_MSG, .field = 1}, sum = {.op = CG_X_ADD, .a = &message, .b = &field};
    cr_assert(cg_reads_field(&sum, CG_SPACE_MSHR, 2));
    cr_assert(!cg_reads_field(&sum, CG_SPACE_MSHR, 1));
    cr_assert(!cg_reads_field(&sum, CG_SPACE_LINE, 2));
    cr_assert(!cg_reads_field(&message, CG_SPACE_REG, 1), "a message's field is in no space");
    cr_assert(!cg_reads_field(NULL, CG_SPACE_REG, 0));
}

// ------------------------------------------------------------------------------------------------- traits

Test(leaf, traits_are_those_of_its_row) {
    for (cg_xop op = 0; op < CG_N_LEAVES; op++) {
        const cg_expr x = {.op = op};
        for (int trait = 1; trait <= CG_LEAF_BY_THREAD; trait <<= 1) {
            const bool has = CG_LEAVES[op].traits & trait;
            cr_assert_eq(cg_is_leaf(op, trait), has, "%s", CG_LEAVES[op].name);
            cr_assert_eq(cg_reads(&x, trait), has, "%s", CG_LEAVES[op].name);
        }
    }
    for (cg_xop op = CG_N_LEAVES; op < CG_N_OPS; op++) cr_assert(!cg_is_leaf(op, ~0), "%s", CG_OPS[op].text);
}

// What others rely on: a word is one leaf; a leaf that needs something is typed by its row; what changes
// without a rule is read alone.
Test(leaf, rows_agree_with_themselves) {
    for (cg_xop op = 0; op < CG_N_LEAVES; op++) {
        const cg_leaf_row *leaf = &CG_LEAVES[op];
        cr_assert(*leaf->name && *leaf->meaning);
        for (cg_xop other = 0; other < op; other++) cr_assert_str_neq(leaf->name, CG_LEAVES[other].name);
        const bool word = leaf->traits & CG_LEAF_WORD;
        cr_assert(!word || leaf->type != CG_LEAF_OWN, "%s: a word says nothing of its type", leaf->name);
        const bool mark = leaf->traits & CG_LEAF_OF_PORT; // typed with its name
        cr_assert(word || mark || !leaf->needs, "%s: only words and marks have needs", leaf->name);
        cr_assert(word || !(leaf->traits & CG_LEAF_PASSES), "%s", leaf->name);
    }
}

// Which lines may be overwritten by who takes their way, and which give it up early (gen/plan/victims.c).
#include <criterion/criterion.h>
#include <string.h>

#include "load/load.h"
#include "plan/plan.h"
#include "tables.h"

static cg_plan *plan_of(const char *protocol) {
    char file[64];
    snprintf(file, sizeof file, "protocols/%s.json", protocol);
    cg_diags *diags = cg_diags_new();
    cg_spec *spec = cg_spec_read(file, NULL, 0, diags);
    cg_diags_free(diags);
    cr_assert(spec != NULL);
    return cg_plan_new(spec);
}

static void free_plan(cg_plan *plan) {
    cg_spec *spec = (cg_spec *)plan->spec;
    cg_plan_free(plan);
    cg_spec_free(spec);
}

static int state_of(const cg_machine *m, const char *name) {
    int s = 0;
    while (s < m->n_states && strcmp(m->states[s].name, name)) s++;
    cr_assert(s < m->n_states);
    return s;
}

// Rules for an eviction from this state that S1 decides; `last`: is the last of them silent?
static int victim_rules(const cg_plan *plan, int machine, const char *state, bool *last) {
    const cg_machine *m = &plan->spec->machines[machine];
    int first;
    const int n = cg_plan_victim_rules(plan->spec, machine, state_of(m, state), &first);
    *last = n && cg_plan_is_silent(&m->rules[first + n - 1]);
    return n;
}

Test(victims, a_copy_that_only_goes_is_silent) {
    cg_plan *plan = plan_of("mesi");
    bool last;
    cr_expect(victim_rules(plan, 0, "S", &last) == 1 && last);
    cr_expect(victim_rules(plan, 0, "E", &last) == 1 && !last, "it tells the L2");
    cr_expect(victim_rules(plan, 0, "M", &last) == 1 && !last, "it is written back");
    cr_expect(victim_rules(plan, 0, "IS", &last) == 0, "it has an MSHR entry");

    free_plan(plan);
}

Test(victims, guards_over_fields_of_the_line_choose) {
    cg_plan *plan = plan_of("mesi");
    bool last;
    cr_expect(victim_rules(plan, 1, "V", &last) == 3 && last, "without sharers, and clean");
    cr_expect(victim_rules(plan, 1, "X", &last) == 1 && !last, "its copy is recalled");

    free_plan(plan);
}

Test(victims, what_changes_a_register_is_not_silent) {
    cg_plan *plan = plan_of("rcc");
    bool last;
    cr_expect(victim_rules(plan, 0, "V", &last) == 1 && last);
    cr_expect(victim_rules(plan, 1, "V", &last) == 0);

    free_plan(plan);
}

static bool is_paired(const cg_plan *plan, int machine, const char *state) {
    const cg_machine *m = &plan->spec->machines[machine];
    int event = 0, first;
    while (m->events[event].kind != CG_EV_EVICT) event++;
    cr_assert(cg_rules_of(m, state_of(m, state), event, &first) > 0);
    return cg_plan_is_paired(plan->spec, m, &m->rules[first]);
}

Test(victims, an_eviction_that_sends_and_waits_happens_with_a_miss) {
    cg_plan *plan = plan_of("mesi");
    cr_expect(plan->machines[0].pairs);
    cr_expect(is_paired(plan, 0, "E") && is_paired(plan, 0, "M"));
    cr_expect(!is_paired(plan, 0, "S"), "it sends nothing");
    cr_expect(!plan->machines[1].pairs, "its lines have fields");
    free_plan(plan);
}

// A lane that is cut has its places for lines at the link, and no queue of them before it.
static void expect_lane_of_pairs(const char *link_bits, int line_depth, int out_lines) {
    const cg_setting link = {"link_bits", link_bits, "test", false};
    cg_plan *plan = plan_of_table("protocols/mesi.json", &link, 1);
    int pairs = 0;
    for (int i = 0; i < plan->spec->n_channels; i++) {
        const cg_lane_plan *l = &plan->lanes[i];
        if (!l->pairs) continue;
        pairs++;
        cr_expect(l->by_source && l->depth > (int)plan->spec->net_depth);
        cr_expect(l->line_depth == line_depth && l->out_lines == out_lines);
    }
    cr_expect_eq(pairs, 1, "the requests of the L1s");
    drop_plan(plan);
}

Test(victims, a_lane_of_pairs_has_room_for_two_messages_and_few_lines) {
    expect_lane_of_pairs("0", 2, 0);
    expect_lane_of_pairs("128", 0, 1);
    expect_lane_of_pairs("256", 0, 2);
}

// All evictions are silent, or write a register.
Test(victims, others_do_not_pair) {
    const char *none[] = {"mesi_wt", "rcc", "gd", "dd"};
    for (int i = 0; i < 4; i++) {
        cg_plan *plan = plan_of(none[i]);
        for (int m = 0; m < plan->spec->n_machines; m++) cr_expect(!plan->machines[m].pairs, "%s", none[i]);
        free_plan(plan);
    }
}

// The names of the states whose words are overwritten with their line, in the order of the table.
static void expect_silent_words(const cg_plan *plan, int machine, const char *names) {
    const cg_machine *m = &plan->spec->machines[machine];
    char found[64] = "";
    for (int i = 1; i < m->n_stable; i++) {
        if (!cg_plan_silent_word(plan->spec, machine, i)) continue;
        if (found[0]) strcat(found, " ");
        strcat(found, m->states[i].name);
    }
    cr_expect_str_eq(found, names, "%s %s: %s", plan->spec->name, m->name, found);
}

Test(victims, words_are_overwritten_with_their_line) {
    static const struct {
        const char *protocol, *l1, *l2;
    } CASES[] = {
        {"dd", "V", "V"},
        {"dd_ro", "V O", "V"}, // read-only words, too
        {"dh", "V", "V"},      // a word that is dirty as a whole is registered as it leaves
        {"mesi", "S", ""},     // the L2's guards read the line
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cg_plan *plan = plan_of(CASES[i].protocol);
        expect_silent_words(plan, 0, CASES[i].l1);
        expect_silent_words(plan, 1, CASES[i].l2);
        if (plan->machines[0].words) cr_expect(plan->machines[0].overwrites && plan->machines[1].overwrites);
        free_plan(plan);
    }
}

static bool is_recall(const cg_plan *plan, int machine, const char *state) {
    const cg_machine *m = &plan->spec->machines[machine];
    int event = 0, first;
    while (m->events[event].kind != CG_EV_EVICT) event++;
    cr_assert(cg_rules_of(m, state_of(m, state), event, &first) > 0);
    return cg_plan_is_recall(m, &m->rules[first]);
}

Test(victims, a_line_whose_copies_are_taken_back_stays) {
    cg_plan *plan = plan_of("mesi");
    cr_expect(plan->machines[1].recalls_ahead && !plan->machines[0].recalls_ahead);
    cr_expect(is_recall(plan, 1, "V") && is_recall(plan, 1, "X"));
    cr_expect(!is_recall(plan, 0, "M") && !is_recall(plan, 0, "E"), "the line goes");
    cr_expect(!is_recall(plan, 0, "S"), "nothing is asked");
    free_plan(plan);
}

Test(victims, without_copies_elsewhere_nothing_is_recalled) {
    const char *none[] = {"rcc", "tcs", "gd"};
    for (int i = 0; i < 3; i++) {
        cg_plan *plan = plan_of(none[i]);
        for (int m = 0; m < plan->spec->n_machines; m++)
            cr_expect(!plan->machines[m].recalls_ahead, "%s", none[i]);
        free_plan(plan);
    }
}

static bool vacates(const cg_plan *plan, int machine, const char *state) {
    const cg_machine *m = &plan->spec->machines[machine];
    return cg_plan_vacates(m, state_of(m, state));
}

Test(victims, a_line_that_only_answers_gives_up_its_way) {
    cg_plan *plan = plan_of("mesi");
    cr_expect(vacates(plan, 0, "MI") && vacates(plan, 0, "EI") && vacates(plan, 0, "II"));
    cr_expect(plan->machines[0].vacates && !plan->machines[0].has_leaving);
    free_plan(plan);
}

Test(victims, a_line_that_is_filled_or_stays_needs_its_way) {
    cg_plan *plan = plan_of("mesi");
    cr_expect(!vacates(plan, 0, "IM"), "its data come");
    cr_expect(!vacates(plan, 0, "E"), "it has no entry");
    cr_expect(!vacates(plan, 1, "XA") && !vacates(plan, 1, "VA"), "fields of lines, and they lead back to V");
    cr_expect(!plan->machines[1].vacates && plan->machines[1].has_leaving);
    free_plan(plan);
}

Test(victims, words_stay_in_their_way) {
    cg_plan *plan = plan_of("dd");
    for (int m = 0; m < plan->spec->n_machines; m++) cr_expect(!plan->machines[m].vacates);
    free_plan(plan);
}

Test(victims, a_line_that_answers_nobody_is_kept_for_those_it_was_brought_for) {
    static const struct {
        const char *protocol;
        int machine;
        bool kept;
        const char *why;
    } CASES[] = {
        {"gh", 0, true, "a local atomic comes again when its line is there"},
        {"gh", 1, false, "an L2 answers who asked, whatever becomes of the line"},
        {"gd", 0, false, "the load that asked is answered by the line itself"},
        {"mesi", 0, false, "the request that asked is completed"},
        {"dh", 0, true, "as in gh"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        cg_plan *plan = plan_of(CASES[i].protocol);
        cr_expect_eq(plan->machines[CASES[i].machine].keeps_brought, CASES[i].kept, "%s: %s",
                     CASES[i].protocol, CASES[i].why);
        free_plan(plan);
    }
}

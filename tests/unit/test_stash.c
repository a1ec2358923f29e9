// Words of a local memory that are of global ones: what is stored of each, and which rules of another machine
// are for one word at a time.
#include <criterion/criterion.h>

#include "tables.h"

enum { L2 = 1, STASH = 2 };

Test(stash, a_word_has_its_state_and_its_mapping) {
    cg_plan *p = plan_of_table("protocols/stash.json", NULL, 0);
    const cg_machine *m = &p->spec->machines[STASH];
    cr_assert_str_eq(m->name, "stash");
    cr_expect_eq(m->sets, 256 * 16);
    cr_expect_eq(cg_stored_bits(p, STASH, CG_PER_LINE), 2 + 6 + 1 + 32); // state, map, own, data
    drop_plan(p);
}

Test(stash, who_tells_it_does_so_word_by_word) {
    cg_spec *s = spec_of_table("protocols/stash.json", NULL, 0);
    int alone = 0;
    for (int i = 0; i < s->machines[L2].n_rules; i++) {
        const cg_rule *r = &s->machines[L2].rules[i];
        const cg_action *send = cg_find_action(r, CG_DOES_SENDS);
        // but of words to read, each of which has a place of its own
        const bool tells = send && s->msgs[send->msg].to == STASH && !s->msgs[send->msg].several;
        cr_expect_eq(r->alone, tells, "%s", r->id);
        alone += r->alone;
    }
    cr_expect_gt(alone, 10);
    cr_expect(s->msgs[cg_find_msg(s, "SDATA")].several);
    cr_expect_not(s->msgs[cg_find_msg(s, "SDATAR")].several);
    for (int i = 0; i < s->machines[STASH].n_rules; i++) cr_expect_not(s->machines[STASH].rules[i].alone);
    cg_spec_free(s);
}

// What a walk keeps where it is: the states of a line of words are read together, and a marker is a thread.
static void expect_walk(const char *table, int machine, int rows, int ways, int tag_bits) {
    cg_plan *p = plan_of_table(table, NULL, 0);
    const cg_machine_plan *mp = &p->machines[machine];
    cr_expect_eq(mp->walk_rows, rows, "%s: %d", table, mp->walk_rows);
    cr_expect_eq(mp->walk_ways, ways, "%s: %d", table, mp->walk_ways);
    cr_expect_eq(mp->walk_tag_bits, tag_bits, "%s: %d", table, mp->walk_tag_bits);
    drop_plan(p);
}

Test(stash, a_walk_reads_the_states_of_a_line_of_words) {
    expect_walk("protocols/stash.json", STASH, 256, 16, 4);
}

Test(stash, a_walk_of_lines_reads_one) {
    expect_walk("tests/tables/mapped.json", 2, 4, 1, 1);
}

Test(stash, a_walk_of_a_cache_reads_a_set) {
    cg_plan *p = plan_of_table("tests/tables/walk.json", NULL, 0);
    const cg_machine *m = &p->spec->machines[1];
    expect_walk("tests/tables/walk.json", 1, (int)m->sets, (int)m->ways, p->machines[1].tag_bits);
    drop_plan(p);
}

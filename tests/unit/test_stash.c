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
        const bool tells = send && s->msgs[send->msg].to == STASH;
        cr_expect_eq(r->alone, tells, "%s", r->id);
        alone += r->alone;
    }
    cr_expect_gt(alone, 10);
    for (int i = 0; i < s->machines[STASH].n_rules; i++) cr_expect_not(s->machines[STASH].rules[i].alone);
    cg_spec_free(s);
}

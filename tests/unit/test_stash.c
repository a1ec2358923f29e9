// Words of a local memory that are of global ones: what is stored of each, and which rules of another machine
// are for one word at a time.
#include <criterion/criterion.h>

#include "lang/command.h"
#include "lang/local.h"
#include "tables.h"

enum { L2 = 1, STASH = 2 };

Test(stash, a_word_has_its_state_and_its_mapping) {
    cg_plan *p = plan_of_table("protocols/stash.json", NULL, 0);
    const cg_machine *m = &p->spec->machines[STASH];
    cr_assert_str_eq(m->name, "stash");
    cr_expect_eq(m->sets, 256 * 16);
    cr_expect_eq(cg_stored_bits(p, STASH, CG_PER_LINE),
                 2 + 4 + 2 + 1 + 1 + 32); // state, block, index, own, copied, data
    drop_plan(p);
}

// ... but of words whose places follow from msg.line.
static int count_alone(const char *table) {
    cg_spec *s = spec_of_table(table, NULL, 0);
    int alone = 0;
    for (int i = 0; i < s->machines[L2].n_rules; i++) {
        const cg_rule *r = &s->machines[L2].rules[i];
        const cg_action *send = cg_find_action(r, CG_DOES_SENDS);
        const bool tells = send && s->msgs[send->msg].to == STASH && !s->msgs[send->msg].several;
        cr_expect_eq(r->alone, tells, "%s", r->id);
        alone += r->alone;
    }
    for (int i = 0; i < s->machines[STASH].n_rules; i++) cr_expect_not(s->machines[STASH].rules[i].alone);
    cg_spec_free(s);
    return alone;
}

Test(stash, who_tells_it_does_so_word_by_word) {
    cr_expect_eq(count_alone("tests/tables/told.json"),
                 6); // four requests, one that asks for it, an eviction
    cr_expect_eq(count_alone("protocols/stash.json"), 0);
}

static bool defers_again(const cg_spec *s, const char *id) {
    for (int i = 0; i < s->machines[L2].n_rules; i++)
        if (!strcmp(s->machines[L2].rules[i].id, id)) return s->machines[L2].rules[i].again;
    cr_assert_fail("%s", id);
    return false;
}

// What begins what a deferred request waits for defers it again with all of its words.
Test(stash, who_begins_defers_again) {
    cg_spec *s = spec_of_table("protocols/stash.json", NULL, 0);
    cr_expect(defers_again(s, "stash.l2.S.GETS"));      // recalls from a stash
    cr_expect(defers_again(s, "stash.l2.R.SGETS"));     // ... from an L1
    cr_expect(defers_again(s, "stash.l2.I.GETS"));      // from memory, with all that are missing
    cr_expect_not(defers_again(s, "stash.l2.SX.GETS")); // somebody else has
    cr_expect_not(defers_again(s, "stash.l2.S.evict")); // is no request
    cg_spec_free(s);
}

// An access names its mapping as add_map does: by the same operand, in the same bits of the port.
// A load may be a prefetch besides, as no command is.
Test(stash, accesses_bring_a_map_index) {
    cg_spec *s = spec_of_table("protocols/stash.json", NULL, 0);
    const cg_machine *stash = &s->machines[STASH];
    const unsigned load = cg_operands_brought(s, &stash->events[cg_find_event(stash, "load")]),
                   alone = cg_access_operands(s), one = load & ~alone;
    cr_assert_eq(__builtin_popcount(alone), 1);
    cr_expect_str_eq(s->operands[__builtin_ctz(alone)].field.name, "prefetch");
    cr_expect_eq(load, one | alone);
    cr_assert_eq(__builtin_popcount(one), 1);
    cr_expect_str_eq(s->operands[__builtin_ctz(one)].field.name, "index");
    cr_expect_eq(cg_operands_brought(s, &stash->events[cg_find_event(stash, "atomic")]), one);
    cr_expect_eq(cg_operands_brought(s, &stash->events[cg_find_event(stash, "add_map")]) & one, one);
    cr_expect_eq(cg_operands_brought(s, &stash->events[cg_find_event(stash, "end_block")]), 0);
    cr_expect_eq(cg_operands_brought(s, &stash->events[cg_find_event(stash, "SDATA")]), 0);
    cr_expect_eq(cg_operands_brought(s, &s->machines[0].events[cg_find_event(&s->machines[0], "load")]), 0);
    cg_spec_free(s);
}

// The memory's event for its places, and the other machine's for what is global.
Test(stash, a_request_meets_the_event_of_its_space) {
    cg_spec *s = spec_of_table("protocols/stash.json", NULL, 0);
    const cg_machine *l1 = &s->machines[0], *stash = &s->machines[STASH];
    cr_expect_eq(cg_event_of_request(s, &(cg_request){.op = CG_LOAD, .addr = 64}),
                 &l1->events[cg_find_event(l1, "load")]);
    cr_expect_eq(cg_event_of_request(s, &(cg_request){.op = CG_LOAD, .addr = cg_local_addr(1, 64)}),
                 &stash->events[cg_find_event(stash, "load")]);
    cr_expect_eq(cg_event_of_request(s, &(cg_request){.op = CG_FENCE, .command = 1}),
                 &stash->events[cg_find_event(stash, "add_map")]);
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

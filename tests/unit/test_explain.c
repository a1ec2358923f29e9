// From words to a cell, and what is told of it.
#include <criterion/criterion.h>
#include <string.h>

#include "load/load.h"
#include "tables.h"
#include "tell/explain/explain.h"

static cg_spec *spec(void) {
    cg_spec *s = spec_of_table("protocols/rcc.json", NULL, 0);
    return s;
}

// "machine state event rules", or the error.
static const char *found(cg_arena *a, const cg_spec *s, const char *first, const char *second) {
    const char *words[] = {first, second}, *error = NULL;
    cg_cell c;
    if (!cg_find_cell(a, s, words, second ? 2 : 1, &c, &error)) return error;
    const cg_machine *m = &s->machines[c.machine];
    return cg_arena_printf(a, "%s %s %s %s", m->name, c.state == CG_NONE ? "-" : m->states[c.state].name,
                           m->events[c.event].name, c.rule == CG_NONE ? "all" : m->rules[c.rule].id);
}

Test(explain, finds) {
    cg_spec *s = spec();
    cg_arena *a = cg_arena_new();
    static const char *const CASES[][3] = {
        {"V", "load", "l1 V load all"},
        {"l2.V", "GETS", "l2 V GETS all"},
        {"V", "GETS", "l2 V GETS all"},
        {"rcc.l1.V.load.2", NULL, "l1 V load rcc.l1.V.load.2"},
        {"l1.V.load.2", NULL, "l1 V load rcc.l1.V.load.2"},
        {"rcc.l1.V.load", NULL, "l1 V load all"},
        {"rcc.l1.IV.load", NULL, "l1 IV load rcc.l1.IV.load"},
        {"tick", NULL, "l1 - tick all"},
        {"l1", "FLUSH", "l1 - FLUSH all"},
        {"V", "evict", "several machines have V and evict: say l1.V or l2.V"},
        {"V", "laod", "rcc has no machine with state V and event 'laod' (did you mean 'load'?)"},
        {"l1.IVV", "load", "rcc has no state 'l1.IVV' (did you mean 'l1.IV'?)"},
        {"rcc.l1.V.laod", NULL, "rcc has no rule 'rcc.l1.V.laod' (did you mean 'rcc.l1.VI.load'?)"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const char *got = found(a, s, CASES[i][0], CASES[i][1]);
        if (CASES[i][2][0] == 'r' && !CASES[i][1])
            cr_expect(strstr(got, "did you mean"), "%s", got);
        else
            cr_expect_str_eq(got, CASES[i][2]);
    }
    cg_arena_free(a);
    cg_spec_free(s);
}

static const cg_meets *meets(const cg_explanation *e, const char *state, const char *event) {
    for (int i = 0; i < e->n_after; i++) {
        if (strcmp(e->machine->states[e->after[i].state].name, state) != 0) continue;
        for (int k = 0; k < e->after[i].n_meets; k++) {
            if (!strcmp(e->after[i].meets[k].event->name, event)) return &e->after[i].meets[k];
        }
    }
    return NULL;
}

Test(explain, a_cell) {
    cg_spec *s = spec();
    cg_arena *a = cg_arena_new();
    const char *words[] = {"V", "load"}, *error;
    cg_cell cell;
    cr_assert(cg_find_cell(a, s, words, 2, &cell, &error));
    const cg_explanation e = cg_explain(a, s, &cell);
    cr_assert_eq(e.n_rules, 3);
    cr_assert_eq(e.rules[0].n_lets, 2);
    cr_expect_str_eq(e.rules[0].lets[0]->name, "fresh");
    cr_assert_eq(e.rules[2].n_sends, 1);
    cr_expect_str_eq(e.rules[2].sends[0], "GETS to l2, on req (request)");
    cr_expect_eq(e.n_after, 3, "V, VI and IV");
    cr_expect_str_eq(meets(&e, "IV", "evict")->how, "stalls");
    cr_expect_str_eq(meets(&e, "IV", "DATA")->how, "goes to V");
    cr_expect(strstr(meets(&e, "IV", "RENEW")->senders, "rcc.l2.V.GETS.2"));
    cr_expect_not(meets(&e, "IV", "ACK")->possible);
    cr_expect_str_eq(meets(&e, "IV", "FLUSH")->how, "goes to II, as all such lines do");
    cr_expect_null(meets(&e, "IV", "tick"), "no line is meant");
    cg_arena_free(a);
    cg_spec_free(s);
}

// What a flash moves by its state: lines in others stay.
Test(explain, flash_of_a_state) {
    cg_spec *s = spec_of_table("protocols/dd.json", NULL, 0);
    cg_arena *a = cg_arena_new();
    static const char *const CELLS[][3] = {{"l1.V", "load", "V"}, {"l1.V", "drain", "IR"}};
    for (int i = 0; i < 2; i++) {
        const char *words[] = {CELLS[i][0], CELLS[i][1]}, *error;
        cg_cell cell;
        cr_assert(cg_find_cell(a, s, words, 2, &cell, &error), "%s", error);
        const cg_explanation e = cg_explain(a, s, &cell);
        const cg_meets *acquire = meets(&e, CELLS[i][2], "acquire");
        cr_assert_not_null(meets(&e, CELLS[i][2], "load"));
        if (i == 0)
            cr_expect_str_eq(acquire->how, "goes to I, as all such lines do");
        else
            cr_expect_null(acquire, "no acquire moves %s", CELLS[i][2]);
    }
    cg_arena_free(a);
    cg_spec_free(s);
}

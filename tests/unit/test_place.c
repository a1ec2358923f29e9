// Fields in the place of a word's data: the shadow, lockstep, the Murphi model, stored bits.
#include "emit/murphi/murphi.h"
#include "load/load.h"
#include "lockstep_device.h"

#define TABLE CG_ROOT "/tests/tables/registry.json"
enum { L2 = 1 };

static cg_spec *read_table(void) {
    cg_diags *diags = cg_diags_new();
    cg_spec *s = cg_spec_read(TABLE, NULL, 0, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    cr_assert_not_null(s);
    return s;
}

// The same table with the owner in the tag array.
static void into_tags(cg_spec *s) {
    cg_machine *m = &s->machines[L2];
    for (int i = 0; i < m->n_line; i++) m->line[i].in_data = false;
    for (int i = 0; i < m->n_states; i++) m->states[i].no_data = false;
}

Test(place, lockstep_agrees_with_a_right_device) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        device *d = new_device_of(TABLE, seed, NULL, 0);
        d->lines = 5;
        cr_assert_eq(run(d, 20000), 0, "%s", d->text);
        cr_assert_gt(d->performed, 1000);
        free_device(d);
    }
}

static bool wrong_owner(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o, bool here) {
    const cg_machine *m = &d->spec->machines[machine];
    if (machine != L2 || !c->words || !o->present || roll(d, 4)) return false;
    if (m->states[o->state].no_data == here) return false;
    const uint64_t at = record_base(d, machine, node) + (uint64_t)slot_of(d, L2, "line.", "owner")->offset;
    d->trace[at >> 5] ^= UINT32_C(1) << (at & 31);
    return true;
}

static bool wrong_elsewhere(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    return wrong_owner(d, machine, node, c, o, false);
}

static bool wrong_here(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    return wrong_owner(d, machine, node, c, o, true);
}

Test(place, the_field_counts_where_it_is) {
    for (uint64_t seed = 1; seed <= 3; seed++)
        run_tampered(new_device_of(TABLE, seed, NULL, 0), wrong_elsewhere, NULL, true, 20000);
}

Test(place, and_nowhere_else) {
    run_tampered(new_device_of(TABLE, 1, NULL, 0), wrong_here, NULL, false, 20000);
}

// Words that have given it up are alike again, whoever they were registered to.
Test(place, it_is_forgotten) {
    device *d = new_device_of(TABLE, 2, NULL, 0);
    d->lines = 5;
    run(d, 20000);
    const cg_shadow_machine *sm = &d->s->machines[L2];
    int here = 0, elsewhere = 0;
    for (uint32_t i = 0; i < sm->nodes[0].n_blocks; i++) {
        const cg_block *b = sm->nodes[0].blocks[i];
        if (!b->present) continue;
        if (sm->m->states[b->state].no_data) {
            elsewhere++;
            continue;
        }
        here++;
        for (int f = 0; f < sm->m->n_line; f++)
            cr_expect_eq(b->field[f], sm->m->line[f].init, "in %s", sm->m->states[b->state].name);
    }
    cr_assert(here > 0 && elsewhere > 0, "%d here, %d elsewhere", here, elsewhere);
    free_device(d);
}

static char *murphi_of(const cg_spec *s) {
    static char *text; // not automatic: gcc 12 would take what is returned for a pointer to it
    static size_t n;
    FILE *f = open_memstream(&text, &n);
    cg_murphi_emit(s, &(cg_murphi_options){.lines = 2, .queue = 1, .cover = true}, f);
    fclose(f);
    return text;
}

// A model of states has no places, and what is dead in a state has its initial value there anyway.
Test(place, the_model_is_the_same) {
    cg_spec *s = read_table();
    char *data = murphi_of(s);
    into_tags(s);
    char *tags = murphi_of(s);
    cr_expect_str_eq(data, tags);
    free(data);
    free(tags);
    cg_spec_free(s);
}

// Lines of 16 bytes in 4 sets of an L2: 20 - 4 - 2 = 14 bits of tag, 2 of state a word, 1 while an entry
// holds it, 1 while it leaves.
Test(place, it_is_not_stored) {
    cg_spec *s = read_table();
    cg_plan *p = cg_plan_new(s);
    cr_expect_eq(cg_stored_bits(p, L2, CG_PER_LINE), 14 + 4 * 2 + 1 + 1 + 128);
    cg_plan_free(p);
    into_tags(s);
    p = cg_plan_new(s);
    cr_expect_eq(cg_stored_bits(p, L2, CG_PER_LINE), 14 + 4 * 2 + 1 + 1 + 4 * (1 + 1) + 128);
    cg_plan_free(p);
    cg_spec_free(s);
}

// Cams, rings and tlbs: is what a rule does to one about an entry that can be there, and does what is
// inserted leave again?
#include "lang/lookup.h"

#include "parts.h"

// A name that the design has for something of a structure: FOUND_NAME, FULL_NAME and so on.
static void check_signals(cg_checker *c, const cg_machine *m, const cg_lookup *l) {
    static const char *const BEFORE[] = {"found", "full", "tail",   "at",    "frame",
                                         "find",  "key",  "search", "match", "want"};
    for (size_t i = 0; i < sizeof BEFORE / sizeof *BEFORE; i++) {
        const char *taken = cg_arena_printf(c->arena, "%s_%s", BEFORE[i], l->name);
        if (cg_find_field(m->regs, m->n_regs, taken) == CG_NONE) continue;
        cg_check_report(
            c, CG_E_NAME, cg_machine_pointer(c, m, "registers", taken), CG_AT_KEY,
            "a register cannot be called '%s': the design has a signal of this name, for %s; choose another "
            "name",
            taken, l->name);
    }
}

static bool some_rule(const cg_machine *m, int lookup, int effects) {
    for (int i = 0; i < m->n_rules; i++)
        if (cg_lookup_action(m, &m->rules[i], lookup, effects)) return true;
    return false;
}

static bool some_rule_translates(const cg_machine *m) {
    bool some = false;
    for (int i = 0; i < m->n_rules; i++) some |= cg_rule_translates(&m->rules[i]);
    return some;
}

// note [translation] in lang/lookup.h: a rule is chosen before the frame is known, and its event waits for
// it.
static void check_frame(cg_checker *c, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = &m->events[r->event];
    const char *name = m->lookups[cg_find_tlb(m)].name;
    if (cg_reads_frame(r->when))
        cg_check_report(
            c, CG_E_VERB, r->pointer, 0,
            "the guard reads %s.frame, and which rule fires is known before the frame is: the bits of a "
            "place in the page are those of the virtual address (%s)",
            name, r->id);
    else if (cg_rule_translates(r) && e->kind != CG_EV_CORE && e->kind != CG_EV_HEAD)
        cg_check_report(
            c, CG_E_VERB, r->pointer, 0,
            "%s waits for %s.frame, and only an event of the core or of a walk may wait that long: others "
            "bring the physical address, as msg.line (%s)",
            e->name, name, r->id);
}

static void check_use(cg_checker *c, const cg_machine *m, int lookup) {
    const cg_lookup *l = &m->lookups[lookup];
    const char *at = cg_machine_pointer(c, m, "structures", l->name);
    if (l->kind == CG_LOOKUP_TLB && !some_rule_translates(m))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s is never used: no rule reads %s.frame", l->name,
                        l->name);
    else if (l->kind == CG_LOOKUP_TLB)
        check_signals(c, m, l);
    if (l->kind == CG_LOOKUP_TLB) return;
    if (!some_rule(m, lookup, CG_DOES_INSERTS))
        cg_check_report(c, CG_W_UNUSED, at, CG_AT_KEY, "%s is never used: no rule says 'insert %s'", l->name,
                        l->name);
    else if (!some_rule(m, lookup, CG_DOES_REMOVES))
        cg_check_report(c, CG_E_SHAPE, at, CG_AT_KEY, "nothing ever leaves %s: no rule says 'remove %s'",
                        l->name, l->name);
    check_signals(c, m, l);
}

// The same structure twice in a rule: the first such action before this one, or NULL.
static const cg_action *earlier(const cg_rule *r, const cg_action *a) {
    for (const cg_action *b = r->actions; b < a; b++)
        if (cg_does(b, CG_DOES_INSERTS | CG_DOES_REMOVES) && b->structure == a->structure) return b;
    return NULL;
}

static void check_action(cg_checker *c, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    const bool assigns = cg_does(a, CG_DOES_ASSIGNS);
    const int lookup = assigns ? cg_lookup_of_field(m, a->field) : a->structure;
    const cg_lookup *l = &m->lookups[lookup];
    const bool inserts = cg_does(a, CG_DOES_INSERTS), ring = l->kind == CG_LOOKUP_RING;
    const bool takes = cg_lookup_action(m, r, lookup, CG_DOES_INSERTS);
    const cg_action *first = assigns ? NULL : earlier(r, a);
    if (!cg_looks(m, r->event, lookup) && !(ring && (inserts || (assigns && takes))))
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "'%s', and %s does not look into %s: say in its \"find\" for what (%s)", a->text,
                        m->events[r->event].name, l->name, r->id);
    else if (first && (first->verb == a->verb || !ring))
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "'%s' cannot stand beside '%s': a rule changes one entry of %s (%s)", a->text,
                        first->text, l->name, r->id);
    else if (assigns && !takes && cg_lookup_action(m, r, lookup, CG_DOES_REMOVES))
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "the entry of %s leaves: nothing can be assigned to it (%s)", l->name, r->id);
}

void cg_check_lookups(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_lookups; i++) check_use(c, m, i);
    for (int i = 0; i < m->n_rules; i++) {
        const cg_rule *r = &m->rules[i];
        if (cg_find_tlb(m) != CG_NONE) check_frame(c, m, r);
        for (int k = 0; k < r->n_actions; k++) {
            const cg_action *a = &r->actions[k];
            const bool found = cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_FOUND;
            if (found || cg_does(a, CG_DOES_INSERTS | CG_DOES_REMOVES)) check_action(c, m, r, a);
        }
    }
}

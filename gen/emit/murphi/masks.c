// Masks of a line's bytes, and what is checked of them.
//
// note [units]: the bytes of a line stand in a few units, and a mask has one bit for each. Where races are
// not forbidden there is one: the line's word. Where they are, one byte of the line's own word is watched,
// and the other bytes of that word are the second unit: a store writes both (bytes = 0), the watched one (1)
// or the others (2). Loads and atomics are about both. The other words of a line, where the bound has some,
// are the last unit. Stores of some bytes are left out in tables in which a store is deferred or sent as a
// word: these do not say which bytes they are about. Then a word is one unit.
//
// A unit is in a mask or it is not: what a protocol does with two bytes of one unit, of which one is in, is
// not explored. That a fill leaves bytes which were written since the line has an entry is known of the
// watched unit alone, so bytes that a fill overwrites are asked for there.
#include <string.h>

#include "emit.h"
#include "lang/mask.h"
#include "lang/visit.h"

bool mu_has_masks(const mu *u) {
    for (int i = 0; i < u->s->n_machines; i++)
        if (cg_has_masks(&u->s->machines[i])) return true;
    return false;
}

// Does some rule defer a store, or some message bring one?
static bool moves_stores(const mu *u) {
    const cg_machine *m = &u->s->machines[u->core];
    for (int i = 0; i < m->n_rules; i++) {
        const cg_event *e = &m->events[m->rules[i].event];
        if (e->kind == CG_EV_CORE && e->core == CG_STORE && cg_find_action(&m->rules[i], CG_DOES_DEFERS))
            return true;
    }
    for (int i = 0; i < u->s->n_msgs; i++)
        if (u->s->msgs[i].payload == CG_PAY_WORD) return true;
    return false;
}

bool mu_splits_words(const mu *u) {
    return mu_has_masks(u) && mu_races_forbidden(u) && !moves_stores(u);
}

// Units of the line's own word.
static int units_of_word(const mu *u) {
    return mu_splits_words(u) ? 2 : 1;
}

void mu_print_mask_type(const mu *u) {
    if (!mu_has_masks(u)) return;
    fprintf(u->out, "  unit_t: 0..%d; -- bytes of a line: note [units]\n",
            units_of_word(u) - 1 + mu_word_parts(u));
    fprintf(u->out, "  mask_t: array [unit_t] of boolean;\n");
}

const char *mu_watched_unit(const mu *u) {
    return mu_parts_of_sync(u) ? MU_TEXT(u, "(watched_part = 1 ? %d : 0)", units_of_word(u)) : "0";
}

// Part of the line that it is about: the line's own word, or others.
static const char *units_of_part(const mu *u, const char *who, const char *part) {
    if (!mu_word_parts(u)) return "true";
    return MU_TEXT(u, "(%s < %d ? (%s = 0) : (%s = 1))", who, units_of_word(u), part, part);
}

static const char *units_of_store(const mu *u, const char *who) {
    const char *part = units_of_part(u, who, "part");
    if (!mu_splits_words(u)) return part;
    return MU_TEXT(u, "(%s & (%s = 0 ? bytes != 2 : (%s = 1 ? bytes != 1 : true)))", part, who, who);
}

static const char *units_of_atomic(const mu *u, const char *who) {
    return mu_word_parts(u) ? MU_TEXT(u, "(%s < %d)", who, units_of_word(u)) : "true";
}

const char *mu_named_bytes(const mu_names *n, const char *who) {
    const mu *u = n->u;
    const cg_event *e = n->event;
    if (e && e->kind == CG_EV_CORE)
        return e->core == CG_STORE    ? units_of_store(u, who)
               : e->core == CG_ATOMIC ? units_of_atomic(u, who)
                                      : units_of_part(u, who, "part");
    if (!n->msg) return "false";
    switch (n->msg->payload) {
    case CG_PAY_BYTES: return MU_TEXT(u, "%s.mask[%s]", n->packet, who);
    case CG_PAY_WORD: return units_of_part(u, who, MU_TEXT(u, "%s.part", n->packet));
    case CG_PAY_ATOMIC: return units_of_atomic(u, who);
    case CG_PAY_NONE: return n->asked ? units_of_part(u, who, MU_TEXT(u, "%s.part", n->asked)) : "false";
    case CG_PAY_LINE:
    case CG_PAY_VALUE: break;
    }
    return "false";
}

// ------------------------------------------------------------------------------------------------- checks

void mu_find_masks(const mu_machine *mm, const cg_rule *r, bool *used) {
    if (r->impossible || cg_is_pure_stall(r)) return;
    for (int f = cg_next_mask(mm->m, CG_NONE); f != CG_NONE; f = cg_next_mask(mm->m, f))
        if (cg_is_sent(mm->m, f) || mm->m->states[r->state].valid == f || mm->m->states[r->next].valid == f)
            used[mu_field_item(mm->m, CG_SPACE_LINE, f)] = true;
}

// Is unit e in a mask of the line, before the rule and after it?
static const char *in_before(const mu_cause *c, int field) {
    const cg_field *f = &c->m->line[field];
    const int item = mu_field_item(c->m, CG_SPACE_LINE, field);
    if (c->r->state == 0 || !mu_live(c->mm, c->r->state, item)) return f->init ? "true" : "false";
    return MU_TEXT(c->u, "%s[e]", mu_item_path(c, item));
}

static const char *in_after(const mu_cause *c, int field) {
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (cg_does(a, CG_DOES_ASSIGNS) && a->space == CG_SPACE_LINE && a->field == field)
            return mu_member(&c->names, a->value, "e");
    }
    return in_before(c, field);
}

const char *mu_mask_of(const mu_cause *c, int effects, const char *who) {
    const char *any = NULL;
    for (int i = 0; i < c->r->n_actions; i++) {
        const cg_action *a = &c->r->actions[i];
        if (!cg_does(a, effects) || !a->mask) continue;
        const char *one = mu_member(&c->names, a->mask, who);
        any = any ? MU_TEXT(c->u, "%s | %s", any, one) : one;
    }
    return any ? MU_TEXT(c->u, "(%s)", any) : "false";
}

static void error_if(const mu_cause *c, const char *some, const char *what) {
    if (!strcmp(some, "false")) return;
    mu_line(c, "if exists e: unit_t do %s end then error \"masks: %s %s\"; end;", some, c->r->id, what);
}

static const char *used_by(const mu_cause *c, const cg_action *a) {
    if (cg_does(a, CG_DOES_SENDS) && a->mask) return mu_member(&c->names, a->mask, "e");
    const cg_payload pay = cg_does(a, CG_DOES_SENDS) ? c->u->s->msgs[a->msg].payload : CG_PAY_NONE;
    if (pay == CG_PAY_LINE) return "true";
    if (pay == CG_PAY_VALUE) return mu_named_bytes(&c->names, "e");
    const bool hits = cg_does(a, CG_DOES_HITS) && c->e->core != CG_STORE;
    return hits || cg_does(a, CG_DOES_OPERATES) ? mu_named_bytes(&c->names, "e") : "false";
}

static void check_used(const mu_cause *c, int valid) {
    const char *here = in_before(c, valid);
    for (int i = 0; i < c->r->n_actions; i++) {
        const char *used = used_by(c, &c->r->actions[i]);
        if (strcmp(used, "false") != 0)
            error_if(c, MU_TEXT(c->u, "%s & !%s", used, here), "uses bytes that are not valid");
    }
}

// What the rule leads to says which bytes are valid: are they here?
static void check_next(const mu_cause *c, int valid) {
    const mu *u = c->u;
    const cg_state *next = &c->m->states[c->r->next];
    if (c->r->next == 0 || (next->transient && next->valid == CG_NONE)) return;
    if (valid == CG_NONE && c->r->state != 0) return; // all bytes are
    const char *here = valid == CG_NONE ? "false" : in_before(c, valid);
    if (cg_find_action(c->r, CG_DOES_FILLS))
        here = MU_TEXT(u, "%s | !%s", here, mu_mask_of(c, CG_DOES_FILLS, "e"));
    if (cg_find_action(c->r, CG_DOES_STORES | CG_DOES_OPERATES))
        here = MU_TEXT(u, "%s | %s", here, mu_named_bytes(&c->names, "e"));
    const char *said = next->valid == CG_NONE ? "true" : in_after(c, next->valid);
    error_if(c, MU_TEXT(u, "%s & !(%s)", said, here), "has bytes valid that are not here");
}

static void check_lost(const mu_cause *c, int field) {
    const mu *u = c->u;
    const char *before = in_before(c, field), *kept = c->r->next ? in_after(c, field) : "false";
    if (!strcmp(before, "false")) return;
    if (cg_find_action(c->r, CG_DOES_FILLS)) {
        const int written = mu_item(c->mm, MU_WRITTEN);
        const char *stays = mu_mask_of(c, CG_DOES_FILLS, "e");
        if (mu_live(c->mm, c->r->state, written))
            stays = MU_TEXT(u, "%s | %s", stays, mu_item_path(c, written));
        kept = MU_TEXT(u, "%s & (e != %s | %s)", kept, mu_watched_unit(u), stays);
    }
    error_if(c, MU_TEXT(u, "%s & !(%s) & !%s", before, kept, mu_mask_of(c, CG_DOES_SENDS, "e")),
             MU_TEXT(u, "loses bytes of line.%s", c->m->line[field].name));
}

void mu_check_masks(const mu_cause *c) {
    if (c->r->state == CG_NONE || !cg_has_masks(c->m)) return;
    const int valid = c->m->states[c->r->state].valid;
    if (valid != CG_NONE) check_used(c, valid);
    check_next(c, valid);
    for (int f = cg_next_mask(c->m, CG_NONE); f != CG_NONE; f = cg_next_mask(c->m, f))
        if (cg_is_sent(c->m, f)) check_lost(c, f);
}

void mu_check_forgotten(const mu_cause *c, const char *cell, int low, int high) {
    for (int f = cg_next_mask(c->m, CG_NONE); f != CG_NONE; f = cg_next_mask(c->m, f)) {
        const int item = mu_field_item(c->m, CG_SPACE_LINE, f);
        bool live = false;
        for (int s = low; s < high; s++) live |= mu_live(c->mm, s, item);
        if (!cg_is_sent(c->m, f) || !live) continue;
        mu_line(c,
                "  if exists e: unit_t do %s.%s[e] end then error \"masks: %s loses bytes of line.%s\"; end;",
                cell, mu_cell_field(c->u, c->mm, item), c->r->id, c->m->line[f].name);
    }
}

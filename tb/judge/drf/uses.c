// Loads of whose values it is said later whether they are used, and the races that hang on it.
//
// A value is used more, never less: a race that is illegal without it stays so, and one that is legal
// although it is used needs no waiting. What is between is kept until something is said of its values.
#include "base/memory.h"
#include "parts.h"

static cgd_use use_of(const cg_drf *o, uint32_t use) {
    if (use < CG_DRF_LATER) return use == CG_DRF_USED ? CGD_USED : CGD_DROPPED;
    return use < o->n_uses ? (cgd_use)o->uses[use] : CGD_OPEN;
}

bool cgd_is_open(const cg_drf *o, const cgd_access *a) {
    return use_of(o, a->use) == CGD_OPEN;
}

bool cgd_is_used(const cg_drf *o, const cgd_access *a) {
    return use_of(o, a->use) == CGD_USED;
}

void cgd_add_open_race(cg_drf *o, const cgd_word *w, const cgd_access *a, const cgd_access *old) {
    if (cgd_race_kind_at_worst(o, a, old) == NULL) return;
    *CG_NEXT(o->open, o->n_open, o->open_room) =
        (cgd_open_race){.now = *a, .old = *old, .word = (uint32_t)(w - o->words)};
    o->n_open++;
}

// Tells the race if it is illegal by now. True: it is decided, one way or the other.
static bool settle_race(cg_drf *o, const cgd_open_race *r) {
    cgd_word *w = &o->words[r->word];
    if (w->racy) return true;
    if (cgd_race_kind(o, &r->now, &r->old)) {
        cgd_note_race(o, w, &r->now, &r->old);
        return true;
    }
    return !cgd_is_open(o, &r->now) && !cgd_is_open(o, &r->old);
}

static void decide_races(cg_drf *o) {
    size_t n = 0;
    for (size_t i = 0; i < o->n_open; i++)
        if (!settle_race(o, &o->open[i])) o->open[n++] = o->open[i];
    o->n_open = n;
}

static void note_use(cg_drf *o, uint32_t use, cgd_use is) {
    for (; o->n_uses <= use; o->n_uses++) {
        o->uses = cg_array_grow(o->uses, o->n_uses, sizeof *o->uses);
        o->uses[o->n_uses] = CGD_OPEN;
    }
    o->uses[use] = (uint8_t)is;
}

void cg_drf_used(cg_drf *o, uint32_t use, bool used) {
    if (use < CG_DRF_LATER || use_of(o, use) != CGD_OPEN) return;
    note_use(o, use, used ? CGD_USED : CGD_DROPPED);
    decide_races(o);
}

void cgd_close_races(cg_drf *o) {
    for (size_t i = 0; i < o->n_open; i++) {
        const uint32_t uses[] = {o->open[i].now.use, o->open[i].old.use};
        for (int k = 0; k < 2; k++)
            if (use_of(o, uses[k]) == CGD_OPEN) note_use(o, uses[k], CGD_USED);
    }
    decide_races(o);
}

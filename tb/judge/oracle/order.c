// Program order, as far as the model keeps it: note [program order] in parts.h.
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "parts.h"

// ---- links

// Keys of events that left the window go when the map is as large as two windows. The newest is not in it
// yet.
static void thin_out(cg_oracle *o) {
    if (o->last_same.used <= 2 * (size_t)o->mask) return;
    cg_map_clear(&o->last_same);
    for (uint64_t seq = o->seq > o->mask ? o->seq - o->mask : 1; seq < o->seq; seq++) {
        const cgo_node *n = cgo_at(o, (cgo_id)seq);
        if (n->mask) *cg_map_at(&o->last_same, n->thread, n->word) = (cgo_id)seq - 1;
    }
}

// The thread's last event of the word, and the new one in its place. An entry can be older than 2^32 events:
// what is now of that name is then of another thread or word, or it would have taken the entry over.
static cgo_id exchange_same(cg_oracle *o, const cgo_node *n, cgo_id id) {
    cgo_id *entry = cg_map_at(&o->last_same, n->thread, n->word);
    cgo_id old = *entry == CG_MAP_NONE ? 0 : *entry + 1;
    const cgo_node *p = cgo_at(o, old);
    *entry = id - 1;
    return cgo_live(o, old) && p->thread == n->thread && p->word == n->word ? old : 0;
}

bool cgo_comes_behind(const cg_oracle *o, cgo_id a, cgo_id b) {
    return (int32_t)(cgo_at(o, a)->po - cgo_at(o, b)->po) > 0;
}

// The nearest events of each kind before one in the midst of its thread, and behind it.
static void link_between(const cg_oracle *o, const cgo_node *n, cgo_links *l) {
    if (n->po_prev) {
        memcpy(l->prev, o->links[n->po_prev & o->mask].prev, sizeof l->prev);
        l->prev[cgo_at(o, n->po_prev)->kind] = n->po_prev;
    }
    memcpy(l->next, o->links[n->po_next & o->mask].next, sizeof l->next);
    l->next[cgo_at(o, n->po_next)->kind] = n->po_next;
}

void cgo_link(cg_oracle *o, cgo_id id) {
    const cgo_node *n = cgo_at(o, id);
    cgo_links *l = &o->links[id & o->mask];
    cgo_thread *t = &o->threads[n->thread];
    *l = (cgo_links){0};
    for (unsigned k = 0; k < CG_MEM_KINDS && !n->po_next; k++)
        if (t->last_of[k] && o->seq - t->last_of[k] <= o->mask) l->prev[k] = (cgo_id)t->last_of[k];
    if (n->po_next) link_between(o, n, l);
    if (!cgo_live(o, l->next[n->kind])) t->last_of[n->kind] = o->seq;
    for (cgo_id e = n->po_prev; cgo_live(o, e); e = cgo_at(o, e)->po_prev) {
        o->links[e & o->mask].next[n->kind] = id;
        if (cgo_at(o, e)->kind == n->kind) break;
    }
    for (cgo_id e = n->po_next; cgo_live(o, e); e = cgo_at(o, e)->po_next) {
        o->links[e & o->mask].prev[n->kind] = id;
        if (cgo_at(o, e)->kind == n->kind) break;
    }
    if (n->word == CGO_NO_WORD) return;
    thin_out(o);
    l->prev_same = exchange_same(o, n, id);
    if (l->prev_same) o->links[l->prev_same & o->mask].next_same = id;
}

// ---- steps

// The kinds that are kept before one.
static unsigned kinds_before(const cg_oracle *o, unsigned kind) {
    unsigned set = 0;
    for (unsigned k = 0; k < CG_MEM_KINDS; k++) set |= (unsigned)(o->kept[k] >> kind & 1) << k;
    return set;
}

// From an event of this kind, edges lead to (back: come from) all beyond it of these.
static unsigned covers(const cg_oracle *o, const cgo_steps *s, unsigned kind) {
    return s->back ? kinds_before(o, kind) : o->kept[kind];
}

cgo_steps cgo_steps_from(const cg_oracle *o, cgo_id id, bool back) {
    const cgo_node *n = cgo_at(o, id);
    cgo_steps s = {.back = back, .one = back ? n->po_prev : n->po_next};
    if (o->links == NULL) return s;
    const cgo_links *l = &o->links[id & o->mask];
    s.one = back ? l->prev_same : l->next_same;
    s.need = covers(o, &s, n->kind);
    memcpy(s.cur, back ? l->prev : l->next, sizeof s.cur);
    return s;
}

// The nearest event of a kind that is needed, or after which less is needed; CG_MEM_KINDS: none.
static unsigned nearest(const cg_oracle *o, const cgo_steps *s) {
    unsigned best = CG_MEM_KINDS;
    for (unsigned k = 0; k < CG_MEM_KINDS; k++) {
        if (!((s->need | s->passed) >> k & 1) || !cgo_live(o, s->cur[k])) continue;
        if (!(s->need >> k & 1) && !(covers(o, s, k) & s->need)) continue;
        bool newer = best < CG_MEM_KINDS && cgo_comes_behind(o, s->cur[k], s->cur[best]);
        if (best == CG_MEM_KINDS || newer == s->back) best = k;
    }
    return best;
}

cgo_id cgo_step(const cg_oracle *o, cgo_steps *s) {
    cgo_id id = s->one;
    s->one = 0;
    if (cgo_live(o, id)) return id;
    for (unsigned k; s->need && (k = nearest(o, s)) < CG_MEM_KINDS;) {
        id = s->cur[k];
        const cgo_links *l = &o->links[id & o->mask];
        const bool needed = s->need >> k & 1;
        s->cur[k] = s->back ? l->prev[k] : l->next[k];
        s->passed |= s->need & covers(o, s, k);
        s->need &= ~covers(o, s, k);
        if (needed) return id;
    }
    return 0;
}

bool cgo_follows(const cg_oracle *o, cgo_id a, cgo_id b) {
    cgo_steps s = cgo_steps_from(o, a, false);
    for (cgo_id e; (e = cgo_step(o, &s));)
        if (e == b) return true;
    return false;
}

void cgo_before(cg_oracle *o, cgo_id id) {
    cgo_steps s = cgo_steps_from(o, id, true);
    o->nbefore = 0;
    for (cgo_id e; (e = cgo_step(o, &s));) {
        *CG_NEXT(o->before, o->nbefore, o->capbefore) = e;
        o->nbefore++;
    }
}

void cgo_pass(const cg_oracle *o, cgo_thread *t, unsigned kind, cgo_place at) {
    for (unsigned k = 0; k < CG_MEM_KINDS; k++)
        if (o->kept[kind] >> k & 1) t->at[k] = cgo_later(t->at[k], at);
}

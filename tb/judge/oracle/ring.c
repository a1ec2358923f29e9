// The window of events and the words. See the notes in parts.h.
#include "parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// ---- words

// What points to events that left the window since the word was last touched must not be read again.
static void refresh(cg_oracle *o, cgo_word *w) {
    if (o->seq - w->touched > o->mask && w->open_set) {
        memset(w->open, 0, sizeof w->open);
        w->open_set = 0;
    }
    w->touched = o->seq;
}

cgo_word *cgo_word_at(cg_oracle *o, uint64_t addr) {
    addr &= ~(uint64_t)3;
    uint32_t *place = cg_map_at(&o->places, addr, 0);
    if (*place == CG_MAP_NONE) {
        o->words = cg_array_grow(o->words, o->nwords, sizeof *o->words);
        o->words[o->nwords] = (cgo_word){.addr = addr};
        *place = o->nwords++;
        o->stats.words++;
    }
    cgo_word *w = &o->words[*place];
    refresh(o, w);
    return w;
}

void cgo_free_words(cg_oracle *o) {
    for (uint32_t i = 0; i < o->nwords; i++) free(o->words[i].slots);
    free(o->words);
    cg_map_free(&o->places);
}

static void push_slot(cgo_word *w, cgo_id id) {
    if (w->n == w->cap) {
        uint32_t cap = w->cap ? 2 * w->cap : 4;
        cgo_id *slots = cg_array_resize(NULL, cap, sizeof *slots);
        for (uint32_t i = 0; i < w->n; i++) slots[i] = cgo_slot(w, i);
        free(w->slots);
        w->slots = slots;
        w->head = 0;
        w->cap = cap;
    }
    w->slots[(w->head + w->n++) & (w->cap - 1)] = id;
}

// ---- the ring

// Costs a look at every thread, so not at every event.
static void find_min_live(cg_oracle *o) {
    if (o->seq - o->min_live_seq < (o->mask < 32768 ? o->mask / 8 : 4096)) return;
    o->min_live_seq = o->seq;
    cgo_place min = {UINT64_MAX, UINT64_MAX};
    for (unsigned t = 0; t < o->cfg.threads; t++)
        if (!o->threads[t].done && cgo_less(o->threads[t].at[CG_MEM_LOAD], min))
            min = o->threads[t].at[CG_MEM_LOAD];
    o->min_live = min;
}

// The oldest event leaves. If it is a store, it is the oldest of its word and its slot becomes the base.
static void retire(cg_oracle *o, cgo_id id) {
    const cgo_node *n = cgo_at(o, id);
    if (n->kind == CG_MEM_LOAD || n->mask == 0) return; // fences have no mask
    cgo_word *w = &o->words[n->word];
    w->base = n->merged;
    w->base_at = n->at;
    w->head = (w->head + 1) & (w->cap - 1);
    w->n--;
    cgo_place next = n->co_next ? cgo_at(o, n->co_next)->at : (cgo_place){0, 0};
    if (cgo_less(o->min_live, next)) find_min_live(o);
    if (cgo_less(o->min_live, next))
        o->stats.forced++;
    else
        o->stats.retired++;
}

// Is the new event, which is not the last of its thread, kept before this one?
static bool is_kept_before(const cg_oracle *o, const cgo_node *n, const cgo_node *later) {
    const bool same = n->word != CGO_NO_WORD && n->word == later->word;
    return o->links == NULL || same || o->kept[n->kind] >> later->kind & 1;
}

// The event of its thread behind which the new one stands, 0: none; *next: that before which it stands. One
// that may not stand there is taken for the last.
static cgo_id place_of(cg_oracle *o, cgo_id id, cgo_node *n, cgo_id *next) {
    cgo_thread *t = &o->threads[n->thread];
    const cgo_id last = t->last_seq && o->seq - t->last_seq <= o->mask ? (cgo_id)t->last_seq : 0;
    cgo_id prev = last;
    n->po = t->told ? t->next_po : last ? cgo_at(o, last)->po + 1 : 1;
    t->told = false;
    *next = 0;
    for (; cgo_live(o, prev) && (int32_t)(cgo_at(o, prev)->po - n->po) > 0; prev = cgo_at(o, prev)->po_prev) {
        *next = prev;
        if (!is_kept_before(o, n, cgo_at(o, prev))) continue;
        o->stats.bad_order++;
        *cgo_at(o, id) = *n;
        cgo_tell_order(o, id, prev);
        n->po = cgo_at(o, last)->po + 1;
        *next = 0;
        return last;
    }
    return cgo_live(o, prev) ? prev : 0;
}

bool cgo_is_last(const cg_oracle *o, cgo_id id) {
    return o->threads[cgo_at(o, id)->thread].last_seq == o->seq && (cgo_id)o->seq == id;
}

// A slot of the ring that is not used (the id that would be 0, or before the first event) has mask 0.
cgo_id cgo_append(cg_oracle *o, cgo_node n) {
    if ((cgo_id)(o->seq + 1) == 0) {
        o->seq++;
        retire(o, (cgo_id)(o->seq - o->mask - 1));
        *cgo_at(o, 0) = (cgo_node){0};
    }
    o->seq++;
    cgo_id id = (cgo_id)o->seq;
    if (o->seq > o->mask) retire(o, id);
    n.po_prev = place_of(o, id, &n, &n.po_next);
    if (n.po_prev) cgo_at(o, n.po_prev)->po_next = id;
    if (n.po_next)
        cgo_at(o, n.po_next)->po_prev = id;
    else
        o->threads[n.thread].last_seq = o->seq;
    if (n.word != CGO_NO_WORD) o->words[n.word].touched = o->seq;
    *cgo_at(o, id) = n;
    if (o->links) cgo_link(o, id);
    return id;
}

// Two lists of loads, newest first, into one.
static cgo_id merge_loads(const cg_oracle *o, cgo_id a, cgo_id b) {
    cgo_id first = 0, *tail = &first;
    while (cgo_live(o, a) && cgo_live(o, b)) {
        cgo_id *newer = (cgo_id)o->seq - a < (cgo_id)o->seq - b ? &a : &b;
        *tail = *newer;
        tail = &cgo_at(o, *newer)->limit_next;
        *newer = *tail;
    }
    *tail = cgo_live(o, a) ? a : b;
    return first;
}

// Loads that agreed with the word until now, and do not any more, come before this store.
static void close_runs(cg_oracle *o, cgo_word *w, cgo_id id, unsigned changed) {
    cgo_node *n = cgo_at(o, id);
    for (uint32_t set = w->open_set; set; set &= set - 1) {
        unsigned m = (unsigned)__builtin_ctz(set);
        if (!(m & changed)) continue;
        for (cgo_id l = w->open[m]; cgo_live(o, l); l = cgo_at(o, l)->limit_next) cgo_at(o, l)->limit = id;
        n->covered = n->covered ? merge_loads(o, n->covered, w->open[m]) : w->open[m];
        w->open[m] = 0;
        w->open_set &= ~(1u << m);
    }
}

void cgo_add_store(cg_oracle *o, cgo_word *w, cgo_id id) {
    cgo_node *n = cgo_at(o, id), *prev = NULL;
    unsigned changed = 0;
    n->merged = (w->value & ~cgo_bits(n->mask)) | (n->value & cgo_bits(n->mask));
    if (w->n) {
        n->co_prev = cgo_slot(w, w->n - 1);
        prev = cgo_at(o, n->co_prev);
        prev->co_next = id;
    }
    for (unsigned b = 0; b < CGO_BYTES; b++) {
        bool changes = (n->merged ^ w->value) >> 8 * b & 0xff;
        changed |= (unsigned)changes << b;
        n->since[b] = changes ? id : prev ? prev->since[b] : 0;
    }
    close_runs(o, w, id, changed);
    w->value = n->merged;
    w->top_store = n->at;
    push_slot(w, id);
}

// Words whose synchronization is coherent only (gen/lang/model.h: `synchronization`).
//
// note [coherent]: of such a word nothing says in which order its writes are, but what threads see. So it
// keeps its latest writes, each with what its thread knew, and which of them are known to come before it in
// the word's order: those that happen before it. A load or an atomic may return any that its thread does not
// know to be overwritten. What it returns comes in the word's order behind all that happen before it (else
// the load would go back), and that is kept, too. An acquire takes over what the write handed on whose value
// it returns; an atomic passes on what it finds. Two atomics cannot find one write.
//
// A value may be that of several writes. Then any of them will do, the access comes behind none in
// particular, and takes over what they all handed on: a race may be missed, and none is made up. So it is
// where a word has more writes than are kept, as a lock has at which many threads spin while its release is
// on its way: one that is not found is not judged then, and all accesses take over what those that are not
// kept handed on.
#include <stdlib.h>
#include <string.h>

#include "parts.h"

enum { WRITES = 64 };

typedef struct {
    uint64_t before; // bit i: write i comes before it in the word's order
    uint32_t value;
    uint32_t own; // its thread's own clock then; 0: it happens before everything
    uint16_t thread;
    bool hands;      // a later acquire takes `clock` over
    bool taken;      // an atomic has found it
    uint32_t *clock; // what happens before it, by thread
} write;

struct cgd_order {
    int n;
    bool lost;      // not all writes are here
    uint32_t *gone; // what those that are not handed on, by thread
    write w[WRITES];
};

static void add_clock(const cg_drf *o, uint32_t *to, const uint32_t *from) {
    for (unsigned t = 0; t < o->cfg.threads; t++)
        if (from[t] > to[t]) to[t] = from[t];
}

static bool knows_write(const cg_drf *o, const write *w, unsigned thread) {
    return w->own <= cgd_clock(o, thread)[w->thread];
}

static uint64_t known_to(const cg_drf *o, const cgd_order *k, unsigned thread) {
    uint64_t set = 0;
    for (int i = 0; i < k->n; i++)
        if (knows_write(o, &k->w[i], thread)) set |= UINT64_C(1) << i;
    return set;
}

// Writes of `set` come before i, and so does what comes before them.
static void place_before(cgd_order *k, uint64_t set, int i) {
    set &= ~(UINT64_C(1) << i);
    for (uint64_t left = set; left; left &= left - 1) set |= k->w[__builtin_ctzll(left)].before;
    for (int j = 0; j < k->n; j++)
        if (j == i || k->w[j].before >> i & 1) k->w[j].before |= set;
}

static uint64_t without(uint64_t set, int i) {
    const uint64_t low = (UINT64_C(1) << i) - 1;
    return (set & low) | (set >> 1 & ~low);
}

static void forget(cgd_order *k, int i) {
    free(k->w[i].clock);
    for (int j = i; j + 1 < k->n; j++) k->w[j] = k->w[j + 1];
    k->n--;
    for (int j = 0; j < k->n; j++) k->w[j].before = without(k->w[j].before, i);
}

// Nobody can find it any more.
static bool is_over(const cg_drf *o, const cgd_order *k, int i) {
    uint64_t all = UINT64_MAX;
    for (unsigned t = 0; t < o->cfg.threads; t++) all &= known_to(o, k, t);
    for (; all; all &= all - 1)
        if (k->w[__builtin_ctzll(all)].before >> i & 1) return true;
    return false;
}

static void make_room(const cg_drf *o, cgd_order *k) {
    if (k->n < WRITES) return;
    for (int i = k->n - 1; i >= 0; i--)
        if (is_over(o, k, i)) forget(k, i);
    if (k->n < WRITES) return;
    if (!k->gone) k->gone = cgd_alloc(o->cfg.threads, sizeof *k->gone);
    if (k->w[0].hands) add_clock(o, k->gone, k->w[0].clock);
    forget(k, 0);
    k->lost = true;
}

static int add_write(const cg_drf *o, cgd_order *k, write w) {
    make_room(o, k);
    w.clock = cgd_alloc(o->cfg.threads, sizeof *w.clock);
    k->w[k->n] = w;
    return k->n++;
}

void cgd_order_free(cgd_order *k) {
    for (int i = 0; k && i < k->n; i++) free(k->w[i].clock);
    if (k) free(k->gone);
    free(k);
}

// What was there before is known to all who come here, or it is a race.
void cgd_order_begin(const cg_drf *o, cgd_word *w) {
    if (w->order) return;
    w->order = cgd_alloc(1, sizeof *w->order);
    add_write(o, w->order, (write){.value = w->value});
}

// Writes with this value that the thread does not know to be overwritten; `there`: some write has it.
static uint64_t found(const cg_drf *o, const cgd_order *k, const cgd_access *a, uint32_t value, uint32_t bits,
                      bool atomic, bool *there) {
    uint64_t set = 0, over = 0;
    for (uint64_t known = known_to(o, k, a->thread); known; known &= known - 1)
        over |= k->w[__builtin_ctzll(known)].before;
    *there = false;
    for (int i = 0; i < k->n; i++) {
        if ((k->w[i].value ^ value) & bits) continue;
        *there = true;
        if (!(over >> i & 1) && !(atomic && k->w[i].taken)) set |= UINT64_C(1) << i;
    }
    return set;
}

static void take_over(cg_drf *o, const cgd_order *k, uint64_t set, unsigned thread) {
    uint32_t *mine = cgd_clock(o, thread);
    for (; set; set &= set - 1) {
        const write *w = &k->w[__builtin_ctzll(set)];
        if (w->hands) add_clock(o, mine, w->clock);
    }
    if (k->lost) add_clock(o, mine, k->gone);
}

bool cgd_order_read(cg_drf *o, cgd_word *w, const cgd_access *a, uint32_t value, uint32_t bits,
                    uint64_t *from) {
    const cg_model_class *c = &o->model->classes[a->cls];
    cgd_order *k = w->order;
    bool there;
    *from = found(o, k, a, value, bits, c->kind == CG_MEM_ATOMIC, &there);
    if (*from && !(*from & (*from - 1))) {
        const int i = __builtin_ctzll(*from);
        place_before(k, known_to(o, k, a->thread), i);
        k->w[i].taken |= c->kind == CG_MEM_ATOMIC;
    }
    if (c->synchronizes & CG_MARK_ACQUIRE) take_over(o, k, *from, a->thread);
    return *from || (!there && k->lost);
}

void cgd_order_write(cg_drf *o, cgd_word *w, const cgd_access *a, uint32_t value, uint64_t from) {
    const cg_model_class *c = &o->model->classes[a->cls];
    cgd_order *k = w->order;
    uint32_t *passed = cgd_alloc(o->cfg.threads, sizeof *passed);
    const bool releases = c->synchronizes & CG_MARK_RELEASE;
    bool hands = releases;
    for (uint64_t left = from; left; left &= left - 1) {
        const write *found = &k->w[__builtin_ctzll(left)];
        hands |= found->hands;
        if (found->hands) add_clock(o, passed, found->clock);
    }
    if (k->lost && c->kind == CG_MEM_ATOMIC) {
        hands = true;
        add_clock(o, passed, k->gone);
    }
    const uint32_t *mine = cgd_clock(o, a->thread);
    if (releases) add_clock(o, passed, mine);
    if (k->n == WRITES) from = 0; // its writes may move
    const int i =
        add_write(o, k, (write){.value = value, .own = mine[a->thread], .thread = a->thread, .hands = hands});
    memcpy(k->w[i].clock, passed, o->cfg.threads * sizeof *passed);
    free(passed);
    if (from & (from - 1)) from = 0;
    place_before(k, known_to(o, k, a->thread) | from, i);
}

void cgd_order_end(cgd_word *w) {
    cgd_order_free(w->order);
    w->order = NULL;
}

bool cgd_order_ends_with(const cgd_word *w, uint32_t memory) {
    const cgd_order *k = w->order;
    uint64_t before = 0;
    for (int i = 0; i < k->n; i++) before |= k->w[i].before;
    for (int i = 0; i < k->n; i++)
        if (!(before >> i & 1) && k->w[i].value == memory) return true;
    return k->lost;
}

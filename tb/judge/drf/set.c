// Accesses that later ones are compared with, what releases hand over, and the memory of both.
#include <stdlib.h>
#include <string.h>

#include "parts.h"

void *cgd_alloc(size_t n, size_t size) {
    void *p = calloc(n ? n : 1, size);
    if (p == NULL) abort();
    return p;
}

static void count_memory(cg_drf *o, int64_t bytes) {
    o->held += (uint64_t)bytes;
    if (o->held > o->stats.memory_peak) o->stats.memory_peak = o->held;
}

// --------------------------------------------------------------------------------------------------- sets
static cgd_access *entries(cgd_set *s) {
    return s->room ? s->more : &s->one;
}

static void resize_set(cg_drf *o, cgd_set *s, uint32_t room) {
    cgd_access *more = cgd_alloc(room, sizeof *more);
    memcpy(more, entries(s), s->n * sizeof *more);
    if (s->room) free(s->more);
    count_memory(o, ((int64_t)room - s->room) * (int64_t)sizeof *more);
    s->more = more;
    s->room = room;
}

void cgd_set_clear(cg_drf *o, cgd_set *s) {
    if (s->room) {
        free(s->more);
        count_memory(o, -(int64_t)(s->room * sizeof *s->more));
    }
    *s = (cgd_set){0};
}

// Whether only writes of data conflict with it, which come after all accesses: or data that reads as well.
static bool writes(const cg_drf *o, const cgd_access *a) {
    return o->model->classes[a->cls].kind != CG_MEM_LOAD;
}

// What else says which races of synchronization it makes: where the model forbids kinds of them, accesses
// stand for each other only if they are alike in this.
static uint64_t nature(const cg_drf *o, const cgd_access *a) {
    if (o->model->n_races == 0 || !o->model->classes[a->cls].sync) return 0;
    return (uint64_t)a->cls << 42 | (uint64_t)a->op << 34 | (uint64_t)a->keeps << 33 |
           (uint64_t)cgd_is_used(o, a) << 32 | a->value;
}

// ... and of whose values nothing more will be said.
static bool are_alike(const cg_drf *o, const cgd_access *a, const cgd_access *b) {
    return nature(o, a) == nature(o, b) && !cgd_is_open(o, a) && !cgd_is_open(o, b);
}

// By thread; of one thread what only reads before what writes. 17 bits, then those of nature(): 5 + 8 + 1
// + 1 + 32. What becomes used moves to another place in this order: then some stand there twice, for a while.
static uint64_t key(const cg_drf *o, const cgd_access *a) {
    return (uint64_t)(a->thread * 2u + writes(o, a)) << 47 | nature(o, a);
}

// Leaves out what `a` stands for from now on: it happens before `a`, so that whatever comes after `a` comes
// after it, and nothing conflicts with it, or makes a race that is forbidden, that does not with `a`.
static void drop_implied(cg_drf *o, cgd_set *s, const cgd_access *a) {
    cgd_access *e = entries(s);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (!cgd_before(o, &e[i], a->thread) || (writes(o, &e[i]) && !writes(o, a)) ||
            !are_alike(o, &e[i], a) || !cgd_one_instance(o, e[i].cls, e[i].thread, a->cls, a->thread))
            e[n++] = e[i];
    s->n = n;
}

static void insert_access(cg_drf *o, cgd_set *s, const cgd_access *a) {
    cgd_access *e = entries(s);
    uint32_t low = 0, high = s->n;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (key(o, &e[middle]) < key(o, a))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == s->n || key(o, &e[low]) != key(o, a) || !are_alike(o, &e[low], a)) {
        memmove(&e[low + 1], &e[low], (s->n - low) * sizeof *e);
        s->n++;
    }
    e[low] = *a;
}

void cgd_set_add(cg_drf *o, cgd_set *s, cgd_access a) {
    const uint32_t room = s->room ? s->room : 1;
    if (s->n == room) {
        drop_implied(o, s, &a);
        if (s->n > room / 2) resize_set(o, s, room * 4);
    }
    insert_access(o, s, &a);
}

static void copy(cg_drf *o, cgd_set *to, const cgd_set *from) {
    *to = *from;
    if (from->room == 0) return;
    to->more = cgd_alloc(from->room, sizeof *to->more);
    memcpy(to->more, from->more, from->n * sizeof *to->more);
    count_memory(o, (int64_t)(from->room * sizeof *to->more));
}

// The latest only; true: something was lost.
static bool keep_latest(cg_drf *o, cgd_set *s) {
    const cgd_access *e = cgd_entries(s);
    cgd_access latest = {0};
    const bool lost = s->n > 1;
    for (uint32_t i = 0; i < s->n; i++)
        if (e[i].cycle >= latest.cycle) latest = e[i];
    cgd_set_clear(o, s);
    if (latest.clock) *s = (cgd_set){.one = latest, .n = 1};
    return lost;
}

// -------------------------------------------------------------------------------------------------- words
void cgd_split(cg_drf *o, cgd_word *w) {
    if (w->bytes) return;
    w->bytes = cgd_alloc(4, sizeof *w->bytes);
    w->bytes[0] = w->whole;
    for (int i = 1; i < 4; i++) {
        w->bytes[i] = w->whole;
        copy(o, &w->bytes[i].reads, &w->whole.reads);
        copy(o, &w->bytes[i].syncs, &w->whole.syncs);
    }
    w->whole = (cgd_cell){0};
}

static int64_t released_bytes(const cg_drf *o) {
    return (int64_t)(o->cfg.threads * sizeof(uint32_t) + sizeof(cgd_released));
}

static void forget_released(cg_drf *o, cgd_word *w) {
    for (uint32_t i = 0; i < w->n_released; i++) free(w->released[i].clock);
    count_memory(o, -(int64_t)w->n_released * released_bytes(o));
    free(w->released);
    w->released = NULL;
    w->n_released = 0;
}

void cgd_word_free(cg_drf *o, cgd_word *w) {
    forget_released(o, w);
    cgd_order_free(w->order);
    for (int i = 0; i < (w->bytes ? 4 : 1); i++) {
        cgd_set_clear(o, w->bytes ? &w->bytes[i].reads : &w->whole.reads);
        cgd_set_clear(o, w->bytes ? &w->bytes[i].syncs : &w->whole.syncs);
    }
    free(w->bytes);
}

static void join_clocks(uint32_t *to, const uint32_t *from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        if (from[i] > to[i]) to[i] = from[i];
}

// Two instances that the model includes in each other are two here: an acquire looks at both.
static bool is_instance(const cg_drf *o, const cgd_released *r, unsigned thread, int cls) {
    const int scope = o->model->classes[cls].scope;
    if (o->model->classes[r->cls].scope != scope) return false;
    return scope < 0 || !o->model->scopes[scope].of_core || cgd_core(o, r->thread) == cgd_core(o, thread);
}

static cgd_released *released_of(cg_drf *o, cgd_word *w, unsigned thread, int cls) {
    for (uint32_t i = 0; i < w->n_released; i++)
        if (is_instance(o, &w->released[i], thread, cls)) return &w->released[i];
    w->released = realloc(w->released, (w->n_released + 1) * sizeof *w->released);
    if (w->released == NULL) abort();
    cgd_released *r = &w->released[w->n_released++];
    *r = (cgd_released){cgd_alloc(o->cfg.threads, sizeof *r->clock), (uint16_t)thread, (uint8_t)cls};
    count_memory(o, released_bytes(o));
    return r;
}

void cgd_release(cg_drf *o, cgd_word *w, unsigned thread, int cls) {
    uint32_t *mine = cgd_clock(o, thread);
    if (!w->all_released && !o->model->coherent)
        join_clocks(released_of(o, w, thread, cls)->clock, mine, o->cfg.threads);
    mine[thread]++; // what it does next is not released
}

void cgd_acquire(cg_drf *o, const cgd_word *w, unsigned thread, int cls) {
    uint32_t *mine = cgd_clock(o, thread);
    for (uint32_t i = 0; i < w->n_released; i++)
        if (cgd_one_instance(o, w->released[i].cls, w->released[i].thread, cls, thread))
            join_clocks(mine, w->released[i].clock, o->cfg.threads);
    for (unsigned i = 0; w->all_released && i < o->cfg.threads; i++)
        if (cgd_clock(o, i)[i] > mine[i]) mine[i] = cgd_clock(o, i)[i];
}

// ----------------------------------------------------------------------------------------- memory is full

// What every thread has reached, by thread: accesses up to there happen before whatever comes.
static uint32_t *reached_by_all(const cg_drf *o) {
    const unsigned n = o->cfg.threads;
    uint32_t *least = cgd_alloc(n, sizeof *least);
    memcpy(least, cgd_clock(o, 0), n * sizeof *least);
    for (unsigned t = 1; t < n; t++)
        for (unsigned i = 0; i < n; i++)
            if (cgd_clock(o, t)[i] < least[i]) least[i] = cgd_clock(o, t)[i];
    return least;
}

static void drop_reached(cg_drf *o, cgd_set *s, const uint32_t *least) {
    cgd_access *e = entries(s);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (e[i].clock > least[e[i].thread]) e[n++] = e[i];
    s->n = n;
    if (n == 0)
        cgd_set_clear(o, s);
    else if (s->room > 4 && n <= s->room / 4)
        resize_set(o, s, s->room / 2);
}

static void tidy_word(cg_drf *o, cgd_word *w, const uint32_t *least) {
    bool news = false;
    for (uint32_t k = 0; k < w->n_released; k++)
        for (unsigned i = 0; i < o->cfg.threads; i++) news |= w->released[k].clock[i] > least[i];
    if (!news) forget_released(o, w);
    for (int i = 0; i < (w->bytes ? 4 : 1); i++) {
        cgd_cell *c = w->bytes ? &w->bytes[i] : &w->whole;
        drop_reached(o, &c->reads, least);
        drop_reached(o, &c->syncs, least);
    }
}

static void cut_word(cg_drf *o, cgd_word *w) {
    w->all_released |= w->n_released > 0;
    forget_released(o, w);
    for (int i = 0; i < (w->bytes ? 4 : 1); i++) {
        cgd_cell *c = w->bytes ? &w->bytes[i] : &w->whole;
        keep_latest(o, &c->reads);
        keep_latest(o, &c->syncs);
    }
}

void cgd_tidy(cg_drf *o) {
    uint32_t *least = reached_by_all(o);
    o->stats.tidied++;
    for (size_t i = 0; i < o->n_words; i++) tidy_word(o, &o->words[i], least);
    free(least);
    if (o->held <= o->cfg.memory / 2) return;
    o->stats.coarse++;
    for (size_t i = 0; i < o->n_words; i++) cut_word(o, &o->words[i]);
}

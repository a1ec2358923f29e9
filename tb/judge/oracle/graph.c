// Runs of slots, and the graph of events: program order, rf, co, fr. See the notes in parts.h.
#include "base/memory.h"
#include "parts.h"

#include <stdlib.h>

// ---- runs

static bool agrees(const cg_oracle *o, const cgo_word *w, int64_t i, unsigned mask, uint32_t value) {
    uint32_t held = i < 0 ? w->base : cgo_at(o, cgo_slot(w, (uint32_t)i))->merged;
    return ((held ^ value) & cgo_bits(mask)) == 0;
}

static cgo_id newer(const cg_oracle *o, cgo_id a, cgo_id b) {
    if (!cgo_live(o, b)) return a;
    return a == 0 || (cgo_id)o->seq - b < (cgo_id)o->seq - a ? b : a;
}

cgo_run cgo_run_at(const cg_oracle *o, const cgo_word *w, int64_t i, unsigned mask) {
    cgo_run run = {0, 0};
    for (unsigned b = 0; i >= 0 && b < CGO_BYTES; b++)
        if (mask >> b & 1) run.lo = newer(o, run.lo, cgo_at(o, cgo_slot(w, (uint32_t)i))->since[b]);
    for (int64_t k = i + 1; k < w->n && run.limit == 0; k++) {
        cgo_id id = cgo_slot(w, (uint32_t)k);
        for (unsigned b = 0; b < CGO_BYTES; b++)
            if (mask >> b & 1 && cgo_at(o, id)->since[b] == id) run.limit = id;
    }
    return run;
}

bool cgo_next_run(const cg_oracle *o, const cgo_word *w, unsigned mask, uint32_t value, cgo_id before,
                  int64_t *i, cgo_run *run) {
    int64_t k = *i - 1;
    if (*i < (int64_t)w->n)
        while (k >= -1 && agrees(o, w, k, mask, value)) k--;
    for (; k >= -1; k--) {
        if (!agrees(o, w, k, mask, value)) continue;
        *run = cgo_run_at(o, w, k, mask);
        if (run->lo == 0 || (cgo_id)o->seq - run->lo > (cgo_id)o->seq - before) {
            *i = k;
            return true;
        }
        while (k > -1 && agrees(o, w, k - 1, mask, value)) k--; // all of a run that began too late
    }
    *i = -2;
    return false;
}

// ---- edges of loads

static void insert_sorted(cg_oracle *o, cgo_id *list, cgo_id id, bool by_limit) {
    while (cgo_live(o, *list) && (cgo_id)o->seq - *list < (cgo_id)o->seq - id)
        list = by_limit ? &cgo_at(o, *list)->limit_next : &cgo_at(o, *list)->lo_next;
    *(by_limit ? &cgo_at(o, id)->limit_next : &cgo_at(o, id)->lo_next) = *list;
    *list = id;
}

static void take_out(cg_oracle *o, cgo_id *list, cgo_id id, bool by_limit) {
    while (cgo_live(o, *list) && *list != id)
        list = by_limit ? &cgo_at(o, *list)->limit_next : &cgo_at(o, *list)->lo_next;
    if (*list == id) *list = by_limit ? cgo_at(o, id)->limit_next : cgo_at(o, id)->lo_next;
}

void cgo_attach(cg_oracle *o, cgo_id load, cgo_run run) {
    cgo_node *n = cgo_at(o, load);
    cgo_word *w = &o->words[n->word];
    n->lo = run.lo;
    n->limit = run.limit;
    if (run.lo) insert_sorted(o, &cgo_at(o, run.lo)->readers, load, false);
    if (run.limit) {
        insert_sorted(o, &cgo_at(o, run.limit)->covered, load, true);
        return;
    }
    insert_sorted(o, &w->open[n->mask], load, true);
    w->open_set |= 1u << n->mask;
}

void cgo_detach(cg_oracle *o, cgo_id load) {
    cgo_node *n = cgo_at(o, load);
    if (cgo_live(o, n->lo)) take_out(o, &cgo_at(o, n->lo)->readers, load, false);
    if (n->limit)
        take_out(o, &cgo_at(o, n->limit)->covered, load, true);
    else
        take_out(o, &o->words[n->word].open[n->mask], load, true);
    n->lo = n->limit = n->lo_next = n->limit_next = 0;
}

// ---- paths

static void enqueue(cg_oracle *o, size_t *tail, cgo_id id) {
    *CG_NEXT(o->queue, *tail, o->capqueue) = id;
    ++*tail;
}

// Successors of an event: those in program order, one by field, then the loads of a list.
typedef struct {
    cgo_steps steps;
    cgo_id fixed;
    cgo_id list; // linked by lo_next
} successors;

static successors successors_of(const cg_oracle *o, cgo_id id) {
    const cgo_node *n = cgo_at(o, id);
    cgo_steps steps = cgo_steps_from(o, id, false);
    return cgo_is_load(n) ? (successors){steps, n->limit, 0} : (successors){steps, n->co_next, n->readers};
}

static cgo_id next_after(const cg_oracle *o, successors *s) {
    cgo_id id = s->fixed;
    s->fixed = 0;
    if (id || (id = cgo_step(o, &s->steps))) return id;
    id = cgo_live(o, s->list) ? s->list : 0;
    if (id) s->list = cgo_at(o, id)->lo_next;
    return id;
}

static bool mark_and_enqueue(cg_oracle *o, size_t *tail, cgo_id id, cgo_id from) {
    cgo_node *n = cgo_at(o, id);
    if (n->mark == o->mark) return false;
    n->mark = o->mark;
    n->parent = from;
    enqueue(o, tail, id);
    return true;
}

static void raise_label(cg_oracle *o, cgo_node *n, cgo_place to) {
    n->label = cgo_later(n->label, to);
    if (!cgo_is_load(n)) return;
    cgo_word *w = &o->words[n->word];
    w->top_label = cgo_later(w->top_label, n->label);
}

static bool is_before(const cg_oracle *o, cgo_id id) {
    for (size_t i = 0; i < o->nbefore; i++)
        if (o->before[i] == id) return true;
    return false;
}

bool cgo_fits(cg_oracle *o, cgo_id load, cgo_run run, cgo_place at, cgo_id *end) {
    cgo_node *n = cgo_at(o, load);
    cgo_place low = {0, 0};
    cgo_before(o, load);
    for (size_t i = 0; i < o->nbefore; i++) low = cgo_later(low, cgo_at(o, o->before[i])->label);
    if (run.lo) low = cgo_later(low, cgo_at(o, run.lo)->label);
    n->label = cgo_later(at, low);
    if (run.limit && !cgo_less(n->label, cgo_at(o, run.limit)->label)) n->label = low;
    if (run.limit == 0 || cgo_less(low, cgo_at(o, run.limit)->label)) {
        raise_label(o, n, low);
        return true;
    }
    size_t head = 0, tail = 0;
    o->mark++;
    o->stats.searches++;
    mark_and_enqueue(o, &tail, run.limit, load);
    while (head < tail) {
        cgo_id u = o->queue[head++];
        if (u == run.lo || is_before(o, u)) {
            *end = u;
            return false;
        }
        successors s = successors_of(o, u);
        for (cgo_id v; (v = next_after(o, &s));)
            if (!cgo_less(low, cgo_at(o, v)->label)) mark_and_enqueue(o, &tail, v, u);
    }
    for (size_t i = 0; i < tail; i++) raise_label(o, cgo_at(o, o->queue[i]), low);
    raise_label(o, n, low);
    return true;
}

bool cgo_cycle(cg_oracle *o, cgo_id start, cgo_id *end) {
    size_t head = 0, tail = 0;
    o->mark++;
    enqueue(o, &tail, start);
    while (head < tail) {
        cgo_id u = o->queue[head++];
        successors s = successors_of(o, u);
        for (cgo_id v; (v = next_after(o, &s));) {
            mark_and_enqueue(o, &tail, v, u);
            if (v != start) continue;
            *end = u;
            return true;
        }
    }
    return false;
}

void cgo_raise_from(cg_oracle *o, cgo_id id) {
    size_t head = 0, tail = 0;
    enqueue(o, &tail, id);
    while (head < tail) {
        cgo_id u = o->queue[head++];
        cgo_place label = cgo_at(o, u)->label;
        successors s = successors_of(o, u);
        for (cgo_id v; (v = next_after(o, &s));) {
            if (!cgo_less(cgo_at(o, v)->label, label)) continue;
            raise_label(o, cgo_at(o, v), label);
            enqueue(o, &tail, v);
        }
    }
}

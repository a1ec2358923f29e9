// The events of the memory oracle. See oracle.h, and the notes in parts.h.
#include "oracle.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

#include "parts.h"

// The kinds that operations of this one are kept before, unmarked ones each; as a set.
static unsigned kinds_kept_behind(const cg_model *m, cg_mem_kind kind) {
    unsigned set = 0;
    int earlier = cg_model_default_class(m, kind);
    for (unsigned k = 0; earlier >= 0 && k < CG_MEM_KINDS; k++) {
        int later = cg_model_default_class(m, (cg_mem_kind)k);
        if (later >= 0) set |= (m->classes[earlier].before >> later & 1) << k;
    }
    return set;
}

// See note [program order]: it wants loads in order.
bool cg_oracle_judges(const cg_model *m) {
    if (cg_model_total(m)) return true;
    for (unsigned k = 0; k < CG_MEM_KINDS; k++)
        if (cg_model_default_class(m, (cg_mem_kind)k) < 0) return false;
    return !m->forwarding && m->nlines == 0 && (kinds_kept_behind(m, CG_MEM_LOAD) >> CG_MEM_LOAD & 1);
}

cg_oracle *cg_oracle_new(const cg_model *m, const cg_oracle_config *cfg, char *err, size_t err_size) {
    size_t window = 16, want = cfg->window ? cfg->window : CG_ORACLE_WINDOW;
    const char *wrong = NULL;
    if (!cg_oracle_judges(m))
        wrong = "the memory oracle needs a model that keeps loads in order, has all four kinds of "
                "operations, forwards nothing, and asks for no dependencies, such as sc or wo";
    if (cfg->threads < 1 || cfg->threads > CG_ORACLE_THREADS_MAX)
        wrong = "the memory oracle takes 1 to 65536 threads";
    if (want > CG_ORACLE_WINDOW_MAX) wrong = "the memory oracle's window is too large";
    if (wrong) {
        snprintf(err, err_size, "error: %s", wrong);
        return NULL;
    }
    while (window < want) window *= 2;
    cg_oracle *o = calloc(1, sizeof *o);
    if (o == NULL) abort();
    o->model = m;
    o->cfg = *cfg;
    if (o->cfg.max_violations == 0) o->cfg.max_violations = CG_ORACLE_VIOLATIONS;
    o->mask = (uint32_t)window - 1;
    o->ring = cg_pages_new(window, sizeof *o->ring);
    o->threads = calloc(cfg->threads, sizeof *o->threads);
    if (!cg_model_total(m)) o->links = cg_pages_new(window, sizeof *o->links);
    if (o->threads == NULL) abort();
    for (unsigned k = 0; k < CG_MEM_KINDS; k++) o->kept[k] = (uint8_t)kinds_kept_behind(m, (cg_mem_kind)k);
    return o;
}

void cg_oracle_free(cg_oracle *o) {
    if (o == NULL) return;
    cgo_free_words(o);
    cg_pages_free(o->ring, (size_t)o->mask + 1, sizeof *o->ring);
    cg_pages_free(o->links, (size_t)o->mask + 1, sizeof *o->links);
    free(o->before);
    cg_map_free(&o->last_same);
    CG_FREE(o->threads, o->queue, o);
}

void cg_oracle_init(cg_oracle *o, uint64_t addr, uint32_t value) {
    cgo_word *w = cgo_word_at(o, addr);
    w->value = w->base = value;
}

static cgo_place declared(const cg_oracle *o, cg_oracle_key key) {
    return o->cfg.witness ? (cgo_place){key.epoch, key.time} : (cgo_place){0, o->seq + 1};
}

static cgo_node event(const cg_oracle *o, cg_mem_kind kind, unsigned thread, const cgo_word *w, unsigned mask,
                      uint32_t value, cg_oracle_key key) {
    assert(thread < o->cfg.threads);
    return (cgo_node){.at = declared(o, key),
                      .cycle = key.cycle,
                      .thread = thread,
                      .word = (uint32_t)(w - o->words),
                      .kind = (uint8_t)kind,
                      .mask = mask & (CGO_MASKS - 1),
                      .value = value & cgo_bits(mask)};
}

void cg_oracle_asked_as(cg_oracle *o, unsigned thread, uint32_t order) {
    assert(thread < o->cfg.threads);
    o->threads[thread].next_po = order;
    o->threads[thread].told = true;
}

// Before where the event cannot stand: `at` is that of one that would be the last of its thread.
static cgo_place thread_place(cg_oracle *o, cgo_id id, cgo_place at) {
    if (cgo_is_last(o, id)) return at;
    cgo_place place = {0, 0};
    cgo_before(o, id);
    for (size_t i = 0; i < o->nbefore; i++) place = cgo_later(place, cgo_at(o, o->before[i])->at);
    return place;
}

// ---- stores and atomics

// A load that the new store ends the run of, although it declares a later place.
static cgo_id covered_later(const cg_oracle *o, const cgo_node *n, cgo_place at) {
    cgo_id l = n->covered;
    while (cgo_live(o, l) && !cgo_less(at, cgo_at(o, l)->at)) l = cgo_at(o, l)->limit_next;
    return cgo_live(o, l) ? l : 0;
}

static void broken(cg_oracle *o, cgo_id id, const char *what, cgo_id other) {
    o->stats.witness_broken++;
    cgo_tell_place(o, id, what, other);
}

// Of those of its thread that come before an event, the one of the latest place; 0: they left the window.
static cgo_id latest_before(cg_oracle *o, cgo_id id) {
    cgo_id latest = 0;
    cgo_before(o, id);
    for (size_t i = 0; i < o->nbefore; i++)
        if (!latest || cgo_less(cgo_at(o, latest)->at, cgo_at(o, o->before[i])->at)) latest = o->before[i];
    return latest;
}

// A store comes last in all its orders, so it cannot close a cycle; only its declared place may be wrong.
static void check_place(cg_oracle *o, cgo_id id, cgo_place thread_at, cgo_place word_at, cgo_place top_load) {
    const cgo_node *n = cgo_at(o, id);
    cgo_id other = cgo_less(n->at, top_load) ? covered_later(o, n, n->at) : 0;
    if (cgo_less(n->at, thread_at))
        broken(o, id, "goes back in time: its thread was already at", latest_before(o, id));
    else if (cgo_less(n->at, word_at))
        broken(o, id, "stands before a store that came earlier in the word's coherence order", n->co_prev);
    else if (other)
        broken(o, id, "stands before a load that did not see it", other);
}

// A label that no event of the thread which comes before has a later one than.
static cgo_place after_thread(cg_oracle *o, cgo_id id, cgo_place label) {
    cgo_before(o, id);
    for (size_t i = 0; i < o->nbefore; i++) label = cgo_later(label, cgo_at(o, o->before[i])->label);
    return label;
}

static cgo_id perform_store(cg_oracle *o, cgo_word *w, cgo_node n) {
    cgo_thread *t = &o->threads[n.thread];
    cgo_place thread_at = t->at[n.kind], word_at = w->top_store, top_load = w->top_load;
    cgo_id id = cgo_append(o, n);
    cgo_node *s = cgo_at(o, id);
    cgo_add_store(o, w, id);
    thread_at = thread_place(o, id, thread_at);
    if (o->cfg.witness) check_place(o, id, thread_at, word_at, top_load);
    cgo_pass(o, t, s->kind, s->at);
    w->top_store = s->at = cgo_later(s->at, word_at); // slots stay sorted
    s->label = cgo_later(s->at, w->top_label);
    s->label = after_thread(o, id, s->label);
    if (s->co_prev) s->label = cgo_later(s->label, cgo_at(o, s->co_prev)->label);
    return id;
}

void cg_oracle_store(cg_oracle *o, unsigned thread, uint64_t addr, unsigned mask, uint32_t value,
                     cg_oracle_key key) {
    o->stats.stores++;
    cgo_word *w = cgo_word_at(o, addr);
    perform_store(o, w, event(o, CG_MEM_STORE, thread, w, mask, value, key));
}

void cg_oracle_atomic(cg_oracle *o, unsigned thread, uint64_t addr, uint32_t before, uint32_t after,
                      cg_oracle_key key) {
    o->stats.atomics++;
    cgo_word *w = cgo_word_at(o, addr);
    uint32_t held = w->value;
    cgo_id id = perform_store(o, w, event(o, CG_MEM_ATOMIC, thread, w, CGO_MASKS - 1, after, key));
    if (before == held) return;
    o->stats.bad_atomic++;
    cgo_tell_atomic(o, id, before, held);
}

// ---- loads

// The last slot that begins at or before a place; -1: the base.
static int64_t slot_at(const cg_oracle *o, const cgo_word *w, cgo_place at) {
    uint32_t lo = 0, hi = w->n;
    if (w->n && !cgo_less(at, w->top_store)) return (int64_t)w->n - 1;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (cgo_less(at, cgo_at(o, cgo_slot(w, mid))->at))
            hi = mid;
        else
            lo = mid + 1;
    }
    return (int64_t)lo - 1;
}

static void attach_load(cg_oracle *o, cgo_id id, cgo_run run) {
    o->stats.stale += run.limit != 0;
    cgo_attach(o, id, run);
}

// The declared place does not explain the load: is there one that does?
static void look_further(cg_oracle *o, cgo_word *w, cgo_id id, cgo_id slot) {
    const cgo_node *n = cgo_at(o, id);
    cgo_run run, first = {0, 0};
    cgo_id end;
    int64_t i = w->n;
    bool found = false, fits = false;
    if (o->cfg.witness && !cgo_explains(o)) {
        o->stats.unclassified++;
        return;
    }
    while (!fits && cgo_next_run(o, w, n->mask, n->value, id, &i, &run)) {
        if (!found) first = run;
        found = true;
        fits = cgo_fits(o, id, run, n->at, &end);
        if (fits) attach_load(o, id, run);
    }
    uint64_t cut = o->stats.cut;
    if (found && !fits && cgo_repair(o, id)) {
        fits = true;
        o->stats.stale += n->limit != 0;
    }
    if (fits && o->cfg.witness) {
        broken(o, id,
               slot ? "did not read the last store at or before its place" : "read a store of a later place",
               slot);
    } else if (found && !fits) {
        o->stats.not_model++;
        if (!cgo_fits(o, id, first, n->at, &end)) cgo_tell_cycle(o, id, first, end, o->stats.cut > cut);
    } else if (!found) {
        o->stats.bad_value++;
        cgo_tell_value(o, id);
    }
}

// A load is not before what its thread did to the word, whatever else the model keeps.
static cgo_place after_own(cg_oracle *o, cgo_id id) {
    cgo_node *n = cgo_at(o, id);
    cgo_id own = o->links ? o->links[id & o->mask].prev_same : 0;
    if (own) n->at = cgo_later(n->at, cgo_at(o, own)->at);
    return n->label = n->at;
}

void cg_oracle_load(cg_oracle *o, unsigned thread, uint64_t addr, unsigned mask, uint32_t value,
                    cg_oracle_key key) {
    o->stats.loads++;
    cgo_word *w = cgo_word_at(o, addr);
    cgo_node n = event(o, CG_MEM_LOAD, thread, w, mask, value, key);
    cgo_thread *t = &o->threads[thread];
    const cgo_place thread_at = t->at[CG_MEM_LOAD];
    cgo_id id = cgo_append(o, n), end;
    cgo_at(o, id)->at = cgo_later(n.at, thread_place(o, id, thread_at));
    n.at = after_own(o, id);
    cgo_pass(o, t, CG_MEM_LOAD, n.at);
    int64_t slot = slot_at(o, w, n.at);
    if (slot < 0 && cgo_less(n.at, w->base_at)) {
        o->stats.undecided++;
        return;
    }
    cgo_id at = slot < 0 ? 0 : cgo_slot(w, (uint32_t)slot);
    uint32_t held = slot < 0 ? w->base : cgo_at(o, at)->merged;
    w->top_load = cgo_later(w->top_load, n.at);
    if (((held ^ value) & cgo_bits(mask)) == 0) {
        cgo_run run = cgo_run_at(o, w, slot, n.mask);
        if (cgo_fits(o, id, run, n.at, &end)) {
            attach_load(o, id, run);
            return;
        }
    }
    look_further(o, w, id, at);
}

// ---- fences

void cg_oracle_fence(cg_oracle *o, unsigned thread, uint64_t cycle) {
    assert(thread < o->cfg.threads);
    o->stats.fences++;
    if (o->links == NULL) return;
    cgo_thread *t = &o->threads[thread];
    cgo_node n = {.at = t->at[CG_MEM_FENCE],
                  .cycle = cycle,
                  .thread = thread,
                  .word = CGO_NO_WORD,
                  .kind = CG_MEM_FENCE};
    cgo_id id = cgo_append(o, n);
    n.at = cgo_at(o, id)->at = thread_place(o, id, n.at);
    cgo_at(o, id)->label = after_thread(o, id, n.at);
    cgo_pass(o, t, CG_MEM_FENCE, n.at);
}

// ---- the end

void cg_oracle_thread_done(cg_oracle *o, unsigned thread) {
    assert(thread < o->cfg.threads);
    o->threads[thread].done = true;
}

uint64_t cg_oracle_finish(cg_oracle *o, cg_oracle_read *read, void *ctx) {
    for (uint32_t i = 0; read && i < o->nwords; i++) {
        uint32_t memory;
        if (!read(ctx, o->words[i].addr, &memory) || memory == o->words[i].value) continue;
        o->stats.bad_final++;
        cgo_tell_final(o, &o->words[i], memory);
    }
    return cg_oracle_violations(o);
}

cg_oracle_stats cg_oracle_get_stats(const cg_oracle *o) {
    return o->stats;
}

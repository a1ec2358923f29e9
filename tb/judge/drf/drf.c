#include "drf.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "judge/excuses.h"
#include "parts.h"

// ------------------------------------------------------------------------------------------------- set up
bool cg_drf_judges(const cg_model *m) {
    return m->races_forbidden;
}

cg_drf *cg_drf_new(const cg_model *m, const cg_drf_config *cfg, char *err, size_t err_size) {
    if (!cg_drf_judges(m)) {
        snprintf(err, err_size, "model %s allows data races: not for this oracle", m->name);
        return NULL;
    }
    if (cfg->threads < 1 || cfg->threads > CG_DRF_THREADS_MAX) {
        snprintf(err, err_size, "%u threads; the oracle of model %s takes 1 to %d", cfg->threads, m->name,
                 CG_DRF_THREADS_MAX);
        return NULL;
    }
    cg_drf *o = cgd_alloc(1, sizeof *o);
    o->model = m;
    o->cfg = *cfg;
    if (cfg->memory == 0) o->cfg.memory = CG_DRF_MEMORY;
    if (cfg->max_violations == 0) o->cfg.max_violations = CG_ORACLE_VIOLATIONS;
    o->clocks = cgd_alloc((size_t)cfg->threads * cfg->threads, sizeof *o->clocks);
    for (unsigned t = 0; t < cfg->threads; t++) cgd_clock(o, t)[t] = 1;
    o->log = cgd_alloc(CGD_LOG, sizeof *o->log);
    o->paths = cgd_paths_new(m);
    return o;
}

void cg_drf_free(cg_drf *o) {
    if (o == NULL) return;
    for (size_t i = 0; i < o->n_words; i++) cgd_word_free(o, &o->words[i]);
    free(o->words);
    cg_map_free(&o->places);
    cgd_paths_free(o->paths);
    CG_FREE(o->clocks, o->log, o->uses, o->open, o->asked, o);
}

// -------------------------------------------------------------------------------------------------- words
static cgd_word *word_state(cg_drf *o, uint64_t addr) {
    addr &= ~UINT64_C(3);
    uint32_t *place = cg_map_at(&o->places, addr, 0);
    if (*place == CG_MAP_NONE) {
        o->words = cg_array_grow(o->words, o->n_words, sizeof *o->words);
        o->words[o->n_words] = (cgd_word){.addr = addr};
        *place = (uint32_t)o->n_words++;
    }
    return &o->words[*place];
}

void cg_drf_init(cg_drf *o, uint64_t addr, uint32_t value) {
    word_state(o, addr)->value = value;
}

// ----------------------------------------------------------------------------------------------- one access
static uint32_t bits_of_bytes(unsigned mask) {
    return (mask & 1 ? 0xffu : 0) | (mask & 2 ? 0xff00u : 0) | (mask & 4 ? 0xff0000u : 0) |
           (mask & 8 ? 0xff000000u : 0);
}

static cg_racer racer_of(const cg_drf *o, const cgd_access *a) {
    const cg_mem_kind kind = o->model->classes[a->cls].kind;
    cg_racer r = {.cls = a->cls,
                  .core = cgd_core(o, a->thread),
                  .loads = kind != CG_MEM_STORE,
                  .stores = kind != CG_MEM_LOAD,
                  .used = cgd_is_used(o, a),
                  .keeps = a->keeps,
                  .sets = kind == CG_MEM_STORE,
                  .value = a->value};
    if (kind == CG_MEM_ATOMIC) cg_racer_operation(&r, (cg_amo_op)a->op, a->value);
    return r;
}

static const char *race_kind(const cg_drf *o, const cg_racer *x, const cg_racer *y) {
    if (!x->stores && !y->stores) return NULL;
    if (cg_race_is_illegal(o->model, NULL, x, y)) return "data";
    for (unsigned k = 0; k < o->model->n_races; k++)
        if (cg_race_is_illegal(o->model, &o->model->races[k], x, y)) return o->model->races[k].name;
    return NULL;
}

const char *cgd_race_kind(const cg_drf *o, const cgd_access *a, const cgd_access *b) {
    const cg_racer x = racer_of(o, a), y = racer_of(o, b);
    return race_kind(o, &x, &y);
}

const char *cgd_race_kind_at_worst(const cg_drf *o, const cgd_access *a, const cgd_access *b) {
    cg_racer x = racer_of(o, a), y = racer_of(o, b);
    x.used |= cgd_is_open(o, a);
    y.used |= cgd_is_open(o, b);
    return race_kind(o, &x, &y);
}

static const cgd_access *race_in(cg_drf *o, const cgd_word *w, const cgd_set *s, const cgd_access *a) {
    const cgd_access *e = cgd_entries(s);
    for (uint32_t i = 0; i < s->n; i++) {
        if (cgd_before(o, &e[i], a->thread)) continue;
        if (cgd_race_kind(o, a, &e[i])) return &e[i];
        if (cgd_is_open(o, a) || cgd_is_open(o, &e[i])) cgd_add_open_race(o, w, a, &e[i]);
    }
    return NULL;
}

// An earlier access that makes a race with this one; NULL: there is none.
static const cgd_access *race_with(cg_drf *o, const cgd_word *w, const cgd_cell *c, const cgd_access *a) {
    const cg_model_class *k = &o->model->classes[a->cls];
    const cgd_access *e = NULL;
    if (c->write.clock && !cgd_before(o, &c->write, a->thread)) return &c->write;
    if (k->kind != CG_MEM_LOAD) e = race_in(o, w, &c->reads, a);
    return e || (k->sync && o->model->n_races == 0) ? e : race_in(o, w, &c->syncs, a);
}

bool cgd_breaks_final(const cg_drf *o, const cgd_access *a, const cgd_access *old) {
    return o->model->classes[old->cls].final && o->model->classes[a->cls].kind != CG_MEM_LOAD;
}

static const cgd_access *race_of(cg_drf *o, const cgd_word *w, const cgd_access *a) {
    const cgd_access *e = NULL;
    if (w->final.clock && cgd_breaks_final(o, a, &w->final)) return &w->final;
    if (w->bytes == NULL) return race_with(o, w, &w->whole, a);
    for (int i = 0; i < 4 && e == NULL; i++)
        if (a->mask >> i & 1) e = race_with(o, w, &w->bytes[i], a);
    return e;
}

static void note_access(cg_drf *o, cgd_cell *c, const cgd_access *a) {
    const cg_model_class *k = &o->model->classes[a->cls];
    if (k->sync) {
        cgd_set_add(o, &c->syncs, *a);
    } else if (k->kind == CG_MEM_LOAD) {
        cgd_set_add(o, &c->reads, *a);
    } else {
        c->write = *a;
        cgd_set_clear(o, &c->reads);
        cgd_set_clear(o, &c->syncs);
    }
}

static void note_all(cg_drf *o, cgd_word *w, const cgd_access *a) {
    if (o->model->classes[a->cls].final && !w->final.clock) w->final = *a;
    if (a->mask != 0xf) cgd_split(o, w);
    if (w->bytes == NULL) note_access(o, &w->whole, a);
    for (int i = 0; w->bytes && i < 4; i++)
        if (a->mask >> i & 1) note_access(o, &w->bytes[i], a);
}

void cgd_note_race(cg_drf *o, cgd_word *w, const cgd_access *a, const cgd_access *old) {
    w->racy = true;
    o->stats.races++;
    cgd_tell_race(o, w, a, old);
}

void cgd_note_path_race(cg_drf *o, const char *kind, uint32_t word, const cgd_access *a,
                        const cgd_access *old, const cgd_access *by, uint32_t by_word) {
    cgd_word *w = &o->words[word];
    if (w->racy) return;
    if (o->accepts && strcmp(o->accepts, kind) == 0) {
        o->stats.accepted += !w->accepted;
        w->accepted = true;
        return;
    }
    w->racy = true;
    o->stats.races++;
    cgd_tell_path_race(o, kind, w, a, old, by, &o->words[by_word]);
}

void cg_drf_accept(cg_drf *o, const char *kind) {
    o->accepts = kind;
}

void cg_drf_asked_as(cg_drf *o, unsigned thread, uint64_t order) {
    if (o->paths == NULL) return;
    if (o->asked == NULL) o->asked = cgd_alloc(o->cfg.threads, sizeof *o->asked);
    o->asked[thread] = order;
}

// True: it is no race, so that its value can be judged.
static bool is_ordered(cg_drf *o, cgd_word *w, const cgd_access *a) {
    if (w->racy) return false;
    const cgd_access *old = race_of(o, w, a);
    if (old == NULL) return true;
    cgd_note_race(o, w, a, old);
    return false;
}

static void note_sync(cg_drf *o, const cgd_word *w, const cgd_access *a) {
    o->stats.syncs++;
    o->log[o->n_log++ % CGD_LOG] = (cgd_sync){.word = (uint32_t)(w - o->words),
                                              .clock = a->clock,
                                              .thread = a->thread,
                                              .cls = a->cls,
                                              .cycle = a->cycle};
}

static void count_shared(cg_drf *o, const cgd_word *w, unsigned thread) {
    const cgd_access *last = w->bytes ? &w->bytes[0].write : &w->whole.write;
    o->stats.shared += last->clock && last->thread != thread;
}

// reads, writes: what the access does with the word; value NULL: that it does not.
static void access_word(cg_drf *o, cgd_access a, uint64_t addr, const uint32_t *read, const uint32_t *written,
                        uint64_t *bad) {
    cgd_word *w = word_state(o, addr);
    const cg_model_class *k = &o->model->classes[a.cls];
    const uint32_t bits = bits_of_bytes(a.mask);
    const bool orders = o->model->coherent && (k->sync || w->order);
    uint64_t from = 0;
    if (orders) cgd_order_begin(o, w);
    if (k->sync) note_sync(o, w, &a);
    if (k->synchronizes & CG_MARK_ACQUIRE && !orders) cgd_acquire(o, w, a.thread, a.cls);
    // What it takes over comes before it looks for races: the value says what that is.
    const bool right =
        !read || (orders ? cgd_order_read(o, w, &a, *read, bits, &from) : ((*read ^ w->value) & bits) == 0);
    if (is_ordered(o, w, &a) && read) {
        count_shared(o, w, a.thread);
        if (!right) {
            ++*bad;
            cgd_tell_value(o, w, &a, *read);
        }
    }
    if (k->sync && o->paths) cgd_paths_add(o, w, &a);
    note_all(o, w, &a);
    if (written) w->value = (w->value & ~bits) | (*written & bits);
    if (written && orders) {
        if (k->sync)
            cgd_order_write(o, w, &a, w->value, from);
        else
            cgd_order_end(w);
    }
    if (k->synchronizes & CG_MARK_RELEASE) cgd_release(o, w, a.thread, a.cls);
    if (o->held > o->cfg.memory) cgd_tidy(o);
}

static cgd_access access_of(const cg_drf *o, unsigned thread, int cls, unsigned mask, uint64_t cycle) {
    return (cgd_access){.clock = cgd_clock(o, thread)[thread],
                        .thread = (uint16_t)thread,
                        .cls = (uint8_t)cls,
                        .mask = (uint8_t)mask,
                        .op = CGD_NO_OP,
                        .cycle = cycle};
}

void cg_drf_load(cg_drf *o, unsigned thread, int cls, uint64_t addr, unsigned mask, uint32_t value,
                 uint32_t use, uint64_t cycle) {
    cgd_access a = access_of(o, thread, cls, mask, cycle);
    a.use = use;
    o->stats.loads++;
    access_word(o, a, addr, &value, NULL, &o->stats.bad_value);
}

void cg_drf_store(cg_drf *o, unsigned thread, int cls, uint64_t addr, unsigned mask, uint32_t value,
                  uint64_t cycle) {
    cgd_access a = access_of(o, thread, cls, mask, cycle);
    a.value = value & bits_of_bytes(mask);
    o->stats.stores++;
    access_word(o, a, addr, NULL, &value, NULL);
}

void cg_drf_atomic(cg_drf *o, unsigned thread, int cls, uint64_t addr, uint32_t before, uint32_t after,
                   cg_amo_op op, uint32_t use, uint64_t cycle) {
    cgd_access a = access_of(o, thread, cls, 0xf, cycle);
    a.op = (uint8_t)op;
    a.value = op == CG_AMO_SWAP ? after : 0; // what else it leaves says nothing of it
    a.use = use;
    a.keeps = op == CG_AMO_ADD && before == after;
    o->stats.atomics++;
    access_word(o, a, addr, &before, &after, &o->stats.bad_atomic);
}

void cg_drf_fence(cg_drf *o, unsigned thread, uint64_t cycle) {
    (void)thread, (void)cycle;
    o->stats.fences++;
}

// ------------------------------------------------------------------------------------------------- the end
uint64_t cg_drf_violations(const cg_drf *o) {
    return o->stats.races + o->stats.bad_value + o->stats.bad_atomic + o->stats.bad_final;
}

uint64_t cg_drf_finish(cg_drf *o, cg_oracle_read *read, void *ctx) {
    cgd_close_races(o);
    cgd_paths_end(o);
    for (size_t i = 0; read && i < o->n_words; i++) {
        const cgd_word *w = &o->words[i];
        uint32_t memory;
        if (!read(ctx, w->addr, &memory)) continue;
        if (w->racy || (w->order ? cgd_order_ends_with(w, memory) : memory == w->value)) continue;
        o->stats.bad_final++;
        cgd_tell_final(o, w, memory);
    }
    return cg_drf_violations(o);
}

cg_drf_stats cg_drf_get_stats(const cg_drf *o) {
    cg_drf_stats s = o->stats;
    s.words = o->n_words;
    return s;
}

void cg_drf_print_stats(const cg_drf *o, FILE *out) {
    const cg_drf_stats s = cg_drf_get_stats(o);
    fprintf(out,
            "  memory oracle: %" PRIu64 " loads (%" PRIu64 " of what another thread wrote), %" PRIu64
            " stores, %" PRIu64 " atomics, %" PRIu64 " fences on %" PRIu64 " words\n",
            s.loads, s.shared, s.stores, s.atomics, s.fences, s.words);
    fprintf(out,
            "  memory oracle: %" PRIu64 " races, %" PRIu64 " wrong values; at most %" PRIu64
            " KiB held, cut down %" PRIu64 " times\n",
            s.races, s.bad_value + s.bad_atomic + s.bad_final, s.memory_peak / 1024, s.coarse);
}

// note [locks]: what the threads of a walk ask under a model that forbids data races. Each has words of its
// own, and there are words that all share, each with a lock: a thread that holds it may load and store the
// word. So every load has one legal value, and it is known here. Words, locks and counters lie in the lines
// at random, so that what different threads do falls into the same lines.
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"

#include "parts.h"

enum { SHARED = 3, COUNTERS = 2, OWN = 2 };

// Slots: the threads' own words, the shared words, their locks, the counters.
struct walk_locks {
    int n_slots;
    uint64_t *addr;  // by slot
    uint32_t *value; // ... that a load must return; of locks and counters not used
    int side;        // note [handover]: 0 or 1, of the cores that store into data; CG_NONE: all do
    struct actor {
        int holds, asks; // shared word whose lock it has, or tries to get; CG_NONE
        unsigned more;   // operations before it gives the lock back
        bool gives;
        bool expects; // its operation returns `expected`, or something is wrong
        uint32_t expected;
    } * actors;
};

typedef struct actor actor;

static int shared_slot(const walk *w, int i) {
    return w->n_threads * OWN + i;
}

static int lock_slot(const walk *w, int i) {
    return shared_slot(w, SHARED) + i;
}

static int counter_slot(const walk *w, int i) {
    return lock_slot(w, SHARED) + i;
}

// note [handover]: in one of so many of these walks every second core stores nothing into data, nearly all is
// done behind locks, no line is evicted for nothing, and all that some machine sends another one on one
// network is late, invalidations say. So cores often have copies, which are old as soon as the word is handed
// over, and keep them unless the release has waited for what takes them away.
enum { HANDOVERS = 3, SECTIONS = 80, LATE = 60 };

// The side of the cores that store.
static int draw_handover(walk *w) {
    const int channel = (int)cg_rng_below(&w->rng, (uint64_t)w->spec->n_channels);
    for (int i = 0; i < w->shadow->n_queues; i++)
        if (w->shadow->channel_of[i] == channel) w->slow[i] = LATE;
    w->stores = SECTIONS;
    w->evict = 0;
    return w->spec->cores > 1 ? (int)cg_rng_below(&w->rng, 2) : 0;
}

static bool stores_data(const walk *w, const actor *a) {
    const int side = w->locks->side;
    return side == CG_NONE || (a - w->locks->actors) / (int)w->spec->threads % 2 == side;
}

walk_locks *walk_locks_new(walk *w) {
    walk_locks *l = cg_shadow_alloc(sizeof *l);
    l->n_slots = counter_slot(w, COUNTERS);
    l->addr = cg_shadow_alloc((size_t)l->n_slots * sizeof *l->addr);
    l->value = cg_shadow_alloc((size_t)l->n_slots * sizeof *l->value);
    l->actors = cg_shadow_alloc((size_t)w->n_threads * sizeof *l->actors);
    for (int i = 0; i < w->n_threads; i++) l->actors[i] = (actor){.holds = CG_NONE, .asks = CG_NONE};
    l->side = cg_rng_below(&w->rng, HANDOVERS) ? CG_NONE : draw_handover(w);
    const uint64_t most = w->spec->line_bytes / 4, some = most >> cg_rng_below(&w->rng, 4);
    w->words = some ? some : most;
    const uint64_t lines = ((uint64_t)l->n_slots + w->words - 1) / w->words;
    for (int i = 0; i < l->n_slots; i++) { // the shuffle that Knuth calls P, inside out
        const int k = (int)cg_rng_below(&w->rng, (uint64_t)i + 1);
        const uint64_t at = (uint64_t)i;
        l->addr[i] = l->addr[k];
        l->addr[k] = at % lines * w->spec->line_bytes + at / lines * 4;
    }
    w->lines = lines;
    return l;
}

void walk_locks_free(walk_locks *l) {
    if (!l) return;
    CG_FREE(l->addr, l->value, l->actors, l);
}

// ----------------------------------------------------------------------------------------- what comes next

static void of_slot(const walk_locks *l, cg_packet *p, cg_core_op op, int slot) {
    *p = (cg_packet){.msg = CG_NONE, .op = (int32_t)op, .addr = l->addr[slot], .mask = 0xf};
}

// Marks with which an atomic does at least this much. Any thread may meet any other at the word: so only what
// orders, of the scope of all.
static uint8_t draw_strong_marks(walk *w, bool release, bool acquire) {
    const unsigned sets = cg_mark_sets(w->spec), most = 2 * CG_MARK_RELEASE;
    for (;;) {
        const uint8_t marks = (uint8_t)cg_rng_below(&w->rng, sets < most ? sets : most);
        const cg_port_order *o = &w->spec->order[CG_ATOMIC][marks];
        if (!w->spec->has_order) return 0;
        if (o->legal && o->release >= release && o->acquire >= acquire) return marks;
    }
}

static void set_atomic(walk *w, cg_packet *p, int slot, cg_amo_op aop, uint32_t operand, uint8_t marks) {
    of_slot(w->locks, p, CG_ATOMIC, slot);
    p->aop = aop;
    p->word = operand;
    p->order = marks;
}

static void set_store(walk *w, cg_packet *p, int slot) {
    uint32_t *value = &w->locks->value[slot];
    of_slot(w->locks, p, CG_STORE, slot);
    p->word = ++w->next_value;
    if (!cg_rng_below(&w->rng, 4)) p->mask = (uint8_t)(1 + cg_rng_below(&w->rng, 15));
    for (int i = 0; i < 4; i++) {
        const uint32_t byte = UINT32_C(0xff) << 8 * i;
        if (p->mask >> i & 1) *value = (*value & ~byte) | (p->word & byte);
    }
}

// Nobody else may use the word now. So an atomic is as good as a load and a store, whatever its marks.
static void draw_data_access(walk *w, cg_packet *p, actor *a, int slot) {
    const bool stores = stores_data(w, a);
    if (stores && !cg_rng_below(&w->rng, 10)) {
        a->expects = true;
        a->expected = w->locks->value[slot];
        w->locks->value[slot] = ++w->next_value;
        set_atomic(w, p, slot, CG_AMO_SWAP, w->next_value, draw_strong_marks(w, false, false));
    } else if (stores && cg_rng_below(&w->rng, 100) >= w->loads) {
        set_store(w, p, slot);
    } else {
        a->expects = true;
        a->expected = w->locks->value[slot];
        of_slot(w->locks, p, CG_LOAD, slot);
    }
}

static void in_section(walk *w, cg_packet *p, actor *a) {
    if (a->more-- > 0) {
        draw_data_access(w, p, a, shared_slot(w, a->holds));
        return;
    }
    a->gives = true;
    if (walk_takes_marked(w) && cg_rng_below(&w->rng, 2)) {
        of_slot(w->locks, p, CG_STORE, lock_slot(w, a->holds));
        p->order = CG_MARK_RELEASE;
    } else {
        set_atomic(w, p, lock_slot(w, a->holds), CG_AMO_SWAP, 0, draw_strong_marks(w, true, false));
    }
}

void walk_locks_next(walk *w, int thread, cg_packet *p) {
    actor *a = &w->locks->actors[thread];
    const uint64_t r = cg_rng_below(&w->rng, 100);
    a->expects = false;
    if (a->holds != CG_NONE) {
        in_section(w, p, a);
    } else if (r < w->stores) {
        a->asks = (int)cg_rng_below(&w->rng, SHARED);
        set_atomic(w, p, lock_slot(w, a->asks), CG_AMO_SWAP, 1, draw_strong_marks(w, false, true));
    } else if (r >= 96) {
        *p = (cg_packet){.msg = CG_NONE, .op = CG_FENCE};
    } else if (r >= 86) {
        set_atomic(w, p, counter_slot(w, (int)cg_rng_below(&w->rng, COUNTERS)), CG_AMO_ADD, 1,
                   draw_strong_marks(w, false, false));
    } else {
        draw_data_access(w, p, a, thread * OWN + (int)cg_rng_below(&w->rng, OWN));
    }
}

bool walk_locks_wants(const walk *w, int thread) {
    return w->locks->actors[thread].holds != CG_NONE;
}

void walk_locks_answered(walk *w, int thread, uint32_t value) {
    actor *a = &w->locks->actors[thread];
    if (a->asks != CG_NONE && value == 0) {
        a->holds = a->asks;
        a->more = 1 + (unsigned)cg_rng_below(&w->rng, 4);
    }
    a->asks = CG_NONE;
    if (a->gives) a->holds = CG_NONE;
    a->gives = false;
    if (!a->expects || value == a->expected) return;
    walk_fail(w,
              "thread %d reads 0x%" PRIx32
              ", and nobody else may write the word: the last store left 0x%" PRIx32,
              thread, value, a->expected);
}

// ------------------------------------------------------------------------------------------ which program

bool walk_takes_marked(const walk *w) {
    return cg_takes_marked(w->spec, CG_LOAD, CG_MARK_ACQUIRE) &&
           cg_takes_marked(w->spec, CG_STORE, CG_MARK_RELEASE);
}

static bool knows_marks(const cg_spec *s) {
    const cg_port_order *atomic = s->order[CG_ATOMIC];
    return s->has_order && atomic[CG_MARK_ACQUIRE].legal && atomic[CG_MARK_RELEASE].legal;
}

// The marks, if the core ports have them.
static unsigned legal_marks(const walk *w, cg_core_op op, unsigned marks) {
    return w->spec->has_order && marks < cg_mark_sets(w->spec) && w->spec->order[op][marks].legal ? marks : 0;
}

static cg_episodes *draw_episodes(walk *w) {
    static const uint64_t BYTES[] = {20, 20, 70}, ATOMICS[] = {5, 5, 30};
    const uint64_t most = w->spec->line_bytes / 4;
    char error[256];
    cg_episodes_options o = {
#define X(member, def, least, most, doc) .member = def,
        CG_EPISODES_NUMBERS(X)
#undef X
    };
    o.threads = (unsigned)w->n_threads;
    o.line_bytes = (unsigned)w->spec->line_bytes;
    o.seed = cg_rng_next(&w->rng);
    o.ops = w->left;
    o.lines = UINT64_C(2) << cg_rng_below(&w->rng, 4);
    o.words = most < 32 ? most : 32;
    o.length = 1 + cg_rng_below(&w->rng, 16);
    o.stores = 100 - w->loads;
    o.bytes = BYTES[cg_rng_below(&w->rng, 3)];
    o.atomics = ATOMICS[cg_rng_below(&w->rng, 3)];
    o.counters = 1 + cg_rng_below(&w->rng, 4);
    o.marks = knows_marks(w->spec) ? cg_rng_below(&w->rng, 3) : CG_EPISODES_PLAIN;
    o.of_core = (unsigned)w->spec->threads;
    o.local_marks = legal_marks(w, CG_ATOMIC, cg_model_local_marks(w->model));
    o.unpaired_marks = legal_marks(w, CG_ATOMIC, cg_model_unpaired_marks(w->model));
    o.final_marks = legal_marks(w, CG_LOAD, cg_model_final_marks(w->model));
    o.marked = walk_takes_marked(w);
    w->lines = o.lines;
    return cg_episodes_new(&o, error, sizeof error);
}

// note [races]: a program with data races is promised no values. But it must not break the machine: everybody
// is answered, nothing `impossible` comes, nothing is counted below zero. So one in so many walks does as it
// likes.
enum { RACY = 6 };

void walk_program(walk *w) {
    w->race_free = true;
    w->racy = !cg_rng_below(&w->rng, RACY);
    if (w->racy) {
        cg_consistency_free(w->checker);
        w->checker = NULL;
        return;
    }
    if (cg_rng_below(&w->rng, 2)) w->episodes = draw_episodes(w);
    if (w->episodes)
        w->left = (uint64_t)w->n_threads; // threads that are not done
    else
        w->locks = walk_locks_new(w);
}

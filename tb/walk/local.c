// What the threads of a walk ask the local memory of their core for, between their other operations. Each has
// words of its own, which it alone loads and stores; and there are counters that all threads of the core add
// to by atomics, so that nothing here is a data race. So every load has one legal value, and it is known
// here. Threads of different cores ask for the same places, which are different words.
#include <inttypes.h>
#include <stdlib.h>

#include "base/memory.h"
#include "lang/local.h"
#include "lang/request.h"
#include "parts.h"

//
// Words of a memory whose lines may be of global ones are others' words, too: what they hold is judged with
// these, and not here. As such an operation may be a race with any, programs without races do none. Those
// with races (note [races]) do as they like.
enum { OWN = 2, COUNTERS = 2 };

struct walk_memories {
    unsigned often;  // of 100 operations
    uint64_t bytes;  // of each memory, of which this is used
    uint32_t *value; // by core and place / 4: what the word holds, of threads' own words
    uint32_t *added; // likewise, of counters: what was asked to be added
};

// The memory beside the controller of a core; NULL: it has none.
static const cg_machine *memory_of(const walk *w, int core) {
    const int beside = cg_memory_beside(w->spec, cg_core_at(w->spec, (uint64_t)core).machine);
    return beside == CG_NONE ? NULL : &w->spec->machines[beside];
}

void walk_find_memories(walk *w) {
    static const unsigned OFTEN[] = {0, 10, 40, 80};
    if (!cg_has_local(w->spec)) return;
    walk_memories *l = w->memories = cg_shadow_alloc(sizeof *l);
    l->often = OFTEN[cg_rng_below(&w->rng, sizeof OFTEN / sizeof *OFTEN)];
    l->bytes = UINT64_MAX;
    for (int core = 0; core < (int)w->spec->cores; core++) {
        const cg_machine *m = memory_of(w, core);
        if (m && cg_memory_bytes(w->spec, m) < l->bytes) l->bytes = cg_memory_bytes(w->spec, m);
    }
    const uint64_t most = (w->spec->threads * OWN + COUNTERS) * 16;
    if (l->bytes > most) l->bytes = most;
    l->value = cg_shadow_alloc(w->spec->cores * l->bytes);
    l->added = cg_shadow_alloc(w->spec->cores * l->bytes);
}

void walk_forget_memories(walk *w) {
    if (w->memories) CG_FREE(w->memories->value, w->memories->added, w->memories);
}

// The words are spread over the memory: the first ones are the counters.
static uint64_t place_of_word(const walk *w, int word) {
    const uint64_t words = w->memories->bytes / 4, n = w->spec->threads * OWN + COUNTERS;
    return (words >= n ? (uint64_t)word * (words / n) : (uint64_t)word % words) * 4;
}

static uint32_t *noted(const walk *w, uint32_t *what, uint64_t addr) {
    return &what[(cg_addr_core(addr) * w->memories->bytes + cg_addr_place(addr)) / 4];
}

static uint8_t draw_marks(walk *w, cg_core_op op) {
    while (w->spec->has_order && op == CG_ATOMIC) {
        const uint8_t marks = (uint8_t)cg_rng_below(&w->rng, cg_mark_sets(w->spec));
        if (w->spec->order[op][marks].legal) return marks;
    }
    return 0;
}

bool walk_local_request(walk *w, int thread, cg_packet *p) {
    walk_memories *l = w->memories;
    const int core = (int)((uint64_t)thread / w->spec->threads), tid = thread % (int)w->spec->threads;
    const cg_machine *m = l ? memory_of(w, core) : NULL;
    if (!m || w->spinning || w->contesting || cg_rng_below(&w->rng, 100) >= l->often) return false;
    if (m->mapped && w->race_free && !w->racy) return false;
    if (w->locks && w->left == 0) return false;
    cg_core_op op = (cg_core_op)cg_rng_below(&w->rng, CG_FENCE);
    while (cg_core_event(m, op) == CG_NONE) op = (op + 1) % CG_FENCE;
    const uint64_t words = l->bytes / 4;
    const bool apart = words >= w->spec->threads * OWN + COUNTERS; // else nobody has words of its own
    int word = (int)cg_rng_below(&w->rng, COUNTERS);
    if (m->mapped) word = (int)cg_rng_below(&w->rng, words);
    if (op != CG_ATOMIC && !m->mapped) word = COUNTERS + tid * OWN + (int)cg_rng_below(&w->rng, OWN);
    if (op != CG_ATOMIC && !apart && !m->mapped) return false;
    *p = (cg_packet){
        .msg = CG_NONE,
        .op = (int32_t)op,
        .order = draw_marks(w, op),
        .addr = cg_local_addr((uint64_t)core, m->mapped ? (uint64_t)word * 4 : place_of_word(w, word)),
        .word = op == CG_ATOMIC ? 1 : ++w->next_value,
        .mask = 0xf,
        .aop = CG_AMO_ADD};
    if (op == CG_STORE && !cg_rng_below(&w->rng, 4)) p->mask = (uint8_t)(1 + cg_rng_below(&w->rng, 15));
    uint32_t *value = noted(w, l->value, p->addr);
    for (int i = 0; op == CG_STORE && i < 4; i++) {
        const uint32_t byte = UINT32_C(0xff) << 8 * i;
        if (p->mask >> i & 1) *value = (*value & ~byte) | (p->word & byte);
    }
    if (op == CG_ATOMIC) ++*noted(w, l->added, p->addr);
    return true;
}

void walk_local_answered(walk *w, int thread, const cg_request *q, uint32_t data) {
    const uint64_t place = cg_addr_place(q->addr);
    if (memory_of(w, (int)cg_addr_core(q->addr))->mapped) return;
    if (q->op == CG_LOAD && data != *noted(w, w->memories->value, q->addr))
        walk_fail(w,
                  "thread %d reads 0x%" PRIx32 " at place 0x%" PRIx64
                  " of its core's memory, where it left 0x%" PRIx32,
                  thread, data, place, *noted(w, w->memories->value, q->addr));
    if (q->op == CG_ATOMIC && data >= *noted(w, w->memories->added, q->addr))
        walk_fail(w,
                  "thread %d counts %" PRIu32 " at place 0x%" PRIx64
                  " of its core's memory, and its threads have added %" PRIu32,
                  thread, data, place, *noted(w, w->memories->added, q->addr));
}

#include "sync.h"

cg_barrier cg_barrier_new(cg_env *e, unsigned poll, bool by_load) {
    cg_barrier b = {.poll = poll, .by_load = by_load};
    b.count = cg_alloc(e, 4, e->line_bytes);
    b.generation = cg_alloc(e, 4, e->line_bytes);
    return b;
}

void cg_barrier_wait(cg_thread *t, const cg_barrier *b) {
    uint32_t now = cg_sync_ld(t, b->generation);
    cg_fence(t);
    if (cg_amo(t, CG_AMO_ADD, b->count, 1, 0) + 1 == (uint32_t)cg_threads(t)) {
        cg_st(t, b->count, 0);
        cg_fence(t);
        cg_sync_st(t, b->generation, now + 1);
    } else {
        while (cg_look(t, b->generation, b->by_load) == now) cg_pause(t, b->poll);
    }
    cg_fence(t);
}

cg_fast_barrier cg_fast_barrier_new(cg_env *e, unsigned poll, bool by_load) {
    uint64_t bytes = (uint64_t)e->cores * e->line_bytes;
    return (cg_fast_barrier){
        .line = e->line_bytes,
        .count = cg_alloc(e, bytes, e->line_bytes),
        .arrived = cg_alloc(e, bytes, e->line_bytes),
        .released = cg_alloc(e, bytes, e->line_bytes),
        .cores = (unsigned)e->cores,
        .threads = (unsigned)e->threads,
        .poll = poll,
        .by_load = by_load,
    };
}

static void await(cg_thread *t, const cg_fast_barrier *b, uint64_t flags, uint64_t core, uint32_t round) {
    while (cg_look(t, flags + core * b->line, b->by_load) != round) cg_pause(t, b->poll);
}

void cg_fast_barrier_wait(cg_thread *t, const cg_fast_barrier *b, uint32_t round) {
    uint64_t core = (uint64_t)cg_core(t);
    cg_fence(t);
    if (cg_amo(t, CG_AMO_ADD, b->count + core * b->line, 1, 0) + 1 == b->threads * round) {
        cg_fence(t);
        cg_sync_st(t, b->arrived + core * b->line, round);
    }
    if (cg_tid(t) == 0) {
        for (unsigned i = 0; i < b->cores; i++) await(t, b, b->arrived, i, round);
        cg_fence(t);
        for (unsigned i = 0; i < b->cores; i++) cg_sync_st(t, b->released + i * b->line, round);
    } else {
        await(t, b, b->released, core, round);
    }
    cg_fence(t);
}

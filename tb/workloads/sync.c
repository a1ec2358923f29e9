#include "sync.h"

cg_barrier cg_barrier_new(cg_env *e, unsigned poll, bool by_load) {
    cg_barrier b = {.poll = poll, .by_load = by_load};
    b.count = cg_alloc(e, 4, e->line_bytes);
    b.generation = cg_alloc(e, 4, e->line_bytes);
    return b;
}

void cg_barrier_wait(cg_thread *t, const cg_barrier *b) {
    uint32_t now = cg_ld(t, b->generation);
    if (cg_amo(t, CG_AMO_ADD, b->count, 1, 0) + 1 == (uint32_t)cg_threads(t)) {
        cg_st(t, b->count, 0);
        cg_st(t, b->generation, now + 1);
    } else {
        while (cg_look(t, b->generation, b->by_load) == now) cg_pause(t, b->poll);
    }
}

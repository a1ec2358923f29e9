#include "moving.h"

#include <inttypes.h>
#include <stdio.h>

cg_moving cg_moving_begin(const cg_spec *s, const cg_request *r) {
    cg_moving m = {.kind = cg_transfer_of(s, r)};
    if (m.kind == CG_NO_TRANSFER) return m;
    m.tile = cg_tile_asked(s, r);
    m.why = cg_tile_refused(s, &m.tile);
    m.of = m.why ? 0 : 2 * cg_tile_words(&m.tile);
    return m;
}

bool cg_moving_next(cg_moving *m, int core, uint32_t data) {
    m->asks = m->begun < m->of;
    if (m->asks) m->operation = cg_transfer_step(m->kind, &m->tile, core, m->begun++, data);
    return m->asks;
}

bool cg_moving_ends(const cg_moving *m, uint32_t answer, char *wrong, size_t size) {
    if (m->asks)
        snprintf(wrong, size, "a transfer is answered after %" PRIu64 " of its %" PRIu64 " loads and stores",
                 m->begun - 1, m->of);
    else if (answer & ~m->why || (m->why && !answer))
        snprintf(wrong, size, "a transfer is answered with 0x%" PRIx32 ", and its tile is refused for 0x%x",
                 answer, m->why);
    else
        return true;
    return false;
}

// Thread blocks that queue for threads, as a GPU's do: a thread that is done with one takes the next. That
// costs nothing that is simulated.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_BLOCKS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_BLOCKS_H

#include "programs/workload.h"

typedef struct {
    uint64_t n, begun; // in all; so far
} cg_blocks;

// A row for a workload's options, of a member `blocks`.
#define CG_OPTION_BLOCKS(DEF)                                                                                \
    CG_NUMBER_AT("blocks", blocks.n, DEF, 1, 1u << 20, "thread blocks, which queue for threads")

// The next one's number, from 0; false: there is none.
static inline bool cg_block_next(cg_blocks *b, uint64_t *block) {
    *block = b->begun;
    if (b->begun == b->n) return false;
    b->begun++;
    return true;
}

// Operations that a thread asks for at once.
static inline uint64_t cg_at_once(const cg_thread *t) {
    return (uint64_t)cg_slots(t);
}

#endif

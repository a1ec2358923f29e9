// Transfers under way, as golden models see them: the loads and stores that cohgen_transfer asks for in the
// core's place, one after the other, made from the table's operands by plain division (lang/transfer.h). What
// the part really asks for comes over no port of the design; that it is this follows from the controllers'
// records, which the lockstep model compares with these requests.
#ifndef COHGEN_TB_SIM_MOVING_H
#define COHGEN_TB_SIM_MOVING_H

#include <stddef.h>

#include "lang/transfer.h"

typedef struct {
    cg_transfer_kind kind; // CG_NO_TRANSFER: none is under way
    cg_tile tile;
    unsigned why;         // it is refused
    uint64_t begun, of;   // operations: asked for so far, of all
    bool asks;            // the last one waits for its answer
    cg_request operation; // the last one
} cg_moving;

cg_moving cg_moving_begin(const cg_spec *s, const cg_request *r); // of any request
// The next operation, for which the answer to the one before it was `data`. False: there is none.
bool cg_moving_next(cg_moving *m, int core, uint32_t data);
// Is the transfer's own answer right, now? `wrong` says why not.
bool cg_moving_ends(const cg_moving *m, uint32_t answer, char *wrong, size_t size);

// What the transfers of a run were, by their answers.
typedef struct {
    uint64_t count, words; // that moved
} cg_moved;

#endif

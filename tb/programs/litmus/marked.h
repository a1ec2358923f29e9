// What the instructions of a litmus test are at a core port whose consistency model forbids data races.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_MARKED_H
#define COHGEN_TB_PROGRAMS_LITMUS_MARKED_H

#include "lang/model.h"
#include "lang/request.h"
#include "litmus.h"
#include "programs/thread.h"

// What the thread asks for, for an access to the word at `addr` with the instruction's marks. A load or store
// that synchronizes is an atomic where core ports take no such one (program.h, note [synchronization]): one
// adds 0, the other swaps. The instruction is a load, a store, or an atomic; `value` is its operand. What no
// register takes is dropped.
cg_request cg_lit_marked_request(const cg_thread *thread, const cg_model *m, const cg_litmus *t,
                                 const cg_lit_ins *i, uint64_t addr, int64_t value);

#endif

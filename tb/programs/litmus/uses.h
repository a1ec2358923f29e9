// Which words that a thread of a litmus test loads are used: reach an address, a value that is stored, or a
// branch (program.h, note [uses]). As all that is decided about a test (tb/judge/litmus), it follows the
// registers of one execution: a value depends on all that its instruction reads, whatever it computes.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_USES_H
#define COHGEN_TB_PROGRAMS_LITMUS_USES_H

#include "litmus.h"

enum { CG_LIT_USES = 64 }; // loads of one thread that are followed; all others count as used

typedef struct {
    uint64_t deps[CG_LIT_REGS];    // bit k: the register depends on load k
    uint32_t results[CG_LIT_USES]; // cg_result_number() of each
    int n;
    uint64_t used; // bit k: it was said that load k is used
} cg_lit_uses;

// Before an instruction: says what it uses, and follows its registers. A load's own register is left to:
void cg_lit_uses_step(cg_lit_uses *u, cg_thread *t, const cg_lit_ins *i);
// The number of what register `rd` is about to be loaded with; 0: it is not followed.
uint32_t cg_lit_uses_load(cg_lit_uses *u, cg_thread *t, int rd);
// At the end: what was not used will never be.
void cg_lit_uses_end(const cg_lit_uses *u, cg_thread *t);

#endif

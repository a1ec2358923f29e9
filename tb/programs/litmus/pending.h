// The registers of a thread of a litmus test that loads in flight will fill.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_PENDING_H
#define COHGEN_TB_PROGRAMS_LITMUS_PENDING_H

#include "lang/request.h"
#include "litmus.h"

typedef struct {
    bool waits[CG_LIT_REGS];
    cg_ticket tickets[CG_LIT_REGS]; // if so
    int n;
} cg_lit_pending;

// Asks for a word, for register rd. One slot is left to what the thread waits for at once.
void cg_lit_pending_ask(cg_lit_pending *p, cg_thread *t, const cg_request *q, int rd, int64_t *regs);
// Waits until the registers that the instruction reads or writes hold their values; NULL: all.
void cg_lit_pending_wait(cg_lit_pending *p, cg_thread *t, const cg_lit_ins *i, int64_t *regs);

#endif

#include "pending.h"

#include "programs/thread.h"

static void wait_for_register(cg_lit_pending *p, cg_thread *t, int reg, int64_t *regs) {
    if (reg < 0 || !p->waits[reg]) return;
    regs[reg] = cg_lit_word((int64_t)cg_await(t, p->tickets[reg]));
    p->waits[reg] = false;
    p->n--;
}

void cg_lit_pending_wait(cg_lit_pending *p, cg_thread *t, const cg_lit_ins *i, int64_t *regs) {
    for (int k = 0; k < CG_LIT_REGS && !i; k++) wait_for_register(p, t, k, regs);
    if (!i) return;
    wait_for_register(p, t, i->rs1, regs);
    wait_for_register(p, t, i->rs2, regs);
    wait_for_register(p, t, i->rd, regs);
}

void cg_lit_pending_ask(cg_lit_pending *p, cg_thread *t, const cg_request *q, int rd, int64_t *regs) {
    if (p->n + 1 >= cg_slots(t)) cg_lit_pending_wait(p, t, NULL, regs);
    p->tickets[rd] = cg_begin(t, q);
    p->waits[rd] = true;
    p->n++;
}

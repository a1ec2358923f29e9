#include "uses.h"

static void use_register(cg_lit_uses *u, cg_thread *t, int reg) {
    for (uint64_t left = u->deps[reg] & ~u->used; left; left &= left - 1)
        cg_result_used(t, u->results[__builtin_ctzll(left)], true);
    u->used |= u->deps[reg];
}

void cg_lit_uses_step(cg_lit_uses *u, cg_thread *t, const cg_lit_ins *i) {
    switch (i->kind) {
    case CG_LIT_OP:
        if (i->rd) u->deps[i->rd] = u->deps[i->rs1] | (i->rs2 >= 0 ? u->deps[i->rs2] : 0);
        return;
    case CG_LIT_BRANCH:
    case CG_LIT_STORE:
    case CG_LIT_AMO:
    case CG_LIT_SC: use_register(u, t, i->rs2); // fall through
    case CG_LIT_LOAD:
    case CG_LIT_LR: use_register(u, t, i->rs1); return;
    default: return;
    }
}

uint32_t cg_lit_uses_load(cg_lit_uses *u, cg_thread *t, int rd) {
    u->deps[rd] = 0;
    if (u->n == CG_LIT_USES) return 0;
    u->results[u->n] = cg_result_number(t);
    u->deps[rd] = UINT64_C(1) << u->n;
    return u->results[u->n++];
}

void cg_lit_uses_end(const cg_lit_uses *u, cg_thread *t) {
    for (int k = 0; k < u->n; k++)
        if (!(u->used >> k & 1)) cg_result_used(t, u->results[k], false);
}

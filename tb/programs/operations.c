// The operations that programs are written with (program.h), as requests of their thread.
#include "lang/model.h"
#include "thread.h"

uint32_t cg_ld(cg_thread *t, uint64_t addr) {
    return cg_ask(t, &(cg_request){.op = CG_LOAD, .addr = addr});
}

uint32_t cg_ld_final(cg_thread *t, uint64_t addr) {
    return cg_ask(t, &(cg_request){.op = CG_LOAD, .order = cg_options_of(t)->final_marks, .addr = addr});
}

void cg_st(cg_thread *t, uint64_t addr, uint32_t value) {
    cg_st_bytes(t, addr, value, 0xf);
}

void cg_st_bytes(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask) {
    cg_ask(t, &(cg_request){.op = CG_STORE, .addr = addr, .data = value, .mask = mask});
}

static uint32_t ask_amo(cg_thread *t, unsigned order, cg_amo_op op, uint64_t addr, uint32_t operand,
                        uint32_t compare) {
    return cg_ask(t, &(cg_request){.op = CG_ATOMIC,
                                   .order = order,
                                   .addr = addr,
                                   .data = operand,
                                   .mask = 0xf,
                                   .aop = op,
                                   .compare = compare});
}

uint32_t cg_amo(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare) {
    return ask_amo(t, 0, op, addr, operand, compare);
}

uint32_t cg_amo_acquire(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare) {
    return ask_amo(t, CG_MARK_ACQUIRE, op, addr, operand, compare);
}

uint32_t cg_amo_release(cg_thread *t, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare) {
    return ask_amo(t, CG_MARK_RELEASE, op, addr, operand, compare);
}

uint32_t cg_sync_ld(cg_thread *t, uint64_t addr) {
    return cg_options_of(t)->no_races ? cg_amo_acquire(t, CG_AMO_ADD, addr, 0, 0) : cg_ld(t, addr);
}

void cg_sync_st(cg_thread *t, uint64_t addr, uint32_t value) {
    if (cg_options_of(t)->no_races)
        cg_amo_release(t, CG_AMO_SWAP, addr, value, 0);
    else
        cg_st(t, addr, value);
}

void cg_fence_op(cg_thread *t) {
    cg_ask(t, &(cg_request){.op = CG_FENCE});
}

void cg_fence(cg_thread *t) {
    if (cg_options_of(t)->fences) cg_fence_op(t);
}

void cg_fence_post(cg_thread *t) {
    if (cg_options_of(t)->fences) cg_post(t, &(cg_request){.op = CG_FENCE});
}

cg_ticket cg_ld_begin(cg_thread *t, uint64_t addr) {
    return cg_begin(t, &(cg_request){.op = CG_LOAD, .addr = addr});
}

void cg_st_post(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask) {
    cg_post(t, &(cg_request){.op = CG_STORE, .addr = addr, .data = value, .mask = mask});
}

// The operations that programs are written with (program.h), as requests of their thread.
#include <string.h>

#include "lang/local.h"
#include "lang/model.h"
#include "thread.h"

void cg_scheduler_marks(cg_scheduler_options *o, const cg_model *m) {
    static const char *const NAMES[CG_N_RELAXED] = {
#define X(name) [CG_##name] = #name,
        CG_RELAXED_KINDS(X)
#undef X
    };
    o->final_marks = cg_model_final_marks(m);
    o->local_marks = cg_model_local_marks(m);
    for (int k = 0; k < CG_N_RELAXED; k++) {
        o->relaxed_marks[k] = cg_model_mark(m, NAMES[k]);
        if (!o->relaxed_marks[k]) o->relaxed_marks[k] = cg_model_unpaired_marks(m);
    }
}

uint64_t cg_local(const cg_thread *t, uint64_t place) {
    return cg_local_addr((uint64_t)cg_core(t), place);
}

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

static cg_request amo(unsigned order, cg_amo_op op, uint64_t addr, uint32_t operand, uint32_t compare) {
    return (cg_request){.op = CG_ATOMIC,
                        .order = order,
                        .addr = addr,
                        .data = operand,
                        .mask = 0xf,
                        .aop = op,
                        .compare = compare};
}

static uint32_t ask_amo(cg_thread *t, unsigned order, cg_amo_op op, uint64_t addr, uint32_t operand,
                        uint32_t compare) {
    const cg_request q = amo(order, op, addr, operand, compare);
    return cg_ask(t, &q);
}

static unsigned marks_of_scope(const cg_thread *t, cg_sync_scope scope) {
    return scope == CG_WITH_CORE ? cg_options_of(t)->local_marks : 0;
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

uint32_t cg_amo_acquire_from(cg_thread *t, cg_sync_scope scope, cg_amo_op op, uint64_t addr, uint32_t operand,
                             uint32_t compare) {
    return ask_amo(t, CG_MARK_ACQUIRE | marks_of_scope(t, scope), op, addr, operand, compare);
}

uint32_t cg_amo_release_to(cg_thread *t, cg_sync_scope scope, cg_amo_op op, uint64_t addr, uint32_t operand,
                           uint32_t compare) {
    return ask_amo(t, CG_MARK_RELEASE | marks_of_scope(t, scope), op, addr, operand, compare);
}

uint32_t cg_amo_relaxed(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand,
                        uint32_t compare) {
    return ask_amo(t, cg_options_of(t)->relaxed_marks[kind], op, addr, operand, compare);
}

cg_ticket cg_amo_begin(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand) {
    cg_request q = amo(cg_options_of(t)->relaxed_marks[kind], op, addr, operand, 0);
    q.dropped = kind == CG_speculative;
    return cg_begin(t, &q);
}

void cg_amo_post(cg_thread *t, cg_relaxed kind, cg_amo_op op, uint64_t addr, uint32_t operand) {
    cg_request q = amo(cg_options_of(t)->relaxed_marks[kind], op, addr, operand, 0);
    q.dropped = true;
    cg_post(t, &q);
}

uint32_t cg_sync_ld_from(cg_thread *t, cg_sync_scope scope, uint64_t addr) {
    const cg_scheduler_options *o = cg_options_of(t);
    if (!o->no_races) return cg_ld(t, addr);
    if (o->sync_loads && scope == CG_WITH_ALL)
        return cg_ask(t, &(cg_request){.op = CG_LOAD, .order = CG_MARK_ACQUIRE, .addr = addr});
    return cg_amo_acquire_from(t, scope, CG_AMO_ADD, addr, 0, 0);
}

uint32_t cg_sync_ld(cg_thread *t, uint64_t addr) {
    return cg_sync_ld_from(t, CG_WITH_ALL, addr);
}

void cg_sync_st(cg_thread *t, uint64_t addr, uint32_t value) {
    const cg_scheduler_options *o = cg_options_of(t);
    const cg_request q = {.op = CG_STORE, .order = CG_MARK_RELEASE, .addr = addr, .data = value, .mask = 0xf};
    if (!o->no_races)
        cg_st(t, addr, value);
    else if (o->sync_stores)
        cg_ask(t, &q);
    else
        cg_amo_release(t, CG_AMO_SWAP, addr, value, 0);
}

void cg_fence_op(cg_thread *t) {
    cg_ask(t, &(cg_request){.op = CG_FENCE});
}

void cg_ask_command(cg_thread *t, int command, const uint64_t *operands) {
    cg_request q = {.op = CG_FENCE, .command = (unsigned)command + 1};
    memcpy(q.operands, operands, sizeof q.operands);
    cg_ask(t, &q);
}

bool cg_has_engine(const cg_thread *t) {
    const cg_spec *s = cg_options_of(t)->commands;
    return s && cg_transfer_find(s, CG_TRANSFER_IN) != CG_NONE &&
           cg_transfer_find(s, CG_TRANSFER_OUT) != CG_NONE;
}

enum { MOVED = 16 }; // words that are loaded and then stored: those of a wavefront

// Words [first, first + n) of the tile.
static void move_words(cg_thread *t, cg_transfer_kind kind, const cg_tile *tile, uint64_t first, uint64_t n) {
    uint64_t from[MOVED], to[MOVED];
    uint32_t words[MOVED];
    for (uint64_t i = 0; i < n; i++) {
        from[i] = cg_transfer_step(kind, tile, cg_core(t), 2 * (first + i), 0).addr;
        to[i] = cg_transfer_step(kind, tile, cg_core(t), 2 * (first + i) + 1, 0).addr;
    }
    cg_ld_lanes(t, from, n, words);
    cg_st_lanes(t, to, n, words);
}

uint32_t cg_move(cg_thread *t, cg_transfer_kind kind, const cg_tile *tile) {
    if (cg_has_engine(t)) {
        const cg_request q = cg_transfer_request(cg_options_of(t)->commands, kind, tile);
        return cg_ask(t, &q);
    }
    const uint64_t words = cg_tile_words(tile);
    for (uint64_t k = 0; k < words; k += MOVED)
        move_words(t, kind, tile, k, words - k < MOVED ? words - k : MOVED);
    return 0;
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

cg_ticket cg_ld_final_begin(cg_thread *t, uint64_t addr) {
    return cg_begin(t, &(cg_request){.op = CG_LOAD, .order = cg_options_of(t)->final_marks, .addr = addr});
}

void cg_st_post(cg_thread *t, uint64_t addr, uint32_t value, unsigned mask) {
    cg_post(t, &(cg_request){.op = CG_STORE, .addr = addr, .data = value, .mask = mask});
}

void cg_ld_lanes(cg_thread *t, const uint64_t *addr, uint64_t n, uint32_t *words) {
    const uint64_t slots = (uint64_t)cg_slots(t);
    cg_ticket ticket[CG_MAX_SLOTS];
    if (slots == 1) {
        for (uint64_t i = 0; i < n; i++) words[i] = cg_ld(t, addr[i]);
        return;
    }
    for (uint64_t i = 0; i < n + slots; i++) {
        if (i >= slots && i - slots < n) words[i - slots] = cg_await(t, ticket[i % slots]);
        if (i < n) ticket[i % slots] = cg_ld_begin(t, addr[i]);
    }
}

void cg_st_lanes(cg_thread *t, const uint64_t *addr, uint64_t n, const uint32_t *words) {
    const bool waits = cg_slots(t) == 1;
    for (uint64_t i = 0; i < n; i++)
        if (waits)
            cg_st(t, addr[i], words[i]);
        else
            cg_st_post(t, addr[i], words[i], 0xf);
}

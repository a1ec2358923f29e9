// A machine that does no more than a model without races asks for, as a GPU's first-level caches do: copies
// by the line that only an acquire gives up, stores gathered by the byte and written when a release, or
// nobody in particular, wants it; atomics, and loads and stores that synchronize, at the memory. And lies
// that it can be told to tell.
#ifndef COHGEN_TEST_DRF_MACHINE_H
#define COHGEN_TEST_DRF_MACHINE_H

#include "base/rng.h"
#include "judge/consistency.h"
#include "lang/amo.h"
#include "lang/local.h"
#include "sim/axi_memory.h"
#include "sim/ports.h"

typedef enum {
    HONEST,
    KEEPS_COPIES,     // an acquire gives up all copies but those of one set
    RELEASES_EARLY,   // a release leaves one line of stores behind
    FORGETS_MASK,     // writes whole words where some bytes were stored
    LOSES_STORES,     // a store to a line that is buffered is lost once in a while
    ATOMIC_ON_COPY,   // an atomic returns the copy's word
    ATOMIC_OVERTAKES, // an atomic goes before this core's own stores to its line
    LIES,
    ACQUIRES_COPY = LIES, // a load that acquires finds the copy
    FLAG_LINGERS,         // a store that releases stays in the buffer
    MARKED_LIES
} drf_lie;

enum { DRF_LINE = 64, DRF_MOST_CORES = 16 };

typedef struct {
    cg_sparse *memory;
    cg_consistency_checker *checker; // NULL: nobody watches
    const cg_model *model;
    cg_rng rng;
    drf_lie lie;
    int cores, threads;
    uint64_t lines;                                          // of memory in use
    uint32_t *copy[DRF_MOST_CORES], *buffer[DRF_MOST_CORES]; // words
    uint8_t *valid[DRF_MOST_CORES], *mask[DRF_MOST_CORES];   // by line; by word
    uint64_t cycle;
} drf_machine;

static inline void drf_machine_begin(drf_machine *m, uint64_t bytes) {
    m->lines = bytes / DRF_LINE + 1;
    for (int c = 0; c < m->cores; c++) {
        m->copy[c] = calloc(m->lines, DRF_LINE);
        m->buffer[c] = calloc(m->lines, DRF_LINE);
        m->mask[c] = calloc(m->lines, DRF_LINE / 4);
        m->valid[c] = calloc(m->lines, 1);
    }
}

static inline void drf_machine_end(drf_machine *m) {
    for (int c = 0; c < m->cores; c++)
        free(m->copy[c]), free(m->buffer[c]), free(m->mask[c]), free(m->valid[c]);
}

static inline bool drf_buffered(const drf_machine *m, int core, uint64_t line) {
    bool any = false;
    for (uint64_t w = line * 16; w < line * 16 + 16; w++) any |= m->mask[core][w] != 0;
    return any;
}

static inline void drf_drain(drf_machine *m, int core, uint64_t line) {
    for (uint64_t w = line * 16; w < line * 16 + 16; w++) {
        const unsigned mask = m->mask[core][w];
        if (mask) cg_sparse_st(m->memory, w * 4, m->buffer[core][w], m->lie == FORGETS_MASK ? 0xf : mask);
        m->mask[core][w] = 0;
    }
}

static inline void drf_release(drf_machine *m, int core) {
    bool left = m->lie == RELEASES_EARLY;
    for (uint64_t line = 0; line < m->lines; line++) {
        if (!drf_buffered(m, core, line)) continue;
        if (!left) drf_drain(m, core, line);
        left = false;
    }
}

static inline void drf_acquire(drf_machine *m, int core) {
    for (uint64_t i = 0; i < m->lines; i++)
        if (m->lie != KEEPS_COPIES || i % 8 != 3) m->valid[core][i] = 0;
}

static inline void drf_forget(drf_machine *m, int core, uint64_t addr) {
    const uint64_t line = addr / DRF_LINE;
    if (drf_buffered(m, core, line)) drf_drain(m, core, line);
    m->valid[core][line] = 0;
}

static inline uint32_t drf_load(drf_machine *m, int core, uint64_t addr) {
    const uint64_t line = addr / DRF_LINE;
    if (m->valid[core][line]) return m->copy[core][addr / 4];
    if (drf_buffered(m, core, line)) drf_drain(m, core, line);
    for (uint64_t w = line * 16; w < line * 16 + 16; w++) m->copy[core][w] = cg_sparse_ld(m->memory, w * 4);
    m->valid[core][line] = 1;
    return m->copy[core][addr / 4];
}

static inline void drf_store(drf_machine *m, int core, const cg_request *r) {
    const uint64_t w = r->addr / 4;
    if (m->lie == LOSES_STORES && drf_buffered(m, core, r->addr / DRF_LINE) && cg_rng_below(&m->rng, 50) == 0)
        return;
    for (int i = 0; i < 4; i++) {
        const uint32_t bits = 0xffu << 8 * i;
        if (!(r->mask >> i & 1)) continue;
        m->buffer[core][w] = (m->buffer[core][w] & ~bits) | (r->data & bits);
        m->copy[core][w] = (m->copy[core][w] & ~bits) | (r->data & bits);
    }
    m->mask[core][w] |= (uint8_t)r->mask;
}

static inline uint32_t drf_atomic(drf_machine *m, int core, const cg_request *r) {
    const uint64_t line = r->addr / DRF_LINE;
    if (m->lie != ATOMIC_OVERTAKES) drf_drain(m, core, line);
    uint32_t old = cg_sparse_ld(m->memory, r->addr);
    if (m->lie == ATOMIC_ON_COPY && m->valid[core][line]) old = m->copy[core][r->addr / 4];
    cg_sparse_st(m->memory, r->addr, cg_amo_apply((cg_amo_op)r->aop, old, r->data, r->compare), 0xf);
    m->valid[core][line] = 0;
    return old;
}

static inline void drf_told(drf_machine *m, unsigned thread, const cg_request *r, uint32_t data) {
    cg_perform p = {.kind = (cg_core_op)r->op,
                    .thread = (int)thread,
                    .addr = r->addr,
                    .mask = r->op == CG_STORE ? r->mask : 0xf,
                    .value = r->op == CG_STORE ? r->data : data,
                    .old = data,
                    .cycle = m->cycle};
    if (m->checker == NULL) return;
    if (r->op == CG_ATOMIC) p.value = cg_amo_apply((cg_amo_op)r->aop, data, r->data, r->compare);
    if (r->op != CG_FENCE) cg_consistency_performed(m->checker, &p, r);
    cg_consistency_answered(m->checker, thread, r, data, m->cycle);
}

// On a word of the core's local memory, which does as it is told.
static inline uint32_t drf_local(drf_machine *m, const cg_request *r) {
    const uint32_t old = cg_sparse_ld(m->memory, r->addr);
    if (r->op == CG_STORE) cg_sparse_st(m->memory, r->addr, r->data, r->mask);
    if (r->op == CG_ATOMIC)
        cg_sparse_st(m->memory, r->addr, cg_amo_apply((cg_amo_op)r->aop, old, r->data, r->compare), 0xf);
    return r->op == CG_STORE ? 0 : old;
}

static inline uint32_t drf_global(drf_machine *m, int core, const cg_request *r, bool sync) {
    uint32_t data = 0;
    if (r->op == CG_LOAD && sync && m->lie != ACQUIRES_COPY) drf_forget(m, core, r->addr);
    if (r->op == CG_LOAD) data = drf_load(m, core, r->addr);
    if (r->op == CG_STORE) drf_store(m, core, r);
    if (r->op == CG_STORE && sync && m->lie != FLAG_LINGERS) drf_drain(m, core, r->addr / DRF_LINE);
    if (r->op == CG_ATOMIC) data = drf_atomic(m, core, r);
    return data;
}

// What a thread asks for, done at once. Its answer.
static inline uint32_t drf_do(drf_machine *m, int core, int tid, const cg_request *r) {
    const cg_model_class *k = NULL;
    static const cg_mem_kind KINDS[] = {CG_MEM_LOAD, CG_MEM_STORE, CG_MEM_ATOMIC, CG_MEM_FENCE};
    uint32_t data;
    k = &m->model->classes[cg_model_class_of(m->model, KINDS[r->op], r->order)];
    m->cycle++;
    if (k->synchronizes & CG_MARK_RELEASE) drf_release(m, core);
    const bool local = cg_addr_is_local(r->addr) && r->op != CG_FENCE;
    data = local ? drf_local(m, r) : drf_global(m, core, r, k->sync);
    drf_told(m, (unsigned)(core * m->threads + tid), r, data);
    if (k->synchronizes & CG_MARK_ACQUIRE) drf_acquire(m, core);
    if (cg_rng_below(&m->rng, 16) == 0) drf_drain(m, core, cg_rng_below(&m->rng, m->lines));
    return data;
}

#endif

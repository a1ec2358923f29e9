#include "sparse.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

typedef struct {
    uint64_t number; // page number + 1, 0: free slot
    uint8_t *bytes;
} page;

// Open-addressing hash table of pages, a power of two of slots, at most half full.
struct cg_sparse {
    page *slots;
    size_t n_slots, n_used;
};

static page *slot_of(const cg_sparse *b, uint64_t number) {
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (b->n_slots - 1);
    while (b->slots[i].number != 0 && b->slots[i].number != number + 1) i = (i + 1) & (b->n_slots - 1);
    return &b->slots[i];
}

static void grow(cg_sparse *b) {
    cg_sparse old = *b;
    b->n_slots = old.n_slots ? old.n_slots * 2 : 64;
    b->slots = calloc(b->n_slots, sizeof *b->slots);
    if (b->slots == NULL) abort();
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.slots[i].number) *slot_of(b, old.slots[i].number - 1) = old.slots[i];
    free(old.slots);
}

cg_sparse *cg_sparse_new(void) {
    cg_sparse *b = calloc(1, sizeof *b);
    if (b == NULL) abort();
    grow(b);
    return b;
}

void cg_sparse_free(cg_sparse *b) {
    if (b == NULL) return;
    for (size_t i = 0; i < b->n_slots; i++) free(b->slots[i].bytes);
    free(b->slots);
    free(b);
}

static uint8_t *page_bytes(cg_sparse *b, uint64_t number) {
    page *p = slot_of(b, number);
    if (p->number == 0) {
        if (b->n_used * 2 >= b->n_slots) {
            grow(b);
            p = slot_of(b, number);
        }
        *p = (page){number + 1, calloc(1, PAGE)};
        if (p->bytes == NULL) abort();
        b->n_used++;
    }
    return p->bytes;
}

void cg_sparse_read(const cg_sparse *b, uint64_t addr, void *to, size_t bytes) {
    for (uint8_t *t = to; bytes > 0;) {
        size_t in = addr % PAGE, n = PAGE - in < bytes ? PAGE - in : bytes;
        const page *p = slot_of(b, addr / PAGE);
        if (p->number)
            memcpy(t, p->bytes + in, n);
        else
            memset(t, 0, n);
        addr += n, t += n, bytes -= n;
    }
}

void cg_sparse_write(cg_sparse *b, uint64_t addr, const void *from, size_t bytes) {
    for (const uint8_t *f = from; bytes > 0;) {
        size_t in = addr % PAGE, n = PAGE - in < bytes ? PAGE - in : bytes;
        memcpy(page_bytes(b, addr / PAGE) + in, f, n);
        addr += n, f += n, bytes -= n;
    }
}

void cg_sparse_each(const cg_sparse *b, void (*piece)(void *ctx, uint64_t addr, const void *bytes, size_t n),
                    void *ctx) {
    for (size_t i = 0; i < b->n_slots; i++)
        if (b->slots[i].number) piece(ctx, (b->slots[i].number - 1) * PAGE, b->slots[i].bytes, PAGE);
}

uint32_t cg_sparse_ld(const cg_sparse *b, uint64_t addr) {
    uint32_t x;
    cg_sparse_read(b, addr, &x, sizeof x);
    return x;
}

void cg_sparse_st(cg_sparse *b, uint64_t addr, uint32_t value, unsigned mask) {
    for (unsigned i = 0; i < 4; i++) {
        uint8_t byte = (uint8_t)(value >> 8 * i);
        if (mask >> i & 1) cg_sparse_write(b, addr + i, &byte, 1);
    }
}

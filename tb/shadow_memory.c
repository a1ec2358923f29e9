#include "shadow_memory.h"

#include <stdlib.h>
#include <string.h>

#include "shadow.h"

enum { PAGE = 4096 };

typedef struct {
    uint64_t number; // address / PAGE
    uint8_t *bytes;  // NULL: slot is free
} page;

// Open addressing, linear probing, never more than half full, nothing is ever removed.
struct cg_memory {
    page *slots;
    size_t n_slots, n;
};

static page *slot_of(const cg_memory *m, uint64_t number) {
    size_t i = (number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (m->n_slots - 1);
    while (m->slots[i].bytes && m->slots[i].number != number) i = (i + 1) & (m->n_slots - 1);
    return &m->slots[i];
}

cg_memory *cg_memory_new(void) {
    cg_memory *m = cg_shadow_alloc(sizeof *m);
    m->n_slots = 256;
    m->slots = cg_shadow_alloc(m->n_slots * sizeof *m->slots);
    return m;
}

void cg_memory_free(cg_memory *m) {
    if (!m) return;
    for (size_t i = 0; i < m->n_slots; i++) free(m->slots[i].bytes);
    free(m->slots);
    free(m);
}

static void grow(cg_memory *m) {
    cg_memory bigger = {.n_slots = 2 * m->n_slots, .n = m->n};
    bigger.slots = cg_shadow_alloc(bigger.n_slots * sizeof *bigger.slots);
    for (size_t i = 0; i < m->n_slots; i++)
        if (m->slots[i].bytes) *slot_of(&bigger, m->slots[i].number) = m->slots[i];
    free(m->slots);
    *m = bigger;
}

static uint8_t *page_for_writing(cg_memory *m, uint64_t number) {
    page *p = slot_of(m, number);
    if (p->bytes) return p->bytes;
    if (2 * ++m->n > m->n_slots) {
        grow(m);
        p = slot_of(m, number);
    }
    *p = (page){number, cg_shadow_alloc(PAGE)};
    return p->bytes;
}

static size_t within_page(uint64_t addr, size_t n) {
    size_t left = PAGE - addr % PAGE;
    return n < left ? n : left;
}

void cg_memory_read(const cg_memory *m, uint64_t addr, void *bytes, size_t n) {
    for (uint8_t *to = bytes; n;) {
        size_t k = within_page(addr, n);
        const page *p = slot_of(m, addr / PAGE);
        if (p->bytes)
            memcpy(to, p->bytes + addr % PAGE, k);
        else
            memset(to, 0, k);
        to += k, addr += k, n -= k;
    }
}

void cg_memory_write(cg_memory *m, uint64_t addr, const void *bytes, size_t n) {
    for (const uint8_t *from = bytes; n;) {
        size_t k = within_page(addr, n);
        memcpy(page_for_writing(m, addr / PAGE) + addr % PAGE, from, k);
        from += k, addr += k, n -= k;
    }
}

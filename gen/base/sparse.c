#include "sparse.h"

#include <stdlib.h>
#include <string.h>

#include "map.h"
#include "memory.h"

enum { PAGE = 4096 };

typedef struct {
    uint64_t number; // address / PAGE
    uint8_t *bytes;
} page;

struct cg_sparse {
    page *pages;
    uint32_t n;
    cg_map places; // page number -> place in pages
};

cg_sparse *cg_sparse_new(void) {
    return cg_array_new(1, sizeof(cg_sparse));
}

void cg_sparse_free(cg_sparse *b) {
    if (b == NULL) return;
    for (uint32_t i = 0; i < b->n; i++) free(b->pages[i].bytes);
    free(b->pages);
    cg_map_free(&b->places);
    free(b);
}

static uint8_t *page_bytes(cg_sparse *b, uint64_t number) {
    uint32_t *place = cg_map_at(&b->places, number, 0);
    if (*place == CG_MAP_NONE) {
        b->pages = cg_array_grow(b->pages, b->n, sizeof *b->pages);
        b->pages[b->n] = (page){number, cg_array_new(1, PAGE)};
        *place = b->n++;
    }
    return b->pages[*place].bytes;
}

void cg_sparse_read(const cg_sparse *b, uint64_t addr, void *to, size_t bytes) {
    for (uint8_t *t = to; bytes > 0;) {
        size_t in = addr % PAGE, n = PAGE - in < bytes ? PAGE - in : bytes;
        const uint32_t place = cg_map_get(&b->places, addr / PAGE, 0);
        if (place != CG_MAP_NONE)
            memcpy(t, b->pages[place].bytes + in, n);
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
    for (uint32_t i = 0; i < b->n; i++) piece(ctx, b->pages[i].number * PAGE, b->pages[i].bytes, PAGE);
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

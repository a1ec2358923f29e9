#include "touched.h"

#include <stdlib.h>

typedef struct {
    uint64_t addr;
    uint32_t value;
} word;

// Words in order, and an open-addressing index over them: slot = place + 1, 0 free; at most half full.
struct cg_touched {
    word *words;
    size_t *slots;
    size_t n, n_slots;
};

static size_t *slot_of(const cg_touched *w, uint64_t addr) {
    size_t i = (size_t)(addr * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (w->n_slots - 1);
    while (w->slots[i] && w->words[w->slots[i] - 1].addr != addr) i = (i + 1) & (w->n_slots - 1);
    return &w->slots[i];
}

static void grow(cg_touched *w) {
    w->n_slots = w->n_slots ? w->n_slots * 2 : 256;
    free(w->slots);
    w->slots = calloc(w->n_slots, sizeof *w->slots);
    w->words = realloc(w->words, w->n_slots / 2 * sizeof *w->words);
    if (w->slots == NULL || w->words == NULL) abort();
    for (size_t i = 0; i < w->n; i++) *slot_of(w, w->words[i].addr) = i + 1;
}

cg_touched *cg_touched_new(void) {
    cg_touched *w = calloc(1, sizeof *w);
    if (w == NULL) abort();
    grow(w);
    return w;
}

void cg_touched_free(cg_touched *w) {
    if (w == NULL) return;
    free(w->words);
    free(w->slots);
    free(w);
}

void cg_touched_add(cg_touched *w, uint64_t addr) {
    addr &= ~UINT64_C(3);
    if (*slot_of(w, addr)) return;
    if (w->n == w->n_slots / 2) grow(w);
    w->words[w->n] = (word){addr, 0};
    *slot_of(w, addr) = ++w->n;
}

size_t cg_touched_count(const cg_touched *w) {
    return w->n;
}
uint64_t cg_touched_at(const cg_touched *w, size_t i) {
    return w->words[i].addr;
}
void cg_touched_set(cg_touched *w, size_t i, uint32_t value) {
    w->words[i].value = value;
}

bool cg_touched_get(const cg_touched *w, uint64_t addr, uint32_t *value) {
    size_t slot = *slot_of(w, addr & ~UINT64_C(3));
    if (slot) *value = w->words[slot - 1].value;
    return slot != 0;
}

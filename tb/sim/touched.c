#include "touched.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/memory.h"

typedef struct {
    uint64_t addr;
    uint32_t value;
} word;

struct cg_touched {
    word *words; // in order
    uint32_t n;
    cg_map places; // address -> place in words
};

cg_touched *cg_touched_new(void) {
    return cg_array_new(1, sizeof(cg_touched));
}

void cg_touched_free(cg_touched *w) {
    if (w == NULL) return;
    free(w->words);
    cg_map_free(&w->places);
    free(w);
}

void cg_touched_add(cg_touched *w, uint64_t addr) {
    addr &= ~UINT64_C(3);
    uint32_t *place = cg_map_at(&w->places, addr, 0);
    if (*place != CG_MAP_NONE) return;
    w->words = cg_array_grow(w->words, w->n, sizeof *w->words);
    w->words[w->n] = (word){addr, 0};
    *place = w->n++;
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
    const uint32_t place = cg_map_get(&w->places, addr & ~UINT64_C(3), 0);
    if (place != CG_MAP_NONE) *value = w->words[place].value;
    return place != CG_MAP_NONE;
}

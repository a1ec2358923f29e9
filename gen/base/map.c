#include "map.h"

#include <stdlib.h>
#include <string.h>

static size_t home_of(const cg_map *m, uint64_t a, uint32_t b) {
    uint64_t h = (a ^ (uint64_t)b << 40 ^ b) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    return (size_t)(h * 0xd6e8feb86659fd93u >> 20) & m->mask;
}

// The slot of a key: its own, or the free one where it belongs.
static size_t slot_of_key(const cg_map *m, uint64_t a, uint32_t b) {
    size_t i = home_of(m, a, b);
    while (m->slots[i].value != CG_MAP_NONE && (m->slots[i].a != a || m->slots[i].b != b))
        i = (i + 1) & m->mask;
    return i;
}

static void resize_map(cg_map *m, size_t size) {
    cg_map old = *m;
    m->slots = malloc(size * sizeof *m->slots);
    if (!m->slots) abort();
    memset(m->slots, 0xff, size * sizeof *m->slots);
    m->mask = size - 1;
    if (!old.slots) return;
    for (size_t i = 0; i <= old.mask; i++)
        if (old.slots[i].value != CG_MAP_NONE)
            m->slots[slot_of_key(m, old.slots[i].a, old.slots[i].b)] = old.slots[i];
    free(old.slots);
}

uint32_t *cg_map_at(cg_map *m, uint64_t a, uint32_t b) {
    if (!m->slots) resize_map(m, 16);
    size_t i = slot_of_key(m, a, b);
    if (m->slots[i].value != CG_MAP_NONE) return &m->slots[i].value;
    if (++m->used * 2 > m->mask) {
        resize_map(m, 2 * (m->mask + 1));
        i = slot_of_key(m, a, b);
    }
    m->slots[i].a = a;
    m->slots[i].b = b;
    return &m->slots[i].value;
}

uint32_t cg_map_get(const cg_map *m, uint64_t a, uint32_t b) {
    return m->slots ? m->slots[slot_of_key(m, a, b)].value : CG_MAP_NONE;
}

// Slots behind the removed one move up into the gap where that is allowed (Knuth 6.4, R).
void cg_map_remove(cg_map *m, uint64_t a, uint32_t b) {
    size_t gap = slot_of_key(m, a, b);
    for (size_t i = (gap + 1) & m->mask; m->slots[i].value != CG_MAP_NONE; i = (i + 1) & m->mask) {
        const size_t home = home_of(m, m->slots[i].a, m->slots[i].b);
        if (((i - home) & m->mask) < ((i - gap) & m->mask)) continue;
        m->slots[gap] = m->slots[i];
        gap = i;
    }
    m->slots[gap].value = CG_MAP_NONE;
    m->used--;
}

void cg_map_reserve(cg_map *m, size_t n) {
    size_t size = 16;
    while (size < 2 * n + 2) size *= 2;
    if (!m->slots || size > m->mask + 1) resize_map(m, size);
}

void cg_map_clear(cg_map *m) {
    if (m->slots) memset(m->slots, 0xff, (m->mask + 1) * sizeof *m->slots);
    m->used = 0;
}

void cg_map_free(cg_map *m) {
    free(m->slots);
    *m = (cg_map){0};
}

// The second part of a key counts the items of the same hash.
static uint32_t find_item(const cg_map *m, uint64_t hash, cg_map_same *same, const void *owner,
                          const void *key) {
    for (uint32_t k = 0;; k++) {
        const uint32_t value = cg_map_get(m, hash, k);
        if (value == CG_MAP_NONE || same(owner, value, key)) return k;
    }
}

uint32_t *cg_map_at_item(cg_map *m, uint64_t hash, cg_map_same *same, const void *owner, const void *key) {
    return cg_map_at(m, hash, find_item(m, hash, same, owner, key));
}

uint32_t cg_map_get_item(const cg_map *m, uint64_t hash, cg_map_same *same, const void *owner,
                         const void *key) {
    return cg_map_get(m, hash, find_item(m, hash, same, owner, key));
}

uint64_t cg_hash_bytes(uint64_t h, const void *bytes, size_t n) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++) h = (h ^ p[i]) * UINT64_C(1099511628211);
    return h;
}

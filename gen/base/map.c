// judge_map.c: see judge_map.h.
#include "map.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(uint64_t a, uint32_t b) {
    uint64_t h = (a ^ (uint64_t)b << 40 ^ b) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    return (size_t)(h * 0xd6e8feb86659fd93u >> 20);
}

static size_t find(const cgj_map *m, uint64_t a, uint32_t b) {
    size_t i = hash(a, b) & m->mask;
    while (m->slots[i].value != CGJ_MAP_NONE && (m->slots[i].a != a || m->slots[i].b != b))
        i = (i + 1) & m->mask;
    return i;
}

static void resize(cgj_map *m, size_t size) {
    cgj_map old = *m;
    m->slots = malloc(size * sizeof *m->slots);
    if (!m->slots) abort();
    memset(m->slots, 0xff, size * sizeof *m->slots);
    m->mask = size - 1;
    if (!old.slots) return;
    for (size_t i = 0; i <= old.mask; i++)
        if (old.slots[i].value != CGJ_MAP_NONE)
            m->slots[find(m, old.slots[i].a, old.slots[i].b)] = old.slots[i];
    free(old.slots);
}

uint32_t *cgj_map_at(cgj_map *m, uint64_t a, uint32_t b) {
    if (!m->slots) resize(m, 16);
    size_t i = find(m, a, b);
    if (m->slots[i].value != CGJ_MAP_NONE) return &m->slots[i].value;
    if (++m->used * 2 > m->mask) {
        resize(m, 2 * (m->mask + 1));
        i = find(m, a, b);
    }
    m->slots[i].a = a;
    m->slots[i].b = b;
    return &m->slots[i].value;
}

uint32_t cgj_map_get(const cgj_map *m, uint64_t a, uint32_t b) {
    return m->slots ? m->slots[find(m, a, b)].value : CGJ_MAP_NONE;
}

void cgj_map_reserve(cgj_map *m, size_t n) {
    size_t size = 16;
    while (size < 2 * n + 2) size *= 2;
    if (!m->slots || size > m->mask + 1) resize(m, size);
}

void cgj_map_clear(cgj_map *m) {
    if (m->slots) memset(m->slots, 0xff, (m->mask + 1) * sizeof *m->slots);
    m->used = 0;
}

void cgj_map_free(cgj_map *m) {
    free(m->slots);
    *m = (cgj_map){0};
}

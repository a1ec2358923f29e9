// judge_map.h: a hash map from (64-bit, 32-bit) keys to 32-bit values. Open addressing; keys stay.
#ifndef COHGEN_GEN_BASE_MAP_H
#define COHGEN_GEN_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

#define CGJ_MAP_NONE UINT32_MAX

typedef struct cgj_map_slot {
    uint64_t a;
    uint32_t b;
    uint32_t value; // CGJ_MAP_NONE: free
} cgj_map_slot;

typedef struct cgj_map {
    cgj_map_slot *slots;
    size_t mask, used; // mask + 1 slots; no slots at all when slots is NULL
} cgj_map;

// The place of a key's value; a new key's value is CGJ_MAP_NONE and must be set before the next call.
uint32_t *cgj_map_at(cgj_map *m, uint64_t a, uint32_t b);

// A key's value, CGJ_MAP_NONE when absent.
uint32_t cgj_map_get(const cgj_map *m, uint64_t a, uint32_t b);

// Room for n keys, so that filling does not grow.
void cgj_map_reserve(cgj_map *m, size_t n);
void cgj_map_clear(cgj_map *m);
void cgj_map_free(cgj_map *m);

#endif

// A hash map from (64-bit, 32-bit) keys to 32-bit values, with open addressing: the one hash table of the
// house. What is larger than its value lies in an array of its owner's, and the value is its place there.
#ifndef COHGEN_GEN_BASE_MAP_H
#define COHGEN_GEN_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CG_MAP_NONE UINT32_MAX

typedef struct cg_map_slot {
    uint64_t a;
    uint32_t b;
    uint32_t value; // CG_MAP_NONE: free
} cg_map_slot;

typedef struct cg_map {
    cg_map_slot *slots;
    size_t mask, used; // mask + 1 slots, at most half of them used; no slots at all when slots is NULL
} cg_map;

// The place of a key's value; a new key's value is CG_MAP_NONE and must be set before the next call.
uint32_t *cg_map_at(cg_map *m, uint64_t a, uint32_t b);

// A key's value, CG_MAP_NONE when absent.
uint32_t cg_map_get(const cg_map *m, uint64_t a, uint32_t b);

// Takes out a key that is there.
void cg_map_remove(cg_map *m, uint64_t a, uint32_t b);

// Room for n keys, so that filling does not grow.
void cg_map_reserve(cg_map *m, size_t n);
void cg_map_clear(cg_map *m);
void cg_map_free(cg_map *m);

// For keys that are no numbers: likewise, of the key whose hash is `hash`. Is item `value` of `owner` the one
// with `key`?
typedef bool cg_map_same(const void *owner, uint32_t value, const void *key);
uint32_t *cg_map_at_item(cg_map *m, uint64_t hash, cg_map_same *same, const void *owner, const void *key);
uint32_t cg_map_get_item(const cg_map *m, uint64_t hash, cg_map_same *same, const void *owner,
                         const void *key);

// FNV-1a of some bytes, which goes on from `h`; CG_HASH_START before the first.
#define CG_HASH_START UINT64_C(14695981039346656037)
uint64_t cg_hash_bytes(uint64_t h, const void *bytes, size_t n);

#endif

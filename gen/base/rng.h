// Seeded random numbers: splitmix64 (public domain, Steele, Lea, Flood 2014). One state word, and any two
// seeds give unrelated streams, so that every thread and memory port has its own.
#ifndef COHGEN_GEN_BASE_RNG_H
#define COHGEN_GEN_BASE_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t state;
} cg_rng;

static inline uint64_t cg_rng_next(cg_rng *r) {
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// The stream of part `part` (a thread, a port) of a run with seed `seed`.
static inline cg_rng cg_rng_new(uint64_t seed, uint64_t part) {
    cg_rng r = {seed};
    r.state = cg_rng_next(&r) + part * UINT64_C(0xd1342543de82ef95);
    return r;
}

// 0 .. n-1; n >= 1.
static inline uint64_t cg_rng_below(cg_rng *r, uint64_t n) {
    return cg_rng_next(r) % n;
}

#endif

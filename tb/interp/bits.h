// Runs of bits in a vector of 32-bit words, little end first: bit 0 of word 0 is bit 0. How Verilator hands
// over wide signals, and how trace records are packed.
#ifndef COHGEN_TB_INTERP_BITS_H
#define COHGEN_TB_INTERP_BITS_H

#include <stdint.h>
#include <string.h>

// `width` bits (1 to 64) from bit `at`. Reads no word that holds none of them.
static inline uint64_t cg_bits_get(const uint32_t *v, uint64_t at, unsigned width) {
    v += at >> 5;
    unsigned shift = at & 31;
    if (shift + width <= 32) return v[0] >> shift & ((UINT64_C(1) << width) - 1); // most are
    uint64_t r = (v[0] | (uint64_t)v[1] << 32) >> shift;
    if (shift + width > 64) r |= (uint64_t)v[2] << (64 - shift);
    return r & UINT64_MAX >> (64 - width);
}

static inline void cg_bits_put(uint32_t *v, uint64_t at, unsigned width, uint64_t value) {
    for (unsigned done = 0; done < width;) {
        unsigned shift = (at + done) & 31, n = width - done < 32 - shift ? width - done : 32 - shift;
        uint32_t mask = (n == 32 ? UINT32_MAX : (UINT32_C(1) << n) - 1) << shift;
        uint32_t *w = &v[(at + done) >> 5];
        *w = (*w & ~mask) | ((uint32_t)(value >> done) << shift & mask);
        done += n;
    }
}

// The same for whole bytes: line data. `n` is a multiple of 4.
static inline void cg_bits_get_bytes(const uint32_t *v, uint64_t at, uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i += 4) {
        uint32_t w = (uint32_t)cg_bits_get(v, at + 8 * i, 32);
        memcpy(bytes + i, &w, 4);
    }
}

static inline void cg_bits_put_bytes(uint32_t *v, uint64_t at, const uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i += 4) {
        uint32_t w;
        memcpy(&w, bytes + i, 4);
        cg_bits_put(v, at + 8 * i, 32, w);
    }
}

#endif

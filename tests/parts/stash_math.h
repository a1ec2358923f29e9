// Tiles that are mapped into a stash, in bytes and by plain division: what cohgen_stash_translate must
// compute.
#ifndef COHGEN_PARTS_STASH_MATH_H
#define COHGEN_PARTS_STASH_MATH_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

// The operands of AddMap, in bytes (num_strides: rows).
struct tile {
    uint64_t stash_base, global_base, field, object, row, stride, num;
};

// Sizes of an instance: bits of an address in the stash, of an offset in the span, of a virtual address.
struct sizes {
    int stash, span, addr;
};

// What AddMap refuses, a bit a reason as in made_refused_o, 0 if nothing. Bits 4, 6 and 7 say nothing where
// bit 1 is set.
unsigned tile_refused(const struct tile *t, struct sizes of);

// The offset in the span of offset s in the stash; s is below tile_bytes.
uint64_t tile_forward(const struct tile *t, uint64_t s);

// The offset in the stash of offset v in the span, if it is mapped.
bool tile_reverse(const struct tile *t, uint64_t v, uint64_t *s);

uint64_t tile_bytes(const struct tile *t); // in the stash
uint64_t tile_span(const struct tile *t);  // from the first row's begin to the last row's end
uint64_t tile_spr(const struct tile *t);   // of a row in the stash

// note [reciprocals] in rtl/cohgen_stash_translate.sv: L, and m for divisors up to 2^n.
int reciprocal_l(uint64_t d);
uint64_t reciprocal_m(uint64_t d, int n);

#endif

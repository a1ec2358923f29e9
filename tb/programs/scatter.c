#include "scatter.h"

#include "base/rng.h"

enum { TOGETHER = 8 }; // lines

static unsigned bits_of(uint64_t power) {
    return power ? (unsigned)__builtin_ctzll(power) : 0;
}

uint64_t cg_conflict(const cg_spec *spec) {
    uint64_t most = 1;
    for (int i = 0; i < spec->n_machines; i++) {
        const cg_machine *m = &spec->machines[i];
        const uint64_t lines = m->sets * (m->home ? m->count : 1);
        if (lines > most && !m->local) most = lines;
    }
    return most;
}

cg_scatter cg_scatter_new(unsigned addr_bits, unsigned line_bytes, uint64_t conflict, uint64_t seed) {
    cg_scatter s = {.low = bits_of(line_bytes) + bits_of(conflict)};
    if (conflict == 0 || s.low >= addr_bits) return (cg_scatter){0};
    cg_rng rng = cg_rng_new(seed, 0x50000);
    s.above = addr_bits - s.low;
    s.group = bits_of(conflict < TOGETHER ? conflict : TOGETHER) + bits_of(line_bytes);
    s.turn = (unsigned)cg_rng_below(&rng, s.above);
    s.inverted = cg_rng_next(&rng) & ((UINT64_C(1) << s.above) - 1);
    return s;
}

cg_scatter cg_scatter_pages(unsigned addr_bits, unsigned page_bits, uint64_t seed) {
    cg_scatter s = cg_scatter_new(addr_bits, 1, UINT64_C(1) << page_bits, seed);
    s.group = s.low; // the same for all of a page
    s.virtual = true;
    return s;
}

// Exchanges i + 1 and 2^i, the largest first, so that no number that has its place is moved again.
static uint64_t one_bit_each(uint64_t n, unsigned bits) {
    for (unsigned i = bits; i-- > 0;) {
        const uint64_t power = UINT64_C(1) << i;
        if (n == i + 1)
            n = power;
        else if (n == power)
            n = i + 1;
    }
    return n;
}

static uint64_t rotated(uint64_t n, unsigned by, unsigned bits) {
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    return by ? (n << by | n >> (bits - by)) & all : n;
}

uint64_t cg_scattered(const cg_scatter *s, uint64_t addr) {
    if (s->above == 0) return addr;
    const uint64_t all = (UINT64_C(1) << s->above) - 1, index = addr & ((UINT64_C(1) << s->low) - 1);
    const uint64_t own = one_bit_each(addr >> s->low & all, s->above);
    const uint64_t group = one_bit_each(index >> s->group & all, s->above);
    return (rotated(own ^ group, s->turn, s->above) ^ s->inverted) << s->low | index;
}

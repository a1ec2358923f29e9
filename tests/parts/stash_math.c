#include "stash_math.h"

uint64_t tile_spr(const struct tile *t) {
    return t->row / t->object * t->field;
}

uint64_t tile_bytes(const struct tile *t) {
    return tile_spr(t) * t->num;
}

uint64_t tile_span(const struct tile *t) {
    return (t->num - 1) * t->stride + t->row;
}

unsigned tile_refused(const struct tile *t, struct sizes of) {
    const bool flat = t->field == t->object, several = t->num != 1;
    unsigned why = 0;
    if (t->stash_base % 64) why |= 1u << 0;
    if (!t->field || !t->object || !t->row || !t->num) why |= 1u << 1;
    if ((t->field % 4 && !flat) || t->field > t->object) why |= 1u << 2;
    if (t->global_base % 4 || t->row % 4 || (several && t->stride % 4) || (!flat && t->object % 4))
        why |= 1u << 3;
    if (several && t->stride < t->row) why |= 1u << 5;
    if (why >> 1 & 1) return why;
    if (t->row % t->object) why |= 1u << 4;
    const wide spr = (wide)(t->row / t->object) * t->field, span = (wide)(t->num - 1) * t->stride + t->row;
    const wide room = (wide)1 << of.stash;
    if (spr > room || spr * t->num > room || t->stash_base + spr * t->num > room) why |= 1u << 6;
    if (span > (wide)1 << of.span || t->global_base + span > (wide)1 << of.addr) why |= 1u << 7;
    return why;
}

uint64_t tile_forward(const struct tile *t, uint64_t s) {
    const uint64_t spr = tile_spr(t);
    return s / spr * t->stride + s % spr / t->field * t->object + s % t->field;
}

bool tile_reverse(const struct tile *t, uint64_t v, uint64_t *s) {
    const uint64_t n = t->num == 1 ? 0 : v / t->stride, r = t->num == 1 ? v : v % t->stride;
    *s = n * tile_spr(t) + r / t->object * t->field + r % t->object;
    return n < t->num && r < t->row && r % t->object < t->field;
}

int reciprocal_l(uint64_t d) {
    return d > 1 ? 64 - __builtin_clzll(d - 1) : 0;
}

uint64_t reciprocal_m(uint64_t d, int n) {
    const int k = n + reciprocal_l(d);
    if (k < 63) return ((UINT64_C(1) << k) + d - 1) / d; // a shorter division, for those who ask for millions
    return (uint64_t)((((wide)1 << k) + d - 1) / d);
}

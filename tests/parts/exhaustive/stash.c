// Every mapping and every address at small sizes: the circuit of cohgen_stash_translate, written out in C,
// against plain division. Then what note [reciprocals] there needs, at the shipped widths: for every divisor
// the dividend that leaves the largest remainder and is the largest of these. x * m / 2^(N+L) exceeds x / d
// by x * e / (d * 2^(N+L)), which grows with x, and the next integer is 1 / d away from such an x and further
// from all others; so if this x is right, all are.
//
//     stash BITS DIVISORS   all mappings with stash and span of 2^7 to 2^BITS bytes; divisors up
//     to 2^DIVISORS
#include "../stash_math.h"

#include <stdio.h>
#include <stdlib.h>

// A mapping as the part keeps it, in words.
struct entry {
    uint64_t stash, global, tile, spr, field, span, object, row, stride;
    uint64_t row_m, object_m, row_m2, object_m2;
    int row_l, object_l, row_l2, object_l2;
};

static int n_stash, n_span; // bits of an offset, in words

static struct entry entry_of(const struct tile *t) {
    struct entry e = {.stash = t->stash_base / 4, .global = t->global_base / 4, .tile = tile_bytes(t) / 4};
    const bool flat = t->field == t->object;
    e.spr = tile_spr(t) / 4;
    e.row = t->row / 4;
    e.field = flat ? e.row : t->field / 4;
    e.object = flat ? e.row : t->object / 4;
    e.stride = t->num == 1 ? e.row : t->stride / 4;
    e.span = tile_span(t) / 4;
    e.row_l = reciprocal_l(e.spr);
    e.object_l = reciprocal_l(e.field);
    e.row_l2 = reciprocal_l(e.stride);
    e.object_l2 = reciprocal_l(e.object);
    e.row_m = reciprocal_m(e.spr, n_stash) << (n_span - n_stash);
    e.object_m = reciprocal_m(e.field, n_stash) << (n_span - n_stash);
    e.row_m2 = t->num == 1 ? 0 : reciprocal_m(e.stride, n_span);
    e.object_m2 = reciprocal_m(e.object, n_span);
    return e;
}

static bool circuit_forward(const struct entry *e, uint64_t word, uint64_t *to) {
    const uint64_t x = word - e->stash;
    const uint64_t rows = x * e->row_m >> n_span >> e->row_l,
                   objects = x * e->object_m >> n_span >> e->object_l;
    *to = e->global + x + rows * (e->stride - e->row) + objects * (e->object - e->field);
    return x < e->tile;
}

static bool circuit_reverse(const struct entry *e, uint64_t word, uint64_t *to) {
    const uint64_t x = word - e->global, rows = x * e->row_m2 >> n_span >> e->row_l2,
                   r = x - rows * e->stride;
    const uint64_t objects = r * e->object_m2 >> n_span >> e->object_l2, rest = r - objects * e->object;
    *to = e->stash + rows * e->spr + objects * e->field + rest;
    return x < e->span && r < e->row && rest < e->field;
}

static long maps, translations, wrong;

static void say_wrong(const struct tile *t, const char *what, uint64_t at) {
    if (wrong++ < 5)
        printf("FAIL %s %llu: field %llu object %llu row %llu stride %llu rows %llu\n", what,
               (unsigned long long)at, (unsigned long long)t->field, (unsigned long long)t->object,
               (unsigned long long)t->row, (unsigned long long)t->stride, (unsigned long long)t->num);
}

// All offsets of the stash and of the span, in words, and two behind their ends.
static void try_tile(const struct tile *t) {
    const struct entry e = entry_of(t);
    uint64_t to, back, s;
    maps++;
    translations += (long)(e.tile + e.span + 4);
    for (uint64_t x = 0; x < e.tile + 2; x++) {
        const bool mapped = circuit_forward(&e, e.stash + x, &to);
        if (mapped != (x < e.tile)) say_wrong(t, "forward", x);
        if (!mapped) continue;
        if (4 * to != t->global_base + tile_forward(t, 4 * x)) say_wrong(t, "forward", x);
        if (!circuit_reverse(&e, to, &back) || back != e.stash + x) say_wrong(t, "there and back", x);
    }
    for (uint64_t v = 0; v < e.span + 2; v++) {
        const bool mapped = circuit_reverse(&e, e.global + v, &to), should = tile_reverse(t, 4 * v, &s);
        if (mapped != should || (mapped && 4 * to != t->stash_base + s)) say_wrong(t, "reverse", v);
    }
}

// All tiles that these sizes take, with objects of words or of whatever fits a row of words.
static void try_sizes(struct sizes of) {
    const uint64_t stash = UINT64_C(1) << of.stash, span = UINT64_C(1) << of.span;
    n_stash = of.stash - 2;
    n_span = of.span - 2;
    for (uint64_t object = 1; object <= span; object++)
        for (uint64_t row = object; row <= span; row += object)
            for (uint64_t field = object % 4 ? object : 4; field <= object; field += 4) {
                if (row % 4) break;
                for (uint64_t num = 1; row / object * field * num <= stash; num++) {
                    const uint64_t most = num > 1 ? (span - row) / (num - 1) : row;
                    for (uint64_t stride = row; stride <= most; stride += 4) {
                        const struct tile t = {0, 8, field, object, row, num > 1 ? stride : 0, num};
                        if (tile_refused(&t, (struct sizes){of.stash, of.span, 20}) == 0) try_tile(&t);
                    }
                }
            }
}

// The listings: 4.1 scales the offset in a field with the rest; 4.2, with floors, finds the place in a row by
// rowSize.
static uint64_t listing_forward(const struct tile *t, uint64_t s) {
    return s / tile_spr(t) * t->stride + s % tile_spr(t) * (t->object / t->field);
}

static uint64_t listing_reverse(const struct tile *t, uint64_t v) {
    const uint64_t r = v % t->row;
    return v / t->stride * tile_spr(t) + r / t->object * t->field + r % t->object;
}

static void try_listings(void) {
    const struct tile field = {0, 0, 8, 16, 64, 64, 1};
    if (listing_forward(&field, 4) != 8 || tile_forward(&field, 4) != 4)
        say_wrong(&field, "listing 4.1, offset", 4);
    const struct tile rows = {0, 0, 4, 8, 48, 100, 11};
    int off = 0;
    uint64_t s;
    for (uint64_t x = 0; x < 64; x++) {
        const uint64_t v = tile_forward(&rows, 4 * x);
        if (!tile_reverse(&rows, v, &s) || s != 4 * x) say_wrong(&rows, "reverse, word", x);
        off += listing_reverse(&rows, v) != 4 * x;
    }
    if (off != 58) say_wrong(&rows, "listing 4.2, words that are wrong", (uint64_t)off);
}

// n is at most 30: the product has 2n + 1 bits.
static void try_divisors(int n, uint64_t from, uint64_t upto) {
    for (uint64_t d = from; d <= upto; d++) {
        const uint64_t last = (((UINT64_C(1) << n) / d) * d) - 1; // below 2^n, leaves d - 1
        const uint64_t m = reciprocal_m(d, n);
        if (m >> (n + 1) || last * m >> (n + reciprocal_l(d)) != last / d) {
            if (wrong++ < 5)
                printf("FAIL %d bits: %llu / %llu\n", n, (unsigned long long)last, (unsigned long long)d);
        }
    }
}

int main(int argc, char **argv) {
    const int bits = argc > 1 ? atoi(argv[1]) : 8, divisors = argc > 2 ? atoi(argv[2]) : 16;
    try_listings();
    for (int span = 7; span <= bits; span++)
        for (int stash = 7; stash <= span; stash++) try_sizes((struct sizes){stash, span, 20});
    for (int n = 5; n <= 30; n++) {
        const uint64_t all = UINT64_C(1) << n,
                       upto = all < UINT64_C(1) << divisors ? all : UINT64_C(1) << divisors;
        try_divisors(n, 1, upto);
        if (upto < all) try_divisors(n, all - upto + 1, all);
    }
    printf("%ld mappings, %ld translations, divisors to 2^%d: %ld wrong\n", maps, translations, divisors,
           wrong);
    return wrong != 0;
}

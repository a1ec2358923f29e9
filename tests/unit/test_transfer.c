// What a tile is, and why it is refused: gen/lang/transfer.h, against a walk over its bytes.
#include <criterion/criterion.h>

#include "base/rng.h"
#include "lang/local.h"
#include "lang/transfer.h"

enum { LOCAL_BYTES = 64, ADDR_BITS = 8, MOST = 1 << 10 };

static cg_machine memory = {.name = "pad", .local = true, .sets = LOCAL_BYTES / 16};
static const cg_spec spec = {.machines = &memory, .n_machines = 1, .line_bytes = 16, .addr_bits = ADDR_BITS};

// The global addresses of the bytes that move, object by object; -1 if rows are not whole objects.
static int bytes_of(const cg_tile *t, uint64_t to[MOST]) {
    int n = 0;
    for (uint64_t row = 0; row < t->rows; row++)
        for (uint64_t at = 0; at < t->row; at += t->object) {
            if (at + t->object > t->row && t->field != t->object) return -1;
            for (uint64_t b = 0; b < t->field && at + b < t->row && n < MOST; b++)
                to[n++] = t->address + row * t->stride + at + b;
        }
    return n;
}

static bool can_move(const cg_tile *t, int n, const uint64_t of[MOST]) {
    if (!t->field || !t->object || !t->row || !t->rows || t->field > t->object || n < 0) return false;
    if (t->rows > 1 && t->stride < t->row) return false;
    if (t->place % 4 || t->place + (uint64_t)n > LOCAL_BYTES) return false;
    if (t->address + (t->rows - 1) * t->stride + t->row > UINT64_C(1) << ADDR_BITS) return false;
    for (int i = 0; i < n; i++)
        if (of[i] % 4 != (uint64_t)i % 4) return false; // words are whole, on both sides
    return n % 4 == 0;
}

static cg_tile any_tile(cg_rng *rng) {
    cg_tile t = {.place = cg_rng_below(rng, 10),
                 .address = cg_rng_below(rng, 1 << ADDR_BITS),
                 .field = cg_rng_below(rng, 9),
                 .object = cg_rng_below(rng, 17),
                 .row = cg_rng_below(rng, 40),
                 .stride = cg_rng_below(rng, 60),
                 .rows = 1 + cg_rng_below(rng, 4)};
    if (cg_rng_below(rng, 8)) { // else most are refused
        t.place &= ~UINT64_C(3), t.address &= ~UINT64_C(3), t.field &= ~UINT64_C(3);
        t.object = (t.object & ~UINT64_C(3)) + t.field, t.row = t.object * (1 + cg_rng_below(rng, 3));
        t.stride = t.row + 4 * cg_rng_below(rng, 4);
    }
    if (cg_rng_below(rng, 4) == 0) t.object = t.field;
    return t;
}

Test(transfer, a_tile_is_its_fields_and_refused_if_no_words) {
    cg_rng rng = cg_rng_new(1, 2);
    uint64_t of[MOST], moved = 0, refused = 0;
    for (int k = 0; k < 200000; k++) {
        const cg_tile t = any_tile(&rng);
        const int n = t.object ? bytes_of(&t, of) : -1;
        const bool can = can_move(&t, n, of);
        // Sizes that are no whole words are refused, also where all words of the tile happen to be whole.
        if (can && t.field != t.object && (t.field % 4 || t.object % 4)) continue;
        if (can && (t.row % 4 || (t.rows > 1 && t.stride % 4))) continue;
        cr_assert_eq(cg_tile_refused(&spec, &t) == 0, can,
                     "place %d address %d field %d object %d row %d stride %d rows %d", (int)t.place,
                     (int)t.address, (int)t.field, (int)t.object, (int)t.row, (int)t.stride, (int)t.rows);
        moved += can, refused += !can;
        if (!can) continue;
        cr_assert_eq(cg_tile_words(&t), (uint64_t)n / 4);
        for (int i = 0; i < n; i += 4) cr_assert_eq(cg_tile_address(&t, (uint64_t)i / 4), of[i]);
    }
    cr_expect(moved > 10000 && refused > 10000, "%d %d", (int)moved, (int)refused);
}

Test(transfer, steps_are_a_load_and_a_store_of_each_word) {
    const cg_tile t = {
        .place = 8, .address = 32, .field = 4, .object = 12, .row = 24, .stride = 100, .rows = 2};
    const cg_request load = cg_transfer_step(CG_TRANSFER_IN, &t, 3, 6, 0),
                     store = cg_transfer_step(CG_TRANSFER_IN, &t, 3, 7, 42);
    cr_expect(load.op == CG_LOAD && load.addr == 32 + 100 + 12);
    cr_expect(store.op == CG_STORE && store.addr == cg_local_addr(3, 8 + 12) && store.data == 42 &&
              store.mask == 0xf);
    cr_expect(cg_transfer_step(CG_TRANSFER_OUT, &t, 3, 6, 0).addr == store.addr);
    cr_expect(cg_transfer_step(CG_TRANSFER_OUT, &t, 3, 7, 42).addr == load.addr);
}

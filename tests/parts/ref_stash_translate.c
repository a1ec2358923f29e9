// cohgen_stash_translate: parameters StashBits, SpanBits, AddrBits. The model divides; it knows no
// reciprocals, but for those that are in a mapping's entry.
#include "ref.h"
#include "stash_math.h"

enum { STASH, SPAN, ADDR };
enum { MADE = 8, STAGES = 10, FIELDS = 19 };

struct translate {
    struct tile made[MADE]; // mappings that were not refused, of which translations are asked
    int n_made;
    struct tile tile; // the one that is being made
    int left;         // cycles until it is made, 0 if none is on its way
    bool is_made;
    struct {
        bool valid, mapped;
        uint64_t addr;
    } stage[STAGES + 1];

    bool map, ready, valid, reverse;
    struct tile operands;
    int which; // of the mappings
    uint64_t addr;
};

static struct sizes sizes_of(const struct ref *r) {
    return (struct sizes){r->p[STASH], r->p[SPAN], r->p[ADDR]};
}

// The fields of an entry, from the top, in words.
static int entry_of(const struct ref *r, const struct tile *t, uint64_t field[FIELDS], int bits[FIELDS]) {
    const int in_stash = r->p[STASH] - 1, in_span = r->p[SPAN] - 1;
    const bool flat = t->field == t->object;
    const uint64_t f = flat ? t->row : t->field, o = flat ? t->row : t->object;
    const uint64_t stride = t->num == 1 ? t->row : t->stride, spr = tile_spr(t);
    const uint64_t mask = (UINT64_C(2) << (in_span - 1)) - 1;
    const struct {
        uint64_t value;
        int bits;
    } all[FIELDS] = {
        {t->stash_base / 64, r->p[STASH] - 6},
        {t->global_base / 4, r->p[ADDR] - 2},
        {tile_bytes(t) / 4, in_stash},
        {spr / 4, in_stash},
        {f / 4, in_stash},
        {reciprocal_m(spr / 4, in_stash - 1), in_stash},
        {reciprocal_m(f / 4, in_stash - 1), in_stash},
        {tile_span(t) / 4, in_span},
        {o / 4, in_span},
        {t->row / 4, in_span},
        {t->num == 1 ? 0 : reciprocal_m(stride / 4, in_span - 1), in_span},
        {reciprocal_m(o / 4, in_span - 1), in_span},
        {stride / 4, in_span},
        {(stride - t->row) / 4, in_span},
        {(o - f) / 4, in_span},
        {(uint64_t)reciprocal_l(spr / 4), 6},
        {(uint64_t)reciprocal_l(f / 4), 6},
        {(uint64_t)reciprocal_l(stride / 4), 6},
        {(uint64_t)reciprocal_l(o / 4), 6},
    };
    int sum = 0;
    for (int i = 0; i < FIELDS; i++) {
        bits[i] = all[i].bits;
        field[i] = all[i].bits == in_span ? all[i].value & mask : all[i].value;
        sum += bits[i];
    }
    return sum;
}

static void check_entry(struct ref *r, struct bits *out, const struct tile *t, bool known) {
    uint64_t field[FIELDS];
    int bits[FIELDS];
    const struct tile any = {0, 0, 4, 4, 4, 4, 1};
    entry_of(r, known ? t : &any, field, bits);
    for (int i = 0; i < FIELDS; i++) {
        if (known)
            expect(r, out, bits[i], field[i], "made_entry_o");
        else
            get(out, bits[i]);
    }
}

static void translate_check(struct ref *r, struct bits *out) {
    struct translate *s = r->state;
    const unsigned refused = s->is_made ? tile_refused(&s->tile, sizes_of(r)) : 0;
    expect(r, out, 1, !s->is_made && s->left == 0, "map_ready_o");
    expect(r, out, 1, s->is_made, "made_valid_o");
    const unsigned said = (unsigned)get(out, 8);
    // Of an empty tile the rest of the reasons may be anything.
    const unsigned known = refused >> 1 & 1 ? 0x2f : 0xff;
    if (s->is_made) require(r, (said & known) == (refused & known), "made_refused_o is wrong");
    check_entry(r, out, &s->tile, s->is_made && !refused);
    expect(r, out, 1, s->stage[STAGES].valid, "valid_o");
    if (s->stage[STAGES].valid)
        expect(r, out, 1, s->stage[STAGES].mapped, "mapped_o");
    else
        get(out, 1);
    if (s->stage[STAGES].valid && s->stage[STAGES].mapped)
        expect(r, out, r->p[ADDR], s->stage[STAGES].addr, "addr_o");
}

// What becomes of an address.
static bool translated(const struct tile *t, bool reverse, uint64_t addr, uint64_t *to) {
    if (!reverse) {
        const uint64_t s = addr - t->stash_base;
        if (addr < t->stash_base || s >= tile_bytes(t)) return false;
        *to = t->global_base + tile_forward(t, s);
        return true;
    }
    if (addr < t->global_base || !tile_reverse(t, addr - t->global_base, to)) return false;
    *to += t->stash_base;
    return true;
}

static void clock_map(struct ref *r) {
    struct translate *s = r->state;
    if (s->is_made && s->ready) {
        const unsigned refused = tile_refused(&s->tile, sizes_of(r));
        if (!refused) s->made[s->n_made < MADE ? s->n_made++ : random_below(r, MADE)] = s->tile;
        for (int i = 0; i < 8; i++)
            if (refused == 1u << i) cover(r, i);
        s->is_made = false;
        return;
    }
    if (s->left > 0)
        s->is_made = --s->left == 0;
    else if (s->map && !s->is_made) {
        s->tile = s->operands;
        s->left = 4 * (r->p[ADDR] + 1) + 2 * (r->p[STASH] - 2) + 2 * (r->p[SPAN] - 2) + 9;
    }
}

static void translate_clock(struct ref *r) {
    struct translate *s = r->state;
    for (int k = STAGES; k > 1; k--) s->stage[k] = s->stage[k - 1];
    s->stage[1].valid = s->valid;
    if (s->valid) {
        const struct tile *t = &s->made[s->which];
        s->stage[1].mapped = translated(t, s->reverse, s->addr, &s->stage[1].addr);
        if (s->reverse && s->stage[1].mapped) {
            uint64_t back;
            require(r, translated(t, false, s->stage[1].addr, &back) && back == s->addr,
                    "the model does not go back");
            if (t->num > 1 && t->object > t->field && t->row > t->object) cover(r, 8);
        }
        if (s->reverse && !s->stage[1].mapped && s->addr - t->global_base < tile_span(t)) cover(r, 9);
        if (!s->reverse && s->stage[1].mapped && tile_bytes(t) == UINT64_C(1) << r->p[STASH]) cover(r, 10);
        if (s->stage[1].mapped && t->num == 1 && t->stride == 0) cover(r, 11);
    }
    clock_map(r);
}

// At random, at least 1, at most n; small ones often.
static uint64_t some(struct ref *r, uint64_t n) {
    const uint64_t most = chance(r, 3) ? n : n < 8 ? n : 8;
    return chance(r, 4) && random_below(r, 4) == 0 ? most : 1 + random_bits(r, 62) % most;
}

// A tile that is legal, in nearly all cases.
static struct tile choose_tile(struct ref *r) {
    struct tile t;
    const uint64_t words = UINT64_C(1) << (r->p[STASH] - 2), span = UINT64_C(1) << (r->p[SPAN] - 2);
    uint64_t room = words;
    t.num = some(r, room);
    room /= t.num;
    const uint64_t n = some(r, room);
    room /= n;
    t.field = 4 * some(r, room);
    const uint64_t most = span / (t.num * n), least = t.field / 4;
    t.object = 4 * (most > least ? least + some(r, most - least + 1) - 1 : least);
    if (random_below(r, 3) == 0) t.object = t.field;
    t.row = n * t.object;
    const uint64_t left = span - t.num * (t.row / 4);
    t.stride = t.row + 4 * (t.num > 1 ? (some(r, left / (t.num - 1) + 1) - 1) : 0);
    if (t.num == 1 && random_below(r, 2)) t.stride = random_below(r, 2) ? 0 : random_bits(r, r->p[ADDR]);
    if (t.object == t.field && t.row % 3 == 0 && random_below(r, 2))
        t.object = t.field = random_below(r, 2) ? 3 : t.row / 3;
    else if (t.object == t.field && random_below(r, 4) == 0)
        t.object = t.field = random_below(r, 2) ? 1 : 2;
    const uint64_t chunks = (UINT64_C(1) << r->p[STASH]) - tile_bytes(&t);
    t.stash_base = random_bits(r, 62) % (chunks / 64 + 1) * 64;
    const uint64_t above = (r->p[ADDR] == 64 ? 0 : UINT64_C(1) << r->p[ADDR]) - tile_span(&t);
    t.global_base = above / 4 ? random_bits(r, 62) % (above / 4 + 1) * 4 : 0;
    if (random_below(r, 8) == 0) t.global_base = above / 4 * 4;
    return t;
}

// Something that may be refused.
static struct tile spoil_tile(struct ref *r, struct tile t) {
    const int a = r->p[ADDR];
    uint64_t *const operand[] = {&t.stash_base, &t.global_base, &t.field, &t.object,
                                 &t.row,        &t.stride,      &t.num};
    uint64_t *const one = operand[random_below(r, 7)];
    const uint64_t mask = a == 64 ? ~UINT64_C(0) : (UINT64_C(1) << a) - 1;
    if (t.object > t.field && random_below(r, 3) == 0) { // parts of words, in objects larger than their field
        uint64_t *const part[] = {&t.field, &t.object, &t.global_base};
        *part[random_below(r, 3)] ^= 1 + random_below(r, 3);
        return t;
    }
    switch (random_below(r, 5)) {
    case 0: *one = 0; break;
    case 1: *one = random_bits(r, a); break;
    case 2: *one ^= UINT64_C(1) << random_below(r, a); break;
    case 3: *one = *one * 2; break;
    default: *one -= 4; break;
    }
    *one &= mask;
    return t;
}

static uint64_t choose_addr(struct ref *r, const struct tile *t, bool reverse) {
    const uint64_t mask = reverse ? (r->p[ADDR] == 64 ? ~UINT64_C(0) : (UINT64_C(1) << r->p[ADDR]) - 1)
                                  : (UINT64_C(1) << r->p[STASH]) - 1;
    const uint64_t s = random_bits(r, 62) % tile_bytes(t);
    if (random_below(r, 16) == 0) return random_bits(r, 62) & mask;
    if (!reverse) return (t->stash_base + s + (random_below(r, 8) == 0 ? 64 : 0)) & mask;
    if (random_below(r, 4) == 0) return (t->global_base + random_bits(r, 62) % tile_span(t)) & mask;
    const int step = random_below(r, 4) == 0 ? random_below(r, 17) - 8 : 0;
    return (t->global_base + tile_forward(t, s) + (uint64_t)(int64_t)step) & mask;
}

// Its operands have the bits that there are.
static bool fits(const struct ref *r, const struct tile *t) {
    const uint64_t all = t->stash_base | t->global_base | t->field | t->object | t->row | t->stride | t->num;
    return r->p[ADDR] == 64 || all >> r->p[ADDR] == 0;
}

static void translate_drive(struct ref *r, struct bits *in) {
    struct translate *s = r->state;
    const int a = r->p[ADDR];
    uint64_t field[FIELDS];
    int bits[FIELDS];
    s->map = chance(r, 0);
    do s->operands = choose_tile(r);
    while (!fits(r, &s->operands));
    if (random_below(r, 3) == 0) s->operands = spoil_tile(r, s->operands);
    s->ready = chance(r, 1);
    s->valid = s->n_made > 0 && chance(r, 2);
    s->reverse = random_below(r, 2) == 1;
    s->which = s->n_made > 0 ? random_below(r, s->n_made) : 0;
    const struct tile any = {0, 0, 4, 4, 4, 4, 1};
    const struct tile *t = s->n_made > 0 ? &s->made[s->which] : &any;
    s->addr = choose_addr(r, t, s->reverse);
    put(in, 1, s->map);
    put(in, a, s->operands.stash_base);
    put(in, a, s->operands.global_base);
    put(in, a, s->operands.field);
    put(in, a, s->operands.object);
    put(in, a, s->operands.row);
    put(in, a, s->operands.stride);
    put(in, a, s->operands.num);
    put(in, 1, s->ready);
    put(in, 1, s->valid);
    put(in, 1, s->reverse);
    put(in, a, s->addr);
    entry_of(r, t, field, bits);
    for (int i = 0; i < FIELDS; i++) put(in, bits[i], field[i]);
}

REF_KIND(stash_translate, translate, NULL, translate_check, translate_clock, translate_drive,
         "refused: stashBase", "refused: a size is 0", "refused: fieldSize", "refused: parts of words",
         "refused: rowSize % objectSize", "refused: rows overlap", "refused: too large for the stash",
         "refused: too large for the span", "a field of a strided tile", "not mapped, inside the span",
         "a tile as large as the stash", "one row, stride 0")

// cohgen_arb_rr (N), cohgen_plru (Ways), cohgen_amo (Width), cohgen_sum (Width), cohgen_least (Bits),
// cohgen_fewer (Width, Most), cohgen_divide (DividendBits, DivisorBits): what picks or computes, hardly any
// state.
#include "ref.h"

// ------------------------------------------------------------------------------------- arb_rr

struct arb {
    int pointer;
    unsigned req;
    bool advance;
};

// The granted requester, or -1.
static int arb_pick(const struct arb *s, int n) {
    for (int i = 0; i < n; i++) {
        int candidate = (s->pointer + i) % n;
        if (s->req >> candidate & 1) return candidate;
    }
    return -1;
}

static void arb_check(struct ref *r, struct bits *out) {
    int pick = arb_pick(r->state, r->p[0]);
    expect(r, out, r->p[0], pick < 0 ? 0 : UINT64_C(1) << pick, "grant_o");
}

static void arb_clock(struct ref *r) {
    struct arb *s = r->state;
    int pick = arb_pick(s, r->p[0]);
    if (pick >= 0 && pick < s->pointer) cover(r, 0);
    if (pick >= 0 && !s->advance) cover(r, 1);
    if (pick >= 0 && s->advance) s->pointer = (pick + 1) % r->p[0];
}

static void arb_drive(struct ref *r, struct bits *in) {
    struct arb *s = r->state;
    s->req = (unsigned)random_bits(r, r->p[0]);
    if (!chance(r, 0)) s->req &= (unsigned)random_bits(r, r->p[0]);
    if (!chance(r, 1)) s->req &= (unsigned)random_bits(r, r->p[0]);
    s->advance = chance(r, 2);
    put(in, r->p[0], s->req);
    put(in, 1, s->advance);
}

REF_KIND(arb_rr, arb, NULL, arb_check, arb_clock, arb_drive, "wrap around", "no advance")

// --------------------------------------------------------------------------------------- plru

struct plru {
    unsigned bits, locked;
    int touch;
};

static bool all_locked(unsigned locked, int low, int high) {
    for (int w = low; w < high; w++) {
        if (!(locked >> w & 1)) return false;
    }
    return true;
}

// The victim among ways low .. high-1, below node.
static int victim(const struct plru *s, int node, int low, int high) {
    int middle = (low + high) / 2;
    if (high - low == 1) return low;
    bool right = s->bits >> node & 1;
    if (all_locked(s->locked, right ? middle : low, right ? high : middle)) right = !right;
    return right ? victim(s, 2 * node + 2, middle, high) : victim(s, 2 * node + 1, low, middle);
}

static unsigned touched(const struct plru *s, int ways) {
    unsigned bits = s->bits;
    for (int node = 0, low = 0, high = ways; high - low > 1;) {
        int middle = (low + high) / 2;
        bool left = s->touch < middle;
        bits = left ? bits | 1u << node : bits & ~(1u << node);
        node = left ? 2 * node + 1 : 2 * node + 2;
        *(left ? &high : &low) = middle;
    }
    return bits;
}

static void plru_check(struct ref *r, struct bits *out) {
    struct plru *s = r->state;
    int ways = r->p[0];
    bool valid = !all_locked(s->locked, 0, ways);
    expect(r, out, ways > 1 ? ways - 1 : 1, touched(s, ways), "touched_o");
    if (valid)
        expect(r, out, index_bits(ways), (uint64_t)victim(s, 0, 0, ways), "victim_o");
    else
        get(out, index_bits(ways));
    expect(r, out, 1, valid, "victim_valid_o");
    if (!valid) cover(r, 0);
}

// As a cache would: mostly the bits after a touch of the victim or of some way.
static void plru_clock(struct ref *r) {
    struct plru *s = r->state;
    s->bits = chance(r, 0) ? touched(s, r->p[0]) : (unsigned)random_bits(r, r->p[0] > 1 ? r->p[0] - 1 : 1);
}

static void plru_drive(struct ref *r, struct bits *in) {
    struct plru *s = r->state;
    int ways = r->p[0];
    s->locked = (unsigned)random_bits(r, ways);
    if (!chance(r, 1)) s->locked |= (unsigned)random_bits(r, ways);
    if (!chance(r, 2)) s->locked &= (unsigned)random_bits(r, ways);
    s->touch = random_below(r, ways);
    put(in, ways > 1 ? ways - 1 : 1, s->bits);
    put(in, index_bits(ways), (uint64_t)s->touch);
    put(in, ways, s->locked);
}

REF_KIND(plru, plru, NULL, plru_check, plru_clock, plru_drive, "all ways locked")

// ---------------------------------------------------------------------------------------- amo

struct amo {
    int op;
    uint64_t old, operand, compare;
};

static int64_t sign_extend(uint64_t value, int width) {
    return (int64_t)(value << (64 - width)) >> (64 - width);
}

static uint64_t amo(const struct amo *s, int width) {
    int64_t a = sign_extend(s->old, width), b = sign_extend(s->operand, width);
    switch (s->op) {
    case 0: return s->old + s->operand;
    case 1: return s->operand;
    case 2: return s->old & s->operand;
    case 3: return s->old | s->operand;
    case 4: return s->old ^ s->operand;
    case 5: return a < b ? s->old : s->operand;
    case 6: return a > b ? s->old : s->operand;
    case 7: return s->old < s->operand ? s->old : s->operand;
    case 8: return s->old > s->operand ? s->old : s->operand;
    case 9: return s->old == s->compare ? s->operand : s->old;
    default: return s->old;
    }
}

static void amo_check(struct ref *r, struct bits *out) {
    struct amo *s = r->state;
    expect(r, out, r->p[0], amo(s, r->p[0]) & UINT64_MAX >> (64 - r->p[0]), "new_o");
    if (s->op == 9 && s->old == s->compare) cover(r, 0);
    if (s->op == 9 && s->old != s->compare) cover(r, 1);
}

static void amo_clock(struct ref *r) {
    (void)r;
}

static void amo_drive(struct ref *r, struct bits *in) {
    struct amo *s = r->state;
    s->op = (int)random_bits(r, 4);
    s->old = random_bits(r, r->p[0]);
    s->operand = random_below(r, 8) == 0 ? s->old : random_bits(r, r->p[0]);
    s->compare = random_below(r, 2) == 0 ? s->old : random_bits(r, r->p[0]);
    put(in, 4, (uint64_t)s->op);
    put(in, r->p[0], s->old);
    put(in, r->p[0], s->operand);
    put(in, r->p[0], s->compare);
}

REF_KIND(amo, amo, NULL, amo_check, amo_clock, amo_drive, "cas that stores", "cas that does not")

// ---------------------------------------------------------------------------------------- sum

struct sum {
    uint64_t a, b;
};

static void sum_check(struct ref *r, struct bits *out) {
    struct sum *s = r->state;
    const int width = r->p[0];
    expect(r, out, width + 1, s->a + s->b, "sum_o");
    cover(r, (int)((s->a + s->b) >> width));
}

// Long carries are rare at random: now and then b is what a lacks to all ones, and one more or less.
static void sum_drive(struct ref *r, struct bits *in) {
    struct sum *s = r->state;
    const uint64_t all = UINT64_MAX >> (64 - r->p[0]);
    s->a = random_bits(r, r->p[0]);
    s->b = random_bits(r, r->p[0]);
    if (chance(r, 2)) s->b = (~s->a + (uint64_t)random_below(r, 3) - 1) & all;
    put(in, r->p[0], s->a);
    put(in, r->p[0], s->b);
}

REF_KIND(sum, sum, NULL, sum_check, amo_clock, sum_drive, "sums without carry", "sums with carry")

// ------------------------------------------------------------------------------------- divide

struct divide {
    uint64_t dividend, divisor;
};

static void divide_check(struct ref *r, struct bits *out) {
    const struct divide *s = r->state;
    const uint64_t all = UINT64_MAX >> (64 - r->p[0]);
    expect(r, out, r->p[0], s->divisor ? s->dividend / s->divisor : all, "quotient_o");
    expect(r, out, r->p[0], s->divisor ? s->dividend % s->divisor : s->dividend, "remainder_o");
    if (!s->divisor) cover(r, 0);
    if (s->divisor && s->dividend % s->divisor) cover(r, 1);
    if (s->divisor && s->dividend >= s->divisor && s->dividend % s->divisor == 0) cover(r, 2);
}

// Small divisors, and multiples of them, are rare at random.
static void divide_drive(struct ref *r, struct bits *in) {
    struct divide *s = r->state;
    s->dividend = random_bits(r, r->p[0]);
    s->divisor = random_bits(r, chance(r, 1) ? 1 + random_below(r, r->p[1]) : r->p[1]);
    if (chance(r, 2) && s->divisor) s->dividend -= s->dividend % s->divisor;
    put(in, r->p[0], s->dividend);
    put(in, r->p[1], s->divisor);
}

REF_KIND(divide, divide, NULL, divide_check, amo_clock, divide_drive, "by 0", "something is left",
         "nothing is left")

// ---------------------------------------------------------------------------------------- least, fewer

struct number {
    uint64_t a, set;
};

static void least_check(struct ref *r, struct bits *out) {
    struct number *s = r->state;
    const int n = __builtin_popcountll(s->set);
    expect(r, out, r->p[0], (UINT64_C(1) << n) - 1, "least_o");
    if (!n) cover(r, 0);
    if (n == r->p[0]) cover(r, 1);
}

static void least_drive(struct ref *r, struct bits *in) {
    struct number *s = r->state;
    s->set = random_bits(r, r->p[0]);
    if (chance(r, 0)) s->set = 0;
    if (chance(r, 1)) s->set = UINT64_MAX >> (64 - r->p[0]);
    put(in, r->p[0], s->set);
}

REF_KIND(least, number, NULL, least_check, amo_clock, least_drive, "no bit is set", "all are")

static void fewer_check(struct ref *r, struct bits *out) {
    struct number *s = r->state;
    expect(r, out, r->p[0], (s->a - s->set) & UINT64_MAX >> (64 - r->p[0]), "rest_o");
    if (s->set > s->a) cover(r, 0);
    if (!s->set) cover(r, 1);
}

static void fewer_drive(struct ref *r, struct bits *in) {
    struct number *s = r->state;
    s->a = random_bits(r, r->p[0]);
    s->set = (uint64_t)random_below(r, r->p[1] + 1);
    put(in, r->p[0], s->a);
    put(in, r->p[1], (UINT64_C(1) << s->set) - 1);
}

REF_KIND(fewer, number, NULL, fewer_check, amo_clock, fewer_drive, "less than nothing is left",
         "nothing is taken")

// cohgen_clock: parameters Bits, Cycles.
#include "ref.h"

struct clock {
    uint64_t cycle; // since reset
};

static void clock_check(struct ref *r, struct bits *out) {
    const struct clock *s = r->state;
    const uint64_t cycles = (uint64_t)r->p[1], end = UINT64_MAX >> (64 - r->p[0]);
    const uint64_t now = s->cycle / cycles & end;
    const bool wrap = now == end && (s->cycle + 1) % cycles == 0;
    expect(r, out, r->p[0], now, "clock_o");
    expect(r, out, 1, wrap, "wrap_o");
    if (wrap) cover(r, 0);
}

static void clock_clock(struct ref *r) {
    struct clock *s = r->state;
    s->cycle++;
}

static void clock_drive(struct ref *r, struct bits *in) {
    (void)r;
    put(in, 1, 0);
}

REF_KIND(clock, clock, NULL, clock_check, clock_clock, clock_drive, "wrap")

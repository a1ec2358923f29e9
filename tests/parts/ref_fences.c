// cohgen_fences: parameters Threads, IdBits, Pause, Patience, Settle.
#include "ref.h"

struct fences {
    unsigned parked; // by thread
    int turn;        // where the search for the next one begins
    int far;         // thread + 1 that is settled in two cycles, 0: none
    int ahead;       // ... in the next cycle
    int taken;       // ... in this cycle
    int pause, waited;
    bool push, take, done, retry;
    int id;
};

// The thread that is offered, or -1.
static int offered(const struct ref *r) {
    const struct fences *s = r->state;
    const int n = r->p[0];
    for (int i = 0; !s->far && !s->ahead && !s->taken && !s->pause && i < n; i++)
        if (s->parked >> (s->turn + i) % n & 1) return (s->turn + i) % n;
    return -1;
}

static void check_fences(struct ref *r, struct bits *out) {
    const struct fences *s = r->state;
    const int offer = offered(r);
    expect(r, out, 1, offer >= 0, "valid_o");
    if (offer >= 0)
        expect(r, out, r->p[1], (uint64_t)offer, "id_o");
    else
        get(out, r->p[1]);
    expect(r, out, 1, s->waited == r->p[3], "late_o");
}

static void clock_fences(struct ref *r) {
    struct fences *s = r->state;
    const int offer = offered(r);
    if (s->done) s->parked &= ~(1u << (s->taken - 1));
    if (s->push) s->parked |= 1u << s->id;
    if (s->push && s->done) cover(r, 0);
    if (s->waited == r->p[3] && s->take) cover(r, 1);
    if (s->retry && s->parked & (s->parked - 1)) cover(r, 2);
    if (s->retry)
        s->pause = r->p[2];
    else if (s->pause)
        s->pause--;
    if (offer < 0 || s->take)
        s->waited = 0;
    else if (s->waited < r->p[3])
        s->waited++;
    s->taken = s->ahead;
    const int taken = s->take ? offer + 1 : 0, late = r->p[4] > 2;
    s->ahead = late ? s->far : taken;
    s->far = late ? taken : 0;
    if (s->take) s->turn = (offer + 1) % r->p[0];
}

static void drive_fences(struct ref *r, struct bits *in) {
    struct fences *s = r->state;
    s->id = random_below(r, r->p[0]);
    s->push = chance(r, 0) && !(s->parked >> s->id & 1);
    s->take = offered(r) >= 0 && chance(r, 1);
    s->retry = s->taken && chance(r, 2);
    s->done = s->taken && !s->retry;
    put(in, 1, s->push);
    put(in, r->p[1], (uint64_t)s->id);
    put(in, 1, s->take);
    put(in, 1, s->done);
    put(in, 1, s->retry);
}

REF_KIND(fences, fences, NULL, check_fences, clock_fences, drive_fences, "a push while one is settled",
         "a late offer is taken", "one goes back while others wait")

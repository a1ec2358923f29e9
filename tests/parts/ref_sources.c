// cohgen_source_queues: parameters Width, Depth, Sources, Oldest + 2 * (Settle - 2), Reasons, Nap, Patience;
// a sender's number is in the top bits of an element.
#include "ref.h"

#include <string.h>

enum { WIDTH, DEPTH, SOURCES, OLDEST, REASONS, NAP, PATIENCE };
enum { MOST = 8, SLOTS = 8, NOBODY = -1 };

struct sources {
    uint64_t element[MOST][SLOTS]; // of each sender, oldest first
    int used[MOST];
    int pick, far, ahead, taken; // senders: offered, settled in two cycles, in the next one, in this one
    unsigned asleep[MOST];       // what each waits for
    unsigned woken[3];           // what happened 1, 2, 3 cycles ago
    int nap;
    bool missed[MOST]; // has gone back, or was not taken, since it was served
    int watch, waited;
    int served;    // last
    unsigned dice; // by which an offer stays

    bool push, take, commit, rollback;
    int from;
    uint64_t data;
    unsigned sleep, wake;
};

static void init_sources(struct ref *r) {
    struct sources *s = r->state;
    s->pick = s->far = s->ahead = s->taken = NOBODY;
    s->served = r->p[SOURCES] - 1;
    s->dice = 1;
}

static int on_its_way(const struct sources *s, int from) {
    return (s->far == from) + (s->ahead == from) + (s->taken == from);
}

static void check_sources(struct ref *r, struct bits *out) {
    const struct sources *s = r->state;
    for (int i = r->p[SOURCES] - 1; i >= 0; i--) expect(r, out, 1, s->used[i] < r->p[DEPTH], "push_ready_o");
    expect(r, out, 1, s->pick != NOBODY, "valid_o");
    if (s->pick != NOBODY)
        expect(r, out, r->p[WIDTH], s->element[s->pick][on_its_way(s, s->pick)], "data_o");
    else
        get(out, r->p[WIDTH]);
    if (s->taken != NOBODY && r->p[OLDEST] & 1)
        expect(r, out, r->p[WIDTH], s->element[s->taken][0], "oldest_o");
    else
        get(out, r->p[WIDTH]);
}

static unsigned stirred(const struct ref *r) {
    const struct sources *s = r->state;
    return s->nap == r->p[NAP] - 1 ? ~0u : s->woken[0] | s->woken[1] | s->woken[2];
}

// Nobody else has to be served first.
static bool has_turn(const struct ref *r, int from) {
    const struct sources *s = r->state;
    return s->waited < r->p[PATIENCE] || s->watch == from;
}

static bool may(const struct ref *r, int from) {
    const struct sources *s = r->state;
    return !(s->asleep[from] & ~stirred(r)) && has_turn(r, from);
}

static bool able(const struct ref *r, int from) {
    const struct sources *s = r->state;
    return s->used[from] > on_its_way(s, from) && may(r, from);
}

// Who is offered next, if nobody goes back.
static int next_in_turn(const struct ref *r) {
    const struct sources *s = r->state;
    const int n = r->p[SOURCES];
    if (s->dice & 1 && s->pick != NOBODY && !s->take && able(r, s->pick)) return s->pick;
    for (int k = 1; k <= n; k++) {
        const int i = (s->served + k) % n;
        if (able(r, i) && s->pick != i && !on_its_way(s, i)) return i;
    }
    for (int i = 0; i < n; i++)
        if (able(r, i) && s->pick != i) return i;
    const int i = s->pick;
    if (i != NOBODY && able(r, i) && (!s->take || s->used[i] > on_its_way(s, i) + 1)) return i;
    return s->push && may(r, s->from) ? s->from : NOBODY;
}

static int next_offer(const struct ref *r) {
    const struct sources *s = r->state;
    if (!s->rollback) return next_in_turn(r);
    if (!s->sleep) return has_turn(r, s->taken) ? s->taken : NOBODY;
    const int next = next_in_turn(r);
    return next == s->taken ? NOBODY : next;
}

static void clock_watch(struct ref *r) {
    struct sources *s = r->state;
    if (!s->missed[s->watch]) {
        s->watch = (s->watch + 1) % r->p[SOURCES];
        s->waited = 0;
    } else if (s->waited < r->p[PATIENCE]) {
        s->waited++;
    }
    if (s->rollback && s->sleep) s->missed[s->taken] = true;
    if (s->pick != NOBODY && !s->take) s->missed[s->pick] = true;
    if (s->commit) s->missed[s->taken] = false;
}

static void clock_sleep(struct ref *r) {
    struct sources *s = r->state;
    const unsigned happened = stirred(r);
    bool some = false;
    for (int i = 0; i < r->p[SOURCES]; i++) {
        some |= s->asleep[i] != 0;
        s->asleep[i] &= ~happened;
    }
    if (s->nap == r->p[NAP] - 1) cover(r, 0);
    s->nap = some && s->nap < r->p[NAP] - 1 ? s->nap + 1 : 0;
    if (s->rollback) s->asleep[s->taken] = s->sleep;
    memmove(&s->woken[1], &s->woken[0], 2 * sizeof s->woken[0]);
    s->woken[0] = s->wake;
}

static void clock_queues(struct ref *r, int next) {
    struct sources *s = r->state;
    const int back = s->rollback ? s->taken : NOBODY;
    if (s->commit) {
        const int i = s->served = s->taken;
        memmove(&s->element[i][0], &s->element[i][1], (size_t)--s->used[i] * sizeof s->element[i][0]);
    }
    if (s->push) s->element[s->from][s->used[s->from]++] = s->data;
    s->taken = s->ahead == back ? NOBODY : s->ahead;
    const int taken = s->take && s->pick != back ? s->pick : NOBODY;
    const bool late = r->p[OLDEST] & 2;
    s->ahead = late ? (s->far == back ? NOBODY : s->far) : taken;
    s->far = late ? taken : NOBODY;
    s->pick = next;
}

static void clock_sources(struct ref *r) {
    struct sources *s = r->state;
    const int next = next_offer(r);
    if (s->rollback && s->take && s->pick == s->taken) cover(r, 1);
    if (s->rollback && s->take && s->pick != s->taken) cover(r, 2);
    if (s->commit && s->asleep[(s->taken + 1) % r->p[SOURCES]]) cover(r, 3);
    if (s->commit && s->waited == r->p[PATIENCE] && s->watch == s->taken) cover(r, 4);
    if (s->push && next == s->from && s->used[s->from] == 0) cover(r, 5);
    if (s->rollback && !s->sleep && next == s->taken) cover(r, 6);
    const unsigned d = s->dice;
    s->dice = (d << 1 | ((d >> 7 ^ d >> 5 ^ d >> 4 ^ d >> 3) & 1)) & 255;
    clock_watch(r);
    clock_sleep(r);
    clock_queues(r, next);
}

static void drive_sources(struct ref *r, struct bits *in) {
    struct sources *s = r->state;
    const int above = r->p[WIDTH] - index_bits(r->p[SOURCES]); // bits below the sender's number
    s->from = random_below(r, r->p[SOURCES]);
    s->push = chance(r, 0) && s->used[s->from] < r->p[DEPTH];
    s->data = (uint64_t)s->from << above | (above ? random_bits(r, above) : 0);
    s->rollback = s->taken != NOBODY && chance(r, 1);
    s->commit = s->taken != NOBODY && !s->rollback;
    s->take = s->pick != NOBODY && chance(r, 2);
    s->sleep = chance(r, 3) ? (unsigned)random_bits(r, r->p[REASONS]) : 0;
    s->wake = chance(r, 4) && chance(r, 5) ? (unsigned)random_bits(r, r->p[REASONS]) : 0;
    put(in, 1, s->push);
    put(in, r->p[WIDTH], s->data);
    put(in, 1, s->take);
    put(in, 1, s->commit);
    put(in, 1, s->rollback);
    put(in, r->p[REASONS], s->sleep);
    put(in, r->p[REASONS], s->wake);
}

REF_KIND(source_queues, sources, init_sources, check_sources, clock_sources, drive_sources, "a nap that ends",
         "a take of whom goes back", "a take while another goes back", "one is served while another sleeps",
         "a sender served alone", "offered a cycle after its push", "offered again at once")

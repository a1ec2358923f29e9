// cohgen_sfifo: parameters Width, Depth, Pending. The model knows each write-back, and when it began; the
// hardware counts them by epoch. With a Pending of 0 there are none, and markers wait for nothing but their
// turn.
#include "ref.h"

#include <string.h>

enum { ELEMENTS = 256, WRITE_BACKS = 64 };

struct element {
    uint64_t data;
    bool marker;
    long pushed; // cycle
};

struct write_back {
    long began; // cycle
    bool epoch;
};

struct sfifo {
    struct element element[ELEMENTS]; // oldest first
    struct write_back wb[WRITE_BACKS];
    int used, taken, n_wb;
    bool epoch, drained;
    bool first;    // the oldest element is a marker that has been seen to be that
    long first_at; // ... in this cycle

    bool push, marker, drain, take, commit, rollback, begins, done;
    int ends; // which write-back is done
    uint64_t data;
};

static bool counts(const struct ref *r) {
    return r->p[2] > 0;
}

// What is pushed in a cycle is seen in the cycle after the next.
static bool is_seen(const struct ref *r) {
    const struct sfifo *s = r->state;
    return s->taken < s->used && r->cycle - s->element[s->taken].pushed >= 2;
}

static bool has_taken_marker(const struct sfifo *s) {
    return s->taken > 0 && s->element[0].marker;
}

// Is there a marker among those that are not taken?
static bool has_marker(const struct sfifo *s) {
    for (int i = s->taken; i < s->used; i++)
        if (s->element[i].marker) return true;
    return false;
}

static int count_of(const struct sfifo *s, bool epoch) {
    int n = 0;
    for (int i = 0; i < s->n_wb; i++) n += s->wb[i].epoch == epoch;
    return n;
}

static bool earlier_done(const struct sfifo *s) {
    for (int i = 0; i < s->n_wb; i++)
        if (s->wb[i].began <= s->first_at) return false;
    return true;
}

static bool is_offered(const struct ref *r) {
    const struct sfifo *s = r->state;
    if (!is_seen(r) || (counts(r) && has_taken_marker(s))) return false;
    if (counts(r) && s->element[s->taken].marker) return s->taken == 0 && s->first && earlier_done(s);
    return has_marker(s) || s->drained || (s->used == r->p[1] && s->taken == 0);
}

static void sfifo_check(struct ref *r, struct bits *out) {
    struct sfifo *s = r->state;
    const bool offered = is_offered(r);
    expect(r, out, 1, s->used < r->p[1], "push_ready_o");
    expect(r, out, 1, offered, "valid_o");
    if (offered) {
        expect(r, out, 1, s->element[s->taken].marker, "marker_o");
        expect(r, out, r->p[0], s->element[s->taken].data, "data_o");
    } else {
        get(out, 1 + r->p[0]);
    }
    expect(r, out, 1, count_of(s, s->epoch) < r->p[2], "begin_ready_o"); // never with a Pending of 0
    expect(r, out, 1, s->epoch, "epoch_o");
    expect(r, out, count_bits(r->p[1]), (uint64_t)(r->p[1] - s->used), "free_o");
    expect(r, out, 1, s->used == 0 && s->n_wb == 0, "clean_o");
}

// A marker that is the oldest for the first time: write-backs from now on are later ones.
static void find_first(struct ref *r, bool *flips) {
    struct sfifo *s = r->state;
    *flips = false;
    if (!counts(r) || s->first || s->taken > 0 || !is_seen(r) || !s->element[0].marker) return;
    s->first = *flips = true;
    s->first_at = r->cycle;
}

static void move_elements(struct ref *r) {
    struct sfifo *s = r->state;
    if (s->take && !s->rollback) s->taken++;
    if (s->commit) {
        s->first = false;
        s->used--;
        s->taken--;
        memmove(&s->element[0], &s->element[1], (size_t)s->used * sizeof s->element[0]);
    }
    if (s->rollback) s->taken = 0;
}

static void move_write_backs(struct ref *r) {
    struct sfifo *s = r->state;
    if (s->begins) s->wb[s->n_wb++] = (struct write_back){r->cycle, s->epoch};
    if (s->done) s->wb[s->ends] = s->wb[--s->n_wb];
}

static void sfifo_clock(struct ref *r) {
    struct sfifo *s = r->state;
    bool flips;
    const bool push = s->push && s->used < r->p[1];
    const bool waits = counts(r) && is_seen(r) && s->taken == 0 && s->element[0].marker;
    if (s->push && !push) cover(r, 0);
    if (waits && s->first && !earlier_done(s)) cover(r, 1);
    if (waits && s->first && s->take && s->n_wb > 0) cover(r, 2);
    if (s->rollback && has_taken_marker(s)) cover(r, 3);
    if (s->rollback && s->taken > 1) cover(r, 4);
    if (s->take && !has_marker(s) && !s->drained) cover(r, 5);
    if (s->begins && waits && s->first) cover(r, 6);
    if (s->begins && s->done) cover(r, 7);
    if (counts(r) && count_of(s, s->epoch) == r->p[2]) cover(r, 8);
    if (s->take && s->taken > 0 && has_taken_marker(s)) cover(r, 9);
    find_first(r, &flips);
    move_write_backs(r);
    move_elements(r);
    if (flips) s->epoch = !s->epoch;
    s->drained = s->drain;
    if (push) s->element[s->used++] = (struct element){s->data, s->marker, r->cycle};
}

static void sfifo_drive(struct ref *r, struct bits *in) {
    struct sfifo *s = r->state;
    const bool offered = is_offered(r);
    s->push = chance(r, 0);
    s->marker = random_below(r, 16) < r->knob[1] / 2;
    s->drain = chance(r, 2) && random_below(r, 8) == 0;
    s->rollback = chance(r, 3) && random_below(r, 4) == 0;
    s->take = chance(r, 4) && offered;
    s->commit = chance(r, 5) && !s->rollback && (s->taken > 0 || s->take);
    s->begins = chance(r, 6) && count_of(s, s->epoch) < r->p[2];
    s->done = s->n_wb > 0 && chance(r, 7);
    s->ends = s->done ? random_below(r, s->n_wb) : 0;
    put(in, 1, s->push);
    put(in, 1, s->marker);
    put(in, r->p[0], s->data = random_bits(r, r->p[0]));
    put(in, 1, s->drain);
    put(in, 1, s->take);
    put(in, 1, s->commit);
    put(in, 1, s->rollback);
    put(in, 1, s->begins);
    put(in, 1, s->done);
    put(in, 1, s->done && s->wb[s->ends].epoch);
}

REF_KIND(sfifo, sfifo, NULL, sfifo_check, sfifo_clock, sfifo_drive, "push while full", "a marker waits",
         "a marker leaves before later write-backs are done", "rollback of a marker", "rollback of two",
         "taken because it is full", "a write-back begins behind a marker", "one begins as one is done",
         "no more may begin", "one is taken behind a marker")

// cohgen_waiters: parameters Entries, Width, Mshrs, IdBits, Served, Words.
#include "ref.h"

enum { MOST = 16 };
enum state { FREE, WAIT, READY, FLIGHT };
enum verdict { NONE, DONE, RETRY, PARK, SPLIT };

struct waiter {
    enum state state;
    int mshr;
    uint64_t id, data, words;
    long taken; // takes are numbered
};

struct waiters {
    struct waiter entry[MOST];
    int pointer;
    int offer; // entry + 1 that is shown; 0: none
    int enter; // entry that the next merge fills; -1: none
    long takes;

    bool merge, wake, drop, take;
    enum verdict verdict;
    int merge_mshr, wake_mshr, drop_mshr, park_mshr;
    uint64_t merge_id, merge_data, merge_words, wake_words, drop_id, split_words;
};

// A request without words is about its line: as if that were its one word.
static int words_of(const struct ref *r) {
    return r->p[5] > 0 ? r->p[5] : 1;
}

// The first entry in some state, from `start` on and around; or -1.
static int first(const struct ref *r, enum state state, int start) {
    const struct waiters *s = r->state;
    for (int k = 0; k < r->p[0]; k++) {
        int e = (start + k) % r->p[0];
        if (s->entry[e].state == state) return e;
    }
    return -1;
}

// Those in flight; and the one that was taken first, which a verdict is on.
static int flights(const struct ref *r) {
    const struct waiters *s = r->state;
    int n = 0;
    for (int e = 0; e < r->p[0]; e++) n += s->entry[e].state == FLIGHT;
    return n;
}

static int settles(const struct ref *r) {
    const struct waiters *s = r->state;
    int best = -1;
    for (int e = 0; e < r->p[0]; e++)
        if (s->entry[e].state == FLIGHT && (best < 0 || s->entry[e].taken < s->entry[best].taken)) best = e;
    return best;
}

static void waiters_check(struct ref *r, struct bits *out) {
    struct waiters *s = r->state;
    const int shown = s->offer - 1;
    int used = 0;
    for (int e = 0; e < r->p[0]; e++) used += s->entry[e].state != FREE;
    expect(r, out, 1, s->enter < 0, "full_o");
    expect(r, out, 1, shown >= 0, "valid_o");
    if (shown >= 0)
        expect(r, out, r->p[1], s->entry[shown].data, "data_o");
    else
        get(out, r->p[1]);
    if (shown >= 0 && r->p[5] > 0)
        expect(r, out, words_of(r), s->entry[shown].words, "words_o");
    else
        get(out, words_of(r));
    expect(r, out, count_bits(r->p[0]), (uint64_t)used, "occupancy_o");
    if (used == r->p[0]) cover(r, 0);
}

// The entry to show next: of those that are ready, but for the one that is shown; -1: none.
static int chosen(const struct ref *r) {
    const struct waiters *s = r->state;
    for (int k = 0; k < r->p[0]; k++) {
        const int e = (s->pointer + k) % r->p[0];
        if (s->entry[e].state == READY && e != s->offer - 1) return e;
    }
    return -1;
}

// The entry to fill next, but for the one that is filled now.
static int other_free(const struct ref *r) {
    const struct waiters *s = r->state;
    for (int e = 0; e < r->p[0]; e++)
        if (s->entry[e].state == FREE && e != s->enter) return e;
    return -1;
}

static void judge(struct ref *r, int flight) {
    struct waiters *s = r->state;
    switch (s->verdict) {
    case NONE: break;
    case DONE: s->entry[flight].state = FREE; break;
    case RETRY: s->entry[flight].state = READY; break;
    case PARK:
        s->entry[flight].state = WAIT;
        s->entry[flight].mshr = s->park_mshr;
        break;
    case SPLIT:
        s->entry[flight].state = READY;
        s->entry[flight].words = s->split_words;
        cover(r, 5);
        break;
    }
}

// The last of the order from now on; -1: as it was.
static int last_of(const struct ref *r, int flight, int pick) {
    const struct waiters *s = r->state;
    if (!r->p[4]) return !s->offer || s->take ? pick : -1;
    for (int e = 0; s->drop && e < r->p[0]; e++) {
        const struct waiter *x = &s->entry[e];
        if (x->state == WAIT && x->mshr == s->drop_mshr && x->id == s->drop_id) return e;
    }
    return s->verdict == DONE || s->verdict == RETRY ? flight : -1;
}

static void waiters_clock(struct ref *r) {
    struct waiters *s = r->state;
    const int pick = chosen(r), slot = s->enter, shown = s->offer - 1;
    const int flight = settles(r);
    const int enter = s->merge || slot < 0 ? other_free(r) : slot;

    const int last = last_of(r, flight, pick);
    if (s->verdict != NONE && flights(r) == 2 && flight != first(r, FLIGHT, 0)) cover(r, 7);
    judge(r, flight);
    if (s->take) {
        s->entry[shown].state = FLIGHT;
        s->entry[shown].taken = s->takes++;
    }
    if (!s->offer || s->take) s->offer = pick + 1;
    s->enter = enter;
    if (s->merge)
        s->entry[slot] = (struct waiter){WAIT, s->merge_mshr, s->merge_id, s->merge_data, s->merge_words, 0};

    bool woken = false, dropped = false;
    for (int e = 0; e < r->p[0]; e++) {
        struct waiter *x = &s->entry[e];
        bool wake = x->state == WAIT && s->wake && x->mshr == s->wake_mshr;
        if (wake && r->p[5] > 0 && (x->words & s->wake_words) == 0) {
            cover(r, 6);
            wake = false;
        }
        if (x->state == WAIT && s->drop && x->mshr == s->drop_mshr && x->id == s->drop_id) {
            if (wake) cover(r, 1);
            x->state = FREE;
            dropped = true;
        } else if (wake) {
            if ((s->merge && e == slot) || (s->verdict == PARK && e == flight)) cover(r, 2);
            x->state = READY;
            woken = true;
        }
    }
    if (last >= 0) s->pointer = (last + 1) % r->p[0];
    if (woken && dropped) cover(r, 3);
    if (s->take && s->verdict != NONE) cover(r, 4);
}

static void waiters_drive(struct ref *r, struct bits *in) {
    struct waiters *s = r->state;
    int mshrs = r->p[2];
    const int flying = flights(r);
    s->merge = chance(r, 0) && s->enter >= 0;
    s->wake = chance(r, 1);
    s->drop = chance(r, 2) && random_below(r, 4) == 0;
    s->verdict = NONE;
    if (flying > 0 && chance(r, 3)) {
        s->verdict = chance(r, 4) ? DONE : chance(r, 5) ? RETRY : PARK;
        if (r->p[5] > 0 && random_below(r, 3) == 0) s->verdict = SPLIT;
    }
    s->take = chance(r, 6) && s->offer && (flying < 2 || s->verdict != NONE);
    s->merge_mshr = random_below(r, mshrs);
    s->merge_id = random_bits(r, r->p[3]);
    s->merge_data = random_bits(r, r->p[1]);
    s->merge_words = random_bits(r, words_of(r));
    s->wake_mshr = random_below(r, mshrs);
    s->wake_words = random_bits(r, words_of(r));
    s->drop_mshr = chance(r, 7) ? s->wake_mshr : random_below(r, mshrs);
    s->drop_id = random_bits(r, r->p[3]);
    s->park_mshr = random_below(r, mshrs);
    s->split_words = random_bits(r, words_of(r));
    put(in, 1, s->merge);
    put(in, index_bits(mshrs), (uint64_t)s->merge_mshr);
    put(in, r->p[3], s->merge_id);
    put(in, r->p[1], s->merge_data);
    put(in, words_of(r), s->merge_words);
    put(in, 1, s->wake);
    put(in, index_bits(mshrs), (uint64_t)s->wake_mshr);
    put(in, words_of(r), s->wake_words);
    put(in, 1, s->drop);
    put(in, index_bits(mshrs), (uint64_t)s->drop_mshr);
    put(in, r->p[3], s->drop_id);
    put(in, 1, s->take);
    put(in, 1, s->verdict == DONE);
    put(in, 1, s->verdict == RETRY);
    put(in, 1, s->verdict == PARK);
    put(in, index_bits(mshrs), (uint64_t)s->park_mshr);
    put(in, 1, s->verdict == SPLIT);
    put(in, words_of(r), s->split_words);
}

const struct ref_kind ref_waiters = {"waiters",
                                     sizeof(struct waiters),
                                     NULL,
                                     waiters_check,
                                     waiters_clock,
                                     waiters_drive,
                                     {"full", "drop beats wake", "wake of what is merged or parked now",
                                      "wake and drop at once", "take and verdict at once", "split",
                                      "a wake of other words",
                                      "of two in flight the one in the higher place is first"}};

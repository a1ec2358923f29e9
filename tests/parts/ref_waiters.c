// cohgen_waiters: parameters Entries, Width, Mshrs, IdBits, Served, Words, Settle; the id is the top of a
// request.
#include "ref.h"

enum { SETTLE = 6 };

enum { MOST = 16 };
enum state { FREE, WAIT, READY, FLIGHT };
enum verdict { NONE, DONE, RETRY, PARK, SPLIT };

struct waiter {
    enum state state;
    int mshr;
    uint64_t data, words;
};

// What is said in a cycle, and takes effect in the next.
struct said {
    bool merge, wake, drop;
    enum verdict verdict;
    int mshr;
    uint64_t merge_words, wake_words, drop_id, split_words;
};

struct waiters {
    struct waiter entry[MOST];
    int pointer;
    int offer;         // entry + 1 that is shown; 0: none
    int first, second; // entry + 1 for a request that comes: the last cycle's, and another; 0: none
    bool room;
    int taken[4]; // entry + 1 that was taken one, two, ... cycles ago; 0: none
    int waited;   // entry + 1 that the last cycle's drop was about, as it was then; 0: none
    struct said now, last;

    bool tries, take;
    uint64_t merge_data;
};

// A request without words is about its line: as if that were its one word.
static int words_of(const struct ref *r) {
    return r->p[5] > 0 ? r->p[5] : 1;
}

static uint64_t id_of(const struct ref *r, const struct waiter *x) {
    return x->data >> (r->p[1] - r->p[3]);
}

// The entry + 1 for a request that comes now; 0: full.
static int entering(const struct waiters *s) {
    return s->last.merge || !s->first ? s->second : s->first;
}

static void waiters_init(struct ref *r) {
    struct waiters *s = r->state;
    s->first = 1;
    s->room = true;
}

static void waiters_check(struct ref *r, struct bits *out) {
    struct waiters *s = r->state;
    const int shown = s->offer - 1;
    int used = 0;
    for (int e = 0; e < r->p[0]; e++) used += s->entry[e].state != FREE;
    require(r, s->room == (entering(s) != 0), "room is where something is free");
    expect(r, out, 1, !s->room, "full_o");
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

// The lowest free entry but for these two; -1: none.
static int other_free(const struct ref *r, int but, int nor) {
    const struct waiters *s = r->state;
    for (int e = 0; e < r->p[0]; e++)
        if (s->entry[e].state == FREE && e != but && e != nor) return e;
    return -1;
}

// Which entries the next merge may fill; and whether any of them is left for the next cycle.
static void choose_room(struct ref *r) {
    struct waiters *s = r->state;
    const int enter = entering(s), came = s->last.merge ? s->first - 1 : -1;
    const bool used = s->second && enter == s->second;
    s->room = other_free(r, came, s->now.merge ? enter - 1 : -1) >= 0;
    s->second = other_free(r, s->first - 1, used ? s->second - 1 : -1) + 1;
    s->first = enter;
}

// Whether the drop is about this entry, which waits.
static bool drops(const struct ref *r, const struct said *said, const struct waiter *x) {
    return said->drop && x->state == WAIT && x->mshr == said->mshr && id_of(r, x) == said->drop_id;
}

// Whom what was said in the last cycle has served: the last of the order from now on.
static void order(struct ref *r, int flight) {
    struct waiters *s = r->state;
    const bool settled = s->last.verdict == DONE || s->last.verdict == RETRY;
    const int served = settled ? flight : s->last.drop ? s->waited - 1 : -1;
    if (r->p[4] && served >= 0) s->pointer = (served + 1) % r->p[0];
}

// The entry + 1 that this cycle's drop is about, as it is now; 0: none, or there is a verdict.
static int waiting(const struct ref *r) {
    const struct waiters *s = r->state;
    for (int e = 0; !s->now.verdict && e < r->p[0]; e++)
        if (drops(r, &s->now, &s->entry[e])) return e + 1;
    return 0;
}

static void offer(struct ref *r) {
    struct waiters *s = r->state;
    if (s->offer && !s->take) return;
    const int pick = chosen(r);
    s->offer = pick + 1;
    if (!r->p[4] && pick >= 0) s->pointer = (pick + 1) % r->p[0];
}

// Merge and verdict of the last cycle; the entry that they are about, -1: none.
static int begin(struct ref *r, int slot, int flight) {
    struct waiters *s = r->state;
    const struct said *said = &s->last;
    struct waiter *x = &s->entry[said->merge ? slot : flight < 0 ? 0 : flight];
    switch (said->verdict) {
    case NONE: break;
    case DONE: x->state = FREE; break;
    case RETRY: x->state = READY; break;
    case PARK:
        x->state = WAIT;
        x->mshr = said->mshr;
        break;
    case SPLIT:
        x->state = READY;
        x->words = said->split_words;
        cover(r, 5);
        break;
    }
    if (said->merge) {
        x->state = WAIT;
        x->mshr = said->mshr;
        x->words = said->merge_words;
    }
    return said->merge || said->verdict == PARK ? (int)(x - s->entry) : -1;
}

static void wake_and_drop(struct ref *r, int begins) {
    struct waiters *s = r->state;
    const struct said *said = &s->last;
    bool woken = false, dropped = false;
    for (int e = 0; e < r->p[0]; e++) {
        struct waiter *x = &s->entry[e];
        bool wake = x->state == WAIT && said->wake && x->mshr == said->mshr;
        if (wake && r->p[5] > 0 && (x->words & said->wake_words) == 0) {
            cover(r, 6);
            wake = false;
        }
        if (drops(r, said, x)) {
            if (wake) cover(r, 1);
            x->state = FREE;
            dropped = true;
        } else if (wake) {
            if (e == begins) cover(r, 2);
            x->state = READY;
            woken = true;
        }
    }
    if (woken && dropped) cover(r, 3);
}

static void waiters_clock(struct ref *r) {
    struct waiters *s = r->state;
    const int slot = s->first - 1, shown = s->offer - 1, flight = s->taken[r->p[SETTLE]] - 1;
    const int enter = entering(s) - 1, waits = waiting(r);
    if (s->take && s->last.verdict != NONE) cover(r, 4);
    if (s->now.merge && s->last.merge) cover(r, 7);

    choose_room(r);
    order(r, flight);
    wake_and_drop(r, begin(r, slot, flight));
    offer(r);
    if (s->take) s->entry[shown].state = FLIGHT;
    if (s->now.merge) s->entry[enter].data = s->merge_data;

    s->waited = waits;
    s->taken[3] = s->taken[2];
    s->taken[2] = s->taken[1];
    s->taken[1] = s->taken[0];
    s->taken[0] = s->take ? shown + 1 : 0;
    s->last = s->now;
}

static void waiters_drive(struct ref *r, struct bits *in) {
    struct waiters *s = r->state;
    struct said *now = &s->now;
    const bool due = s->taken[r->p[SETTLE] - 1] != 0;
    s->tries = !due && chance(r, 7);
    now->merge = s->tries && chance(r, 0) && entering(s);
    now->wake = chance(r, 1);
    now->drop = chance(r, 2) && random_below(r, 4) == 0;
    now->verdict = NONE;
    if (due) {
        now->verdict = chance(r, 4) ? DONE : chance(r, 5) ? RETRY : PARK;
        if (r->p[5] > 0 && random_below(r, 3) == 0) now->verdict = SPLIT;
    }
    s->take = chance(r, 6) && s->offer;
    s->merge_data = random_bits(r, r->p[1]);
    now->merge_words = random_bits(r, words_of(r));
    now->mshr = random_below(r, r->p[2]);
    now->wake_words = random_bits(r, words_of(r));
    now->drop_id = random_bits(r, r->p[3]);
    now->split_words = random_bits(r, words_of(r));
    put(in, 1, s->tries);
    put(in, 1, now->merge);
    put(in, r->p[1], s->merge_data);
    put(in, words_of(r), now->merge_words);
    put(in, index_bits(r->p[2]), (uint64_t)now->mshr);
    put(in, 1, now->wake);
    put(in, words_of(r), now->wake_words);
    put(in, 1, now->drop);
    put(in, r->p[3], now->drop_id);
    put(in, 1, s->take);
    put(in, 1, now->verdict == DONE);
    put(in, 1, now->verdict == RETRY);
    put(in, 1, now->verdict == PARK);
    put(in, 1, now->verdict == SPLIT);
    put(in, words_of(r), now->split_words);
}

REF_KIND(waiters, waiters, waiters_init, waiters_check, waiters_clock, waiters_drive, "full",
         "drop beats wake", "wake of what is merged or parked now", "wake and drop at once",
         "take and verdict at once", "split", "a wake of other words", "merges in two cycles in a row")

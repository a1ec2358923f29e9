// cohgen_gather: parameters LikeBits, KeepBits, Words, Entries, Cycles. Messages that wait, the oldest first.
#include "ref.h"

enum { LIKE, KEEP, WORDS, ENTRIES, CYCLES };
enum { MOST = 32 };

struct message {
    uint64_t like, keep, words;
    long ends; // the cycle in which it leaves at the latest, if it is the oldest
};

struct gather {
    int n;
    struct message it[MOST];

    bool push, hurry;
    uint64_t like, keep, words;
};

static bool due(const struct ref *r) {
    const struct gather *s = r->state;
    return s->n && (s->hurry || r->cycle >= s->it[0].ends);
}

// The youngest one that is like what is pushed, if that joins it; else -1.
static int joined(const struct ref *r) {
    const struct gather *s = r->state;
    for (int i = s->n - 1; s->push && i >= (due(r) ? 1 : 0); i--)
        if (s->it[i].like == s->like) return s->it[i].words & s->words ? -1 : i;
    return -1;
}

static bool takes(const struct ref *r) {
    const struct gather *s = r->state;
    return s->push && joined(r) < 0;
}

static bool leaves(const struct ref *r) {
    const struct gather *s = r->state;
    return due(r) || (takes(r) && s->n == r->p[ENTRIES]);
}

static void gather_check(struct ref *r, struct bits *out) {
    const struct gather *s = r->state;
    expect(r, out, 1, joined(r) >= 0, "join_o");
    expect(r, out, 1, leaves(r), "valid_o");
    if (!leaves(r)) return;
    expect(r, out, r->p[LIKE], s->it[0].like, "like_o");
    expect(r, out, r->p[KEEP], s->it[0].keep, "keep_o");
    expect(r, out, r->p[WORDS], s->it[0].words, "words_o");
}

static void note(struct ref *r) {
    const struct gather *s = r->state;
    const int i = joined(r);
    if (i >= 0) cover(r, 0);
    if (i > 0 || (i == 0 && s->n == 1)) cover(r, 1);
    if (due(r) && !s->hurry) cover(r, 2);
    if (due(r) && s->hurry && r->cycle < s->it[0].ends) cover(r, 3);
    if (leaves(r) && !due(r)) cover(r, 4);
    if (due(r) && s->push && s->it[0].like == s->like && i < 0) cover(r, 5);
    if (takes(r) && s->n && s->it[s->n - 1].like == s->like) cover(r, 6);
}

static void gather_clock(struct ref *r) {
    struct gather *s = r->state;
    const int i = joined(r);
    const bool take = takes(r), leave = leaves(r);
    note(r);
    if (i >= 0) s->it[i].words |= s->words;
    if (leave) {
        s->n--;
        for (int k = 0; k < s->n; k++) s->it[k] = s->it[k + 1];
    }
    if (take) s->it[s->n++] = (struct message){s->like, s->keep, s->words, r->cycle + r->p[CYCLES]};
}

// Mostly what joins: the bits of one that waits, and one word.
static void gather_drive(struct ref *r, struct bits *in) {
    struct gather *s = r->state;
    const int n = r->p[WORDS];
    s->push = chance(r, 0);
    s->hurry = chance(r, 1) && chance(r, 2);
    s->like = random_bits(r, r->p[LIKE]);
    if (s->n && chance(r, 3)) s->like = s->it[random_below(r, s->n)].like;
    s->keep = random_bits(r, r->p[KEEP]);
    s->words = chance(r, 4) ? UINT64_C(1) << random_below(r, n) : random_bits(r, n);
    if (!s->words) s->words = UINT64_C(1) << random_below(r, n);
    put(in, 1, s->push);
    put(in, r->p[LIKE], s->like);
    put(in, r->p[KEEP], s->keep);
    put(in, n, s->words);
    put(in, 1, s->hurry);
}

REF_KIND(gather, gather, NULL, gather_check, gather_clock, gather_drive, "a word joins",
         "a word joins the youngest or one behind the oldest", "it leaves by itself", "it leaves in a hurry",
         "it leaves for another message", "a word does not join what leaves",
         "a word is pushed behind one that is like it")

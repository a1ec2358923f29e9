// cohgen_join: parameters LikeBits, Words, WordBits, Cycles. A message is what has been pushed into it, in
// order.
#include "ref.h"

enum { LIKE, WORDS, BITS_OF_WORD, CYCLES };
enum { MOST_WORDS = 64 };

struct message {
    uint64_t like, words, data[MOST_WORDS];
};

struct join {
    bool waits;
    struct message it;
    long ends; // the cycle in which it leaves if no word comes before

    bool push, more;
    uint64_t like, words, data;
};

static uint64_t mask_of(int bits) {
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static bool joins(const struct join *s) {
    return s->push && s->waits && s->like == s->it.like && !(s->words & s->it.words);
}

static bool leaves(const struct ref *r) {
    const struct join *s = r->state;
    if (!s->waits) return false;
    return s->push ? !joins(s) : r->cycle >= s->ends;
}

static void join_check(struct ref *r, struct bits *out) {
    const struct join *s = r->state;
    expect(r, out, 1, joins(s), "join_o");
    expect(r, out, 1, leaves(r), "valid_o");
    if (!leaves(r)) return;
    expect(r, out, r->p[LIKE], s->it.like, "like_o");
    expect(r, out, r->p[WORDS], s->it.words, "words_o");
    for (int w = r->p[WORDS] - 1; w >= 0; w--) {
        const uint64_t data = get(out, r->p[BITS_OF_WORD]);
        require(r, !(s->it.words >> w & 1) || data == s->it.data[w], "data_o is wrong");
    }
}

static void note(struct ref *r) {
    const struct join *s = r->state;
    if (joins(s)) cover(r, 0);
    if (leaves(r) && !s->push) cover(r, 1);
    if (leaves(r) && s->push) cover(r, s->like == s->it.like ? 2 : 3);
    if (joins(s) && (s->it.words | s->words) == mask_of(r->p[WORDS])) cover(r, 4);
    if (joins(s) && r->cycle == s->ends) cover(r, 5);
}

static void join_clock(struct ref *r) {
    struct join *s = r->state;
    note(r);
    if (leaves(r)) s->waits = false;
    if (!s->push) return;
    if (!s->waits) s->it = (struct message){.like = s->like};
    s->waits = true;
    s->it.words |= s->words;
    for (int w = 0; w < r->p[WORDS]; w++)
        if (s->words >> w & 1) s->it.data[w] = s->data;
    s->ends = r->cycle + (s->more ? r->p[CYCLES] : 1);
}

// Mostly what joins: the same bits, and one word that is not there yet.
static void join_drive(struct ref *r, struct bits *in) {
    struct join *s = r->state;
    const int n = r->p[WORDS];
    s->push = chance(r, 0);
    s->more = chance(r, 1);
    s->like = s->waits && chance(r, 2) ? s->it.like : random_bits(r, r->p[LIKE]);
    s->words = chance(r, 3) ? UINT64_C(1) << random_below(r, n) : random_bits(r, n) & mask_of(n);
    if (s->waits && chance(r, 4)) s->words &= ~s->it.words;
    if (!s->words) s->words = UINT64_C(1) << random_below(r, n);
    s->data = random_bits(r, r->p[BITS_OF_WORD]);
    put(in, 1, s->push);
    put(in, r->p[LIKE], s->like);
    put(in, n, s->words);
    put(in, r->p[BITS_OF_WORD], s->data);
    put(in, 1, s->more);
}

REF_KIND(join, join, NULL, join_check, join_clock, join_drive, "a word joins", "it leaves by itself",
         "it leaves for a word that it has", "it leaves for another message", "all words are there",
         "a word joins as it would leave")

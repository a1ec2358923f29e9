// cohgen_ring: parameters Entries, DataBits, Search. The model numbers what is taken from 0 on, and knows of
// each entry which number it has: the newest one is the one with the largest.
#include "ref.h"

enum { ENTRIES, DATA_BITS, SEARCH };
enum { MOST = 256, NONE = -1 };

struct entry {
    bool live;
    long taken; // its number
    uint64_t data;
};

struct ring {
    struct entry entry[MOST];
    long taken; // so many

    bool find, search, insert, set, remove;
    int at;
    uint64_t match, care, data;
};

static int tail_of(const struct ref *r) {
    const struct ring *s = r->state;
    return (int)(s->taken % r->p[ENTRIES]);
}

static bool is_alike(const struct ring *s, const struct entry *e) {
    return e->live && ((e->data ^ s->match) & s->care) == 0;
}

static int found(const struct ref *r) {
    const struct ring *s = r->state;
    int newest = NONE;
    if (!s->find) return NONE;
    if (!s->search || !r->p[SEARCH]) return s->at < r->p[ENTRIES] && s->entry[s->at].live ? s->at : NONE;
    for (int i = 0; i < r->p[ENTRIES]; i++)
        if (is_alike(s, &s->entry[i]) && (newest == NONE || s->entry[i].taken > s->entry[newest].taken))
            newest = i;
    return newest;
}

static void ring_check(struct ref *r, struct bits *out) {
    struct ring *s = r->state;
    const int at = found(r), bits = index_bits(r->p[ENTRIES]);
    expect(r, out, 1, at != NONE, "found_o");
    expect(r, out, bits, at == NONE ? 0 : (uint64_t)at, "at_o");
    expect(r, out, r->p[DATA_BITS], at == NONE ? 0 : s->entry[at].data, "data_o");
    expect(r, out, bits, (uint64_t)tail_of(r), "tail_o");
    expect(r, out, 1, s->entry[tail_of(r)].live, "full_o");
}

static int live_entries(const struct ref *r) {
    const struct ring *s = r->state;
    int n = 0;
    for (int i = 0; i < r->p[ENTRIES]; i++) n += s->entry[i].live;
    return n;
}

static int alike_entries(const struct ref *r) {
    const struct ring *s = r->state;
    int n = 0;
    for (int i = 0; i < r->p[ENTRIES]; i++) n += is_alike(s, &s->entry[i]);
    return n;
}

static void ring_clock(struct ref *r) {
    struct ring *s = r->state;
    const int at = found(r), tail = tail_of(r);
    const bool searches = s->find && s->search && r->p[SEARCH];
    if (s->entry[tail].live && live_entries(r) < r->p[ENTRIES]) cover(r, 0);
    if (live_entries(r) == r->p[ENTRIES]) cover(r, 1);
    if (searches && alike_entries(r) > 1 && at > tail) cover(r, 2);
    if (searches && alike_entries(r) > 1 && at < tail) cover(r, 3);
    if (s->insert && s->remove) cover(r, 4);
    if (s->remove && at == tail) cover(r, 5);
    if (s->find && !searches && at == NONE) cover(r, 6);
    if (s->insert && tail == r->p[ENTRIES] - 1) cover(r, 7);
    if (s->set) s->entry[at].data = s->data;
    if (s->remove) s->entry[at].live = false;
    if (s->insert) s->entry[tail] = (struct entry){true, s->taken++, s->data};
}

// Of a search some bits count, and those are often some entry's.
static void ring_drive(struct ref *r, struct bits *in) {
    struct ring *s = r->state;
    const int bits = index_bits(r->p[ENTRIES]);
    s->find = !chance(r, 0);
    s->search = chance(r, 1);
    s->at = (int)random_bits(r, bits);
    s->match = random_bits(r, r->p[DATA_BITS]);
    s->care = random_bits(r, r->p[DATA_BITS]) & random_bits(r, r->p[DATA_BITS]);
    if (chance(r, 2)) s->match = s->entry[random_below(r, r->p[ENTRIES])].data;
    const bool is_found = found(r) != NONE;
    s->insert = !s->entry[tail_of(r)].live && chance(r, 3);
    s->set = is_found && !s->insert && chance(r, 4);
    s->remove = is_found && chance(r, 5);
    put(in, 1, s->find);
    put(in, bits, (uint64_t)s->at);
    put(in, 1, s->search);
    put(in, r->p[DATA_BITS], s->match);
    put(in, r->p[DATA_BITS], s->care);
    put(in, 1, s->insert);
    put(in, 1, s->set);
    put(in, 1, s->remove);
    put(in, r->p[DATA_BITS], s->data = random_bits(r, r->p[DATA_BITS]));
}

REF_KIND(ring, ring, NULL, ring_check, ring_clock, ring_drive, "the tail is live, and others are not",
         "all are live", "the newest is behind the tail", "the newest is before the tail",
         "taken and given back at once", "given back at the tail", "not found by its number",
         "the tail goes round")

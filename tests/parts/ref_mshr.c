// cohgen_mshr: parameters Entries, KeyBits, Pairs, WayBits, Flashes, Width.
#include "ref.h"

enum { MOST = 16 };

struct entry {
    bool valid, has_way;
    uint64_t key, data;
    unsigned way;
};

struct mshr {
    struct entry entry[MOST];

    uint64_t key, wr_key, wr_data, pair_key, pair_data, mask, value;
    int rd_idx, wr_idx;
    bool wr, alloc, release, has_way, flash, pair;
    unsigned way;
};

static uint64_t low(uint64_t value, int bits) {
    return bits > 0 ? value & UINT64_MAX >> (64 - bits) : 0;
}

static struct entry *find(struct mshr *s, int entries, uint64_t key) {
    for (int e = 0; e < entries; e++) {
        if (s->entry[e].valid && s->entry[e].key == key) return &s->entry[e];
    }
    return NULL;
}

// The lowest free entry from `from` on, or -1.
static int free_entry(const struct mshr *s, int entries, int from) {
    for (int e = from; e < entries; e++) {
        if (!s->entry[e].valid) return e;
    }
    return -1;
}

static int second_free_entry(const struct mshr *s, int entries) {
    const int first = free_entry(s, entries, 0);
    return first < 0 ? -1 : free_entry(s, entries, first + 1);
}

static void mshr_check(struct ref *r, struct bits *out) {
    struct mshr *s = r->state;
    int entries = r->p[0];
    struct entry *hit = find(s, entries, s->key);
    expect(r, out, 1, hit != NULL, "hit_o");
    expect(r, out, index_bits(entries), hit != NULL ? (uint64_t)(hit - s->entry) : 0, "hit_idx_o");
    expect(r, out, r->p[5], hit != NULL ? hit->data : 0, "hit_data_o");
    expect(r, out, 1, hit != NULL && hit->has_way, "hit_has_way_o");
    expect(r, out, r->p[3], hit != NULL ? hit->way : 0, "hit_way_o");

    int used = 0;
    for (int e = entries - 1; e >= 0; e--) {
        used += s->entry[e].valid;
    }
    expect(r, out, 1, used == entries, "full_o");
    const int first = free_entry(s, entries, 0), second = second_free_entry(s, entries);
    expect(r, out, index_bits(entries), first < 0 ? 0 : (uint64_t)first, "free_idx_o");
    expect(r, out, 1, r->p[2] && second >= 0, "pair_room_o");
    if (r->p[2])
        expect(r, out, index_bits(entries), second < 0 ? 0 : (uint64_t)second, "pair_idx_o");
    else
        get(out, index_bits(entries));
    if (s->entry[s->rd_idx].valid)
        expect(r, out, r->p[1], s->entry[s->rd_idx].key, "rd_key_o");
    else
        get(out, r->p[1]);
    expect(r, out, count_bits(entries), (uint64_t)used, "occupancy_o");
    for (int e = entries - 1; e >= 0; e--) expect(r, out, 1, s->entry[e].valid, "all_valid_o");
    for (int e = entries - 1; e >= 0; e--) {
        if (s->entry[e].valid)
            expect(r, out, r->p[5], s->entry[e].data, "all_data_o");
        else
            get(out, r->p[5]);
    }
    if (used == entries) cover(r, 0);
    if (hit != NULL) cover(r, 1);
    if (hit != NULL && hit->has_way) cover(r, 2);
}

static void mshr_clock(struct ref *r) {
    struct mshr *s = r->state;
    if (s->wr && s->flash) cover(r, 3);
    if (s->pair) cover(r, 4);
    if (s->pair)
        s->entry[second_free_entry(s, r->p[0])] =
            (struct entry){.valid = true, .key = s->pair_key, .data = s->pair_data, .way = s->way};
    if (s->wr) {
        struct entry *x = &s->entry[s->wr_idx];
        if (s->alloc) x->key = s->wr_key;
        x->valid = !s->release;
        x->has_way = s->has_way;
        x->way = s->way;
        x->data = s->wr_data;
    }
    for (int e = 0; e < r->p[0] && s->flash; e++)
        s->entry[e].data = (s->entry[e].data & ~s->mask) | (s->value & s->mask);
}

static void mshr_drive(struct ref *r, struct bits *in) {
    struct mshr *s = r->state;
    int entries = r->p[0], key_bits = r->p[1];
    // Few keys, so that they are met again.
    uint64_t spread = (UINT64_C(0x9e3779b97f4a7c15) >> (64 - key_bits)) | 1;
    s->key = low((uint64_t)random_below(r, 2 * entries) * spread, key_bits);
    s->wr_key = low((uint64_t)random_below(r, 2 * entries) * spread, key_bits);
    s->rd_idx = random_below(r, entries);
    s->wr_idx = random_below(r, entries);
    s->pair_key = low((uint64_t)random_below(r, 2 * entries) * spread, key_bits);
    s->pair_data = random_bits(r, r->p[5]);
    const bool pairs = r->p[2] && second_free_entry(s, entries) >= 0 && s->pair_key != s->wr_key &&
                       find(s, entries, s->pair_key) == NULL && random_below(r, 2) == 0;
    if (pairs) s->wr_idx = free_entry(s, entries, 0);

    bool valid = s->entry[s->wr_idx].valid;
    s->alloc = !valid && find(s, entries, s->wr_key) == NULL;
    s->release = valid && chance(r, 1) && random_below(r, 2) == 0;
    s->wr = chance(r, 0) && (valid || s->alloc);
    s->pair = pairs && s->wr && s->alloc;
    s->has_way = chance(r, 2);
    s->way = (unsigned)random_below(r, 1 << r->p[3]);
    s->wr_data = random_bits(r, r->p[5]);
    s->flash = r->p[4] && chance(r, 3) && random_below(r, 4) == 0;
    s->mask = r->p[4] == 1 ? low(UINT64_C(0x5555555555555555), r->p[5]) : random_bits(r, r->p[5]);
    s->value = random_bits(r, r->p[5]);

    put(in, key_bits, s->key);
    put(in, index_bits(entries), (uint64_t)s->rd_idx);
    put(in, 1, s->wr);
    put(in, index_bits(entries), (uint64_t)s->wr_idx);
    put(in, 1, s->alloc);
    put(in, key_bits, s->wr_key);
    put(in, 1, s->release);
    put(in, 1, s->has_way);
    put(in, r->p[3], s->way);
    put(in, r->p[5], s->wr_data);
    put(in, 1, s->pair);
    put(in, key_bits, s->pair_key);
    put(in, r->p[5], s->pair_data);
    put(in, 1, s->flash);
    put(in, r->p[5], s->mask);
    put(in, r->p[5], s->value);
}

REF_KIND(mshr, mshr, NULL, mshr_check, mshr_clock, mshr_drive, "full", "hit", "hit with a way",
         "write and flash at once", "pair")

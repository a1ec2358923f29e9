// cohgen_flash_map: parameters Rows, Lanes, Bits. cohgen_word_waiters: Entries, Width, Words, Mshrs, IdBits,
// Served.
#include "ref.h"

// --------------------------------------------------------------------------------------- flash_map

enum { ROWS = 8, LANES = 8 };

struct map {
    uint64_t state[ROWS][LANES];
    int raddr, waddr;
    bool wen, flash;
    unsigned wlane;
    uint64_t wdata, map[ROWS];
};

static void map_check(struct ref *r, struct bits *out) {
    struct map *s = r->state;
    for (int l = r->p[1] - 1; l >= 0; l--) expect(r, out, r->p[2], s->state[s->raddr][l], "rdata_o");
}

static void map_clock(struct ref *r) {
    struct map *s = r->state;
    if (s->flash && s->wen) cover(r, 0);
    for (int i = 0; i < r->p[0]; i++) {
        for (int l = 0; l < r->p[1]; l++) {
            if (s->flash)
                s->state[i][l] = s->map[s->state[i][l]];
            else if (s->wen && i == s->waddr && (s->wlane >> l & 1))
                s->state[i][l] = s->wdata;
        }
    }
}

static void map_drive(struct ref *r, struct bits *in) {
    struct map *s = r->state;
    s->raddr = random_below(r, r->p[0]);
    s->wen = chance(r, 0);
    s->waddr = random_below(r, r->p[0]);
    s->wlane = (unsigned)random_bits(r, r->p[1]);
    s->wdata = random_bits(r, r->p[2]);
    s->flash = chance(r, 1) && random_below(r, 8) == 0;
    put(in, index_bits(r->p[0]), (uint64_t)s->raddr);
    put(in, 1, s->wen);
    put(in, index_bits(r->p[0]), (uint64_t)s->waddr);
    put(in, r->p[1], s->wlane);
    put(in, r->p[2], s->wdata);
    put(in, 1, s->flash);
    for (int i = (1 << r->p[2]) - 1; i >= 0; i--) put(in, r->p[2], s->map[i] = random_bits(r, r->p[2]));
}

const struct ref_kind ref_flash_map = {"flash_map", sizeof(struct map),         NULL, map_check, map_clock,
                                       map_drive,   {"flash and write at once"}};

// ------------------------------------------------------------------------------------ word_waiters

enum { MOST = 16 };
enum state { FREE, WAIT, READY, FLIGHT };
enum verdict { NONE, DONE, RETRY, PARK, SPLIT };

struct waiters {
    struct {
        enum state state;
        int mshr;
        uint64_t id, data, words;
    } entry[MOST];
    int pointer;

    bool merge, wake, drop, take;
    enum verdict verdict;
    int merge_mshr, wake_mshr, drop_mshr, park_mshr;
    uint64_t merge_id, merge_data, merge_words, wake_words, drop_id, split_words;
};

// The first entry in some state, from `start` on and around; or -1.
static int first(const struct ref *r, enum state state, int start) {
    const struct waiters *s = r->state;
    for (int k = 0; k < r->p[0]; k++) {
        int e = (start + k) % r->p[0];
        if (s->entry[e].state == state) return e;
    }
    return -1;
}

static void waiters_check(struct ref *r, struct bits *out) {
    struct waiters *s = r->state;
    int pick = first(r, READY, s->pointer);
    bool full = first(r, FREE, 0) < 0;
    expect(r, out, 1, full, "full_o");
    expect(r, out, 1, pick >= 0, "valid_o");
    if (full) cover(r, 0);
    if (pick >= 0) {
        expect(r, out, r->p[2], s->entry[pick].words, "words_o");
        expect(r, out, r->p[1], s->entry[pick].data, "data_o");
    } else {
        get(out, r->p[2]);
        get(out, r->p[1]);
    }
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
        cover(r, 1);
        break;
    }
}

// The last of the order from now on; -1: as it was.
static int last_of(const struct ref *r, int flight, int pick) {
    const struct waiters *s = r->state;
    if (!r->p[5]) return s->take ? pick : -1;
    for (int e = 0; s->drop && e < r->p[0]; e++) {
        if (s->entry[e].state == WAIT && s->entry[e].mshr == s->drop_mshr && s->entry[e].id == s->drop_id)
            return e;
    }
    return s->verdict == DONE || s->verdict == RETRY ? flight : -1;
}

static void waiters_clock(struct ref *r) {
    struct waiters *s = r->state;
    int pick = first(r, READY, s->pointer), flight = first(r, FLIGHT, 0), slot = first(r, FREE, 0);
    const int last = last_of(r, flight, pick);
    judge(r, flight);
    if (s->take) s->entry[pick].state = FLIGHT;
    if (s->merge) {
        s->entry[slot].state = WAIT;
        s->entry[slot].mshr = s->merge_mshr;
        s->entry[slot].id = s->merge_id;
        s->entry[slot].data = s->merge_data;
        s->entry[slot].words = s->merge_words;
    }
    for (int e = 0; e < r->p[0]; e++) {
        if (s->entry[e].state != WAIT) continue;
        const bool here = s->wake && s->entry[e].mshr == s->wake_mshr;
        if (s->drop && s->entry[e].mshr == s->drop_mshr && s->entry[e].id == s->drop_id) {
            s->entry[e].state = FREE;
        } else if (here && (s->entry[e].words & s->wake_words)) {
            s->entry[e].state = READY;
        } else if (here) {
            cover(r, 2);
        }
    }
    if (last >= 0) s->pointer = (last + 1) % r->p[0];
}

static void waiters_drive(struct ref *r, struct bits *in) {
    struct waiters *s = r->state;
    const int mshrs = r->p[3];
    const bool in_flight = first(r, FLIGHT, 0) >= 0;
    s->merge = chance(r, 0) && first(r, FREE, 0) >= 0;
    s->wake = chance(r, 1);
    s->drop = chance(r, 2) && random_below(r, 4) == 0;
    s->verdict = in_flight && chance(r, 3) ? (enum verdict)(1 + random_below(r, 4)) : NONE;
    s->take = chance(r, 6) && first(r, READY, 0) >= 0 && (!in_flight || s->verdict != NONE);
    s->merge_mshr = random_below(r, mshrs);
    s->merge_words = random_bits(r, r->p[2]);
    s->merge_id = random_bits(r, r->p[4]);
    s->merge_data = random_bits(r, r->p[1]);
    s->wake_mshr = random_below(r, mshrs);
    s->wake_words = random_bits(r, r->p[2]);
    s->drop_mshr = chance(r, 7) ? s->wake_mshr : random_below(r, mshrs);
    s->drop_id = random_bits(r, r->p[4]);
    s->park_mshr = random_below(r, mshrs);
    s->split_words = random_bits(r, r->p[2]);
    put(in, 1, s->merge);
    put(in, index_bits(mshrs), (uint64_t)s->merge_mshr);
    put(in, r->p[2], s->merge_words);
    put(in, r->p[4], s->merge_id);
    put(in, r->p[1], s->merge_data);
    put(in, 1, s->wake);
    put(in, index_bits(mshrs), (uint64_t)s->wake_mshr);
    put(in, r->p[2], s->wake_words);
    put(in, 1, s->drop);
    put(in, index_bits(mshrs), (uint64_t)s->drop_mshr);
    put(in, r->p[4], s->drop_id);
    put(in, 1, s->take);
    put(in, 1, s->verdict == DONE);
    put(in, 1, s->verdict == RETRY);
    put(in, 1, s->verdict == PARK);
    put(in, index_bits(mshrs), (uint64_t)s->park_mshr);
    put(in, 1, s->verdict == SPLIT);
    put(in, r->p[2], s->split_words);
}

const struct ref_kind ref_word_waiters = {"word_waiters",
                                          sizeof(struct waiters),
                                          NULL,
                                          waiters_check,
                                          waiters_clock,
                                          waiters_drive,
                                          {"full", "split", "a wake of other words"}};

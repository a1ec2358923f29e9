// cohgen_store_buffer: parameters Entries, KeyBits, LineBytes, FieldBits, Pause, Settle.
#include <string.h>

#include "ref.h"

enum { MOST = 32, BYTES = 32, AHEAD = 8 };
enum { SETTLE = 5 };

struct line {
    uint8_t data[BYTES];
    bool counts[BYTES];
};

struct entry {
    bool valid, want, all, out;
    bool back;                  // it went back, and others have not been offered since
    bool may;                   // it could be offered in the cycle before
    uint64_t key, fields, made; // made: entries are numbered as they are made
    struct line line;
};

struct store_buffer {
    struct entry entry[MOST];
    int place; // the next one of the ring
    uint64_t made;
    bool offer;
    uint64_t offer_key, offer_idx;
    int pause;
    bool far; // Settle 3: an offer was taken in the last cycle, and its line is looked up in this one
    uint64_t far_key;
    bool ahead, ahead_drains; // a transition is in S1; that of an offer
    uint64_t ahead_key;       // ... and its line
    bool busy, drains;        // likewise in S2
    uint64_t key;
    bool known; // line_o is
    struct line line;

    bool look, read, put, set, want, all, leave, retry, take;
    uint64_t look_key, fields;
    struct line bytes;
};

static int entry_of(const struct ref *r, uint64_t key) {
    const struct store_buffer *s = r->state;
    for (int e = 0; e < r->p[0]; e++)
        if (s->entry[e].valid && s->entry[e].key == key) return e;
    return -1;
}

// Is this the next place, or in a buffer of AHEAD entries or more the place after that?
static bool due(const struct ref *r, int e) {
    const struct store_buffer *s = r->state;
    return e == s->place || (r->p[0] >= AHEAD && e == (s->place + 1) % r->p[0]);
}

static bool eligible(const struct ref *r, int e, bool urgent) {
    const struct store_buffer *s = r->state;
    const struct entry *x = &s->entry[e];
    return x->valid && !x->out && (urgent ? x->want : x->all || due(r, e));
}

// Those that went back come after the others; where there are no others, all begin anew.
static void renew(struct ref *r) {
    struct store_buffer *s = r->state;
    bool others = false, back = false;
    for (int e = 0; e < r->p[0]; e++) {
        const bool some = eligible(r, e, true) || eligible(r, e, false);
        others |= some && !s->entry[e].back;
        back |= some && s->entry[e].back;
    }
    if (others && back) cover(r, 8);
    for (int e = 0; e < r->p[0]; e++) s->entry[e].back &= others;
}

// What may be offered in the next cycle: what is wanted most.
static void choose(struct ref *r, bool may[MOST]) {
    const struct store_buffer *s = r->state;
    bool any = false;
    renew(r);
    for (int urgent = 1; urgent >= 0 && !any; urgent--)
        for (int e = 0; e < r->p[0]; e++) any |= may[e] = eligible(r, e, urgent) && !s->entry[e].back;
}

// The entry to offer next: of those that may be the one made first; -1: none.
static int pick(const struct ref *r) {
    const struct store_buffer *s = r->state;
    int best = -1;
    for (int e = 0; e < r->p[0]; e++) {
        const struct entry *x = &s->entry[e];
        if (x->may && !x->out && (best < 0 || x->made < s->entry[best].made)) best = e;
    }
    return best;
}

static bool offers(const struct store_buffer *s) {
    return s->offer && !s->pause;
}

// ------------------------------------------------------------------------------------------------ check

static void expect_line(struct ref *r, struct bits *out, const struct line *line) {
    const int n = r->p[2];
    for (int b = n - 1; b >= 0; b--) {
        if (line && line->counts[b])
            expect(r, out, 8, line->data[b], "a byte of line_o");
        else
            get(out, 8);
    }
    for (int b = n - 1; b >= 0; b--) {
        if (line)
            expect(r, out, 1, line->counts[b], "a bit of bytes_o");
        else
            get(out, 1);
    }
}

static void store_buffer_check(struct ref *r, struct bits *out) {
    struct store_buffer *s = r->state;
    const int e = entry_of(r, s->key), ahead = entry_of(r, s->ahead_key), idx = index_bits(r->p[0]);
    if (s->ahead) {
        expect(r, out, r->p[3], ahead >= 0 ? s->entry[ahead].fields : 0, "look_fields_o");
        expect(r, out, idx, ahead >= 0 ? (uint64_t)ahead : 0, "look_idx_o");
    } else {
        get(out, r->p[3] + idx);
    }
    if (s->busy) {
        expect(r, out, 1, e >= 0, "hit_o");
        expect(r, out, r->p[3], e >= 0 ? s->entry[e].fields : 0, "hit_fields_o");
        expect(r, out, idx, (uint64_t)(e >= 0 ? e : s->place), "here_idx_o");
    } else {
        get(out, 1 + r->p[3] + idx);
    }
    expect(r, out, 1, s->entry[s->place].valid, "full_o");
    expect(r, out, 1, offers(s), "drain_valid_o");
    if (offers(s)) {
        expect(r, out, r->p[1], s->offer_key, "drain_key_o");
        expect(r, out, idx, s->offer_idx, "drain_idx_o");
    } else {
        get(out, r->p[1] + idx);
    }
    expect_line(r, out, s->known ? &s->line : NULL);
}

// ------------------------------------------------------------------------------------------------ clock

static int make(struct ref *r) {
    struct store_buffer *s = r->state;
    const int e = s->place;
    s->entry[e] = (struct entry){.valid = true, .key = s->key, .fields = s->fields, .made = s->made++};
    s->place = (e + 1) % r->p[0];
    if (s->look && s->look_key == s->key) cover(r, 0);
    if (s->ahead && s->ahead_key == s->key) cover(r, 6);
    return e;
}

static void put_bytes(struct ref *r, struct line *to) {
    const struct store_buffer *s = r->state;
    for (int b = 0; b < r->p[2]; b++) {
        if (!s->bytes.counts[b]) continue;
        to->counts[b] = true;
        to->data[b] = s->bytes.data[b];
    }
}

static void leave(struct ref *r, int e) {
    struct store_buffer *s = r->state;
    if (e < 0) return;
    for (int k = 0; k < r->p[0]; k++)
        if (s->entry[k].valid && s->entry[k].made < s->entry[e].made) cover(r, 1);
    if (s->look && s->look_key == s->key) cover(r, 2);
    memset(&s->entry[e], 0, sizeof s->entry[e]);
}

// What the transition in S1 reads: what the one in S2 puts is in it.
static void read(struct ref *r) {
    struct store_buffer *s = r->state;
    s->known = true;
    s->line = s->entry[entry_of(r, s->ahead_key)].line;
    if (!s->put || s->key != s->ahead_key) return;
    put_bytes(r, &s->line);
    cover(r, 7);
}

static void transition(struct ref *r) {
    struct store_buffer *s = r->state;
    int e = entry_of(r, s->key);
    if (s->put) {
        if (e < 0) e = make(r);
        put_bytes(r, &s->entry[e].line);
    }
    if (e >= 0 && s->set) s->entry[e].fields = s->fields;
    if (e >= 0 && s->want) s->entry[e].want = true;
    for (int k = 0; k < r->p[0]; k++) s->entry[k].all |= s->all && s->entry[k].valid;
    if (e >= 0 && s->retry) s->entry[e].out = false, s->entry[e].back = true;
    if (s->leave) leave(r, e);
}

static void store_buffer_clock(struct ref *r) {
    struct store_buffer *s = r->state;
    const bool load = !s->offer || s->take;
    bool may[MOST];
    choose(r, may);
    const int next = pick(r);
    const uint64_t key = next >= 0 ? s->entry[next].key : 0;
    if (load && next >= 0 && s->entry[next].want && s->entry[s->place].valid && next != s->place) cover(r, 3);
    if (s->entry[s->place].valid && s->take && s->all) cover(r, 4);
    if (s->retry) cover(r, 5);
    if (s->read) read(r);
    transition(r);
    for (int e = 0; e < r->p[0]; e++) s->entry[e].may = may[e] && s->entry[e].valid;
    if (load && next >= 0) s->entry[next].out = s->entry[next].valid;
    if (load) s->offer = next >= 0;
    const uint64_t taken = s->offer_key;
    if (load) s->offer_key = key, s->offer_idx = (uint64_t)next;
    s->pause = s->retry ? r->p[4] : s->pause ? s->pause - 1 : 0;
    s->drains = s->ahead_drains;
    s->busy = s->ahead;
    s->key = s->ahead_key;
    s->ahead_drains = r->p[SETTLE] > 2 ? s->far : s->take;
    s->far = r->p[SETTLE] > 2 && s->take;
    s->far_key = taken;
    s->ahead = s->look;
    s->ahead_key = s->look_key;
}

// ------------------------------------------------------------------------------------------------ drive

static void drive_transition(struct ref *r) {
    struct store_buffer *s = r->state;
    const bool own = s->busy && !s->drains;
    const bool room = entry_of(r, s->key) >= 0 || !s->entry[s->place].valid;
    s->put = own && room && chance(r, 0);
    s->want = own && chance(r, 1) && random_below(r, 4) == 0;
    s->all = own && chance(r, 2) && random_below(r, 8) == 0;
    s->retry = s->drains && chance(r, 3);
    s->leave = s->drains ? !s->retry : own && !s->put && chance(r, 4) && random_below(r, 16) == 0;
    s->set = own && !s->leave && chance(r, 5);
    s->fields = random_bits(r, r->p[3]);
    s->read = s->ahead && entry_of(r, s->ahead_key) >= 0 && (s->ahead_drains || random_below(r, 2));
    const int from = random_below(r, r->p[2]), n = 1 + random_below(r, 4);
    for (int b = 0; b < r->p[2]; b++) {
        s->bytes.counts[b] = b >= from && b < from + n;
        s->bytes.data[b] = (uint8_t)random_bits(r, 8);
    }
}

static void drive_look(struct ref *r) {
    struct store_buffer *s = r->state;
    const int some = r->p[1] > 5 ? 5 : r->p[1]; // bits that keys differ in
    s->take = offers(s) && chance(r, 6);
    const bool looks = r->p[SETTLE] > 2 ? s->far : s->take;
    s->look = looks || chance(r, 7);
    if (looks)
        s->look_key = r->p[SETTLE] > 2 ? s->far_key : s->offer_key;
    else if (random_below(r, 3))
        s->look_key = random_bits(r, some) * 5 & (UINT64_MAX >> (64 - r->p[1]));
}

static void store_buffer_drive(struct ref *r, struct bits *in) {
    struct store_buffer *s = r->state;
    drive_transition(r);
    drive_look(r);
    put(in, 1, s->look);
    put(in, r->p[1], s->look_key);
    put(in, 1, s->read);
    put(in, 1, s->put);
    for (int b = r->p[2] - 1; b >= 0; b--) put(in, 1, s->bytes.counts[b]);
    for (int b = r->p[2] - 1; b >= 0; b--) put(in, 8, s->bytes.data[b]);
    put(in, 1, s->set);
    put(in, r->p[3], s->fields);
    put(in, 1, s->want);
    put(in, 1, s->all);
    put(in, 1, s->leave);
    put(in, 1, s->retry);
    put(in, 1, s->take);
}

REF_KIND(store_buffer, store_buffer, NULL, store_buffer_check, store_buffer_clock, store_buffer_drive,
         "an entry is made while its line is looked up again", "one leaves before an older one",
         "one leaves while its line is looked up again",
         "one that is wanted goes before the oldest of a full buffer",
         "all are wanted of a full buffer while it drains", "one goes back",
         "an entry is made while its line is in S1", "a read of what is put",
         "one that went back waits for another")

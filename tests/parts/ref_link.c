// cohgen_link_tx: parameters Width, LinkBits, Beats, Depth, Places, Spare, Apart + 2 * Pairs + 4 *
// Steady + 8 * (Settle - 2). cohgen_link_rx:
// Width, LinkBits, Beats, Sources, Places, Lead, Ahead; a sender's number is in the top bits of a header.
// Lines have at most 64 bits here. cohgen_packets: In.
#include "ref.h"

#include <string.h>

enum { WIDTH, LINK_BITS, BEATS, DEPTH, TX_PLACES, SPARE, FORM };
enum { SOURCES = 3, RX_PLACES, LEAD, AHEAD };
enum { MOST = 8, SLOTS = 8, DST_BITS = 2 };

static int line_bits(const struct ref *r) {
    return r->p[LINK_BITS] * r->p[BEATS];
}

static uint64_t beat_of(const struct ref *r, uint64_t line, int beat) {
    const uint64_t shifted = line >> beat * r->p[LINK_BITS];
    return r->p[LINK_BITS] == 64 ? shifted : shifted & ((UINT64_C(1) << r->p[LINK_BITS]) - 1);
}

// ------------------------------------------------------------------------------------------- the sender

struct message {
    uint64_t head, line;
    bool has_line;
    bool passed; // by a younger one with a line
    bool begun;  // its first flit has left, and its last one has not
};

struct sender {
    struct message queue[2 * SLOTS]; // oldest first
    int used, lines, beat;           // beat: of the message with a line that leaves
    bool ahead[3];                   // reserved one, two, three cycles ago
    bool push, push2, reserve, keep, ready, short_ready;
    struct message pushed, pushed2;
    unsigned busy; // receivers
};

static bool has_short_port(const struct ref *r) {
    return r->p[FORM] & 1;
}

static bool takes_two(const struct ref *r) {
    return r->p[FORM] & 2;
}

static bool is_steady(const struct ref *r) {
    return r->p[FORM] & 4;
}

static int settle(const struct ref *r) {
    return r->p[FORM] & 8 ? 3 : 2;
}

// The packet that has begun, or -1.
static int begun(const struct ref *r) {
    const struct sender *s = r->state;
    for (int i = 0; i < s->used; i++)
        if (s->queue[i].begun) return i;
    return -1;
}

static unsigned receivers_of(const struct ref *r, const struct message *m) {
    return (unsigned)(m->head >> (r->p[WIDTH] - DST_BITS));
}

// Must message i wait for an older one?
static bool waits(const struct ref *r, int i) {
    const struct sender *s = r->state;
    for (int k = 0; k < i; k++) {
        if (!has_short_port(r) || receivers_of(r, &s->queue[k]) & receivers_of(r, &s->queue[i])) return true;
        if (s->queue[i].has_line && s->queue[k].has_line && s->queue[k].passed) return true;
    }
    return false;
}

// The place of the oldest message without a line, if nothing must leave before it; else -1.
static int leaving_short(const struct ref *r) {
    const struct sender *s = r->state;
    int i = 0;
    while (i < s->used && s->queue[i].has_line) i++;
    return i < s->used && !waits(r, i) ? i : -1;
}

// The place of the packet that has begun, or of the oldest one that may; else -1.
static int leaving_long(const struct ref *r) {
    const struct sender *s = r->state;
    if (begun(r) >= 0) return begun(r);
    for (int i = 0; i < s->used; i++)
        if (s->queue[i].has_line && !waits(r, i) &&
            !(has_short_port(r) && receivers_of(r, &s->queue[i]) & s->busy))
            return i;
    return -1;
}

static bool ends(const struct ref *r) {
    const struct sender *s = r->state;
    return s->beat == r->p[BEATS] - 1;
}

// Was a place reserved for a line that may be pushed in this cycle?
static bool due_line(const struct ref *r) {
    const struct sender *s = r->state;
    return s->ahead[settle(r) - 1];
}

static int promised(const struct ref *r) {
    const struct sender *s = r->state;
    int n = 0;
    for (int i = 0; i < settle(r); i++) n += s->ahead[i];
    return n;
}

static bool has_room_for_line(const struct ref *r, int spare) {
    const struct sender *s = r->state;
    return r->p[TX_PLACES] - s->lines > promised(r) + spare;
}

// Beside those that are free, one that will be when what is taken now is pushed.
static bool has_room_later(const struct ref *r, int spare) {
    const struct sender *s = r->state;
    const bool soon = is_steady(r) && begun(r) >= 0 && s->beat + 3 >= r->p[BEATS];
    return has_room_for_line(r, spare - soon - (due_line(r) && !s->keep));
}

// What is pushed now may have a place that was not reserved: one that is free, or whose last flit leaves.
static bool has_room_now(const struct ref *r) {
    const bool leaves = is_steady(r) && begun(r) >= 0 && ends(r);
    return (r->p[SPARE] || takes_two(r)) && has_room_for_line(r, -leaves);
}

static void sender_check(struct ref *r, struct bits *out) {
    const struct sender *s = r->state;
    const int with = leaving_long(r), without = leaving_short(r),
              at = with < 0 && !has_short_port(r) ? without : with, free = r->p[DEPTH] - (s->used - s->lines);
    expect(r, out, 1, free >= settle(r) + 1, "room_o");
    expect(r, out, count_bits(r->p[DEPTH]), (uint64_t)free, "free_o");
    expect(r, out, 1, has_room_later(r, r->p[SPARE]), "room_line_o");
    expect(r, out, 1, takes_two(r) && free >= settle(r) + 2, "room_pair_o");
    expect(r, out, 1, has_room_now(r), "room_spare_o");
    expect(r, out, 1, at >= 0, "valid_o");
    if (at >= 0)
        expect(r, out, 1, at != with || ends(r), "last_o");
    else
        get(out, 1);
    if (with >= 0)
        expect(r, out, r->p[LINK_BITS], beat_of(r, s->queue[with].line, s->beat), "beat_o");
    else
        get(out, r->p[LINK_BITS]);
    if (at >= 0)
        expect(r, out, r->p[WIDTH], s->queue[at].head, "head_o");
    else
        get(out, r->p[WIDTH]);
    expect(r, out, 1, has_short_port(r) && without >= 0, "short_valid_o");
    if (has_short_port(r) && without >= 0)
        expect(r, out, r->p[WIDTH], s->queue[without].head, "short_head_o");
}

static void leave(struct sender *s, int at) {
    s->lines -= s->queue[at].has_line;
    for (int i = 0; i < at; i++) s->queue[i].passed |= s->queue[at].has_line;
    memmove(&s->queue[at], &s->queue[at + 1], (size_t)(--s->used - at) * sizeof s->queue[0]);
}

static void sender_clock(struct ref *r) {
    struct sender *s = r->state;
    const int with = leaving_long(r), without = leaving_short(r);
    const bool takes = without >= 0 && (has_short_port(r) ? s->short_ready : s->ready);
    const bool over = with >= 0 && s->ready && ends(r);
    if (with >= 0 && s->ready) {
        s->beat = over ? 0 : s->beat + 1;
        s->queue[with].begun = !over;
    }
    if (takes && with >= 0 && s->ready && !over) cover(r, 0);
    for (int i = 0; over && i < with; i++)
        if (s->queue[i].has_line) cover(r, 3);
    if (over) leave(s, with);
    if (takes) leave(s, over && without > with ? without - 1 : without);
    if (s->push) {
        if (!s->pushed.has_line && s->lines == r->p[TX_PLACES]) cover(r, 1);
        s->queue[s->used++] = s->pushed;
        s->lines += s->pushed.has_line;
        if (s->push2) s->queue[s->used++] = s->pushed2;
        if (s->push2) cover(r, s->pushed.has_line ? 4 : 5);
    }
    if (s->lines == r->p[TX_PLACES]) cover(r, 2);
    s->ahead[2] = s->ahead[1];
    s->ahead[1] = s->ahead[0];
    s->ahead[0] = s->reserve;
}

// A header of at least one receiver; with a line, of one.
static uint64_t some_head(struct ref *r, bool has_line) {
    const int top = r->p[WIDTH] - DST_BITS;
    const uint64_t to = UINT64_C(1) << random_below(r, DST_BITS);
    return (has_line ? to : to | random_bits(r, DST_BITS)) << top | random_bits(r, top);
}

// A line is pushed only Settle cycles after its reservation, or into a place that is spare.
static void sender_drive(struct ref *r, struct bits *in) {
    struct sender *s = r->state;
    const int free = r->p[DEPTH] - (s->used - s->lines);
    s->pushed.has_line = chance(r, 1) && (due_line(r) || has_room_now(r));
    s->push = chance(r, 0) && (s->pushed.has_line || free > 0);
    s->keep = (s->push && s->pushed.has_line && due_line(r)) || chance(r, 7);
    s->push2 = takes_two(r) && s->push && free > !s->pushed.has_line && chance(r, 5);
    s->pushed.head = some_head(r, s->pushed.has_line);
    s->pushed2.head = some_head(r, false);
    s->pushed.line = random_bits(r, line_bits(r));
    const bool not_reserved = s->push && s->pushed.has_line && !due_line(r);
    s->reserve = chance(r, 2) && has_room_later(r, r->p[SPARE]) && !(not_reserved && !r->p[SPARE]);
    s->ready = chance(r, 3) || (is_steady(r) && begun(r) >= 0);
    s->short_ready = chance(r, 4);
    s->busy = chance(r, 6) ? (unsigned)random_bits(r, DST_BITS) : 0;
    put(in, 1, s->push);
    put(in, 1, s->pushed.has_line);
    put(in, r->p[WIDTH], s->pushed.head);
    put(in, line_bits(r), s->pushed.line);
    put(in, 1, s->push2);
    put(in, r->p[WIDTH], s->pushed2.head);
    put(in, 1, s->reserve);
    put(in, 1, s->keep);
    put(in, DST_BITS, s->busy);
    put(in, 1, s->ready);
    put(in, 1, s->short_ready);
}

REF_KIND(link_tx, sender, NULL, sender_check, sender_clock, sender_drive,
         "a header without a line behind a line", "a header without a line while all line places are taken",
         "all line places are taken", "a packet passes another", "a header without a line beside a line",
         "two headers without a line at once")

// ----------------------------------------------------------------------------------------- the receiver

struct receiver {
    uint64_t line[MOST][SLOTS]; // of each source, oldest first
    int used[MOST];
    int beat, from; // of the flit that comes next; whose packet it is
    bool more;      // it is one of several
    bool take, offer, last, done;
    uint64_t head, data, built;
    int src;
};

static bool begins_line(const struct ref *r) {
    const struct receiver *s = r->state;
    return s->beat == 0 && (r->p[BEATS] == 1 || !s->last);
}

// Has this source a place for a line, perhaps that of one which is done with in this cycle?
static bool has_place(const struct ref *r, int source) {
    const struct receiver *s = r->state;
    return s->used[source] < r->p[RX_PLACES] || (r->p[AHEAD] && s->done && s->src == source);
}

static bool fits(const struct ref *r) {
    const struct receiver *s = r->state;
    return !begins_line(r) || has_place(r, s->from);
}

// Is this the flit with which the header of its packet is offered?
static bool offers_header(const struct ref *r) {
    const struct receiver *s = r->state;
    return s->more ? s->beat == r->p[BEATS] - 1 - r->p[LEAD] : s->last;
}

static void receiver_check(struct ref *r, struct bits *out) {
    const struct receiver *s = r->state;
    if (s->offer)
        expect(r, out, 1, fits(r), "fits_o");
    else
        get(out, 1);
    for (int i = r->p[SOURCES] - 1; i >= 0; i--) expect(r, out, 1, has_place(r, i), "room_o");
    expect(r, out, 1, s->beat > 0, "inside_o");
    expect(r, out, 1, s->take && offers_header(r), "head_valid_o");
    if (s->take && offers_header(r))
        expect(r, out, r->p[WIDTH], s->head, "head_o");
    else
        get(out, r->p[WIDTH]);
    if (s->used[s->src]) expect(r, out, line_bits(r), s->line[s->src][0], "line_o");
}

static void receiver_clock(struct ref *r) {
    struct receiver *s = r->state;
    if (s->offer && !s->take) cover(r, 0);
    const bool has_line = r->p[BEATS] == 1 || s->more;
    if (s->take && begins_line(r) && s->used[s->from] == r->p[RX_PLACES]) cover(r, 3);
    if (s->take && offers_header(r) && !s->last) cover(r, 4);
    if (s->done) {
        int *used = &s->used[s->src];
        memmove(&s->line[s->src][0], &s->line[s->src][1], (size_t)-- * used * sizeof s->line[0][0]);
        if (s->take && has_line && s->last && s->src == s->from) cover(r, 1);
    }
    if (!s->take) return;
    if (!has_line) cover(r, 2);
    s->built |= s->data << (s->beat * r->p[LINK_BITS]);
    if (!s->last) {
        s->beat++;
        return;
    }
    if (has_line) s->line[s->from][s->used[s->from]++] = s->built;
    s->beat = 0;
    s->built = 0;
    s->more = false;
}

static void receiver_drive(struct ref *r, struct bits *in) {
    struct receiver *s = r->state;
    const int src_bits = index_bits(r->p[SOURCES]), above = r->p[WIDTH] - src_bits;
    s->offer = chance(r, 0) || (r->p[LEAD] && s->beat);
    s->src = random_below(r, r->p[SOURCES]);
    s->done = s->used[s->src] && chance(r, 2);
    if (!s->beat) {
        s->from = random_below(r, r->p[SOURCES]);
        s->more = r->p[BEATS] > 1 && chance(r, 1);
        s->head = (uint64_t)s->from << above | random_bits(r, above);
    }
    s->last = !s->more || s->beat == r->p[BEATS] - 1;
    s->data = random_bits(r, r->p[LINK_BITS]);
    s->take = s->offer && fits(r);
    put(in, 1, s->take);
    put(in, 1, s->last);
    put(in, r->p[LINK_BITS], s->data);
    put(in, r->p[WIDTH], s->head);
    put(in, 1, s->done);
    put(in, src_bits, (uint64_t)s->src);
}

REF_KIND(link_rx, receiver, NULL, receiver_check, receiver_clock, receiver_drive, "no place for a line",
         "one line ends while another leaves", "a packet without a line",
         "a packet begins as the last place becomes free", "a header is offered before its line is whole")

// --------------------------------------------------------------------------------- between both: packets

struct packets {
    int inside; // 1 + the input whose packet has begun, 0: none
    unsigned in_last, open, lines;
    bool taken, last;
    int src;
};

static bool lets_in(const struct packets *s, int i) {
    if (s->inside) return s->inside == i + 1;
    return s->open >> i & 1 && (s->in_last >> i & 1 || s->lines >> i & 1);
}

static void packets_check(struct ref *r, struct bits *out) {
    const struct packets *s = r->state;
    for (int i = r->p[0] - 1; i >= 0; i--) expect(r, out, 1, lets_in(s, i), "open_o");
    for (int i = r->p[0] - 1; i >= 0; i--)
        expect(r, out, 1, s->inside || !(s->open & s->lines & 1u << i), "closed_o");
}

static void packets_clock(struct ref *r) {
    struct packets *s = r->state;
    if (!s->taken) return;
    if (s->inside && s->last) cover(r, 0);
    if (!s->inside && s->last) cover(r, 1);
    s->inside = s->last ? 0 : s->src + 1;
}

static void packets_drive(struct ref *r, struct bits *in) {
    struct packets *s = r->state;
    s->in_last = (unsigned)random_bits(r, r->p[0]);
    s->open = (unsigned)random_bits(r, r->p[0]);
    s->lines = (unsigned)random_bits(r, r->p[0]);
    s->src = random_below(r, r->p[0]);
    s->taken = chance(r, 0) && lets_in(s, s->src);
    s->last = s->in_last >> s->src & 1;
    put(in, r->p[0], s->in_last);
    put(in, r->p[0], s->open);
    put(in, r->p[0], s->lines);
    put(in, 1, s->taken);
    put(in, index_bits(r->p[0]), (uint64_t)s->src);
    put(in, 1, s->last);
}

REF_KIND(packets, packets, NULL, packets_check, packets_clock, packets_drive,
         "a packet of several flits ends", "a packet of one flit")

// cohgen_axi_port: parameters AddrBits, LineBytes, DataBits, IdBits, Writes, Strobes, Reads.
//
// Not an exact model of every cycle, but both of its neighbours: a requester, and an AXI memory that accepts,
// answers, reorders and interleaves at random, with a checker of the protocol between. For some time the
// bursts of reads come one by one, then their beats are mixed a little, then at random. The memory applies a
// write just before its B and reads a line at any time between AR and the first beat, so that a read sent too
// early is seen.
#include "ref.h"

#include <stdlib.h>
#include <string.h>

enum { LINES = 20, IDS = 16, LINE = 64, QUEUE = 64, PATIENCE = 4000 };

enum read_state { IDLE, ASKED, READING }; // asked: accepted, no AR yet; reading: until the fill is taken
struct reading {
    enum read_state state;
    int line;
    long order, since;
    uint8_t expected[LINE];
    bool sampled, answered;
    int sent;           // beats
    long last;          // the cycle after that with the last beat
    uint8_t data[LINE]; // what the memory will answer
};

struct writing { // from acceptance to B
    bool used, aw, w, offered;
    int line;
    uint64_t id;
    long order, since;
    uint8_t data[LINE];
    bool strobe[LINE];
};

struct axi_address {
    bool valid;
    uint64_t id, addr, len, size, burst, kind;
};

struct axi_out {
    bool req_ready, fill_valid, error, wvalid, wlast, bready, rready;
    uint64_t fill_id, fill_addr;
    struct axi_address aw, ar;
    uint64_t wstrb[2];
    uint8_t fill_data[LINE], wdata[LINE];
};

struct axi {
    uint8_t memory[LINES][LINE], golden[LINES][LINE];
    struct reading read[IDS];
    struct writing write[QUEUE];
    long order;
    bool error;
    int w_write, w_beat; // the write whose beats come now
    int waits;           // cycles without a fill, while a line is there
    long taken;          // cycle of the last fill taken
    int r_id;            // the read whose beat goes now, or went last; -1: none or whole

    bool req_valid, req_write, fill_ready, awready, wready, bvalid, arready, rvalid, rlast;
    int req_line;
    uint64_t req_id, bid, bresp, rid, rresp;
    uint8_t req_data[LINE], rdata[LINE];
    bool req_strobe[LINE];

    struct axi_out out, last; // of this cycle and of the one before
    bool aw_held, w_held, ar_held, fill_held;
};

static int beats(const struct ref *r) {
    return r->p[1] * 8 / r->p[2];
}

// Lines lie far apart, so that every address bit is used.
static uint64_t address(const struct ref *r, int line) {
    uint64_t spread = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)(line + 1) >> (64 - r->p[0]);
    return spread / (uint64_t)r->p[1] * (uint64_t)r->p[1];
}

static int line_of(const struct ref *r, uint64_t addr) {
    for (int l = 0; l < LINES; l++) {
        if (address(r, l) == addr) return l;
    }
    return -1;
}

static void get_bytes(struct bits *b, int n, uint8_t *to) {
    for (int i = n - 1; i >= 0; i--) to[i] = (uint8_t)get(b, 8);
}

static void put_bytes(struct bits *b, int n, const uint8_t *from) {
    for (int i = n - 1; i >= 0; i--) put(b, 8, from[i]);
}

static void axi_init(struct ref *r) {
    struct axi *s = r->state;
    s->r_id = -1;
    for (int l = 0; l < LINES; l++) {
        for (int i = 0; i < LINE; i++) s->memory[l][i] = (uint8_t)random_bits(r, 8);
    }
    memcpy(s->golden, s->memory, sizeof s->golden);
}

static void read_address(const struct ref *r, struct bits *out, struct axi_address *a) {
    a->valid = get(out, 1);
    a->id = get(out, r->p[3]);
    a->addr = get(out, r->p[0]);
    a->len = get(out, 8);
    a->size = get(out, 3);
    a->burst = get(out, 2);
    a->kind = get(out, 16);
}

static void read_outputs(struct ref *r, struct bits *out) {
    struct axi *s = r->state;
    struct axi_out *o = &s->out;
    int addr = r->p[0], id = r->p[3];
    s->last = *o;
    o->req_ready = get(out, 1);
    o->fill_valid = get(out, 1);
    o->fill_id = get(out, id);
    o->fill_addr = get(out, addr);
    get_bytes(out, r->p[1], o->fill_data);
    o->error = get(out, 1);
    read_address(r, out, &o->aw);
    o->wvalid = get(out, 1);
    get_bytes(out, r->p[2] / 8, o->wdata);
    o->wstrb[1] = r->p[2] / 8 > 64 ? get(out, r->p[2] / 8 - 64) : 0;
    o->wstrb[0] = get(out, r->p[2] / 8 > 64 ? 64 : r->p[2] / 8);
    o->wlast = get(out, 1);
    o->bready = get(out, 1);
    read_address(r, out, &o->ar);
    o->rready = get(out, 1);
}

static void check_stable(struct ref *r) {
    struct axi *s = r->state;
    const struct axi_out *a = &s->last, *b = &s->out;
    if (s->aw_held)
        require(r, b->aw.valid && a->aw.id == b->aw.id && a->aw.addr == b->aw.addr,
                "AW changed before AWREADY");
    if (s->w_held)
        require(r,
                b->wvalid && memcmp(a->wdata, b->wdata, sizeof a->wdata) == 0 && a->wlast == b->wlast &&
                    memcmp(a->wstrb, b->wstrb, sizeof a->wstrb) == 0,
                "W changed before WREADY");
    if (s->ar_held)
        require(r, b->ar.valid && a->ar.id == b->ar.id && a->ar.addr == b->ar.addr,
                "AR changed before ARREADY");
    if (s->fill_held)
        require(r,
                b->fill_valid && a->fill_id == b->fill_id && a->fill_addr == b->fill_addr &&
                    memcmp(a->fill_data, b->fill_data, sizeof a->fill_data) == 0,
                "the fill changed before fill_ready_i");
    if (s->aw_held) cover(r, 5);
    s->aw_held = b->aw.valid && !s->awready;
    s->w_held = b->wvalid && !s->wready;
    s->ar_held = b->ar.valid && !s->arready;
    s->fill_held = b->fill_valid && !s->fill_ready;
}

// A write to the line, accepted before `order` and without B so far.
static bool write_before(const struct axi *s, int line, long order) {
    for (int i = 0; i < QUEUE; i++) {
        if (s->write[i].used && s->write[i].line == line && s->write[i].order < order) return true;
    }
    return false;
}

// Lines that are there do not wait long for the line register: for a burst that goes straight to it, and for
// the reading of one.
static void check_fill_time(struct ref *r) {
    struct axi *s = r->state;
    bool whole = false;
    for (int i = 0; i < IDS; i++) whole |= s->read[i].state == READING && s->read[i].answered;
    s->waits = whole && !s->out.fill_valid ? s->waits + 1 : 0;
    require(r, s->waits <= 2 * beats(r) + 3, "a line that is there is no fill");
    if (s->out.fill_valid && s->read[s->out.fill_id].last == r->cycle) cover(r, 10);
}

static void check_channels(struct ref *r) {
    struct axi *s = r->state;
    const struct axi_out *o = &s->out;
    uint64_t size = (uint64_t)count_bits(r->p[2] / 8) - 1, len = (uint64_t)beats(r) - 1;
    uint64_t lanes = r->p[2] / 8 >= 64 ? UINT64_MAX : (UINT64_C(1) << r->p[2] / 8) - 1;

    // No lock; Normal Non-cacheable Bufferable; unprivileged secure data; no quality of service; region 0.
    const uint64_t kind = UINT64_C(3) << 11;

    require(r, o->bready, "BREADY is low");
    require(r, o->rready, "RREADY is low");
    require(r, o->error == s->error, "error_o");
    if (o->aw.valid) {
        require(r, o->aw.len == len && o->aw.size == size && o->aw.burst == 1, "wrong AW burst");
        require(r, o->aw.kind == kind, "wrong AWLOCK, AWCACHE, AWPROT, AWQOS or AWREGION");
        require(r, line_of(r, o->aw.addr) >= 0, "wrong AWADDR");
    }
    if (o->wvalid && r->p[5] == 0) require(r, o->wstrb[0] == lanes, "WSTRB is not full");
    if (o->ar.valid) {
        struct reading *x = &s->read[o->ar.id];
        require(r, o->ar.len == len && o->ar.size == size && o->ar.burst == 1, "wrong AR burst");
        require(r, o->ar.kind == kind, "wrong ARLOCK, ARCACHE, ARPROT, ARQOS or ARREGION");
        require(r, x->state == ASKED && address(r, x->line) == o->ar.addr, "AR that nobody asked for");
        require(r, !write_before(s, x->line, x->order), "AR before the B of an earlier write to its line");
    }
    check_fill_time(r);
    if (o->fill_valid) {
        struct reading *x = &s->read[o->fill_id];
        require(r, x->state == READING && x->answered, "fill that nobody asked for");
        require(r, o->fill_addr == address(r, x->line), "wrong fill_addr_o");
        require(r, memcmp(o->fill_data, x->expected, (size_t)r->p[1]) == 0, "wrong fill_data_o");
    }
}

static void check_patience(struct ref *r) {
    struct axi *s = r->state;
    for (int i = 0; i < IDS; i++)
        require(r, s->read[i].state == IDLE || r->cycle - s->read[i].since < PATIENCE, "a read never ends");
    for (int i = 0; i < QUEUE; i++)
        require(r, !s->write[i].used || r->cycle - s->write[i].since < PATIENCE, "a write never ends");
}

static void axi_check(struct ref *r, struct bits *out) {
    read_outputs(r, out);
    check_stable(r);
    check_channels(r);
    check_patience(r);
}

// ------------------------------------------------------------------------------------ the edge

// The bytes that count.
static void write_line(uint8_t *line, const struct writing *x) {
    for (int i = 0; i < LINE; i++) {
        if (x->strobe[i]) line[i] = x->data[i];
    }
}

static void accept_request(struct ref *r) {
    struct axi *s = r->state;
    if (!s->req_write) {
        struct reading *x = &s->read[s->req_id];
        *x = (struct reading){.state = ASKED, .line = s->req_line, .order = s->order++, .since = r->cycle};
        memcpy(x->expected, s->golden[s->req_line], LINE);
        if (write_before(s, x->line, x->order)) cover(r, 0);
        return;
    }
    int i = 0;
    while (i < QUEUE && s->write[i].used) i++;
    if (i == QUEUE) abort();
    s->write[i] = (struct writing){.used = true, .line = s->req_line, .since = r->cycle};
    if (write_before(s, s->req_line, s->order)) cover(r, 1);
    s->write[i].order = s->order++;
    memcpy(s->write[i].data, s->req_data, LINE);
    memcpy(s->write[i].strobe, s->req_strobe, sizeof s->req_strobe);
    write_line(s->golden[s->req_line], &s->write[i]);
}

// The oldest write without AW, or without all of W: AW and W come in the order of acceptance.
static struct writing *oldest(struct axi *s, bool without_aw) {
    struct writing *found = NULL;
    for (int i = 0; i < QUEUE; i++) {
        struct writing *x = &s->write[i];
        if (!x->used || (without_aw ? x->aw : x->w)) continue;
        if (found == NULL || x->order < found->order) found = x;
    }
    return found;
}

static void take_aw(struct ref *r) {
    struct axi *s = r->state;
    struct writing *x = oldest(s, true);
    int outstanding = 0;
    require(r, x != NULL && s->out.aw.addr == address(r, x->line), "AW that nobody asked for");
    if (x == NULL) return;
    require(r, !write_before(s, x->line, x->order), "AW before the B of an earlier write to its line");
    for (int i = 0; i < QUEUE; i++) {
        if (!s->write[i].used || !s->write[i].aw) continue;
        require(r, s->write[i].id != s->out.aw.id, "two outstanding writes with one id");
        outstanding++;
    }
    require(r, outstanding < r->p[4], "more outstanding writes than Writes");
    if (outstanding > 0 && outstanding == r->p[4] - 1) cover(r, 2);
    if (x->w) cover(r, 3);
    x->aw = true;
    x->id = s->out.aw.id;
}

static void take_w(struct ref *r) {
    struct axi *s = r->state;
    struct writing *x = oldest(s, false);
    int bytes = r->p[2] / 8;
    require(r, x != NULL, "W that nobody asked for");
    if (x == NULL) return;
    int strobes = 0;
    for (int i = 0; i < bytes; i++) {
        const bool counts = x->strobe[s->w_beat * bytes + i];
        strobes += counts;
        require(r, (s->out.wstrb[i / 64] >> i % 64 & 1) == counts, "wrong WSTRB");
        require(r, !counts || s->out.wdata[i] == x->data[s->w_beat * bytes + i], "wrong WDATA");
    }
    if (strobes == 0) cover(r, 6);
    if (strobes > 0 && strobes < bytes) cover(r, 7);
    require(r, s->out.wlast == (s->w_beat == beats(r) - 1), "wrong WLAST");
    s->w_beat++;
    if (s->w_beat < beats(r)) return;
    s->w_beat = 0;
    x->w = true;
}

static void take_r(struct ref *r) {
    struct axi *s = r->state;
    struct reading *x = &s->read[s->r_id];
    s->error = s->error || s->rresp >= 2;
    s->rvalid = false;
    x->sent++;
    for (int i = 0; i < IDS; i++) {
        struct reading *y = &s->read[i];
        if (y == x || y->state != READING || y->sent == 0 || y->answered) continue;
        cover(r, 8);
        if (s->rlast && y->order < x->order) cover(r, 9);
    }
    if (!s->rlast) return;
    x->answered = true;
    x->last = r->cycle + 1;
    s->r_id = -1;
}

static void axi_clock(struct ref *r) {
    struct axi *s = r->state;
    bool accepted = s->req_valid && s->out.req_ready;

    if (s->bvalid) {
        for (int i = 0; i < QUEUE; i++) {
            if (s->write[i].used && s->write[i].offered) s->write[i].used = false;
        }
        s->bvalid = false;
        s->error = s->error || s->bresp >= 2;
    }
    if (s->out.aw.valid && s->awready) take_aw(r);
    if (s->out.wvalid && s->wready) take_w(r);
    if (s->out.ar.valid && s->arready) s->read[s->out.ar.id].state = READING;
    if (s->rvalid && s->out.rready) take_r(r);
    if (s->out.fill_valid && s->fill_ready) {
        if (r->cycle - s->taken == beats(r)) cover(r, 11);
        s->taken = r->cycle;
        s->read[s->out.fill_id].state = IDLE;
    }
    if (accepted) {
        accept_request(r);
        s->req_valid = false;
    }
}

// ------------------------------------------------------------------------------------ the inputs

static bool line_is_read(const struct axi *s, int line) {
    for (int i = 0; i < IDS; i++) {
        if (s->read[i].state != IDLE && s->read[i].line == line) return true;
    }
    return false;
}

static void drive_request(struct ref *r) {
    struct axi *s = r->state;
    if (s->req_valid || !chance(r, 0)) return;
    s->req_write = chance(r, 1);
    s->req_line = random_below(r, LINES);
    s->req_id = (uint64_t)random_below(r, r->p[6]);
    for (int i = 0; i < LINE; i++) s->req_data[i] = (uint8_t)random_bits(r, 8);
    const unsigned counts = (unsigned)random_below(r, 5); // in quarters
    for (int i = 0; i < LINE; i++) s->req_strobe[i] = r->p[5] == 0 || random_bits(r, 2) < counts;
    // No write to a line that is being read: what the read returns would be anyone's guess.
    s->req_valid = s->req_write ? !line_is_read(s, s->req_line) : s->read[s->req_id].state == IDLE;
}

static uint64_t response(struct ref *r) {
    return r->cycle > 19000 && random_below(r, 64) == 0 ? 2 + random_bits(r, 1) : random_bits(r, 1);
}

static void drive_b(struct ref *r) {
    struct axi *s = r->state;
    int i = random_below(r, QUEUE);
    if (s->bvalid || !chance(r, 2)) return;
    for (int k = 0; k < QUEUE && !s->bvalid; k++, i = (i + 1) % QUEUE) {
        struct writing *x = &s->write[i];
        if (!x->used || !x->aw || !x->w) continue;
        x->offered = s->bvalid = true;
        s->bid = x->id;
        s->bresp = response(r);
        write_line(s->memory[x->line], x);
    }
}

// Any of those that can go on, or none.
static void choose_read(struct ref *r) {
    struct axi *s = r->state;
    int id = random_below(r, IDS);
    s->r_id = -1;
    for (int k = 0; k < IDS && s->r_id < 0; k++, id = (id + 1) % IDS) {
        if (s->read[id].sampled && !s->read[id].answered && s->read[id].state == READING) s->r_id = id;
    }
}

static void drive_r(struct ref *r) {
    struct axi *s = r->state;
    int bytes = r->p[2] / 8;
    for (int i = 0; i < IDS; i++) {
        struct reading *x = &s->read[i];
        if (x->state != READING || x->sampled || random_below(r, 4) != 0) continue;
        memcpy(x->data, s->memory[x->line], LINE);
        x->sampled = true;
    }
    if (s->rvalid) return;
    // Another one: when the last one is whole; and, in two thirds of the time, at any beat.
    const long way = r->cycle / 512 % 3;
    if (s->r_id < 0 || way == 2 || (way == 1 && random_below(r, 8) == 0)) choose_read(r);
    if (s->r_id < 0 || !chance(r, 3)) return;
    const struct reading *x = &s->read[s->r_id];
    s->rvalid = true;
    s->rid = (uint64_t)s->r_id;
    s->rlast = x->sent == beats(r) - 1;
    s->rresp = response(r);
    memcpy(s->rdata, x->data + x->sent * bytes, (size_t)bytes);
}

static void axi_drive(struct ref *r, struct bits *in) {
    struct axi *s = r->state;
    for (int k = 2; k < KNOBS; k++) r->knob[k] = r->knob[k] > 0 ? r->knob[k] : 1; // nobody waits for ever
    drive_request(r);
    drive_b(r);
    drive_r(r);
    s->fill_ready = chance(r, 4);
    s->awready = chance(r, 5);
    s->wready = chance(r, 6);
    s->arready = chance(r, 7);
    if (s->error) cover(r, 4);

    put(in, 1, s->req_valid);
    put(in, 1, s->req_write);
    put(in, r->p[0], address(r, s->req_line));
    put(in, r->p[3], s->req_id);
    for (int i = r->p[1] - 1; i >= 0 && r->p[5] > 0; i--) put(in, 1, s->req_strobe[i]);
    put_bytes(in, r->p[1], s->req_data);
    put(in, 1, s->fill_ready);
    put(in, 1, s->awready);
    put(in, 1, s->wready);
    put(in, 1, s->bvalid);
    put(in, r->p[3], s->bid);
    put(in, 2, s->bresp);
    put(in, 1, s->arready);
    put(in, 1, s->rvalid);
    put(in, r->p[3], s->rid);
    put_bytes(in, r->p[2] / 8, s->rdata);
    put(in, 2, s->rresp);
    put(in, 1, s->rlast);
}

REF_KIND(axi_port, axi, axi_init, axi_check, axi_clock, axi_drive, "read behind a write of its line",
         "write behind a write of its line", "all writes outstanding", "W before AW", "an error response",
         "AW that waits", "a beat of no byte", "a beat of some bytes", "beats of two reads mixed",
         "a later read whole before an earlier one", "a fill right after its last beat", "fills back to back")

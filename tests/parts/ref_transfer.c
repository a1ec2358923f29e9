// cohgen_transfer: parameters IdBits, Words, AddrBits. The core and what stands behind its port are played
// here. The model knows by plain division which words a tile has (stash_math.h), and why it is refused.
#include "ref.h"
#include "stash_math.h"

enum { ID, WORDS, ADDR };
enum { MOST_IDS = 64, NOBODY = -1 };

struct answer {
    int id; // NOBODY: none
    uint32_t data;
};

struct asked {
    bool valid, move, out, local;
    unsigned op, bytes;
    int id;
    uint64_t addr;
    uint32_t data;
};

struct transfer {
    enum { IDLE, BEGIN, CHECK, ASK, WAIT, ANSWER } step;
    struct tile tile;
    bool out, second; // second: the word's store
    int id;
    uint64_t object, word; // of the tile: looked at, moved
    unsigned why;
    uint32_t data;
    bool busy[MOST_IDS]; // requests of the core, by id, that are behind the port

    struct asked req; // of the core, in this cycle
    struct tile next;
    bool ready;
    struct answer ans;
};

static void transfer_init(struct ref *r) {
    struct transfer *s = r->state;
    s->ans.id = NOBODY;
}

// ------------------------------------------------------------------------------------------ what a tile is
static struct sizes sizes_of(const struct ref *r) {
    return (struct sizes){.stash = count_bits(r->p[WORDS] - 1) + 2, .span = 63, .addr = r->p[ADDR]};
}

static bool is_flat(const struct tile *t) {
    return t->field == t->object;
}

// What is wrong with the operands alone: the base of a stash's chunk is not asked for.
static unsigned wrong_alone(const struct ref *r, const struct tile *t) {
    unsigned why = tile_refused(t, sizes_of(r)) & 0x2e;
    if (t->stash_base % 4) why |= 1u << 3;
    return why;
}

// As it is moved: a row that is moved as it is, is one field of one object.
static struct tile as_moved(const struct tile *t) {
    struct tile m = *t;
    if (is_flat(t)) m.field = m.object = m.row;
    return m;
}

// Why the k-th object of such a tile cannot be moved, 0 if it can.
static unsigned wrong_object(const struct ref *r, const struct tile *t, uint64_t k) {
    const uint64_t per = t->row / t->object;
    if (t->row % t->object && k == per) return 1u << 4;
    const wide at = (wide)t->global_base + (wide)(k / per) * t->stride + (wide)(k % per) * t->object;
    unsigned why = 0;
    if (t->stash_base + (wide)(k + 1) * t->field > 4 * (wide)r->p[WORDS]) why |= 1u << 6;
    if (at + t->object > (wide)1 << r->p[ADDR]) why |= 1u << 7;
    return why;
}

// ------------------------------------------------------------------------------------------ cycle by cycle
static bool takes_move(const struct transfer *s) {
    return s->step == IDLE && s->req.valid && s->req.move;
}

static bool is_mine(const struct transfer *s) {
    return s->step == WAIT && s->ans.id == s->id;
}

static struct asked offered(const struct ref *r) {
    const struct transfer *s = r->state;
    if (s->step == IDLE) {
        struct asked a = s->req;
        a.valid = a.valid && !a.move;
        return a;
    }
    const bool local = s->second != s->out;
    const struct tile t = as_moved(&s->tile);
    const uint64_t at = 4 * s->word;
    return (struct asked){.valid = s->step == ASK,
                          .op = s->second,
                          .local = local,
                          .id = s->id,
                          .addr = local ? t.stash_base + at : t.global_base + tile_forward(&t, at),
                          .data = s->data,
                          .bytes = 15};
}

static void transfer_check(struct ref *r, struct bits *out) {
    struct transfer *s = r->state;
    const struct asked a = s->step == IDLE || s->step == ASK ? offered(r) : (struct asked){0};
    expect(r, out, 1, s->step == IDLE && (s->req.move || s->ready), "req_ready_o");
    expect(r, out, 1, a.valid, "out_valid_o");
    expect(r, out, 1, s->step != IDLE, "out_own_o");
    if (a.valid) {
        expect(r, out, 2, a.op, "out_op_o");
        expect(r, out, 1, a.local, "out_local_o");
        expect(r, out, r->p[ID], (uint64_t)a.id, "out_id_o");
        expect(r, out, r->p[ADDR], a.addr, "out_addr_o");
        const uint64_t data = get(out, 32);
        if (s->step == IDLE || s->second) require(r, data == a.data, "out_data_o is wrong");
        expect(r, out, 4, a.bytes, "out_bytes_o");
    } else {
        get(out, 3);
        get(out, r->p[ID]);
        get(out, r->p[ADDR]);
        get(out, 36);
    }
    const bool passes = s->ans.id != NOBODY && !is_mine(s), own = s->step == ANSWER;
    expect(r, out, 1, passes || own, "resp_valid_o");
    if (!passes && !own) return;
    expect(r, out, r->p[ID], (uint64_t)(passes ? s->ans.id : s->id), "resp_id_o");
    expect(r, out, 32, passes ? s->ans.data : s->why, "resp_data_o");
}

static void begin(struct ref *r) {
    struct transfer *s = r->state;
    s->tile = s->next;
    s->out = s->req.out;
    s->id = s->req.id;
    s->object = s->word = 0;
    s->step = BEGIN;
    cover(r, s->req.out ? 1 : 0);
}

static void look(struct ref *r) {
    struct transfer *s = r->state;
    const struct tile t = as_moved(&s->tile);
    s->why = wrong_object(r, &t, s->object++);
    if (s->why) {
        cover(r, s->why & 1u << 4 ? 4 : s->why & 1u << 6 ? 5 : 6);
        s->step = ANSWER;
    } else if (t.row % t.object == 0 && s->object == t.row / t.object * t.num) {
        s->step = ASK;
    }
}

static void next_word(struct ref *r) {
    struct transfer *s = r->state;
    const struct tile t = as_moved(&s->tile);
    s->second = !s->second;
    s->step = ASK;
    if (s->second) {
        s->data = s->ans.data;
        return;
    }
    if (4 * ++s->word < tile_bytes(&t)) return;
    s->step = ANSWER;
    if (t.num > 1 && t.row > t.object && t.object > t.field && t.field > 4) cover(r, s->out ? 8 : 7);
    if (t.num > 1 && is_flat(&s->tile) && s->tile.field % 4) cover(r, 9);
}

static void transfer_clock(struct ref *r) {
    struct transfer *s = r->state;
    const bool passes = s->ans.id != NOBODY && !is_mine(s), mine = s->ans.id != NOBODY && is_mine(s);
    if (s->step != IDLE && s->req.valid) cover(r, 2);
    if (s->step == ANSWER && passes) cover(r, 3);
    if (passes) s->busy[s->ans.id] = false;
    switch (s->step) {
    case IDLE:
        if (takes_move(s)) {
            begin(r);
            s->busy[s->id] = true;
        } else if (s->req.valid && s->ready) {
            s->busy[s->req.id] = true;
        }
        break;
    case BEGIN:
        s->why = wrong_alone(r, &s->tile);
        if (s->why) cover(r, 10);
        s->step = s->why ? ANSWER : CHECK;
        break;
    case CHECK: look(r); break;
    case ASK:
        if (s->ready) s->step = WAIT;
        break;
    case WAIT:
        if (mine) next_word(r);
        break;
    case ANSWER:
        if (passes) break;
        s->step = IDLE;
        s->busy[s->id] = false;
        break;
    }
}

// ------------------------------------------------------------------------------------------------- inputs
static uint64_t below(struct ref *r, uint64_t n) {
    return random_bits(r, 62) % n;
}

// Mostly a tile that can be moved, small, and sometimes at an end of the memory or of the address space.
static struct tile choose_tile(struct ref *r) {
    const uint64_t room = (uint64_t)r->p[WORDS], most = room < 48 ? room : 48,
                   span = UINT64_C(1) << (r->p[ADDR] - 2);
    struct tile t;
    t.num = 1 + below(r, most < 5 ? most : 5);
    const uint64_t n = 1 + below(r, most / t.num), field = 1 + below(r, most / t.num / n);
    const uint64_t object = field + below(r, 4), row = n * object;
    t.field = 4 * field;
    t.object = 4 * object;
    t.row = 4 * row;
    t.stride = 4 * (row + below(r, 6));
    if (random_below(r, 6) == 0) t.field = t.object = 1 + below(r, 4);
    if (t.num == 1) t.stride = random_bits(r, 8);
    t.stash_base = 4 * below(r, room), t.global_base = 4 * below(r, span);
    if (random_below(r, 2)) t.stash_base = 0;
    if (random_below(r, 2)) t.global_base %= 4 * most;
    return t;
}

// One operand is something else.
static void spoil(struct ref *r, struct tile *t) {
    uint64_t *const of[] = {&t->stash_base, &t->global_base, &t->field, &t->object,
                            &t->row,        &t->stride,      &t->num};
    uint64_t *to = of[random_below(r, 7)];
    *to = random_below(r, 2) ? below(r, 40) : random_bits(r, r->p[ADDR]);
    if (random_below(r, 2)) *to &= ~UINT64_C(3);
}

static void put_tile(struct ref *r, struct bits *in, struct tile *t) {
    const int a = r->p[ADDR], l = count_bits(r->p[WORDS] - 1);
    const uint64_t mask = (UINT64_C(1) << a) - 1;
    t->stash_base &= (UINT64_C(1) << (l + 2)) - 1;
    t->num &= (UINT64_C(1) << (l + 1)) - 1;
    uint64_t *const sizes[] = {&t->global_base, &t->field, &t->object, &t->row, &t->stride};
    put(in, l + 2, t->stash_base);
    for (int i = 0; i < 5; i++) put(in, a, *sizes[i] &= mask);
    put(in, l + 1, t->num);
}

// An id whose use is this, or NOBODY.
static int choose_id(struct ref *r, bool busy) {
    const struct transfer *s = r->state;
    const int n = 1 << r->p[ID], from = random_below(r, n);
    for (int i = 0; i < n; i++)
        if (s->busy[(from + i) % n] == busy) return (from + i) % n;
    return NOBODY;
}

static void choose_answer(struct ref *r) {
    struct transfer *s = r->state;
    s->ans = (struct answer){.id = NOBODY, .data = (uint32_t)random_bits(r, 32)};
    if (!chance(r, 2)) return;
    // Mostly the transfer's own: others are to be left when it ends.
    if ((s->step == BEGIN || s->step == CHECK || s->step == ASK) && random_below(r, 64)) return;
    const int id = s->step == WAIT && random_below(r, 64) ? s->id : choose_id(r, true);
    if (id != NOBODY && (s->step == IDLE || id != s->id || s->step == WAIT)) s->ans.id = id;
}

static void transfer_drive(struct ref *r, struct bits *in) {
    struct transfer *s = r->state;
    const int id = choose_id(r, false);
    s->req = (struct asked){.valid = id != NOBODY && chance(r, 0),
                            .move = random_below(r, 3) == 0,
                            .out = random_below(r, 2),
                            .local = random_below(r, 2),
                            .op = (unsigned)random_bits(r, 2),
                            .bytes = (unsigned)random_bits(r, 4),
                            .id = id == NOBODY ? 0 : id,
                            .addr = random_bits(r, r->p[ADDR]),
                            .data = (uint32_t)random_bits(r, 32)};
    s->next = choose_tile(r);
    if (random_below(r, 3) == 0) spoil(r, &s->next);
    s->ready = chance(r, 1);
    choose_answer(r);
    put(in, 1, s->req.valid);
    put(in, 1, s->req.move);
    put(in, 1, s->req.out);
    put(in, 2, s->req.op);
    put(in, 1, s->req.local);
    put(in, r->p[ID], (uint64_t)s->req.id);
    put(in, r->p[ADDR], s->req.addr);
    put(in, 32, s->req.data);
    put(in, 4, s->req.bytes);
    put_tile(r, in, &s->next);
    put(in, 1, s->ready);
    put(in, 1, s->ans.id != NOBODY);
    put(in, r->p[ID], (uint64_t)(s->ans.id == NOBODY ? 0 : s->ans.id));
    put(in, 32, s->ans.data);
}

REF_KIND(transfer, transfer, transfer_init, transfer_check, transfer_clock, transfer_drive, "a tile moves in",
         "a tile moves out", "the core waits for a tile", "the transfer's answer waits for another one",
         "a row is no multiple of objects", "a tile leaves the local memory",
         "a tile leaves the address space", "fields of several words and rows moved in",
         "fields of several words and rows moved out", "rows moved as they are", "operands are wrong")

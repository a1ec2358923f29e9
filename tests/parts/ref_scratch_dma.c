// cohgen_scratch_dma: parameters Words, AddrBits, Ids. The model knows by plain division where each word of a
// tile belongs (stash_math.h), and what is under way.
#include "ref.h"
#include "stash_math.h"

enum { WORDS, ADDR, IDS };
enum { MOST = 4096, MOST_IDS = 16, NONE = -1 };

struct dma {
    uint32_t word[MOST];
    bool known[MOST];
    bool busy, out;
    struct tile tile;
    int asked, of;          // words that were asked for; of the tile
    int local[MOST_IDS];    // of the ids that are under way: their word; else NONE
    bool waiting[MOST_IDS]; // ... that memory has taken
    int req;                // the id that is offered, or NONE
    uint32_t req_data;
    bool req_known;
    uint64_t req_addr;
    bool answers, answers_load, answer_known; // the core
    uint32_t answer;

    bool start, core, core_write, mem_ready, ans;
    struct tile next;
    bool next_out;
    int core_addr, ans_id;
    unsigned bytes;
    uint32_t core_data, ans_data;
};

static void init_dma(struct ref *r) {
    struct dma *s = r->state;
    for (int i = 0; i < MOST_IDS; i++) s->local[i] = NONE;
    s->req = NONE;
}

static void dma_check(struct ref *r, struct bits *out) {
    struct dma *s = r->state;
    const int addr = r->p[ADDR] - 2;
    expect(r, out, 1, !s->busy, "start_ready_o");
    expect(r, out, 1, s->busy, "busy_o");
    expect(r, out, 1, !s->busy, "core_ready_o");
    expect(r, out, 1, s->answers, "core_valid_o");
    const uint64_t data = get(out, 32);
    if (s->answers_load && s->answer_known) require(r, data == s->answer, "core_data_o is wrong");
    expect(r, out, 1, s->req != NONE, "mem_valid_o");
    if (s->req == NONE) return;
    expect(r, out, 1, s->out, "mem_write_o");
    expect(r, out, index_bits(r->p[IDS]), (uint64_t)s->req, "mem_id_o");
    expect(r, out, addr, s->req_addr, "mem_addr_o");
    if (s->out && s->req_known) expect(r, out, 32, s->req_data, "mem_data_o");
}

static int free_id(const struct ref *r) {
    const struct dma *s = r->state;
    for (int i = 0; i < r->p[IDS]; i++)
        if (s->local[i] == NONE) return i;
    return NONE;
}

static void do_core(struct ref *r) {
    struct dma *s = r->state;
    const bool core = s->core && !s->busy;
    s->answers = core;
    s->answers_load = core && !s->core_write;
    if (s->core && s->busy) cover(r, 0);
    if (!core) return;
    if (!s->core_write) {
        s->answer = s->word[s->core_addr];
        s->answer_known = s->known[s->core_addr];
        return;
    }
    uint32_t mask = 0;
    for (int b = 0; b < 4; b++)
        if (s->bytes >> b & 1) mask |= UINT32_C(255) << 8 * b;
    s->word[s->core_addr] = (s->word[s->core_addr] & ~mask) | (s->core_data & mask);
    if (s->bytes == 15) s->known[s->core_addr] = true;
}

// The next word is asked for, with the lowest id that was free at the start of the cycle.
static void do_step(struct ref *r, int id) {
    struct dma *s = r->state;
    const uint64_t at = 4 * (uint64_t)s->asked++;
    s->req = id;
    s->local[id] = (int)(s->tile.stash_base / 4 + at / 4);
    s->waiting[id] = false;
    s->req_addr = (s->tile.global_base + tile_forward(&s->tile, at)) / 4;
    s->req_data = s->word[s->local[id]];
    s->req_known = s->known[s->local[id]];
}

static void do_answer(struct ref *r) {
    struct dma *s = r->state;
    const int at = s->local[s->ans_id];
    if (!s->out) {
        s->word[at] = s->ans_data;
        s->known[at] = true;
    }
    for (int i = 0; i < r->p[IDS]; i++)
        if (s->local[i] != NONE && s->local[i] < at) cover(r, s->out ? 2 : 1);
    s->local[s->ans_id] = NONE;
}

static void dma_clock(struct ref *r) {
    struct dma *s = r->state;
    const bool was_busy = s->busy, taken = s->req != NONE && s->mem_ready;
    const int id = free_id(r);
    const bool step = s->busy && s->asked < s->of && id != NONE && (s->req == NONE || s->mem_ready);
    bool idle = s->busy && s->asked == s->of && s->req == NONE;
    for (int i = 0; i < r->p[IDS]; i++) idle &= s->local[i] == NONE;
    if (s->busy && s->asked < s->of && id == NONE) cover(r, 3);
    do_core(r);
    if (taken) {
        s->waiting[s->req] = true;
        s->req = NONE;
    }
    if (s->ans) do_answer(r);
    if (step) do_step(r, id);
    if (idle) {
        s->busy = false;
        const struct tile *t = &s->tile;
        if (t->num > 1 && t->row > t->object && t->object > t->field) cover(r, s->out ? 5 : 4);
    }
    if (s->start && !was_busy) {
        s->busy = true;
        s->tile = s->next;
        s->out = s->next_out;
        s->asked = 0;
        s->of = (int)(tile_bytes(&s->tile) / 4);
    }
}

static uint64_t below(struct ref *r, uint64_t n) {
    return random_bits(r, 62) % n;
}

// A legal tile, in bytes: small ones mostly.
static struct tile choose_tile(struct ref *r) {
    const uint64_t room = (uint64_t)r->p[WORDS], most = room < 64 ? room : 64,
                   span = UINT64_C(1) << (r->p[ADDR] - 2);
    struct tile t;
    t.num = 1 + below(r, most < 6 ? most : 6);
    const uint64_t n = 1 + below(r, most / t.num);
    const uint64_t field = 1 + below(r, most / t.num / n), wide_most = span / t.num / n;
    const uint64_t object = field + below(r, wide_most - field < 5 ? wide_most - field + 1 : 5),
                   row = n * object;
    const uint64_t gap = t.num > 1 ? (span - row * t.num) / (t.num - 1) : 0;
    t.field = 4 * field;
    t.object = 4 * object;
    t.row = 4 * row;
    t.stride = t.num > 1 ? 4 * (row + below(r, gap + 1)) : 4 * row;
    t.stash_base = 4 * below(r, room - t.num * n * field + 1);
    t.global_base = 4 * below(r, span - tile_span(&t) / 4 + 1);
    if (t.stash_base == 4 * room) t.stash_base = 0;
    return t;
}

static void dma_drive(struct ref *r, struct bits *in) {
    struct dma *s = r->state;
    const int addr = r->p[ADDR] - 2, local = index_bits(r->p[WORDS]);
    s->start = chance(r, 0) && random_below(r, 8) == 0;
    s->next_out = random_below(r, 2);
    s->next = choose_tile(r);
    s->core = chance(r, 1);
    s->core_write = random_below(r, 2);
    s->core_addr = random_below(r, r->p[WORDS] < 64 ? r->p[WORDS] : 64);
    s->bytes = random_below(r, 2) ? 15 : (unsigned)random_bits(r, 4);
    s->core_data = (uint32_t)random_bits(r, 32);
    s->mem_ready = chance(r, 2);
    s->ans_id = random_below(r, r->p[IDS]);
    s->ans = chance(r, 3) && s->local[s->ans_id] != NONE && s->waiting[s->ans_id];
    s->ans_data = (uint32_t)random_bits(r, 32);
    put(in, 1, s->start);
    put(in, 1, s->next_out);
    put(in, local, s->next.stash_base / 4);
    put(in, addr, s->next.global_base / 4);
    put(in, addr, s->next.field / 4);
    put(in, addr, s->next.object / 4);
    put(in, addr, s->next.row / 4);
    put(in, addr, s->next.stride / 4);
    put(in, addr, s->next.num);
    put(in, 1, s->core);
    put(in, 1, s->core_write);
    put(in, local, (uint64_t)s->core_addr);
    put(in, 4, s->bytes);
    put(in, 32, s->core_data);
    put(in, 1, s->mem_ready);
    put(in, 1, s->ans);
    put(in, index_bits(r->p[IDS]), (uint64_t)s->ans_id);
    put(in, 32, s->ans_data);
}

REF_KIND(scratch_dma, dma, init_dma, dma_check, dma_clock, dma_drive, "the core waits for a tile",
         "a word comes before an earlier one", "a word is written before an earlier one",
         "all ids are under way", "fields of several rows moved in", "fields of several rows moved out")

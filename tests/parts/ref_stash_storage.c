// cohgen_stash_storage: parameters Words, ChunkWords, WordBytes, Maps.
#include "ref.h"

enum { WORDS, CHUNK, BYTES, MAPS };
enum { MOST = 4096, MOST_CHUNKS = 256 };
enum { INVALID, VALID, REGISTERED, MARKED };

struct storage {
    uint64_t word[MOST], known[MOST]; // known: bytes that were written, as a mask of bits
    int state[MOST];
    int map[MOST_CHUNKS];
    bool dirty[MOST_CHUNKS];
    int busy; // cycles until the sweep is over; what it does, it has done here at its begin

    bool out, out_store; // what the last read found
    int at;
    uint64_t data, data_known;
    int seen_state[16], seen_map;
    bool seen_dirty;

    bool rd, store, wr, st, note, st_dirty, sweep, end;
    int rd_addr, wr_addr, st_chunk, st_state, st_map, first, last;
    unsigned bytes, words;
    uint64_t wr_data, coherent;
};

static int chunks(const struct ref *r) {
    return r->p[WORDS] / r->p[CHUNK];
}

// A sweep is seen by nobody before it is over, so that it may be done at once.
static void clear(struct ref *r) {
    struct storage *s = r->state;
    for (int w = 0; w < r->p[WORDS]; w++) s->state[w] = INVALID;
    s->busy = chunks(r) + 1;
}

static void init_storage(struct ref *r) {
    clear(r);
}

static void storage_check(struct ref *r, struct bits *out) {
    const struct storage *s = r->state;
    const int n = r->p[CHUNK], map = index_bits(r->p[MAPS]), bits = 8 * r->p[BYTES];
    expect(r, out, 1, s->busy == 0, "ready_o");
    expect(r, out, 1, s->out, "out_valid_o");
    if (!s->out) return;
    bool marked = false;
    for (int w = 0; w < n; w++) marked |= s->seen_state[w] == MARKED;
    const int own = s->seen_state[s->at % n];
    const bool hit = !marked && (own == REGISTERED || (own == VALID && !s->out_store));
    expect(r, out, 1, hit, "hit_o");
    expect(r, out, 1, marked, "marked_o");
    const uint64_t got = get(out, bits);
    require(r, ((got ^ s->data) & s->data_known) == 0, "out_data_o is wrong");
    expect(r, out, 2, (uint64_t)own, "out_state_o");
    for (int w = n - 1; w >= 0; w--) expect(r, out, 2, (uint64_t)s->seen_state[w], "out_states_o");
    expect(r, out, map, (uint64_t)s->seen_map, "out_map_o");
    expect(r, out, 1, s->seen_dirty, "out_dirty_o");
    if (hit) cover(r, s->out_store ? 1 : 0);
    if (marked) cover(r, 2);
}

static void end_block(struct ref *r, int c) {
    struct storage *s = r->state;
    const bool owes = s->dirty[c] && s->coherent >> s->map[c] & 1;
    for (int w = c * r->p[CHUNK]; w < (c + 1) * r->p[CHUNK]; w++) {
        if (s->state[w] == REGISTERED) {
            s->state[w] = owes ? MARKED : INVALID;
            cover(r, owes ? 3 : s->dirty[c] ? 4 : 5);
        } else if (s->state[w] == VALID) {
            s->state[w] = INVALID;
        }
    }
    s->dirty[c] = false;
}

static void do_sweep(struct ref *r) {
    struct storage *s = r->state;
    for (int c = s->first; c <= s->last && s->end; c++) end_block(r, c);
    for (int w = 0; w < r->p[WORDS] && !s->end; w++) {
        if (s->state[w] == REGISTERED) cover(r, 6);
        if (s->state[w] == VALID) s->state[w] = INVALID;
    }
    s->busy = chunks(r) + 1;
}

static void do_write(struct ref *r) {
    struct storage *s = r->state;
    uint64_t mask = 0;
    for (int b = 0; b < r->p[BYTES]; b++)
        if (s->bytes >> b & 1) mask |= UINT64_C(255) << 8 * b;
    s->word[s->wr_addr] = (s->word[s->wr_addr] & ~mask) | (s->wr_data & mask);
    s->known[s->wr_addr] |= mask;
    if (s->rd && s->rd_addr == s->wr_addr) cover(r, 7);
}

static void set_states(struct ref *r) {
    struct storage *s = r->state;
    for (int w = 0; w < r->p[CHUNK]; w++)
        if (s->words >> w & 1) s->state[s->st_chunk * r->p[CHUNK] + w] = s->st_state;
    if (s->rd && s->rd_addr / r->p[CHUNK] == s->st_chunk) cover(r, 8);
    if (!s->note) return;
    s->map[s->st_chunk] = s->st_map;
    s->dirty[s->st_chunk] = s->st_dirty;
}

static void do_read(struct ref *r) {
    struct storage *s = r->state;
    const int c = s->rd_addr / r->p[CHUNK];
    s->at = s->rd_addr;
    s->out_store = s->store;
    s->data = s->word[s->at];
    s->data_known = s->known[s->at];
    for (int w = 0; w < r->p[CHUNK]; w++) s->seen_state[w] = s->state[c * r->p[CHUNK] + w];
    s->seen_map = s->map[c];
    s->seen_dirty = s->dirty[c];
}

static void storage_clock(struct ref *r) {
    struct storage *s = r->state;
    if (s->busy > 0) s->busy--;
    if (s->wr) do_write(r);
    if (s->st) set_states(r);
    s->out = s->rd;
    if (s->rd) do_read(r);
    if (s->sweep) do_sweep(r);
}

static void storage_drive(struct ref *r, struct bits *in) {
    struct storage *s = r->state;
    const int n = chunks(r), chunk = index_bits(n), addr = index_bits(r->p[WORDS]),
              map = index_bits(r->p[MAPS]);
    const int near = chance(r, 0) ? 2 * r->p[CHUNK] : r->p[WORDS];
    const bool ready = s->busy == 0;
    s->rd = ready && chance(r, 1);
    s->store = random_below(r, 2);
    s->rd_addr = random_below(r, near);
    s->wr = chance(r, 2);
    s->wr_addr = chance(r, 3) ? s->rd_addr : random_below(r, near);
    s->bytes = (unsigned)random_bits(r, r->p[BYTES]);
    s->wr_data = random_bits(r, 8 * r->p[BYTES]);
    s->st = ready && chance(r, 4);
    s->st_chunk = chance(r, 3) ? s->rd_addr / r->p[CHUNK] : random_below(r, near / r->p[CHUNK]);
    s->words = (unsigned)(random_bits(r, r->p[CHUNK]) & random_bits(r, r->p[CHUNK]));
    s->st_state = random_below(r, 16) ? random_below(r, 3) : MARKED;
    s->note = chance(r, 5);
    s->st_dirty = random_below(r, 2);
    s->st_map = random_below(r, r->p[MAPS]);
    s->sweep = ready && chance(r, 6) && random_below(r, 32) == 0;
    s->end = random_below(r, 2);
    s->first = random_below(r, n);
    s->last = random_below(r, 8) ? s->first + random_below(r, n - s->first) : random_below(r, n);
    s->coherent = random_bits(r, r->p[MAPS] < 64 ? r->p[MAPS] : 64);
    put(in, 1, s->rd);
    put(in, 1, s->store);
    put(in, addr, (uint64_t)s->rd_addr);
    put(in, 1, s->wr);
    put(in, addr, (uint64_t)s->wr_addr);
    put(in, r->p[BYTES], s->bytes);
    put(in, 8 * r->p[BYTES], s->wr_data);
    put(in, 1, s->st);
    put(in, chunk, (uint64_t)s->st_chunk);
    put(in, r->p[CHUNK], s->words);
    put(in, 2, (uint64_t)s->st_state);
    put(in, 1, s->note);
    put(in, 1, s->st_dirty);
    put(in, map, (uint64_t)s->st_map);
    put(in, 1, s->sweep);
    put(in, 1, s->end);
    put(in, chunk, (uint64_t)s->first);
    put(in, chunk, (uint64_t)s->last);
    put(in, r->p[MAPS], s->coherent);
}

REF_KIND(stash_storage, storage, init_storage, storage_check, storage_clock, storage_drive, "a load hits",
         "a store hits", "a chunk that is to be written back", "a block ends: to be written back",
         "a block ends: of a map that is not coherent", "a block ends: of no map",
         "registered words stay at an acquire", "read as it is written", "states read as they change")

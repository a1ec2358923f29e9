// cohgen_stash_map: parameters Entries, Blocks, Maps, Chunks, Width, KeyBits.
#include "ref.h"

enum { ENTRIES, BLOCKS, MAPS, CHUNKS, WIDTH, KEY };
enum { MOST = 64, MOST_BLOCKS = 8, MOST_MAPS = 4, NONE = -1 };
enum step { IDLE, SEARCH, WRITE };

struct mapping {
    bool live;
    int dirty, reuse; // reuse: an older mapping, or NONE
    uint64_t data;
};

struct stash_map {
    struct mapping map[MOST];
    int place[MOST_BLOCKS][MOST_MAPS]; // of the table: an entry, or NONE
    int tail;

    enum step step;
    int next, left, seen, found; // the search; seen: read in the last cycle, or NONE
    uint64_t read;
    bool read_known;

    bool adds, chg, end, rd, more, less;
    int block, chg_idx, end_block, look_block, look_place, rd_idx, more_idx, less_idx, state_idx;
    uint64_t data, chg_data;
};

static void init_map(struct ref *r) {
    struct stash_map *s = r->state;
    for (int b = 0; b < MOST_BLOCKS; b++)
        for (int m = 0; m < MOST_MAPS; m++) s->place[b][m] = NONE;
    for (int e = 0; e < MOST; e++) s->map[e].reuse = NONE;
    s->seen = s->found = NONE;
}

static bool is_valid(const struct stash_map *s, int e) {
    return s->map[e].live || s->map[e].dirty > 0;
}

static int free_place(const struct ref *r) {
    const struct stash_map *s = r->state;
    for (int m = 0; m < r->p[MAPS]; m++)
        if (s->place[s->block][m] == NONE) return m;
    return NONE;
}

static void check_map(struct ref *r, struct bits *out) {
    const struct stash_map *s = r->state;
    const int idx = index_bits(r->p[ENTRIES]), place = free_place(r);
    const struct mapping *m = &s->map[s->state_idx];
    expect(r, out, 1, s->step == WRITE && !is_valid(s, s->tail), "add_ready_o");
    expect(r, out, 1, place == NONE, "add_refused_o");
    expect(r, out, idx, (uint64_t)s->tail, "add_idx_o");
    if (place != NONE)
        expect(r, out, index_bits(r->p[MAPS]), (uint64_t)place, "add_place_o");
    else
        get(out, index_bits(r->p[MAPS]));
    expect(r, out, 1, s->step == WRITE && is_valid(s, s->tail), "evict_valid_o");
    expect(r, out, 1, s->map[s->tail].live, "evict_live_o");
    expect(r, out, 1, s->step == IDLE, "chg_ready_o");
    const int looked = s->place[s->look_block][s->look_place];
    expect(r, out, 1, looked != NONE, "look_valid_o");
    if (looked != NONE)
        expect(r, out, idx, (uint64_t)looked, "look_idx_o");
    else
        get(out, idx);
    if (s->read_known)
        expect(r, out, r->p[WIDTH], s->read, "rd_data_o");
    else
        get(out, r->p[WIDTH]);
    expect(r, out, 1, is_valid(s, s->state_idx), "state_valid_o");
    expect(r, out, count_bits(r->p[CHUNKS]), (uint64_t)m->dirty, "state_dirty_o");
    expect(r, out, 1, m->reuse != NONE, "state_reuse_o");
    if (m->reuse != NONE) expect(r, out, idx, (uint64_t)m->reuse, "state_reuse_idx_o");
}

static bool same_tile(const struct ref *r, uint64_t a, uint64_t b) {
    return (a ^ b) << (64 - r->p[KEY]) == 0;
}

// Mappings that reuse this one do so no more: it becomes another.
static void forget(struct ref *r, int e) {
    struct stash_map *s = r->state;
    for (int i = 0; i < r->p[ENTRIES]; i++) {
        if (s->map[i].reuse != e) continue;
        s->map[i].reuse = NONE;
        cover(r, 5);
    }
}

static void write_mapping(struct ref *r) {
    struct stash_map *s = r->state;
    const int place = free_place(r), e = s->tail;
    if (place == NONE) {
        cover(r, 0);
        return;
    }
    const bool reuses = s->found != NONE && is_valid(s, s->found);
    if (s->found != NONE && !reuses) cover(r, 6);
    if (reuses) cover(r, s->map[s->found].live ? 1 : 2);
    forget(r, e);
    s->map[e] = (struct mapping){true, 0, reuses ? s->found : NONE, s->data};
    s->place[s->block][place] = e;
    s->tail = (e + 1) % r->p[ENTRIES];
}

// A step of AddMap; it reads an entry where nobody else reads.
static void clock_add(struct ref *r) {
    struct stash_map *s = r->state;
    const int n = r->p[ENTRIES];
    const bool match = s->seen != NONE && is_valid(s, s->seen) && same_tile(r, s->read, s->data);
    const bool reads = s->step == SEARCH && s->left > 0 && !s->rd && !match;
    if (s->step == WRITE && is_valid(s, s->tail)) cover(r, s->map[s->tail].live ? 3 : 4);
    switch (s->step) {
    case IDLE:
        s->next = (s->tail + n - 1) % n;
        s->left = n;
        s->found = NONE;
        if (s->adds && !s->chg) s->step = SEARCH;
        break;
    case SEARCH:
        if (match) s->found = s->seen;
        if (match || (s->left == 0 && s->seen == NONE)) s->step = WRITE;
        break;
    case WRITE:
        if (is_valid(s, s->tail)) break;
        write_mapping(r);
        s->step = IDLE;
        break;
    }
    s->seen = NONE;
    if (reads || s->rd) {
        const int e = s->rd ? s->rd_idx : s->next;
        s->read = s->map[e].data;
        s->read_known = true;
    }
    if (!reads) return;
    s->seen = s->next;
    s->next = (s->next + n - 1) % n;
    s->left--;
}

static void clock_map(struct ref *r) {
    struct stash_map *s = r->state;
    // The state of entries as they are before this edge is what AddMap sees; a read sees what is written.
    const int end = s->end ? s->end_block : NONE, more = s->more ? s->more_idx : NONE,
              less = s->less ? s->less_idx : NONE;
    if (s->chg && s->step == IDLE) {
        if (s->map[s->chg_idx].reuse != NONE) cover(r, 7);
        forget(r, s->chg_idx);
        s->map[s->chg_idx].reuse = NONE;
        s->map[s->chg_idx].data = s->chg_data;
    }
    int ends[MOST_MAPS];
    for (int m = 0; m < r->p[MAPS]; m++) ends[m] = end == NONE ? NONE : s->place[end][m];
    const int tail = s->tail;
    const bool writes = s->step == WRITE && !is_valid(s, tail) && free_place(r) != NONE;
    const uint64_t data = s->data;
    if (writes && s->rd && s->rd_idx == tail) s->map[tail].data = data;
    clock_add(r);
    for (int m = 0; m < r->p[MAPS]; m++) {
        if (ends[m] == NONE) continue;
        s->place[end][m] = NONE;
        s->map[ends[m]].live = false;
        if (s->map[ends[m]].dirty > 0) cover(r, 8);
    }
    if (more != NONE) s->map[more].dirty++;
    if (less != NONE && --s->map[less].dirty == 0) cover(r, 9);
}

static void drive_map(struct ref *r, struct bits *in) {
    struct stash_map *s = r->state;
    const int n = r->p[ENTRIES], idx = index_bits(n), blocks = r->p[BLOCKS], block = index_bits(blocks);
    const bool stays = s->adds && s->step != IDLE; // an AddMap under way keeps its operands
    if (!stays) {
        s->adds = chance(r, 0);
        s->block = random_below(r, blocks);
        s->data = random_bits(r, r->p[WIDTH]);
        const int like = random_below(r, n);
        if (chance(r, 1))
            s->data =
                (s->data >> r->p[KEY]) << r->p[KEY] | (s->map[like].data & ((UINT64_C(1) << r->p[KEY]) - 1));
    }
    s->chg_idx = random_below(r, n);
    s->chg = chance(r, 2) && random_below(r, 4) == 0 && is_valid(s, s->chg_idx);
    s->chg_data = random_bits(r, r->p[WIDTH]);
    s->end_block = random_below(r, blocks);
    s->end = chance(r, 3) && random_below(r, 8) == 0 && !(s->adds && s->end_block == s->block);
    s->look_block = random_below(r, blocks);
    s->look_place = random_below(r, r->p[MAPS]);
    s->rd = chance(r, 4);
    s->rd_idx = random_below(r, n);
    s->more_idx = random_below(r, n);
    s->more = chance(r, 5) && is_valid(s, s->more_idx) && s->map[s->more_idx].dirty < r->p[CHUNKS];
    s->less_idx = chance(r, 6) ? s->tail : random_below(r, n);
    // What the search has found is given up before it is reused, while AddMap waits for its entry.
    if (s->found != NONE && random_below(r, 4) == 0) s->less_idx = s->found;
    s->less = chance(r, 7) && s->map[s->less_idx].dirty > 0;
    s->state_idx = random_below(r, n);
    put(in, 1, s->adds);
    put(in, block, (uint64_t)s->block);
    put(in, r->p[WIDTH], s->data);
    put(in, 1, s->chg);
    put(in, idx, (uint64_t)s->chg_idx);
    put(in, r->p[WIDTH], s->chg_data);
    put(in, 1, s->end);
    put(in, block, (uint64_t)s->end_block);
    put(in, block, (uint64_t)s->look_block);
    put(in, index_bits(r->p[MAPS]), (uint64_t)s->look_place);
    put(in, 1, s->rd);
    put(in, idx, (uint64_t)s->rd_idx);
    put(in, 1, s->more);
    put(in, idx, (uint64_t)s->more_idx);
    put(in, 1, s->less);
    put(in, idx, (uint64_t)s->less_idx);
    put(in, idx, (uint64_t)s->state_idx);
}

REF_KIND(stash_map, stash_map, init_map, check_map, clock_map, drive_map, "a mapping too many",
         "one of a running block is reused", "one with dirty chunks alone is reused",
         "AddMap waits for a block", "AddMap waits for dirty chunks", "a reused mapping becomes another",
         "one is found, and free before it is reused", "ChgMap of one that reuses",
         "a block ends, chunks are dirty", "the last chunk is dirty no more")

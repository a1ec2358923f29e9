// cohgen_vp_map: parameters Pages, Maps, PageBits, VirtBits, PhysBits. The model keeps a list of pages, and
// of each page all entries that map it: the hardware keeps the newest alone, and must have the page as long
// as some entry does.
#include "ref.h"

enum { PAGES, MAPS, PAGE_BITS, VIRT_BITS, PHYS_BITS };
enum { MOST = 64, NONE = -1 };

struct page {
    bool used, known;
    uint64_t virt, phys;
    uint64_t maps; // entries that map it, a bit each
};

struct vp_map {
    struct page page[MOST];
    int tail, scan;

    bool moves; // the entry at the tail has been removed, and the tail moves on
    bool ins, ins_known, rm, fill;
    uint64_t ins_virt, ins_phys, fill_virt, fill_phys, tl_virt, rl_phys;
    int ins_map, rm_map;
};

static int age(const struct ref *r, int map) {
    const struct vp_map *s = r->state;
    return (map - s->tail + r->p[MAPS]) % r->p[MAPS];
}

static int newest(const struct ref *r, const struct page *p) {
    int n = NONE;
    for (int m = 0; m < r->p[MAPS]; m++)
        if (p->maps >> m & 1 && (n == NONE || age(r, m) > age(r, n))) n = m;
    return n;
}

static struct page *find(struct ref *r, uint64_t virt) {
    struct vp_map *s = r->state;
    for (int p = 0; p < r->p[PAGES]; p++)
        if (s->page[p].used && s->page[p].virt == virt) return &s->page[p];
    return NULL;
}

static struct page *find_phys(struct ref *r, uint64_t phys) {
    struct vp_map *s = r->state;
    for (int p = 0; p < r->p[PAGES]; p++)
        if (s->page[p].used && s->page[p].known && s->page[p].phys == phys) return &s->page[p];
    return NULL;
}

static struct page *find_free(struct ref *r) {
    struct vp_map *s = r->state;
    for (int p = 0; p < r->p[PAGES]; p++)
        if (!s->page[p].used) return &s->page[p];
    return NULL;
}

static bool waits(struct ref *r) {
    struct vp_map *s = r->state;
    return s->ins && !find(r, s->ins_virt) && !find_free(r);
}

// All pages are those of the entry that inserts.
static bool is_too_large(struct ref *r) {
    struct vp_map *s = r->state;
    for (int p = 0; p < r->p[PAGES]; p++)
        if (s->page[p].used && newest(r, &s->page[p]) != s->ins_map) return false;
    return waits(r);
}

static bool wants(struct ref *r) {
    struct vp_map *s = r->state;
    bool has = false;
    for (int p = 0; p < r->p[PAGES]; p++) has |= s->page[p].used && newest(r, &s->page[p]) == s->scan;
    return waits(r) && !is_too_large(r) && has && s->scan != s->ins_map;
}

static bool is_bad_fill(struct ref *r) {
    struct vp_map *s = r->state;
    const struct page *p = find(r, s->fill_virt), *q = find_phys(r, s->fill_phys);
    return s->fill && ((q && q != p) || (p && p->known && p->phys != s->fill_phys));
}

static void vp_check(struct ref *r, struct bits *out) {
    struct vp_map *s = r->state;
    const int virt = r->p[VIRT_BITS] - r->p[PAGE_BITS], phys = r->p[PHYS_BITS] - r->p[PAGE_BITS];
    const int map = index_bits(r->p[MAPS]);
    expect(r, out, 1, !s->rm && (!waits(r) || is_too_large(r)), "ins_ready_o");
    expect(r, out, 1, is_too_large(r), "too_large_o");
    expect(r, out, 1, wants(r), "want_valid_o");
    if (wants(r))
        expect(r, out, map, (uint64_t)s->scan, "want_map_o");
    else
        get(out, map);
    expect(r, out, 1, is_bad_fill(r), "fill_bad_o");
    const struct page *p = find(r, s->tl_virt);
    expect(r, out, 1, p != NULL, "tl_here_o");
    expect(r, out, 1, p && p->known, "tl_known_o");
    if (p && p->known)
        expect(r, out, phys, p->phys, "tl_phys_o");
    else
        get(out, phys);
    p = find_phys(r, s->rl_phys);
    expect(r, out, 1, p != NULL, "rl_here_o");
    if (!p) return;
    expect(r, out, virt, p->virt, "rl_virt_o");
    expect(r, out, map, (uint64_t)newest(r, p), "rl_map_o");
}

static void insert(struct ref *r) {
    struct vp_map *s = r->state;
    struct page *p = find(r, s->ins_virt);
    if (is_too_large(r)) {
        cover(r, 0);
        return;
    }
    if (p) {
        const int old = newest(r, p);
        cover(r, age(r, old) > age(r, s->ins_map) ? 1 : 2);
        p->maps |= UINT64_C(1) << s->ins_map;
        return;
    }
    const bool other = find_phys(r, s->ins_phys) || (s->fill && s->fill_phys == s->ins_phys);
    if (s->ins_known && other) cover(r, 3);
    *find_free(r) =
        (struct page){true, s->ins_known && !other, s->ins_virt, s->ins_phys, UINT64_C(1) << s->ins_map};
}

static void vp_clock(struct ref *r) {
    struct vp_map *s = r->state;
    const bool is_waiting = waits(r), is_wanting = wants(r),
               ins = s->ins && !s->rm && (!is_waiting || is_too_large(r));
    const bool bad = is_bad_fill(r);
    struct page *fill = s->fill && !bad ? find(r, s->fill_virt) : NULL;
    if (bad) cover(r, find(r, s->fill_virt) && find(r, s->fill_virt)->known ? 4 : 5);
    if (fill && fill->known) fill = NULL;
    if (is_wanting && s->rm && s->rm_map == s->scan) cover(r, 6);
    if (find_phys(r, s->rl_phys) && find_phys(r, s->rl_phys)->maps & (find_phys(r, s->rl_phys)->maps - 1))
        cover(r, 7);
    if (ins) insert(r);
    if (fill) {
        fill->known = true;
        fill->phys = s->fill_phys;
    }
    for (int p = 0; p < r->p[PAGES] && s->rm; p++) {
        struct page *q = &s->page[p];
        if (!q->used) continue;
        if (q->maps >> s->rm_map & 1 && q->maps & ~(UINT64_C(1) << s->rm_map)) cover(r, 8);
        q->maps &= ~(UINT64_C(1) << s->rm_map);
        q->used = q->maps != 0;
    }
    if (!is_waiting)
        s->scan = s->tail;
    else if (!is_wanting)
        s->scan = (s->scan + 1) % r->p[MAPS];
    if (s->moves) s->tail = (s->tail + 1) % r->p[MAPS];
}

// Of the entries that have pages the oldest, or NONE.
static int oldest(const struct ref *r) {
    const struct vp_map *s = r->state;
    int n = NONE;
    for (int p = 0; p < r->p[PAGES]; p++)
        for (int m = 0; m < r->p[MAPS] && s->page[p].used; m++)
            if (s->page[p].maps >> m & 1 && (n == NONE || age(r, m) < age(r, n))) n = m;
    return n;
}

// Few pages, so that they meet.
static uint64_t choose_page(struct ref *r, int bits) {
    const uint64_t n = (uint64_t)(r->p[PAGES] + r->p[PAGES] / 2), page = random_bits(r, 32) % n;
    return page & ((UINT64_C(1) << bits) - 1);
}

static void vp_drive(struct ref *r, struct bits *in) {
    struct vp_map *s = r->state;
    const int virt = r->p[VIRT_BITS] - r->p[PAGE_BITS], phys = r->p[PHYS_BITS] - r->p[PAGE_BITS],
              map = index_bits(r->p[MAPS]);
    const int old = oldest(r), n = r->p[MAPS];
    // An entry that has pages is removed when it is the oldest; the tail moves on when that at the tail has
    // none.
    s->rm = chance(r, 0) && random_below(r, 4) == 0;
    s->rm_map = old == NONE ? s->tail : old;
    if (s->rm && random_below(r, 4) == 0)
        s->rm_map = old == NONE ? random_below(r, n) : (s->tail + random_below(r, age(r, old) + 1)) % n;
    s->moves = chance(r, 1) && (old != s->tail || (s->rm && s->rm_map == s->tail));
    if (!(s->ins && waits(r) && chance(r, 2))) {
        s->ins = chance(r, 3);
        s->ins_virt = choose_page(r, virt);
        // Mostly of the newest entry; an older one changes, too.
        s->ins_map = random_below(r, 8) ? (s->tail + n - 1) % n : random_below(r, n);
        s->ins_known = random_below(r, 2);
        s->ins_phys = choose_page(r, phys);
    }
    s->ins = s->ins && !(s->moves && s->ins_map == s->tail); // the entry at the tail leaves
    s->fill = chance(r, 4);
    s->fill_virt = choose_page(r, virt);
    s->fill_phys = chance(r, 5) ? choose_page(r, phys) : s->fill_virt & ((UINT64_C(1) << phys) - 1);
    s->tl_virt = choose_page(r, virt);
    s->rl_phys = choose_page(r, phys);
    put(in, map, (uint64_t)s->tail);
    put(in, 1, s->ins);
    put(in, virt, s->ins_virt);
    put(in, map, (uint64_t)s->ins_map);
    put(in, 1, s->ins_known);
    put(in, phys, s->ins_phys);
    put(in, 1, s->rm);
    put(in, map, (uint64_t)s->rm_map);
    put(in, 1, s->fill);
    put(in, virt, s->fill_virt);
    put(in, phys, s->fill_phys);
    put(in, virt, s->tl_virt);
    put(in, phys, s->rl_phys);
}

REF_KIND(vp_map, vp_map, NULL, vp_check, vp_clock, vp_drive, "a tile too large",
         "an older entry maps the page, too", "a newer entry maps the page, too",
         "inserted, its number is another page's", "a page that has another number",
         "a number that another page has", "removed where a page waits for it",
         "the page of several entries is found", "an entry goes, the page stays")

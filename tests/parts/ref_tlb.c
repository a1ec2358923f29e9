// cohgen_tlb: parameters Entries, PageBits, Patience. The model is a list of pages with their frames, the one
// that came first in front. Of the walk it knows which page is asked for, whether it has been taken, and for
// how long it has been there without anybody wanting it.
#include "ref.h"

#include <string.h>

enum { ENTRIES, PAGE_BITS, PATIENCE };
enum { MOST = 256 };

struct known {
    uint64_t page, frame;
};

struct tlb {
    struct known known[MOST];
    int n;
    bool asks, waits, is_new;
    int unseen;
    uint64_t walk;

    bool find, want, ready, walked;
    uint64_t page, frame;
};

static const struct known *find(const struct tlb *s) {
    for (int i = 0; s->find && i < s->n; i++)
        if (s->known[i].page == s->page) return &s->known[i];
    return NULL;
}

static void tlb_check(struct ref *r, struct bits *out) {
    const struct tlb *s = r->state;
    const struct known *k = find(s);
    expect(r, out, 1, k != NULL, "found_o");
    expect(r, out, r->p[PAGE_BITS], k ? k->frame : 0, "frame_o");
    expect(r, out, 1, s->asks, "walk_valid_o");
    const uint64_t walk = get(out, r->p[PAGE_BITS]);
    require(r, !s->asks || walk == s->walk, "walk_page_o");
}

static void tlb_clock(struct ref *r) {
    struct tlb *s = r->state;
    const bool missed = s->want && !find(s), busy = s->asks || s->waits || s->is_new;
    if (s->is_new && s->want && s->page == s->walk)
        s->is_new = false;
    else if (s->is_new && ++s->unseen == r->p[PATIENCE])
        s->is_new = false, cover(r, 5);
    if (missed && s->n == r->p[ENTRIES]) cover(r, 0);
    if (missed && busy) cover(r, 1);
    if (s->walked && s->find && s->page == s->walk) cover(r, 2);
    if (s->asks && !s->ready) cover(r, 3);
    if (s->find && !s->want && !find(s)) cover(r, 4);
    if (s->walked) {
        if (s->n == r->p[ENTRIES]) memmove(s->known, s->known + 1, (size_t)--s->n * sizeof *s->known);
        s->known[s->n++] = (struct known){s->walk, s->frame};
        s->waits = false;
        s->is_new = true;
        s->unseen = 0;
    }
    if (s->asks && s->ready) s->asks = !(s->waits = true);
    if (!missed || busy) return;
    s->asks = true;
    s->walk = s->page;
}

// Half of the pages are some that are known, or the one that is asked for.
static void tlb_drive(struct ref *r, struct bits *in) {
    struct tlb *s = r->state;
    s->find = !chance(r, 0);
    s->page = random_bits(r, r->p[PAGE_BITS]);
    if (s->n && chance(r, 1)) s->page = s->known[random_below(r, s->n)].page;
    if ((s->asks || s->waits || s->is_new) && chance(r, 2)) s->page = s->walk;
    s->want = s->find && !chance(r, 3);
    s->ready = chance(r, 4);
    s->walked = s->waits && chance(r, 5);
    put(in, 1, s->find);
    put(in, r->p[PAGE_BITS], s->page);
    put(in, 1, s->want);
    put(in, 1, s->ready);
    put(in, 1, s->walked);
    put(in, r->p[PAGE_BITS], s->frame = random_bits(r, r->p[PAGE_BITS]));
}

REF_KIND(tlb, tlb, NULL, tlb_check, tlb_clock, tlb_drive,
         "a page that is wanted and not known, all entries used", "one that is wanted during a walk",
         "one that is looked for when it comes", "a walk that is not taken at once",
         "one that is looked for, and not wanted", "one that has come, and nobody wants")

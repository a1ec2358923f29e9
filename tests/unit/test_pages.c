// The harness's tables of pages: where pages are, and the port that says so.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "sim/pages.h"
#include "tables.h"

enum { ADDR_BITS = 16, PAGE_BITS = 6, PAGES = 1 << (ADDR_BITS - PAGE_BITS) };

Test(pages, lie_anywhere_one_to_one_and_stay_whole) {
    const cg_scatter s = cg_scatter_pages(ADDR_BITS, PAGE_BITS, 7);
    const cg_page_table t = {PAGE_BITS, &s};
    bool *taken = calloc(PAGES, 1);
    int moved = 0;
    for (uint64_t page = 0; page < PAGES; page++) {
        const uint64_t frame = cg_page_frame(&t, page);
        cr_assert(frame < PAGES && !taken[frame], "page %d is at %d", (int)page, (int)frame);
        taken[frame] = true;
        moved += frame != page;
        for (uint64_t at = 0; at < 1 << PAGE_BITS; at++)
            cr_assert(cg_scattered(&s, page << PAGE_BITS | at) == (frame << PAGE_BITS | at));
    }
    cr_expect(moved > PAGES / 2, "%d of them are elsewhere", moved);
    cr_expect(s.virtual);
    free(taken);
}

Test(pages, without_a_scatter_are_where_their_numbers_say) {
    const cg_scatter none = {0};
    const cg_page_table t = {PAGE_BITS, &none};
    cr_expect(cg_page_frame(&t, 5) == 5);
    cr_expect(!none.virtual);
}

Test(pages, are_those_of_the_table) {
    cg_spec *paged = spec_of_table("tests/tables/paged.json", NULL, 0);
    cr_expect(cg_pages_of(paged) == 6, "four lines of 16 bytes");
    cg_spec_free(paged);
    cg_spec *window = spec_of_table("tests/tables/window.json", NULL, 0);
    cr_expect(cg_pages_of(window) == 0);
    cg_spec_free(window);
}

// What a design with one core sees, of pages alone.
typedef struct {
    uint32_t valid, page, ready, frame_valid, frame;
    cg_ports ports;
    cg_geometry g;
} wires;

static void connect(wires *w) {
    *w = (wires){.g = {.cores = 1, .page_bits = ADDR_BITS - PAGE_BITS}};
    w->ports.core_page_valid = &w->valid;
    w->ports.core_page = &w->page;
    w->ports.core_page_ready = &w->ready;
    w->ports.core_frame_valid = &w->frame_valid;
    w->ports.core_frame = &w->frame;
}

Test(pages, are_told_one_at_a_time_each_once) {
    enum { LONGEST = 9, ASKED = 200 };
    const cg_scatter s = cg_scatter_pages(ADDR_BITS, PAGE_BITS, 1);
    const cg_page_table t = {PAGE_BITS, &s};
    cg_rng rng = cg_rng_new(1, 1);
    cg_walker walker = {0};
    wires w;
    connect(&w);
    uint64_t answered = 0, since = 0;
    bool due = false;
    w.valid = 1;
    for (uint64_t cycle = 1; answered < ASKED; cycle++) {
        const bool taken = w.valid && w.ready, told = w.frame_valid;
        if (told) {
            cr_assert(due && w.frame == cg_page_frame(&t, answered), "question %d", (int)answered);
            answered++;
            w.page = (uint32_t)answered;
        }
        cr_assert(!(taken && due), "another one is taken before the answer");
        due = (due || taken) && !told;
        since = due && !taken ? since + 1 : 0;
        cr_assert(since <= LONGEST, "an answer takes longer than %d cycles", LONGEST);
        w.ready = w.frame_valid = 0; // as cg_ports_clear() leaves them
        cg_walker_step(&walker, &w.ports, &w.g, 0, &t, &rng, cycle, LONGEST);
        cr_assert(!(w.ready && w.frame_valid), "it takes none while it answers");
    }
}

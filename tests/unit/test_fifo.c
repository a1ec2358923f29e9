// Fifos of lines and markers in the interpreter of tables, one rule at a time: order, when they drain, and
// when they are full.
#include <criterion/criterion.h>

#include "shadow_world.h"

enum { L1 = 0, LINE = 64 };

static world *fifo_world(void) {
    return new_world("tests/tables/sfifo.json");
}

// Thread 0 of core 0 stores to a line that is not there.
static void store(world *w, uint64_t line, const char *id) {
    cr_assert(cg_shadow_request(
        w->s, 0, &(cg_packet){.msg = CG_NONE, .op = CG_STORE, .addr = line * LINE, .mask = 0xf}));
    fire_event(w, L1, 0, "store", cg_shadow_request_of(w->s, 0, 0), id);
}

// Thread `tid` of core 0 asks for an atomic that releases.
static void release(world *w, uint32_t tid, const char *id) {
    const cg_packet atomic = {.msg = CG_NONE, .op = CG_ATOMIC, .order = 2, .tid = tid, .addr = 0x1000};
    if (*cg_shadow_status_of(w->s, 0, tid) == CG_FREE) cr_assert(cg_shadow_request(w->s, 0, &atomic));
    fire_event(w, L1, 0, "release", cg_shadow_request_of(w->s, 0, tid), id);
}

static void at_head(world *w, const char *event, uint64_t line, uint32_t tid, const char *id) {
    *w->packet = (cg_packet){.msg = CG_NONE, .addr = line * LINE, .tid = tid};
    fire_event(w, L1, 0, event, w->packet, id);
}

Test(fifo, lines_leave_in_their_order_and_markers_between_them) {
    world *w = fifo_world();
    store(w, 5, "sfifo.l1.I.store.2");
    store(w, 5, "sfifo.l1.I.store.1"); // dirty already: not pushed again
    cr_assert(!cg_shadow_drains(w->s, L1, 0, 0));
    release(w, 2, "sfifo.l1.release.3");
    store(w, 7, "sfifo.l1.I.store.2");
    cr_assert(cg_shadow_drains(w->s, L1, 0, 0));
    const cg_element *head = cg_shadow_head(w->s, L1, 0, 0);
    cr_assert(!head->marker && head->line == 5);
    at_head(w, "oldest", 5, 0, "sfifo.l1.I.oldest.1"); // it stays until it is written back
    cr_assert_eq(cg_shadow_head(w->s, L1, 0, 0)->line, 5);
    at_head(w, "drain", 5, 0, "sfifo.l1.I.drain.2");
    at_head(w, "oldest", 5, 0, "sfifo.l1.I.oldest.2");
    cr_assert(head->marker && head->tid == 2);
    at_head(w, "passed", 0, 2, "sfifo.l1.passed.2"); // the write-back is not acknowledged
    w->s->machines[L1].nodes[0].reg[0] = 0;
    at_head(w, "passed", 0, 2, "sfifo.l1.passed.1");
    cr_assert(!head->marker && head->line == 7);
    cr_assert(!cg_shadow_drains(w->s, L1, 0, 0));
    release(w, 2, "sfifo.l1.release.1");
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

// With a condition of the table's a line may leave at any time, a marker when it is at the head, and an empty
// fifo has nothing to offer: note [early] in gen/lang/structure.h.
Test(fifo, with_a_condition_a_line_may_leave_early) {
    world *w = fifo_world();
    cg_structure *s = &w->spec->machines[L1].structures[0];
    store(w, 5, "sfifo.l1.I.store.2");
    cr_assert(!cg_shadow_may_drain(w->s, L1, 0, 0));
    s->drains = w->spec->machines[L1].rules[0].when;
    for (int r = 0; !s->drains; r++) s->drains = w->spec->machines[L1].rules[r].when;
    cr_assert(cg_shadow_may_drain(w->s, L1, 0, 0) && !cg_shadow_drains(w->s, L1, 0, 0));
    at_head(w, "drain", 5, 0, "sfifo.l1.I.drain.2");
    at_head(w, "oldest", 5, 0, "sfifo.l1.I.oldest.2");
    cr_assert(!cg_shadow_may_drain(w->s, L1, 0, 0));
    s->drains = NULL;
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

Test(fifo, it_drains_when_it_is_full) {
    world *w = fifo_world();
    const uint64_t entries = w->spec->machines[L1].structures[0].entries;
    for (uint64_t i = 0; i < entries; i++) {
        cr_assert(!cg_shadow_fifo_full(w->s, L1, 0, 0) && !cg_shadow_drains(w->s, L1, 0, 0));
        store(w, i, "sfifo.l1.I.store.2");
    }
    cr_assert(cg_shadow_fifo_full(w->s, L1, 0, 0) && cg_shadow_drains(w->s, L1, 0, 0));
    cr_assert_str_eq(w->problem, "");
    store(w, entries, "sfifo.l1.I.store.2"); // who asks has to see that there is no room
    cr_assert_str_eq(w->problem, "more in sfifo than it has entries");
    free_world(w);
}

// A marker that comes with a message keeps on whose behalf: what its rule sends says so.
Test(fifo, markers_of_messages_keep_who_asks) {
    enum { HOME = 2 };
    world *w = new_world("tests/tables/markers.json");
    const cg_machine *home = &w->spec->machines[HOME];
    const int sync = cg_find_msg(w->spec, "SYNC"), core = w->spec->msgs[sync].core;
    cr_assert(home->structures[0].core && core != CG_NONE);
    for (uint32_t i = 0; i < 2; i++) {
        *w->packet = (cg_packet){.msg = sync, .src = i, .tid = 3 - i};
        w->packet->field[core] = 2 + i;
        fire_event(w, HOME, 0, "SYNC", w->packet, "markers.l2.SYNC");
    }
    for (uint32_t i = 0; i < 2; i++) {
        const cg_element head = *cg_shadow_head(w->s, HOME, 0, 0);
        cr_assert(head.marker && head.tid == 3 - i && head.core == 2 + i);
        *w->packet = (cg_packet){.msg = CG_NONE, .tid = head.tid, .core = head.core};
        const cg_outcome *o = fire_event(w, HOME, 0, "passed", w->packet, "markers.l2.passed");
        const cg_sent *done = NULL;
        for (int k = 0; k < w->plan->machines[HOME].n_out; k++)
            if (o->out[k].msg != CG_NONE) done = &o->out[k];
        cr_assert(done && done->dst == UINT64_C(1) << head.core && done->packet->tid == head.tid);
    }
    cr_assert_null(cg_shadow_head(w->s, HOME, 0, 0));
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

// Of several fifos in a machine each has its own lines, markers and room.
Test(fifo, those_of_a_machine_are_apart) {
    enum { W = 1, OTHERS = 1 };
    world *w = new_world("tests/tables/fifos.json");
    const int store = cg_find_msg(w->spec, "STORE"), others = cg_find_msg(w->spec, "OTHERS");
    const int copy = cg_find_field(w->spec->msgs[store].fields, w->spec->msgs[store].n_fields, "copy");
    const cg_structure *second = &w->spec->machines[W].structures[OTHERS];
    for (uint64_t line = 5; line < 7; line++) {
        *w->packet = (cg_packet){.msg = store, .addr = line * LINE, .mask = 0xf};
        w->packet->field[copy] = line == 5;
        fire_event(w, W, 0, "STORE", w->packet, line == 5 ? "fifos.w.I.STORE.1" : "fifos.w.I.STORE.2");
    }
    *w->packet = (cg_packet){.msg = others, .tid = 3};
    fire_event(w, W, 0, "OTHERS", w->packet, "fifos.w.OTHERS");
    cr_assert(cg_shadow_head(w->s, W, 0, 0)->line == 5 && cg_shadow_head(w->s, W, 0, OTHERS)->line == 6);
    cr_assert(!cg_shadow_drains(w->s, W, 0, 0) && cg_shadow_drains(w->s, W, 0, OTHERS));
    *w->packet = (cg_packet){.msg = CG_NONE, .addr = 6 * LINE};
    fire_event(w, W, 0, "oldest_other", w->packet, "fifos.w.D.oldest_other.2");
    cr_assert(cg_shadow_head(w->s, W, 0, 0)->line == 5);
    cr_assert(cg_shadow_head(w->s, W, 0, OTHERS)->marker && cg_shadow_head(w->s, W, 0, OTHERS)->tid == 3);
    for (uint64_t i = 1; i < second->entries; i++) {
        *w->packet = (cg_packet){.msg = others};
        fire_event(w, W, 0, "OTHERS", w->packet, "fifos.w.OTHERS");
    }
    cr_assert(cg_shadow_fifo_full(w->s, W, 0, OTHERS) && !cg_shadow_fifo_full(w->s, W, 0, 0));
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

enum { WALKED = 1 };

static void at_walked(world *w, const char *event, uint64_t line, const char *id) {
    const int store = cg_find_msg(w->spec, "STORE");
    const bool stores = !strcmp(event, "STORE");
    *w->packet = (cg_packet){.msg = stores ? store : CG_NONE, .addr = line * LINE, .mask = stores ? 0xf : 0};
    fire_event(w, WALKED, 0, event, w->packet, id);
}

static void mark_walked(world *w, uint32_t tid) {
    *w->packet = (cg_packet){.msg = cg_find_msg(w->spec, "RELEASE"), .tid = tid};
    fire_event(w, WALKED, 0, "RELEASE", w->packet, "walk.w.RELEASE");
}

static bool is_due(const world *w, uint64_t line) {
    const cg_block *b;
    for (uint32_t i = 0; (b = cg_shadow_due(w->s, WALKED, 0, 0, i)); i++)
        if (b->line == line) return true;
    return false;
}

// A walk: a marker waits for the lines that were there when it came, until each was offered or has left.
Test(fifo, a_walk_has_the_lines_that_were_there) {
    world *w = new_world("tests/tables/walk.json");
    at_walked(w, "STORE", 5, "walk.w.I.STORE");
    at_walked(w, "STORE", 7, "walk.w.I.STORE");
    cr_assert(!cg_shadow_drains(w->s, WALKED, 0, 0)); // nothing is pushed
    mark_walked(w, 2);
    at_walked(w, "STORE", 9, "walk.w.I.STORE");
    cr_assert(cg_shadow_drains(w->s, WALKED, 0, 0));
    cr_assert(is_due(w, 5) && is_due(w, 7) && !is_due(w, 9));
    at_walked(w, "oldest", 9, "walk.w.D.oldest.2"); // may be offered, too
    at_walked(w, "oldest", 3, "walk.w.I.oldest");
    at_walked(w, "oldest", 5, "walk.w.D.oldest.2");
    mark_walked(w, 3);
    cr_assert(!is_due(w, 5) && is_due(w, 7));
    at_walked(w, "evict", 7, "walk.w.D.evict.2");
    cr_assert_null(cg_shadow_due(w->s, WALKED, 0, 0, 0));
    cr_assert(cg_shadow_head(w->s, WALKED, 0, 0)->tid == 2);
    *w->packet = (cg_packet){.msg = CG_NONE, .tid = 2};
    fire_event(w, WALKED, 0, "passed", w->packet, "walk.w.passed");
    at_walked(w, "STORE", 7, "walk.w.I.STORE"); // there again, after the marker
    cr_assert(cg_shadow_head(w->s, WALKED, 0, 0)->tid == 3);
    cr_assert(is_due(w, 5) && is_due(w, 9) && !is_due(w, 7));
    at_walked(w, "oldest", 9, "walk.w.D.oldest.1");
    at_walked(w, "oldest", 5, "walk.w.D.oldest.1");
    cr_assert_null(cg_shadow_due(w->s, WALKED, 0, 0, 0));
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

// `complete` and `fill` on the shadow, one rule at a time: what the line, the core and golden model 1 see.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "shadow_world.h"

enum { L1 = 0, L2 = 1, ADDR = 0x1000 + 8 };

// An event at controller 2 of the L1s, or at the L2.
static const cg_outcome *fire(world *w, int machine, const char *event, const cg_packet *p, const char *id) {
    return fire_event(w, machine, machine == L1 ? 2 : 0, event, p, id);
}

// Thread 3 asks, and misses.
static void ask(world *w, const char *event, const cg_packet *asked, const char *id) {
    cg_packet request = *asked;
    request.msg = CG_NONE;
    request.tid = 3;
    request.addr = ADDR;
    cr_assert(cg_shadow_request(w->s, 2, &request));
    fire(w, L1, event, cg_shadow_request_of(w->s, 2, 3), id);
}

static int message(const world *w, const char *name) {
    for (int i = 0; i < w->spec->n_msgs; i++) {
        if (!strcmp(w->spec->msgs[i].name, name)) return i;
    }
    return CG_NONE;
}

// Message `name` about the line, for thread `tid`, with a line of bytes 0x10, 0x11, ...
static const cg_packet *arrival(world *w, const char *name, uint32_t tid, uint64_t addr) {
    *w->packet = (cg_packet){.msg = message(w, name), .tid = tid, .addr = addr};
    for (uint64_t i = 0; i < w->spec->line_bytes; i++)
        cg_packet_line(w->s, w->packet)[i] = (uint8_t)(0x10 + i);
    return w->packet;
}

static uint32_t word(const world *w) {
    const cg_block *b = cg_shadow_block(w->s, L1, 2, ADDR);
    uint32_t v;
    memcpy(&v, cg_block_data(&w->s->machines[L1], b) + ADDR % w->spec->line_bytes, 4);
    return v;
}

enum { CAME = 0x1b1a1918 };

Test(complete, a_load_sees_the_line_that_came) {
    world *w = new_world("tests/tables/directory.json");
    ask(w, "load", &(cg_packet){.op = CG_LOAD}, "directory.l1.I.load");
    const cg_outcome *o = fire(w, L1, "DATA", arrival(w, "DATA", 3, ADDR), "directory.l1.IS.DATA");
    cr_assert(o->responds && o->has_data && o->resp_tid == 3);
    cr_assert_eq(o->resp_data, CAME);
    cr_assert(w->performs == 1 && w->performed.kind == CG_LOAD && w->performed.value == CAME);
    cr_assert_eq(w->performed.thread, (int)(2 * w->spec->threads + 3));
    cr_assert_eq(w->s->machines[L1].nodes[2].n_waiters, 0);
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

Test(complete, a_store_goes_into_the_line_that_came) {
    world *w = new_world("tests/tables/directory.json");
    ask(w, "store", &(cg_packet){.op = CG_STORE, .word = 0xaabbccdd, .mask = 6}, "directory.l1.I.store");
    const cg_outcome *o = fire(w, L1, "DATAM", arrival(w, "DATAM", 3, ADDR), "directory.l1.IM.DATAM");
    cr_assert(o->responds && !o->has_data);
    cr_assert_eq(word(w), 0x1bbbcc18);
    cr_assert(w->performed.kind == CG_STORE && w->performed.value == 0xaabbccdd && w->performed.mask == 6);
    cr_assert_eq(w->performed.old, CAME);
    cr_assert_eq(*cg_shadow_status_of(w->s, 2, 3), CG_FREE);
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

Test(complete, an_atomic_answers_the_old_word) {
    world *w = new_world("tests/tables/directory.json");
    const cg_packet add = {.op = CG_ATOMIC, .word = 1, .aop = CG_AMO_ADD};
    ask(w, "atomic", &add, "directory.l1.I.atomic");
    const cg_outcome *o = fire(w, L1, "DATAM", arrival(w, "DATAM", 3, ADDR), "directory.l1.IM.DATAM");
    cr_assert(o->responds && o->has_data && o->resp_data == CAME);
    cr_assert_eq(word(w), CAME + 1);
    cr_assert(w->performed.old == CAME && w->performed.value == CAME + 1);
    free_world(w);
}

Test(complete, nobody_asked) {
    world *w = new_world("tests/tables/directory.json");
    ask(w, "load", &(cg_packet){.op = CG_LOAD}, "directory.l1.I.load");
    fire(w, L1, "DATA", arrival(w, "DATA", 4, ADDR), "directory.l1.IS.DATA");
    cr_assert(strstr(w->problem, "thread 4's request is completed, but none is deferred"), "%s", w->problem);
    cr_assert_eq(w->performs, 0);
    free_world(w);
}

Test(complete, another_word_was_asked_for) {
    world *w = new_world("tests/tables/directory.json");
    ask(w, "load", &(cg_packet){.op = CG_LOAD}, "directory.l1.I.load");
    fire(w, L1, "DATA", arrival(w, "DATA", 3, ADDR + 4), "directory.l1.IS.DATA");
    cr_assert(strstr(w->problem, "completed for address 0x100c, but is for 0x1008"), "%s", w->problem);
    free_world(w);
}

// Hits of the owner: a store, then an atomic, each answered with the word before it.
Test(complete, hits_of_the_owner) {
    world *w = new_world("tests/tables/directory.json");
    ask(w, "store", &(cg_packet){.op = CG_STORE, .word = 5, .mask = 15}, "directory.l1.I.store");
    fire(w, L1, "DATAM", arrival(w, "DATAM", 3, ADDR), "directory.l1.IM.DATAM");
    ask(w, "atomic", &(cg_packet){.op = CG_ATOMIC, .word = 2, .aop = CG_AMO_ADD}, "directory.l1.M.atomic");
    cr_assert_eq(w->s->outcome.resp_data, 5);
    ask(w, "store", &(cg_packet){.op = CG_STORE, .word = 0x900, .mask = 2}, "directory.l1.M.store");
    cr_assert_eq(word(w), 0x907);
    ask(w, "load", &(cg_packet){.op = CG_LOAD}, "directory.l1.M.load");
    cr_assert_eq(w->s->outcome.resp_data, 0x907);
    cr_assert_eq(w->performs, 4);
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

// The line at its home, in this state.
static cg_block *line_at_home(world *w, int state) {
    cg_shadow_machine *home = &w->s->machines[L2];
    cg_block *b = cg_block_add(home, &home->nodes[0], ADDR / w->spec->line_bytes);
    b->present = true;
    b->state = state;
    return b;
}

// A write-back in a stable state fills the whole line, whatever was written under an entry long gone; and a
// message to an empty set is not sent.
Test(complete, a_write_back_fills_a_stable_line) {
    world *w = new_world("tests/tables/directory.json");
    cg_block *b = line_at_home(w, 2); // M
    b->field[1] = 2;
    b->written[0] = ~UINT64_C(0);
    const cg_packet *put = arrival(w, "PUTM", 0, ADDR);
    w->packet->src = 2;
    const cg_outcome *o = fire(w, L2, "PUTM", put, "directory.l2.M.PUTM.1");
    cr_assert_eq(o->state, 1);
    cr_assert_eq(
        memcmp(cg_block_data(&w->s->machines[L2], b), cg_packet_line(w->s, put), w->spec->line_bytes), 0);
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

static const cg_sent *sent(const world *w, const cg_outcome *o, const char *name) {
    return &o->out[w->s->machines[L2].lane[w->spec->msgs[message(w, name)].channel]];
}

Test(complete, messages_go_to_the_stored_set) {
    world *w = new_world("tests/tables/directory.json");
    line_at_home(w, 1)->field[0] = 0xd; // S; sharers 0, 2, 3
    const cg_packet *get = arrival(w, "GETM", 0, ADDR);
    w->packet->src = 2;
    const cg_outcome *o = fire(w, L2, "GETM", get, "directory.l2.S.GETM.2");
    const cg_sent *inv = sent(w, o, "INV");
    cr_assert(inv->msg == message(w, "INV") && inv->dst == 0x9);
    cr_assert_eq(o->space[CG_SPACE_LINE][0], 0x4);
    cr_assert_eq(o->space[CG_SPACE_MSHR][0], 2);
    free_world(w);
}

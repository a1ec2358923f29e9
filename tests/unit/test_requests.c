// Requests as values on the shadow: a forward that comes too early is kept, and answered for the one that
// asks.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lang/requester.h"
#include "shadow_world.h"

enum { L1 = 0, LINE = 0x1000, OWN = 2, OTHER = 1 };

static world *start(void) {
    return new_world("tests/tables/deferral.json");
}

static const cg_outcome *fire(world *w, const char *event, cg_packet *p, const char *id) {
    return fire_event(w, L1, OWN, event, p, id);
}

static void store(world *w) {
    cg_packet request = {.msg = CG_NONE, .op = CG_STORE, .tid = 3, .addr = LINE + 8, .word = 7, .mask = 15};
    cr_assert(cg_shadow_request(w->s, OWN, &request));
    fire(w, "store", cg_shadow_request_of(w->s, OWN, 3), "deferral.l1.I.store");
}

static cg_packet *arrival(world *w, const char *name, uint32_t tid, uint64_t addr) {
    *w->packet = (cg_packet){.msg = cg_find_msg(w->spec, name), .tid = tid, .addr = addr};
    const cg_msg *m = &w->spec->msgs[w->packet->msg];
    for (int i = 0; i < m->n_fields; i++) w->packet->field[i] = 0;
    if (m->core != CG_NONE) w->packet->field[m->core] = OTHER;
    return w->packet;
}

// What the outcome sends of this name; its fields and the line follow the header.
static const cg_sent *sent(const world *w, const cg_outcome *o, const char *name) {
    const int lane = w->s->machines[L1].lane[w->spec->msgs[cg_find_msg(w->spec, name)].channel];
    return o->out[lane].msg == cg_find_msg(w->spec, name) ? &o->out[lane] : NULL;
}

static uint64_t kept(const world *w) {
    const cg_shadow_machine *sm = &w->s->machines[L1];
    const cg_block *b = cg_shadow_block(w->s, L1, OWN, LINE);
    return cg_block_fields(sm, b, CG_SPACE_MSHR)[cg_find_field(sm->m->mshr, sm->m->n_mshr, "asks")];
}

Test(requests, has_the_parts_that_it_is_made_of) {
    world *w = start();
    const cg_requester who = cg_requester_parts(w->spec, cg_requester_pack(w->spec, (cg_requester){3, 5, 9}));
    cr_assert(who.core == 3 && who.thread == 5 && who.word == 9);
    cr_assert_eq(cg_requester_type(w->spec).width, 2 + 4 + 4); // 4 cores, 16 threads, lines of 64 bytes
    free_world(w);
}

Test(requests, a_forward_is_answered_for_the_one_that_asks) {
    world *w = start();
    store(w);
    fire(w, "FwdGetM", arrival(w, "FwdGetM", 5, LINE + 20), "deferral.l1.IM_AD.FwdGetM");
    cr_assert_eq(kept(w), cg_requester_pack(w->spec, (cg_requester){OTHER, 5, 5}));
    const cg_outcome *served = fire(w, "Data", arrival(w, "Data", 3, LINE + 8), "deferral.l1.IM_AD.Data.2");
    cr_assert(served->responds && served->resp_tid == 3);
    cr_assert_null(sent(w, served, "OwnerData"));

    const cg_outcome *o =
        fire(w, "due", &(cg_packet){.msg = CG_NONE, .tid = 9, .addr = LINE}, "deferral.l1.M_O.due.2");
    const cg_sent *data = sent(w, o, "OwnerData");
    cr_assert_not_null(data);
    cr_assert_eq(data->dst, 1u << OTHER);
    cr_assert(data->asked && data->packet->tid == 5);
    cr_assert_eq(data->packet->addr, LINE + 20);
    cr_assert_eq(cg_packet_line(w->s, data->packet)[8], 7); // its own core's store was first
    cr_assert_str_eq(w->problem, "");
    free_world(w);
}

Test(requests, an_answer_at_once_is_for_the_message_s_request) {
    world *w = start();
    const cg_outcome *o = fire(w, "Inv", arrival(w, "Inv", 6, LINE + 4), "deferral.l1.I.Inv");
    const cg_sent *ack = sent(w, o, "InvAck");
    cr_assert_not_null(ack);
    cr_assert_eq(ack->dst, 1u << OTHER);
    cr_assert(!ack->asked && ack->packet->tid == 6);
    free_world(w);
}

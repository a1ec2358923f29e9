// The simulated cores: their threads are coroutines that ask for one access after the other.
#include <criterion/criterion.h>

#include "programs/thread.h"

typedef struct {
    int order[8], n;
} trail;

static void leave_mark(cg_thread *t, void *arg) {
    trail *r = arg;
    cg_pause(t, (unsigned)(10 - cg_tid(t)));
    r->order[r->n++] = cg_tid(t);
    cg_st(t, 4 * (uint64_t)cg_tid(t), 1);
}

Test(threads, pauses_and_statistics) {
    cg_scheduler_options o = {.cores = 2, .threads = 2, .seed = 1};
    cg_scheduler *c = cg_scheduler_new(&o);
    cg_sparse *m = cg_sparse_new();
    trail r = {.n = 0};
    cg_scheduler_start(c, leave_mark, &r);
    cr_expect(cg_scheduler_busy(c));
    cr_expect(cg_scheduler_run(c, m, 100));
    cr_expect(r.n == 4 && r.order[0] == 3 && r.order[3] == 0);
    cr_expect(cg_scheduler_stats_of(c)->latency[1].count == 4);
    cr_expect(!cg_scheduler_answer(c, 0, 0, 0), "nobody waits");
    cr_expect(!cg_scheduler_answer(c, 0, 2, 0), "there is no such thread");
    cg_sparse_free(m);
    cg_scheduler_free(c);
}

Test(threads, a_core_issues_in_turn_and_keeps_its_offer) {
    cg_scheduler_options o = {.cores = 1, .threads = 3, .seed = 1};
    cg_scheduler *c = cg_scheduler_new(&o);
    trail r = {.n = 0};
    int tid = -1;
    cg_scheduler_start(c, leave_mark, &r);
    for (uint64_t cycle = 1; cycle < 20; cycle++) cg_scheduler_tick(c, cycle);
    cr_expect(cg_scheduler_offer(c, 0, &tid) != NULL && tid == 0);
    cr_expect(cg_scheduler_offer(c, 0, &tid) != NULL && tid == 0);
    int core = -1;
    uint64_t since = 0;
    cr_expect(cg_scheduler_due(c) && cg_scheduler_oldest(c, &core, &since)->addr == 8 && core == 0 &&
              since == 9);
    for (int i = 0; i < 3; i++) {
        cr_expect(cg_scheduler_offer(c, 0, &tid) != NULL && tid == i);
        cg_scheduler_accepted(c, 0);
        cr_expect(cg_scheduler_waits_for(c, 0, i)->addr == 4 * (uint64_t)i);
    }
    cr_expect(cg_scheduler_offer(c, 0, &tid) == NULL);
    for (int i = 2; i >= 0; i--) cr_expect(cg_scheduler_answer(c, 0, i, 0));
    cr_expect(!cg_scheduler_busy(c) && !cg_scheduler_due(c));
    cg_scheduler_free(c);
}

enum { LANES = 6, LANE_SLOTS = 4 };

static void copy_lanes(cg_thread *t, void *arg) {
    uint64_t at[LANES];
    uint32_t *words = arg;
    for (uint64_t i = 0; i < LANES; i++) at[i] = 4 * (LANES - i);
    cg_ld_lanes(t, at, LANES, words);
    cg_st_lanes(t, at, LANES, words);
}

// As many as the design takes. Returns how many are under way.
static int take_offers(cg_scheduler *c, cg_request *taken, int *tids, int n) {
    int tid;
    for (const cg_request *r; (r = cg_scheduler_offer(c, 0, &tid)) != NULL; n++) {
        taken[n] = *r;
        tids[n] = tid;
        cg_scheduler_accepted(c, 0);
    }
    return n;
}

// Note [wavefront]: as many at once as there are slots, in order; the next one when the oldest is answered.
Test(threads, lanes_are_asked_for_as_far_as_slots_go) {
    cg_scheduler_options o = {.cores = 1, .threads = 1, .slots = LANE_SLOTS, .seed = 1};
    cg_scheduler *c = cg_scheduler_new(&o);
    uint32_t words[LANES] = {0};
    cg_request taken[2 * LANES];
    int tids[2 * LANES], n = 0, answered = 0;
    cg_scheduler_start(c, copy_lanes, words);
    cg_scheduler_tick(c, 1);
    n = take_offers(c, taken, tids, n);
    cr_assert(n == LANE_SLOTS);
    cr_expect(cg_scheduler_answer(c, 0, tids[1], 101));
    n = take_offers(c, taken, tids, n);
    cr_assert(n == LANE_SLOTS, "the oldest is not answered");
    cr_expect(cg_scheduler_answer(c, 0, tids[0], 100));
    n = take_offers(c, taken, tids, n);
    cr_assert(n == LANES, "%d", n);
    for (answered = 2; answered < LANES; answered++)
        cr_expect(cg_scheduler_answer(c, 0, tids[answered], 100 + (uint32_t)answered));
    n = take_offers(c, taken, tids, n);
    cr_assert(n == LANES + LANE_SLOTS, "%d", n);
    for (; answered < n; n = take_offers(c, taken, tids, n))
        cr_expect(cg_scheduler_answer(c, 0, tids[answered++], 0));
    cr_assert(n == 2 * LANES && !cg_scheduler_busy(c));
    for (int i = 0; i < n; i++) {
        cr_expect(taken[i].op == (i < LANES ? CG_LOAD : CG_STORE));
        cr_expect(taken[i].addr == 4 * (uint64_t)(LANES - i % LANES));
        if (i >= LANES) cr_expect(taken[i].data == 100 + (uint32_t)(i - LANES));
    }
    cg_scheduler_free(c);
}

Test(threads, atomics) {
    cr_expect(cg_amo_apply(CG_AMO_MIN, 1, UINT32_MAX, 0) == UINT32_MAX);
    cr_expect(cg_amo_apply(CG_AMO_MINU, 1, UINT32_MAX, 0) == 1);
    cr_expect(cg_amo_apply(CG_AMO_MAX, 1, UINT32_MAX, 0) == 1);
    cr_expect(cg_amo_apply(CG_AMO_CAS, 4, 9, 4) == 9 && cg_amo_apply(CG_AMO_CAS, 5, 9, 4) == 5);
}

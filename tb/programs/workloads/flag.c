// One thread stores, all others wait for the store with loads, as programs compiled from C do. Measures how
// long it takes until each has seen it, in cycles and in round trips to the home.
#include <stdio.h>

#include "sync.h"

enum { WARM = 8 };

typedef struct {
    cg_env *env;
    uint64_t rounds, hold, interval, within;
    uint64_t flag, own;      // addresses, a line each
    uint64_t data;           // a word for each round: nothing orders a round's loads and the next store
    uint64_t asked;          // the cycle in which the round's store was asked for
    uint64_t trip;           // cycles of the fastest atomic of the storing thread
    uint64_t seen, sum, max; // looks that saw a store, cycles until they did
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(rounds, 8, 1, 65536, "stores that all other threads wait for"),
    CG_NUMBER(hold, 3000, 1, 1u << 24, "least cycles before each store; at most twice as many"),
    CG_OPTION_INTERVAL(4),
    CG_NUMBER(within, 0, 0, CG_ANY, "round trips within which each thread must see the store; 0: any number"),
    {0},
};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->flag = cg_alloc(e, e->line_bytes, e->line_bytes);
    s->data = cg_alloc(e, s->rounds * 4, e->line_bytes);
    s->own = cg_alloc(e, e->line_bytes, e->line_bytes);
    s->trip = UINT64_MAX;
}

static uint32_t value_of_round(uint64_t round) {
    return (uint32_t)round * 2654435761u;
}

static uint64_t word_of_round(const state *s, uint64_t round) {
    return s->data + (round - 1) * 4;
}

static void measure_trip(cg_thread *t, state *s) {
    for (int i = 0; i < WARM; i++) {
        cg_amo(t, CG_AMO_ADD, s->own, 1, 0);
        s->trip = cg_least(s->trip, cg_answered(t) - cg_accepted(t));
    }
}

static void publish_round(cg_thread *t, state *s, uint64_t round) {
    cg_pause(t, (unsigned)(s->hold + cg_rand(t) % s->hold));
    cg_st(t, word_of_round(s, round), value_of_round(round));
    cg_fence(t);
    s->asked = cg_cycle(t);
    cg_sync_st(t, s->flag, (uint32_t)round);
    while (s->seen < round * (uint64_t)(cg_threads(t) - 1)) cg_pause(t, 16);
}

static void see_round(cg_thread *t, state *s, uint64_t round) {
    while (cg_sync_ld(t, s->flag) < round)
        if (s->interval) cg_pause(t, (unsigned)s->interval);
    const uint64_t cycles = cg_cycle(t) - s->asked;
    cg_fence(t);
    const uint32_t data = cg_ld(t, word_of_round(s, round));
    if (data != value_of_round(round))
        cg_fail(s->env, "thread %d saw flag %u and data 0x%x, not 0x%x", cg_tid(t), (unsigned)round, data,
                value_of_round(round));
    if (s->within && cycles > s->within * s->trip)
        cg_fail(s->env,
                "thread %d saw store %u after %llu cycles, %.1f round trips of %llu cycles, not within %u",
                cg_tid(t), (unsigned)round, (unsigned long long)cycles, (double)cycles / (double)s->trip,
                (unsigned long long)s->trip, (unsigned)s->within);
    s->sum += cycles;
    if (cycles > s->max) s->max = cycles;
    s->seen++;
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if (cg_tid(t) == 0) measure_trip(t, s);
    for (uint64_t round = 1; round <= s->rounds; round++) {
        if (cg_tid(t) == 0)
            publish_round(t, s, round);
        else
            see_round(t, s, round);
    }
}

static void check(cg_thread *t, void *arg) {
    state *s = arg;
    const uint32_t flag = cg_ld(t, s->flag);
    if (flag != s->rounds) cg_fail(s->env, "the flag is %u, not %u", flag, (unsigned)s->rounds);
    cg_measured_logged(s->env, "round_trip", "cycles", (double)s->trip);
    if (s->seen == 0) return;
    cg_measured_logged(s->env, "seen_mean", "cycles", (double)s->sum / (double)s->seen);
    cg_measured_logged(s->env, "seen_max", "cycles", (double)s->max);
    cg_measured_logged(s->env, "seen_max_round_trips", "round trips", (double)s->max / (double)s->trip);
}

const cg_workload cg_workload_flag = {
    "flag",  "one thread stores, all others look with loads: how soon they see it",
    OPTIONS, sizeof(state),
    setup,   thread,
    check,   NULL,
};

// Measures what the microarchitecture promises: hits at one a cycle, misses in flight, hits under misses, and
// the rate of the home controllers. Threads meet between the phases outside simulated memory, at no cost.
//
// Rates count from the first acceptance to the last answer, both included.
#include <stdio.h>

#include "programs/workload.h"

enum { MISSES = 8, WARM = 4 };

typedef struct {
    uint64_t first, last;        // cycles: earliest acceptance, latest answer
    uint64_t ops, sum, min, max; // latencies
} tally;

typedef struct {
    cg_env *env;
    uint64_t hits, home_ops;              // operations in all
    uint64_t warm, cold, home;            // addresses
    uint64_t n_cold;                      // cold lines handed out
    int met, meetings;                    // threads that wait for the others, meetings so far
    uint64_t from[MISSES], until[MISSES]; // of each miss
    tally t;
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(hits, 1000, 0, CG_ANY, "loads of the hit measurement"),
    CG_NUMBER(home_ops, 2000, 0, CG_ANY, "operations of each measurement of the home controllers"),
    {0},
};

static uint32_t pattern(uint64_t addr) {
    return (uint32_t)addr * 2654435761u;
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    const uint64_t line = e->line_bytes, all = (uint64_t)(e->cores * e->threads);
    s->env = e;
    s->warm = cg_alloc(e, WARM * line, line);
    s->cold = cg_alloc(e, 4 * MISSES * line, line);
    s->home = cg_alloc(e, all * line * (uint64_t)e->partitions, line * (uint64_t)e->partitions);
    for (uint64_t i = 0; i < WARM * line && !e->bad_input[0]; i += 4)
        cg_poke(e, s->warm + i, pattern(s->warm + i));
    for (uint64_t i = 0; i < 4 * MISSES * line && !e->bad_input[0]; i += 4)
        cg_poke(e, s->cold + i, pattern(s->cold + i));
}

// All threads come; the last one measures what the phase before gave.
static void meet_others(cg_thread *t, state *s, void (*report)(state *)) {
    int meeting = s->meetings;
    if (++s->met == cg_threads(t)) {
        if (report) report(s);
        s->t = (tally){.first = UINT64_MAX, .min = UINT64_MAX};
        s->met = 0;
        s->meetings++;
    }
    while (s->meetings == meeting) cg_pause(t, 1);
    cg_pause(t, 50); // what is still under way settles
}

static void note_answer(cg_thread *t, tally *a) {
    uint64_t cycles = cg_answered(t) - cg_accepted(t);
    a->ops++;
    a->sum += cycles;
    if (cycles < a->min) a->min = cycles;
    if (cycles > a->max) a->max = cycles;
    if (cg_accepted(t) < a->first) a->first = cg_accepted(t);
    if (cg_answered(t) > a->last) a->last = cg_answered(t);
}

static void load_only(cg_thread *t, state *s, uint64_t addr) {
    uint32_t value = cg_ld(t, addr);
    if (value != pattern(addr))
        cg_fail(s->env, "thread %d read 0x%x at 0x%llx, not 0x%x", cg_tid(t), value,
                (unsigned long long)cg_where(s->env, addr), pattern(addr));
}

static void load_and_note(cg_thread *t, state *s, uint64_t addr) {
    load_only(t, s, addr);
    note_answer(t, &s->t);
}

static void put_latency(state *s, const char *what) {
    char name[48];
    if (s->t.ops == 0) return;
    snprintf(name, sizeof name, "%s_latency_min", what);
    cg_measured_logged(s->env, name, "cycles", (double)s->t.min);
    snprintf(name, sizeof name, "%s_latency_mean", what);
    cg_measured_logged(s->env, name, "cycles", (double)s->t.sum / (double)s->t.ops);
    snprintf(name, sizeof name, "%s_latency_max", what);
    cg_measured_logged(s->env, name, "cycles", (double)s->t.max);
}

// A request is accepted and its answer comes in a later cycle: n operations take n cycles and one latency.
static double operations_a_cycle(const state *s) {
    uint64_t cycles = s->t.last - s->t.first + 1 - s->t.min;
    return s->t.ops && cycles ? (double)s->t.ops / (double)cycles : 0;
}

static void report_hits(state *s) {
    cg_measured_logged(s->env, "hit_rate", "loads/cycle", operations_a_cycle(s));
    put_latency(s, "hit");
}

static void report_misses(state *s) {
    unsigned most = 0;
    for (int i = 0; i < MISSES; i++) { // in flight when miss i was accepted
        unsigned n = 0;
        for (int j = 0; j < MISSES; j++)
            n += s->until[i] && s->from[j] <= s->from[i] && s->from[i] < s->until[j];
        if (n > most) most = n;
    }
    cg_measured_logged(s->env, "misses_in_flight", "lines", most);
    cg_measured_logged(s->env, "misses_all_done", "cycles", (double)(s->t.last - s->t.first));
    put_latency(s, "miss");
}

static void report_under(state *s) {
    cg_measured_logged(s->env, "hits_under_misses", "loads", (double)s->t.ops);
    put_latency(s, "hit_under_miss");
}

static void report_merged(state *s) {
    put_latency(s, "merged_miss");
}
static void report_cold(state *s) {
    cg_measured_logged(s->env, "cold_loads_rate", "operations/cycle", operations_a_cycle(s));
}
static void report_one(state *s) {
    cg_measured_logged(s->env, "one_home_atomic_rate", "operations/cycle", operations_a_cycle(s));
}
static void report_all(state *s) {
    cg_measured_logged(s->env, "all_homes_atomic_rate", "operations/cycle", operations_a_cycle(s));
}
static void report_stores(state *s) {
    cg_measured_logged(s->env, "all_homes_store_rate", "operations/cycle", operations_a_cycle(s));
}

// Loads of warm lines, as long as `until` says, or `n` of them.
static void hit_loop(cg_thread *t, state *s, uint64_t n) {
    for (uint64_t i = 0; i < n; i++)
        load_and_note(t, s, s->warm + (i % WARM) * s->env->line_bytes + 4 * ((uint64_t)cg_local_tid(t) % 4));
}

static void miss(cg_thread *t, state *s, uint64_t line) {
    load_and_note(t, s, s->cold + line * s->env->line_bytes);
    s->from[cg_local_tid(t)] = cg_accepted(t);
    s->until[cg_local_tid(t)] = cg_answered(t);
}

// Every thread on a line of its own, in the home `home`, or in homes by turns (-1).
static void home_loop(cg_thread *t, state *s, int home, bool stores) {
    uint64_t parts = (uint64_t)s->env->partitions, me = (uint64_t)cg_tid(t), line = s->env->line_bytes;
    uint64_t at = s->home + (me * parts + (home < 0 ? me % parts : (uint64_t)home)) * line;
    for (uint64_t i = 0; i < s->home_ops / (uint64_t)cg_threads(t) + 1; i++) {
        if (stores)
            cg_st(t, at, (uint32_t)i);
        else
            cg_amo(t, CG_AMO_ADD, at, 1, 0);
        note_answer(t, &s->t);
    }
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    bool here = cg_core(t) == 0; // the core that is measured
    int slot = cg_local_tid(t), n = s->env->threads;
    if (here && slot == 0)
        for (int i = 0; i < WARM; i++) load_and_note(t, s, s->warm + (uint64_t)i * s->env->line_bytes);
    meet_others(t, s, NULL);
    if (here) hit_loop(t, s, s->hits / (uint64_t)n + 1);
    meet_others(t, s, report_hits);
    if (here && slot < MISSES) miss(t, s, (uint64_t)slot);
    meet_others(t, s, report_misses);
    if (here && slot == 0)
        for (int i = 0; i < WARM; i++) load_and_note(t, s, s->warm + (uint64_t)i * s->env->line_bytes);
    meet_others(t, s, NULL);
    // Misses first, then hits by the other threads while they last.
    if (here && slot < MISSES && slot < n - 1)
        load_only(t, s, s->cold + (MISSES + (uint64_t)slot) * s->env->line_bytes);
    if (here && slot >= MISSES) {
        cg_pause(t, MISSES);
        hit_loop(t, s, 2);
    }
    meet_others(t, s, report_under);
    if (here) load_and_note(t, s, s->cold + 2 * MISSES * s->env->line_bytes);
    meet_others(t, s, report_merged);
    cg_ld(t,
          s->home + (uint64_t)cg_tid(t) * (uint64_t)s->env->partitions * s->env->line_bytes); // into the home
    note_answer(t, &s->t);
    meet_others(t, s, report_cold);
    home_loop(t, s, 0, false);
    meet_others(t, s, report_one);
    home_loop(t, s, -1, false);
    meet_others(t, s, NULL); // brings the lines
    home_loop(t, s, -1, false);
    meet_others(t, s, report_all);
    home_loop(t, s, -1, true);
    meet_others(t, s, report_stores);
}

const cg_workload cg_workload_throughput = {
    "throughput", "measures hit rate and latency, misses in flight, hits under misses, rates of the homes",
    OPTIONS,      sizeof(state),
    setup,        thread,
    NULL,         NULL,
};

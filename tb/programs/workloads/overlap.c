// Which operations of one thread overlap: each kind of operation behind each, on words of their own, by one
// thread on an idle system. Two overlap if the later one is answered less than the shortest latency of its
// kind after the earlier one: then it did not wait for it. What was measured stands in the report as a
// percentage of the pairs that overlapped, under the names of the two; and how long several loads, stores or
// atomics take that are asked for at once, in latencies of one.
#include <string.h>

#include "programs/thread.h"
#include "sync.h"

enum { KINDS = 4, PAIRS = KINDS * KINDS, AT_ONCE = 8, LINES = 32 };
// An operation that is answered sooner is over before the next one of its thread can leave the core port.
enum { SHOWS = 5 };

typedef struct {
    cg_env *env;
    uint64_t rounds, within, atomics_within;
    enum { PAIRED, RELAXED } atomics; // then by cg_relaxed
    uint64_t base;
    const char *kept; // pairs that must not overlap; "": not said
    uint64_t used;
    uint64_t shortest[KINDS]; // latency
    uint64_t overlapped[PAIRS];
} state;

static const cg_option OPTIONS[] = {
    CG_NUMBER(rounds, 8, 1, 1000, "how often each pair of operations is asked for"),
    CG_NUMBER(within, 0, 0, 1000, "most latencies, in tenths, that several stores at once may take; 0: any"),
    CG_NUMBER(atomics_within, 0, 0, 1000, "likewise several atomics"),
    CG_CHOICE(atomics, "paired", "what the atomics are: paired, or of a relaxed kind", "paired", "unpaired",
              "commutative", "nonordering", "speculative", "quantum"),
    CG_TEXT(
        kept, "",
        "pairs that must not overlap, as in load-store,load-load; all others must, if the first takes long"),
    {0},
};

static const char *const NAMES[KINDS] = {
    [CG_LOAD] = "load", [CG_STORE] = "store", [CG_ATOMIC] = "atomic", [CG_FENCE] = "fence"};

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    s->env = e;
    s->base = cg_alloc(e, (uint64_t)LINES * e->line_bytes, e->line_bytes);
}

// A word of another line each time.
static cg_request next_request(state *s, const cg_thread *t, unsigned op) {
    const bool relaxed = op == CG_ATOMIC && s->atomics >= RELAXED;
    return (cg_request){.op = op,
                        .order = relaxed ? cg_options_of(t)->relaxed_marks[s->atomics - RELAXED] : 0,
                        .dropped = relaxed,
                        .addr = s->base + s->used++ % LINES * s->env->line_bytes,
                        .data = (uint32_t)s->used,
                        .mask = 0xf,
                        .aop = CG_AMO_ADD};
}

static uint64_t latency_alone(state *s, cg_thread *t, unsigned op) {
    const cg_request q = next_request(s, t, op);
    cg_await(t, cg_begin(t, &q));
    const uint64_t cycles = cg_answered(t) - cg_accepted(t);
    if (s->shortest[op] == 0 || cycles < s->shortest[op]) s->shortest[op] = cycles;
    return cycles;
}

static bool overlap(state *s, cg_thread *t, unsigned first, unsigned second) {
    const cg_request a = next_request(s, t, first), b = next_request(s, t, second);
    const cg_ticket x = cg_begin(t, &a), y = cg_begin(t, &b);
    cg_await(t, x);
    const uint64_t answered = cg_answered(t);
    cg_await(t, y);
    return cg_answered(t) < answered + s->shortest[second];
}

// Cycles of several at once.
static uint64_t several(state *s, cg_thread *t, unsigned op) {
    cg_ticket ticket[AT_ONCE];
    const uint64_t from = cg_cycle(t);
    const int n = cg_slots(t) < AT_ONCE ? cg_slots(t) : AT_ONCE;
    for (int i = 0; i < n; i++) {
        const cg_request q = next_request(s, t, op);
        ticket[i] = cg_begin(t, &q);
    }
    for (int i = 0; i < n; i++) cg_await(t, ticket[i]);
    return cg_cycle(t) - from;
}

static bool must_be_kept(const state *s, const char *pair) {
    const size_t n = strlen(pair);
    for (const char *at = s->kept; (at = strstr(at, pair)); at += n)
        if ((at == s->kept || at[-1] == ',') && (at[n] == ',' || at[n] == '\0')) return true;
    return false;
}

static void judge_pair(state *s, unsigned first, unsigned second) {
    char pair[32];
    const uint64_t n = s->overlapped[first * KINDS + second];
    snprintf(pair, sizeof pair, "%s-%s", NAMES[first], NAMES[second]);
    cg_measured(s->env, pair, "%", 100.0 * (double)n / (double)s->rounds);
    const bool kept = must_be_kept(s, pair), shows = s->shortest[first] >= SHOWS;
    if (s->kept[0] && (kept ? n > 0 : shows && n == 0))
        cg_fail(s->env, "%s overlapped %llu of %llu times, and must %s", pair, (unsigned long long)n,
                (unsigned long long)s->rounds, n ? "not" : "at times");
}

static void judge_several(state *s, cg_thread *t, unsigned op, uint64_t within) {
    char name[32];
    latency_alone(s, t, op);
    uint64_t cycles = several(s, t, op);
    for (uint64_t i = 1; i < s->rounds; i++) { // the shortest, as of one: lines may have to be fetched
        const uint64_t again = several(s, t, op);
        if (again < cycles) cycles = again;
    }
    const double took = 10.0 * (double)cycles / (double)s->shortest[op];
    snprintf(name, sizeof name, "%ss at once", NAMES[op]);
    cg_measured(s->env, name, "latencies", took / 10);
    if (within && took > (double)within)
        cg_fail(s->env, "%s took %.1f latencies of one, and may take %.1f", name, took / 10,
                (double)within / 10);
}

static void measure(state *s, cg_thread *t) {
    for (uint64_t i = 0; i < 4 * LINES; i++)
        latency_alone(s, t, (unsigned)(i / 2 % KINDS)); // twice each: a release behind nothing
    for (uint64_t i = 0; i < s->rounds; i++)
        for (unsigned k = 0; k < PAIRS && cg_slots(t) > 1; k++)
            s->overlapped[k] += overlap(s, t, k / KINDS, k % KINDS);
    for (unsigned k = 0; k < PAIRS && cg_slots(t) > 1; k++) judge_pair(s, k / KINDS, k % KINDS);
    judge_several(s, t, CG_LOAD, 0);
    judge_several(s, t, CG_STORE, s->within);
    judge_several(s, t, CG_ATOMIC, s->atomics_within);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if (cg_tid(t) != 0) return;
    measure(s, t);
}

const cg_workload cg_workload_overlap = {
    "overlap", "which operations of one thread overlap (slots)", OPTIONS, sizeof(state), setup, thread, NULL,
    NULL,
};

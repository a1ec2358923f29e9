// Between the two files of `cohgen litmus`: what is known of each test, and how it is told.
#ifndef COHGEN_GEN_APP_LITMUS_LITMUS_H
#define COHGEN_GEN_APP_LITMUS_LITMUS_H

#include "app/cli/cli.h"
#include "judge/litmus/allowed.h"

typedef enum {
    LITMUS_OK,
    LITMUS_UNKEPT,      // the model's order allows what its promise does not
    LITMUS_FORBIDDEN,   // an outcome that the model forbids was seen
    LITMUS_BROKEN,      // a check of the simulation failed
    LITMUS_LOST,        // the simulation ended without a verdict
    LITMUS_ILLEGAL,     // it has a race that the model forbids
    LITMUS_UNSUPPORTED, // it is not run
} litmus_verdict;

typedef struct {
    char *file;
    char error[512];              // UNSUPPORTED: why; BROKEN, LOST: what the simulation said
    cg_litmus *test;              // NULL: unreadable
    cg_lit_set allowed, sc, seen; // outcomes: by the model, by sequential consistency, of the simulation
    cg_lit_set own;               // hunting: by the design's own model, as its cores ask for the test
    uint64_t runs, filtered, cut; // cut: in a loop
    uint64_t seed;                // of its last simulation
    uint64_t wanted;              // runs of that
    double seconds;
    litmus_verdict verdict;
    cg_lit_refusal why;       // UNSUPPORTED: its class
    cg_lit_legality legality; // UNKEPT, ILLEGAL
} litmus_item;

// What a round of a hunt varies: settings of the harness (tb/sim/config.h), and options of the workload.
// LITMUS_VARIED: X(member, "key", values to draw from...)
#define LITMUS_VARIED(X)                                                                                     \
    X(latency_min, "mem_latency_min", 10, 10, 100)                                                           \
    X(latency_max, "mem_latency_max", 100, 200, 400, 400, 800)                                               \
    X(stall, "mem_stall", 0, 10, 30, 60)                                                                     \
    X(outstanding, "mem_outstanding", 64, 16, 4, 1)                                                          \
    X(delay, "issue_delay", 0, 0, 10, 100)                                                                   \
    X(offset, "opt.offset", 0, 0, 256, 1024)                                                                 \
    X(turns, "opt.turns", 0, 0, 1)                                                                           \
    X(pauses, "opt.pauses", 0, 0, 1)
typedef struct {
#define X(member, ...) uint64_t member;
    LITMUS_VARIED(X)
#undef X
    size_t found; // reachable outcomes that this showed first
} litmus_hunt;

typedef struct {
    const cli *c;
    cli_protocol p; // spec NULL: only allowed sets are wanted
    cg_model *model, *sc;
    litmus_item *items;
    size_t n;
    uint64_t runs, seed;    // of each test's first simulation
    uint64_t budget;        // hunting: most runs of a test; 0: not hunting
    cg_model *own;          // hunting: the design's
    litmus_hunt *hunts;     // a round each, from the second on
    size_t n_hunts, hunted; // hunted: reachable outcomes that were seen when the last round began
    double seconds;
    int worst; // exit status that the tests ask for: the worst
} litmus_work;

// How many outcomes of `of` are also in `in`, and how many of `of` hold the condition.
size_t litmus_common(const cg_lit_set *of, const cg_lit_set *in);
size_t litmus_holding(const cg_lit_set *of);

// ---- hunt.c
// Hunting: finds what the design's own model allows of the test as its cores ask for it (asked.h). False, and
// the item's error: that cannot be computed.
bool litmus_find_own(const litmus_work *w, litmus_item *i);
// How many outcomes are reachable, allowed by the model and so by the design's own: in all, beyond sequential
// consistency, and how many of each were seen.
typedef struct {
    size_t all, seen, beyond, beyond_seen;
} litmus_reach;
litmus_reach litmus_reach_of(const litmus_item *i);
void litmus_hunt_begin(litmus_work *w, uint64_t round); // draws what the round varies
// Lines of a configuration for the round: none for the first one.
void litmus_hunt_config(const litmus_work *w, uint64_t round, FILE *out);
void litmus_hunt_options(const litmus_work *w, uint64_t round, FILE *out); // as options of the command

// ---- report.c
// To standard error: that `bad` files cannot be run, by class.
void litmus_print_refused(const litmus_work *w, size_t bad);
void litmus_print_allowed(const litmus_work *w); // the allowed sets, in the manner of herd7
void litmus_print_results(const litmus_work *w); // a line or a histogram for each test, and the sum
void litmus_print_json(const litmus_work *w);

#endif

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
    uint64_t runs, filtered, cut; // cut: in a loop
    uint64_t seed;                // of its last simulation
    double seconds;
    litmus_verdict verdict;
    cg_lit_refusal why;       // UNSUPPORTED: its class
    cg_lit_legality legality; // UNKEPT, ILLEGAL
} litmus_item;

typedef struct {
    const cli *c;
    cli_protocol p; // spec NULL: only allowed sets are wanted
    cg_model *model, *sc;
    litmus_item *items;
    size_t n;
    uint64_t runs, seed; // of each test's first simulation
    double seconds;
    int worst; // exit status that the tests ask for: the worst
} litmus_work;

// How many outcomes of `of` are also in `in`, and how many of `of` hold the condition.
size_t litmus_common(const cg_lit_set *of, const cg_lit_set *in);
size_t litmus_holding(const cg_lit_set *of);

// To standard error: that `bad` files cannot be run, by class.
void litmus_print_refused(const litmus_work *w, size_t bad);
void litmus_print_allowed(const litmus_work *w); // the allowed sets, in the manner of herd7
void litmus_print_results(const litmus_work *w); // a line or a histogram for each test, and the sum
void litmus_print_json(const litmus_work *w);

#endif

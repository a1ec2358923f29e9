// Exploring bounds: for each the model is emitted, made a checker by rumur and cc, and run. Bounds run side
// by side. Results are kept in the cache under what they depend on: model text and tools' versions.
#ifndef COHGEN_GEN_APP_CHECK_EXPLORE_H
#define COHGEN_GEN_APP_CHECK_EXPLORE_H

#include "app/cli/cli.h"
#include "check/promise.h"
#include "emit/murphi/murphi.h"
#include "explore/explore.h"

typedef enum {
    EXPLORE_WAITS,    // for a processor
    EXPLORE_RUMUR,    // the model becomes C
    EXPLORE_CC,       // and that a program
    EXPLORE_RUNS,     // which explores
    EXPLORE_HOLDS,    // all of it, and nothing was wrong
    EXPLORE_VIOLATED, // something was
    EXPLORE_STOPPED,  // another bound was violated, so this one was given up
    EXPLORE_LATE,     // its time was up
    EXPLORE_FAILED,   // a tool failed
} explore_stage;

enum { EXPLORE_ARGS = 16, EXPLORE_STAGES = EXPLORE_RUNS + 1 };

typedef struct {
    const cg_bound *bound;
    cg_spec *spec; // at the bound's design point
    int lines, values, queue, threads;
    const cg_promise *promise;
    char *model;           // its text
    char folder[CLI_PATH]; // in the cache
    cli_hash key;          // of what the result depends on
    explore_stage stage;
    bool cached;
    double seconds[EXPLORE_STAGES]; // by stage; of a cached one: 0
    ex_parser *parser;
    const ex_result *result;
    // While a process runs:
    int output;
    FILE *raw;
    double started;
    int lock;
    // For the progress line:
    uint64_t queue_before;
} explore_bound;

typedef struct {
    int jobs;             // processes at once
    int level;            // cc -O0 to -O3, -1: as suits the bound
    double timeout;       // seconds for a bound, 0: none
    unsigned long budget; // seconds of processors for the exploration of a bound, 0: any
    bool talk, fresh;
    const cli *c;
} explore_options;

// Fills model, folder and, where the cache has it, the result. False after a message.
bool explore_prepare(explore_bound *b, const char *versions, const explore_options *o);
// Runs all that have no result yet.
void explore_all(explore_bound *b, size_t n, const explore_options *o);
void explore_free(explore_bound *b);
// First lines of what the tools say of their versions, as one text; false after a message.
bool explore_versions(char *out, size_t size);

// --------------------------------------------------------------------------------------- explore_say.c
const char *explore_count(uint64_t n, char out[32]); // "1,234,567"
double explore_rate(const explore_bound *b);         // states a second
// What all bounds are doing: drawn again and again on a terminal, else a line for each now and then.
void explore_progress(explore_bound *b, size_t n, bool terminal);
void explore_ended(const explore_bound *b, bool terminal);

#endif

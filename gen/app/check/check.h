// Inside cohgen check.
#ifndef COHGEN_GEN_APP_CHECK_CHECK_H
#define COHGEN_GEN_APP_CHECK_CHECK_H

#include "explore.h"
#include "interp/coverage.h"

typedef struct {
    const cli *c;
    cli_protocol p;    // at its own design point
    cli_settings said; // what the command line changes
    explore_bound *bounds;
    size_t n;
    explore_options options;
    cg_promise promise;    // that the bounds are judged by
    char versions[256];    // of the tools
    char models[17];       // hash of all that is to be explored: the bounds' models, and these versions
    bool known;            // --known names it: nothing is explored
    cg_coverage *coverage; // of the rules: simulation's (--coverage) and this exploration's
    bool complete;         // all bounds were explored (here, or where the known hash is from)
    const explore_bound *violated;
    ex_steps *steps;    // of the counterexample
    char out[CLI_PATH]; // folder of its files
} check_work;

// What became of the rules of one machine.
typedef struct {
    int can_fire; // neither impossible nor a pure stall
    int fired;    // explored
    int impossible;
} check_rules;
check_rules check_count(const check_work *w, int machine);
// A rule that can fire but did not in any bound, though all were explored.
bool check_unreachable(const check_work *w, int machine, int rule);
// A rule that can fire, but whose event happens in none of these bounds.
bool check_left_out(const check_work *w, int machine, int rule);
// Command that plays the counterexample on the hardware.
void check_replay_command(const check_work *w, char *out, size_t size);
const char *check_verdict(const explore_bound *b);

void check_print(const check_work *w); // for people
void check_print_json(const check_work *w);
int check_status(const check_work *w); // exit status

#endif

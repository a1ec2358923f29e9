// What a machine's rules use: the facts from which the emitters choose ports and parts. Computed once a
// machine.
#ifndef COHGEN_GEN_EMIT_SV_FACTS_H
#define COHGEN_GEN_EMIT_SV_FACTS_H

#include <stdio.h>

#include "plan/plan.h"

#define SV_MAX 256 // fields, lets or events of one machine; the reader's files are far smaller

// A let that the rules use; it becomes a wire of the table module unless it varies.
typedef struct {
    const cg_expr *expr;
    const cg_msg *msg;
    bool varies; // fit() in it takes different widths in different places: no wire can be all of them
} sv_let;

typedef struct {
    bool src, self, clock, buffered;
    bool gathered, whole, wanted, widen; // machines of words: rules read it; some rule widens
    bool place;                          // some rule assigns a field in the place of a word's data
    int words;                           // bits of the number of words that rules read; 0: none does
    bool input[16];                      // by input of the spec: rules read it
    const char *msg[SV_MAX];             // names of message fields that are read
    int msg_width[SV_MAX], n_msg;
    sv_let lets[SV_MAX];
    int n_lets;
    bool add_width[65];                     // ... and at which sums go by blocks
    bool max_width[65], min_width[65];      // widths at which max() and min() are needed
    bool count_width[65];                   // sets that are counted, by their width
    int does;                               // effects of all rules: CG_DOES_...
    bool verb[CG_N_VERBS];                  // used at all
    bool sweep[SV_MAX], flash_mshr[SV_MAX]; // by field
    uint64_t sweep_value[SV_MAX], flash_mshr_value[SV_MAX];
    int flash_lines_to, flash_mshrs_to;
    bool merges[SV_MAX];                  // by event: some rule keeps it
    bool completes[SV_MAX];               // by event: some rule completes a kept one
    bool writes[SV_MAX], atomics[SV_MAX]; // by event: some rule writes its bytes, does its atomic operation
    bool replays[SV_MAX];                 // by event: some rule hands kept ones back
    bool fills_bare;                      // a line without an MSHR entry is filled
    bool atomic_held;                     // an atomic is done on a line with an entry
    bool bytewise[SV_MAX];  // by event: some rule writes the bytes of a line that the message brings
    bool marks;             // bytes are written in a line with an entry, which stays: a fill must leave them
    unsigned sends[SV_MAX]; // by event: bit k = may send on machine plan's out_channels[k]
    unsigned dests[SV_MAX]; // by out channel position: bit d = destination kind d is used
} sv_facts;

// Adds what an expression uses; `msg` as in a rule of a message, or NULL.
void sv_facts_add(sv_facts *facts, const cg_expr *x, const cg_msg *msg);
// Prints the functions that they call, as the body of a module has them.
void sv_functions(FILE *out, const sv_facts *facts);

void sv_facts_of(const cg_plan *plan, int machine, sv_facts *facts);

// Position of `channel` in the machine's out_channels.
int sv_out_position(const cg_machine_plan *mp, int channel);

#endif

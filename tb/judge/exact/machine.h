// An abstract machine that performs a trace's operations one at a time, as its model allows.
//
// note [machine]: a trace is allowed just when there is one order of all operations that respects the edges
// known of it (program order that the model keeps, order inside a thread and word, what inference added) and
// in which every read finds the value that it returned: in memory, or, where the model forwards, in the last
// store of its own thread to that word if that has not reached memory yet. Only values count, so stores of
// equal values need not be told apart. A state is how far each chain (search.h) has come, and what
// memory holds.
//
// note [free steps]: a load that can go may go at once: it changes nothing and lets others go. The same holds
// for a fence, and for an atomic that stores the value it read. So only stores are choices.
#ifndef COHGEN_TB_JUDGE_EXACT_MACHINE_H
#define COHGEN_TB_JUDGE_EXACT_MACHINE_H

#include "graph.h"

typedef struct cgj_at {
    uint32_t chain, rank;
} cgj_at;

// For each of some keys, in which chains it occurs and where last.
typedef struct cgj_uses {
    uint32_t *first; // key -> its first entry of last[]; one more at the end
    cgj_at *last;
} cgj_uses;

typedef struct cgj_machine {
    const cgj_exec *x;
    uint32_t nchains, npairs;
    uint32_t words;         // of a state: progress of each chain, then the pair that each variable holds
    uint32_t *chain, *rank; // node -> its chain and its place in it, from 0
    uint32_t *order;        // nodes by chain: order[first[c]] .. order[first[c + 1] - 1]
    uint32_t *first;
    uint32_t *reads, *writes;  // node -> pair of variable and value; CGJ_NONE
    uint32_t *own;             // forwarding: load -> last store of its thread to its word; else NULL
    uint32_t *waits_first;     // node -> its first entry of waits[]
    cgj_at *waits;             // what must be done before
    cgj_uses wanted, supplied; // pair -> reads of it, stores of it
    bool complete;             // finds every explanation that there is, so that none found is a proof
} cgj_machine;

// in_order: the machine does all of a thread in program order, whatever else the model allows. x->edges hold
// what is known. chain, rank (of nodes), nchains: of chains whose nodes x->edges keep in order; not used if
// in_order.
void cgj_machine_init(cgj_machine *m, const cgj_exec *x, bool in_order, const uint32_t *chain,
                      const int32_t *rank, uint32_t nchains);
void cgj_machine_free(cgj_machine *m);

// The state before anything has run (state[0 .. words - 1]).
void cgj_machine_start(const cgj_machine *m, uint32_t *state);

// Takes all free steps. Returns how many.
uint32_t cgj_machine_settle(const cgj_machine *m, uint32_t *state);

// Is the next operation of a chain a store, or an atomic that stores, and can it go?
bool cgj_machine_can_store(const cgj_machine *m, const uint32_t *state, uint32_t chain);

// Takes it. False: no way leads on from here, since it overwrites a value that is still wanted and that
// nobody will store again.
bool cgj_machine_store(const cgj_machine *m, uint32_t *state, uint32_t chain);

// May this state, in which all operations have run, be the last? (final lines)
bool cgj_machine_final(const cgj_machine *m, const uint32_t *state);

#endif

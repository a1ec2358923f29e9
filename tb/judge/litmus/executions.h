// All executions of a litmus test under an order inside its threads.
//
// Exhaustive. Each thread is executed with every choice of the stores its loads may read (trace.h);
// the threads' traces are joined where they agree on who wrote what; for each joined execution all coherence
// orders are tried. An execution counts if each word alone runs forward (coherence), atomics and pairs of
// load-reserved and store-conditional have no store between, and program order as far as it is kept,
// reads-from, coherence order and from-reads have no cycle together. With the model's `forwarding`,
// reads-from inside a thread is left out of that. Where synchronization is coherent only, so are from-reads
// of loads; who looks at executions asks whether they obey happens-before (races.h).
#ifndef COHGEN_TB_JUDGE_LITMUS_EXECUTIONS_H
#define COHGEN_TB_JUDGE_LITMUS_EXECUTIONS_H

#include "trace.h"

enum { CG_LIT_NODES = 64 }; // most accesses of an execution

// An execution: a trace of each thread, its accesses numbered thread by thread.
typedef struct {
    const cg_lit_event *event[CG_LIT_NODES];
    int thread[CG_LIT_NODES];
    int n;
    int wrote[CG_LIT_NODES];        // place of a store in its word's order, from 1; 0: it stores nothing
    int from[CG_LIT_NODES];         // event that it reads; CG_TRACE_INIT, CG_TRACE_NONE
    uint64_t used;                  // bit i: what access i loads reaches an address, a stored value, a branch
    uint64_t reach[CG_LIT_NODES];   // bit k of reach[i]: i is before k
    uint64_t readers[CG_LIT_NODES]; // events that read store i
    uint64_t first_readers[CG_LIT_LOCS]; // ... the first contents
    uint64_t writers[CG_LIT_LOCS];
    uint64_t behind[CG_LIT_NODES]; // stores of the same word that must come before store i
    const cg_lit_values *values;
} cg_lit_execution;

// Told of each execution with its final state; false ends the search.
typedef bool cg_lit_visit(void *ctx, const cg_lit_execution *e, const cg_lit_state *s);

// Fills x, as cg_lit_trace_all() does, and calls `visit`. False: it ended the search, or an error is in
// x->err.
bool cg_lit_executions(cg_lit_traces *x, cg_lit_visit *visit, void *ctx);

#endif

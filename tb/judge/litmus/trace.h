// What one thread of a litmus test may do, for every choice of the stores that it reads.
//
// A trace is a path through the thread's code and, for each load, the store that it reads: which store, not
// which value, unless the store always stores the same. So a trace may rest on guesses, where a branch or an
// address depends on a value that is not known yet; cg_lit_resolve() finds all values of an execution and
// says whether the guesses were right.
#ifndef COHGEN_TB_JUDGE_LITMUS_TRACE_H
#define COHGEN_TB_JUDGE_LITMUS_TRACE_H

#include "lang/model.h"
#include "programs/litmus/litmus.h"

enum {
    CG_TRACE_EVENTS = 24, // most accesses of a thread
    CG_TRACE_NONE = -2,   // no store
    CG_TRACE_INIT = -1,   // the first contents
    CG_TRACE_MOST = 100000,
    CG_TRACE_DOMAIN = 16, // most values that an arbitrary one is taken from
};

// A store that some execution of its thread may perform.
typedef struct {
    int loc, thread, ins, visit; // the visit-th time that instruction was executed
    bool constant;               // it stores `value` whatever was read
    int64_t value;
    bool arbitrary; // it stores whatever its readers take it for, the same for all
    bool possible;  // a living trace performs it
} cg_lit_store;

typedef struct {
    cg_mem_kind kind; // no fence
    int cls, loc, ins;
    int store;                 // index of what it writes into cg_lit_traces.stores, or CG_TRACE_NONE
    int source;                // of what it reads; CG_TRACE_INIT; CG_TRACE_NONE
    int place;                 // among the events of its thread
    int pair;                  // store-conditional: the event of its load-reserved; -1
    uint32_t addr, data, ctrl; // earlier events of the thread that these depend on
    uint32_t before;           // later events that the model keeps behind this one
    bool arbitrary;            // what it loads and stores is arbitrary
    bool guessed;              // it is taken to have loaded `guess`
    int64_t guess;
} cg_lit_event;

// An instruction that was executed.
typedef struct {
    short ins;
    signed char event; // -1: it accesses nothing
    bool guess;        // branch: taken; store-conditional: succeeds; by value: the reservation lives on
} cg_lit_step;

typedef struct {
    bool dead; // reads what nobody writes
    int n;
    cg_lit_event *events;
    int n_steps;
    cg_lit_step *steps;
    uint32_t used; // events whose loaded value reaches an address, a value that is stored or a branch
} cg_lit_trace;

typedef struct {
    const cg_litmus *t;
    const cg_model *m;
    const char *path;
    bool by_value;  // cg_lit_allow_options
    bool in_order;  // all program order is kept, whatever the model says
    bool arbitrary; // accesses of the model's arbitrary classes are: the quantum-equivalent program
    int64_t domain[CG_TRACE_DOMAIN]; // values that an arbitrary one has, beside the test's own numbers
    int n_domain;
    cg_lit_store *stores;
    int n_stores;
    cg_lit_trace *of[CG_LIT_THREADS];
    int n[CG_LIT_THREADS];
    int size[CG_LIT_LOCS]; // bytes of the accesses to it so far; 0: none
    char *err;
    size_t errlen;
    cg_lit_refusal why; // class of the problem in err
} cg_lit_traces;

// Notes a problem, unless there was one before. Always false.
__attribute__((format(printf, 3, 4))) bool cg_lit_trouble(cg_lit_traces *x, int line, const char *fmt, ...);
// The location that an access with this register accesses; false, and a problem noted: it is none.
bool cg_lit_check_address(cg_lit_traces *x, int thread, const cg_lit_ins *i, int64_t reg, int *loc);

// Executes one thread in every way; the stores and, to `record`, the traces are added to x. False: an error.
bool cg_lit_trace_thread(cg_lit_traces *x, int thread, bool record);
// One more value for arbitrary ones; false: these are too many, an error.
bool cg_lit_add_arbitrary(cg_lit_traces *x, int64_t v);
// Fills `x`, of which t, m, path, by_value, in_order, arbitrary, err and errlen are set. False: an error is
// in x->err.
bool cg_lit_trace_all(cg_lit_traces *x);
void cg_lit_traces_free(cg_lit_traces *x);

// The values of an execution: those of events, numbered thread by thread; bit i of a set: event i's is known.
typedef struct {
    int64_t read[64], written[64];
    uint64_t read_known, written_known;
    int from[64]; // event that event i reads; CG_TRACE_INIT, CG_TRACE_NONE
} cg_lit_values;

// Finds all values of the execution that consists of these traces, and the final registers. `v->from` is
// given. False: a guess is wrong, or a value depends on itself; or an error is in x->err.
bool cg_lit_resolve(cg_lit_traces *x, const cg_lit_trace *const *traces, cg_lit_values *v, cg_lit_state *s);

// Nodes of a thread for the order inside it: its accesses, and its fences, one node for each class of a
// fence.
enum { CG_TRACE_NODES = 64 };
typedef struct {
    int n;
    int event[CG_TRACE_NODES]; // -1: a fence
    int cls[CG_TRACE_NODES];
} cg_lit_nodes;
// Sets `before` of all events: the program order that the model keeps, with its transitive closure.
void cg_lit_keep_order(const cg_model *m, const cg_lit_nodes *nodes, cg_lit_event *events, int n);

#endif

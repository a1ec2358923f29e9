// Between the two files of the workload litmus: its runs, and who plays which role.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_LITMUS_RUNS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_LITMUS_RUNS_H

#include "base/rng.h"
#include "programs/litmus/orders.h"
#include "programs/litmus/set.h"
#include "programs/workload.h"

enum {
    MOST_AT_ONCE = 32, // hardware threads that take part
    LINES_A_RUN = 4,   // a location is on one of so many lines of its own
    PRESSURE = 4,      // lines that conflict with any line, to be loaded for evicting it
    PATIENCE = 64, // cycles after which a thread that waits for another looks again, though nobody woke it
};

// One run under way.
typedef struct {
    bool active;
    uint64_t number;
    cg_rng rng;
    int arrived, left; // threads of the test that are ready; that are not done
    bool cut;
    uint64_t addr[CG_LIT_LOCS];
    int scale;    // delays between instructions are below 2^scale cycles
    int offset;   // ... likewise before the first one
    int warm;     // percent of locations that a thread loads beforehand
    int pressure; // percent of instructions before which lines are evicted
    int fails;    // percent of store-conditionals that fail for no reason
    // Runs in turns: threads access memory one at a time, in an order drawn at random; other runs are free.
    bool turns;
    int turn;                 // whose turn it is
    unsigned unfinished;      // bit i: thread i is not done
    bool fair;                // all orders are as likely; else all threads
    int todo[CG_LIT_THREADS]; // accesses a thread has still to do, at most
    int stays, overlaps; // percent: the next turn is the same thread's; it begins before this one's answer
    const cg_lit_order *order;          // of turns; NULL: drawn as it goes
    int at;                             // the next in `order`
    bool sc_fails[CG_LIT_THREADS];      // with `order`: the store-conditional of this turn, if it is one
    cg_thread *threads[CG_LIT_THREADS]; // that play its roles, once they are ready
    cg_lit_state state;
} litmus_run;

// What a hardware thread is to do.
typedef struct {
    litmus_run *run; // NULL: nothing
    int role;        // thread of the test
} litmus_task;

typedef struct {
    cg_env *env;
    cg_litmus *t;
    cg_lit_orders orders; // half of the runs in turns follow one
    cg_lit_set outcomes;
    uint64_t runs, begun, ended, filtered, cut;
    uint64_t plane, base, pressure; // lines of a location's plane; addresses
    uint64_t joins;                 // address of a line for each run under way: note [legal]
    uint64_t conflict;              // env->conflict, or a guess
    int n_accesses[CG_LIT_THREADS]; // instructions of a thread that access memory
    int slots, n_tasks;             // hardware threads in use: of a core, in all
    uint64_t spread;                // percent of runs whose threads are on different cores
    litmus_task *tasks;             // by core * slots + slot
    litmus_run *all;                // as many as can be under way
    bool needed[CG_LIT_LOCS];       // its final value counts
    uint64_t starts;                // most cycles before a thread's first instruction; 0: drawn for each run
    int in_turns, pauses;           // 0 or 1
    const char *file, *out, *on;
    int core_of[CG_LIT_THREADS]; // of each thread of the test, if `on` says so
} litmus_state;

// Plays a role of a run, to its end; the last one counts the run's outcome.
void cg_litmus_play_role(litmus_state *s, cg_thread *t, const litmus_task *mine);

#endif

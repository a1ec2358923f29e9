// The process pool: jobs run side by side, each in one of a few slots.
//
// A job is one process, or several, one after the other. It has its slot from its first process to the end of
// its last, and nobody else has that slot meanwhile: a folder of the slot's number is the job's own. Jobs
// begin in the order of their numbers and end in any order; what is to be in order is stored by the job's
// number.
//
// Processes are those of process.h: a signal that ends cohgen ends them, too.
#ifndef COHGEN_GEN_BASE_POOL_H
#define COHGEN_GEN_BASE_POOL_H

#include "process.h"

// Why a job is asked what comes next.
typedef enum {
    CG_POOL_ENDED,    // its process has ended by itself
    CG_POOL_LATE,     // its process took more than `patience`, and was stopped
    CG_POOL_GIVEN_UP, // another job has ended the pool: the process was stopped, and none may follow
} cg_pool_why;

// What a job and the pool tell each other.
typedef struct {
    size_t number; // 0 to n_jobs - 1
    int slot;      // 0 to slots - 1
    // The job says of the process that it has started:
    long pid;
    double patience; // seconds that the process may take; 0: any
    int output;      // descriptor of what the process prints, -1: the job does not read it
    // The pool says of the last process:
    cg_pool_why why;
    cg_end end;     // of CG_POOL_ENDED only
    double seconds; // that it took
} cg_pool_job;

typedef struct {
    size_t n_jobs;
    int slots;  // jobs at once, at least 1
    void *work; // for the functions
    // Starts the job's first process. False: the job has none, and is over.
    bool (*begin)(void *work, cg_pool_job *j);
    // The job's process is gone. True: it has started the next one.
    bool (*next)(void *work, cg_pool_job *j);
    // Something can be read from `output`, or its end was reached. It must not block.
    void (*read)(void *work, cg_pool_job *j); // NULL: no job has an output
    // About every `tick_ms`: progress can be shown.
    void (*tick)(void *work); // NULL: nothing is shown
    int tick_ms;
    // Has a job decided for all? Then no further one begins, and those that run are given up.
    bool (*decided)(void *work); // NULL: none does
} cg_pool;

// Runs all jobs, and returns when none runs any more.
void cg_pool_run(const cg_pool *p);

#endif

// A script, as the workload that plays it keeps it.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_SCRIPT_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/command.h"
#include "programs/thread.h"
#include "programs/workload.h"

// A value of the protocol that is looked at after each step.
typedef struct {
    const char *name, *machine, *space, *field;
    int node;
    uint64_t addr;            // of the line that it is of
    const cg_machine *states; // whose state it is; NULL: it is a field or data
    uint64_t last;            // value seen last
    bool seen;
} cg_script_column;

typedef struct {
    bool there; // false: any
    uint64_t value;
} cg_script_value;

typedef enum {
    CG_STEP_LOAD,
    CG_STEP_STORE,
    CG_STEP_ATOMIC,
    CG_STEP_FENCE,
    CG_STEP_COMMAND,
    CG_STEP_LOOK
} cg_script_op;

typedef struct {
    const char *label; // NULL: no line of the log
    cg_script_op op;
    int owner; // cg_tid() of the thread that plays it; of CG_STEP_LOOK thread 0
    uint64_t addr;
    bool local;             // addr is a place in the core's local memory
    cg_script_value wanted; // what a load or an atomic returns
    uint32_t stored, operand, compare;
    unsigned marks;
    cg_amo_op aop;
    int command; // of the table
    uint64_t operands[CG_MAX_OPERANDS];
    cg_script_value *expect; // one a column; NULL: nothing is expected
} cg_script_step;

typedef struct {
    const char *title; // NULL: none
    cg_script_column *columns;
    cg_script_step *steps;
    int n_columns, n_steps;
} cg_script;

// Reads a script for the system of `e`, which must know its table and keeps the memory. False: the first of
// its problems is the bad input of `e`, with its place in the file.
bool cg_script_read(cg_script *s, const char *path, cg_env *e);

#endif

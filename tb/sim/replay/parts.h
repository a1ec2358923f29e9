// What the files of the replay share. Not for others.
#ifndef COHGEN_TB_SIM_REPLAY_PARTS_H
#define COHGEN_TB_SIM_REPLAY_PARTS_H

#include "lang/command.h"
#include "lang/topology.h"
#include "replay.h"

typedef struct {
    const cg_rule *rule;
    const cg_event *event;
    int machine, node, from, thread;
    uint64_t line;
    uint32_t value;
    unsigned word, mask;                // of the line; bytes of it that a store writes
    uint64_t operands[CG_MAX_OPERANDS]; // of a command, by operand of the spec
    unsigned marks;                     // of the operation, of those that rules read
    uint64_t ticks;                     // that the clock goes on before
    bool has_line, has_thread, replayed;
    bool issues;    // a request goes to the core port now: note [requests]
    int asks;       // then: the step of its operation, -1: none, it is a fence
    unsigned order; // and its marks
    int released;   // the last step of the release before it, -1: none
    int when, rank; // the step at which it is asked for; behind how many others of its core, -1: no matter
    bool passes;    // a fence's acquire: the fence itself goes through the port before it
} step;

struct cg_replay {
    const cg_plan *plan;
    char *what;
    step *steps;
    int n_steps, next; // next: the step that is played now
    int *asked;        // by core: requests that have a rank
    cg_steer *steer;
    cg_axi_port *const *ports;
    FILE *log;
    uint64_t waited, patience; // cycles
    uint64_t ticked, paused;   // of the step's ticks; cycles since the clock began to go on
    char lost[800];
};

// Says which steps issue a request, what and when (requests.c).
void cg_replay_join(cg_replay *r);

#endif

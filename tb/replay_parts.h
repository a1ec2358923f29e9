// What the files of the replay share. Not for others.
#ifndef COHGEN_TB_REPLAY_PARTS_H
#define COHGEN_TB_REPLAY_PARTS_H

#include "replay.h"

typedef struct {
    const cg_rule *rule;
    const cg_event *event;
    int machine, node, from, thread;
    uint64_t line;
    uint32_t value;
    unsigned word, mask; // of the line; bytes of it that a store writes
    uint64_t ticks;      // that the clock goes on before
    bool has_line, has_thread, replayed;
    bool issues;    // a request goes to the core port now: note [requests]
    int asks;       // then: the step of its operation, -1: none, it is a fence
    unsigned order; // and its marks
} step;

struct cg_replay {
    const cg_plan *plan;
    char *what;
    step *steps;
    int n_steps, next; // next: the step that is played now
    cg_steer *steer;
    cg_axi_port *const *ports;
    FILE *log;
    uint64_t waited, patience; // cycles
    uint64_t ticked, paused;   // of the step's ticks; cycles since the clock began to go on
    char lost[800];
};

// Says which steps of a thread issue a request, and what (replay_requests.c).
void cg_replay_join(cg_replay *r, int core, int thread);

#endif

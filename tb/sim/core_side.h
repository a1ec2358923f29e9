// The core's side of a core port: which requests the design and the model have, and a core that breaks a rule
// of the port once and on purpose, to see that the design's assertions notice (COHGEN_ASSERT).
#ifndef COHGEN_TB_SIM_CORE_SIDE_H
#define COHGEN_TB_SIM_CORE_SIDE_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/model.h"
#include "lang/spec.h"
#include "ports.h"
#include "programs/thread.h"

// Is there such a request? False: `wrong` says why not. What a program asks for wrongly must not get into the
// design, and not into the golden models.
bool cg_request_legal(const cg_spec *spec, const cg_model *model, int core, const cg_request *r, char *wrong,
                      size_t size);

// X(name, what the core does)
#define CG_MISUSES(X)                                                                                        \
    X(none, "nothing wrong")                                                                                 \
    X(tid_twice, "asks for a thread that waits for an answer")                                               \
    X(tid, "asks for a thread that the design does not have")                                                \
    X(address, "asks for an address that is not a multiple of 4")                                            \
    X(aop, "asks for an atomic operation that there is not")                                                 \
    X(command, "asks for a command that there is not")                                                       \
    X(change, "changes a request before it is taken")                                                        \
    X(withdraw, "takes a request back before it is taken")

typedef enum {
#define X(name, doc) CG_MISUSE_##name,
    CG_MISUSES(X)
#undef X
} cg_misuse;

// "" is none. False after printing that there is no misuse of this name.
bool cg_misuse_find(const char *name, cg_misuse *kind);

// What a core offers in a cycle, beside what the port's rules look at.
typedef struct {
    const cg_request *request;     // NULL: none
    bool again;                    // it was offered in the cycle before
    const cg_scheduler *scheduler; // whose request it is
    int threads;                   // of a core of the design
} cg_offer;

// Spoils what cg_core_drive() drives for the next cycle, if the offer is one that can be spoiled like that.
// True: it did.
bool cg_misuse_drive(cg_misuse kind, const cg_ports *p, const cg_geometry *g, int core, const cg_offer *o);

#endif

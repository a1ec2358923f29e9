// Parts of the system's text for threads with several operations in flight (spec->slots > 1): the scoreboard
// between a core port and what stands behind it.
#ifndef COHGEN_GEN_EMIT_SV_SCOREBOARD_H
#define COHGEN_GEN_EMIT_SV_SCOREBOARD_H

#include <stdio.h>

#include "plan/plan.h"

void sv_scoreboard_table(FILE *out, const cg_plan *plan); // constants: what waits for what
// Of the machine's core port i, in the controller's generate block.
void sv_scoreboard(FILE *out, const cg_plan *plan, const cg_machine *m);

// X(identifier, name, bits): what is asked at a core port; bits 0: of the design.
#define SV_ASKED(X)                                                                                          \
    X(VALID, "valid", 1)                                                                                     \
    X(READY, "ready", 1)                                                                                     \
    X(OP, "op", 2)                                                                                           \
    X(ORDER, "order", 0)                                                                                     \
    X(ADDR, "addr", 0)                                                                                       \
    X(TID, "tid", 0)                                                                                         \
    X(WDATA, "wdata", 32)                                                                                    \
    X(WMASK, "wmask", 4)                                                                                     \
    X(AOP, "aop", 4)                                                                                         \
    X(CMP, "cmp", 32)

typedef enum {
#define X(id, name, bits) SV_ASKED_##id,
    SV_ASKED(X)
#undef X
        SV_N_ASKED
} sv_asked_field;

enum { SV_ASKED_TEXT = 160 };
// How what is behind the core port i reads it: the port itself, or behind its scoreboard.
const char *sv_asked(const cg_plan *plan, const cg_machine *m, sv_asked_field field,
                     char text[SV_ASKED_TEXT]);

#endif

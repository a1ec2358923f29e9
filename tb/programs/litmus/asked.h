// A litmus test as its threads ask for it at a core port that knows no annotations: the one fence of the
// port, which orders everything, in place of each fence, before an access with .rl and behind one with .aq.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_ASKED_H
#define COHGEN_TB_PROGRAMS_LITMUS_ASKED_H

#include "litmus.h"

// Fills `asked`, whose instructions are its own and whose other parts are those of `t`, which must outlive
// it. False, and nothing is to be freed: a thread has too many instructions then.
bool cg_litmus_as_asked(const cg_litmus *t, cg_litmus *asked);
void cg_litmus_asked_free(cg_litmus *asked);

#endif

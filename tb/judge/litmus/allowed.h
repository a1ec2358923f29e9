// All final states that a consistency model (model.h) allows a litmus test.
//
// Exhaustive. Each thread is executed with every choice of the stores its loads may read (trace.h);
// the threads' traces are joined where they agree on who wrote what; for each joined execution all coherence
// orders are tried. An execution is allowed if each word alone runs forward (coherence), atomics and pairs of
// load-reserved and store-conditional have no store between, and program order as far as the model keeps it,
// reads-from, coherence order and from-reads have no cycle together. With the model's `forwarding`,
// reads-from inside a thread is left out of that.
//
// A store-conditional may fail for no reason (RISC-V allows it); it fails when its word is not the reserved
// one.
#ifndef COHGEN_TB_JUDGE_LITMUS_ALLOWED_H
#define COHGEN_TB_JUDGE_LITMUS_ALLOWED_H

#include "lang/model.h"
#include "programs/litmus/set.h"

typedef struct {
    // The store-conditional of a core that has only compare-and-swap: it succeeds if the word has the
    // reserved value again, stored by any thread. More may be possible than with real reservations.
    bool by_value;
    cg_lit_refusal *why; // of an error: its class; may be NULL
} cg_lit_allow_options;

// Fills `to`, which cg_lit_set_init() made. False: one line "FILE:LINE: error: ..." in err (an access that is
// no whole word, two sizes of access, a value that does not fit, too many executions).
bool cg_lit_allowed(const cg_litmus *t, const char *path, const cg_model *m, const cg_lit_allow_options *o,
                    cg_lit_set *to, char *err, size_t errlen);

#endif

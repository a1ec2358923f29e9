// judge.h: says whether a memory trace is one that a consistency model allows.
//
// The question is axiomatic: is there a coherence order (co, a total order of the stores to each variable)
// such that the preserved program order, reads-from, co and from-reads have no cycle? Two ways to answer it:
//
//   no order in the trace   exact search: orders that every explanation must have are inferred until nothing
//                           more follows, a greedy schedule is tried, and where it gets stuck the search
//                           branches (after C. Manovit, Testing memory consistency of shared-memory
//                           multiprocessors, PhD thesis, Stanford, 2006). Exponential at worst (the problem
//                           is NP-complete; P. Gibbons, E. Korach, SIAM J. Computing 26(4), 1997).
//   order logged (stamps)   linear: one topological sort. The order itself is on trial too: it must cover
//                           every store once, end in the final memory, and leave atomics atomic.
//
// The trace format is in trace_axe.h. Nothing here knows a model by its name: see model.h.
#ifndef COHGEN_TB_JUDGE_H
#define COHGEN_TB_JUDGE_H

#include "../gen/model.h"
#include "trace_axe.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct cg_judge_options {
    bool quiet;   // no verdict lines; the exit status alone answers
    bool explain; // after each NO, indented lines that say why
} cg_judge_options;

// Judges one trace. When the answer is no and why is not NULL, lines that explain it, each indented by 4.
bool cg_judge_trace(const cg_model *m, const cg_trace *t, FILE *why);

// The command: judges every trace of `in` and prints one line each, in order, to `out`:
//
//     OK name        the model allows it        (name: the trace's comment, else "trace N", N from 1)
//     NO name        it does not
//
// in_name is for messages; opt may be NULL. Returns 0 when all are OK, 1 when some are not, 2 when the model
// or the input cannot be read: then one line "FILE:LINE:COL: error: ..." goes to `err`.
int cg_judge_main(const char *model_path, FILE *in, const char *in_name, FILE *out, FILE *err,
                  const cg_judge_options *opt);

// What cg_judge_generate makes.
typedef struct cg_judge_shape {
    uint64_t seed;
    uint32_t threads; // 1 ..
    uint32_t vars;    // 1 ..
    size_t ops;       // in all
    bool logged;      // stores carry stamps
} cg_judge_shape;

// Writes a random trace that a sequentially consistent memory made: 60% loads, 30% stores of values that
// differ, 10% atomics. The lines of different threads are shuffled anew: the text order gives nothing away.
void cg_judge_generate(FILE *out, const cg_judge_shape *shape);

// Writes such a trace, judges it under the model, and prints operations per second (reading included, writing
// not) to out. Returns as cg_judge_main does.
int cg_judge_bench(const char *model_path, const cg_judge_shape *shape, FILE *out, FILE *err);

#endif

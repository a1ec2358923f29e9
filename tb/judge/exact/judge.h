// Says whether a memory trace is one that a consistency model allows.
//
// The question is axiomatic: is there a coherence order (co, a total order of the stores to each variable)
// such that the preserved program order, reads-from, co and from-reads have no cycle? Two ways to answer it:
//
//   no order in the trace   exact search, within a limit of steps: what every explanation must have is
//                           inferred until nothing more follows; then an abstract machine looks for an order
//                           of all operations, or sources and orders are chosen with backtracking (after C.
//                           Manovit, Testing memory consistency of shared-memory multiprocessors, PhD thesis,
//                           Stanford, 2006). Exponential at worst (the problem is NP-complete; P. Gibbons, E.
//                           Korach, SIAM J. Computing 26(4), 1997), so it may end undecided.
//   order logged (stamps)   linear: one topological sort. The order itself is on trial too: it must cover
//                           every store once, end in the final memory, and leave atomics atomic.
//
// The trace format is in trace_axe.h. Nothing here knows a model by its name: see model.h.
#ifndef COHGEN_TB_JUDGE_EXACT_JUDGE_H
#define COHGEN_TB_JUDGE_EXACT_JUDGE_H

#include "effort.h"
#include "lang/model.h"
#include "trace_axe.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// What is said of a trace.
typedef struct cg_judge_said {
    const cg_trace *trace;
    size_t number;    // of the trace in its file, from 1
    const char *name; // the trace's comment, else "trace N"
    cg_judge_verdict verdict;
    const char *why; // of a NO, where it is wanted: lines, each indented by 4; else ""
    uint64_t steps;
} cg_judge_said;

typedef struct cg_judge_counts {
    size_t traces, verdicts[3]; // by cg_judge_verdict
    uint64_t ops;
    double seconds; // of the processor
} cg_judge_counts;

typedef struct cg_judge_options {
    bool quiet;              // no verdict lines; the exit status alone answers
    bool explain;            // after each NO, indented lines that say why
    uint64_t limit;          // steps for one trace; 0: no limit
    cg_judge_counts *counts; // added to; may be NULL
    void *of;                // for the functions below, each of which may be NULL
    void (*begin)(void *of, const cg_trace *t, size_t number); // a trace is read and will be judged
    void (*tick)(void *of, uint64_t steps);                    // now and then while it is
    void (*say)(void *of, const cg_judge_said *said);          // in place of verdict lines
} cg_judge_options;

// "OK", "NO", "UNDECIDED".
const char *cg_judge_word(cg_judge_verdict v);

// Judges one trace, within the effort (NULL: whatever it costs). When the answer is no and why is not NULL,
// lines that explain it, each indented by 4.
cg_judge_verdict cg_judge_trace(const cg_model *m, const cg_trace *t, cg_judge_effort *effort, FILE *why);

// The command: judges every trace of `in` and prints one line each, in order, to `out`:
//
//     OK name        the model allows it        (name: the trace's comment, else "trace N", N from 1)
//     NO name        it does not
//     UNDECIDED name neither was proved within the limit
//
// in_name is for messages; opt may be NULL. Returns 0 when all are OK, 1 when some are not, 3 when some are
// undecided and the rest is OK, 2 when the model or the input cannot be read: then one line
// "FILE:LINE:COL: error: ..." goes to `err`.
int cg_judge_main(const char *model_path, FILE *in, const char *in_name, FILE *out, FILE *err,
                  const cg_judge_options *opt);

// What cg_judge_generate makes.
typedef struct cg_judge_shape {
    uint64_t seed;
    uint32_t threads; // 1 ..
    uint32_t vars;    // 1 ..
    size_t ops;       // in all
    bool logged;      // stores carry stamps
    uint32_t values;  // stores write 0 .. values - 1; 0: all that is stored differs
    uint32_t spoilt;  // loads that are given another value afterwards: the trace may be a wrong one
} cg_judge_shape;

// Writes a random trace that a sequentially consistent memory made: 60% loads, 30% stores, 10% atomics. The
// lines of different threads are shuffled anew: the text order gives nothing away.
void cg_judge_generate(FILE *out, const cg_judge_shape *shape);

// Writes such a trace, judges it under the model, and prints operations per second (reading included, writing
// not) to out. Returns as cg_judge_main does.
int cg_judge_bench(const char *model_path, const cg_judge_shape *shape, FILE *out, FILE *err);

#endif

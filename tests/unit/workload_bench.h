// A workload on the functional backend, an instant memory: what tests of workloads share.
#ifndef COHGEN_TESTS_UNIT_WORKLOAD_BENCH_H
#define COHGEN_TESTS_UNIT_WORKLOAD_BENCH_H

#include "base/sparse.h"
#include "programs/thread.h"
#include "programs/workload.h"

enum { MOST_OPS = 2000000 };

typedef struct {
    cg_env env;
    cg_sparse *memory;
    cg_scheduler *scheduler;
} bench;

bench *bench_set_up(bench *b, const char *name, int cores, int threads, const cg_choice *choices, size_t n);
// The same for a table, whose golden model the bench plays: `peek` is asked with the bench.
bench *bench_set_up_of(bench *b, const cg_spec *spec, cg_peek *peek, const char *name,
                       const cg_choice *choice);
// What threads do before they are started, if there is something: step() runs all that are started.
void bench_prepare(cg_env *e, cg_scheduler *c, void (*step)(void *ctx), void *ctx);
// Threads, join and check; `spoil` (may be NULL) changes the memory before the check.
void bench_run(bench *b, void (*spoil)(bench *b));
void bench_tear_down(bench *b);

bool bench_needs_file(const char *workload);
// The workload does not take this value of the option, and what it says has `word` in it.
void bench_refuses(const char *name, const char *option, const char *value, const char *word);
// Path of a new file with this text whose name ends so; valid until the next call.
char *bench_file(const char *end, const char *text);

#endif

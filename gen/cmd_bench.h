// cohgen bench, its parts: what a description (protocols/bench/NAME.json) says, the runs that come of it, the
// numbers of their reports, and what is made of them.
//
//     cmd_bench_read.c   description -> bench
//     cmd_bench_run.c    bench -> models, runs -> reports (kept by content: a run that was done is not done
//     again) cmd_bench_value.c  reports -> numbers: means over seeds, ratios to the baseline, geometric means
//     cmd_bench_write.c  numbers -> tables, CSV, JSON, Markdown
//     cmd_bench_plot.c   numbers -> gnuplot scripts -> SVG
#ifndef COHGEN_GEN_CMD_BENCH_H
#define COHGEN_GEN_CMD_BENCH_H

#include <json-c/json.h>

#include "arena.h"
#include "cli.h"
#include "cmd_describe.h"

typedef struct {
    const char *name; // of the table, or its path
    desc_pairs set;   // parameters for it alone
    bool there;       // there is such a table
    cli_protocol p;   // if it is
    char program[CLI_PATH], model[CLI_PATH];
} bench_protocol;

// What the paper says of a geometric mean over a group: metric of protocol / metric of over.
typedef struct {
    const char *protocol, *over, *group, *says;
    int metric; // index into bench_metrics
    double ratio;
} bench_claim;

typedef struct {
    int protocol, workload, seed; // indices
    char key[24];                 // of the result in the cache
    json_object *report;          // NULL: the run failed, or was not made
    char reason[200];             // why it failed
} bench_run;

// X(name, title, unit, where it is in a run's report)
#define BENCH_METRICS(X)                                                                                     \
    X(time, "Execution time", "cycles", "/cycles")                                                           \
    X(stall_cycles, "SC stall cycles", "cycles", "/stalls/total/cycles")                                     \
    X(stall_latency, "SC stall latency", "cycles", "/stalls/total/mean")                                     \
    X(load_stalls, "SC stall cycles, waiting for loads", "cycles", "/stalls/load/cycles")                    \
    X(store_stalls, "SC stall cycles, waiting for stores", "cycles", "/stalls/store/cycles")                 \
    X(atomic_stalls, "SC stall cycles, waiting for atomics", "cycles", "/stalls/atomic/cycles")              \
    X(fence_stalls, "SC stall cycles, waiting for fences", "cycles", "/stalls/fence/cycles")                 \
    X(core_stalls, "Core cycles with nothing to issue", "cycles", "/stalls/core_cycles_stalled")             \
    X(traffic, "Traffic", "flits", "/traffic/flits/total")                                                   \
    X(requests, "Traffic: requests", "flits", "/traffic/flits/request")                                      \
    X(forwards, "Traffic: forwards and invalidations", "flits", "/traffic/flits/forward")                    \
    X(responses, "Traffic: responses without data", "flits", "/traffic/flits/response")                      \
    X(data, "Traffic: messages with a line or part of one", "flits", "/traffic/flits/data")                  \
    X(operations, "Operations", "operations", "/operations/total")                                           \
    X(load_misses, "Loads that are no hits", "loads", "/latency/load/misses")                                \
    X(load_latency, "Load latency", "cycles", "/latency/load/mean")                                          \
    X(store_latency, "Store latency", "cycles", "/latency/store/mean")                                       \
    X(atomic_latency, "Atomic latency", "cycles", "/latency/atomic/mean")

typedef enum {
#define X(name, title, unit, path) BENCH_##name,
    BENCH_METRICS(X)
#undef X
        BENCH_N_METRICS
} bench_metric_id;

typedef struct {
    const char *name, *title, *unit, *path;
} bench_metric;
extern const bench_metric bench_metrics[BENCH_N_METRICS];

typedef struct {
    cg_arena *arena;
    const char *file, *name, *title, *doc, *point;
    desc_pairs set, harness;
    const char *said_baseline;
    uint64_t *seeds;
    int n_seeds;
    bench_protocol *protocols;
    int n_protocols;
    desc_workload *workloads;
    int n_workloads;
    const char **groups; // of the workloads, as they come
    int n_groups;
    bench_claim *claims;
    int n_claims;
    int baseline; // the protocol that ratios are to: the one said, or the first that is there
    bench_run *runs;
    int n_runs; // by protocol, workload, seed
    int n_failed, n_kept;
} bench;

// Reads and checks. 0, or the exit status after messages. Free also after an error.
int bench_read(bench *b, const char *path);
void bench_free(bench *b);

// Builds the models and runs what is not in the cache. 0, 1 if a run failed, or another exit status.
int bench_execute(bench *b, const cli *c);
bench_run *bench_run_of(const bench *b, int protocol, int workload, int seed);
bool bench_ran(const bench *b, int protocol); // its table is there

// NAN where a run failed or the protocol is not there.
double bench_value(const bench *b, int metric, int protocol, int workload); // mean over the seeds
double bench_ratio(const bench *b, int metric, int protocol, int workload); // of the baseline's
double bench_gmean(const bench *b, int metric, int protocol, int over, const char *group);
double bench_claim_here(const bench *b, const bench_claim *claim);
// Names of all protocols' counters; and one's mean over the seeds, NAN if the protocol has none of that name.
int bench_counters(const bench *b, const char ***names);
double bench_counter(const bench *b, const char *name, int protocol, int workload);

void bench_print(const bench *b, FILE *out);    // for the terminal
void bench_markdown(const bench *b, FILE *out); // with the figures
void bench_csv(const bench *b, FILE *out);
json_object *bench_json(const bench *b);

// X(file without .svg, title)
#define BENCH_FIGURES(X)                                                                                     \
    X(time, "Execution time")                                                                                \
    X(traffic, "Traffic by message class")                                                                   \
    X(stalls, "SC stall cycles by what is waited for")                                                       \
    X(latency, "SC stall latency")

// Scripts FIGURE.gp: each makes FIGURE.svg in the folder it is run in.
void bench_plot_time(const bench *b, FILE *out);
void bench_plot_traffic(const bench *b, FILE *out);
void bench_plot_stalls(const bench *b, FILE *out);
void bench_plot_latency(const bench *b, FILE *out);

#endif

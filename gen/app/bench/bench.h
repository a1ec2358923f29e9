// cohgen bench, its parts: what a description (protocols/bench/NAME.json) says, the runs that come of it, the
// numbers of their reports, and what is made of them.
//
//     read.c   description -> bench
//     check.c  bench -> tables; no run that cannot begin
//     run.c    bench -> models, runs -> numbers (reports are kept by content: no run is done again)
//     kept.c   results that were written before -> numbers, and which hardware has changed since
//     again.c  that hardware, run again with the first seed -> whether it gives the same numbers
//     value.c  numbers -> means over seeds and their spread, ratios to the baseline, geometric means
//     table.c  those -> tables, for the terminal and in Markdown
//     series.c  a workload at several values of a parameter -> what it takes of itself at the first
//     energy.c  numbers of events, and what the description says that they cost -> energy
//     write.c  numbers -> CSV, JSON
//     plot.c   means and spread -> gnuplot scripts -> SVG
//     into.c   tables -> a document, between its marks
#ifndef COHGEN_GEN_APP_BENCH_BENCH_H
#define COHGEN_GEN_APP_BENCH_BENCH_H

#include <json-c/json.h>

#include "app/cli/cli.h"
#include "base/arena.h"
#include "describe.h"

typedef struct {
    const char *name;     // in tables and figures
    const char *table;    // its name, or its path
    desc_pairs set;       // parameters for it alone
    desc_pairs options;   // WORKLOAD.OPTION: of all that run this workload, for it alone
    const char **without; // features that are left out
    int n_without;
    bool there;      // there is such a table, and numbers of it
    cli_protocol p;  // if it is, and was run; results that are kept have none
    char design[17]; // hash of the hardware that the numbers are of; "": they are not
    char now[17];    // hash of what the table makes now; "": it makes none
    char again[17];  // hash of later hardware that was seen to give the same (again.c); "": of none
    char program[CLI_PATH], model[CLI_PATH];
} bench_protocol;

// note [designs]: a workload may have parameters of its own, and then runs on designs of its own. Each is a
// bench_protocol, too, but no column of a table: its hash goes into that of its protocol's hardware.

// note [series]: each workload of the description runs at each value of a parameter. Here it is as many
// workloads, NAME_VALUE in the group GROUP_VALUE, those of one behind each other, and so are the groups. What
// is asked of a series is the ratio of each to the first of its own.
typedef struct {
    const char *parameter, *says; // says: what its values count, as in "CUs"; NULL: the bench has no series
    desc_pair *values;            // the parameter, as each of them sets it
    int n;
    const char **names, **groups; // of the workloads and groups, as the description has them
    int n_names, n_groups;
} bench_series;

// What the paper says of a geometric mean over a group: metric of protocol / metric of over, which is NULL
// for the same protocol at the first value of the series.
typedef struct {
    const char *protocol, *over, *group, *says;
    int metric; // index into bench_metrics
    double ratio;
} bench_claim;

// A row of the bench's own table: a metric of a workload, or of one as a multiple of another's.
typedef struct {
    const char *says, *limit, *why; // limit: what it could be at best, "" if nobody says so, and why
    double of;                      // figures are in percent of this; 0: as they are
    int workload, over;             // indices; over: CG_NONE if the row is no ratio
    int metric;                     // index into bench_metrics
} bench_row;

// What an event costs, as the description says, and where that comes from. Several of one event add up: each
// is of a part of the hardware that the event uses.
typedef struct {
    int metric;       // one of bench_events
    int protocol;     // of it alone; CG_NONE: of all
    const char *part; // what takes the energy; "": what the event is of
    double pj;        // above 0
    const char *source;
} bench_energy;

typedef struct {
    int protocol, workload, seed; // indices
    char key[24];                 // of the result in the cache
    json_object *report;          // NULL: the run failed, or was not made
    cli_hash of;                  // what the key says
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
    X(atomics_traffic, "Traffic about lines of atomics", "flits", "/traffic/of_atomics")                     \
    X(data_traffic, "Traffic about other lines", "flits", "/traffic/of_data")                                \
    X(operations, "Operations", "operations", "/operations/total")                                           \
    X(load_misses, "Loads that are no hits", "loads", "/latency/load/misses")                                \
    X(load_hits, "Loads that are hits", "%", "/latency/load/hit_share")                                      \
    X(load_latency, "Load latency", "cycles", "/latency/load/mean")                                          \
    X(store_latency, "Store latency", "cycles", "/latency/store/mean")                                       \
    X(atomic_latency, "Atomic latency", "cycles", "/latency/atomic/mean")                                    \
    X(l1_hits, "First-level accesses that are served there", "accesses", "/events/l1_hits")                  \
    X(l1_misses, "First-level accesses that are not", "accesses", "/events/l1_misses")                       \
    X(l1_others, "First-level accesses for others than the core", "accesses", "/events/l1_others")           \
    X(local_hits, "Accesses that a local memory serves", "accesses", "/events/local_hits")                   \
    X(local_misses, "Accesses that a local memory does not", "accesses", "/events/local_misses")             \
    X(local_others, "Accesses of local memories for others than the core", "accesses",                       \
      "/events/local_others")                                                                                \
    X(l2_accesses, "Accesses behind the first level", "accesses", "/events/l2_accesses")                     \
    X(store_buffer, "Accesses of store buffers", "accesses", "/events/store_buffer")                         \
    X(memory, "Messages to memory", "messages", "/events/memory")                                            \
    X(l1_bytes, "Bytes that arrive at first levels", "bytes", "/ends/l1_bytes")                              \
    X(l1_data, "... in messages with data", "bytes", "/ends/l1_data")                                        \
    X(home_bytes, "Bytes between homes and caches", "bytes", "/ends/home_bytes")                             \
    X(home_writes, "Messages with what was stored, at homes", "messages", "/ends/home_writes")               \
    X(memory_writes, "Lines written to memory", "messages", "/ends/memory_writes")                           \
    X(energy_local, "Energy of local memories, of events that have a figure", "pJ", "")                      \
    X(energy_given, "Energy of the events that have a figure", "pJ", "")                                     \
    X(energy, "Energy of all counted events", "pJ", "")                                                      \
    X(rate, "Operations a cycle, in a window", "operations/cycle", "/measures/rate/value")                   \
    X(cost, "Cycles an operation, in a window", "cycles", "/measures/cost/value")                            \
    X(mean, "Mean latency, in a window", "cycles", "/measures/mean/value")                                   \
    X(p99, "Latency that 99 of 100 operations have at most", "cycles", "/measures/p99/value")                \
    X(longest, "Longest wait of a thread", "cycles", "/measures/longest/value")                              \
    X(in_flight, "Operations in flight, mean of a window", "operations", "/measures/in_flight/value")        \
    X(release, "Latency of a release", "cycles", "/measures/release/value")                                  \
    X(hit_rate, "Loads that hit beside a thread that synchronizes", "%", "/measures/hit_rate/value")         \
    X(load_mean, "Latency of these loads", "cycles", "/measures/load_mean/value")                            \
    X(instructions, "Instructions, as the workload counts them", "instructions",                             \
      "/measures/instructions/value")

// Of these, those that cost energy (tb/sim/events.h; its flits are the traffic).
#define BENCH_EVENTS(X)                                                                                      \
    X(l1_hits)                                                                                               \
    X(l1_misses)                                                                                             \
    X(l1_others)                                                                                             \
    X(local_hits)                                                                                            \
    X(local_misses)                                                                                          \
    X(local_others)                                                                                          \
    X(l2_accesses)                                                                                           \
    X(store_buffer)                                                                                          \
    X(traffic)                                                                                               \
    X(memory)

typedef enum {
#define X(name, title, unit, path) BENCH_##name,
    BENCH_METRICS(X)
#undef X
        BENCH_N_METRICS
} bench_metric_id;

typedef enum {
#define X(name) BENCH_EVENT_##name,
    BENCH_EVENTS(X)
#undef X
        BENCH_N_EVENTS
} bench_event_id;
extern const int bench_events[BENCH_N_EVENTS]; // indices into bench_metrics

typedef struct {
    const char *name, *title, *unit, *path; // path "": of no report
} bench_metric;
extern const bench_metric bench_metrics[BENCH_N_METRICS];

// The numbers over the seeds. NAN where a run failed or the protocol is not there.
typedef struct {
    double mean, sd; // standard deviation of the runs (n - 1); NAN with one seed
    double least, most;
} bench_stat;

// Something that is made of means, with the standard deviation that theirs give it: relative ones add up as
// squares, as of numbers that do not depend on each other and vary little (first order).
typedef struct {
    double value, sd;
} bench_figure;

enum { BENCH_SEEDS = 5 }; // where the description names none

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
    bench_series series;
    bench_protocol *designs; // by protocol, workload: of workloads with parameters of their own
    int *design_like;        // by workload: the first with the same parameters, whose design is its own
    const char **groups;     // of the workloads, as they come
    int n_groups;
    bench_claim *claims;
    int n_claims;
    bench_row *rows;
    int n_rows;
    bench_energy *energies;
    int n_energies;
    int baseline; // the protocol that ratios are to: the one said, or the first that is there
    bench_run *runs;
    int n_runs;            // by protocol, workload, seed
    json_object **reasons; // of results that are kept: why runs failed, by protocol, workload
    int n_failed, n_kept;
    const char **counters; // names of all protocols' counters
    int n_counters;
    double *numbers;       // by column (metrics, then counters), protocol, workload, seed; NAN: none
    json_object *said;     // the description, as it is in its file
    char programs[17];     // hash of the workloads' code that the numbers are of
    char programs_now[17]; // ... of the code as it is
    const char *commit;    // of cohgen; "": not known
    bool bare;             // models without the trace: "trace": 0
    bool kept;             // the numbers are from a file
    int worst;             // exit status: of the runs the worst
} bench;

// Reads and checks, the runs too. 0, or the exit status after messages. Free also after an error.
int bench_read(bench *b, const char *path, const cli *c);
void bench_free(bench *b);
// The description within a file that has more in it.
void bench_read_root(cg_reader *r, cg_node root, bench *b);
// Its series, if it has one: the workloads become those at each value.
void bench_read_series(cg_reader *r, cg_node n, bench *b);
// Before anything is built: reads the tables at their design points, and tries whether each workload can
// begin on each design. 0, or the exit status after messages; what is wrong with the description is told to
// `r`.
int bench_check(bench *b, cg_reader *r, const cli *c);

// Builds the models and runs what is not in the cache. 0, 1 if a run failed, or another exit status.
int bench_execute(bench *b, const cli *c);
bench_run *bench_run_of(const bench *b, int protocol, int workload, int seed);
bool bench_ran(const bench *b, int protocol);                                // its table is there
bench_protocol *bench_design_of(const bench *b, int protocol, int workload); // note [designs]

// The protocol's table and settings as the bench has them: `c` is what the user said beside.
cli bench_as_sim(bench *b, const bench_protocol *p, const cli *c);
// What a run depends on, without paths, as lines of its configuration. To be freed.
char *bench_settings_of(const bench *b, const bench_run *r);
void bench_hash_design(const cg_plan *plan, char out[17]);
// Into `out`, the hash of a protocol's hardware, that of one more of its designs.
void bench_hash_also(char out[17], const char *design);
// Into `out`, the hash of its workloads' code, and of what that includes of what several workloads share; ""
// without the sources.
void bench_hash_programs(const bench *b, char out[17]);

// Reads results that bench_json() wrote, and compares the hardware they are of with what the tables make now.
// 0, or the exit status after messages. Free also after an error.
int bench_read_kept(bench *b, const char *path, const cli *c);
// Its numbers are of other hardware than its table makes now, which was not seen to give the same.
bool bench_older(const bench *b, int protocol);
// Runs the older designs of `kept` as `now` describes them, with the first seed, and notes in `kept` which
// give the same numbers. 0; 1: some do not, told to standard error; or another exit status.
int bench_again(bench *now, bench *kept, const cli *c);

// Columns: bench_metric_id, then counters.
int bench_columns(const bench *b);
void bench_no_numbers(bench *b); // room for all of them, NAN each
const char *bench_column_name(const bench *b, int column);
int bench_column_named(const bench *b, const char *name); // CG_NONE: there is none
bool bench_measured(const bench *b, int column);          // some run has a number of it
double *bench_number(const bench *b, int column, int protocol, int workload, int seed);
bench_stat bench_stat_of(const bench *b, int column, int protocol, int workload);
bench_figure bench_ratio(const bench *b, int metric, int protocol, int workload); // of the baseline's
bench_figure bench_gmean(const bench *b, int metric, int protocol, int over, const char *group);
// Of a series: the protocol over itself at the first value, in a group, by its index.
bench_figure bench_growth(const bench *b, int metric, int protocol, int group);
int bench_group_named(const bench *b, const char *name); // CG_NONE: there is none
bench_figure bench_claim_here(const bench *b, const bench_claim *claim);
bool bench_energy_is_of(const bench_energy *e, int metric, int protocol);
bool bench_energy_given(const bench *b, int metric, int protocol); // is there a figure for the event?
void bench_sum_energy(bench *b); // when the numbers of the reports are there
double bench_sum_of_workloads(const bench *b, int metric, int protocol); // of means; NAN if one is missing
// Do paper and bench agree on which is better?
const char *bench_direction(double paper, bench_figure here);
int bench_protocol_named(const bench *b, const char *name); // CG_NONE: there is none
int bench_workload_named(const bench *b, const char *name); // likewise
bench_figure bench_row_here(const bench *b, const bench_row *row, int protocol);

void bench_print(const bench *b, FILE *out);    // for the terminal
void bench_markdown(const bench *b, FILE *out); // with the figures
void bench_csv(const bench *b, FILE *out);
void bench_json(const bench *b, FILE *out);

// Parts of bench_markdown(), for documents.
void bench_table_metric(const bench *b, int metric, FILE *out);
void bench_table_spread(const bench *b, int metric, FILE *out);
void bench_table_series(const bench *b, int metric, FILE *out); // of a bench with a series only
// Those that need no metric: word in a document, name, function of table.c that prints it.
#define BENCH_TABLES(X)                                                                                      \
    X("counters", counters, counter_tables)                                                                  \
    X("paper", claims, claim_table)                                                                          \
    X("energy", energy, energy_table)                                                                        \
    X("table", rows, row_table)                                                                              \
    X("hardware", hardware, hardware_table)
#define X(word, name, print) void bench_table_##name(const bench *b, FILE *out);
BENCH_TABLES(X)
#undef X
void bench_print_figure(bench_figure f, int digits, char out[40]); // "0.93 ± 0.02", "-"

// Renews what stands between the marks of this bench in a document:
//     <!-- bench NAME metric time --> ... <!-- end of bench -->
// 0, or the exit status after messages; then the document is as it was.
int bench_into(const bench *b, const char *path);

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
void bench_plot_series(const bench *b, FILE *out); // the only one of a bench with a series

#endif

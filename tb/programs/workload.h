// Workloads: programs for the hardware threads, whose result is compared with a sequential run.
//
// A workload is one file in tb/workloads/ and one line in CG_WORKLOADS below. It lives in these phases:
//
//   setup   lays out simulated memory, writes its initial contents, computes what is expected. The values of
//           its options stand in its state by then, each within its range;
//   prepare if there is one, runs on every hardware thread at once, and is not measured; then all threads
//           synchronize with each other, which is not measured either;
//   thread  runs on every hardware thread at once, and is what is measured: from the first cycle, or that in
//           which all are prepared, to that in which the last thread returns;
//   join    not the workload's own: synchronizes all threads with the one that checks;
//   check   runs on thread 0 alone when all are done, and reads the results with loads of its own, through
//   the
//           design: what memory holds and caches have not written back counts as well.
//
// The phases are joined through simulated memory: when all threads have returned every one adds one to a word
// (an atomic that releases, also without a check where the model forbids races, so that memory is in place),
// and thread 0 reads it by an atomic before it checks. So what it then sees is final under any model in which
// that synchronizes, also where a protocol lets a reader live in the past.
//
// It reports with cg_fail(): the first one is the run's verdict. Its state, a struct that it calls `state`,
// is made and freed for it, and so is whatever it takes from cg_keep().
#ifndef COHGEN_TB_PROGRAMS_WORKLOAD_H
#define COHGEN_TB_PROGRAMS_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/sparse.h"
#include "lang/model.h"
#include "lang/spec.h"
#include "program.h"
#include "scatter.h"

#define CG_WORKLOADS(X)                                                                                      \
    X(random)                                                                                                \
    X(episodes)                                                                                              \
    X(spin_mutex)                                                                                            \
    X(flag)                                                                                                  \
    X(overlap)                                                                                               \
    X(fa_mutex)                                                                                              \
    X(tree_barrier)                                                                                          \
    X(histogram)                                                                                             \
    X(bfs)                                                                                                   \
    X(work_steal)                                                                                            \
    X(stencil)                                                                                               \
    X(hash_table)                                                                                            \
    X(stream_sum)                                                                                            \
    X(matmul)                                                                                                \
    X(core_histogram)                                                                                        \
    X(tiles)                                                                                                 \
    X(strided)                                                                                               \
    X(fields)                                                                                                \
    X(structs)                                                                                               \
    X(applications)                                                                                          \
    X(mutex)                                                                                                 \
    X(semaphore)                                                                                             \
    X(two_level)                                                                                             \
    X(kernels)                                                                                               \
    X(event_counter)                                                                                         \
    X(relaxed)                                                                                               \
    X(uts)                                                                                                   \
    X(bc)                                                                                                    \
    X(pagerank)                                                                                              \
    X(release)                                                                                               \
    X(interference)                                                                                          \
    X(throughput)                                                                                            \
    X(pressure)                                                                                              \
    X(script)                                                                                                \
    X(replay)                                                                                                \
    X(litmus)

typedef struct cg_env cg_env;

typedef enum { CG_TEXT_OPTION, CG_NUMBER_OPTION, CG_CHOICE_OPTION } cg_option_kind;

// A row of a workload's options: where its value goes, and what values there are. `def` is the value when the
// user gives none.
typedef struct {
    const char *name, *def, *doc;
    cg_option_kind kind;
    size_t at, bytes;         // the member of the state
    uint64_t least, most;     // of a number; most CG_ANY: no bound
    const char *const *words; // of a choice, ends with NULL: the member becomes the place in this list
} cg_option;

// A number where one is wanted?
bool cg_option_takes(const cg_option *o, const char *value);

#define CG_ANY UINT64_MAX

// Rows, for members of a struct `state`. A number in a bool says whether it is not 0. CG_..._AT is for an
// option whose name is not that of its member.
#define CG_ROW_AT(NAME, MEMBER, DEF, DOC)                                                                    \
    .name = NAME, .def = DEF, .doc = DOC, .at = offsetof(state, MEMBER), .bytes = sizeof((state *)0)->MEMBER
#define CG_NUMBER_AT(NAME, MEMBER, DEF, LEAST, MOST, DOC)                                                    \
    { CG_ROW_AT(NAME, MEMBER, #DEF, DOC), .kind = CG_NUMBER_OPTION, .least = LEAST, .most = MOST }
#define CG_NUMBER(MEMBER, DEF, LEAST, MOST, DOC) CG_NUMBER_AT(#MEMBER, MEMBER, DEF, LEAST, MOST, DOC)
#define CG_TEXT(MEMBER, DEF, DOC)                                                                            \
    { CG_ROW_AT(#MEMBER, MEMBER, DEF, DOC), .kind = CG_TEXT_OPTION }
#define CG_CHOICE_AT(NAME, MEMBER, DEF, DOC, ...)                                                            \
    {                                                                                                        \
        CG_ROW_AT(NAME, MEMBER, DEF, DOC), .kind = CG_CHOICE_OPTION, .words = (const char *const[]) {        \
            __VA_ARGS__, NULL                                                                                \
        }                                                                                                    \
    }
#define CG_CHOICE(MEMBER, DEF, DOC, ...) CG_CHOICE_AT(#MEMBER, MEMBER, DEF, DOC, __VA_ARGS__)

typedef struct {
    const char *name, *doc;
    const cg_option *options;              // ends with a NULL name; may be NULL
    size_t state_bytes;                    // of the struct that the rows name members of, zeroed at first
    void (*setup)(cg_env *e, void *state); // problems by cg_bad_input()
    void (*thread)(cg_thread *t, void *state);
    void (*check)(cg_thread *t, void *state);   // may be NULL
    void (*prepare)(cg_thread *t, void *state); // before time is taken; NULL: nothing
} cg_workload;

extern const cg_workload *const cg_workloads[];        // in the order of CG_WORKLOADS, ends with NULL
const cg_workload *cg_workload_find(const char *name); // NULL: there is none

// One `name=value` from the user.
typedef struct {
    const char *name, *value;
} cg_choice;

// Looks into the golden model's shadow: field `field` of space "reg" or "line" of controller `node` of
// `machine`. `addr` says which line. False: there is no such thing there (the line is not in the cache).
typedef bool cg_peek(void *ctx, const char *machine, int node, const char *space, const char *field,
                     uint64_t addr, uint64_t *value);
// Value of a parameter of the design point; false: the protocol has none of this name.
typedef bool cg_param_value(void *ctx, const char *name, uint64_t *value);

// What a workload may know of the system it runs on. Filled by its caller (simulation, unit test).
struct cg_env {
    int cores, threads; // threads: in use on each core
    int partitions;     // home controllers; line number modulo partitions picks one
    unsigned line_bytes, addr_bits;
    uint64_t local_bytes; // of the local memory of every core, 0: some core has none
    cg_scatter scatter;   // where the addresses of the workload lie; setup may clear it
    uint64_t conflict;    // lines so far apart fall into one set of every cache; 0: not known
    uint64_t seed;
    bool weak;                // the consistency model in force does not keep all program order
    bool no_races;            // ... and forbids data races
    bool sync_loads;          // core ports take loads that acquire
    bool sync_stores;         // ... and stores that release
    const cg_model *model;    // it; NULL: not known
    bool unjudged;            // the oracle is off
    const cg_spec *spec;      // the table; NULL: not known
    bool no_atomics;          // the table takes none from a core
    cg_sparse *memory;        // behind the caches: only setup may write it
    struct cg_replay *replay; // replay.h; NULL: there is none
    const cg_choice *choices;
    size_t n_choices;
    const char *accepts;   // set by setup: a kind of race by the model's name, which hangs on a path, and
                           // whatever order it has, the program is right; NULL: none
    cg_peek *peek;         // NULL: no golden model runs
    cg_param_value *param; // NULL: there is no design point
    void *ctx;             // first argument of both
    FILE *log;             // for tables that people read; NULL: none

    // Owned by the environment:
    const cg_workload *workload;
    void *state;       // the workload's
    uint64_t used;     // bytes of simulated memory handed out
    uint64_t done;     // address of the word that threads at their end add to
    uint64_t prepared; // likewise, of those that are prepared
    struct cg_kept *kept;
    struct cg_measure *measures;
    size_t n_measures;
    char failure[512];   // first cg_fail(); empty: none
    char bad_input[512]; // first cg_bad_input(); empty: none
};

// A number that a workload measured, for the report.
typedef struct cg_measure {
    char name[48];
    const char *unit;
    double value;
} cg_measure;

// For a workload's name.
#define CG_NO_ATOMICS                                                                                        \
    "workload %s joins its threads by atomics, and the table has no event for a core's atomic: give the "    \
    "machine with the core port rules for 'atomic', or play a script of loads and stores"
// Do its threads join? They do that by atomics.
bool cg_workload_joins(const cg_workload *w, bool no_races);
// The program hands addresses to the hardware, which goes on from there (a tile): they are what a word has at
// the core's port, unless the hardware translates them as well.
void cg_env_dense(cg_env *e);

// Checks that every choice is an option of `w` and in its range, then runs setup. False: e->bad_input says
// why.
bool cg_env_setup(cg_env *e, const cg_workload *w);
// Cycles after which a run of it has lost its way, where nobody says another number: 2,000,000, and for each
// operation that its options ask for 100 and four times `outside`, the cycles that one may spend outside of
// the design; twice as many if a rule may wait for the clock for 1,000 cycles (`patience`), and so on.
uint64_t cg_env_cycles(cg_env *e, uint64_t patience, uint64_t outside);
// Bodies, one behind the other, each when all threads have ended the one before: two of all if the workload
// prepares, of all threads, of all if the workload is joined, of thread 0 if it has a check; `arg` is the
// cg_env.
bool cg_env_prepares(const cg_env *e);
void cg_env_prepare(cg_thread *t, void *arg);
void cg_env_prepared(cg_thread *t, void *arg);
void cg_env_thread(cg_thread *t, void *arg);
bool cg_env_joins(const cg_env *e);
void cg_env_join(cg_thread *t, void *arg);
void cg_env_check(cg_thread *t, void *arg);
// At the beginning of the body of any thread that reads results after those.
void cg_env_joined(cg_thread *t, const cg_env *e);
void cg_env_free(cg_env *e); // what cg_keep() and cg_measured() took; not the struct

const char *cg_opt_text(cg_env *e, const char *name); // what the user said, or the default
// For a range that only setup knows: whether the value of the option is in it; if not, that is bad input.
bool cg_in_range(cg_env *e, const char *name, uint64_t value, uint64_t least, uint64_t most);
__attribute__((format(printf, 2, 3))) void cg_bad_input(cg_env *e, const char *fmt, ...);
__attribute__((format(printf, 2, 3))) void cg_fail(cg_env *e, const char *fmt, ...);

// Zeroed memory on the host, freed with the environment.
void *cg_keep(cg_env *e, size_t bytes);
// Something that is freed by a function of its own, likewise.
void cg_keep_other(cg_env *e, void *what, void (*free_it)(void *));
// For workloads that have data races on purpose: bad input where the model forbids them and somebody judges
// values. True: nothing is promised, so no value can be wrong.
bool cg_has_races(cg_env *e);
// Simulated memory, aligned to `align` (a power of two). Too much is bad input.
uint64_t cg_alloc(cg_env *e, uint64_t bytes, uint64_t align);
void cg_poke(cg_env *e, uint64_t addr, uint32_t value); // initial contents
// Where an address of the workload lies in the memory: what messages say, as waveforms do.
uint64_t cg_where(const cg_env *e, uint64_t addr);
void cg_measured(cg_env *e, const char *name, const char *unit, double value);
void cg_measured_logged(cg_env *e, const char *name, const char *unit, double value); // and a line in the log

// The smaller of a and b, as workloads often need it.
static inline uint64_t cg_least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

#endif

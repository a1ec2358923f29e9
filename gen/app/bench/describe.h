// What descriptions of many runs have in common - those of `cohgen bench` and of `cohgen sweep` -: where they
// are, and how their parts are read. Problems go to the reader's diagnostics, with the place in the file.
#ifndef COHGEN_GEN_APP_BENCH_DESCRIBE_H
#define COHGEN_GEN_APP_BENCH_DESCRIBE_H

#include "app/cli/cli.h"
#include "base/arena.h"
#include "read/reader.h"

// Parameters, options of a workload, settings of the harness: as texts, in the order of the file.
typedef struct {
    const char *key, *value;
    const char *where; // FILE#POINTER
} desc_pair;

typedef struct {
    desc_pair *items;
    int n;
} desc_pairs;

typedef struct {
    const char *name, *workload, *group; // group NULL: none was asked for
    const char *pointer;                 // in the file
    desc_pairs options;
    desc_pairs set; // parameters of the design for it alone; of benches only
} desc_workload;

// Is there a protocol of this name, or a file of this path?
bool desc_protocol_there(const char *name);

// Reads the file and hands its root to `read`. 0, or the exit status after messages. `what`: "a bench".
int desc_read_file(const char *path, const char *what, cg_arena *arena,
                   void (*read)(cg_reader *r, cg_node root, void *into), void *into);

// "there is no WHAT 'WORD' (did you mean ...?)"
void desc_unknown(cg_reader *r, const char *pointer, int offset, const char *what, const char *word,
                  const cg_words *words);
const char *desc_read_name(cg_reader *r, cg_node root); // key "name": an identifier
desc_pairs desc_read_pairs(cg_reader *r, cg_node n);
desc_pairs desc_read_harness(cg_reader *r,
                             cg_node n); // checked against the harness' settings, but for the seed
// The name of a design point, or a path; one of a name that is not there is reported.
const char *desc_read_point(cg_reader *r, cg_node root, const char *key);
// None: the seeds 1 to `otherwise`.
uint64_t *desc_read_seeds(cg_reader *r, cg_node n, int otherwise, int *n_seeds);
// Options of workloads, each as WORKLOAD.OPTION.
desc_pairs desc_read_options(cg_reader *r, cg_node n);
desc_workload *desc_read_workloads(cg_reader *r, cg_node n, const char *what, bool grouped, int *n_workloads);

// Adds key=value texts of pairs to a list of options' values, so that they stand before what is there.
void desc_options(cg_arena *a, cli *c, cli_option_id id, const desc_pairs *first, const desc_pairs *second);

#endif

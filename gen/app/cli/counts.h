// How often each rule fired: the file of --coverage, for `doc` and `explain`.
#ifndef COHGEN_GEN_APP_CLI_COUNTS_H
#define COHGEN_GEN_APP_CLI_COUNTS_H

#include "cli.h"
#include "tell/doc/doc.h"

typedef struct {
    const doc_count *const *rules; // [machine][rule]; NULL without --coverage
    doc_count **own;
    int n_machines;
} cli_counts;

// 0, or CLI_BAD_INPUT after a message: the file cannot be read, is no coverage, or is another protocol's.
int cli_counts_read(const cli *c, const cg_spec *spec, cli_counts *counts);
void cli_counts_free(cli_counts *counts);

#endif

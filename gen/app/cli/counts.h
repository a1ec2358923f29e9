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

// Reads the protocol of the command line and its counts, and returns what `run` returns of them. Before that,
// the exit status after a message: of the counts CLI_BAD_INPUT, if the file cannot be read, is no coverage,
// or is another protocol's.
int cli_with_counts(const cli *c, int (*run)(const cli *c, const cli_protocol *p, const cli_counts *counts));

#endif

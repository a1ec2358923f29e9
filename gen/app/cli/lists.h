// Files that are named on the command line or in lists: litmus tests, traces.
#ifndef COHGEN_GEN_APP_CLI_LISTS_H
#define COHGEN_GEN_APP_CLI_LISTS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char **paths;
    size_t n;
} cli_list;

// Adds the arguments. One of the form @FILE is a list: each line of FILE is a path, seen from the folder of
// FILE; empty lines, and lines that begin with '#', say nothing. A list names no lists. False after a
// message.
bool cli_list_read(cli_list *l, const char *const *args, int n);
void cli_list_free(cli_list *l);

#endif

// Of what Verilator makes for each controller, what is the same is compiled once.
#ifndef COHGEN_GEN_APP_CLI_COPIES_H
#define COHGEN_GEN_APP_CLI_COPIES_H

#include <stdbool.h>

// The header that each compiled file includes first: names of the copies that are left out. tb/model.mk names
// it too.
#define CLI_COPIES         "copies.h"
#define CLI_COPIES_VERSION "copies 2" // another one when other functions become one: models are compiled anew

// Rewrites Verilator's files in `folder`. False: one cannot be read or written; errno says why.
bool cli_share_copies(const char *folder);

#endif

// Folders of the cache: each is made under a name of its own, and then renamed to what it is made from.
#ifndef COHGEN_GEN_APP_AREA_FOLDER_H
#define COHGEN_GEN_APP_AREA_FOLDER_H

#include "app/cli/cli.h"

// The folder in the cache for `kind`, `name` and a hash, and where it is made.
void area_name_folder(char kept[CLI_PATH], char work[CLI_PATH], const char *kind, const char *name,
                      const cli_hash *h);
void area_name_seal(const char *folder, char out[CLI_PATH + 8]);
// Makes `work`, empty but for links; `design` (may be NULL) is the folder of the design. 0 or the exit
// status.
int area_start_folder(const char *work, const char *design);
// Renames it. What is there already is as good if it is whole: it has the same hash. `fresh` puts the new one
// in its place.
void area_keep_folder(const char *work, const char *kept, const cli_hash *of, bool fresh);

#endif

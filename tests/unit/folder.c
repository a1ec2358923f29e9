#include "folder.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"

char folder[64];

void make_folder(void) {
    strcpy(folder, "/tmp/cohgen-unit-XXXXXX");
    cr_assert(mkdtemp(folder) != NULL);
}

void remove_folder(void) {
    char *const argv[] = {"rm", "-rf", folder, NULL};
    cr_assert(cg_end_is(cg_process_run(&(cg_command){.argv = argv, .in = -1, .out = 1, .err = 2}), 0));
}

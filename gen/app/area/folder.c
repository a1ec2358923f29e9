#include "folder.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/seal.h"

void area_name_folder(char kept[CLI_PATH], char work[CLI_PATH], const char *kind, const char *name,
                      const cli_hash *h) {
    snprintf(kept, CLI_PATH, "%.3500s/%s-%.200s-%016llx", cli_cache(), kind, name, (unsigned long long)h->h);
    snprintf(work, CLI_PATH, "%.4000s.%ld", kept, (long)getpid());
}

// note [names] of area/steps.h: links that are there while Yosys runs.
static bool link_in_work(const char *work, const char *name, const char *to) {
    char path[CLI_PATH + 16];
    snprintf(path, sizeof path, "%s/%s", work, name);
    return symlink(to, path) == 0;
}

int area_start_folder(const char *work, const char *design) {
    cli_remove_folder(work);
    cg_temporary_add(work);
    if (cli_make_folders(work) && link_in_work(work, "home", cli_home()) &&
        (!design || link_in_work(work, "design", design)))
        return CLI_OK;
    cli_error("%s: cannot be created: %s", work, strerror(errno));
    return CLI_BAD_INPUT;
}

void area_name_seal(const char *folder, char out[CLI_PATH + 8]) {
    snprintf(out, CLI_PATH + 8, "%s/seal", folder);
}

void area_keep_folder(const char *work, const char *kept, const cli_hash *of, bool fresh) {
    static const char *const LINKS[] = {"home", "design"};
    char path[CLI_PATH + 16];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", work, LINKS[i]);
        unlink(path);
    }
    cli_seal_folder(work, true, of);
    area_name_seal(kept, path);
    if (fresh || cg_seal_check(path, of->h, NULL, 0) != CG_SEAL_WHOLE) cli_remove_folder(kept);
    if (rename(work, kept) != 0) cli_remove_folder(work);
    cg_temporary_forget(work);
}

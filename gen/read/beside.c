#include "beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path_if_readable(const char *path) {
    return access(path, R_OK) ? NULL : path;
}

const char *cg_find_beside(cg_arena *arena, const char *table, const char *folder, const char *name) {
    const char *slash = strrchr(table, '/'), *home = getenv("COHGEN_HOME");
    const int length = slash ? (int)(slash + 1 - table) : 0;
    const char *file = cg_arena_printf(arena, "%s%s%s.json", folder, *folder ? "/" : "", name);
    const char *path = path_if_readable(cg_arena_printf(arena, "%.*s%s", length, table, file));
    if (!path && home && *home)
        path = path_if_readable(cg_arena_printf(arena, "%s/protocols/%s", home, file));
    char self[4096];
    ssize_t n = path ? 0 : readlink("/proc/self/exe", self, sizeof self);
    while (!path && n > 0) {
        while (n > 0 && self[n - 1] != '/') n--;
        if (n > 0) path = path_if_readable(cg_arena_printf(arena, "%.*s/protocols/%s", (int)--n, self, file));
    }
    return path;
}

// See lists.h.
#define _XOPEN_SOURCE 700
#include "lists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "cli.h"

static void add_path(cli_list *l, char *path) {
    if (!path) abort();
    l->paths = cg_array_grow(l->paths, l->n, sizeof *l->paths);
    l->paths[l->n++] = path;
}

// `name` seen from the folder of the file `list`.
static char *path_beside_list(const char *list, const char *name) {
    const char *slash = name[0] == '/' ? NULL : strrchr(list, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - list) : 0, size = folder + strlen(name) + 1;
    char *path = malloc(size);
    if (!path) abort();
    snprintf(path, size, "%.*s%s", (int)folder, list, name);
    return path;
}

// A line's path, without the blanks around it; NULL: the line says nothing.
static char *path_in(char *line) {
    char *from = line + strspn(line, " \t\r\n"), *to = from + strlen(from);
    while (to > from && strchr(" \t\r\n", to[-1])) to--;
    *to = 0;
    return *from && *from != '#' ? from : NULL;
}

static bool read_list(cli_list *l, const char *file) {
    FILE *in = cg_input_open(file, CG_INPUT_TEXT, CG_INPUT_LINE);
    char *line = NULL;
    size_t room = 0, number = 0;
    bool good = true;
    if (!in) {
        cli_error("%s: the list cannot be read: %s", file, strerror(errno));
        return false;
    }
    while (getline(&line, &room, in) >= 0) {
        const char *path = path_in(line);
        number++;
        if (path && *path == '@') {
            cli_error("%s:%zu: a list names files, not other lists ('%s')", file, number, path);
            good = false;
        } else if (path) {
            add_path(l, path_beside_list(file, path));
        }
    }
    if (ferror(in)) {
        cli_error("%s: the list cannot be read: %s", file, strerror(errno));
        good = false;
    }
    free(line);
    fclose(in);
    return good;
}

bool cli_list_read(cli_list *l, const char *const *args, int n) {
    bool good = true;
    for (int i = 0; i < n; i++) {
        if (args[i][0] == '@')
            good &= read_list(l, args[i] + 1);
        else
            add_path(l, strdup(args[i]));
    }
    return good;
}

void cli_list_free(cli_list *l) {
    for (size_t i = 0; i < l->n; i++) free(l->paths[i]);
    free(l->paths);
}

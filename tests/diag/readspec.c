// Reads one table and prints what is wrong with it: readspec FILE [--point FILE] [--set KEY=VALUE]...
// Exit status: 0 nothing, or warnings only; 2 errors.
#include <stdlib.h>
#include <string.h>

#include "lang/spec.h"
#include "load/load.h"
#include "read/read.h"

enum { MOST = 64 };

static cg_setting *point;

static size_t add_point(cg_setting *all, size_t n, const char *path, cg_diags *diags) {
    size_t count;
    cg_point_free(point);
    point = cg_point_load(path, &count, diags);
    for (size_t i = 0; i < count && n < MOST; i++) all[n++] = point[i];
    return n;
}

int main(int argc, char **argv) {
    static cg_setting settings[MOST];
    static char keys[MOST][64];
    size_t n = 0;
    cg_diags *diags = cg_diags_new();
    for (int i = 2; i + 1 < argc; i += 2) {
        const char *equals = strchr(argv[i + 1], '=');
        if (!strcmp(argv[i], "--point")) {
            n = add_point(settings, n, argv[i + 1], diags);
        } else if (equals && n < MOST) {
            snprintf(keys[n], sizeof keys[n], "%.*s", (int)(equals - argv[i + 1]), argv[i + 1]);
            settings[n] = (cg_setting){.key = keys[n], .value = equals + 1, .where = "--set"};
            n++;
        }
    }
    cg_spec *spec = argc > 1 ? cg_spec_read(argv[1], settings, n, diags) : NULL;
    cg_diags_print(diags, stdout);
    bool good = spec && cg_diags_errors(diags) == 0;
    cg_spec_free(spec);
    cg_point_free(point);
    cg_diags_free(diags);
    return good ? EXIT_SUCCESS : 2;
}

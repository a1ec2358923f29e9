// The code of a bench's programs: the files of its workloads, and those beside them that these include.
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "programs/workload.h"

// Files that belong together have one name up to a '.' or a '_': a workload's (kernels.c, kernels_plain.c),
// or that of a header, whose functions they are (sync.h, sync.c). The longest such name counts.
typedef struct {
    const char *folder;
    struct dirent **files; // by name
    int n;
    bool *taken; // by file
} sources;

static size_t name_before(const char *file, const char *name, size_t n) {
    return !strncmp(file, name, n) && strchr("._", file[n]) ? n : 0;
}

// The length of what a file has in common with those that belong to it.
static size_t unit_of(const sources *s, const char *file) {
    size_t most = 0;
    for (const cg_workload *const *w = cg_workloads; *w; w++) {
        const size_t n = name_before(file, (*w)->name, strlen((*w)->name));
        if (n > most) most = n;
    }
    for (int i = 0; i < s->n; i++) {
        const char *end = strstr(s->files[i]->d_name, ".h");
        const size_t n =
            end ? name_before(file, s->files[i]->d_name, (size_t)(end - s->files[i]->d_name)) : 0;
        if (n > most) most = n;
    }
    return most ? most : strcspn(file, ".");
}

static void take_unit(sources *s, const char *name, size_t n);

// Headers beside it: `#include "NAME.h"`, without a folder.
static void take_what_it_includes(sources *s, const char *file) {
    static const char INCLUDE[] = "#include \"";
    char path[CLI_PATH], line[256];
    if (snprintf(path, sizeof path, "%s/%s", s->folder, file) >= CLI_PATH) return;
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        char *name = line + sizeof INCLUDE - 1;
        if (strncmp(line, INCLUDE, sizeof INCLUDE - 1) != 0) continue;
        name[strcspn(name, "\"")] = '\0';
        if (!strchr(name, '/')) take_unit(s, name, unit_of(s, name));
    }
    if (in) fclose(in);
}

static void take_unit(sources *s, const char *name, size_t n) {
    for (int i = 0; i < s->n; i++) {
        const char *file = s->files[i]->d_name;
        if (s->taken[i] || unit_of(s, file) != n || strncmp(file, name, n) != 0) continue;
        s->taken[i] = true;
        take_what_it_includes(s, file);
    }
}

static bool taken(const char *name, const void *arg) {
    const sources *s = arg;
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->files[i]->d_name, name)) return s->taken[i];
    return false;
}

void bench_hash_programs(const bench *b, char out[17]) {
    char path[CLI_PATH];
    cli_hash h;
    out[0] = '\0';
    sources s = {.folder = cli_home_path(path, "tb/programs/workloads", NULL)};
    s.n = scandir(s.folder, &s.files, NULL, alphasort);
    if (s.n < 0) return; // installed without its sources
    s.taken = cg_arena_alloc(b->arena, (size_t)s.n * sizeof *s.taken);
    memset(s.taken, 0, (size_t)s.n * sizeof *s.taken);
    for (int i = 0; i < b->n_workloads; i++)
        take_unit(&s, b->workloads[i].workload, strlen(b->workloads[i].workload));
    cli_hash_start(&h);
    cli_hash_some(&h, s.folder, taken, &s);
    snprintf(out, 17, "%016llx", (unsigned long long)h.h);
    for (int i = 0; i < s.n; i++) free(s.files[i]);
    free(s.files);
}

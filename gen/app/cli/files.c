#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/seal.h"
#include "cli.h"

// -------------------------------------------------------------------------------------------------- hashes

void cli_hash_start(cli_hash *h) {
    h->h = CG_HASH_START;
}

void cli_hash_bytes(cli_hash *h, const void *bytes, size_t n) {
    h->h = cg_hash_bytes(h->h, bytes, n);
}

void cli_hash_text(cli_hash *h, const char *text) {
    cli_hash_bytes(h, text, strlen(text) + 1);
}

bool cli_hash_file(cli_hash *h, const char *path) {
    char *buf = malloc(1 << 16);
    struct stat st;
    FILE *in = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL; // a device never ends
    if (!buf) abort();
    for (size_t n; in && (n = fread(buf, 1, 1 << 16, in)) > 0;) cli_hash_bytes(h, buf, n);
    if (in) fclose(in);
    free(buf);
    return in != NULL;
}

static int not_hidden(const struct dirent *e) {
    return e->d_name[0] != '.';
}

void cli_hash_some(cli_hash *h, const char *dir, bool (*takes)(const char *name, const void *arg),
                   const void *arg) {
    struct dirent **list;
    const int n = scandir(dir, &list, not_hidden, alphasort);
    for (int i = 0; i < n; i++) {
        char path[CLI_PATH];
        const int len = snprintf(path, sizeof path, "%s/%s", dir, list[i]->d_name);
        if (!takes || takes(list[i]->d_name, arg)) {
            cli_hash_text(h, list[i]->d_name);
            if (len < CLI_PATH) cli_hash_file(h, path);
        }
        free(list[i]);
    }
    if (n >= 0) free(list);
}

void cli_hash_folder(cli_hash *h, const char *dir) {
    cli_hash_some(h, dir, NULL, NULL);
}

// --------------------------------------------------------------------------------------------------- seals

bool cli_sealed(const char *seal, const cli_hash *made_of) {
    char why[512];
    const cg_seal_state state = cg_seal_check(seal, made_of->h, why, sizeof why);
    const int folder = (int)(strlen(seal) - strlen(strrchr(seal, '/') ? strrchr(seal, '/') : seal));
    if (state == CG_SEAL_DAMAGED)
        fprintf(stderr, "note: %.*s in the cache is damaged (%s): it is made again\n", folder, seal, why);
    return state == CG_SEAL_WHOLE;
}

bool cli_seal(const char *seal, const cli_hash *made_of, const char *const *files, size_t n) {
    if (cg_seal_write(seal, made_of->h, files, n)) return true;
    cli_error("%s: cannot be written: %s", seal, strerror(errno));
    return false;
}

bool cli_sealed_file(const char *file, const cli_hash *made_of) {
    char seal[CLI_PATH + 8];
    snprintf(seal, sizeof seal, "%.4090s.seal", file);
    return cli_sealed(seal, made_of);
}

bool cli_seal_file(const char *file, const cli_hash *made_of) {
    char seal[CLI_PATH + 8];
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    snprintf(seal, sizeof seal, "%.4090s.seal", file);
    return cli_seal(seal, made_of, &name, 1);
}

typedef struct {
    char **names;
    size_t n;
} name_list;

// Files in FOLDER/BELOW and the folders in it, named from FOLDER.
static void list_folder_files(name_list *l, const char *folder, const char *below) {
    char path[CLI_PATH], name[CLI_PATH];
    struct dirent **list;
    if (snprintf(path, sizeof path, "%s/%s", folder, below) >= CLI_PATH) return;
    const int n = scandir(path, &list, not_hidden, alphasort);
    for (int i = 0; i < n; i++) {
        struct stat st;
        snprintf(name, sizeof name, "%.3800s%s%.255s", below, *below ? "/" : "", list[i]->d_name);
        if (snprintf(path, sizeof path, "%.3800s/%.290s", folder, name) < CLI_PATH && stat(path, &st) == 0) {
            if (S_ISDIR(st.st_mode)) list_folder_files(l, folder, name);
            if (S_ISREG(st.st_mode)) {
                l->names = cg_array_grow(l->names, l->n, sizeof *l->names);
                l->names[l->n++] = cg_text_copy(name);
            }
        }
        free(list[i]);
    }
    if (n >= 0) free(list);
}

bool cli_seal_folder(const char *folder, bool inside, const cli_hash *made_of) {
    char seal[CLI_PATH + 8], parent[CLI_PATH];
    const char *slash = strrchr(folder, '/');
    name_list l = {0};
    snprintf(seal, sizeof seal, "%.4090s%sseal", folder, inside ? "/" : ".");
    snprintf(parent, sizeof parent, "%.*s", (int)(slash - folder), folder);
    if (inside) unlink(seal);
    list_folder_files(&l, inside ? folder : parent, inside ? "" : slash + 1);
    const bool good = cli_seal(seal, made_of, (const char *const *)l.names, l.n);
    for (size_t i = 0; i < l.n; i++) free(l.names[i]);
    free(l.names);
    return good;
}

// --------------------------------------------------------------------------------------------------- files

char *cli_read_file(const char *path) {
    return cg_input_read(path, CG_INPUT_DATA, NULL);
}

bool cli_write_file(const char *path, const char *text) {
    FILE *out = fopen(path, "wb");
    if (!out) return false;
    const bool whole = fputs(text, out) >= 0;
    return fclose(out) == 0 && whole;
}

int cli_write_folder(const char *dir, const cg_folder_kind *kind, cg_files *files) {
    cg_diags *diags = cg_diags_new();
    const int status = cg_folder_make(dir, kind, files, diags);
    cg_files_free(files);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    return status;
}

// Results that are drawn.
typedef struct {
    const cg_files *files;
    const char *name;
    const cli *c;
} drawing;

static int draw_results(void *work, const char *folder) {
    const drawing *d = work;
    char **argv = cg_array_new((size_t)d->files->n + 2, sizeof *argv);
    int n = 0;
    argv[n++] = (char[]){"gnuplot"};
    for (int i = 0; i < d->files->n; i++) {
        char *file = d->files->files[i].name;
        const size_t length = strlen(file);
        if (length > 3 && !strcmp(file + length - 3, ".gp")) argv[n++] = file;
    }
    const bool drawn = n == 1 || cg_end_is(cli_run_here(argv, folder, true, d->c), 0);
    free(argv);
    if (drawn) return CLI_OK;
    cli_error("gnuplot failed on the pictures of %s", d->name);
    return CLI_NO_TOOL;
}

int cli_write_results(const char *dir, const char *marker, const char *what, cg_files *files,
                      const char *name, const cli *c) {
    drawing work = {files, name, c};
    const cg_folder_kind kind = {.marker = marker, .what = what, .more = draw_results, .work = &work};
    return cli_write_folder(dir, &kind, files);
}

bool cli_make_folders(const char *path) {
    char part[CLI_PATH];
    snprintf(part, sizeof part, "%s", path);
    for (char *p = part + 1;; p++) {
        if (*p != '/' && *p != '\0') continue;
        const char kept = *p;
        *p = '\0';
        if (mkdir(part, 0777) && errno != EEXIST) return false;
        *p = kept;
        if (!kept) break;
    }
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

void cli_remove_folder(const char *path) {
    DIR *d = opendir(path);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        char inner[CLI_PATH];
        struct stat st;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        if (snprintf(inner, sizeof inner, "%s/%s", path, e->d_name) >= CLI_PATH) continue;
        if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode))
            cli_remove_folder(inner);
        else
            unlink(inner);
    }
    closedir(d);
    rmdir(path);
}

void cli_absolute(const char *path, char out[CLI_PATH]) {
    char here[CLI_PATH];
    if (path[0] == '/' || !getcwd(here, sizeof here))
        snprintf(out, CLI_PATH, "%s", path);
    else if (strlen(here) + strlen(path) + 2 > CLI_PATH)
        snprintf(out, CLI_PATH, "%s", path);
    else
        strcat(strcat(strcpy(out, here), "/"), path);
}

void cli_put_path(FILE *out, const char *key, const char *path) {
    char whole[CLI_PATH];
    if (!path) return;
    cli_absolute(path, whole);
    fprintf(out, "%s = %s\n", key, whole);
}

// --------------------------------------------------------------------------------------------------- locks

int cli_lock(const char *folder) {
    char path[CLI_PATH + 8];
    snprintf(path, sizeof path, "%s.lock", folder);
    const int fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    while (fd >= 0 && fcntl(fd, F_SETLKW, &all) && errno == EINTR) continue;
    return fd;
}

void cli_unlock(int lock) {
    if (lock >= 0) close(lock);
}

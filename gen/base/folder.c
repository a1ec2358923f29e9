#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "process.h"

FILE *cg_files_open(cg_files *f, const char *fmt, ...) {
    f->files = cg_array_grow(f->files, (size_t)f->n, sizeof *f->files);
    cg_file *file = &f->files[f->n++];
    memset(file, 0, sizeof *file);
    va_list args;
    va_start(args, fmt);
    vsnprintf(file->name, sizeof file->name, fmt, args);
    va_end(args);
    // The stream is closed before the next file is opened, so that the array may move afterwards.
    FILE *out = cg_text_open(&file->text, &file->size);
    return out;
}

void cg_files_free(cg_files *f) {
    for (int i = 0; i < f->n; i++) free(f->files[i].text);
    free(f->files);
    *f = (cg_files){0};
}

int cg_folder_failed(cg_diags *diags, const char *path, const char *what) {
    cg_diag_add(diags, CG_E_IO, path, 0, 0, NULL, NULL, "%s: %s", what, strerror(errno));
    return 2;
}

static void remove_folder(const char *dir) {
    DIR *d = opendir(dir);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        char path[4096 + 256];
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        unlink(path);
    }
    closedir(d);
    rmdir(dir);
}

static int make_parents(const char *dir) {
    char path[4096];
    snprintf(path, sizeof path, "%s", dir);
    for (char *p = path + 1; *p; p++) {
        if (*p != '/') continue;
        *p = 0;
        if (mkdir(path, 0777) && errno != EEXIST) return -1;
        *p = '/';
    }
    return 0;
}

int cg_folder_start(cg_folder *f, const char *dir, cg_diags *diags) {
    snprintf(f->dir, sizeof f->dir, "%s", dir);
    for (size_t n = strlen(f->dir); n > 1 && f->dir[n - 1] == '/'; n--) f->dir[n - 1] = 0;
    snprintf(f->made, sizeof f->made, "%.4000s.new.%ld", f->dir, (long)getpid());
    cg_temporary_add(f->made);
    if (!make_parents(f->dir) && !mkdir(f->made, 0777)) return 0;
    cg_temporary_forget(f->made);
    return cg_folder_failed(diags, f->dir, "cannot create the folder");
}

int cg_folder_write(const cg_folder *f, const cg_files *files, cg_diags *diags) {
    for (int i = 0; i < files->n; i++) {
        const cg_file *file = &files->files[i];
        char path[4096 + 256];
        snprintf(path, sizeof path, "%s/%s", f->made, file->name);
        FILE *out = fopen(path, "wb");
        if (!out) return cg_folder_failed(diags, path, "cannot create");
        const bool whole = fwrite(file->text, 1, file->size, out) == file->size;
        if (fclose(out) || !whole) return cg_folder_failed(diags, path, "cannot write");
    }
    return 0;
}

static bool has_marker(const char *dir, const char *marker) {
    char path[4096 + 256];
    snprintf(path, sizeof path, "%s/%s", dir, marker);
    return access(path, F_OK) == 0;
}

static bool is_empty(const char *dir) {
    return rmdir(dir) == 0;
}

static int rename_into_place(const cg_folder *f) {
    const int failed = rename(f->made, f->dir);
    if (!failed) cg_temporary_forget(f->made);
    return failed;
}

int cg_folder_place(const cg_folder *f, const char *marker, const char *what, cg_diags *diags) {
    char old[4096], cannot[256];
    struct stat st;
    snprintf(cannot, sizeof cannot, "cannot put %s in place", what);
    if (lstat(f->dir, &st) && errno == ENOENT)
        return rename_into_place(f) ? cg_folder_failed(diags, f->dir, cannot) : 0;
    if (!has_marker(f->dir, marker) && !is_empty(f->dir)) {
        cg_diag_add(diags, CG_E_IO, f->dir, 0, 0, NULL, NULL,
                    "exists and is not %s (it has no %s): choose another folder", what, marker);
        return 2;
    }
    snprintf(old, sizeof old, "%.4000s.old.%ld", f->dir, (long)getpid());
    if (rename(f->dir, old) && errno != ENOENT) return cg_folder_failed(diags, f->dir, "cannot replace");
    if (rename_into_place(f)) {
        rename(old, f->dir);
        return cg_folder_failed(diags, f->dir, cannot);
    }
    remove_folder(old);
    return 0;
}

void cg_folder_drop(const cg_folder *f) {
    remove_folder(f->made);
    cg_temporary_forget(f->made);
}

int cg_folder_make(const char *dir, const cg_folder_kind *k, const cg_files *files, cg_diags *diags) {
    cg_folder f;
    int status = cg_folder_start(&f, dir, diags);
    if (status) return status;
    status = cg_folder_write(&f, files, diags);
    if (!status && k->more) status = k->more(k->work, f.made);
    if (!status) status = cg_folder_place(&f, k->marker, k->what, diags);
    if (status) cg_folder_drop(&f);
    return status;
}

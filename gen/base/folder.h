// Writing a folder of files as a whole, or not at all: the files go into a sibling, which is then renamed.
#ifndef COHGEN_GEN_BASE_FOLDER_H
#define COHGEN_GEN_BASE_FOLDER_H

#include <stdio.h>

#include "diag.h"

typedef struct {
    char name[256];
    char *text;
    size_t size; // bytes
} cg_file;

// The files of a folder, written in memory first; {0} is none of them.
typedef struct {
    cg_file *files;
    int n;
} cg_files;

// One file more, of the name that `fmt` gives. Its stream is closed before the next file is opened.
__attribute__((format(printf, 2, 3))) FILE *cg_files_open(cg_files *f, const char *fmt, ...);
void cg_files_free(cg_files *f); // not the struct

typedef struct {
    char dir[4096];  // what is asked for, without a slash at its end
    char made[4096]; // the sibling, there until it is placed or dropped
} cg_folder;

// All return 0, or 2 with a diagnostic. Start creates the sibling and the folders above; only after it
// succeeded there is something to place or drop.
int cg_folder_start(cg_folder *f, const char *dir, cg_diags *diags);
int cg_folder_write(const cg_folder *f, const cg_files *files, cg_diags *diags);
// The sibling becomes the folder. What was there is replaced only if it is empty or holds the file `marker`,
// which says that it is `what` ("a design"). After an error the sibling is still there.
int cg_folder_place(const cg_folder *f, const char *marker, const char *what, cg_diags *diags);
void cg_folder_drop(const cg_folder *f);

// All of it: starts a folder, writes the files, lets `more` (may be NULL) add to what is `made`, and places
// it. What `more` returns, if it is not 0, is returned, and the folder is as it was.
typedef struct {
    const char *marker, *what; // of cg_folder_place()
    int (*more)(void *work, const char *made);
    void *work;
} cg_folder_kind;
int cg_folder_make(const char *dir, const cg_folder_kind *k, const cg_files *files, cg_diags *diags);

// An E_IO diagnostic with errno's text; returns 2.
int cg_folder_failed(cg_diags *diags, const char *path, const char *what);

#endif

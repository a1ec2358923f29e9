// A JSON file with places: json-c parses it and keeps no positions, so a small scanner over the text finds
// the line and column of a JSON pointer when an error needs it. Duplicate keys, which json-c drops without a
// word, are errors here.
#ifndef COHGEN_GEN_BASE_JSON_H
#define COHGEN_GEN_BASE_JSON_H

#include <json-c/json.h>
#include <stdarg.h>

#include "arena.h"
#include "diag.h"

typedef struct cg_json cg_json;

// A value of `root` that came from another file.
typedef struct {
    const char *pointer; // in root
    const cg_json *from;
    const char *at; // there
} cg_json_origin;

struct cg_json {
    const char *path;
    const char *text; // the whole file, ended by a zero
    size_t length;
    json_object *root;
    cg_arena *arena; // pointers made with cg_json_at() live here
    cg_diags *diags;
    cg_json_origin *origins;
    int n_origins;
    cg_json **kept; // files that are freed with this one
    int n_kept;
};

// Reads a file; one error in `diags` and NULL if it cannot be read or is not JSON. Duplicate keys are errors
// in `diags`, and the file is returned all the same.
cg_json *cg_json_read(const char *path, cg_diags *diags);
void cg_json_free(cg_json *j);

// `from` is freed with `j`; the value at `pointer` of `j` is that at `at` of `from`, and problems of it and
// of what is in it are told there. What came from where: NULL for what is the file's own.
void cg_json_keep(cg_json *j, cg_json *from);
void cg_json_from(cg_json *j, const char *pointer, const cg_json *from, const char *at);
const cg_json_origin *cg_json_origin_of(const cg_json *j, const char *pointer);

// pointer + "/" + key, escaped as RFC 6901 wants it.
const char *cg_json_at(cg_arena *a, const char *pointer, const char *key);
const char *cg_json_at_index(cg_arena *a, const char *pointer, int index);

// Where in the value that a pointer names an error is: this many bytes into the string, or the value itself
// (0), or the key that leads to it.
#define CG_AT_KEY (-1)

typedef struct {
    int line, column; // from 1; column counts bytes
    const char *source_line;
} cg_place;

// The place of `pointer`, or of the nearest value around it that exists.
cg_place cg_json_place(const cg_json *j, const char *pointer, int offset);

// Adds a problem at that place.
void cg_json_error(const cg_json *j, cg_code code, const char *pointer, int offset, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void cg_json_verror(const cg_json *j, cg_code code, const char *pointer, int offset, const char *fmt,
                    va_list args);

#endif

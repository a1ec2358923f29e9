// A JSON file with places: json-c parses it and keeps no positions, so a small scanner over the text finds
// the line and column of a JSON pointer when an error needs it. Duplicate keys, which json-c drops without a
// word, are errors here.
#ifndef COHGEN_GEN_JSON_H
#define COHGEN_GEN_JSON_H

#include <json-c/json.h>
#include <stdarg.h>

#include "arena.h"
#include "diag.h"

typedef struct {
    const char *path;
    const char *text; // the whole file, ended by a zero
    size_t length;
    json_object *root;
    cg_arena *arena; // pointers made with cg_json_at() live here
    cg_diags *diags;
} cg_json;

// Reads a file; one error in `diags` and NULL if it cannot be read or is not JSON. Duplicate keys are errors
// in `diags`, and the file is returned all the same.
cg_json *cg_json_read(const char *path, cg_diags *diags);
void cg_json_free(cg_json *j);

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

// Files that somebody hands us, read with an end: what is longer than any real one (/dev/zero, a pipe that
// never ends) is an error, not a wait. Pipes are read as files are.
#ifndef COHGEN_GEN_BASE_INPUT_H
#define COHGEN_GEN_BASE_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Bytes at most. The largest of ours: a table of 60 KB, a coverage file of 100 KB.
#define CG_INPUT_TEXT  (UINT64_C(16) << 20)  // tables, points, models, configurations, litmus tests, lists
#define CG_INPUT_DATA  (UINT64_C(256) << 20) // steps of a replay, coverage, reports, logs
#define CG_INPUT_GRAPH (UINT64_C(16) << 30)  // graphs
#define CG_INPUT_TRACE (UINT64_C(256) << 30) // memory traces: ten thousand million operations
#define CG_INPUT_LINE  (UINT64_C(1) << 20)   // a line of a graph or a trace

// For reading; NULL, with errno. Reading more than `most` bytes, or a line of more than `line` bytes, is an
// error of the stream, errno EFBIG ("File too large"). It cannot be rewound. "-": standard input.
FILE *cg_input_open(const char *path, uint64_t most, uint64_t line);

// The whole file with a NUL behind it, to be freed; NULL, with errno. `size` (may be NULL): its bytes.
char *cg_input_read(const char *path, uint64_t most, size_t *size);

// Of CG_INPUT_DATA at most, for json_object_put(); NULL, and what is wrong, with the path, in `why`.
struct json_object *cg_input_json(const char *path, char *why, size_t why_size);

#endif

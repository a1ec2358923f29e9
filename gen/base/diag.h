// Diagnostics: all problems of an input are collected, then printed once, in file order.
//
//     protocols/rcc.json:212:31: error[E0207]: 'line.expp' is no field of a line of l1 (did you mean
//     'line.exp'?)
//       at /machines/l1/rules/4/when
//         { "in": "V", "on": "load", "when": "line.expp >= now", ...
//                                             ^
#ifndef COHGEN_GEN_BASE_DIAG_H
#define COHGEN_GEN_BASE_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Every code is one line here: name, number, one-line meaning (listed in docs/, insisted on by a test).
#define CG_DIAG_CODES(X)                                                                                     \
    X(E_IO, 101, "a file cannot be read or written")                                                         \
    X(E_JSON, 102, "the text is not JSON")                                                                   \
    X(E_SHAPE, 103, "a JSON value has the wrong kind, or a required key is missing")                         \
    X(E_KEY, 104, "a key is not known here")                                                                 \
    X(E_DUPLICATE, 105, "a name is defined twice")                                                           \
    X(E_NAME, 106, "a name is not a lower-case/upper-case identifier, or is a reserved word")                \
    X(E_SYNTAX, 201, "an expression or action cannot be parsed")                                             \
    X(E_UNKNOWN, 202, "a name is not known (state, event, message, field, parameter, network, verb)")        \
    X(E_TYPE, 203, "operands or a right side have the wrong type")                                           \
    X(E_WIDTH, 204, "a value is wider than what it is assigned to; narrow it with fit()")                    \
    X(E_CONST, 205, "a constant is wanted here")                                                             \
    X(E_DEFAULT, 301, "the last rule of a (state, event) has a guard: the table is not total")               \
    X(E_MISSING, 302, "a (state, event) has no rule")                                                        \
    X(E_SHADOWED, 303, "a rule can never fire: an earlier one always does")                                  \
    X(E_TWO_SENDS, 304, "a rule sends two messages on one lane")                                             \
    X(E_NEVER_WRITTEN, 305, "a field is read but never written")                                             \
    X(E_UNREACHABLE, 306, "a state cannot be reached")                                                       \
    X(E_UNHANDLED, 307, "a message is never sent, or its receiver has no rule for it")                       \
    X(E_NET_CYCLE, 308, "lanes wait for each other in a circle: a virtual-network deadlock")                 \
    X(E_RESPONSE_STALL, 309, "a response may not stall, allocate or merge")                                  \
    X(E_STALL_FOREVER, 310, "nothing can end a stall")                                                       \
    X(E_VERB, 311, "a verb does not fit the event, the state or the other verbs of the rule")                \
    X(E_MSHR, 312, "a transient state without an MSHR entry, or an entry left behind in a stable state")     \
    X(E_EVICT, 313, "an eviction neither stalls nor leads out of the state: its way never becomes free")     \
    X(E_PLACE, 314, "a word's data and what has their place elsewhere are taken for each other")             \
    X(E_MASK, 315, "bytes of a line are used where they are not valid, or lost")                             \
    X(E_COMMAND, 316, "a command of the core port is not taken by one machine, or not answered")             \
    X(E_PARAM, 401, "a parameter is out of range, or not a number")                                          \
    X(E_CONSTRAINT, 402, "a constraint between parameters does not hold")                                    \
    X(E_POINT, 403, "a design point is not known")                                                           \
    X(W_UNUSED, 501, "something is declared and never used")

typedef enum {
#define X(name, number, text) CG_##name = number,
    CG_DIAG_CODES(X)
#undef X
} cg_code;

typedef struct cg_diags cg_diags;

cg_diags *cg_diags_new(void);
void cg_diags_free(cg_diags *d);

// Adds one problem. `file` may be NULL (command line); line and column count from 1, 0: not known; `pointer`
// is a JSON pointer or NULL; `source_line` the text of that line for the caret, or NULL. Codes from 500 are
// warnings.
void cg_diag_add(cg_diags *d, cg_code code, const char *file, int line, int column, const char *pointer,
                 const char *source_line, const char *fmt, ...) __attribute__((format(printf, 8, 9)));

size_t cg_diags_errors(const cg_diags *d);
// The smallest code of an error, and its message (it lives as long as `d`); 0 and NULL: there is none.
cg_code cg_diags_first(const cg_diags *d, const char **message);
// The first error in the order of files, where one line is all there is room for: its message (it lives as
// long as `d`), and FILE:LINE:COLUMN: in front of it, with a blank, in `place`; NULL: there is none.
const char *cg_diags_line(const cg_diags *d, char *place, size_t size);
void cg_diags_print(const cg_diags *d, FILE *out);

// The candidate nearest to `word` by edit distance (at most a third of its length, or 1, and less than all of
// it), or NULL. Two exchanged neighbours count as one edit.
const char *cg_did_you_mean(const char *word, const char *const *candidates, size_t n);

#endif

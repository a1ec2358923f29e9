// Spaces of storage: what a controller, a line, its MSHR entry, a thread and an entry of the store buffer
// have fields in.
#ifndef COHGEN_GEN_LANG_SPACE_H
#define COHGEN_GEN_LANG_SPACE_H

#include <stdbool.h>

typedef enum {
#define X(space, ...) CG_SPACE_##space,
#include "spaces.def"
#undef X
    CG_N_SPACES
} cg_space;

// What sets a space apart from others.
#define CG_TRAITS(X)                                                                                         \
    X(BARE)    /* fields are named alone, without the space */                                               \
    X(NAMED)   /* fields are of structures, whose names stand before them: note [look-ups] in lookup.h */    \
    X(OF_LINE) /* there for events about a line only */                                                      \
    X(OF_CORE) /* there for requests of a core only: the machine has a core port */                          \
    X(IN_CELL) /* stands beside the state of the line: invariants and interchanged words compare it */       \
    X(KEEPS)   /* a field may be a request: what is in one waits */                                          \
    X(MASKED)  /* a field may be a mask: there are data whose bytes it names */                              \
    X(PLACED)  /* a field may stand in the place of a word's data */

enum {
#define X(name) CG_TRAIT_BIT_##name,
    CG_TRAITS(X)
#undef X
#define X(name) CG_TRAIT_##name = 1 << CG_TRAIT_BIT_##name,
        CG_TRAITS(X)
#undef X
};

typedef struct {
    const char *key; // "line"
    const char
        *prefix;      // "line.", before a field in a table; "" if the space is bare, or its fields are NAMED
    const char *port; // "line_", before a field in the design; "" if the space is bare
    const char *record; // "line.", before a field in the trace
    int traits;
    const char *each, *member, *within, *owner, *what;
} cg_space_row;
extern const cg_space_row CG_SPACES[CG_N_SPACES];

// The space of this key; CG_N_SPACES: there is none.
cg_space cg_space_of(const char *key);

#endif

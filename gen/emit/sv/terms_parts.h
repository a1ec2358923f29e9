// Inside the terms of a table: the wires, which terms.c and terms_parts.c share.
#ifndef COHGEN_GEN_EMIT_SV_TERMS_PARTS_H
#define COHGEN_GEN_EMIT_SV_TERMS_PARTS_H

#include "base/arena.h"
#include "terms.h"

typedef struct {
    char *key, *name;
    bool partly; // bits of it may be left over
} wire;

struct sv_terms {
    const cg_machine *m;
    sv_names *names;
    const char *prefix;
    FILE *out; // declarations
    char *text;
    size_t size;
    wire *wires;
    int n;
    cg_arena *arena; // of all texts
};

// A text in the arena; that of an expression.
__attribute__((format(printf, 2, 3))) char *sv_say(sv_terms *s, const char *fmt, ...);
char *sv_text_of_expr(sv_terms *s, const cg_msg *msg, const cg_expr *x, int width);
// The wire of this meaning: its name, and whether it is new and so wants a declaration.
const char *sv_wire_of(sv_terms *s, const char *kind, const char *key, bool partly, bool *new);
// The wire of a function's result: an output of an instance of its part.
const char *sv_result_of_function(sv_terms *s, const cg_msg *msg, const cg_expr *x);

#endif

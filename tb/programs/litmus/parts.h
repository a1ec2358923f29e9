// Between the parts of the litmus reader only.
#ifndef COHGEN_TB_PROGRAMS_LITMUS_PARTS_H
#define COHGEN_TB_PROGRAMS_LITMUS_PARTS_H

#include "litmus.h"

// Labels, until they are resolved.
enum { CG_LIT_LABELS = 64 };
typedef struct {
    char name[CG_LIT_NAME];
    int thread, target; // index of the instruction after it
} cg_lit_mark;

// A place in the text of a test, whose comments are blanks already.
typedef struct {
    cg_litmus *t;
    const char *path;
    const char *at; // next byte
    int line;       // of `at`
    char *err;      // the first problem; empty: none
    size_t errlen;
    cg_lit_refusal why; // class of that problem
    cg_lit_mark labels[CG_LIT_LABELS];
    int n_labels;
} cg_lit_reader;

// Notes a problem, unless there was one before. Always false.
__attribute__((format(printf, 3, 4))) bool cg_lit_fail(cg_lit_reader *r, int line, const char *fmt, ...);

// Gives the problem that is noted next its class, in place of CG_LIT_MALFORMED. Always false.
bool cg_lit_refuse(cg_lit_reader *r, cg_lit_refusal why);

void *cg_lit_keep(cg_litmus *t, size_t bytes); // zeroed, freed with the test

void cg_lit_skip(cg_lit_reader *r);                    // blanks, counting lines
bool cg_lit_take(cg_lit_reader *r, const char *token); // skips blanks, then takes this token if it is next
bool cg_lit_word_is(const char *at, const char *word); // this whole word is at `at`
// A name [A-Za-z_.$][A-Za-z0-9_.$/-]*; false: none is next.
bool cg_lit_name(cg_lit_reader *r, char name[CG_LIT_NAME]);
// A number, decimal or 0x, perhaps negative; false: none is next.
bool cg_lit_number(cg_lit_reader *r, int64_t *value);

// Marks = NAME ... or Cores = NUMBER ..., lines of the header: takes one, if it is next, and says so in
// `took`.
bool cg_lit_read_labels(cg_lit_reader *r, bool *took);
int cg_lit_find_mark(const cg_litmus *t, const char *name); // -1: the test has not declared it

int cg_lit_register(const char *name);                       // x0..x31 or its ABI name; -1: none
int cg_lit_location_add(cg_lit_reader *r, const char *name); // the location of this name; -1: too many
// A value: a number or the name of a location, which is its address.
bool cg_lit_value(cg_lit_reader *r, int64_t *value);

// One instruction, "sw x5,0(x6)", for thread `thread`. Labels are resolved by cg_lit_code_end().
bool cg_lit_instruction(cg_lit_reader *r, int thread, const char *text, int line);
bool cg_lit_label(cg_lit_reader *r, int thread, const char *name, int line);
bool cg_lit_code_end(cg_lit_reader *r);

// "0:x5", "P0:x5", "x", "[x]" or "*x".
bool cg_lit_variable(cg_lit_reader *r, cg_lit_var *v);
// A proposition; NULL after an error.
cg_prop *cg_prop_read(cg_lit_reader *r);
bool cg_prop_ask_nothing(cg_lit_reader *r); // the condition of a test that only has `locations`: forall true
bool cg_lit_observe(cg_lit_reader *r, cg_lit_var v);
bool cg_lit_observe_all(cg_lit_reader *r, const cg_prop *p);

typedef struct cg_lit_piece {
    struct cg_lit_piece *next;
    max_align_t bytes[];
} cg_lit_piece;

#endif

// Signals of the controller as structures: what they are made of is decided first, and one printer prints it.
//
// A signal is true if any, or all, of its terms are. A term is a text of SystemVerilog, or a group of terms.
// Each term says why it is there. The part that knows of a reason adds the term (granularity, clock, store
// buffer, deferred requests, steering), so that a signal's text is nowhere chosen by what a machine has.
#ifndef COHGEN_GEN_EMIT_SV_SIGNAL_H
#define COHGEN_GEN_EMIT_SV_SIGNAL_H

#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"

typedef enum {
    SV_TEXT,
    SV_ANY,      // in parentheses, unless it is the signal itself
    SV_ALL,      // likewise
    SV_BITS_ANY, // of vectors, bit by bit
    SV_BITS_ALL, // likewise
    SV_HERE // its terms are terms of the group around it: a place for what others add in the middle of that
} sv_logic_kind;

// Where a term stands, with the operator before it.
typedef enum {
    SV_BESIDE,  // on the same line
    SV_BELOW,   // on a line of its own, which begins with the operator
    SV_BEHIND,  // on a line of its own behind that of the operator
    SV_STEERED, // on lines of its own, only with COHGEN_STEER; never the first term
} sv_layout;

typedef struct sv_logic sv_logic;
struct sv_logic {
    sv_logic_kind kind;
    sv_layout layout;
    const char *why;  // the reason, for people
    const char *text; // TEXT
    sv_logic **terms; // the others
    int n_terms;
    cg_arena *arena;
};

typedef struct {
    const char *name, *remark; // remark: for the emitted line, or NULL
    sv_logic *value;
} sv_signal;

// Signals in the order in which they are printed.
typedef struct {
    cg_arena *arena;
    sv_signal *items;
    int n_items;
} sv_signals;

// Adds a signal of no terms yet (of ANY it is 0, of ALL 1); `name` is copied.
sv_logic *sv_signal_add(sv_signals *signals, sv_logic_kind kind, const char *remark, const char *name);

// A signal that is printed inside other text.
sv_logic *sv_logic_new(cg_arena *arena, sv_logic_kind kind);

// Add to a group: a text, which is copied, or another group.
sv_logic *sv_term(sv_logic *group, const char *why, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
sv_logic *sv_group(sv_logic *group, sv_logic_kind kind, const char *why);
sv_logic *sv_laid(sv_logic *term, sv_layout layout); // the same, elsewhere

// Flip-flops of one bit each, 0 after reset: changes say what becomes of them, and a later one wins.
typedef struct {
    const char *flag;
    bool becomes;
} sv_becomes;
typedef struct {
    sv_logic *when;
    bool block; // between begin and end, of however few flags
    sv_becomes *flags;
    int n_flags;
} sv_change;
typedef struct {
    cg_arena *arena;
    const char **flags;
    int n_flags;
    sv_change **changes;
    int n_changes;
} sv_flags;

void sv_flag_add(sv_flags *flags, const char *name);
sv_change *sv_change_add(sv_flags *flags, const char *why,
                         bool block); // of no flag yet, when all of no terms
void sv_change_flag(sv_flags *flags, sv_change *change, const char *flag, bool becomes);

// A value by cases, of which the first that holds counts.
typedef struct {
    sv_logic *when;
    const char *value;
} sv_case;
typedef struct {
    cg_arena *arena;
    sv_case *cases;
    int n_cases;
    const sv_logic *otherwise;
    bool grouped; // behind cases, `otherwise` stands in parentheses
} sv_choice;

sv_choice *sv_choice_new(cg_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
sv_choice *sv_choice_of(const sv_logic *otherwise);
// Adds a case behind those that are there: with this value, when all of the terms that are added to it hold.
sv_logic *sv_choice_add(sv_choice *choice, const char *why, const char *value);

// "a && (b || c)"
void sv_logic_print(FILE *out, const sv_logic *logic);
// The same as an operand of something: in parentheses if an operator is in it.
void sv_logic_print_operand(FILE *out, const sv_logic *logic);
// The same as part of a text, in the logic's arena.
const char *sv_logic_text(const sv_logic *logic);
// "  assign NAME = a && (b || c);"
void sv_logic_assign(FILE *out, const char *name, const sv_logic *logic);
// "a && b ? x : y"
void sv_choice_print(FILE *out, const sv_choice *choice);
void sv_choice_print_operand(FILE *out, const sv_choice *choice); // in parentheses if there are cases
// "  assign NAME = ...;" for each
void sv_signals_print(FILE *out, const sv_signals *signals);
// Each signal's terms with their reasons, for people.
void sv_signals_tell(FILE *out, const sv_signals *signals);
// The block that clocks flags of a thread, inside a generate loop.
void sv_flags_print(FILE *out, const sv_flags *flags);

#endif

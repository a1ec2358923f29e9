// A cell of a table in words: what its rules do, where they lead, and what the table says can come next
// there. All of it is derived from the table; what the protocol's author knows beside it is in the notes.
#ifndef COHGEN_GEN_TELL_EXPLAIN_EXPLAIN_H
#define COHGEN_GEN_TELL_EXPLAIN_EXPLAIN_H

#include "base/arena.h"
#include "lang/spec.h"

// Where to look. state CG_NONE: an event without a line. rule CG_NONE: all rules of the cell.
typedef struct {
    int machine, state, event, rule;
} cg_cell;

// An event that the machine may see with the line in some state.
typedef struct {
    const cg_event *event;
    const char *kind;    // "core", "request", ...
    const char *how;     // "stalls", "impossible", "stays", "goes to V or I", ...
    bool possible;       // some rule for it is not `impossible`
    const char *senders; // of a message: ids of the rules that send it, or "the memory"; else NULL
} cg_meets;

typedef struct {
    const cg_rule *rule;
    const cg_alias **lets; // that its guard and its actions use, inner ones first
    int n_lets;
    const char **does; // one sentence for each action
    int n_does;
    const char **sends; // "GETS to the line's home l2 on req"
    int n_sends;
    const char *next; // NULL: no line
} cg_explained;

// What the line can meet in a state.
typedef struct {
    int state;
    cg_meets *meets;
    int n_meets;
} cg_after;

typedef struct {
    const cg_machine *machine;
    cg_cell cell;
    cg_explained *rules;
    int n_rules;
    cg_after *after; // for each state that these rules lead to, once
    int n_after;
} cg_explanation;

// In `arena`.
cg_explanation cg_explain(cg_arena *arena, const cg_spec *spec, const cg_cell *cell);

// Finds the cell that words name: {"STATE", "EVENT"}, {"MACHINE.STATE", "EVENT"}, {"MACHINE", "EVENT"} or
// {"EVENT"} for events without a line, or {RULE} with a rule's id, in full or without the protocol, or
// without its last number for all rules of a cell. False: `error` (in `arena`) says why, with "did you mean".
bool cg_find_cell(cg_arena *arena, const cg_spec *spec, const char *const *words, int n, cg_cell *cell,
                  const char **error);

#endif

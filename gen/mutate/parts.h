// Inside the generator of mutants: what gen/mutate*.c share.
#ifndef COHGEN_GEN_MUTATE_PARTS_H
#define COHGEN_GEN_MUTATE_PARTS_H

#include "base/arena.h"
#include "mutate.h"
#include "read/action.h"
#include "read/expr.h"
#include "read/reader.h"

// Where mutants are made just now.
typedef struct {
    cg_mutants *all;
    const char *path; // the protocol file, its design point
    const cg_setting *settings;
    size_t n_settings;
    cg_reader *reader; // for its parsers
    const cg_spec *spec;
    uint64_t *digests; // of the original, then of each mutant
    int n_digests;
    const char *const *only; // the n_only ids that are asked for; NULL: all
    size_t n_only;

    const cg_machine *machine;
    const char *place;   // first part of ids: "rcc.l1.V.load.1", "rcc.l1.let/fresh"
    const cg_rule *rule; // the first one that the JSON rule stands for; NULL in a let, an action list, accept
    const char *key;     // the part of the place that a text is: "when", "line.exp"; "": all of it
    const cg_source *whole; // the text that is cut into
    const char *unchanged;  // a value that changes nothing: the target of an assignment; NULL: none
} cg_mutating;

// Adds a mutant unless it is unformed or equal. `value` belongs to the mutant then.
void cg_mutate_add(cg_mutating *w, cg_mutation op, const char *detail, const char *pointer,
                   const char *before, const char *after, json_object *value);
// A mutant that has `text` instead of bytes [at, end) of w->whole.
void cg_mutate_splice(cg_mutating *w, cg_mutation op, int at, int end, const char *text, const char *detail);
// As splice, and the detail says what became what.
void cg_mutate_word(cg_mutating *w, cg_mutation op, int at, int end, const char *text);

// All mutants of an expression. `condition`: it decides something, so that it may be turned round.
void cg_mutate_expr(cg_mutating *w, const cg_ast *n, bool condition);
// All mutants of a guard, a let or an `accept`, at a pointer.
void cg_mutate_text(cg_mutating *w, const char *pointer, const char *key, json_object *text, bool condition);
// All mutants of an array of actions.
void cg_mutate_actions(cg_mutating *w, const char *pointer, json_object *list);
// All mutants of rule number i of the array of rules at `pointer`.
void cg_mutate_rule(cg_mutating *w, const char *pointer, json_object *rules, int i);

// A number for all that the rules of a spec do: equal for tables that mean the same, word for word.
uint64_t cg_mutate_digest(const cg_spec *s);

#endif

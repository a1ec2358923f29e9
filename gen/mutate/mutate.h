// Mutants: copies of a protocol file with one slip in one rule, let or action list. A check that lets a
// mutant pass has a hole, or the slip changes nothing that the protocol promises (an equivalent mutant).
//
// A mutant is a protocol file like any other: each subcommand can read it. It is made on the syntax trees of
// gen/read/expr.h and gen/read/action.h and on the typed spec, and it is one change in the JSON text. Not
// made are slips that no reader of the language could overlook (errors of codes below 300: a wrong type, a
// value too wide), and those that leave the typed table as it is, or as another mutant has it.
#ifndef COHGEN_GEN_MUTATE_MUTATE_H
#define COHGEN_GEN_MUTATE_MUTATE_H

#include "lang/spec.h"

// Every operator is one line here: identifier, name in ids, what it does, an example before and after.
#define CG_MUTATIONS(X)                                                                                      \
    X(DROP, "drop", "an action is left out", "[\"hit\", \"now = 1\"]", "[\"now = 1\"]")                      \
    X(DROP_RULE, "drop-rule", "a rule with a guard is left out: the next of its cell takes over",            \
      "when fresh: hit", "-")                                                                                \
    X(STALL, "stall", "a request waits where its rule would serve it", "[\"merge\"]", "[\"stall\"]")         \
    X(EXCHANGE, "exchange", "two neighbours of a cell, both with guards, stand in the other order",          \
      "when a; when b", "when b; when a")                                                                    \
    X(NEXT, "next", "another state of the same kind afterwards, or for a flash", "next: V", "next: I")       \
    X(NEGATE, "negate", "a condition is turned round", "when fresh", "when !fresh")                          \
    X(OPERAND, "operand", "of two or more operands one is left out; of a choice, one branch is left",        \
      "a && b", "a")                                                                                         \
    X(COMPARE, "compare", "another comparison", "a >= b", "a > b")                                           \
    X(OFF_BY_ONE, "off-by-one", "a number, or one side of a comparison, is one more or one less", "a + 1",   \
      "a + 2")                                                                                               \
    X(MIN_MAX, "min-max", "max for min, min for max", "max(a, b)", "min(a, b)")                              \
    X(AND_OR, "and-or", "&& for ||, || for &&", "a && b", "a || b")                                          \
    X(NAME, "name", "another register, field or literal of the same type", "line.exp", "line.ver")           \
    X(ARGUMENT, "argument", "a field of a message is sent as 0, a condition is sent turned round",           \
      "GETS{now: now}", "GETS{now: 0}")                                                                      \
    X(TO, "to", "another receiver", "to msg.src", "to all")                                                  \
    X(MASK, "mask", "other bytes of a line are sent: all; a fill leaves none as they are",                   \
      "fill except line.dirty", "fill")                                                                      \
    X(FOR, "for", "what is sent or performed for a request that was kept is for the event's",                \
      "send DATA{} to c for mshr.asks", "send DATA{} to c")                                                  \
    X(MESSAGE, "message", "another message of the same lane, with those fields that it has",                 \
      "send ACK{ver: now} to msg.src", "send NACK{} to msg.src")                                             \
    X(ANSWER, "answer", "the core is answered from elsewhere", "respond msg", "respond line")                \
    X(DRAIN, "drain", "of the store buffer all is wanted out where it was one line, or the other way",       \
      "drain", "drain all")                                                                                  \
    X(POP, "pop", "what is at the head of a fifo leaves it where its rule lets it wait", "stall", "pop sfifo")

typedef enum {
#define X(id, name, doc, before, after) CG_MUT_##id,
    CG_MUTATIONS(X)
#undef X
        CG_N_MUTATIONS
} cg_mutation;

typedef struct {
    const char *name, *doc, *before, *after;
} cg_mutation_info;
extern const cg_mutation_info cg_mutations[CG_N_MUTATIONS];

// One mutant. Its id is made of the place, the operator and what is new there; it does not depend on other
// mutants, so that it stays when the table grows: "rcc.l1.V.load.1:drop:hit", "rcc.l1.let/fresh:compare:...".
typedef struct {
    const char *id;
    cg_mutation op;
    const char *machine; // its name
    const char *pointer; // JSON pointer of what is changed
    const char *before;  // its text, and what it became; "" where something was left out
    const char *after;
    const char *refused;       // the static check that refuses it: "E0306: state ..."; NULL: none does
    struct json_object *value; // at `pointer`; NULL: leave it out
} cg_mutant;

typedef struct {
    cg_mutant *items; // in the order of the file
    int n;
    int unformed;     // slips left out because they are no table at all
    int equal;        // left out because they are the same typed table as the original, or as another mutant
    const char *name; // of the protocol
    struct cg_arena *arena;
    struct json_object *root;
} cg_mutants;

// All mutants of a protocol file at a design point. Problems of the file itself go to `diags`, and NULL comes
// back.
cg_mutants *cg_mutants_of(const char *path, const cg_setting *settings, size_t n_settings, cg_diags *diags);
// Of them the mutants with these ids, and those whose ids differ from one of them in a number at the end
// only; others are not read, which is what takes the time. What of an id is no mutant's, is not there.
cg_mutants *cg_mutants_of_ids(const char *path, const cg_setting *settings, size_t n_settings,
                              const char *const *ids, size_t n_ids, cg_diags *diags);
void cg_mutants_free(cg_mutants *all);

// The whole text of a mutant's file, or (m NULL) of the table without a change; to be freed.
char *cg_mutant_text(const cg_mutants *all, const cg_mutant *m);
const cg_mutant *cg_mutant_find(const cg_mutants *all, const char *id);

#endif

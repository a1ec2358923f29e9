// The verbs of the table language: how each is written, and what it may be used with.
#ifndef COHGEN_GEN_LANG_VERB_H
#define COHGEN_GEN_LANG_VERB_H

#include "spec.h"

// How a verb's text goes on after its words.
typedef enum {
    CG_FORM_PLAIN,    // nothing follows
    CG_FORM_ASSIGN,   // reg = e, line.f = e, mshr.f = e, thread.f = e, buffer.f = e
    CG_FORM_SEND,     // MSG{f: e, ...} to DEST
    CG_FORM_RESPOND,  // nothing, line or msg
    CG_FORM_PERFORM,  // load|store|atomic [at e] [in e]
    CG_FORM_COMPLETE, // [at e] [in e]
    CG_FORM_STATE,    // S
    CG_FORM_STATES,   // S to T
    CG_FORM_FIELD,    // f = e, where the words before end in "mshr." or "line."
} cg_form;

// What a verb may be used with. Each is one line here, and one line with its error in gen/check/verbs.c.
#define CG_USES(X)                                                                                           \
    X(LINE)      /* an event about a line */                                                                 \
    X(CORE)      /* an event of the core port */                                                             \
    X(PORT)      /* a machine with a core port, and a message about a request of it */                       \
    X(ASKED)     /* the same, a store of the core, or an event that has a thread and no line */              \
    X(STORE)     /* a store of the core */                                                                   \
    X(BUFFERED)  /* a machine with a store buffer */                                                         \
    X(KEPT)      /* what can be kept and replayed: of the core port, or a request without a line */          \
    X(ENTRY)     /* an MSHR entry: a transient state, or allocated in this rule */                           \
    X(TRANSIENT) /* a transient state: requests may be kept */                                               \
    X(STABLE)    /* a stable state: no entry is there yet */                                                 \
    X(PRESENT)   /* a line that is somewhere: not state 0, or allocated in this rule */                      \
    X(ABSENT)    /* state 0 or a transient state: the line may have no place yet */                          \
    X(LINE_DATA) /* a message with a line */                                                                 \
    X(WORD)      /* a message with a word, or a store of the core */                                         \
    X(OPERAND)   /* a message with an atomic's operands, or an atomic of the core */                         \
    X(ARRIVAL)   /* not a timer: an event that can be offered again */                                       \
    X(ALONE)     /* nothing else in the rule */                                                              \
    X(ONCE)      /* at most once in a rule */                                                                \
    X(FINAL)     /* not beside stall: what a stalled event may not do, as it comes again */

enum {
#define X(name) CG_USE_BIT_##name,
    CG_USES(X)
#undef X
#define X(name) CG_USE_##name = 1 << CG_USE_BIT_##name,
        CG_USES(X)
#undef X
};

// The rows of verbs.def, in their order. A verb that is written in two ways has two.
typedef struct {
    cg_verb verb;
    const char *words;
    cg_form form;
    int uses;
} cg_verb_row;
enum {
#define X(verb, words, form, uses) +1
    CG_N_VERB_ROWS = 0
#include "verbs.def"
#undef X
};
extern const cg_verb_row CG_VERB_ROWS[CG_N_VERB_ROWS];

// The words of a verb as the table writes them, and its uses.
const char *cg_verb_text(cg_verb verb);
int cg_verb_uses(cg_verb verb);

// The receivers that are words.
typedef struct {
    const char *text;
    cg_dest dest;
} cg_receiver;
enum { CG_N_RECEIVERS = 5 };
extern const cg_receiver CG_RECEIVERS[CG_N_RECEIVERS];

#endif

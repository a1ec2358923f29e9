// The verbs of the table language: how each is written, what it may be used with, and what it does.
#ifndef COHGEN_GEN_LANG_VERB_H
#define COHGEN_GEN_LANG_VERB_H

#include <stdbool.h>

typedef enum {
#define X(verb, ...) CG_A_##verb,
#define Y(...)
#include "verbs.def"
#undef X
#undef Y
} cg_verb;
enum {
#define X(...) +1
#define Y(...)
    CG_N_VERBS = 0
#include "verbs.def"
#undef X
#undef Y
};

// Verbs without a signal of one bit: of the others the row says all that the emitted table asks for.
enum {
#define X(verb, words, form, uses, effects, signal, bits, ...) +(bits != 1)
#define Y(...)
    CG_N_VERBS_WITHOUT_BIT = 0
#include "verbs.def"
#undef X
#undef Y
};

// How a verb's text goes on after its words.
typedef enum {
    CG_FORM_PLAIN,     // nothing follows
    CG_FORM_ASSIGN,    // reg = e, line.f = e, mshr.f = e, thread.f = e, buffer.f = e
    CG_FORM_SEND,      // MSG{f: e, ...} [of e] to DEST [for e]
    CG_FORM_FILL,      // [except e]
    CG_FORM_RESPOND,   // nothing, line or msg
    CG_FORM_PERFORM,   // load|store|atomic [for e] [at e] [in e]
    CG_FORM_COMPLETE,  // [at e] [in e]
    CG_FORM_PUBLISH,   // about e
    CG_FORM_STATE,     // S
    CG_FORM_STATES,    // S to T
    CG_FORM_STRUCTURE, // F
    CG_FORM_LOOKUP,    // S, a structure in which entries are looked up
    CG_FORM_FIELD,     // f = e, where the words before end in "mshr." or "line."
} cg_form;

// What a verb may be used with. Each is one line here, and one line with its error in gen/check/verbs.c.
#define CG_USES(X)                                                                                           \
    X(LINE)      /* an event about a line */                                                                 \
    X(CORE)      /* an event of the core port */                                                             \
    X(PORT)      /* a machine with a core port, and a message about a request of it */                       \
    X(ASKED)     /* the same, a store of the core, or an event that has a thread and no line */              \
    X(STORED)    /* a store of the core, or an atomic of it that this rule does on the line */               \
    X(BUFFERED)  /* a machine with a store buffer */                                                         \
    X(THREAD)    /* an event of the core, or a message, about a thread and no line */                        \
    X(HEAD)      /* an event of what is at the head of a fifo */                                             \
    X(OFFERED)   /* a word of a mapped local memory that a walk offers */                                    \
    X(DEFERRED)  /* what can be deferred and replayed: of the core port, or a request without a line */      \
    X(ENTRY)     /* an MSHR entry: a transient state, or allocated in this rule */                           \
    X(KEPT)      /* an MSHR entry, or a stable state afterwards: the line stays in its way */                \
    X(TRANSIENT) /* a transient state: requests may be deferred */                                           \
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

// Sets of effects. Each effect says of which it is; none: 0.
enum {
    CG_IN_ANSWER = 1 << 0,      // the core is answered
    CG_IN_MOVE = 1 << 1,        // many lines change their state
    CG_IN_SET_ALL = 1 << 2,     // a field of many
    CG_IN_WRITE_DATA = 1 << 3,  // the line's data change
    CG_IN_DRAIN = 1 << 4,       // entries of the store buffer are wanted out
    CG_IN_TAKE_EFFECT = 1 << 5, // the action has `at` and `epoch`
    CG_IN_PUSH = 1 << 7,        // something goes into a structure
    CG_IN_WAIT = 1 << 6,        // the event may come again, or the request stays: what is not for a response
};

// What a verb does to the system, and the sets it is of. Whoever asks what a rule does asks for these, so
// that a new verb with an effect of this list needs nothing there.
#define CG_EFFECTS(X, set)                                                                                   \
    X(set, ASSIGNS, 0) /* a register, or a field of the line, its entry, the thread or the buffer */         \
    X(set, SENDS, 0)   /* a message goes out */                                                              \
    X(set, TAKES_ENTRY, CG_IN_WAIT) /* the line gets an MSHR entry: the event may have to wait for one */    \
    X(set, FREES_ENTRY, 0)          /* the line's MSHR entry is given back */                                \
    X(set, TAKES_WAY, CG_IN_WAIT)   /* the line gets a way: the event may have to wait for one */            \
    X(set, HITS, CG_IN_ANSWER)      /* the core is answered at once, from the line */                        \
    X(set, RESPONDS, CG_IN_ANSWER)  /* a request of the core is answered */                                  \
    X(set, DEFERS, CG_IN_WAIT)      /* the request stays with the MSHR entry */                              \
    X(set, HANDS_BACK, 0)           /* the requests deferred with the entry come again */                    \
    /* a deferred request takes effect on the line and is answered */                                        \
    X(set, FINISHES, CG_IN_ANSWER | CG_IN_WRITE_DATA | CG_IN_TAKE_EFFECT)                                    \
    X(set, FILLS, CG_IN_WRITE_DATA)         /* the message's line becomes the line's data */                 \
    X(set, STORES, CG_IN_WRITE_DATA)        /* bytes of the event become bytes of the line */                \
    X(set, OPERATES, CG_IN_WRITE_DATA)      /* an atomic operation changes a word of the line */             \
    X(set, PERFORMS, CG_IN_TAKE_EFFECT)     /* an operation takes effect: told to the golden model */        \
    X(set, PUBLISHES, CG_IN_TAKE_EFFECT)    /* so does a store of the line's own word */                     \
    X(set, MOVES_LINES, CG_IN_MOVE)         /* all lines without an MSHR entry go to a state */              \
    X(set, MOVES_ENTRIES, CG_IN_MOVE)       /* all lines with an MSHR entry go to a state */                 \
    X(set, SETS_ENTRIES, CG_IN_SET_ALL)     /* a field of all MSHR entries gets a value */                   \
    X(set, SETS_LINES, CG_IN_SET_ALL)       /* a field of all lines gets a value */                          \
    X(set, BUFFERS, 0)                      /* the store's bytes go into the store buffer */                 \
    X(set, DRAINS_LINE, CG_IN_DRAIN)        /* the line's entry of the store buffer is wanted out */         \
    X(set, DRAINS_ALL, CG_IN_DRAIN)         /* all entries of the store buffer are wanted out */             \
    X(set, PUSHES, CG_IN_PUSH | CG_IN_WAIT) /* the line goes into a fifo */                                  \
    X(set, MARKS, CG_IN_PUSH | CG_IN_WAIT)  /* a marker of the thread does */                                \
    X(set, POPS, 0)                         /* what is at the head of a fifo leaves it */                    \
    X(set, INSERTS, CG_IN_WAIT)             /* an entry of a structure is taken */                           \
    X(set, REMOVES, 0)                      /* the one that is found is given back */                        \
    X(set, STALLS, CG_IN_WAIT)              /* the event is not consumed */                                  \
    X(set, DENIES, 0)                       /* the event cannot happen */

#define CG_EFFECT_BIT(set, name, sets)    CG_EFFECT_##name,
#define CG_EFFECT_VALUE(set, name, sets)  CG_DOES_##name = 1 << CG_EFFECT_##name,
#define CG_EFFECT_MEMBER(set, name, sets) | ((sets) & (set) ? CG_DOES_##name : 0)
enum { CG_EFFECTS(CG_EFFECT_BIT, 0) CG_N_EFFECTS };
enum {
    CG_EFFECTS(CG_EFFECT_VALUE, 0) // CG_DOES_ASSIGNS and so on
    CG_DOES_ANSWER = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_ANSWER),
    CG_DOES_MOVE = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_MOVE),
    CG_DOES_SET_ALL = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_SET_ALL),
    CG_DOES_SET = CG_DOES_ASSIGNS | CG_DOES_SET_ALL, // has space, field and value
    CG_DOES_BULK = CG_DOES_MOVE | CG_DOES_SET_ALL,
    CG_DOES_WRITE_DATA = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_WRITE_DATA),
    CG_DOES_DRAIN = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_DRAIN),
    CG_DOES_PUSH = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_PUSH),
    CG_DOES_TAKE_EFFECT = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_TAKE_EFFECT),
    CG_DOES_WAIT = 0 CG_EFFECTS(CG_EFFECT_MEMBER, CG_IN_WAIT),
};

// The rows of verbs.def in their order, the second ways to write a verb among them.
typedef struct {
    cg_verb verb;
    const char *words;
    cg_form form;
    int uses;
} cg_verb_words;
enum {
#define X(...) +1
#define Y(...) +1
    CG_N_VERB_WORDS = 0
#include "verbs.def"
#undef X
#undef Y
};
extern const cg_verb_words CG_VERB_WORDS[CG_N_VERB_WORDS];

// Which controllers have a wire that a verb's signal drives.
typedef enum {
    CG_OWNER_NO,           // the verb has no signal
    CG_OWNER_EVERY,        // all: it is 0 where no rule uses the verb
    CG_OWNER_USED,         // those whose rules use it
    CG_OWNER_STORE_BUFFER, // those with a store buffer: likewise 0
} cg_owner;

typedef struct {
    const char *words;
    cg_form form;
    int uses, effects;
    const char *signal; // "" where there is none
    int bits;           // of it
    cg_owner owner;
    const char *wire, *asks, *sentence; // "" where there is none
} cg_verb_row;
extern const cg_verb_row CG_VERBS[CG_N_VERBS];

// The verbs that have a signal, those of one bit first; returns how many.
int cg_verb_signals(cg_verb verbs[CG_N_VERBS]);

// Has the verb one of these effects?
static inline bool cg_verb_does(cg_verb verb, int effects) {
    return CG_VERBS[verb].effects & effects;
}

// EXPR: the node, or the members of the set, that `to` gives; to an empty set nothing is sent. PARENT: the
// only controller of the receiving machine in the sender's cluster, or the line's. CHILDREN: all that stand
// in the sender's cluster, or in one within it.
typedef enum {
    CG_TO_HOME,
    CG_TO_SRC,
    CG_TO_ALL,
    CG_TO_NEXT,
    CG_TO_MEMORY,
    CG_TO_EXPR,
    CG_TO_PARENT,
    CG_TO_CHILDREN,
    CG_N_DESTS
} cg_dest;

// The receivers that are words.
typedef struct {
    const char *text;
    cg_dest dest;
} cg_receiver;
enum { CG_N_RECEIVERS = 7 };
extern const cg_receiver CG_RECEIVERS[CG_N_RECEIVERS];

#endif

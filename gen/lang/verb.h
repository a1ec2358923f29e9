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

// What a verb does to the system. Whoever asks what a rule does asks for these, so that a new verb with an
// effect of this list needs nothing there.
#define CG_EFFECTS(X)                                                                                        \
    X(ASSIGNS)       /* a register, or a field of the line, its entry, the thread or the buffer */           \
    X(SENDS)         /* a message goes out */                                                                \
    X(TAKES_ENTRY)   /* the line gets an MSHR entry: the event may have to wait for one */                   \
    X(FREES_ENTRY)   /* the line's MSHR entry is given back */                                               \
    X(TAKES_WAY)     /* the line gets a way: the event may have to wait for one */                           \
    X(HITS)          /* the core is answered at once, from the line */                                       \
    X(RESPONDS)      /* a request of the core is answered */                                                 \
    X(KEEPS)         /* the request stays with the MSHR entry */                                             \
    X(HANDS_BACK)    /* the requests kept with the entry come again */                                       \
    X(FINISHES)      /* a kept request takes effect on the line and is answered */                           \
    X(FILLS)         /* the message's line becomes the line's data */                                        \
    X(STORES)        /* bytes of the event become bytes of the line */                                       \
    X(OPERATES)      /* an atomic operation changes a word of the line */                                    \
    X(PERFORMS)      /* an operation takes effect: told to the golden model */                               \
    X(MOVES_LINES)   /* all lines without an MSHR entry go to a state */                                     \
    X(MOVES_ENTRIES) /* all lines with an MSHR entry go to a state */                                        \
    X(SETS_ENTRIES)  /* a field of all MSHR entries gets a value */                                          \
    X(SETS_LINES)    /* a field of all lines gets a value */                                                 \
    X(BUFFERS)       /* the store's bytes go into the store buffer */                                        \
    X(DRAINS_LINE)   /* the line's entry of the store buffer is wanted out */                                \
    X(DRAINS_ALL)    /* all entries of the store buffer are wanted out */                                    \
    X(STALLS)        /* the event is not consumed */                                                         \
    X(DENIES)        /* the event cannot happen */

enum {
#define X(name) CG_EFFECT_##name,
    CG_EFFECTS(X)
#undef X
#define X(name) CG_DOES_##name = 1 << CG_EFFECT_##name,
        CG_EFFECTS(X)
#undef X
    // Sets of them.
    CG_DOES_ANSWER = CG_DOES_HITS | CG_DOES_RESPONDS | CG_DOES_FINISHES,
    CG_DOES_MOVE = CG_DOES_MOVES_LINES | CG_DOES_MOVES_ENTRIES,
    CG_DOES_SET_ALL = CG_DOES_SETS_LINES | CG_DOES_SETS_ENTRIES,
    CG_DOES_SET = CG_DOES_ASSIGNS | CG_DOES_SET_ALL, // has space, field and value
    CG_DOES_BULK = CG_DOES_MOVE | CG_DOES_SET_ALL,
    CG_DOES_WRITE_DATA = CG_DOES_FILLS | CG_DOES_STORES | CG_DOES_OPERATES | CG_DOES_FINISHES,
    CG_DOES_DRAIN = CG_DOES_DRAINS_LINE | CG_DOES_DRAINS_ALL,
    CG_DOES_TAKE_EFFECT = CG_DOES_PERFORMS | CG_DOES_FINISHES, // has `at` and `epoch`
    // The event may have to come again, or the request to stay: what is not for a response.
    CG_DOES_WAIT = CG_DOES_STALLS | CG_DOES_TAKES_ENTRY | CG_DOES_TAKES_WAY | CG_DOES_KEEPS,
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

// EXPR: the node, or the members of the set, that `to` gives; to an empty set nothing is sent.
typedef enum { CG_TO_HOME, CG_TO_SRC, CG_TO_ALL, CG_TO_NEXT, CG_TO_MEMORY, CG_TO_EXPR } cg_dest;

// The receivers that are words.
typedef struct {
    const char *text;
    cg_dest dest;
} cg_receiver;
enum { CG_N_RECEIVERS = 5 };
extern const cg_receiver CG_RECEIVERS[CG_N_RECEIVERS];

#endif

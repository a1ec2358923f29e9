// Actions: what a rule does, one string each. Text -> syntax (once) -> typed action (once a rule: a macro's
// actions are typed anew at each use).
#ifndef COHGEN_GEN_ACTION_H
#define COHGEN_GEN_ACTION_H

#include "expr.h"

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

// What a verb may be used with. Each is one line here, and one line with its error in gen/check_verbs.c.
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

// Every verb is one line here: verb, words, form, uses. Longer words first where one starts another.
#define CG_VERBS(X)                                                                                          \
    X(ASSIGN, "", ASSIGN, 0)                                                                                 \
    X(SEND, "send", SEND, 0)                                                                                 \
    X(ALLOC_MSHR, "allocate mshr", PLAIN, CG_USE_LINE | CG_USE_STABLE | CG_USE_ONCE | CG_USE_FINAL)          \
    X(ALLOC_LINE, "allocate line", PLAIN,                                                                    \
      CG_USE_LINE | CG_USE_ENTRY | CG_USE_ABSENT | CG_USE_ONCE | CG_USE_FINAL)                               \
    X(RELEASE_MSHR, "release mshr", PLAIN, CG_USE_LINE | CG_USE_ENTRY | CG_USE_ONCE | CG_USE_FINAL)          \
    X(HIT, "hit", PLAIN, CG_USE_CORE | CG_USE_PRESENT | CG_USE_ONCE | CG_USE_FINAL)                          \
    X(RESPOND, "respond", RESPOND, CG_USE_ASKED | CG_USE_ONCE | CG_USE_FINAL)                                \
    X(MERGE, "merge", PLAIN, CG_USE_KEPT | CG_USE_ENTRY | CG_USE_ONCE | CG_USE_FINAL)                        \
    X(REPLAY, "replay", PLAIN, CG_USE_LINE | CG_USE_ENTRY | CG_USE_ONCE | CG_USE_FINAL)                      \
    X(FILL, "fill", PLAIN, CG_USE_LINE_DATA | CG_USE_PRESENT | CG_USE_ONCE | CG_USE_FINAL)                   \
    X(WRITE, "write", PLAIN, CG_USE_WORD | CG_USE_PRESENT | CG_USE_ONCE | CG_USE_FINAL)                      \
    X(ATOMIC, "atomic", PLAIN, CG_USE_OPERAND | CG_USE_PRESENT | CG_USE_ONCE | CG_USE_FINAL)                 \
    X(PERFORM, "perform", PERFORM, CG_USE_LINE | CG_USE_ONCE | CG_USE_FINAL)                                 \
    X(COMPLETE, "complete", COMPLETE,                                                                        \
      CG_USE_PORT | CG_USE_TRANSIENT | CG_USE_PRESENT | CG_USE_ONCE | CG_USE_FINAL)                          \
    X(FLASH_LINES, "flash lines to", STATE, CG_USE_ONCE)                                                     \
    X(FLASH_MSHRS, "flash mshrs to", STATE, CG_USE_ONCE)                                                     \
    X(FLASH_MSHR_FIELD, "flash mshr.", FIELD, 0)                                                             \
    X(FLASH_LINES, "flash", STATES, 0)                                                                       \
    X(SWEEP, "sweep line.", FIELD, 0)                                                                        \
    X(BUFFER, "buffer", PLAIN, CG_USE_BUFFERED | CG_USE_STORE | CG_USE_ONCE | CG_USE_FINAL)                  \
    X(DRAIN_ALL, "drain all", PLAIN, CG_USE_BUFFERED | CG_USE_ONCE)                                          \
    X(DRAIN, "drain", PLAIN, CG_USE_BUFFERED | CG_USE_LINE | CG_USE_ONCE)                                    \
    X(STALL, "stall", PLAIN, CG_USE_ARRIVAL | CG_USE_ONCE)                                                   \
    X(IMPOSSIBLE, "impossible", PLAIN, CG_USE_ALONE)

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

typedef struct {
    const char *text; // NULL: not there
    int at;
} cg_word;

typedef struct {
    cg_word name;
    const cg_ast *value;
} cg_arg;

typedef struct {
    const cg_source *source;
    const char *macro; // "@name": all else is empty
    cg_verb verb;
    cg_word
        target; // ASSIGN: the register, or what the field is of; SEND: the message; flash ... to: the state
    cg_word field; // of line, mshr, thread or buffer
    cg_word dest;  // SEND, unless it goes `to` an expression
    const cg_ast *to;
    cg_word kind; // RESPOND: what from; PERFORM: which operation; flash S to T: S
    cg_arg *args;
    int n_args;
    const cg_ast *value, *at, *epoch;
} cg_act;

// Parses one action; false after an error.
bool cg_parse_action(cg_reader *r, const cg_source *source, cg_act *act);

// Types one action, not a macro, at its use in `rule`; false after an error.
bool cg_type_action(cg_scope *s, const cg_act *act, cg_action *action);

#endif

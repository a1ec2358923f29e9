// Actions: what a rule does, one string each. Text -> syntax (once) -> typed action (once a rule: a macro's
// actions are typed anew at each use).
#ifndef COHGEN_GEN_ACTION_H
#define COHGEN_GEN_ACTION_H

#include "expr.h"

// How a verb's text goes on after its words.
typedef enum {
    CG_FORM_PLAIN,   // nothing follows
    CG_FORM_ASSIGN,  // reg = e, line.f = e, mshr.f = e
    CG_FORM_SEND,    // MSG{f: e, ...} to DEST
    CG_FORM_RESPOND, // nothing, line or msg
    CG_FORM_PERFORM, // load|store|atomic [at e] [in e]
    CG_FORM_STATE,   // S
    CG_FORM_FIELD,   // f = e, where the words before end in "mshr." or "line."
} cg_form;

// What a verb may be used with. Each is one line in gen/check_verbs.c, with its error.
enum {
    CG_USE_LINE = 1,      // an event about a line
    CG_USE_CORE = 2,      // an event of the core port
    CG_USE_PORT = 4,      // a machine with a core port, and a message about a request of it
    CG_USE_KEPT = 8,      // an event that can be kept and replayed: of the core port, or a request; waiters
    CG_USE_ENTRY = 16,    // an MSHR entry: a transient state, or allocated in this rule
    CG_USE_STABLE = 32,   // a stable state: no entry is there yet
    CG_USE_LINE_DATA = 64,  // a message with a line
    CG_USE_WORD = 128,    // a message with a word, or a store of the core
    CG_USE_OPERAND = 256, // a message with an atomic's operands, or an atomic of the core
    CG_USE_ALONE = 512,   // nothing else in the rule
    CG_USE_ONCE = 1024,   // at most once in a rule
    CG_USE_WAITING = 2048, // may stand beside stall
    CG_USE_ARRIVAL = 4096, // not a timer: an event that can be offered again
};

// Every verb is one line here: verb, words, form, uses. Longer words first where one starts another.
#define CG_VERBS(X)                                                                                          \
    X(CG_A_ASSIGN, "", CG_FORM_ASSIGN, CG_USE_WAITING)                                                       \
    X(CG_A_SEND, "send", CG_FORM_SEND, CG_USE_WAITING)                                                       \
    X(CG_A_ALLOC_MSHR, "allocate mshr", CG_FORM_PLAIN, CG_USE_LINE | CG_USE_STABLE | CG_USE_ONCE)            \
    X(CG_A_ALLOC_LINE, "allocate line", CG_FORM_PLAIN, CG_USE_LINE | CG_USE_ENTRY | CG_USE_ONCE)             \
    X(CG_A_RELEASE_MSHR, "release mshr", CG_FORM_PLAIN, CG_USE_LINE | CG_USE_ENTRY | CG_USE_ONCE)            \
    X(CG_A_HIT, "hit", CG_FORM_PLAIN, CG_USE_CORE | CG_USE_ONCE)                                             \
    X(CG_A_RESPOND, "respond", CG_FORM_RESPOND, CG_USE_PORT | CG_USE_ONCE)                                   \
    X(CG_A_MERGE, "merge", CG_FORM_PLAIN, CG_USE_KEPT | CG_USE_ENTRY | CG_USE_ONCE)                          \
    X(CG_A_REPLAY, "replay", CG_FORM_PLAIN, CG_USE_LINE | CG_USE_ENTRY | CG_USE_ONCE)                        \
    X(CG_A_FILL, "fill", CG_FORM_PLAIN, CG_USE_LINE_DATA | CG_USE_ONCE)                                      \
    X(CG_A_WRITE, "write", CG_FORM_PLAIN, CG_USE_WORD | CG_USE_ONCE)                                         \
    X(CG_A_ATOMIC, "atomic", CG_FORM_PLAIN, CG_USE_OPERAND | CG_USE_ONCE)                                    \
    X(CG_A_PERFORM, "perform", CG_FORM_PERFORM, CG_USE_LINE | CG_USE_ONCE)                                   \
    X(CG_A_FLASH_LINES, "flash lines to", CG_FORM_STATE, CG_USE_WAITING | CG_USE_ONCE)                       \
    X(CG_A_FLASH_MSHRS, "flash mshrs to", CG_FORM_STATE, CG_USE_WAITING | CG_USE_ONCE)                       \
    X(CG_A_FLASH_MSHR_FIELD, "flash mshr.", CG_FORM_FIELD, CG_USE_WAITING)                                   \
    X(CG_A_SWEEP, "sweep line.", CG_FORM_FIELD, CG_USE_WAITING)                                              \
    X(CG_A_STALL, "stall", CG_FORM_PLAIN, CG_USE_WAITING | CG_USE_ONCE | CG_USE_ARRIVAL)                     \
    X(CG_A_IMPOSSIBLE, "impossible", CG_FORM_PLAIN, CG_USE_ALONE)

// The words of a verb as the table writes them, and its uses.
const char *cg_verb_text(cg_verb verb);
int cg_verb_uses(cg_verb verb);

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
    cg_word target; // ASSIGN: the register, or "line" or "mshr"; SEND: the message; flash ... to: the state
    cg_word field;  // of line or mshr
    cg_word dest;   // SEND
    cg_word kind;   // RESPOND: what from; PERFORM: which operation
    cg_arg *args;
    int n_args;
    const cg_ast *value, *at, *epoch;
} cg_act;

// Parses one action; false after an error.
bool cg_parse_action(cg_reader *r, const cg_source *source, cg_act *act);

// Types one action, not a macro, at its use in `rule`; false after an error.
bool cg_type_action(cg_scope *s, const cg_act *act, cg_action *action);

#endif

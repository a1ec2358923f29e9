// Actions: what a rule does, one string each. Text -> syntax (once) -> typed action (once a rule: a macro's
// actions are typed anew at each use).
#ifndef COHGEN_GEN_READ_ACTION_H
#define COHGEN_GEN_READ_ACTION_H

#include "expr.h"
#include "lang/verb.h"

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
    const cg_ast *asker; // SEND, PERFORM ... for: on whose behalf; NULL: the event's request
    int for_at;          // of the word `for`
    cg_word kind;        // RESPOND: what from; PERFORM: which operation; flash S to T: S
    cg_arg *args;
    int n_args;
    const cg_ast *value, *at, *epoch;
    const cg_ast *mask;  // SEND ... of, FILL except: bytes of the line
    int mask_at;         // of the word `of` or `except`
    const cg_ast *about; // SEND, PERFORM, PUBLISH ... about: the number of a global line; NULL: not said
    int about_at;        // of the word `about`
    const cg_ast *count; // SEND ... with count by step: of words of the line; both, or NULL
    const cg_ast *step;
    int with_at; // of the word `with`
} cg_act;

// Parses one action; false after an error.
bool cg_parse_action(cg_reader *r, const cg_source *source, cg_act *act);

// Types one action, not a macro, at its use in `rule`; false after an error.
bool cg_type_action(cg_scope *s, const cg_act *act, cg_action *action);

#endif

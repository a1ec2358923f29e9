// Expressions: text -> syntax tree (a Pratt parser) -> typed tree. The two steps are apart because a `let` is
// a macro: it is parsed once and typed anew at each use, where msg.f is a field of the message at hand.
#ifndef COHGEN_GEN_READ_EXPR_H
#define COHGEN_GEN_READ_EXPR_H

#include "lang/spec.h"
#include "lex.h"

typedef struct cg_reader cg_reader;

// A string of the file that holds an expression or an action.
typedef struct {
    const char *pointer, *text;
} cg_source;

typedef enum {
    CG_N_INT,    // value
    CG_N_BOOL,   // value
    CG_N_NAME,   // name
    CG_N_MEMBER, // name.member
    CG_N_CALL,   // name(args), or name.member(args)
    CG_N_NOT,    // !args[0]
    CG_N_BINARY, // args[0] op args[1]
    CG_N_COND,   // args[0] ? args[1] : args[2]
    CG_N_SET,    // {args}
} cg_node_kind;

typedef struct cg_ast cg_ast;
struct cg_ast {
    cg_node_kind kind;
    const cg_source *source;
    int at, end; // bytes of the source
    int op_at;   // of the operator, or of the member's name
    cg_xop op;   // BINARY: the first operator of its text
    uint64_t value;
    const char *name, *member;
    const cg_ast **args;
    int n_args;
};

typedef struct {
    cg_reader *reader;
    const cg_source *source;
    cg_lexer lex;
    int depth;
    bool no_in;  // `in` ends the expression: it is the action's word here
    bool failed; // an error is reported: everything after it is silent
} cg_parser;

void cg_parse_start(cg_parser *p, cg_reader *r, const cg_source *source);
const cg_ast *cg_parse_expr(cg_parser *p); // stops at the first token that cannot go on; NULL after an error
// The same, and `in` outside of brackets ends it.
const cg_ast *cg_parse_before_in(cg_parser *p);
// Takes a token of this kind, or reports that `what` was expected.
bool cg_parse_expect(cg_parser *p, cg_tok kind, const char *what);
const char *cg_parse_name(cg_parser *p, const char *what); // takes a name; NULL after an error
void cg_parse_error(cg_parser *p, const char *expected);
// A whole string that is one expression; NULL after an error.
const cg_ast *cg_parse_whole(cg_reader *r, const cg_source *source);

// What an expression may use, and where it stands.
typedef struct {
    cg_reader *reader;
    const cg_machine *machine;      // NULL: only parameters and constants
    const cg_msg *msg;              // the triggering message, or NULL
    const cg_invariant *invariant;  // its variables may be used; NULL: not in an invariant
    const char *event;              // for errors: the event's name, or where this is if there is none
    const char *no[CG_N_SPACES];    // why a field of the space cannot be read here, or NULL
    bool operation;                 // a core's operation on memory, which may have marks
    const cg_core_command *command; // that the event takes, or NULL
    unsigned operands;              // that the event brings: cg_operands_brought()
    const cg_event *looks;          // what has looked into structures, or NULL
    int finds;                      // it is what the event looks for in structure finds - 1; 0: it is a rule
    bool marker;                    // a marker at the head of a fifo
    const char *no_bytes;           // why the event brings no bytes of the word, or NULL
    const char *no_names;           // why the event names no bytes of the line, or NULL
    const char *no_line;            // why nothing but fields can be read of the line, or NULL
    const char *no_function;        // why no function of the table can be read here, or NULL
    const cg_ast *use;              // set inside a let: the outermost use of it
    bool used_param; // set when a parameter or constant was named: another point may fold otherwise
    int nodes;       // typed so far: lets cannot grow without end
} cg_scope;

// Types a tree. `fit` is the type that fit() narrows to, NULL: fit() is not allowed; CG_FIT_KEEPS: fit(x) is
// just x. NULL after an error.
extern const cg_type CG_FIT_KEEPS;
const cg_expr *cg_type_expr(cg_scope *s, const cg_ast *n, const cg_type *fit);

// The same, and the result must be a boolean.
const cg_expr *cg_type_bool(cg_scope *s, const cg_ast *n);
// The same, and it must be an integer of any width; fit() changes nothing.
const cg_expr *cg_type_int(cg_scope *s, const cg_ast *n);
// The same, and it must be a node of this machine or a set of them.
const cg_expr *cg_type_receiver(cg_scope *s, const cg_ast *n, int machine);
// The same, and it must go into a field of type `target` (named `what` in errors).
const cg_expr *cg_type_into(cg_scope *s, const cg_ast *n, const cg_type *target, const char *what);

#endif

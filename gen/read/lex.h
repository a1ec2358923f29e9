// Tokens of the table's little languages: expressions and actions.
#ifndef COHGEN_GEN_READ_LEX_H
#define COHGEN_GEN_READ_LEX_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/op.h"

// Every bracket and mark is one line here; operators are rows of gen/lang/ops.def. The longest that fits is
// the token.
#define CG_PUNCTUATION(X)                                                                                    \
    X(ASK, "?")                                                                                              \
    X(COLON, ":")                                                                                            \
    X(COMMA, ",")                                                                                            \
    X(DOT, ".")                                                                                              \
    X(OPEN, "(")                                                                                             \
    X(CLOSE, ")")                                                                                            \
    X(LEFT, "{")                                                                                             \
    X(RIGHT, "}")                                                                                            \
    X(ASSIGN, "=")                                                                                           \
    X(MACRO, "@")

typedef enum {
    CG_TOK_END,
    CG_TOK_NAME, // [A-Za-z_][A-Za-z0-9_]*
    CG_TOK_INT,  // decimal, or 0x and hexadecimal digits
    CG_TOK_OP,   // an operator that is no word
    CG_TOK_BAD,  // a character that no token starts with, or a number of more than 64 bits
#define X(name, text) CG_TOK_##name,
    CG_PUNCTUATION(X)
#undef X
} cg_tok;

typedef struct {
    cg_tok kind;
    int at, length; // bytes from the start of the text
    cg_xop op;      // OP: the first of its text
    uint64_t value; // INT
} cg_token;

typedef struct {
    const char *text;
    cg_token now; // the token not yet taken
    int end;      // where the token before it ended
} cg_lexer;

void cg_lex_start(cg_lexer *l, const char *text);
void cg_lex_next(cg_lexer *l); // steps to the next token; the end stays the end

// Is the token at hand the word `word`?
bool cg_lex_is_word(const cg_lexer *l, const char *word);

// A number as the languages write it, and nothing else: "12", "0x1f".
bool cg_lex_number(const char *text, uint64_t *value);

bool cg_is_name(const char *text);

#endif

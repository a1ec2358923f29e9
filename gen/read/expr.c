#include "expr.h"

#include <string.h>

#include "reader.h"

enum { DEEPEST = 64 }; // brackets and operators inside each other

// The operator at hand that stands between two operands, CG_N_OPS: there is none. How tightly it binds is as
// in C, but `&` and `|`, which are for sets, bind tighter than comparisons; `?` is the loosest and binds to
// the right.
static cg_xop infix_at(const cg_parser *p) {
    const cg_token *t = &p->lex.now;
    if (t->kind == CG_TOK_ASK) return CG_X_COND;
    if (t->kind == CG_TOK_OP) return CG_OPS[t->op].shape == CG_SHAPE_INFIX ? t->op : CG_N_OPS;
    cg_xop op = t->kind == CG_TOK_NAME && !p->no_in ? CG_N_LEAVES : CG_N_OPS; // operators that are words
    while (op < CG_N_OPS && (CG_OPS[op].shape != CG_SHAPE_INFIX || !cg_lex_is_word(&p->lex, CG_OPS[op].text)))
        op++;
    return op;
}

void cg_parse_start(cg_parser *p, cg_reader *r, const cg_source *source) {
    *p = (cg_parser){.reader = r, .source = source};
    cg_lex_start(&p->lex, source->text);
}

void cg_parse_error(cg_parser *p, const char *expected) {
    if (p->failed) return;
    p->failed = true;
    const cg_token t = p->lex.now;
    if (t.kind == CG_TOK_END)
        cg_error(p->reader, CG_E_SYNTAX, p->source->pointer, t.at, "expected %s, and the text ends",
                 expected);
    else
        cg_error(p->reader, CG_E_SYNTAX, p->source->pointer, t.at, "expected %s, not '%.*s'", expected,
                 t.length, p->source->text + t.at);
}

bool cg_parse_expect(cg_parser *p, cg_tok kind, const char *what) {
    if (p->lex.now.kind != kind) cg_parse_error(p, what);
    if (p->failed) return false;
    cg_lex_next(&p->lex);
    return true;
}

const char *cg_parse_name(cg_parser *p, const char *what) {
    const cg_token t = p->lex.now;
    if (!cg_parse_expect(p, CG_TOK_NAME, what)) return NULL;
    return cg_arena_strndup(p->reader->arena, p->source->text + t.at, (size_t)t.length);
}

static cg_ast *new_ast_node(cg_parser *p, cg_node_kind kind, int at) {
    cg_ast *n = cg_arena_alloc(p->reader->arena, sizeof *n);
    n->kind = kind;
    n->source = p->source;
    n->at = at;
    return n;
}

static void add_arg(cg_parser *p, cg_ast *n, const cg_ast *arg) {
    *CG_PUSH(p->reader->arena, n->args, n->n_args) = arg;
}

static cg_ast *parse_expression(cg_parser *p, int power);

// An expression inside of brackets.
static cg_ast *parse_inside(cg_parser *p) {
    const bool no_in = p->no_in;
    p->no_in = false;
    cg_ast *n = parse_expression(p, 0);
    p->no_in = no_in;
    return n;
}

static void parse_args(cg_parser *p, cg_ast *n, cg_tok close, const char *what) {
    do add_arg(p, n, parse_inside(p));
    while (!p->failed && p->lex.now.kind == CG_TOK_COMMA && (cg_lex_next(&p->lex), true));
    cg_parse_expect(p, close, what);
}

static cg_ast *parse_set(cg_parser *p) {
    cg_ast *n = new_ast_node(p, CG_N_SET, p->lex.now.at);
    cg_lex_next(&p->lex);
    if (p->lex.now.kind == CG_TOK_RIGHT)
        cg_lex_next(&p->lex);
    else
        parse_args(p, n, CG_TOK_RIGHT, "',' or '}'");
    return n;
}

static cg_ast *parse_name(cg_parser *p) {
    cg_ast *n = new_ast_node(p, CG_N_NAME, p->lex.now.at);
    n->name = cg_parse_name(p, "a name");
    if (!strcmp(n->name, "true") || !strcmp(n->name, "false")) {
        n->kind = CG_N_BOOL;
        n->value = n->name[0] == 't';
    } else if (p->lex.now.kind == CG_TOK_DOT) {
        cg_lex_next(&p->lex);
        n->kind = CG_N_MEMBER;
        n->op_at = p->lex.now.at;
        n->member = cg_parse_name(p, "the name of a field");
    }
    if (n->kind != CG_N_BOOL && p->lex.now.kind == CG_TOK_OPEN) {
        n->kind = CG_N_CALL;
        cg_lex_next(&p->lex);
        parse_args(p, n, CG_TOK_CLOSE, "',' or ')'");
    }
    return n;
}

static cg_ast *parse_prefix(cg_parser *p) {
    const cg_token t = p->lex.now;
    cg_ast *n;
    if (t.kind == CG_TOK_OP && CG_OPS[t.op].shape == CG_SHAPE_PREFIX) {
        cg_lex_next(&p->lex);
        n = new_ast_node(p, CG_N_NOT, t.at);
        add_arg(p, n, parse_expression(p, CG_OPS[t.op].binds));
        return n;
    }
    switch (t.kind) {
    case CG_TOK_INT:
        cg_lex_next(&p->lex);
        n = new_ast_node(p, CG_N_INT, t.at);
        n->value = t.value;
        return n;
    case CG_TOK_NAME: return parse_name(p);
    case CG_TOK_OPEN:
        cg_lex_next(&p->lex);
        n = parse_inside(p);
        if (n) n->at = t.at;
        cg_parse_expect(p, CG_TOK_CLOSE, "')'");
        return n;
    case CG_TOK_LEFT: return parse_set(p);
    default: cg_parse_error(p, "a value"); return NULL;
    }
}

// a ? b : c, or a op b, where a is parsed already and the operator is at hand.
static cg_ast *parse_infix(cg_parser *p, const cg_ast *left, cg_xop op) {
    const int power = CG_OPS[op].binds;
    cg_ast *n = new_ast_node(p, CG_OPS[op].shape == CG_SHAPE_CHOICE ? CG_N_COND : CG_N_BINARY, left->at);
    n->op = op;
    n->op_at = p->lex.now.at;
    cg_lex_next(&p->lex);
    add_arg(p, n, left);
    if (n->kind == CG_N_COND) {
        add_arg(p, n, parse_inside(p));
        cg_parse_expect(p, CG_TOK_COLON, "':' of '? :'");
        add_arg(p, n, parse_expression(p, power - 1));
    } else {
        add_arg(p, n, parse_expression(p, power));
    }
    return n;
}

// An expression whose operators all bind tighter than `power`.
static cg_ast *parse_expression(cg_parser *p, int power) {
    if (++p->depth > DEEPEST) cg_parse_error(p, "fewer things inside each other");
    cg_ast *n = p->failed ? NULL : parse_prefix(p);
    while (n && !p->failed) {
        n->end = p->lex.end;
        const cg_xop next = infix_at(p);
        if (next == CG_N_OPS || CG_OPS[next].binds <= power) break;
        n = parse_infix(p, n, next);
    }
    p->depth--;
    return p->failed ? NULL : n;
}

const cg_ast *cg_parse_expr(cg_parser *p) {
    return parse_expression(p, 0);
}

const cg_ast *cg_parse_before_in(cg_parser *p) {
    p->no_in = true;
    const cg_ast *n = parse_expression(p, 0);
    p->no_in = false;
    return n;
}

const cg_ast *cg_parse_whole(cg_reader *r, const cg_source *source) {
    cg_parser p;
    cg_parse_start(&p, r, source);
    const cg_ast *n = cg_parse_expr(&p);
    if (p.lex.now.kind != CG_TOK_END) cg_parse_error(&p, "an operator, or the end");
    return p.failed ? NULL : n;
}

// note [lets]: a table's let that is long in the model is a function of the handler that reads it, with the
// handler's parameters. Read in ten places, in rules, messages and checks of what fits, it would stand there
// ten times with all that it is made of, and a C compiler takes more than its share of time for long
// expressions. A let is no more than a name for its expression: the function is called where that would
// stand.
#include <string.h>

#include "emit.h"

enum { SHORT = 160 }; // bytes of a text that stands where it is read

typedef struct {
    const char *name, *type, *text, *call;
} function;

struct mu_lets {
    const char *handler, *declared,
        *handed;         // its parameters, "(a: t; var b: u)"; the same handed on, "(a, b)"
    function *functions; // each after those that it reads
    int n;
};

mu_lets *mu_lets_of(const mu *u, const char *handler, const char *declared, const char *handed) {
    mu_lets *l = cg_arena_alloc(u->arena, sizeof *l);
    *l = (mu_lets){.handler = handler, .declared = declared, .handed = handed};
    return l;
}

const char *mu_let(const mu_names *n, const cg_expr *x, const char *text) {
    const mu *u = n->u;
    mu_lets *l = u->lets;
    const bool number = x->type.kind == CG_T_INT;
    if (!l || !x->let || strlen(text) < SHORT || !(number || x->type.kind == CG_T_BOOL)) return text;
    for (int i = 0; i < l->n; i++)
        if (!strcmp(l->functions[i].text, text)) return l->functions[i].call;
    const char *name = MU_TEXT(u, "%s_%s_%d", l->handler, x->let, l->n);
    function *f = CG_PUSH(u->arena, l->functions, l->n);
    *f = (function){name, number ? "number" : "boolean", text, MU_TEXT(u, "%s%s", name, l->handed)};
    return f->call;
}

void mu_print_lets(const mu *u, const mu_lets *l) {
    for (int i = 0; i < l->n; i++)
        fprintf(u->out, "function %s%s: %s;\nbegin\n  return %s;\nend;\n\n", l->functions[i].name,
                l->declared, l->functions[i].type, l->functions[i].text);
}

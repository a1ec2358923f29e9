// Differences whose second operand is the number of words of the transition: note [fewer] in terms.h.
#include "terms.h"

bool sv_is_fewer_words(const cg_expr *x) {
    return x->op == CG_X_SUB && x->b->op == CG_X_WORDS;
}

void sv_fewer_declare(FILE *out, const char *name, const char *a, const cg_expr *x) {
    const int w = x->type.width, most = 1 << (x->b->type.width - 1); // a line has a power of two of words
    fprintf(out,
            "  logic [%d:0] %s;\n  cohgen_fewer #(.Width(%d), .Most(%d)) u_%s (.a_i(%s), "
            ".least_i(words_least_i), "
            ".rest_o(%s));\n",
            w - 1, name, w, most, name, a, name);
}

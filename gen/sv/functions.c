// The functions that printed expressions call, in the widths that a module needs.
#include "facts.h"

// Members of a set of `w`.
static void count_of(FILE *out, int w) {
    const int bits = cg_bits((uint64_t)w);
    fprintf(out, "  function automatic logic [%d:0] count%d(input logic [%d:0] s);\n    count%d = %d'd0;\n",
            bits - 1, w, w - 1, w, bits);
    fprintf(out, "    for (int i = 0; i < %d; i++) count%d = count%d + %d'(s[i]);\n  endfunction\n\n", w, w,
            w, bits);
}

static void extreme_of(FILE *out, const char *name, const char *op, int w) {
    fprintf(out, "  function automatic logic [%d:0] %s%d(input logic [%d:0] a, input logic [%d:0] b);\n",
            w - 1, name, w, w - 1, w - 1);
    fprintf(out, "    %s%d = (a %s b) ? a : b;\n  endfunction\n\n", name, w, op);
}

void sv_functions(FILE *out, const sv_facts *f) {
    for (int w = 1; w <= 64; w++) {
        if (f->min_width[w]) extreme_of(out, "min", "<", w);
        if (f->max_width[w]) extreme_of(out, "max", ">", w);
        if (f->count_width[w]) count_of(out, w);
    }
}

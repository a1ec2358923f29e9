// The functions that printed expressions call, in the widths that a module needs.
#include "facts.h"
#include "sv.h"

// Members of a set of `w`.
static void print_count_function(FILE *out, int w) {
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

// A sum by blocks of eight bits, each for both values of the carry that comes in, which so passes one
// multiplexer a block: left to itself the mapper makes a chain of the bits.
static void sum_of(FILE *out, int w) {
    fprintf(out, "  function automatic logic [%d:0] add%d(input logic [%d:0] a, input logic [%d:0] b);\n",
            w - 1, w, w - 1, w - 1);
    fputs("    logic carry;\n    logic [8:0] with0, with1;\n    carry = 1'b0;\n", out);
    for (int k = 0; k < w; k += 8) {
        const int n = w - k < 8 ? w - k : 8;
        const bool last = k + n == w;
        fprintf(out,
                "    with0 = 9'(a[%d +: %d]) + 9'(b[%d +: %d]);\n    with1 = 9'(a[%d +: %d]) + 9'(b[%d +: "
                "%d]) + 9'd1;\n"
                "    add%d[%d +: %d] = carry ? with1[%d:0] : with0[%d:0];\n",
                k, n, k, n, k, n, k, n, w, k, n, n - 1, n - 1);
        if (!last) fputs("    carry = carry ? with1[8] : with0[8];\n", out);
    }
    fputs("  endfunction\n\n", out);
}

void sv_functions(FILE *out, const sv_facts *f) {
    for (int w = 1; w <= 64; w++) {
        if (w >= SV_SUM_BITS && f->add_width[w]) sum_of(out, w);
        if (f->min_width[w]) extreme_of(out, "min", "<", w);
        if (f->max_width[w]) extreme_of(out, "max", ">", w);
        if (f->count_width[w]) print_count_function(out, w);
    }
}

void sv_functions_beside(FILE *out, sv_facts *f, const sv_facts *has) {
    for (int w = 1; w <= 64; w++) {
        f->add_width[w] &= !has->add_width[w];
        f->min_width[w] &= !has->min_width[w];
        f->max_width[w] &= !has->max_width[w];
        f->count_width[w] &= !has->count_width[w];
    }
    sv_functions(out, f);
}

// terms SEED: random expressions, each printed as it is written and as note [terms] in gen/emit/sv/terms.h
// says, in one module on standard output: differ_o says that some are not equal.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emit/sv/facts.h"
#include "emit/sv/terms.h"

enum { N_NUMBERS = 5, N_FIELDS = N_NUMBERS + 3, N_EXPRS = 16, WIDEST = 21 };

static uint64_t state;

static unsigned below(unsigned n) { // xorshift64*
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (unsigned)((state * UINT64_C(2685821657736338717)) >> 33) % n;
}

static cg_field fields[N_FIELDS];

static const cg_expr *make(cg_xop op, int width, const cg_expr *a, const cg_expr *b, const cg_expr *c) {
    cg_expr *x = calloc(1, sizeof *x);
    if (!x) abort();
    *x = (cg_expr){.op = op,
                   .type = {width == 1 && op >= CG_X_EQ && op <= CG_X_OR ? CG_T_BOOL : CG_T_INT, width,
                            CG_NONE, CG_NONE},
                   .field = CG_NONE,
                   .a = a,
                   .b = b,
                   .c = c};
    return x;
}

static const cg_expr *field(int i) {
    cg_expr *x = (cg_expr *)(uintptr_t)make(CG_X_FIELD, fields[i].type.width, NULL, NULL, NULL);
    x->type = fields[i].type;
    x->field = i;
    return x;
}

static const cg_expr *constant(uint64_t value) {
    cg_expr *x = (cg_expr *)(uintptr_t)make(CG_X_CONST, cg_bits(value), NULL, NULL, NULL);
    x->value = value;
    return x;
}

static const cg_expr *guard(void) {
    const cg_expr *g = field(N_NUMBERS + (int)below(3));
    return below(4) ? g : make(CG_X_NOT, 1, g, NULL, NULL);
}

static int wider(const cg_expr *a, const cg_expr *b) {
    return a->type.width > b->type.width ? a->type.width : b->type.width;
}

// Forms that tables have come often: few fields, sums with 1, and choices of 0.
static const cg_expr *number(int depth) {
    static const uint64_t constants[] = {1, 1, 1, 3, 8, 200, 0xffff, 0x10000, 0x1ffff};
    const cg_expr *a, *b;
    if (depth == 0) return below(8) ? field((int)below(N_NUMBERS)) : constant(constants[below(9)]);
    switch (below(8)) {
    case 0:
    case 1:
    case 2:
    case 3:
        a = number(depth - 1), b = number(depth - 1);
        return make(below(6) ? CG_X_MAX : CG_X_MIN, wider(a, b), a, b, NULL);
    case 4:
    case 5:
        a = number(depth - 1), b = below(3) ? field((int)below(N_NUMBERS)) : constant(constants[below(9)]);
        if (cg_is_const(a) && cg_is_const(b)) b = field(0);
        if (wider(a, b) >= WIDEST) return a;
        return below(2) ? make(CG_X_ADD, wider(a, b) + 1, a, b, NULL)
                        : make(CG_X_ADD, wider(a, b) + 1, b, a, NULL);
    default:
        a = number(depth - 1), b = below(4) ? constant(0) : number(depth - 1);
        return below(2) ? make(CG_X_COND, wider(a, b), guard(), a, b)
                        : make(CG_X_COND, wider(a, b), guard(), b, a);
    }
}

static const cg_expr *expression(void) {
    static const cg_xop orders[] = {CG_X_LT, CG_X_LE, CG_X_GT, CG_X_GE};
    const cg_expr *a = number(3);
    if (below(2)) return a;
    const cg_expr *b = number((int)below(3));
    if (cg_is_const(a) && cg_is_const(b)) b = field(0); // the reader folds these
    return make(orders[below(4)], 1, a, b, NULL);
}

// max(a, a + b): a number is no greater than a sum that it is a part of, so one term is left.
static const cg_expr *number_beside_its_sum(void) {
    const cg_expr *a = field(0), *sum = make(CG_X_ADD, wider(a, field(1)) + 1, a, field(1), NULL);
    return make(CG_X_MAX, sum->type.width, a, sum, NULL);
}

int main(int argc, char **argv) {
    static const int widths[N_FIELDS] = {16, 16, 16, 17, 5, 1, 1, 1};
    static const char *const names[N_FIELDS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static cg_machine m = {.name = "m", .regs = fields, .n_regs = N_FIELDS};
    static sv_facts facts;
    static const cg_expr *xs[N_EXPRS];
    sv_names plain = {.reg = {"", "_i"}}, quick = plain;
    state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 1 : 1;
    for (int i = 0; i < N_FIELDS; i++) {
        fields[i].name = names[i];
        fields[i].type = (cg_type){i < N_NUMBERS ? CG_T_INT : CG_T_BOOL, widths[i], CG_NONE, CG_NONE};
    }
    for (int i = 0; i < N_EXPRS; i++)
        sv_facts_add(&facts, xs[i] = i ? expression() : number_beside_its_sum(), NULL);

    puts("module terms (");
    for (int i = 0; i < N_FIELDS; i++) printf("  input logic [%d:0] %s_i,\n", widths[i] - 1, names[i]);
    puts("  output logic differ_o\n);");
    sv_functions(stdout, &facts);
    sv_terms *s = sv_terms_new(&m, &quick, "");
    for (int i = 0; i < N_EXPRS; i++) {
        const int w = xs[i]->type.width;
        char *text = NULL;
        size_t size;
        FILE *f = open_memstream(&text, &size);
        if (!f) return 1;
        sv_expr(f, &m, NULL, xs[i], w, &quick);
        fclose(f);
        sv_terms_wires(s, stdout);
        printf("  wire [%d:0] terms%d = %s;\n  wire [%d:0] plain%d = ", w - 1, i, text, w - 1, i);
        sv_expr(stdout, &m, NULL, xs[i], w, &plain);
        puts(";");
        free(text);
    }
    sv_terms_free(s);
    fputs("  assign differ_o = 1'b0", stdout);
    for (int i = 0; i < N_EXPRS; i++) printf(" || terms%d != plain%d", i, i);
    puts(";\nendmodule");
    return 0;
}

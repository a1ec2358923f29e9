#include "eval.h"

#include <stdio.h>
#include <stdlib.h>

#include "lang/amo.h"
#include "lang/function.h"

enum { STACK = 64 }; // values; an expression that needs more gets a stack of its own

// The program works on a stack of values. Jump targets are absolute. The operators' codes are those of
// cg_xop; these come after them.
enum {
    JUMP = CG_N_OPS, // go to arg
    IF_NOT,          // pop; go to arg if it was 0
    AND_THEN,        // go to arg if the top is 0, else pop
    OR_ELSE,         // go to arg if the top is not 0, else pop
    LEAF,            // push the value of leaf arg
    CALL,            // pop as many operands as `space` says, push the part's result arg
    END,
};

typedef struct {
    uint8_t op, width, space;
    uint32_t arg; // field or jump target
    uint64_t value;
} step;

struct cg_formula {
    int n;
    int depth; // values that stand on the stack at once, at most
    step steps[];
};

static int most_steps_of(const cg_expr *e) {
    return e ? 3 + most_steps_of(e->a) + most_steps_of(e->b) + most_steps_of(e->c) : 0;
}

static int max2(int a, int b) {
    return a > b ? a : b;
}

static int depth(const cg_expr *e) {
    if (!e) return 0;
    if (e->op == CG_X_COND || e->op == CG_X_AND || e->op == CG_X_OR)
        return max2(depth(e->a), max2(depth(e->b), depth(e->c)));
    if (e->op == CG_X_OPERANDS) { // those before are on the stack
        int before = 0;
        for (const cg_expr *o = e->a; o; o = o->a) before++;
        return max2(depth(e->a), before + depth(e->b));
    }
    return max2(1, max2(depth(e->a), e->b ? 1 + depth(e->b) : 0));
}

static int append_step(cg_formula *c, int op, const cg_expr *e) {
    c->steps[c->n] = (step){.op = (uint8_t)op,
                            .width = (uint8_t)(e->type.width > 64 ? 64 : e->type.width),
                            .space = (uint8_t)e->space,
                            .arg = op == LEAF ? (uint32_t)e->op : (uint32_t)e->field,
                            .value = e->value};
    return c->n++;
}

static void land(cg_formula *c, int jump) {
    c->steps[jump].arg = (uint32_t)c->n;
}

// A leaf that is known by its name alone.
static bool is_named(cg_xop op) {
    return op < CG_N_LEAVES && CG_LEAVES[op].type != CG_LEAF_OWN;
}

static void compile_expr(cg_formula *c, const cg_expr *e) {
    switch (e->op) {
    case CG_X_COND: {
        compile_expr(c, e->a);
        int otherwise = append_step(c, IF_NOT, e);
        compile_expr(c, e->b);
        int out = append_step(c, JUMP, e);
        land(c, otherwise);
        compile_expr(c, e->c);
        land(c, out);
        return;
    }
    case CG_X_AND:
    case CG_X_OR: {
        compile_expr(c, e->a);
        int out = append_step(c, e->op == CG_X_AND ? AND_THEN : OR_ELSE, e);
        compile_expr(c, e->b);
        land(c, out);
        return;
    }
    case CG_X_OPERANDS:
        if (e->a) compile_expr(c, e->a);
        compile_expr(c, e->b);
        return;
    case CG_X_APPLY: {
        const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
        compile_expr(c, e->a);
        const int call = append_step(c, CALL, e);
        c->steps[call].space = (uint8_t)cg_operands_of(e, operands);
        return;
    }
    default:
        if (e->a) compile_expr(c, e->a);
        if (e->b) compile_expr(c, e->b);
        append_step(c, is_named(e->op) ? LEAF : (int)e->op, e);
    }
}

static void *alloc_zeroed(size_t size) {
    void *p = calloc(1, size);
    if (p) return p;
    fprintf(stderr, "cohgen: out of memory\n");
    abort();
}

cg_formula *cg_formula_new(const cg_expr *e) {
    if (!e) return NULL;
    int n = most_steps_of(e) + 1;
    cg_formula *c = alloc_zeroed(sizeof *c + (size_t)n * sizeof(step));
    c->depth = depth(e);
    compile_expr(c, e);
    append_step(c, END, e);
    return c;
}

void cg_formula_free(cg_formula *code) {
    free(code);
}

static uint64_t cut_to_width(uint64_t v, unsigned width) {
    return width >= 64 ? v : v & ((UINT64_C(1) << width) - 1);
}

// `sp`: a stack of code->depth values and one below, which is never read.
static inline uint64_t run_formula(const cg_formula *code, const cg_env *env, cg_fault *fault, uint64_t *sp) {
    for (const step *s = code->steps;; s++) {
        switch (s->op) {
        case CG_X_CONST: *++sp = s->value; break;
        case CG_X_FIELD: *++sp = env->space[s->space][s->arg]; break;
        case CG_X_MSG: *++sp = env->msg[s->arg]; break;
        case CG_X_LOOKUP: *++sp = env->structures[s->arg]; break;
        case CG_X_OPERAND: *++sp = env->operands[s->arg]; break;
        case LEAF: *++sp = env->leaf[s->arg]; break;
        case CALL:
            sp -= s->space - 1;
            *sp = cg_result_value((cg_part_result)s->arg, sp, s->width);
            break;
        case CG_X_INPUT: *++sp = env->inputs >> s->arg & 1; break;
        case CG_X_MARK: *++sp = env->mark >> s->arg & 1; break;
#define L(...)
#define X(op, text, shape, operands, binds, typing, bits, result, exact, wrong, ...)                         \
    case CG_X_##op: {                                                                                        \
        const uint64_t b = (operands) > 1 ? *sp-- : 0, a = *sp, whole = (result);                            \
        (void)b;                                                                                             \
        *sp = cut_to_width(whole, s->width);                                                                 \
        if (CG_FAULT_##wrong == CG_FAULT_FIT ? *sp != whole : CG_FAULT_##wrong && !(exact))                  \
            *fault = CG_FAULT_##wrong;                                                                       \
        break;                                                                                               \
    }
#include "lang/ops.def"
#undef L
#undef X
        // The loop steps on after a jump: hence the - 1.
        case JUMP: s = code->steps + s->arg - 1; break;
        case IF_NOT:
            if (!*sp--) s = code->steps + s->arg - 1;
            break;
        case AND_THEN:
            if (*sp)
                sp--;
            else
                s = code->steps + s->arg - 1;
            break;
        case OR_ELSE:
            if (*sp)
                s = code->steps + s->arg - 1;
            else
                sp--;
            break;
        default: return *sp;
        }
    }
}

uint64_t cg_formula_run(const cg_formula *code, const cg_env *env, cg_fault *fault) {
    uint64_t stack[STACK + 1];
    if (code->depth <= STACK) return run_formula(code, env, fault, stack);
    uint64_t *deep = alloc_zeroed(((size_t)code->depth + 1) * sizeof *deep);
    const uint64_t value = run_formula(code, env, fault, deep);
    free(deep);
    return value;
}

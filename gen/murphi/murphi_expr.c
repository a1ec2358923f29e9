// Expressions, as text.
#include <string.h>

#include "emit.h"

// Controllers that a variable of an invariant stands for: a home's is the home of the line.
static const char *variable(const mu_names *n, const cg_expr *x, bool cell) {
    const cg_variable *v = &n->invariant->vars[x->var];
    const cg_machine *m = &n->u->s->machines[v->machine];
    const char *node = m->home ? mu_home_of(n->u, v->machine, "line") : mu_name(n->u, v->name);
    return MU_TEXT(n->u, cell ? "%s[%s].line[line]" : "%s[%s]", m->name, node);
}

static const mu_machine *machine_of(const mu_names *n, const cg_expr *x) {
    return &n->u->machines[n->invariant ? n->invariant->vars[x->var].machine
                                        : (int)(n->m - n->u->s->machines)];
}

// A field of a line that is never live has its initial value.
static const char *cell_item(const mu_names *n, const cg_expr *x, int item) {
    const mu_machine *mm = machine_of(n, x);
    if (!mu_has(mm, item)) return mu_initial(n->u, mm, item);
    return MU_TEXT(n->u, "%s.%s", n->invariant ? variable(n, x, true) : n->cell,
                   mu_cell_field(n->u, mm, item));
}

static const char *here(const mu_names *n, const cg_expr *x) {
    const mu_machine *mm = machine_of(n, x);
    const char *cell = variable(n, x, true), *all = "false";
    for (int s = 1; s < mm->m->n_states; s++) {
        const char *is = MU_TEXT(n->u, "%s.state = %s", cell, mu_state(n->u, mm->m, s));
        if (mm->way[s] == MU_MIXED && mu_live(mm, s, mu_item(mm, MU_HERE)))
            is = MU_TEXT(n->u, "%s & %s.here", is, cell);
        if (mm->way[s] != MU_NEVER) all = MU_TEXT(n->u, "%s | %s", all, is);
    }
    return MU_TEXT(n->u, "(%s)", all);
}

static const char *busy(const mu_names *n, const cg_expr *x) {
    const mu_machine *mm = machine_of(n, x);
    const char *all = "false";
    for (int s = mm->m->n_stable; s < mm->m->n_states; s++)
        all = MU_TEXT(n->u, "%s | %s.state = %s", all, variable(n, x, true), mu_state(n->u, mm->m, s));
    return MU_TEXT(n->u, "(%s)", all);
}

static const char *binary(const mu_names *n, const cg_expr *x, const char *op) {
    return MU_TEXT(n->u, "(%s %s %s)", mu_expr(n, x->a), op, mu_expr(n, x->b));
}

// Distance of a shift to the left is a constant.
static const char *shift_left(const mu_names *n, const cg_expr *x) {
    return MU_TEXT(n->u, "(%s * %llu)", mu_expr(n, x->a), 1ull << x->b->value);
}

const char *mu_expr(const mu_names *n, const cg_expr *x) {
    const mu *u = n->u;
    switch (x->op) {
    case CG_X_CONST: return mu_value(u, &x->type, x->value);
    case CG_X_REG:
        if (n->invariant)
            return MU_TEXT(u, "%s.%s", variable(n, x, false),
                           mu_name(u, machine_of(n, x)->m->regs[x->field].name));
        return MU_TEXT(u, "%s.%s", n->node, mu_name(u, n->m->regs[x->field].name));
    case CG_X_LINE: return cell_item(n, x, x->field);
    case CG_X_MSHR: return cell_item(n, x, machine_of(n, x)->m->n_line + x->field);
    case CG_X_MSG: return MU_TEXT(u, "%s.%s", n->packet, mu_name(u, n->msg->fields[x->field].name));
    case CG_X_SRC: return n->src;
    case CG_X_SELF: return n->self;
    case CG_X_NOT: return MU_TEXT(u, "!%s", mu_expr(n, x->a));
    case CG_X_ADD: return binary(n, x, "+");
    case CG_X_SUB: return binary(n, x, "-");
    case CG_X_MUL: return binary(n, x, "*");
    case CG_X_SHL: return shift_left(n, x);
    case CG_X_SHR: return MU_TEXT(u, "shift_right(%s, %s)", mu_expr(n, x->a), mu_expr(n, x->b));
    case CG_X_EQ: return binary(n, x, "=");
    case CG_X_NE: return binary(n, x, "!=");
    case CG_X_LT: return binary(n, x, "<");
    case CG_X_LE: return binary(n, x, "<=");
    case CG_X_GT: return binary(n, x, ">");
    case CG_X_GE: return binary(n, x, ">=");
    case CG_X_AND: return binary(n, x, "&");
    case CG_X_OR: return binary(n, x, "|");
    case CG_X_MIN: return MU_TEXT(u, "least(%s, %s)", mu_expr(n, x->a), mu_expr(n, x->b));
    case CG_X_MAX: return MU_TEXT(u, "most(%s, %s)", mu_expr(n, x->a), mu_expr(n, x->b));
    case CG_X_COND: return MU_TEXT(u, "(%s ? %s : %s)", mu_expr(n, x->a), mu_expr(n, x->b), mu_expr(n, x->c));
    case CG_X_FIT: return mu_expr(n, x->a);
    case CG_X_IN_STATE:
        return MU_TEXT(u, "(%s.state = %s)", variable(n, x, true),
                       mu_state(u, machine_of(n, x)->m, x->field));
    case CG_X_HERE: return here(n, x);
    case CG_X_BUSY: return busy(n, x);
    }
    return "";
}

// ------------------------------------------------------------------------------------------------- checks

static bool seen_before(const mu *u, const char *text, const char ***seen, int *n_seen) {
    for (int i = 0; i < *n_seen; i++) {
        if (!strcmp((*seen)[i], text)) return true;
    }
    *CG_PUSH(u->arena, *seen, *n_seen) = text;
    return false;
}

static void print_check(const mu_names *n, const cg_expr *x, const char *rule, const char *unless,
                        const char ***seen, int *n_seen) {
    const mu *u = n->u;
    if (!x) return;
    if (x->op == CG_X_COND) { // only the branch that counts
        const char *a = mu_expr(n, x->a);
        print_check(n, x->a, rule, unless, seen, n_seen);
        print_check(n, x->b, rule, MU_TEXT(u, "%s%s & ", unless, a), seen, n_seen);
        print_check(n, x->c, rule, MU_TEXT(u, "%s!%s & ", unless, a), seen, n_seen);
        return;
    }
    print_check(n, x->a, rule, unless, seen, n_seen);
    print_check(n, x->b, rule, unless, seen, n_seen);
    const char *broken = NULL, *kind = "fit";
    if (x->op == CG_X_FIT) broken = MU_TEXT(u, "%s > %llu", mu_expr(n, x->a), (1ull << x->type.width) - 1);
    if (x->op == CG_X_SUB) {
        kind = "below zero";
        broken = MU_TEXT(u, "%s < %s", mu_expr(n, x->a), mu_expr(n, x->b));
    }
    if (!broken) return;
    broken = MU_TEXT(u, "%s%s", unless, broken);
    if (seen_before(u, broken, seen, n_seen)) return;
    fprintf(u->out, "  if %s then error \"%s: %s\"; end;\n", broken, kind, rule);
}

void mu_print_checks(const mu_names *n, const cg_expr *x, const char *rule, const char ***seen, int *n_seen) {
    print_check(n, x, rule, "", seen, n_seen);
}

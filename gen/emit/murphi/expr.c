// Expressions, as text.
#include <ctype.h>
#include <string.h>

#include "emit.h"
#include "lang/function.h"
#include "lang/lookup.h"
#include "lang/mask.h"
#include "lang/topology.h"

// Controllers that a variable of an invariant stands for: a home's is the home of the line.
static const char *number_of_variable(const mu_names *n, const cg_expr *x) {
    const cg_variable *v = &n->invariant->vars[x->var];
    const bool home = n->u->s->machines[v->machine].home;
    return home ? mu_home_of(n->u, v->machine, "line") : mu_name(n->u, v->name);
}

static const char *name_of_variable(const mu_names *n, const cg_expr *x, bool cell) {
    const cg_machine *m = &n->u->s->machines[n->invariant->vars[x->var].machine];
    return MU_TEXT(n->u, cell ? "%s[%s].line[line]" : "%s[%s]", m->name, number_of_variable(n, x));
}

static const mu_machine *machine_of_expr(const mu_names *n, const cg_expr *x) {
    return &n->u->machines[n->invariant ? n->invariant->vars[x->var].machine
                                        : (int)(n->m - n->u->s->machines)];
}

// NULL: the field is never live.
static const char *cell_place(const mu_names *n, const cg_expr *x, int item) {
    const mu_machine *mm = machine_of_expr(n, x);
    if (!mu_has(mm, item)) return NULL;
    return MU_TEXT(n->u, "%s.%s", n->invariant ? name_of_variable(n, x, true) : n->cell,
                   mu_cell_field(n->u, mm, item));
}

static const char *line_is_here(const mu_names *n, const cg_expr *x) {
    const mu_machine *mm = machine_of_expr(n, x);
    const char *cell = name_of_variable(n, x, true), *all = "false";
    for (int s = 0; s < mm->m->n_states; s++) {
        if (!cg_is_here(mm->m, s)) continue;
        const char *is = MU_TEXT(n->u, "%s.state = %s", cell, mu_state(n->u, mm->m, s));
        if (mm->way[s] == MU_MIXED && mu_live(mm, s, mu_item(mm, MU_HERE)))
            is = MU_TEXT(n->u, "%s & %s.here", is, cell);
        if (mm->way[s] != MU_NEVER) all = MU_TEXT(n->u, "%s | %s", all, is);
    }
    return MU_TEXT(n->u, "(%s)", all);
}

static const char *line_is_busy(const mu_names *n, const cg_expr *x) {
    const mu_machine *mm = machine_of_expr(n, x);
    const char *all = "false";
    for (int s = mm->m->n_stable; s < mm->m->n_states; s++)
        all =
            MU_TEXT(n->u, "%s | %s.state = %s", all, name_of_variable(n, x, true), mu_state(n->u, mm->m, s));
    return MU_TEXT(n->u, "(%s)", all);
}

static const char *binary_text(const mu_names *n, const cg_expr *x, const char *op) {
    return MU_TEXT(n->u, "(%s %s %s)", mu_expr(n, x->a), op, mu_expr(n, x->b));
}

// Distance of a shift to the left is a constant.
static const char *shift_left(const mu_names *n, const cg_expr *x) {
    return MU_TEXT(n->u, "(%s * %llu)", mu_expr(n, x->a), 1ull << x->b->value);
}

// ------------------------------------------------------------------------------------------------- sets

// Where a field is, stored or in a message; NULL: it is never read, and has its initial value.
static const char *place_of_field(const mu_names *n, const cg_expr *x) {
    const mu *u = n->u;
    if (x->op == CG_X_MSG) return MU_TEXT(u, "%s.%s", n->packet, mu_name(u, n->msg->fields[x->field].name));
    const cg_machine *m = machine_of_expr(n, x)->m;
    const char *node = n->invariant ? name_of_variable(n, x, false) : n->node;
    const char *name = mu_name(u, cg_field_at(m, x->space, x->field)->name);
    switch (x->space) {
    case CG_SPACE_REG: return MU_TEXT(u, "%s.%s", node, name);
    case CG_SPACE_THREAD: return MU_TEXT(u, "%s.thread[%s].%s", node, n->thread, name);
    case CG_SPACE_BUFFER: return MU_TEXT(u, "%s.buffer[%s].%s", node, n->invariant ? "line" : n->line, name);
    case CG_SPACE_FOUND: return MU_TEXT(u, "%s.%s", mu_found(n, cg_lookup_of_field(m, x->field)), name);
    case CG_SPACE_LINE:
    case CG_SPACE_MSHR: return cell_place(n, x, mu_field_item(m, x->space, x->field));
    case CG_N_SPACES: break;
    }
    return NULL;
}

static const char *text_of_field(const mu_names *n, const cg_expr *x) {
    const mu_machine *mm = machine_of_expr(n, x);
    const char *at = place_of_field(n, x);
    return at ? at : mu_initial(n->u, mm, mu_field_item(mm->m, x->space, x->field));
}

static const char *members_of_both(const mu_names *n, const cg_expr *x, const char *who, const char *op) {
    return MU_TEXT(n->u, "(%s %s %s)", mu_member(n, x->a, who), op, mu_member(n, x->b, who));
}

static uint64_t initial_set(const mu_names *n, const cg_expr *x) {
    return cg_field_at(machine_of_expr(n, x)->m, x->space, x->field)->init;
}

static const char *member_of_constant(const mu *u, uint64_t set, const char *who) {
    const char *text = "false";
    for (int i = 0; i < 64; i++)
        if (set >> i & 1) text = MU_TEXT(u, "(%s = %d | %s)", who, i, text);
    return text;
}

const char *mu_member(const mu_names *n, const cg_expr *x, const char *who) {
    const mu *u = n->u;
    switch (x->op) {
    case CG_X_SET_OF: return MU_TEXT(u, "(%s = %s)", who, mu_expr(n, x->a));
    case CG_X_UNION:
    case CG_X_INTERSECT:
    case CG_X_WITHOUT: return members_of_both(n, x, who, CG_OPS[x->op].model);
    case CG_X_COND:
        return MU_TEXT(u, "(%s ? %s : %s)", mu_expr(n, x->a), mu_member(n, x->b, who),
                       mu_member(n, x->c, who));
    case CG_X_CONST:
        if (x->type.kind == CG_T_MASK) return x->value ? "true" : "false"; // all bytes, or none
        return member_of_constant(u, x->value, who);
    case CG_X_BYTES: return mu_named_bytes(n, who);
    default: break; // a field
    }
    const char *at = place_of_field(n, x);
    return at ? MU_TEXT(u, "%s[%s]", at, who) : member_of_constant(u, initial_set(n, x), who);
}

static const char *same_sets(const mu_names *n, const cg_expr *x) {
    const cg_expr *a = x->a, *b = x->b;
    const char *id = mu_members(n->u, &a->type), *of_a = mu_member(n, a, "g"), *of_b = mu_member(n, b, "g");
    return MU_TEXT(n->u, "(forall g: %s do %s = %s end)", id, of_a, of_b);
}

// Members of a set of interchangeable controllers can be counted, but not one after the other: there are as
// many as there can be different ones.
static const char *count_members(const mu_names *n, const cg_expr *x) {
    const mu *u = n->u;
    const int members = (int)u->s->machines[x->a->type.machine].count;
    const char *id = mu_id(u, x->a->type.machine), *inner = NULL;
    const char *total = "0";
    for (int most = 1; most <= members; most++) {
        inner = "true";
        for (int k = most; k >= 1; k--) {
            const char *who = MU_TEXT(u, "g%d", k), *others = "";
            for (int j = 1; j < k; j++) others = MU_TEXT(u, "%s & g%d != %s", others, j, who);
            inner = MU_TEXT(u, "exists %s: %s do %s%s & %s end", who, id, mu_member(n, x->a, who), others,
                            k == most ? "true" : MU_TEXT(u, "(%s)", inner));
        }
        total = MU_TEXT(u, "((%s) ? %d : %s)", inner, most, total);
    }
    return total;
}

// ---------------------------------------------------------------------------------------------- requests

const char *mu_asker(const mu_names *n, const cg_expr *x, mu_asker_part part) {
    static const char *const PARTS[] = {[MU_CORE] = "core", [MU_THREAD] = "thread"};
    const mu *u = n->u;
    if (x->op == CG_X_COND)
        return MU_TEXT(u, "(%s ? %s : %s)", mu_expr(n, x->a), mu_asker(n, x->b, part),
                       mu_asker(n, x->c, part));
    if (x->type.kind == CG_T_CORE) return mu_expr(n, x);
    if (x->op == CG_X_REQUEST && part == MU_THREAD) return n->thread;
    return MU_TEXT(u, "%s.%s", x->op == CG_X_REQUEST ? n->packet : place_of_field(n, x), PARTS[part]);
}

const char *mu_assign(const mu_names *n, const char *to, const cg_expr *x) {
    if (x->type.kind == CG_T_REQUEST)
        return MU_TEXT(n->u, "%s.core := %s; %s.thread := %s;", to, mu_asker(n, x, MU_CORE), to,
                       mu_asker(n, x, MU_THREAD));
    if (!cg_is_set(x->type)) return MU_TEXT(n->u, "%s := %s;", to, mu_expr(n, x));
    return MU_TEXT(n->u, "for e: %s do %s[e] := %s; end;", mu_members(n->u, &x->type), to,
                   mu_member(n, x, "e"));
}

// ------------------------------------------------------------------------------------------------- values

// A call of a part's result, told the greatest number that it can be.
static const char *applied_function(const mu_names *n, const cg_expr *x) {
    const mu *u = n->u;
    const cg_part_result_row *row = &CG_PART_RESULTS[x->field];
    const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
    const int all = cg_operands_of(x, operands);
    const char *list = "";
    for (int k = 0; k < all; k++) list = MU_TEXT(u, "%s%s, ", list, mu_expr(n, operands[k]));
    return MU_TEXT(u, "part_%s_%s(%s%llu)", CG_PARTS[row->part].name, row->name, list,
                   (unsigned long long)(UINT64_MAX >> (64 - x->type.width)));
}

// Leaves whose text depends on where they are read.
enum {
#define L(op, name, type, needs, traits, wire, model, meaning) +(sizeof model == 1)
#define X(...)
    N_LEAVES_BY_HAND = 0
#include "lang/ops.def"
#undef L
#undef X
};
_Static_assert(N_LEAVES_BY_HAND == 22, "mu_expr() has the text of each leaf whose row has none");

// note [known]: an operand takes the few values that the table tries it with, so what compares it with a
// number is often known, and with that a choice by it. What is known is not printed: values that an access
// names by an operand stand in many places, each with all of its choices.
static const cg_operand *operand_of(const mu_names *n, const cg_expr *x) {
    return x->op == CG_X_OPERAND ? &n->u->s->operands[x->field] : NULL;
}

// -1: not known.
static int known_comparison(const mu_names *n, const cg_expr *x) {
    const cg_operand *o = operand_of(n, x->a);
    int holds = 0;
    if (!o || !cg_is_const(x->b)) return -1;
    for (int i = 0; i < o->n_values; i++) {
        const uint64_t v = o->values[i];
        holds += x->op == CG_X_EQ ? v == x->b->value : x->op == CG_X_NE ? v != x->b->value : v > x->b->value;
    }
    return holds == 0 ? 0 : holds == o->n_values ? 1 : -1;
}

static int known(const mu_names *n, const cg_expr *x) {
    int a, b;
    switch (x->op) {
    case CG_X_CONST: return x->type.kind == CG_T_BOOL ? x->value != 0 : -1;
    case CG_X_EQ:
    case CG_X_NE:
    case CG_X_GT: return known_comparison(n, x);
    case CG_X_NOT: return (a = known(n, x->a)) < 0 ? a : !a;
    case CG_X_AND:
    case CG_X_OR:
        a = known(n, x->a), b = known(n, x->b);
        if (a == (x->op == CG_X_OR) || b == (x->op == CG_X_OR)) return x->op == CG_X_OR;
        return a < 0 || b < 0 ? -1 : a;
    default: return -1;
    }
}

// The part of it that says what it is: of a choice that is known one branch, of `a && b` the one that is not.
static const cg_expr *without_known(const mu_names *n, const cg_expr *x) {
    for (;;) {
        if (x->op == CG_X_COND && known(n, x->a) >= 0)
            x = known(n, x->a) ? x->b : x->c;
        else if ((x->op == CG_X_AND || x->op == CG_X_OR) && known(n, x) < 0 && known(n, x->a) >= 0)
            x = x->b;
        else if ((x->op == CG_X_AND || x->op == CG_X_OR) && known(n, x) < 0 && known(n, x->b) >= 0)
            x = x->a;
        else
            return x;
    }
}

bool mu_never(const mu_names *n, const cg_expr *x) {
    return known(n, x) == 0;
}

static const char *mu_expr_of(const mu_names *n, const cg_expr *x);

const char *mu_expr(const mu_names *n, const cg_expr *x) {
    x = without_known(n, x);
    const int is = known(n, x);
    if (is >= 0) return is ? "true" : "false";
    if ((x->op == CG_X_EQ || x->op == CG_X_NE) && operand_of(n, x->a) && cg_is_const(x->b)) {
        const char *place = mu_operand_place(n, x->a->field, x->b->value);
        return MU_TEXT(n->u, x->op == CG_X_EQ ? "(%s)" : "!(%s)", place);
    }
    return mu_let(n, x, mu_expr_of(n, x));
}

static const char *mu_expr_of(const mu_names *n, const cg_expr *x) {
    const mu *u = n->u;
    const char *op = CG_OPS[x->op].model;
    const bool set = x->a && cg_is_set(x->a->type);
    switch (x->op) {
    case CG_X_CONST: return mu_value(u, &x->type, x->value);
    case CG_X_FIELD: return text_of_field(n, x);
    case CG_X_MSG: return place_of_field(n, x);
    case CG_X_SRC: return n->src;
    case CG_X_INPUT: return MU_TEXT(u, "mode_%s", u->s->inputs[x->field].name);
    case CG_X_MARK: return mu_marked(n, x->field);
    case CG_X_LOOKUP: return mu_asked_of_lookup(n, x);
    case CG_X_OPERAND: return mu_operand(n, x->field);
    case CG_X_SELF: return n->invariant ? number_of_variable(n, x) : n->self;
    case CG_X_SHL: return shift_left(n, x);
    case CG_X_NE: return set ? MU_TEXT(u, "!%s", same_sets(n, x)) : binary_text(n, x, op);
    case CG_X_EQ: return set ? same_sets(n, x) : binary_text(n, x, op);
    case CG_X_COND: return MU_TEXT(u, "(%s ? %s : %s)", mu_expr(n, x->a), mu_expr(n, x->b), mu_expr(n, x->c));
    case CG_X_FIT: return mu_expr(n, x->a);
    case CG_X_APPLY: return applied_function(n, x);
    case CG_X_IN_STATE:
        return MU_TEXT(u, "(%s.state = %s)", name_of_variable(n, x, true),
                       mu_state(u, machine_of_expr(n, x)->m, x->field));
    case CG_X_HERE: return line_is_here(n, x);
    case CG_X_BUSY: return line_is_busy(n, x);
    case CG_X_BYTES: break;   // mu_member()
    case CG_X_REQUEST: break; // mu_asker()
    case CG_X_PLACE: return MU_TEXT(u, "place_of_line(%s)", n->line);
    case CG_X_GLOBAL: return MU_TEXT(u, "number_of_line(%s.line)", n->packet);
    case CG_X_ASKING: return MU_TEXT(u, "%s.core", n->packet);
    case CG_X_CORE_OF: return mu_asker(n, x->a, MU_CORE);
    case CG_X_IN: return mu_member(n, x->b, mu_expr(n, x->a));
    case CG_X_COUNT: return count_members(n, x);
    case CG_X_BUFFERED:
        return mu_buffered(u, n->invariant ? name_of_variable(n, x, false) : n->node,
                           n->invariant ? "line" : n->line);
    case CG_X_GATHERED: return MU_TEXT(u, "%s.buffer[%s].there", n->node, n->line);
    case CG_X_WHOLE: return n->whole;
    case CG_X_WANTED: return mu_wanted(u, n->m, n->self, n->line);
    case CG_X_REQUESTED: return mu_requested(n);
    default: break;
    }
    // What is the same everywhere. Sets are mu_member()'s; rules that widen do not count words:
    // gen/read/table/bounds.c
    if (x->op < CG_N_LEAVES) return CG_LEAVES[x->op].model;
    if (CG_OPS[x->op].operands == 1) return MU_TEXT(u, "%s%s", op, mu_expr(n, x->a));
    if (isalpha((unsigned char)*op)) return MU_TEXT(u, "%s(%s, %s)", op, mu_expr(n, x->a), mu_expr(n, x->b));
    return binary_text(n, x, op);
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
    x = without_known(n, x);
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
    const cg_fault fault = CG_OPS[x->op].fault;
    if (fault == CG_FAULT_FIT)
        broken = MU_TEXT(u, "%s > %llu", mu_expr(n, x->a), (1ull << x->type.width) - 1);
    if (fault == CG_FAULT_BELOW_ZERO) {
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

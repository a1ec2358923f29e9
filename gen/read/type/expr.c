#include <string.h>

#include "lang/mask.h"
#include "lang/topology.h"
#include "parts.h"

const cg_type CG_FIT_KEEPS = {CG_T_INT, 64, CG_NONE, CG_NONE};

const cg_type CG_BOOL = {CG_T_BOOL, 1, CG_NONE, CG_NONE};

enum { WIDEST = 64, MOST_NODES = 4096 };

cg_type cg_int_of(int width) {
    return (cg_type){CG_T_INT, width, CG_NONE, CG_NONE};
}

cg_expr *cg_make(cg_scope *s, cg_xop op, cg_type type, const cg_expr *a, const cg_expr *b) {
    cg_expr *x = cg_arena_alloc(s->reader->arena, sizeof *x);
    *x = (cg_expr){.op = op, .type = type, .field = CG_NONE, .a = a, .b = b};
    return x;
}

cg_expr *cg_make_field(cg_scope *s, cg_space space, const cg_fields *fields, int field) {
    cg_expr *x = cg_make(s, CG_X_FIELD, fields->field[field].type, NULL, NULL);
    x->space = space;
    x->field = field;
    return x;
}

cg_expr *cg_make_const(cg_scope *s, cg_type type, uint64_t value) {
    cg_expr *x = cg_make(s, CG_X_CONST, type, NULL, NULL);
    x->value = value;
    return x;
}

cg_expr *cg_make_int(cg_scope *s, uint64_t value) {
    return cg_make_const(s, cg_int_of(cg_bits(value)), value);
}

const char *cg_name_of_type(cg_scope *s, cg_type t) {
    return cg_type_text(s->reader->spec, s->reader->arena, t);
}

const char *cg_written(cg_scope *s, const cg_ast *n) {
    return cg_arena_strndup(s->reader->arena, n->source->text + n->at, (size_t)(n->end - n->at));
}

const cg_expr *cg_type_fail(cg_scope *s, cg_code code, const cg_ast *n, int at, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cg_json_verror(s->reader->json, code, n->source->pointer, at, fmt, args);
    va_end(args);
    return NULL;
}

// An error that is this use's and not the let's: it is told where the let is named.
const cg_expr *cg_fail_at_use(cg_scope *s, cg_code code, const cg_ast *n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    const char *text = cg_arena_vprintf(s->reader->arena, fmt, args);
    va_end(args);
    if (!s->use) return cg_type_fail(s, code, n, n->at, "this uses %s", text);
    return cg_type_fail(s, code, s->use, s->use->at, "let '%s' uses %s", s->use->name, text);
}

// ------------------------------------------------------------------------------------------------- names

static const cg_expr *type_let(cg_scope *s, const cg_ast *n, cg_let *let, const cg_type *fit) {
    let->used = true;
    if (!let->ast) return NULL;
    if (let->busy) return cg_type_fail(s, CG_E_SYNTAX, n, n->at, "let '%s' is defined by itself", let->name);
    let->busy = true;
    const cg_ast *outer = s->use;
    if (!outer) s->use = n;
    cg_expr *x = (cg_expr *)(uintptr_t)cg_type_expr(s, let->ast, fit);
    s->use = outer;
    let->busy = false;
    if (x) x->let = let->name; // the tree was made for this use alone
    return x;
}

static const cg_expr *type_literal(cg_scope *s, const char *name) {
    const cg_spec *spec = s->reader->spec;
    for (int e = 0; e < spec->n_enums; e++) {
        for (int i = 0; i < spec->enums[e].n_literals; i++) {
            if (strcmp(spec->enums[e].literals[i], name)) continue;
            cg_type t = {CG_T_ENUM, cg_bits((uint64_t)spec->enums[e].n_literals - 1), e, CG_NONE};
            return cg_make_const(s, t, (uint64_t)i);
        }
    }
    return NULL;
}

static const cg_expr *unknown_name(cg_scope *s, const cg_ast *n) {
    cg_reader *r = s->reader;
    cg_words w = {0};
    for (int i = 0; i < r->spec->n_params; i++) cg_words_add(r, &w, r->spec->params[i].name);
    for (int i = 0; i < r->n_constants; i++) cg_words_add(r, &w, r->constants[i].name);
    const cg_words constant = w;
    for (int i = 0; s->machine && i < r->n_lets; i++) cg_words_add(r, &w, r->lets[i].name);
    for (int i = 0; s->machine && i < s->machine->n_regs; i++) cg_words_add(r, &w, s->machine->regs[i].name);
    for (int i = 0; s->machine && i < s->machine->n_inputs; i++)
        cg_words_add(r, &w, r->spec->inputs[s->machine->inputs[i]].name);
    for (int e = 0; e < r->spec->n_enums; e++) {
        for (int i = 0; i < r->spec->enums[e].n_literals; i++)
            cg_words_add(r, &w, r->spec->enums[e].literals[i]);
    }
    if (s->machine && r->spec->clock.bits) cg_words_add(r, &w, "clock");
    const char *kinds =
        s->machine ? "register, let, parameter, constant or literal" : "parameter or constant";
    const char *hint = cg_hint(r, n->name, &w);
    if (!*hint && !s->machine) hint = cg_hint_or_all(r, n->name, &constant);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no %s%s", n->name, kinds, hint);
}

// An input of this machine; in invariants, of any.
static int find_visible_input(const cg_scope *s, const char *name) {
    const cg_spec *spec = s->reader->spec;
    for (int i = 0; i < spec->n_inputs; i++) {
        bool here = s->invariant;
        for (int k = 0; s->machine && k < s->machine->n_inputs; k++) here |= s->machine->inputs[k] == i;
        if (here && !strcmp(spec->inputs[i].name, name)) return i;
    }
    return CG_NONE;
}

static const cg_expr *type_name(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    cg_reader *r = s->reader;
    const cg_xop leaf = cg_leaf_named(s, n->name);
    if (leaf < CG_N_LEAVES) return cg_type_leaf(s, n, leaf);
    if (s->machine && !strcmp(n->name, "all")) return cg_type_all(s, n);
    for (int i = 0; s->invariant && i < s->invariant->n_vars; i++) {
        if (strcmp(s->invariant->vars[i].name, n->name)) continue;
        cg_expr *x = cg_make(s, CG_X_SELF, cg_node_type(r->spec, s->invariant->vars[i].machine), NULL, NULL);
        x->var = i;
        return x;
    }
    for (int i = 0; s->machine && i < r->n_lets; i++) {
        if (!strcmp(r->lets[i].name, n->name)) return type_let(s, n, &r->lets[i], fit);
    }
    for (cg_space k = 0; s->machine && k < CG_N_SPACES; k++) {
        const cg_fields *fields = &s->machine->fields[k];
        const bool bare = CG_SPACES[k].traits & CG_TRAIT_BARE;
        const int f = bare ? cg_find_field(fields->field, fields->n, n->name) : CG_NONE;
        if (f != CG_NONE) return cg_make_field(s, k, fields, f);
    }
    const int input = find_visible_input(s, n->name);
    if (input != CG_NONE) {
        cg_expr *x = cg_make(s, CG_X_INPUT, CG_BOOL, NULL, NULL);
        x->field = input;
        return x;
    }
    for (int i = 0; i < r->spec->n_params; i++) {
        if (strcmp(r->spec->params[i].name, n->name)) continue;
        r->param_used[i] = true;
        s->used_param = true;
        return cg_make_int(s, r->spec->params[i].value);
    }
    for (int i = 0; i < r->n_constants; i++) {
        if (strcmp(r->constants[i].name, n->name)) continue;
        r->constants[i].used = true;
        s->used_param = true;
        return cg_make_int(s, r->constants[i].value);
    }
    const cg_expr *literal = type_literal(s, n->name);
    return literal ? literal : unknown_name(s, n);
}

// ------------------------------------------------------------------------------------------------- calls

static const cg_expr *type_minmax(cg_scope *s, const cg_ast *n, cg_xop op) {
    const cg_expr *all = NULL;
    bool good = n->n_args >= 2;
    if (!good) cg_type_fail(s, CG_E_SYNTAX, n, n->at, "%s wants two values or more", n->name);
    for (int i = 0; i < n->n_args; i++) {
        const cg_expr *x = cg_type_expr(s, n->args[i], NULL);
        good = good && x;
        if (x && x->type.kind != CG_T_INT) {
            cg_type_fail(s, CG_E_TYPE, n->args[i], n->args[i]->at, "%s wants integers, not %s", n->name,
                         cg_name_of_type(s, x->type));
            good = false;
        }
        if (!good) continue;
        if (!all) {
            all = x;
        } else if (cg_is_const(all) && cg_is_const(x)) {
            all = cg_make_int(s, cg_op_value(op, all->value, x->value));
        } else {
            const int width = cg_op_width(op, all->type.width, x->type.width, 0);
            all = cg_make(s, op, cg_int_of(width), all, x);
        }
    }
    return good ? all : NULL;
}

static const cg_expr *type_fit(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    const cg_expr *x = cg_type_expr(s, n->args[0], NULL);
    if (!fit)
        return cg_type_fail(
            s, CG_E_SYNTAX, n, n->at,
            "fit() takes its width from what the value is assigned to: it must be all of that value");
    if (!x) return NULL;
    if (x->type.kind != CG_T_INT || fit->kind != CG_T_INT)
        return cg_type_fail(s, CG_E_TYPE, n, n->at, "fit() narrows an integer to an integer");
    if (fit == &CG_FIT_KEEPS || x->type.width <= fit->width) return x;
    if (cg_is_const(x))
        return cg_type_fail(s, CG_E_WIDTH, n, n->at, "%llu never fits into %d bits",
                            (unsigned long long)x->value, fit->width);
    return cg_make(s, CG_X_FIT, *fit, x, NULL);
}

static const cg_expr *type_bits(cg_scope *s, const cg_ast *n) {
    const cg_expr *x = cg_type_expr(s, n->args[0], NULL);
    if (!x) return NULL;
    if (!cg_is_const(x) || x->type.kind != CG_T_INT)
        return cg_type_fail(s, CG_E_CONST, n->args[0], n->args[0]->at, "bits() wants a constant integer");
    return cg_make_int(s, cg_op_value(CG_X_BITS, x->value, 0));
}

// "min, max, fit, bits, core, is and count"
static const char *function_list(cg_scope *s, cg_words *w) {
    const char *list = "";
    cg_xop last = CG_N_OPS - 1;
    while (CG_OPS[last].shape != CG_SHAPE_CALL) last--;
    for (cg_xop op = CG_N_LEAVES; op < CG_N_OPS; op++) {
        if (CG_OPS[op].shape != CG_SHAPE_CALL) continue;
        cg_words_add(s->reader, w, CG_OPS[op].text);
        list = cg_arena_printf(s->reader->arena, "%s%s%s", list,
                               !*list       ? ""
                               : op == last ? " and "
                                            : ", ",
                               CG_OPS[op].text);
    }
    return list;
}

static const cg_expr *type_call(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    if (n->member) return cg_type_function(s, n);
    cg_xop op = CG_N_LEAVES;
    while (op < CG_N_OPS && (CG_OPS[op].shape != CG_SHAPE_CALL || strcmp(CG_OPS[op].text, n->name))) op++;
    if (op == CG_N_OPS) {
        cg_words w = {0};
        const char *list = function_list(s, &w);
        return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no function: %s are%s", n->name, list,
                            cg_hint(s->reader, n->name, &w));
    }
    if (CG_OPS[op].typing == CG_TYPING_EXTREME) return type_minmax(s, n, op);
    if (CG_OPS[op].typing == CG_TYPING_CORE) return cg_type_core(s, n);
    if (CG_OPS[op].typing == CG_TYPING_KIND) return cg_type_is(s, n);
    if (n->n_args != 1) return cg_type_fail(s, CG_E_SYNTAX, n, n->at, "%s wants one value", n->name);
    if (CG_OPS[op].typing == CG_TYPING_FIT) return type_fit(s, n, fit);
    return CG_OPS[op].typing == CG_TYPING_BITS ? type_bits(s, n) : cg_type_count(s, n);
}

// --------------------------------------------------------------------------------------------- operators

static const cg_expr *type_arith(cg_scope *s, const cg_ast *n, cg_xop op, const cg_expr *a,
                                 const cg_expr *b) {
    if (cg_is_const(a) && cg_is_const(b)) {
        if (cg_op_exact(op, a->value, b->value)) return cg_make_int(s, cg_op_value(op, a->value, b->value));
        return cg_type_fail(s, CG_E_CONST, n, n->op_at, "'%s' is %s", cg_written(s, n),
                            CG_OPS[op].fault == CG_FAULT_BELOW_ZERO ? "below zero" : "more than 64 bits");
    }
    if (op == CG_X_SHL && !cg_is_const(b))
        return cg_type_fail(s, CG_E_CONST, n->args[1], n->args[1]->at,
                            "a shift to the left wants a constant distance");
    const int width = cg_op_width(op, a->type.width, b->type.width, b->value);
    if (width > WIDEST)
        return cg_type_fail(s, CG_E_WIDTH, n, n->op_at, "'%s' has more than 64 bits", cg_written(s, n));
    return cg_make(s, op, cg_int_of(width), a, b);
}

// a && b, a || b: a constant operand decides or falls away.
static const cg_expr *type_logic(cg_scope *s, cg_xop op, const cg_expr *a, const cg_expr *b) {
    const bool decides = cg_op_value(op, true, false); // || is decided by true, && by false
    if (cg_is_const(a)) return (a->value != 0) == decides ? a : b;
    if (cg_is_const(b)) return (b->value != 0) == decides ? b : a;
    return cg_make(s, op, CG_BOOL, a, b);
}

// A node may be one of the local memory beside its machine, or the other way about.
static bool is_same_type(const cg_scope *s, cg_type a, cg_type b) {
    const bool nodes = a.kind == CG_T_NODE && b.kind == CG_T_NODE;
    return cg_same_type(a, b) || (nodes && cg_same_nodes(s->reader->spec, a.machine, b.machine));
}

static bool operands_fit(cg_scope *s, const cg_ast *n, cg_typing f, const char *op, cg_type a, cg_type b) {
    if (f == CG_TYPING_EQUAL || (f == CG_TYPING_ORDER && a.kind == CG_T_NODE)) {
        if (is_same_type(s, a, b) && a.kind != CG_T_REQUEST) return true;
        cg_type_fail(s, CG_E_TYPE, n, n->op_at, "'%s' compares %s with %s", op, cg_name_of_type(s, a),
                     cg_name_of_type(s, b));
        return false;
    }
    const cg_kind wanted = f == CG_TYPING_LOGIC ? CG_T_BOOL : CG_T_INT;
    const cg_type wrong = a.kind != wanted ? a : b;
    if (wrong.kind == wanted) return true;
    cg_type_fail(s, CG_E_TYPE, n, n->op_at, "'%s' wants %s, not %s", op,
                 f == CG_TYPING_LOGIC ? "booleans" : "integers", cg_name_of_type(s, wrong));
    return false;
}

// Of the operators of one text that for sets, if one of the operands is a set.
static cg_xop operator_for(cg_xop written, const cg_expr *a, const cg_expr *b) {
    const bool sets = cg_is_set(a->type) || cg_is_set(b->type);
    for (cg_xop op = written; sets && op < CG_N_OPS; op++)
        if (CG_OPS[op].typing == CG_TYPING_SETS && !strcmp(CG_OPS[op].text, CG_OPS[written].text)) return op;
    return written;
}

static const cg_expr *type_binary(cg_scope *s, const cg_ast *n) {
    if (cg_is_state(s, n)) return cg_type_state(s, n);
    const char *text = CG_OPS[n->op].text;
    const cg_expr *a = cg_type_expr(s, n->args[0], NULL), *b = cg_type_expr(s, n->args[1], NULL);
    if (!a || !b) return NULL;
    const cg_xop op = operator_for(n->op, a, b);
    const cg_typing f = CG_OPS[op].typing;
    if (f == CG_TYPING_MEMBER) return cg_type_in(s, n, a, b);
    if (f == CG_TYPING_SETS) return cg_type_sets(s, n, op, text, a, b);
    cg_meet_empty(s, &a, &b);
    if (!operands_fit(s, n, f, text, a->type, b->type)) return NULL;
    if (f == CG_TYPING_LOGIC) return type_logic(s, op, a, b);
    if (f == CG_TYPING_ARITHMETIC) return type_arith(s, n, op, a, b);
    if (cg_is_const(a) && cg_is_const(b))
        return cg_make_const(s, CG_BOOL, cg_op_value(op, a->value, b->value));
    return cg_make(s, op, CG_BOOL, a, b);
}

static const cg_expr *type_not(cg_scope *s, const cg_ast *n) {
    const cg_expr *a = cg_type_expr(s, n->args[0], NULL);
    if (!a) return NULL;
    if (a->type.kind != CG_T_BOOL)
        return cg_type_fail(s, CG_E_TYPE, n, n->at, "'!' wants a boolean, not %s",
                            cg_name_of_type(s, a->type));
    return cg_is_const(a) ? cg_make_const(s, CG_BOOL, !a->value) : cg_make(s, CG_X_NOT, CG_BOOL, a, NULL);
}

static const cg_expr *type_condition(cg_scope *s, const cg_ast *n) {
    const cg_expr *x = cg_type_expr(s, n, NULL);
    if (!x || x->type.kind == CG_T_BOOL) return x;
    return cg_type_fail(s, CG_E_TYPE, n, n->at, "'%s' is %s, and a boolean is wanted", cg_written(s, n),
                        cg_name_of_type(s, x->type));
}

static const cg_expr *type_cond(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    const cg_expr *a = type_condition(s, n->args[0]);
    const cg_expr *b = cg_type_expr(s, n->args[1], fit), *c = cg_type_expr(s, n->args[2], fit);
    if (!a || !b || !c) return NULL;
    cg_meet_empty(s, &b, &c);
    if (!cg_same_type(b->type, c->type))
        return cg_type_fail(s, CG_E_TYPE, n, n->op_at, "'? :' chooses between %s and %s",
                            cg_name_of_type(s, b->type), cg_name_of_type(s, c->type));
    if (cg_is_const(a) || cg_is_any_set(b)) return !cg_is_const(a) || a->value ? b : c;
    cg_type t = b->type.width > c->type.width ? b->type : c->type;
    cg_expr *x = cg_make(s, n->op, t, a, b);
    x->c = c;
    return x;
}

// ----------------------------------------------------------------------------------------------- a whole

static const cg_expr *type_any(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    switch (n->kind) {
    case CG_N_INT: return cg_make_int(s, n->value);
    case CG_N_BOOL: return cg_make_const(s, CG_BOOL, n->value);
    case CG_N_NAME: return type_name(s, n, fit);
    case CG_N_MEMBER: return cg_type_member(s, n);
    case CG_N_CALL: return type_call(s, n, fit);
    case CG_N_NOT: return type_not(s, n);
    case CG_N_BINARY: return type_binary(s, n);
    case CG_N_SET: return cg_type_set(s, n);
    default: return type_cond(s, n, fit);
    }
}

const cg_expr *cg_type_expr(cg_scope *s, const cg_ast *n, const cg_type *fit) {
    if (++s->nodes > MOST_NODES) { // told once: what is left out has as many parts again
        const cg_ast *at = s->use ? s->use : n;
        if (s->nodes > MOST_NODES + 1) return NULL;
        return cg_type_fail(s, CG_E_SYNTAX, at, at->at,
                            "too large: an expression has at most %d parts, its lets written out",
                            MOST_NODES);
    }
    return type_any(s, n, fit);
}

// The root of a typed tree carries its text; a root that is a let's root is copied, as its text is the let's
// name.
static const cg_expr *with_text(cg_scope *s, const cg_ast *n, const cg_expr *x) {
    if (!x) return NULL;
    cg_expr *root = cg_arena_alloc(s->reader->arena, sizeof *root);
    *root = *x;
    root->text = cg_written(s, n);
    return root;
}

const cg_expr *cg_type_bool(cg_scope *s, const cg_ast *n) {
    return with_text(s, n, type_condition(s, n));
}

const cg_expr *cg_type_int(cg_scope *s, const cg_ast *n) {
    const cg_expr *x = cg_type_expr(s, n, &CG_FIT_KEEPS);
    if (!x || x->type.kind == CG_T_INT) return with_text(s, n, x);
    return cg_type_fail(s, CG_E_TYPE, n, n->at, "'%s' is %s, and an integer is wanted", cg_written(s, n),
                        cg_name_of_type(s, x->type));
}

const cg_expr *cg_type_into(cg_scope *s, const cg_ast *n, const cg_type *target, const char *what) {
    const cg_expr *x = cg_type_expr(s, n, target);
    if (!x) return NULL;
    x = cg_as_set(s, x, *target);
    if (!is_same_type(s, x->type, *target))
        return cg_type_fail(s, CG_E_TYPE, n, n->at, "%s is %s, and '%s' is %s", what,
                            cg_name_of_type(s, *target), cg_written(s, n), cg_name_of_type(s, x->type));
    if (target->kind == CG_T_INT && x->type.width > target->width)
        return cg_type_fail(s, CG_E_WIDTH, n, n->at,
                            "%s has %d bits, and '%s' has %d: write fit(%s) if it never is larger", what,
                            target->width, cg_written(s, n), x->type.width, cg_written(s, n));
    return with_text(s, n, x);
}

const cg_expr *cg_type_receiver(cg_scope *s, const cg_ast *n, int machine) {
    const cg_expr *x = cg_type_expr(s, n, NULL);
    if (!x) return NULL;
    x = cg_as_set(s, x, cg_set_type(s->reader->spec, machine));
    if (x->type.kind == CG_T_NODE && cg_same_nodes(s->reader->spec, x->type.machine, machine))
        return with_text(s, n, x);
    if (x->type.kind == CG_T_SET && x->type.machine == machine) return with_text(s, n, x);
    return cg_type_fail(s, CG_E_TYPE, n, n->at, "'%s' is %s: this message goes to a node or a set of %s",
                        cg_written(s, n), cg_name_of_type(s, x->type),
                        s->reader->spec->machines[machine].name);
}

#include "terms_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "signal.h"

enum { MOST = 4 }; // terms of one list: six pairs

typedef struct {
    const char *guard; // it counts as 0 unless this holds; NULL: always
    const cg_expr *base;
    const cg_expr *off; // added to it; NULL: nothing
} term;

typedef struct {
    term t[MOST];
    int n;
} list;

static bool is_same_expr(sv_terms *s, const cg_msg *msg, const cg_expr *a, const cg_expr *b) {
    const int w = a->type.width;
    return w == b->type.width && !strcmp(sv_text_of_expr(s, msg, a, w), sv_text_of_expr(s, msg, b, w));
}

static bool is_constant(const char *condition) {
    return !strcmp(condition, "1'b0") || !strcmp(condition, "1'b1");
}

static const char *negated(sv_terms *s, const char *condition) {
    if (!strcmp(condition, "1'b0")) return "1'b1";
    if (!strcmp(condition, "1'b1")) return "1'b0";
    return condition[0] == '!' ? condition + 1 : sv_say(s, "!%s", condition);
}

// Two conditions together: what says nothing beside another one, and what says it all.
typedef struct {
    const char *between, *neutral, *decides;
} junction;
static const junction BOTH = {"&&", "1'b1", "1'b0"}, EITHER = {"||", "1'b0", "1'b1"};

static const char *join_conditions(sv_terms *s, const char *a, const junction *how, const char *b) {
    if (!strcmp(a, how->neutral) || !strcmp(b, how->decides)) return b;
    if (!strcmp(b, how->neutral) || !strcmp(a, how->decides)) return a;
    return sv_say(s, "(%s %s %s)", a, how->between, b);
}

// ---------------------------------------------------------------------------------------------- terms

static int wider_width(const cg_expr *a, const cg_expr *b) {
    return a->type.width > b->type.width ? a->type.width : b->type.width;
}

static int width_of_term(const term *t) {
    return t->off ? wider_width(t->base, t->off) + 1 : t->base->type.width;
}

static bool is_const(const cg_expr *x, uint64_t value) {
    return cg_is_const(x) && x->value == value;
}

static list terms_of(sv_terms *s, const cg_msg *msg, const cg_expr *x);

static list list_of_one(const cg_expr *base, const cg_expr *off) {
    return (list){{{NULL, base, off}}, 1};
}

static bool any_plain(const list *l) {
    for (int i = 0; i < l->n; i++) {
        if (!l->t[i].guard) return true;
    }
    return false;
}

// A number is no greater than a sum that it is a part of.
static list without_summands(sv_terms *s, const cg_msg *msg, list l) {
    list rest = {.n = 0};
    for (int i = 0; i < l.n; i++) {
        const term *t = &l.t[i];
        bool part = false;
        for (int k = 0; k < l.n && !t->off; k++) {
            const term *u = &l.t[k];
            part |= u->off && !u->guard &&
                    (is_same_expr(s, msg, t->base, u->base) || is_same_expr(s, msg, t->base, u->off));
        }
        if (!part) rest.t[rest.n++] = *t;
    }
    return rest;
}

static list terms_of_both(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    list a = terms_of(s, msg, x->a), b = terms_of(s, msg, x->b);
    if (a.n + b.n > MOST) a = list_of_one(x->a, NULL);
    if (a.n + b.n > MOST) b = list_of_one(x->b, NULL);
    for (int i = 0; i < b.n; i++) a.t[a.n++] = b.t[i];
    return without_summands(s, msg, a);
}

// x + off. What is 0 without its guard is `off` then, which another term may exceed anyway.
static list sum_terms(sv_terms *s, const cg_msg *msg, const cg_expr *x, const cg_expr *off) {
    list l = terms_of(s, msg, x);
    bool simple = any_plain(&l) || l.n < MOST;
    for (int i = 0; i < l.n; i++) simple &= !l.t[i].off;
    if (!simple) return list_of_one(x, off);
    for (int i = 0; i < l.n; i++) l.t[i].off = off;
    if (!any_plain(&l)) l.t[l.n++] = (term){NULL, off, NULL};
    return l;
}

static list terms_under_guard(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const bool otherwise = is_const(x->b, 0); // g ? 0 : a
    list l = terms_of(s, msg, otherwise ? x->c : x->b);
    const char *guard = sv_text_of_expr(s, msg, x->a, 1);
    for (int i = 0; i < l.n; i++) {
        if (l.t[i].guard) return list_of_one(x, NULL);
        l.t[i].guard = otherwise ? negated(s, guard) : guard;
    }
    return l;
}

// The terms whose greatest is x: always one or more.
static list terms_of(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    switch (x->op) {
    case CG_X_MAX: return terms_of_both(s, msg, x);
    case CG_X_ADD:
        return x->b->op == CG_X_MAX || x->b->op == CG_X_COND || cg_is_const(x->a)
                   ? sum_terms(s, msg, x->b, x->a)
                   : sum_terms(s, msg, x->a, x->b);
    case CG_X_COND:
        return is_const(x->b, 0) || is_const(x->c, 0) ? terms_under_guard(s, msg, x) : list_of_one(x, NULL);
    default: return list_of_one(x, NULL);
    }
}

// ---------------------------------------------------------------------------------------------- wires

static const char *sum_wire(sv_terms *s, const cg_msg *msg, const cg_expr *a, const cg_expr *b) {
    const int w = wider_width(a, b);
    const char *x = sv_text_of_expr(s, msg, a, w), *y = sv_text_of_expr(s, msg, b, w);
    bool new;
    const char *name = sv_wire_of(s, "sum", sv_say(s, "%s + %s", x, y), true, &new);
    if (new)
        fprintf(s->out,
                "  logic [%d:0] %s;\n  cohgen_sum #(.Width(%d)) u_%s (.a_i(%s), .b_i(%s), .sum_o(%s));\n", w,
                name, w, name, x, y, name);
    return name;
}

static const char *fewer_wire(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const char *a = sv_text_of_expr(s, msg, x->a, x->type.width);
    bool new;
    const char *name = sv_wire_of(s, "fewer", sv_say(s, "%s - words", a), true, &new);
    if (new) sv_fewer_declare(s->out, name, a, x);
    return name;
}

static const char *value_of_term(sv_terms *s, const cg_msg *msg, const term *t, int width) {
    if (!t->off) return sv_text_of_expr(s, msg, t->base, width);
    const char *name = sum_wire(s, msg, t->base, t->off);
    return width_of_term(t) == width ? name : sv_say(s, "%d'(%s)", width, name);
}

// a > b
static const char *term_exceeds(sv_terms *s, const cg_msg *msg, const term *a, const term *b) {
    const int w = width_of_term(a) > width_of_term(b) ? width_of_term(a) : width_of_term(b);
    const char *key = sv_say(s, "%s > %s", value_of_term(s, msg, a, w), value_of_term(s, msg, b, w));
    bool new;
    const char *name = sv_wire_of(s, "more", key, false, &new);
    if (new) fprintf(s->out, "  logic %s;\n  assign %s = %s;\n", name, name, key);
    return name;
}

// How a sum relates to a number, and, for it to do so, x to 2y below.
typedef struct {
    const char *sum, *carried;
} relation;
static const relation LESS = {"<", ">"}, AT_MOST = {"<=", ">="};

// a's base + a's off < c, or <= c: x and y are the sum and the carries of both and of what c lacks to all
// ones.
static const char *sum_below(sv_terms *s, const cg_msg *msg, const term *a, const relation *is,
                             const cg_expr *c) {
    const int own = wider_width(a->base, a->off), w = own > c->type.width ? own : c->type.width;
    const char *p = sv_text_of_expr(s, msg, a->base, w), *q = sv_text_of_expr(s, msg, a->off, w),
               *r = sv_text_of_expr(s, msg, c, w);
    const char *key = sv_say(s, "%s + %s %s %s", p, q, is->sum, r);
    bool new;
    const char *name = sv_wire_of(s, "below", key, false, &new);
    if (!new) return name;
    fprintf(s->out, "  logic %s; // %s\n  logic [%d:0] %s_x, %s_y;\n", name, key, w - 1, name, name);
    fprintf(s->out, "  assign %s_x = %s ^ %s ^ %s;\n", name, p, q, r);
    fprintf(s->out, "  assign %s_y = (%s & %s) | ((%s | %s) & ~(%s));\n", name, p, q, p, q, r);
    fprintf(s->out, "  assign %s = {1'b0, %s_x} %s {%s_y, 1'b0};\n", name, name, is->carried, name);
    return name;
}

// Is `c` one less than a power of two? Then its bits.
static int all_ones(const cg_expr *c) {
    return cg_is_const(c) && c->value && !(c->value & (c->value + 1)) ? cg_bits(c->value) : 0;
}

// Do two sums have a summand in common? Then what else they have.
static bool one_apart(sv_terms *s, const cg_msg *msg, const term *a, const term *b, const cg_expr **of_a,
                      const cg_expr **of_b) {
    const cg_expr *const x[2] = {a->base, a->off}, *const y[2] = {b->base, b->off};
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            if (!is_same_expr(s, msg, x[i], y[k])) continue;
            *of_a = x[1 - i];
            *of_b = y[1 - k];
            return true;
        }
    }
    return false;
}

static bool is_min(const term *t) {
    return !t->off && t->base->op == CG_X_MIN;
}

// x as one term, a sum if it is one.
static term as_one_term(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const list l = terms_of(s, msg, x);
    return l.n == 1 && !l.t[0].guard ? l.t[0] : (term){NULL, x, NULL};
}

// a >= b, guards apart.
static const char *at_least(sv_terms *s, const cg_msg *msg, const term *a, const term *b) {
    if (is_min(a) ||
        is_min(b)) { // min(x, y) is at least b if both are; a is at least min(x, y) if it is so to one
        const cg_expr *m = is_min(a) ? a->base : b->base;
        const term x = as_one_term(s, msg, m->a), y = as_one_term(s, msg, m->b);
        return is_min(a) ? join_conditions(s, at_least(s, msg, &x, b), &BOTH, at_least(s, msg, &y, b))
                         : join_conditions(s, at_least(s, msg, a, &x), &EITHER, at_least(s, msg, a, &y));
    }
    const int k = a->off ? 0 : all_ones(a->base);
    const bool one_a = a->off && is_const(a->off, 1), one_b = b->off && is_const(b->off, 1);
    if (!b->off && is_const(b->base, 0)) return "1'b1";
    if (k && width_of_term(b) <= k) return "1'b1";
    if (k && one_b && b->base->type.width == k)
        return sv_say(s, "!(&%s)", sv_text_of_expr(s, msg, b->base, k));
    if (k && b->off) {
        const char *sum = sum_wire(s, msg, b->base, b->off);
        return width_of_term(b) - 1 == k ? sv_say(s, "!%s[%d]", sum, k)
                                         : sv_say(s, "!(|%s[%d:%d])", sum, width_of_term(b) - 1, k);
    }
    const cg_expr *of_a, *of_b;
    if (a->off && b->off && one_apart(s, msg, a, b, &of_a, &of_b))
        return negated(s, term_exceeds(s, msg, &(term){NULL, of_b, NULL}, &(term){NULL, of_a, NULL}));
    if (!a->off && one_b) return term_exceeds(s, msg, a, &(term){NULL, b->base, NULL});
    if (!a->off && b->off) return sum_below(s, msg, b, &AT_MOST, a->base);
    if (a->off && !b->off) return negated(s, sum_below(s, msg, a, &LESS, b->base));
    if (a->off && !one_a && one_b) return negated(s, sum_below(s, msg, a, &AT_MOST, b->base));
    return negated(s, term_exceeds(s, msg, b, a));
}

// ---------------------------------------------------------------------------------------- expressions

// Does the greatest of `l` exceed that of `r`? NULL: not to be said so. Where no guard of `r` holds it is 0,
// and a term of `l` would have to be compared with that; one without a guard makes this superfluous.
static const char *list_exceeds(sv_terms *s, const cg_msg *msg, const list *l, const list *r) {
    const char *any = "1'b0";
    if (!any_plain(r)) return NULL;
    for (int i = 0; i < l->n; i++) {
        const char *all = l->t[i].guard ? l->t[i].guard : "1'b1";
        for (int k = 0; k < r->n; k++) {
            const char *one = negated(s, at_least(s, msg, &r->t[k], &l->t[i]));
            if (r->t[k].guard) one = join_conditions(s, negated(s, r->t[k].guard), &EITHER, one);
            all = join_conditions(s, all, &BOTH, one);
        }
        any = join_conditions(s, any, &EITHER, all);
    }
    return *any == '(' || is_constant(any) ? any : sv_say(s, "(%s)", any);
}

static bool is_bare(const term *t) {
    return !t->guard && !t->off && t->base->op != CG_X_MIN;
}

static const char *compare_terms(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const bool turned = x->op == CG_X_LT || x->op == CG_X_GE, not = x->op == CG_X_LE || x->op == CG_X_GE;
    if (x->a->type.kind != CG_T_INT || wider_width(x->a, x->b) < SV_SUM_BITS) return NULL;
    const list a = terms_of(s, msg, x->a), b = terms_of(s, msg, x->b);
    if (a.n + b.n == 2 && is_bare(&a.t[0]) && is_bare(&b.t[0])) return NULL;
    const char *yes = turned ? list_exceeds(s, msg, &b, &a) : list_exceeds(s, msg, &a, &b);
    return yes && not ? negated(s, yes) : yes;
}

// Those that lose a tie come last: x against y + 1 is x > y then. Others stand by their text, so that two
// numbers are compared the same way round wherever they meet.
static int rank_of_term(const term *t) {
    return !t->off ? 0 : cg_is_const(t->off) ? 2 : 1;
}

static bool term_comes_before(sv_terms *s, const cg_msg *msg, const term *a, const term *b) {
    if (rank_of_term(a) != rank_of_term(b)) return rank_of_term(a) < rank_of_term(b);
    return !a->off && strcmp(sv_text_of_expr(s, msg, a->base, a->base->type.width),
                             sv_text_of_expr(s, msg, b->base, b->base->type.width)) < 0;
}

static void sort(sv_terms *s, const cg_msg *msg, list *l) {
    for (int i = 1; i < l->n; i++) {
        for (int k = i; k > 0 && term_comes_before(s, msg, &l->t[k], &l->t[k - 1]); k--) {
            const term t = l->t[k];
            l->t[k] = l->t[k - 1];
            l->t[k - 1] = t;
        }
    }
}

// Does term a win over b, which stands after it? Of two without their guards the later wins: so the winner of
// all pairs is one.
static const char *term_wins(sv_terms *s, const cg_msg *msg, const term *a, const term *b) {
    const char *yes = at_least(s, msg, a, b);
    if (b->guard) yes = join_conditions(s, negated(s, b->guard), &EITHER, yes);
    return a->guard ? join_conditions(s, a->guard, &BOTH, yes) : yes;
}

// Terms sorted, and of each pair whether the first wins.
typedef struct {
    list of;
    const char *wins[MOST][MOST]; // [i][k]: i < k
    const char *key;              // what the choice is known by: the terms' values, each with its guard
} ranking;

static ranking rank_terms(sv_terms *s, const cg_msg *msg, const list *l, int w) {
    ranking r = {.of = *l, .key = "max"};
    sort(s, msg, &r.of);
    for (int i = 0; i < r.of.n; i++) {
        const term *t = &r.of.t[i];
        r.key = sv_say(s, "%s, %s?%s", r.key, t->guard ? t->guard : "1", value_of_term(s, msg, t, w));
        for (int k = i + 1; k < r.of.n; k++) r.wins[i][k] = term_wins(s, msg, t, &r.of.t[k]);
    }
    return r;
}

static sv_logic *is_greatest(sv_terms *s, const ranking *r, int i) {
    sv_logic *is = sv_logic_new(s->arena, SV_ALL);
    for (int k = 0; k < i; k++) sv_term(is, "it wins over one before it", "%s", negated(s, r->wins[k][i]));
    for (int k = i + 1; k < r->of.n; k++) sv_term(is, "it wins over one behind it", "%s", r->wins[i][k]);
    return is;
}

// "({33{sel[0]}} & value) | ...": where no term is without a guard, the greatest counts if its guard holds.
static sv_logic *chosen_terms(sv_terms *s, const cg_msg *msg, const list *l, const char *name, int w) {
    sv_logic *chosen = sv_logic_new(s->arena, SV_BITS_ANY);
    for (int i = 0; i < l->n; i++) {
        sv_logic *when = sv_logic_new(s->arena, SV_ALL), *one = sv_group(chosen, SV_BITS_ALL, "this term");
        sv_term(when, "it is the greatest", "%s_sel[%d]", name, i);
        if (!any_plain(l)) sv_term(when, "it is not 0", "%s", l->t[i].guard);
        sv_term(one, "chosen", "{%d{%s}}", w, sv_logic_text(when));
        sv_term(one, "its value", "%s", value_of_term(s, msg, &l->t[i], w));
    }
    return chosen;
}

static const char *greatest_of_terms(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const int w = x->type.width;
    const list l = terms_of(s, msg, x);
    if (l.n == 1) return value_of_term(s, msg, &l.t[0], w); // max(a, a + b)
    const ranking r = rank_terms(s, msg, &l, w);
    bool new;
    const char *name = sv_wire_of(s, "most", r.key, true, &new);
    if (!new) return name;
    fprintf(s->out, "  logic [%d:0] %s;\n  logic [%d:0] %s_sel; // which of its terms is greatest\n", w - 1,
            name, l.n - 1, name);
    for (int i = 0; i < l.n; i++)
        sv_logic_assign(s->out, sv_say(s, "%s_sel[%d]", name, i), is_greatest(s, &r, i));
    sv_logic_assign(s->out, name, chosen_terms(s, msg, &r.of, name, w));
    return name;
}

static const char *least_of_two(sv_terms *s, const cg_msg *msg, const cg_expr *x) {
    const int w = x->type.width;
    const list a = terms_of(s, msg, x->a), b = terms_of(s, msg, x->b);
    const char *over = list_exceeds(s, msg, &a, &b);
    if (!over) over = term_exceeds(s, msg, &(term){NULL, x->a, NULL}, &(term){NULL, x->b, NULL});
    const char *value =
        sv_say(s, "%s ? %s : %s", over, sv_text_of_expr(s, msg, x->b, w), sv_text_of_expr(s, msg, x->a, w));
    bool new;
    const char *name = sv_wire_of(s, "least", value, true, &new);
    if (new) fprintf(s->out, "  logic [%d:0] %s;\n  assign %s = %s;\n", w - 1, name, name, value);
    return name;
}

static void print_at_width(FILE *out, const char *text, int own, int width) {
    if (own == width)
        fputs(text, out);
    else
        fprintf(out, "%d'(%s)", width, text);
}

static bool print_wide_by_terms(void *context, FILE *out, const cg_msg *msg, const cg_expr *x, int width) {
    sv_terms *s = context;
    const char *text = NULL;
    switch (x->op) {
    case CG_X_LT:
    case CG_X_LE:
    case CG_X_GT:
    case CG_X_GE:
        text = compare_terms(s, msg, x);
        if (text) fputs(text, out);
        return text;
    case CG_X_APPLY: print_at_width(out, sv_result_of_function(s, msg, x), x->type.width, width); return true;
    case CG_X_MAX:
    case CG_X_MIN:
    case CG_X_ADD: break;
    default:
        if (!sv_is_fewer_words(x)) return false;
    }
    if (x->type.width < SV_SUM_BITS && x->op != CG_X_SUB) return false;
    text = x->op == CG_X_MAX   ? greatest_of_terms(s, msg, x)
           : x->op == CG_X_MIN ? least_of_two(s, msg, x)
           : x->op == CG_X_SUB ? fewer_wire(s, msg, x)
                               : sum_wire(s, msg, x->a, x->b);
    print_at_width(out, text, x->type.width, width);
    return true;
}

// --------------------------------------------------------------------------------------------- module

sv_terms *sv_terms_new(const cg_machine *m, sv_names *names, const char *prefix) {
    sv_terms *s = calloc(1, sizeof *s);
    if (!s) abort();
    *s = (sv_terms){.m = m, .names = names, .prefix = prefix, .arena = cg_arena_new()};
    names->printed = print_wide_by_terms;
    names->terms = s;
    s->out = cg_text_open(&s->text, &s->size);
    return s;
}

void sv_terms_wires(sv_terms *s, FILE *out) {
    fclose(s->out);
    fputs(s->text, out);
    free(s->text);
    s->out = cg_text_open(&s->text, &s->size);
}

void sv_terms_unused(const sv_terms *s, FILE *out) {
    for (int i = 0; i < s->n; i++) {
        if (s->wires[i].partly) fprintf(out, ", %s", s->wires[i].name);
    }
}

void sv_terms_free(sv_terms *s) {
    fclose(s->out);
    free(s->text);
    cg_arena_free(s->arena);
    CG_FREE(s->wires, s);
}

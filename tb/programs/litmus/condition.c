// Propositions over final states. See litmus.h.
//
//     p := q { \/ q }    q := s { /\ s }    s := a [=> s]    a := not a | ~a | ( p ) | true | false | v =
//     value
//
// So, in herd's grammar, => binds tighter than /\.
#include "parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

static bool variable_of_thread(cg_lit_reader *r, cg_lit_var *v, int64_t thread) {
    char name[CG_LIT_NAME];
    if (thread < 0 || thread >= CG_LIT_THREADS || (r->t->n_threads && thread >= r->t->n_threads))
        return cg_lit_fail(r, r->line, "there is no thread %" PRId64, thread);
    if (!cg_lit_name(r, name))
        return cg_lit_fail(r, r->line, "a register is wanted after '%" PRId64 ":'", thread);
    *v = (cg_lit_var){(int)thread, cg_lit_register(name)};
    return v->index >= 0 || cg_lit_fail(r, r->line, "there is no register '%s'", name);
}

bool cg_lit_variable(cg_lit_reader *r, cg_lit_var *v) {
    char name[CG_LIT_NAME];
    int64_t thread;
    bool bracket = cg_lit_take(r, "[");
    (void)cg_lit_take(r, "*");
    cg_lit_skip(r);
    if (!bracket && r->at[0] == 'P' && isdigit((unsigned char)r->at[1]) &&
        r->at[1 + strspn(r->at + 1, "0123456789")] == ':')
        r->at++;
    if (!bracket && cg_lit_number(r, &thread)) {
        if (!cg_lit_take(r, ":"))
            return cg_lit_fail(r, r->line, "':' is wanted after the number of a thread");
        return variable_of_thread(r, v, thread);
    }
    if (!cg_lit_name(r, name))
        return cg_lit_fail(r, r->line, "a register (0:x5) or a location is wanted at '%.12s'", r->at);
    *v = (cg_lit_var){-1, cg_lit_location_add(r, name)};
    if (bracket && !cg_lit_take(r, "]")) return cg_lit_fail(r, r->line, "']' is wanted");
    return v->index >= 0;
}

bool cg_lit_observe(cg_lit_reader *r, cg_lit_var v) {
    cg_litmus *t = r->t;
    for (int i = 0; i < t->n_vars; i++)
        if (t->vars[i].thread == v.thread && t->vars[i].index == v.index) return true;
    if (t->n_vars == CG_LIT_VARS)
        return cg_lit_refuse(r, CG_LIT_UNSUPPORTED) ||
               cg_lit_fail(r, r->line, "more than %d are observed", CG_LIT_VARS);
    t->vars[t->n_vars++] = v;
    return true;
}

bool cg_lit_observe_all(cg_lit_reader *r, const cg_prop *p) {
    if (p == NULL) return true;
    if (p->kind == CG_PROP_EQ) return cg_lit_observe(r, p->var);
    return cg_lit_observe_all(r, p->a) && cg_lit_observe_all(r, p->b);
}

static cg_prop *make(cg_lit_reader *r, cg_prop_kind kind, cg_prop *a, cg_prop *b) {
    cg_prop *p = cg_lit_keep(r->t, sizeof *p);
    *p = (cg_prop){.kind = kind, .a = a, .b = b};
    return p;
}

static cg_prop *read_equation(cg_lit_reader *r) {
    cg_prop *p = make(r, CG_PROP_EQ, NULL, NULL);
    if (!cg_lit_variable(r, &p->var)) return NULL;
    bool differs = cg_lit_take(r, "!=") || cg_lit_take(r, "<>");
    if (!differs && !cg_lit_take(r, "=")) {
        cg_lit_fail(r, r->line, "'=' is wanted in the condition at '%.12s'", r->at);
        return NULL;
    }
    if (!cg_lit_value(r, &p->value)) return NULL;
    return differs ? make(r, CG_PROP_NOT, p, NULL) : p;
}

enum { DEEPEST = 200 };

static cg_prop *read_disjunction(cg_lit_reader *r, int depth);

static bool take_condition_word(cg_lit_reader *r, const char *word) {
    cg_lit_skip(r);
    if (!cg_lit_word_is(r->at, word)) return false;
    r->at += strlen(word);
    return true;
}

static cg_prop *read_atom(cg_lit_reader *r, int depth) {
    if (depth > DEEPEST) {
        cg_lit_refuse(r, CG_LIT_UNSUPPORTED);
        cg_lit_fail(r, r->line, "the condition is nested more than %d deep", DEEPEST);
        return NULL;
    }
    if (take_condition_word(r, "true")) return make(r, CG_PROP_TRUE, NULL, NULL);
    if (take_condition_word(r, "false")) return make(r, CG_PROP_FALSE, NULL, NULL);
    if (take_condition_word(r, "not") || cg_lit_take(r, "~")) {
        cg_prop *a = read_atom(r, depth + 1);
        return a ? make(r, CG_PROP_NOT, a, NULL) : NULL;
    }
    if (!cg_lit_take(r, "(")) return read_equation(r);
    cg_prop *p = read_disjunction(r, depth + 1);
    if (p && !cg_lit_take(r, ")")) {
        cg_lit_fail(r, r->line, "')' is wanted in the condition at '%.12s'", r->at);
        return NULL;
    }
    return p;
}

static cg_prop *read_implication(cg_lit_reader *r, int depth) {
    cg_prop *p = read_atom(r, depth);
    if (p == NULL || !cg_lit_take(r, "=>")) return p;
    cg_prop *b = read_implication(r, depth + 1);
    return b ? make(r, CG_PROP_IMPLIES, p, b) : NULL;
}

// Parts with one of two signs between them, from left to right.
static cg_prop *read_chain(cg_lit_reader *r, int depth, const char *sign, const char *other,
                           cg_prop_kind kind, cg_prop *(*read_part)(cg_lit_reader *r, int depth)) {
    cg_prop *p = read_part(r, depth);
    while (p && (cg_lit_take(r, sign) || cg_lit_take(r, other))) {
        cg_prop *b = read_part(r, depth);
        p = b ? make(r, kind, p, b) : NULL;
    }
    return p;
}

static cg_prop *read_conjunction(cg_lit_reader *r, int depth) {
    return read_chain(r, depth, "/\\", "&&", CG_PROP_AND, read_implication);
}

static cg_prop *read_disjunction(cg_lit_reader *r, int depth) {
    return read_chain(r, depth, "\\/", "||", CG_PROP_OR, read_conjunction);
}

cg_prop *cg_prop_read(cg_lit_reader *r) {
    return read_disjunction(r, 0);
}

bool cg_prop_ask_nothing(cg_lit_reader *r) {
    r->t->quantifier = CG_LIT_FORALL;
    return (r->t->condition = make(r, CG_PROP_TRUE, NULL, NULL)) != NULL;
}

// -------------------------------------------------------------------------------------------------- meaning
static int64_t value_of_var(const cg_lit_state *s, cg_lit_var v) {
    return v.thread < 0 ? s->mem[v.index] : s->regs[v.thread][v.index];
}

// A number that a condition writes without its sign, as of a 32-bit word, means the same word.
static bool same_word_value(int64_t has, int64_t wanted) {
    return has == wanted || (has < 0 && wanted == (int64_t)(uint32_t)has && has == cg_lit_word(wanted));
}

bool cg_prop_holds(const cg_prop *p, const cg_lit_state *s) {
    switch (p->kind) {
    case CG_PROP_TRUE: return true;
    case CG_PROP_FALSE: return false;
    case CG_PROP_EQ: return same_word_value(value_of_var(s, p->var), p->value);
    case CG_PROP_NOT: return !cg_prop_holds(p->a, s);
    case CG_PROP_AND: return cg_prop_holds(p->a, s) && cg_prop_holds(p->b, s);
    case CG_PROP_OR: return cg_prop_holds(p->a, s) || cg_prop_holds(p->b, s);
    case CG_PROP_IMPLIES: return !cg_prop_holds(p->a, s) || cg_prop_holds(p->b, s);
    }
    return false;
}

void cg_prop_needs(const cg_prop *p, bool needed[CG_LIT_LOCS]) {
    if (!p) return;
    if (p->kind == CG_PROP_EQ && p->var.thread < 0) needed[p->var.index] = true;
    cg_prop_needs(p->a, needed);
    cg_prop_needs(p->b, needed);
}

// ------------------------------------------------------------------------------------------------- printing
static void variable_text(const cg_litmus *t, cg_lit_var v, char *out, size_t size) {
    if (v.thread < 0)
        snprintf(out, size, "%s", t->locs[v.index].name);
    else
        snprintf(out, size, "%d:x%d", v.thread, v.index);
}

static void value_text(const cg_litmus *t, int64_t value, char *out, size_t size) {
    int loc = cg_lit_location(t, value);
    if (loc >= 0)
        snprintf(out, size, "%s", t->locs[loc].name);
    else
        snprintf(out, size, "%" PRId64, value);
}

static void print_at(const cg_litmus *t, const cg_prop *p, int above, FILE *out) {
    static const char *const words[] = {
        [CG_PROP_AND] = " /\\ ", [CG_PROP_OR] = " \\/ ", [CG_PROP_IMPLIES] = " => "};
    char name[CG_LIT_NAME + 8], value[CG_LIT_NAME + 8];
    switch (p->kind) {
    case CG_PROP_TRUE: fputs("true", out); break;
    case CG_PROP_FALSE: fputs("false", out); break;
    case CG_PROP_EQ:
        variable_text(t, p->var, name, sizeof name);
        value_text(t, p->value, value, sizeof value);
        fprintf(out, p->var.thread < 0 ? "[%s]=%s" : "%s=%s", name, value);
        break;
    case CG_PROP_NOT:
        fputs("not (", out);
        print_at(t, p->a, CG_PROP_EQ, out);
        fputc(')', out);
        break;
    default: // in the order of cg_prop_kind, the earlier binds tighter
        if (above >= CG_PROP_NOT && (int)p->kind > above) fputc('(', out);
        print_at(t, p->a, p->kind == CG_PROP_IMPLIES ? CG_PROP_NOT : (int)p->kind, out);
        fputs(words[p->kind], out);
        print_at(t, p->b, (int)p->kind, out);
        if (above >= CG_PROP_NOT && (int)p->kind > above) fputc(')', out);
    }
}

void cg_prop_print(const cg_litmus *t, const cg_prop *p, FILE *out) {
    print_at(t, p, CG_PROP_EQ, out);
}

void cg_lit_outcome(const cg_litmus *t, const cg_lit_state *s, char out[CG_LIT_OUTCOME]) {
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < t->n_vars && n < CG_LIT_OUTCOME; i++) {
        char name[CG_LIT_NAME + 8], value[CG_LIT_NAME + 8];
        variable_text(t, t->vars[i], name, sizeof name);
        value_text(t, value_of_var(s, t->vars[i]), value, sizeof value);
        n += (size_t)snprintf(out + n, CG_LIT_OUTCOME - n, "%s%s=%s;", i ? " " : "", name, value);
    }
}

#include "sv.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/internal.h"
#include "base/memory.h"
#include "lang/command.h"
#include "lang/lookup.h"

const char *sv_remark(const char *text) {
    static const char *const ORDERS[] = {"verilator", "synopsys", "synthesis",
                                         "pragma",    "cadence",  "coverage"};
    text += strspn(text, " ");
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++)
        if (!strncasecmp(text, ORDERS[i], strlen(ORDERS[i]))) return " // - ";
    return " // ";
}

void sv_range(FILE *out, int width) {
    if (width > 1) fprintf(out, "[%d:0] ", width - 1);
}

unsigned long long sv_answer_cycles(const cg_plan *p) {
    const unsigned long long most = INT32_MAX, least = 1 << 20;
    return p->patience < most - least ? least + p->patience : most;
}

void sv_banner(FILE *out, const cg_plan *p, const char *what) {
    fprintf(out, "// %s: %s\n// Written by cohgen from the table of %s. Change the table, not this file.\n\n",
            p->name, what, p->spec->title);
}

static const char *machine_name(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? "mem" : s->machines[machine].name;
}

const char *sv_lane(const cg_spec *s, int channel, char buf[SV_NAME]) {
    const cg_channel *c = &s->channels[channel];
    snprintf(buf, SV_NAME, "%s_%s_%s", s->nets[c->net].name, machine_name(s, c->from),
             machine_name(s, c->to));
    return buf;
}

static char *upper(const char *name, char *buf) {
    char *p = buf;
    for (const char *n = name; *n && p < buf + SV_NAME / 2; n++) *p++ = (char)toupper((unsigned char)*n);
    *p = 0;
    return p;
}

const char *sv_rule(const cg_machine *m, const cg_rule *r, char buf[SV_NAME]) {
    char *p = upper(m->name, buf);
    const char *tail = strchr(r->id, '.'); // protocol.machine.STATE.EVENT.1
    tail = tail ? strchr(tail + 1, '.') : NULL;
    snprintf(p, SV_NAME - (size_t)(p - buf), "_RULE%s", tail ? tail : r->id);
    for (char *q = buf; *q; q++) {
        if (*q == '.') *q = '_';
    }
    return buf;
}

const char *sv_state(const cg_machine *m, int state, char buf[SV_NAME]) {
    char *p = upper(m->name, buf);
    snprintf(p, SV_NAME - (size_t)(p - buf), "_%s", m->states[state].name);
    return buf;
}

const char *sv_event(const cg_machine *m, int event, char buf[SV_NAME]) {
    char *p = upper(m->name, buf);
    snprintf(p, SV_NAME - (size_t)(p - buf), "_EV_%s", m->events[event].name);
    return buf;
}

const char *sv_operation(cg_core_op op, char buf[SV_NAME]) {
    snprintf(buf, SV_NAME, "OP_%s", CG_CORE_OP_WORDS[op]);
    return buf;
}

const char *sv_kind(const cg_spec *s, int channel, int kind, char buf[SV_NAME]) {
    char lane[SV_NAME];
    char *p = upper(sv_lane(s, channel, lane), buf);
    snprintf(p, SV_NAME - (size_t)(p - buf), "_%s", s->msgs[s->channels[channel].msgs[kind]].name);
    return buf;
}

const char *sv_literal(const cg_spec *s, int enum_type, uint64_t value, char buf[SV_NAME]) {
    const cg_enum *e = &s->enums[enum_type];
    char *p = upper(e->name, buf);
    snprintf(p, SV_NAME - (size_t)(p - buf), "_%s", e->literals[value]);
    return buf;
}

// ----------------------------------------------------------------------------------------- expressions

typedef struct {
    FILE *out;
    const cg_machine *m;
    const cg_msg *msg;
    const sv_names *names;
} printer;

static void print_expr(const printer *p, const cg_expr *x, int width);

static int wider(const cg_expr *a, const cg_expr *b) {
    return a->type.width > b->type.width ? a->type.width : b->type.width;
}

// A leaf at its own width, then brought to `width`.
static void print_sized_leaf(const printer *p, int own, int width, const char *fmt, const char *name) {
    if (own != width) fprintf(p->out, "%d'(", width);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    fprintf(p->out, fmt, name);
#pragma GCC diagnostic pop
    if (own != width) fputc(')', p->out);
}

static void print_binary(const printer *p, const cg_expr *x, const char *op, int operands) {
    fputc('(', p->out);
    print_expr(p, x->a, operands);
    fprintf(p->out, " %s ", op);
    print_expr(p, x->b, operands);
    fputc(')', p->out);
}

// Arithmetic and choices are computed at the width wanted or at their own, whichever is wider, then cut: a
// value that needs more bits than its place has is excluded by the rule's guard, and found by lockstep.
static void at_width(const printer *p, const cg_expr *x, int width,
                     void (*body)(const printer *, const cg_expr *, int)) {
    const int own = x->type.width;
    if (own == width) {
        body(p, x, own);
        return;
    }
    // A linter takes a narrow sum that is widened by more than its carry for a mistake, and a narrow value
    // that is shifted: they are computed so wide.
    const bool shift = x->op == CG_X_SHR || x->op == CG_X_SHL;
    if ((x->op == CG_X_ADD && own < SV_SUM_BITS && own + 1 < width) || (shift && own < width)) {
        print_binary(p, x, CG_OPS[x->op].design, width);
        return;
    }
    fprintf(p->out, "%d'(", width);
    body(p, x, own);
    fputc(')', p->out);
}

// {a} as a mask
static void print_mask(const printer *p, const cg_expr *a, int w) {
    fprintf(p->out, "(%d'd1 << ", w);
    print_expr(p, a, a->type.width);
    fputc(')', p->out);
}

static void print_member(const printer *p, const cg_expr *x) {
    fputs("(|(", p->out);
    print_expr(p, x->b, x->b->type.width);
    fputs(" & ", p->out);
    print_mask(p, x->a, x->b->type.width);
    fputs("))", p->out);
}

static void print_function_call(const printer *p, const cg_expr *x, const char *function, int w) {
    fprintf(p->out, "%s%d(", function, w);
    print_expr(p, x->a, w);
    fputs(", ", p->out);
    print_expr(p, x->b, w);
    fputc(')', p->out);
}

static void print_choice(const printer *p, const cg_expr *x, int w) {
    fputc('(', p->out);
    print_expr(p, x->a, 1);
    fputs(" ? ", p->out);
    print_expr(p, x->b, w);
    fputs(" : ", p->out);
    print_expr(p, x->c, w);
    fputc(')', p->out);
}

static void print_set_count(const printer *p, const cg_expr *x) {
    fprintf(p->out, "%s%d(", CG_OPS[x->op].design, x->a->type.width);
    print_expr(p, x->a, x->a->type.width);
    fputc(')', p->out);
}

// The core has the lowest bits of a request.
static void print_core_of(const printer *p, const cg_expr *x, int w) {
    fprintf(p->out, "%d'(", w);
    print_expr(p, x->a, x->a->type.width);
    fputc(')', p->out);
}

// What is printed at the width of its result.
static void print_at_own_width(const printer *p, const cg_expr *x, int w) {
    switch (CG_OPS[x->op].typing) {
    case CG_TYPING_EXTREME: print_function_call(p, x, CG_OPS[x->op].design, w); break;
    case CG_TYPING_CHOICE: print_choice(p, x, w); break;
    case CG_TYPING_SET: print_mask(p, x->a, w); break;
    case CG_TYPING_COUNT: print_set_count(p, x); break;
    case CG_TYPING_MEMBER: print_member(p, x); break;
    case CG_TYPING_CORE: print_core_of(p, x, w); break;
    case CG_TYPING_APPLY: CG_INTERNAL("a function is read where no instance of its part stands");
    default:
        if (x->op == CG_X_ADD && w >= SV_SUM_BITS)
            print_function_call(p, x, "add", w);
        else
            print_binary(p, x, CG_OPS[x->op].design, w);
    }
}

// Is `x op c` the same for all x of its width, at this design point? Linters complain of such comparisons.
static bool is_always_same(cg_xop op, const cg_expr *x, uint64_t c, bool *value) {
    const uint64_t most = x->type.width >= 64 ? UINT64_MAX : (UINT64_C(1) << x->type.width) - 1;
    *value = op == CG_X_LE || op == CG_X_GE;
    return op == CG_X_GT || op == CG_X_LE ? c >= most : c == 0;
}

static cg_xop mirrored(cg_xop op) {
    switch (op) {
    case CG_X_LT: return CG_X_GT;
    case CG_X_LE: return CG_X_GE;
    case CG_X_GT: return CG_X_LT;
    default: return CG_X_LE;
    }
}

static void print_comparison(const printer *p, const cg_expr *x) {
    bool v = false;
    const bool known = cg_is_const(x->b)   ? is_always_same(x->op, x->a, x->b->value, &v)
                       : cg_is_const(x->a) ? is_always_same(mirrored(x->op), x->b, x->a->value, &v)
                                           : false;
    if (known)
        fprintf(p->out, "1'b%d", v);
    else
        print_binary(p, x, CG_OPS[x->op].design, wider(x->a, x->b));
}

static void print_constant(const printer *p, const cg_expr *x, int width) {
    char name[SV_NAME];
    if (x->type.kind == CG_T_ENUM && p->names->plan && width == x->type.width) {
        fprintf(p->out, "%s_pkg::%s", p->names->plan->name,
                sv_literal(p->names->plan->spec, x->type.enum_type, x->value, name));
        return;
    }
    fprintf(p->out, "%d'd%llu", width, (unsigned long long)x->value);
}

// A leaf that has a name; that of the sender is as wide as the widest sender's number.
static void print_named_leaf(const printer *p, const cg_expr *x, int width) {
    char name[SV_NAME];
    const char *given = p->names->leaf[x->op];
    const bool wide = CG_LEAVES[x->op].type == CG_LEAF_SENDER && p->names->src_bits > x->type.width;
    int n = snprintf(name, sizeof name, "%s%s", given ? given : CG_LEAVES[x->op].name, given ? "" : "_i");
    if (wide) snprintf(name + n, sizeof name - (size_t)n, "[%d:0]", x->type.width - 1);
    print_sized_leaf(p, x->type.width, width, "%s", name);
}

// state == NAME, in an invariant.
static void print_in_state(const printer *p, const cg_expr *x) {
    char name[SV_NAME];
    fprintf(p->out, "(%s == %s_pkg::%s)", p->names->state, p->names->plan->name,
            sv_state(p->m, x->field, name));
}

static void print_stored_field(const printer *p, const cg_expr *x, int width) {
    const sv_spelling *s = &p->names->space[x->space];
    const char *field = cg_field_at(p->m, x->space, x->field)->name;
    char name[SV_NAME];
    if (!s->before)
        CG_INTERNAL("%s%s is read where no field of a %s is spelled", CG_SPACES[x->space].prefix, field,
                    CG_SPACES[x->space].each);
    snprintf(name, sizeof name, "%s%s%s", s->before, field, s->behind);
    print_sized_leaf(p, x->type.width, width, "%s", name);
}

// Of a cam or ring: found_NAME_i, tail_NAME_i.
static void print_asked(const printer *p, const cg_expr *x, int width) {
    char name[2 * SV_NAME];
    snprintf(name, sizeof name, "%s_%s_i", CG_ASK_WORDS[cg_ask_of_leaf(x)],
             p->m->lookups[cg_lookup_of_leaf(x)].name);
    print_sized_leaf(p, x->type.width, width, "%s", name);
}

// A condition's text, to be freed.
static char *text_of_condition(const printer *p, const cg_expr *x) {
    char *text = NULL;
    printer q = *p;
    q.out = cg_text_open(&text, NULL);
    print_expr(&q, x, 1);
    fclose(q.out);
    return text;
}

// 0, 1, or -1: not the same for all values, at this design point. See print_comparison().
static int known_condition(const char *text) {
    return !strcmp(text, "1'b0") ? 0 : !strcmp(text, "1'b1") ? 1 : -1;
}

static void print_not(const printer *p, const cg_expr *x) {
    char *a = text_of_condition(p, x->a);
    const int known = known_condition(a);
    if (known >= 0)
        fprintf(p->out, "1'b%d", !known);
    else
        fprintf(p->out, "%s%s", CG_OPS[x->op].design, a);
    free(a);
}

// An operand that is always the same decides, or says nothing.
static void print_logic(const printer *p, const cg_expr *x) {
    char *a = text_of_condition(p, x->a), *b = text_of_condition(p, x->b);
    const int decides = x->op == CG_X_OR, in_a = known_condition(a), in_b = known_condition(b);
    if (in_a == decides || in_b == !decides)
        fputs(a, p->out);
    else if (in_b == decides || in_a == !decides)
        fputs(b, p->out);
    else
        fprintf(p->out, "(%s %s %s)", a, CG_OPS[x->op].design, b);
    free(a);
    free(b);
}

static void print_expr(const printer *p, const cg_expr *x, int width) {
    if (x->let && p->names->is_wire && p->names->is_wire(p->names->context, x->let)) {
        print_sized_leaf(p, x->type.width, width, "%s", x->let);
        return;
    }
    if (p->names->printed && p->names->printed(p->names->terms, p->out, p->msg, x, width)) return;
    switch (x->op) {
    case CG_X_CONST: print_constant(p, x, width); return;
    case CG_X_IN_STATE: print_in_state(p, x); return;
    case CG_X_FIELD: print_stored_field(p, x, width); return;
    case CG_X_MSG:
        print_sized_leaf(p, x->type.width, width, p->names->msg, p->msg->fields[x->field].name);
        return;
    case CG_X_INPUT:
        print_sized_leaf(p, 1, width, "%s_i", p->names->plan->spec->inputs[x->field].name);
        return;
    case CG_X_MARK:
        print_sized_leaf(p, 1, width, CG_MARK_SLOT "%s_i", p->names->plan->spec->marks[x->field]);
        return;
    case CG_X_LOOKUP: print_asked(p, x, width); return;
    case CG_X_OPERAND:
        print_sized_leaf(p, x->type.width, width, CG_OPERAND_SLOT "%s_i",
                         p->names->plan->spec->operands[x->field].field.name);
        return;
    default: break;
    }
    if (x->op < CG_N_LEAVES) {
        print_named_leaf(p, x, width);
        return;
    }
    switch (CG_OPS[x->op].typing) {
    case CG_TYPING_NOT: print_not(p, x); break;
    case CG_TYPING_LOGIC: print_logic(p, x); break;
    case CG_TYPING_EQUAL: print_binary(p, x, CG_OPS[x->op].design, wider(x->a, x->b)); break;
    case CG_TYPING_ORDER: print_comparison(p, x); break;
    case CG_TYPING_FIT: print_expr(p, x->a, width); break;
    default: at_width(p, x, width, print_at_own_width); break;
    }
}

void sv_expr(FILE *out, const cg_machine *m, const cg_msg *msg, const cg_expr *x, int width,
             const sv_names *names) {
    print_expr(&(printer){out, m, msg, names}, x, width);
}

// Values of the model's components, and of the table's expressions over them. The names that the model gives
// are those of gen/murphi/: controllers "l1[0].line[0].state", lanes "resp_l2_l1[0][1].m[0]", kept messages
// "l2_keeps[0][1][0].m", threads "core[0][0]".
#include <stdlib.h>
#include <string.h>

#include "parts.h"

int ex_ordinal(const char *value) {
    size_t n = strlen(value), from = n;
    while (from && value[from - 1] >= '0' && value[from - 1] <= '9') from--;
    return from < n ? atoi(value + from) : EX_ABSENT;
}

const char *ex_plain(const ex_replayer *r, const char *value) {
    const char *v = !strncmp(value, "value_t_", 8) ? value + 8 : value;
    return cg_arena_strdup(r->s->arena, !strcmp(v, "Undefined") ? "?" : v);
}

const char *ex_value(const ex_replayer *r, const char **state, const char *name) {
    const ex_error *e = r->s->error;
    for (int i = 0; i < e->n_components; i++)
        if (!strcmp(e->components[i], name)) return state[i];
    return NULL;
}

const char *ex_field_value(const ex_replayer *r, const char **state, const char *prefix, const char *field) {
    const char *v = ex_value(r, state, EX_PRINT(r, "%s%s", prefix, field));
    return v ? v : ex_value(r, state, EX_PRINT(r, "%s%s_", prefix, field));
}

const char *ex_without(const char *value, const char *prefix) {
    const size_t n = strlen(prefix);
    return !strncmp(value, prefix, n) && value[n] == '_' ? value + n + 1 : value;
}

const char *ex_show(const ex_replayer *r, const cg_type *t, const char *v) {
    if (t->kind == CG_T_NODE && ex_ordinal(v) >= 0) return EX_PRINT(r, "%d", ex_ordinal(v));
    return ex_plain(r, t->kind == CG_T_ENUM ? ex_without(v, r->s->spec->enums[t->enum_type].name) : v);
}

static const char *end_name(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? "memory" : s->machines[machine].name;
}

const char *ex_lane_name(const ex_replayer *r, const cg_channel *c) {
    const cg_spec *s = r->s->spec;
    return EX_PRINT(r, "%s_%s_%s", s->nets[c->net].name, end_name(s, c->from), end_name(s, c->to));
}

const char *ex_lane(const ex_replayer *r, const cg_channel *c, int from, int to) {
    return EX_PRINT(r, "%s[%d][%d]", ex_lane_name(r, c), from, to);
}

// --------------------------------------------------------------------------------------------- expressions

// A number for the text of a value: of an enumeration the literal's.
static uint64_t number(const ex_scope *s, const cg_type *t, const char *v) {
    if (!v) return 0;
    if (t->kind == CG_T_BOOL) return !strcmp(v, "true");
    if (t->kind == CG_T_NODE) return ex_ordinal(v) < 0 ? 0 : (uint64_t)ex_ordinal(v);
    if (t->kind == CG_T_INT) return strtoull(v, NULL, 10);
    const cg_enum *e = &s->r->s->spec->enums[t->enum_type];
    for (int i = 0; i < e->n_literals; i++)
        if (!strcmp(e->literals[i], ex_without(v, e->name))) return (uint64_t)i;
    return 0;
}

uint64_t ex_set(const ex_replayer *r, const char **state, const cg_type *t, const char *path,
                const char *field) {
    uint64_t set = 0;
    for (uint64_t i = 0; i < r->s->spec->machines[t->machine].count && i < 64; i++) {
        const char *v = ex_value(r, state, EX_PRINT(r, "%s%s[%d]", path, field, (int)i));
        if (!v) v = ex_value(r, state, EX_PRINT(r, "%s%s_[%d]", path, field, (int)i));
        if (v && !strcmp(v, "true")) set |= UINT64_C(1) << i;
    }
    return set;
}

const char *ex_read(const ex_replayer *r, const char **state, const cg_type *t, const char *prefix,
                    const char *field) {
    if (!t || t->kind != CG_T_SET) return ex_field_value(r, state, prefix, field);
    const uint64_t set = ex_set(r, state, t, prefix, field);
    const char *list = "";
    for (int i = 0; i < 64; i++)
        if (set >> i & 1) list = EX_PRINT(r, "%s%s%d", list, *list ? ", " : "", i);
    return EX_PRINT(r, "{%s}", list);
}

static uint64_t field(const ex_scope *s, const char *path, const cg_field *f) {
    if (f->type.kind == CG_T_SET) return ex_set(s->r, s->r->values, &f->type, path, f->name);
    return number(s, &f->type, ex_field_value(s->r, s->r->values, path, f->name));
}

static uint64_t cut(uint64_t v, int width) {
    return width >= 64 ? v : v & ((UINT64_C(1) << width) - 1);
}

static uint64_t binary(const ex_scope *s, const cg_expr *x) {
    const uint64_t a = ex_eval(s, x->a), b = ex_eval(s, x->b);
    switch (x->op) {
    case CG_X_ADD: return a + b;
    case CG_X_SUB: return cut(a - b, x->type.width);
    case CG_X_MUL: return a * b;
    case CG_X_SHL: return b >= 64 ? 0 : cut(a << b, x->type.width);
    case CG_X_SHR: return b >= 64 ? 0 : a >> b;
    case CG_X_EQ: return a == b;
    case CG_X_NE: return a != b;
    case CG_X_LT: return a < b;
    case CG_X_LE: return a <= b;
    case CG_X_GT: return a > b;
    case CG_X_GE: return a >= b;
    case CG_X_AND: return a && b;
    case CG_X_OR: return a || b;
    case CG_X_MIN: return a < b ? a : b;
    case CG_X_UNION: return a | b;
    case CG_X_INTERSECT: return a & b;
    case CG_X_WITHOUT: return a & ~b;
    case CG_X_IN: return b >> a & 1;
    default: return a > b ? a : b; // CG_X_MAX
    }
}

bool ex_input(const ex_replayer *r, const char **state, int input) {
    const char *v = ex_value(r, state, EX_PRINT(r, "mode_%s", r->s->spec->inputs[input].name));
    return v && !strcmp(v, "true");
}

// Of the line's entry in the store buffer.
static bool flag(const ex_scope *s, const char *name) {
    const char *v = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s%s", s->buffer, name));
    return v && !strcmp(v, "true");
}

// Has the line an entry in the store buffer?
static bool is_buffered(const ex_scope *s) {
    const int words = s->r->s->words;
    for (int l = 0; l < s->r->s->n_lines; l++) {
        if (l / words != s->line_number / words) continue;
        const char *v = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%sbuffer[%d].there", s->node, l));
        if (v && !strcmp(v, "true")) return true;
    }
    return false;
}

// Has some request of this core for the line been handed back?
static bool is_wanted(const ex_scope *s) {
    for (uint64_t t = 0; t < s->r->s->spec->threads; t++) {
        const char *q = EX_PRINT(s->r, "core[%d][%d]", s->self, (int)t);
        const char *status = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s.status", q));
        const char *line = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s.line", q));
        if (status && line && !strcmp(status, "again") && atoi(line) == s->line_number) return true;
    }
    return false;
}

uint64_t ex_eval(const ex_scope *s, const cg_expr *x) {
    switch (x->op) {
    case CG_X_CONST: return x->value;
    case CG_X_REG: return field(s, s->node, &s->m->regs[x->field]);
    case CG_X_LINE: return field(s, s->line, &s->m->line[x->field]);
    case CG_X_MSHR: return field(s, s->mshr, &s->m->mshr[x->field]);
    case CG_X_MSG: return s->msg ? field(s, s->packet, &s->msg->fields[x->field]) : 0;
    case CG_X_SRC: return (uint64_t)s->src;
    case CG_X_CLOCK: return number(s, &x->type, ex_value(s->r, s->r->values, "clock"));
    case CG_X_SELF: return (uint64_t)s->self;
    case CG_X_INPUT: return ex_input(s->r, s->r->values, x->field);
    case CG_X_NOT: return !ex_eval(s, x->a);
    case CG_X_SET_OF: return UINT64_C(1) << ex_eval(s, x->a);
    case CG_X_COUNT: return (uint64_t)__builtin_popcountll(ex_eval(s, x->a));
    case CG_X_COND: return ex_eval(s, ex_eval(s, x->a) ? x->b : x->c);
    case CG_X_FIT: return cut(ex_eval(s, x->a), x->type.width);
    case CG_X_THREAD: return field(s, s->thread, &s->m->thread[x->field]);
    case CG_X_BUFFER: return field(s, s->buffer, &s->m->buffer[x->field]);
    case CG_X_BUFFERED: return is_buffered(s);
    case CG_X_GATHERED: return flag(s, "there");
    case CG_X_WHOLE: return s->whole || (flag(s, "has") && flag(s, "rest"));
    case CG_X_WANTED: return is_wanted(s);
    case CG_X_WORDS: return 1;
    case CG_X_IN_STATE:
    case CG_X_HERE:
    case CG_X_BUSY: return 0; // only in invariants
    default: return binary(s, x);
    }
}

// Values of the model's components, and of the table's expressions over them. The names that the model gives
// are those of gen/murphi/: controllers "l1[0].line[0].state", lanes "resp_l2_l1[0][1].m[0]", deferred
// messages "l2_deferred[0][1][0].m", threads "core[0][0]".
#include <stdlib.h>
#include <string.h>

#include "lang/requester.h"
#include "lang/topology.h"
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
    if ((t->kind == CG_T_NODE || t->kind == CG_T_CORE) && ex_ordinal(v) >= 0)
        return EX_PRINT(r, "%d", ex_ordinal(v));
    return ex_plain(r, t->kind == CG_T_ENUM ? ex_without(v, r->s->spec->enums[t->enum_type].name) : v);
}

const char *ex_lane_name(const ex_replayer *r, const cg_channel *c) {
    const cg_spec *s = r->s->spec;
    return EX_PRINT(r, "%s_%s_%s", s->nets[c->net].name, cg_end_name(s, c->from), cg_end_name(s, c->to));
}

const char *ex_lane(const ex_replayer *r, const cg_channel *c, int from, int to) {
    return EX_PRINT(r, "%s[%d][%d]", ex_lane_name(r, c), from, to);
}

// --------------------------------------------------------------------------------------------- expressions

// A number for the text of a value: of an enumeration the literal's.
static uint64_t number_of_value(const ex_replayer *r, const cg_type *t, const char *v) {
    if (!v) return 0;
    if (t->kind == CG_T_BOOL) return !strcmp(v, "true");
    if (t->kind == CG_T_NODE || t->kind == CG_T_CORE) return ex_ordinal(v) < 0 ? 0 : (uint64_t)ex_ordinal(v);
    if (t->kind == CG_T_INT) return strtoull(v, NULL, 10);
    const cg_enum *e = &r->s->spec->enums[t->enum_type];
    for (int i = 0; i < e->n_literals; i++)
        if (!strcmp(e->literals[i], ex_without(v, e->name))) return (uint64_t)i;
    return 0;
}

static uint64_t ordinal_at(const ex_replayer *r, const char *at) {
    const char *v = ex_value(r, r->values, at);
    const int n = v ? ex_ordinal(v) : 0;
    return n < 0 ? 0 : (uint64_t)n;
}

// A request whose parts are fields of `at`; which word it is about is no part of the model.
static uint64_t request_at(const ex_replayer *r, const char *at) {
    return cg_requester_pack(r->s->spec, (cg_requester){ordinal_at(r, EX_PRINT(r, "%score", at)),
                                                        ordinal_at(r, EX_PRINT(r, "%sthread", at)), 0});
}

// "core 1, thread 0"; "?": there is none.
static const char *request_text(const ex_replayer *r, const char **state, const char *at) {
    const char *core = ex_value(r, state, EX_PRINT(r, "%score", at)),
               *thread = ex_value(r, state, EX_PRINT(r, "%sthread", at));
    if (!core || !thread || ex_ordinal(core) < 0 || ex_ordinal(thread) < 0) return "?";
    return EX_PRINT(r, "core %d, thread %d", ex_ordinal(core), ex_ordinal(thread));
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

const char *ex_set_text(const ex_replayer *r, uint64_t set) {
    const char *list = "";
    for (int i = 0; i < 64; i++)
        if (set >> i & 1) list = EX_PRINT(r, "%s%s%d", list, *list ? ", " : "", i);
    return EX_PRINT(r, "{%s}", list);
}

const char *ex_read(const ex_replayer *r, const char **state, const cg_type *t, const char *prefix,
                    const char *field) {
    if (t && t->kind == CG_T_REQUEST) return request_text(r, state, EX_PRINT(r, "%s%s.", prefix, field));
    if (t && t->kind == CG_T_MASK) return ex_set_text(r, ex_units(r, state, prefix, field));
    if (!t || t->kind != CG_T_SET) return ex_field_value(r, state, prefix, field);
    return ex_set_text(r, ex_set(r, state, t, prefix, field));
}

uint64_t ex_number(const ex_replayer *r, const cg_type *t, const char *path, const char *field) {
    if (t->kind == CG_T_SET) return ex_set(r, r->values, t, path, field);
    if (t->kind == CG_T_MASK) return ex_mask(r, r->values, path, field);
    if (t->kind == CG_T_REQUEST) return request_at(r, EX_PRINT(r, "%s%s.", path, field));
    return number_of_value(r, t, ex_field_value(r, r->values, path, field));
}

static uint64_t *numbers_of(const ex_replayer *r, const char *path, const cg_field *fields, int n) {
    uint64_t *v = cg_arena_alloc(r->s->arena, ((size_t)n + 1) * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = ex_number(r, &fields[i].type, path, fields[i].name);
    return v;
}

bool ex_input(const ex_replayer *r, const char **state, int input) {
    const char *v = ex_value(r, state, EX_PRINT(r, "mode_%s", r->s->spec->inputs[input].name));
    return v && !strcmp(v, "true");
}

// Of the line's entry in the store buffer.
static bool entry_flag(const ex_scope *s, const char *name) {
    const char *v = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s%s", s->at[CG_SPACE_BUFFER], name));
    return v && !strcmp(v, "true");
}

// Has the line an entry in the store buffer?
static bool is_buffered(const ex_scope *s) {
    const int words = s->r->s->words;
    for (int l = 0; l < s->r->s->n_lines; l++) {
        if (l / words != s->line_number / words) continue;
        const char *v =
            ex_value(s->r, s->r->values, EX_PRINT(s->r, "%sbuffer[%d].there", s->at[CG_SPACE_REG], l));
        if (v && !strcmp(v, "true")) return true;
    }
    return false;
}

// Is the message about another word of the line than the one that was asked for?
static bool is_along(const ex_scope *s) {
    const char *v = s->msg ? ex_value(s->r, s->r->values, EX_PRINT(s->r, "%salong", s->packet)) : NULL;
    return v && !strcmp(v, "true");
}

// Has some request of this core for the line been handed back?
static bool is_line_wanted(const ex_scope *s) {
    for (uint64_t t = 0; t < s->r->s->spec->threads; t++) {
        const char *q = EX_PRINT(s->r, "core[%d][%d]", (int)cg_core_of(s->m, (uint64_t)s->self), (int)t);
        const char *status = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s.status", q));
        const char *line = ex_value(s->r, s->r->values, EX_PRINT(s->r, "%s.line", q));
        if (status && line && !strcmp(status, "again") && atoi(line) == s->line_number) return true;
    }
    return false;
}

static uint64_t inputs_of(const ex_replayer *r) {
    uint64_t bits = 0;
    for (int i = 0; i < r->s->spec->n_inputs; i++) bits |= (uint64_t)ex_input(r, r->values, i) << i;
    return bits;
}

int ex_number_of_line(const ex_steps *s, int line) {
    const unsigned own = s->local >> line & 1 ? s->local : ~s->local;
    return __builtin_popcount(own & ((1u << line) - 1));
}

int ex_line_numbered(const ex_steps *s, bool local, int number) {
    for (int l = 0; l < s->n_lines; l++)
        if ((s->local >> l & 1) == local && ex_number_of_line(s, l) == number) return l;
    return EX_ABSENT;
}

// The global line that the message says it is about.
static uint64_t line_of_message(const ex_scope *s) {
    const char *v =
        s->msg && s->msg->place ? ex_value(s->r, s->r->values, EX_PRINT(s->r, "%sline", s->packet)) : NULL;
    return v ? (uint64_t)ex_number_of_line(s->r->s, atoi(v)) : 0;
}

int ex_place_of_message(const ex_replayer *r, const cg_msg *msg, const char *path) {
    ex_scope s = {.r = r, .msg = msg, .packet = path};
    s.env = (cg_env){.msg = numbers_of(r, path, msg->fields, msg->n_fields), .msg_line = line_of_message(&s)};
    return (int)ex_eval(&s, msg->place);
}

_Static_assert(CG_N_LEAVES == 24, "ex_fill_env() gives each leaf that a rule reads its value");

void ex_fill_env(ex_scope *s) {
    const ex_replayer *r = s->r;
    const cg_machine *m = s->m;
    const char *clock = ex_value(r, r->values, "clock");
    s->env = (cg_env){.msg = s->msg ? numbers_of(r, s->packet, s->msg->fields, s->msg->n_fields) : NULL,
                      .buffered = is_buffered(s),
                      .gathered = entry_flag(s, "there"),
                      .whole = s->whole || (entry_flag(s, "has") && entry_flag(s, "rest")),
                      .wanted = is_line_wanted(s),
                      .requested = !is_along(s),
                      .words = 1,
                      .line_at = s->line_number < 0 ? 0 : (uint64_t)ex_number_of_line(r->s, s->line_number),
                      .msg_line = line_of_message(s),
                      .bytes = ex_named_bytes(s),
                      .mark = s->marks,
                      .operands = s->operands,
                      .clock = clock ? strtoull(clock, NULL, 10) : 0,
                      .src = (uint64_t)s->src,
                      .request = s->msg ? request_at(r, s->packet) : 0,
                      .asking = s->msg ? 0 : ordinal_at(r, EX_PRINT(r, "%score", s->packet)),
                      .self = (uint64_t)s->self,
                      .inputs = inputs_of(r)};
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        s->env.space[k] = numbers_of(r, s->at[k], m->fields[k].field, m->fields[k].n);
    if (m->n_lookups) ex_find_entries(s);
}

uint64_t ex_eval(const ex_scope *s, const cg_expr *x) {
    cg_fault fault = CG_FAULT_NONE; // the model has its own checks of these
    cg_formula *f = cg_formula_new(x);
    const uint64_t v = cg_formula_run(f, &s->env, &fault);
    cg_formula_free(f);
    return v;
}

// name.member: a field of the line, its MSHR entry, its entry in the store buffer, the message or the thread;
// in invariants what a controller has.
#include <string.h>

#include "parts.h"

static const cg_expr *type_field(cg_scope *s, const cg_ast *n, cg_xop op, const cg_field *fields, int count,
                                 const char *owner) {
    int i = cg_find_field(fields, count, n->member);
    if (i != CG_NONE) {
        cg_expr *x = cg_make(s, op, fields[i].type, NULL, NULL);
        x->field = i;
        return x;
    }
    cg_words w = {0};
    if (op == CG_X_MSG) cg_words_add(s->reader, &w, "msg.src");
    for (int k = 0; k < count; k++) {
        cg_words_add(s->reader, &w, cg_arena_printf(s->reader->arena, "%s.%s", n->name, fields[k].name));
    }
    const char *full = cg_written(s, n);
    const char *hint = cg_hint(s->reader, full, &w);
    if (op == CG_X_MSG)
        return cg_fail_at_use(s, CG_E_UNKNOWN, n, "'%s', which %s has not%s", full, owner, hint);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no field of %s%s", full, owner, hint);
}

static const cg_expr *type_src(cg_scope *s, const cg_ast *n) {
    if (s->msg->from == CG_MEMORY)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and memory has no number", "msg.src");
    return cg_make(s, CG_X_SRC, cg_node_type(s->reader->spec, s->msg->from), NULL, NULL);
}

// ------------------------------------------------------------------- of a controller in an invariant

// The variable that a name stands for, or CG_NONE after an error.
static int find_variable(cg_scope *s, const cg_ast *n) {
    cg_words w = {0};
    for (int i = 0; i < s->invariant->n_vars; i++) {
        if (!strcmp(s->invariant->vars[i].name, n->name)) return i;
        cg_words_add(s->reader, &w, s->invariant->vars[i].name);
    }
    cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no variable of this invariant%s", n->name,
                 cg_hint(s->reader, n->name, &w));
    return CG_NONE;
}

static const cg_expr *make_of(cg_scope *s, cg_xop op, cg_type type, int field, int var) {
    cg_expr *x = cg_make(s, op, type, NULL, NULL);
    x->field = field;
    x->var = var;
    return x;
}

static const cg_expr *no_property(cg_scope *s, const cg_ast *n, const cg_machine *m) {
    cg_words w = {0};
    cg_words_add(s->reader, &w, "state");
    cg_words_add(s->reader, &w, "here");
    cg_words_add(s->reader, &w, "busy");
    if (m->buffer_entries) cg_words_add(s->reader, &w, "buffered");
    for (int i = 0; i < m->n_regs; i++) cg_words_add(s->reader, &w, m->regs[i].name);
    for (int i = 0; i < m->n_line; i++) cg_words_add(s->reader, &w, m->line[i].name);
    for (int i = 0; i < m->n_mshr; i++) cg_words_add(s->reader, &w, m->mshr[i].name);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->op_at,
                        "'%s' is neither a register nor a field of %s, nor state, here or busy%s", n->member,
                        m->name, cg_hint(s->reader, n->member, &w));
}

static const cg_expr *type_of_variable(cg_scope *s, const cg_ast *n) {
    const int v = find_variable(s, n);
    if (v == CG_NONE) return NULL;
    const cg_machine *m = &s->reader->spec->machines[s->invariant->vars[v].machine];
    if (!strcmp(n->member, "here")) return make_of(s, CG_X_HERE, CG_BOOL, CG_NONE, v);
    if (!strcmp(n->member, "busy")) return make_of(s, CG_X_BUSY, CG_BOOL, CG_NONE, v);
    if (!strcmp(n->member, "buffered") && m->buffer_entries)
        return make_of(s, CG_X_BUFFERED, CG_BOOL, CG_NONE, v);
    if (!strcmp(n->member, "state"))
        return cg_type_fail(s, CG_E_TYPE, n, n->at, "a state is only compared: '%s == NAME'",
                            cg_written(s, n));
    int f = cg_find_field(m->regs, m->n_regs, n->member);
    if (f != CG_NONE) return make_of(s, CG_X_REG, m->regs[f].type, f, v);
    f = cg_find_field(m->line, m->n_line, n->member);
    if (f != CG_NONE) return make_of(s, CG_X_LINE, m->line[f].type, f, v);
    f = cg_find_field(m->mshr, m->n_mshr, n->member);
    if (f != CG_NONE) return make_of(s, CG_X_MSHR, m->mshr[f].type, f, v);
    return no_property(s, n, m);
}

bool cg_is_state(const cg_scope *s, const cg_ast *n) {
    const cg_ast *a = n->n_args ? n->args[0] : NULL;
    return s->invariant && a && a->kind == CG_N_MEMBER && !strcmp(a->member, "state") &&
           (n->op == CG_TOK_EQ || n->op == CG_TOK_NE);
}

// c.state == NAME
const cg_expr *cg_type_state(cg_scope *s, const cg_ast *n) {
    const int v = find_variable(s, n->args[0]);
    const cg_ast *name = n->args[1];
    cg_words w = {0};
    if (v == CG_NONE) return NULL;
    const cg_machine *m = &s->reader->spec->machines[s->invariant->vars[v].machine];
    for (int i = 0; i < m->n_states; i++) cg_words_add(s->reader, &w, m->states[i].name);
    const int state = name->kind == CG_N_NAME ? cg_find_state(m, name->name) : CG_NONE;
    if (state == CG_NONE) {
        const char *text = cg_written(s, name);
        return cg_type_fail(s, CG_E_UNKNOWN, name, name->at, "'%s' is no state of %s%s", text, m->name,
                            cg_hint(s->reader, text, &w));
    }
    const cg_expr *x = make_of(s, CG_X_IN_STATE, CG_BOOL, state, v);
    return n->op == CG_TOK_EQ ? x : cg_make(s, CG_X_NOT, CG_BOOL, x, NULL);
}

// Why the line has no entry in a store buffer here, or NULL.
static const char *no_buffer(const cg_scope *s) {
    if (s->no_buffer || s->machine->buffer_entries) return s->no_buffer;
    return cg_arena_printf(s->reader->arena, "%s has no store buffer", s->machine->name);
}

const cg_expr *cg_type_buffered(cg_scope *s, const cg_ast *n) {
    const char *why = no_buffer(s);
    if (why) return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", n->name, why);
    return cg_make(s, CG_X_BUFFERED, CG_BOOL, NULL, NULL);
}

// What is known of the word that a machine of words looks at.
static const struct {
    const char *name;
    cg_xop op;
} PROPERTIES[] = {
    {"gathered", CG_X_GATHERED}, {"whole", CG_X_WHOLE}, {"wanted", CG_X_WANTED}, {"words", CG_X_WORDS}};
enum { N_PROPERTIES = sizeof PROPERTIES / sizeof *PROPERTIES };

bool cg_is_word_property(const char *name) {
    int i = 0;
    while (i < N_PROPERTIES && strcmp(PROPERTIES[i].name, name)) i++;
    return i < N_PROPERTIES;
}

// Why the property cannot be read here, or NULL.
static const char *no_property_of_word(const cg_scope *s, cg_xop op) {
    if (!s->machine->words)
        return cg_arena_printf(s->reader->arena, "the blocks of %s are lines", s->machine->name);
    if (op == CG_X_GATHERED) return no_buffer(s);
    if (op == CG_X_WHOLE && s->no_bytes) return s->no_bytes;
    if (op == CG_X_WANTED && !s->machine->core_port)
        return cg_arena_printf(s->reader->arena, "%s has no core port", s->machine->name);
    return s->no_entry && s->no_entry == s->no_line ? s->no_line : NULL; // an event about no line
}

const cg_expr *cg_type_word_property(cg_scope *s, const cg_ast *n) {
    int i = 0;
    while (strcmp(PROPERTIES[i].name, n->name)) i++;
    const cg_xop op = PROPERTIES[i].op;
    const char *why = no_property_of_word(s, op);
    if (why) return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", n->name, why);
    const cg_type count = {CG_T_INT, cg_bits(s->reader->spec->line_bytes / 4), CG_NONE, CG_NONE};
    return cg_make(s, op, op == CG_X_WORDS ? count : CG_BOOL, NULL, NULL);
}

const cg_expr *cg_type_member(cg_scope *s, const cg_ast *n) {
    const cg_machine *m = s->machine;
    cg_arena *a = s->reader->arena;
    if (s->invariant) return type_of_variable(s, n);
    if (!m) return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "only parameters and constants can be used here");
    if (!strcmp(n->name, "line")) {
        if (s->no_line) return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", cg_written(s, n), s->no_line);
        return type_field(s, n, CG_X_LINE, m->line, m->n_line, cg_arena_printf(a, "a line of %s", m->name));
    }
    if (!strcmp(n->name, "mshr")) {
        if (s->no_entry)
            return cg_fail_at_use(s, CG_E_MSHR, n, "'%s', and %s", cg_written(s, n), s->no_entry);
        return type_field(s, n, CG_X_MSHR, m->mshr, m->n_mshr,
                          cg_arena_printf(a, "an MSHR entry of %s", m->name));
    }
    if (!strcmp(n->name, "msg")) {
        if (!s->msg)
            return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no message", cg_written(s, n), s->event);
        if (!strcmp(n->member, "src")) return type_src(s, n);
        return type_field(s, n, CG_X_MSG, s->msg->fields, s->msg->n_fields, s->msg->name);
    }
    if (!strcmp(n->name, "thread")) {
        if (s->no_thread)
            return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", cg_written(s, n), s->no_thread);
        return type_field(s, n, CG_X_THREAD, m->thread, m->n_thread,
                          cg_arena_printf(a, "a thread of %s", m->name));
    }
    if (!strcmp(n->name, "buffer")) {
        if (no_buffer(s))
            return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", cg_written(s, n), no_buffer(s));
        return type_field(s, n, CG_X_BUFFER, m->buffer, m->n_buffer,
                          cg_arena_printf(a, "the store buffer of %s", m->name));
    }
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at,
                        "'%s' has no fields: only line, mshr, msg, thread and buffer have", n->name);
}

// name.member: a field of the line, its MSHR entry, its entry in the store buffer, the message or the thread;
// in invariants what a controller has.
#include <string.h>

#include "lang/lookup.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

// Names like the one that is none: of the fields there are.
static const char *hint_of(cg_scope *s, const cg_ast *n, const cg_fields *fields, cg_words *w) {
    for (int k = 0; k < fields->n; k++)
        cg_words_add(s->reader, w,
                     cg_arena_printf(s->reader->arena, "%s.%s", n->name, fields->field[k].name));
    return cg_hint(s->reader, cg_written(s, n), w);
}

// Why fields of the space cannot be read here, or NULL.
const char *cg_no_field(const cg_scope *s, cg_space space) {
    if (s->no[space] || space != CG_SPACE_BUFFER || s->machine->buffer_entries) return s->no[space];
    return cg_arena_printf(s->reader->arena, "%s has no store buffer", s->machine->name);
}

const char *cg_no_such_field(cg_scope *s, cg_space space, const char *name) {
    const cg_fields *fields = &s->machine->fields[space];
    const char *prefix = CG_SPACES[space].prefix, *m = s->machine->name;
    cg_arena *a = s->reader->arena;
    cg_words w = {0};
    for (int i = 0; i < fields->n; i++)
        cg_words_add(s->reader, &w, cg_arena_printf(a, "%s%s", prefix, fields->field[i].name));
    const char *full = cg_arena_printf(a, "%s%s", prefix, name);
    const char *hint = cg_hint(s->reader, full, &w);
    const cg_space_row *row = &CG_SPACES[space];
    if (!*hint)
        hint = cg_arena_printf(a, ": declare it in /machines/%s/%s%s%s", m, row->member,
                               *row->within ? "/" : "", row->within);
    if (!*prefix) return cg_arena_printf(a, "'%s' is no register of %s%s", full, m, hint);
    return cg_arena_printf(a, "'%s' is no field of %s %s%s", full, CG_SPACES[space].owner, m, hint);
}

// line.at: the number of the line, of a local memory.
static const cg_expr *type_place(cg_scope *s, const cg_ast *n) {
    if (!s->machine->local)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no local memory", cg_written(s, n),
                              s->machine->name);
    if (s->no[CG_SPACE_LINE])
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s", cg_written(s, n), s->no[CG_SPACE_LINE]);
    return cg_type_number(s, CG_X_PLACE);
}

// line.f, mshr.f, ...
static const cg_expr *type_field(cg_scope *s, const cg_ast *n, cg_space space) {
    const cg_fields *fields = &s->machine->fields[space];
    const int i = cg_find_field(fields->field, fields->n, n->member);
    if (space == CG_SPACE_LINE && !strcmp(n->member, "at")) return type_place(s, n);
    const char *why = cg_no_field(s, space);
    if (why)
        return cg_fail_at_use(s, space == CG_SPACE_MSHR ? CG_E_MSHR : CG_E_VERB, n, "'%s', and %s",
                              cg_written(s, n), why);
    if (i != CG_NONE) return cg_make_field(s, space, fields, i);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "%s", cg_no_such_field(s, space, n->member));
}

static const cg_expr *type_src(cg_scope *s, const cg_ast *n) {
    if (s->msg->from == CG_MEMORY)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and memory has no number", "msg.src");
    return cg_make(s, CG_X_SRC, cg_node_type(s->reader->spec, s->msg->from), NULL, NULL);
}

cg_expr *cg_field_of_message(cg_scope *s, const cg_msg *m, int field) {
    cg_expr *x = cg_make(s, CG_X_MSG, m->fields[field].type, NULL, NULL);
    x->field = field;
    return x;
}

// msg.line: the global line that a message to a local memory is about.
static const cg_expr *type_global(cg_scope *s, const cg_ast *n) {
    if (!s->msg->place)
        return cg_fail_at_use(
            s, CG_E_VERB, n,
            "'%s', and %s is about the line itself: only a message with 'place' is about another",
            cg_written(s, n), s->msg->name);
    return cg_type_number(s, CG_X_GLOBAL);
}

// Memory answers the thread that asked, and knows no cores.
static const cg_expr *type_request(cg_scope *s, const cg_ast *n) {
    if (s->msg && s->msg->from == CG_MEMORY)
        return cg_fail_at_use(s, CG_E_VERB, n,
                              "'%s', and memory does not know who asks: keep the request in the MSHR entry",
                              cg_written(s, n));
    if (s->msg && !s->msg->thread)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is about no line and no thread",
                              cg_written(s, n), s->msg->name);
    if (s->machine->words)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and the blocks of %s are words", cg_written(s, n),
                              s->machine->name);
    return cg_make(s, CG_X_REQUEST, cg_requester_type(s->reader->spec), NULL, NULL);
}

static const cg_expr *type_of_message(cg_scope *s, const cg_ast *n) {
    if (!s->msg)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no message", cg_written(s, n), s->event);
    if (!strcmp(n->member, "src")) return type_src(s, n);
    if (!strcmp(n->member, "line")) return type_global(s, n);
    if (!strcmp(n->member, CG_LEAVES[CG_X_REQUEST].name)) return type_request(s, n);
    const cg_fields fields = {s->msg->fields, s->msg->n_fields};
    const int i = cg_find_field(fields.field, fields.n, n->member);
    if (i != CG_NONE) return cg_field_of_message(s, s->msg, i);
    cg_words w = {0};
    cg_words_add(s->reader, &w, "msg.src");
    const char *hint = hint_of(s, n, &fields, &w);
    return cg_fail_at_use(s, CG_E_UNKNOWN, n, "'%s', which %s has not%s", cg_written(s, n), s->msg->name,
                          hint);
}

// head.request: on whose behalf the marker went into the fifo.
static const cg_expr *type_of_head(cg_scope *s, const cg_ast *n) {
    if (!s->marker)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no marker at the head of a fifo",
                              cg_written(s, n), s->event);
    if (strcmp(n->member, CG_LEAVES[CG_X_REQUEST].name) != 0)
        return cg_fail_at_use(s, CG_E_UNKNOWN, n, "'%s', and of a marker only 'head.request' can be read",
                              cg_written(s, n));
    return type_request(s, n);
}

// mark.NAME: has the operation that the core asks for this mark? Under another model than the table's own it
// has none of those that this model lacks.
static const cg_expr *type_mark(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    cg_words w = {0};
    if (!s->machine->core_port || !spec->has_order)
        return cg_fail_at_use(
            s, CG_E_VERB, n,
            "'%s', and %s has no core port with marks: they come with rules for acquires or "
            "releases",
            cg_written(s, n), s->machine->name);
    if (!s->operation)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no load, store or atomic of the core",
                              cg_written(s, n), s->event);
    for (int k = 0; k < spec->n_marks; k++) {
        cg_words_add(s->reader, &w, cg_arena_printf(s->reader->arena, "%s.%s", n->name, spec->marks[k]));
        if (strcmp(spec->marks[k], n->member) != 0) continue;
        cg_expr *x = cg_make(s, CG_X_MARK, CG_BOOL, NULL, NULL);
        x->field = k;
        return x;
    }
    if (!s->reader->other_model)
        return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' is no mark of %s%s", cg_written(s, n),
                            spec->consistency, cg_hint_or_all(s->reader, cg_written(s, n), &w));
    s->used_param = true;
    return cg_make_const(s, CG_BOOL, false);
}

// command.NAME: an operand of the command that the core asks for, or of the access to a local memory.
static const cg_expr *type_operand(cg_scope *s, const cg_ast *n) {
    const cg_spec *spec = s->reader->spec;
    cg_words w = {0};
    if (!s->command && !s->operands)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and %s is no command of the core%s", cg_written(s, n),
                              s->event, s->operation && s->machine->local ? ", and brings no operands" : "");
    for (int k = 0; k < spec->n_operands; k++) {
        if (!(s->operands >> k & 1)) continue;
        const cg_field *f = &spec->operands[k].field;
        cg_words_add(s->reader, &w, cg_arena_printf(s->reader->arena, "%s.%s", n->name, f->name));
        if (strcmp(f->name, n->member) != 0) continue;
        cg_expr *x = cg_make(s, CG_X_OPERAND, f->type, NULL, NULL);
        x->field = k;
        return x;
    }
    return cg_fail_at_use(s, CG_E_UNKNOWN, n, "'%s', and %s%s has no such operand%s", cg_written(s, n),
                          s->command ? "the command " : "the event ",
                          s->command ? s->command->name : s->event,
                          cg_hint_or_all(s->reader, cg_written(s, n), &w));
}

// S.found, S.full, S.tail, S.at, S.frame, S.FIELD of a structure in which the event looks.
static const cg_expr *type_of_lookup(cg_scope *s, const cg_ast *n, int lookup) {
    const cg_machine *m = s->machine;
    const cg_lookup *l = &m->lookups[lookup];
    cg_words w = {0};
    if (!s->looks)
        return cg_fail_at_use(s, CG_E_VERB, n, "'%s', and only rules see what is in %s", cg_written(s, n),
                              l->name);
    const bool later = s->finds && lookup >= s->finds - 1; // what is found there is not known yet
    const bool looks = !later && cg_looks(m, (int)(s->looks - m->events), lookup);
    for (int ask = 0; ask < CG_N_ASKS; ask++) {
        if (!cg_has_ask(l, (cg_ask)ask)) continue;
        cg_words_add(s->reader, &w, cg_arena_printf(s->reader->arena, "%s.%s", l->name, CG_ASK_WORDS[ask]));
        if (strcmp(CG_ASK_WORDS[ask], n->member) != 0) continue;
        if (!looks && ask != CG_ASK_FULL && ask != CG_ASK_TAIL) break;
        if (ask == CG_ASK_FRAME && s->finds)
            return cg_fail_at_use(s, CG_E_VERB, n,
                                  "'%s', and what is looked for waits for nothing: a frame may not be there",
                                  cg_written(s, n));
        const cg_type type =
            ask == CG_ASK_FOUND || ask == CG_ASK_FULL ? CG_BOOL : cg_int_of(cg_ask_bits(l, (cg_ask)ask));
        cg_expr *x = cg_make(s, CG_X_LOOKUP, type, NULL, NULL);
        x->field = cg_lookup_leaf(lookup, (cg_ask)ask);
        return x;
    }
    if (later)
        return cg_fail_at_use(
            s, CG_E_VERB, n,
            "'%s', and nothing is found in %s yet: structures that stand before it are looked into first",
            cg_written(s, n), l->name);
    if (!looks)
        return cg_fail_at_use(s, CG_E_VERB, n,
                              "'%s', and %s does not look into %s: say in its \"find\" for what",
                              cg_written(s, n), s->event, l->name);
    const cg_fields *fields = &m->fields[CG_SPACE_FOUND];
    for (int f = l->first_field; f < l->first_field + l->n_fields; f++) {
        cg_words_add(s->reader, &w, fields->field[f].shown);
        if (!strcmp(fields->field[f].shown + strlen(l->name) + 1, n->member))
            return cg_make_field(s, CG_SPACE_FOUND, fields, f);
    }
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s', which %s has not%s", cg_written(s, n), l->name,
                        cg_hint_or_all(s->reader, cg_written(s, n), &w));
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

// Can an invariant ask a controller of this machine for the leaf?
static bool can_ask(const cg_machine *m, cg_xop op) {
    return cg_is_leaf(op, CG_LEAF_OF_VARIABLE) &&
           (!(CG_LEAVES[op].needs & CG_NEEDS_BUFFER) || m->buffer_entries);
}

// Fields of these spaces are what an invariant can ask for.
static bool is_compared(cg_space space) {
    return CG_SPACES[space].traits & (CG_TRAIT_BARE | CG_TRAIT_IN_CELL);
}

static const cg_expr *no_property(cg_scope *s, const cg_ast *n, const cg_machine *m) {
    cg_words w = {0};
    cg_words_add(s->reader, &w, "state");
    for (cg_xop op = 0; op < CG_N_LEAVES; op++)
        if (can_ask(m, op)) cg_words_add(s->reader, &w, CG_LEAVES[op].name);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        for (int i = 0; is_compared(k) && i < m->fields[k].n; i++)
            cg_words_add(s->reader, &w, m->fields[k].field[i].name);
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->op_at,
                        "'%s' is neither a register nor a field of %s, nor state, here or busy%s", n->member,
                        m->name, cg_hint(s->reader, n->member, &w));
}

static const cg_expr *type_of_variable(cg_scope *s, const cg_ast *n) {
    const int v = find_variable(s, n);
    if (v == CG_NONE) return NULL;
    const cg_machine *m = &s->reader->spec->machines[s->invariant->vars[v].machine];
    for (cg_xop op = 0; op < CG_N_LEAVES; op++)
        if (can_ask(m, op) && !strcmp(n->member, CG_LEAVES[op].name))
            return make_of(s, op, CG_BOOL, CG_NONE, v);
    if (!strcmp(n->member, "state"))
        return cg_type_fail(s, CG_E_TYPE, n, n->at, "a state is only compared: '%s == NAME'",
                            cg_written(s, n));
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        const cg_fields *fields = &m->fields[k];
        const int f = is_compared(k) ? cg_find_field(fields->field, fields->n, n->member) : CG_NONE;
        if (f == CG_NONE) continue;
        if (fields->field[f].type.kind == CG_T_REQUEST)
            return cg_type_fail(s, CG_E_TYPE, n, n->at,
                                "'%s' is a request, and an invariant reads none: not every entry keeps one",
                                cg_written(s, n));
        cg_expr *x = cg_make_field(s, k, fields, f);
        x->var = v;
        return x;
    }
    return no_property(s, n, m);
}

bool cg_is_state(const cg_scope *s, const cg_ast *n) {
    const cg_ast *a = n->n_args ? n->args[0] : NULL;
    return s->invariant && a && a->kind == CG_N_MEMBER && !strcmp(a->member, "state") &&
           CG_OPS[n->op].typing == CG_TYPING_EQUAL;
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
    return n->op == CG_X_EQ ? x : cg_make(s, CG_X_NOT, CG_BOOL, x, NULL);
}

const cg_expr *cg_type_member(cg_scope *s, const cg_ast *n) {
    const cg_space space = cg_space_of(n->name);
    if (s->invariant) return type_of_variable(s, n);
    if (!s->machine)
        return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "only parameters and constants can be used here");
    if (!strcmp(n->name, "msg")) return type_of_message(s, n);
    if (!strcmp(n->name, CG_LEAVES[CG_X_MARK].name)) return type_mark(s, n);
    if (!strcmp(n->name, "command")) return type_operand(s, n);
    if (!strcmp(n->name, "head")) return type_of_head(s, n);
    if (space < CG_N_SPACES && *CG_SPACES[space].prefix) return type_field(s, n, space);
    if (cg_find_lookup(s->machine, n->name) != CG_NONE)
        return type_of_lookup(s, n, cg_find_lookup(s->machine, n->name));
    return cg_type_fail(s, CG_E_UNKNOWN, n, n->at, "'%s' has no fields: only msg, command, head, %s have",
                        n->name, cg_space_list(s->reader->arena));
}

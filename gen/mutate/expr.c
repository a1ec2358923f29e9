// Slips in expressions. Each is a cut into the text at a node of its syntax tree, so that what is around it,
// brackets included, stays.
#include <string.h>

#include "lang/function.h"
#include "lang/lookup.h"

#include "parts.h"

static const char *source_text(cg_mutating *w, const cg_ast *n) {
    return cg_arena_printf(w->all->arena, "%.*s", n->end - n->at, w->whole->text + n->at);
}

// The node becomes `text`, which is the detail too.
static void replace_node(cg_mutating *w, cg_mutation op, const cg_ast *n, const char *text) {
    cg_mutate_splice(w, op, n->at, n->end, text, text);
}

// ------------------------------------------------------------------------------------------------ names

static bool same_type(const cg_type *a, const cg_type *b) {
    return a->kind == b->kind && a->width == b->width && a->enum_type == b->enum_type;
}

// Other fields of the list that have the type of the one that is named.
static void other_fields(cg_mutating *w, const cg_ast *n, const char *space, const cg_field *fields,
                         int count) {
    const int own = cg_find_field(fields, count, n->member ? n->member : n->name);
    for (int i = 0; own != CG_NONE && i < count; i++) {
        if (i == own || !same_type(&fields[i].type, &fields[own].type)) continue;
        cg_mutate_word(w, CG_MUT_NAME, n->at, n->end,
                       cg_arena_printf(w->all->arena, "%s%s", space, fields[i].name));
    }
}

static void other_stored(cg_mutating *w, const cg_ast *n, cg_space space) {
    const cg_fields *fields = &w->machine->fields[space];
    other_fields(w, n, CG_SPACES[space].prefix, fields->field, fields->n);
}

// Fields of the message at hand; in a let or an action list, of any message that has this one.
static void other_message_fields(cg_mutating *w, const cg_ast *n) {
    const cg_spec *s = w->spec;
    if (w->rule) {
        const cg_event *e = &w->machine->events[w->rule->event];
        if (e->kind == CG_EV_MESSAGE)
            other_fields(w, n, "msg.", s->msgs[e->msg].fields, s->msgs[e->msg].n_fields);
        return;
    }
    cg_field *fields = NULL; // gathered once, by name
    int count = 0;
    for (int i = 0; i < s->n_msgs; i++) {
        const cg_msg *m = &s->msgs[i];
        if (m->to != w->machine - s->machines) continue;
        if (cg_find_field(m->fields, m->n_fields, n->member) == CG_NONE) continue;
        for (int k = 0; k < m->n_fields; k++) {
            if (cg_find_field(fields, count, m->fields[k].name) == CG_NONE)
                *CG_PUSH(w->all->arena, fields, count) = m->fields[k];
        }
    }
    other_fields(w, n, "msg.", fields, count);
}

// What of a message stands for a value of this kind that is stored; NULL: nothing.
static const char *of_message(cg_kind kind) {
    return kind == CG_T_NODE ? "msg.src" : kind == CG_T_REQUEST ? "msg.request" : NULL;
}

// Nodes and requests that are stored, in place of what the message has; and that in place of a stored one.
// Those of another machine give no table, and are not made.
static void other_nodes(cg_mutating *w, const cg_ast *n, cg_space space) {
    const bool message = !strcmp(n->name, "msg");
    const cg_field *fields = w->machine->fields[space].field;
    const int count = w->machine->fields[space].n;
    const int own = message ? CG_NONE : cg_find_field(fields, count, n->member);
    if (own != CG_NONE && of_message(fields[own].type.kind))
        cg_mutate_word(w, CG_MUT_NAME, n->at, n->end, of_message(fields[own].type.kind));
    for (int i = 0; message && i < count; i++) {
        const char *same = of_message(fields[i].type.kind);
        if (same && !strcmp(same + strlen("msg."), n->member))
            cg_mutate_word(w, CG_MUT_NAME, n->at, n->end,
                           cg_arena_printf(w->all->arena, "%s%s", CG_SPACES[space].prefix, fields[i].name));
    }
}

static void other_marks(cg_mutating *w, const cg_ast *n) {
    for (int k = 0; k < w->spec->n_marks; k++)
        if (strcmp(w->spec->marks[k], n->member) != 0)
            cg_mutate_word(w, CG_MUT_NAME, n->at, n->end,
                           cg_arena_printf(w->all->arena, "%s.%s", n->name, w->spec->marks[k]));
}

// Another operand of a command that has this one. What does not fit gives no table, and is not made.
static void other_operands(cg_mutating *w, const cg_ast *n) {
    const cg_spec *s = w->spec;
    bool other[CG_MAX_OPERANDS] = {false};
    for (int c = 0; c < s->n_commands; c++) {
        bool has = false;
        for (int i = 0; i < s->commands[c].n_operands; i++)
            has |= !strcmp(s->operands[s->commands[c].operands[i]].field.name, n->member);
        for (int i = 0; has && i < s->commands[c].n_operands; i++) other[s->commands[c].operands[i]] = true;
    }
    for (int k = 0; k < s->n_operands; k++)
        if (other[k] && strcmp(s->operands[k].field.name, n->member) != 0)
            cg_mutate_word(w, CG_MUT_NAME, n->at, n->end,
                           cg_arena_printf(w->all->arena, "%s.%s", n->name, s->operands[k].field.name));
}

// Another field of the cam or ring, or of another one of the machine.
static void other_found(cg_mutating *w, const cg_ast *n) {
    const cg_fields *fields = &w->machine->fields[CG_SPACE_FOUND];
    const int own =
        cg_find_field(fields->field, fields->n, cg_arena_printf(w->all->arena, "%s_%s", n->name, n->member));
    for (int i = 0; own != CG_NONE && i < fields->n; i++)
        if (i != own && same_type(&fields->field[i].type, &fields->field[own].type))
            cg_mutate_word(w, CG_MUT_NAME, n->at, n->end, fields->field[i].shown);
}

static void mutate_member(cg_mutating *w, const cg_ast *n) {
    const bool message = !strcmp(n->name, "msg");
    const cg_space own = cg_space_of(n->name);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if ((message || k == own) && CG_SPACES[k].traits & CG_TRAIT_IN_CELL) other_nodes(w, n, k);
    if (own < CG_N_SPACES && *CG_SPACES[own].prefix) other_stored(w, n, own);
    if (cg_find_lookup(w->machine, n->name) != CG_NONE) other_found(w, n);
    if (message) other_message_fields(w, n);
    if (!strcmp(n->name, CG_LEAVES[CG_X_MARK].name)) other_marks(w, n);
    if (!strcmp(n->name, "command")) other_operands(w, n);
}

static void other_literals(cg_mutating *w, const cg_ast *n, const cg_enum *e) {
    bool own = false;
    for (int i = 0; i < e->n_literals; i++) own |= !strcmp(e->literals[i], n->name);
    for (int i = 0; own && i < e->n_literals; i++) {
        if (strcmp(e->literals[i], n->name) != 0)
            cg_mutate_word(w, CG_MUT_NAME, n->at, n->end, e->literals[i]);
    }
}

static void mutate_name(cg_mutating *w, const cg_ast *n) {
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (CG_SPACES[k].traits & CG_TRAIT_BARE) other_stored(w, n, k);
    for (int i = 0; i < w->spec->n_enums; i++) other_literals(w, n, &w->spec->enums[i]);
}

// --------------------------------------------------------------------------------------------- numbers

static void mutate_number(cg_mutating *w, const cg_ast *n, uint64_t least) {
    cg_arena *a = w->all->arena;
    if (n->value < UINT64_MAX)
        cg_mutate_word(w, CG_MUT_OFF_BY_ONE, n->at, n->end,
                       cg_arena_printf(a, "%llu", (unsigned long long)n->value + 1));
    if (n->value > least)
        cg_mutate_word(w, CG_MUT_OFF_BY_ONE, n->at, n->end,
                       cg_arena_printf(a, "%llu", (unsigned long long)n->value - 1));
}

static bool has_number(const cg_ast *n) {
    bool has = n->kind == CG_N_INT;
    for (int i = 0; i < n->n_args; i++) has |= has_number(n->args[i]);
    return has;
}

static const char *plus_one(cg_mutating *w, const cg_ast *n) {
    const bool plain = n->kind == CG_N_NAME || n->kind == CG_N_MEMBER || n->kind == CG_N_CALL;
    return cg_arena_printf(w->all->arena, plain ? "%s + 1" : "(%s) + 1", source_text(w, n));
}

static bool is_comparison(const cg_ast *n) {
    const cg_typing typing = CG_OPS[n->op].typing;
    return n->kind == CG_N_BINARY && (typing == CG_TYPING_EQUAL || typing == CG_TYPING_ORDER);
}

// What an operator is taken for by mistake: the bound in or out, turned round, equal only; `and` for `or`.
static void mutate_operator(cg_mutating *w, cg_mutation as, const cg_ast *n) {
    cg_arena *a = w->all->arena;
    const char *left = source_text(w, n->args[0]), *right = source_text(w, n->args[1]);
    const int length = (int)strlen(CG_OPS[n->op].text);
    for (const char *slip = CG_OPS[n->op].slips; *slip; slip += strspn(slip, " ")) {
        const char *op = cg_arena_strndup(a, slip, strcspn(slip, " "));
        slip += strlen(op);
        cg_mutate_splice(w, as, n->op_at, n->op_at + length, op,
                         cg_arena_printf(a, "%s%s%s", left, op, right));
    }
}

// A comparison's bound, with 1 added to it, where no other operator gives that.
static void mutate_bound(cg_mutating *w, const cg_ast *n) {
    const int more = CG_OPS[n->op].bound;
    if (more == CG_NONE || has_number(n)) return;
    const cg_ast *side = n->args[more];
    const char *one = plus_one(w, side);
    cg_mutate_splice(w, CG_MUT_OFF_BY_ONE, side->at, side->end, one, one);
}

// ------------------------------------------------------------------------------------------- operators

static void turn_round(cg_mutating *w, const cg_ast *n) {
    const bool plain = n->kind == CG_N_NAME || n->kind == CG_N_MEMBER || w->whole->text[n->at] == '(';
    if (n->kind == CG_N_NOT || n->kind == CG_N_BOOL || n->kind == CG_N_COND || is_comparison(n)) return;
    replace_node(w, CG_MUT_NEGATE, n,
                 cg_arena_printf(w->all->arena, plain ? "!%s" : "!(%s)", source_text(w, n)));
}

static void keep_one(cg_mutating *w, const cg_ast *n, int first, int end) {
    for (int i = first; i < end; i++) replace_node(w, CG_MUT_OPERAND, n, source_text(w, n->args[i]));
}

// a + 1 without its 1, a * 2: a number that has no effect leaves the operator's other operand, which is a
// mutant already.
static uint64_t idle_number(cg_xop op) {
    return cg_op_value(op, 1, 0) == 0; // a factor of 1; else 0
}

static void mutate_arithmetic(cg_mutating *w, const cg_ast *n) {
    for (int i = 0; i < 2; i++) {
        const cg_ast *x = n->args[i];
        if (x->kind == CG_N_INT)
            mutate_number(w, x, idle_number(n->op) + 1);
        else
            cg_mutate_expr(w, x, false);
    }
}

static void mutate_binary(cg_mutating *w, const cg_ast *n) {
    const cg_op_row *row = &CG_OPS[n->op];
    const bool compares = is_comparison(n), logic = row->typing == CG_TYPING_LOGIC;
    mutate_operator(w, logic ? CG_MUT_AND_OR : CG_MUT_COMPARE, n);
    if (compares) mutate_bound(w, n);
    keep_one(w, n, 0, row->alone);
    if (row->typing == CG_TYPING_ARITHMETIC && row->alone) {
        mutate_arithmetic(w, n);
        return;
    }
    const bool conditions = !compares && row->typing != CG_TYPING_SETS;
    for (int i = 0; i < 2; i++) cg_mutate_expr(w, n->args[i], conditions);
}

// {a, b}: each left out.
static void mutate_set(cg_mutating *w, const cg_ast *n) {
    for (int out = 0; out < n->n_args; out++) {
        const char *list = "";
        for (int i = 0; i < n->n_args; i++) {
            if (i != out)
                list = cg_arena_printf(w->all->arena, "%s%s%s", list, *list ? ", " : "",
                                       source_text(w, n->args[i]));
        }
        replace_node(w, CG_MUT_OPERAND, n, cg_arena_printf(w->all->arena, "{%s}", list));
        cg_mutate_expr(w, n->args[out], false);
    }
}

// max(a, b, c): min of them; and each operand left out.
static void mutate_extreme(cg_mutating *w, const cg_ast *n, cg_xop op) {
    cg_arena *a = w->all->arena;
    const char *other = CG_OPS[op].slips;
    const int length = (int)strlen(CG_OPS[op].text);
    cg_mutate_splice(w, CG_MUT_MIN_MAX, n->at, n->at + length, other,
                     cg_arena_printf(a, "%s%s", other, source_text(w, n) + length));
    for (int out = 0; n->n_args > 1 && out < n->n_args; out++) {
        const char *list = "";
        for (int i = 0; i < n->n_args; i++) {
            if (i != out)
                list = cg_arena_printf(a, "%s%s%s", list, *list ? ", " : "", source_text(w, n->args[i]));
        }
        replace_node(w, CG_MUT_OPERAND, n,
                     n->n_args == 2 ? list : cg_arena_printf(a, "%s(%s)", n->name, list));
    }
}

// The call with other text in place of one operand; what does not fit gives no table, and is not made.
static void other_operand(cg_mutating *w, const cg_ast *n, int which, const char *text) {
    cg_arena *a = w->all->arena;
    const char *list = "";
    for (int i = 0; i < n->n_args; i++)
        list =
            cg_arena_printf(a, "%s%s%s", list, i ? ", " : "", i == which ? text : source_text(w, n->args[i]));
    replace_node(w, CG_MUT_OPERAND, n, cg_arena_printf(a, "%s.%s(%s)", n->name, n->member, list));
}

// f.result(a, b): another result; each operand left out, which is 0 then, and each of its neighbours in its
// place.
static void mutate_function(cg_mutating *w, const cg_ast *n) {
    const cg_function *f = w->spec->functions;
    while (strcmp(f->name, n->name)) f++;
    for (int k = 0; k < CG_N_PART_RESULTS; k++)
        if ((int)CG_PART_RESULTS[k].part == f->part && strcmp(CG_PART_RESULTS[k].name, n->member))
            cg_mutate_splice(w, CG_MUT_NAME, n->op_at, n->op_at + (int)strlen(n->member),
                             CG_PART_RESULTS[k].name,
                             cg_arena_printf(w->all->arena, "%s.%s", n->name, CG_PART_RESULTS[k].name));
    for (int i = 0; i < n->n_args; i++)
        if (n->args[i]->kind != CG_N_INT) other_operand(w, n, i, "0");
    for (int i = 0; i + 1 < n->n_args; i++) other_operand(w, n, i, source_text(w, n->args[i + 1]));
}

static void mutate_call(cg_mutating *w, const cg_ast *n) {
    if (n->member) mutate_function(w, n);
    for (cg_xop op = CG_N_LEAVES; op < CG_N_OPS; op++)
        if (CG_OPS[op].typing == CG_TYPING_EXTREME && !strcmp(CG_OPS[op].text, n->name))
            mutate_extreme(w, n, op);
    for (int i = 0; i < n->n_args; i++) cg_mutate_expr(w, n->args[i], false);
}

void cg_mutate_expr(cg_mutating *w, const cg_ast *n, bool condition) {
    if (condition) turn_round(w, n);
    switch (n->kind) {
    case CG_N_INT: mutate_number(w, n, 0); break;
    case CG_N_BOOL: cg_mutate_word(w, CG_MUT_NAME, n->at, n->end, n->value ? "false" : "true"); break;
    case CG_N_NAME: mutate_name(w, n); break;
    case CG_N_MEMBER: mutate_member(w, n); break;
    case CG_N_CALL: mutate_call(w, n); break;
    case CG_N_NOT:
        replace_node(w, CG_MUT_NEGATE, n, source_text(w, n->args[0]));
        cg_mutate_expr(w, n->args[0], false);
        break;
    case CG_N_BINARY: mutate_binary(w, n); break;
    case CG_N_SET: mutate_set(w, n); break;
    case CG_N_COND:
        keep_one(w, n, 1, 3);
        cg_mutate_expr(w, n->args[0], true);
        for (int i = 1; i < 3; i++) cg_mutate_expr(w, n->args[i], condition);
        break;
    }
}

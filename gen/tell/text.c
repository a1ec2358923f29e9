#include "text.h"

#include <string.h>

#include "lang/function.h"
#include "lang/lookup.h"

// ------------------------------------------------------------------------------------- names of things

const char *doc_machine_name(const cg_spec *s, int machine) {
    return machine == CG_MEMORY ? "memory" : s->machines[machine].name;
}

// The expression says it where no word does.
static const char *receiver_text(cg_dest dest) {
    for (int i = 0; i < CG_N_RECEIVERS; i++)
        if (CG_RECEIVERS[i].dest == dest) return CG_RECEIVERS[i].text;
    return "";
}

const char *doc_type(cg_arena *a, const cg_spec *s, const cg_type *t) {
    switch (t->kind) {
    case CG_T_INT: return cg_arena_printf(a, "%d bit%s", t->width, t->width == 1 ? "" : "s");
    case CG_T_BOOL: return "bool";
    case CG_T_ENUM: return s->enums[t->enum_type].name;
    case CG_T_NODE: return cg_arena_printf(a, "a %s, %d bits", s->machines[t->machine].name, t->width);
    case CG_T_REQUEST: return cg_arena_printf(a, "a request, %d bits", t->width);
    case CG_T_CORE: return cg_arena_printf(a, "a core, %d bits", t->width);
    case CG_T_MASK: return cg_arena_printf(a, "mask of the line's bytes, %d bits", t->width);
    case CG_T_SET: return cg_arena_printf(a, "set of %s, %d bits", s->machines[t->machine].name, t->width);
    }
    return "";
}

static const char *set_value(cg_arena *a, uint64_t value) {
    const char *list = "";
    for (int i = 0; i < 64; i++) {
        if (value >> i & 1) list = cg_arena_printf(a, "%s%s%d", list, *list ? ", " : "", i);
    }
    return cg_arena_printf(a, "{%s}", list);
}

const char *doc_value(cg_arena *a, const cg_spec *s, const cg_type *t, uint64_t value) {
    switch (t->kind) {
    case CG_T_INT: break;
    case CG_T_BOOL: return value ? "true" : "false";
    case CG_T_ENUM: return s->enums[t->enum_type].literals[value];
    case CG_T_REQUEST:
    case CG_T_CORE:
    case CG_T_NODE: break;
    case CG_T_MASK:
        if (value && value == UINT64_MAX >> (64 - t->width)) return "all";
        return set_value(a, value);
    case CG_T_SET: return set_value(a, value);
    }
    return cg_arena_printf(a, "%llu", (unsigned long long)value);
}

const cg_msg *doc_event_msg(const cg_spec *s, const cg_machine *m, int event) {
    const cg_event *e = &m->events[event];
    return e->kind == CG_EV_MESSAGE ? &s->msgs[e->msg] : NULL;
}

// Whose event is it? Does what it is the head of walk the cache?
static bool is_of_walk(const cg_spec *s, const cg_event *e) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        if (e >= m->events && e < m->events + m->n_events) return m->structures[e->structure].walks;
    }
    return false;
}

const char *doc_event_kind(const cg_spec *s, const cg_event *e) {
    switch (e->kind) {
    case CG_EV_CORE: return "core";
    case CG_EV_MESSAGE: return CG_CLASS_WORDS[s->msgs[e->msg].cls];
    case CG_EV_EVICT: return "eviction";
    case CG_EV_TIMER: return "timer";
    case CG_EV_WRAP: return "clock";
    case CG_EV_ALARM: return "alarm";
    case CG_EV_DRAIN: return "store buffer";
    case CG_EV_HEAD:
    case CG_EV_MARKER: return is_of_walk(s, e) ? "walk" : "fifo";
    }
    return "";
}

// ----------------------------------------------------------------------------------------- expressions

typedef struct {
    cg_arena *a;
    const cg_spec *s;
    const cg_machine *m;
    const cg_msg *msg;
} printer;

// "reg", "line.f".
static const char *target_text(cg_arena *a, const cg_machine *m, cg_space space, int field) {
    return cg_arena_printf(a, "%s%s", CG_SPACES[space].prefix, cg_field_shown(cg_field_at(m, space, field)));
}

static const char *expr_text(const printer *p, const cg_expr *x);

// In brackets, unless it binds at least so tightly.
static const char *bracketed_text(const printer *p, const cg_expr *x, int least) {
    const char *text = expr_text(p, x);
    const bool loose = x->op >= CG_N_LEAVES && CG_OPS[x->op].binds < least;
    return loose ? cg_arena_printf(p->a, "(%s)", text) : text;
}

static const char *print_leaf(const printer *p, const cg_expr *x) {
    if (cg_is_const(x)) return doc_value(p->a, p->s, &x->type, x->value);
    if (cg_is_field(x)) return target_text(p->a, p->m, x->space, x->field);
    if (cg_is_leaf(x->op, CG_LEAF_MODE)) return p->s->inputs[x->field].name;
    if (cg_is_leaf(x->op, CG_LEAF_OF_PORT)) return cg_arena_printf(p->a, "mark.%s", p->s->marks[x->field]);
    if (cg_is_leaf(x->op, CG_LEAF_OF_LOOKUP))
        return cg_arena_printf(p->a, "%s.%s", p->m->lookups[cg_lookup_of_leaf(x)].name,
                               CG_ASK_WORDS[cg_ask_of_leaf(x)]);
    if (cg_is_leaf(x->op, CG_LEAF_OF_COMMAND))
        return cg_arena_printf(p->a, "command.%s", p->s->operands[x->field].field.name);
    if (cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE) && p->msg && x->field == p->msg->core)
        return x->type.kind == CG_T_NODE ? "core(msg.request)" : "msg.request"; // within core()
    if (cg_is_leaf(x->op, CG_LEAF_OF_MESSAGE))
        return cg_arena_printf(p->a, "msg.%s", p->msg ? p->msg->fields[x->field].name : "?");
    if (CG_LEAVES[x->op].type == CG_LEAF_SENDER) return "msg.src";
    if (cg_is_leaf(x->op, CG_LEAF_OF_SPACE)) return x->op == CG_X_PLACE ? "line.at" : "msg.line";
    if (CG_LEAVES[x->op].type == CG_LEAF_ASKER) return "msg.request";
    if (cg_is_leaf(x->op, CG_LEAF_ASKS))
        return x->type.kind == CG_T_NODE ? "core(head.request)" : "head.request";
    return CG_LEAVES[x->op].name; // invariants are shown as they are written, and rules have none of theirs
}

// core(r, m) is a difference that fits: note [kinds] in gen/read/type/core.c.
static const char *print_core_of_kind(const printer *p, const cg_expr *x) {
    const cg_expr *core = x->a->op == CG_X_SUB ? x->a->a : x->a;
    return cg_arena_printf(p->a, "core(%s, %s)", expr_text(p, core->a), p->s->machines[x->type.machine].name);
}

static const char *print_call(const printer *p, const cg_expr *x) {
    if (x->op == CG_X_FIT && x->type.kind == CG_T_NODE) return print_core_of_kind(p, x);
    const char *more = x->b ? cg_arena_printf(p->a, ", %s", expr_text(p, x->b)) : "";
    return cg_arena_printf(p->a, "%s(%s%s)", CG_OPS[x->op].text, expr_text(p, x->a), more);
}

static const char *print_application(const printer *p, const cg_expr *x) {
    const cg_expr *operands[CG_MAX_FUNCTION_OPERANDS];
    const int n = cg_operands_of(x, operands);
    const char *list = "";
    for (int k = 0; k < n; k++)
        list = cg_arena_printf(p->a, "%s%s%s", list, k ? ", " : "", expr_text(p, operands[k]));
    return cg_arena_printf(p->a, "%s.%s(%s)", cg_function_of(p->s, x)->name, CG_PART_RESULTS[x->field].name,
                           list);
}

static const char *expr_text(const printer *p, const cg_expr *x) {
    if (x->op < CG_N_LEAVES) return print_leaf(p, x);
    const cg_op_row *row = &CG_OPS[x->op];
    const int b = row->binds;
    switch (row->shape) {
    case CG_SHAPE_PREFIX: return cg_arena_printf(p->a, "%s%s", row->text, bracketed_text(p, x->a, b));
    case CG_SHAPE_CALL: return print_call(p, x);
    case CG_SHAPE_BRACES: return cg_arena_printf(p->a, "{%s}", expr_text(p, x->a));
    case CG_SHAPE_CHOICE:
        return cg_arena_printf(p->a, "%s ? %s : %s", bracketed_text(p, x->a, b + 1),
                               bracketed_text(p, x->b, b + 1), expr_text(p, x->c));
    case CG_SHAPE_APPLY: return print_application(p, x);
    case CG_SHAPE_LIST:
    case CG_SHAPE_INFIX: break;
    }
    return cg_arena_printf(p->a, "%s %s %s", bracketed_text(p, x->a, b), row->text,
                           bracketed_text(p, x->b, b + 1));
}

const char *doc_expr(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_msg *msg,
                     const cg_expr *x) {
    return expr_text(&(printer){a, s, m, msg}, x);
}

const cg_alias *doc_let(const cg_machine *m, const char *name) {
    for (int i = 0; name && i < m->n_lets; i++) {
        if (!strcmp(m->lets[i].name, name)) return &m->lets[i];
    }
    return NULL;
}

// --------------------------------------------------------------------------------------------- actions

bool doc_is_transition(const cg_rule *r) {
    return !r->impossible && !cg_is_pure_stall(r);
}

// Fields that a table gives, which come before the one that the reader adds.
static int written_fields(const cg_msg *m) {
    return m->core == CG_NONE ? m->n_fields : m->core;
}

// " for mshr.asked"
static const char *asker_text(cg_arena *a, const char *asker) {
    return asker ? cg_arena_printf(a, " for %s", asker) : "";
}

// " of line.dirty", " except line.dirty", " about line.base"
static const char *mask_text(cg_arena *a, const char *word, const char *mask) {
    return mask ? cg_arena_printf(a, " %s %s", word, mask) : "";
}

const char *doc_send_tail(cg_arena *a, const cg_spec *s, const cg_action *x) {
    const cg_msg *msg = &s->msgs[x->msg];
    const char *list = "";
    const int shown = written_fields(msg);
    for (int i = 0; i < shown; i++) {
        const char *name = msg->fields[i].name, *value = x->args[i]->text;
        const char *comma = i ? ", " : "";
        if (!value || !strcmp(name, value))
            list = cg_arena_printf(a, "%s%s%s", list, comma, name);
        else
            list = cg_arena_printf(a, "%s%s%s: %s", list, comma, name, value);
    }
    const char *body = shown ? cg_arena_printf(a, "{%s}", list) : "";
    return cg_arena_printf(a, "%s%s%s to %s%s", body, mask_text(a, "of", x->mask ? x->mask->text : NULL),
                           mask_text(a, "about", x->about ? x->about->text : NULL),
                           x->to ? x->to->text : receiver_text(x->dest),
                           asker_text(a, x->asker ? x->asker->text : NULL));
}

static const char *send_text(const printer *p, const cg_action *x) {
    const cg_msg *to = &p->s->msgs[x->msg];
    const char *list = "";
    for (int i = 0; i < written_fields(to); i++)
        list = cg_arena_printf(p->a, "%s%s%s: %s", list, i ? ", " : "", to->fields[i].name,
                               expr_text(p, x->args[i]));
    const char *with =
        x->count ? cg_arena_printf(p->a, " with %s by %s", expr_text(p, x->count), expr_text(p, x->step))
                 : "";
    return cg_arena_printf(p->a, "send %s{%s}%s%s%s to %s%s", to->name, list,
                           mask_text(p->a, "of", x->mask ? expr_text(p, x->mask) : NULL),
                           mask_text(p->a, "about", x->about ? expr_text(p, x->about) : NULL), with,
                           x->to ? expr_text(p, x->to) : receiver_text(x->dest),
                           asker_text(p->a, x->asker ? expr_text(p, x->asker) : NULL));
}

// "perform load" or "complete", and when.
static const char *timed_text(const printer *p, const char *words, const cg_action *x) {
    const char *asker = asker_text(p->a, x->asker ? expr_text(p, x->asker) : NULL);
    const char *at = x->at ? cg_arena_printf(p->a, " at %s", expr_text(p, x->at)) : "";
    const char *in = x->epoch ? cg_arena_printf(p->a, " in %s", expr_text(p, x->epoch)) : "";
    const char *about = mask_text(p->a, "about", x->about ? expr_text(p, x->about) : NULL);
    return cg_arena_printf(p->a, "%s%s%s%s%s", words, asker, about, at, in);
}

static const char *respond_text(const cg_action *x) {
    switch (x->from) {
    case CG_FROM_NOTHING: return "respond";
    case CG_FROM_LINE: return "respond line";
    case CG_FROM_MSG: return "respond msg";
    }
    return "";
}

static const char *action_text(const printer *p, const cg_action *x) {
    cg_arena *a = p->a;
    switch (CG_VERBS[x->verb].form) {
    case CG_FORM_PLAIN: return x->text;
    case CG_FORM_STRUCTURE:
        return cg_arena_printf(a, "%s %s", CG_VERBS[x->verb].words, p->m->structures[x->structure].name);
    case CG_FORM_LOOKUP:
        return cg_arena_printf(a, "%s %s", CG_VERBS[x->verb].words, p->m->lookups[x->structure].name);
    case CG_FORM_ASSIGN:
        return cg_arena_printf(a, "%s = %s", target_text(a, p->m, x->space, x->field),
                               expr_text(p, x->value));
    case CG_FORM_SEND: return send_text(p, x);
    case CG_FORM_FILL:
        return cg_arena_printf(a, "%s%s", CG_VERBS[x->verb].words,
                               mask_text(a, "except", x->mask ? expr_text(p, x->mask) : NULL));
    case CG_FORM_RESPOND: return respond_text(x);
    case CG_FORM_PERFORM:
        return timed_text(p, cg_arena_printf(a, "perform %s", CG_CORE_OP_WORDS[x->perform]), x);
    case CG_FORM_COMPLETE:
    case CG_FORM_PUBLISH: return timed_text(p, CG_VERBS[x->verb].words, x);
    case CG_FORM_STATE:
    case CG_FORM_STATES:
        return cg_arena_printf(a, "flash %s to %s",
                               x->from_state != CG_NONE          ? p->m->states[x->from_state].name
                               : cg_does(x, CG_DOES_MOVES_LINES) ? "lines"
                                                                 : "mshrs",
                               p->m->states[x->to_state].name);
    case CG_FORM_FIELD:
        return cg_arena_printf(a, "%s%s = %s", CG_VERBS[x->verb].words,
                               cg_field_at(p->m, x->space, x->field)->name, expr_text(p, x->value));
    }
    return x->text;
}

const char *doc_lookup(cg_arena *a, const cg_lookup *l) {
    static const char *const WHAT[] = {
        [CG_LOOKUP_CAM] = "a cam", [CG_LOOKUP_RING] = "a ring", [CG_LOOKUP_TLB] = "a tlb"};
    const char *what = WHAT[l->kind];
    const char *key = l->kind == CG_LOOKUP_RING ? "taken in order"
                      : l->kind == CG_LOOKUP_TLB
                          ? cg_arena_printf(a, "of pages whose numbers have %d bits", l->key.width)
                      : l->by_line ? "found by their line"
                                   : cg_arena_printf(a, "found by a number of %d bits", l->key.width);
    return cg_arena_printf(a, "%s of %llu entries, %s", what, (unsigned long long)l->entries, key);
}

const char *doc_find(cg_arena *a, const cg_spec *s, const cg_machine *m, int event, const cg_find *f) {
    const cg_msg *msg = doc_event_msg(s, m, event);
    const char *name = m->lookups[f->lookup].name, *list = "";
    if (f->at) return cg_arena_printf(a, "%s", doc_expr(a, s, m, msg, f->at));
    for (int i = 0; i < f->n_values; i++)
        list = cg_arena_printf(a, "%s%s%s == %s", list, i ? " && " : "",
                               m->found[f->fields[i]].shown + strlen(name) + 1,
                               doc_expr(a, s, m, msg, f->value[i]));
    return list;
}

const char *doc_action_text(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_msg *msg,
                            const cg_action *x) {
    return action_text(&(printer){a, s, m, msg}, x);
}

static const char *to_whom(const cg_spec *s, cg_arena *a, const cg_action *x) {
    const char *to = doc_machine_name(s, s->msgs[x->msg].to);
    switch (x->dest) {
    case CG_TO_HOME: return cg_arena_printf(a, "the line's home %s", to);
    case CG_TO_SRC: return cg_arena_printf(a, "the %s that sent the message", to);
    case CG_TO_ALL: return cg_arena_printf(a, "every %s", to);
    case CG_TO_NEXT: return cg_arena_printf(a, "the next %s of the ring", to);
    case CG_TO_MEMORY: return "the memory";
    case CG_TO_PARENT: return cg_arena_printf(a, "the %s of its cluster", to);
    case CG_TO_CHILDREN: return cg_arena_printf(a, "every %s of its cluster", to);
    case CG_N_DESTS: break;
    case CG_TO_EXPR:
        return cg_arena_printf(a, x->to->type.kind == CG_T_SET ? "every %s of %s" : "%s number %s", to,
                               x->to->text);
    }
    return to;
}

static const char *sent_text(cg_arena *a, const cg_spec *s, const cg_action *x) {
    const cg_msg *msg = &s->msgs[x->msg];
    const char *with =
        msg->payload == CG_PAY_VALUE ? ", with the word of the line that it is about"
        : x->from == CG_FROM_LINE    ? ", with the line's data"
        : x->mask ? cg_arena_printf(a, ", with the bytes of the line that %s names", x->mask->text)
        : msg->payload == CG_PAY_BYTES
            ? ", with the bytes of the line's entry in the store buffer, or of the message that brings some"
            : "";
    const char *asker =
        x->asker ? cg_arena_printf(a, ", on behalf of the request in %s", x->asker->text) : "";
    const char *about = x->about ? cg_arena_printf(a, ", about global line %s", x->about->text) : "";
    if (x->count)
        about = cg_arena_printf(a, "%s and others of its line, %s in all, each %s behind the one before",
                                about, x->count->text, x->step->text);
    return cg_arena_printf(a, "%s (%s on %s%s%s) goes to %s%s", msg->name, CG_CLASS_WORDS[msg->cls],
                           s->nets[msg->net].name, about, with, to_whom(s, a, x), asker);
}

static const char *answered_text(const cg_action *x) {
    switch (x->from) {
    case CG_FROM_NOTHING:
        return "what asked (the request of the message, or the core's own) is answered, without data";
    case CG_FROM_LINE: return "the request that the message is about is answered from the line";
    case CG_FROM_MSG: return "the request that the message is about is answered from the message's data";
    }
    return "";
}

static const char *performed_text(cg_arena *a, const char *what, const cg_action *x) {
    const char *at = x->at ? cg_arena_printf(a, ", at logical time %s", x->at->text) : "";
    const char *in = x->epoch ? cg_arena_printf(a, " of epoch %s", x->epoch->text) : "";
    const char *whose = x->asker ? cg_arena_printf(a, " of the request in %s", x->asker->text) : "";
    const char *about = x->about ? cg_arena_printf(a, " on global line %s", x->about->text) : "";
    return cg_arena_printf(a, "%s%s takes effect here%s%s%s (told to the golden model)", what, whose, about,
                           at, in);
}

static const char *flash_text(cg_arena *a, const cg_machine *m, const cg_action *x) {
    if (x->from_state != CG_NONE) return cg_arena_printf(a, "in %s", m->states[x->from_state].name);
    return cg_does(x, CG_DOES_MOVES_LINES) ? "without an MSHR entry" : "with an MSHR entry";
}

static const char *bulk_text(cg_arena *a, const cg_machine *m, const cg_action *x) {
    const char *where =
        cg_does(x, CG_DOES_SETS_LINES) ? "lines, one set a cycle" : "MSHR entries, in one cycle";
    return cg_arena_printf(a, "%s becomes %s in all %s", target_text(a, m, x->space, x->field),
                           x->value->text, where);
}

static const char *structure_text(cg_arena *a, const cg_machine *m, const cg_action *x) {
    const char *name = m->structures[x->structure].name;
    if (cg_does(x, CG_DOES_POPS)) return cg_arena_printf(a, "what is at the head of %s leaves it", name);
    return cg_arena_printf(a, "%s goes into %s; the event waits while that is full",
                           cg_does(x, CG_DOES_MARKS) ? "a marker of the thread" : "the line", name);
}

static const char *lookup_text(cg_arena *a, const cg_machine *m, const cg_action *x) {
    const cg_lookup *l = &m->lookups[x->structure];
    if (cg_does(x, CG_DOES_REMOVES))
        return cg_arena_printf(a, "the entry that is found in %s is given back", l->name);
    return l->kind == CG_LOOKUP_RING
               ? cg_arena_printf(a,
                                 "the entry at the tail of %s is taken, and the tail moves on; the event "
                                 "waits while that is live",
                                 l->name)
               : cg_arena_printf(a, "%s gets an entry with %s; the event waits while it is full", l->name,
                                 l->by_line ? "the line" : "the key that was looked for");
}

const char *doc_sentence(cg_arena *a, const cg_spec *s, const cg_machine *m, const cg_action *x) {
    switch (CG_VERBS[x->verb].form) {
    case CG_FORM_PLAIN: return CG_VERBS[x->verb].sentence;
    case CG_FORM_ASSIGN: return cg_arena_printf(a, "set %s", x->text);
    case CG_FORM_SEND: return sent_text(a, s, x);
    case CG_FORM_FILL:
        if (!x->mask) return CG_VERBS[x->verb].sentence;
        return cg_arena_printf(a, "%s and those of %s", CG_VERBS[x->verb].sentence, x->mask->text);
    case CG_FORM_RESPOND: return answered_text(x);
    case CG_FORM_PERFORM:
        return performed_text(a, cg_arena_printf(a, "the %s", CG_CORE_OP_WORDS[x->perform]), x);
    case CG_FORM_COMPLETE: return performed_text(a, "the thread's deferred request is answered and", x);
    case CG_FORM_PUBLISH: return performed_text(a, "a store of the whole word as it is here", x);
    case CG_FORM_STATE:
    case CG_FORM_STATES:
        return cg_arena_printf(a, "all lines %s go to %s, in one cycle", flash_text(a, m, x),
                               m->states[x->to_state].name);
    case CG_FORM_STRUCTURE: return structure_text(a, m, x);
    case CG_FORM_LOOKUP: return lookup_text(a, m, x);
    case CG_FORM_FIELD: return bulk_text(a, m, x);
    }
    return "";
}

#include <string.h>

#include "lang/lookup.h"
#include "lang/mask.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

static bool fail(cg_scope *s, const cg_act *act, cg_code code, int at, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

static bool fail(cg_scope *s, const cg_act *act, cg_code code, int at, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cg_json_verror(s->reader->json, code, act->source->pointer, at, fmt, args);
    va_end(args);
    return false;
}

const char *cg_space_list(cg_arena *arena) {
    const char *list = "";
    cg_space last = CG_N_SPACES - 1;
    while (!*CG_SPACES[last].prefix) last--;
    for (cg_space k = 0; k < CG_N_SPACES; k++) {
        if (*CG_SPACES[k].prefix)
            list = cg_arena_printf(arena, "%s%s%s", list,
                                   !*list      ? ""
                                   : k == last ? " and "
                                               : ", ",
                                   CG_SPACES[k].key);
    }
    return list;
}

// The field of the space that an action names, as `x->field`.
static bool find_target(cg_scope *s, const cg_act *act, cg_space space, cg_word w, cg_action *x) {
    const cg_fields *fields = &s->machine->fields[space];
    x->space = space;
    x->field = cg_find_field(fields->field, fields->n, w.text);
    if (x->field != CG_NONE) return true;
    for (int i = 0; space == CG_SPACE_REG && i < s->machine->n_inputs; i++) {
        if (!strcmp(s->reader->spec->inputs[s->machine->inputs[i]].name, w.text))
            return fail(s, act, CG_E_VERB, w.at, "'%s' is an input: no rule can assign it", w.text);
    }
    return fail(s, act, CG_E_UNKNOWN, w.at, "%s", cg_no_such_field(s, space, w.text));
}

// The value that goes to the field.
static bool type_value(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_field *field = cg_field_at(s->machine, x->space, x->field);
    const char *what =
        cg_arena_printf(s->reader->arena, "%s%s", CG_SPACES[x->space].prefix, cg_field_shown(field));
    x->value = cg_type_into(s, act->value, &field->type, what);
    return x->value;
}

// S.f = e
static bool type_assign_found(cg_scope *s, const cg_act *act, int lookup, cg_action *x) {
    const cg_machine *m = s->machine;
    const cg_lookup *l = &m->lookups[lookup];
    cg_words w = {0};
    x->space = CG_SPACE_FOUND;
    x->field = cg_find_field(m->found, m->n_found,
                             cg_arena_printf(s->reader->arena, "%s_%s", l->name, act->field.text));
    for (int f = l->first_field; f < l->first_field + l->n_fields; f++)
        cg_words_add(s->reader, &w, m->found[f].shown + strlen(l->name) + 1);
    if (x->field == CG_NONE || cg_lookup_of_field(m, x->field) != lookup)
        return fail(s, act, CG_E_UNKNOWN, act->field.at, "'%s' is no field of %s%s", act->field.text, l->name,
                    cg_hint_or_all(s->reader, act->field.text, &w));
    return type_value(s, act, x);
}

static bool type_assign(cg_scope *s, const cg_act *act, cg_action *x) {
    const int lookup = act->field.text ? cg_find_lookup(s->machine, act->target.text) : CG_NONE;
    if (lookup != CG_NONE) return type_assign_found(s, act, lookup, x);
    const char *named = act->field.text ? cg_arena_printf(s->reader->arena, "%s.", act->target.text) : "";
    cg_space to = 0;
    while (to < CG_N_SPACES && strcmp(CG_SPACES[to].prefix, named)) to++;
    if (to == CG_N_SPACES)
        return fail(s, act, CG_E_UNKNOWN, act->target.at, "'%s' has no fields to assign: only %s have",
                    act->target.text, cg_space_list(s->reader->arena));
    return find_target(s, act, to, act->field.text ? act->field : act->target, x) && type_value(s, act, x);
}

// flash mshr.f = constant, sweep line.f = constant
static bool type_bulk(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_space space = cg_verb_does(act->verb, CG_DOES_SETS_LINES) ? CG_SPACE_LINE : CG_SPACE_MSHR;
    if (!find_target(s, act, space, act->field, x) || !type_value(s, act, x)) return false;
    if (!cg_is_const(x->value))
        return fail(s, act, CG_E_CONST, act->value->at, "all get the same value: it must be a constant");
    return true;
}

// ------------------------------------------------------------------------------------------------- sends

static bool type_args(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    bool good = true;
    cg_arena *a = s->reader->arena;
    x->n_args = msg->n_fields;
    x->args = cg_arena_alloc(a, (size_t)(msg->n_fields + 1) * sizeof *x->args);
    bool *given = cg_arena_alloc(a, (size_t)msg->n_fields + 1);
    for (int i = 0; i < act->n_args; i++) {
        const cg_word name = act->args[i].name;
        int f = cg_find_field(msg->fields, msg->n_fields, name.text);
        if (f == CG_NONE) {
            cg_words w = {0};
            for (int k = 0; k < msg->n_fields; k++) cg_words_add(s->reader, &w, msg->fields[k].name);
            const char *hint = cg_hint(s->reader, name.text, &w);
            if (!*hint) hint = cg_arena_printf(a, ": declare it in /messages/%s/fields", msg->name);
            good =
                fail(s, act, CG_E_UNKNOWN, name.at, "'%s' is no field of %s%s", name.text, msg->name, hint);
            continue;
        }
        if (given[f]) good = fail(s, act, CG_E_DUPLICATE, name.at, "'%s' is given twice", name.text);
        given[f] = true;
        const char *what = cg_arena_printf(a, "%s.%s", msg->name, name.text);
        x->args[f] = cg_type_into(s, act->args[i].value, &msg->fields[f].type, what);
        good = good && x->args[f];
    }
    for (int f = 0; f < msg->n_fields; f++) {
        if (given[f]) continue;
        good = fail(s, act, CG_E_SYNTAX, act->target.at, "%s needs its field '%s'", msg->name,
                    msg->fields[f].name);
    }
    return good;
}

// Is this a name that stands for no value? Then a receiver was meant.
static bool is_misspelt(const cg_scope *s, const cg_ast *n) {
    if (n->kind != CG_N_NAME || !strcmp(n->name, "self")) return false;
    for (int i = 0; i < s->reader->n_lets; i++) {
        if (!strcmp(s->reader->lets[i].name, n->name)) return false;
    }
    return cg_find_field(s->machine->regs, s->machine->n_regs, n->name) == CG_NONE;
}

static bool type_receiver(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    x->dest = CG_TO_EXPR;
    if (is_misspelt(s, act->to)) {
        cg_words w = {0};
        for (int i = 0; i < CG_N_RECEIVERS; i++) cg_words_add(s->reader, &w, CG_RECEIVERS[i].text);
        return fail(s, act, CG_E_UNKNOWN, act->dest.at,
                    "'%s' is no receiver: home, msg.src, all, next, memory, parent, a node and a set are%s",
                    act->to->name, cg_hint(s->reader, act->to->name, &w));
    }
    if (msg->to == CG_MEMORY)
        return fail(s, act, CG_E_VERB, act->dest.at, "%s goes to memory: write 'to memory'", msg->name);
    x->to = cg_type_receiver(s, act->to, msg->to);
    return x->to;
}

static bool type_dest(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    if (act->to) return type_receiver(s, act, msg, x);
    int i = 0;
    while (strcmp(CG_RECEIVERS[i].text, act->dest.text)) i++;
    x->dest = CG_RECEIVERS[i].dest;
    return true;
}

// ... for e
static bool type_asker(cg_scope *s, const cg_act *act, const char *what, cg_action *x) {
    if (!act->asker) return true;
    const cg_type type = cg_requester_type(s->reader->spec);
    x->asker = cg_type_into(s, act->asker, &type, what);
    return x->asker;
}

// send ... for e
static bool type_sent_for(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    if (!act->asker) return true;
    const char *why = msg->to == CG_MEMORY ? "memory knows no requests"
                      : !msg->thread       ? "it is about no line and no thread"
                      : msg->cls == CG_REQUEST && msg->block
                          ? "a request can be deferred, and is then known by its sender and its thread"
                          : NULL;
    if (why)
        return fail(s, act, CG_E_VERB, act->for_at, "%s cannot be sent for another request: %s", msg->name,
                    why);
    return type_asker(s, act, "what a message is sent for", x);
}

// send ... of e, fill except e
static bool type_mask(cg_scope *s, const cg_act *act, const char *what, cg_action *x) {
    const cg_type type = cg_mask_type(s->reader->spec);
    if (!act->mask) return true;
    x->mask = cg_type_into(s, act->mask, &type, what);
    return x->mask;
}

// Of a payload of bytes: those of the line that go.
static bool type_sent_bytes(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    if (act->mask && msg->payload != CG_PAY_BYTES)
        return fail(s, act, CG_E_VERB, act->mask_at, "%s carries no bytes of which 'of' could say which",
                    msg->name);
    return type_mask(s, act, "what is sent of the line", x);
}

// send ... about e, perform ... about e: a line of the global space.
static bool type_about(cg_scope *s, const cg_act *act, cg_action *x) {
    if (!act->about) return true;
    if (!s->machine->mapped)
        return fail(
            s, act, CG_E_VERB, act->about_at,
            "'about' is for local memories with MSHR entries: what %s does is about the line of its event",
            s->machine->name);
    const cg_type type = cg_global_line_type(s->reader->spec, s->machine);
    x->about = cg_type_into(s, act->about, &type, "the number of a global line");
    return x->about;
}

// send ... about e with n by s: words of the line.
static bool type_several(cg_scope *s, const cg_act *act, const cg_msg *msg, cg_action *x) {
    if (!act->count) return true;
    const cg_spec *spec = s->reader->spec;
    const char *why =
        !s->machine->of_words || !s->machine->mapped
            ? cg_arena_printf(s->reader->arena, "%s is no local memory of words", s->machine->name)
        : !act->about                 ? "it says about no word"
        : msg->payload != CG_PAY_NONE ? "it brings a word"
                                      : NULL;
    if (why)
        return fail(s, act, CG_E_VERB, act->with_at,
                    "'with' is for what a memory of words asks about words of one line: %s", why);
    const cg_type type = {CG_T_INT, cg_bits((uint64_t)cg_words_of_line(spec)), CG_NONE, CG_NONE};
    x->count = cg_type_into(s, act->count, &type, "a number of words of a line");
    x->step = cg_type_into(s, act->step, &type, "how many words one is from the next");
    return x->count && x->step;
}

static bool type_send(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_spec *spec = s->reader->spec;
    x->msg = cg_find_msg(spec, act->target.text);
    if (x->msg == CG_NONE) {
        cg_words w = {0};
        for (int i = 0; i < spec->n_msgs; i++) cg_words_add(s->reader, &w, spec->msgs[i].name);
        return fail(s, act, CG_E_UNKNOWN, act->target.at, "'%s' is no message%s", act->target.text,
                    cg_hint(s->reader, act->target.text, &w));
    }
    const cg_msg *msg = &spec->msgs[x->msg];
    if (cg_carries_data(msg)) x->from = CG_FROM_LINE;
    const bool dest = type_dest(s, act, msg, x), asker = type_sent_for(s, act, msg, x);
    const bool bytes = type_sent_bytes(s, act, msg, x), about = type_about(s, act, x);
    const bool several = type_several(s, act, msg, x);
    return type_args(s, act, msg, x) && dest && asker && bytes && about && several;
}

// ---------------------------------------------------------------------------------------- the other verbs

static bool type_respond(cg_scope *s, const cg_act *act, cg_action *x) {
    const char *from = act->kind.text;
    x->from = !from ? CG_FROM_NOTHING : !strcmp(from, "line") ? CG_FROM_LINE : CG_FROM_MSG;
    if (!from || x->from == CG_FROM_LINE || !strcmp(from, "msg")) return true;
    return fail(s, act, CG_E_UNKNOWN, act->kind.at, "'%s' is no source of data: line and msg are", from);
}

static bool type_time(cg_scope *s, const cg_act *act, cg_action *x) {
    if (act->at) x->at = cg_type_int(s, act->at);
    if (act->epoch) x->epoch = cg_type_bool(s, act->epoch);
    return !x->at == !act->at && !x->epoch == !act->epoch;
}

static bool type_perform(cg_scope *s, const cg_act *act, cg_action *x) {
    bool good = true;
    int op = CG_LOAD;
    while (op <= CG_ATOMIC && strcmp(CG_CORE_OP_WORDS[op], act->kind.text)) op++;
    if (op > CG_ATOMIC) {
        cg_words w = {.names = (const char **)(uintptr_t)CG_CORE_OP_WORDS, .n = CG_ATOMIC + 1};
        good = fail(s, act, CG_E_UNKNOWN, act->kind.at, "'%s' is no operation: load, store and atomic are%s",
                    act->kind.text, cg_hint(s->reader, act->kind.text, &w));
    }
    x->perform = (cg_core_op)op;
    const bool asker = type_asker(s, act, "what an operation is performed for", x),
               about = type_about(s, act, x);
    return type_time(s, act, x) && asker && about && good;
}

static bool fail_at_tlb(cg_scope *s, const cg_act *act) {
    return fail(s, act, CG_E_VERB, act->target.at,
                "%s is a tlb: what is in it comes from outside, and rules read %s.frame", act->target.text,
                act->target.text);
}

// push F, mark F, pop F
static bool type_structure(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_machine *m = s->machine;
    const int lookup = cg_find_lookup(m, act->target.text);
    if (lookup != CG_NONE && m->lookups[lookup].kind == CG_LOOKUP_TLB) return fail_at_tlb(s, act);
    if (lookup != CG_NONE)
        return fail(s, act, CG_E_VERB, act->target.at, "%s is a %s, which has 'insert' and 'remove'",
                    act->target.text, m->lookups[lookup].kind == CG_LOOKUP_RING ? "ring" : "cam");
    x->structure = cg_structure_named(s->reader, m, act->target.text, act->source->pointer, act->target.at);
    if (x->structure == CG_NONE) return false;
    if (cg_verb_does(act->verb, CG_DOES_MARKS) && !m->structures[x->structure].markers)
        return fail(s, act, CG_E_VERB, act->target.at, "%s holds no markers: say \"markers\": true",
                    act->target.text);
    return true;
}

// insert S, remove S
static bool type_lookup(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_machine *m = s->machine;
    cg_words w = {0};
    x->structure = cg_find_lookup(m, act->target.text);
    if (x->structure != CG_NONE && m->lookups[x->structure].kind == CG_LOOKUP_TLB) return fail_at_tlb(s, act);
    if (x->structure != CG_NONE) return true;
    for (int i = 0; i < m->n_lookups; i++) cg_words_add(s->reader, &w, m->lookups[i].name);
    if (cg_find_structure(m, act->target.text) != CG_NONE)
        return fail(s, act, CG_E_VERB, act->target.at, "%s is a %s, which has 'push', 'mark' and 'pop'",
                    act->target.text,
                    m->structures[cg_find_structure(m, act->target.text)].walks ? "walk" : "fifo");
    return fail(s, act, CG_E_UNKNOWN, act->target.at, "'%s' is no cam and no ring of %s%s", act->target.text,
                m->name, cg_hint_or_all(s->reader, act->target.text, &w));
}

static int find_flashed(cg_scope *s, const cg_act *act, cg_word w) {
    const cg_machine *m = s->machine;
    const int state = cg_find_state(m, w.text);
    if (state != CG_NONE) return state;
    cg_words words = {0};
    for (int i = 0; i < m->n_states; i++) cg_words_add(s->reader, &words, m->states[i].name);
    fail(s, act, CG_E_UNKNOWN, w.at, "'%s' is no state of %s%s", w.text, m->name,
         cg_hint(s->reader, w.text, &words));
    return CG_NONE;
}

// flash lines to T, flash mshrs to T, flash S to T
static bool type_flash(cg_scope *s, const cg_act *act, cg_action *x) {
    const cg_machine *m = s->machine;
    x->to_state = find_flashed(s, act, act->target);
    if (x->to_state == CG_NONE) return false;
    if (act->kind.text) {
        x->from_state = find_flashed(s, act, act->kind);
        if (x->from_state == CG_NONE) return false;
        x->verb = m->states[x->from_state].transient ? CG_A_FLASH_MSHRS : CG_A_FLASH_LINES;
    }
    const bool lines = x->verb == CG_A_FLASH_LINES;
    if (lines && !cg_is_here(m, x->from_state))
        return fail(s, act, CG_E_MSHR, act->kind.at, "what is nowhere cannot change its state");
    if (m->states[x->to_state].transient == !lines) return true;
    return fail(s, act, CG_E_MSHR, act->target.at,
                lines ? "lines without an MSHR entry are in stable states, and %s is transient"
                      : "MSHR entries are in transient states, and %s is stable",
                act->target.text);
}

bool cg_type_action(cg_scope *s, const cg_act *act, cg_action *x) {
    *x = (cg_action){
        .verb = act->verb, .field = CG_NONE, .msg = CG_NONE, .to_state = CG_NONE, .from_state = CG_NONE};
    x->text = act->source->text;
    x->pointer = act->source->pointer;
    switch (CG_VERBS[act->verb].form) {
    case CG_FORM_PLAIN: return true;
    case CG_FORM_ASSIGN: return type_assign(s, act, x);
    case CG_FORM_SEND: return type_send(s, act, x);
    case CG_FORM_FILL: return type_mask(s, act, "what a fill leaves as it is", x);
    case CG_FORM_RESPOND: return type_respond(s, act, x);
    case CG_FORM_PERFORM: return type_perform(s, act, x);
    case CG_FORM_COMPLETE: return type_time(s, act, x);
    case CG_FORM_PUBLISH: return type_about(s, act, x);
    case CG_FORM_STRUCTURE: return type_structure(s, act, x);
    case CG_FORM_LOOKUP: return type_lookup(s, act, x);
    case CG_FORM_STATE:
    case CG_FORM_STATES: return type_flash(s, act, x);
    case CG_FORM_FIELD: return type_bulk(s, act, x);
    }
    return false;
}

// Does everybody who needs to know which thread of which core asked know it?
#include "lang/mask.h"
#include "lang/verb.h"
#include "parts.h"

// note [threads]
//
// A message about a line or a thread carries the thread of the event whose rule sends it: that of the core's
// request, that of the message that came, or that of the marker. The answer of memory carries that of the
// message that asked for it. An eviction, an alarm and an entry that leaves the store buffer are about no
// thread, so what their rules send has none that means anything, and nor has what is sent on its arrival.
// Which core's thread it is is known in the machine with the core port, whose own it is, and where a message
// comes from there.
typedef struct {
    cg_checker *c;
    const cg_rule **without; // by message: a rule that sends it and is about no thread, or NULL
} threads;

static bool is_memory_answer(const cg_spec *s, const cg_msg *asked, const cg_msg *answer) {
    return asked->to == CG_MEMORY && answer->from == CG_MEMORY && asked->net == answer->net &&
           asked->from == answer->to && asked->payload == CG_PAY_NONE && s->n_msgs;
}

// The rule because of which this one's event may have no thread: itself, or one that sent a message. NULL: it
// has one.
static const cg_rule *cause_of_no_thread(const threads *t, const cg_machine *m, const cg_rule *r) {
    const cg_event *e = cg_event_of(m, r);
    switch (e->kind) {
    case CG_EV_CORE:
    case CG_EV_MARKER: return NULL;
    case CG_EV_MESSAGE: return e->thread ? t->without[e->msg] : r;
    default: return r;
    }
}

static bool mark_message(threads *t, int msg, const cg_rule *why) {
    if (!why || t->without[msg]) return false;
    t->without[msg] = why;
    return true;
}

static bool spread_to_messages(threads *t, const cg_machine *m, const cg_rule *r) {
    const cg_spec *s = t->c->spec;
    const cg_rule *why = cause_of_no_thread(t, m, r);
    bool grown = false;
    for (int i = 0; why && i < r->n_actions; i++) {
        if (!cg_does(&r->actions[i], CG_DOES_SENDS) || r->actions[i].asker) continue;
        const cg_msg *sent = &s->msgs[r->actions[i].msg];
        if (sent->thread) grown |= mark_message(t, r->actions[i].msg, why);
        for (int k = 0; k < s->n_msgs; k++)
            if (is_memory_answer(s, sent, &s->msgs[k])) grown |= mark_message(t, k, why);
    }
    return grown;
}

static const char *event_kind(const cg_event *e) {
    switch (e->kind) {
    case CG_EV_EVICT: return "an eviction";
    case CG_EV_ALARM: return "an alarm";
    case CG_EV_DRAIN: return "an entry that leaves the store buffer";
    case CG_EV_HEAD: return "a line at the head of a fifo or walk";
    case CG_EV_MESSAGE: return e->name;
    default: return "this event";
    }
}

static const cg_machine *machine_of_rule(const cg_spec *s, const cg_rule *r) {
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        if (r >= m->rules && r < m->rules + m->n_rules) return m;
    }
    return NULL;
}

static void note_asker(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_ASKS);
}

// A message about a line may be of no thread: then nobody needs that on its arrival.
static bool action_needs_thread(const cg_spec *s, const cg_action *a) {
    bool reads = false;
    cg_visit_action(a, note_asker, &reads);
    if (reads || a->asker) return reads;
    if (cg_does(a, CG_DOES_SENDS) && s->msgs[a->msg].thread && !s->msgs[a->msg].block) return true;
    return cg_does(a, CG_DOES_RESPONDS | CG_DOES_FINISHES | CG_DOES_PERFORMS | CG_DOES_MARKS) ||
           (cg_does(a, CG_DOES_ASSIGNS) && CG_SPACES[a->space].traits & CG_TRAIT_OF_CORE);
}

static void report_missing_thread(const threads *t, const cg_machine *m, const cg_rule *r, const cg_action *a,
                                  const cg_rule *why) {
    const cg_spec *s = t->c->spec;
    const cg_event *e = cg_event_of(m, r);
    const char *kind = event_kind(cg_event_of(machine_of_rule(s, why), why));
    if (e->kind == CG_EV_MESSAGE && e->thread)
        cg_check_report(
            t->c, CG_E_VERB, a->pointer, 0,
            "'%s' needs the thread that asked, and %s may come without one: it goes back to %s, and %s is "
            "about "
            "no thread; send it in a rule for the request, or for a message that was sent on its behalf (%s)",
            a->text, e->name, why->id, kind, r->id);
    else
        cg_check_report(t->c, CG_E_VERB, a->pointer, 0,
                        "'%s' needs the thread that asked, and %s is about none (%s)", a->text, kind, r->id);
}

// `perform` is for golden models, which have to know whose operation it is.
static void check_core(const threads *t, const cg_machine *m, const cg_rule *r, const cg_action *a) {
    const cg_spec *s = t->c->spec;
    const cg_event *e = cg_event_of(m, r);
    if (m->core_port || a->asker || !cg_does(a, CG_DOES_PERFORMS) || e->kind != CG_EV_MESSAGE) return;
    const cg_msg *msg = &s->msgs[e->msg];
    if (msg->core != CG_NONE) return;
    if (msg->from != CG_MEMORY && s->machines[msg->from].core_port) return;
    const char *core = "";
    for (int i = 0; i < s->n_machines; i++)
        if (s->machines[i].core_port) core = s->machines[i].name;
    cg_check_report(
        t->c, CG_E_VERB, a->pointer, 0,
        "'%s' has to say whose operation it is, and %s comes from %s, which has no core: the operation "
        "must take effect in %s, or where a message of %s arrives (%s)",
        a->text, msg->name, msg->from == CG_MEMORY ? "memory" : s->machines[msg->from].name, core, core,
        r->id);
}

static void note_bytes(void *context, const cg_expr *x) {
    bool *reads = context;
    *reads |= cg_is_leaf(x->op, CG_LEAF_OF_BYTES);
}

// Which word a message without a payload is about is that of the request on whose behalf it comes.
static void check_bytes(const threads *t, const cg_machine *m, const cg_rule *r, const cg_rule *why) {
    const cg_event *e = cg_event_of(m, r);
    bool reads = false;
    if (!why || e->kind != CG_EV_MESSAGE || !cg_asks_for_word(t->c->spec, &t->c->spec->msgs[e->msg])) return;
    cg_visit_rule(r, note_bytes, &reads);
    if (reads)
        cg_check_report(
            t->c, CG_E_VERB, r->pointer, 0,
            "'bytes' are those that the core asks for, and %s may come on behalf of none: it goes "
            "back to %s (%s)",
            e->name, why->id, r->id);
}

// Of an event without line and thread what is wrong with verbs and fields is said elsewhere.
static bool needs_one(const cg_spec *s, const cg_event *e, const cg_action *a) {
    return action_needs_thread(s, a) && (e->block || e->thread || cg_does(a, CG_DOES_SENDS));
}

void cg_check_threads(cg_checker *c) {
    const cg_spec *s = c->spec;
    threads t = {.c = c, .without = cg_arena_alloc(c->arena, (size_t)(s->n_msgs + 1) * sizeof *t.without)};
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 0; i < s->n_machines; i++) {
            const cg_machine *m = &s->machines[i];
            for (int k = 0; k < m->n_rules; k++) grown |= spread_to_messages(&t, m, &m->rules[k]);
        }
    }
    for (int i = 0; i < s->n_machines; i++) {
        const cg_machine *m = &s->machines[i];
        for (int k = 0; k < m->n_rules; k++) {
            const cg_rule *r = &m->rules[k], *why = cause_of_no_thread(&t, m, r);
            check_bytes(&t, m, r, why);
            for (int a = 0; a < r->n_actions; a++) {
                if (why && needs_one(s, cg_event_of(m, r), &r->actions[a]))
                    report_missing_thread(&t, m, r, &r->actions[a], why);
                check_core(&t, m, r, &r->actions[a]);
            }
        }
    }
}

// Does every verb fit its event, its state and the other verbs of its rule?
#include "lang/command.h"
#include "lang/mask.h"
#include "lang/topology.h"
#include "lang/verb.h"
#include "parts.h"

// One rule, and what its event brings.
typedef struct {
    const cg_spec *spec;
    const cg_machine *m;
    const cg_rule *rule;
    const cg_event *event;
    const cg_msg *msg; // NULL: the event is no message
    const cg_action *action;
} place;

// --------------------------------------------------------------------------------- one test for each use

static bool is_LINE(const place *p) {
    return p->event->block;
}

static bool is_CORE(const place *p) {
    return p->event->kind == CG_EV_CORE;
}

// A fence, an acquire or a release: the core's, and about no line.
static bool is_fence(const place *p) {
    return is_CORE(p) && !p->event->block;
}

// The same, or a message about a thread and no line.
static bool is_THREAD(const place *p) {
    return is_fence(p) || (p->msg && p->msg->thread && !p->msg->block);
}

static bool is_STORE(const place *p) {
    return is_CORE(p) && p->event->core == CG_STORE;
}

static bool is_BUFFERED(const place *p) {
    return p->m->buffer_entries != 0;
}

static bool is_DRAIN(const place *p) {
    return p->event->kind == CG_EV_DRAIN;
}

// What is at the head of a fifo.
static bool is_HEAD(const place *p) {
    return p->event->kind == CG_EV_HEAD || p->event->kind == CG_EV_MARKER;
}

// A word of a mapped memory that a walk has come to.
static bool is_OFFERED(const place *p) {
    return p->event->kind == CG_EV_HEAD && p->m->structures[p->event->structure].walks && p->m->mapped &&
           p->m->of_words;
}

static bool is_PORT(const place *p) {
    return p->m->core_port && p->msg && p->msg->block;
}

static bool is_ASKED(const place *p) {
    return is_PORT(p) || is_fence(p) || is_STORE(p);
}

static bool is_DEFERRED(const place *p) {
    bool request = p->msg && p->msg->cls == CG_REQUEST && p->msg->block;
    return (is_CORE(p) && is_LINE(p)) || (request && p->msg->payload < CG_PAY_LINE);
}

static bool is_STABLE(const place *p) {
    return is_LINE(p) && !p->m->states[p->rule->state].transient;
}

static bool is_TRANSIENT(const place *p) {
    return is_LINE(p) && !is_STABLE(p);
}

static bool is_ENTRY(const place *p) {
    return is_LINE(p) && (!is_STABLE(p) || cg_find_action(p->rule, CG_DOES_TAKES_ENTRY));
}

static bool is_KEPT(const place *p) {
    return is_ENTRY(p) || (is_LINE(p) && p->rule->next != 0);
}

static bool is_PRESENT(const place *p) {
    return is_LINE(p) && (cg_is_here(p->m, p->rule->state) || cg_find_action(p->rule, CG_DOES_TAKES_WAY));
}

static bool is_ABSENT(const place *p) {
    return is_LINE(p) && (!cg_is_here(p->m, p->rule->state) || !is_STABLE(p));
}

static bool is_LINE_DATA(const place *p) {
    return p->msg && p->msg->payload == CG_PAY_LINE;
}

static bool is_WORD(const place *p) {
    if (p->msg) return p->msg->payload == CG_PAY_WORD || p->msg->payload == CG_PAY_BYTES;
    return is_STORE(p) || (is_DRAIN(p) && p->m->words);
}

static bool is_OPERAND(const place *p) {
    return p->msg ? p->msg->payload == CG_PAY_ATOMIC : is_CORE(p) && p->event->core == CG_ATOMIC;
}

static bool is_STORED(const place *p) {
    const bool atomic = is_CORE(p) && p->event->core == CG_ATOMIC;
    return is_STORE(p) || (atomic && cg_find_action(p->rule, CG_DOES_OPERATES));
}

static bool is_ARRIVAL(const place *p) {
    return p->event->kind == CG_EV_CORE || p->event->kind == CG_EV_MESSAGE || p->event->kind == CG_EV_EVICT ||
           (p->event->kind == CG_EV_ALARM && p->m->words) || is_DRAIN(p) || is_HEAD(p);
}

static bool is_ALONE(const place *p) {
    return p->rule->n_actions == 1;
}

static const cg_action *first_of_verb(const cg_rule *r, cg_verb verb) {
    int i = 0;
    while (r->actions[i].verb != verb) i++;
    return &r->actions[i];
}

static bool is_ONCE(const place *p) {
    return first_of_verb(p->rule, p->action->verb) == p->action;
}

static bool is_FINAL(const place *p) {
    return !p->rule->stalls;
}

static const struct {
    int use;
    bool (*holds)(const place *p);
    const char *complaint;
} TESTS[] = {
#define TEST(name, complaint)                                                                                \
    { CG_USE_##name, is_##name, complaint }
    TEST(LINE, "is about a line, and this event is about none"),
    TEST(CORE, "answers the core at once: only an event of the core port can"),
    TEST(PORT,
         "answers a request of the core: only a message about a line, to a machine with a core port, can"),
    TEST(ASKED, "answers a request of the core: only a message about a line, to a machine with a core port, "
                "a store and "
                "what is about no line (a fence, an acquire, a release) can"),
    TEST(STORED,
         "takes the word of a store: only that event of the core can, and its atomic beside 'atomic'"),
    TEST(BUFFERED, "is for machines with a store buffer, and this one has none"),
    TEST(THREAD,
         "is for what is about a thread and no line: a fence, an acquire, a release, or a message with "
         "\"thread\": true"),
    TEST(HEAD, "is for what is at the head of a fifo or walk: {\"structure\": NAME, \"head\": ...}"),
    TEST(OFFERED, "is for a word of a local memory of words that a walk has come to"),
    TEST(DEFERRED,
         "defers a request: the event must be one (of the core, or of class request), and bring no line"),
    TEST(TRANSIENT, "is for transient states: in a stable one no request is deferred"),
    TEST(STABLE, "is for stable states: a transient state has its MSHR entry already"),
    TEST(ENTRY, "needs an MSHR entry: this state has none, and the rule does not allocate one"),
    TEST(KEPT, "needs an MSHR entry, or a state in which the line is here afterwards: say \"next\""),
    TEST(PRESENT, "needs the line to be here: allocate it in this rule"),
    TEST(ABSENT, "is for lines that have no place yet: in this state the line is here"),
    TEST(LINE_DATA, "takes the line of a message: this event brings none"),
    TEST(WORD, "takes the word of a store: this event brings none"),
    TEST(OPERAND, "takes the operands of an atomic: this event brings none"),
    TEST(ARRIVAL, "is for events that can be offered again: this one cannot"),
    TEST(ALONE, "must be all that a rule does"),
    TEST(ONCE, "is twice in this rule"),
    TEST(FINAL, "cannot stand beside 'stall': the event is not consumed, and comes again"),
};

static void check_uses(cg_checker *c, const place *p) {
    int uses = CG_VERBS[p->action->verb].uses;
    for (size_t i = 0; i < sizeof TESTS / sizeof *TESTS; i++) {
        if (!(uses & TESTS[i].use) || TESTS[i].holds(p)) continue;
        cg_check_report(c, CG_E_VERB, p->action->pointer, 0, "'%s' %s (%s)", CG_VERBS[p->action->verb].words,
                        TESTS[i].complaint, p->rule->id);
        return; // one is enough: others follow from it
    }
}

// ------------------------------------------------------------------------------------------ special cases

static bool assigns_same_field(const cg_action *a, const cg_action *b) {
    return a->verb == b->verb && a->space == b->space && a->field == b->field;
}

static void check_assign(cg_checker *c, const place *p) {
    const cg_action *a = p->action;
    const int traits = CG_SPACES[a->space].traits;
    const bool of_line = traits & CG_TRAIT_OF_LINE;
    if (of_line && !is_LINE(p))
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "this event is about no line, and nothing of a line can be assigned (%s)",
                        p->rule->id);
    else if (a->space == CG_SPACE_MSHR && !is_ENTRY(p))
        cg_check_report(c, CG_E_MSHR, a->pointer, 0, "%s has no MSHR entry, and %s does not allocate one",
                        p->m->states[p->rule->state].name, p->rule->id);
    else if (a->space == CG_SPACE_LINE && !is_PRESENT(p))
        cg_check_report(c, CG_E_VERB, a->pointer, 0, "in %s the line is nowhere, and %s does not allocate it",
                        p->m->states[p->rule->state].name, p->rule->id);
    if (traits & CG_TRAIT_OF_CORE && !p->event->thread)
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "this event is about no thread, and nothing of one can be assigned (%s)",
                        p->rule->id);
    if (a->space == CG_SPACE_BUFFER && is_DRAIN(p) && !p->rule->stalls)
        cg_check_report(c, CG_E_VERB, a->pointer, 0,
                        "the entry leaves with this event: nothing can be assigned "
                        "to it (%s)",
                        p->rule->id);
    for (const cg_action *b = p->rule->actions; b < a; b++) {
        if (!assigns_same_field(a, b)) continue;
        cg_check_report(c, CG_E_DUPLICATE, a->pointer, 0, "this is assigned twice in %s", p->rule->id);
        return;
    }
}

// For another request an operation has the word that the event brings: that of a core's own request is
// elsewhere.
static void check_perform(cg_checker *c, const place *p) {
    const cg_core_op op = p->action->perform;
    if (!p->action->asker || op == CG_LOAD || (op == CG_STORE ? is_WORD(p) : is_OPERAND(p))) return;
    cg_check_report(c, CG_E_VERB, p->action->pointer, 0,
                    "'perform %s' for another request needs the word in the event, and %s brings none (%s)",
                    CG_CORE_OP_WORDS[op], p->event->name, p->rule->id);
}

static void check_respond(cg_checker *c, const place *p) {
    if (p->action->from == CG_FROM_MSG && !(p->msg && cg_carries_data(p->msg)))
        cg_check_report(c, CG_E_VERB, p->action->pointer, 0,
                        "'respond msg' takes the line or the value of a message: %s brings none (%s)",
                        p->event->name, p->rule->id);
    if (p->action->from == CG_FROM_LINE && !is_PRESENT(p))
        cg_check_report(c, CG_E_VERB, p->action->pointer, 0, "'respond line' needs the line to be here (%s)",
                        p->rule->id);
}

static void check_stall(cg_checker *c, const place *p) {
    if (p->rule->next == p->rule->state) return;
    cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, p->rule->pointer, "next"), 0,
                    "a rule that stalls stays in its state: the event comes again (%s)", p->rule->id);
}

_Static_assert(CG_N_EFFECTS == 29, "clashes() says what an effect cannot stand beside");

// The data array is read and written once in a transition, and what is read is the line as it was. So `fill`
// excludes every other use of the line's data, and `write` excludes `atomic`. `complete` reads and writes the
// line as `fill` leaves it, and answers the core: it excludes all but `fill`.
static bool clashes(const place *p, const cg_action *other) {
    const bool fills = cg_does(p->action, CG_DOES_FILLS), completes = cg_does(p->action, CG_DOES_FINISHES);
    if (cg_does(other, CG_DOES_OPERATES)) return true;
    if (cg_does(other, CG_DOES_RESPONDS)) return completes || (fills && other->from == CG_FROM_LINE);
    if (cg_does(other, CG_DOES_PERFORMS)) return completes;
    if (cg_does(other, CG_DOES_SENDS) && !other->mask && !cg_carries_data(&p->spec->msgs[other->msg]))
        return false;
    return (fills || completes) && cg_does(other, CG_DOES_STORES | CG_DOES_HITS | CG_DOES_SENDS);
}

static const char *why_clashes(const place *p, const cg_action *other) {
    if (cg_does(other, CG_DOES_PERFORMS)) return "'complete' says itself that the request takes effect";
    if (cg_does(p->action, CG_DOES_FINISHES) && cg_does(other, CG_DOES_RESPONDS))
        return "a transition answers one request";
    return "a transition reads the line's data as it was, and writes it once";
}

static void check_data(cg_checker *c, const place *p) {
    for (int i = 0; i < p->rule->n_actions; i++) {
        const cg_action *other = &p->rule->actions[i];
        if (other == p->action || !clashes(p, other)) continue;
        cg_check_report(c, CG_E_VERB, p->action->pointer, 0, "'%s' cannot stand beside '%s': %s (%s)",
                        p->action->text, other->text, why_clashes(p, other), p->rule->id);
    }
}

static void check_verb_of_action(cg_checker *c, const place *p) {
    check_uses(c, p);
    if (cg_does(p->action, CG_DOES_ASSIGNS)) check_assign(c, p);
    if (cg_does(p->action, CG_DOES_RESPONDS)) check_respond(c, p);
    if (cg_does(p->action, CG_DOES_PERFORMS)) check_perform(c, p);
    if (cg_does(p->action, CG_DOES_STALLS)) check_stall(c, p);
    if (cg_does(p->action, CG_DOES_FILLS | CG_DOES_FINISHES | CG_DOES_STORES)) check_data(c, p);
}

// What has a thread and no line is kept nowhere: the rule that takes it answers it.
static void check_fence(cg_checker *c, const place *p) {
    if (!is_fence(p) || p->rule->stalls || p->rule->impossible || cg_find_action(p->rule, CG_DOES_RESPONDS))
        return;
    cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, p->rule->pointer, "do"), 0,
                    "nobody answers this %s: the rule needs 'respond', or 'stall' (%s)",
                    cg_command_of(p->spec, p->event) ? "command"
                    : p->event->core == CG_FENCE     ? "fence"
                                                     : p->event->name,
                    p->rule->id);
}

static bool sends_bytes(const place *p) {
    for (int i = 0; i < p->rule->n_actions; i++) {
        const cg_action *a = &p->rule->actions[i];
        const bool bytes = cg_does(a, CG_DOES_SENDS) && p->spec->msgs[a->msg].payload == CG_PAY_BYTES;
        if (bytes && !a->mask) return true;
    }
    return false;
}

// The entry leaves the store buffer with the rule, and nobody else has its bytes.
static void check_drain(cg_checker *c, const place *p) {
    if (!is_DRAIN(p) || p->rule->stalls || p->rule->impossible || sends_bytes(p)) return;
    if (p->m->words && cg_find_action(p->rule, CG_DOES_STORES)) return;
    cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, p->rule->pointer, "do"), 0,
                    "the entry leaves, and its bytes are lost: the rule needs to send them, or 'stall' (%s)",
                    p->rule->id);
}

// How many words a transition is about follows from the rule, where rules widen or are for one word alone; so
// no guard can ask for it.
static void check_words(cg_checker *c, const cg_machine *m) {
    const cg_rule *widens = NULL;
    for (int i = 0; i < m->n_rules && !widens; i++)
        widens = m->rules[i].widen || m->rules[i].alone ? &m->rules[i] : NULL;
    for (int i = 0; i < m->n_rules; i++)
        if (m->rules[i].widen && m->rules[i].alone)
            cg_check_report(c, CG_E_VERB, cg_json_at(c->arena, m->rules[i].pointer, "widen"), CG_AT_KEY,
                            "a message to a local memory of words is about one word: no others can join (%s)",
                            m->rules[i].id);
    for (int i = 0; widens && i < m->n_rules; i++) {
        if (!cg_reads(m->rules[i].when, CG_LEAF_OF_GROUP)) continue;
        cg_check_report(
            c, CG_E_VERB, cg_json_at(c->arena, m->rules[i].pointer, "when"), 0,
            "a guard cannot ask for 'words' where a rule %s (%s): which words these are follows from the "
            "rule (%s)",
            widens->widen ? "widens" : "is for one word alone", widens->id, m->rules[i].id);
    }
}

void cg_check_verbs(cg_checker *c, const cg_machine *m) {
    check_words(c, m);
    for (int i = 0; i < m->n_rules; i++) {
        place p = {.spec = c->spec, .m = m, .rule = &m->rules[i], .event = cg_event_of(m, &m->rules[i])};
        if (p.event->kind == CG_EV_MESSAGE) p.msg = &c->spec->msgs[p.event->msg];
        check_fence(c, &p);
        check_drain(c, &p);
        for (int k = 0; k < p.rule->n_actions; k++) {
            p.action = &p.rule->actions[k];
            check_verb_of_action(c, &p);
        }
    }
}

// ------------------------------------------------------------------------------------------------- sends

static bool has_home(const cg_spec *s) {
    bool home = false;
    for (int i = 0; i < s->n_machines; i++) home |= s->machines[i].home;
    return home;
}

// Why the message has no parent of its sender to go to, or NULL.
static const char *wrong_parent(const place *p, const cg_msg *msg) {
    const cg_machine *to = msg->to == CG_MEMORY ? NULL : &p->spec->machines[msg->to];
    const bool outside = p->m->cluster == CG_NONE && to && cg_is_parent(p->spec, p->m, to);
    if (p->m->cluster == CG_NONE && !outside)
        return "'parent' is in the sender's cluster or one around it, and the sender stands in none";
    if (!outside && (!to || to->cluster == CG_NONE || !cg_is_within(p->spec, p->m->cluster, to->cluster)))
        return "'parent' is in the sender's cluster or one around it, and the receiver is not";
    if (to == p->m) return "'parent' is another machine's controller";
    if (!cg_is_parent(p->spec, p->m, to))
        return "the receiver has several controllers in a cluster, and lines are not \"interleaved\" over "
               "them";
    return to->members == 1 || (msg->block && is_LINE(p)) || cg_has_same_lines(p->m, to)
               ? NULL
               : "the parent is that of a line, and there is none here";
}

// Why the sender has no children of the receiving machine, or NULL.
static const char *wrong_children(const place *p, const cg_msg *msg) {
    const cg_machine *to = msg->to == CG_MEMORY ? NULL : &p->spec->machines[msg->to];
    if (p->m->cluster == CG_NONE)
        return "'children' are in the sender's cluster, and the sender stands in none: 'all' are all of them";
    if (to == p->m) return "'children' are another machine's controllers";
    if (!to || !cg_has_children(p->spec, p->m, to))
        return "'children' are in the sender's cluster or one within it, and the receiver is not";
    return NULL;
}

// Why the receiver does not fit the message's lane, or NULL.
static const char *wrong_receiver(const place *p, const cg_msg *msg) {
    const cg_net_kind kind = p->spec->nets[msg->net].kind;
    switch (p->action->dest) {
    case CG_TO_MEMORY: return msg->to == CG_MEMORY ? NULL : "it does not go to memory";
    case CG_TO_NEXT: return kind == CG_NET_RING ? NULL : "'next' is for rings";
    case CG_TO_HOME:
        if (msg->to == CG_MEMORY) return "its receiver is no home of lines";
        if (!p->spec->machines[msg->to].home)
            return has_home(p->spec) ? "its receiver is no home of lines" : NULL; // else that is said once
        return msg->block && is_LINE(p) ? NULL : "the home is that of a line, and there is none here";
    case CG_TO_SRC:
        if (!p->msg) return "'msg.src' sent a message, and this event is none";
        return p->msg->from == msg->to && msg->to != CG_MEMORY ? NULL
                                                               : "'msg.src' is not where this message goes";
    case CG_TO_ALL: return msg->to == CG_MEMORY ? "memory is not many" : NULL;
    case CG_TO_PARENT: return wrong_parent(p, msg);
    case CG_TO_CHILDREN: return wrong_children(p, msg);
    case CG_N_DESTS:
    case CG_TO_EXPR: return NULL; // its type says so
    }
    return NULL;
}

// Why the rule has not what the message carries, or NULL.
static const char *why_message_lacks(const place *p, const cg_msg *msg) {
    if (msg->block && !is_LINE(p)) return "it is about a line, and this event is about none";
    if (cg_carries_data(msg) && !is_PRESENT(p)) return "it carries the line, and the line is nowhere";
    if (msg->payload == CG_PAY_VALUE && p->m->words)
        return "it carries one word of the line, and here a message carries the words that it is about";
    if (p->action->mask && !is_PRESENT(p)) return "it carries bytes of the line, and the line is nowhere";
    if (msg->payload == CG_PAY_BYTES && !p->action->mask && !is_DRAIN(p) &&
        !(p->msg && p->msg->payload == CG_PAY_BYTES))
        return "it carries the bytes of an entry of the store buffer, and this event drains none, or those "
               "of "
               "a message that brings some; of the line it carries those that a mask names: 'send ... of "
               "MASK "
               "to ...'";
    if (msg->payload == CG_PAY_WORD && (p->msg ? p->msg->payload != CG_PAY_WORD : !is_STORE(p)))
        return "it carries a store's word, and this event brings none";
    if (msg->payload == CG_PAY_ATOMIC && !is_OPERAND(p))
        return "it carries an atomic's operands, and this event brings none";
    return NULL;
}

static void check_send(cg_checker *c, const place *p) {
    const cg_spec *s = c->spec;
    const cg_msg *msg = &s->msgs[p->action->msg];
    const char *why = NULL;
    if (msg->from != (int)(p->m - s->machines))
        why = msg->from == CG_MEMORY ? "memory sends it"
                                     : cg_arena_printf(c->arena, "%s sends it", s->machines[msg->from].name);
    if (!why) why = wrong_receiver(p, msg);
    if (!why && s->nets[msg->net].kind == CG_NET_RING && p->action->dest != CG_TO_NEXT)
        why = "on a ring messages go to 'next'";
    if (!why) why = why_message_lacks(p, msg);
    if (why)
        cg_check_report(c, CG_E_VERB, p->action->pointer, 0, "%s cannot be sent here: %s (%s)", msg->name,
                        why, p->rule->id);
}

static void check_lane_free(cg_checker *c, const place *p) {
    const cg_spec *s = c->spec;
    for (const cg_action *b = p->rule->actions; b < p->action; b++) {
        if (!cg_does(b, CG_DOES_SENDS) || s->msgs[b->msg].channel != s->msgs[p->action->msg].channel)
            continue;
        cg_check_report(c, CG_E_TWO_SENDS, p->action->pointer, 0,
                        "%s sends %s on this lane already: a lane takes one a cycle", p->rule->id,
                        s->msgs[b->msg].name);
        return;
    }
}

// What joins a message on its way out is from one place: bytes that are handed on, or those of this machine.
static void check_one_source(cg_checker *c, const place *p) {
    const cg_spec *s = c->spec;
    if (!cg_relays(s, p->m, p->rule, p->action)) return;
    for (int i = 0; i < p->m->n_rules; i++) {
        const cg_rule *r = &p->m->rules[i];
        for (int k = 0; k < r->n_actions; k++) {
            const cg_action *a = &r->actions[k];
            if (!cg_does(a, CG_DOES_SENDS) || s->msgs[a->msg].payload != CG_PAY_BYTES ||
                s->msgs[a->msg].channel != s->msgs[p->action->msg].channel || cg_relays(s, p->m, r, a))
                continue;
            cg_check_report(c, CG_E_VERB, p->action->pointer, 0,
                            "%s hands on the bytes of %s, and %s sends bytes of its own on the same lane "
                            "(%s): use another network",
                            p->action->text, p->event->name, r->id, p->rule->id);
            return;
        }
    }
}

void cg_check_sends(cg_checker *c, const cg_machine *m) {
    for (int i = 0; i < m->n_rules; i++) {
        place p = {.spec = c->spec, .m = m, .rule = &m->rules[i], .event = cg_event_of(m, &m->rules[i])};
        if (p.event->kind == CG_EV_MESSAGE) p.msg = &c->spec->msgs[p.event->msg];
        for (int k = 0; k < p.rule->n_actions; k++) {
            p.action = &p.rule->actions[k];
            if (!cg_does(p.action, CG_DOES_SENDS)) continue;
            check_send(c, &p);
            check_lane_free(c, &p);
            check_one_source(c, &p);
        }
    }
}

// One record against the shadow: find the event, fire the table's rule for it, compare.
#include <string.h>

#include "lang/command.h"
#include "lang/request.h"
#include "parts.h"

static void expect(const cg_record *r, const char *prefix, const char *name, const cg_type *type, cg_at at,
                   uint64_t value) {
    if (!at.width) return;
    uint64_t seen = cg_record_get(r, at);
    if (seen != value) cg_differs(r->ls, prefix, name, type, value, seen);
}

static void expect_line(const cg_record *r, const char *prefix, cg_at at, const uint8_t *line) {
    static const uint64_t ALL[2] = {UINT64_MAX, UINT64_MAX};
    if (!at.width) return;
    uint64_t n = at.width / 8;
    for (uint64_t i = 0; i < n; i += 4) {
        uint32_t w;
        memcpy(&w, line + i, 4);
        if (cg_bits_get(r->trace, r->base + at.at + 8 * i, 32) == w) continue;
        uint8_t seen[256] = {0}, expected[256] = {0};
        cg_bits_get_bytes(r->trace, r->base + at.at, seen, n < sizeof seen ? n : sizeof seen);
        memcpy(expected, line, n < sizeof expected ? n : sizeof expected);
        cg_differs_line(r->ls, prefix, expected, seen, ALL);
        return;
    }
}

// Of words: those of `words`. 0: all of the line.
static void expect_words(const cg_record *r, const char *prefix, cg_at at, const uint8_t *line,
                         uint32_t words) {
    if (!words || !at.width) {
        expect_line(r, prefix, at, line);
        return;
    }
    uint64_t bytes[2] = {0};
    uint8_t seen[256];
    for (int i = 0; i < 32; i++)
        if (words >> i & 1) bytes[i >> 4] |= UINT64_C(0xf) << 4 * (i & 15);
    cg_bits_get_bytes(r->trace, r->base + at.at, seen, r->ls->spec->line_bytes);
    cg_differs_line(r->ls, prefix, line, seen, bytes);
}

// A payload of bytes: the mask, and those bytes of the line that it names.
static void expect_bytes(const cg_record *r, const char *prefix, cg_at line, cg_at bytes,
                         const cg_packet *p) {
    for (unsigned i = 0; i < bytes.width; i += 64) {
        const unsigned more = bytes.width - i < 64 ? bytes.width - i : 64;
        expect(r, prefix, i ? "bytes[64..]" : "bytes", NULL, (cg_at){bytes.at + i, more}, p->bytes[i / 64]);
    }
    if (!line.width) return;
    uint8_t seen[256];
    cg_bits_get_bytes(r->trace, r->base + line.at, seen, r->ls->spec->line_bytes);
    cg_differs_line(r->ls, prefix, cg_packet_line(r->ls->shadow, p), seen, p->bytes);
}

// ------------------------------------------------------------------------------------- the event

// Result of the search for an event: it is there, it may still come in this cycle, or the record is wrong.
typedef enum { FOUND, NOT_YET, WRONG } search;

static void expect_payload(const cg_record *r, const cg_packet *p, bool word, bool atomic) {
    if (word || atomic) expect(r, "in.", "word", NULL, r->at->word, p->word);
    if (word) expect(r, "in.", "mask", NULL, r->at->mask, p->mask);
    if (!atomic) return;
    expect(r, "in.", "aop", NULL, r->at->aop, p->aop);
    expect(r, "in.", "cmp", NULL, r->at->cmp, p->compare);
}

static void expect_request(const cg_record *r, const cg_packet *p) {
    if (p->op != (int)r->event->core)
        cg_differs_text(r->ls, "", "operation", cg_op_name((unsigned)p->op), cg_op_name(r->event->core));
    const unsigned brought = cg_operands_brought(r->ls->spec, r->event);
    for (int k = 0; p->op == (int)r->event->core && brought >> k; k++) {
        if (!(brought >> k & 1)) continue;
        const cg_field *f = &r->ls->spec->operands[k].field;
        const int core = (int)cg_core_of(r->sm->m, (uint64_t)r->node);
        expect(r, "in." CG_OPERAND_SLOT, f->name, &f->type, r->at->operands[k],
               cg_shadow_operands(r->ls->shadow, core, p->tid)[k]);
    }
    if (p->op < CG_FENCE) expect(r, "", "addr", NULL, r->at->addr, p->addr);
    expect_payload(r, p, p->op == CG_STORE, p->op == CG_ATOMIC);
}

static void expect_message(const cg_record *r, const cg_packet *p) {
    const cg_msg *msg = &r->ls->spec->msgs[p->msg];
    if (msg->block) expect(r, "", "addr", NULL, r->at->addr, p->addr);
    if (msg->several) expect(r, "in.", "words", NULL, r->at->told, p->words);
    if (msg->thread) expect(r, "", "tid", NULL, r->at->tid, p->tid);
    const cg_at *at = r->at->in[r->rule->event];
    for (int i = 0; i < msg->n_fields; i++)
        expect(r, "in.", msg->fields[i].name, &msg->fields[i].type, at[i], p->field[i]);
    if (msg->payload == CG_PAY_VALUE) expect(r, "in.", "word", NULL, r->at->word, p->word);
    expect_payload(r, p, msg->payload == CG_PAY_WORD, msg->payload == CG_PAY_ATOMIC);
    if (msg->payload == CG_PAY_LINE)
        expect_words(r, "in.", r->at->line,
                     cg_packet_line(r->ls->shadow, p) + cg_packet_word(r->sm, p) * CG_WORD_BYTES,
                     p->words & (uint32_t)cg_record_get(r, r->at->words));
    if (msg->payload == CG_PAY_BYTES) expect_bytes(r, "in.", r->at->line, r->at->bytes, p);
}

// A sender may have asked on behalf of several cores, whose threads have the same numbers.
static bool is_for_another(const cg_record *r, const cg_packet *p) {
    const int core = p->msg == CG_NONE ? CG_NONE : r->ls->spec->msgs[p->msg].core;
    return core != CG_NONE &&
           cg_record_get(r, r->at->in[r->event - r->sm->m->events][core]) != p->field[core];
}

static search find_waiter(cg_record *r) {
    const cg_node *n = &r->sm->nodes[r->node];
    bool deferred = false;
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        const cg_waiter *w = &n->waiters[i];
        const cg_packet *p = w->packet;
        bool same = r->event->kind == CG_EV_CORE
                        ? p->msg == CG_NONE
                        : r->event->kind == CG_EV_MESSAGE && p->msg == r->event->msg && p->src == r->src;
        if (!same || p->addr != r->addr || p->tid != r->tid) continue;
        if (is_for_another(r, p)) continue;
        if (p->words && p->words != cg_record_get(r, r->at->about)) continue; // another of the same message's
        deferred = true;
        if (!w->eligible || cg_has_better_waiter(r, i)) continue;
        r->cause.waiter = (int)i;
        r->cause.packet = w->packet;
        if (p->msg == CG_NONE)
            expect_request(r, p);
        else
            expect_message(r, p);
        return p->msg == CG_NONE && p->op != (int)r->event->core ? WRONG : FOUND;
    }
    cg_note(r->ls, deferred ? "  the request is deferred, and nothing has handed it back\n"
                            : "  no such request is deferred here\n");
    return WRONG;
}

static search find_request(cg_record *r) {
    cg_shadow *s = r->ls->shadow;
    const int core = (int)cg_core_of(&s->spec->machines[r->machine], (uint64_t)r->node);
    cg_packet *p = r->cause.packet = cg_shadow_request_of(s, core, r->tid);
    if (*cg_shadow_status_of(s, core, r->tid) != CG_WAITING) {
        cg_note(r->ls, "  the core has issued no such request, or it was taken before\n");
        return WRONG;
    }
    const unsigned side = r->sm->m->local ? CG_SIDE_MEMORY : CG_SIDE_PORT;
    if (!(cg_shadow_sides(s, core, r->tid) & side)) {
        cg_note(r->ls, "  the core's request is for the %s, or this controller has answered it before\n",
                r->sm->m->local ? "other space" : "local memory");
        return WRONG;
    }
    expect_request(r, p);
    return p->op == (int)r->event->core ? FOUND : WRONG;
}

// Answers of the memory may overtake each other, but not for one line.
static search find_answer(cg_record *r) {
    cg_shadow *s = r->ls->shadow;
    const cg_msg *msg = &s->spec->msgs[r->event->msg];
    cg_queue *q = cg_shadow_queue(s, msg->channel, 0, r->node);
    int shift = r->sm->plan->line_shift;
    for (uint32_t i = 0; i < q->n; i++) {
        cg_packet *p = cg_queue_at(s, q, i);
        if (p->msg != r->event->msg || p->addr >> shift != r->addr >> shift) continue;
        r->cause.queue = q;
        r->cause.at = i;
        r->cause.packet = p;
        // The port to the memory need not keep the asking thread and its word if the rule does not use them.
        if (!r->sm->rules[r->rule - r->sm->m->rules].names_requester) {
            p->addr = r->addr;
            p->tid = r->tid;
        }
        expect_message(r, p);
        return FOUND;
    }
    return NOT_YET;
}

static search find_message(cg_record *r) {
    cg_shadow *s = r->ls->shadow;
    const cg_msg *msg = &s->spec->msgs[r->event->msg];
    if (msg->from == CG_MEMORY) return find_answer(r);
    if (r->src >= (uint32_t)s->plan->lanes[msg->channel].n_src) {
        cg_note(r->ls, "  there is no sender %u\n", r->src);
        return WRONG;
    }
    cg_queue *q = cg_shadow_queue(s, msg->channel, (int)r->src, r->node);
    if (!q->n) return NOT_YET;
    cg_packet *p = r->cause.packet = cg_queue_at(s, q, 0);
    r->cause.queue = q;
    if (p->msg == r->event->msg) {
        expect_message(r, p);
        return FOUND;
    }
    cg_differs_text(r->ls, "in.", "type", s->spec->msgs[p->msg].name, msg->name);
    for (uint32_t i = 1; i < q->n; i++) {
        const cg_packet *later = cg_queue_at(s, q, i);
        if (later->msg != r->event->msg || (msg->block && later->addr != r->addr) ||
            (msg->thread && later->tid != r->tid))
            continue;
        cg_note(r->ls, "  the message was sent, but %u sent before it on this channel have not arrived\n", i);
        break;
    }
    return WRONG;
}

// The clock began with the reset, and every controller hears of its wraps: in the first cycle of the new
// round, and before anything else in it.
static void expect_clock(const cg_record *r) {
    const cg_clock *clock = &r->ls->spec->clock;
    const bool wrap = r->event->kind == CG_EV_WRAP;
    const uint64_t rounds = r->ls->ticks >> clock->bits, heard = r->sm->nodes[r->node].wraps + wrap;
    expect(r, "", "clock", NULL, r->at->clock, r->ls->shadow->clock);
    if (r->sm->plan->has_wrap && heard != rounds)
        cg_note(r->ls, "  the clock has wrapped %llu times, and this controller has heard of %llu\n",
                (unsigned long long)rounds, (unsigned long long)heard);
}

static search find_event_cause(cg_record *r) {
    r->cause.waiter = CG_NONE;
    r->knows_tid = r->event->thread;
    if (r->replay) return find_waiter(r);
    switch (r->event->kind) {
    case CG_EV_CORE: return find_request(r);
    case CG_EV_MESSAGE: return find_message(r);
    case CG_EV_EVICT:
        if (cg_line_present(r->ls->shadow, r->machine, r->node, r->addr)) break;
        cg_note(r->ls, "  there is no such line to evict\n");
        return WRONG;
    case CG_EV_ALARM:
        if (r->sm->plan->words || cg_shadow_alarmed(r->ls->shadow, &r->cause))
            break; // of words: find_group()
        cg_note(r->ls, "  no alarm is due for this line: %s\n", r->event->alarm->text);
        return WRONG;
    case CG_EV_WRAP: break;
    case CG_EV_DRAIN:
        if (cg_shadow_buffered(r->ls->shadow, r->machine, r->node, r->addr)) break;
        cg_note(r->ls, "  the store buffer has no entry for this line\n");
        return WRONG;
    case CG_EV_HEAD:
    case CG_EV_MARKER:
        if (cg_is_at_head(r)) break;
        return WRONG;
    default:
        if (r->event->period) break;
        cg_note(r->ls, "  this timer is switched off\n");
        return WRONG;
    }
    cg_packet *p = r->cause.packet = r->ls->bare;
    *p = (cg_packet){.msg = CG_NONE, .addr = r->addr, .tid = r->tid};
    if (r->event->kind == CG_EV_MARKER)
        p->core = cg_shadow_head(r->ls->shadow, r->machine, r->node, r->event->structure)->core;
    return FOUND;
}

// ---------------------------------------------------------------------------------- the outcome

static void expect_sent(const cg_record *r, const cg_lane_at *at, const cg_sent *sent) {
    cg_lockstep *ls = r->ls;
    const cg_msg *msg = &ls->spec->msgs[sent->msg];
    cg_packet *p = sent->packet;
    const char *prefix = ls->sent_as[sent->msg];
    if (ls->spec->nets[msg->net].kind != CG_NET_RING) // a ring has one neighbour
        expect(r, prefix, "dst", NULL, at->dst, sent->dst);
    if (msg->block) expect(r, prefix, "addr", NULL, at->addr, msg->place ? p->global : p->addr);
    if (msg->thread && (r->knows_tid || sent->asked))
        expect(r, prefix, "tid", NULL, at->tid, p->tid);
    else if (msg->thread)
        p->tid = (uint32_t)cg_record_get(r, at->tid);
    const cg_at *field = at->field[ls->type_code[sent->msg]];
    for (int i = 0; i < msg->n_fields; i++)
        expect(r, prefix, msg->fields[i].name, &msg->fields[i].type, field[i], p->field[i]);
    bool atomic = msg->payload == CG_PAY_ATOMIC, word = msg->payload == CG_PAY_WORD;
    if (word || atomic || msg->payload == CG_PAY_VALUE) expect(r, prefix, "word", NULL, at->word, p->word);
    if (word) expect(r, prefix, "mask", NULL, at->mask, p->mask);
    if (atomic) expect(r, prefix, "aop", NULL, at->aop, p->aop);
    if (atomic) expect(r, prefix, "cmp", NULL, at->cmp, p->compare);
    if (msg->block && p->words) expect(r, prefix, "words", NULL, at->words, p->words);
    if (msg->payload == CG_PAY_LINE)
        expect_words(r, prefix, at->line, cg_packet_line(ls->shadow, p), p->words);
    if (msg->payload == CG_PAY_BYTES) expect_bytes(r, prefix, at->line, at->bytes, p);
}

static const char *name_of_type(const cg_spec *spec, int channel, uint64_t type) {
    const cg_channel *c = &spec->channels[channel];
    return type < (uint64_t)c->n_msgs ? spec->msgs[c->msgs[type]].name : "(no message)";
}

static void expect_lane(const cg_record *r, int k, cg_sent *sent) {
    const cg_spec *spec = r->ls->spec;
    const cg_lane_at *at = &r->at->out[k];
    bool sends = cg_record_get(r, at->valid);
    uint64_t type = cg_record_get(r, at->type);
    if (sent->msg == CG_NONE && !sends) return;
    if (sent->msg != CG_NONE && sends && type == (uint64_t)r->ls->type_code[sent->msg]) {
        expect_sent(r, at, sent);
        cg_expect_join(r, at, sent);
        return;
    }
    int channel = r->sm->plan->out_channels[k];
    char name[64];
    snprintf(name, sizeof name, "out.%d (%s)", channel, spec->nets[spec->channels[channel].net].name);
    cg_differs_text(r->ls, "", name, sent->msg == CG_NONE ? "nothing" : spec->msgs[sent->msg].name,
                    sends ? name_of_type(spec, channel, type) : "nothing");
}

static void expect_response(const cg_record *r, const cg_outcome *o) {
    expect(r, "resp.", "valid", NULL, r->at->resp_valid, o->responds);
    if (!o->responds || !r->at->resp_valid.width) return;
    expect(r, "resp.", "tid", NULL, r->at->resp_tid, o->resp_tid);
    if (o->has_data) expect(r, "resp.", "data", NULL, r->at->resp_data, o->resp_data);
}

// Fields that stand in the place of a word's data mean nothing where these are here; and what a rule changes
// in bulk is not in the record.
static void expect_space(const cg_record *r, const cg_outcome *o, cg_space space) {
    const cg_machine *m = r->sm->m;
    const cg_fields *fields = &m->fields[space];
    const bool *bulk = r->at->bulk[space][o->rule];
    const bool place = o->state != CG_NONE && m->states[o->state].no_data;
    for (int i = 0; o->space[space] && i < fields->n; i++) {
        const cg_field *f = &fields->field[i];
        if ((bulk && bulk[i]) || (f->in_data && !place)) continue;
        expect(r, CG_SPACES[space].record, f->name, &f->type, r->at->space[space][i], o->space[space][i]);
    }
}

static void expect_outcome(const cg_record *r, const cg_outcome *o) {
    const cg_machine *m = r->sm->m;
    if (r->event->block) {
        uint64_t state = cg_record_get(r, r->at->state);
        if (state != (uint64_t)o->state)
            cg_differs_text(r->ls, "", "state", cg_state_name(m, o->state), cg_state_name(m, (int)state));
    }
    for (cg_space k = 0; k < CG_N_SPACES; k++) expect_space(r, o, k);
    for (int k = 0; k < r->sm->plan->n_out; k++) expect_lane(r, k, &o->out[k]);
    expect_response(r, o);
}

// ----------------------------------------------------------------------------------- the record

static void wrong_rule(const cg_record *r, int before, int rule) {
    const cg_machine *m = r->sm->m;
    if (r->rule->state != before)
        cg_differs_text(r->ls, "", "state before", cg_state_name(m, before),
                        cg_state_name(m, r->rule->state));
    cg_differs_text(r->ls, "", "rule", m->rules[rule].id, r->rule->id);
}

// Machines of words: the group is the hardware's to choose, but its words must be of the event and alike, and
// with `widen` all that are alike must be in it. False, and a note, if they are not.
static bool find_group(cg_record *r) {
    cg_shadow *s = r->ls->shadow;
    const uint32_t words = (uint32_t)cg_record_get(r, r->at->words), set = cg_shadow_words(s, &r->cause);
    if (!(words & set)) {
        cg_note(r->ls, "  words 0x%x: the event is about 0x%x\n", words, set);
        return false;
    }
    cg_shadow_lead(s, &r->cause, __builtin_ctz(words & set));
    r->cause.words |= cg_shadow_alike(s, &r->cause, words & set);
    cg_cause wide = r->cause;
    cg_shadow_widen(s, &wide, (int)(r->rule - r->sm->m->rules));
    if (wide.words == words || (!r->rule->widen && !r->rule->alone && r->cause.words == words)) {
        r->cause = wide;
        return true;
    }
    expect(r, "", "words", NULL, r->at->words, wide.words);
    return false;
}

// `alone`: nothing else of the record is about it.
static void fire(cg_record *r, bool alone) {
    cg_lockstep *ls = r->ls;
    cg_shadow *s = ls->shadow;
    const cg_machine *m = r->sm->m;
    int before = !r->event->block ? CG_NONE : r->cause.block ? r->cause.block->state : 0;
    if (!cg_shadow_accepts(s, &r->cause))
        cg_note(ls, "  requests are not taken now: %s\n", m->accept_requests->text);
    int rule = cg_shadow_select(s, &r->cause);
    if (rule == CG_NONE) {
        cg_report(ls, r);
        return;
    }
    const cg_outcome *o = cg_shadow_fire(s, &r->cause, rule);
    if (&m->rules[rule] != r->rule)
        wrong_rule(r, before, rule);
    else if (!alone)
        expect_outcome(r, o);
    cg_history *h =
        cg_history_add(ls, r, before, o); // before the commit, which takes the message from its queue
    cg_shadow_commit(s, &r->cause, o);
    bool wrong = ls->n_notes || ls->n_differences;
    h->wrong = wrong;
    if (wrong) cg_report(ls, r);
}

// Has this line deferred requests that were handed back and have not run?
static bool is_awaited(const cg_record *r) {
    const cg_node *n = &r->sm->nodes[r->node];
    const uint64_t line = r->addr >> r->sm->plan->line_shift;
    for (uint32_t i = 0; i < n->n_waiters; i++)
        if (n->waiters[i].eligible && n->waiters[i].line == line) return true;
    return false;
}

// Of words: all leave, those that are alike at once, by their silent rules, of which the record has one.
static void fire_all_words(cg_record *r) {
    cg_shadow *s = r->ls->shadow;
    const cg_rule *rules = r->sm->m->rules, *recorded = r->rule;
    uint32_t left = cg_shadow_words(s, &r->cause);
    const int violations = r->ls->violations;
    bool fired = !left;
    while (left && r->ls->violations == violations) {
        cg_shadow_lead(s, &r->cause, __builtin_ctz(left));
        r->cause.words |= cg_shadow_alike(s, &r->cause, left);
        left &= ~r->cause.words;
        const int rule = cg_shadow_select(s, &r->cause);
        if (rule != CG_NONE && cg_plan_is_silent(&rules[rule])) r->rule = &rules[rule];
        fired |= r->rule == recorded;
        fire(r, true);
    }
    if (fired || r->ls->violations != violations) return;
    cg_note(r->ls, "  no word of the line leaves by the rule of the record\n");
    cg_report(r->ls, r);
}

// The line that a transition overwrites: an eviction that does nothing else, just before the transition. A
// new request leaves a line alone that deferred ones are about to use.
static void check_victim(const cg_record *by) {
    const cg_machine *m = by->sm->m;
    cg_record r = *by;
    const uint64_t rule = cg_record_get(&r, r.at->victim_rule);
    r.rule = rule < (uint64_t)m->n_rules ? &m->rules[rule] : NULL;
    r.event = r.rule ? &m->events[r.rule->event] : by->event;
    r.addr = cg_record_get(&r, r.at->victim_addr);
    r.replay = false;
    r.cause = (cg_cause){.machine = r.machine, .node = r.node, .packet = r.ls->bare};
    if (!r.rule || r.event->kind != CG_EV_EVICT || !cg_plan_is_silent(r.rule)) {
        cg_note(r.ls,
                "  a line is overwritten by rule %llu, which is no eviction that only leads to state 0\n",
                (unsigned long long)rule);
        r.rule = by->rule;
        r.event = by->event;
        cg_report(r.ls, &r);
        return;
    }
    if (!by->replay && is_awaited(&r)) {
        cg_note(r.ls, "  a line is overwritten whose deferred requests were handed back and have not run\n");
        cg_report(r.ls, &r);
        return;
    }
    r.cause.event = r.rule->event;
    r.cause.block = cg_shadow_block(r.ls->shadow, r.machine, r.node, r.addr);
    r.ls->transitions++;
    if (find_event_cause(&r) != FOUND)
        cg_report(r.ls, &r);
    else if (r.sm->plan->words)
        fire_all_words(&r);
    else
        fire(&r, true);
}

bool cg_check_record(cg_lockstep *ls, const uint32_t *trace, uint64_t base, int machine, int node,
                     bool last) {
    cg_shadow_machine *sm = &ls->shadow->machines[machine];
    cg_record r = {.ls = ls,
                   .trace = trace,
                   .base = base,
                   .machine = machine,
                   .node = node,
                   .sm = sm,
                   .at = &ls->records[machine]};
    uint64_t rule = cg_record_get(&r, r.at->rule);
    if (rule >= (uint64_t)sm->m->n_rules) {
        cg_note(ls, "  rule %llu of %d\n", (unsigned long long)rule, sm->m->n_rules);
        ls->transitions++;
        return cg_report(ls, &r);
    }
    r.rule = &sm->m->rules[rule];
    r.event = &sm->m->events[r.rule->event];
    r.addr = cg_record_get(&r, r.at->addr);
    r.tid = (uint32_t)cg_record_get(&r, r.at->tid);
    r.src = (uint32_t)cg_record_get(&r, r.at->src);
    r.replay = cg_record_get(&r, r.at->replay);
    if (cg_record_get(&r, r.at->victim) && !last) check_victim(&r); // `last`: it was done the first time
    r.cause = (cg_cause){.machine = machine, .node = node, .event = r.rule->event};
    if (r.event->block) r.cause.block = cg_shadow_block(ls->shadow, machine, node, r.addr);
    r.cause.packet = ls->bare; // until it is found
    if (r.at->clock.width && !last) expect_clock(&r);
    search found = find_event_cause(&r);
    if (found == FOUND && sm->plan->words && r.event->block && !find_group(&r)) found = WRONG;
    if (found == NOT_YET && !last) return false;
    if (found == NOT_YET) cg_note(ls, "  no such message is under way to it\n");
    ls->transitions++;
    if (found == FOUND)
        fire(&r, false);
    else
        cg_report(ls, &r);
    return true;
}

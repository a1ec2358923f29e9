// The first half of a rule on the shadow: its right sides, which read what was before.
#include <string.h>

#include "lang/local.h"
#include "lang/requester.h"
#include "lang/topology.h"
#include "parts.h"

static uint32_t word_of_line(const uint8_t *line, uint64_t addr, uint64_t line_bytes) {
    uint32_t w;
    memcpy(&w, line + (addr & (line_bytes - 1) & ~(uint64_t)3), 4);
    return w;
}

bool cg_has_own_word(const cg_shadow *s, const cg_cause *c) {
    return !c->words || c->words >> (c->packet->addr % s->spec->line_bytes / CG_WORD_BYTES) & 1;
}

// The address that what the action does is about: of a local memory's that `about` gives, note [mapped].
static uint64_t address_of(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                           const cg_env *env) {
    const uint64_t addr = c->packet->addr;
    if (!code->about) return addr;
    return cg_run(s, code->about, env, a->text) << s->machines[c->machine].plan->line_shift |
           (addr & (s->machines[c->machine].line_bytes - 1));
}

// `addr`: what the message is about.
static uint64_t destination_nodes(cg_shadow *s, const cg_cause *c, const cg_action *a,
                                  const cg_action_code *code, const cg_env *env, uint64_t addr) {
    const cg_msg *msg = &s->spec->msgs[a->msg];
    if (msg->to == CG_MEMORY) return 1;
    const uint64_t n = s->spec->machines[msg->to].count;
    const uint64_t v = code->to ? cg_run(s, code->to, env, a->text) : 0;
    switch (a->dest) {
    case CG_TO_HOME: return UINT64_C(1) << addr / s->spec->line_bytes % n;
    case CG_TO_SRC: return UINT64_C(1) << c->packet->src;
    case CG_TO_ALL: return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    case CG_TO_NEXT: return UINT64_C(1) << ((uint64_t)c->node + 1) % n;
    case CG_TO_PARENT:
        return UINT64_C(1) << cg_parent_of(s->machines[c->machine].m, &s->spec->machines[msg->to],
                                           (uint64_t)c->node, addr / s->spec->line_bytes);
    case CG_TO_CHILDREN: {
        const cg_machine *own = s->machines[c->machine].m, *to = &s->spec->machines[msg->to];
        const uint64_t children = cg_children(to, own);
        return (children >= 64 ? UINT64_MAX : (UINT64_C(1) << children) - 1)
               << cg_first_child(to, own, (uint64_t)c->node);
    }
    case CG_TO_EXPR: return a->to->type.kind == CG_T_SET ? v : UINT64_C(1) << v;
    case CG_N_DESTS:
    case CG_TO_MEMORY: break;
    }
    return 1;
}

// The bytes of the line's entry in the store buffer, or of the message that brings some.
static void send_bytes(cg_shadow *s, const cg_cause *c, cg_packet *p) {
    const cg_packet *in = c->packet;
    if (in->msg >= 0 && s->spec->msgs[in->msg].payload == CG_PAY_BYTES) {
        memcpy(cg_packet_line(s, p), cg_packet_line(s, in), s->spec->line_bytes);
        memcpy(p->bytes, in->bytes, sizeof p->bytes);
        return;
    }
    const cg_buffered *entry = cg_entry_of(s, c);
    if (!entry) {
        cg_shadow_problem(s, "the line's stores are sent, but it has none in the store buffer");
        memset(cg_packet_line(s, p), 0, s->spec->line_bytes);
        return;
    }
    memcpy(cg_packet_line(s, p), cg_buffered_data(s->machines[c->machine].m, entry), s->spec->line_bytes);
    memcpy(p->bytes, entry->bytes, sizeof p->bytes);
}

void cg_find_place(cg_shadow *s, cg_packet *p) {
    const cg_msg *msg = &s->spec->msgs[p->msg];
    if (!msg->place) return;
    const cg_shadow_machine *to = &s->machines[msg->to];
    const cg_env env = {.msg = p->field, .msg_line = cg_packet_global(s, to, p)};
    p->addr =
        cg_run(s, s->places[p->msg], &env, msg->place->text) * to->line_bytes + p->global % to->line_bytes;
}

// Of a memory of words: the one that `about` gives, and others of its line that `with` adds.
static uint32_t words_named(cg_shadow *s, const cg_action *a, const cg_action_code *code, const cg_env *env,
                            uint64_t word) {
    const uint64_t of_line = s->spec->line_bytes / CG_WORD_BYTES;
    const uint64_t count = code->count ? cg_run(s, code->count, env, a->text) : 1;
    const uint64_t step = code->step ? cg_run(s, code->step, env, a->text) : 0;
    uint32_t words = UINT32_C(1) << word;
    for (uint64_t k = 1; k < count && word + k * step < of_line; k++)
        words |= UINT32_C(1) << (word + k * step);
    return words;
}

static void send_message(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                         const cg_env *env, const uint8_t *data) {
    const cg_msg *msg = &s->spec->msgs[a->msg];
    cg_sent *out = &s->outcome.out[s->machines[c->machine].lane[msg->channel]];
    cg_packet *p = out->packet;
    const cg_packet *in = c->packet;
    const uint64_t addr = address_of(s, c, a, code, env);
    out->dst = destination_nodes(s, c, a, code, env, addr);
    out->msg = out->dst ? a->msg : CG_NONE;
    *p =
        (cg_packet){.msg = a->msg, .src = (uint32_t)c->node, .tid = in->tid, .addr = addr, .words = c->words};
    const bool of_words = s->machines[c->machine].m->of_words && msg->block;
    const uint64_t word = addr % s->spec->line_bytes / CG_WORD_BYTES;
    if (of_words) p->words = words_named(s, a, code, env, word);
    if (of_words && in->msg != CG_NONE) // the thread that asked is the one for which that came
        p->addr = (addr & ~(s->spec->line_bytes - 1)) + in->global % s->spec->line_bytes;
    out->asked = code->asker != NULL;
    if (out->asked) {
        const cg_requester who = cg_requester_parts(s->spec, cg_run(s, code->asker, env, a->text));
        p->tid = (uint32_t)who.thread;
        p->addr = (addr & ~(s->spec->line_bytes - 1)) + who.word * CG_WORD_BYTES;
    }
    for (int i = 0; i < msg->n_fields; i++) p->field[i] = cg_run(s, code->args[i], env, a->text);
    p->global = p->addr;
    if (msg->place && s->machines[msg->to].m->of_words && !msg->several && __builtin_popcount(p->words) != 1)
        cg_shadow_problem(s, "%s is about several words, and they would all have one place", msg->name);
    cg_find_place(s, p);
    if (msg->payload == CG_PAY_LINE && of_words)
        memcpy(cg_packet_line(s, p) + word * CG_WORD_BYTES, data, CG_WORD_BYTES);
    else if (msg->payload == CG_PAY_LINE)
        memcpy(cg_packet_line(s, p), data, s->spec->line_bytes);
    if (msg->payload == CG_PAY_VALUE) p->word = word_of_line(data, p->addr, s->spec->line_bytes);
    if (msg->payload == CG_PAY_BYTES && !a->mask) send_bytes(s, c, p);
    if (a->mask) {
        memcpy(cg_packet_line(s, p), data, s->spec->line_bytes);
        p->bytes[0] = cg_run(s, code->mask, env, a->text);
    }
    if (msg->payload != CG_PAY_WORD && msg->payload != CG_PAY_ATOMIC) return;
    p->word = in->word;
    p->mask = in->mask;
    p->aop = in->aop;
    p->compare = in->compare;
}

static void respond(cg_shadow *s, const cg_cause *c, const cg_action *a, const uint8_t *data) {
    cg_outcome *o = &s->outcome;
    const cg_packet *in = c->packet;
    if (!cg_has_own_word(s, c)) return;
    o->responds = true;
    o->resp_tid = in->tid;
    o->has_data = a->verb == CG_A_HIT || a->from != CG_FROM_NOTHING;
    const bool from_message = a->verb == CG_A_RESPOND && a->from == CG_FROM_MSG;
    if (from_message && s->spec->msgs[in->msg].payload == CG_PAY_VALUE) {
        o->resp_data = in->word;
    } else {
        const cg_shadow_machine *sm = &s->machines[c->machine];
        if (from_message) data = cg_packet_line(s, in) + cg_packet_word(sm, in) * CG_WORD_BYTES;
        o->resp_data = o->has_data ? word_of_line(data, in->addr, sm->line_bytes) : 0;
    }
    if (in->msg == CG_NONE) return; // the core's own request: the caller checked it
    const int core = cg_shadow_core_of(s, c);
    if (*cg_shadow_status_of(s, core, in->tid) != CG_TAKEN)
        cg_shadow_problem(s, "thread %u is answered, but has no request in flight", in->tid);
    else if (cg_shadow_request_of(s, core, in->tid)->addr != in->addr)
        cg_shadow_problem(s, "thread %u is answered for address 0x%llx, but asked for 0x%llx", in->tid,
                          (unsigned long long)in->addr,
                          (unsigned long long)cg_shadow_request_of(s, core, in->tid)->addr);
}

// What a store writes or an atomic does: the event says it or, if it is the answer, the core's request.
static const cg_packet *operand_of(cg_shadow *s, const cg_cause *c) {
    const cg_packet *in = c->packet;
    if (in->msg == CG_NONE) return in;
    cg_payload pay = s->spec->msgs[in->msg].payload;
    bool own = pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC || !s->machines[c->machine].m->core_port;
    return own ? in : cg_shadow_request_of(s, cg_shadow_core_of(s, c), in->tid);
}

// Finds the request that `complete` is about; a problem, and NULL, if there is none.
static cg_waiter *find_completed_request(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_node *n = &sm->nodes[c->node];
    const uint64_t line = c->packet->addr >> sm->plan->line_shift;
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        cg_waiter *w = &n->waiters[i];
        if (w->line != line || w->eligible || w->packet->msg != CG_NONE || w->packet->tid != c->packet->tid)
            continue;
        if (w->packet->addr == c->packet->addr) return w;
        cg_shadow_problem(s, "thread %u's request is completed for address 0x%llx, but is for 0x%llx",
                          c->packet->tid, (unsigned long long)c->packet->addr,
                          (unsigned long long)w->packet->addr);
        return NULL;
    }
    cg_shadow_problem(s, "thread %u's request is completed, but none is deferred with this line",
                      c->packet->tid);
    return NULL;
}

static uint64_t epoch_at(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                         const cg_env *env) {
    uint64_t now = s->machines[c->machine].nodes[c->node].epoch;
    if (!code->epoch || (cg_run(s, code->epoch, env, a->text) & 1) == (now & 1)) return now;
    if (now > 0) return now - 1;
    cg_shadow_problem(s, "it belongs to an epoch that has not begun here: %s", a->text);
    return now;
}

// The number over all cores of what a message's field names.
static uint64_t core_named(const cg_spec *spec, const cg_type *t, uint64_t value) {
    return t->kind == CG_T_NODE ? cg_core_of(&spec->machines[t->machine], value) : value;
}

// Whose operation it is: that of the request that the action names, or of the event's. A message that does
// not say which core asks comes from that core.
static cg_requester asker_of(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                             const cg_env *env) {
    const cg_packet *in = c->packet;
    if (code->asker) return cg_requester_parts(s->spec, cg_run(s, code->asker, env, a->text));
    const cg_msg *msg = in->msg < 0 ? NULL : &s->spec->msgs[in->msg];
    const bool own = s->machines[c->machine].m->core_port, sent = msg && msg->from != CG_MEMORY;
    return (cg_requester){.core =
                              own ? (uint64_t)cg_shadow_core_of(s, c)
                              : msg && msg->core != CG_NONE
                                  ? core_named(s->spec, &msg->fields[msg->core].type, in->field[msg->core])
                              : sent ? cg_core_of(&s->spec->machines[msg->from], in->src)
                                     : in->src,
                          .thread = in->tid,
                          .word = in->addr % s->machines[c->machine].line_bytes / CG_WORD_BYTES};
}

// What golden model 1 hears of an operation, but for its values.
static cg_perform describe_operation(cg_shadow *s, const cg_cause *c, const cg_action *a,
                                     const cg_action_code *code, const cg_env *env) {
    const cg_requester who = asker_of(s, c, a, code, env);
    const uint64_t lines = ~(s->machines[c->machine].line_bytes - 1), word = who.word * CG_WORD_BYTES;
    const uint64_t addr = (address_of(s, c, a, code, env) & lines) + word;
    const uint64_t own = (c->packet->addr & lines) + word;
    const uint64_t place = s->machines[c->machine].m->local ? cg_local_addr(who.core, own) : addr;
    return (cg_perform){.thread = (int)(who.core * s->spec->requests + who.thread),
                        .addr = code->about ? addr : place,
                        .place = place,
                        .mask = 0xf,
                        .epoch = epoch_at(s, c, a, code, env),
                        .time = code->at ? cg_run(s, code->at, env, a->text) : 0,
                        .cycle = s->cycle};
}

// `complete`: the answer, and what golden model 1 hears. The line changes later.
static void complete(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                     const cg_env *env, const uint8_t *data) {
    cg_outcome *o = &s->outcome;
    s->completed = cg_has_own_word(s, c) ? find_completed_request(s, c) : NULL;
    if (!s->completed) return;
    const cg_packet *deferred = s->completed->packet;
    const uint32_t old = word_of_line(data, deferred->addr, s->spec->line_bytes);
    o->responds = true;
    o->resp_tid = deferred->tid;
    o->has_data = deferred->op != CG_STORE;
    o->resp_data = o->has_data ? old : 0;
    if (!s->perform) return;
    cg_perform p = describe_operation(s, c, a, code, env);
    p.kind = (cg_core_op)deferred->op;
    p.value = p.old = old;
    if (p.kind == CG_ATOMIC)
        p.value = cg_amo_apply((cg_amo_op)deferred->aop, old, deferred->word, deferred->compare);
    if (p.kind == CG_STORE) {
        p.value = deferred->word;
        p.mask = deferred->mask;
    }
    s->perform(s->perform_ctx, &p);
}

// note [own words] in perform.h
static bool is_unknown(const cg_shadow *s, const cg_cause *c, const cg_action_code *code, uint64_t place) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    return !code->about && c->block && !cg_block_owns_word(sm, c->block, place);
}

// The word of the place that a walk offers takes effect on a global one, for the thread whose command walks.
static void publish(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                    const cg_env *env, const uint8_t *data) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_element *walk = cg_shadow_head(s, c->machine, c->node, sm->m->events[c->event].structure);
    if (!s->perform || !walk) return;
    const uint64_t core = cg_core_of(sm->m, (uint64_t)c->node), here = c->packet->addr & ~UINT64_C(3);
    cg_perform p = {.kind = CG_STORE,
                    .published = true,
                    .thread = (int)(core * s->spec->requests + walk->tid),
                    .addr = address_of(s, c, a, code, env) & ~UINT64_C(3),
                    .place = cg_local_addr(core, here),
                    .mask = 0xf,
                    .value = word_of_line(data, here, sm->line_bytes),
                    .cycle = s->cycle};
    p.old = p.value;
    p.unknown = !cg_block_owns_word(sm, c->block, p.place);
    s->perform(s->perform_ctx, &p);
}

static void report_operation(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                             const cg_env *env, const uint8_t *data, int does) {
    if (!s->perform || !cg_has_own_word(s, c)) return;
    const cg_outcome *o = &s->outcome;
    const cg_packet *operand = operand_of(s, c);
    cg_perform p = describe_operation(s, c, a, code, env);
    uint32_t here =
        c->block && c->block->present ? word_of_line(data, p.addr, s->machines[c->machine].line_bytes) : 0;
    p.kind = a->perform;
    p.unknown = is_unknown(s, c, code, p.place);
    switch (a->perform) {
    case CG_LOAD: p.value = p.old = o->has_data && !code->asker ? o->resp_data : here; break;
    case CG_STORE:
        p.value = operand->word;
        p.mask = operand->mask;
        p.old = here;
        break;
    case CG_ATOMIC:
        p.old = o->has_data && !(does & CG_DOES_OPERATES) ? o->resp_data : here;
        p.value = cg_amo_apply((cg_amo_op)operand->aop, p.old, operand->word, operand->compare);
        break;
    default: break; // no verb performs another
    }
    s->perform(s->perform_ctx, &p);
}

// The bytes that the rule's fill leaves as they are.
static uint64_t excepted(cg_shadow *s, const cg_rule *r, const cg_rule_code *code, const cg_env *env) {
    uint64_t bytes = 0;
    for (int i = 0; i < r->n_actions; i++)
        if (cg_does(&r->actions[i], CG_DOES_FILLS) && r->actions[i].mask)
            bytes = cg_run(s, code->actions[i].mask, env, r->actions[i].text);
    return bytes;
}

// The line with the message's data in it, except for these bytes, and for those that were written here since
// the MSHR entry was allocated.
static const uint8_t *filled_line(cg_shadow *s, const cg_cause *c, const uint8_t *data, uint64_t except) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const int bytes = sm->unit_bytes;
    memcpy(s->filled, cg_packet_line(s, c->packet) + cg_packet_word(sm, c->packet) * CG_WORD_BYTES,
           sm->line_bytes);
    for (int u = 0; u < s->n_units; u++) {
        const cg_block *b = s->units[u].block;
        const int at = s->units[u].word * CG_WORD_BYTES;
        if (!b || !b->held || !(b->written[0] | b->written[1])) continue;
        for (int i = 0; i < bytes; i++)
            if (b->written[i >> 6] >> (i & 63) & 1) s->filled[at + i] = data[at + i];
    }
    for (uint64_t i = 0; except && i < s->spec->line_bytes; i++)
        if (except >> i & 1) s->filled[i] = data[i];
    return s->filled;
}

// The data that the step is about: a line, of which in machines of words only the group means something.
static const uint8_t *data_of_step(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!c->words) return cg_block_data(sm, c->block ? c->block : sm->absent);
    memset(s->view, 0, s->spec->line_bytes);
    for (int u = 0; u < s->n_units; u++)
        if (s->units[u].block)
            memcpy(s->view + s->units[u].word * CG_WORD_BYTES, cg_block_data(sm, s->units[u].block),
                   CG_WORD_BYTES);
    return s->view;
}

// What an action sends, answers or finds wrong before anything changes.
static void read_right_side(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                            const cg_env *env, const uint8_t *data) {
    switch (a->verb) {
    case CG_A_SEND: send_message(s, c, a, code, env, data); break;
    case CG_A_HIT:
    case CG_A_RESPOND: respond(s, c, a, data); break;
    case CG_A_COMPLETE: complete(s, c, a, code, env, data); break;
    case CG_A_IMPOSSIBLE: cg_shadow_problem(s, "the table calls this impossible"); break;
    case CG_A_PUBLISH: publish(s, c, a, code, env, data); break;
    case CG_A_PERFORM: // needs the response
    // Nothing of these shows before the changes, fire.c.
    case CG_A_ASSIGN:
    case CG_A_ALLOC_MSHR:
    case CG_A_RELEASE_MSHR:
    case CG_A_ALLOC_LINE:
    case CG_A_MERGE:
    case CG_A_REPLAY:
    case CG_A_FILL:
    case CG_A_WRITE:
    case CG_A_ATOMIC:
    case CG_A_FLASH_LINES:
    case CG_A_FLASH_MSHRS:
    case CG_A_FLASH_MSHR_FIELD:
    case CG_A_SWEEP:
    case CG_A_BUFFER:
    case CG_A_DRAIN:
    case CG_A_DRAIN_ALL:
    case CG_A_PUSH:
    case CG_A_MARK:
    case CG_A_POP:
    case CG_A_INSERT:
    case CG_A_REMOVE:
    case CG_A_STALL: break;
    }
}

void cg_read_right_sides(cg_shadow *s, const cg_cause *c, const cg_rule *r, const cg_rule_code *code) {
    const uint8_t *data = data_of_step(s, c);
    const cg_env *env = cg_env_fill(s, c);
    if (code->does & CG_DOES_FILLS) data = filled_line(s, c, data, excepted(s, r, code, env));
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        if (cg_does(a, CG_DOES_SET)) s->values[i] = cg_run(s, code->actions[i].value, env, a->text);
        read_right_side(s, c, a, &code->actions[i], env, data);
    }
    if (s->machines[c->machine].masked) cg_masks_check(s, c, r, code, env);
    s->own_word = false;
    if (!(code->does & CG_DOES_PERFORMS)) return;
    for (int i = 0; i < r->n_actions; i++) { // needs the response
        if (r->actions[i].verb != CG_A_PERFORM) continue;
        s->own_word = !code->actions[i].about;
        report_operation(s, c, &r->actions[i], &code->actions[i], env, data, code->does);
    }
}

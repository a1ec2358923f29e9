// One rule on the shadow: first all right sides are read (values, messages, responses), then all changes.
#include <string.h>

#include "shadow.h"

static uint32_t word_at(const uint8_t *line, uint64_t addr, uint64_t line_bytes) {
    uint32_t w;
    memcpy(&w, line + (addr & (line_bytes - 1) & ~(uint64_t)3), 4);
    return w;
}

// Has the event a thread, whose fields it can read and write?
static uint64_t *thread_of(const cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_event *e = &sm->m->events[c->event];
    const bool has = e->kind == CG_EV_CORE || (e->kind == CG_EV_MESSAGE && e->block);
    if (!sm->m->n_thread || !has || c->packet->tid >= s->spec->threads) return NULL;
    return sm->nodes[c->node].threads + (size_t)c->packet->tid * (size_t)sm->m->n_thread;
}

static cg_buffered *entry_of(const cg_shadow *s, const cg_cause *c) {
    const cg_machine *m = s->machines[c->machine].m;
    if (!m->buffer_entries || !m->events[c->event].block) return NULL;
    return cg_shadow_buffered(s, c->machine, c->node, c->packet->addr);
}

// The fields of a space that the event is about, `b` being its block; NULL: it has none there.
static uint64_t *fields_of(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    cg_buffered *entry;
    switch (space) {
    case CG_SPACE_REG: return sm->nodes[c->node].reg;
    case CG_SPACE_LINE: return b && b->present ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_MSHR: return b && b->held ? cg_block_fields(sm, b, space) : NULL;
    case CG_SPACE_THREAD: return thread_of(s, c);
    case CG_SPACE_BUFFER: entry = entry_of(s, c); return entry ? entry->field : NULL;
    case CG_N_SPACES: break;
    }
    return NULL;
}

const uint64_t *cg_shadow_read(const cg_shadow *s, const cg_cause *c, const cg_block *b, cg_space space) {
    const uint64_t *fields = fields_of(s, c, b, space);
    return fields ? fields : s->machines[c->machine].initial[space];
}

static cg_env env_of(const cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const bool word = sm->m->words && sm->m->events[c->event].block;
    cg_env env = {.msg = c->packet->field,
                  .buffered = entry_of(s, c) != NULL,
                  .gathered = word && cg_word_gathered(s, c, c->leader),
                  .whole = word && cg_word_whole(s, c, c->leader),
                  .wanted = word && cg_word_wanted(s, c, c->leader),
                  .words = (uint64_t)__builtin_popcount(c->words),
                  .clock = s->clock,
                  .src = c->packet->src,
                  .self = (uint64_t)c->node,
                  .inputs = s->inputs};
    for (cg_space k = 0; k < CG_N_SPACES; k++) env.space[k] = cg_shadow_read(s, c, c->block, k);
    return env;
}

static uint64_t run(cg_shadow *s, const cg_formula *f, const cg_env *env, const char *text) {
    cg_fault fault = CG_FAULT_NONE;
    uint64_t v = cg_formula_run(f, env, &fault);
    if (fault == CG_FAULT_FIT) cg_shadow_problem(s, "a value does not fit: %s", text ? text : "?");
    if (fault == CG_FAULT_BELOW_ZERO)
        cg_shadow_problem(s, "a difference is below zero: %s", text ? text : "?");
    return v;
}

bool cg_shadow_accepts(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_event *e = &sm->m->events[c->event];
    bool request =
        e->kind == CG_EV_CORE || (e->kind == CG_EV_MESSAGE && s->spec->msgs[e->msg].cls == CG_REQUEST);
    if (!sm->accept || !request) return true;
    cg_env env = env_of(s, c);
    return run(s, sm->accept, &env, sm->m->accept_requests->text) != 0;
}

bool cg_shadow_alarmed(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!c->block || !c->block->held) return false;
    cg_env env = env_of(s, c);
    return run(s, sm->alarms[c->event], &env, sm->m->events[c->event].alarm->text) != 0;
}

int cg_shadow_select(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_machine *m = sm->m;
    int state = !m->events[c->event].block ? CG_NONE : c->block ? c->block->state : 0;
    const cg_rule_range *range = &sm->ranges[(state + 1) * m->n_events + c->event];
    cg_env env = env_of(s, c);
    for (int i = range->first; i < range->first + range->count; i++) {
        const cg_formula *when = sm->rules[i].when;
        if (!when) return i;
        bool holds = run(s, when, &env, m->rules[i].when->text) != 0;
        if (s->coverage) {
            cg_rule_coverage *k = &s->coverage->rules[c->machine][i];
            *(holds ? &k->guard_true : &k->guard_false) += 1;
        }
        if (holds) return i;
    }
    cg_shadow_problem(s, "no rule for state %s and event %s", state >= 0 ? m->states[state].name : "-",
                      m->events[c->event].name);
    return CG_NONE;
}

// ----------------------------------------------------------------------------- first half: right sides

// In machines of words the verbs about the request are for the group that has the request's own word.
static bool has_own_word(const cg_shadow *s, const cg_cause *c) {
    return !c->words || c->words >> (c->packet->addr % s->spec->line_bytes / CG_WORD_BYTES) & 1;
}

static uint64_t destination(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                            const cg_env *env) {
    const cg_msg *msg = &s->spec->msgs[a->msg];
    if (msg->to == CG_MEMORY) return 1;
    const uint64_t n = s->spec->machines[msg->to].count;
    const uint64_t v = code->to ? run(s, code->to, env, a->text) : 0;
    switch (a->dest) {
    case CG_TO_HOME: return UINT64_C(1) << (c->packet->addr >> s->machines[c->machine].plan->line_shift) % n;
    case CG_TO_SRC: return UINT64_C(1) << c->packet->src;
    case CG_TO_ALL: return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    case CG_TO_NEXT: return UINT64_C(1) << ((uint64_t)c->node + 1) % n;
    case CG_TO_EXPR: return a->to->type.kind == CG_T_SET ? v : UINT64_C(1) << v;
    case CG_TO_MEMORY: break;
    }
    return 1;
}

// The bytes of the line's entry in the store buffer.
static void send_bytes(cg_shadow *s, const cg_cause *c, cg_packet *p) {
    const cg_buffered *entry = entry_of(s, c);
    if (!entry) {
        cg_shadow_problem(s, "the line's stores are sent, but it has none in the store buffer");
        memset(cg_packet_line(s, p), 0, s->spec->line_bytes);
        return;
    }
    memcpy(cg_packet_line(s, p), cg_buffered_data(s->machines[c->machine].m, entry), s->spec->line_bytes);
    memcpy(p->bytes, entry->bytes, sizeof p->bytes);
}

static void send(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                 const cg_env *env, const uint8_t *data) {
    const cg_msg *msg = &s->spec->msgs[a->msg];
    cg_sent *out = &s->outcome.out[s->machines[c->machine].lane[msg->channel]];
    cg_packet *p = out->packet;
    const cg_packet *in = c->packet;
    out->dst = destination(s, c, a, code, env);
    out->msg = out->dst ? a->msg : CG_NONE;
    *p = (cg_packet){
        .msg = a->msg, .src = (uint32_t)c->node, .tid = in->tid, .addr = in->addr, .words = c->words};
    for (int i = 0; i < msg->n_fields; i++) p->field[i] = run(s, code->args[i], env, a->text);
    if (msg->payload == CG_PAY_LINE) memcpy(cg_packet_line(s, p), data, s->spec->line_bytes);
    if (msg->payload == CG_PAY_BYTES) send_bytes(s, c, p);
    if (msg->payload != CG_PAY_WORD && msg->payload != CG_PAY_ATOMIC) return;
    p->word = in->word;
    p->mask = in->mask;
    p->aop = in->aop;
    p->compare = in->compare;
}

static void respond(cg_shadow *s, const cg_cause *c, const cg_action *a, const uint8_t *data) {
    cg_outcome *o = &s->outcome;
    const cg_packet *in = c->packet;
    if (!has_own_word(s, c)) return;
    o->responds = true;
    o->resp_tid = in->tid;
    o->has_data = a->verb == CG_A_HIT || a->from != CG_FROM_NOTHING;
    if (a->verb == CG_A_RESPOND && a->from == CG_FROM_MSG) data = cg_packet_line(s, in);
    o->resp_data = o->has_data ? word_at(data, in->addr, s->spec->line_bytes) : 0;
    if (in->msg == CG_NONE) return; // the core's own request: the caller checked it
    if (*cg_shadow_status_of(s, c->node, in->tid) != CG_TAKEN)
        cg_shadow_problem(s, "thread %u is answered, but has no request in flight", in->tid);
    else if (cg_shadow_request_of(s, c->node, in->tid)->addr != in->addr)
        cg_shadow_problem(s, "thread %u is answered for address 0x%llx, but asked for 0x%llx", in->tid,
                          (unsigned long long)in->addr,
                          (unsigned long long)cg_shadow_request_of(s, c->node, in->tid)->addr);
}

// What a store writes or an atomic does: the event says it or, if it is the answer, the core's request.
static const cg_packet *operand_of(cg_shadow *s, const cg_cause *c) {
    const cg_packet *in = c->packet;
    if (in->msg == CG_NONE) return in;
    cg_payload pay = s->spec->msgs[in->msg].payload;
    bool own = pay == CG_PAY_WORD || pay == CG_PAY_ATOMIC || !s->machines[c->machine].m->core_port;
    return own ? in : cg_shadow_request_of(s, c->node, in->tid);
}

// Finds the request that `complete` is about; a problem, and NULL, if there is none.
static cg_waiter *find_kept(cg_shadow *s, const cg_cause *c) {
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
    cg_shadow_problem(s, "thread %u's request is completed, but none is kept with this line", c->packet->tid);
    return NULL;
}

static uint64_t epoch_at(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                         const cg_env *env) {
    uint64_t now = s->machines[c->machine].nodes[c->node].epoch;
    if (!code->epoch || (run(s, code->epoch, env, a->text) & 1) == (now & 1)) return now;
    if (now > 0) return now - 1;
    cg_shadow_problem(s, "it belongs to an epoch that has not begun here: %s", a->text);
    return now;
}

// What golden model 1 hears of an operation, but for its values.
static cg_perform performed(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                            const cg_env *env) {
    const cg_packet *in = c->packet;
    uint32_t core = s->machines[c->machine].m->core_port ? (uint32_t)c->node : in->src;
    return (cg_perform){.thread = (int)(core * s->spec->threads + in->tid),
                        .addr = in->addr & ~(uint64_t)3,
                        .mask = 0xf,
                        .epoch = epoch_at(s, c, a, code, env),
                        .time = code->at ? run(s, code->at, env, a->text) : 0,
                        .cycle = s->cycle};
}

// `complete`: the answer, and what golden model 1 hears. The line changes later.
static void complete(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                     const cg_env *env, const uint8_t *data) {
    cg_outcome *o = &s->outcome;
    s->completed = has_own_word(s, c) ? find_kept(s, c) : NULL;
    if (!s->completed) return;
    const cg_packet *kept = s->completed->packet;
    const uint32_t old = word_at(data, kept->addr, s->spec->line_bytes);
    o->responds = true;
    o->resp_tid = kept->tid;
    o->has_data = kept->op != CG_STORE;
    o->resp_data = o->has_data ? old : 0;
    if (!s->perform) return;
    cg_perform p = performed(s, c, a, code, env);
    p.kind = (cg_core_op)kept->op;
    p.value = p.old = old;
    if (p.kind == CG_ATOMIC) p.value = cg_amo_apply((cg_amo_op)kept->aop, old, kept->word, kept->compare);
    if (p.kind == CG_STORE) {
        p.value = kept->word;
        p.mask = kept->mask;
    }
    s->perform(s->perform_ctx, &p);
}

static void perform(cg_shadow *s, const cg_cause *c, const cg_action *a, const cg_action_code *code,
                    const cg_env *env, const uint8_t *data, int does) {
    if (!s->perform || !has_own_word(s, c)) return;
    const cg_outcome *o = &s->outcome;
    const cg_packet *in = c->packet, *operand = operand_of(s, c);
    uint32_t here = c->block && c->block->present ? word_at(data, in->addr, s->spec->line_bytes) : 0;
    cg_perform p = performed(s, c, a, code, env);
    p.kind = a->perform;
    switch (a->perform) {
    case CG_LOAD: p.value = p.old = o->has_data ? o->resp_data : here; break;
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

// The line with the message's data in it, except for bytes that were written here since the MSHR entry was
// allocated.
static const uint8_t *filled_line(cg_shadow *s, const cg_cause *c, const uint8_t *data) {
    const int bytes = s->machines[c->machine].unit_bytes;
    memcpy(s->filled, cg_packet_line(s, c->packet), s->spec->line_bytes);
    for (int u = 0; u < s->n_units; u++) {
        const cg_block *b = s->units[u].block;
        const int at = s->units[u].word * CG_WORD_BYTES;
        if (!b || !b->held || !(b->written[0] | b->written[1])) continue;
        for (int i = 0; i < bytes; i++)
            if (b->written[i >> 6] >> (i & 63) & 1) s->filled[at + i] = data[at + i];
    }
    return s->filled;
}

// The data that the step is about: a line, of which in machines of words only the group means something.
static const uint8_t *data_of(cg_shadow *s, const cg_cause *c) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    if (!c->words) return cg_block_data(sm, c->block ? c->block : sm->absent);
    memset(s->view, 0, s->spec->line_bytes);
    for (int u = 0; u < s->n_units; u++)
        if (s->units[u].block)
            memcpy(s->view + s->units[u].word * CG_WORD_BYTES, cg_block_data(sm, s->units[u].block),
                   CG_WORD_BYTES);
    return s->view;
}

static void find_units(cg_shadow *s, const cg_cause *c) {
    const uint64_t line = c->packet->addr & ~(s->spec->line_bytes - 1);
    s->n_units = 1;
    s->units[0] = (struct cg_unit){.block = c->block};
    if (!c->words) return;
    s->n_units = 0;
    for (uint32_t left = c->words; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        s->units[s->n_units++] =
            (struct cg_unit){i, cg_shadow_block(s, c->machine, c->node, line + (uint64_t)i * CG_WORD_BYTES)};
    }
}

static void read_right_sides(cg_shadow *s, const cg_cause *c, const cg_rule *r, const cg_rule_code *code) {
    const uint8_t *data = data_of(s, c);
    cg_env env = env_of(s, c);
    if (code->does & CG_DOES_FILLS) data = filled_line(s, c, data);
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        switch (a->verb) {
        case CG_A_ASSIGN:
        case CG_A_FLASH_MSHR_FIELD:
        case CG_A_SWEEP: s->values[i] = run(s, code->actions[i].value, &env, a->text); break;
        case CG_A_SEND: send(s, c, a, &code->actions[i], &env, data); break;
        case CG_A_HIT:
        case CG_A_RESPOND: respond(s, c, a, data); break;
        case CG_A_COMPLETE: complete(s, c, a, &code->actions[i], &env, data); break;
        case CG_A_IMPOSSIBLE: cg_shadow_problem(s, "the table calls this impossible"); break;
        default: break;
        }
    }
    if (!(code->does & CG_DOES_PERFORMS)) return;
    for (int i = 0; i < r->n_actions; i++) // needs the response
        if (r->actions[i].verb == CG_A_PERFORM)
            perform(s, c, &r->actions[i], &code->actions[i], &env, data, code->does);
}

// ---------------------------------------------------------------------------- second half: what changes

static cg_block *allocate(cg_shadow *s, const cg_cause *c, int does, const struct cg_unit *unit) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    cg_block *b = unit->block;
    const uint64_t line = c->packet->addr & ~(s->spec->line_bytes - 1);
    if (!(does & (CG_DOES_TAKES_ENTRY | CG_DOES_TAKES_WAY))) return b;
    if (!b) b = cg_block_add(sm, n, (line + (uint64_t)unit->word * CG_WORD_BYTES) >> sm->unit_shift);
    if ((does & CG_DOES_TAKES_WAY) && !b->present) {
        b->present = true;
        cg_block_reset(sm, b, CG_SPACE_LINE);
    }
    if (does & CG_DOES_TAKES_ENTRY) {
        if (b->held) cg_shadow_problem(s, "the line has an MSHR entry already");
        n->n_held += !cg_line_held(s, c->machine, c->node, line);
        if (n->n_held > sm->m->mshrs) cg_shadow_problem(s, "more MSHR entries than there are");
        b->held = true;
        b->written[0] = b->written[1] = 0;
        cg_block_reset(sm, b, CG_SPACE_MSHR);
    }
    return b;
}

static void assign(cg_shadow *s, const cg_cause *c, const cg_block *b, const cg_action *a, uint64_t value) {
    const cg_shadow_machine *sm = &s->machines[c->machine];
    uint64_t *fields = fields_of(s, c, b, a->space);
    const bool epoch = a->space == CG_SPACE_REG && a->field == sm->m->epoch_reg;
    if (!fields) return;
    if (epoch && fields[a->field] != value) sm->nodes[c->node].epoch++;
    fields[a->field] = value;
}

// Requests kept for the line: all are handed back, of words those about any of the group; or that of a thread
// that is answered is dropped.
static void hand_back(cg_node *n, uint64_t line, uint32_t words) {
    for (uint32_t i = 0; i < n->n_waiters; i++)
        if (n->waiters[i].line == line && (!words || n->waiters[i].packet->words & words))
            n->waiters[i].eligible = true;
}

static void drop_answered(cg_node *n, uint64_t line, uint32_t tid) {
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        const cg_waiter *w = &n->waiters[i];
        if (w->line != line || w->eligible || w->packet->msg != CG_NONE || w->packet->tid != tid) continue;
        cg_waiter_remove(n, i);
        return;
    }
}

// Of the word that the request is about.
static cg_block *own_block(const cg_shadow *s, const cg_cause *c) {
    for (int u = 0; c->words && u < s->n_units; u++)
        if (s->units[u].word == (int)(c->packet->addr % s->spec->line_bytes / CG_WORD_BYTES))
            return s->units[u].block;
    return s->units[0].block;
}

// What `complete` does to the line, after a fill; and the request is kept no longer.
static void finish(cg_shadow *s, const cg_cause *c, cg_block *b) {
    cg_node *n = &s->machines[c->machine].nodes[c->node];
    const cg_packet *kept = s->completed->packet;
    if (kept->op == CG_STORE) cg_shadow_change_data(s, c, b, CG_A_WRITE, kept, 0);
    if (kept->op == CG_ATOMIC) cg_shadow_change_data(s, c, b, CG_A_ATOMIC, kept, 0);
    cg_waiter_remove(n, (uint32_t)(s->completed - n->waiters));
    s->completed = NULL;
}

// Of words: those of the group that the request is about are kept.
static void merge(cg_shadow *s, const cg_cause *c) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    const uint32_t rest = cg_words_left(s, c);
    if (c->waiter != CG_NONE && !rest) {
        n->waiters[c->waiter].eligible = false; // it stays
        return;
    }
    cg_waiter_add(s, n, c->packet->addr >> sm->plan->line_shift, c->packet);
    n->waiters[n->n_waiters - 1].packet->words &= c->words;
    if (n->n_waiters > sm->m->waiters) cg_shadow_problem(s, "more requests kept than there is room for");
}

static void release(cg_shadow *s, const cg_cause *c, cg_block *b) {
    const uint64_t line = c->packet->addr >> s->machines[c->machine].plan->line_shift;
    cg_node *n = &s->machines[c->machine].nodes[c->node];
    if (!b || !b->held) {
        cg_shadow_problem(s, "an MSHR entry is released that the line does not have");
        return;
    }
    b->held = false;
    if (cg_line_held(s, c->machine, c->node, c->packet->addr)) return; // other words of it
    n->n_held--;
    for (uint32_t i = 0; i < n->n_waiters; i++)
        if (n->waiters[i].line == line && !n->waiters[i].eligible)
            cg_shadow_problem(s, "the MSHR entry is released while thread %u's request is kept with it",
                              n->waiters[i].packet->tid);
}

// Bulk changes. The line that the event is about takes its state from the rule's `next` instead.
static bool is_own(const cg_shadow *s, const cg_block *b) {
    for (int u = 0; u < s->n_units; u++)
        if (s->units[u].block == b) return true;
    return false;
}

static void bulk(cg_shadow *s, const cg_cause *c, const cg_action *a, uint64_t value) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    for (uint32_t i = n->n_blocks; i-- > 0;) { // downwards: removal moves the last one
        cg_block *b = n->blocks[i];
        const bool other = a->from_state != CG_NONE && b->state != a->from_state;
        switch (a->verb) {
        case CG_A_FLASH_LINES:
            if (other || b->held || is_own(s, b)) break;
            b->state = a->to_state;
            if (b->state == 0) cg_block_remove(n, b);
            break;
        case CG_A_FLASH_MSHRS:
            if (!other && b->held && !is_own(s, b)) b->state = a->to_state;
            break;
        default: // a field of all lines, or of all entries
            if (a->space == CG_SPACE_MSHR ? b->held : b->present)
                cg_block_fields(sm, b, a->space)[a->field] = value;
        }
    }
}

// What a rule does to each of its blocks: one line, or the words of the group.
static void change_blocks(cg_shadow *s, const cg_cause *c, const cg_action *a, uint64_t value) {
    for (int u = 0; u < s->n_units; u++) {
        if (a->verb == CG_A_ASSIGN)
            assign(s, c, s->units[u].block, a, value);
        else
            cg_shadow_change_data(s, c, s->units[u].block, a->verb, c->packet, s->units[u].word);
    }
}

static void change(cg_shadow *s, const cg_cause *c, const cg_rule *r) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_node *n = &sm->nodes[c->node];
    for (int i = 0; i < r->n_actions; i++) {
        const cg_action *a = &r->actions[i];
        switch (a->verb) {
        case CG_A_ASSIGN:
        case CG_A_FILL:
        case CG_A_WRITE:
        case CG_A_ATOMIC: change_blocks(s, c, a, s->values[i]); break;
        case CG_A_DRAIN:
        case CG_A_DRAIN_ALL: cg_buffered_mark(s, c, a); break;
        case CG_A_RESPOND:
            if (n->n_waiters && has_own_word(s, c))
                drop_answered(n, c->packet->addr >> sm->plan->line_shift, c->packet->tid);
            break;
        case CG_A_MERGE: merge(s, c); break;
        case CG_A_FLASH_LINES:
        case CG_A_FLASH_MSHRS:
        case CG_A_FLASH_MSHR_FIELD:
        case CG_A_SWEEP: bulk(s, c, a, s->values[i]); break;
        default: break;
        }
    }
}

// Where the word's data are here again nothing has their place: it reads as if it had never been there.
static void forget_place(const cg_shadow_machine *sm, cg_block *b) {
    const cg_fields *fields = &sm->m->fields[CG_SPACE_LINE];
    for (int f = 0; !sm->m->states[b->state].no_data && f < fields->n; f++)
        if (fields->field[f].in_data)
            cg_block_fields(sm, b, CG_SPACE_LINE)[f] = sm->initial[CG_SPACE_LINE][f];
}

// The state afterwards; a line that is in state 0 is forgotten.
static void settle(cg_shadow *s, const cg_cause *c, cg_block *b, const cg_rule *r) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    cg_outcome *o = &s->outcome;
    o->state = r->next;
    if (!b) {
        if (r->next > 0)
            cg_shadow_problem(s, "state %s for a line that has neither way nor MSHR entry",
                              sm->m->states[r->next].name);
        return;
    }
    b->state = r->next;
    forget_place(sm, b);
    if (b->held ? r->next == 0 : sm->m->states[r->next].transient)
        cg_shadow_problem(s, "state %s %s an MSHR entry", sm->m->states[r->next].name,
                          b->held ? "with" : "without");
    if (r->next != 0 && !b->held && !b->present)
        cg_shadow_problem(s, "state %s for a line that has neither way nor MSHR entry",
                          sm->m->states[r->next].name);
    o->present = b->present && r->next != 0;
    o->held = b->held;
    o->space[CG_SPACE_LINE] = o->present ? cg_block_fields(sm, b, CG_SPACE_LINE) : NULL;
    o->space[CG_SPACE_MSHR] = o->held ? cg_block_fields(sm, b, CG_SPACE_MSHR) : NULL;
    if (r->next != 0) return;
    const bool held = b->held;
    b->held = false;
    sm->nodes[c->node].n_held -= held && !cg_line_held(s, c->machine, c->node, cg_block_addr(sm, b));
    cg_block_remove(&sm->nodes[c->node], b);
}

// What the trace shows of the store buffer and of the thread. A drained entry leaves, unless the rule stalls.
static void settle_entry(cg_shadow *s, const cg_cause *c, const cg_rule *r) {
    if (s->machines[c->machine].m->events[c->event].kind == CG_EV_DRAIN && !r->stalls)
        cg_buffered_remove(s, c);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        if (!(CG_SPACES[k].traits & CG_TRAIT_IN_CELL)) s->outcome.space[k] = fields_of(s, c, NULL, k);
}

const cg_outcome *cg_shadow_fire(cg_shadow *s, const cg_cause *c, int rule) {
    cg_shadow_machine *sm = &s->machines[c->machine];
    const cg_rule *r = &sm->m->rules[rule];
    const cg_rule_code *code = &sm->rules[rule];
    cg_outcome *o = &s->outcome;
    cg_sent *out = o->out;
    for (int i = 0; i < sm->plan->n_out; i++) out[i].msg = CG_NONE;
    *o = (cg_outcome){.rule = rule, .out = out, .state = CG_NONE};
    if (s->coverage) s->coverage->rules[c->machine][rule].fired++;

    sm->nodes[c->node].wraps += sm->m->events[c->event].kind == CG_EV_WRAP;
    find_units(s, c);
    read_right_sides(s, c, r, code);
    for (int u = 0; u < s->n_units; u++) s->units[u].block = allocate(s, c, code->does, &s->units[u]);
    if (code->does & CG_DOES_BUFFERS) cg_buffered_add(s, c);
    change(s, c, r);
    settle_entry(s, c, r);
    if (s->completed) finish(s, c, own_block(s, c));
    if (code->does & CG_DOES_HANDS_BACK)
        hand_back(&sm->nodes[c->node], c->packet->addr >> sm->plan->line_shift, c->words);
    for (int u = s->n_units - 1; u >= 0; u--) { // the outcome shows the lowest
        if (code->does & CG_DOES_FREES_ENTRY) release(s, c, s->units[u].block);
        if (r->state != CG_NONE) settle(s, c, s->units[u].block, r);
    }
    return o;
}

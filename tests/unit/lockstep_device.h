// A device in software for the tests of the lockstep model: a shadow of its own that does what the table
// says, in random order, and reports it in trace records as the hardware does. It packs them by the names of
// the plan's slots, on its own.
#ifndef COHGEN_TESTS_UNIT_LOCKSTEP_DEVICE_H
#define COHGEN_TESTS_UNIT_LOCKSTEP_DEVICE_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "interp/bits.h"
#include "interp/shadow.h"
#include "load/load.h"
#include "lockstep/lockstep.h"

#ifndef CG_ROOT
#define CG_ROOT "."
#endif

// ---------------------------------------------------------------------------------------- the device

typedef struct device device;
typedef bool tamper_fn(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o);

struct device {
    cg_spec *spec;
    cg_plan *plan;
    cg_shadow *s;
    cg_lockstep *ls;
    uint32_t *trace;
    size_t words;
    cg_packet *packet;
    uint64_t rng, cycle, performed, tampered_at, lines;
    char *text; // first violation
    tamper_fn *tamper;
    const char *slot;
    cg_cause rest; // machines of words: a message of which words are left; queue NULL: none
    bool faulty;   // it was tampered with, and may do what the table calls impossible
};

static inline uint32_t roll(device *d, uint32_t n) {
    d->rng ^= d->rng << 13;
    d->rng ^= d->rng >> 7;
    d->rng ^= d->rng << 17;
    return (uint32_t)(d->rng >> 16) % n;
}

static inline void keep_text(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    (void)cycle, (void)has_addr, (void)addr;
    device *d = ctx;
    if (!d->text) d->text = strdup(text);
}

static inline void count_perform(void *ctx, const cg_perform *p) {
    device *d = ctx;
    d->performed++;
    cr_assert_lt(p->thread, (int)(d->spec->cores * d->spec->threads));
    cr_assert_eq(p->addr % 4, 0);
}

static inline void never(void *ctx, const char *text) {
    (void)ctx;
    cr_assert_fail("the device itself: %s", text);
}

static inline device *new_device_of(const char *table, uint64_t seed, const cg_setting *settings, size_t n) {
    device *d = calloc(1, sizeof *d);
    cg_diags *diags = cg_diags_new();
    d->spec = cg_spec_read(table, settings, n, diags);
    cr_assert_not_null(d->spec);
    cg_diags_free(diags);
    d->plan = cg_plan_new(d->spec);
    d->s = cg_shadow_new(d->plan);
    d->s->problem = never;
    const cg_lockstep_config config = {.perform = count_perform, .violation = keep_text, .ctx = d};
    d->ls = cg_lockstep_new(d->plan, &config);
    d->words = (size_t)(d->plan->trace_bits + 31) / 32;
    d->trace = calloc(d->words, sizeof *d->trace);
    d->packet = calloc(1, d->s->packet_bytes);
    d->rng = seed * 2654435761u + 88172645463325252u;
    d->lines = 12;
    for (uint64_t i = 0; i < d->lines * d->spec->line_bytes; i++) {
        uint8_t byte = (uint8_t)roll(d, 256);
        cg_sparse_write(d->s->memory, i, &byte, 1);
        cg_lockstep_init_memory(d->ls, i, &byte, 1);
    }
    return d;
}

static inline device *new_device(uint64_t seed, const cg_setting *settings, size_t n) {
    return new_device_of(CG_ROOT "/protocols/rcc.json", seed, settings, n);
}

static inline device *small_device(uint64_t seed) {
    static const cg_setting settings[] = {
        {"cores", "2", "test", false},        {"threads", "4", "test", false},
        {"partitions", "1", "test", false},   {"ts_bits", "8", "test", false},
        {"lease_min", "2", "test", false},    {"lease_max", "16", "test", false},
        {"tick_cycles", "64", "test", false}, {"poll_round", "1", "test", false},
    };
    return new_device(seed, settings, sizeof settings / sizeof *settings);
}

static inline void free_device(device *d) {
    cg_lockstep_free(d->ls);
    cg_shadow_free(d->s);
    cg_plan_free(d->plan);
    cg_spec_free(d->spec);
    CG_FREE(d->trace, d->packet, d->text, d);
}

// ----------------------------------------------------------------------------------- its trace records

static inline uint64_t record_base(const device *d, int machine, int node) {
    uint64_t base = 0;
    for (int m = 0; m < machine; m++)
        base += (uint64_t)d->plan->machines[m].trace.width * d->spec->machines[m].count;
    return base + (uint64_t)d->plan->machines[machine].trace.width * (uint64_t)node;
}

static const cg_slot *slot_of(const device *d, int machine, const char *prefix, const char *name) {
    char full[128];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    return cg_slot_find(&d->plan->machines[machine].trace, full);
}

static inline void put(device *d, int machine, int node, const char *prefix, const char *name,
                       uint64_t value) {
    const cg_slot *slot = slot_of(d, machine, prefix, name);
    if (slot)
        cg_bits_put(d->trace, record_base(d, machine, node) + (uint64_t)slot->offset, (unsigned)slot->width,
                    value);
}

static inline void put_mask(device *d, int machine, int node, const char *prefix, const cg_packet *p) {
    const cg_slot *slot = slot_of(d, machine, prefix, "bytes");
    for (unsigned i = 0; i < (unsigned)slot->width; i += 64)
        cg_bits_put(d->trace, record_base(d, machine, node) + (uint64_t)slot->offset + i,
                    (unsigned)slot->width - i < 64 ? (unsigned)slot->width - i : 64, p->bytes[i / 64]);
}

static inline void put_packet(device *d, int machine, int node, const char *prefix, const cg_packet *p) {
    put(d, machine, node, prefix, "word", p->word);
    put(d, machine, node, prefix, "mask", p->mask);
    put(d, machine, node, prefix, "aop", p->aop);
    put(d, machine, node, prefix, "cmp", p->compare);
    if (p->msg < 0) return;
    const cg_msg *msg = &d->spec->msgs[p->msg];
    for (int i = 0; i < msg->n_fields; i++) put(d, machine, node, prefix, msg->fields[i].name, p->field[i]);
    const cg_slot *line = slot_of(d, machine, prefix, "line");
    if (msg->payload == CG_PAY_BYTES) put_mask(d, machine, node, prefix, p);
    if (line && cg_carries_line(d->s, p))
        cg_bits_put_bytes(d->trace, record_base(d, machine, node) + (uint64_t)line->offset,
                          cg_packet_line(d->s, p), d->spec->line_bytes);
}

static inline int type_code(const device *d, int msg) {
    const cg_channel *c = &d->spec->channels[d->spec->msgs[msg].channel];
    int i = 0;
    while (c->msgs[i] != msg) i++;
    return i;
}

static inline void put_sent(device *d, int machine, int node, const cg_sent *sent) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "out.%d.", d->spec->msgs[sent->msg].channel);
    put(d, machine, node, prefix, "valid", 1);
    put(d, machine, node, prefix, "type", (uint64_t)type_code(d, sent->msg));
    put(d, machine, node, prefix, "dst", sent->dst);
    put(d, machine, node, prefix, "addr", sent->packet->addr);
    put(d, machine, node, prefix, "tid", sent->packet->tid);
    put(d, machine, node, prefix, "words", sent->packet->words);
    put_packet(d, machine, node, prefix, sent->packet);
}

static inline void put_record(device *d, const cg_cause *c, const cg_outcome *o) {
    const cg_machine *m = &d->spec->machines[c->machine];
    int machine = c->machine, node = c->node;
    put(d, machine, node, "", "valid", 1);
    put(d, machine, node, "", "rule", (uint64_t)o->rule);
    put(d, machine, node, "", "replay", c->waiter != CG_NONE);
    put(d, machine, node, "", "addr", c->packet->addr);
    put(d, machine, node, "", "tid", c->packet->tid);
    put(d, machine, node, "", "src", c->packet->src);
    put(d, machine, node, "", "words", c->words);
    put(d, machine, node, "", "about", c->packet->words);
    put_packet(d, machine, node, "in.", c->packet);
    if (m->events[c->event].block) put(d, machine, node, "", "state", (uint64_t)o->state);
    for (cg_space k = 0; k < CG_N_SPACES; k++)
        for (int i = 0; o->space[k] && i < m->fields[k].n; i++)
            put(d, machine, node, CG_SPACES[k].record, m->fields[k].field[i].name, o->space[k][i]);
    for (int k = 0; k < d->plan->machines[machine].n_out; k++)
        if (o->out[k].msg != CG_NONE) put_sent(d, machine, node, &o->out[k]);
    put(d, machine, node, "resp.", "valid", o->responds);
    put(d, machine, node, "resp.", "tid", o->resp_tid);
    put(d, machine, node, "resp.", "data", o->resp_data);
}

// ------------------------------------------------------------------------------------- its behaviour

static inline int event_of(const cg_machine *m, cg_event_kind kind, int msg, int op) {
    for (int e = 0; e < m->n_events; e++) {
        const cg_event *v = &m->events[e];
        if (v->kind == kind && (kind != CG_EV_MESSAGE || v->msg == msg) &&
            (kind != CG_EV_CORE || (int)v->core == op))
            return e;
    }
    return CG_NONE;
}

static inline int event_of_packet(const cg_machine *m, const cg_packet *p) {
    return p->msg == CG_NONE ? event_of(m, CG_EV_CORE, 0, p->op) : event_of(m, CG_EV_MESSAGE, p->msg, 0);
}

// The oldest that may come again. Replays go before new requests: what a core asks for one line must not
// overtake.
static inline bool pick_waiter(device *d, cg_cause *c) {
    cg_node *n = &d->s->machines[c->machine].nodes[c->node];
    for (uint32_t i = 0; i < n->n_waiters; i++) {
        if (!n->waiters[i].eligible) continue;
        c->waiter = (int)i;
        c->queue = NULL;
        c->packet = n->waiters[i].packet;
        return true;
    }
    return false;
}

static inline bool pick_message(device *d, cg_cause *c) {
    const cg_machine_plan *mp = &d->plan->machines[c->machine];
    int channel = mp->in_channels[roll(d, (uint32_t)mp->n_in)];
    cg_queue *q =
        cg_shadow_queue(d->s, channel, (int)roll(d, (uint32_t)d->plan->lanes[channel].n_src), c->node);
    if (!q->n) return false;
    c->queue = q;
    c->at =
        d->spec->channels[channel].from == CG_MEMORY ? roll(d, q->n) : 0; // the memory answers in any order
    c->packet = cg_queue_at(d->s, q, c->at);
    return true;
}

static inline bool pick_request(device *d, cg_cause *c) {
    if (!d->spec->machines[c->machine].core_port) return false;
    uint32_t tid = roll(d, (uint32_t)d->spec->threads);
    c->packet = cg_shadow_request_of(d->s, c->node, tid);
    return *cg_shadow_status_of(d->s, c->node, tid) == CG_WAITING;
}

// Any entry of the store buffer may leave; those that nobody wants out seldom do.
static inline bool pick_drain(device *d, cg_cause *c) {
    const cg_node *n = &d->s->machines[c->machine].nodes[c->node];
    const cg_buffered *b = n->buffered[roll(d, n->n_buffered)];
    const bool full = n->n_buffered == d->spec->machines[c->machine].buffer_entries;
    c->event = event_of(&d->spec->machines[c->machine], CG_EV_DRAIN, 0, 0);
    c->packet = d->packet;
    *d->packet = (cg_packet){.msg = CG_NONE, .addr = b->line * d->spec->line_bytes};
    return b->wanted || b->wanted_all || full || roll(d, 8) == 0;
}

static inline bool pick_alarm(device *d, cg_cause *c) {
    const cg_shadow_machine *sm = &d->s->machines[c->machine];
    const cg_node *n = &sm->nodes[c->node];
    c->event = event_of(sm->m, CG_EV_ALARM, 0, 0);
    c->packet = d->packet;
    c->block = n->blocks[roll(d, n->n_blocks)];
    *d->packet = (cg_packet){.msg = CG_NONE, .addr = cg_block_line(sm, c->block) * d->spec->line_bytes};
    return cg_shadow_alarmed(d->s, c);
}

// Any of the machine's timers; CG_NONE: it has none.
static inline int pick_timer(device *d, const cg_machine *m) {
    int picked = CG_NONE;
    uint32_t seen = 0;
    for (int e = 0; e < m->n_events; e++)
        if (m->events[e].kind == CG_EV_TIMER && roll(d, ++seen) == 0) picked = e;
    return picked;
}

static inline bool pick_own(device *d, cg_cause *c) {
    const cg_machine *m = &d->spec->machines[c->machine];
    const cg_node *n = &d->s->machines[c->machine].nodes[c->node];
    if (n->n_buffered && roll(d, 2)) return pick_drain(d, c);
    if (m->words && n->n_blocks && d->plan->machines[c->machine].has_alarm && roll(d, 2))
        return pick_alarm(d, c);
    bool evict = n->n_blocks && roll(d, 4) == 0;
    c->event = evict ? event_of(m, CG_EV_EVICT, 0, 0) : pick_timer(d, m);
    if (c->event == CG_NONE || (!evict && roll(d, 16))) return false;
    const cg_block *b = evict ? n->blocks[roll(d, n->n_blocks)] : NULL;
    const uint64_t addr = b ? cg_block_line(&d->s->machines[c->machine], b) * d->spec->line_bytes : 0;
    c->packet = d->packet;
    *d->packet = (cg_packet){.msg = CG_NONE, .addr = addr};
    // a line with an MSHR entry keeps its way
    return !b || (b->present && !cg_line_held(d->s, c->machine, c->node, addr));
}

static inline bool pick(device *d, cg_cause *c) {
    typedef bool picker(device *, cg_cause *);
    static picker *const pickers[] = {pick_waiter, pick_message, pick_message, pick_request, pick_own};
    c->waiter = CG_NONE;
    c->queue = NULL;
    c->event = CG_NONE;
    if (!pickers[roll(d, 5)](d, c)) return false;
    bool request = c->packet->msg == CG_NONE || d->spec->msgs[c->packet->msg].cls == CG_REQUEST;
    if (request && c->event == CG_NONE) pick_waiter(d, c);
    if (c->event == CG_NONE) c->event = event_of_packet(&d->spec->machines[c->machine], c->packet);
    c->block = d->spec->machines[c->machine].events[c->event].block
                   ? cg_shadow_block(d->s, c->machine, c->node, c->packet->addr)
                   : NULL;
    return cg_shadow_accepts(d->s, c);
}

// What hardware would wait for: a free MSHR entry, a free place among the waiters.
static inline bool has_room(device *d, const cg_cause *c, int rule) {
    const cg_shadow_machine *sm = &d->s->machines[c->machine];
    const cg_node *n = &sm->nodes[c->node];
    const int does = sm->rules[rule].does;
    if ((does & CG_DOES_BUFFERS) && cg_shadow_buffer_full(d->s, c->machine, c->node, c->packet->addr))
        return false;
    const bool has_entry = sm->m->words && cg_line_held(d->s, c->machine, c->node, c->packet->addr);
    if ((does & CG_DOES_TAKES_ENTRY) && n->n_held == sm->m->mshrs && !has_entry) return false;
    if ((does & CG_DOES_DEFERS) && c->waiter != CG_NONE) return !cg_words_left(d->s, c);
    return !(does & CG_DOES_DEFERS) || n->n_waiters < sm->m->waiters;
}

// Machines of words: the lowest word that is left, and those like it.
static inline bool pick_group(device *d, cg_cause *c) {
    const cg_machine *m = &d->spec->machines[c->machine];
    c->words = 0;
    if (!m->words || !m->events[c->event].block) return true;
    const uint32_t set = cg_shadow_words(d->s, c);
    if (!set) return false;
    cg_shadow_lead(d->s, c, __builtin_ctz(set));
    c->words |= cg_shadow_alike(d->s, c, set);
    return true;
}

// What is left of a message goes on before anything else. (One controller's at a time.)
static inline bool pick_rest(const device *d, cg_cause *c) {
    if (!d->rest.queue || d->rest.machine != c->machine || d->rest.node != c->node) return false;
    *c = d->rest;
    c->packet = cg_queue_at(d->s, c->queue, c->at);
    return true;
}

static inline void act(device *d, int machine, int node) {
    for (int tries = 0; tries < 8; tries++) {
        cg_cause c = {.machine = machine, .node = node};
        if (d->rest.queue && (d->rest.machine != machine || d->rest.node != node)) return;
        if ((!pick_rest(d, &c) && !pick(d, &c)) || !pick_group(d, &c)) continue;
        int rule = cg_shadow_select(d->s, &c);
        cg_shadow_widen(d->s, &c, rule);
        const cg_rule *r = &d->spec->machines[machine].rules[rule];
        cr_assert(!r->impossible || d->faulty, "%s", r->id);
        if ((cg_is_pure_stall(r)) || !has_room(d, &c, rule)) {
            d->rest.queue = NULL;
            continue;
        }
        const cg_outcome *o = cg_shadow_fire(d->s, &c, rule);
        put_record(d, &c, o);
        if (d->tamper && !d->tampered_at && d->cycle > 500 && d->tamper(d, machine, node, &c, o))
            d->tampered_at = d->cycle;
        const uint32_t left = cg_words_left(d->s, &c);
        cg_shadow_commit(d->s, &c, o);
        d->rest = c;
        const bool request = c.packet->msg == CG_NONE || d->spec->msgs[c.packet->msg].cls == CG_REQUEST;
        if (!left || r->stalls || request) d->rest.queue = NULL; // a request may wait for room
        return;
    }
}

static inline void draw_marks(device *d, cg_core_request *q) {
    if (roll(d, 16) == 0) q->op = CG_FENCE;
    do q->order = roll(d, cg_mark_sets(d->spec));
    while (!d->spec->order[q->op][q->order].legal);
}

static inline void issue(device *d) {
    for (int core = 0; core < (int)d->spec->cores; core++) {
        uint32_t tid = roll(d, (uint32_t)d->spec->threads);
        if (*cg_shadow_status_of(d->s, core, tid) != CG_FREE || roll(d, 2)) continue;
        cg_core_request q = {.tid = tid,
                             .op = (cg_core_op)(roll(d, 8) < 5 ? 0 : 1 + roll(d, 2)),
                             .addr = roll(d, (uint32_t)(d->lines * d->spec->line_bytes)) & ~3u,
                             .data = roll(d, UINT32_MAX),
                             .mask = 1 + roll(d, 15),
                             .aop = roll(d, 10),
                             .compare = roll(d, 4)};
        if (d->spec->has_order) draw_marks(d, &q);
        cg_packet p = {.msg = CG_NONE,
                       .op = (int)q.op,
                       .order = (uint8_t)q.order,
                       .tid = tid,
                       .addr = q.addr,
                       .word = q.data,
                       .compare = q.compare,
                       .mask = (uint8_t)q.mask,
                       .aop = (uint8_t)q.aop};
        cr_assert(cg_shadow_request(d->s, core, &p));
        cg_lockstep_core_request(d->ls, core, &q);
    }
}

// One cycle: at most one rule a controller, in varying order, so that messages also arrive in the cycle they
// are sent.
static inline void act_all(device *d) {
    memset(d->trace, 0, d->words * sizeof *d->trace);
    bool backwards = roll(d, 2);
    for (int i = 0; i < d->spec->n_machines; i++) {
        int m = backwards ? d->spec->n_machines - 1 - i : i;
        for (int node = 0; node < (int)d->spec->machines[m].count; node++) act(d, m, node);
    }
}

static inline int run(device *d, uint64_t cycles) {
    int violations = 0;
    for (uint64_t end = d->cycle + cycles; d->cycle < end && !violations; d->cycle++) {
        act_all(d);
        violations = cg_lockstep_step(d->ls, d->trace, d->cycle);
        issue(d);
    }
    return violations;
}

// No new requests until everything has come to rest.
static inline void drain(device *d) {
    for (int i = 0; i < 20000; i++) {
        act_all(d);
        cg_lockstep_step(d->ls, d->trace, d->cycle++);
    }
}

// Runs it so long with records that are tampered with: what of them counts must be noticed in the cycle in
// which it comes, what does not must not be. Frees it.
static inline void run_tampered(device *d, tamper_fn *tamper, const char *slot, bool matters, int cycles) {
    d->tamper = tamper;
    d->slot = slot;
    run(d, cycles);
    cr_assert_neq(d->tampered_at, 0, "%s: never used", slot ? slot : "the tampering");
    if (matters)
        cr_assert_eq(d->cycle - 1, d->tampered_at, "%s: not noticed at once: %s", slot ? slot : "", d->text);
    else
        cr_assert_eq(cg_lockstep_violations(d->ls), 0, "%s: %s", slot ? slot : "", d->text);
    free_device(d);
}

#endif

// Store buffers, fields of threads, and the order logic's phases: the interpreter of tables, step by step;
// and lockstep against a device in software, where every bit of what they add to a record counts.
#include "cases.h"
#include "lockstep_device.h"

#define TABLE CG_ROOT "/protocols/gd.json"

static const cg_setting SMALL[] = {
    {"cores", "2", "test", false},   {"threads", "3", "test", false},   {"partitions", "2", "test", false},
    {"l1_sets", "2", "test", false}, {"l1_ways", "2", "test", false},   {"l2_sets", "2", "test", false},
    {"l2_ways", "2", "test", false}, {"l1_mshrs", "3", "test", false},  {"l1_stores", "2", "test", false},
    {"writes", "2", "test", false},  {"l1_waiters", "2", "test", false}};
enum { N_SMALL = sizeof SMALL / sizeof *SMALL };

static device *buffered_device(uint64_t seed) {
    device *d = new_device_of(TABLE, seed, SMALL, N_SMALL);
    d->lines = 6;
    return d;
}

// ------------------------------------------------------------------------------------------ step by step

static int l1(const device *d) {
    return cg_core_at(d->spec, 0).machine;
}

static const cg_outcome *fire(device *d, cg_cause *c) {
    const cg_machine *m = &d->spec->machines[c->machine];
    c->waiter = CG_NONE;
    c->block = m->events[c->event].block ? cg_shadow_block(d->s, c->machine, c->node, c->packet->addr) : NULL;
    const cg_outcome *o = cg_shadow_fire(d->s, c, cg_shadow_select(d->s, c));
    cg_shadow_commit(d->s, c, o);
    return o;
}

// The request of thread `tid` of core 0, in the phase that it is in.
static const cg_outcome *fire_request(device *d, uint32_t tid) {
    cg_packet *p = cg_shadow_request_of(d->s, 0, tid);
    cg_cause c = {.machine = l1(d), .packet = p};
    c.event = event_of(&d->spec->machines[c.machine], CG_EV_CORE, 0, p->op);
    return fire(d, &c);
}

static void ask(device *d, uint32_t tid, cg_core_op op, unsigned order, uint64_t addr, uint32_t word,
                unsigned mask) {
    const cg_packet p = {.msg = CG_NONE,
                         .op = (int32_t)op,
                         .order = (uint8_t)order,
                         .tid = tid,
                         .addr = addr,
                         .word = word,
                         .mask = (uint8_t)mask};
    cr_assert(cg_shadow_request(d->s, 0, &p));
}

static void store(device *d, uint64_t addr, uint32_t word, unsigned mask) {
    ask(d, 0, CG_STORE, 0, addr, word, mask);
    cr_assert(fire_request(d, 0)->responds);
    cr_assert_eq(*cg_shadow_status_of(d->s, 0, 0), CG_FREE);
}

// One whose line 0 has an entry.
static device *device_with_store(void) {
    device *d = buffered_device(1);
    store(d, 0x000, 1, 0xf);
    return d;
}

static const cg_outcome *fence(device *d, uint32_t tid) {
    ask(d, tid, CG_FENCE, 0, 0, 0, 0);
    return fire_request(d, tid);
}

static const cg_buffered *entry_of(const device *d, uint64_t addr) {
    return cg_shadow_buffered(d->s, l1(d), 0, addr);
}

static const cg_outcome *drain_line(device *d, uint64_t addr) {
    *d->packet = (cg_packet){.msg = CG_NONE, .addr = addr};
    cg_cause c = {.machine = l1(d), .packet = d->packet};
    c.event = event_of(&d->spec->machines[c.machine], CG_EV_DRAIN, 0, 0);
    return fire(d, &c);
}

Test(store_buffer, combines_the_bytes_of_a_line) {
    device *d = buffered_device(1);
    store(d, 0x104, 0x44332211, 0xf);
    store(d, 0x108, 0xddccbbaa, 0x2);
    store(d, 0x104, 0x00ff0000, 0x4);
    const cg_buffered *b = entry_of(d, 0x100);
    cr_assert_not_null(b);
    cr_assert_eq(b->bytes[0], 0x2f0);
    const uint8_t *data = cg_buffered_data(d->s->machines[l1(d)].m, b);
    cr_assert(data[4] == 0x11 && data[6] == 0xff && data[7] == 0x44 && data[9] == 0xbb && data[8] == 0);
    const cg_outcome *o = drain_line(d, 0x100);
    const cg_sent *sent = NULL;
    for (int k = 0; k < d->plan->machines[l1(d)].n_out; k++)
        if (o->out[k].msg != CG_NONE) sent = &o->out[k];
    cr_assert_not_null(sent);
    cr_assert_eq(sent->packet->bytes[0], 0x2f0);
    cr_assert_eq(cg_packet_line(d->s, sent->packet)[6], 0xff);
    cr_assert_null(entry_of(d, 0x100));
    free_device(d);
}

Test(store_buffer, a_message_of_bytes_writes_those_only) {
    device *d = buffered_device(1);
    store(d, 0x04, 0x44332211, 0x5);
    drain_line(d, 0);
    const cg_machine *home = NULL;
    cg_cause c = {.event = CG_NONE};
    for (c.machine = 0; c.machine < d->spec->n_machines; c.machine++)
        if (d->spec->machines[c.machine].home) break;
    home = &d->spec->machines[c.machine];
    for (int ch = 0; ch < d->spec->n_channels && c.event == CG_NONE; ch++) {
        if (d->spec->channels[ch].to != c.machine || d->spec->channels[ch].from < 0) continue;
        c.queue = cg_shadow_queue(d->s, ch, 0, 0);
        if (!c.queue->n) continue;
        c.packet = cg_queue_at(d->s, c.queue, 0);
        c.event = event_of_packet(home, c.packet);
    }
    cr_assert_neq(c.event, CG_NONE);
    fire(d, &c);
    const cg_block *b = cg_shadow_block(d->s, c.machine, 0, 0);
    const uint8_t *data = cg_block_data(&d->s->machines[c.machine], b);
    cr_assert(data[4] == 0x11 && data[5] == 0 && data[6] == 0x33 && data[7] == 0);
    cr_assert_eq(b->written[0], 0x50); // the line is being fetched: these bytes stay
    free_device(d);
}

Test(store_buffer, full_it_wants_its_oldest_out) {
    device *d = device_with_store();
    store(d, 0x100, 2, 0xf);
    store(d, 0x004, 3, 0xf); // combining makes it no younger
    cr_assert_not(cg_shadow_buffer_full(d->s, l1(d), 0, 0x108));
    cr_assert_not(entry_of(d, 0x000)->wanted);
    cr_assert(cg_shadow_buffer_full(d->s, l1(d), 0, 0x200));
    cr_assert(entry_of(d, 0x000)->wanted);
    cr_assert_not(entry_of(d, 0x100)->wanted);
    free_device(d);
}

Test(store_buffer, drain_all_concerns_what_is_there) {
    device *d = device_with_store();
    fence(d, 1);
    store(d, 0x100, 2, 0xf);
    cr_assert(entry_of(d, 0x000)->wanted_all);
    cr_assert_not(entry_of(d, 0x100)->wanted_all);
    free_device(d);
}

Test(store_buffer, a_load_drains_its_line) {
    device *d = device_with_store();
    ask(d, 1, CG_LOAD, 0, 0x010, 0, 0);
    cr_assert_not(fire_request(d, 1)->responds);
    cr_assert(entry_of(d, 0)->wanted);
    const cg_node *n = &d->s->machines[l1(d)].nodes[0];
    cr_assert(n->n_waiters == 1 && !n->waiters[0].eligible, "it is deferred");
    drain_line(d, 0);
    cr_assert(n->waiters[0].eligible, "it is handed back");
    free_device(d);
}

// The phases of an operation by its marks, as the model's table has them: a string of r (release), o, a.
static void check_phases(cg_core_op op, unsigned order, const char *phases) {
    device *d = buffered_device(1);
    const cg_outcome answer = {.responds = true, .has_data = true, .resp_data = 7};
    ask(d, 2, op, order, 0x40, 0, 0xf);
    for (; *phases; phases++) {
        const int now = cg_shadow_request_of(d->s, 0, 2)->op;
        cr_expect_eq(*cg_shadow_status_of(d->s, 0, 2), CG_WAITING);
        cr_expect_eq(now, *phases == 'r' ? CG_RELEASE : *phases == 'a' ? CG_ACQUIRE : (int)op);
        cg_shadow_answered(d->s, 0, 2, CG_SIDE_PORT, &answer);
    }
    cr_expect_eq(*cg_shadow_status_of(d->s, 0, 2), CG_FREE);
    cr_expect_eq(cg_shadow_asked(d->s, 0, 2)->op, op);
    cr_expect_eq(cg_shadow_asked(d->s, 0, 2)->data, op == CG_FENCE ? 0 : 7);
    free_device(d);
}

Test(store_buffer, phases_of_an_operation) {
    check_phases(CG_LOAD, 0, "o");
    check_phases(CG_STORE, 0, "o");
    check_phases(CG_ATOMIC, 0, "roa");
    check_phases(CG_ATOMIC, 1, "oa");
    check_phases(CG_ATOMIC, 2, "ro");
    check_phases(CG_ATOMIC, 3, "roa");
    check_phases(CG_FENCE, 0, "ra");
}

Test(store_buffer, fields_of_a_thread_are_its_own) {
    device *d = buffered_device(1);
    const cg_machine *m = &d->spec->machines[l1(d)];
    store(d, 0x000, 1, 0xf);
    const cg_outcome *o = fence(d, 1);
    cr_assert_not_null(o->space[CG_SPACE_THREAD]);
    const uint64_t *all = d->s->machines[l1(d)].nodes[0].threads;
    cr_assert_eq(o->space[CG_SPACE_THREAD], all + m->n_thread);
    cr_assert_eq(all[0], 0);
    cr_assert_eq(all[m->n_thread], 1, "it waits for the round that it closed");
    cr_assert_eq(all[2 * m->n_thread], 0);
    free_device(d);
}

// ---------------------------------------------------------------------------------------------- lockstep

Test(store_buffer, lockstep_agrees_with_a_right_device) {
    device *first = buffered_device(1);
    cg_coverage *sum = cg_coverage_new(first->spec);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        device *d = buffered_device(seed);
        cr_assert_eq(run(d, 30000), 0, "%s", d->text);
        cg_coverage_merge(sum, cg_lockstep_coverage(d->ls));
        drain(d);
        cr_assert_eq(cg_lockstep_finish(d->ls), 0, "%s", d->text);
        cr_assert_gt(d->performed, 1000);
        free_device(d);
    }
    const cg_coverage_summary s = cg_coverage_sum(sum);
    cr_assert_eq(s.rules_fired, s.rules, "%d of %d", (int)s.rules_fired, (int)s.rules);
    cg_coverage_free(sum);
    free_device(first);
}

Test(store_buffer, lines_of_128_bytes) {
    static const cg_setting settings[] = {{"cores", "2", "test", false},
                                          {"threads", "3", "test", false},
                                          {"line_bytes", "128", "test", false},
                                          {"l1_stores", "3", "test", false}};
    device *d = new_device_of(TABLE, 3, settings, 4);
    d->lines = 4;
    cr_assert_eq(run(d, 30000), 0, "%s", d->text);
    free_device(d);
}

static bool flip(device *d, int machine, int node, const char *slot, uint64_t bit) {
    const cg_slot *at = cg_slot_find(&d->plan->machines[machine].trace, slot);
    cr_assert(at && bit < (uint64_t)at->width, "%s", slot);
    bit += record_base(d, machine, node) + (uint64_t)at->offset;
    d->trace[bit >> 5] ^= UINT32_C(1) << (bit & 31);
    return true;
}

// A message of bytes in the record, and the prefix of its slots; NULL: none.
static const cg_packet *bytes_in(device *d, int machine, const cg_cause *c, const cg_outcome *o,
                                 char prefix[32]) {
    strcpy(prefix, "in.");
    if (c->packet->msg >= 0 && d->spec->msgs[c->packet->msg].payload == CG_PAY_BYTES) return c->packet;
    for (int k = 0; k < d->plan->machines[machine].n_out; k++) {
        if (o->out[k].msg == CG_NONE || d->spec->msgs[o->out[k].msg].payload != CG_PAY_BYTES) continue;
        snprintf(prefix, 32, "out.%d.", d->plan->machines[machine].out_channels[k]);
        return o->out[k].packet;
    }
    return NULL;
}

static bool counts(const cg_packet *p, uint64_t byte) {
    return p->bytes[byte / 64] >> byte % 64 & 1;
}

static bool tamper_mask(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    char slot[40];
    if (!bytes_in(d, machine, c, o, slot) || roll(d, 3)) return false;
    strcat(slot, "bytes");
    return flip(d, machine, node, slot, roll(d, (uint32_t)d->spec->line_bytes));
}

// A byte that was stored, and one that was not: that may have any value.
static bool tamper_byte(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o,
                        bool stored) {
    char slot[40];
    const cg_packet *p = bytes_in(d, machine, c, o, slot);
    const uint64_t bit = roll(d, (uint32_t)d->spec->line_bytes * 8);
    if (!p || counts(p, bit / 8) != stored) return false;
    strcat(slot, "line");
    return flip(d, machine, node, slot, bit);
}

static bool tamper_stored(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    return tamper_byte(d, machine, node, c, o, true);
}

static bool tamper_idle(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    return tamper_byte(d, machine, node, c, o, false);
}

static bool tamper_thread(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)c;
    return o->space[CG_SPACE_THREAD] && roll(d, 3) == 0 && flip(d, machine, node, d->slot, 0);
}

static bool tamper_buffer(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)c;
    return o->space[CG_SPACE_BUFFER] && roll(d, 3) == 0 && flip(d, machine, node, d->slot, 0);
}

static bool tamper_drained(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)o;
    if (d->spec->machines[machine].events[c->event].kind != CG_EV_DRAIN) return false;
    return flip(d, machine, node, "addr", (uint64_t)d->plan->machines[machine].line_shift + 2);
}

static bool tamper_tid(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)o;
    const cg_event *e = &d->spec->machines[machine].events[c->event];
    return e->kind == CG_EV_CORE && !e->block && flip(d, machine, node, "tid", 0);
}

static void caught(tamper_fn *tamper, const char *slot, bool matters) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(6); seed++)
        run_tampered(buffered_device(seed), tamper, slot, matters, 20000);
}

Test(store_buffer, every_bit_counts) {
    caught(tamper_mask, "bytes", true);
    caught(tamper_stored, "line", true);
    caught(tamper_idle, "line", false);
    caught(tamper_thread, "thread.waits", true);
    caught(tamper_thread, "thread.for", true);
    caught(tamper_buffer, "buffer.round", true);
    caught(tamper_drained, "addr", true);
    caught(tamper_tid, "tid", true);
}

Test(store_buffer, marks_that_the_model_does_not_have) {
    device *d = buffered_device(1);
    cg_lockstep_core_request(d->ls, 0, &(cg_core_request){.op = CG_LOAD, .order = 1});
    cr_assert_eq(cg_lockstep_violations(d->ls), 1);
    cr_assert_not_null(strstr(d->text, "marks 1"), "%s", d->text);
    free_device(d);
}

Test(store_buffer, stores_that_were_wanted_out_are_missed) {
    device *d = buffered_device(1);
    cg_lockstep_core_request(d->ls, 0, &(cg_core_request){.op = CG_STORE, .addr = 0x40, .mask = 0xf});
    cg_shadow *s = cg_lockstep_shadow(d->ls);
    cg_cause c = {.machine = l1(d), .packet = cg_shadow_request_of(s, 0, 0), .waiter = CG_NONE};
    c.event = event_of(&d->spec->machines[c.machine], CG_EV_CORE, 0, CG_STORE);
    cg_shadow_commit(s, &c, cg_shadow_fire(s, &c, cg_shadow_select(s, &c)));
    cr_assert_eq(cg_lockstep_finish(d->ls), 0, "nobody wants them out: %s", d->text);
    uint64_t round = 7;
    cr_assert(cg_lockstep_peek(d->ls, "l1", 0, "buffer", "round", 0x40, &round) && round == 0);
    cr_assert_not(cg_lockstep_peek(d->ls, "l1", 0, "buffer", "round", 0x80, &round));
    cg_shadow_buffered(s, l1(d), 0, 0x40)->wanted = true;
    cr_assert_eq(cg_lockstep_finish(d->ls), 1);
    cr_assert_not_null(strstr(d->text, "store buffer"), "%s", d->text);
    free_device(d);
}

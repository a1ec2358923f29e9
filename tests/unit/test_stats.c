// What a run's report counts: stalls and hits at the core port (thread.h, note [SC stalls]), and messages,
// flits and counters from trace records (traffic.h).
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "interp/bits.h"
#include "load/load.h"
#include "lockstep/records.h"
#include "programs/thread.h"
#include "sim/ends.h"
#include "sim/events.h"
#include "sim/traffic.h"

// --------------------------------------------------------------------------------------------------- stalls

// Load, store at once, a pause, atomic, load at once: answered after the latencies of `LATENCY`.
static void body(cg_thread *t, void *arg) {
    (void)arg;
    cg_ld(t, 0);
    cg_st(t, 4, 1);
    cg_pause(t, 3);
    cg_amo(t, CG_AMO_ADD, 8, 1, 0);
    cg_ld(t, 12);
    cg_ld(t, 16);
}

static const unsigned LATENCY[] = {17, 11, 30, 2, 15};

// Drives one thread: each request is accepted in the cycle after it was made.
static cg_scheduler_stats play(void) {
    cg_scheduler_options o = {.cores = 1, .threads = 1, .seed = 1};
    cg_scheduler *c = cg_scheduler_new(&o);
    const cg_request *offered = NULL;
    uint64_t answer_at = 0;
    int tid = 0, n = 0;
    cg_scheduler_start(c, body, NULL);
    for (uint64_t cycle = 1; cg_scheduler_busy(c) && cycle < 1000; cycle++) {
        cg_scheduler_tick(c, cycle);
        if (offered) {
            cg_scheduler_accepted(c, 0);
            answer_at = cycle + LATENCY[n++];
            offered = NULL;
        } else if (answer_at == cycle) {
            cg_scheduler_answer(c, 0, tid, 0);
        }
        offered = cg_scheduler_offer(c, 0, &tid);
    }
    cr_assert(!cg_scheduler_busy(c));
    cg_scheduler_stats s = *cg_scheduler_stats_of(c);
    cg_scheduler_free(c);
    return s;
}

Test(stats, an_operation_stalls_the_next_one_for_its_latency) {
    cg_scheduler_stats s = play();
    cr_expect_eq(s.stall[0].count, 1, "the first load; the second is a hit, the third the last");
    cr_expect_eq(s.stall[0].cycles, 17);
    cr_expect_eq(s.stall[1].count, 0, "a pause follows the store");
    cr_expect_eq(s.stall[2].count, 1);
    cr_expect_eq(s.stall[2].cycles, 30);
}

Test(stats, hits_are_answered_within_a_few_cycles) {
    cg_scheduler_stats s = play();
    cr_expect_eq(s.latency[0].count, 3);
    cr_expect_eq(s.quick[0], 1);
    cr_expect_eq(s.quick_cycles[0], 2);
    cr_expect_eq(s.quick[2], 0);
}

Test(stats, a_core_is_stalled_while_all_its_threads_wait) {
    cg_scheduler_stats s = play();
    uint64_t waits = 0;
    for (size_t i = 0; i < sizeof LATENCY / sizeof *LATENCY; i++) waits += LATENCY[i];
    cr_expect_eq(s.core_stalled, waits, "%llu", (unsigned long long)s.core_stalled);
    cr_expect(s.core_cycles > s.core_stalled);
}

// -------------------------------------------------------------------------------------------------- traffic

typedef struct {
    cg_spec *spec;
    cg_plan *plan;
    uint32_t *trace;
} design;

static void begin_with(design *d, const char *table) {
    cg_diags *diags = cg_diags_new();
    d->spec = cg_spec_read(table, NULL, 0, diags);
    cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    cr_assert(d->spec != NULL);
    d->plan = cg_plan_new(d->spec);
    d->trace = calloc((size_t)d->plan->trace_bits / 32 + 4, sizeof *d->trace);
}

static void begin(design *d) {
    begin_with(d, "tests/diag/base.json");
}

static void end(design *d) {
    free(d->trace);
    cg_plan_free(d->plan);
    cg_spec_free(d->spec);
}

// In a record of `machine` that begins at bit `base`.
static void put_at(design *d, int machine, uint64_t base, const char *slot, uint64_t value) {
    const cg_slot *s = cg_slot_find(&d->plan->machines[machine].trace, slot);
    cr_assert(s != NULL, "no slot %s", slot);
    cg_bits_put(d->trace, base + (uint64_t)s->offset, (unsigned)s->width, value);
}

static void put(design *d, const char *slot, uint64_t value) { // in the record of machine 0, controller 0
    put_at(d, 0, 0, slot, value);
}

static uint64_t number(json_object *report, const char *path) {
    json_object *v = NULL;
    cr_assert(json_pointer_get(report, path, &v) == 0, "no %s", path);
    return json_object_get_uint64(v);
}

Test(traffic, messages_are_counted_for_each_receiver) {
    design d;
    char slot[64], path[64];
    begin(&d);
    const int lane = d.plan->machines[0].out_channels[0], msg = d.spec->channels[lane].msgs[0];
    const cg_slot *dst;
    put(&d, "valid", 1);
    snprintf(slot, sizeof slot, "out.%d.valid", lane);
    put(&d, slot, 1);
    snprintf(slot, sizeof slot, "out.%d.dst", lane);
    dst = cg_slot_find(&d.plan->machines[0].trace, slot);
    const int receivers = dst ? dst->width : 1;
    if (dst) put(&d, slot, UINT64_MAX);
    cg_traffic *t = cg_traffic_new(d.plan, 32);
    for (int i = 0; i < 5; i++) cg_traffic_step(t, d.trace);
    json_object *report = json_object_new_object();
    cg_traffic_report(t, report);
    uint64_t count = 0;
    for (int i = 0; i < d.spec->n_msgs; i++) {
        json_object *o = NULL;
        snprintf(path, sizeof path, "/traffic/messages/%d", i);
        if (json_pointer_get(report, path, &o) != 0) break;
        if (strcmp(json_object_get_string(json_object_object_get(o, "name")), d.spec->msgs[msg].name) == 0)
            count = json_object_get_uint64(json_object_object_get(o, "count"));
    }
    const uint64_t flits = (cg_traffic_bits(d.plan, msg) + 255) / 256;
    cr_expect_eq(count, (uint64_t)(5 * receivers));
    cr_expect_eq(number(report, "/traffic/flits/total"), 5 * flits * (uint64_t)receivers);
    json_object_put(report);
    cg_traffic_free(t);
    end(&d);
}

Test(traffic, a_line_makes_a_message_longer_by_itself) {
    design d;
    begin(&d);
    for (int i = 0; i < d.spec->n_msgs; i++) {
        const cg_msg *m = &d.spec->msgs[i];
        const unsigned bits = cg_traffic_bits(d.plan, i), line = (unsigned)d.spec->line_bytes * 8;
        if (m->from == CG_MEMORY || m->to == CG_MEMORY) continue;
        if (m->payload == CG_PAY_LINE) cr_expect(bits > line && bits < line + 128, "%s: %u", m->name, bits);
        if (m->payload == CG_PAY_NONE) cr_expect(bits > 1 && bits < 128, "%s: %u", m->name, bits);
    }
    end(&d);
}

// Flits of one byte of a message whose mask (`slot`: "words", "bytes") has `ones` bits.
static uint64_t masked(const char *table, int machine, const char *message, const char *mask, int ones) {
    design d;
    char slot[64];
    begin_with(&d, table);
    int msg = 0;
    while (strcmp(d.spec->msgs[msg].name, message) != 0) msg++;
    const int lane = d.spec->msgs[msg].channel;
    int type = 0;
    while (d.spec->channels[lane].msgs[type] != msg) type++;
    const char *names[] = {"valid", "dst", "type", mask};
    const uint64_t values[] = {1, 1, (uint64_t)type, (UINT64_C(1) << ones) - 1};
    uint64_t base = 0;
    for (int i = 0; i < machine; i++)
        base += (uint64_t)d.plan->machines[i].trace.width * d.spec->machines[i].count;
    for (int i = 0; i < 4; i++) {
        snprintf(slot, sizeof slot, "out.%d.%s", lane, names[i]);
        put_at(&d, machine, base, slot, values[i]);
    }
    put_at(&d, machine, base, "valid", 1);
    cg_traffic *t = cg_traffic_new(d.plan, 1);
    cg_traffic_step(t, d.trace);
    json_object *report = json_object_new_object();
    cg_traffic_report(t, report);
    const uint64_t flits = number(report, "/traffic/flits/total");
    cr_expect_eq(number(report, "/traffic/flits/data"), flits);
    json_object_put(report);
    cg_traffic_free(t);
    end(&d);
    return flits;
}

Test(traffic, what_a_message_has_of_a_line_is_counted) {
    const uint64_t no_bytes = masked("protocols/gd.json", 0, "WRITE", "bytes", 0);
    cr_expect_eq(masked("protocols/gd.json", 0, "WRITE", "bytes", 5), no_bytes + 5);
    cr_expect_eq(masked("protocols/gd.json", 0, "WRITE", "bytes", 33), no_bytes + 33);
    const uint64_t no_words = masked("protocols/dd.json", 1, "DATA", "words", 0);
    cr_expect_eq(masked("protocols/dd.json", 1, "DATA", "words", 1), no_words + 4);
    cr_expect_eq(masked("protocols/dd.json", 1, "DATA", "words", 16), no_words + 64);
}

// What one message counts as at the ends of the system: names, with "*" where it is as many bytes as it has.
static void reaches(design *d, const char *message, const char *wanted) {
    static const char *const names[] = {
#define X(name) #name,
        CG_ENDS(X)
#undef X
    };
    char found[200] = "", slot[64];
    int msg = 0;
    while (strcmp(d->spec->msgs[msg].name, message) != 0) msg++;
    const cg_msg *m = &d->spec->msgs[msg];
    uint64_t type = 0, base = 0;
    while (d->spec->channels[m->channel].msgs[type] != msg) type++;
    for (int i = 0; i < m->from; i++)
        base += (uint64_t)d->plan->machines[i].trace.width * d->spec->machines[i].count;
    const char *const slots[] = {"valid", "dst", "type"};
    const uint64_t values[] = {1, 1, type};
    for (int on = 1; on >= 0; on--) {
        for (int i = 0; i < 3; i++) {
            snprintf(slot, sizeof slot, "out.%d.%s", m->channel, slots[i]);
            if (cg_slot_find(&d->plan->machines[m->from].trace, slot))
                put_at(d, m->from, base, slot, on ? values[i] : 0);
        }
        put_at(d, m->from, base, "valid", (uint64_t)on);
        if (!on) break;
        cg_traffic *t = cg_traffic_new(d->plan, 32);
        cg_traffic_step(t, d->trace);
        json_object *report = json_object_new_object();
        cg_ends_report(d->plan, t, report);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            char path[64];
            snprintf(path, sizeof path, "/ends/%s", names[k]);
            const uint64_t n = number(report, path), bytes = cg_traffic_bytes(t, msg);
            cr_expect(n == 0 || n == 1 || n == bytes, "%s: %s %u", message, names[k], (unsigned)n);
            if (n)
                snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s ", names[k],
                         n > 1 ? "*" : "");
        }
        json_object_put(report);
        cg_traffic_free(t);
    }
    cr_expect_str_eq(found, wanted, "%s: '%s', not '%s'", message, found, wanted);
}

Test(traffic, what_reaches_the_ends_is_counted_in_bytes) {
    design d;
    begin_with(&d, "protocols/qr.json");
    reaches(&d, "STORE", ""); // between neighbours
    reaches(&d, "HERE", "");
    reaches(&d, "READ3", "");
    reaches(&d, "WRITE2", ""); // to the next level, which is no home
    reaches(&d, "LINE", "l1_bytes* l1_data* ");
    reaches(&d, "INV", "l1_bytes* ");
    reaches(&d, "READ4", "home_bytes* ");
    reaches(&d, "WRITE4", "home_bytes* home_writes ");
    reaches(&d, "ATOMIC4", "home_bytes* ");
    reaches(&d, "DATA", "l1_bytes* l1_data* home_bytes* ");
    reaches(&d, "FETCH", "");
    reaches(&d, "WBACK", "memory_writes ");
    end(&d);
}

Test(traffic, counters_are_sums_of_rules) {
    design d;
    begin(&d);
    cg_rule_ref refs[] = {{0, 0}, {0, 2}};
    cg_counter counters[] = {{"some", "", refs, 2}, {"none", "", refs, 0}};
    d.spec->counters = counters;
    d.spec->n_counters = 2;
    cg_traffic *t = cg_traffic_new(d.plan, 32);
    put(&d, "valid", 1);
    for (uint64_t rule = 0; rule < 3; rule++) {
        put(&d, "rule", rule);
        cg_traffic_step(t, d.trace);
    }
    json_object *report = json_object_new_object();
    cg_traffic_report(t, report);
    cr_expect_eq(number(report, "/counters/some"), 2);
    cr_expect_eq(number(report, "/counters/none"), 0);
    json_object_put(report);
    cg_traffic_free(t);
    end(&d);
}

// What rule `id` counts as, when it fires three times: names of events; it waits or is about no line: none.
static void fires(design *d, const char *id, const char *wanted) {
    static const char *const names[] = {
#define X(name) #name,
        CG_ENERGY_EVENTS(X)
#undef X
    };
    char found[200] = "";
    cg_traffic *t = cg_traffic_new(d->plan, 32);
    for (cg_record_walk walk = {0}; cg_records_next(d->plan, &walk);) {
        const cg_machine *m = &d->spec->machines[walk.at.machine];
        for (int r = 0; r < m->n_rules && walk.at.node == 0; r++) {
            if (strcmp(m->rules[r].id, id)) continue;
            put_at(d, walk.at.machine, walk.at.base, "valid", 1);
            put_at(d, walk.at.machine, walk.at.base, "rule", (uint64_t)r);
            for (int i = 0; i < 3; i++) cg_traffic_step(t, d->trace);
            put_at(d, walk.at.machine, walk.at.base, "valid", 0);
        }
    }
    json_object *report = json_object_new_object();
    cg_events_report(d->plan, t, report);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char path[64];
        snprintf(path, sizeof path, "/events/%s", names[k]);
        const uint64_t n = number(report, path);
        cr_expect(n == 0 || n == 3, "%s: %s %u", id, names[k], (unsigned)n);
        if (n) snprintf(found + strlen(found), sizeof found - strlen(found), "%s ", names[k]);
    }
    cr_expect_str_eq(found, wanted, "%s: '%s', not '%s'", id, found, wanted);
    json_object_put(report);
    cg_traffic_free(t);
}

Test(traffic, events_that_cost_energy_are_told_by_the_rules) {
    design d;
    begin_with(&d, "protocols/gd.json");
    fires(&d, "gd.l1.V.load", "l1_hits ");
    fires(&d, "gd.l1.I.load.1",
          "l1_misses "); // waits with an entry until its bytes have left the store buffer
    fires(&d, "gd.l1.I.load.2", "l1_misses "); // sends
    fires(&d, "gd.l1.IV.load", "l1_misses ");  // is deferred
    fires(&d, "gd.l1.V.store.2", "l1_hits store_buffer ");
    fires(&d, "gd.l1.V.store.1", ""); // stalls
    fires(&d, "gd.l1.I.atomic.2", "l1_misses ");
    fires(&d, "gd.l1.V.drain", "l1_others store_buffer ");
    fires(&d, "gd.l1.V.evict", "l1_others ");
    fires(&d, "gd.l1.IV.DATA", "l1_others ");
    fires(&d, "gd.l1.acquire", ""); // about no line
    fires(&d, "gd.l2.V.GETS", "l2_accesses ");
    end(&d);
}

// The lockstep model against a device in software (lockstep_device.h). Left alone the two agree; whatever is
// altered in a record or in a network is caught.
#include <time.h>
#include <unistd.h>

#include "cases.h"
#include "lockstep_device.h"

// --------------------------------------------------------------------------------------------- tests

Test(lockstep, agrees_with_a_right_device) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(5); seed++) {
        device *d = small_device(seed);
        cr_assert_eq(run(d, 30000), 0, "%s", d->text);
        drain(d);
        cr_assert_eq(cg_lockstep_finish(d->ls), 0, "%s", d->text);
        cr_assert_gt(d->performed, 1000);
        uint64_t epoch = 0;
        cr_assert(cg_lockstep_peek(d->ls, "l2", 0, "reg", "epoch", 0, &epoch));
        cr_assert_gt(d->s->machines[1].nodes[0].epoch, 0, "no rollover happened");
        free_device(d);
    }
}

Test(lockstep, agrees_with_many_controllers) {
    static const cg_setting settings[] = {
        {"cores", "5", "test", false},        {"threads", "3", "test", false},
        {"partitions", "4", "test", false},   {"ts_bits", "8", "test", false},
        {"lease_min", "2", "test", false},    {"lease_max", "16", "test", false},
        {"line_bytes", "128", "test", false}, {"l2_waiters", "3", "test", false},
        {"l1_mshrs", "2", "test", false},     {"l1_waiters", "2", "test", false},
    };
    device *d = new_device(9, settings, sizeof settings / sizeof *settings);
    cr_assert_eq(run(d, 40000), 0, "%s", d->text);
    drain(d);
    cr_assert_eq(cg_lockstep_finish(d->ls), 0, "%s", d->text);
    free_device(d);
}

// A directory: nodes, sets, messages to many, completed requests, evictions that wait for an answer.
static void check_directory(const char *table) {
    static const cg_setting settings[] = {{"cores", "5", "test", false},
                                          {"threads", "3", "test", false},
                                          {"partitions", "2", "test", false},
                                          {"l2_mshrs", "3", "test", false}};
    const uint64_t seeds = is_full() ? 4 : 1;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        device *d = new_device_of(table, seed, settings, 4);
        d->lines = 5;
        cr_assert_eq(run(d, 40000), 0, "%s", d->text);
        cg_coverage_summary s = cg_coverage_sum(cg_lockstep_coverage(d->ls));
        cr_assert_eq(s.rules_fired, s.rules, "%d of %d", (int)s.rules_fired, (int)s.rules);
        drain(d);
        cr_assert_eq(cg_lockstep_finish(d->ls), 0, "%s", d->text);
        cr_assert_gt(d->performed, 1000);
        free_device(d);
    }
}

Test(lockstep, agrees_with_a_directory) {
    check_directory(CG_ROOT "/tests/tables/directory.json");
}

Test(lockstep, agrees_with_a_directory_of_three_hops) {
    check_directory(CG_ROOT "/tests/tables/hops.json");
}

Test(lockstep, coverage_counts_and_merges) {
    device *d = small_device(3);
    cr_assert_eq(run(d, 60000), 0);
    cg_coverage_summary s = cg_coverage_sum(cg_lockstep_coverage(d->ls));
    cr_assert_gt(s.rules_fired * 10, s.rules * 8, "%d of %d", (int)s.rules_fired, (int)s.rules);
    cr_assert_leq(s.rules_fired, s.rules);
    cr_assert_leq(s.guards_toggled, s.guards);

    char path[] = "/tmp/cohgen_coverage_XXXXXX";
    FILE *f = fdopen(mkstemp(path), "w");
    cr_assert_not_null(f);
    cr_assert(cg_coverage_write_json(cg_lockstep_coverage(d->ls), f));
    fclose(f);
    cg_coverage *sum = cg_coverage_new(d->spec);
    char error[256];
    cr_assert(cg_coverage_read_json(sum, path, error, sizeof error), "%s", error);
    cg_coverage_merge(sum, cg_lockstep_coverage(d->ls));
    for (int m = 0; m < d->spec->n_machines; m++)
        for (int r = 0; r < d->spec->machines[m].n_rules; r++)
            cr_assert_eq(sum->rules[m][r].fired, 2 * cg_lockstep_coverage(d->ls)->rules[m][r].fired);
    cr_assert_not(cg_coverage_read_json(sum, "/nonexistent", error, sizeof error));
    remove(path);
    cg_coverage_free(sum);
    free_device(d);
}

// ---- what is altered in a record

// Whether the slot means something in this record: then any changed bit in it must be noticed.
static bool slot_matters(const device *d, const cg_cause *c, const cg_outcome *o, const char *slot) {
    const cg_machine *m = &d->spec->machines[c->machine];
    const cg_event *e = &m->events[c->event];
    if (!strcmp(slot, "rule") || !strcmp(slot, "replay") || !strncmp(slot, "reg.", 4)) return true;
    if (!strcmp(slot, "addr") || !strcmp(slot, "tid"))
        return e->kind == CG_EV_CORE || (e->kind == CG_EV_MESSAGE && e->block && c->packet->src + 1);
    if (!strcmp(slot, "state")) return e->block;
    if (!strncmp(slot, "line.", 5))
        return o->present && !(d->s->machines[c->machine].rules[o->rule].does & CG_DOES_SETS_LINES);
    if (!strncmp(slot, "mshr.", 5))
        return o->held && !(d->s->machines[c->machine].rules[o->rule].does & CG_DOES_SETS_ENTRIES);
    if (!strncmp(slot, "resp.", 5))
        return m->core_port &&
               (o->responds ? o->has_data || strcmp(slot, "resp.data") : !strcmp(slot, "resp.valid"));
    const cg_msg *in = e->kind == CG_EV_MESSAGE ? &d->spec->msgs[e->msg] : NULL;
    if (!strcmp(slot, "in.line")) return in && in->payload == CG_PAY_LINE;
    if (!strcmp(slot, "in.word"))
        return in ? in->payload == CG_PAY_WORD || in->payload == CG_PAY_ATOMIC
                  : e->kind == CG_EV_CORE && e->core != CG_LOAD;
    if (!strcmp(slot, "in.mask"))
        return in ? in->payload == CG_PAY_WORD : e->kind == CG_EV_CORE && e->core == CG_STORE;
    if (!strcmp(slot, "in.aop") || !strcmp(slot, "in.cmp"))
        return in ? in->payload == CG_PAY_ATOMIC : e->kind == CG_EV_CORE && e->core == CG_ATOMIC;
    for (int i = 0; in && i < in->n_fields; i++)
        if (!strcmp(in->fields[i].name, slot + 3)) return true;
    return false;
}

static bool flip_bit(device *d, int machine, int node, const cg_slot *slot) {
    uint64_t at = record_base(d, machine, node) + (uint64_t)slot->offset + roll(d, (uint32_t)slot->width);
    d->trace[at >> 5] ^= UINT32_C(1) << (at & 31);
    return true;
}

static bool tamper_slot(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    const cg_slot *slot = slot_of(d, machine, "", d->slot);
    // Who asked for a line the memory need not say.
    const cg_event *e = &d->spec->machines[machine].events[c->event];
    if (e->kind == CG_EV_MESSAGE && d->spec->msgs[e->msg].from == CG_MEMORY && strncmp(d->slot, "in.", 3))
        return false;
    return slot && slot_matters(d, c, o, d->slot) && flip_bit(d, machine, node, slot);
}

// A slot of a message that is sent: d->slot is its name without lane.
static bool tamper_sent(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)c;
    for (int k = 0; k < d->plan->machines[machine].n_out; k++) {
        const cg_msg *msg = o->out[k].msg == CG_NONE ? NULL : &d->spec->msgs[o->out[k].msg];
        bool matters = msg ? !strcmp(d->slot, "valid") || !strcmp(d->slot, "type") ||
                                 (!strcmp(d->slot, "dst") && d->spec->nets[msg->net].kind != CG_NET_RING)
                           : !strcmp(d->slot, "valid");
        if (msg && c->packet->msg != CG_NONE)
            matters |= msg->block && (!strcmp(d->slot, "addr") || !strcmp(d->slot, "tid"));
        for (int i = 0; msg && i < msg->n_fields; i++) matters |= !strcmp(msg->fields[i].name, d->slot);
        if (msg && msg->payload == CG_PAY_LINE) matters |= !strcmp(d->slot, "line");
        if (msg && msg->payload == CG_PAY_WORD)
            matters |= !strcmp(d->slot, "word") || !strcmp(d->slot, "mask");
        if (msg && msg->payload == CG_PAY_ATOMIC)
            matters |= !strcmp(d->slot, "aop") || !strcmp(d->slot, "cmp");
        char prefix[32];
        snprintf(prefix, sizeof prefix, "out.%d.", d->plan->machines[machine].out_channels[k]);
        const cg_slot *slot = slot_of(d, machine, prefix, d->slot);
        if (matters && slot && roll(d, 3) == 0) return flip_bit(d, machine, node, slot);
    }
    return false;
}

static void caught_at_once(tamper_fn *tamper, const char *slot) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(6); seed++)
        run_tampered(small_device(seed), tamper, slot, true, 200000);
}

Test(lockstep, every_bit_of_the_event_counts) {
    static const char *const slots[] = {"rule",   "replay", "addr",     "tid",     "in.now",
                                        "in.exp", "in.ver", "in.epoch", "in.word", "in.mask",
                                        "in.aop", "in.cmp", "in.line",  "in.lead"};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) caught_at_once(tamper_slot, slots[i]);
}

Test(lockstep, every_bit_of_the_outcome_counts) {
    static const char *const slots[] = {"state",      "reg.now",    "reg.epoch",    "reg.mnow",
                                        "reg.mode",   "reg.acks",   "line.exp",     "line.ver",
                                        "line.lease", "line.dirty", "mshr.pending", "mshr.lastwr",
                                        "resp.valid", "resp.tid",   "resp.data"};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) caught_at_once(tamper_slot, slots[i]);
}

Test(lockstep, every_bit_of_a_message_sent_counts) {
    static const char *const slots[] = {"valid", "type", "dst",  "addr", "tid", "now", "exp", "ver",
                                        "epoch", "lead", "word", "mask", "aop", "cmp", "line"};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) caught_at_once(tamper_sent, slots[i]);
}

// ---- what a network may do to messages

static cg_queue *busy_queue(device *d, uint32_t at_least) {
    for (int i = 0; i < d->s->n_queues; i++)
        if (d->s->queues[i].n >= at_least) return &d->s->queues[i];
    return NULL;
}

static bool lose(device *d) {
    cg_queue *q = busy_queue(d, 1);
    if (q) cg_queue_remove(d->s, q, 0);
    return q;
}

static bool duplicate(device *d) {
    cg_queue *q = busy_queue(d, 1);
    if (!q) return false;
    memcpy(d->packet, cg_queue_at(d->s, q, 0), d->s->packet_bytes);
    cg_queue_push(d->s, q, d->packet);
    return true;
}

static bool reorder(device *d) {
    cg_queue *q = busy_queue(d, 2);
    if (!q || d->spec->msgs[cg_queue_at(d->s, q, 0)->msg].from == CG_MEMORY) return false;
    memcpy(d->packet, cg_queue_at(d->s, q, 0), d->s->packet_bytes);
    cg_queue_remove(d->s, q, 0);
    cg_queue_push(d->s, q, d->packet);
    return true;
}

static bool corrupt_line(device *d) {
    for (int i = 0; i < d->s->n_queues; i++) {
        cg_queue *q = &d->s->queues[i];
        if (!q->n || !cg_carries_line(d->s, cg_queue_at(d->s, q, 0))) continue;
        cg_packet_line(d->s, cg_queue_at(d->s, q, 0))[roll(d, (uint32_t)d->spec->line_bytes)] ^= 0x10;
        return true;
    }
    return false;
}

// The device may run into what its table calls impossible: the model must have spoken before.
static void hush(void *ctx, const char *text) {
    (void)ctx, (void)text;
}

static void caught_in_time(bool (*fault)(device *)) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(8); seed++) {
        device *d = small_device(seed);
        cr_assert_eq(run(d, 1000), 0);
        d->s->problem = hush;
        d->faulty = true;
        for (int i = 0; i < 10000 && !fault(d); i++) cr_assert_eq(run(d, 1), 0);
        for (int i = 0; i < 5000 && !run(d, 1); i++) {
        }
        if (!cg_lockstep_violations(d->ls)) cg_lockstep_finish(d->ls);
        cr_assert_neq(cg_lockstep_violations(d->ls), 0);
        free_device(d);
    }
}

Test(lockstep, lost_message) {
    caught_in_time(lose);
}
Test(lockstep, duplicated_message) {
    caught_in_time(duplicate);
}
Test(lockstep, reordered_messages) {
    caught_in_time(reorder);
}
Test(lockstep, corrupted_line) {
    caught_in_time(corrupt_line);
}

static bool drop_record(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    if (!o->responds && c->packet->msg == CG_NONE) return false; // a timer's may have had no effect
    put(d, machine, node, "", "valid", 0);
    return true;
}

Test(lockstep, unreported_transition) {
    for (uint64_t seed = 1; seed <= (uint64_t)cases(8); seed++) {
        device *d = small_device(seed);
        d->tamper = drop_record;
        cr_assert_neq(run(d, 20000), 0);
        free_device(d);
    }
}

// ---- many fields

static bool tamper_bulk(device *d, int machine, int node, const cg_cause *c, const cg_outcome *o) {
    (void)c;
    if (!(d->s->machines[machine].rules[o->rule].does & CG_DOES_SET_ALL)) return false;
    return flip_bit(d, machine, node, slot_of(d, machine, "", d->slot));
}

// A table of tests/tables/large.sh: 70 fields, of which the last six are changed in bulk.
static void bulk_leaves_others(const char *kind, const char *slot) {
    char path[] = "/tmp/cohgen-large-XXXXXX", command[200];
    close(mkstemp(path));
    snprintf(command, sizeof command, "sh %s/tests/tables/large.sh %s 70 >%s", CG_ROOT, kind, path);
    cr_assert_eq(system(command), 0);
    static const cg_setting settings[] = {{"cores", "3", "test", false}, {"partitions", "1", "test", false}};
    device *d = new_device_of(path, 3, settings, 2);
    d->tamper = tamper_bulk;
    d->slot = slot;
    run(d, 40000);
    cr_assert_neq(d->tampered_at, 0, "%s: never used", slot);
    cr_assert_neq(cg_lockstep_violations(d->ls), 0, "%s: not noticed", slot);
    cr_assert_not_null(strstr(d->text, slot), "%s", d->text);
    free_device(d);
    remove(path);
}

// Bit 64 of a mask of 64 bits would be bit 0.
Test(lockstep, a_sweep_concerns_its_own_fields_only) {
    bulk_leaves_others("line", "line.f0");
}
Test(lockstep, a_flash_concerns_its_own_fields_only) {
    bulk_leaves_others("mshr", "mshr.f0");
}

// ---- reports

Test(lockstep, a_violation_says_what_is_wrong) {
    device *d = small_device(2);
    d->tamper = tamper_slot;
    d->slot = "state";
    run(d, 50000);
    cr_assert_not_null(d->text);
    cr_assert_not_null(strstr(d->text, "fired rcc."), "%s", d->text);
    cr_assert_not_null(strstr(d->text, "table says"), "%s", d->text);
    cr_assert_not_null(strstr(d->text, "\n  state "), "%s", d->text);
    free_device(d);
}

Test(lockstep, history_is_a_chart) {
    device *d = small_device(4);
    run(d, 3000);
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    cg_lockstep_print_history(d->ls, 0x40, f);
    fclose(f);
    cr_assert_not_null(strstr(text, "l1[0]"));
    cr_assert_not_null(strstr(text, "l2[0]"));
    cr_assert_not_null(strstr(text, "+--GETS---"), "%s", text);
    if (getenv("COHGEN_SHOW")) fputs(text, stderr);
    free(text);
    free_device(d);
}

// Columns of the chart of line 0: the names in its second line.
static int chart_columns(const device *d) {
    char *text = NULL;
    size_t size = 0;
    int n = 0;
    FILE *f = open_memstream(&text, &size);
    cg_lockstep_print_history(d->ls, 0, f);
    fclose(f);
    const char *names = strchr(text, '\n') + 1;
    for (const char *p = names; *p != '\n'; p++) n += *p == '[';
    free(text);
    return n;
}

Test(lockstep, the_chart_has_room_for_all_controllers) {
    static const cg_setting settings[] = {{"cores", "16", "test", false}, {"partitions", "1", "test", false}};
    device *d = new_device_of(CG_ROOT "/tests/tables/directory.json", 4, settings, 2);
    d->lines = 1;
    int most = 0;
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(run(d, 50), 0, "%s", d->text);
        const int n = chart_columns(d);
        most = n > most ? n : most;
    }
    cr_assert_gt(most, 12);
    free_device(d);
}

Test(lockstep, finish_finds_what_is_left) {
    device *d = small_device(6);
    cr_assert_eq(run(d, 2000), 0);
    cr_assert_gt(cg_lockstep_finish(d->ls), 0);
    cr_assert(strstr(d->text, "is not answered") || strstr(d->text, "under way"), "%s", d->text);
    free_device(d);
}

// Speed of the model alone: the records are made before. COHGEN_SHOW=1 prints it.
Test(lockstep, speed) {
    enum { CYCLES = 20000 };
    device *d = small_device(1);
    d->lines = 64;
    uint32_t *traces = calloc(CYCLES * d->words, sizeof *traces);
    cg_core_request(*requests)[2] = calloc(CYCLES, sizeof *requests);
    cg_lockstep *keep = d->ls;
    const cg_lockstep_config config = {.violation = keep_text, .ctx = d};
    for (int i = 0; i < CYCLES; i++) {
        act_all(d);
        memcpy(traces + (size_t)i * d->words, d->trace, d->words * sizeof *d->trace);
        cr_assert_eq(cg_lockstep_step(keep, d->trace, d->cycle++), 0, "%s", d->text);
        cg_request_status before[2][4];
        for (int c = 0; c < 2; c++)
            for (uint32_t t = 0; t < 4; t++) before[c][t] = *cg_shadow_status_of(d->s, c, t);
        issue(d);
        for (int c = 0; c < 2; c++) {
            requests[i][c].tid = 99;
            for (uint32_t t = 0; t < 4; t++) {
                const cg_packet *p = cg_shadow_request_of(d->s, c, t);
                if (before[c][t] == CG_FREE && *cg_shadow_status_of(d->s, c, t) == CG_WAITING)
                    requests[i][c] = (cg_core_request){p->tid, (cg_core_op)p->op, p->addr, p->word, p->mask,
                                                       p->aop, p->compare,        0,       NULL};
            }
        }
    }
    d->ls = cg_lockstep_new(d->plan, &config);
    uint8_t byte;
    // The same first contents.
    device *again = small_device(1);
    for (uint64_t i = 0; i < again->lines * again->spec->line_bytes; i++) {
        cg_sparse_read(again->s->memory, i, &byte, 1);
        cg_lockstep_init_memory(d->ls, i, &byte, 1);
    }
    struct timespec t0, t1;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t0);
    for (int i = 0; i < CYCLES; i++) {
        cr_assert_eq(cg_lockstep_step(d->ls, traces + (size_t)i * d->words, (uint64_t)i), 0, "%s", d->text);
        for (int c = 0; c < 2; c++)
            if (requests[i][c].tid < 4) cg_lockstep_core_request(d->ls, c, &requests[i][c]);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t1);
    double seconds = (double)(t1.tv_sec - t0.tv_sec) + 1e-9 * (double)(t1.tv_nsec - t0.tv_nsec);
    uint64_t n = cg_lockstep_transitions(d->ls);
    if (getenv("COHGEN_SHOW"))
        fprintf(stderr, "%llu transitions in %.3f s: %.2f million a second\n", (unsigned long long)n, seconds,
                1e-6 * (double)n / seconds);
    cr_assert_gt(n, 10000);
    cg_lockstep_free(keep);
    free(traces);
    free(requests);
    free_device(again);
    free_device(d);
}

// Replays: what the reader takes and refuses; the steering vector.
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lang/model.h"
#include "load/load.h"
#include "sim/replay/parts.h"
#include "sim/replay/replay.h"
#include "tables.h"

static cg_spec *spec;
static cg_plan *plan;

static void set_up(void) {
    static const cg_setting point[] = {{"cores", "2", "test", false},
                                       {"threads", "2", "test", false},
                                       {"partitions", "2", "test", false},
                                       {"tick_cycles", "64", "test", false}};
    spec = spec_of_table("protocols/rcc.json", point, 4);
    plan = cg_plan_new(spec);
}

static void tear_down(void) {
    cg_plan_free(plan);
    cg_spec_free(spec);
}

TestSuite(replay, .init = set_up, .fini = tear_down);
TestSuite(steer, .init = set_up, .fini = tear_down);

static cg_replay *load(const char *text, char err[600]) {
    char path[] = "/tmp/cohgen_test_XXXXXX";
    int fd = mkstemp(path);
    cr_assert(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    cg_replay *r = cg_replay_load(path, plan, err, 600);
    unlink(path);
    return r;
}

#define HEAD   "{\"protocol\": \"rcc\", \"point\": {\"cores\": 2}, \"steps\": ["
#define LOAD   "\"rule\": \"rcc.l1.I.load\", \"machine\": \"l1\", \"event\": \"load\""
#define LOAD_0 "{" LOAD ", \"node\": 1, \"line\": 3, \"thread\": 1}"
#define GETS   "\"rule\": \"rcc.l2.I.GETS\", \"machine\": \"l2\", \"event\": \"GETS\""

Test(replay, a_file_is_read) {
    char err[600];
    cg_replay *r =
        load(HEAD LOAD_0 ", {" GETS ", \"node\": 1, \"from\": 1, \"line\": 3, \"replayed\": true}]}", err);
    cr_assert(r != NULL, "%s", err);
    cr_assert(r->n_steps == 2);
    const step *p = r->steps;
    cr_expect(p->machine == 0 && p->node == 1 && p->thread == 1 && p->line == 3 && p->issues && !p->replayed);
    cr_expect_str_eq(p->rule->id, "rcc.l1.I.load");
    cr_expect(p[1].from == 1 && p[1].replayed && !p[1].issues && !p[1].has_thread && p[1].has_line);
    cg_replay_free(r);
}

Test(replay, threads_that_are_done_meet_in_a_line_that_no_step_names) {
    char err[600], highest[400];
    const uint64_t line = (UINT64_C(1) << spec->addr_bits) / spec->line_bytes - 1;
    cg_replay *r = load(HEAD LOAD_0 "]}", err);
    cr_assert(r != NULL, "%s", err);
    cr_expect(cg_replay_unnamed(r) == line * spec->line_bytes);
    cg_replay_free(r);
    snprintf(highest, sizeof highest, HEAD "{" LOAD ", \"node\": 1, \"line\": %llu, \"thread\": 1}]}",
             (unsigned long long)line);
    r = load(highest, err);
    cr_assert(r != NULL, "%s", err);
    cr_expect(cg_replay_unnamed(r) == (line - 1) * spec->line_bytes);
    cg_replay_free(r);
}

static void refused(const char *text, const char *why) {
    char err[600];
    cg_replay *r = load(text, err);
    cr_expect(r == NULL, "taken: %s", text);
    cr_expect(strstr(err, ": error: ") && strstr(err, why), "'%s' says '%s', not '%s'", text, err, why);
    cg_replay_free(r);
}

Test(replay, bad_files_are_refused_with_the_place) {
    refused("{", "not JSON");
    refused("[1]", "a JSON object");
    refused("{\"point\": {}, \"steps\": []}", "no \"protocol\"");
    refused("{\"protocol\": \"msi\", \"point\": {}, \"steps\": []}", "for protocol msi");
    refused("{\"protocol\": \"rcc\", \"steps\": []}", "no object \"point\"");
    refused("{\"protocol\": \"rcc\", \"point\": {\"cores\": 3}, \"steps\": []}", "cores=3");
    refused("{\"protocol\": \"rcc\", \"point\": {\"corse\": 3}, \"steps\": []}", "no parameter 'corse'");
    refused("{\"protocol\": \"rcc\", \"point\": {}}", "no array \"steps\"");
    refused("{\"protocol\": \"rcc\", \"point\": {}, \"step\": 1, \"steps\": []}", "no member \"step\"");
    refused(HEAD "]}", "empty");
    refused(HEAD "7]}", "step 1: a step must be an object");
    refused(HEAD LOAD_0 ", {}]}", "step 2: there is no \"machine\"");
    refused(HEAD "{\"machine\": \"l3\"}]}", "no machine 'l3'");
    refused(HEAD "{\"machine\": 1}]}", "must be text");
    refused(HEAD "{\"machine\": \"l1\", \"event\": \"ACQUIRE\"}]}", "no event 'ACQUIRE'");
    refused(HEAD "{\"machine\": \"l1\", \"event\": \"load\", \"rule\": \"rcc.l1.X\"}]}",
            "no rule 'rcc.l1.X'");
    refused(HEAD "{\"machine\": \"l1\", \"event\": \"store\", \"rule\": \"rcc.l1.I.load\"}]}",
            "not of event store");
    refused(HEAD "{" LOAD "}]}", "\"node\" is needed");
    refused(HEAD "{" LOAD ", \"node\": 2}]}", "\"node\" must be a number from 0 to 1, not 2");
    refused(HEAD "{" LOAD ", \"node\": -1}]}", "not -1");
    refused(HEAD "{" LOAD ", \"node\": \"0\"}]}", "\"node\" must be a number");
    refused(HEAD "{" LOAD ", \"node\": 0, \"line\": 1}]}", "\"thread\" is needed");
    refused(HEAD "{" LOAD ", \"node\": 0, \"thread\": 1}]}", "\"line\" is needed");
    refused(HEAD "{" LOAD ", \"node\": 0, \"thread\": 2, \"line\": 0}]}", "\"thread\" must be");
    refused(HEAD "{" LOAD ", \"node\": 0, \"line\": 99999999999}]}", "\"line\" must be");
    refused(HEAD "{" LOAD ", \"node\": 0, \"line\": 0, \"from\": 1}]}", "\"from\" must be");
    refused(HEAD "{" LOAD ", \"nod\": 0}]}", "no member \"nod\"");
    refused(HEAD "{" LOAD ", \"node\": 0, \"line\": 0, \"thread\": 0, \"replayed\": 1}]}", "true or false");
    refused(HEAD "{" LOAD ", \"node\": 0, \"line\": 0, \"thread\": 0, \"value\": 4294967296}]}",
            "\"value\" must be");
    refused(HEAD "{" GETS ", \"node\": 1, \"line\": 2}]}", "line 2 is at home at l2[0]");
    refused(HEAD "{" GETS ", \"node\": 1, \"replayed\": true}]}", "\"line\" is needed for deferred requests");
    refused(HEAD "{\"machine\": \"l1\", \"event\": \"evict\", \"rule\": \"rcc.l1.V.evict\", \"node\": 0}]}",
            "\"line\" is needed for evictions");
    refused(HEAD "{\"machine\": \"l2\", \"event\": \"FILL\", \"rule\": \"rcc.l2.IV.FILL\", \"node\": 0}]}",
            "\"line\" is needed for answers of the memory");
}

// ------------------------------------------------------------------------------- releases and acquires
static void set_up_order(void) {
    static const cg_setting point[] = {{"cores", "2", "test", false}, {"threads", "2", "test", false}};
    spec = spec_of_table("protocols/gd.json", point, 2);
    plan = cg_plan_new(spec);
}

TestSuite(requests, .init = set_up_order, .fini = tear_down);

#define GD "{\"protocol\": \"gd\", \"point\": {\"cores\": 2}, \"steps\": ["
#define OF(rule, event, node, thread)                                                                        \
    "{\"rule\": \"gd.l1." rule "\", \"machine\": \"l1\", \"event\": \"" event "\", \"node\": " #node         \
    ", \"thread\": " #thread ", \"line\": 3, \"word\": 2, \"mask\": 6}"
#define RELEASE OF("release.3", "release", 0, 1) ", "
#define STALLED OF("release.4", "release", 0, 1) ", "
#define AGAIN   OF("release.1", "release", 0, 1) ", "
#define ATOMIC  OF("I.atomic.2", "atomic", 0, 1)
#define OTHER   OF("I.atomic.2", "atomic", 1, 1) ", "
#define STORE   OF("I.store.2", "store", 0, 1)
#define ACQUIRE OF("acquire", "acquire", 0, 1)

// `asks`: of each step, -2 if it issues nothing; `order` of the steps that do.
static void joined(const char *text, int n, const int *asks, const unsigned *order) {
    char err[600];
    cg_replay *r = load(text, err);
    cr_assert(r != NULL, "%s", err);
    cr_assert(r->n_steps == n, "%d steps", r->n_steps);
    for (int i = 0; i < n; i++) {
        const step *p = &r->steps[i];
        cr_expect(p->issues == (asks[i] != -2), "step %d of %s", i, text);
        if (p->issues) cr_expect(p->asks == asks[i], "step %d asks %d", i, p->asks);
        if (p->issues) cr_expect(p->order == order[i], "step %d has marks %u", i, p->order);
        cr_expect(p->word == 2 && p->mask == 6);
    }
    cg_replay_free(r);
}

Test(requests, a_release_an_operation_and_an_acquire_are_one) {
    enum { NO = -2, FENCE = -1 };
    joined(GD RELEASE ATOMIC ", " ACQUIRE "]}", 3, (int[]){1, NO, NO}, (unsigned[]){0, 0, 0});
    joined(GD ATOMIC ", " ACQUIRE "]}", 2, (int[]){0, NO}, (unsigned[]){CG_MARK_ACQUIRE, 0});
    joined(GD RELEASE ATOMIC ", " STORE "]}", 3, (int[]){1, NO, 2}, (unsigned[]){CG_MARK_RELEASE, 0, 0});
    joined(GD STALLED OTHER AGAIN ATOMIC "]}", 4, (int[]){3, 1, NO, NO},
           (unsigned[]){CG_MARK_RELEASE, CG_MARK_ACQUIRE, 0, 0});
    joined(GD RELEASE ACQUIRE ", " ATOMIC "]}", 3, (int[]){FENCE, NO, 2},
           (unsigned[]){0, 0, CG_MARK_ACQUIRE});
    joined(GD STORE ", " ACQUIRE ", " STORE "]}", 3, (int[]){0, FENCE, 2}, (unsigned[]){0, 0, 0});
    joined(GD RELEASE RELEASE STORE "]}", 3, (int[]){FENCE, FENCE, 2}, (unsigned[]){0, 0, 0});
}

Test(requests, a_word_that_the_line_has_not_is_refused) {
    refused(GD "{\"rule\": \"gd.l1.I.store.2\", \"machine\": \"l1\", \"event\": \"store\", \"node\": 0, "
               "\"thread\": 0, \"line\": 0, \"word\": 16}]}",
            "\"word\" must be a number from 0 to 15");
    refused(GD "{\"rule\": \"gd.l1.I.store.2\", \"machine\": \"l1\", \"event\": \"store\", \"node\": 0, "
               "\"thread\": 0, \"line\": 0, \"mask\": 16}]}",
            "\"mask\" must be a number from 0 to 15");
}

// ------------------------------------------------------------------------------------------------- a clock
static void set_up_clock(void) {
    static const cg_setting point[] = {
        {"cores", "2", "test", false},      {"partitions", "1", "test", false},
        {"clock_bits", "3", "test", false}, {"clock_cycles", "4", "test", false},
        {"l2_sets", "2", "test", false},    {"lease", "2", "test", false}};
    spec = spec_of_table("protocols/tcs.json", point, 6);
    plan = cg_plan_new(spec);
}

TestSuite(clock, .init = set_up_clock, .fini = tear_down);

#define TCS "{\"protocol\": \"tcs\", \"point\": {}, \"steps\": ["
#define AT(n)                                                                                                \
    "{\"rule\": \"tcs.l1.I.load\", \"machine\": \"l1\", \"event\": \"load\", \"node\": 0, "                  \
    "\"thread\": 0, \"line\": 0, \"clock\": " #n "}"
#define WRAP(m, n)                                                                                           \
    "{\"rule\": \"tcs." m ".wrap\", \"machine\": \"" m "\", \"event\": \"wrap\", \"node\": " #n "}"
#define EVERYWHERE WRAP("l1", 0) ", " WRAP("l1", 1) ", " WRAP("l2", 0)

Test(clock, steps_say_how_far_the_clock_goes) {
    char err[600];
    cg_replay *r = load(TCS AT(0) ", " AT(3) ", " AT(3) ", " EVERYWHERE ", " AT(1) ", " EVERYWHERE "]}", err);
    cr_assert(r != NULL, "%s", err);
    const uint64_t ticks[] = {0, 3, 0, 5, 0, 0, 1, 7, 0, 0};
    cr_assert(r->n_steps == 10);
    for (int i = 0; i < r->n_steps; i++)
        cr_expect(r->steps[i].ticks == ticks[i], "step %d: %llu", i + 1,
                  (unsigned long long)r->steps[i].ticks);
    cg_replay_free(r);
}

Test(clock, a_clock_that_cannot_be_is_refused) {
    refused(TCS AT(8) "]}", "\"clock\" must be a number from 0 to 7");
    refused(TCS AT(3) ", " AT(2) "]}",
            "step 2: the clock is at 3, and gets to 2 only by the steps of a wrap");
    refused(TCS WRAP("l1", 1) "]}", "the next is that of l1[0]");
    refused(TCS WRAP("l1", 0) ", " AT(0) "]}", "step 2: a wrap is of all controllers at once");
    refused(TCS "{\"rule\": \"tcs.l2.VW.over\", \"machine\": \"l2\", \"event\": \"over\", \"node\": 0}]}",
            "\"line\" is needed for alarms");
}

// The clock of cohgen_steer_clock.sv, cycle by cycle: cg_steer_time() is what it shows two edges earlier.
Test(clock, the_harness_knows_what_the_clock_counts) {
    enum { CYCLES = 400 };
    uint64_t shown[CYCLES + 2] = {0}, count = 0;
    cg_steer *s = cg_steer_new(plan);
    cg_rng rng = cg_rng_new(1, 2);
    bool hold = false, go = false;
    for (int n = 1; n <= CYCLES; n++) { // edge n: the clock takes what the vector of edge n-1 says
        const bool runs = n > 1 && !hold;
        const bool step = go || (runs && count == 3);
        shown[n] = shown[n - 1] + step;
        count = step ? 0 : count + runs;
        cg_steer_next(s);
        if (n > 2) cr_assert(cg_steer_time(s) == shown[n - 2], "cycle %d", n);
        hold = cg_rng_below(&rng, 2);
        go = cg_rng_below(&rng, 8) == 0;
        cg_steer_all(s, hold || go);
        if (go) cg_steer_tick(s);
        cr_assert(cg_port_get(cg_steer_vector(s), (unsigned)plan->steer_clock, 2) == (hold || go) + 2u * go);
        hold |= go;
    }
    cr_expect(shown[CYCLES] > 60);
    cg_steer_free(s);
}

Test(replay, a_file_that_is_not_there) {
    char err[600];
    cr_expect(cg_replay_load("/nowhere/at/all", plan, err, sizeof err) == NULL);
    cr_expect(strstr(err, "No such file") != NULL);
}

static uint64_t slot(const cg_steer *s, int machine, int node, const char *name) {
    unsigned base = 0;
    for (int m = 0; m < machine; m++)
        base += (unsigned)plan->machines[m].steer.width * (unsigned)spec->machines[m].count;
    const cg_slot *at = cg_slot_find(&plan->machines[machine].steer, name);
    base += (unsigned)(plan->machines[machine].steer.width * node + at->offset);
    return cg_port_get(cg_steer_vector(s), base, (unsigned)at->width);
}

Test(steer, slots_of_each_controller) {
    cg_steer *s = cg_steer_new(plan);
    cg_steer_all(s, true);
    cr_expect(slot(s, 0, 1, "hold.core") == 1 && slot(s, 0, 1, "fire.tick") == 0);
    cr_expect(slot(s, 1, 1, "hold.0") == 3, "two cores send requests");
    cr_expect(slot(s, 1, 0, "evict.valid") == 0 && slot(s, 1, 0, "want.valid") == 0);
    cg_steer_set(s, 1, 1, "hold.0", 1, false);
    cr_expect(slot(s, 1, 1, "hold.0") == 1 && slot(s, 1, 0, "hold.0") == 3);
    cg_steer_evict(s, 1, 1, 5 * spec->line_bytes); // home 1: the key is 5 / 2
    cr_expect(slot(s, 1, 1, "evict.valid") == 1 && slot(s, 1, 1, "evict.key") == 2);
    cg_steer_want(s, 0, 0, 5 * spec->line_bytes, 0, 1);
    cr_expect(slot(s, 0, 0, "want.key") == 5 && slot(s, 0, 0, "want.has_tid") == 1 &&
              slot(s, 0, 0, "want.tid") == 1);
    cg_steer_set(s, 0, 0, "hold.nothing", 0, true); // no such slot: nothing happens
    cg_steer_all(s, false);
    for (unsigned i = 0; i < cg_port_words((unsigned)plan->steer_bits); i++)
        cr_expect(cg_steer_vector(s)[i] == 0);
    cg_steer_free(s);
}

Test(steer, shaking_holds_as_often_as_said_and_never_for_good) {
    cg_steer *s = cg_steer_new(plan);
    cg_touched *lines = cg_touched_new();
    cg_rng rng = cg_rng_new(1, 1);
    unsigned held = 0, longest = 0, now = 0, evictions = 0;
    cg_touched_add(lines, 3 * spec->line_bytes);
    enum { CYCLES = 200000 };
    for (uint64_t cycle = 1; cycle <= CYCLES; cycle++) {
        cg_steer_shake(s, &rng, cycle, &(cg_shaking){.hold = 40, .longest = 64, .evict = 100}, lines);
        bool hold = slot(s, 1, 0, "hold.0") & 1;
        held += hold;
        now = hold ? now + 1 : 0;
        if (now > longest) longest = now;
        cr_assert(slot(s, 0, 0, "hold.core") == 0 && slot(s, 0, 0, "hold.evict") == 0);
        for (int m = 0; m < 2; m++)
            for (int node = 0; node < 2; node++) evictions += slot(s, m, node, "evict.valid") != 0;
        cr_assert(slot(s, 1, 0, "evict.valid") == 0, "line 3 is not at home there");
    }
    cr_expect(held > CYCLES * 0.37 && held < CYCLES * 0.43, "%u", held);
    cr_expect(longest < 2000, "%u", longest);
    cr_expect(evictions > CYCLES / 1000 * 95 && evictions < CYCLES / 1000 * 105, "%u", evictions);
    cg_touched_free(lines);
    cg_steer_free(s);
}

// The most cycles on end that a message is held in 200,000, half of the time.
static unsigned longest_hold(unsigned longest) {
    cg_steer *s = cg_steer_new(plan);
    cg_rng rng = cg_rng_new(1, 1);
    unsigned most = 0, now = 0;
    for (uint64_t cycle = 1; cycle <= 200000; cycle++) {
        cg_steer_shake(s, &rng, cycle, &(cg_shaking){.hold = 50, .longest = longest}, NULL);
        now = slot(s, 1, 0, "hold.0") & 1 ? now + 1 : 0;
        if (now > most) most = now;
    }
    cg_steer_free(s);
    return most;
}

Test(steer, holds_are_as_long_as_said) {
    const unsigned one = longest_hold(1), some = longest_hold(64), many = longest_hold(1000);
    cr_expect(one < 40, "%u", one);
    cr_expect(some > 64 && some < 1000, "%u", some);
    cr_expect(many > 1000 && many < 20000, "%u", many);
}

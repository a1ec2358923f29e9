// The memory oracle: what it accepts and what it refuses, by sc and by a weak model.
#include "oracle_fresh.h"

// ---- a small language: "0 S x 1" thread 0 stores 1 to x; L loads; "0 A x 1 2" atomically 1 -> 2; ';'
// between. After
// '@': the logical time; after the thread and '#': the operation's place in its order of asking. "S.3" is a
// store of bytes 0 and 1. "0 F" is a fence.

static void feed(cg_oracle *o, const char *script) {
    uint64_t cycle = 0;
    char op, var;
    unsigned thread, mask, a, b, used;
    for (const char *p = script; *p; cycle++) {
        cg_oracle_key key = {.cycle = cycle};
        cr_assert_eq(sscanf(p, " %u %c%n", &thread, &op, (int *)&used), 2, "%s", p);
        p += used;
        if (op == '#') {
            cr_assert_eq(sscanf(p, "%u %c%n", &a, &op, (int *)&used), 2, "%s", p);
            cg_oracle_asked_as(o, thread, a);
            p += used;
        }
        if (op == 'F') {
            cg_oracle_fence(o, thread, cycle);
            p += strspn(p, " ;");
            continue;
        }
        mask = 0xf;
        if (sscanf(p, ".%x%n", &mask, (int *)&used) == 1) p += used;
        cr_assert_eq(sscanf(p, " %c %x%n", &var, &a, (int *)&used), 2, "%s", p);
        p += used;
        b = 0;
        if (op == 'A') {
            cr_assert_eq(sscanf(p, " %x%n", &b, (int *)&used), 1);
            p += used;
        }
        if (sscanf(p, " @%lu%n", &key.time, (int *)&used) == 1) p += used;
        uint64_t addr = 0x100 + 4 * (uint64_t)(var - 'a');
        if (op == 'S') cg_oracle_store(o, thread, addr, mask, a, key);
        if (op == 'L') cg_oracle_load(o, thread, addr, mask, a, key);
        if (op == 'A') cg_oracle_atomic(o, thread, addr, a, b, key);
        p += strspn(p, " ;");
    }
}

static cg_oracle_stats run(const char *script, bool witness) {
    cg_oracle *o = fresh(4, witness, 0);
    feed(o, script);
    cg_oracle_finish(o, NULL, NULL);
    cg_oracle_stats s = cg_oracle_get_stats(o);
    cg_oracle_free(o);
    return s;
}

static void accepts(const char *script) {
    cg_oracle_stats s = run(script, false);
    cr_assert_eq(bad(&s), 0, "%s\n%s", script, last);
}

static void refuses(const char *script) {
    cg_oracle_stats s = run(script, false);
    cr_assert(s.not_model > 0, "%s", script);
    s = run(script, true); // with logical time that does not help
    cr_assert(s.not_model > 0, "%s", script);
}

Test(oracle, accepts_interleavings) {
    accepts("0 S x 1; 1 L x 1; 1 S y 1; 2 L y 1; 2 L x 1");
    accepts("0 S x 1; 1 L x 0; 1 L x 1"); // stale, then new
    accepts("0 S x 1; 0 S y 1; 1 L x 0; 1 L y 1; 1 L x 1");
    accepts("0 S x 1; 1 S y 1; 0 L y 0; 1 L x 1"); // one of the two ways out of SB
    accepts("0 A x 0 1; 1 A x 1 2; 0 A x 2 3; 2 L x 2; 2 L x 3");
    accepts("0 S x 1; 0 S x 2; 1 L x 1; 2 L x 0; 2 L x 1; 1 L x 2; 2 L x 2");
}

Test(oracle, refuses_message_passing) {
    refuses("0 S x 1; 0 S y 1; 1 L y 1; 1 L x 0");
    cr_assert(strstr(last, "not sc: thread 1 load"), "%s", last);
    cr_assert(strstr(last, "(reads-from)") && strstr(last, "(from-read)"), "%s", last);
}

Test(oracle, refuses_store_buffering) {
    refuses("0 S x 1; 1 S y 1; 0 L y 0; 1 L x 0");
}

Test(oracle, refuses_load_buffering) {
    // A value from the future is refused when it is read, before any cycle.
    cg_oracle_stats s = run("0 L x 1; 0 S y 1; 1 L y 1; 1 S x 1", false);
    cr_assert_eq(s.bad_value, 1);
}

Test(oracle, refuses_iriw) {
    refuses("0 S x 1; 1 S y 1; 2 L x 1; 2 L y 0; 3 L y 1; 3 L x 0");
}

Test(oracle, refuses_2_plus_2w) {
    // The stores themselves are performed in program order; what readers saw of them makes the cycle.
    refuses("0 S x 1; 0 S y 2; 1 S y 1; 1 S x 2; 2 L x 2; 2 L y 2; 3 L y 1; 3 L x 0");
}

Test(oracle, refuses_reads_running_backward) {
    refuses("0 S x 1; 0 S x 2; 1 L x 2; 1 L x 1");
    refuses("0 S x 1; 1 S x 2; 1 L x 1");
}

Test(oracle, refuses_lost_atomics) {
    cg_oracle_stats s = run("0 A x 0 1; 1 A x 0 1", false);
    cr_assert_eq(s.bad_atomic, 1);
    cr_assert(strstr(last, "returned 0x0, the word held 0x1"), "%s", last);
}

Test(oracle, refuses_a_value_nobody_stored) {
    cg_oracle_stats s = run("0 S x 1; 1 L x 7", false);
    cr_assert_eq(s.bad_value, 1);
    cr_assert(strstr(last, "last store: thread 0 store 0x15c := 0x1"), "%s", last);
}

Test(oracle, partial_words) {
    accepts("0 S.3 x 11223344; 1 S.c x 55667788; 2 L x 55663344; 2 L.1 x 44; 3 L x 3344");
    accepts("0 S.1 x 1; 1 S.2 x 200; 2 L x 1; 2 L.2 x 200; 2 L x 201");
    refuses("0 S.1 x 1; 1 S.2 x 200; 2 L.2 x 200; 2 L.1 x 0");
    // Bytes that the load does not see may change at will: thread 2 reads y between two such changes.
    accepts("0 S.2 x 100; 0 S y 1; 0 S.2 x 200; 2 L y 1; 2 L.1 x 0");
}

Test(oracle, repeated_values_choose_another_source) {
    // The newest store of 1 explains thread 1's load at first; then it must have been the oldest.
    accepts("0 S x 1; 0 S x 2; 0 S x 1; 1 L x 1; 1 L x 2; 1 L x 1");
    refuses("0 S x 1; 0 S x 2; 0 S x 1; 1 L x 2; 1 L x 1; 1 L x 2");
}

// ---- final memory

static bool memory_is_2(void *ctx, uint64_t addr, uint32_t *word) {
    (void)ctx, (void)addr;
    *word = 2;
    return true;
}

static bool memory_is_gone(void *ctx, uint64_t addr, uint32_t *word) {
    (void)ctx, (void)addr, (void)word;
    return false;
}

Test(oracle, final_memory) {
    cg_oracle *o = fresh(2, false, 0);
    cg_oracle_init(o, 0x200, 2);
    feed(o, "0 S x 1; 1 S x 2");
    cr_assert_eq(cg_oracle_finish(o, memory_is_2, NULL), 0);
    feed(o, "0 S x 3");
    cr_assert_eq(cg_oracle_finish(o, memory_is_gone, NULL), 0);
    cr_assert_eq(cg_oracle_finish(o, memory_is_2, NULL), 1);
    cr_assert(strstr(last, "final memory: 0x15c holds 0x2 and not 0x3"), "%s", last);
    cg_oracle_free(o);
}

Test(oracle, first_values) {
    cg_oracle *o = fresh(2, false, 0);
    cg_oracle_init(o, 0x100 + 4 * ('x' - 'a'), 5);
    feed(o, "0 L x 5; 0 A x 5 6; 1 L x 5; 1 L x 6");
    cr_assert_eq(cg_oracle_finish(o, NULL, NULL), 0, "%s", last);
    cg_oracle_free(o);
}

// ---- declared order

static void broken(const char *script, const char *what) {
    cg_oracle_stats s = run(script, true);
    cr_assert_eq(bad(&s), 0, "%s\n%s", script, last);
    cr_assert_eq(s.witness_broken, 1, "%s", script);
    cr_assert(strstr(last, "witness order broken (still sc)") && strstr(last, what), "%s", last);
}

Test(oracle, accepts_the_walk_of_rcc) {
    // Figure 3 of the RCC paper: the last load hits an old lease after a newer store was performed.
    cg_oracle_stats s = run(
        "0 S a 1 @20; 0 L b 0 @30; 1 S b 2 @41; 1 L a 1 @20; 0 S b 3 @41; 0 S a 4 @52; 1 L a 1 @41", true);
    cr_assert_eq(s.witness_broken + bad(&s), 0, "%s", last);
    cr_assert_eq(s.stale, 1);
}

Test(oracle, backward_times_are_seen) {
    broken("0 S x 1 @10; 0 S y 1 @9", "goes back in time");
    broken("0 S x 1 @10; 1 S x 2 @9", "before a store that came earlier");
    broken("0 S x 1 @5; 1 L x 1 @20; 2 S x 2 @10", "before a load that did not see it");
    broken("0 S x 1 @5; 0 S x 2 @10; 1 L x 1 @20", "did not read the last store");
    broken("0 S x 1 @5; 1 L x 1 @2", "read a store of a later place");
}

Test(oracle, a_load_of_other_bytes_is_not_in_the_way) {
    cg_oracle_stats s = run("0 S x 1 @5; 1 L.1 x 1 @20; 2 S.2 x 200 @10", true);
    cr_assert_eq(s.witness_broken + bad(&s), 0, "%s", last);
}

Test(oracle, later_loads_start_from_the_threads_place) {
    cg_oracle_stats s = run("0 S x 1 @5; 0 S x 2 @10; 1 L x 2 @10; 1 L x 2 @0", true);
    cr_assert_eq(s.witness_broken + bad(&s), 0, "%s", last);
}

Test(oracle, epochs_come_before_times) {
    cg_oracle *o = fresh(2, true, 0);
    cg_oracle_store(o, 0, 0x40, 0xf, 1, (cg_oracle_key){0, 4000, 1});
    cg_oracle_store(o, 1, 0x40, 0xf, 2, (cg_oracle_key){1, 0, 2});
    cg_oracle_load(o, 0, 0x40, 0xf, 1, (cg_oracle_key){0, 4001, 3});
    cg_oracle_load(o, 0, 0x40, 0xf, 2, (cg_oracle_key){1, 0, 4});
    cr_assert_eq(cg_oracle_finish(o, NULL, NULL), 0, "%s", last);
    cg_oracle_free(o);
}

// ---- bounds

Test(oracle, an_idle_thread_forces_stores_out) {
    cg_oracle *o = fresh(2, true, 64);
    cg_oracle_load(o, 1, 0x40, 0xf, 0, (cg_oracle_key){0, 1, 0});
    for (uint32_t i = 1; i <= 10000; i++) cg_oracle_store(o, 0, 0x40, 0xf, i, (cg_oracle_key){0, i + 1, i});
    cr_assert_gt(cg_oracle_get_stats(o).forced, 9000);
    cg_oracle_load(o, 1, 0x40, 0xf, 1, (cg_oracle_key){0, 2, 10001}); // right, but who knows
    cr_assert_eq(cg_oracle_get_stats(o).undecided, 1);
    cr_assert_eq(cg_oracle_finish(o, NULL, NULL), 0, "%s", last);
    cg_oracle_free(o);
}

Test(oracle, a_thread_that_is_done_forces_nothing) {
    cg_oracle *o = fresh(2, true, 64);
    cg_oracle_thread_done(o, 1);
    for (uint32_t i = 1; i <= 10000; i++) cg_oracle_store(o, 0, 0x40, 0xf, i, (cg_oracle_key){0, i, i});
    cr_assert_lt(cg_oracle_get_stats(o).forced, 10);
    cg_oracle_free(o);
}

Test(oracle, refuses_what_it_cannot_judge) {
    char err[256];
    cg_oracle_config cfg = {.threads = 2};
    cg_model *tso = cg_model_load("protocols/models/tso.json", err, sizeof err);
    cr_assert(tso, "%s", err);
    cr_assert_null(cg_oracle_new(tso, &cfg, err, sizeof err));
    cr_assert(strstr(err, "keeps loads in order"), "%s", err);
    cg_model_free(tso);
}

Test(oracle, runs_of_logical_time_hold) {
    FILE *out = fopen("/dev/null", "w");
    cg_oracle_free(fresh(1, false, 0));
    cr_assert_eq(cg_oracle_bench(models[0], true, 16, 256, 300000, out), 0);
    cr_assert_eq(cg_oracle_bench(models[0], true, 3, 2, 300000, out), 0);
    cr_assert_eq(cg_oracle_bench(models[0], false, 16, 256, 300000, out), 0);
    weak = true;
    cg_oracle_free(fresh(1, false, 0));
    cr_assert_eq(cg_oracle_bench(models[1], true, 16, 256, 300000, out), 0);
    cr_assert_eq(cg_oracle_bench(models[1], true, 3, 2, 300000, out), 0);
    cr_assert_eq(cg_oracle_bench(models[1], false, 16, 256, 300000, out), 0);
    weak = false;
    fclose(out);
}

// ---- the same under a model that lets stores be overtaken

static void weak_shapes(void) {
    accepts("0 S x 1; 1 S y 1; 0 L y 0; 1 L x 0"); // SB
    accepts("0 S x 1; 1 S y 1; 0 F; 0 L y 0; 1 L x 0");
    refuses("0 S x 1; 1 S y 1; 0 F; 1 F; 0 L y 0; 1 L x 0");
    cr_assert(strstr(last, "not wo: thread 1 load") && strstr(last, "thread 0 fence, cycle 2  is before") &&
                  strstr(last, "thread 1 fence, cycle 3  is before (program order)"),
              "%s", last);
    accepts("0 S x 1; 0 S y 1; 1 L y 1; 1 L x 0"); // MP
    refuses("0 S x 1; 0 F; 0 S y 1; 1 L y 1; 1 L x 0");
    accepts("0 S x 1; 0 S y 2; 1 S y 1; 1 S x 2; 2 L x 2; 2 L y 2"); // 2+2W, as thread 2 sees it
    refuses("0 S x 1; 0 S y 2; 1 S y 1; 1 F; 1 S x 2; 2 L x 2; 2 L y 2");
    accepts("0 S x 1; 0 A y 0 1; 1 L y 1; 1 L x 0"); // an atomic overtakes a store,
    refuses("0 A x 0 1; 0 S y 1; 1 L y 1; 1 L x 0"); // and is not overtaken
    accepts("0 S x 1; 0 S z 1; 1 L z 1; 0 S y 1; 0 S x 1; 1 L y 1; 1 L x 0");
}

static void kept_shapes(void) {
    refuses("0 S x 1; 0 S x 2; 1 L x 2; 1 L x 1"); // CoRR
    refuses("0 S x 1; 0 L x 0");                   // CoWR
    refuses("0 S x 1; 1 S x 2; 0 S x 3; 0 L x 2");
    refuses("0 S x 1; 1 S x 1; 1 S x 0; 1 L x 1");
    refuses("0 S x 1; 1 L x 1; 1 S y 1; 2 L y 1; 2 L x 0");          // WRC: loads stay before stores
    refuses("0 S x 1; 1 S y 1; 2 L x 1; 2 L y 0; 3 L y 1; 3 L x 0"); // IRIW: stores are atomic
    refuses("0 S x 1; 1 S y 1; 0 L x 1; 1 L y 1; 0 L y 0; 1 L x 0"); // nothing is forwarded
    refuses("0 S x 1; 1 L x 1; 1 F; 1 S y 1; 2 L y 1; 2 F; 2 L x 0");
}

static void out_of_turn(const char *script) {
    cg_oracle_stats s = run(script, false);
    cr_assert_eq(s.bad_order, 1, "%s", script);
    cr_assert(strstr(last, "order of asking broken"), "%s", last);
}

// Operations of a thread that take effect in another order than that of asking.
static void overlaps(void) {
    accepts("0#2 L y 0; 1#2 L x 0; 0#1 S x 1; 1#1 S y 1");               // SB
    accepts("0#2 S f 1; 1#1 L f 1; 1#2 L m 0; 0#1 S m 1");               // MP, its stores in flight together
    accepts("0#3 S x 1; 0#1 S y 1; 0#2 S z 1; 0#4 L y 1; 0#5 S a 1");    // between others
    accepts("0#2 L y 0; 0#3 L z 0; 0#4 A a 0 1; 0#1 S x 1 ; 0#5 L x 1"); // before others
    out_of_turn("0#2 L x 0; 0#1 L y 0");                                 // loads stay in order
    out_of_turn("0#2 L x 0; 0#1 S x 1");                                 // accesses of one word, too
    out_of_turn("0#2 F; 0#1 S x 1");
    out_of_turn("0#2 S y 1; 0#1 F");
    out_of_turn("0#3 S y 1; 0#2 S z 1; 0#1 A x 0 1");
    refuses("1 S m 1; 1 F; 1 S f 1; 0#2 L f 1; 0#1 S u 9; 0#3 L m 0"); // MP around a store that takes long
}

static void all_in_order(void) {
    accepts("0#1 S x 1; 0#2 L y 0; 1#7 S y 1; 1#8 L x 1");
    out_of_turn("0#2 L y 0; 0#1 S x 1");
}

Test(oracle, order_of_asking) {
    weakly(overlaps);
    all_in_order();
}

Test(oracle, weak_shapes) {
    weakly(weak_shapes);
}
Test(oracle, shapes_kept_by_a_weak_model) {
    weakly(kept_shapes);
    kept_shapes();
}

static void fine(const char *script) {
    cg_oracle_stats s = run(script, true);
    cr_assert_eq(s.witness_broken + bad(&s), 0, "%s\n%s", script, last);
}

static void weakly_broken(const char *script, const char *what) {
    cg_oracle_stats s = run(script, true);
    cr_assert_eq(bad(&s), 0, "%s\n%s", script, last);
    cr_assert_eq(s.witness_broken, 1, "%s", script);
    cr_assert(strstr(last, "witness order broken (still wo)") && strstr(last, what), "%s", last);
}

static void weak_places(void) {
    fine("0 S x 1 @50; 1 S y 1 @50; 0 L y 0 @10; 1 L x 0 @10"); // two views: stores are ahead of loads
    fine("0 S x 1 @50; 0 S y 1 @20; 1 L y 1 @20; 1 L x 0 @40");
    fine("0 S x 1 @50; 0 L x 1 @10; 0 L y 0 @10; 1 S y 1 @51"); // a thread's own store moves its loads on
    fine("0 S x 1 @50; 0 F; 0 L y 0 @10; 1 S y 1 @51; 1 L y 1 @0");
    weakly_broken("0 S x 1 @50; 0 L x 1 @10; 0 L y 0 @10; 1 S y 1 @49", "before a load that did not see it");
    weakly_broken("0 S x 1 @50; 0 F; 0 L y 0 @10; 1 S y 1 @49", "before a load that did not see it");
    weakly_broken("0 L x 0 @20; 0 S y 1 @10", "goes back in time");
    weakly_broken("0 A x 0 1 @20; 0 S y 1 @10", "goes back in time");
    cr_assert(strstr(last, "  thread 0 atomic"), "%s", last);
    weakly_broken("0 S x 1 @20; 0 F; 0 S y 1 @10", "goes back in time");
    weakly_broken("0 S x 1 @20; 0 S x 2 @10", "before a store that came earlier");
    weakly_broken("0 S x 1 @20; 0 F; 1 S y 1 @10; 0 L y 0 @5", "did not read the last store");
}

Test(oracle, places_under_a_weak_model) {
    weakly(weak_places);
}

// The oracle of data-race-free programs: executions made up by hand, and whole workloads on a machine that
// does no more than the model asks for, honest or not.
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "drf_play.h"
#include "judge/drf/drf.h"
#include "programs/episodes.h"
#include "programs/thread.h"
#include "programs/workload.h"

// --------------------------------------------------------------------------------------- by hand
typedef struct {
    cg_model *model;
    cg_drf *o;
    char told[4096];
    int load, store, both, aq, rl;
    uint64_t cycle;
} bench;

static void tell(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    bench *b = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), "%s", text);
}

static int cls(const bench *b, const char *name) {
    return cg_model_find_class(b->model, name, strlen(name));
}

static void begin_with(bench *b, unsigned threads, uint64_t memory) {
    char err[200];
    *b = (bench){.model = drf_model("protocols/models/drf0.json")};
    b->o = cg_drf_new(b->model,
                      &(cg_drf_config){.threads = threads, .memory = memory, .violation = tell, .ctx = b},
                      err, sizeof err);
    cr_assert(b->o != NULL, "%s", err);
    b->load = cls(b, "load"), b->store = cls(b, "store"), b->both = cls(b, "atomic");
    b->aq = cls(b, "atomic.aq"), b->rl = cls(b, "atomic.rl");
}

static void begin(bench *b, unsigned threads) {
    begin_with(b, threads, 0);
}

static uint64_t end(bench *b) {
    const uint64_t n = cg_drf_violations(b->o);
    cg_drf_free(b->o);
    cg_model_free(b->model);
    return n;
}

static void ld(bench *b, unsigned t, uint64_t addr, uint32_t value) {
    cg_drf_load(b->o, t, b->load, addr, 0xf, value, true, ++b->cycle);
}
static void st(bench *b, unsigned t, uint64_t addr, uint32_t value) {
    cg_drf_store(b->o, t, b->store, addr, 0xf, value, ++b->cycle);
}
static void st_bytes(bench *b, unsigned t, uint64_t addr, uint32_t value, unsigned mask) {
    cg_drf_store(b->o, t, b->store, addr, mask, value, ++b->cycle);
}
static void amo(bench *b, unsigned t, int class, uint64_t addr, uint32_t before, uint32_t after) {
    cg_drf_atomic(b->o, t, class, addr, before, after, CG_AMO_ADD, true, ++b->cycle);
}

// A thread stores to a word and releases it by a flag, which was 0; another acquires it, and loads the word.
static void publish(bench *b, unsigned t, uint64_t addr, uint32_t value, uint64_t flag) {
    st(b, t, addr, value);
    amo(b, t, b->rl, flag, 0, 1);
}
static void receive(bench *b, unsigned t, uint64_t flag, uint32_t seen, uint64_t addr, uint32_t value) {
    amo(b, t, b->aq, flag, seen, 1);
    ld(b, t, addr, value);
}

static uint64_t races(const bench *b) {
    return cg_drf_get_stats(b->o).races;
}

Test(drf, a_message_handed_over_is_clean) {
    bench b;
    begin(&b, 2);
    publish(&b, 0, 0x40, 7, 0x80);
    receive(&b, 1, 0x80, 1, 0x40, 7);
    st(&b, 1, 0x40, 8);
    cr_expect_eq(cg_drf_get_stats(b.o).shared, 1);
    cr_expect_eq(end(&b), 0, "%s", b.told);
}

Test(drf, a_flag_of_data_is_a_race_as_the_header_has_it) {
    bench b;
    begin(&b, 2);
    b.cycle = 9;
    st(&b, 0, 0x40, 1);
    st(&b, 0, 0x80, 1);
    ld(&b, 1, 0x80, 1);
    cr_expect_str_eq(b.told,
                     "memory oracle: data race, the program's fault: thread 1 load 0x80, cycle 12, and "
                     "thread 0 store 0x80, cycle 11\n"
                     "  model drf0 forbids it: nothing orders the two\n"
                     "  thread 0 releases nothing after that\n"
                     "  thread 1 acquired nothing before that\n");
    cr_expect_eq(end(&b), 1);
}

Test(drf, races_of_all_kinds) {
    bench b;
    begin(&b, 8);
    st(&b, 0, 0x00, 1), st(&b, 1, 0x00, 2); // write, write
    cr_expect_eq(races(&b), 1);
    ld(&b, 0, 0x10, 0), st(&b, 1, 0x10, 2); // read, write
    cr_expect_eq(races(&b), 2);
    st(&b, 0, 0x20, 1), ld(&b, 1, 0x20, 1); // write, read
    cr_expect_eq(races(&b), 3);
    ld(&b, 0, 0x30, 0), ld(&b, 1, 0x30, 0), ld(&b, 2, 0x30, 0); // reads: none
    cr_expect_eq(races(&b), 3);
    st(&b, 2, 0x30, 1); // behind its own read, not behind the others'
    cr_expect_eq(races(&b), 4);
    amo(&b, 0, b.both, 0x40, 0, 1), amo(&b, 1, b.both, 0x40, 1, 2); // synchronization: none
    cr_expect_eq(races(&b), 4);
    st(&b, 3, 0x50, 1), amo(&b, 4, b.rl, 0x50, 1, 2); // data, synchronization that does not acquire it
    cr_expect_eq(races(&b), 5);
    amo(&b, 3, b.aq, 0x60, 0, 2), ld(&b, 4, 0x60, 2); // synchronization that does not release it, data
    cr_expect_eq(races(&b), 6);
    ld(&b, 5, 0x70, 0), amo(&b, 6, b.both, 0x70, 0, 1); // a read of data, an atomic
    cr_expect_eq(races(&b), 7);
    st_bytes(&b, 5, 0x80, 1, 1), ld(&b, 6, 0x80, 1); // one byte
    cr_expect_eq(races(&b), 8);
    cr_expect_eq(end(&b), 8, "%s", b.told); // values of racing words are nobody's fault
}

Test(drf, releases_and_acquires_that_do_not_pair_order_nothing) {
    bench b;
    begin(&b, 3);
    st(&b, 0, 0x40, 1);
    amo(&b, 0, b.aq, 0x80, 0, 1); // does not release
    receive(&b, 1, 0x80, 1, 0x40, 1);
    cr_expect_eq(races(&b), 1);
    publish(&b, 0, 0x44, 1, 0x84);
    amo(&b, 1, b.rl, 0x84, 1, 2); // does not acquire
    ld(&b, 1, 0x44, 1);
    cr_expect_eq(races(&b), 2);
    publish(&b, 0, 0x48, 1, 0x88);
    amo(&b, 1, b.aq, 0x8c, 0, 0); // another word
    ld(&b, 1, 0x48, 1);
    cr_expect_eq(races(&b), 3);
    amo(&b, 2, b.aq, 0x90, 0, 0); // before the release
    publish(&b, 0, 0x4c, 1, 0x90);
    ld(&b, 2, 0x4c, 1);
    cr_expect_eq(races(&b), 4);
    amo(&b, 0, b.rl, 0x94, 0, 1); // after the release
    st(&b, 0, 0x50, 1);
    receive(&b, 2, 0x94, 1, 0x50, 1);
    cr_expect_eq(races(&b), 5);
    cr_expect_eq(end(&b), 5);
}

Test(drf, a_race_names_the_synchronization_nearby) {
    bench b;
    begin(&b, 2);
    publish(&b, 0, 0x40, 1, 0x84);
    receive(&b, 1, 0x88, 0, 0x40, 1);
    cr_expect(strstr(b.told, "\n  thread 0 released after that: thread 0 atomic.rl 0x84, cycle 2\n") != NULL,
              "%s", b.told);
    cr_expect(strstr(b.told, "\n  thread 1 acquired before that: thread 1 atomic.aq 0x88, cycle 3\n") != NULL,
              "%s", b.told);
    end(&b);
}

Test(drf, a_stale_value_is_told_with_its_chain) {
    bench b;
    begin(&b, 3);
    publish(&b, 0, 0x40, 5, 0x80);
    amo(&b, 1, b.both, 0x80, 1, 2);
    amo(&b, 1, b.rl, 0x84, 0, 1);
    receive(&b, 2, 0x84, 1, 0x40, 0);
    cr_expect_str_eq(b.told, "memory oracle: wrong value: thread 2 load 0x40 = 0x0, cycle 6, must be 0x5\n"
                             "  thread 0 store 0x40 := 0x5, cycle 1  is before\n"
                             "  thread 0 atomic.rl 0x80, cycle 2 (releases)  is before\n"
                             "  thread 1 atomic 0x80, cycle 3 (acquires, releases)  is before\n"
                             "  thread 1 atomic.rl 0x84, cycle 4 (releases)  is before\n"
                             "  thread 2 atomic.aq 0x84, cycle 5 (acquires)  is before\n"
                             "  the load\n");
    cr_expect_eq(cg_drf_get_stats(b.o).bad_value, 1);
    cr_expect_eq(races(&b), 0);
    end(&b);
}

Test(drf, wrong_values_of_all_kinds) {
    bench b;
    begin(&b, 2);
    cg_drf_init(b.o, 0x0, 3);
    ld(&b, 0, 0x0, 0); // not what memory held first
    cr_expect(strstr(b.told, "it holds 0x3 from the beginning") != NULL, "%s", b.told);
    st(&b, 0, 0x10, 1), st(&b, 0, 0x10, 2), ld(&b, 0, 0x10, 1); // its own store before the last
    cr_expect_eq(cg_drf_get_stats(b.o).bad_value, 2);
    amo(&b, 0, b.both, 0x20, 0, 1), amo(&b, 1, b.both, 0x20, 0, 1); // two took the same number
    cr_expect_eq(cg_drf_get_stats(b.o).bad_atomic, 1);
    st(&b, 0, 0x30, 9), amo(&b, 0, b.both, 0x30, 0, 1); // overtook its own store
    cr_expect_eq(cg_drf_get_stats(b.o).bad_atomic, 2);
    st_bytes(&b, 0, 0x40, 0xffffffff, 0x5), ld(&b, 0, 0x40, 0x00ff00ff);
    st_bytes(&b, 0, 0x40, 0, 0x4), ld(&b, 0, 0x40, 0x00ff00ff);
    cr_expect_eq(cg_drf_get_stats(b.o).bad_value, 3);
    cr_expect(strstr(b.told, "store 0x40 bytes 0x4 := 0xff, cycle") != NULL, "%s", b.told);
    cr_expect_eq(races(&b), 0);
    end(&b);
}

Test(drf, bytes_of_a_word_are_apart_where_they_must_be) {
    bench b;
    begin(&b, 3);
    st_bytes(&b, 0, 0x40, 0x11, 0x1), st_bytes(&b, 1, 0x40, 0x2200, 0x2); // no race
    amo(&b, 0, b.rl, 0x80, 0, 1), amo(&b, 1, b.rl, 0x80, 1, 2);
    amo(&b, 2, b.aq, 0x80, 2, 2);
    ld(&b, 2, 0x40, 0x2211);
    cr_expect_eq(cg_drf_violations(b.o), 0, "%s", b.told);
    st_bytes(&b, 2, 0x40, 0, 0x3);
    st_bytes(&b, 0, 0x40, 0x330000, 0x4); // behind the load of the whole word by 2?
    cr_expect_eq(races(&b), 1);
    end(&b);
}

Test(drf, a_lock_orders_whoever_holds_it) {
    bench b;
    begin(&b, 16);
    for (uint32_t i = 0; i < 1000; i++) {
        const unsigned t = i * 7 % 16;
        amo(&b, (t + 5) % 16, b.aq, 0x80, 0, 0); // somebody who looks
        amo(&b, t, b.aq, 0x80, 0, 1);
        amo(&b, (t + 3) % 16, b.aq, 0x80, 1, 1); // who finds it taken
        ld(&b, t, 0x40, i);
        st(&b, t, 0x40, i + 1);
        amo(&b, t, b.rl, 0x80, 1, 0);
    }
    cr_expect_eq(end(&b), 0, "%s", b.told);
}

// 0x48 is no word any more.
static bool final_word(void *ctx, uint64_t addr, uint32_t *word) {
    (void)ctx;
    *word = addr == 0x40 ? 5 : 6;
    return addr != 0x48;
}

Test(drf, final_memory) {
    bench b;
    begin(&b, 1);
    st(&b, 0, 0x40, 5), st(&b, 0, 0x44, 5), st(&b, 0, 0x48, 5);
    cr_expect_eq(cg_drf_finish(b.o, final_word, NULL), 1);
    cr_expect(strstr(b.told, "final memory: 0x44 holds 0x6, must be 0x5\n  thread 0 store 0x44") != NULL,
              "%s", b.told);
    end(&b);
}

// Little memory: races among what is kept are found, none is made up.
Test(drf, little_memory_makes_no_races_up) {
    bench b;
    begin_with(&b, 64, 64 * 1024);
    cg_rng rng = cg_rng_new(1, 2);
    uint32_t counts[512] = {0};
    for (int i = 0; i < 100000; i++) {
        const unsigned t = (unsigned)cg_rng_below(&rng, 64);
        const uint64_t w = cg_rng_below(&rng, 512);
        amo(&b, t, b.both, 0x10000 + 4 * w, counts[w], counts[w] + 1);
        counts[w]++;
        ld(&b, t, 4 * w, 0); // read by all, written by nobody
    }
    cr_expect(cg_drf_get_stats(b.o).tidied > 0);
    cr_expect(cg_drf_get_stats(b.o).coarse > 0);
    cr_expect(cg_drf_get_stats(b.o).memory_peak < 128 * 1024);
    st(&b, 0, 0x40000, 1), st(&b, 1, 0x40000, 1);
    cr_expect_eq(races(&b), 1);
    cr_expect_eq(end(&b), 1, "%s", b.told);
}

Test(drf, what_it_cannot_judge) {
    char err[200];
    cg_model *sc = drf_model("protocols/models/sc.json"), *drf0 = drf_model("protocols/models/drf0.json");
    cr_expect_null(cg_drf_new(sc, &(cg_drf_config){.threads = 1}, err, sizeof err));
    cr_expect(strstr(err, "model sc allows data races") != NULL);
    cr_expect_null(cg_drf_new(drf0, &(cg_drf_config){.threads = 5000}, err, sizeof err));
    cr_expect(cg_consistency_legal(drf0, CG_ATOMIC, CG_MARK_ACQUIRE) &&
              cg_consistency_legal(drf0, CG_FENCE, 0));
    cr_expect(!cg_consistency_legal(drf0, CG_LOAD, CG_MARK_ACQUIRE) &&
              !cg_consistency_legal(drf0, CG_STORE, 2));
    cr_expect(cg_consistency_legal(sc, CG_LOAD, CG_MARK_ACQUIRE));
    cg_model_free(sc);
    cg_model_free(drf0);
}

// ----------------------------------------------------------------------------------------- the machine
static bool can_play(const char *name) {
    static const char *const not [] = {"random", "litmus", "script", "replay"};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (strcmp(name, not [i]) == 0) return false;
    return true;
}

Test(drf, every_workload_is_race_free_and_right_on_a_machine_that_does_no_more_than_it_must) {
    static const int sizes[][2] = {{1, 1}, {4, 1}, {3, 5}, {4, 8}};
    run r;
    for (size_t i = 0; cg_workloads[i]; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes && can_play(cg_workloads[i]->name); k++) {
            const uint64_t bad =
                play(&r, cg_workloads[i]->name, sizes[k][0], sizes[k][1], 3 + k, HONEST, NULL, 0);
            cr_expect(bad == 0 && !cg_scheduler_busy(r.scheduler), "%s: %s", cg_workloads[i]->name, r.told);
            cr_expect(r.env.failure[0] == '\0', "%s: %s", cg_workloads[i]->name, r.env.failure);
            over(&r);
        }
}

Test(drf, kernels_of_all_kinds_are_race_free) {
    const cg_option *kinds = cg_workload_find("kernels")->options;
    run r;
    for (size_t i = 0; kinds->words[i]; i++)
        for (int producers = 0; producers < 2; producers++) {
            const cg_choice c[] = {{"kind", kinds->words[i]},
                                   {"size", "18"},
                                   {"steps", "9"},
                                   {"producers", producers ? "2" : "0"}};
            const uint64_t bad = play(&r, "kernels", 4, 4, i, HONEST, c, 4);
            cr_expect(bad == 0 && !cg_scheduler_busy(r.scheduler), "%s: %s", kinds->words[i], r.told);
            cr_expect(r.env.failure[0] == '\0', "%s: %s", kinds->words[i], r.env.failure);
            over(&r);
        }
}

Test(drf, episodes_of_all_kinds_are_right) {
    static const cg_choice kinds[][3] = {
        {{"lines", "1"}, {"words", "16"}, {"marks", "0"}},
        {{"lines", "2"}, {"words", "8"}, {"marks", "1"}},
        {{"lines", "40"}, {"stores", "90"}, {"bytes", "80"}},
        {{"length", "100"}, {"counters", "1"}, {"atomics", "0"}},
        {{"stores", "0"}, {"atomics", "40"}, {"words", "1"}},
        {{"lines", "200"}, {"stride", "3"}, {"counters", "30"}},
    };
    run r;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const uint64_t bad = play(&r, "episodes", 4, 4, i, HONEST, kinds[i], 3);
        cr_expect(bad == 0 && r.env.failure[0] == '\0' && !cg_scheduler_busy(r.scheduler), "%zu: %s%s", i,
                  r.told, r.env.failure);
        over(&r);
    }
}

// Told by the checker as the machine's fault, never as the program's.
Test(drf, every_lie_is_caught_by_episodes) {
    run r;
    for (drf_lie lie = KEEPS_COPIES; lie < LIES; lie++) {
        int caught = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            const uint64_t bad = play(&r, "episodes", 4, 4, seed, lie, NULL, 0);
            cr_expect(bad == 0 || strncmp(r.told, "memory oracle: wrong value", 26) == 0, "lie %d: %s", lie,
                      r.told);
            caught += bad != 0;
            over(&r);
        }
        cr_expect(caught >= 4, "lie %d is caught by %d of 5 runs", lie, caught);
    }
}

// The workload's own comparison sees what the oracle sees, where nobody watches: under any model.
Test(drf, episodes_notice_by_themselves) {
    run r;
    watched = false;
    for (drf_lie lie = KEEPS_COPIES; lie < LIES; lie++) {
        int caught = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            play(&r, "episodes", 4, 4, seed, lie, NULL, 0);
            caught += r.env.failure[0] != '\0';
            over(&r);
        }
        cr_expect(caught >= 4, "lie %d: %d", lie, caught);
    }
}

Test(drf, racy_workloads_are_refused) {
    run r = {.memory = cg_sparse_new()};
    r.env = (cg_env){
        .cores = 1, .threads = 1, .line_bytes = 64, .addr_bits = 32, .no_races = true, .memory = r.memory};
    cr_expect(!cg_env_setup(&r.env, cg_workload_find("random")));
    cr_expect(strstr(r.env.bad_input, "workload random has data races") != NULL, "%s", r.env.bad_input);
    cg_env_free(&r.env);
    cg_sparse_free(r.memory);
}

// --------------------------------------------------------------------------------------- tables of models
static void refused(const char *races, const char *atomic, const char *fence, const char *what) {
    char path[] = "/tmp/cohgen_model_XXXXXX", err[400] = "";
    FILE *f = fdopen(mkstemp(path), "w");
    cr_assert(f != NULL);
    fprintf(f,
            "{\"name\": \"m\", \"title\": \"t\", \"source\": \"s\", %s \"forwarding\": false, \"classes\": ["
            "{\"name\": \"load\", \"does\": \"load\"}, {\"name\": \"atomic\", \"does\": \"atomic\"%s}, "
            "{\"name\": \"fence\", \"does\": \"fence\"%s}], \"order\": []}",
            races, atomic, fence);
    fclose(f);
    cg_model *m = cg_model_load(path, err, sizeof err);
    unlink(path);
    cr_expect(m == NULL && strstr(err, what), "'%s' lacks '%s'", err, what);
    cg_model_free(m);
}

Test(drf, tables_that_make_no_sense) {
    const char *no = "\"races\": \"forbidden\",", *both = ", \"synchronizes\": [\"acquire\", \"release\"]";
    refused("\"races\": \"none\",", "", "", "'races' must be \"allowed\" or \"forbidden\"");
    refused("", both, "", "/classes/1: error: 'synchronizes' is for models whose 'races' are \"forbidden\"");
    refused(no, "", "", "/classes: error: races are forbidden, and no class synchronizes as acquire");
    refused(no, ", \"synchronizes\": [\"acquire\"]", "", "no class synchronizes as release");
    refused(no, both, both, "/classes/2: error: a fence cannot have 'synchronizes'");
    refused(no, ", \"synchronizes\": [\"both\"]", "", "'synchronizes' names 'both'");
}

// Synchronization by loads that acquire and stores that release: the oracle of programs without races, the
// flags of episodes, and programs on a machine that does no more than it must, honest or not.
#include <criterion/criterion.h>
#include <string.h>

#include "drf_play.h"
#include "judge/drf/drf.h"
#include "programs/flags.h"

// --------------------------------------------------------------------------------------- by hand
typedef struct {
    cg_model *model;
    cg_drf *o;
    char told[4096];
    uint64_t cycle;
} bench;

static void tell(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    bench *b = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    snprintf(b->told, sizeof b->told, "%s", text);
}

static void begin_under(bench *b, const char *model, unsigned threads) {
    char err[200], path[100];
    snprintf(path, sizeof path, "protocols/models/%s.json", model);
    *b = (bench){.model = drf_model(path)};
    b->o = cg_drf_new(b->model, &(cg_drf_config){.threads = threads, .violation = tell, .ctx = b}, err,
                      sizeof err);
    cr_assert(b->o != NULL, "%s", err);
}

static void begin(bench *b, unsigned threads) {
    begin_under(b, "rc", threads);
}

static void end(bench *b, const char *told) {
    cr_expect(cg_drf_violations(b->o) == (*told != 0), "%s", b->told);
    cr_expect(strncmp(b->told, told, strlen(told)) == 0, "%s", b->told);
    cg_drf_free(b->o);
    cg_model_free(b->model);
}

static int cls(const bench *b, const char *name) {
    return cg_model_find_class(b->model, name, strlen(name));
}
static void ld(bench *b, const char *kind, unsigned t, uint64_t addr, uint32_t value) {
    cg_drf_load(b->o, t, cls(b, kind), addr, 0xf, value, true, ++b->cycle);
}
static void st(bench *b, const char *kind, unsigned t, uint64_t addr, uint32_t value) {
    cg_drf_store(b->o, t, cls(b, kind), addr, 0xf, value, ++b->cycle);
}

static void swap(bench *b, const char *kind, unsigned t, uint64_t addr, uint32_t old, uint32_t value) {
    cg_drf_atomic(b->o, t, cls(b, kind), addr, old, value, CG_AMO_SWAP, true, ++b->cycle);
}

Test(flags, a_load_that_acquires_comes_after_the_store_that_it_finds) {
    bench b;
    begin(&b, 2);
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 1);
    ld(&b, "load", 1, 0x40, 1);
    end(&b, "");
}

Test(flags, one_that_comes_before_the_store_orders_nothing) {
    bench b;
    begin(&b, 2);
    ld(&b, "load.aq", 1, 0x80, 0);
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load", 1, 0x40, 1);
    end(&b, "memory oracle: data race");
}

Test(flags, marked_accesses_do_not_race_with_each_other_but_with_data) {
    bench b;
    begin(&b, 3);
    st(&b, "store.rl", 0, 0x80, 1);
    st(&b, "store.rl", 1, 0x80, 2);
    ld(&b, "load.aq", 2, 0x80, 2);
    end(&b, "");
    begin(&b, 2);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load", 1, 0x80, 1);
    end(&b, "memory oracle: data race");
}

Test(flags, a_load_that_acquires_has_one_value) {
    bench b;
    begin(&b, 2);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 0);
    end(&b, "memory oracle: wrong value");
}

// --------------------------------------------------------------------------------------- coherent only
static const char OLD[] = "memory oracle: wrong value: ", RACE[] = "memory oracle: data race";

// What rc forbids and rcpc allows.
static void weak(bench *b, const char *model, const char *what) {
    begin_under(b, model, 4);
    if (!strcmp(what, "SB")) {
        st(b, "store.rl", 0, 0x40, 1);
        st(b, "store.rl", 1, 0x80, 1);
        ld(b, "load.aq", 0, 0x80, 0);
        ld(b, "load.aq", 1, 0x40, 0);
    } else {
        st(b, "store.rl", 0, 0x40, 1);
        st(b, "store.rl", 1, 0x80, 1);
        ld(b, "load.aq", 2, 0x40, 1);
        ld(b, "load.aq", 2, 0x80, 0);
        ld(b, "load.aq", 3, 0x80, 1);
        ld(b, "load.aq", 3, 0x40, 0);
    }
}

Test(coherent, store_buffering_and_IRIW_are_right) {
    bench b;
    weak(&b, "rcpc", "SB");
    end(&b, "");
    weak(&b, "rcpc", "IRIW");
    end(&b, "");
    weak(&b, "rc", "SB");
    cr_expect(cg_drf_violations(b.o) == 2);
    cg_drf_free(b.o);
    cg_model_free(b.model);
    weak(&b, "rc", "IRIW");
    cr_expect(cg_drf_violations(b.o) == 2);
    cg_drf_free(b.o);
    cg_model_free(b.model);
}

// Message passing, by way of others, and without going back.
Test(coherent, happens_before_follows_the_store_that_is_found) {
    bench b;
    begin_under(&b, "rcpc", 3);
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 1);
    st(&b, "store.rl", 1, 0xc0, 1);
    ld(&b, "load.aq", 2, 0xc0, 1);
    ld(&b, "load", 2, 0x40, 1);
    end(&b, "");
    begin_under(&b, "rcpc", 2); // it finds the older one: nothing is handed on
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 0);
    ld(&b, "load", 1, 0x40, 1);
    end(&b, RACE);
    begin_under(&b, "rcpc", 2); // what the older one handed on
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    st(&b, "store", 0, 0x44, 1);
    st(&b, "store.rl", 0, 0x80, 2);
    ld(&b, "load.aq", 1, 0x80, 1);
    ld(&b, "load", 1, 0x40, 1);
    ld(&b, "load", 1, 0x44, 1);
    end(&b, RACE);
    begin_under(&b, "rcpc", 3); // WRC with flags alone
    st(&b, "store.rl", 0, 0x40, 1);
    ld(&b, "load.aq", 1, 0x40, 1);
    st(&b, "store.rl", 1, 0x80, 1);
    ld(&b, "load.aq", 2, 0x80, 1);
    ld(&b, "load.aq", 2, 0x40, 0);
    end(&b, OLD);
}

Test(coherent, no_thread_goes_back_in_a_word) {
    bench b;
    begin_under(&b, "rcpc", 3);
    st(&b, "store.rl", 0, 0x80, 1);
    st(&b, "store.rl", 1, 0x80, 2);
    ld(&b, "load.aq", 2, 0x80, 2);
    ld(&b, "load.aq", 2, 0x80, 1);
    ld(&b, "load.aq", 2, 0x80, 2); // of two that nothing orders either may be the last, but not both
    end(&b, OLD);
    begin_under(&b, "rcpc", 2);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 1);
    ld(&b, "load.aq", 1, 0x80, 0);
    end(&b, OLD);
    begin_under(&b, "rcpc", 2);
    st(&b, "store.rl", 0, 0x80, 1);
    ld(&b, "load.aq", 0, 0x80, 0); // its own
    end(&b, OLD);
    begin_under(&b, "rcpc", 2);
    ld(&b, "load.aq", 1, 0x80, 7);
    end(&b, OLD);
}

Test(coherent, atomics_find_a_write_once_and_pass_on_what_they_find) {
    bench b;
    begin_under(&b, "rcpc", 2);
    swap(&b, "atomic", 0, 0x80, 0, 1);
    swap(&b, "atomic", 1, 0x80, 0, 2);
    end(&b, OLD);
    begin_under(&b, "rcpc", 3);
    st(&b, "store", 0, 0x40, 1);
    st(&b, "store.rl", 0, 0x80, 1);
    swap(&b, "atomic.aq", 1, 0x80, 1, 2);
    ld(&b, "load.aq", 2, 0x80, 2);
    ld(&b, "load", 2, 0x40, 1);
    end(&b, "");
}

static bool no_word(void *ctx, uint64_t addr, uint32_t *word) {
    (void)ctx, (void)addr;
    *word = 0;
    return true;
}

Test(coherent, memory_ends_with_a_store_that_nothing_overwrites) {
    bench b;
    begin_under(&b, "rcpc", 2);
    st(&b, "store.rl", 0, 0x80, 1);
    st(&b, "store.rl", 1, 0x80, 0);
    cr_expect(cg_drf_finish(b.o, no_word, NULL) == 0, "either may be the last");
    end(&b, "");
    begin_under(&b, "rcpc", 2);
    st(&b, "store.rl", 1, 0x80, 0);
    ld(&b, "load.aq", 0, 0x80, 0);
    st(&b, "store.rl", 0, 0x80, 1);
    cg_drf_finish(b.o, no_word, NULL);
    end(&b, "memory oracle: final memory");
}

// More writes than are kept, whose readers know them all or none.
Test(coherent, a_word_may_have_any_number_of_writes) {
    bench b;
    begin_under(&b, "rcpc", 3);
    for (uint32_t i = 1; i <= 500; i++) {
        st(&b, "store.rl", i % 2, 0x80, i);
        ld(&b, "load.aq", (i + 1) % 2, 0x80, i);
    }
    ld(&b, "load.aq", 2, 0x80, 490);
    ld(&b, "load.aq", 2, 0x80, 489);
    end(&b, OLD);
}

// A lock that is given up, which the others see only when they have swapped many times: who gets it comes
// behind what was done under it, and so does who takes over from him. What nobody handed on is a race as
// ever.
static void spins(bench *b, bool swapped) {
    begin_under(b, "rcpc", 4);
    swap(b, "atomic.aqrl", 0, 0x80, 0, 1);
    st(b, "store", 0, 0x40, 1);
    st(b, "store.rl", 0, 0x80, 0);
    for (int i = 0; i < 200; i++) swap(b, "atomic.aqrl", 1 + i % 2, 0x80, 1, 1);
    if (swapped) swap(b, "atomic", 3, 0x80, 0, 1);
}

Test(coherent, a_store_that_is_found_late_hands_on_what_it_did) {
    bench b;
    spins(&b, true);
    st(&b, "store", 3, 0x40, 2);
    end(&b, "");
    spins(&b, true);
    ld(&b, "load.aq", 1, 0x80, 1);
    ld(&b, "load", 1, 0x40, 1);
    end(&b, "");
    spins(&b, false);
    st(&b, "store", 3, 0x40, 2);
    end(&b, RACE);
    spins(&b, true);
    st(&b, "store", 0, 0x44, 1);
    ld(&b, "load", 3, 0x44, 1);
    end(&b, RACE);
}

// --------------------------------------------------------------------------------------- of episodes
static uint32_t released(cg_flags *f, cg_rng *rng, unsigned thread, uint32_t *clock) {
    cg_request q;
    do q = cg_flags_release(f, rng, thread, clock, true);
    while (q.op != CG_STORE);
    return q.data;
}

Test(flags, what_a_thread_knows_to_be_overwritten_is_wrong) {
    cg_rng rng = cg_rng_new(1, 1);
    uint32_t a[2] = {1, 0}, b[2] = {0, 1};
    cg_flags *f = cg_flags_new(2);
    cg_flags_add(f, 0x80);
    cg_request q = cg_flags_acquire(f, &rng, 1);
    const uint32_t first = released(f, &rng, 0, a), second = released(f, &rng, 0, a);
    cr_expect_null(cg_flags_answered(f, 1, &q, 0, b), "nothing is known yet");
    cr_expect_null(cg_flags_answered(f, 1, &q, first, b));
    cr_expect(b[0] >= 1, "it comes after what thread 0 did");
    cr_expect_not_null(cg_flags_answered(f, 1, &q, 0, b), "the first value is overwritten");
    cr_expect_null(cg_flags_answered(f, 1, &q, first, b), "the next one may not be there yet");
    cr_expect_null(cg_flags_answered(f, 1, &q, second, b));
    cr_expect_not_null(cg_flags_answered(f, 1, &q, first, b), "the value is overwritten");
    cr_expect_not_null(cg_flags_answered(f, 1, &q, second + 100, b), "nobody stored it");
    cg_flags_free(f);
}

Test(flags, episodes_with_marked_accesses_are_right) {
    static const cg_choice kinds[][3] = {
        {{"lines", "2"}, {"words", "16"}, {"marks", "0"}},
        {{"lines", "2"}, {"words", "8"}, {"marks", "1"}},
        {{"atomics", "40"}, {"flags", "9"}, {"words", "2"}},
        {{"length", "100"}, {"counters", "1"}, {"flags", "1"}},
    };
    run r;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (int coherent = 0; coherent < 2; coherent++) {
            // An acquire that finds an old value is right where synchronization is coherent only.
            const drf_lie lie = coherent && i % 2 ? ACQUIRES_COPY : HONEST;
            const uint64_t bad =
                play_under(&r, coherent ? "rcpc" : "rc", "episodes", 4, 4, i, lie, kinds[i], 3);
            cr_expect(bad == 0 && r.env.failure[0] == '\0' && !cg_scheduler_busy(r.scheduler), "%zu: %s%s", i,
                      r.told, r.env.failure);
            over(&r);
        }
    }
}

Test(flags, every_lie_is_caught_by_episodes_with_marked_accesses) {
    static const drf_lie lies[] = {KEEPS_COPIES, RELEASES_EARLY, ACQUIRES_COPY, FLAG_LINGERS};
    run r;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        int caught = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            const uint64_t bad = play_under(&r, "rc", "episodes", 4, 4, seed, lies[i], NULL, 0);
            cr_expect(bad == 0 || strncmp(r.told, "memory oracle: wrong value", 26) == 0, "lie %d: %s",
                      lies[i], r.told);
            caught += bad != 0;
            over(&r);
        }
        cr_expect(caught >= 4, "lie %d is caught by %d of 5 runs", lies[i], caught);
    }
}

Test(coherent, every_lie_is_caught_by_episodes) {
    static const drf_lie lies[] = {KEEPS_COPIES, RELEASES_EARLY, FORGETS_MASK, LOSES_STORES};
    run r;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        int caught = 0;
        for (uint64_t seed = 0; seed < 5; seed++) {
            const uint64_t bad = play_under(&r, "rcpc", "episodes", 4, 4, seed, lies[i], NULL, 0);
            cr_expect(bad == 0 || strncmp(r.told, OLD, sizeof OLD - 1) == 0, "lie %d: %s", lies[i], r.told);
            caught += bad != 0;
            over(&r);
        }
        cr_expect(caught >= 4, "lie %d is caught by %d of 5 runs", lies[i], caught);
    }
}

// Kinds of race that a model forbids between synchronization, found while a program runs: by hand, and in
// random executions against a search through all pairs.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "cases.h"
#include "judge/drf/drf.h"
#include "judge/excuses.h"

typedef struct {
    cg_model *model;
    cg_drf *o;
    char told[4096];
    uint64_t cycle;
} bench;

static void tell(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    bench *b = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    snprintf(b->told + strlen(b->told), sizeof b->told - strlen(b->told), "%s", text);
}

static void begin_of(bench *b, const char *model, unsigned threads, unsigned of_core) {
    char err[400], path[80];
    snprintf(path, sizeof path, "protocols/models/%s.json", model);
    *b = (bench){.model = cg_model_load(path, err, sizeof err)};
    cr_assert(b->model != NULL, "%s", err);
    b->o = cg_drf_new(b->model,
                      &(cg_drf_config){.threads = threads, .of_core = of_core, .violation = tell, .ctx = b},
                      err, sizeof err);
    cr_assert(b->o != NULL, "%s", err);
}

static void begin(bench *b, unsigned threads) {
    begin_of(b, "drfrlx", threads, 0);
}

static void end(bench *b, const char *told) {
    cr_expect(*told ? strstr(b->told, told) != NULL : b->told[0] == '\0', "'%s', not '%s'", b->told, told);
    cr_expect(cg_drf_violations(b->o) == (*told != '\0'));
    cg_drf_free(b->o);
    cg_model_free(b->model);
}

static int cls(const bench *b, const char *name) {
    const int c = cg_model_find_class(b->model, name, strlen(name));
    cr_assert(c >= 0, "%s", name);
    return c;
}

static void ld(bench *b, unsigned thread, const char *name, uint64_t addr, uint32_t value, bool used) {
    cg_drf_load(b->o, thread, cls(b, name), addr, 0xf, value, used, ++b->cycle);
}

static void st(bench *b, unsigned thread, const char *name, uint64_t addr, uint32_t value) {
    cg_drf_store(b->o, thread, cls(b, name), addr, 0xf, value, ++b->cycle);
}

static void add(bench *b, unsigned thread, const char *name, uint32_t before, bool used) {
    cg_drf_atomic(b->o, thread, cls(b, name), 0x40, before, before + 1, CG_AMO_ADD, used, ++b->cycle);
}

Test(drf_kinds, commutative) {
    bench b;
    begin(&b, 3);
    add(&b, 0, "atomic.commutative", 0, false);
    add(&b, 1, "atomic.commutative", 1, false);
    add(&b, 0, "atomic.unpaired", 2, false);
    st(&b, 0, "store.commutative", 0x44, 7);
    st(&b, 1, "store.commutative", 0x44, 7);
    end(&b, "");
    begin(&b, 3);
    add(&b, 0, "atomic.commutative", 0, false);
    add(&b, 1, "atomic.commutative", 1, true);
    end(&b, "commutative race, the program's fault: thread 1 atomic.commutative 0x40");
    begin(&b, 3);
    add(&b, 0, "atomic.commutative", 0, true); // used: legal until somebody races
    add(&b, 0, "atomic.commutative", 1, false);
    add(&b, 1, "atomic.commutative", 2, false);
    end(&b, "and thread 0 atomic.commutative 0x40, cycle 1");
    begin(&b, 3);
    st(&b, 0, "store.commutative", 0x40, 7);
    st(&b, 1, "store.commutative", 0x40, 8);
    end(&b, "commutative race");
}

Test(drf_kinds, what_is_ordered_is_no_race) {
    bench b;
    begin(&b, 2);
    add(&b, 0, "atomic.commutative", 0, false);
    st(&b, 0, "store.rl", 0x80, 1);
    ld(&b, 1, "load.aq", 0x80, 1, true);
    ld(&b, 1, "load.commutative", 0x40, 1, true);
    end(&b, "");
    begin(&b, 2);
    add(&b, 0, "atomic.commutative", 0, false);
    st(&b, 0, "store.unpaired", 0x80, 1);
    ld(&b, 1, "load.unpaired", 0x80, 1, true);
    ld(&b, 1, "load.commutative", 0x40, 1, false);
    end(&b, "commutative race, the program's fault: thread 1 load.commutative 0x40");
}

Test(drf_kinds, speculative_quantum_and_data) {
    bench b;
    begin(&b, 2);
    st(&b, 0, "store.speculative", 0x40, 1);
    ld(&b, 1, "load.speculative", 0x40, 1, false);
    end(&b, "");
    begin(&b, 2);
    st(&b, 0, "store.speculative", 0x40, 1);
    ld(&b, 1, "load.speculative", 0x40, 1, true);
    end(&b, "speculative race");
    begin(&b, 2);
    st(&b, 0, "store.quantum", 0x40, 1);
    ld(&b, 1, "load.quantum", 0x40, 1, true);
    ld(&b, 1, "load.unpaired", 0x40, 1, true);
    end(&b, "quantum race");
    begin(&b, 2);
    st(&b, 0, "store.unpaired", 0x40, 1);
    ld(&b, 1, "load", 0x40, 1, true);
    end(&b, "data race");
}

// A load of which it is said later whether its value is used: races that hang on it are told then, or never.
enum { LATER = CG_DRF_LATER };

static void ld_open(bench *b, unsigned thread, uint32_t value, uint32_t number) {
    cg_drf_load(b->o, thread, cls(b, "load.speculative"), 0x40, 0xf, value, LATER + number, ++b->cycle);
}

Test(drf_kinds, what_is_said_later) {
    bench b;
    begin(&b, 2); // dropped
    st(&b, 0, "store.speculative", 0x40, 1);
    ld_open(&b, 1, 1, 0);
    cg_drf_used(b.o, LATER, false);
    cg_drf_finish(b.o, NULL, NULL);
    end(&b, "");
    begin(&b, 2); // used, after the race
    st(&b, 0, "store.speculative", 0x40, 1);
    ld_open(&b, 1, 1, 0);
    cr_expect(cg_drf_violations(b.o) == 0);
    cg_drf_used(b.o, LATER, true);
    end(&b, "speculative race, the program's fault: thread 1 load.speculative 0x40, cycle 2, and thread 0 "
            "store.speculative 0x40, cycle 1");
    begin(&b, 2); // the store comes later; what is said between the two
    st(&b, 1, "store.speculative", 0x40, 1);
    ld_open(&b, 1, 1, 0);
    cg_drf_used(b.o, LATER, true);
    st(&b, 0, "store.speculative", 0x40, 1);
    end(&b, "and thread 1 load.speculative 0x40, cycle 2");
    begin(&b, 2); // said before it is performed
    cg_drf_used(b.o, LATER, true);
    st(&b, 0, "store.speculative", 0x40, 1);
    ld_open(&b, 1, 1, 0);
    end(&b, "speculative race");
    begin(&b, 2); // nothing is said: it counts as used
    st(&b, 0, "store.speculative", 0x40, 1);
    ld_open(&b, 1, 1, 0);
    cr_expect(cg_drf_violations(b.o) == 0);
    cr_expect(cg_drf_finish(b.o, NULL, NULL) == 1);
    end(&b, "speculative race");
}

// Of several loads of one thread, the one that is used: none stands for another one as long as it is open.
Test(drf_kinds, what_is_said_of_one_of_many) {
    enum { MANY = 20 };
    for (uint32_t used = 0; used < MANY; used++) {
        bench b;
        char told[80];
        begin(&b, 2);
        for (uint32_t k = 0; k < MANY; k++) {
            ld_open(&b, 0, 0, k);
            if (k != used && k % 3 == 0) cg_drf_used(b.o, LATER + k, false);
        }
        st(&b, 1, "store.speculative", 0x40, 1);
        for (uint32_t k = 0; k < MANY; k++) cg_drf_used(b.o, LATER + k, k == used);
        snprintf(told, sizeof told, "and thread 0 load.speculative 0x40, cycle %u\n", used + 1);
        end(&b, told);
    }
}

// Threads 0 and 1 are of core 0, 2 and 3 of core 1.
Test(drf_kinds, scopes) {
    bench b;
    begin_of(&b, "hrf", 4, 2);
    st(&b, 0, "store", 0x80, 7);
    add(&b, 0, "atomic.local.rl", 0, true);
    add(&b, 1, "atomic.local.aq", 1, true);
    ld(&b, 1, "load", 0x80, 7, true);
    end(&b, "");
    begin_of(&b, "hrf", 4, 2); // local at core 0 is not local at core 1
    add(&b, 0, "atomic.local.rl", 0, true);
    add(&b, 2, "atomic.local.aq", 1, true);
    end(&b, "synchronization race, the program's fault: thread 2 atomic.local.aq 0x40");
    begin_of(&b, "hrf", 4, 2); // nor is it of all
    add(&b, 0, "atomic.local", 0, true);
    add(&b, 1, "atomic", 1, true);
    end(&b, "they are of two instances of scopes: of cores 0 and 0");
    begin_of(&b, "hrf", 4, 2); // a word that goes over to another scope, in order
    add(&b, 0, "atomic.local", 0, true);
    st(&b, 0, "store.rl", 0x80, 1);
    ld(&b, 2, "load.aq", 0x80, 1, true);
    add(&b, 2, "atomic.local", 1, true);
    add(&b, 3, "atomic.local", 2, true);
    end(&b, "");
    begin_of(&b, "hrf", 4, 2); // what thread 0 released at core 0 does not come over with the word
    st(&b, 0, "store", 0x84, 1);
    add(&b, 0, "atomic.local", 0, true);
    add(&b, 1, "atomic.local.aq", 1, true);
    st(&b, 1, "store.rl", 0x80, 1);
    ld(&b, 2, "load.aq", 0x80, 1, true);
    add(&b, 2, "atomic.rl", 2, true);
    add(&b, 3, "atomic.aq", 3, true);
    ld(&b, 3, "load", 0x84, 1, true); // by thread 1 and 2 it did
    end(&b, "");
}

// ---------------------------------------------------------------------------------------- random executions
enum { THREADS = 4, WORDS = 2, EVENTS = 10 };

typedef struct {
    unsigned thread, word;
    cg_racer is;
} event;

static event draw_event(cg_rng *rng, const cg_model *m, const int *classes, unsigned n, unsigned threads) {
    static const cg_amo_op ops[] = {CG_AMO_ADD, CG_AMO_OR, CG_AMO_SWAP};
    const int c = classes[cg_rng_below(rng, n)];
    event e = {.thread = (unsigned)cg_rng_below(rng, threads),
               .word = (unsigned)cg_rng_below(rng, WORDS),
               .is = {.cls = c,
                      .loads = m->classes[c].kind != CG_MEM_STORE,
                      .stores = m->classes[c].kind != CG_MEM_LOAD,
                      .used = cg_rng_below(rng, 4) == 0,
                      .sets = m->classes[c].kind == CG_MEM_STORE,
                      .value = (int64_t)cg_rng_below(rng, 4) / 3}};
    if (m->classes[c].kind == CG_MEM_ATOMIC) cg_racer_operation(&e.is, ops[cg_rng_below(rng, 3)], e.is.value);
    e.is.keeps = m->classes[c].kind == CG_MEM_ATOMIC && e.is.op == CG_AMO_ADD && e.is.value == 0;
    return e;
}

static void tell_event(bench *b, const event *e, uint32_t *memory) {
    const uint32_t old = memory[e->word], operand = (uint32_t)e->is.value;
    const uint64_t addr = 0x40 + 4 * e->word;
    if (!e->is.loads) {
        cg_drf_store(b->o, e->thread, e->is.cls, addr, 0xf, operand, ++b->cycle);
        memory[e->word] = operand;
    } else if (!e->is.stores) {
        cg_drf_load(b->o, e->thread, e->is.cls, addr, 0xf, old, e->is.used, ++b->cycle);
    } else {
        memory[e->word] = cg_amo_apply(e->is.op, old, operand, 0);
        cg_drf_atomic(b->o, e->thread, e->is.cls, addr, old, memory[e->word], e->is.op, e->is.used,
                      ++b->cycle);
    }
}

// The first event that races with an earlier one; -1: none does.
static int first_race(const cg_model *m, const event *e, int n) {
    uint32_t before[EVENTS] = {0};
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < k; i++) {
            const bool pairs = e[i].word == e[k].word &&
                               m->classes[e[i].is.cls].synchronizes & CG_MARK_RELEASE &&
                               m->classes[e[k].is.cls].synchronizes & CG_MARK_ACQUIRE &&
                               cg_model_one_instance(m, e[i].is.cls, e[i].is.core, e[k].is.cls, e[k].is.core);
            if (e[i].thread == e[k].thread || pairs) before[k] |= before[i] | 1u << i;
        }
        for (int i = 0; i < k; i++) {
            if (before[k] >> i & 1 || e[i].word != e[k].word || (!e[i].is.stores && !e[k].is.stores))
                continue;
            bool illegal = cg_race_is_illegal(m, NULL, &e[i].is, &e[k].is);
            for (unsigned r = 0; r < m->n_races; r++)
                illegal |= cg_race_is_illegal(m, &m->races[r], &e[i].is, &e[k].is);
            if (illegal) return k;
        }
    }
    return -1;
}

static void compare_with_all_pairs(const char *model, const char *const *names, int n_names, unsigned threads,
                                   unsigned of_core) {
    enum { MOST = 16 };
    cg_rng rng = cg_rng_new(35, 0);
    int legal = 0;
    const int runs = cases(20000);
    for (int k = 0; k < runs; k++) {
        bench b;
        event e[EVENTS];
        uint32_t memory[WORDS] = {0};
        int classes[MOST], found = -1;
        const int n = 3 + (int)cg_rng_below(&rng, EVENTS - 2);
        begin_of(&b, model, threads, of_core);
        for (int c = 0; c < n_names; c++) classes[c] = cls(&b, names[c]);
        for (int i = 0; i < n; i++) {
            e[i] = draw_event(&rng, b.model, classes, (unsigned)n_names, threads);
            e[i].is.core = of_core ? (int)(e[i].thread / of_core) : 0;
            tell_event(&b, &e[i], memory);
            if (found < 0 && cg_drf_violations(b.o)) found = i;
        }
        const int race = first_race(b.model, e, n);
        cr_assert(found == race, "run %d: %d, not %d: %s", k, found, race, b.told);
        legal += race < 0;
        cg_drf_free(b.o);
        cg_model_free(b.model);
    }
    cr_expect(legal > runs / 100, "%d", legal);
}

Test(drf_kinds, as_all_pairs_show) {
    static const char *const names[] = {"load.aq",
                                        "store.rl",
                                        "atomic",
                                        "atomic.unpaired",
                                        "load.commutative",
                                        "store.commutative",
                                        "atomic.commutative",
                                        "atomic.commutative",
                                        "load.speculative",
                                        "store.speculative",
                                        "load.speculative"};
    compare_with_all_pairs("drfrlx", names, sizeof names / sizeof *names, 3, 0);
}

Test(drf_kinds, scopes_as_all_pairs_show) {
    static const char *const names[] = {"load",           "store",           "load.aq",
                                        "store.rl",       "atomic",          "atomic.local",
                                        "atomic.local",   "atomic.local.aq", "load.local.aq",
                                        "store.local.rl", "atomic.local.rl"};
    compare_with_all_pairs("hrf", names, sizeof names / sizeof *names, THREADS, 2);
}

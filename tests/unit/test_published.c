// A word that a local memory publishes (cg_perform.published), for both kinds of judges: a load of the
// place's word and a store to the global one, by a thread that asked for neither.
#include <criterion/criterion.h>
#include <stdlib.h>

#include "drf_play.h"
#include "judge/consistency.h"
#include "lang/local.h"

enum { WORD = 0x40, FLAG = 0x80 };

typedef struct {
    cg_model *model;
    cg_consistency_checker *c;
    uint64_t cycle;
} bench;

static bench begin(const char *path) {
    char err[200];
    bench b = {.model = drf_model(path)};
    b.c = cg_consistency_new(b.model, &(cg_oracle_config){.threads = 2}, err, sizeof err);
    cr_assert(b.c != NULL, "%s", err);
    return b;
}

static uint64_t end(bench *b) {
    cg_consistency_finish(b->c, NULL, NULL);
    const uint64_t n = cg_consistency_violations(b->c);
    cg_consistency_free(b->c);
    cg_model_free(b->model);
    return n;
}

// A load or store of a thread, asked for, performed and answered.
static void access_word(bench *b, int thread, cg_core_op op, uint64_t addr, uint32_t value) {
    const cg_request q = {.op = op, .addr = addr, .data = value, .mask = 0xf};
    const cg_perform p = {.kind = op,
                          .thread = thread,
                          .addr = addr,
                          .place = addr,
                          .mask = 0xf,
                          .value = value,
                          .cycle = ++b->cycle};
    cg_consistency_performed(b->c, &p, &q);
    cg_consistency_answered(b->c, (unsigned)thread, &q, value, b->cycle);
}

// Thread `thread` adds 1 to the flag, which was `before`: an acquire and a release.
static void synchronize(bench *b, int thread, uint32_t before) {
    const cg_request q = {.op = CG_ATOMIC,
                          .addr = FLAG,
                          .aop = CG_AMO_ADD,
                          .data = 1,
                          .order = CG_MARK_ACQUIRE | CG_MARK_RELEASE};
    const cg_perform p = {.kind = CG_ATOMIC,
                          .thread = thread,
                          .addr = FLAG,
                          .mask = 0xf,
                          .old = before,
                          .value = before + 1,
                          .cycle = ++b->cycle};
    cg_consistency_performed(b->c, &p, &q);
    cg_consistency_answered(b->c, (unsigned)thread, &q, before, b->cycle);
}

static void publish(bench *b, int thread, uint32_t value, bool unknown) {
    cg_consistency_published(b->c, &(cg_perform){.kind = CG_STORE,
                                                 .published = true,
                                                 .thread = thread,
                                                 .addr = WORD,
                                                 .place = cg_local_addr(0, 0),
                                                 .mask = 0xf,
                                                 .value = value,
                                                 .unknown = unknown,
                                                 .cycle = ++b->cycle});
}

// What thread 0 has stored into its place, and published as `value`; then thread 1 loads `loaded`.
static uint64_t violations(const char *model, uint32_t value, bool unknown, bool ordered, uint32_t loaded) {
    bench b = begin(model);
    access_word(&b, 0, CG_STORE, cg_local_addr(0, 0), 7);
    publish(&b, 0, value, unknown);
    if (ordered) synchronize(&b, 0, 0), synchronize(&b, 1, 1);
    access_word(&b, 1, CG_LOAD, WORD, loaded);
    return end(&b);
}

static const char *const MODELS[] = {"protocols/models/sc.json", "protocols/models/drf0.json"};

Test(published, others_find_the_word_of_the_place) {
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(violations(MODELS[i], 7, false, true, 7), 0, "%s", MODELS[i]);
        cr_expect_neq(violations(MODELS[i], 7, false, true, 8), 0, "%s", MODELS[i]);
    }
    cr_expect_neq(violations(MODELS[1], 7, false, true, 0), 0, "it is not what the word was before");
}

Test(published, it_is_the_word_that_was_stored_there) {
    for (int i = 0; i < 2; i++) {
        cr_expect_neq(violations(MODELS[i], 9, false, true, 9), 0, "%s", MODELS[i]);
        cr_expect_eq(violations(MODELS[i], 9, true, true, 9), 0, "%s: bytes of it are nobody's", MODELS[i]);
    }
}

Test(published, nothing_orders_a_load_behind_it) {
    cr_expect_eq(violations(MODELS[0], 7, false, false, 7), 0, "sc allows races");
    cr_expect_neq(violations(MODELS[1], 7, false, false, 7), 0, "drf0 does not");
}

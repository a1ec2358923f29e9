// The thread-block applications on an instant memory: sizes that no tile divides, forms, and that a word of
// another place in a tile is noticed.
#include <criterion/criterion.h>

#include "lang/amo.h"
#include "workload_bench.h"

static const char *const kinds[] = {"lud", "sgemm", "stencil", "pathfinder"};
enum { KINDS = sizeof kinds / sizeof *kinds };

Test(applications, all_sizes_and_forms_pass) {
    static const char *const sizes[][5] = {{"1", "1", "1", "1", "1"},
                                           {"7", "9", "3", "1", "2"},
                                           {"13", "11", "5", "3", "2"},
                                           {"11", "45", "4", "4", "1"}};
    for (int i = 0; i < KINDS * 4 * 3; i++) {
        const int kind = i % KINDS, size = i / KINDS % 4, form = i / KINDS / 4;
        const cg_choice c[] = {{"kind", kinds[kind]},
                               {"rows", sizes[size][0]},
                               {"columns", sizes[size][1]},
                               {"depth", sizes[size][2]},
                               {"tile", sizes[size][3]},
                               {"steps", sizes[size][4]},
                               {"by", form ? "local" : "cache"},
                               {"globals", form < 2 ? "cache" : "local"}};
        bench b;
        bench_run(bench_set_up(&b, "applications", 1 + (kind + size) % 3, 1 + size * 2, c, 8), NULL);
        cr_expect(b.env.failure[0] == '\0', "%s, size %d, form %d: %s", kinds[kind], size, form,
                  b.env.failure);
        bench_tear_down(&b);
    }
}

Test(applications, what_does_not_fit_is_refused) {
    bench_refuses("applications", "tile", "17", "tile must be 1 to 16");
    bench_refuses("applications", "kind", "nw", "kind must be lud, sgemm, stencil or pathfinder");
    const cg_choice c[] = {{"rows", "40"}, {"tile", "16"}, {"globals", "local"}};
    bench b;
    bench_set_up(&b, "applications", 2, 2, c, 3);
    cr_expect_str_eq(b.env.bad_input,
                     "workload applications: a block needs a local memory of 3072 bytes, and 1024 "
                     "are there: give it a smaller tile");
    bench_tear_down(&b);
}

// Runs all threads; from load number `wrong` on each load is of the word behind the one that is asked for.
// Returns how many loads there were.
static uint64_t run_wrongly(bench *b, uint64_t wrong) {
    uint64_t loads = 0;
    cg_scheduler_start(b->scheduler, cg_env_thread, &b->env);
    for (uint64_t cycle = 1; cg_scheduler_busy(b->scheduler) && cycle < MOST_OPS; cycle++) {
        cg_scheduler_tick(b->scheduler, cycle);
        for (int core = 0; core < b->env.cores; core++) {
            int tid;
            const cg_request *r = cg_scheduler_offer(b->scheduler, core, &tid);
            if (!r) continue;
            const uint64_t addr = r->addr + (r->op == CG_LOAD && loads++ >= wrong ? 4 : 0);
            const uint32_t old = cg_sparse_ld(b->memory, addr);
            if (r->op == CG_STORE) cg_sparse_st(b->memory, addr, r->data, r->mask);
            if (r->op == CG_ATOMIC)
                cg_sparse_st(b->memory, addr, cg_amo_apply((cg_amo_op)r->aop, old, r->data, r->compare), 0xf);
            cg_scheduler_accepted(b->scheduler, core);
            cg_scheduler_answer(b->scheduler, core, tid, old);
        }
    }
    cr_assert(!cg_scheduler_busy(b->scheduler));
    return loads;
}

static bool notices(const char *kind, const char *by, uint64_t wrong, uint64_t *loads) {
    const cg_choice c[] = {{"kind", kind}, {"by", by}, {"globals", "local"}};
    bench b;
    bench_set_up(&b, "applications", 2, 2, c, 3);
    *loads = run_wrongly(&b, wrong);
    cg_scheduler_start(b.scheduler, cg_env_join, &b.env);
    cr_assert(cg_scheduler_run(b.scheduler, b.memory, MOST_OPS));
    cg_scheduler_start_one(b.scheduler, 0, cg_env_check, &b.env);
    cr_assert(cg_scheduler_run(b.scheduler, b.memory, MOST_OPS));
    const bool noticed = b.env.failure[0] != '\0';
    bench_tear_down(&b);
    return noticed;
}

Test(applications, a_wrong_index_is_noticed) {
    for (int i = 0; i < 2 * KINDS; i++) {
        const char *kind = kinds[i % KINDS], *by = i < KINDS ? "cache" : "local";
        uint64_t loads, unused;
        cr_expect(!notices(kind, by, UINT64_MAX, &loads), "%s, %s: nothing is wrong", kind, by);
        for (uint64_t k = 0; k < 8; k++)
            cr_expect(notices(kind, by, loads * k / 8, &unused), "%s, %s: from load %u on", kind, by,
                      (unsigned)(loads * k / 8));
    }
}

static double instructions(const char *kind, const char *by, const char *globals) {
    const cg_choice c[] = {{"kind", kind}, {"by", by}, {"globals", globals}};
    bench b;
    bench_run(bench_set_up(&b, "applications", 2, 2, c, 3), NULL);
    double n = 0;
    for (size_t i = 0; i < b.env.n_measures; i++) n = b.env.measures[i].value;
    cr_expect(b.env.n_measures == 1);
    bench_tear_down(&b);
    return n;
}

// Copies are instructions, and what is copied for nothing costs more.
Test(applications, copies_are_counted) {
    for (int i = 0; i < KINDS; i++) {
        const double cached = instructions(kinds[i], "cache", "cache"),
                     some = instructions(kinds[i], "local", "cache"),
                     all = instructions(kinds[i], "local", "local");
        cr_expect(cached > 0 && all > some, "%s: %.0f, %.0f, %.0f", kinds[i], cached, some, all);
    }
}

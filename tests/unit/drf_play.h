// Workloads on the machine of drf_machine.h, watched by the oracle.
#ifndef COHGEN_TEST_DRF_PLAY_H
#define COHGEN_TEST_DRF_PLAY_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "drf_machine.h"
#include "programs/thread.h"
#include "programs/workload.h"

static inline cg_model *drf_model(const char *path) {
    char err[400];
    cg_model *m = cg_model_load(path, err, sizeof err);
    cr_assert(m != NULL, "%s", err);
    return m;
}

typedef struct {
    cg_env env;
    cg_sparse *memory;
    cg_scheduler *scheduler;
    cg_model *model;
    drf_machine machine;
    cg_consistency_checker *checker;
    char told[4096];
} run;

static bool watched = true; // else the machine tells the checker nothing

static inline void hear(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    run *r = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    snprintf(r->told, sizeof r->told, "%s", text);
}

static inline void hear_use(void *ctx, uint32_t result, bool used) {
    run *r = ctx;
    cg_consistency_used(r->checker, result, used);
}

static inline void init_word(void *ctx, uint64_t addr, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i += 4) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)bytes + i, 4);
        cg_consistency_init(ctx, addr + i, word);
    }
}

static inline void go_on(run *r) {
    for (uint64_t i = 0; cg_scheduler_busy(r->scheduler) && i < 3000000 &&
                         !cg_consistency_violations(r->checker) && !r->env.failure[0];) {
        cg_scheduler_tick(r->scheduler, i + 1);
        for (int core = 0; core < r->env.cores; core++, i++) {
            int tid;
            const cg_request *q = cg_scheduler_offer(r->scheduler, core, &tid);
            if (q == NULL) continue;
            const cg_request copy = *q;
            cg_scheduler_accepted(r->scheduler, core);
            cg_scheduler_answer(r->scheduler, core, tid, drf_do(&r->machine, core, tid, &copy));
        }
    }
}

// A workload on the machine, up to the first violation. Returns the checker's count; the workload's own
// complaint is in r->env.failure.
static inline uint64_t play_under(run *r, const char *model, const char *name, int cores, int threads,
                                  uint64_t seed, drf_lie lie, const cg_choice *choices, size_t n) {
    char err[200], path[80];
    snprintf(path, sizeof path, "protocols/models/%s.json", model);
    *r = (run){.memory = cg_sparse_new(), .model = drf_model(path)};
    r->env = (cg_env){.cores = cores,
                      .threads = threads,
                      .partitions = 2,
                      .line_bytes = DRF_LINE,
                      .addr_bits = 32,
                      .local_bytes = 1024,
                      .seed = seed,
                      .weak = true,
                      .no_races = true,
                      .model = r->model,
                      .sync_loads = cg_consistency_legal(r->model, CG_LOAD, CG_MARK_ACQUIRE),
                      .sync_stores = cg_consistency_legal(r->model, CG_STORE, CG_MARK_RELEASE),
                      .memory = r->memory,
                      .choices = choices,
                      .n_choices = n};
    cr_assert(cg_env_setup(&r->env, cg_workload_find(name)), "%s", r->env.bad_input);
    cg_scheduler_options o = {.cores = cores,
                              .threads = threads,
                              .seed = seed,
                              .random_order = true,
                              .no_races = true,
                              .sync_loads = r->env.sync_loads,
                              .sync_stores = r->env.sync_stores,
                              .used = hear_use,
                              .ctx = r};
    cg_scheduler_marks(&o, r->model);
    r->scheduler = cg_scheduler_new(&o);
    cg_oracle_config cfg = {.threads = (unsigned)(cores * threads),
                            .of_core = (unsigned)threads,
                            .max_violations = 1,
                            .violation = hear,
                            .ctx = r};
    r->checker = cg_consistency_new(r->model, &cfg, err, sizeof err);
    cr_assert(r->checker != NULL, "%s", err);
    cg_consistency_accept(r->checker, r->env.accepts);
    r->machine = (drf_machine){.memory = r->memory,
                               .model = r->model,
                               .rng = cg_rng_new(seed, 9),
                               .lie = lie,
                               .cores = cores,
                               .threads = threads,
                               .checker = watched ? r->checker : NULL};
    drf_machine_begin(&r->machine, r->env.used);
    cg_sparse_each(r->memory, init_word, r->checker);
    if (cg_env_prepares(&r->env)) {
        cg_scheduler_start(r->scheduler, cg_env_prepare, &r->env);
        go_on(r);
        cg_scheduler_start(r->scheduler, cg_env_prepared, &r->env);
        go_on(r);
    }
    cg_scheduler_start(r->scheduler, cg_env_thread, &r->env);
    go_on(r);
    if (!cg_scheduler_busy(r->scheduler) && cg_env_joins(&r->env)) {
        cg_scheduler_start(r->scheduler, cg_env_join, &r->env);
        go_on(r);
    }
    if (!cg_scheduler_busy(r->scheduler) && r->env.workload->check) {
        cg_scheduler_start_one(r->scheduler, 0, cg_env_check, &r->env);
        go_on(r);
    }
    return cg_consistency_violations(r->checker);
}

static inline uint64_t play(run *r, const char *name, int cores, int threads, uint64_t seed, drf_lie lie,
                            const cg_choice *choices, size_t n) {
    return play_under(r, "drf0", name, cores, threads, seed, lie, choices, n);
}

static inline void over(run *r) {
    drf_machine_end(&r->machine);
    cg_consistency_free(r->checker);
    cg_scheduler_free(r->scheduler);
    cg_env_free(&r->env);
    cg_sparse_free(r->memory);
    cg_model_free(r->model);
}

#endif

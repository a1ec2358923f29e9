#define _DEFAULT_SOURCE
#include "workload_bench.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bench *set_up(bench *b, const cg_env *more, const char *name, int cores, int threads,
                     const cg_choice *choices, size_t n) {
    *b = (bench){.memory = cg_sparse_new()};
    b->env = (cg_env){.spec = more->spec,
                      .peek = more->peek,
                      .ctx = b,
                      .cores = cores,
                      .threads = threads,
                      .partitions = 2,
                      .line_bytes = 64,
                      .addr_bits = 32,
                      .local_bytes = 1024,
                      .seed = 7,
                      .memory = b->memory,
                      .choices = choices,
                      .n_choices = n};
    cg_scheduler_options o = {.cores = cores,
                              .threads = threads,
                              .seed = 7,
                              .random_order = threads % 2,
                              .delay_max = cores % 2 ? 5 : 0};
    b->scheduler = cg_scheduler_new(&o);
    const cg_workload *w = cg_workload_find(name);
    cr_assert(w != NULL, "no workload %s", name);
    cg_env_setup(&b->env, w);
    return b;
}

bench *bench_set_up(bench *b, const char *name, int cores, int threads, const cg_choice *choices, size_t n) {
    return set_up(b, &(cg_env){0}, name, cores, threads, choices, n);
}

bench *bench_set_up_of(bench *b, const cg_spec *spec, cg_peek *peek, const char *name,
                       const cg_choice *choice) {
    return set_up(b, &(cg_env){.spec = spec, .peek = peek}, name, 2, 2, choice, 1);
}

void bench_prepare(cg_env *e, cg_scheduler *c, void (*step)(void *ctx), void *ctx) {
    if (!cg_env_prepares(e)) return;
    cg_scheduler_start(c, cg_env_prepare, e);
    step(ctx);
    if (cg_scheduler_busy(c)) return;
    cg_scheduler_start(c, cg_env_prepared, e);
    step(ctx);
}

static void step_at_once(void *arg) {
    bench *b = arg;
    cr_assert(cg_scheduler_run(b->scheduler, b->memory, MOST_OPS), "%s is not prepared",
              b->env.workload->name);
}

// Runs threads, joins them, then checks. `spoil` changes memory in between.
void bench_run(bench *b, void (*spoil)(bench *b)) {
    cr_assert(b->env.bad_input[0] == '\0', "%s", b->env.bad_input);
    bench_prepare(&b->env, b->scheduler, step_at_once, b);
    cg_scheduler_start(b->scheduler, cg_env_thread, &b->env);
    cr_assert(cg_scheduler_run(b->scheduler, b->memory, MOST_OPS), "%s does not end", b->env.workload->name);
    if (cg_env_joins(&b->env)) cg_scheduler_start(b->scheduler, cg_env_join, &b->env);
    cr_assert(cg_scheduler_run(b->scheduler, b->memory, MOST_OPS), "%s: the join does not end",
              b->env.workload->name);
    if (spoil) spoil(b);
    if (b->env.workload->check == NULL) return;
    cg_scheduler_start_one(b->scheduler, 0, cg_env_check, &b->env);
    cr_assert(cg_scheduler_run(b->scheduler, b->memory, MOST_OPS), "%s: the check does not end",
              b->env.workload->name);
}

void bench_tear_down(bench *b) {
    cg_scheduler_free(b->scheduler);
    cg_env_free(&b->env);
    cg_sparse_free(b->memory);
}

bool bench_needs_file(const char *workload) {
    return strcmp(workload, "script") == 0 || strcmp(workload, "replay") == 0 ||
           strcmp(workload, "litmus") == 0;
}

void bench_refuses(const char *name, const char *option, const char *value, const char *word) {
    bench b;
    cg_choice c = {option, value};
    bench_set_up(&b, name, 2, 2, &c, 1);
    cr_expect(strstr(b.env.bad_input, word) != NULL, "%s=%s: '%s' lacks '%s'", option, value, b.env.bad_input,
              word);
    bench_tear_down(&b);
}

char *bench_file(const char *end, const char *text) {
    static char path[64];
    snprintf(path, sizeof path, "/tmp/cohgen_test_XXXXXX%s", end);
    int fd = mkstemps(path, (int)strlen(end));
    cr_assert(fd >= 0);
    cr_assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

// Workload `script`: steps in order, what they expect, and scripts that are wrong.
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "workload_bench.h"

// Stands for a golden model: register "n" counts up, the line has a field until address 0 holds 9.
static bool fake_peek(void *ctx, const char *machine, int node, const char *space, const char *field,
                      uint64_t addr, uint64_t *value) {
    bench *b = ctx;
    uint32_t word = cg_sparse_ld(b->memory, addr);
    (void)node, (void)field;
    cr_expect(strcmp(machine, "m") == 0);
    *value = strcmp(space, "reg") == 0 ? 5 : word + 100;
    return strcmp(space, "reg") == 0 || word != 9;
}

static void play(bench *b, const char *text) {
    static cg_choice c;
    c = (cg_choice){"script", bench_file(".json", text)};
    bench_set_up(b, "script", 2, 2, &c, 1);
    unlink(c.value);
    b->env.peek = fake_peek;
    b->env.ctx = b;
    bench_run(b, NULL);
}

#define SCRIPT_HEAD                                                                                          \
    "{\"symbols\": {\"A\": \"0x40\"}, \"columns\": [{\"name\": \"n\", \"machine\": \"m\", \"field\": "       \
    "\"n\"},"                                                                                                \
    "{\"name\": \"A.f\", \"machine\": \"m\", \"space\": \"line\", \"field\": \"f\", \"addr\": \"A\"}], "     \
    "\"steps\": ["

Test(script, plays_in_order_and_compares) {
    bench b;
    play(&b, SCRIPT_HEAD
         "{\"label\": \"start\", \"expect\": [5, 100]},"
         "{\"label\": \"a\", \"core\": 1, \"op\": \"store\", \"addr\": \"A\", \"value\": 3, \"expect\": [5, "
         "103]},"
         "{\"label\": \"b\", \"core\": 0, \"thread\": 1, \"op\": \"load\", \"addr\": \"A\", \"value\": 3},"
         "{\"core\": 0, \"op\": \"atomic\", \"aop\": \"cas\", \"addr\": \"A\", \"compare\": 3, \"operand\": "
         "9},"
         "{\"label\": \"gone: the last value counts\", \"expect\": [null, 103]}]}");
    cr_expect(b.env.failure[0] == '\0', "%s", b.env.failure);
    bench_tear_down(&b);
}

Test(script, a_difference_fails) {
    bench b;
    play(&b, SCRIPT_HEAD "{\"label\": \"start\", \"expect\": [5, 101]}]}");
    cr_expect(strstr(b.env.failure, "after 'start' A.f is 100, not 101") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
    play(&b, SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"value\": 1}]}");
    cr_expect(strstr(b.env.failure, "returned 0, not 1") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
}

Test(script, bad_scripts_are_refused) {
    static const char *const texts[][2] = {
        {"{", "script"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"B\"}]}", "'B' is not one of its symbols"},
        {SCRIPT_HEAD "{\"op\": \"lod\", \"addr\": \"A\"}]}", "is not load, store, atomic or fence"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"core\": 2}]}", "no thread 0 on core 2"},
        {SCRIPT_HEAD "{\"expect\": [1]}]}", "does not expect 2 values"},
        {"{\"columns\": []}", "no array 'steps'"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *path = bench_file(".json", texts[i][0]);
        bench_refuses("script", "script", path, texts[i][1]);
        unlink(path);
    }
}

// Workload `script`: steps in order, what they expect, and scripts that are wrong.
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "workload_bench.h"

// As long as a name of a table can be: 64 characters.
#define LONG_NAME "a_machine_with_a_name_of_as_many_characters_as_a_table_can_have_"

// Stands for a golden model: register "n" counts up, the line has a field until address 0 holds 9.
static bool fake_peek(void *ctx, const char *machine, int node, const char *space, const char *field,
                      uint64_t addr, uint64_t *value) {
    bench *b = ctx;
    uint32_t word = cg_sparse_ld(b->memory, addr);
    (void)node, (void)field;
    cr_expect(strcmp(machine, "m") == 0 || strcmp(machine, LONG_NAME) == 0, "%s", machine);
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

Test(script, a_long_name_is_whole) {
    bench b;
    play(&b, "{\"columns\": [{\"name\": \"" LONG_NAME "\", \"machine\": \"" LONG_NAME
             "\", \"field\": \"" LONG_NAME "\"}], \"steps\": [{\"label\": \"start\", \"expect\": [6]}]}");
    cr_expect(strstr(b.env.failure, "after 'start' " LONG_NAME " is 5, not 6") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
}

Test(script, what_the_table_does_not_take_is_refused) {
    const char *path = bench_file(".json", SCRIPT_HEAD "{\"op\": \"atomic\", \"addr\": \"A\"}]}");
    const cg_choice c = {"script", path};
    cg_env e = {.cores = 1, .threads = 1, .line_bytes = 64, .addr_bits = 32, .no_atomics = true};
    e.memory = cg_sparse_new();
    e.choices = &c;
    e.n_choices = 1;
    cr_expect(!cg_env_setup(&e, cg_workload_find("script")));
    cr_expect(strstr(e.bad_input, "step 0: the table has no event for a core's atomic") != NULL, "%s",
              e.bad_input);
    cg_env_free(&e);
    cg_sparse_free(e.memory);
    unlink(path);
}

Test(script, bad_scripts_are_refused) {
    static const char *const texts[][2] = {
        {"{", "script"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"B\"}]}", "'B' is not one of its symbols"},
        {SCRIPT_HEAD "{\"op\": \"lod\", \"addr\": \"A\"}]}", "is not load, store, atomic, fence or command"},
        {SCRIPT_HEAD "{\"op\": \"command\", \"command\": \"drop\"}]}", "the table has no command 'drop'"},
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

// Workload `script`: steps in order, what they expect, and scripts that are wrong.
#include <criterion/criterion.h>
#include <stdio.h>
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

// A table of two machines, the second one with a long name; each has a register and a line's field.
static cg_field regs[] = {{.name = "n"}, {.name = LONG_NAME}}, lines[] = {{.name = "f"}};
static cg_state states[] = {{.name = "I"}, {.name = "V"}};
static cg_machine machines[] = {
    {.name = "m",
     .count = 1,
     .regs = regs,
     .n_regs = 1,
     .line = lines,
     .n_line = 1,
     .states = states,
     .n_states = 2},
    {.name = LONG_NAME, .count = 1, .regs = regs + 1, .n_regs = 1},
};
static const cg_spec spec = {.machines = machines, .n_machines = 2};

static bench *set_up(bench *b, const char *text, cg_peek *peek) {
    static cg_choice c;
    c = (cg_choice){"script", bench_file(".json", text)};
    bench_set_up_of(b, &spec, peek, "script", &c);
    unlink(c.value);
    return b;
}

static void play(bench *b, const char *text) {
    bench_run(set_up(b, text, fake_peek), NULL);
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
         "{\"expect\": [null, 103]}," // gone: the last value counts
         "{\"label\": \"gone\", \"expect\": [null, 103]}]}");
    cr_expect(b.env.failure[0] == '\0', "%s", b.env.failure);
    bench_tear_down(&b);
}

Test(script, a_difference_fails) {
    bench b;
    play(&b, SCRIPT_HEAD "{\"label\": \"start\", \"expect\": [5, 101]}]}");
    cr_expect(strstr(b.env.failure, "step 0 ('start'): A.f is 100, not 101") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
    play(&b, SCRIPT_HEAD "{}, {\"expect\": [6, null]}]}"); // nobody prints it
    cr_expect(strstr(b.env.failure, "step 1: n is 5, not 6") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
    play(&b, SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"value\": 1}]}");
    cr_expect(strstr(b.env.failure, "step 0: 0 is returned, not 1") != NULL, "%s", b.env.failure);
    bench_tear_down(&b);
}

Test(script, a_long_name_is_whole) {
    bench b;
    play(&b, "{\"columns\": [{\"name\": \"" LONG_NAME "\", \"machine\": \"" LONG_NAME
             "\", \"field\": \"" LONG_NAME "\"}], \"steps\": [{\"label\": \"start\", \"expect\": [6]}]}");
    cr_expect(strstr(b.env.failure, "step 0 ('start'): " LONG_NAME " is 5, not 6") != NULL, "%s",
              b.env.failure);
    bench_tear_down(&b);
}

// A state by its name; a line that was never there has no value, whatever is expected of it.
static bool peek_at_states(void *ctx, const char *machine, int node, const char *space, const char *field,
                           uint64_t addr, uint64_t *value) {
    (void)ctx, (void)machine, (void)node, (void)field, (void)addr;
    *value = 1;
    return strcmp(space, "line") != 0;
}

Test(script, states_have_names_and_what_was_never_there_is_not_0) {
    static const char HEAD[] = "{\"symbols\": {\"A\": \"0x40\"}, \"columns\": [{\"name\": \"s\", "
                               "\"machine\": \"m\", \"space\": \"state\", "
                               "\"addr\": \"A\"}, {\"name\": \"f\", \"machine\": \"m\", \"space\": \"line\", "
                               "\"field\": \"f\", \"addr\": \"A\"}], \"steps\": [";
    static const char *const steps[][2] = {
        {"{\"expect\": [\"V\", null]}]}", NULL},
        {"{\"expect\": [1, null]}]}", NULL},
        {"{\"expect\": [\"I\", null]}]}", "step 0: s is V, not I"},
        {"{\"expect\": [null, 0]}]}", "step 0: f has not been seen: nothing is there"}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        char text[600];
        bench b;
        snprintf(text, sizeof text, "%s%s", HEAD, steps[i][0]);
        bench_run(set_up(&b, text, peek_at_states), NULL);
        cr_expect(steps[i][1] ? strstr(b.env.failure, steps[i][1]) != NULL : !b.env.failure[0], "%s",
                  b.env.failure);
        bench_tear_down(&b);
    }
}

Test(script, what_the_table_does_not_take_is_refused) {
    const char *path = bench_file(".json", SCRIPT_HEAD "{\"op\": \"atomic\", \"addr\": \"A\"}]}");
    const cg_choice c = {"script", path};
    cg_env e = {
        .cores = 1, .threads = 1, .line_bytes = 64, .addr_bits = 32, .no_atomics = true, .spec = &spec};
    e.memory = cg_sparse_new();
    e.choices = &c;
    e.n_choices = 1;
    cr_expect(!cg_env_setup(&e, cg_workload_find("script")));
    cr_expect(strstr(e.bad_input, "the table has no event for a core's atomic") != NULL, "%s", e.bad_input);
    cg_env_free(&e);
    cg_sparse_free(e.memory);
    unlink(path);
}

// tests/cli/script_bad.cmd has more of them, with their places.
Test(script, bad_scripts_are_refused) {
    static const char *const texts[][2] = {
        {"{", "the text ends too early"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"B\"}]}", "there is no symbol 'B'"},
        {SCRIPT_HEAD "{\"op\": \"lod\", \"addr\": \"A\"}]}",
         "'lod' is no op: load, store, atomic, fence and command are"},
        {SCRIPT_HEAD "{\"op\": \"command\", \"command\": \"drop\"}]}", "there is no command 'drop'"},
        {SCRIPT_HEAD "{\"op\": \"load\", \"addr\": \"A\", \"core\": 2}]}", "'core' must be 0 to 1"},
        {SCRIPT_HEAD "{\"expect\": [1]}]}", "1 values are expected, and there are 2 columns"},
        {SCRIPT_HEAD "{\"lable\": \"a\"}]}",
         "a step without 'op' has no key 'lable' (did you mean 'label'?)"},
        {"{\"columns\": []}", "a script needs the key 'steps'"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bench b;
        set_up(&b, texts[i][0], fake_peek);
        cr_expect(strstr(b.env.bad_input, texts[i][1]) != NULL, "%s", b.env.bad_input);
        bench_tear_down(&b);
    }
}

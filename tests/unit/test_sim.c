// The small parts of a run: its configuration, the set of touched words, the watchdog.
#define _DEFAULT_SOURCE
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lang/local.h"
#include "lang/model.h"
#include "lang/topology.h"
#include "sim/config.h"
#include "sim/core_side.h"
#include "sim/sim.h"
#include "sim/touched.h"
#include "sim/watchdog.h"
#include "tables.h"

static char *temporary(const char *text) {
    static char path[64];
    strcpy(path, "/tmp/cohgen_test_XXXXXX");
    int fd = mkstemp(path);
    cr_assert(fd >= 0);
    cr_assert(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    return path;
}

Test(sim_config, a_file_and_its_defaults) {
    char *path = temporary(
        "# a comment\nprotocol = p.json # the table\n\nseed=0x10\nset.cores = 2\nopt.lines= 7\nseed = 3\n");
    cg_sim_config *c = cg_sim_config_read(path);
    unlink(path);
    cr_assert(c != NULL);
    cr_expect_str_eq(c->protocol, "p.json");
    cr_expect_str_eq(c->workload, "random");
    cr_expect(c->seed == 3 && c->watchdog == 20000 && c->lockstep == 1 && c->quiet == 0);
    cr_assert(c->n_settings == 1 && c->n_choices == 1);
    cr_expect_str_eq(c->settings[0].key, "cores");
    cr_expect_str_eq(c->settings[0].value, "2");
    cr_expect(strstr(c->settings[0].where, ":5") != NULL);
    cr_expect_str_eq(c->choices[0].name, "lines");
    cg_sim_config_free(c);
}

Test(sim_config, lines_in_the_argument_and_includes) {
    char *path = temporary("workload = bfs\nseed = 9\n"), argument[100];
    snprintf(argument, sizeof argument, "seed=1,include=%s,quiet=1", path);
    cg_sim_config *c = cg_sim_config_read(argument);
    unlink(path);
    cr_assert(c != NULL);
    cr_expect_str_eq(c->workload, "bfs");
    cr_expect(c->seed == 9 && c->quiet == 1);
    cg_sim_config_free(c);
}

// What a program asks for and the table has no event for does not get into the design.
Test(core_side, an_operation_without_an_event_is_refused) {
    char wrong[200] = "";
    cg_spec *spec = spec_of_table("tests/tables/bare.json", NULL, 0);
    cg_model *sc = cg_model_load("protocols/models/sc.json", wrong, sizeof wrong);
    cr_assert(sc != NULL, "%s", wrong);
    cg_request r = {.addr = 4};
    const bool allowed[] = {[CG_LOAD] = true, [CG_STORE] = true, [CG_ATOMIC] = false, [CG_FENCE] = true};
    for (r.op = CG_LOAD; r.op <= CG_FENCE; r.op++)
        cr_expect(cg_request_legal(spec, sc, 0, &r, wrong, sizeof wrong) == allowed[r.op], "%u: %s", r.op,
                  wrong);
    cr_expect_str_eq(wrong, "atomic of 0x4, and bare has no event for that");
    cg_model_free(sc);
    cg_spec_free(spec);
}

// A core may ask for the places of its own local memory, and for no others; where there is none, for none.
Test(core_side, local_memories_are_their_cores_own) {
    char wrong[200] = "";
    cg_spec *local = spec_of_table("tests/tables/local.json", NULL, 0);
    cg_spec *bare = spec_of_table("tests/tables/bare.json", NULL, 0);
    cg_model *sc = cg_model_load("protocols/models/sc.json", wrong, sizeof wrong);
    cr_assert(sc != NULL, "%s", wrong);
    const uint64_t bytes = local->machines[cg_memory_beside(local, 0)].sets * local->line_bytes;
    cr_assert_eq(bytes, 8 * 16);
    for (int core = 0; core < 2; core++)
        for (uint64_t of = 0; of < 2; of++)
            for (uint64_t place = 0; place <= bytes; place += 4) {
                const cg_request r = {.op = CG_ATOMIC, .addr = cg_local_addr(of, place), .mask = 0xf};
                const bool right = (int)of == core && place < bytes;
                cr_expect(cg_request_legal(local, sc, core, &r, wrong, sizeof wrong) == right);
                cr_expect(!cg_request_legal(bare, sc, core, &r, wrong, sizeof wrong));
            }
    const cg_request odd = {.op = CG_LOAD, .addr = cg_local_addr(0, 2)};
    cr_expect(!cg_request_legal(local, sc, 0, &odd, wrong, sizeof wrong));
    cg_model_free(sc);
    cg_spec_free(bare);
    cg_spec_free(local);
}

// A configuration is refused without a design as it would be with one.
Test(sim, a_configuration_is_tried_without_a_design, .init = cr_redirect_stderr) {
#define MESI "protocol=protocols/mesi.json,workload=random,"
    cr_expect(cg_sim_accepts(MESI "opt.loads=80,opt.stores=20", stderr));
    cr_expect(!cg_sim_accepts(MESI "opt.loads=80,opt.stores=70", stderr));
    cr_expect(!cg_sim_accepts(MESI "opt.lines=x", stderr));
    cr_expect(!cg_sim_accepts(MESI "threads=64", stderr));
    cr_expect(!cg_sim_accepts(MESI "misuse=nothing_known", stderr));
    cr_expect(!cg_sim_accepts("protocol=nowhere.json", stderr));
}

static void refused(const char *argument) {
    cg_sim_config *c = cg_sim_config_read(argument);
    cr_expect(c == NULL, "%s", argument);
    cg_sim_config_free(c);
}

Test(sim_config, every_problem_is_refused, .init = cr_redirect_stderr) {
    refused("");
    refused("/nowhere/at/all");
    refused("seed=x");
    refused("seed=-1");
    refused("mem_stall=100");
    refused("mem_latency_min=9,mem_latency_max=8");
    refused("seed=99999999999999999999");
    char *path = temporary("include = ");
    FILE *f = fopen(path, "a");
    fprintf(f, "%s\nseed 3\n", path); // includes itself, and has a line that is none
    fclose(f);
    refused(path);
    unlink(path);
}

// Does the argument set the inputs of a protocol with two, and to what?
static bool sets_inputs(const char *argument, uint64_t *inputs) {
    cg_input all[] = {{.name = "calm"}, {.name = "strict"}};
    const cg_spec spec = {.name = "none", .inputs = all, .n_inputs = 2};
    cg_sim_config *c = cg_sim_config_read(argument);
    cr_assert(c != NULL);
    const bool good = cg_sim_config_inputs(c, &spec, inputs);
    cg_sim_config_free(c);
    return good;
}

Test(sim_config, other_keys_are_inputs, .init = cr_redirect_stderr) {
    uint64_t inputs = 9;
    cr_expect(sets_inputs("seed=1", &inputs) && inputs == 0);
    cr_expect(sets_inputs("strict=1", &inputs) && inputs == 2);
    cr_expect(sets_inputs("strict=1,calm=1,strict=0", &inputs) && inputs == 1);
    cr_expect(!sets_inputs("sed=1", &inputs));
    cr_expect(!sets_inputs("strict=2", &inputs));
}

Test(sim_touched, keeps_order_and_values) {
    cg_touched *w = cg_touched_new();
    uint32_t value;
    for (uint64_t i = 0; i < 1000; i++) cg_touched_add(w, (i % 500) * 4096 + 4 + i % 4);
    cr_assert(cg_touched_count(w) == 500);
    for (size_t i = 0; i < 500; i++) {
        cr_assert(cg_touched_at(w, i) == i * 4096 + 4);
        cg_touched_set(w, i, (uint32_t)i);
    }
    cr_expect(cg_touched_get(w, 7 * 4096 + 6, &value) && value == 7);
    cr_expect_not(cg_touched_get(w, 8, &value));
    cg_touched_free(w);
}

static uint64_t oldest(void *since) {
    return *(uint64_t *)since;
}

Test(watchdog, waits_longer_with_long_holds_alone) {
    cg_sim_config c = {.watchdog = 20000, .hold_cycles = CG_HOLD_CYCLES};
    cr_expect(cg_sim_config_watchdog(&c) == 20000);
    c.hold_cycles = 2000; // of what is not held
    cr_expect(cg_sim_config_watchdog(&c) == 20000);
    c.hold = 10;
    cr_expect(cg_sim_config_watchdog(&c) == 32 * 20000);
    c.hold_cycles = CG_HOLD_CYCLES;
    cr_expect(cg_sim_config_watchdog(&c) == 20000);
}

Test(watchdog, deadlock_and_starvation) {
    cg_watchdog w = {.limit = 100};
    uint64_t cycle, since = 0;
    for (cycle = 1; cycle < 500; cycle++)
        cr_assert(cg_watchdog_step(&w, cycle, false, false, oldest, &since) ==
                  CG_WATCH_FINE); // nothing is due
    for (; cycle < 599; cycle++)
        cr_assert(cg_watchdog_step(&w, cycle, false, true, oldest, &since) == CG_WATCH_FINE);
    cr_expect(cg_watchdog_step(&w, cycle, false, true, oldest, &since) == CG_WATCH_DEADLOCK);
    for (cycle = 600; cycle < 4096; cycle++) // one waits, others are answered
        cr_assert(cg_watchdog_step(&w, cycle, true, true, oldest, &since) == CG_WATCH_FINE);
    cr_expect(cg_watchdog_step(&w, cycle, true, true, oldest, &since) == CG_WATCH_STARVED);
    since = 4000;
    cr_expect(cg_watchdog_step(&w, 8192, true, true, oldest, &since) == CG_WATCH_STARVED);
    since = 8000;
    cr_expect(cg_watchdog_step(&w, 8192, true, true, oldest, &since) == CG_WATCH_FINE);
}

Test(workload, a_limit_on_cycles_grows_with_the_work) {
    const cg_choice ops = {"ops", "1000"};
    cg_env random = {.workload = cg_workload_find("random"), .choices = &ops, .n_choices = 1};
    cg_env locks = {.workload = cg_workload_find("spin_mutex")};
    cr_expect(cg_env_cycles(&random, 0, 0) == 2100000);
    cr_expect(cg_env_cycles(&random, 800, 0) == 2100000);
    cr_expect(cg_env_cycles(&random, 30000, 0) == 31 * UINT64_C(2100000));
    cr_expect(cg_env_cycles(&random, 0, 500) == 4100000);
    cr_expect(cg_env_cycles(&locks, 0, 500) == 2000000);
}

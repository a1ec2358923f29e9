// Golden memory in place of coherence: the table that counts on it passes, is found wrong without it, and
// what golden memory is not told of, or the home does not hold, is found.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "interp/ideal.h"
#include "load/load.h"
#include "walk/walk.h"

#define TABLE "protocols/sc_ideal.json"
static const cg_setting SMALL[] = {{"cores", "3", "test", false}, {"threads", "2", "test", false}};

static char *read_text(void) {
    FILE *f = fopen(TABLE, "r");
    char *text = calloc(1, 1 << 16);
    cr_assert(f && text && fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    return text;
}

// The table with each `from` blotted out by `to` of the same length; "" leaves it as it is.
static cg_spec *read_table(const char *from, const char *to) {
    char *text = read_text(), path[32];
    cr_assert_eq(strlen(from), strlen(to));
    for (char *at = text; *from && (at = strstr(at, from)); at += strlen(from)) memcpy(at, to, strlen(to));
    FILE *f = tmpfile();
    fputs(text, f);
    fflush(f);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(f));
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read(path, SMALL, sizeof SMALL / sizeof *SMALL, d);
    if (!s) cg_diags_print(d, stderr);
    cr_assert_not_null(s);
    cg_diags_free(d);
    fclose(f);
    free(text);
    return s;
}

static cg_walk_result walk_table(const char *from, const char *to) {
    char error[256];
    cg_spec *s = read_table(from, to);
    cg_plan *plan = cg_plan_new(s);
    cg_model *model = cg_model_load("protocols/models/sc.json", error, sizeof error);
    cg_walk_result r = {0};
    cr_assert_not_null(model);
    for (uint64_t seed = 1; !r.reason[0] && seed <= 30; seed++)
        cg_walk(plan, model, &(cg_walk_options){.seed = seed, .operations = 500}, &r);
    cg_model_free(model);
    cg_plan_free(plan);
    cg_spec_free(s);
    return r;
}

Test(ideal, the_table_is_sc) {
    const cg_walk_result r = walk_table("", "");
    cr_assert_str_empty(r.reason);
    cr_assert_geq(r.operations, 15000);
}

Test(ideal, without_golden_memory_it_is_not) {
    char *text = read_text(), *mark = strstr(text, "  \"simulation_only\""), *end = strchr(mark, '\n');
    char line[300], blank[300];
    snprintf(line, sizeof line, "%.*s", (int)(end - mark), mark);
    memset(blank, ' ', sizeof blank);
    blank[strlen(line)] = '\0';
    const cg_walk_result r = walk_table(line, blank);
    cr_assert(!strncmp(r.reason, "memory oracle: not sc", 21) || strstr(r.reason, "livelock"), "%s",
              r.reason);
    free(text);
}

Test(ideal, a_store_that_does_not_arrive_is_found) {
    const cg_walk_result r = walk_table("\"write\", ", "         ");
    cr_assert(strstr(r.reason, "golden memory") || strstr(r.reason, "memory oracle"), "%s", r.reason);
}

Test(ideal, a_load_answered_too_early_is_found) {
    const cg_walk_result r = walk_table("\"hit\", \"perform load\"", "\"hit\"                ");
    cr_assert_str_eq(r.reason, "a load is answered before it takes effect");
}

Test(ideal, values_are_those_of_the_moment) {
    cg_spec *s = read_table("", "");
    cg_ideal *g = cg_ideal_new(s);
    const uint32_t first = 0x11223344;
    cg_perform load = {.kind = CG_LOAD, .addr = 0x40, .mask = 0xf, .value = 7};
    cg_perform store = {.kind = CG_STORE, .addr = 0x40, .mask = 0x6, .value = 0xaabbccdd};
    cg_perform atomic = {.kind = CG_ATOMIC, .addr = 0x40, .mask = 0xf, .value = 9, .old = 0x11bbcc44};
    cg_ideal_init(g, 0x40, &first, sizeof first);
    cg_ideal_perform(g, &load);
    cr_assert_eq(load.value, first);
    cg_ideal_perform(g, &store);
    cg_ideal_perform(g, &load);
    cr_assert_eq(load.value, 0x11bbcc44);
    cg_ideal_perform(g, &atomic);
    cg_ideal_perform(g, &load);
    cr_assert_eq(load.value, 9);
    cr_assert_eq(atomic.old, 0x11bbcc44, "an atomic keeps its own value");
    cg_ideal_free(g);
    cg_spec_free(s);
}

Test(ideal, other_tables_answer_for_themselves) {
    cg_diags *d = cg_diags_new();
    cg_spec *s = cg_spec_read("protocols/rcc.json", NULL, 0, d);
    cg_perform load = {.kind = CG_LOAD, .addr = 0x40, .mask = 0xf, .value = 7};
    cr_assert_null(cg_ideal_new(s));
    cg_ideal_perform(NULL, &load);
    cr_assert_eq(load.value, 7);
    cr_assert(cg_ideal_finish(NULL, NULL, NULL, 0));
    cg_spec_free(s);
    cg_diags_free(d);
}

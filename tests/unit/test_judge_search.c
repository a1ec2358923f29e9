// The judge's search: traces of thousands of operations and few values must be decided within the steps that
// a trace may cost, and its parts, each of which decides alone, must agree.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "judge/exact/judge.h"
#include "judge/exact/search.h"
#include "judge/exact/states.h"

enum { MODELS = 3 };
static const char *const names[MODELS] = {"sc", "tso", "wo"};
static cg_model *models[MODELS];

static void load(void) {
    char path[64], err[256];
    for (int m = 0; m < MODELS; m++) {
        snprintf(path, sizeof path, "protocols/models/%s.json", names[m]);
        models[m] = cg_model_load(path, err, sizeof err);
        cr_assert(models[m], "%s", err);
    }
}

static void unload(void) {
    for (int m = 0; m < MODELS; m++) cg_model_free(models[m]);
}

TestSuite(search, .init = load, .fini = unload);

typedef struct {
    char *text;
    FILE *in;
    cg_trace_reader *reader;
    const cg_trace *t;
} made;

static made make(const cg_model *m, const cg_judge_shape *shape) {
    made d = {0};
    size_t n;
    FILE *out = open_memstream(&d.text, &n);
    cg_judge_generate(out, shape);
    fclose(out);
    d.in = fmemopen(d.text, n, "r");
    d.reader = cg_trace_reader_new(d.in, "made", m);
    cr_assert_eq(cg_trace_next(d.reader, &d.t), 1);
    return d;
}

static void drop(made *d) {
    cg_trace_reader_free(d->reader);
    fclose(d->in);
    free(d->text);
}

static cg_judge_verdict judge(int model, const cg_judge_shape *shape, cg_judge_effort *effort) {
    made d = make(models[model], shape);
    const cg_judge_verdict v = cg_judge_trace(models[model], d.t, effort, NULL);
    drop(&d);
    return v;
}

Test(search, long_traces_of_few_values_are_decided) {
    static const struct {
        cg_judge_shape shape;
        int models;
        cg_judge_verdict expected;
    } table[] = {
        {{.seed = 1, .threads = 4, .vars = 4, .ops = 6508, .values = 4}, 3, CG_JUDGE_OK},
        {{.seed = 1, .threads = 3, .vars = 3, .ops = 6508, .values = 3}, 3, CG_JUDGE_OK},
        {{.seed = 1, .threads = 8, .vars = 8, .ops = 6508, .values = 64}, 2, CG_JUDGE_OK},
        {{.seed = 1, .threads = 8, .vars = 8, .ops = 6508, .values = 64, .spoilt = 1}, 3, CG_JUDGE_NO},
        {{.seed = 1, .threads = 4, .vars = 4, .ops = 6508, .values = 16, .spoilt = 1}, 2, CG_JUDGE_NO},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int m = 0; m < table[i].models; m++) {
            cg_judge_effort effort = {.limit = CG_JUDGE_STEPS};
            cr_expect_eq(judge(m, &table[i].shape, &effort), table[i].expected, "trace %zu under %s", i,
                         names[m]);
        }
}

Test(search, a_limit_ends_it_and_the_same_steps_are_taken_again) {
    const cg_judge_shape hard = {.seed = 1, .threads = 8, .vars = 4, .ops = 2000, .values = 4};
    cg_judge_effort a = {.limit = 3000000}, b = a;
    cr_expect_eq(judge(0, &hard, &a), CG_JUDGE_UNDECIDED);
    cr_expect_eq(judge(0, &hard, &b), CG_JUDGE_UNDECIDED);
    cr_expect_eq(a.spent, b.spent);
    cr_expect_geq(a.spent, a.limit * 9 / 10);
    cr_expect_lt(a.spent, 2 * a.limit);
}

// Decides one trace by a single part: width 0: by choices, else by the machine's states.
static cg_judge_verdict by_part(const cg_model *m, const cg_trace *t, uint32_t width) {
    cg_judge_effort endless = {0};
    cg_judge_verdict v = CG_JUDGE_NO;
    cgj_exec x;
    cgj_search s;
    cgj_exec_init(&x, m, t, NULL);
    const bool sources = cgj_exec_sources(&x);
    cgj_search_init(&s, &x, &endless);
    cgj_draw_known(&s);
    if (sources && cgj_infer(&s) == CGJ_STANDS) {
        cgj_machine machine;
        cgj_machine_init(&machine, &x, false, s.chain, s.rank, s.nchains);
        cr_assert(machine.complete);
        if (width)
            v = cgj_states_search(&machine, &endless, 0, width) == CGJ_FOUND ? CG_JUDGE_OK : CG_JUDGE_NO;
        else
            v = cgj_backtrack(&s, 0);
        cgj_machine_free(&machine);
    }
    cgj_search_free(&s);
    cgj_exec_free(&x);
    return v;
}

Test(search, parts_agree) {
    static const uint32_t widths[] = {0, 1, 7, CGJ_ALL_STATES};
    int seen[MODELS][2] = {{0}};
    for (uint64_t seed = 1; seed <= 600; seed++) {
        const cg_judge_shape shape = {.seed = seed,
                                      .threads = 2 + (uint32_t)(seed % 3),
                                      .vars = 1 + (uint32_t)(seed % 2),
                                      .ops = 10 + seed % 8,
                                      .values = 2 + (uint32_t)(seed % 2),
                                      .spoilt = 1 + (uint32_t)(seed % 4)};
        for (int m = 0; m < MODELS; m++) {
            made d = make(models[m], &shape);
            const cg_judge_verdict whole = cg_judge_trace(models[m], d.t, NULL, NULL);
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
                cr_assert_eq(by_part(models[m], d.t, widths[w]), whole, "%s, width %u, seed %d", names[m],
                             widths[w], (int)seed);
            seen[m][whole == CG_JUDGE_OK]++;
            drop(&d);
        }
    }
    for (int m = 0; m < MODELS; m++)
        cr_expect(seen[m][0] > 50 && seen[m][1] > 50, "%s: %d, %d", names[m], seen[m][0], seen[m][1]);
}

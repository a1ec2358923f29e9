// The judge: traces beside their verdicts, tiny random traces against machines that try everything, and the
// traces of the Axe project where COHGEN_AXE_DIR says they are (litmus.axe, litmus.SC.txt, litmus.TSO.txt).
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "judge/exact/judge.h"

enum { MODELS = 3 };
static const char *const models[MODELS] = {"sc", "tso", "wo"};

// ---- files

static char *read_all(const char *path) {
    FILE *f = fopen(path, "r");
    if (f == NULL) return NULL;
    char *text = calloc(1, 1 << 20);
    size_t n = fread(text, 1, (1 << 20) - 1, f);
    text[n] = 0;
    fclose(f);
    return text;
}

typedef struct {
    char *out, *err;
    int status;
} result;

static result judge_stream(const char *model, FILE *in, const char *name, bool explain) {
    result r;
    size_t n, m;
    char path[64];
    cg_judge_options opt = {.explain = explain};
    snprintf(path, sizeof path, "protocols/models/%s.json", model);
    cr_assert(in, "%s", name);
    FILE *out = open_memstream(&r.out, &n), *err = open_memstream(&r.err, &m);
    r.status = cg_judge_main(path, in, name, out, err, &opt);
    fclose(in);
    fclose(out);
    fclose(err);
    return r;
}

static void done(result *r) {
    free(r->out);
    free(r->err);
}

// What a trace file stands beside, or NULL.
static char *beside(const char *name, const char *suffix) {
    char path[512];
    snprintf(path, sizeof path, "tests/judge/%.*s%s", (int)(strlen(name) - 4), name, suffix);
    return read_all(path);
}

static void judge_file(const char *name) {
    char path[512], suffix[16];
    int expectations = 0;
    snprintf(path, sizeof path, "tests/judge/%s", name);
    for (size_t m = 0; m < MODELS; m++) {
        snprintf(suffix, sizeof suffix, ".%s.out", models[m]);
        char *expected = beside(name, suffix);
        if (expected == NULL) continue;
        result r = judge_stream(models[m], fopen(path, "r"), name, true);
        cr_expect_str_eq(r.out, expected, "%s under %s:\n%s", name, models[m], r.out);
        cr_expect_eq(r.status, strncmp(expected, "NO", 2) == 0 || strstr(expected, "\nNO") ? 1 : 0);
        done(&r);
        free(expected);
        expectations++;
    }
    char *expected = beside(name, ".err");
    if (expected) {
        result r = judge_stream("sc", fopen(path, "r"), name, false);
        cr_expect_str_eq(r.err, expected, "%s: %s", name, r.err);
        cr_expect_eq(r.status, 2);
        done(&r);
        free(expected);
        expectations++;
    }
    cr_expect_gt(expectations, 0, "%s stands alone", name);
}

Test(judge, traces_beside_their_verdicts) {
    DIR *d = opendir("tests/judge");
    cr_assert(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t n = strlen(e->d_name);
        if (n > 4 && strcmp(e->d_name + n - 4, ".axe") == 0) judge_file(e->d_name);
    }
    closedir(d);
}

Test(judge, axe_traces) {
    static const char *const expected[] = {"litmus.SC.txt", "litmus.TSO.txt"};
    const char *dir = getenv("COHGEN_AXE_DIR");
    char path[512], verdicts[512];
    if (dir == NULL) return;
    for (size_t m = 0; m < 2; m++) {
        snprintf(path, sizeof path, "%s/litmus.axe", dir);
        snprintf(verdicts, sizeof verdicts, "%s/%s", dir, expected[m]);
        char *text = read_all(verdicts);
        cr_assert(text, "%s", verdicts);
        result r = judge_stream(models[m], fopen(path, "r"), path, false);
        cr_expect_str_eq(r.out, text, "%s", expected[m]);
        done(&r);
        free(text);
    }
}

static result judge_text(const char *model, const char *text) {
    return judge_stream(model, fmemopen((void *)(uintptr_t)text, strlen(text), "r"), "text", false);
}

Test(judge, statuses_and_names) {
    result r = judge_text("sc", "0: M[0] == 0\ncheck\n# a\n# b\n1: M[7] == 0\n# c\ncheck\n0: sync");
    cr_expect_str_eq(r.out, "OK trace 1\nOK b\nOK trace 3\n");
    cr_expect_eq(r.status, 0);
    done(&r);
    r = judge_text("sc", "0: M[0] == 0\ncheck\n0: M[0] == 2\ncheck\n0: oops\n");
    cr_expect_str_eq(r.out, "OK trace 1\nNO trace 2\n");
    cr_expect_str_eq(r.err, "text:5:4: error: a variable such as M[0] is expected\n");
    cr_expect_eq(r.status, 2);
    done(&r);
    r = judge_text("none_such", "check\n");
    cr_expect_str_eq(r.err, "protocols/models/none_such.json: error: cannot be opened\n");
    cr_expect_eq(r.status, 2);
    done(&r);
}

Test(judge, generated_traces_are_fine) {
    FILE *null = fopen("/dev/null", "w");
    for (unsigned m = 0; m < 2; m++)
        for (unsigned logged = 0; logged < 2; logged++)
            for (unsigned seed = 0; seed < 20; seed++) {
                cg_judge_shape shape = {.seed = seed,
                                        .threads = 2 + seed % 7,
                                        .vars = 1 + seed % 5,
                                        .ops = logged ? 5000 : 500,
                                        .logged = logged};
                cr_expect_eq(cg_judge_bench(m ? "protocols/models/tso.json" : "protocols/models/sc.json",
                                            &shape, null, stderr),
                             0);
            }
    fclose(null);
}

// ---- machines that try everything: interleaving threads, and with store buffers the drains too

// What a machine does with a store. KEPT_APART: stores of different words leave in any order, and a load or
// atomic waits for those of its own word only.
typedef enum { AT_ONCE, IN_ORDER, KEPT_APART } buffering;

enum { OPS = 8, THREADS = 3, VARS = 2 };

typedef struct {
    cg_trace_op op[OPS];
    size_t n;
    uint64_t final[VARS];
    bool finals, logged;
} tiny;

typedef struct {
    size_t pc[THREADS];
    size_t buffer[THREADS][OPS], head[THREADS], tail[THREADS];
    uint64_t mem[VARS], place[VARS]; // place: stamp of the last store
} state;

static bool explore(const tiny *t, state s, buffering how);

// The store reaches memory; false if the logged order has it elsewhere.
static bool perform(const tiny *t, state *s, const cg_trace_op *op) {
    if (t->logged) {
        for (size_t i = 0; i < t->n; i++) // every store with a smaller stamp is done, so stamps only grow
            if (t->op[i].var == op->var && t->op[i].kind != CG_MEM_LOAD && t->op[i].kind != CG_MEM_FENCE &&
                t->op[i].stamp < op->stamp && t->op[i].stamp > s->place[op->var])
                return false;
        if (op->stamp <= s->place[op->var]) return false;
        s->place[op->var] = op->stamp;
    }
    s->mem[op->var] = op->write;
    return true;
}

static bool issue(const tiny *t, state s, size_t thread, const cg_trace_op *op, buffering how) {
    uint64_t value = s.mem[op->var];
    bool empty = s.head[thread] == s.tail[thread], own = false;
    for (size_t i = s.head[thread]; i < s.tail[thread]; i++) {
        if (t->op[s.buffer[thread][i]].var != op->var) continue;
        value = t->op[s.buffer[thread][i]].write;
        own = true;
    }
    switch ((cg_mem_kind)op->kind) {
    case CG_MEM_LOAD:
        if (value != op->read || (own && how == KEPT_APART)) return false;
        break;
    case CG_MEM_STORE:
        if (how != AT_ONCE)
            s.buffer[thread][s.tail[thread]++] = (size_t)(op - t->op);
        else if (!perform(t, &s, op))
            return false;
        break;
    case CG_MEM_ATOMIC:
        if (how == KEPT_APART ? own : !empty) return false;
        if (value != op->read || !perform(t, &s, op)) return false;
        break;
    default:
        if (!empty) return false;
    }
    s.pc[thread] = (size_t)(op - t->op) + 1;
    return explore(t, s, how);
}

// The stores that may leave the buffer next: the oldest, or the oldest of each word.
static bool may_drain(const tiny *t, const state *s, size_t thread, size_t at, buffering how) {
    const size_t *b = s->buffer[thread];
    for (size_t i = s->head[thread]; i < at; i++)
        if (how == IN_ORDER || t->op[b[i]].var == t->op[b[at]].var) return false;
    return true;
}

static bool drain(const tiny *t, const state *s, size_t thread, buffering how) {
    for (size_t at = s->head[thread]; at < s->tail[thread]; at++) {
        if (!may_drain(t, s, thread, at, how)) continue;
        state drained = *s;
        size_t *b = drained.buffer[thread];
        const cg_trace_op *op = &t->op[b[at]];
        memmove(&b[at], &b[at + 1], (drained.tail[thread]-- - at - 1) * sizeof *b);
        if (perform(t, &drained, op) && explore(t, drained, how)) return true;
    }
    return false;
}

static bool explore(const tiny *t, state s, buffering how) {
    bool all = true;
    for (size_t thread = 0; thread < THREADS; thread++) {
        size_t i = s.pc[thread];
        while (i < t->n && t->op[i].thread != thread) i++;
        if (i < t->n) {
            all = false;
            if (issue(t, s, thread, &t->op[i], how)) return true;
        }
        all &= s.head[thread] == s.tail[thread];
        if (drain(t, &s, thread, how)) return true;
    }
    for (size_t v = 0; all && t->finals && v < VARS; v++) all = s.mem[v] == t->final[v];
    return all;
}

static uint32_t below(uint64_t *s, uint32_t n) {
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*s >> 33) % n);
}

static void make(tiny *t, uint64_t *s, bool repeat) {
    uint64_t value = 0;
    *t = (tiny){.n = 3 + below(s, OPS - 2), .finals = below(s, 3) == 0, .logged = below(s, 2)};
    for (size_t i = 0; i < t->n; i++) {
        uint32_t dice = below(s, 20);
        cg_trace_op *op = &t->op[i];
        op->kind = dice < 9    ? CG_MEM_LOAD
                   : dice < 16 ? CG_MEM_STORE
                   : dice < 19 ? CG_MEM_ATOMIC
                               : CG_MEM_FENCE;
        op->thread = below(s, THREADS);
        op->var = below(s, VARS);
        op->write = repeat ? below(s, 3) : ++value;
        op->stamp = i + 1;
    }
    for (size_t k = t->n; k > 1; k--) { // shuffle the stamps
        size_t other = below(s, (uint32_t)k);
        uint64_t swap = t->op[k - 1].stamp;
        t->op[k - 1].stamp = t->op[other].stamp;
        t->op[other].stamp = swap;
    }
    for (size_t i = 0; i < t->n; i++) {
        size_t from = below(s, (uint32_t)t->n);
        t->op[i].read =
            t->op[from].kind == CG_MEM_STORE && t->op[from].var == t->op[i].var ? t->op[from].write : 0;
    }
    for (size_t v = 0; v < VARS; v++) {
        size_t from = below(s, (uint32_t)t->n);
        t->final[v] = t->op[from].var == v && t->op[from].kind == CG_MEM_STORE ? t->op[from].write : 0;
    }
}

static char *text_of(const tiny *t) {
    char *text;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    fprintf(f, "# tiny\n");
    for (size_t i = 0; i < t->n; i++) {
        const cg_trace_op *op = &t->op[i];
        fprintf(f, "%" PRIu32 ": ", op->thread);
        if (op->kind == CG_MEM_LOAD) fprintf(f, "M[%" PRIu32 "] == %" PRIu64, op->var, op->read);
        if (op->kind == CG_MEM_STORE) fprintf(f, "M[%" PRIu32 "] := %" PRIu64, op->var, op->write);
        if (op->kind == CG_MEM_ATOMIC)
            fprintf(f, "{M[%" PRIu32 "] == %" PRIu64 "; M[%" PRIu32 "] := %" PRIu64 "}", op->var, op->read,
                    op->var, op->write);
        if (op->kind == CG_MEM_FENCE) fprintf(f, "sync");
        if (t->logged && (op->kind == CG_MEM_STORE || op->kind == CG_MEM_ATOMIC))
            fprintf(f, " #%" PRIu64, op->stamp);
        fputc('\n', f);
    }
    for (uint32_t v = 0; t->finals && v < VARS; v++)
        fprintf(f, "final M[%" PRIu32 "] == %" PRIu64 "\n", v, t->final[v]);
    fprintf(f, "check\n");
    fclose(f);
    return text;
}

static void compare(bool repeat, uint64_t seed) {
    int seen[MODELS][2] = {{0}};
    for (int i = 0; i < cases(6000); i++) {
        tiny t;
        make(&t, &seed, repeat);
        char *text = text_of(&t);
        for (int m = 0; m < MODELS; m++) {
            bool truth = explore(&t, (state){0}, (buffering)m);
            result r = judge_text(models[m], text);
            cr_assert_str_eq(r.out, truth ? "OK tiny\n" : "NO tiny\n", "%s, trace %d:\n%s", models[m], i,
                             text);
            seen[m][truth]++;
            done(&r);
        }
        free(text);
    }
    for (int m = 0; m < MODELS; m++)
        cr_expect(seen[m][0] > cases(500) && seen[m][1] > cases(200), "%d, %d", seen[m][0], seen[m][1]);
}

Test(judge, agrees_with_machines) {
    compare(false, 1);
}
Test(judge, agrees_with_machines_where_values_repeat) {
    compare(true, 2);
}

// judge.c: reads, decides, prints. See judge.h.
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include "judge_graph.h"

#include <stdlib.h>
#include <time.h>

bool cg_judge_trace(const cg_model *m, const cg_trace *t, FILE *why) {
    cgj_exec x;
    cgj_exec_init(&x, m, t, why);
    bool ok = cgj_exec_sources(&x);
    if (ok && t->logged) ok = cgj_exec_take_order(&x);
    if (ok) ok = t->logged && !x.undecided ? cgj_logged_decide(&x) : cgj_search_decide(&x);
    cgj_exec_free(&x);
    return ok;
}

static void print_verdict(FILE *out, const cg_trace *t, size_t number, bool ok) {
    if (t->name)
        fprintf(out, "%s %s\n", ok ? "OK" : "NO", t->name);
    else
        fprintf(out, "%s trace %zu\n", ok ? "OK" : "NO", number);
}

// Explanations go to a temporary text, because the verdict is printed before them.
static bool judge_one(const cg_model *m, const cg_trace *t, size_t number, FILE *out,
                      const cg_judge_options *opt) {
    char *text = NULL;
    size_t len = 0;
    FILE *why = opt->explain ? open_memstream(&text, &len) : NULL;
    bool ok = cg_judge_trace(m, t, why);
    if (why) fclose(why);
    if (!opt->quiet) {
        print_verdict(out, t, number, ok);
        if (!ok && text) fputs(text, out);
        fflush(out);
    }
    free(text);
    return ok;
}

static int judge_all(const cg_model *m, FILE *in, const char *in_name, FILE *out, FILE *err,
                     const cg_judge_options *opt, size_t *ops) {
    cg_trace_reader *r = cg_trace_reader_new(in, in_name, m);
    const cg_trace *t;
    size_t traces = 0, refused = 0;
    int got;
    while ((got = cg_trace_next(r, &t)) == 1) {
        *ops += t->nops;
        refused += !judge_one(m, t, ++traces, out, opt);
    }
    if (got < 0) fprintf(err, "%s\n", cg_trace_error(r));
    cg_trace_reader_free(r);
    return got < 0 ? 2 : refused > 0;
}

static cg_model *load_model(const char *path, FILE *err) {
    char text[512];
    cg_model *m = cg_model_load(path, text, sizeof text);
    if (!m) fprintf(err, "%s\n", text);
    if (!m || (m->nlines == 0 && !m->races_forbidden)) return m;
    if (m->races_forbidden)
        fprintf(err, "%s: error: '%s' forbids data races, and is judged in simulations only\n", path,
                m->name);
    else
        fprintf(err, "%s: error: '%s' orders by dependencies, which a trace does not show\n", path, m->name);
    cg_model_free(m);
    return NULL;
}

int cg_judge_main(const char *model_path, FILE *in, const char *in_name, FILE *out, FILE *err,
                  const cg_judge_options *opt) {
    static const cg_judge_options plain;
    size_t ops = 0;
    cg_model *m = load_model(model_path, err);
    if (!m) return 2;
    int status = judge_all(m, in, in_name, out, err, opt ? opt : &plain, &ops);
    cg_model_free(m);
    return status;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int cg_judge_bench(const char *model_path, const cg_judge_shape *shape, FILE *out, FILE *err) {
    static const cg_judge_options opt = {.explain = true};
    size_t ops = 0;
    cg_model *m = load_model(model_path, err);
    if (!m) return 2;
    FILE *f = tmpfile();
    if (!f) {
        fprintf(err, "error: no temporary file\n");
        cg_model_free(m);
        return 2;
    }
    cg_judge_generate(f, shape);
    rewind(f);
    double start = now();
    int status = judge_all(m, f, "generated", out, err, &opt, &ops);
    double took = now() - start;
    fprintf(out, "%zu operations, %u threads, %u variables, %s: %.3f s of processor, %.0f operations/s\n",
            ops, shape->threads, shape->vars, shape->logged ? "order logged" : "no order", took,
            (double)ops / took);
    fclose(f);
    cg_model_free(m);
    return status;
}

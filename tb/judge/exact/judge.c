// Reads, decides, prints. See judge.h.
#define _POSIX_C_SOURCE 200809L
#include "judge.h"

#include "base/memory.h"
#include "base/process.h"
#include "graph.h"

#include <inttypes.h>
#include <stdlib.h>

cg_judge_verdict cg_judge_trace(const cg_model *m, const cg_trace *t, cg_judge_effort *effort, FILE *why) {
    cg_judge_effort endless = {0};
    cgj_exec x;
    cgj_exec_init(&x, m, t, why);
    cg_judge_verdict v = CG_JUDGE_NO;
    if (cgj_exec_sources(&x) && (!t->logged || cgj_exec_take_order(&x))) {
        if (t->logged && !x.undecided)
            v = cgj_logged_decide(&x) ? CG_JUDGE_OK : CG_JUDGE_NO;
        else
            v = cgj_search_decide(&x, effort ? effort : &endless);
    }
    cgj_exec_free(&x);
    return v;
}

const char *cg_judge_word(cg_judge_verdict v) {
    static const char *const words[] = {"NO", "OK", "UNDECIDED"};
    return words[v];
}

static void print_trace_verdict(FILE *out, const cg_judge_said *said) {
    fprintf(out, "%s %s\n%s", cg_judge_word(said->verdict), said->name, said->why);
    fflush(out);
}

typedef struct ticking {
    const cg_judge_options *opt;
    cg_judge_effort effort;
} ticking;

static void tell_effort(void *of) {
    const ticking *k = of;
    k->opt->tick(k->opt->of, k->effort.spent);
}

// Explanations go to a temporary text, because the verdict is printed before them.
static cg_judge_verdict judge_one(const cg_model *m, const cg_trace *t, size_t number, FILE *out,
                                  const cg_judge_options *opt) {
    ticking k = {.opt = opt,
                 .effort = {.limit = opt->limit, .tick = opt->tick ? tell_effort : NULL, .of = &k}};
    char name[32], *text = NULL;
    FILE *why = opt->explain ? cg_text_open(&text, NULL) : NULL;
    if (opt->begin) opt->begin(opt->of, t, number);
    snprintf(name, sizeof name, "trace %zu", number);
    cg_judge_said said = {.trace = t, .number = number, .name = t->name ? t->name : name};
    said.verdict = cg_judge_trace(m, t, &k.effort, why);
    said.steps = k.effort.spent;
    if (why) fclose(why);
    said.why = text && said.verdict == CG_JUDGE_NO ? text : "";
    if (opt->say)
        opt->say(opt->of, &said);
    else if (!opt->quiet)
        print_trace_verdict(out, &said);
    free(text);
    return said.verdict;
}

static int judge_all(const cg_model *m, FILE *in, const char *in_name, FILE *out, FILE *err,
                     const cg_judge_options *opt) {
    cg_trace_reader *r = cg_trace_reader_new(in, in_name, m);
    const cg_trace *t;
    cg_judge_counts unused = {0}, *n = opt->counts ? opt->counts : &unused;
    const double start = cg_processor_seconds();
    size_t number = 0, seen[3] = {0};
    int got;
    while ((got = cg_trace_next(r, &t)) == 1) {
        const cg_judge_verdict v = judge_one(m, t, ++number, out, opt);
        seen[v]++;
        n->verdicts[v]++;
        n->traces++;
        n->ops += t->nops;
    }
    if (got < 0) fprintf(err, "%s\n", cg_trace_error(r));
    cg_trace_reader_free(r);
    n->seconds += cg_processor_seconds() - start;
    if (got < 0) return 2;
    return seen[CG_JUDGE_NO] ? 1 : seen[CG_JUDGE_UNDECIDED] ? 3 : 0;
}

static cg_model *load_trace_model(const char *path, FILE *err) {
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
    static const cg_judge_options plain = {.limit = CG_JUDGE_STEPS};
    cg_model *m = load_trace_model(model_path, err);
    if (!m) return 2;
    int status = judge_all(m, in, in_name, out, err, opt ? opt : &plain);
    cg_model_free(m);
    return status;
}

int cg_judge_bench(const char *model_path, const cg_judge_shape *shape, FILE *out, FILE *err) {
    cg_judge_counts n = {0};
    const cg_judge_options opt = {.explain = true, .limit = CG_JUDGE_STEPS, .counts = &n};
    cg_model *m = load_trace_model(model_path, err);
    if (!m) return 2;
    FILE *f = tmpfile();
    if (!f) {
        fprintf(err, "error: no temporary file\n");
        cg_model_free(m);
        return 2;
    }
    cg_judge_generate(f, shape);
    rewind(f);
    int status = judge_all(m, f, "generated", out, err, &opt);
    fprintf(out,
            "%" PRIu64 " operations, %u threads, %u variables, %s: %.3f s of processor, %.0f operations/s\n",
            n.ops, shape->threads, shape->vars, shape->logged ? "order logged" : "no order", n.seconds,
            (double)n.ops / n.seconds);
    fclose(f);
    cg_model_free(m);
    return status;
}

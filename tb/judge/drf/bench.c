// How fast the oracle of data-race-free programs is.
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/process.h"
#include "base/rng.h"
#include "lang/spec.h"
#include "parts.h"
#include "programs/episodes.h"
#include "programs/program.h"

typedef struct {
    cg_request q;
    uint32_t old; // of the word
    unsigned thread;
} event;

enum { BATCH = 1 << 18, LINE = 64 };

typedef struct {
    cg_episodes *made;
    unsigned threads, done;
    cg_rng rng;
    cg_request *asked; // by thread
    bool *has, *ended;
    uint32_t *memory;
} source;

// A random thread asks, or is answered. True: *e is what it did.
static bool step_thread(source *s, event *e) {
    const unsigned t = (unsigned)cg_rng_below(&s->rng, s->threads);
    if (s->ended[t]) return false;
    if (!s->has[t]) {
        s->has[t] = cg_episodes_next(s->made, t, &s->asked[t]);
        s->ended[t] = !s->has[t];
        s->done += s->ended[t];
        return false;
    }
    const cg_request q = s->asked[t];
    uint32_t *word = &s->memory[q.addr / 4];
    *e = (event){q, *word, t};
    for (int i = 0; q.op == CG_STORE && i < 4; i++)
        if (q.mask >> i & 1) *word = (*word & ~(0xffu << 8 * i)) | (q.data & 0xffu << 8 * i);
    if (q.op == CG_ATOMIC) *word = cg_amo_apply((cg_amo_op)q.aop, *word, q.data, q.compare);
    s->has[t] = false;
    cg_episodes_answered(s->made, t, e->old);
    return true;
}

static size_t fill_batch(source *s, event *events) {
    size_t n = 0;
    while (n < BATCH && s->done < s->threads) n += step_thread(s, &events[n]);
    return n;
}

static void feed(cg_drf *o, const event *events, size_t n, const int *cls) {
    for (size_t i = 0; i < n; i++) {
        const event *e = &events[i];
        const uint64_t cycle = i;
        if (e->q.op == CG_LOAD)
            cg_drf_load(o, e->thread, cls[0], e->q.addr, 0xf, e->old, true, cycle);
        else if (e->q.op == CG_STORE)
            cg_drf_store(o, e->thread, cls[1], e->q.addr, e->q.mask, e->q.data, cycle);
        else
            cg_drf_atomic(o, e->thread, cls[2 + e->q.order], e->q.addr, e->old,
                          cg_amo_apply((cg_amo_op)e->q.aop, e->old, e->q.data, e->q.compare),
                          (cg_amo_op)e->q.aop, true, cycle);
    }
}

static double measure_checker(cg_drf *o, source *s, const int *cls, uint64_t *n_events) {
    event *events = cgd_alloc(BATCH, sizeof *events);
    double took = 0;
    for (size_t n; (n = fill_batch(s, events)) > 0;) {
        const double start = cg_processor_seconds();
        feed(o, events, n, cls);
        took += cg_processor_seconds() - start;
        *n_events += n;
    }
    free(events);
    return took;
}

uint64_t cg_drf_bench(const cg_model *m, unsigned threads, unsigned lines, uint64_t events, FILE *out) {
    char err[200];
    cg_episodes_options made = {.threads = threads, .line_bytes = LINE, .seed = 1, .ops = events};
#define X(member, def, least, most, doc) made.member = def;
    CG_EPISODES_NUMBERS(X)
#undef X
    made.lines = lines;
    const int cls[] = {cg_model_default_class(m, CG_MEM_LOAD), cg_model_default_class(m, CG_MEM_STORE),
                       cg_model_default_class(m, CG_MEM_ATOMIC),
                       cg_model_class_of(m, CG_MEM_ATOMIC, CG_MARK_ACQUIRE),
                       cg_model_class_of(m, CG_MEM_ATOMIC, CG_MARK_RELEASE)};
    cg_drf *o = cg_drf_new(m, &(cg_drf_config){.threads = threads}, err, sizeof err);
    source s = {.made = cg_episodes_new(&made, err, sizeof err), .threads = threads, .rng = cg_rng_new(1, 1)};
    if (o == NULL || s.made == NULL) {
        fprintf(out, "%s\n", err);
        return 1;
    }
    s.asked = cgd_alloc(threads, sizeof *s.asked);
    s.has = cgd_alloc(threads, sizeof *s.has);
    s.ended = cgd_alloc(threads, sizeof *s.ended);
    s.memory = cgd_alloc((size_t)lines * LINE / 4, sizeof *s.memory);
    uint64_t n = 0;
    const double took = measure_checker(o, &s, cls, &n);
    cg_drf_print_stats(o, out);
    fprintf(out, "  %" PRIu64 " events, %u threads, %u lines: %.3f s of processor, %.0f events/s\n", n,
            threads, lines, took, (double)n / took);
    const uint64_t bad = cg_drf_violations(o);
    cg_episodes_free(s.made);
    CG_FREE(s.asked, s.has, s.ended, s.memory);
    cg_drf_free(o);
    return bad;
}

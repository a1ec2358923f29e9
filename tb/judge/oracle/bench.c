// How fast is the oracle? A made-up machine feeds it; the machine costs some of the time that is measured.
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "base/memory.h"
#include "base/process.h"
#include "oracle.h"

enum { LEASE = 500 };

// A word at the L2, and a thread's leased copy: the algorithm of RCC (X. Ren, M. Lis, HPCA 2017), under a
// model that lets stores be overtaken its weakly ordered one (section II-F).
typedef struct {
    uint64_t ver, exp;
    uint32_t value;
} copy;

typedef struct {
    cg_oracle *o;
    bool witness;
    unsigned threads, words;
    uint64_t seed, cycle;
    copy *l2, *l1;        // l1[thread * words + word]
    uint64_t *now, *wnow; // where a thread's loads are, and its stores; the same where program order is kept
    bool weak;
} machine;

static uint32_t machine_random(machine *m, uint32_t n) {
    m->seed ^= m->seed << 13;
    m->seed ^= m->seed >> 7;
    m->seed ^= m->seed << 17;
    return (uint32_t)((m->seed >> 32) * n >> 32);
}

static uint64_t max(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void load_word(machine *m, unsigned t, unsigned w, cg_oracle_key key) {
    copy *l2 = &m->l2[w], *l1 = &m->l1[(size_t)t * m->words + w];
    if (!m->witness) {
        cg_oracle_load(m->o, t, 4 * w, 0xf, l2->value, key);
        return;
    }
    if (l1->exp < m->now[t]) {
        m->now[t] = max(m->now[t], l2->ver);
        l2->exp = max(max(l2->exp, l2->ver + LEASE), m->now[t] + LEASE);
        *l1 = *l2;
    }
    key.time = m->now[t];
    cg_oracle_load(m->o, t, 4 * w, 0xf, l1->value, key);
}

static void store_word(machine *m, unsigned t, unsigned w, bool atomic, cg_oracle_key key) {
    copy *l2 = &m->l2[w];
    uint32_t before = l2->value;
    l2->value = (uint32_t)m->cycle;
    if (m->witness) {
        key.time = m->wnow[t] = l2->ver = max(max(max(m->now[t], m->wnow[t]), l2->ver), l2->exp + 1);
        if (atomic || !m->weak) m->now[t] = m->wnow[t];
        m->l1[(size_t)t * m->words + w].exp = 0;
    }
    if (atomic)
        cg_oracle_atomic(m->o, t, 4 * w, before, l2->value, key);
    else
        cg_oracle_store(m->o, t, 4 * w, 0xf, l2->value, key);
}

static void fence_thread(machine *m, unsigned t) {
    m->now[t] = m->wnow[t] = max(m->now[t], m->wnow[t]);
    cg_oracle_fence(m->o, t, m->cycle);
}

static void print_to_file(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    (void)cycle, (void)has_addr, (void)addr;
    fputs(text, ctx);
}

uint64_t cg_oracle_bench(const cg_model *model, bool witness, unsigned threads, unsigned words,
                         uint64_t events, FILE *out) {
    char err[128];
    cg_oracle_config cfg = {.threads = threads, .witness = witness, .violation = print_to_file, .ctx = out};
    machine m = {.witness = witness,
                 .threads = threads,
                 .words = words,
                 .seed = 88172645463325252u,
                 .weak = !cg_model_total(model)};
    m.o = cg_oracle_new(model, &cfg, err, sizeof err);
    if (m.o == NULL) {
        fprintf(out, "%s\n", err);
        return 1;
    }
    m.l2 = cg_array_new(words, sizeof *m.l2);
    m.l1 = cg_array_new((size_t)threads * words, sizeof *m.l1);
    m.now = cg_array_new(threads, sizeof *m.now);
    m.wnow = cg_array_new(threads, sizeof *m.wnow);
    for (unsigned t = 0; t < threads; t++) m.now[t] = 1; // copies with exp 0 are none
    double start = cg_processor_seconds();
    for (uint64_t i = 0; i < events; i++) {
        uint32_t dice = machine_random(&m, 10);
        unsigned t = machine_random(&m, threads), w = machine_random(&m, words);
        cg_oracle_key key = {.cycle = ++m.cycle};
        if (m.weak && machine_random(&m, 16) == 0)
            fence_thread(&m, t);
        else if (dice < 6)
            load_word(&m, t, w, key);
        else
            store_word(&m, t, w, dice == 9, key);
    }
    double took = cg_processor_seconds() - start;
    uint64_t bad = cg_oracle_finish(m.o, NULL, NULL);
    cg_oracle_print_stats(m.o, out);
    fprintf(out, "  %" PRIu64 " events, %u threads, %u words: %.3f s of processor, %.0f events/s\n", events,
            threads, words, took, (double)events / took);
    cg_oracle_free(m.o);
    CG_FREE(m.l2, m.l1, m.now, m.wnow);
    return bad;
}

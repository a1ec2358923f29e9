#include "consistency.h"

#include <stdlib.h>

#include "judge/drf/drf.h"

enum { MARKS = (1 << CG_MODEL_MAX_MARKS) - 1 };

struct cg_consistency_checker {
    const cg_model *model;
    cg_oracle *oracle;                 // either
    cg_drf *drf;                       // or
    int cls[CG_N_PORT_OPS][MARKS + 1]; // by what is asked, and its marks
};

static const cg_mem_kind KINDS[CG_N_PORT_OPS] = {[CG_LOAD] = CG_MEM_LOAD,
                                                 [CG_STORE] = CG_MEM_STORE,
                                                 [CG_ATOMIC] = CG_MEM_ATOMIC,
                                                 [CG_FENCE] = CG_MEM_FENCE};

bool cg_consistency_judges(const cg_model *m) {
    return cg_drf_judges(m) || cg_oracle_judges(m);
}

bool cg_consistency_legal(const cg_model *m, unsigned op, unsigned order) {
    return op < CG_N_PORT_OPS && order <= MARKS && cg_model_exact_class(m, KINDS[op], order) >= 0;
}

cg_consistency_checker *cg_consistency_new(const cg_model *m, const cg_oracle_config *cfg, char *err,
                                           size_t err_size) {
    cg_consistency_checker *r = calloc(1, sizeof *r);
    if (r == NULL) abort();
    r->model = m;
    for (int op = 0; op < CG_N_PORT_OPS; op++)
        for (unsigned order = 0; order <= MARKS; order++)
            r->cls[op][order] = cg_model_class_of(m, KINDS[op], order);
    cg_drf_config drf = {.threads = cfg->threads,
                         .of_core = cfg->of_core,
                         .max_violations = cfg->max_violations,
                         .violation = cfg->violation,
                         .ctx = cfg->ctx};
    if (cg_drf_judges(m))
        r->drf = cg_drf_new(m, &drf, err, err_size);
    else
        r->oracle = cg_oracle_new(m, cfg, err, err_size);
    if (r->drf || r->oracle) return r;
    free(r);
    return NULL;
}

void cg_consistency_free(cg_consistency_checker *r) {
    if (r == NULL) return;
    cg_oracle_free(r->oracle);
    cg_drf_free(r->drf);
    free(r);
}

void cg_consistency_init(cg_consistency_checker *r, uint64_t addr, uint32_t value) {
    if (r->drf) cg_drf_init(r->drf, addr, value);
    if (r->oracle) cg_oracle_init(r->oracle, addr, value);
}

// ------------------------------------------------------------------------------------------- what happens
// Of what is loaded, in the detector's numbers.
static uint32_t use_of(const cg_request *q) {
    if (q->dropped) return CG_DRF_DROPPED;
    return q->result ? q->result - 1 + CG_DRF_LATER : CG_DRF_USED;
}

void cg_consistency_used(cg_consistency_checker *r, uint32_t result, bool used) {
    if (r->drf) cg_drf_used(r->drf, result - 1 + CG_DRF_LATER, used);
}

void cg_consistency_accept(cg_consistency_checker *r, const char *kind) {
    if (r->drf) cg_drf_accept(r->drf, kind);
}

static void perform_drf(cg_consistency_checker *r, const cg_perform *p, const cg_request *q) {
    const int cls = r->cls[p->kind][q->order & MARKS];
    const unsigned thread = (unsigned)p->thread;
    if (p->kind == CG_ATOMIC)
        cg_drf_atomic(r->drf, thread, cls, p->addr, p->old, p->value, (cg_amo_op)q->aop, use_of(q), p->cycle);
    else if (!r->model->classes[cls].sync)
        return; // data: at the answer
    else if (p->kind == CG_LOAD)
        cg_drf_load(r->drf, thread, cls, p->addr, p->mask, p->value, use_of(q), p->cycle);
    else
        cg_drf_store(r->drf, thread, cls, p->addr, p->mask, p->value, p->cycle);
}

void cg_consistency_asked_as(cg_consistency_checker *r, unsigned thread, uint32_t order) {
    if (r->oracle) cg_oracle_asked_as(r->oracle, thread, order);
    if (r->drf) cg_drf_asked_as(r->drf, thread, order);
}

void cg_consistency_performed(cg_consistency_checker *r, const cg_perform *p, const cg_request *q) {
    const cg_oracle_key key = {.epoch = p->epoch, .time = p->time, .cycle = p->cycle};
    const unsigned thread = (unsigned)p->thread;
    if (r->drf && p->kind < CG_FENCE) perform_drf(r, p, q);
    if (r->oracle == NULL) return;
    if (p->kind == CG_LOAD) cg_oracle_load(r->oracle, thread, p->addr, p->mask, p->value, key);
    if (p->kind == CG_STORE) cg_oracle_store(r->oracle, thread, p->addr, p->mask, p->value, key);
    if (p->kind == CG_ATOMIC) cg_oracle_atomic(r->oracle, thread, p->addr, p->old, p->value, key);
}

void cg_consistency_published(cg_consistency_checker *r, const cg_perform *p) {
    const cg_oracle_key key = {.epoch = p->epoch, .time = p->time, .cycle = p->cycle};
    const unsigned thread = (unsigned)p->thread;
    if (r->drf) {
        const int load = r->cls[CG_LOAD][0], store = r->cls[CG_STORE][0];
        if (!p->unknown)
            cg_drf_load(r->drf, thread, load, p->place, p->mask, p->value, CG_DRF_USED, p->cycle);
        cg_drf_store(r->drf, thread, store, p->addr, p->mask, p->value, p->cycle);
    }
    if (r->oracle == NULL) return;
    if (!p->unknown) cg_oracle_load(r->oracle, thread, p->place, p->mask, p->value, key);
    cg_oracle_store(r->oracle, thread, p->addr, p->mask, p->value, key);
}

void cg_consistency_answered(cg_consistency_checker *r, unsigned thread, const cg_request *q, uint32_t data,
                             uint64_t cycle) {
    if (r->oracle && q->op == CG_FENCE) cg_oracle_fence(r->oracle, thread, cycle);
    if (r->drf == NULL || q->op >= CG_N_PORT_OPS) return;
    const int cls = r->cls[q->op][q->order & MARKS];
    if (q->op == CG_FENCE) cg_drf_fence(r->drf, thread, cycle);
    if (cls < 0 || r->model->classes[cls].sync) return;
    if (q->op == CG_LOAD) cg_drf_load(r->drf, thread, cls, q->addr, 0xf, data, CG_DRF_USED, cycle);
    if (q->op == CG_STORE && q->mask) cg_drf_store(r->drf, thread, cls, q->addr, q->mask, q->data, cycle);
}

uint64_t cg_consistency_finish(cg_consistency_checker *r, cg_oracle_read *read, void *ctx) {
    return r->drf ? cg_drf_finish(r->drf, read, ctx) : cg_oracle_finish(r->oracle, read, ctx);
}

uint64_t cg_consistency_violations(const cg_consistency_checker *r) {
    return r->drf ? cg_drf_violations(r->drf) : cg_oracle_violations(r->oracle);
}

// ---------------------------------------------------------------------------------------------- the report
#define PUT(name) json_object_object_add(o, #name, json_object_new_uint64(s.name));

static void report_oracle(const cg_oracle *oracle, json_object *o) {
    const cg_oracle_stats s = cg_oracle_get_stats(oracle);
    CG_ORACLE_STATS(PUT)
}

static void report_drf(const cg_drf *drf, json_object *o) {
    const cg_drf_stats s = cg_drf_get_stats(drf);
    CG_DRF_STATS(PUT)
}

json_object *cg_consistency_report(const cg_consistency_checker *r) {
    json_object *o = json_object_new_object();
    if (r->drf)
        report_drf(r->drf, o);
    else
        report_oracle(r->oracle, o);
    return o;
}

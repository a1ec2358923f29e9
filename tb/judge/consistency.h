// The consistency checker of a run: the front of two oracles. The model says which of them judges
// (gen/lang/model.h: `races`); whatever watches a run tells both the same.
//
//     races allowed    oracle.h: is there an order of all operations that explains every value?
//     races forbidden  drf.h: has the program no data race, and did every load return the one legal value?
#ifndef COHGEN_TB_JUDGE_CONSISTENCY_H
#define COHGEN_TB_JUDGE_CONSISTENCY_H

#include <json-c/json.h>

#include "interp/perform.h"
#include "judge/oracle/oracle.h"
#include "lang/model.h"
#include "lang/request.h"

typedef struct cg_consistency_checker cg_consistency_checker;

bool cg_consistency_judges(const cg_model *m);

// NULL for a model that none can judge, or a configuration out of range, with one line in err. Where races
// are forbidden, cfg->witness and cfg->window mean nothing. The model must outlive the checker.
cg_consistency_checker *cg_consistency_new(const cg_model *m, const cg_oracle_config *cfg, char *err,
                                           size_t err_size);
void cg_consistency_free(cg_consistency_checker *r); // NULL is allowed

// First value of the word at addr, default 0. Before any other call that names the word.
void cg_consistency_init(cg_consistency_checker *r, uint64_t addr, uint32_t value);

// cg_oracle_asked_as(): before a call below that is about this operation of the thread.
void cg_consistency_asked_as(cg_consistency_checker *r, unsigned thread, uint32_t order);
// A load, store or atomic takes effect, as q asked; p->thread counts over the whole system.
void cg_consistency_performed(cg_consistency_checker *r, const cg_perform *p, const cg_request *q);
// A word is published (cg_perform.published): the thread loads the one of p->place, if that is its own, and
// stores it to p->addr, both as data. To be told while its command is under way.
void cg_consistency_published(cg_consistency_checker *r, const cg_perform *p);
// cg_drf_accept(), for a model that forbids races.
void cg_consistency_accept(cg_consistency_checker *r, const char *kind);
// The program makes use of the word with this number (cg_request.result), or will not any more.
void cg_consistency_used(cg_consistency_checker *r, uint32_t result, bool used);
// The thread (of the whole system) is answered; data: the word, for loads and atomics.
void cg_consistency_answered(cg_consistency_checker *r, unsigned thread, const cg_request *q, uint32_t data,
                             uint64_t cycle);

// As cg_oracle_finish(), cg_oracle_violations().
uint64_t cg_consistency_finish(cg_consistency_checker *r, cg_oracle_read *read, void *ctx);
uint64_t cg_consistency_violations(const cg_consistency_checker *r);
json_object *cg_consistency_report(const cg_consistency_checker *r); // its counts; the caller owns it

// Whether a core may ask for this under the model: it has a class with just these marks, or no class with
// any.
bool cg_consistency_legal(const cg_model *m, unsigned op, unsigned order);

#endif

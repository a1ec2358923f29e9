// Which races of two accesses a model forbids by what the two are (model.h: `illegal`). Who races is for
// others to find: tb/judge/litmus over all executions, tb/judge/drf while one runs.
#ifndef COHGEN_TB_JUDGE_EXCUSES_H
#define COHGEN_TB_JUDGE_EXCUSES_H

#include "lang/amo.h"
#include "lang/model.h"

// An access that races.
typedef struct {
    int cls, core;
    bool loads, stores;
    bool used;        // what it loads reaches an address, a value that is stored, or a branch
    bool sets;        // it stores `value`, whatever was there
    bool accumulates; // it does `op`, with any operand
    bool keeps;       // it leaves what was there, whatever that was: adds 0
    cg_amo_op op;
    int64_t value;
} cg_racer;

// What an atomic does that leaves `value`: sets `r` to what is known of its effect.
void cg_racer_operation(cg_racer *r, cg_amo_op op, int64_t value);

// Is a race of these two illegal? race NULL: as one of data. Paths count for nothing here
// (CG_EXCUSE_BYPASSED).
bool cg_race_is_illegal(const cg_model *m, const cg_model_race *race, const cg_racer *a, const cg_racer *b);

#endif

// What the tests of the memory oracle share.
#ifndef COHGEN_TESTS_UNIT_ORACLE_FRESH_H
#define COHGEN_TESTS_UNIT_ORACLE_FRESH_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "judge/oracle/oracle.h"

enum { LOAD = CG_MEM_LOAD, STORE = CG_MEM_STORE, ATOMIC = CG_MEM_ATOMIC, FENCE = CG_MEM_FENCE };

static cg_model *models[2]; // by `weak`
static bool weak;           // the model in force is wo, not sc
static char last[8192];     // newest violation

static void keep(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    (void)ctx, (void)cycle, (void)has_addr, (void)addr;
    snprintf(last, sizeof last, "%s", text);
}

static cg_oracle *fresh(unsigned threads, bool witness, size_t window) {
    char err[256] = "";
    cg_oracle_config cfg = {
        .threads = threads, .witness = witness, .window = window, .max_violations = 1000, .violation = keep};
    if (models[weak] == NULL)
        models[weak] =
            cg_model_load(weak ? "protocols/models/wo.json" : "protocols/models/sc.json", err, sizeof err);
    cr_assert(models[weak], "%s", err);
    last[0] = 0;
    cg_oracle *o = cg_oracle_new(models[weak], &cfg, err, sizeof err);
    cr_assert(o, "%s", err);
    return o;
}

static uint64_t bad(const cg_oracle_stats *s) {
    return s->not_model + s->bad_value + s->bad_atomic + s->bad_final;
}

static void weakly(void (*test)(void)) {
    weak = true;
    test();
    weak = false;
}

#endif

#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct cg_records {
    const cg_plan *plan;
    uint32_t *trace;
    size_t *first; // by machine: word at which its controllers' records begin
    size_t *fired; // words at which the records of this cycle begin
    size_t n_fired;
};

cg_records *cg_records_new(const cg_plan *plan) {
    const cg_spec *spec = plan->spec;
    cg_records *r = cg_array_new(1, sizeof *r);
    size_t words = 0, controllers = 0;
    r->plan = plan;
    r->first = cg_array_new((size_t)spec->n_machines, sizeof *r->first);
    for (int i = 0; i < spec->n_machines; i++) {
        r->first[i] = words;
        words += spec->machines[i].count * (size_t)plan->machines[i].trace.width / 32;
        controllers += spec->machines[i].count;
    }
    r->trace = cg_array_new(words, sizeof *r->trace);
    r->fired = cg_array_new(controllers, sizeof *r->fired);
    return r;
}

void cg_records_free(cg_records *r) {
    if (r == NULL) return;
    CG_FREE(r->trace, r->first, r->fired, r);
}

void cg_records_put(cg_records *r, int machine, int node, const uint32_t *slots) {
    const size_t words = (size_t)r->plan->machines[machine].trace.width / 32;
    const size_t at = r->first[machine] + (size_t)node * words;
    memcpy(r->trace + at, slots, words * sizeof *slots);
    r->fired[r->n_fired++] = at;
}

// The valid bit is a record's first.
void cg_records_clear(cg_records *r) {
    for (size_t i = 0; i < r->n_fired; i++) r->trace[r->fired[i]] = 0;
    r->n_fired = 0;
}

const uint32_t *cg_records_trace(const cg_records *r) {
    return r->trace;
}

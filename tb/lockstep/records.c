#include "records.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct cg_records {
    const cg_plan *plan;
    uint32_t *trace;
    size_t *first;  // by machine: word at which its controllers' records begin
    size_t *paired; // ... those of their evictions, if it pairs
    size_t *fired;  // words at which the records of this cycle begin
    size_t n_fired;
};

// Of a machine's controllers, a record each.
static size_t words_of_all(const cg_plan *plan, int machine) {
    return plan->spec->machines[machine].count * (size_t)plan->machines[machine].trace.width / 32;
}

cg_records *cg_records_new(const cg_plan *plan) {
    const cg_spec *spec = plan->spec;
    cg_records *r = cg_array_new(1, sizeof *r);
    size_t words = 0, controllers = 0;
    r->plan = plan;
    r->first = cg_array_new((size_t)spec->n_machines, sizeof *r->first);
    r->paired = cg_array_new((size_t)spec->n_machines, sizeof *r->paired);
    for (int i = 0; i < spec->n_machines; i++) {
        r->first[i] = words;
        words += words_of_all(plan, i);
        controllers += spec->machines[i].count;
    }
    for (int i = 0; i < spec->n_machines; i++) {
        r->paired[i] = words;
        if (plan->machines[i].pairs) words += words_of_all(plan, i);
    }
    r->trace = cg_array_new(words, sizeof *r->trace);
    r->fired = cg_array_new(2 * controllers, sizeof *r->fired);
    return r;
}

void cg_records_free(cg_records *r) {
    if (r == NULL) return;
    CG_FREE(r->trace, r->first, r->paired, r->fired, r);
}

void cg_records_put(cg_records *r, int machine, int node, const uint32_t *slots) {
    const size_t words = (size_t)r->plan->machines[machine].trace.width / 32;
    const size_t at = r->first[machine] + (size_t)node * words;
    if (r->plan->machines[machine].pairs &&
        r->trace[at] & 1) { // what is there was an eviction before this one
        const size_t before = r->paired[machine] + (size_t)node * words;
        memcpy(r->trace + before, r->trace + at, words * sizeof *slots);
        r->fired[r->n_fired++] = before;
    } else {
        r->fired[r->n_fired++] = at;
    }
    memcpy(r->trace + at, slots, words * sizeof *slots);
}

// The valid bit is a record's first.
void cg_records_clear(cg_records *r) {
    for (size_t i = 0; i < r->n_fired; i++) r->trace[r->fired[i]] = 0;
    r->n_fired = 0;
}

const uint32_t *cg_records_trace(const cg_records *r) {
    return r->trace;
}

static uint64_t bits_of_all(const cg_plan *plan, int machine) {
    return plan->spec->machines[machine].count * (uint64_t)plan->machines[machine].trace.width;
}

// The first of a machine's records, of evictions or of the others.
static uint64_t first_bit(const cg_plan *plan, int machine, bool paired) {
    uint64_t base = 0;
    for (int i = 0; i < (paired ? plan->spec->n_machines : machine); i++) base += bits_of_all(plan, i);
    for (int i = 0; paired && i < machine; i++)
        if (plan->machines[i].pairs) base += bits_of_all(plan, i);
    return base;
}

// The next machine that has records, of evictions first. False: none has.
static bool next_machine(const cg_plan *plan, cg_record_place *at) {
    const int n = plan->spec->n_machines;
    while (at->paired && at->machine < n && !plan->machines[at->machine].pairs) at->machine++;
    if (at->machine == n && at->paired) at->machine = 0, at->paired = false;
    at->node = 0;
    if (at->machine == n) return false;
    at->base = first_bit(plan, at->machine, at->paired);
    return true;
}

bool cg_records_next(const cg_plan *plan, cg_record_walk *walk) {
    cg_record_place *at = &walk->at;
    if (!walk->begun) {
        walk->begun = true;
        *at = (cg_record_place){.paired = true};
        return next_machine(plan, at);
    }
    at->base += (uint64_t)plan->machines[at->machine].trace.width;
    if (++at->node < (int)plan->spec->machines[at->machine].count) return true;
    at->machine++;
    return next_machine(plan, at);
}

// Coverage of a run: how often each rule fired, and how often each guard was true and false when asked. A
// guard is asked only when no earlier rule of its (state, event) held. Many runs merge into one:
//
//     cg_coverage *sum = cg_coverage_new(spec);
//     cg_coverage_merge(sum, cg_lockstep_coverage(ls));
//     cg_coverage_write_json(sum, file);
#ifndef COHGEN_TB_INTERP_COVERAGE_H
#define COHGEN_TB_INTERP_COVERAGE_H

#include <stdio.h>

#include "lang/spec.h"

typedef struct {
    uint64_t fired, guard_true, guard_false;
    uint64_t checked; // `cohgen check`: states in which the rule could fire
    bool unreachable; // `cohgen check`: proved that it never can, within the bounds
} cg_rule_coverage;

typedef struct cg_coverage {
    const cg_spec *spec;
    cg_rule_coverage **rules; // [machine][rule]
} cg_coverage;

cg_coverage *cg_coverage_new(const cg_spec *spec);
void cg_coverage_free(cg_coverage *c);

// Adds `from` to `to`. Both have the same machines and rules: any design points of one protocol file.
void cg_coverage_merge(cg_coverage *to, const cg_coverage *from);

// What counts: rules that can fire, that is neither impossible nor a pure stall (the hardware does not report
// those), and the guards of all rules.
typedef struct {
    uint64_t rules, rules_fired;
    uint64_t guards, guards_toggled; // toggled: seen true and false
} cg_coverage_summary;

cg_coverage_summary cg_coverage_sum(const cg_coverage *c);

// What is known of a rule, the best first.
typedef enum { CG_RULE_FIRED, CG_RULE_CHECKED, CG_RULE_UNREACHABLE, CG_RULE_NEVER } cg_rule_state;
cg_rule_state cg_coverage_state(const cg_rule_coverage *k);
bool cg_coverage_counts(const cg_rule *r); // neither impossible nor a pure stall

// One JSON object; guard_true and guard_false only where the rule has a guard, "checked" and "unreachable"
// only where an exhaustive check has said so. False if writing fails.
//
//     {"protocol": "NAME", "rules": 57, "rules_fired": 41, "guards": 23, "guards_toggled": 12, "machines": [
//       {"name": "l1", "rules": [
//         {"id": "rcc.l1.I.load", "fired": 12, "counts": true},
//         {"id": "rcc.l1.V.load", "fired": 9, "guard_true": 9, "guard_false": 3, "checked": 71204, "counts":
//         true},
//         {"id": "rcc.l1.VI.evict", "fired": 0, "unreachable": true, "counts": true}, ...]},
//         ...]}
bool cg_coverage_write_json(const cg_coverage *c, FILE *out);

// Adds the counts of a file that cg_coverage_write_json() wrote. Rules are found by id; ids that the spec
// does not have are left out. False, and a message in `error` (size at least 1), if the file cannot be read
// or is no such file.
bool cg_coverage_read_json(cg_coverage *to, const char *path, char *error, size_t error_size);

#endif

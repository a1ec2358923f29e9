// The report of a run: one JSON object, and one paragraph for people.
//
//     { "workload": "random", "seed": 1, "verdict": "pass", "reason": null,
//       "cycles": 41233,                     until all threads were done; operations and latencies are
//       theirs, too "all_cycles": 42500,                 with the checks and coming to rest "operations":
//       {"load": 10031, "store": 6998, "atomic": 2971, "fence": 0, "total": 20000}, "operations_per_cycle":
//       0.48, "seconds": 0.61, of a processor, as in the next two: "cycles_per_second": 67000,
//       "operations_per_second": 32700,
//       "issue_wait_mean": 2.1, cycles from a thread's request to its acceptance "latency": {"load":
//       {"count": 10031, "min": 1, "mean": 30.1, "max": 412, "up_to": {"1": 4000, "2": 3,
//       ...}}, ...}, "memory": [{"reads": 64, "writes": 12, "read_latency_mean": 28.0, "most_reads": 7,
//       "most_writes": 2}, ...], "measures": {"hit_rate": {"value": 1.0, "unit": "loads/cycle"}}, "lockstep":
//       {...}, "address_bits": 20, "address_bits_still": "0xfffffffffff001c0" (in which no two requests
//       differed), "oracle": {...}, "coverage": {...} }    from the golden models, where they ran
#ifndef COHGEN_TB_SIM_REPORT_H
#define COHGEN_TB_SIM_REPORT_H

#include <json-c/json.h>

#include "axi_memory.h"
#include "programs/thread.h"
#include "programs/workload.h"

typedef struct {
    const char *protocol, *workload;
    uint64_t seed;
    uint64_t cycles;     // until all threads were done, as are the operations in `scheduler`
    uint64_t all_cycles; // with the checks and coming to rest
    uint64_t all_operations;
    double seconds;     // of a processor, from the start of the program on
    const char *reason; // NULL: the run passed
    const cg_scheduler_stats *scheduler;
    cg_axi_port *const *ports;
    int n_ports;
    const cg_env *env;
    uint64_t addr_toggled; // bits of the addresses asked for that were 0 in one and 1 in another
} cg_run;

// The object for the caller to add to, and to json_object_put().
json_object *cg_report_new(const cg_run *r);
bool cg_report_write(json_object *report, const char *path); // false: it cannot be written; errno says why
void cg_report_print(const cg_run *r, FILE *out);
void cg_report_print_stalls(const cg_run *r, FILE *out); // thread.h, note [SC stalls]

#endif

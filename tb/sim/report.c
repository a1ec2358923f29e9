#include "report.h"

#include <inttypes.h>

#include "base/json_write.h"

static void put_double(json_object *o, const char *key, double value) {
    json_object_object_add(o, key, json_object_new_double(value));
}

static double ratio_or_zero(double a, double b) {
    return b > 0 ? a / b : 0;
}

static uint64_t operations(const cg_run *r) {
    return cg_scheduler_operations(r->scheduler);
}

// Of hits and of the others: see cg_scheduler_stats.
static void put_quick(json_object *o, const cg_scheduler_stats *s, int op) {
    const cg_latency *l = &s->latency[op];
    cg_json_put_count(o, "hits", s->quick[op]);
    cg_json_put_count(o, "misses", l->count - s->quick[op]);
    put_double(o, "hit_share", 100 * ratio_or_zero((double)s->quick[op], (double)l->count));
    put_double(o, "miss_mean",
               ratio_or_zero((double)(l->sum - s->quick_cycles[op]), (double)(l->count - s->quick[op])));
}

static cg_stall all_stalls(const cg_scheduler_stats *s) {
    cg_stall sum = {0};
    for (int i = 0; i < CG_N_CORE_OPS; i++) {
        sum.count += s->stall[i].count;
        sum.cycles += s->stall[i].cycles;
    }
    return sum;
}

static json_object *stall(cg_stall s) {
    json_object *o = json_object_new_object();
    cg_json_put_count(o, "count", s.count);
    cg_json_put_count(o, "cycles", s.cycles);
    put_double(o, "mean", ratio_or_zero((double)s.cycles, (double)s.count));
    return o;
}

static json_object *stalls(const cg_scheduler_stats *s) {
    json_object *o = json_object_new_object();
    for (int i = 0; i < CG_N_CORE_OPS; i++)
        json_object_object_add(o, cg_op_name((unsigned)i), stall(s->stall[i]));
    json_object_object_add(o, "total", stall(all_stalls(s)));
    cg_json_put_count(o, "core_cycles", s->core_cycles);
    cg_json_put_count(o, "core_cycles_stalled", s->core_stalled);
    return o;
}

static json_object *latency_json(const cg_latency *l) {
    json_object *o = json_object_new_object(), *up_to = json_object_new_object();
    char key[24];
    cg_json_put_count(o, "count", l->count);
    cg_json_put_count(o, "min", l->min);
    put_double(o, "mean", ratio_or_zero((double)l->sum, (double)l->count));
    cg_json_put_count(o, "max", l->max);
    for (int i = 0; i < CG_LATENCY_BUCKETS; i++) {
        if (l->bucket[i] == 0) continue;
        snprintf(key, sizeof key, "%" PRIu64, UINT64_C(1) << i);
        cg_json_put_count(up_to, key, l->bucket[i]);
    }
    json_object_object_add(o, "up_to", up_to);
    return o;
}

static json_object *axi_traffic_json(const cg_axi_stats *s) {
    json_object *o = json_object_new_object();
    cg_json_put_count(o, "reads", s->reads);
    cg_json_put_count(o, "writes", s->writes);
    put_double(o, "read_latency_mean", ratio_or_zero((double)s->read_cycles, (double)s->reads));
    cg_json_put_count(o, "most_reads", s->most_reads);
    cg_json_put_count(o, "most_writes", s->most_writes);
    return o;
}

static json_object *measures(const cg_env *e) {
    json_object *all = json_object_new_object();
    for (size_t i = 0; i < e->n_measures; i++) {
        json_object *o = json_object_new_object();
        put_double(o, "value", e->measures[i].value);
        cg_json_put_text(o, "unit", e->measures[i].unit);
        json_object_object_add(all, e->measures[i].name, o);
    }
    return all;
}

json_object *cg_report_new(const cg_run *r) {
    json_object *o = json_object_new_object(), *kinds = json_object_new_object();
    json_object *latencies = json_object_new_object(), *ports = json_object_new_array();
    double n = (double)operations(r), cycles = (double)r->cycles;
    cg_json_put_text(o, "protocol", r->protocol);
    cg_json_put_text(o, "workload", r->workload);
    cg_json_put_count(o, "seed", r->seed);
    cg_json_put_text(o, "verdict", r->reason ? "fail" : "pass");
    cg_json_put_text(o, "reason", r->reason);
    cg_json_put_count(o, "cycles", r->cycles);
    cg_json_put_count(o, "all_cycles", r->all_cycles);
    for (int i = 0; i < CG_N_CORE_OPS; i++) {
        cg_json_put_count(kinds, cg_op_name((unsigned)i), r->scheduler->latency[i].count);
        json_object *l = latency_json(&r->scheduler->latency[i]);
        put_quick(l, r->scheduler, i);
        json_object_object_add(latencies, cg_op_name((unsigned)i), l);
    }
    cg_json_put_count(kinds, "total", operations(r));
    json_object_object_add(o, "operations", kinds);
    put_double(o, "operations_per_cycle", ratio_or_zero(n, cycles));
    put_double(o, "seconds", r->seconds);
    put_double(o, "cycles_per_second", ratio_or_zero((double)r->all_cycles, r->seconds));
    put_double(o, "operations_per_second", ratio_or_zero((double)r->all_operations, r->seconds));
    put_double(o, "issue_wait_mean", ratio_or_zero((double)r->scheduler->issue_wait, n));
    json_object_object_add(o, "latency", latencies);
    json_object_object_add(o, "stalls", stalls(r->scheduler));
    for (int i = 0; i < r->n_ports; i++)
        json_object_array_add(ports, axi_traffic_json(cg_axi_port_stats(r->ports[i])));
    json_object_object_add(o, "memory", ports);
    char still[24];
    snprintf(still, sizeof still, "0x%" PRIx64, ~r->addr_toggled & ~UINT64_C(3)); // bits 0 and 1 name no word
    cg_json_put_count(o, "address_bits", r->env->addr_bits);
    cg_json_put_text(o, "address_bits_still", still);
    json_object_object_add(o, "measures", measures(r->env));
    return o;
}

bool cg_report_write(json_object *report, const char *path) {
    return json_object_to_file_ext(path, report, JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED) == 0;
}

void cg_report_print(const cg_run *r, FILE *out) {
    uint64_t n = operations(r);
    fprintf(out, "%s: %s, seed %" PRIu64 ": %" PRIu64 " operations in %" PRIu64 " cycles (%.2f a cycle)",
            r->workload, r->reason ? "FAIL" : "pass", r->seed, n, r->cycles,
            ratio_or_zero((double)n, (double)r->cycles));
    fprintf(out, "; in a second of a processor %.0f operations, %.0f cycles\n",
            ratio_or_zero((double)r->all_operations, r->seconds),
            ratio_or_zero((double)r->all_cycles, r->seconds));
    for (int i = 0; i < CG_N_CORE_OPS; i++) {
        const cg_latency *l = &r->scheduler->latency[i];
        if (l->count == 0) continue;
        fprintf(out, "  %-6s %9" PRIu64 ", latency %" PRIu64 " to %" PRIu64 " cycles, mean %.1f\n",
                cg_op_name((unsigned)i), l->count, l->min, l->max,
                ratio_or_zero((double)l->sum, (double)l->count));
    }
    if (r->reason) fprintf(out, "  reason: %s\n", r->reason);
}

void cg_report_print_stalls(const cg_run *r, FILE *out) {
    const cg_scheduler_stats *s = r->scheduler;
    const cg_stall sum = all_stalls(s);
    fprintf(out, "  SC stalls: %" PRIu64 " cycles of threads, %" PRIu64 " times, mean %.1f; waiting for",
            sum.cycles, sum.count, ratio_or_zero((double)sum.cycles, (double)sum.count));
    for (int i = 0; i < CG_N_CORE_OPS; i++)
        if (i != CG_FENCE || s->stall[i].count)
            fprintf(out, " %s %" PRIu64, cg_op_name((unsigned)i), s->stall[i].cycles);
    fprintf(out, "\n  cores with nothing to issue: %.1f%% of their cycles\n",
            100 * ratio_or_zero((double)s->core_stalled, (double)s->core_cycles));
    for (int i = 0; i < CG_N_CORE_OPS; i++)
        if (s->latency[i].count)
            fprintf(out, "  %-6s %9" PRIu64 " answered within %d cycles\n", cg_op_name((unsigned)i),
                    s->quick[i], (int)CG_QUICK);
}

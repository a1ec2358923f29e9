// The end of a run: why it failed, and its report.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>

#include "base/json_write.h"
#include "base/process.h"
#include "ends.h"
#include "events.h"
#include "report.h"
#include "run.h"

static void print_failure(const cg_sim *s) {
    fprintf(stderr, "cycle %llu: %s\n", (unsigned long long)s->cycle, s->failure);
    if (!s->stuck) return;
    if (s->replay) cg_golden_pending(s->golden, stderr);
    cg_scheduler_print(s->scheduler, stderr);
    for (int i = 0; i < s->g.partitions; i++) cg_axi_port_print(s->ports[i], s->cycle, stderr);
    int core;
    uint64_t made;
    const cg_request *r = cg_scheduler_oldest(s->scheduler, &core, &made);
    if (r == NULL) return;
    fprintf(stderr, "the oldest is core %d's, since cycle %llu%s\n", core, (unsigned long long)made,
            r->op == CG_FENCE ? ": a fence" : "; its line's latest transitions:");
    if (r->op != CG_FENCE) cg_golden_history(s->golden, r->addr, stderr);
}

// "transfers": {"in": {"count": 4, "words": 96}, "out": {...}, "refused": 1}
static void put_transfers(const cg_sim *s, json_object *report) {
    json_object *all = json_object_new_object();
    for (cg_transfer_kind k = CG_TRANSFER_IN; k <= CG_TRANSFER_OUT; k++) {
        json_object *o = json_object_new_object();
        cg_json_put_count(o, "count", s->moved[k].count);
        cg_json_put_count(o, "words", s->moved[k].words);
        json_object_object_add(all, k == CG_TRANSFER_IN ? "in" : "out", o);
    }
    cg_json_put_count(all, "refused", s->moved[CG_NO_TRANSFER].count);
    json_object_object_add(report, "transfers", all);
}

static bool write_run_files(cg_sim *s, const cg_run *run) {
    const cg_sim_config *c = s->config;
    bool written = true;
    if (c->report[0]) {
        json_object *report = cg_report_new(run);
        cg_golden_report(s->golden, report);
        if (cg_has_transfers(s->spec)) put_transfers(s, report);
        if (s->replay) cg_replay_report(s->replay, run->reason, report);
        if (s->traffic) cg_traffic_report(s->traffic, report);
        if (s->traffic) cg_events_report(s->plan, s->traffic, report);
        if (s->traffic) cg_ends_report(s->plan, s->traffic, report);
        if (!cg_report_write(report, c->report)) {
            fprintf(stderr, "%s: error: %s\n", c->report, strerror(errno));
            written = false;
        }
        json_object_put(report);
    }
    const bool traced = cg_trail_close(s->trail, run->reason ? run->reason : "a run without a violation");
    s->trail = NULL;
    if (!traced) {
        fprintf(stderr, "%s: error: %s\n", c->trail, strerror(errno));
        written = false;
    }
    if (c->coverage[0] && !cg_golden_coverage(s->golden, c->coverage)) {
        fprintf(stderr, "%s: error: %s\n", c->coverage, strerror(errno));
        written = false;
    }
    return written;
}

static void print_more(const cg_sim *s, const cg_run *run) {
    cg_report_print_stalls(run, stdout);
    if (s->traffic) cg_traffic_print(s->traffic, stdout);
}

int cg_sim_abort(cg_sim *s, const char *reason) {
    cg_sim_fail(s, "%s", reason);
    return cg_sim_finish(s);
}

int cg_sim_finish(cg_sim *s) {
    const double seconds = cg_processor_seconds(); // the same on a busy machine as on a quiet one
    if (s->failure[0] == '\0') {
        cg_golden_finish(s->golden, s->memory, s->final ? s->words : NULL);
        if (cg_golden_failure(s->golden)) cg_sim_fail(s, "%s", cg_golden_failure(s->golden));
    }
    if (s->failure[0]) print_failure(s);
    if (s->phase <= CG_PHASE_THREADS) {
        s->run_cycles = s->cycle - s->from;
        s->run_stats = *cg_scheduler_stats_of(s->scheduler);
    }
    cg_run run = {
        .protocol = s->spec->name,
        .workload = s->env.workload->name,
        .seed = s->config->seed,
        .cycles = s->run_cycles,
        .all_cycles = s->cycle,
        .all_operations = cg_scheduler_operations(cg_scheduler_stats_of(s->scheduler)),
        .seconds = seconds,
        .reason = s->failure[0] ? s->failure : NULL,
        .scheduler = &s->run_stats,
        .ports = s->ports,
        .n_ports = s->g.partitions,
        .env = &s->env,
        .addr_toggled = s->ones & s->zeroes,
    };
    if (!s->config->quiet) cg_report_print(&run, stdout);
    if (s->replay && !s->config->quiet) cg_replay_print(s->replay, run.reason, stdout);
    if (s->config->verbose) print_more(s, &run);
    if (!write_run_files(s, &run)) return 3;
    return s->failure[0] ? 1 : 0;
}

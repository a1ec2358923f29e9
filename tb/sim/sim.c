#define _POSIX_C_SOURCE 200809L
#include "sim.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "config.h"
#include "core_side.h"
#include "golden.h"
#include "lang/model.h"
#include "load/load.h"
#include "lockstep/records.h"
#include "plan/plan.h"
#include "programs/thread.h"
#include "programs/workload.h"
#include "report.h"
#include "sim/replay/replay.h"
#include "steer.h"
#include "touched.h"
#include "traffic.h"
#include "trail.h"
#include "watchdog.h"

typedef enum { THREADS, JOIN, CHECK, FINAL, REST, OVER } phase;

// Cycles that the design is given to come to rest after the last answer, beside those to sweep its sets
// twice.
enum { REST_CYCLES = 1000 };

typedef struct {
    const cg_request *request; // driven in this cycle; NULL: none
    int tid;
} driven;

struct cg_sim {
    cg_sim_config *config;
    cg_geometry g;
    uint64_t inputs; // of the protocol: bit i is spec->inputs[i]
    cg_spec *spec;
    cg_plan *plan;
    cg_sparse *memory;
    cg_axi_port **ports;
    cg_crew *crew;
    cg_env env;
    cg_model *model; // consistency model in force
    cg_golden *golden;
    cg_records *records; // of this cycle
    cg_traffic *traffic; // NULL: the design has no trace
    driven *driven;      // by core
    cg_watchdog watchdog;
    cg_steer *steer;   // NULL: the model cannot be steered, or need not
    cg_replay *replay; // NULL: none
    bool playing;      // steps of the replay are left
    cg_rng rng;        // for steering at random
    cg_trail *trail;   // NULL: not wanted
    cg_touched *asked; // lines asked for: what to evict
    cg_touched *words; // written by the threads
    bool final;        // ... and read at the end
    cg_misuse misuse;  // of the core port, that is still to come
    bool stuck;        // what everyone waits for is worth printing
    phase phase;
    uint64_t cycle, rest_until, max_cycles;
    uint64_t ones, zeroes;   // bits of addresses that were 1, 0, in some request
    uint64_t run_cycles;     // until the threads were done
    cg_crew_stats run_stats; // likewise
    char failure[600];       // empty: none
};

__attribute__((format(printf, 2, 3))) static void fail(cg_sim *s, const char *fmt, ...) {
    if (s->failure[0]) return; // the first one counts
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(s->failure, sizeof s->failure, fmt, ap);
    va_end(ap);
}

static void *new_array(size_t n, size_t size) {
    void *p = calloc(n, size);
    if (p == NULL) abort();
    return p;
}

// ----------------------------------------------------------------------------------------------- setting up
static bool read_protocol(cg_sim *s) {
    cg_diags *diags = cg_diags_new();
    s->spec = cg_spec_read(s->config->protocol, s->config->settings, s->config->n_settings, diags);
    if (s->spec == NULL) cg_diags_print(diags, stderr);
    cg_diags_free(diags);
    if (s->spec) s->plan = cg_plan_new(s->spec);
    return s->spec != NULL;
}

// The RTL and the table must be of the same design point.
static bool same_design(const cg_sim *s) {
    const struct {
        const char *what;
        uint64_t rtl, table;
    } pairs[] = {
        {"cores", (uint64_t)s->g.cores, s->spec->cores},
        {"partitions", (uint64_t)s->g.partitions, s->spec->partitions},
        {"address bits", (uint64_t)s->g.addr_bits, s->spec->addr_bits},
        {"thread id bits", (uint64_t)s->g.tid_bits, (uint64_t)s->plan->tid_bits},
        {"memory port bits", (uint64_t)s->g.axi_data_bits, s->spec->axi_data_bits},
        {"steering bits", (uint64_t)(s->g.steer_bits ? s->g.steer_bits : s->plan->steer_bits),
         (uint64_t)s->plan->steer_bits},
        {"trace bits", (uint64_t)(s->g.record_bits ? s->g.record_bits : s->plan->record_bits),
         (uint64_t)s->plan->record_bits},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i].rtl == pairs[i].table) continue;
        fprintf(stderr, "error: the RTL was made for %llu %s, the settings say %llu\n",
                (unsigned long long)pairs[i].rtl, pairs[i].what, (unsigned long long)pairs[i].table);
        same = false;
    }
    return same;
}

static bool peek(void *ctx, const char *machine, int node, const char *space, const char *field,
                 uint64_t addr, uint64_t *value) {
    cg_sim *s = ctx;
    return cg_golden_peek(s->golden, machine, node, space, field, addr, value);
}

static bool param(void *ctx, const char *name, uint64_t *value) {
    const cg_param *p = cg_param_find(((cg_sim *)ctx)->spec, name);
    if (p) *value = p->value;
    return p != NULL;
}

static bool read_model(cg_sim *s) {
    const cg_sim_config *c = s->config;
    char beside[1024], err[600];
    const char *path = c->model, *slash = strrchr(c->protocol, '/');
    if (path[0] == '\0') { // protocols/x.json -> protocols/models/<consistency>.json
        snprintf(beside, sizeof beside, "%.*smodels/%s.json", slash ? (int)(slash + 1 - c->protocol) : 0,
                 c->protocol, cg_consistency(s->spec, s->inputs));
        path = beside;
    }
    s->model = cg_model_load(path, err, sizeof err);
    if (s->model) return true;
    fprintf(stderr, "%s\n", err);
    return false;
}

static bool make_golden(cg_sim *s) {
    const cg_sim_config *c = s->config;
    cg_golden_options o = {.lockstep = c->lockstep && s->g.record_bits,
                           .oracle = c->oracle,
                           .inputs = s->inputs,
                           .model = s->model};
    if (s->spec->simulation_only && !o.lockstep) {
        fprintf(stderr,
                "error: %s is for simulation only: golden memory answers its loads, and lockstep with a "
                "trace must be on for that\n",
                s->spec->name);
        return false;
    }
    s->golden = cg_golden_new(s->plan, &o);
    return s->golden != NULL;
}

static bool make_steering(cg_sim *s) {
    const cg_sim_config *c = s->config;
    char err[600];
    if (!c->hold && !c->evict && !c->replay[0]) return true;
    if (s->g.steer_bits == 0 || (c->replay[0] && s->g.record_bits == 0)) {
        fprintf(stderr,
                "error: the model was built without COHGEN_STEER or COHGEN_TRACE: no hold, evict, replay\n");
        return false;
    }
    s->steer = cg_steer_new(s->plan);
    s->asked = cg_touched_new();
    s->rng = cg_rng_new(c->seed, 0x40000);
    if (c->replay[0] == '\0') return true;
    s->replay = cg_replay_load(c->replay, s->plan, err, sizeof err);
    if (s->replay == NULL) fprintf(stderr, "%s\n", err);
    s->playing = s->replay != NULL;
    return s->replay != NULL;
}

static bool make_trail(cg_sim *s) {
    const char *path = s->config->trail;
    if (path[0] == '\0' || s->g.record_bits == 0) return true;
    s->trail = cg_trail_new(path, s->plan);
    if (s->trail == NULL) fprintf(stderr, "%s: error: %s\n", path, strerror(errno));
    return s->trail != NULL;
}

static bool make_workload(cg_sim *s) {
    const cg_sim_config *c = s->config;
    const cg_workload *w = cg_workload_find(c->workload);
    uint64_t threads = c->threads ? c->threads : s->spec->threads;
    if (w == NULL) {
        fprintf(stderr, "error: there is no workload '%s'; there are:", c->workload);
        for (size_t i = 0; cg_workloads[i]; i++) fprintf(stderr, " %s", cg_workloads[i]->name);
        fprintf(stderr, "\n");
        return false;
    }
    if (threads > s->spec->threads) {
        fprintf(stderr, "error: threads=%llu, the design has %llu on a core\n", (unsigned long long)threads,
                (unsigned long long)s->spec->threads);
        return false;
    }
    s->env = (cg_env){
        .cores = s->g.cores,
        .threads = (int)threads,
        .partitions = s->g.partitions,
        .line_bytes = (unsigned)s->spec->line_bytes,
        .addr_bits = (unsigned)s->spec->addr_bits,
        .conflict = cg_conflict(s->spec),
        .seed = c->seed,
        .weak = !cg_model_total(s->model),
        .no_races = s->model->races_forbidden,
        .unjudged = !c->oracle,
        .memory = s->memory,
        .replay = s->replay,
        .choices = c->choices,
        .n_choices = c->n_choices,
        .peek = c->lockstep && s->g.record_bits ? peek : NULL,
        .param = param,
        .ctx = s,
        .log = c->quiet ? NULL : stdout,
    };
    if (c->scatter)
        s->env.scatter = cg_scatter_new(s->env.addr_bits, s->env.line_bytes, s->env.conflict, c->seed);
    if (cg_env_setup(&s->env, w)) return true;
    fprintf(stderr, "error: %s\n", s->env.bad_input);
    return false;
}

static void make_system(cg_sim *s) {
    const cg_sim_config *c = s->config;
    cg_axi_options memory = {
        .data_bits = (unsigned)s->g.axi_data_bits,
        .line_bytes = (unsigned)s->spec->line_bytes,
        .latency_min = (unsigned)c->mem_latency_min,
        .latency_max = (unsigned)c->mem_latency_max,
        .stall_percent = (unsigned)c->mem_stall,
        .reorder = c->mem_reorder,
        .outstanding = (unsigned)c->mem_outstanding,
        .error = (unsigned)c->mem_error,
        .pause = (unsigned)c->mem_pause,
    };
    cg_crew_options crew = {.cores = s->g.cores,
                            .threads = s->env.threads,
                            .seed = c->seed,
                            .random_order = c->random_order,
                            .scatter = &s->env.scatter,
                            .fences = !cg_model_total(s->model) && !s->model->races_forbidden,
                            .no_races = s->model->races_forbidden,
                            .delay_max = (unsigned)c->issue_delay};
    s->ports = new_array((size_t)s->g.partitions, sizeof *s->ports);
    for (int i = 0; i < s->g.partitions; i++) s->ports[i] = cg_axi_port_new(&memory, s->memory, i, c->seed);
    if (s->replay) cg_replay_begin(s->replay, s->steer, s->ports, s->env.log);
    s->driven = new_array((size_t)s->g.cores, sizeof *s->driven);
    s->watchdog.limit = c->watchdog + s->plan->patience;
    s->max_cycles =
        c->max_cycles ? c->max_cycles : cg_env_cycles(&s->env, s->plan->patience, cg_sim_config_outside(c));
    s->records = cg_records_new(s->plan);
    if (s->g.record_bits) s->traffic = cg_traffic_new(s->plan, (unsigned)c->flit_bytes);
    s->crew = cg_crew_new(&crew);
    cg_crew_start(s->crew, cg_env_thread, &s->env);
}

uint64_t cg_sim_inputs(const cg_sim *s) {
    return s->inputs;
}

int cg_sim_planted(const cg_sim *s) {
    return (int)s->config->planted;
}

cg_sim *cg_sim_new(const char *config, const cg_geometry *g, int *status) {
    cg_sim *s = new_array(1, sizeof *s);
    *status = 2;
    s->g = *g;
    s->memory = cg_sparse_new();
    s->words = cg_touched_new();
    s->config = cg_sim_config_read(config);
    if (s->config == NULL || !read_protocol(s) || !same_design(s) ||
        !cg_sim_config_inputs(s->config, s->spec, &s->inputs) || !read_model(s) || !make_golden(s) ||
        !make_steering(s) || !cg_misuse_find(s->config->misuse, &s->misuse) || !make_workload(s) ||
        !make_trail(s)) {
        cg_sim_free(s);
        return NULL;
    }
    make_system(s);
    cg_golden_memory(s->golden, s->memory);
    *status = 1;
    return s;
}

void cg_sim_free(cg_sim *s) {
    if (s == NULL) return;
    for (int i = 0; s->ports && i < s->g.partitions; i++) cg_axi_port_free(s->ports[i]);
    free(s->ports);
    free(s->driven);
    cg_crew_free(s->crew);
    cg_env_free(&s->env);
    cg_golden_free(s->golden);
    cg_model_free(s->model);
    cg_replay_free(s->replay);
    cg_trail_close(s->trail, "");
    cg_steer_free(s->steer);
    if (s->asked) cg_touched_free(s->asked);
    cg_traffic_free(s->traffic);
    cg_records_free(s->records);
    cg_touched_free(s->words);
    cg_sparse_free(s->memory);
    if (s->plan) cg_plan_free(s->plan);
    if (s->spec) cg_spec_free(s->spec);
    cg_sim_config_free(s->config);
    free(s);
}

// ------------------------------------------------------------------------------------------------ one cycle
static void note_touched(cg_sim *s, const cg_request *r) {
    if (r->op == CG_FENCE) return;
    s->ones |= r->addr;
    s->zeroes |= ~r->addr;
    if (s->asked) cg_touched_add(s->asked, r->addr & ~(s->spec->line_bytes - 1));
    if (r->op != CG_LOAD && s->phase <= JOIN) cg_touched_add(s->words, r->addr);
}

static void take_accepted(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.cores; i++) {
        driven *d = &s->driven[i];
        if (d->request == NULL || !cg_core_ready(p, i)) continue;
        cg_golden_accepted(s->golden, i, d->tid, d->request);
        note_touched(s, d->request);
        cg_crew_accepted(s->crew, i);
        d->request = NULL;
    }
}

// Returns whether there was any answer.
static bool take_answers(cg_sim *s, const cg_ports *p) {
    bool any = false;
    for (int i = 0; i < s->g.cores; i++) {
        if (!cg_core_response(p, i)) continue;
        uint32_t data;
        int tid = cg_core_response_get(p, &s->g, i, &data);
        const cg_request *r = cg_crew_waits_for(s->crew, i, tid);
        if (r == NULL) {
            fail(s, "core %d is answered for thread %d, which waits for nothing", i, tid);
            continue;
        }
        data = cg_golden_answered(s->golden, i, tid, r, data);
        cg_crew_answer(s->crew, i, tid, data);
        any = true;
    }
    return any;
}

static void step_memory(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.partitions; i++) {
        cg_axi_master m;
        cg_axi_sample(p, &s->g, i, &m);
        if (!cg_axi_port_step(s->ports[i], &m, s->cycle)) fail(s, "%s", cg_axi_port_error(s->ports[i]));
        cg_axi_drive(p, &s->g, i, cg_axi_port_drive(s->ports[i]));
    }
}

// What there is not must not get into the design.
static void check_legal(cg_sim *s, int core, const driven *d) {
    char wrong[200];
    if (d->request && !cg_request_legal(s->spec, s->model, d->request, wrong, sizeof wrong))
        fail(s, "core %d thread %d asks for %s", core, d->tid, wrong);
}

static void drive_cores(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.cores; i++) {
        driven *d = &s->driven[i];
        const bool again = d->request != NULL;
        d->request = cg_crew_offer(s->crew, i, &d->tid);
        check_legal(s, i, d);
        cg_core_drive(p, &s->g, i, d->request, d->tid);
        const cg_offer offer = {d->request, again, s->crew, (int)s->spec->threads};
        if (cg_misuse_drive(s->misuse, p, &s->g, i, &offer)) s->misuse = CG_MISUSE_none;
    }
}

static void steer(cg_sim *s, const cg_ports *p) {
    const cg_sim_config *c = s->config;
    if (s->steer == NULL) return;
    if (s->playing) {
        s->playing = cg_replay_step(s->replay, cg_records_trace(s->records), s->cycle);
        const char *lost = cg_golden_failure(s->golden) ? NULL : cg_replay_lost(s->replay);
        s->stuck = s->stuck || lost;
        if (lost) fail(s, "%s", lost);
    } else if (s->phase >= REST) {
        cg_steer_all(s->steer, false); // nothing new, and nothing held back
    } else if (s->replay == NULL) {
        cg_steer_shake(s->steer, &s->rng, s->cycle, (unsigned)c->hold, (unsigned)c->evict, s->asked);
    }
    memcpy(p->steer, cg_steer_vector(s->steer), cg_port_words((unsigned)s->g.steer_bits) * sizeof *p->steer);
}

static uint64_t oldest(void *crew) {
    int core;
    uint64_t since = UINT64_MAX;
    cg_crew_oldest(crew, &core, &since);
    return since;
}

static void watch(cg_sim *s, bool answers) {
    cg_watch w = cg_watchdog_step(&s->watchdog, s->cycle, answers, !s->playing && cg_crew_due(s->crew),
                                  oldest, s->crew);
    const char *failure = cg_golden_failure(s->golden);
    s->stuck = s->stuck || w != CG_WATCH_FINE;
    if (w == CG_WATCH_DEADLOCK)
        fail(s, "deadlock: no answer for %llu cycles while one is due",
             (unsigned long long)s->watchdog.limit);
    if (w == CG_WATCH_STARVED) fail(s, "starvation: a thread waits while others are answered");
    if (failure) fail(s, "%s", failure);
    if (s->env.failure[0]) fail(s, "%s", s->env.failure);
    if (s->cycle >= s->max_cycles) {
        s->stuck = true;
        fail(s, "not done after max_cycles = %llu cycles", (unsigned long long)s->max_cycles);
    }
}

static bool memory_idle(const cg_sim *s) {
    for (int i = 0; i < s->g.partitions; i++)
        if (!cg_axi_port_idle(s->ports[i])) return false;
    return true;
}

// All threads together read every word that was ever written, through the design, for the oracle's last look.
static void read_final(cg_thread *t, void *arg) {
    cg_sim *s = arg;
    cg_env_joined(t, &s->env);
    for (size_t i = (size_t)cg_tid(t); i < cg_touched_count(s->words); i += (size_t)cg_threads(t)) {
        const cg_request load = {.op = CG_LOAD, .addr = cg_touched_at(s->words, i)};
        const bool done = load.addr == cg_where(&s->env, s->env.done);
        cg_touched_set(s->words, i, done ? cg_sync_ld(t, s->env.done) : cg_ask_there(t, &load));
    }
}

static bool start_final(cg_sim *s) {
    s->final = s->config->oracle && s->g.record_bits && cg_touched_count(s->words) <= s->config->final_words;
    return s->final;
}

static void next_phase(cg_sim *s) {
    uint64_t sets = 0;
    bool checks = s->env.workload->check != NULL, busy = cg_crew_busy(s->crew);
    if (s->phase == THREADS && !busy) {
        s->phase = JOIN;
        s->run_cycles = s->cycle;
        s->run_stats = *cg_crew_stats_of(s->crew);
        if (cg_env_joins(&s->env)) cg_crew_start(s->crew, cg_env_join, &s->env);
    } else if (s->phase == JOIN && !busy) {
        s->phase = CHECK;
        if (checks) cg_crew_start_one(s->crew, 0, cg_env_check, &s->env);
    } else if (s->phase == CHECK && !busy) {
        s->phase = FINAL;
        if (checks && start_final(s)) cg_crew_start(s->crew, read_final, s);
    } else if (s->phase == FINAL && !busy) {
        s->phase = REST;
        for (int i = 0; i < s->spec->n_machines; i++)
            if (s->spec->machines[i].sets > sets) sets = s->spec->machines[i].sets;
        s->rest_until = s->cycle + REST_CYCLES + 2 * sets;
    }
    if (s->phase == REST && s->cycle >= s->rest_until) {
        if (memory_idle(s)) s->phase = OVER;
        s->stuck = s->cycle >= s->rest_until + s->config->watchdog;
        if (s->stuck) fail(s, "the memory ports do not come to rest");
    }
}

void cg_sim_record(cg_sim *s, int machine, int node, const uint32_t *slots) {
    cg_records_put(s->records, machine, node, slots);
}

bool cg_sim_tick(cg_sim *s, const cg_ports *p) {
    cg_ports_clear(p, &s->g);
    s->cycle++;
    if (s->steer) {
        cg_steer_next(s->steer);
        cg_golden_time(s->golden, cg_steer_time(s->steer));
    }
    cg_golden_step(s->golden, cg_records_trace(s->records), s->cycle);
    if (s->trail) cg_trail_step(s->trail, cg_records_trace(s->records));
    if (s->traffic && s->phase == THREADS) cg_traffic_step(s->traffic, cg_records_trace(s->records));
    cg_crew_tick(s->crew, s->cycle);
    steer(s, p);
    cg_records_clear(s->records);
    take_accepted(s, p);
    bool answers = take_answers(s, p);
    step_memory(s, p);
    next_phase(s);
    drive_cores(s, p);
    watch(s, answers);
    return s->phase != OVER && s->failure[0] == '\0';
}

// ---------------------------------------------------------------------------------------------- the verdict
static void print_failure(const cg_sim *s) {
    fprintf(stderr, "cycle %llu: %s\n", (unsigned long long)s->cycle, s->failure);
    if (!s->stuck) return;
    if (s->replay) cg_golden_pending(s->golden, stderr);
    cg_crew_print(s->crew, stderr);
    for (int i = 0; i < s->g.partitions; i++) cg_axi_port_print(s->ports[i], s->cycle, stderr);
    int core;
    uint64_t made;
    const cg_request *r = cg_crew_oldest(s->crew, &core, &made);
    if (r == NULL) return;
    fprintf(stderr, "the oldest is core %d's, since cycle %llu%s\n", core, (unsigned long long)made,
            r->op == CG_FENCE ? ": a fence" : "; its line's latest transitions:");
    if (r->op != CG_FENCE) cg_golden_history(s->golden, r->addr, stderr);
}

static bool write_files(cg_sim *s, const cg_run *run) {
    const cg_sim_config *c = s->config;
    bool written = true;
    if (c->report[0]) {
        json_object *report = cg_report_new(run);
        cg_golden_report(s->golden, report);
        if (s->replay) cg_replay_report(s->replay, run->reason, report);
        if (s->traffic) cg_traffic_report(s->traffic, report);
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
    fail(s, "%s", reason);
    return cg_sim_finish(s);
}

int cg_sim_finish(cg_sim *s) {
    const double seconds = cg_processor_seconds(); // the same on a busy machine as on a quiet one
    if (s->failure[0] == '\0') {
        cg_golden_finish(s->golden, s->memory, s->final ? s->words : NULL);
        if (cg_golden_failure(s->golden)) fail(s, "%s", cg_golden_failure(s->golden));
    }
    if (s->failure[0]) print_failure(s);
    if (s->phase == THREADS) {
        s->run_cycles = s->cycle;
        s->run_stats = *cg_crew_stats_of(s->crew);
    }
    cg_run run = {
        .protocol = s->spec->name,
        .workload = s->env.workload->name,
        .seed = s->config->seed,
        .cycles = s->run_cycles,
        .all_cycles = s->cycle,
        .all_operations = cg_crew_operations(cg_crew_stats_of(s->crew)),
        .seconds = seconds,
        .reason = s->failure[0] ? s->failure : NULL,
        .crew = &s->run_stats,
        .ports = s->ports,
        .n_ports = s->g.partitions,
        .env = &s->env,
        .addr_toggled = s->ones & s->zeroes,
    };
    if (!s->config->quiet) cg_report_print(&run, stdout);
    if (s->replay && !s->config->quiet) cg_replay_print(s->replay, run.reason, stdout);
    if (s->config->verbose) print_more(s, &run);
    if (!write_files(s, &run)) return 3;
    return s->failure[0] ? 1 : 0;
}

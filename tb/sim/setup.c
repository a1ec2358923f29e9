// A run is set up from its configuration, and taken down.
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/command.h"
#include "lang/request.h"
#include "lang/topology.h"
#include "lang/transfer.h"
#include "load/load.h"
#include "run.h"

static bool read_table_and_plan(cg_sim *s) {
    cg_diags *diags = cg_diags_new();
    const cg_sim_config *c = s->config;
    s->spec = cg_spec_read_without(c->protocol, (const char *const *)c->without, c->n_without, c->settings,
                                   c->n_settings, diags);
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

static bool peek_golden(void *ctx, const char *machine, int node, const char *space, const char *field,
                        uint64_t addr, uint64_t *value) {
    cg_sim *s = ctx;
    return cg_golden_peek(s->golden, machine, node, space, field, addr, value);
}

static bool param(void *ctx, const char *name, uint64_t *value) {
    const cg_param *p = cg_param_find(((cg_sim *)ctx)->spec, name);
    if (p) *value = p->value;
    return p != NULL;
}

static bool load_consistency_model(cg_sim *s) {
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
    fprintf(s->errors, "%s\n", err);
    return false;
}

static bool make_golden(cg_sim *s) {
    const cg_sim_config *c = s->config;
    cg_golden_options o = {.lockstep = c->lockstep && s->g.record_bits,
                           .oracle = c->oracle,
                           .inputs = s->inputs,
                           .model = s->model};
    if (s->spec->simulation_only && !o.lockstep) {
        fprintf(s->errors,
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
        fprintf(s->errors,
                "error: the model was built without COHGEN_STEER or COHGEN_TRACE: no hold, evict, replay\n");
        return false;
    }
    s->steer = cg_steer_new(s->plan);
    s->asked = cg_touched_new();
    s->rng = cg_rng_new(c->seed, 0x40000);
    if (c->replay[0] == '\0') return true;
    s->replay = cg_replay_load(c->replay, s->plan, err, sizeof err);
    if (s->replay == NULL) fprintf(s->errors, "%s\n", err);
    s->playing = s->replay != NULL;
    return s->replay != NULL;
}

static bool make_trail(cg_sim *s) {
    const char *path = s->config->trail;
    if (path[0] == '\0' || s->g.record_bits == 0) return true;
    s->trail = cg_trail_new(path, s->plan);
    if (s->trail == NULL) fprintf(s->errors, "%s: error: %s\n", path, strerror(errno));
    return s->trail != NULL;
}

// Of the smallest local memory, if every core has one.
static uint64_t local_bytes(const cg_spec *spec) {
    uint64_t bytes = UINT64_MAX;
    for (uint64_t core = 0; core < spec->cores; core++) {
        const int memory = cg_memory_beside(spec, cg_core_at(spec, core).machine);
        const uint64_t own = memory == CG_NONE ? 0 : cg_memory_bytes(spec, &spec->machines[memory]);
        if (own < bytes) bytes = own;
    }
    return bytes;
}

static bool make_workload(cg_sim *s) {
    const cg_sim_config *c = s->config;
    const cg_workload *w = cg_workload_find(c->workload);
    uint64_t threads = c->threads ? c->threads : s->spec->threads;
    if (w == NULL) {
        fprintf(s->errors, "error: there is no workload '%s'; there are:", c->workload);
        for (size_t i = 0; cg_workloads[i]; i++) fprintf(s->errors, " %s", cg_workloads[i]->name);
        fprintf(s->errors, "\n");
        return false;
    }
    if (threads > s->spec->threads) {
        fprintf(s->errors, "error: threads=%llu, the design has %llu on a core\n",
                (unsigned long long)threads, (unsigned long long)s->spec->threads);
        return false;
    }
    s->env = (cg_env){
        .cores = s->g.cores,
        .threads = (int)threads,
        .partitions = s->g.partitions,
        .spec = s->spec,
        .line_bytes = (unsigned)s->spec->line_bytes,
        .addr_bits = (unsigned)s->spec->addr_bits,
        .local_bytes = local_bytes(s->spec),
        .conflict = cg_conflict(s->spec),
        .seed = c->seed,
        .weak = !cg_model_total(s->model),
        .no_races = s->model->races_forbidden,
        .sync_loads = cg_takes_marked(s->spec, CG_LOAD, CG_MARK_ACQUIRE),
        .sync_stores = cg_takes_marked(s->spec, CG_STORE, CG_MARK_RELEASE),
        .model = s->model,
        .unjudged = !c->oracle,
        .no_atomics = !cg_takes_core(s->spec, CG_ATOMIC),
        .memory = s->memory,
        .replay = s->replay,
        .choices = c->choices,
        .n_choices = c->n_choices,
        .peek = c->lockstep && s->g.record_bits ? peek_golden : NULL,
        .param = param,
        .ctx = s,
        .log = c->quiet ? NULL : stdout,
    };
    s->pages = (cg_page_table){cg_pages_of(s->spec), &s->env.scatter};
    if (c->scatter && s->pages.page_bits)
        s->env.scatter = cg_scatter_pages(s->env.addr_bits, s->pages.page_bits, c->seed);
    else if (c->scatter)
        s->env.scatter = cg_scatter_new(s->env.addr_bits, s->env.line_bytes, s->env.conflict, c->seed);
    if (!cg_env_setup(&s->env, w)) {
        fprintf(s->errors, "error: %s\n", s->env.bad_input);
        return false;
    }
    cg_golden_accept(s->golden, s->env.accepts);
    cg_golden_pages(s->golden, &(cg_pages){cg_page_frame, &s->pages});
    return true;
}

// Does a file say what is asked for, so that nothing may stand between it?
static bool says_all(const cg_sim *s) {
    return s->replay || !strcmp(s->env.workload->name, "script");
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
        .interleave = c->mem_interleave,
        .outstanding = (unsigned)c->mem_outstanding,
        .error = (unsigned)c->mem_error,
        .pause = (unsigned)c->mem_pause,
    };
    cg_scheduler_options scheduler = {
        .cores = s->g.cores,
        .threads = s->env.threads,
        .slots = (int)s->spec->slots,
        .seed = c->seed,
        .random_order = c->random_order,
        .commands = s->spec->n_commands ? s->spec : NULL,
        .often = says_all(s) || !cg_rule_commands(s->spec) ? 0 : (unsigned)c->commands,
        .scatter = &s->env.scatter,
        .fences = !cg_model_total(s->model) && !s->model->races_forbidden,
        .no_races = s->model->races_forbidden,
        .sync_loads = s->env.sync_loads,
        .sync_stores = s->env.sync_stores,
        .delay_max = (unsigned)c->issue_delay,
        .used = cg_golden_used,
        .ctx = s->golden};
    cg_scheduler_marks(&scheduler, s->model);
    s->ports = cg_array_new((size_t)s->g.partitions, sizeof *s->ports);
    for (int i = 0; i < s->g.partitions; i++) s->ports[i] = cg_axi_port_new(&memory, s->memory, i, c->seed);
    if (s->replay) cg_replay_begin(s->replay, s->steer, s->ports, s->env.log);
    if (s->pages.page_bits) s->walkers = cg_array_new((size_t)s->g.cores, sizeof *s->walkers);
    s->walk_rng = cg_rng_new(c->seed, 0x9a6e);
    s->driven = cg_array_new((size_t)s->g.cores, sizeof *s->driven);
    s->watchdog.limit = cg_sim_config_watchdog(c) + s->plan->patience;
    // Nobody sees a transfer's loads and stores answered without golden models.
    if (!c->lockstep && cg_has_transfers(s->spec)) s->watchdog.limit += 256 * cg_transfer_words(s->spec);
    s->max_cycles =
        c->max_cycles ? c->max_cycles : cg_env_cycles(&s->env, s->plan->patience, cg_sim_config_outside(c));
    s->records = cg_records_new(s->plan);
    if (s->g.record_bits) s->traffic = cg_traffic_new(s->plan, (unsigned)c->flit_bytes);
    s->scheduler = cg_scheduler_new(&scheduler);
    const bool prepares = cg_env_prepares(&s->env);
    s->phase = prepares ? CG_PHASE_PREPARE : CG_PHASE_THREADS;
    cg_scheduler_start(s->scheduler, prepares ? cg_env_prepare : cg_env_thread, &s->env);
}

// NULL: the configuration, or its table, cannot be read.
static cg_sim *read_run(const char *config) {
    cg_sim *s = cg_array_new(1, sizeof *s);
    s->errors = stderr;
    s->memory = cg_sparse_new();
    s->words = cg_touched_new();
    s->config = cg_sim_config_read(config);
    if (s->config && read_table_and_plan(s)) return s;
    cg_sim_free(s);
    return NULL;
}

static bool make_judges_and_workload(cg_sim *s) {
    return cg_sim_config_inputs(s->config, s->spec, &s->inputs) && load_consistency_model(s) &&
           make_golden(s) && make_steering(s) && cg_misuse_find(s->config->misuse, &s->misuse) &&
           make_workload(s);
}

static int mark_bits(const cg_spec *spec) {
    return spec->has_order ? spec->n_marks : 2;
}

static int number_bits(const cg_spec *spec) {
    const unsigned bits = cg_pages_of(spec);
    return bits ? (int)(spec->addr_bits - bits) : 1;
}

// The design that is made of the table, with all that a harness can ask for.
static cg_geometry whole_geometry(const cg_sim *s) {
    return (cg_geometry){.cores = (int)s->spec->cores,
                         .partitions = (int)s->spec->partitions,
                         .addr_bits = (int)s->spec->addr_bits,
                         .tid_bits = s->plan->tid_bits,
                         .axi_data_bits = (int)s->spec->axi_data_bits,
                         .record_bits = s->plan->record_bits,
                         .steer_bits = s->plan->steer_bits,
                         .command = s->spec->n_commands ? s->spec : NULL,
                         .command_bits = s->spec->n_commands ? cg_command_bits(s->spec) : 1,
                         .page_bits = number_bits(s->spec),
                         .marks = mark_bits(s->spec)};
}

bool cg_sim_accepts(const char *config, FILE *errors) {
    cg_sim *s = read_run(config);
    if (s == NULL) return false;
    s->errors = errors;
    s->g = whole_geometry(s);
    s->config->quiet = true;
    const bool good = make_judges_and_workload(s);
    cg_sim_free(s);
    return good;
}

cg_sim *cg_sim_new(const char *config, const cg_geometry *g, int *status) {
    cg_sim *s = read_run(config);
    *status = 2;
    if (s == NULL) return NULL;
    s->g = *g;
    s->plan->sram.late = g->sram_latency > 1;
    const cg_geometry whole = whole_geometry(s);
    s->g.marks = whole.marks;
    s->g.command = whole.command;
    s->g.command_bits = whole.command_bits;
    s->g.page_bits = whole.page_bits;
    if (!same_design(s) || !make_judges_and_workload(s) || !make_trail(s)) {
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
    CG_FREE(s->ports, s->driven, s->walkers);
    cg_scheduler_free(s->scheduler);
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

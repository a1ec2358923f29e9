// One cycle of a run.
#include "sim.h"

#include <stdarg.h>
#include <string.h>

#include "lang/local.h"
#include "run.h"

// Cycles that the design is given to come to rest after the last answer, beside those to sweep its sets
// twice.
enum { REST_CYCLES = 1000 };

uint64_t cg_sim_inputs(const cg_sim *s) {
    return s->inputs;
}

int cg_sim_planted(const cg_sim *s) {
    return (int)s->config->planted;
}

void cg_sim_fail(cg_sim *s, const char *fmt, ...) {
    if (s->failure[0]) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(s->failure, sizeof s->failure, fmt, ap);
    va_end(ap);
}

static void note_touched(cg_sim *s, const cg_request *r) {
    if (r->op == CG_FENCE || cg_addr_is_local(r->addr)) return;
    s->ones |= r->addr;
    s->zeroes |= ~r->addr;
    if (s->traffic && r->op == CG_ATOMIC) cg_traffic_atomic(s->traffic, r->addr);
    if (s->asked) cg_touched_add(s->asked, r->addr & ~(s->spec->line_bytes - 1));
    if (r->op != CG_LOAD && s->phase <= CG_PHASE_JOIN) cg_touched_add(s->words, r->addr);
}

// Of a transfer, what it asks for in the core's place.
static void note_asked(cg_sim *s, int core, const cg_request *r) {
    cg_moving m = cg_moving_begin(s->spec, r);
    if (m.kind == CG_NO_TRANSFER) note_touched(s, r);
    while (m.kind != CG_NO_TRANSFER && cg_moving_next(&m, core, 0)) note_touched(s, &m.operation);
}

static void count_transfer(cg_sim *s, const cg_request *r, uint32_t answer) {
    const cg_transfer_kind kind = cg_transfer_of(s->spec, r);
    if (kind == CG_NO_TRANSFER) return;
    const cg_tile tile = cg_tile_asked(s->spec, r);
    cg_moved *of = &s->moved[answer ? CG_NO_TRANSFER : kind];
    of->count++;
    if (!answer && !cg_tile_refused(s->spec, &tile)) of->words += cg_tile_words(&tile);
}

static void take_accepted(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.cores; i++) {
        cg_driven *d = &s->driven[i];
        if (d->request == NULL || !cg_core_ready(p, i)) continue;
        cg_golden_accepted(s->golden, i, d->tid, d->request);
        note_asked(s, i, d->request);
        cg_scheduler_accepted(s->scheduler, i);
        d->request = NULL;
    }
}

// Returns whether there was any answer, to a core or to its transfer engine.
static bool take_answers(cg_sim *s, const cg_ports *p) {
    const uint64_t before = s->moved_steps;
    s->moved_steps = cg_golden_moved(s->golden);
    bool any = s->moved_steps != before;
    for (int i = 0; i < s->g.cores; i++) {
        if (!cg_core_response(p, i)) continue;
        uint32_t data;
        int tid = cg_core_response_get(p, &s->g, i, &data);
        const cg_request *r = cg_scheduler_waits_for(s->scheduler, i, tid);
        if (r == NULL) {
            cg_sim_fail(s, "core %d is answered for thread %d, which waits for nothing", i, tid);
            continue;
        }
        data = cg_golden_answered(s->golden, i, tid, r, data);
        count_transfer(s, r, data);
        cg_scheduler_answer(s->scheduler, i, tid, data);
        any = true;
    }
    return any;
}

static void step_memory(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.partitions; i++) {
        cg_axi_master m;
        cg_axi_sample(p, &s->g, i, &m);
        if (!cg_axi_port_step(s->ports[i], &m, s->cycle))
            cg_sim_fail(s, "%s", cg_axi_port_error(s->ports[i]));
        cg_axi_drive(p, &s->g, i, cg_axi_port_drive(s->ports[i]));
    }
}

static void step_pages(cg_sim *s, const cg_ports *p) {
    for (int i = 0; s->walkers && i < s->g.cores; i++)
        cg_walker_step(&s->walkers[i], p, &s->g, i, &s->pages, &s->walk_rng, s->cycle, s->config->page_walk);
}

// What there is not must not get into the design.
static void check_legal(cg_sim *s, int core, const cg_driven *d) {
    char wrong[200];
    if (d->request && !cg_request_legal(s->spec, s->model, core, d->request, wrong, sizeof wrong))
        cg_sim_fail(s, "core %d thread %d asks for %s", core, d->tid, wrong);
}

static void drive_cores(cg_sim *s, const cg_ports *p) {
    for (int i = 0; i < s->g.cores; i++) {
        cg_driven *d = &s->driven[i];
        const bool again = d->request != NULL;
        d->request = cg_scheduler_offer(s->scheduler, i, &d->tid);
        check_legal(s, i, d);
        if (d->request) cg_core_drive(p, &s->g, i, d->request, d->tid);
        if (s->misuse == CG_MISUSE_none) continue;
        const cg_offer offer = {d->request, again, s->scheduler, (int)s->spec->requests};
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
        if (lost) cg_sim_fail(s, "%s", lost);
    } else if (s->phase >= CG_PHASE_REST) {
        cg_steer_all(s->steer, false); // nothing new, and nothing held back
    } else if (s->replay == NULL) {
        const cg_shaking how = {(unsigned)c->hold, (unsigned)c->hold_cycles, (unsigned)c->evict};
        cg_steer_shake(s->steer, &s->rng, s->cycle, &how, s->asked);
    }
    memcpy(p->steer, cg_steer_vector(s->steer), cg_port_words((unsigned)s->g.steer_bits) * sizeof *p->steer);
}

static uint64_t oldest(void *scheduler) {
    int core;
    uint64_t since = UINT64_MAX;
    cg_scheduler_oldest(scheduler, &core, &since);
    return since;
}

static void watch(cg_sim *s, bool answers) {
    cg_watch w = cg_watchdog_step(&s->watchdog, s->cycle, answers,
                                  !s->playing && cg_scheduler_due(s->scheduler), oldest, s->scheduler);
    const char *failure = cg_golden_failure(s->golden);
    s->stuck = s->stuck || w != CG_WATCH_FINE;
    if (w == CG_WATCH_DEADLOCK)
        cg_sim_fail(s, "deadlock: no answer for %llu cycles while one is due",
                    (unsigned long long)s->watchdog.limit);
    if (w == CG_WATCH_STARVED) cg_sim_fail(s, "starvation: a thread waits while others are answered");
    if (failure) cg_sim_fail(s, "%s", failure);
    if (s->env.failure[0]) cg_sim_fail(s, "%s", s->env.failure);
    if (s->cycle >= s->max_cycles) {
        s->stuck = true;
        cg_sim_fail(s, "not done after max_cycles = %llu cycles", (unsigned long long)s->max_cycles);
    }
}

static bool memory_idle(const cg_sim *s) {
    for (int i = 0; i < s->g.partitions; i++)
        if (!cg_axi_port_idle(s->ports[i])) return false;
    return true;
}

// All threads together read every word that was ever written, through the design, for the oracle's last look.
static void read_written_words(cg_thread *t, void *arg) {
    cg_sim *s = arg;
    cg_env_joined(t, &s->env);
    for (size_t i = (size_t)cg_tid(t); i < cg_touched_count(s->words); i += (size_t)cg_threads(t)) {
        const cg_request load = {.op = CG_LOAD, .addr = cg_touched_at(s->words, i)};
        const bool done = load.addr == cg_where(&s->env, s->env.done);
        cg_touched_set(s->words, i, done ? cg_sync_ld(t, s->env.done) : cg_ask_there(t, &load));
    }
}

static bool start_final(cg_sim *s) {
    const cg_touched *mapped = cg_golden_mapped(s->golden);
    for (size_t i = 0; mapped && i < cg_touched_count(mapped); i++)
        cg_touched_add(s->words, cg_touched_at(mapped, i));
    s->final = s->config->oracle && s->g.record_bits && cg_touched_count(s->words) <= s->config->final_words;
    return s->final;
}

static void next_phase(cg_sim *s) {
    uint64_t sets = 0;
    bool checks = s->env.workload->check != NULL, busy = cg_scheduler_busy(s->scheduler);
    if (s->phase == CG_PHASE_PREPARE && !busy) {
        s->phase = CG_PHASE_PREPARED;
        cg_scheduler_start(s->scheduler, cg_env_prepared, &s->env);
    } else if (s->phase == CG_PHASE_PREPARED && !busy) {
        s->phase = CG_PHASE_THREADS;
        s->from = s->cycle;
        cg_scheduler_forget(s->scheduler);
        cg_scheduler_start(s->scheduler, cg_env_thread, &s->env);
    } else if (s->phase == CG_PHASE_THREADS && !busy) {
        s->phase = CG_PHASE_JOIN;
        s->run_cycles = s->cycle - s->from;
        s->run_stats = *cg_scheduler_stats_of(s->scheduler);
        if (cg_env_joins(&s->env)) cg_scheduler_start(s->scheduler, cg_env_join, &s->env);
    } else if (s->phase == CG_PHASE_JOIN && !busy) {
        s->phase = CG_PHASE_CHECK;
        if (checks) cg_scheduler_start_one(s->scheduler, 0, cg_env_check, &s->env);
    } else if (s->phase == CG_PHASE_CHECK && !busy) {
        s->phase = CG_PHASE_FINAL;
        if (checks && start_final(s)) cg_scheduler_start(s->scheduler, read_written_words, s);
    } else if (s->phase == CG_PHASE_FINAL && !busy) {
        s->phase = CG_PHASE_REST;
        for (int i = 0; i < s->spec->n_machines; i++)
            if (s->spec->machines[i].sets > sets) sets = s->spec->machines[i].sets;
        s->rest_until = s->cycle + REST_CYCLES + 2 * sets;
    }
    if (s->phase == CG_PHASE_REST && s->cycle >= s->rest_until) {
        if (memory_idle(s)) s->phase = CG_PHASE_OVER;
        s->stuck = s->cycle >= s->rest_until + s->config->watchdog;
        if (s->stuck) cg_sim_fail(s, "the memory ports do not come to rest");
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
    if (s->traffic && s->phase == CG_PHASE_THREADS) cg_traffic_step(s->traffic, cg_records_trace(s->records));
    cg_scheduler_tick(s->scheduler, s->cycle);
    steer(s, p);
    cg_records_clear(s->records);
    take_accepted(s, p);
    bool answers = take_answers(s, p);
    step_memory(s, p);
    step_pages(s, p);
    next_phase(s);
    drive_cores(s, p);
    watch(s, answers);
    return s->phase != CG_PHASE_OVER && s->failure[0] == '\0';
}

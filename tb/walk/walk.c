// A whole walk.
#include "walk.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#include "lang/request.h"
#include "parts.h"

void walk_fail(walk *w, const char *fmt, ...) {
    va_list args;
    if (walk_failed(w)) return;
    va_start(args, fmt);
    vsnprintf(w->result->reason, sizeof w->result->reason, fmt, args);
    va_end(args);
}

static void problem(void *ctx, const char *text) {
    walk *w = ctx;
    const walk_event *e = w->n_history ? &w->history[(w->n_history - 1) % WALK_HISTORY] : NULL;
    walk_fail(w, "table: %s: %s", e ? e->rule : "?", text);
}

static void fail_by_violation(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr) {
    walk *w = ctx;
    (void)cycle, (void)has_addr, (void)addr;
    if (!walk_failed(w) && w->options->trace) fputs(text, w->options->trace);
    walk_fail(w, "%.*s", (int)strcspn(text, "\n"), text);
}

// Pages are exchanged in pairs, so that one which a table does not translate is another one.
static uint64_t page_beside(const void *of, uint64_t page) {
    (void)of;
    return page ^ 1;
}

static bool has_store_buffer(const cg_spec *s) {
    for (int m = 0; m < s->n_machines; m++)
        if (s->machines[m].buffer_entries) return true;
    return false;
}

// Each walk is of another kind: few lines or many, few evictions or many, lanes that overtake others.
static void draw_kind(walk *w) {
    static const uint64_t LINES[] = {1, 1, 2, 3, 4, 8, 16}, WORDS[] = {1, 1, 2, 4};
    static const uint64_t LOADS[] = {20, 50, 80}, EVICT[] = {0, 8, 64, 200}, TICK[] = {2, 20, 100},
                          TIME[] = {20, 100, 300}, FENCES[] = {0, 3, 20};
    static const uint8_t SLOW[] = {0, 0, 4, 30};
    static const uint8_t SLOW_DRAINS[] = {0, 0, 4, 30};
#define DRAW(list) list[cg_rng_below(&w->rng, sizeof(list) / sizeof *(list))]
    w->lines = DRAW(LINES);
    w->words = DRAW(WORDS);
    if (w->words * 4 > w->spec->line_bytes) w->words = w->spec->line_bytes / 4;
    w->loads = DRAW(LOADS);
    if (w->asks[CG_FENCE]) w->fences = DRAW(FENCES);
    w->stores = (100 - w->loads) * (1 + cg_rng_below(&w->rng, 3)) / 3;
    w->evict = (unsigned)DRAW(EVICT);
    w->tick = (unsigned)DRAW(TICK);
    w->time = w->spec->clock.bits ? (unsigned)DRAW(TIME) : 0;
    for (int i = 0; i < w->shadow->n_queues; i++) w->slow[i] = DRAW(SLOW);
    if (has_store_buffer(w->spec)) {
        w->drain = (unsigned)DRAW(EVICT);
        w->slow_drains = w->n_threads > 16 ? 0 : DRAW(SLOW_DRAINS);
        if (w->slow_drains && cg_rng_below(&w->rng, 2)) w->slow_drains *= 8;
    }
    // One of all lanes is left behind by all others.
    if (cg_rng_below(&w->rng, 4) < (w->spec->has_order ? 2 : 1))
        w->slow[cg_rng_below(&w->rng, (uint64_t)w->shadow->n_queues)] = 200;
    w->newest = w->spec->has_order && cg_rng_below(&w->rng, 2);
#undef DRAW
}

static void find_operations(walk *w) {
    for (cg_core_op op = 0; op < CG_N_CORE_OPS; op++) w->asks[op] = cg_takes_core(w->spec, op);
    for (int m = 0; m < w->spec->n_machines; m++)
        w->asks[CG_FENCE] |= cg_core_event(&w->spec->machines[m], CG_FENCE) != CG_NONE;
}

enum { SPIN_STEPS = 2000000 }; // a copy may be kept for all of logical time

static void begin_walk(walk *w, const cg_model *model) {
    char error[256];
    cg_oracle_config config = {.threads = (unsigned)w->n_threads,
                               .of_core = (unsigned)w->spec->threads,
                               .witness = cg_has_logical_time(w->spec),
                               .window = 1u << 16,
                               .max_violations = 1,
                               .violation = fail_by_violation,
                               .ctx = w};
    w->model = model;
    w->shadow = cg_shadow_new(w->plan);
    w->shadow->pages = (cg_pages){.frame = page_beside};
    w->shadow->inputs = w->options->inputs;
    w->shadow->coverage = w->result->coverage;
    w->shadow->problem = problem;
    w->shadow->perform = walk_perform;
    w->shadow->problem_ctx = w->shadow->perform_ctx = w;
    w->checker =
        cg_consistency_judges(model) ? cg_consistency_new(model, &config, error, sizeof error) : NULL;
    w->ideal = cg_ideal_new(w->spec);
    w->operations = cg_shadow_alloc((size_t)w->n_threads * sizeof *w->operations);
    w->slow = cg_shadow_alloc((size_t)w->shadow->n_queues);
    w->bare = cg_shadow_alloc(w->shadow->packet_bytes);
    w->bare->msg = CG_NONE;
    find_operations(w);
    walk_find_alarms(w);
    draw_kind(w);
    if (model->races_forbidden) walk_program(w);
    walk_find_memories(w);
    walk_draw_commands(w);
}

static void print_history(const walk *w, FILE *out) {
    const uint64_t first = w->n_history > WALK_HISTORY ? w->n_history - WALK_HISTORY : 0;
    fprintf(out, "the last %llu rules:\n", (unsigned long long)(w->n_history - first));
    for (uint64_t i = first; i < w->n_history; i++) {
        const walk_event *e = &w->history[i % WALK_HISTORY];
        fprintf(out, "  %s at controller %d", e->rule, e->node);
        if (e->block) fprintf(out, ", address 0x%llx", (unsigned long long)e->addr);
        if (e->thread) fprintf(out, ", thread %u", e->tid);
        fputc('\n', out);
    }
}

static void end_walk(walk *w) {
    char why[200];
    if (!walk_failed(w) && !cg_ideal_finish(w->ideal, w->shadow, why, sizeof why)) walk_fail(w, "%s", why);
    if (w->checker && !walk_failed(w)) cg_consistency_finish(w->checker, NULL, NULL);
    if (walk_failed(w) && w->options->trace) print_history(w, w->options->trace);
    cg_consistency_free(w->checker);
    cg_ideal_free(w->ideal);
    cg_shadow_free(w->shadow);
    walk_forget_alarms(w);
    walk_locks_free(w->locks);
    walk_forget_memories(w);
    cg_episodes_free(w->episodes);
    CG_FREE(w->operations, w->slow, w->bare);
}

enum { CONTESTS = 4, RACELESS = 2 }; // one of so many walks ends with a contest

// A table may need its timers to show what was stored. Where they are all turned off it promises nothing.
static bool timers_off(const cg_spec *s) {
    bool any = false, on = false;
    for (int m = 0; m < s->n_machines; m++) {
        for (int e = 0; e < s->machines[m].n_events; e++) {
            any |= s->machines[m].events[e].kind == CG_EV_TIMER;
            on |= s->machines[m].events[e].kind == CG_EV_TIMER && s->machines[m].events[e].period;
        }
    }
    return any && !on;
}

static void spin(walk *w) {
    walk_spin(w);
    const uint64_t most = w->step + SPIN_STEPS;
    while ((w->unseen || w->in_flight) && !walk_failed(w)) {
        walk_step(w);
        if (w->step % 256 == 0) walk_late(w);
        if (w->step == most)
            walk_fail(w, "livelock: %d threads that only load do not see a store within %d steps", w->unseen,
                      SPIN_STEPS);
    }
}

static void run_walk(walk *w) {
    while ((w->left || w->in_flight) && !walk_failed(w)) {
        walk_step(w);
        if (w->step % 256 == 0) walk_late(w);
    }
    if (w->n_threads < 2 || !w->asks[CG_LOAD] || !w->asks[CG_STORE]) return;
    if (!timers_off(w->spec)) spin(w);
    if (w->options->seed % (w->race_free ? RACELESS : CONTESTS) == 0 && !walk_failed(w)) walk_contest(w);
}

bool cg_walk(const cg_plan *plan, const cg_model *model, const cg_walk_options *o, cg_walk_result *r) {
    walk w = {.plan = plan, .spec = plan->spec, .options = o, .result = r, .left = o->operations};
    w.rng = cg_rng_new(o->seed, 0);
    w.n_threads = (int)(plan->spec->cores * plan->spec->threads);
    begin_walk(&w, model);
    run_walk(&w);
    r->steps += w.step;
    end_walk(&w);
    return !r->reason[0];
}

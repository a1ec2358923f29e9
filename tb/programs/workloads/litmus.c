// A litmus test (litmus.h), many times in one simulation, each time with other timing: other hardware
// threads, other lines, other delays, some words loaded beforehand, some lines evicted. Several runs are
// under way at once on threads and lines of their own, and so disturb each other.
//
// The outcomes are counted and written to `out`; the program that started the simulation says which are
// allowed:
//
//     runs N filtered N cut N           all runs; those that `filter` leaves out; those cut off in a loop
//     N v1 v2 ...                       how often, and the values of the test's observed variables, in order
//
// Note [legal]: where the model forbids data races a test should have none, and then no run has any. Nothing
// is loaded beforehand, its threads run on those cores that the test says, and they synchronize by a word of
// their own before one of them looks at what memory holds.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "litmus_runs.h"

typedef litmus_state state; // as the rows of options call it

static const cg_option OPTIONS[] = {
    CG_TEXT(file, "", "litmus test"),
    CG_NUMBER(runs, 1000, 1, 1u << 22, "how many times"),
    CG_NUMBER(spread, 80, 0, 100, "percent of the runs that have every thread on a core of its own"),
    CG_TEXT(on, "", "numbers of the cores that the test's threads run on, as 0,2: else drawn for each run"),
    CG_NUMBER_AT("offset", starts, 0, 0, 1u << 20,
                 "most cycles before a thread's first instruction; 0: drawn for each run"),
    CG_NUMBER_AT("turns", in_turns, 1, 0, 1,
                 "two runs of five in turns, in an order of all accesses; else none"),
    CG_NUMBER(pauses, 1, 0, 1, "most runs with pauses between instructions; else none"),
    CG_TEXT(out, "", "file for the outcomes"),
    {0},
};

// ---------------------------------------------------------------------------------------- where words are
// A location has a plane of its own; a run has LINES_A_RUN lines in each plane. Planes are a multiple of
// env->conflict lines apart, so the same line of two planes conflicts in every cache.
static void place_words(const litmus_state *s, litmus_run *r) {
    enum { OWN, ONE_SET, ONE_LINE, SOME_TOGETHER, WAYS };
    int way = (int)cg_rng_below(&r->rng, 10);
    way = way < 5 ? OWN : way < 7 ? ONE_SET : way < 8 ? ONE_LINE : SOME_TOGETHER;
    uint64_t words = s->env->line_bytes / 4, common = cg_rng_below(&r->rng, LINES_A_RUN);
    if ((uint64_t)s->t->n_locs > words) way = way == ONE_SET ? ONE_SET : OWN;
    for (int l = 0; l < s->t->n_locs; l++) {
        uint64_t line = r->number * LINES_A_RUN + (way == OWN ? cg_rng_below(&r->rng, LINES_A_RUN) : common);
        bool together = way == ONE_LINE || (way == SOME_TOGETHER && cg_rng_below(&r->rng, 2));
        if (!together) line += (uint64_t)l * s->plane;
        r->addr[l] = s->base + line * s->env->line_bytes + (uint64_t)l % words * 4;
    }
}

// To show an outcome that few orders give: little else may disturb it, mostly.
static void follow_order(const litmus_state *s, litmus_run *r) {
    r->order = &s->orders.of[cg_rng_below(&r->rng, s->orders.n)];
    if (cg_rng_below(&r->rng, 4)) r->overlaps = r->warm = 0;
    if (cg_rng_below(&r->rng, 2)) r->pressure = 100;
    if (r->order->n == 0) return;
    r->turn = r->order->turns[r->at++].thread;
    r->sc_fails[r->turn] = r->order->turns[0].fails;
}

static void prepare_run(const litmus_state *s, litmus_run *r, uint64_t number) {
    static const int offsets[] = {0, 3, 5, 6, 7, 8, 9, 10}, scales[] = {0, 0, 0, 2, 4, 6, 7, 8};
    *r = (litmus_run){.active = true, .number = number, .rng = cg_rng_new(s->env->seed, 0x50000 + number)};
    place_words(s, r);
    r->offset = offsets[cg_rng_below(&r->rng, 8)];
    r->scale = scales[cg_rng_below(&r->rng, 8)] * s->pauses;
    r->warm = (int)cg_rng_below(&r->rng, 3) * 50;
    r->left = s->t->n_threads;
    r->unfinished = (1u << s->t->n_threads) - 1;
    r->turns = cg_rng_below(&r->rng, 10) < 4 && s->in_turns;
    r->pressure = r->turns ? (int)cg_rng_below(&r->rng, 3) * 40 : cg_rng_below(&r->rng, 4) ? 0 : 30;
    r->turn = (int)cg_rng_below(&r->rng, (uint64_t)s->t->n_threads);
    r->fair = cg_rng_below(&r->rng, 2);
    for (int i = 0; i < s->t->n_threads; i++) r->todo[i] = s->n_accesses[i];
    r->fails = (int)cg_rng_below(&r->rng, 3) * 30;
    r->stays = r->fair ? 0 : (int)cg_rng_below(&r->rng, 3) * 40;
    r->overlaps = (int)cg_rng_below(&r->rng, 3) * 40;
    if (r->turns && s->orders.n && cg_rng_below(&r->rng, 2)) follow_order(s, r);
    memcpy(r->state.regs, s->t->regs, sizeof r->state.regs);
}

// ------------------------------------------------------------------------------------------ starting runs
static bool core_is_used(const litmus_state *s, const litmus_run *r, int core) {
    for (int k = 0; k < s->slots; k++)
        if (s->tasks[core * s->slots + k].run == r) return true;
    return false;
}

static bool core_fits(const litmus_state *s, const litmus_run *r, int role, int core) {
    bool fits = !s->on[0] || s->core_of[role] == core;
    for (int k = 0; k < s->n_tasks; k++)
        fits &= s->tasks[k].run != r || cg_lit_cores_fit(s->t, role, core, s->tasks[k].role, k / s->slots);
    return fits;
}

// note [legal]; one role after the other.
static bool assign_cores(litmus_state *s, litmus_run *r) {
    const uint64_t first = cg_rng_below(&r->rng, (uint64_t)s->n_tasks);
    int n = 0;
    for (int i = 0; i < s->n_tasks && n < s->t->n_threads; i++) {
        const int k = (int)((first + (uint64_t)i * 7) % (uint64_t)s->n_tasks);
        if (s->tasks[k].run || !core_fits(s, r, n, k / s->slots)) continue;
        s->tasks[k] = (litmus_task){r, n++};
        i = -1;
    }
    for (int k = 0; k < s->n_tasks && n < s->t->n_threads; k++)
        if (s->tasks[k].run == r) s->tasks[k].run = NULL;
    return n == s->t->n_threads;
}

// Gives the test's threads to free hardware threads. False: too few are free; nothing is changed.
static bool assign_threads(litmus_state *s, litmus_run *r) {
    int given[CG_LIT_THREADS], n = 0;
    bool spread =
        !s->on[0] && s->env->cores >= s->t->n_threads && cg_rng_below(&r->rng, 100) < (uint64_t)s->spread;
    uint64_t first = cg_rng_below(&r->rng, (uint64_t)s->n_tasks);
    for (int i = 0; i < s->n_tasks && n < s->t->n_threads; i++) {
        int k = (int)((first + (uint64_t)i * 7) % (uint64_t)s->n_tasks); // 7: prime to any power of two
        if (s->tasks[k].run || (s->on[0] && s->core_of[n] != k / s->slots)) continue;
        if (spread && core_is_used(s, r, k / s->slots)) continue;
        s->tasks[k] = (litmus_task){r, n};
        given[n++] = k;
        if (s->on[0]) i = -1;
    }
    if (n == s->t->n_threads) return true;
    while (n > 0) s->tasks[given[--n]].run = NULL;
    return false;
}

static void start_runs(litmus_state *s) {
    for (int i = 0; i < s->n_tasks && s->begun < s->runs; i++) {
        litmus_run *r = &s->all[i];
        if (r->active) continue;
        prepare_run(s, r, s->begun);
        r->active = s->joins ? assign_cores(s, r) : assign_threads(s, r);
        if (!r->active) return;
        s->begun++;
    }
}

// ------------------------------------------------------------------------------------------- the workload
static void lay_out_runs(litmus_state *s) {
    cg_env *e = s->env;
    uint64_t conflict = s->conflict, lines = s->runs * LINES_A_RUN;
    s->plane = (lines + conflict - 1) / conflict * conflict;
    s->base = cg_alloc(e, (uint64_t)s->t->n_locs * s->plane * e->line_bytes, conflict * e->line_bytes);
    s->pressure = cg_alloc(e, PRESSURE * conflict * e->line_bytes, conflict * e->line_bytes);
    for (uint64_t n = 0; n < s->runs && !e->bad_input[0]; n++) {
        litmus_run r;
        prepare_run(s, &r, n);
        for (int l = 0; l < s->t->n_locs; l++)
            if (s->t->locs[l].init) cg_poke(e, r.addr[l], (uint32_t)(uint64_t)s->t->locs[l].init);
    }
}

// note [legal]. No model that forbids races knows what load-reserved and store-conditional are.
static void check_legal(litmus_state *s) {
    int most;
    for (int i = 0; i < s->t->n_threads; i++)
        for (int k = 0; k < s->t->n_ins[i]; k++)
            if (s->t->ins[i][k].kind == CG_LIT_LR || s->t->ins[i][k].kind == CG_LIT_SC)
                cg_bad_input(s->env, "workload litmus: line %d: the consistency model has no class for '%s'",
                             s->t->ins[i][k].line, s->t->ins[i][k].text);
    const int cores = cg_lit_cores(s->t, &most);
    if (cores > s->env->cores || most > s->slots)
        cg_bad_input(
            s->env,
            "workload litmus: %s runs on %d cores, with up to %d threads on one; the design has %d with %d",
            s->file, cores, most, s->env->cores, s->slots);
}

// Option `on`: a core for each thread, with a hardware thread for each there, and of their own where the test
// says so.
static void read_on(litmus_state *s) {
    const char *at = s->on;
    int n = 0, beside[CG_LIT_THREADS] = {0};
    bool good = true;
    for (bool more = true; good && more; n++) {
        char *end;
        const long core = strtol(at, &end, 10);
        good = end != at && core >= 0 && core < s->env->cores && n < s->t->n_threads;
        if (!good) break;
        s->core_of[n] = (int)core;
        for (int k = 0; k <= n; k++) beside[n] += s->core_of[k] == (int)core;
        good = beside[n] <= s->slots;
        for (int k = 0; k < n && s->env->no_races; k++)
            good &= cg_lit_cores_fit(s->t, n, (int)core, k, s->core_of[k]);
        more = *end == ',';
        good &= more || *end == '\0';
        at = end + 1;
    }
    if (!good || n != s->t->n_threads)
        cg_bad_input(
            s->env,
            "workload litmus: on=%s: a core below %d is wanted for each of %d threads of %s, at most %d "
            "on one, and others for threads that the test has on others",
            s->on, s->env->cores, s->t->n_threads, s->file, s->slots);
}

static void setup(cg_env *e, void *arg) {
    litmus_state *s = arg;
    char err[400];
    s->env = e;
    s->conflict = e->conflict ? e->conflict : 16;
    s->t = cg_litmus_read(s->file, err, sizeof err);
    if (s->t == NULL) {
        cg_bad_input(e, "workload litmus: %s", err);
        return;
    }
    s->slots =
        (int)cg_least((uint64_t)e->threads, (uint64_t)(MOST_AT_ONCE + e->cores - 1) / (uint64_t)e->cores);
    s->n_tasks = s->slots * e->cores;
    if (s->t->n_threads > s->n_tasks)
        cg_bad_input(e, "workload litmus: %s needs %d hardware threads, the design has %d", s->file,
                     s->t->n_threads, s->n_tasks);
    if (e->no_races) check_legal(s);
    if (s->on[0]) read_on(s);
    if (e->bad_input[0]) return;
    s->tasks = cg_keep(e, (size_t)s->n_tasks * sizeof *s->tasks);
    s->all = cg_keep(e, (size_t)s->n_tasks * sizeof *s->all);
    for (int i = 0; i < s->t->n_vars; i++)
        if (s->t->vars[i].thread < 0) s->needed[s->t->vars[i].index] = true;
    cg_prop_needs(s->t->filter, s->needed);
    for (int i = 0; i < s->t->n_threads; i++)
        for (int k = 0; k < s->t->n_ins[i]; k++)
            s->n_accesses[i] += s->t->ins[i][k].kind >= CG_LIT_LOAD && s->t->ins[i][k].kind <= CG_LIT_SC;
    cg_lit_set_init(&s->outcomes, s->t);
    cg_rng rng = cg_rng_new(e->seed, 0x60000000);
    cg_lit_orders_make(s->t, &rng, &s->orders);
    lay_out_runs(s);
    if (e->no_races) s->joins = cg_alloc(e, (uint64_t)s->n_tasks * e->line_bytes, e->line_bytes);
    start_runs(s);
}

static void write_outcomes(const litmus_state *s) {
    FILE *out = fopen(s->out, "w");
    if (out == NULL) {
        cg_fail(s->env, "%s: %s", s->out, strerror(errno));
        return;
    }
    fprintf(out, "runs %" PRIu64 " filtered %" PRIu64 " cut %" PRIu64 "\n", s->ended, s->filtered, s->cut);
    for (size_t i = 0; i < s->outcomes.n; i++) {
        fprintf(out, "%" PRIu64, s->outcomes.entries[i].count);
        for (int k = 0; k < s->t->n_vars; k++) fprintf(out, " %" PRId64, s->outcomes.entries[i].values[k]);
        fputc('\n', out);
    }
    if (fclose(out)) cg_fail(s->env, "%s: %s", s->out, strerror(errno));
}

// After the last run.
static void write_and_free(litmus_state *s) {
    if (s->out[0]) write_outcomes(s);
    cg_lit_orders_free(&s->orders);
    cg_lit_set_free(&s->outcomes);
    cg_litmus_free(s->t);
}

static void thread(cg_thread *t, void *arg) {
    litmus_state *s = arg;
    if (cg_local_tid(t) >= s->slots) return;
    litmus_task *mine = &s->tasks[cg_core(t) * s->slots + cg_local_tid(t)];
    while (s->ended < s->runs && !s->env->failure[0]) {
        if (mine->run) {
            uint64_t before = s->ended;
            cg_litmus_play_role(s, t, mine);
            mine->run = NULL;
            start_runs(s);
            if (s->ended != before && s->ended == s->runs) write_and_free(s);
        } else {
            cg_pause(t, 1 + (unsigned)(cg_rand(t) % 8));
        }
    }
}

const cg_workload cg_workload_litmus = {
    "litmus", "a litmus test, many times with random timing (cohgen litmus)",
    OPTIONS,  sizeof(litmus_state),
    setup,    thread,
    NULL,     NULL,
};

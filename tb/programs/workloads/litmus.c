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
// Note [overlap]: where a thread may have several operations in flight, three in four runs ask for loads,
// stores and fences without waiting for the answers. A register that a load will fill is waited for when an
// instruction reads or writes it: so address, data and control dependencies are kept, and whatever else is in
// order is so by the hardware.
//
// Note [reservations]: a core port has no load-reserved. A store-conditional is a compare-and-swap of what
// its load-reserved read: it cannot tell a word that was stored to and has the same value again. Whether that
// shows is for the caller to find out (cg_lit_allow_options.by_value). A store of the thread itself to the
// reserved word in between is made a swap, which tells whether somebody else came before it; and some
// store-conditionals fail for no reason, as RISC-V allows, so that this is seen too.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "programs/litmus/orders.h"
#include "programs/litmus/pending.h"
#include "programs/litmus/set.h"
#include "programs/workload.h"

enum {
    MOST_AT_ONCE = 32, // hardware threads that take part
    LINES_A_RUN = 4,   // a location is on one of so many lines of its own
    PRESSURE = 4,      // lines that conflict with any line, to be loaded for evicting it
    PATIENCE = 64, // cycles after which a thread that waits for another looks again, though nobody woke it
};

// One run under way.
typedef struct {
    bool active;
    uint64_t number;
    cg_rng rng;
    int arrived, left; // threads of the test that are ready; that are not done
    bool cut;
    uint64_t addr[CG_LIT_LOCS];
    int scale;    // delays between instructions are below 2^scale cycles
    int offset;   // ... likewise before the first one
    int warm;     // percent of locations that a thread loads beforehand
    int pressure; // percent of instructions before which lines are evicted
    int fails;    // percent of store-conditionals that fail for no reason
    // Runs in turns: threads access memory one at a time, in an order drawn at random; other runs are free.
    bool turns;
    int turn;                 // whose turn it is
    unsigned unfinished;      // bit i: thread i is not done
    bool fair;                // all orders are as likely; else all threads
    int todo[CG_LIT_THREADS]; // accesses a thread has still to do, at most
    int stays, overlaps; // percent: the next turn is the same thread's; it begins before this one's answer
    const cg_lit_order *order;          // of turns; NULL: drawn as it goes
    int at;                             // the next in `order`
    bool sc_fails[CG_LIT_THREADS];      // with `order`: the store-conditional of this turn, if it is one
    cg_thread *threads[CG_LIT_THREADS]; // that play its roles, once they are ready
    cg_lit_state state;
} run;

// What a hardware thread is to do.
typedef struct {
    run *run; // NULL: nothing
    int role; // thread of the test
} task;

typedef struct {
    cg_env *env;
    cg_litmus *t;
    cg_lit_orders orders; // half of the runs in turns follow one
    cg_lit_set outcomes;
    uint64_t runs, begun, ended, filtered, cut;
    uint64_t plane, base, pressure; // lines of a location's plane; addresses
    uint64_t conflict;              // env->conflict, or a guess
    int n_accesses[CG_LIT_THREADS]; // instructions of a thread that access memory
    int slots, n_tasks;             // hardware threads in use: of a core, in all
    uint64_t spread;                // percent of runs whose threads are on different cores
    task *tasks;                    // by core * slots + slot
    run *all;                       // as many as can be under way
    bool needed[CG_LIT_LOCS];       // its final value counts
    const char *file, *out;
} state;

static const cg_option OPTIONS[] = {
    CG_TEXT(file, "", "litmus test"),
    CG_NUMBER(runs, 1000, 1, 1u << 22, "how many times"),
    CG_NUMBER(spread, 80, 0, 100, "percent of the runs that have every thread on a core of its own"),
    CG_TEXT(out, "", "file for the outcomes"),
    {0},
};

// ---------------------------------------------------------------------------------------- where the words
// are A location has a plane of its own; a run has LINES_A_RUN lines in each plane. Planes are a multiple of
// env->conflict lines apart, so the same line of two planes conflicts in every cache.
static void place_words(const state *s, run *r) {
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
static void follow_order(const state *s, run *r) {
    r->order = &s->orders.of[cg_rng_below(&r->rng, s->orders.n)];
    if (cg_rng_below(&r->rng, 4)) r->overlaps = r->warm = 0;
    if (cg_rng_below(&r->rng, 2)) r->pressure = 100;
    if (r->order->n == 0) return;
    r->turn = r->order->turns[r->at++].thread;
    r->sc_fails[r->turn] = r->order->turns[0].fails;
}

static void prepare_run(const state *s, run *r, uint64_t number) {
    static const int offsets[] = {0, 3, 5, 6, 7, 8, 9, 10}, scales[] = {0, 0, 0, 2, 4, 6, 7, 8};
    *r = (run){.active = true, .number = number, .rng = cg_rng_new(s->env->seed, 0x50000 + number)};
    place_words(s, r);
    r->offset = offsets[cg_rng_below(&r->rng, 8)];
    r->scale = scales[cg_rng_below(&r->rng, 8)];
    r->warm = (int)cg_rng_below(&r->rng, 3) * 50;
    r->left = s->t->n_threads;
    r->unfinished = (1u << s->t->n_threads) - 1;
    r->turns = cg_rng_below(&r->rng, 10) < 4;
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
static bool core_is_used(const state *s, const run *r, int core) {
    for (int k = 0; k < s->slots; k++)
        if (s->tasks[core * s->slots + k].run == r) return true;
    return false;
}

// Gives the test's threads to free hardware threads. False: too few are free; nothing is changed.
static bool assign_threads(state *s, run *r) {
    int given[CG_LIT_THREADS], n = 0;
    bool spread = s->env->cores >= s->t->n_threads && cg_rng_below(&r->rng, 100) < (uint64_t)s->spread;
    uint64_t first = cg_rng_below(&r->rng, (uint64_t)s->n_tasks);
    for (int i = 0; i < s->n_tasks && n < s->t->n_threads; i++) {
        int k = (int)((first + (uint64_t)i * 7) % (uint64_t)s->n_tasks); // 7: prime to any power of two
        if (s->tasks[k].run || (spread && core_is_used(s, r, k / s->slots))) continue;
        s->tasks[k] = (task){r, n};
        given[n++] = k;
    }
    if (n == s->t->n_threads) return true;
    while (n > 0) s->tasks[given[--n]].run = NULL;
    return false;
}

static void start_runs(state *s) {
    for (int i = 0; i < s->n_tasks && s->begun < s->runs; i++) {
        run *r = &s->all[i];
        if (r->active) continue;
        prepare_run(s, r, s->begun);
        r->active = assign_threads(s, r);
        if (!r->active) return;
        s->begun++;
    }
}

// ----------------------------------------------------------------------------------------------- one thread
typedef struct {
    state *s;
    run *r;
    cg_thread *t;
    int role;
    int64_t *regs;
    int reserved;     // location of the load-reserved that a store-conditional would pair with; -1
    int64_t expected; // what it must hold
    bool overlaps;    // note [overlap]
    cg_lit_pending pending;
} player;

static void delay(const player *p, int scale) {
    uint64_t below = UINT64_C(1) << (scale ? cg_rng_below(&p->r->rng, (uint64_t)scale + 1) : 0);
    cg_pause(p->t, (unsigned)cg_rng_below(&p->r->rng, below));
}

static bool run_chance(run *r, int percent) {
    return cg_rng_below(&r->rng, 100) < (uint64_t)percent;
}

static void give_turn(run *r, int role) {
    r->turn = role;
    if (r->turns && r->threads[role]) cg_wake(r->threads[role]);
}

// The next in the order whose thread is not done: false: there is none.
static bool ordered_turn(run *r) {
    while (r->order && r->at < r->order->n) {
        const cg_lit_turn turn = r->order->turns[r->at++];
        if (!(r->unfinished >> turn.thread & 1)) continue;
        r->sc_fails[turn.thread] = turn.fails;
        give_turn(r, turn.thread);
        return true;
    }
    return false;
}

// Draws whose turn is next, among those that are not done.
static void next_turn(run *r) {
    int weights = 0, i = 0;
    if (r->unfinished == 0 || ordered_turn(r)) return;
    if ((r->unfinished >> r->turn & 1) && run_chance(r, r->stays)) return;
    for (unsigned left = r->unfinished; left; left &= left - 1)
        weights += r->fair ? r->todo[__builtin_ctz(left)] : 1;
    int drawn = weights ? (int)cg_rng_below(&r->rng, (uint64_t)weights) : 0;
    for (unsigned left = r->unfinished; left && drawn >= 0; left &= left - 1) {
        i = __builtin_ctz(left);
        drawn -= r->fair ? r->todo[i] : 1;
    }
    give_turn(r, i);
}

// Loads lines that fall into the same sets as a location's.
static void evict_location(const player *p, int loc) {
    uint64_t line_bytes = p->s->env->line_bytes, conflict = p->s->conflict;
    uint64_t set = p->r->addr[loc] / line_bytes % conflict, n = 1 + cg_rng_below(&p->r->rng, PRESSURE);
    for (uint64_t k = 0; k < n; k++) cg_ld(p->t, p->s->pressure + (k * conflict + set) * line_bytes);
}

// What fences and the annotations .aq and .rl are for the core port: its one fence, which orders all that is
// before it and all that is behind it; nothing, if the model in force keeps all program order.
static void order(const player *p, bool wanted) {
    if (!wanted) return;
    if (p->overlaps)
        cg_fence_post(p->t);
    else
        cg_fence(p->t);
}

static int64_t load_location(const player *p, int loc) {
    return cg_lit_word((int64_t)cg_ld(p->t, p->r->addr[loc]));
}

static int64_t amo_location(const player *p, int loc, cg_amo_op op, int64_t operand, int64_t compare) {
    return cg_lit_word(
        (int64_t)cg_amo(p->t, op, p->r->addr[loc], (uint32_t)(uint64_t)operand, (uint32_t)(uint64_t)compare));
}

// See note [reservations].
static void keep_reservation(player *p, int loc, int64_t old, int64_t new) {
    if (p->reserved != loc) return;
    if (old == p->expected)
        p->expected = cg_lit_word(new);
    else
        p->reserved = -1;
}

static void store_location(player *p, int loc, int64_t value) {
    if (p->reserved == loc)
        keep_reservation(p, loc, amo_location(p, loc, CG_AMO_SWAP, value, 0), value);
    else if (p->overlaps)
        cg_st_post(p->t, p->r->addr[loc], (uint32_t)(uint64_t)value, 0xf);
    else
        cg_st(p->t, p->r->addr[loc], (uint32_t)(uint64_t)value);
}

static int64_t do_amo(player *p, const cg_lit_ins *i, int loc) {
    int64_t old = amo_location(p, loc, i->amo, p->regs[i->rs2], 0);
    keep_reservation(p, loc, old, cg_lit_amo(i, old, p->regs[i->rs2]));
    return old;
}

// 0: it succeeded.
static int64_t store_conditional(player *p, int loc, int64_t value) {
    const bool fails = p->r->order ? p->r->sc_fails[p->role] : run_chance(p->r, p->r->fails);
    bool tries = p->reserved == loc && !fails;
    p->reserved = -1;
    return !tries || amo_location(p, loc, CG_AMO_CAS, value, p->expected) != p->expected;
}

static void do_access(player *p, const cg_lit_ins *i, int loc) {
    int64_t value = 0;
    if (p->overlaps && i->kind == CG_LIT_LOAD && i->rd) {
        cg_lit_pending_load(&p->pending, p->t, p->r->addr[loc], i->rd, p->regs);
        return;
    }
    switch (i->kind) {
    case CG_LIT_STORE: store_location(p, loc, p->regs[i->rs2]); return;
    case CG_LIT_AMO: value = do_amo(p, i, loc); break;
    case CG_LIT_SC: value = store_conditional(p, loc, p->regs[i->rs2]); break;
    case CG_LIT_LR:
        value = load_location(p, loc);
        p->reserved = loc;
        p->expected = value;
        break;
    default: value = load_location(p, loc);
    }
    if (i->rd) p->regs[i->rd] = value;
}

// One access, when its time has come.
static void do_access_in_time(player *p, const cg_lit_ins *i) {
    run *r = p->r;
    int loc = cg_lit_location(p->s->t, (int64_t)((uint64_t)p->regs[i->rs1] + (uint64_t)i->imm));
    if (loc < 0) {
        cg_fail(p->s->env, "line %d: '%s' of P%d accesses no location", i->line, i->text, p->role);
        return;
    }
    while (r->turns && r->turn != p->role) cg_pause(p->t, PATIENCE);
    delay(p, r->turns ? 0 : r->scale);
    if (run_chance(r, r->pressure))
        evict_location(p, r->turns ? loc : (int)cg_rng_below(&r->rng, (uint64_t)p->s->t->n_locs));
    if (r->todo[p->role] > 0) r->todo[p->role]--;
    const bool early = r->turns && run_chance(r, r->overlaps);
    if (early) next_turn(r);
    order(p, i->release);
    do_access(p, i, loc);
    order(p, i->acquire);
    if (r->turns && !early) next_turn(r);
}

static void execute_role(player *p) {
    const cg_litmus *t = p->s->t;
    unsigned char visits[CG_LIT_INS] = {0};
    for (int pc = 0; pc < t->n_ins[p->role] && !p->s->env->failure[0];) {
        const cg_lit_ins *i = &t->ins[p->role][pc++];
        cg_lit_pending_wait(&p->pending, p->t, i, p->regs);
        int64_t a = p->regs[i->rs1], b = i->rs2 >= 0 ? p->regs[i->rs2] : i->imm;
        if (++visits[pc - 1] > CG_LIT_VISITS) {
            p->r->cut = true;
            return;
        }
        switch (i->kind) {
        case CG_LIT_NOP: break;
        case CG_LIT_OP:
            if (i->rd) p->regs[i->rd] = cg_lit_compute(i, a, b);
            break;
        case CG_LIT_BRANCH: pc = cg_lit_taken(i, a, b) ? i->target : pc; break;
        case CG_LIT_JUMP: pc = i->target; break;
        case CG_LIT_FENCE: order(p, i->pairs); break;
        default: do_access_in_time(p, i);
        }
    }
}

// The last thread of a run: what memory holds now, read where stores take effect, and what comes next.
static void conclude(player *p) {
    state *s = p->s;
    run *r = p->r;
    for (int l = 0; l < s->t->n_locs; l++)
        if (s->needed[l]) r->state.mem[l] = amo_location(p, l, CG_AMO_ADD, 0, 0);
    s->ended++;
    if (r->cut)
        s->cut++;
    else if (s->t->filter && !cg_prop_holds(s->t->filter, &r->state))
        s->filtered++;
    else
        cg_lit_set_add(&s->outcomes, &r->state, 1);
    r->active = false;
}

static void play_role(state *s, cg_thread *t, const task *mine) {
    run *r = mine->run;
    player p = {.s = s,
                .r = r,
                .t = t,
                .role = mine->role,
                .regs = r->state.regs[mine->role],
                .reserved = -1,
                .overlaps = cg_slots(t) > 1 && r->number % 4 != 0};
    for (int l = 0; l < s->t->n_locs; l++)
        if (run_chance(r, r->warm)) cg_ld(t, r->addr[l]);
    r->threads[mine->role] = t;
    if (++r->arrived == s->t->n_threads)
        for (int i = 0; i < s->t->n_threads; i++) cg_wake(r->threads[i]);
    while (r->arrived < s->t->n_threads) cg_pause(t, PATIENCE);
    if (!r->turns) delay(&p, r->offset);
    execute_role(&p);
    cg_lit_pending_wait(&p.pending, t, NULL, p.regs);
    p.overlaps = false;
    order(&p, true); // the thread that concludes sees its stores
    r->unfinished &= ~(1u << p.role);
    if (r->turn == p.role) next_turn(r);
    if (--r->left == 0) conclude(&p);
}

// ------------------------------------------------------------------------------------------- the workload
static void need_locations(state *s, const cg_prop *c) {
    if (c == NULL) return;
    if (c->kind == CG_PROP_EQ && c->var.thread < 0) s->needed[c->var.index] = true;
    need_locations(s, c->a);
    need_locations(s, c->b);
}

static void lay_out_runs(state *s) {
    cg_env *e = s->env;
    uint64_t conflict = s->conflict, lines = s->runs * LINES_A_RUN;
    s->plane = (lines + conflict - 1) / conflict * conflict;
    s->base = cg_alloc(e, (uint64_t)s->t->n_locs * s->plane * e->line_bytes, conflict * e->line_bytes);
    s->pressure = cg_alloc(e, PRESSURE * conflict * e->line_bytes, conflict * e->line_bytes);
    for (uint64_t n = 0; n < s->runs && !e->bad_input[0]; n++) {
        run r;
        prepare_run(s, &r, n);
        for (int l = 0; l < s->t->n_locs; l++)
            if (s->t->locs[l].init) cg_poke(e, r.addr[l], (uint32_t)(uint64_t)s->t->locs[l].init);
    }
}

static void setup(cg_env *e, void *arg) {
    state *s = arg;
    char err[400];
    s->env = e;
    cg_has_races(e);
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
    if (e->bad_input[0]) return;
    s->tasks = cg_keep(e, (size_t)s->n_tasks * sizeof *s->tasks);
    s->all = cg_keep(e, (size_t)s->n_tasks * sizeof *s->all);
    for (int i = 0; i < s->t->n_vars; i++)
        if (s->t->vars[i].thread < 0) s->needed[s->t->vars[i].index] = true;
    need_locations(s, s->t->filter);
    for (int i = 0; i < s->t->n_threads; i++)
        for (int k = 0; k < s->t->n_ins[i]; k++)
            s->n_accesses[i] += s->t->ins[i][k].kind >= CG_LIT_LOAD && s->t->ins[i][k].kind <= CG_LIT_SC;
    cg_lit_set_init(&s->outcomes, s->t);
    cg_rng rng = cg_rng_new(e->seed, 0x60000000);
    cg_lit_orders_make(s->t, &rng, &s->orders);
    lay_out_runs(s);
    start_runs(s);
}

static void write_outcomes(const state *s) {
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
static void write_and_free(state *s) {
    if (s->out[0]) write_outcomes(s);
    cg_lit_orders_free(&s->orders);
    cg_lit_set_free(&s->outcomes);
    cg_litmus_free(s->t);
}

static void thread(cg_thread *t, void *arg) {
    state *s = arg;
    if (cg_local_tid(t) >= s->slots) return;
    task *mine = &s->tasks[cg_core(t) * s->slots + cg_local_tid(t)];
    while (s->ended < s->runs && !s->env->failure[0]) {
        if (mine->run) {
            uint64_t before = s->ended;
            play_role(s, t, mine);
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
    OPTIONS,  sizeof(state),
    setup,    thread,
    NULL,
};

// One thread of a litmus test, in one run (litmus.c).
//
// Note [overlap]: where a thread may have several operations in flight, three in four runs ask for loads,
// stores and fences without waiting for the answers. A register that a load will fill is waited for when an
// instruction reads or writes it: so address, data and control dependencies are kept, and whatever else is in
// order is so by the hardware. Where the model forbids races, so do they for all accesses.
//
// Note [reservations]: a core port has no load-reserved. A store-conditional is a compare-and-swap of what
// its load-reserved read: it cannot tell a word that was stored to and has the same value again. Whether that
// shows is for the caller to find out (cg_lit_allow_options.by_value). A store of the thread itself to the
// reserved word in between is made a swap, which tells whether somebody else came before it; and some
// store-conditionals fail for no reason, as RISC-V allows, so that this is seen too.
#include "litmus_runs.h"
#include "programs/litmus/marked.h"
#include "programs/litmus/pending.h"
#include "programs/litmus/uses.h"
#include "programs/thread.h"

typedef struct {
    litmus_state *s;
    litmus_run *r;
    cg_thread *t;
    int role;
    int64_t *regs;
    int reserved;     // location of the load-reserved that a store-conditional would pair with; -1
    int64_t expected; // what it must hold
    bool overlaps;    // note [overlap]
    cg_lit_pending pending;
    cg_lit_uses uses;
} player;

static void delay(const player *p, int scale) {
    uint64_t below = UINT64_C(1) << (scale ? cg_rng_below(&p->r->rng, (uint64_t)scale + 1) : 0);
    cg_pause(p->t, (unsigned)cg_rng_below(&p->r->rng, below));
}

static bool run_chance(litmus_run *r, int percent) {
    return cg_rng_below(&r->rng, 100) < (uint64_t)percent;
}

static void give_turn(litmus_run *r, int role) {
    r->turn = role;
    if (r->turns && r->threads[role]) cg_wake(r->threads[role]);
}

// The next in the order whose thread is not done: false: there is none.
static bool ordered_turn(litmus_run *r) {
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
static void next_turn(litmus_run *r) {
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

// An access under a model that forbids races: it says its marks, and what becomes of the word it loads.
static void do_marked(player *p, const cg_lit_ins *i, int loc) {
    cg_request q = cg_lit_marked_request(p->t, p->s->env->model, p->s->t, i, p->r->addr[loc],
                                         i->kind == CG_LIT_LOAD ? 0 : p->regs[i->rs2]);
    const bool loads = i->rd && i->kind != CG_LIT_STORE;
    if (loads) q.result = cg_lit_uses_load(&p->uses, p->t, i->rd);
    if (p->overlaps && loads)
        cg_lit_pending_ask(&p->pending, p->t, &q, i->rd, p->regs);
    else if (p->overlaps)
        cg_post(p->t, &q);
    else {
        const int64_t word = cg_lit_word((int64_t)cg_ask(p->t, &q));
        if (loads) p->regs[i->rd] = word;
    }
}

static void do_access(player *p, const cg_lit_ins *i, int loc) {
    int64_t value = 0;
    if (p->s->joins) {
        do_marked(p, i, loc);
        return;
    }
    if (p->overlaps && i->kind == CG_LIT_LOAD && i->rd) {
        cg_lit_pending_ask(&p->pending, p->t, &(cg_request){.op = CG_LOAD, .addr = p->r->addr[loc]}, i->rd,
                           p->regs);
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
    litmus_run *r = p->r;
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
        cg_lit_uses_step(&p->uses, p->t, i);
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
    litmus_state *s = p->s;
    litmus_run *r = p->r;
    for (int l = 0; l < s->t->n_locs; l++)
        if (s->needed[l])
            r->state.mem[l] = s->joins ? load_location(p, l) : amo_location(p, l, CG_AMO_ADD, 0, 0);
    s->ended++;
    if (r->cut)
        s->cut++;
    else if (s->t->filter && !cg_prop_holds(s->t->filter, &r->state))
        s->filtered++;
    else
        cg_lit_set_add(&s->outcomes, &r->state, 1);
    r->active = false;
}

// note [legal]: what the thread has done comes before what the one does that concludes. An atomic without
// marks acquires and releases.
static void join(const player *p) {
    const uint64_t at = p->s->joins + (uint64_t)(p->r - p->s->all) * p->s->env->line_bytes;
    if (p->s->joins) cg_amo(p->t, CG_AMO_ADD, at, 1, 0);
}

void cg_litmus_play_role(litmus_state *s, cg_thread *t, const litmus_task *mine) {
    litmus_run *r = mine->run;
    player p = {.s = s,
                .r = r,
                .t = t,
                .role = mine->role,
                .regs = r->state.regs[mine->role],
                .reserved = -1,
                .overlaps = cg_slots(t) > 1 && r->number % 4 != 0};
    for (int l = 0; l < s->t->n_locs; l++)
        if (run_chance(r, r->warm) && !s->joins) cg_ld(t, r->addr[l]);
    r->threads[mine->role] = t;
    if (++r->arrived == s->t->n_threads)
        for (int i = 0; i < s->t->n_threads; i++) cg_wake(r->threads[i]);
    while (r->arrived < s->t->n_threads) cg_pause(t, PATIENCE);
    if (!r->turns && s->starts)
        cg_pause(t, (unsigned)cg_rng_below(&r->rng, s->starts + 1));
    else if (!r->turns)
        delay(&p, r->offset);
    execute_role(&p);
    cg_lit_pending_wait(&p.pending, t, NULL, p.regs);
    cg_lit_uses_end(&p.uses, t);
    p.overlaps = false;
    order(&p, true); // the thread that concludes sees its stores
    join(&p);
    r->unfinished &= ~(1u << p.role);
    if (r->turn == p.role) next_turn(r);
    if (--r->left) return;
    join(&p);
    conclude(&p);
}

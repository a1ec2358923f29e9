// See orders.h.
#include "orders.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "set.h"

enum {
    MOST_DRAWN = 40000,   // orders, in all
    MOST_IN_VAIN = 4000,  // ... one after the other without a new outcome
    MOST_OUTCOMES = 4096, // that are kept
    MOST_TURNS = 256,
    SC_FAILS = 30, // percent
};

// A sequentially consistent machine in the middle of an interleaving.
typedef struct {
    const cg_litmus *t;
    cg_lit_state state;
    int pc[CG_LIT_THREADS], reserved[CG_LIT_THREADS];
    bool alone[CG_LIT_THREADS]; // nobody else has stored to the reserved word
    int left[CG_LIT_THREADS];   // instructions that access memory, from pc on
    unsigned char visits[CG_LIT_THREADS][CG_LIT_INS];
    cg_lit_turn turns[MOST_TURNS];
    int n;
} machine;

static bool accesses_memory(const cg_lit_ins *i) {
    return i->kind >= CG_LIT_LOAD && i->kind <= CG_LIT_SC;
}

// Executes thread p until its next access. False: it is cut, in a loop.
static bool run_to_access(machine *m, int p) {
    int64_t *regs = m->state.regs[p];
    for (; m->pc[p] < m->t->n_ins[p] && !accesses_memory(&m->t->ins[p][m->pc[p]]);) {
        const cg_lit_ins *i = &m->t->ins[p][m->pc[p]];
        int64_t a = regs[i->rs1], b = i->rs2 >= 0 ? regs[i->rs2] : i->imm;
        if (++m->visits[p][m->pc[p]++] > CG_LIT_VISITS) return false;
        if (i->kind == CG_LIT_OP && i->rd) regs[i->rd] = cg_lit_compute(i, a, b);
        if (i->kind == CG_LIT_JUMP || (i->kind == CG_LIT_BRANCH && cg_lit_taken(i, a, b)))
            m->pc[p] = i->target;
    }
    return true;
}

static void store_value(machine *m, int p, int loc, int64_t value) {
    m->state.mem[loc] = cg_lit_word(value);
    for (int q = 0; q < m->t->n_threads; q++)
        if (q != p && m->reserved[q] == loc) m->alone[q] = false;
}

// Thread p's next access. False: it is cut, or accesses no location.
static bool do_next_access(machine *m, int p, bool fails) {
    const cg_lit_ins *i = &m->t->ins[p][m->pc[p]];
    int64_t *regs = m->state.regs[p];
    const int loc = cg_lit_location(m->t, (int64_t)((uint64_t)regs[i->rs1] + (uint64_t)i->imm));
    if (loc < 0 || m->n == MOST_TURNS || ++m->visits[p][m->pc[p]++] > CG_LIT_VISITS) return false;
    const int64_t operand = i->rs2 >= 0 ? regs[i->rs2] : 0, old = m->state.mem[loc];
    m->turns[m->n++] = (cg_lit_turn){(unsigned char)p, fails};
    fails |= m->reserved[p] != loc || !m->alone[p];
    if (i->kind == CG_LIT_STORE || (i->kind == CG_LIT_SC && !fails)) store_value(m, p, loc, operand);
    if (i->kind == CG_LIT_AMO) store_value(m, p, loc, cg_lit_amo(i, old, operand));
    if (i->kind == CG_LIT_LR) m->alone[p] = true;
    if (i->kind == CG_LIT_LR || i->kind == CG_LIT_SC) m->reserved[p] = i->kind == CG_LIT_LR ? loc : -1;
    if (i->kind != CG_LIT_STORE && i->rd) regs[i->rd] = i->kind == CG_LIT_SC ? fails : old;
    return true;
}

// `fair`: all orders of straight programs are as likely; else all threads.
static int draw_thread(const machine *m, cg_rng *rng, bool fair) {
    int weight[CG_LIT_THREADS], all = 0;
    for (int p = 0; p < m->t->n_threads; p++) {
        const bool done = m->pc[p] >= m->t->n_ins[p];
        all += weight[p] = done ? 0 : fair && m->left[p] > 0 ? m->left[p] : 1;
    }
    if (all == 0) return -1;
    int drawn = (int)cg_rng_below(rng, (uint64_t)all), p = 0;
    while (drawn >= weight[p]) drawn -= weight[p++];
    return p;
}

static void begin_order(machine *m, const cg_litmus *t) {
    memset(m, 0, offsetof(machine, turns));
    m->t = t;
    m->n = 0;
    memcpy(m->state.regs, t->regs, sizeof m->state.regs);
    for (int l = 0; l < t->n_locs; l++) m->state.mem[l] = t->locs[l].init;
    for (int p = 0; p < t->n_threads; p++) {
        m->reserved[p] = -1;
        for (int k = 0; k < t->n_ins[p]; k++) m->left[p] += accesses_memory(&t->ins[p][k]);
    }
}

// One interleaving. False: it does not count.
static bool interleave(machine *m, cg_rng *rng, bool fair) {
    for (int p = 0; p < m->t->n_threads; p++)
        if (!run_to_access(m, p)) return false;
    for (int p; (p = draw_thread(m, rng, fair)) >= 0;) {
        const bool sc = m->t->ins[p][m->pc[p]].kind == CG_LIT_SC;
        if (!do_next_access(m, p, sc && cg_rng_below(rng, 100) < SC_FAILS) || !run_to_access(m, p))
            return false;
        m->left[p]--;
    }
    return m->t->filter == NULL || cg_prop_holds(m->t->filter, &m->state);
}

static void keep_turns(cg_lit_orders *to, size_t which, const machine *m) {
    cg_lit_order *o = &to->of[which];
    free(o->turns);
    o->n = m->n;
    o->turns = malloc((size_t)m->n * sizeof *o->turns + 1);
    if (o->turns == NULL) abort();
    memcpy(o->turns, m->turns, (size_t)m->n * sizeof *o->turns);
}

void cg_lit_orders_make(const cg_litmus *t, cg_rng *rng, cg_lit_orders *to) {
    machine *m = malloc(sizeof *m);
    cg_lit_set outcomes;
    to->n = 0;
    to->of = calloc(MOST_OUTCOMES, sizeof *to->of);
    if (m == NULL || to->of == NULL) abort();
    cg_lit_set_init(&outcomes, t);
    for (int drawn = 0, in_vain = 0; drawn < MOST_DRAWN && in_vain < MOST_IN_VAIN; drawn++, in_vain++) {
        begin_order(m, t);
        if (!interleave(m, rng, drawn % 2)) continue;
        cg_lit_set_add(&outcomes, &m->state, 1);
        if (outcomes.n == to->n || to->n == MOST_OUTCOMES) continue;
        keep_turns(to, to->n++, m); // a new entry is the last
        in_vain = 0;
    }
    cg_lit_set_free(&outcomes);
    free(m);
}

void cg_lit_orders_free(cg_lit_orders *o) {
    for (size_t i = 0; i < o->n; i++) free(o->of[i].turns);
    free(o->of);
    *o = (cg_lit_orders){0};
}

#define _DEFAULT_SOURCE
// What RVWMO allows, a second time: the definition of the manual taken at its word (volume I, 2019-12-13,
// section 14.1: global memory order, load value axiom, atomicity axiom, rules 1 to 13), all global memory
// orders tried one after the other. The enumerator knows no such order: it looks for cycles.
// Of the lines of protocols/models/rvwmo.json, each but those of rules 1, 2 and 8, which coherence implies,
// is missed here if it is left out. COHGEN_LITMUS_MADE_UP=N: so many tests.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "cases.h"
#include "judge/litmus/allowed.h"
#include "litmus_sets.h"

enum { OPS = 24, LOCS = 3, THREADS = 3, STEPS = 48, NONE = 255 };

// A memory operation of a chosen path through each thread. Sets of operations are masks.
typedef struct {
    const cg_lit_ins *ins;
    int thread, loc;
    bool load, store;
    unsigned addr, data, ctrl, first; // operations it depends on; that come before it in any case
    int pair;                         // store-conditional: its load-reserved
} op;

// An instruction as executed on the path: its operation, and what was guessed of it.
typedef struct {
    const cg_lit_ins *ins;
    int op;
    bool taken; // branch; a store-conditional: it succeeds
} step;

typedef struct {
    unsigned placed;
    unsigned char from[OPS];        // store that a load reads; NONE: the first contents
    unsigned char order[LOCS][OPS]; // stores of a word, in global memory order
    unsigned char n[LOCS + 1];      // no padding: places are compared as bytes
} place;

typedef struct {
    const cg_litmus *t;
    cg_lit_set *to;
    op ops[OPS];
    int n;
    step steps[THREADS][STEPS];
    int n_steps[THREADS];
    place *seen; // places that were searched, hashed; placed 0: free
    size_t n_seen, room;
} world;

// ---------------------------------------------------------------------------------------- orders and values
static int64_t stored(const int64_t *regs, const cg_lit_ins *i, int64_t old) {
    return i->kind == CG_LIT_AMO ? cg_lit_amo(i, old, regs[i->rs2]) : cg_lit_word(regs[i->rs2]);
}

// Executes a thread with what its loads read so far. False: the path is another.
static bool execute(const world *w, const place *m, int p, int64_t *written, int64_t *regs) {
    bool right = true;
    memcpy(regs, w->t->regs[p], CG_LIT_REGS * sizeof *regs);
    for (int k = 0; k < w->n_steps[p]; k++) {
        const step *s = &w->steps[p][k];
        const cg_lit_ins *i = s->ins;
        int64_t a = regs[i->rs1], b = i->rs2 >= 0 ? regs[i->rs2] : i->imm, result = 0, old = 0;
        if (s->op >= 0 && w->ops[s->op].load) {
            int from = m->from[s->op];
            old = from == NONE ? w->t->locs[w->ops[s->op].loc].init : written[from];
        }
        if (s->op >= 0 && w->ops[s->op].store) written[s->op] = stored(regs, i, old);
        if (i->kind == CG_LIT_BRANCH) right = right && cg_lit_taken(i, a, b) == s->taken;
        if (i->kind == CG_LIT_BRANCH || i->kind == CG_LIT_STORE || i->kind == CG_LIT_FENCE) continue;
        if (i->kind == CG_LIT_OP) result = cg_lit_compute(i, a, b);
        if (i->kind == CG_LIT_SC) result = s->op < 0;
        if (i->kind == CG_LIT_LOAD || i->kind == CG_LIT_LR || i->kind == CG_LIT_AMO) result = old;
        if (i->rd) regs[i->rd] = result;
    }
    return right;
}

static void finish(world *w, const place *m) {
    int64_t written[OPS] = {0};
    cg_lit_state state = {0};
    bool right = true;
    for (int pass = 0; pass <= w->n; pass++) { // a value passes through so many operations at most
        right = true;
        for (int p = 0; p < w->t->n_threads; p++) right &= execute(w, m, p, written, state.regs[p]);
    }
    for (int l = 0; l < w->t->n_locs; l++)
        state.mem[l] = m->n[l] ? written[m->order[l][m->n[l] - 1]] : w->t->locs[l].init;
    if (right) cg_lit_set_add(w->to, &state, 1);
}

// Load value axiom: the last, in global memory order, of the stores that come before in it or in program
// order. Those of the thread that are still to come there are the last, the later the later (rule 1).
static int source(const world *w, const place *m, int load) {
    const op *o = &w->ops[load];
    int from = m->n[o->loc] ? m->order[o->loc][m->n[o->loc] - 1] : NONE;
    for (int k = 0; k < load; k++)
        if (w->ops[k].thread == o->thread && w->ops[k].store && w->ops[k].loc == o->loc &&
            !(m->placed >> k & 1))
            from = k;
    return from;
}

// Rules 2, 3 and 12, which ask what was read: operation `k` reads `from`, and is the next.
static bool may_read(const world *w, const place *m, int k, int from) {
    const op *o = &w->ops[k];
    for (int later = k + 1; later < w->n; later++) { // rule 2
        const op *l = &w->ops[later];
        if (l->thread != o->thread || l->loc != o->loc) continue;
        if (l->load && (m->placed >> later & 1) && m->from[later] != from && !o->store) return false;
        if (l->store) break;
    }
    if (from == NONE || w->ops[from].thread != o->thread) return true;
    const op *s = &w->ops[from];
    if (s->ins->kind != CG_LIT_STORE && !(m->placed >> from & 1)) return false; // rule 3
    return ((s->addr | s->data) & ~m->placed) == 0;                             // rule 12
}

// Atomicity axiom: no store of another thread since what the load-reserved read.
static bool alone(const world *w, const place *m, int k) {
    const op *o = &w->ops[k];
    if (o->pair < 0) return true;
    for (int i = m->n[o->loc] - 1; i >= 0 && m->order[o->loc][i] != m->from[o->pair]; i--)
        if (w->ops[m->order[o->loc][i]].thread != o->thread) return false;
    return true;
}

static place *slot_of(const world *w, const place *m) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *m; i++) h = (h ^ ((const unsigned char *)m)[i]) * 1099511628211u;
    for (size_t k = h & (w->room - 1);; k = (k + 1) & (w->room - 1))
        if (w->seen[k].placed == 0 || memcmp(&w->seen[k], m, sizeof *m) == 0) return &w->seen[k];
}

static bool is_new(world *w, const place *m) {
    if (m->placed == 0) return true;
    if (2 * w->n_seen >= w->room) {
        place *old = w->seen;
        size_t room = w->room;
        w->room = room ? 2 * room : 1024;
        w->seen = calloc(w->room, sizeof *w->seen);
        cr_assert(w->seen != NULL);
        for (size_t i = 0; i < room; i++)
            if (old[i].placed) *slot_of(w, &old[i]) = old[i];
        free(old);
    }
    place *slot = slot_of(w, m);
    if (slot->placed) return false;
    *slot = *m;
    w->n_seen++;
    return true;
}

static void search(world *w, const place *m) {
    if (!is_new(w, m)) return;
    if (m->placed == (1u << w->n) - 1) finish(w, m);
    for (int k = 0; k < w->n; k++) {
        const op *o = &w->ops[k];
        if ((m->placed >> k & 1) || (o->first & ~m->placed)) continue;
        place next = *m;
        if (o->load) next.from[k] = (unsigned char)source(w, m, k);
        if ((o->load && !may_read(w, m, k, next.from[k])) || !alone(w, m, k)) continue;
        if (o->store) next.order[o->loc][next.n[o->loc]++] = (unsigned char)k;
        next.placed |= 1u << k;
        search(w, &next);
    }
}

// ------------------------------------------------------------------------------------------------- the rules
static bool rcsc(const op *o) {
    return (o->ins->acquire || o->ins->release) &&
           (o->ins->kind == CG_LIT_AMO || o->ins->kind == CG_LIT_LR || o->ins->kind == CG_LIT_SC);
}

static bool fenced(const world *w, int a, int b) {
    const op *x = &w->ops[a], *y = &w->ops[b];
    bool inside = false;
    for (int k = 0; k < w->n_steps[x->thread]; k++) {
        const step *s = &w->steps[x->thread][k];
        if (s->op == a) inside = true;
        if (s->op == b) inside = false;
        if (!inside || s->ins->kind != CG_LIT_FENCE) continue;
        unsigned f = s->ins->pairs;
        if ((x->load && y->load && f & CG_LIT_RR) || (x->load && y->store && f & CG_LIT_RW) ||
            (x->store && y->load && f & CG_LIT_WR) || (x->store && y->store && f & CG_LIT_WW))
            return true;
    }
    return false;
}

// The rules that ask nothing of values: 1, 4 to 11 and 13.
static bool kept(const world *w, int a, int b) {
    const op *x = &w->ops[a], *y = &w->ops[b];
    unsigned bit = 1u << a;
    if (y->store && x->loc == y->loc) return true;
    if (fenced(w, a, b) || x->ins->acquire || y->ins->release || (rcsc(x) && rcsc(y))) return true;
    if (y->pair == a || y->addr & bit) return true;
    if (!y->store) return false;
    if ((y->data | y->ctrl) & bit) return true;
    for (int m = a + 1; m < b; m++)
        if (w->ops[m].addr & bit) return true;
    return false;
}

static void try_orders(world *w) {
    place start = {0};
    for (int b = 0; b < w->n; b++) {
        w->ops[b].first = 0;
        for (int a = 0; a < b; a++)
            if (w->ops[a].thread == w->ops[b].thread && kept(w, a, b)) w->ops[b].first |= 1u << a;
    }
    w->n_seen = 0;
    if (w->seen) memset(w->seen, 0, w->room * sizeof *w->seen);
    search(w, &start);
}

// ------------------------------------------------------------------------------------------------- the paths
typedef struct {
    int pc, reserved;
    int64_t value[CG_LIT_REGS]; // right where it depends on nothing that was read; enough for addresses
    unsigned deps[CG_LIT_REGS], ctrl;
} path;

static void walk(world *w, int p, path at);

static void next_thread(world *w, int p) {
    path start = {.reserved = -1};
    if (p == w->t->n_threads) {
        try_orders(w);
        return;
    }
    memcpy(start.value, w->t->regs[p], sizeof start.value);
    w->n_steps[p] = 0;
    walk(w, p, start);
}

static void add_step(world *w, int p, const cg_lit_ins *i, int o, bool taken) {
    cr_assert(w->n_steps[p] < STEPS);
    w->steps[p][w->n_steps[p]++] = (step){i, o, taken};
}

static void set(path *at, int rd, int64_t value, unsigned deps) {
    if (rd == 0) return;
    at->value[rd] = value;
    at->deps[rd] = deps;
}

static void add_op(world *w, int p, path *at, const cg_lit_ins *i) {
    int n = w->n++;
    cr_assert(n < OPS);
    op *o = &w->ops[n];
    *o = (op){.ins = i, .thread = p, .pair = -1, .addr = at->deps[i->rs1], .ctrl = at->ctrl};
    o->loc = cg_lit_location(w->t, at->value[i->rs1] + i->imm);
    cr_assert(o->loc >= 0);
    o->load = i->kind == CG_LIT_LOAD || i->kind == CG_LIT_LR || i->kind == CG_LIT_AMO;
    o->store = i->kind == CG_LIT_STORE || i->kind == CG_LIT_SC || i->kind == CG_LIT_AMO;
    if (o->store) o->data = at->deps[i->rs2];
    if (i->kind == CG_LIT_SC) o->pair = at->reserved;
    if (i->kind == CG_LIT_LR) at->reserved = n;
    if (i->kind != CG_LIT_STORE) set(at, i->rd, 0, 1u << n);
    add_step(w, p, i, n, true);
}

// Goes on both ways where there are two; what was added on the first is taken back.
static void fork_at(world *w, int p, const path *at, const cg_lit_ins *i) {
    const int n = w->n, n_steps = w->n_steps[p];
    path other = *at;
    if (i->kind == CG_LIT_BRANCH) {
        add_step(w, p, i, -1, true);
        other.pc = i->target;
    } else { // a store-conditional that fails
        add_step(w, p, i, -1, false);
        set(&other, i->rd, 1, 0);
        other.reserved = -1;
    }
    walk(w, p, other);
    w->n = n;
    w->n_steps[p] = n_steps;
}

static void walk(world *w, int p, path at) {
    while (at.pc < w->t->n_ins[p]) {
        const cg_lit_ins *i = &w->t->ins[p][at.pc++];
        int64_t b = i->rs2 >= 0 ? at.value[i->rs2] : i->imm;
        unsigned deps = at.deps[i->rs1] | (i->rs2 >= 0 ? at.deps[i->rs2] : 0);
        switch (i->kind) {
        case CG_LIT_OP:
            set(&at, i->rd, cg_lit_compute(i, at.value[i->rs1], b), deps);
            add_step(w, p, i, -1, false);
            break;
        case CG_LIT_FENCE: add_step(w, p, i, -1, false); break;
        case CG_LIT_BRANCH:
            at.ctrl |= deps;
            fork_at(w, p, &at, i);
            add_step(w, p, i, -1, false);
            break;
        case CG_LIT_SC:
            fork_at(w, p, &at, i);
            if (at.reserved < 0 || w->ops[at.reserved].loc != cg_lit_location(w->t, at.value[i->rs1])) return;
            add_op(w, p, &at, i);
            at.reserved = -1;
            break;
        case CG_LIT_NOP: break;
        default: add_op(w, p, &at, i);
        }
    }
    next_thread(w, p + 1);
}

static void all_orders(const cg_litmus *t, cg_lit_set *to) {
    world *w = calloc(1, sizeof *w);
    cr_assert(w != NULL);
    cg_lit_set_init(to, t);
    w->t = t;
    w->to = to;
    next_thread(w, 0);
    free(w->seen);
    free(w);
}

// ------------------------------------------------------------------------------------------- the comparison
// A row of a thread: mostly one instruction, or a dependency with the access at its end. %s: an annotation.
static const char *const ROWS[] = {
    "lw x5,0(x10)",
    "lw x6,0(x11)",
    "lw x5,0(x11)",
    "lw.aq x6,0(x10)",
    "sw x20,0(x10)",
    "sw x21,0(x11)",
    "sw x21,0(x10)",
    "sw.rl x20,0(x11)",
    "sw x5,0(x11)",
    "sw x6,0(x10)",
    "fence rw,rw",
    "fence r,w",
    "fence w,w",
    "fence w,r",
    "fence.tso",
    "fence r,rw",
    "amoswap.w x7,x20,(x10)",
    "amoadd.w x7,x5,(x11)",
    "amoor.w.aq x6,x0,(x10)",
    "amoswap.w.rl x0,x21,(x11)",
    "amoor.w.aqrl x5,x0,(x11)",
    "bne x5,x0,End",
    "bne x6,x0,End",
    "beq x5,x0,End",
    "beq x6,x0,End",
    "xor x8,x5,x5; add x9,x11,x8; lw x6,0(x9)",
    "xor x8,x6,x6; add x9,x10,x8; sw x20,0(x9)",
    "xor x8,x6,x6; add x9,x10,x8; lw x5,0(x9)",
    "lw x7,0(x11); xor x8,x7,x7; ori x8,x8,3; sw x8,0(x11); lw x6,0(x11)",
    "lw x7,0(x11); xor x8,x7,x7; add x9,x11,x8; lw x6,0(x9)",
    "lw x5,0(x11); beq x5,x0,End; sw x20,0(x10)",
    "amoor.w.aq x7,x0,(x11); amoswap.w.rl x0,x20,(x10)",
    "amoswap.w.rl x0,x20,(x10); amoor.w.aq x7,x0,(x11)",
    "lr.w x6,(x10); sc.w x8,x21,(x10)",
    "lr.w.aq x6,(x11); addi x6,x6,1; sc.w.rl x8,x6,(x11)",
    "lr.w x5,(x10)",
    "sc.w x8,x20,(x10)",
    "xor x8,x5,x5; ori x8,x8,3; sw x8,0(x11); lw x6,0(x11)",
};
enum { N_ROWS = sizeof ROWS / sizeof *ROWS };
// In half of the tests P0 does two things in order, so that what P1 leaves unordered shows.
static const char *const FENCED[] = {"lw x5,0(x10)", "sw x20,0(x10)", "lw x6,0(x11)", "sw x21,0(x11)"};

static const char *draw(cg_rng *r, bool fenced, int row) {
    static int first;
    if (!fenced) return ROWS[cg_rng_below(r, N_ROWS)];
    if (row == 0) first = (int)cg_rng_below(r, 4);
    return row == 1   ? "fence rw,rw"
           : row == 0 ? FENCED[first]
                      : FENCED[((first & 2) ^ 2) + (int)cg_rng_below(r, 2)];
}

static void make_up(cg_rng *r, char *text, size_t size) {
    int threads = 2 + (int)cg_rng_below(r, 2), rows = threads == 2 ? 4 : 2;
    const bool fenced = threads == 2 && cg_rng_below(r, 2);
    size_t n = (size_t)snprintf(text, size, "RISCV made up\n{ x=%d; ", (int)cg_rng_below(r, 2));
    for (int p = 0; p < threads; p++)
        n += (size_t)snprintf(text + n, size - n, "%d:x10=x; %d:x11=y; %d:x20=%d; %d:x21=%d; ", p, p, p,
                              p + 1, p, 1 + (int)cg_rng_below(r, 5));
    n += (size_t)snprintf(text + n, size - n, "}\n P0 | P1%s ;\n", threads == 3 ? " | P2" : "");
    // Several instructions of one row are on lines of their own: columns of other threads are empty there.
    for (int p = 0; p < threads; p++) {
        for (int row = 0; row < (fenced && p == 0 ? 3 : rows); row++) {
            char code[100];
            snprintf(code, sizeof code, "%s", draw(r, fenced && p == 0, row));
            char *rest = code;
            for (const char *one; (one = strsep(&rest, ";")) != NULL;)
                n += (size_t)snprintf(text + n, size - n, "%s%s ;\n", &"||"[2 - p], one);
        }
    }
    snprintf(
        text + n, size - n,
        " End: | End: %s ;\nlocations [y; 0:x5; 0:x6; 0:x7; 0:x8; 1:x5; 1:x6; 1:x7; 1:x8;%s] exists (x=1)",
        threads == 3 ? "| End:" : "", threads == 3 ? " 2:x5; 2:x6;" : "");
}

Test(litmus_rvwmo, enumerator_agrees_with_global_memory_orders) {
    const char *many = getenv("COHGEN_LITMUS_MADE_UP");
    const int tests = many ? atoi(many) : cases(10000);
    char err[512], text[4000];
    cg_model *m = cg_model_load("protocols/models/rvwmo.json", err, sizeof err);
    cr_assert(m != NULL, "%s", err);
    cg_rng r = cg_rng_new(1, 2);
    for (int n = 0; n < tests; n++) {
        cg_lit_set orders, ours;
        cg_lit_allow_options o = {0};
        make_up(&r, text, sizeof text);
        cg_litmus *t = cg_litmus_parse(text, "t", err, sizeof err);
        cr_assert(t != NULL, "%s\n%s", err, text);
        all_orders(t, &orders);
        cg_lit_set_init(&ours, t);
        cr_assert(cg_lit_allowed(t, "t", m, &o, &ours, err, sizeof err), "%s\n%s", err, text);
        expect_subset(text, "no order gives", &ours, &orders);
        expect_subset(text, "the enumerator misses", &orders, &ours);
        cg_lit_set_free(&ours);
        cg_lit_set_free(&orders);
        cg_litmus_free(t);
    }
    cg_model_free(m);
}

// See trace.h.
//
// What a thread alone shows to be impossible (a word that runs backward) is dropped at once.
#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// A thread in the middle of an execution; copied where it has a choice.
typedef struct {
    int pc, n;
    int64_t regs[CG_LIT_REGS];
    uint32_t known, constant;         // registers, as sets: with a value; with the same one in all executions
    uint32_t deps[CG_LIT_REGS], ctrl; // events that a register, or being here, depends on
    int reserved; // event of the load-reserved that a store-conditional would pair with; -1
    unsigned char visits[CG_LIT_INS];
    cg_lit_event events[CG_TRACE_EVENTS];
    cg_lit_nodes nodes;
    int n_steps;
    cg_lit_step steps[CG_LIT_INS * CG_LIT_VISITS + 1];
} run;

typedef struct {
    cg_lit_traces *x;
    int thread;
    bool record; // keep the traces; else only the stores
} walk;

static const cg_lit_ins *ins_of(const walk *w, int pc) {
    return &w->x->t->ins[w->thread][pc];
}

static int find_store(const cg_lit_traces *x, const cg_lit_store *s) {
    for (int i = 0; i < x->n_stores; i++) {
        const cg_lit_store *o = &x->stores[i];
        if (o->thread == s->thread && o->ins == s->ins && o->visit == s->visit && o->loc == s->loc &&
            o->constant == s->constant && o->arbitrary == s->arbitrary && o->value == s->value)
            return i;
    }
    return -1;
}

static int add_store(cg_lit_traces *x, cg_lit_store s) {
    int i = find_store(x, &s);
    if (i >= 0) return i;
    x->stores = cg_array_grow(x->stores, (size_t)x->n_stores, sizeof *x->stores);
    s.possible = true;
    x->stores[x->n_stores] = s;
    return x->n_stores++;
}

// ------------------------------------------------------------------------------------------ a word alone
// May event `n` of this word follow the events before it? The stores that a thread sees of a word, by reading
// or writing them, are never seen again once another was.
static bool forward(const walk *w, const run *r, int loc, int seen) {
    const cg_lit_traces *x = w->x;
    int last = CG_TRACE_NONE;
    bool again = false;
    for (int i = 0; i < r->n; i++) {
        const cg_lit_event *e = &r->events[i];
        if (e->loc != loc) continue;
        if (e->source != CG_TRACE_NONE) last = e->source, again |= last == seen;
        if (e->store != CG_TRACE_NONE) last = e->store, again |= last == seen;
    }
    if (seen == last) return true;
    if (again || (seen == CG_TRACE_INIT && last != CG_TRACE_NONE)) return false;
    return seen == CG_TRACE_INIT || x->stores[seen].thread != w->thread; // an own store that is yet to come
}

// --------------------------------------------------------------------------------------------------- events
static bool trace_rest(const walk *w, run *r);
// What is left to do for an access once its event is there.
typedef bool finisher(const walk *w, run *r, cg_lit_event *e);

static bool has_register(uint32_t set, int reg) {
    return set >> reg & 1;
}

static run *copy_of(const run *r) {
    run *copy = malloc(sizeof *copy);
    if (copy == NULL) abort();
    *copy = *r;
    return copy;
}

static bool add_trace_node(const walk *w, run *r, int event, int cls) {
    if (r->nodes.n == CG_TRACE_NODES)
        return cg_lit_trouble(w->x, ins_of(w, 0)->line, "P%d has more than %d accesses and fences", w->thread,
                              CG_TRACE_NODES);
    r->nodes.event[r->nodes.n] = event;
    r->nodes.cls[r->nodes.n++] = cls;
    return true;
}

static void add_trace_step(run *r, int event, bool guess) {
    r->steps[r->n_steps++] = (cg_lit_step){(short)r->pc, (signed char)event, guess};
}

// The mark of load-reserved and store-conditional.
static unsigned conditional(const walk *w) {
    return cg_model_mark(w->x->m, "conditional");
}

// The marks of an instruction, those of the test by their names in the model. A model that allows races takes
// no notice of marks that it has not; one that forbids them can make nothing of the test. False: an error.
static bool marks_of(const walk *w, const cg_lit_ins *i, unsigned *to) {
    const cg_litmus *t = w->x->t;
    *to |= (i->acquire ? CG_MARK_ACQUIRE : 0) | (i->release ? CG_MARK_RELEASE : 0);
    for (int k = 0; k < t->n_marks; k++) {
        const unsigned mark = i->marks >> k & 1 ? cg_model_mark(w->x->m, t->marks[k]) : 0;
        *to |= mark;
        if (i->marks >> k & 1 && !mark && w->x->m->races_forbidden)
            return cg_lit_trouble(w->x, i->line, "model %s has no mark '%s', which '%s' has", w->x->m->name,
                                  t->marks[k], i->text);
    }
    return true;
}

// The class of an instruction. Where races are forbidden, all its marks count. -1: an error.
static int class_of(const walk *w, const cg_lit_ins *i, cg_mem_kind kind, unsigned marks) {
    const cg_model *m = w->x->m;
    const bool lost = m->races_forbidden && (i->kind == CG_LIT_LR || i->kind == CG_LIT_SC) && !conditional(w);
    if (!marks_of(w, i, &marks)) return -1;
    const int cls =
        m->races_forbidden ? cg_model_exact_class(m, kind, marks) : cg_model_class_of(m, kind, marks);
    if (cls < 0 || lost) cg_lit_trouble(w->x, i->line, "model %s has no class for '%s'", m->name, i->text);
    return lost ? -1 : cls;
}

// Begins the event of the instruction at pc: its class and dependencies. NULL: an error.
static cg_lit_event *new_event(const walk *w, run *r, cg_mem_kind kind, unsigned marks) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (r->n == CG_TRACE_EVENTS) {
        cg_lit_trouble(w->x, i->line, "P%d has more than %d accesses", w->thread, CG_TRACE_EVENTS);
        return NULL;
    }
    cg_lit_event *e = &r->events[r->n];
    *e = (cg_lit_event){.kind = kind,
                        .store = CG_TRACE_NONE,
                        .source = CG_TRACE_NONE,
                        .pair = -1,
                        .ins = r->pc,
                        .place = r->n};
    e->cls = class_of(w, i, kind, marks);
    e->addr = r->deps[i->rs1];
    e->data = i->rs2 >= 0 && kind != CG_MEM_LOAD ? r->deps[i->rs2] : 0;
    e->ctrl = r->ctrl;
    e->arbitrary = w->x->arbitrary && e->cls >= 0 && w->x->m->classes[e->cls].arbitrary;
    return e->cls >= 0 && add_trace_node(w, r, r->n, e->cls) ? e : NULL;
}

// Goes on with `next` in a copy of the run, where this is the event at its end.
static bool go_on_with_copy(const walk *w, const run *r, const cg_lit_event *e, finisher *next) {
    run *copy = copy_of(r);
    copy->events[r->n] = *e;
    const bool good = next(w, copy, &copy->events[r->n]);
    free(copy);
    return good;
}

// Goes on with `next` where the access is to a location; to each of them, if its address is not known yet.
static bool locate(const walk *w, run *r, cg_lit_event *e, finisher *next) {
    cg_lit_traces *x = w->x;
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (has_register(r->known, i->rs1)) {
        if (!cg_lit_check_address(x, w->thread, i, r->regs[i->rs1], &e->loc)) return false;
        if (x->size[e->loc] && x->size[e->loc] != i->size) {
            if (!x->errlen || !x->err[0]) x->why = CG_LIT_MIXED;
            return cg_lit_trouble(
                x, i->line, "P%d: '%s' accesses %d bytes of '%s', others %d: mixed sizes are not supported",
                w->thread, i->text, i->size, x->t->locs[e->loc].name, x->size[e->loc]);
        }
        x->size[e->loc] = i->size;
        return next(w, r, e);
    }
    for (int loc = 0; loc < x->t->n_locs; loc++) {
        if (x->size[loc] && x->size[loc] != i->size) continue;
        cg_lit_event there = *e;
        there.loc = loc;
        if (!go_on_with_copy(w, r, &there, next)) return false;
    }
    return true;
}

static void set_reg(run *r, int rd, bool known, bool constant, int64_t value, uint32_t deps) {
    uint32_t bit = 1u << rd;
    if (rd == 0) return;
    r->regs[rd] = value;
    r->known = known ? r->known | bit : r->known & ~bit;
    r->constant = constant ? r->constant | bit : r->constant & ~bit;
    r->deps[rd] = deps;
}

// The event stores; `constant`: it stores register rs2, perhaps always the same.
static void note_store(const walk *w, run *r, cg_lit_event *e, bool constant) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    constant = constant && !e->arbitrary && has_register(r->constant, i->rs2);
    e->store = add_store(w->x, (cg_lit_store){.loc = e->loc,
                                              .thread = w->thread,
                                              .ins = e->ins,
                                              .visit = r->visits[e->ins],
                                              .constant = constant,
                                              .value = constant ? cg_lit_word(r->regs[i->rs2]) : 0,
                                              .arbitrary = e->arbitrary});
}

static bool next_instruction(const walk *w, run *r, bool guess) {
    add_trace_step(r, r->n, guess);
    r->n++;
    r->pc++;
    return trace_rest(w, r);
}

// Goes on with `next` for each value that the event may load, if that is arbitrary and somebody wants it.
static bool each_guess(const walk *w, const run *r, const cg_lit_event *e, finisher *next) {
    const cg_lit_traces *x = w->x;
    cg_lit_event loads = *e;
    loads.guessed = e->arbitrary || (e->source >= 0 && x->stores[e->source].arbitrary);
    const bool dropped = e->arbitrary && ins_of(w, r->pc)->rd == 0;
    for (int k = 0; k < (loads.guessed && !dropped ? x->n_domain : 1); k++) {
        loads.guess = loads.guessed ? x->domain[k] : 0;
        if (!go_on_with_copy(w, r, &loads, next)) return false;
    }
    return true;
}

// Goes on with `next` for each store that the event may read.
static bool each_source(const walk *w, const run *r, const cg_lit_event *e, finisher *next) {
    for (int s = CG_TRACE_INIT; s < w->x->n_stores; s++) {
        if (s >= 0 && (w->x->stores[s].loc != e->loc || !w->x->stores[s].possible)) continue;
        if (!forward(w, r, e->loc, s)) continue;
        cg_lit_event reads = *e;
        reads.source = s;
        if (!each_guess(w, r, &reads, next)) return false;
    }
    return true;
}

// Register rd gets what the event read.
static void set_read(const walk *w, run *r, const cg_lit_event *e) {
    const cg_lit_traces *x = w->x;
    bool known = e->guessed || e->source < 0 || x->stores[e->source].constant;
    int64_t value = e->guessed      ? e->guess
                    : e->source < 0 ? x->t->locs[e->loc].init
                                    : x->stores[e->source].value;
    set_reg(r, ins_of(w, r->pc)->rd, known, false, value, 1u << r->n);
}

// -------------------------------------------------------------------------------------------- instructions
static bool has_loaded(const walk *w, run *r, cg_lit_event *e) {
    set_read(w, r, e);
    if (ins_of(w, r->pc)->kind == CG_LIT_LR) r->reserved = r->n;
    return next_instruction(w, r, false);
}

static bool load_each_source(const walk *w, run *r, cg_lit_event *e) {
    return each_source(w, r, e, has_loaded);
}

static bool trace_load(const walk *w, run *r) {
    bool reserves = ins_of(w, r->pc)->kind == CG_LIT_LR;
    cg_lit_event *e = new_event(w, r, CG_MEM_LOAD, reserves ? conditional(w) : 0);
    return e && locate(w, r, e, load_each_source);
}

static bool reserved_word(const run *r, int loc) {
    return r->reserved >= 0 && r->events[r->reserved].loc == loc;
}

// By value, an own store or amo between load-reserved and store-conditional sees what was there; the
// reservation lives on if it was what is expected. Both are tried.
static bool after_swap(const walk *w, run *r, const cg_lit_event *e) {
    if (!w->x->by_value || !reserved_word(r, e->loc)) return next_instruction(w, r, false);
    run *lost = copy_of(r);
    lost->reserved = -1;
    bool good = next_instruction(w, lost, false);
    free(lost);
    return good && next_instruction(w, r, true);
}

static bool has_swapped(const walk *w, run *r, cg_lit_event *e) {
    note_store(w, r, e, true);
    return after_swap(w, r, e);
}

static bool has_stored(const walk *w, run *r, cg_lit_event *e) {
    if (w->x->by_value && reserved_word(r, e->loc)) {
        e->kind = CG_MEM_ATOMIC;
        return each_source(w, r, e, has_swapped);
    }
    note_store(w, r, e, true);
    return next_instruction(w, r, false);
}

static bool trace_store(const walk *w, run *r) {
    cg_lit_event *e = new_event(w, r, CG_MEM_STORE, 0);
    return e && locate(w, r, e, has_stored);
}

static bool has_done_amo(const walk *w, run *r, cg_lit_event *e) {
    note_store(w, r, e, ins_of(w, r->pc)->amo == CG_AMO_SWAP);
    set_read(w, r, e);
    return after_swap(w, r, e);
}

static bool amo_each_source(const walk *w, run *r, cg_lit_event *e) {
    return each_source(w, r, e, has_done_amo);
}

static bool trace_amo(const walk *w, run *r) {
    cg_lit_event *e = new_event(w, r, CG_MEM_ATOMIC, 0);
    return e && locate(w, r, e, amo_each_source);
}

static bool has_succeeded(const walk *w, run *r, cg_lit_event *e) {
    note_store(w, r, e, true);
    set_reg(r, ins_of(w, r->pc)->rd, true, false, 0, 1u << r->n);
    r->reserved = -1;
    return next_instruction(w, r, true);
}

static bool succeeds(const walk *w, run *r, cg_lit_event *e) {
    if (!reserved_word(r, e->loc)) return true;
    if (w->x->by_value) {
        e->kind = CG_MEM_ATOMIC;
        return each_source(w, r, e, has_succeeded);
    }
    e->pair = r->reserved;
    return has_succeeded(w, r, e);
}

// It may succeed, and it may fail; then it accesses nothing.
static bool trace_conditional(const walk *w, run *r) {
    run *copy = copy_of(r);
    cg_lit_event *e = new_event(w, copy, CG_MEM_STORE, conditional(w));
    bool good = e && locate(w, copy, e, succeeds);
    free(copy);
    if (!good) return false;
    set_reg(r, ins_of(w, r->pc)->rd, true, false, 1, 0);
    r->reserved = -1;
    add_trace_step(r, -1, false);
    r->pc++;
    return trace_rest(w, r);
}

static bool trace_fence(const walk *w, run *r) {
    uint32_t classes = cg_model_fences(w->x->m, ins_of(w, r->pc)->pairs);
    for (; classes; classes &= classes - 1)
        if (!add_trace_node(w, r, -1, __builtin_ctz(classes))) return false;
    r->pc++;
    return trace_rest(w, r);
}

// x ^ x and x - x are 0 whatever x is; but they depend on it.
static bool cancels(const cg_lit_ins *i) {
    return (i->alu == CG_LIT_XOR || i->alu == CG_LIT_SUB) && i->rs1 == i->rs2;
}

static void trace_operation(run *r, const cg_lit_ins *i) {
    uint32_t needed = 1u << i->rs1 | (i->rs2 >= 0 ? 1u << i->rs2 : 0);
    uint32_t deps = r->deps[i->rs1] | (i->rs2 >= 0 ? r->deps[i->rs2] : 0);
    bool known = cancels(i) || (r->known & needed) == needed;
    bool constant = cancels(i) || (r->constant & needed) == needed;
    int64_t value = known ? cg_lit_compute(i, r->regs[i->rs1], i->rs2 >= 0 ? r->regs[i->rs2] : i->imm) : 0;
    set_reg(r, i->rd, known, constant, value, deps);
    add_trace_step(r, -1, false);
    r->pc++;
}

static bool go(const walk *w, run *r, const cg_lit_ins *i, bool taken) {
    add_trace_step(r, -1, taken);
    r->pc = taken ? i->target : r->pc + 1;
    return trace_rest(w, r);
}

// Both ways, if it is not known which.
static bool trace_branch(const walk *w, run *r, const cg_lit_ins *i) {
    uint32_t needed = 1u << i->rs1 | 1u << i->rs2;
    r->ctrl |= r->deps[i->rs1] | r->deps[i->rs2];
    if ((r->known & needed) == needed) return go(w, r, i, cg_lit_taken(i, r->regs[i->rs1], r->regs[i->rs2]));
    run *copy = copy_of(r);
    bool good = go(w, copy, i, true);
    free(copy);
    return good && go(w, r, i, false);
}

// All program order, or what the model keeps of it.
static void keep_order(const cg_lit_traces *x, run *r) {
    if (!x->in_order) cg_lit_keep_order(x->m, &r->nodes, r->events, r->n);
    for (int i = 0; x->in_order && i < r->n; i++) r->events[i].before = (1u << r->n) - (2u << i);
}

static uint32_t used_events(const run *r) {
    uint32_t used = r->ctrl;
    for (int i = 0; i < r->n; i++) used |= r->events[i].addr | r->events[i].data;
    return used;
}

static bool keep_trace(const walk *w, run *r) {
    cg_lit_traces *x = w->x;
    int k = x->n[w->thread];
    if (!w->record) return true;
    if (k == CG_TRACE_MOST)
        return cg_lit_trouble(x, 1, "P%d has more than %d executions to look at", w->thread, CG_TRACE_MOST);
    x->of[w->thread] = cg_array_grow(x->of[w->thread], (size_t)k, sizeof *x->of[0]);
    cg_lit_trace *t = &x->of[w->thread][x->n[w->thread]++];
    keep_order(x, r);
    t->dead = false;
    t->used = used_events(r);
    t->n = r->n;
    t->events = malloc((size_t)r->n * sizeof *t->events + 1);
    if (t->events == NULL) abort();
    memcpy(t->events, r->events, (size_t)r->n * sizeof *t->events);
    t->n_steps = r->n_steps;
    t->steps = malloc((size_t)r->n_steps * sizeof *t->steps + 1);
    if (t->steps == NULL) abort();
    memcpy(t->steps, r->steps, (size_t)r->n_steps * sizeof *t->steps);
    return true;
}

// Executes on from r->pc. False: an error.
static bool trace_rest(const walk *w, run *r) {
    while (r->pc < w->x->t->n_ins[w->thread]) {
        const cg_lit_ins *i = ins_of(w, r->pc);
        if (++r->visits[r->pc] > CG_LIT_VISITS) return true; // cut
        switch (i->kind) {
        case CG_LIT_LOAD:
        case CG_LIT_LR: return trace_load(w, r);
        case CG_LIT_STORE: return trace_store(w, r);
        case CG_LIT_AMO: return trace_amo(w, r);
        case CG_LIT_SC: return trace_conditional(w, r);
        case CG_LIT_FENCE: return trace_fence(w, r);
        case CG_LIT_BRANCH: return trace_branch(w, r, i);
        case CG_LIT_JUMP: r->pc = i->target; break;
        case CG_LIT_OP: trace_operation(r, i); break;
        case CG_LIT_NOP: r->pc++; break;
        }
    }
    return keep_trace(w, r);
}

bool cg_lit_trace_thread(cg_lit_traces *x, int thread, bool record) {
    walk w = {x, thread, record};
    run *r = calloc(1, sizeof *r);
    if (r == NULL) abort();
    memcpy(r->regs, x->t->regs[thread], sizeof r->regs);
    r->known = r->constant = UINT32_MAX;
    r->reserved = -1;
    const bool good = trace_rest(&w, r);
    free(r);
    return good;
}

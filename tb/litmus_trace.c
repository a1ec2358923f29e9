// litmus_trace.c: see litmus_trace.h.
//
// The stores that loads may read are found by iteration: executed with the first contents only, the threads
// store some values; executed with these too, perhaps more; until nothing new comes. A value cannot depend on
// more stores than there are, so neither can the iteration take more rounds. What a thread alone shows to be
// impossible (a word that runs backward) is dropped at once.
#include "litmus_trace.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// A thread in the middle of an execution; copied where it has a choice.
typedef struct {
    int pc, n;
    int64_t regs[CG_LIT_REGS];
    uint32_t deps[CG_LIT_REGS], ctrl; // events that a register, or being here, depends on
    int reserved;     // event of the load-reserved that a store-conditional would pair with; -1
    int64_t expected; // by value: what its word must hold
    unsigned char visits[CG_LIT_INS];
    cg_lit_event events[CG_TRACE_EVENTS];
    cg_lit_nodes nodes;
} run;

typedef struct {
    cg_lit_traces *x;
    int thread;
    bool record; // keep the traces; else only the stores
} walk;

__attribute__((format(printf, 3, 4))) static bool fail(cg_lit_traces *x, int line, const char *fmt, ...) {
    char why[200];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    if (x->errlen && !x->err[0]) snprintf(x->err, x->errlen, "%s:%d: error: %s", x->path, line, why);
    return false;
}

static const cg_lit_ins *ins_of(const walk *w, int pc) {
    return &w->x->t->ins[w->thread][pc];
}

static int find_store(const cg_lit_traces *x, const cg_lit_store *s) {
    for (int i = 0; i < x->n_stores; i++) {
        const cg_lit_store *o = &x->stores[i];
        if (o->thread == s->thread && o->ins == s->ins && o->visit == s->visit && o->loc == s->loc &&
            o->value == s->value)
            return i;
    }
    return -1;
}

static int add_store(cg_lit_traces *x, cg_lit_store s) {
    int i = find_store(x, &s);
    if (i >= 0) return i;
    x->stores = realloc(x->stores, (size_t)(x->n_stores + 1) * sizeof *x->stores);
    if (x->stores == NULL) abort();
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
static bool go_on(const walk *w, run *r);

static bool locate(const walk *w, const cg_lit_ins *i, const run *r, int *loc) {
    cg_lit_traces *x = w->x;
    int64_t address = (int64_t)((uint64_t)r->regs[i->rs1] + (uint64_t)i->imm);
    *loc = cg_lit_location(x->t, address);
    if (*loc < 0)
        return fail(x, i->line,
                    "P%d: '%s' accesses 0x%llx, which is no location (parts and arrays are not supported)",
                    w->thread, i->text, (unsigned long long)address);
    if (x->size[*loc] && x->size[*loc] != i->size)
        return fail(x, i->line,
                    "P%d: '%s' accesses %d bytes of '%s', others %d: mixed sizes are not supported",
                    w->thread, i->text, i->size, x->t->locs[*loc].name, x->size[*loc]);
    x->size[*loc] = i->size;
    return true;
}

static bool fits(const walk *w, const cg_lit_ins *i, int64_t v) {
    if (i->size == 4 || v == cg_lit_word(v)) return true;
    return fail(w->x, i->line, "P%d: '%s' stores %lld, which does not fit into a word of 32 bits", w->thread,
                i->text, (long long)v);
}

static bool add_node(const walk *w, run *r, int event, int cls) {
    if (r->nodes.n == CG_TRACE_NODES)
        return fail(w->x, ins_of(w, 0)->line, "P%d has more than %d accesses and fences", w->thread,
                    CG_TRACE_NODES);
    r->nodes.event[r->nodes.n] = event;
    r->nodes.cls[r->nodes.n++] = cls;
    return true;
}

// Begins the event of the instruction at pc: its word, class and dependencies. NULL: an error.
static cg_lit_event *new_event(const walk *w, run *r, cg_mem_kind kind, unsigned marks) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (r->n == CG_TRACE_EVENTS) {
        fail(w->x, i->line, "P%d has more than %d accesses", w->thread, CG_TRACE_EVENTS);
        return NULL;
    }
    cg_lit_event *e = &r->events[r->n];
    marks |= (i->acquire ? CG_MARK_ACQUIRE : 0) | (i->release ? CG_MARK_RELEASE : 0);
    *e = (cg_lit_event){.kind = kind,
                        .store = CG_TRACE_NONE,
                        .source = CG_TRACE_NONE,
                        .pair = -1,
                        .ins = r->pc,
                        .place = r->n};
    e->cls = cg_model_class_of(w->x->m, kind, marks);
    e->addr = r->deps[i->rs1];
    e->data = i->rs2 >= 0 && kind != CG_MEM_LOAD ? r->deps[i->rs2] : 0;
    e->ctrl = r->ctrl;
    if (e->cls < 0) {
        fail(w->x, i->line, "model %s has no class for '%s'", w->x->m->name, i->text);
        return NULL;
    }
    return locate(w, i, r, &e->loc) && add_node(w, r, r->n, e->cls) ? e : NULL;
}

static void set_reg(run *r, int rd, int64_t value, uint32_t deps) {
    if (rd == 0) return;
    r->regs[rd] = value;
    r->deps[rd] = deps;
}

// The event stores `value`, and is done. False: the word would run backward, or an error.
static bool store_event(const walk *w, run *r, cg_lit_event *e, int64_t value) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (!fits(w, i, value)) return false;
    e->written = cg_lit_word(value);
    e->store =
        add_store(w->x, (cg_lit_store){e->loc, w->thread, e->ins, r->visits[e->ins], e->written, true});
    return true;
}

// -------------------------------------------------------------------------------------------- instructions
// Has this run read the same store with another value?
static bool contradicts(const cg_lit_traces *x, const run *r, const cg_lit_store *s) {
    for (int i = 0; i < r->n; i++) {
        if (r->events[i].source < 0) continue;
        const cg_lit_store *o = &x->stores[r->events[i].source];
        if (o != s && o->thread == s->thread && o->ins == s->ins && o->visit == s->visit) return true;
    }
    return false;
}

// Calls `next` for each store that the new event may read, on a copy of the run.
static bool each_source(const walk *w, const run *r, const cg_lit_event *e,
                        bool (*next)(const walk *w, run *r, cg_lit_event *e)) {
    cg_lit_traces *x = w->x;
    for (int s = CG_TRACE_INIT; s < x->n_stores; s++) {
        if (s >= 0 && (x->stores[s].loc != e->loc || !x->stores[s].possible)) continue;
        if (!forward(w, r, e->loc, s) || (s >= 0 && contradicts(x, r, &x->stores[s]))) continue;
        run *copy = malloc(sizeof *copy);
        if (copy == NULL) abort();
        *copy = *r;
        cg_lit_event *mine = &copy->events[r->n];
        mine->source = s;
        mine->read = s < 0 ? x->t->locs[e->loc].init : x->stores[s].value;
        bool good = next(w, copy, mine);
        free(copy);
        if (!good) return false;
    }
    return true;
}

static bool after_load(const walk *w, run *r, cg_lit_event *e) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    set_reg(r, i->rd, e->read, 1u << r->n);
    if (i->kind == CG_LIT_LR) r->reserved = r->n, r->expected = e->read;
    r->n++;
    r->pc++;
    return go_on(w, r);
}

static bool load(const walk *w, run *r) {
    bool reserves = ins_of(w, r->pc)->kind == CG_LIT_LR;
    cg_lit_event *e = new_event(w, r, CG_MEM_LOAD, reserves ? CG_MARK_CONDITIONAL : 0);
    return e && each_source(w, r, e, after_load);
}

static bool reserved_word(const run *r, int loc) {
    return r->reserved >= 0 && r->events[r->reserved].loc == loc;
}

// By value: the own store or amo between load-reserved and store-conditional has seen what was there; the
// reservation lives on if it was what is expected.
static void keep_reservation(run *r, const cg_lit_event *e) {
    if (!reserved_word(r, e->loc)) return;
    if (e->read == r->expected)
        r->expected = e->written;
    else
        r->reserved = -1;
}

static bool after_swap(const walk *w, run *r, cg_lit_event *e) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (!store_event(w, r, e, r->regs[i->rs2])) return false;
    keep_reservation(r, e);
    r->n++;
    r->pc++;
    return go_on(w, r);
}

static bool store(const walk *w, run *r) {
    cg_lit_event *e = new_event(w, r, CG_MEM_STORE, 0);
    if (!e) return false;
    if (w->x->by_value && reserved_word(r, e->loc)) {
        e->kind = CG_MEM_ATOMIC;
        return each_source(w, r, e, after_swap);
    }
    if (!store_event(w, r, e, r->regs[ins_of(w, r->pc)->rs2])) return false;
    r->n++;
    r->pc++;
    return go_on(w, r);
}

static bool after_amo(const walk *w, run *r, cg_lit_event *e) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (!fits(w, i, r->regs[i->rs2]) || !store_event(w, r, e, cg_lit_amo(i, e->read, r->regs[i->rs2])))
        return false;
    set_reg(r, i->rd, e->read, 1u << r->n);
    if (w->x->by_value) keep_reservation(r, e);
    r->n++;
    r->pc++;
    return go_on(w, r);
}

static bool amo(const walk *w, run *r) {
    cg_lit_event *e = new_event(w, r, CG_MEM_ATOMIC, 0);
    return e && each_source(w, r, e, after_amo);
}

// A store-conditional that succeeds, by value: a compare-and-swap that found what it expected.
static bool after_swap_if(const walk *w, run *r, cg_lit_event *e) {
    const cg_lit_ins *i = ins_of(w, r->pc);
    if (e->read != r->expected) return true;
    if (!store_event(w, r, e, r->regs[i->rs2])) return false;
    set_reg(r, i->rd, 0, 1u << r->n);
    r->reserved = -1;
    r->n++;
    r->pc++;
    return go_on(w, r);
}

static bool succeed(const walk *w, run *r) {
    cg_lit_event *e = new_event(w, r, CG_MEM_STORE, CG_MARK_CONDITIONAL);
    if (!e) return false;
    if (!reserved_word(r, e->loc)) return true;
    if (w->x->by_value) {
        e->kind = CG_MEM_ATOMIC;
        return each_source(w, r, e, after_swap_if);
    }
    const cg_lit_ins *i = ins_of(w, r->pc);
    e->pair = r->reserved;
    if (!store_event(w, r, e, r->regs[i->rs2])) return false;
    set_reg(r, i->rd, 0, 1u << r->n);
    r->reserved = -1;
    r->n++;
    r->pc++;
    return go_on(w, r);
}

// It may succeed, and it may fail; then it accesses nothing.
static bool conditional(const walk *w, run *r) {
    run *copy = malloc(sizeof *copy);
    if (copy == NULL) abort();
    *copy = *r;
    bool good = succeed(w, copy);
    free(copy);
    if (!good) return false;
    set_reg(r, ins_of(w, r->pc)->rd, 1, 0);
    r->reserved = -1;
    r->pc++;
    return go_on(w, r);
}

static bool fence(const walk *w, run *r) {
    uint32_t classes = cg_model_fences(w->x->m, ins_of(w, r->pc)->pairs);
    for (; classes; classes &= classes - 1)
        if (!add_node(w, r, -1, __builtin_ctz(classes))) return false;
    r->pc++;
    return go_on(w, r);
}

// Everything that accesses no memory.
static void local(run *r, const cg_lit_ins *i) {
    int64_t a = r->regs[i->rs1], b = i->rs2 >= 0 ? r->regs[i->rs2] : i->imm;
    uint32_t deps = r->deps[i->rs1] | (i->rs2 >= 0 ? r->deps[i->rs2] : 0);
    bool taken = i->kind == CG_LIT_JUMP;
    if (i->kind == CG_LIT_OP) set_reg(r, i->rd, cg_lit_compute(i, a, b), deps);
    if (i->kind == CG_LIT_BRANCH) {
        r->ctrl |= deps;
        taken = cg_lit_taken(i, a, b);
    }
    r->pc = taken ? i->target : r->pc + 1;
}

static bool finish(const walk *w, run *r) {
    cg_lit_traces *x = w->x;
    int k = x->n[w->thread];
    if (!w->record) return true;
    if (k == CG_TRACE_MOST)
        return fail(x, 1, "P%d has more than %d executions to look at", w->thread, CG_TRACE_MOST);
    if ((k & (k - 1)) == 0) {
        x->of[w->thread] = realloc(x->of[w->thread], (size_t)(k ? 2 * k : 1) * sizeof *x->of[0]);
        if (x->of[w->thread] == NULL) abort();
    }
    cg_lit_trace *t = &x->of[w->thread][x->n[w->thread]++];
    cg_lit_keep_order(x->m, &r->nodes, r->events, r->n);
    t->dead = false;
    t->n = r->n;
    t->events = malloc((size_t)r->n * sizeof *t->events + 1);
    if (t->events == NULL) abort();
    memcpy(t->events, r->events, (size_t)r->n * sizeof *t->events);
    memcpy(t->regs, r->regs, sizeof t->regs);
    return true;
}

// Executes on from r->pc. False: an error.
static bool go_on(const walk *w, run *r) {
    while (r->pc < w->x->t->n_ins[w->thread]) {
        const cg_lit_ins *i = ins_of(w, r->pc);
        if (++r->visits[r->pc] > CG_LIT_VISITS) return true; // cut
        switch (i->kind) {
        case CG_LIT_LOAD:
        case CG_LIT_LR: return load(w, r);
        case CG_LIT_STORE: return store(w, r);
        case CG_LIT_AMO: return amo(w, r);
        case CG_LIT_SC: return conditional(w, r);
        case CG_LIT_FENCE: return fence(w, r);
        default: local(r, i);
        }
    }
    return finish(w, r);
}

// -------------------------------------------------------------------------------------------- all executions
static bool all_threads(cg_lit_traces *x, bool record) {
    run *r = malloc(sizeof *r);
    if (r == NULL) abort();
    bool good = true;
    for (int p = 0; p < x->t->n_threads && good; p++) {
        walk w = {x, p, record};
        memset(r, 0, sizeof *r);
        memcpy(r->regs, x->t->regs[p], sizeof r->regs);
        r->reserved = -1;
        good = go_on(&w, r);
    }
    free(r);
    return good;
}

static bool reads_possible(const cg_lit_traces *x, const cg_lit_trace *t) {
    for (int i = 0; i < t->n; i++)
        if (t->events[i].source >= 0 && !x->stores[t->events[i].source].possible) return false;
    return true;
}

// Drops traces that read what no living trace stores, until none is left.
static void drop_impossible(cg_lit_traces *x) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int s = 0; s < x->n_stores; s++) x->stores[s].possible = false;
        for (int p = 0; p < x->t->n_threads; p++)
            for (int k = 0; k < x->n[p]; k++)
                for (int i = 0; !x->of[p][k].dead && i < x->of[p][k].n; i++)
                    if (x->of[p][k].events[i].store >= 0)
                        x->stores[x->of[p][k].events[i].store].possible = true;
        for (int p = 0; p < x->t->n_threads; p++) {
            for (int k = 0; k < x->n[p]; k++) {
                cg_lit_trace *t = &x->of[p][k];
                if (t->dead || reads_possible(x, t)) continue;
                t->dead = changed = true;
            }
        }
    }
}

// How many stores an execution can have: each of a loop's instructions several times.
static int most_stores(const cg_litmus *t) {
    int n = 0;
    for (int p = 0; p < t->n_threads; p++) {
        int begin = t->n_ins[p], end = 0; // what backward branches span
        for (int k = 0; k < t->n_ins[p]; k++) {
            const cg_lit_ins *i = &t->ins[p][k];
            if ((i->kind != CG_LIT_BRANCH && i->kind != CG_LIT_JUMP) || i->target > k) continue;
            if (i->target < begin) begin = i->target;
            end = k;
        }
        for (int k = 0; k < t->n_ins[p]; k++) {
            cg_lit_kind kind = t->ins[p][k].kind;
            if (kind == CG_LIT_STORE || kind == CG_LIT_AMO || kind == CG_LIT_SC)
                n += k >= begin && k <= end ? CG_LIT_VISITS : 1;
        }
    }
    return n;
}

bool cg_lit_trace_all(cg_lit_traces *x) {
    for (int round = most_stores(x->t), before = -1; round >= 0 && before != x->n_stores; round--) {
        before = x->n_stores;
        if (!all_threads(x, false)) return false;
    }
    if (!all_threads(x, true)) return false;
    drop_impossible(x);
    return true;
}

void cg_lit_traces_free(cg_lit_traces *x) {
    for (int p = 0; p < CG_LIT_THREADS; p++) {
        for (int k = 0; k < x->n[p]; k++) free(x->of[p][k].events);
        free(x->of[p]);
    }
    free(x->stores);
}

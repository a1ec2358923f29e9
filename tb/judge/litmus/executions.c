// See executions.h.
#include "executions.h"

#include <stdlib.h>

#include "base/memory.h"

#define MOST_STEPS UINT64_C(200000000) // stores placed, over all executions of a test

typedef struct {
    cg_lit_traces *x;
    const cg_lit_trace *chosen[CG_LIT_THREADS];
    cg_lit_visit *visit;
    void *ctx;
    cg_lit_state state;
    cg_lit_values values;
    uint64_t steps;
    int **by, *n_by; // by store: the traces of its thread that perform it
} search;

// ------------------------------------------------------------------------------------------------ the order
// a before b; false: that is a cycle.
static bool order_before(cg_lit_execution *e, int a, int b) {
    uint64_t bit = UINT64_C(1) << b, more = e->reach[b] | bit;
    if (a == b || e->reach[b] >> a & 1) return false;
    if (e->reach[a] & bit) return true;
    for (int i = 0; i < e->n; i++)
        if (i == a || e->reach[i] >> a & 1) e->reach[i] |= more;
    return true;
}

static bool add_edges_from(cg_lit_execution *e, uint64_t from, int b) {
    for (; from; from &= from - 1) {
        int a = __builtin_ctzll(from);
        if (a != b && !order_before(e, a, b)) return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- coherence orders
static bool place_word(search *s, const cg_lit_execution *e, int loc);

// May store w follow `last` (-1: nothing) in its word's order?
static bool may_follow(const cg_lit_execution *e, int w, int last, uint64_t left) {
    if (left & e->behind[w]) return false;
    if (e->event[w]->kind != CG_MEM_ATOMIC) return true;
    return last < 0 ? e->event[w]->source == CG_TRACE_INIT : e->readers[last] >> w & 1; // nothing between
}

// A store-conditional: since what its load-reserved read, only its own thread has stored.
static bool pair_alone(const cg_lit_execution *e, int w, const int *order, int placed) {
    if (e->event[w]->pair < 0) return true;
    const cg_lit_event *lr = e->event[w - e->event[w]->place + e->event[w]->pair];
    for (int i = placed - 1; i >= 0; i--) {
        if (e->event[order[i]]->store == lr->source) return true;
        if (e->thread[order[i]] != e->thread[w]) return false;
    }
    return lr->source == CG_TRACE_INIT;
}

static bool place_store(search *s, const cg_lit_execution *e, int loc, int *order, int placed,
                        uint64_t left) {
    if (++s->steps > MOST_STEPS) return false;
    int last = placed ? order[placed - 1] : -1;
    if (left == 0) {
        s->state.mem[loc] = last < 0 ? s->x->t->locs[loc].init : s->values.written[last];
        return place_word(s, e, loc + 1);
    }
    for (uint64_t choice = left; choice; choice &= choice - 1) {
        int w = __builtin_ctzll(choice);
        uint64_t bit = UINT64_C(1) << w;
        if (!may_follow(e, w, last, left & ~bit) || !pair_alone(e, w, order, placed)) continue;
        cg_lit_execution next = *e;
        if (last >= 0 && !order_before(&next, last, w)) continue;
        uint64_t readers = last < 0 ? e->first_readers[loc] : e->readers[last];
        if (s->x->m->coherent) readers &= e->writers[loc]; // a load may see a word as it was before
        if (!add_edges_from(&next, readers, w)) continue;
        order[placed] = w;
        next.wrote[w] = placed + 1;
        if (!place_store(s, &next, loc, order, placed + 1, left & ~bit)) return false;
    }
    return true;
}

static bool place_word(search *s, const cg_lit_execution *e, int loc) {
    int order[CG_LIT_NODES];
    if (loc == s->x->t->n_locs) return s->visit(s->ctx, e, &s->state);
    return place_store(s, e, loc, order, 0, e->writers[loc]);
}

// --------------------------------------------------------------------------------------------------- joining
static int event_of_store(const cg_lit_execution *e, int store) {
    for (int i = 0; i < e->n; i++)
        if (e->event[i]->store == store) return i;
    return -1;
}

// What a thread sees of a word, one after the other, is in the word's order.
static void note_seen_store(cg_lit_execution *e, int *last, int store) {
    if (store == *last) return;
    if (*last >= 0 && store >= 0) e->behind[store] |= UINT64_C(1) << *last;
    *last = store;
}

static void coherence(cg_lit_execution *e, int thread, int loc) {
    int last = -1;
    for (int i = 0; i < e->n; i++) {
        if (e->thread[i] != thread || e->event[i]->loc != loc) continue;
        if (e->event[i]->source >= 0) note_seen_store(e, &last, event_of_store(e, e->event[i]->source));
        if (e->event[i]->store >= 0) note_seen_store(e, &last, i);
    }
}

static bool reads_from(search *s, cg_lit_execution *e, int i) {
    const cg_lit_event *v = e->event[i];
    e->from[i] = s->values.from[i] = v->source;
    if (v->source == CG_TRACE_INIT) e->first_readers[v->loc] |= UINT64_C(1) << i;
    if (v->source < 0) return true;
    int from = e->from[i] = s->values.from[i] = event_of_store(e, v->source);
    e->readers[from] |= UINT64_C(1) << i;
    bool inside = e->thread[from] == e->thread[i];
    return (inside && s->x->m->forwarding) || order_before(e, from, i);
}

static bool run_chosen(search *s) {
    cg_lit_execution e = {.values = &s->values};
    for (int p = 0; p < s->x->t->n_threads; p++) {
        const int base = e.n;
        e.used |= (uint64_t)s->chosen[p]->used << base;
        for (int i = 0; i < s->chosen[p]->n; i++, e.n++) {
            e.event[e.n] = &s->chosen[p]->events[i];
            e.thread[e.n] = p;
            e.reach[e.n] = (uint64_t)s->chosen[p]->events[i].before << base;
            if (e.event[e.n]->store >= 0) e.writers[e.event[e.n]->loc] |= UINT64_C(1) << e.n;
        }
    }
    for (int i = 0; i < e.n; i++)
        if (!reads_from(s, &e, i)) return true;
    if (!cg_lit_resolve(s->x, s->chosen, &s->values, &s->state)) return s->x->err[0] == '\0';
    for (int p = 0; p < s->x->t->n_threads; p++)
        for (int l = 0; l < s->x->t->n_locs; l++) coherence(&e, p, l);
    return place_word(s, &e, 0);
}

static bool performs(const cg_lit_trace *t, int store) {
    for (int i = 0; i < t->n; i++)
        if (t->events[i].store == store) return true;
    return false;
}

// Does `a` read of thread p only what `b`, its trace, stores?
static bool supplied(const cg_lit_traces *x, const cg_lit_trace *a, const cg_lit_trace *b, int p) {
    for (int i = 0; i < a->n; i++) {
        int from = a->events[i].source;
        if (from >= 0 && x->stores[from].thread == p && !performs(b, from)) return false;
    }
    return true;
}

// Two atomics cannot both stand right behind one store.
static bool atomics_apart(const cg_lit_trace *a, const cg_lit_trace *b) {
    for (int i = 0; i < a->n; i++) {
        const cg_lit_event *u = &a->events[i];
        if (u->kind != CG_MEM_ATOMIC) continue;
        for (int k = 0; k < b->n; k++) {
            const cg_lit_event *v = &b->events[k];
            if (v->kind == CG_MEM_ATOMIC && v->loc == u->loc && v->source == u->source) return false;
        }
    }
    return true;
}

// The store of thread p that the chosen traces read and the fewest of its traces perform; -1: they read none.
static int demanded(const search *s, int p) {
    int best = -1;
    for (int q = 0; q < p; q++) {
        for (int i = 0; i < s->chosen[q]->n; i++) {
            int from = s->chosen[q]->events[i].source;
            if (from < 0 || s->x->stores[from].thread != p) continue;
            if (best < 0 || s->n_by[from] < s->n_by[best]) best = from;
        }
    }
    return best;
}

static bool choose_traces(search *s, int p) {
    if (p == s->x->t->n_threads) return run_chosen(s);
    const int store = demanded(s, p);
    const int n = store < 0 ? s->x->n[p] : s->n_by[store];
    for (int k = 0; k < n; k++) {
        const cg_lit_trace *t = &s->x->of[p][store < 0 ? k : s->by[store][k]];
        bool good = !t->dead && supplied(s->x, t, t, p);
        for (int q = 0; q < p && good; q++)
            good = supplied(s->x, t, s->chosen[q], q) && supplied(s->x, s->chosen[q], t, p) &&
                   atomics_apart(t, s->chosen[q]);
        if (++s->steps > MOST_STEPS) return false;
        s->chosen[p] = t;
        if (good && !choose_traces(s, p + 1)) return false;
    }
    return true;
}

// Which traces perform which store.
static void make_index(search *s) {
    s->by = calloc((size_t)s->x->n_stores + 1, sizeof *s->by);
    s->n_by = calloc((size_t)s->x->n_stores + 1, sizeof *s->n_by);
    if (s->by == NULL || s->n_by == NULL) abort();
    for (int p = 0; p < s->x->t->n_threads; p++) {
        for (int k = 0; k < s->x->n[p]; k++) {
            for (int i = 0; i < s->x->of[p][k].n; i++) {
                int store = s->x->of[p][k].events[i].store;
                if (store < 0) continue;
                int n = s->n_by[store]++;
                s->by[store] = cg_array_grow(s->by[store], (size_t)n, sizeof **s->by);
                s->by[store][n] = k;
            }
        }
    }
}

static void free_index(search *s) {
    for (int i = 0; s->by && i < s->x->n_stores; i++) free(s->by[i]);
    CG_FREE(s->by, s->n_by);
}

static bool small_enough(const search *s) {
    int most = 0;
    for (int p = 0; p < s->x->t->n_threads; p++) {
        int longest = 0;
        for (int k = 0; k < s->x->n[p]; k++)
            if (s->x->of[p][k].n > longest) longest = s->x->of[p][k].n;
        most += longest;
    }
    return most <= CG_LIT_NODES;
}

bool cg_lit_executions(cg_lit_traces *x, cg_lit_visit *visit, void *ctx) {
    search s = {.x = x, .visit = visit, .ctx = ctx};
    if (!cg_lit_trace_all(x)) return false;
    make_index(&s);
    const bool small = small_enough(&s), good = small && choose_traces(&s, 0);
    if (!small || s.steps > MOST_STEPS) cg_lit_trouble(x, 1, "too many executions to look at all of them");
    free_index(&s);
    return good;
}

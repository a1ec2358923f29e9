// All executions of all threads of a litmus test. See trace.h.
//
// Which stores there are for loads to read is found by iteration: executed with the first contents only, the
// threads perform some stores; executed with these too, perhaps more; until nothing new comes. So a store
// that is there only because it is itself read, out of thin air, is not found.
#include "trace.h"

#include <stdlib.h>

#include "base/memory.h"

static bool all_threads(cg_lit_traces *x, bool record) {
    for (int p = 0; p < x->t->n_threads; p++)
        if (!cg_lit_trace_thread(x, p, record)) return false;
    return true;
}

static bool reads_possible(const cg_lit_traces *x, const cg_lit_trace *t) {
    for (int i = 0; i < t->n; i++)
        if (t->events[i].source >= 0 && !x->stores[t->events[i].source].possible) return false;
    return true;
}

static void mark_possible_stores(cg_lit_traces *x) {
    for (int s = 0; s < x->n_stores; s++) x->stores[s].possible = false;
    for (int p = 0; p < x->t->n_threads; p++)
        for (int k = 0; k < x->n[p]; k++)
            for (int i = 0; !x->of[p][k].dead && i < x->of[p][k].n; i++)
                if (x->of[p][k].events[i].store >= 0) x->stores[x->of[p][k].events[i].store].possible = true;
}

// Drops traces that read what no living trace stores, until none is left.
static void drop_impossible(cg_lit_traces *x) {
    for (bool changed = true; changed;) {
        changed = false;
        mark_possible_stores(x);
        for (int p = 0; p < x->t->n_threads; p++) {
            for (int k = 0; k < x->n[p]; k++) {
                cg_lit_trace *t = &x->of[p][k];
                if (t->dead || reads_possible(x, t)) continue;
                t->dead = changed = true;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------- arbitrary values
bool cg_lit_add_arbitrary(cg_lit_traces *x, int64_t v) {
    if (cg_lit_location(x->t, v) >= 0) return true; // an address: no number of the program
    for (int k = 0; k < x->n_domain; k++)
        if (x->domain[k] == v) return true;
    if (x->n_domain == CG_TRACE_DOMAIN)
        return cg_lit_trouble(
            x, 1, "arbitrary values are wanted, and the test has more than %d numbers to take them from",
            CG_TRACE_DOMAIN);
    x->domain[x->n_domain++] = v;
    return true;
}

// 0, 1, 2, and the numbers of the test: first contents, and what `li` loads.
static bool make_domain(cg_lit_traces *x) {
    bool good = true;
    for (int64_t v = 0; v < 3; v++) good = good && cg_lit_add_arbitrary(x, v);
    for (int l = 0; l < x->t->n_locs; l++) good = good && cg_lit_add_arbitrary(x, x->t->locs[l].init);
    for (int p = 0; p < x->t->n_threads; p++) {
        for (int k = 0; k < CG_LIT_REGS; k++)
            good = good && cg_lit_add_arbitrary(x, cg_lit_word(x->t->regs[p][k]));
        for (int k = 0; k < x->t->n_ins[p]; k++) {
            const cg_lit_ins *i = &x->t->ins[p][k];
            if (i->kind == CG_LIT_OP && i->alu == CG_LIT_ADD && i->rs1 == 0 && i->rs2 < 0)
                good = good && cg_lit_add_arbitrary(x, cg_lit_word(i->imm));
        }
    }
    return good;
}

// ------------------------------------------------------------------------------------------------------ all
bool cg_lit_trace_all(cg_lit_traces *x) {
    if (x->arbitrary && !make_domain(x)) return false;
    for (int before = -1; before != x->n_stores;) {
        before = x->n_stores;
        if (!all_threads(x, false)) return false;
    }
    if (!all_threads(x, true)) return false;
    drop_impossible(x);
    return true;
}

void cg_lit_traces_free(cg_lit_traces *x) {
    for (int p = 0; p < CG_LIT_THREADS; p++) {
        for (int k = 0; k < x->n[p]; k++) CG_FREE(x->of[p][k].events, x->of[p][k].steps);
        free(x->of[p]);
    }
    free(x->stores);
}

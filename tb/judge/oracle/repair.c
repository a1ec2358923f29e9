// note [repeated values]: when several stores wrote a load's value, the oracle takes the one that fits at
// that moment. A later load may then be in conflict with the choice, not with the hardware. In every cycle at
// least one load must have read from somewhere else in any true explanation: so branch over the loads of the
// cycle and their other runs, and do not touch the same load twice on one path. Complete, within a budget.
#include "parts.h"

enum { DEPTH = 24, MOVES = 4000, LOADS = 64 };

typedef struct {
    cg_oracle *o;
    cgo_id moved[DEPTH];
    int depth;
    int moves; // left
} repair;

static bool was_moved(const repair *r, cgo_id id) {
    for (int i = 0; i < r->depth; i++)
        if (r->moved[i] == id) return true;
    return false;
}

// The loads of a cycle through any moved event; -1: there is no cycle.
static int loads_in_the_way(repair *r, cgo_id *loads) {
    cgo_id end;
    for (int i = 0; i < r->depth; i++) {
        if (!cgo_cycle(r->o, r->moved[i], &end)) continue;
        int n = 0;
        for (cgo_id u = end; u != r->moved[i] && n < LOADS; u = cgo_at(r->o, u)->parent)
            if (cgo_is_load(cgo_at(r->o, u)) && cgo_at(r->o, u)->mask && !was_moved(r, u)) loads[n++] = u;
        return n;
    }
    return -1;
}

static bool solve(repair *r);

// Tries every run of the load but the one it has.
static bool move(repair *r, cgo_id load) {
    cg_oracle *o = r->o;
    cgo_node *n = cgo_at(o, load);
    const cgo_word *w = &o->words[n->word];
    cgo_run old = {n->lo, n->limit}, run;
    int64_t i = w->n;
    r->moved[r->depth++] = load;
    while (cgo_next_run(o, w, n->mask, n->value, load, &i, &run)) {
        if (run.limit == old.limit && r->depth > 1) continue;
        if (--r->moves < 0) break;
        if (r->depth > 1) cgo_detach(o, load);
        cgo_attach(o, load, run);
        if (solve(r)) return true;
        cgo_detach(o, load);
        if (r->depth > 1) cgo_attach(o, load, old);
    }
    r->depth--;
    return false;
}

static bool solve(repair *r) {
    cgo_id loads[LOADS];
    int n = loads_in_the_way(r, loads);
    if (n < 0) return true;
    if (r->depth == DEPTH) r->moves = -1;
    for (int i = 0; i < n && r->moves > 0; i++)
        if (move(r, loads[i])) return true;
    return false;
}

// note [labels] holds again once it does around every event that moved.
static void relabel(repair *r) {
    for (int i = 0; i < r->depth; i++) {
        const cgo_node *n = cgo_at(r->o, r->moved[i]);
        cgo_before(r->o, r->moved[i]);
        for (size_t k = 0; k < r->o->nbefore; k++) cgo_raise_from(r->o, r->o->before[k]);
        if (cgo_live(r->o, n->lo)) cgo_raise_from(r->o, n->lo);
        cgo_raise_from(r->o, r->moved[i]);
    }
}

bool cgo_repair(cg_oracle *o, cgo_id load) {
    repair r = {.o = o, .moves = MOVES};
    bool ok = move(&r, load);
    if (ok) relabel(&r);
    if (r.moves < 0) o->stats.cut++;
    return ok;
}

// Judges without a logged order, in three stages: what follows without a choice
// (infer.c); ways of a machine through the trace (states.c); choices of sources and orders, with
// backtracking, here.
//
// note [schedule]: when no choice of a source is left and there is no cycle, run the operations one at a time
// in some order that respects the edges; loads as soon as they can, a store when all loads of the store it
// covers are done. When all have run, the order in which stores ran is a coherence order that explains the
// trace. When none can go, some store n waits for a load of the store `cur` that it covers, and n and cur are
// not ordered yet: branch on that pair.
//
// note [stages]: the machine is strong where many stores are equal: its states are then few against the ways
// that lead to them, and sources need no choice. Backtracking is strong where sources are known and only the
// order of some stores is open. A model that keeps less than program order has many more states; but most
// traces are explained in program order all the same, so that is tried first.
#include "search.h"

#include "base/memory.h"
#include "states.h"

#include <stdlib.h>
#include <string.h>

// The n-th store, from 0, that a read may mean, the initial one last. CGJ_NONE: there are no more.
static uint32_t source_choice(const cgj_search *s, uint32_t op, uint32_t n) {
    const cg_trace_op *o = &s->x->t->ops[op];
    uint32_t c = cg_map_get(&s->x->writer, o->read, o->var);
    for (; c != CGJ_NONE; c = s->x->same[c])
        if (c != op && n-- == 0) return c;
    return o->read == 0 && n == 0 ? s->x->nops + o->var : CGJ_NONE;
}

static uint32_t final_choice(const cgj_search *s, size_t f, uint32_t n) {
    const cg_trace_final *fin = &s->x->t->finals[f];
    uint32_t c = cg_map_get(&s->x->writer, fin->value, fin->var);
    for (; c != CGJ_NONE && n; c = s->x->same[c]) n--;
    if (c != CGJ_NONE) return c;
    return fin->value == 0 && n == 0 ? s->x->nops + fin->var : CGJ_NONE;
}

static void undo(cgj_search *s, const cgj_decision *d) {
    s->x->edges.n = d->edges;
    while (s->nfound > d->found) s->x->src[s->found[--s->nfound]] = CGJ_NONE;
}

// Takes the decision's next choice; false when it has none left.
static bool take_choice(cgj_search *s, cgj_decision *d) {
    cgj_exec *x = s->x;
    uint32_t c;
    undo(s, d);
    switch (d->kind) {
    case CGJ_CHOOSE_SOURCE:
        c = source_choice(s, d->a, d->n++);
        x->src[d->a] = c;
        if (c == CGJ_NONE) return false;
        cgj_draw_source(s, d->a);
        return true;
    case CGJ_CHOOSE_FINAL:
        c = final_choice(s, d->a, d->n++);
        if (c == CGJ_NONE) return false;
        cgj_draw_final(s, x->t->finals[d->a].var, c);
        return true;
    default:
        if (d->n == 2) return false;
        cgj_edges_add(&x->edges, d->n ? d->b : d->a, d->n ? d->a : d->b, CGJ_EDGE_CO);
        d->n++;
        return true;
    }
}

// Takes choices, latest decision first, until one stands. CGJ_CYCLE: nothing is left to try.
static cgj_follows try_next_choice(cgj_search *s) {
    while (s->depth) {
        if (!take_choice(s, &s->stack[s->depth - 1])) {
            s->depth--;
            continue;
        }
        const cgj_follows f = cgj_infer(s);
        if (f == CGJ_STANDS || f == CGJ_SPENT) return f;
    }
    return CGJ_CYCLE;
}

static cgj_follows decide(cgj_search *s, cgj_choice kind, uint32_t a, uint32_t b) {
    *CG_NEXT(s->stack, s->depth, s->capstack) = (cgj_decision){kind, a, b, 0, s->x->edges.n, s->nfound};
    s->depth++;
    return try_next_choice(s);
}

// The read with the fewest sources left, of those that have not one yet.
static uint32_t most_constrained(cgj_search *s) {
    enum { MOST = 64 };
    uint32_t best = CGJ_NONE, fewest = MOST + 1, last;
    for (uint32_t i = 0; s->x->undecided && i < s->x->nops && fewest > 2; i++) {
        if (!cgj_reads(&s->x->t->ops[i]) || s->x->src[i] != CGJ_NONE) continue;
        const uint32_t n = cgj_count_sources(s, i, MOST, &last);
        if (n >= fewest) continue;
        fewest = n;
        best = i;
    }
    return best;
}

// The next thing to decide that is no pair of stores; false when there is none.
static bool open_question(cgj_search *s, cgj_choice *kind, uint32_t *a) {
    size_t finals = 0;
    for (size_t d = 0; d < s->depth; d++) finals += s->stack[d].kind == CGJ_CHOOSE_FINAL;
    *kind = finals < s->x->t->nfinals ? CGJ_CHOOSE_FINAL : CGJ_CHOOSE_SOURCE;
    *a = *kind == CGJ_CHOOSE_FINAL ? (uint32_t)finals : most_constrained(s);
    return *a != CGJ_NONE;
}

cg_judge_verdict cgj_backtrack(cgj_search *s, uint64_t until) {
    uint32_t a, b;
    cgj_choice kind;
    for (;;) {
        cgj_follows f;
        if (until && s->effort->spent >= until) return CG_JUDGE_UNDECIDED;
        if (open_question(s, &kind, &a))
            f = decide(s, kind, a, 0);
        else if (cgj_search_schedule(s, &a, &b))
            return CG_JUDGE_OK;
        else
            f = decide(s, CGJ_CHOOSE_ORDER, a, b);
        if (f == CGJ_SPENT) return CG_JUDGE_UNDECIDED;
        if (f == CGJ_STANDS) continue;
        cgj_exec_tell(s->x, "no order of the stores explains the values");
        return CG_JUDGE_NO;
    }
}

// Takes all choices back.
static void restart(cgj_search *s) {
    while (s->depth) {
        const cgj_decision *d = &s->stack[--s->depth];
        undo(s, d);
        if (d->kind == CGJ_CHOOSE_SOURCE) s->x->src[d->a] = CGJ_NONE;
    }
}

// ---- the stages

static uint64_t part_of_effort(const cgj_search *s, unsigned percent) {
    const uint64_t all = s->effort->limit ? s->effort->limit : CG_JUDGE_STEPS;
    return all / 100 * percent;
}

typedef struct machine_run {
    bool in_order;
    // Of the effort. Half as much again for a model that keeps all program order: it has fewer runs.
    unsigned percent;
    uint32_t width;
} machine_run;

static const machine_run runs[] = {
    {true, 5, 64}, {false, 5, 64}, {true, 20, 4096}, {false, 20, 4096}, {false, 30, CGJ_ALL_STATES},
};

static cg_judge_verdict run_machine(cgj_search *s, const machine_run *run) {
    cgj_machine m;
    cgj_machine_init(&m, s->x, run->in_order, s->chain, s->rank, s->nchains);
    const unsigned percent = cg_model_total(s->x->m) ? run->percent * 3 / 2 : run->percent;
    const cgj_found found = cgj_states_search(&m, s->effort, part_of_effort(s, percent), run->width);
    const bool proof = m.complete;
    cgj_machine_free(&m);
    if (found == CGJ_FOUND) return CG_JUDGE_OK;
    if (found == CGJ_GIVEN_UP || !proof) return CG_JUDGE_UNDECIDED;
    cgj_exec_tell(s->x, "no order of the operations explains the values");
    return CG_JUDGE_NO;
}

// Stamped loads tell equal stores apart; the machine does not.
static bool only_values_count(const cg_trace *t) {
    for (size_t i = 0; i < t->nops; i++)
        if (t->ops[i].kind == CG_MEM_LOAD && t->ops[i].stamp != CG_NO_STAMP) return false;
    return !t->logged;
}

// note [stages]
static cg_judge_verdict search_in_stages(cgj_search *s) {
    const bool values = only_values_count(s->x->t), total = cg_model_total(s->x->m);
    const bool sources = most_constrained(s) == CGJ_NONE;
    cg_judge_verdict v = CG_JUDGE_UNDECIDED;
    if (!values) return cgj_backtrack(s, 0);
    if (sources) v = cgj_backtrack(s, part_of_effort(s, 60));
    if (v != CG_JUDGE_UNDECIDED) return v;
    restart(s);
    for (size_t k = 0; v == CG_JUDGE_UNDECIDED && k < sizeof runs / sizeof *runs; k++)
        if (!(total && runs[k].in_order)) v = run_machine(s, &runs[k]);
    return v == CG_JUDGE_UNDECIDED ? cgj_backtrack(s, 0) : v;
}

cg_judge_verdict cgj_search_decide(cgj_exec *x, cg_judge_effort *effort) {
    cgj_search s;
    char buf[160];
    cgj_search_init(&s, x, effort);
    cgj_draw_known(&s);
    cg_judge_verdict v = CG_JUDGE_NO;
    switch (cgj_infer(&s)) {
    case CGJ_STANDS: v = search_in_stages(&s); break;
    case CGJ_SPENT: v = CG_JUDGE_UNDECIDED; break;
    case CGJ_CYCLE: cgj_exec_tell_cycle(x, &s.g); break;
    case CGJ_SOURCELESS:
        cgj_exec_tell(x, "%s: each store of this value comes later, or is overwritten before",
                      cgj_exec_text(x, s.stuck, buf, sizeof buf));
    }
    cgj_search_free(&s);
    return v;
}

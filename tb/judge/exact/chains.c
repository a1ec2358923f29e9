// Chains of nodes, and the stores of each variable by chain.
//
// note [vector clocks]: paths are asked for often. The nodes of a thread whose classes the model keeps in
// mutual order form one chain (one a thread under sc, two under tso), and so do the stores of a thread to one
// variable, which coherence keeps in order; clock[n][c] is the last node of chain c that comes before n. Any
// other node of a class that is not ordered with itself is a chain of its own.
#include "base/memory.h"
#include "search.h"

#include <stdlib.h>
#include <string.h>

// Class -> group of mutually ordered classes; CGJ_NONE for a class that is not ordered with itself.
static unsigned group_classes(const cg_model *m, uint32_t group[CG_MODEL_MAX_CLASSES]) {
    unsigned n = 0;
    for (unsigned c = 0; c < CG_MODEL_MAX_CLASSES && c < m->nclasses; c++) {
        group[c] = CGJ_NONE;
        if (!(m->classes[c].before >> c & 1)) continue;
        for (unsigned g = 0; g < n && group[c] == CGJ_NONE; g++) {
            bool fits = true;
            for (unsigned d = 0; d < c; d++)
                if (group[d] == g) fits &= m->classes[c].before >> d & m->classes[d].before >> c & 1;
            if (fits) group[c] = g;
        }
        if (group[c] == CGJ_NONE) group[c] = n++;
    }
    return n;
}

static void make_chains(cgj_search *s) {
    const cg_trace *t = s->x->t;
    uint32_t group[CG_MODEL_MAX_CLASSES];
    unsigned groups = group_classes(s->x->m, group);
    uint32_t *length = cg_array_new((size_t)s->x->nodes + t->nthreads * groups + 1, sizeof *length);
    cg_map apart = {0};                    // (thread, variable) -> chain of its stores
    s->nchains = 1 + t->nthreads * groups; // chain 0: the initial stores
    for (uint32_t v = 0; v < t->nvars; v++) s->rank[s->x->nops + v] = (int32_t)v;
    for (uint32_t i = 0; i < s->x->nops; i++) {
        const cg_trace_op *op = &t->ops[i];
        uint32_t c = group[op->cls];
        if (c != CGJ_NONE) {
            c += 1 + op->thread * groups;
        } else if (op->kind == CG_MEM_STORE) {
            uint32_t *mine = cg_map_at(&apart, op->thread, op->var);
            if (*mine == CG_MAP_NONE) *mine = s->nchains++;
            c = *mine;
        } else {
            c = s->nchains++;
        }
        s->chain[i] = c;
        s->rank[i] = (int32_t)length[c]++;
    }
    cg_map_free(&apart);
    free(length);
}

static int by_chain(const void *pa, const void *pb) {
    const cgj_store *a = pa, *b = pb;
    if (a->var != b->var) return a->var < b->var ? -1 : 1;
    if (a->chain != b->chain) return a->chain < b->chain ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

// Stores sorted by variable, then chain, then program order; a segment is one chain's part of a variable.
static void index_stores(cgj_search *s) {
    const cg_trace *t = s->x->t;
    s->stores = cg_array_new(s->x->nops, sizeof *s->stores);
    for (uint32_t i = 0; i < s->x->nops; i++)
        if (cgj_writes(&t->ops[i]))
            s->stores[s->nstores++] = (cgj_store){t->ops[i].var, s->chain[i], s->rank[i], i};
    qsort(s->stores, s->nstores, sizeof *s->stores, by_chain);
    s->segs = cg_array_new(s->nstores, sizeof *s->segs);
    s->var_seg = cg_array_new((size_t)t->nvars + 1, sizeof *s->var_seg);
    size_t k = 0, n = 0;
    for (uint32_t v = 0; v < t->nvars; v++) {
        s->var_seg[v] = n;
        while (k < s->nstores && s->stores[k].var == v) {
            size_t first = k;
            while (k < s->nstores && s->stores[k].var == v && s->stores[k].chain == s->stores[first].chain)
                k++;
            s->segs[n++] = (cgj_segment){first, k - first, s->stores[first].chain};
        }
    }
    s->var_seg[t->nvars] = n;
}

static void list_threads(cgj_search *s) {
    const cg_trace *t = s->x->t;
    s->first_of = cg_array_new(t->nthreads, sizeof *s->first_of);
    s->next_of = cg_array_new(s->x->nops, sizeof *s->next_of);
    memset(s->first_of, 0xff, t->nthreads * sizeof *s->first_of);
    for (uint32_t i = s->x->nops; i-- > 0;) {
        s->next_of[i] = s->first_of[t->ops[i].thread];
        s->first_of[t->ops[i].thread] = i;
    }
}

void cgj_search_init(cgj_search *s, cgj_exec *x, cg_judge_effort *effort) {
    *s = (cgj_search){.x = x, .effort = effort};
    s->chain = cg_array_new(x->nodes, sizeof *s->chain);
    s->rank = cg_array_new(x->nodes, sizeof *s->rank);
    make_chains(s);
    index_stores(s);
    list_threads(s);
    s->clock = cg_array_new((size_t)x->nodes * s->nchains, sizeof *s->clock);
    s->bound = cg_array_new(s->nchains, sizeof *s->bound);
    s->found = cg_array_new(x->nops, sizeof *s->found);
    cgj_graph_init(&s->g, x->nodes);
}

void cgj_search_free(cgj_search *s) {
    cgj_graph_free(&s->g);
    CG_FREE(s->chain, s->rank, s->stores, s->segs, s->var_seg, s->first_of, s->next_of, s->clock, s->bound,
            s->found, s->stack);
}

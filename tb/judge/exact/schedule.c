// Runs an execution greedily; note [schedule] in search.c.
#include "search.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct schedule {
    const cgj_exec *x;
    const cgj_graph *g;
    uint32_t *left;    // predecessors that have not run
    uint32_t *readers; // store -> reads of it that have not run
    uint32_t *cur;     // variable -> the store that memory holds
    uint32_t *waiting; // variable -> stores that wait for readers of cur, linked by next
    uint32_t *next;
    uint32_t *ready; // stores that may run
    size_t nready;
    uint32_t *eager; // loads and fences that may run
    size_t neager;
    size_t ran;
} schedule;

static uint32_t *new_words(size_t n, int fill) {
    uint32_t *p = malloc((n ? n : 1) * sizeof *p);
    if (!p) abort();
    memset(p, fill, n * sizeof *p);
    return p;
}

static void make_ready(schedule *s, uint32_t node) {
    if (node >= s->x->nops || cgj_writes(&s->x->t->ops[node]))
        s->ready[s->nready++] = node;
    else
        s->eager[s->neager++] = node;
}

static void read_done(schedule *s, uint32_t op) {
    uint32_t src = s->x->src[op], v = s->x->t->ops[op].var;
    if (--s->readers[src] || s->cur[v] != src) return;
    while (s->waiting[v] != CGJ_NONE) {
        uint32_t w = s->waiting[v];
        s->waiting[v] = s->next[w];
        s->ready[s->nready++] = w;
    }
}

static void run_node(schedule *s, uint32_t node) {
    s->ran++;
    for (size_t k = s->g->first[node]; k < s->g->first[node + 1]; k++)
        if (!--s->left[s->g->succ[k]]) make_ready(s, s->g->succ[k]);
}

static void run_store(schedule *s, uint32_t node) {
    const cgj_exec *x = s->x;
    if (node >= x->nops) {
        s->cur[node - x->nops] = node;
        run_node(s, node);
        return;
    }
    const cg_trace_op *op = &x->t->ops[node];
    uint32_t cur = s->cur[op->var];
    bool own = op->kind == CG_MEM_ATOMIC && x->src[node] == cur;
    if (s->readers[cur] > own) {
        s->next[node] = s->waiting[op->var];
        s->waiting[op->var] = node;
        return;
    }
    if (op->kind == CG_MEM_ATOMIC) s->readers[x->src[node]]--;
    s->cur[op->var] = node;
    // Stores that waited for cur's readers now wait for this one's, or for nobody.
    uint32_t w = s->waiting[op->var];
    s->waiting[op->var] = CGJ_NONE;
    for (uint32_t next; w != CGJ_NONE; w = next) {
        next = s->next[w];
        s->ready[s->nready++] = w;
    }
    run_node(s, node);
}

bool cgj_search_schedule(cgj_search *search, uint32_t *a, uint32_t *b) {
    const cgj_exec *x = search->x;
    schedule s = {.x = x, .g = &search->g};
    s.left = new_words(x->nodes, 0);
    s.readers = new_words(x->nodes, 0);
    s.cur = new_words(x->t->nvars, 0xff);
    s.waiting = new_words(x->t->nvars, 0xff);
    s.next = new_words(x->nodes, 0xff);
    s.ready = new_words(x->nodes, 0);
    s.eager = new_words(x->nodes, 0);
    for (uint32_t i = 0; i < x->nodes; i++)
        for (size_t k = s.g->first[i]; k < s.g->first[i + 1]; k++) s.left[s.g->succ[k]]++;
    for (uint32_t i = 0; i < x->nops; i++)
        if (cgj_reads(&x->t->ops[i])) s.readers[x->src[i]]++;
    for (uint32_t i = x->nodes; i-- > 0;)
        if (!s.left[i]) make_ready(&s, i);
    while (s.neager || s.nready) {
        if (s.neager) {
            uint32_t op = s.eager[--s.neager];
            if (cgj_reads(&x->t->ops[op])) read_done(&s, op);
            run_node(&s, op);
        } else {
            run_store(&s, s.ready[--s.nready]);
        }
    }
    bool done = s.ran == x->nodes;
    for (uint32_t v = 0; !done && v < x->t->nvars; v++) {
        if (s.waiting[v] == CGJ_NONE) continue;
        *a = s.waiting[v];
        *b = s.cur[v];
        break;
    }
    CG_FREE(s.left, s.readers, s.cur, s.waiting, s.next, s.ready, s.eager);
    return done;
}

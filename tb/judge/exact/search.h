// The state of the exact search; see the notes in search.c.
#ifndef COHGEN_TB_JUDGE_EXACT_SEARCH_H
#define COHGEN_TB_JUDGE_EXACT_SEARCH_H

#include "effort.h"
#include "graph.h"

typedef struct cgj_store {
    uint32_t var, chain;
    int32_t rank;
    uint32_t node;
} cgj_store;

// The stores of one variable in one chain: stores[first .. first + n - 1], in program order.
typedef struct cgj_segment {
    size_t first, n;
    uint32_t chain;
} cgj_segment;

typedef enum cgj_choice {
    CGJ_CHOOSE_FINAL,  // a: final line; which store is the variable's last
    CGJ_CHOOSE_SOURCE, // a: read; which store it reads
    CGJ_CHOOSE_ORDER,  // a before b in co, or after
} cgj_choice;

typedef struct cgj_decision {
    cgj_choice kind;
    uint32_t a, b;
    uint32_t n;   // choices tried
    size_t edges; // edges that stood before it
    size_t found; // sources that were found before it
} cgj_decision;

typedef struct cgj_search {
    cgj_exec *x;
    cg_judge_effort *effort;
    uint32_t nchains;
    uint32_t *chain; // node -> chain
    int32_t *rank;   // node -> place in its chain, from 0
    int32_t *clock;  // nodes * nchains: last rank of the chain that comes before or is the node; -1 none
    int32_t *bound;  // scratch of a read: per chain, the last rank that is too early for its source
    uint32_t *found; // reads whose source inference found, the latest last
    size_t nfound;
    uint64_t work; // steps not yet in the effort
    cgj_store *stores;
    size_t nstores;
    cgj_segment *segs;
    size_t *var_seg;              // variable -> its first segment; nvars + 1 entries
    uint32_t *first_of, *next_of; // thread -> first operation; operation -> next of its thread
    cgj_graph g;
    uint32_t stuck; // see CGJ_SOURCELESS
    cgj_decision *stack;
    size_t depth, capstack;
} cgj_search;

// chains.c: all but the edges.
void cgj_search_init(cgj_search *s, cgj_exec *x, cg_judge_effort *effort);
void cgj_search_free(cgj_search *s);

// infer.c: the edges that need no choice; then what follows, to the end.
typedef enum cgj_follows {
    CGJ_STANDS,     // no contradiction so far
    CGJ_CYCLE,      // what is known has a cycle
    CGJ_SOURCELESS, // a read, s->stuck, has no store left that it could read
    CGJ_SPENT,      // the effort is used up
} cgj_follows;

void cgj_draw_known(cgj_search *s);
cgj_follows cgj_infer(cgj_search *s);
// The edges of a choice: a read's source (x->src is set), a variable's last store.
void cgj_draw_source(cgj_search *s, uint32_t op);
void cgj_draw_final(cgj_search *s, uint32_t var, uint32_t last);
// How many sources a read still has, as far as is known; counts to `most`. *last: the last of those counted.
uint32_t cgj_count_sources(cgj_search *s, uint32_t op, uint32_t most, uint32_t *last);

// search.c: decides by choices, after cgj_infer(), until at most `until` steps are spent in all (0: no
// limit but the effort's).
cg_judge_verdict cgj_backtrack(cgj_search *s, uint64_t until);

// note [schedule]: true when everything ran; else a store *a that waits and the store *b that it covers.
bool cgj_search_schedule(cgj_search *s, uint32_t *a, uint32_t *b);

#endif

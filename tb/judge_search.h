// judge_search.h: the state of the exact search; see the notes in judge_search.c.
#ifndef COHGEN_TB_JUDGE_SEARCH_H
#define COHGEN_TB_JUDGE_SEARCH_H

#include "judge_graph.h"

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
} cgj_decision;

typedef struct cgj_search {
    cgj_exec *x;
    uint32_t nchains;
    uint32_t *chain; // node -> chain
    int32_t *rank;   // node -> place in its chain, from 0
    int32_t *clock;  // nodes * nchains: last rank of the chain that comes before or is the node; -1 none
    cgj_store *stores;
    size_t nstores;
    cgj_segment *segs;
    size_t *var_seg;              // variable -> its first segment; nvars + 1 entries
    uint32_t *first_of, *next_of; // thread -> first operation; operation -> next of its thread
    cgj_graph g;
    cgj_decision *stack;
    size_t depth, capstack;
} cgj_search;

// note [schedule]: true when everything ran; else a store *a that waits and the store *b that it covers.
bool cgj_search_schedule(cgj_search *s, uint32_t *a, uint32_t *b);

#endif

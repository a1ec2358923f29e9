// The judge's insides: edge lists, their topological sort, and one execution's relations.
#ifndef COHGEN_TB_JUDGE_EXACT_GRAPH_H
#define COHGEN_TB_JUDGE_EXACT_GRAPH_H

#include "base/map.h"
#include "effort.h"
#include "lang/model.h"
#include "trace_axe.h"

#define CGJ_NONE UINT32_MAX

typedef enum cgj_edge_kind {
    CGJ_EDGE_PO,
    CGJ_EDGE_RF,
    CGJ_EDGE_CO,
    CGJ_EDGE_FR,
    CGJ_EDGE_SEEN,     // coherence, since one thread sees the two in this order
    CGJ_EDGE_INFERRED, // coherence, by note [inference] in infer.c, or by a final line
} cgj_edge_kind;

typedef struct cgj_edge {
    uint32_t from, to;
    uint8_t kind; // cgj_edge_kind
} cgj_edge;

typedef struct cgj_edges {
    cgj_edge *v;
    size_t n, cap;
} cgj_edges;

void cgj_edges_add(cgj_edges *e, uint32_t from, uint32_t to, cgj_edge_kind kind);

// Successors of all nodes in one array (succ[first[i]] .. succ[first[i + 1] - 1]) and a topological order.
typedef struct cgj_graph {
    uint32_t n;
    size_t *first;
    uint32_t *succ;
    uint8_t *kind;
    size_t capsucc;
    uint32_t *left; // predecessors not yet sorted; all 0 when there is no cycle
    uint32_t *topo;
} cgj_graph;

void cgj_graph_init(cgj_graph *g, uint32_t nodes);
void cgj_graph_free(cgj_graph *g);

// False when the edges have a cycle; g->topo is then of no use.
bool cgj_graph_sort(cgj_graph *g, const cgj_edges *e);

// After a false: a short cycle, as the indices of its nodes and the kind of the edge that leaves each. Fills
// at most max entries and returns the cycle's true length.
size_t cgj_graph_cycle(const cgj_graph *g, uint32_t *nodes, uint8_t *kinds, size_t max);

// One execution. Nodes 0 .. nops-1 are the operations, nops + v is the store that gave variable v its 0.
typedef struct cgj_exec {
    const cg_trace *t;
    const cg_model *m;
    uint32_t nops, nodes;
    cg_map writer;     // (value, variable) -> last store of it in the text
    uint32_t *same;    // store -> the one before in the text of the same value and variable, or CGJ_NONE
    uint32_t *src;     // load, atomic: the node read from; CGJ_NONE while several remain possible
    uint32_t *co_prev; // logged: store -> node before it in its variable's order; NULL otherwise
    uint32_t *co_next; // logged: node -> next store
    uint32_t *place;   // logged: node -> rank in its variable's order, 0 for the initial store
    uint32_t *co_last; // logged: variable -> last node
    cgj_edges edges;   // program order; co when logged
    size_t undecided;  // reads whose src is CGJ_NONE
    FILE *why;         // explanations, or NULL
} cgj_exec;

static inline bool cgj_reads(const cg_trace_op *op) {
    return op->kind == CG_MEM_LOAD || op->kind == CG_MEM_ATOMIC;
}
static inline bool cgj_writes(const cg_trace_op *op) {
    return op->kind == CG_MEM_STORE || op->kind == CG_MEM_ATOMIC;
}

void cgj_exec_init(cgj_exec *x, const cg_model *m, const cg_trace *t, FILE *why);
void cgj_exec_free(cgj_exec *x);

// Is reading `src` by `op` an edge for all threads to see? Not when it may have come from a store buffer.
bool cgj_exec_global_rf(const cgj_exec *x, uint32_t op, uint32_t src);

// Finds src of every read that has just one possible source. False: some read has none (told to why).
bool cgj_exec_sources(cgj_exec *x);

// Takes the logged order into co_*, and refuses one that is no order of all stores.
bool cgj_exec_take_order(cgj_exec *x);

// Decides with logged order and known sources, in linear time.
bool cgj_logged_decide(cgj_exec *x);

// Decides by search, within the effort; co, when logged, is in x->edges.
cg_judge_verdict cgj_search_decide(cgj_exec *x, cg_judge_effort *effort);

// Tells x->why: a line, or the cycle that a sort has just met.
__attribute__((format(printf, 2, 3))) void cgj_exec_tell(const cgj_exec *x, const char *fmt, ...);
void cgj_exec_tell_cycle(const cgj_exec *x, const cgj_graph *g);

// A node as text: the operation's line, or "initially M[3] is 0".
const char *cgj_exec_text(const cgj_exec *x, uint32_t node, char *buf, size_t len);

#endif

// A graph in simulated memory, where nobody writes it: what bc and pagerank share.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_ARCS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_ARCS_H

#include "programs/graph.h"
#include "programs/workload.h"

typedef struct {
    const char *file;
    bool both;
    int like;
    uint64_t part;
    const cg_graph *g;  // the same, on the host
    uint64_t first, to; // addresses
} cg_arcs;

#define CG_NAME_OF_GRAPH(id, words, ...) words,

// Rows for a workload's options, of a member `arcs`.
#define CG_OPTIONS_ARCS(LIKE, PART)                                                                          \
    {CG_ROW_AT("graph", arcs.file, "", "graph file, .gr or .mtx; none: a random graph"),                     \
     .kind = CG_TEXT_OPTION},                                                                                \
        CG_NUMBER_AT("both", arcs.both, 1, 0, 1, "the file has each edge once: use both directions"),        \
        {CG_ROW_AT("like", arcs.like, LIKE,                                                                  \
                   "a random graph with the nodes and edges of this published one"),                         \
         .kind = CG_CHOICE_OPTION,                                                                           \
         .words = (const char *const[]){CG_PUBLISHED_GRAPHS(CG_NAME_OF_GRAPH) NULL}},                        \
        CG_NUMBER_AT("part", arcs.part, PART, 1, 4096, "... divided by this")

// In a workload's setup. False: bad input.
bool cg_arcs_place(cg_env *e, cg_arcs *a);

enum { CG_ARCS_AT_ONCE = CG_MAX_SLOTS };
// The arcs of node u are numbers begin to end - 1; one load each.
void cg_arcs_of(cg_thread *t, const cg_arcs *a, uint32_t u, uint32_t *begin, uint32_t *end);
// The ends of arcs i, i + 1, ... below `end`, at most CG_ARCS_AT_ONCE and as many as the thread has slots,
// asked for together. Returns how many; 0 after cg_fail(): a wrong one.
uint32_t cg_arcs_ends(cg_thread *t, cg_env *e, const cg_arcs *a, uint32_t i, uint32_t end,
                      uint32_t ends[CG_ARCS_AT_ONCE]);

#endif

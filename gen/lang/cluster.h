// Clusters: controllers of several machines that belong together, as an L2 and the L1s that it serves.
#ifndef COHGEN_GEN_LANG_CLUSTER_H
#define COHGEN_GEN_LANG_CLUSTER_H

#include <stdint.h>

typedef struct {
    const char *name, *doc; // doc may be NULL
    int count_param;        // parameter that gives the number of clusters
    uint64_t count;         // its value
} cg_cluster;

// The cluster of controller `node` of a machine that has `members` in each: numbers follow each other within
// a cluster. It is also the number of its parent, the only controller of another machine in that cluster.
static inline uint64_t cg_cluster_of(uint64_t members, uint64_t node) {
    return node / members;
}

#endif

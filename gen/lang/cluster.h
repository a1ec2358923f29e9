// Clusters: controllers of several machines that belong together, as an L2 and the L1s that it serves.
#ifndef COHGEN_GEN_LANG_CLUSTER_H
#define COHGEN_GEN_LANG_CLUSTER_H

#include <stdint.h>

typedef struct {
    const char *name, *doc; // doc may be NULL
    int count_param;        // parameter that gives the number of clusters
    uint64_t count;         // its value
} cg_cluster;

#endif

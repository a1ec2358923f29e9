// Clusters: controllers of several machines that belong together, as an L2 and the L1s that it serves.
// Clusters may stand in larger ones, those of lower numbers first.
#ifndef COHGEN_GEN_LANG_CLUSTER_H
#define COHGEN_GEN_LANG_CLUSTER_H

#include <stdint.h>

typedef struct {
    const char *name, *doc; // doc may be NULL
    int count_param;        // parameter that gives the number of clusters
    uint64_t count;         // its value: of all clusters of the name
    int in;                 // index of the cluster that these stand in, as many in each; -1: in none
} cg_cluster;

#endif

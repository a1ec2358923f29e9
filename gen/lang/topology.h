// Which controller is whose parent, and which has a line.
#ifndef COHGEN_GEN_LANG_TOPOLOGY_H
#define COHGEN_GEN_LANG_TOPOLOGY_H

#include "spec.h"

// Of the controllers over which the lines of a machine are interleaved, the one that has this line (address /
// line_bytes). That is a home's number, and elsewhere the number within a cluster.
static inline uint64_t cg_bank_of(const cg_machine *m, uint64_t line) {
    return line % m->interleave;
}

// Is a controller of `parent` the parent, for each line, of one of `child`?
static inline bool cg_is_parent(const cg_machine *child, const cg_machine *parent) {
    return parent != child && child->cluster != CG_NONE && parent->cluster == child->cluster &&
           parent->members == parent->interleave;
}

// The number of the parent of controller `node` of `child`, for this line: it stands in the same cluster.
static inline uint64_t cg_parent_of(const cg_machine *child, const cg_machine *parent, uint64_t node,
                                    uint64_t line) {
    return node / child->members * parent->members + cg_bank_of(parent, line);
}

#endif

// Which controller is whose parent, which has a line, and which has which core.
#ifndef COHGEN_GEN_LANG_TOPOLOGY_H
#define COHGEN_GEN_LANG_TOPOLOGY_H

#include "spec.h"

// Do cores attach here, at ports of its own?
static inline bool cg_has_ports(const cg_machine *m) {
    return m->core_port && !m->local;
}

// Is a line in this state here, with its fields and data? In a local memory all are.
static inline bool cg_is_here(const cg_machine *m, int state) {
    return state != 0 || m->local;
}

// The first of the stable states in which a line is here: what flashes of lines may change begins with it.
static inline int cg_first_here(const cg_machine *m) {
    return m->local ? 0 : 1;
}

// note [cores]: cores are numbered from 0 over the whole system, machine by machine in the order of the
// table: the core of controller `node` of a machine is its first one's number plus `node`. So with one kind
// of cores a core has its controller's number. Threads, requests and the ports of harnesses go by this
// number.
static inline uint64_t cg_core_of(const cg_machine *m, uint64_t node) {
    return m->first_core + node;
}

// The controller to which a core is attached; core: less than spec->cores.
typedef struct {
    int machine, node;
} cg_controller;

static inline cg_controller cg_core_at(const cg_spec *s, uint64_t core) {
    int i = 0;
    while (!cg_has_ports(&s->machines[i]) || core - s->machines[i].first_core >= s->machines[i].count) i++;
    return (cg_controller){i, (int)(core - s->machines[i].first_core)};
}

// Machines with ports of their own: kinds of cores. 1 in all but few tables.
static inline int cg_core_kinds(const cg_spec *s) {
    int n = 0;
    for (int i = 0; i < s->n_machines; i++) n += cg_has_ports(&s->machines[i]);
    return n;
}

// The memory beside a machine with a core port; CG_NONE: there is none.
static inline int cg_memory_beside(const cg_spec *s, int machine) {
    int i = 0;
    while (i < s->n_machines && !(s->machines[i].local && s->machines[i].beside == machine)) i++;
    return i < s->n_machines ? i : CG_NONE;
}

// ... or the controller of the memory beside it, which takes what is asked for in that space.
static inline cg_controller cg_taker_at(const cg_spec *s, uint64_t core, bool local) {
    cg_controller at = cg_core_at(s, core);
    if (local) at.machine = cg_memory_beside(s, at.machine);
    return at;
}

// Bytes of a line of the machine: note [place words] in local.h.
static inline uint64_t cg_line_bytes(const cg_spec *s, const cg_machine *m) {
    return m->of_words ? 4 : s->line_bytes;
}
// Words of a line.
static inline int cg_words_of_line(const cg_spec *s) {
    return (int)s->line_bytes / 4;
}

// ... of which messages from this machine name some; 0: they do not.
static inline int cg_words_named(const cg_spec *s, int machine) {
    const cg_machine *m = machine == CG_MEMORY ? NULL : &s->machines[machine];
    return m && (m->words || m->of_words) ? cg_words_of_line(s) : 0;
}
// May a message to this machine bring several words, each of which has a place of its own?
static inline bool cg_brings_several(const cg_spec *s, int machine) {
    bool some = false;
    for (int i = 0; i < s->n_msgs; i++) some |= s->msgs[i].several && s->msgs[i].to == machine;
    return some;
}

// Of a local memory.
static inline uint64_t cg_memory_bytes(const cg_spec *s, const cg_machine *m) {
    return m->sets * cg_line_bytes(s, m);
}

// A core's controller and that of the local memory beside it have one number: a node of one machine is one of
// the other.
static inline bool cg_same_nodes(const cg_spec *s, int a, int b) {
    return a == b || (s->machines[a].local && s->machines[a].beside == b) ||
           (s->machines[b].local && s->machines[b].beside == a);
}

// Have some cores a local memory?
static inline bool cg_has_local(const cg_spec *s) {
    bool some = false;
    for (int i = 0; i < s->n_machines; i++) some |= s->machines[i].local;
    return some;
}

// Of the controllers over which the lines of a machine are interleaved, the one that has this line (address /
// line_bytes). That is a home's number, and elsewhere the number within a cluster.
static inline uint64_t cg_bank_of(const cg_machine *m, uint64_t line) {
    return line % m->interleave;
}

// Is it the cluster `outer`, or one within that? Neither: CG_NONE.
static inline bool cg_is_within(const cg_spec *s, int cluster, int outer) {
    while (cluster != CG_NONE && cluster != outer) cluster = s->clusters[cluster].in;
    return cluster != CG_NONE;
}

// Is a controller of `parent` the parent, for each line, of one of `child`? If all of its controllers stand
// in one cluster, each line has one of them, which is the parent of whoever stands outside.
static inline bool cg_is_parent(const cg_spec *s, const cg_machine *child, const cg_machine *parent) {
    return parent != child && parent->cluster != CG_NONE && parent->members == parent->interleave &&
           (cg_is_within(s, child->cluster, parent->cluster) ||
            (child->cluster == CG_NONE && parent->members == parent->count));
}

// Controllers of `child` in each cluster in which `parent` stands.
static inline uint64_t cg_children(const cg_machine *child, const cg_machine *parent) {
    return child->count / (parent->count / parent->members);
}

// Do all controllers of `child` stand in clusters within those of `m`, which is another machine?
static inline bool cg_has_children(const cg_spec *s, const cg_machine *m, const cg_machine *child) {
    return m != child && m->cluster != CG_NONE && cg_is_within(s, child->cluster, m->cluster);
}

// ... those of controller `node` of `m`: the number of the first one; there are cg_children().
static inline uint64_t cg_first_child(const cg_machine *child, const cg_machine *m, uint64_t node) {
    return node / m->members * cg_children(child, m);
}

// note [banks]: have the lines of each controller of `child` one parent? So it is where the lines of both are
// interleaved over as many controllers in the same clusters: the parent has the controller's number, and is
// known without a line.
static inline bool cg_has_same_lines(const cg_machine *child, const cg_machine *parent) {
    return child->cluster != CG_NONE && child->cluster == parent->cluster &&
           child->members == child->interleave && parent->members == parent->interleave &&
           child->members == parent->members;
}

// The number of the parent of controller `node` of `child`, for this line: it stands in the same cluster, or
// in one around it.
static inline uint64_t cg_parent_of(const cg_machine *child, const cg_machine *parent, uint64_t node,
                                    uint64_t line) {
    if (cg_has_same_lines(child, parent)) return node;
    return node / cg_children(child, parent) * parent->members + cg_bank_of(parent, line);
}

#endif

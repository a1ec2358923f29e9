#include "requester.h"

#include "topology.h"

int cg_requester_core_bits(const cg_spec *s) {
    return cg_bits(s->cores - 1);
}

int cg_requester_thread_bits(const cg_spec *s) {
    return cg_bits(s->requests - 1);
}

int cg_requester_word_bits(const cg_spec *s) {
    return cg_log2(s->line_bytes / 4);
}

cg_type cg_requester_type(const cg_spec *s) {
    const int width = cg_requester_core_bits(s) + cg_requester_thread_bits(s) + cg_requester_word_bits(s);
    return (cg_type){CG_T_REQUEST, width, CG_NONE, CG_NONE};
}

cg_type cg_core_type(const cg_spec *s) {
    int machine = 0;
    if (cg_core_kinds(s) != 1) return (cg_type){CG_T_CORE, cg_requester_core_bits(s), CG_NONE, CG_NONE};
    while (!cg_has_ports(&s->machines[machine])) machine++;
    return cg_node_type(s, machine);
}

uint64_t cg_requester_pack(const cg_spec *s, cg_requester who) {
    const int core = cg_requester_core_bits(s), thread = cg_requester_thread_bits(s);
    return who.core | who.thread << core | who.word << (core + thread);
}

cg_requester cg_requester_parts(const cg_spec *s, uint64_t value) {
    const int core = cg_requester_core_bits(s), thread = cg_requester_thread_bits(s);
    return (cg_requester){.core = value & ((UINT64_C(1) << core) - 1),
                          .thread = value >> core & ((UINT64_C(1) << thread) - 1),
                          .word = value >> (core + thread)};
}

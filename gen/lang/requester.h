// Who asks: a request as a value of type `request`. It names a core, one of its threads, which has one
// operation in flight, and the word of the line that this operation is about. Its bits, from the lowest: the
// core, the thread, the word. Cores are numbered over all machines with core ports: note [cores] in
// topology.h.
#ifndef COHGEN_GEN_LANG_REQUESTER_H
#define COHGEN_GEN_LANG_REQUESTER_H

#include "spec.h"

// A message that says which core asks has this field, which the reader adds: cg_msg.core.
#define CG_CORE_FIELD "core"

typedef struct {
    uint64_t core, thread, word; // word: number in its line
} cg_requester;

// Bits of the parts.
int cg_requester_core_bits(const cg_spec *s);
int cg_requester_thread_bits(const cg_spec *s);
int cg_requester_word_bits(const cg_spec *s);

cg_type cg_requester_type(const cg_spec *s);
// Of a core's number: with one kind of cores that of its controller, with several one over all of them.
cg_type cg_core_type(const cg_spec *s);
uint64_t cg_requester_pack(const cg_spec *s, cg_requester who);
cg_requester cg_requester_parts(const cg_spec *s, uint64_t value);

#endif

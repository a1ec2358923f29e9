// Addresses of all that a core can ask for.
//
// note [spaces]: a core port has a second address space if a memory stands beside the machine behind it: a
// bit of each request says which of them takes it. Every core has a local memory of its own, so one word of
// the space is another word for each core. Programs, judges and the interpreter have one address for each
// word of the system, in 64 bits: a global one is the address as it is, below 2^48; a local one has bit 63,
// the number of the core, and the byte's place in that core's memory. What goes over the port, to a memory's
// controller, and into a trace is the space's bit and the place.
//
// note [mapped]: a line of a local memory may be a copy of a line of the global space, if its machine has
// MSHR entries. Which one that is, the table says wherever it matters: a message that the memory sends is
// about a global line, which `about` gives, and so is an operation that takes effect at a mapped place. A
// message to the memory is about a global line, too, and says in one of its fields which line of the memory
// it is for. The byte within a line is the same on both sides.
//
// note [place words]: where the blocks of the other machines are words, those of a mapped memory are, too,
// and a place is a word. It is elsewhere within its line than its global word within that, so the memory has
// no lines of several words: each of its words is a line of four bytes to it, with a state, fields and an
// MSHR entry of its own. A message to it whose place does not follow from the word is about one word of a
// global line. So a rule of another machine that sends one is for one word at a time (cg_rule.alone).
#ifndef COHGEN_GEN_LANG_LOCAL_H
#define COHGEN_GEN_LANG_LOCAL_H

#include <stdbool.h>
#include <stdint.h>

#define CG_LOCAL_SHIFT 48
#define CG_LOCAL_SPACE (UINT64_C(1) << 63)

static inline bool cg_addr_is_local(uint64_t addr) {
    return addr & CG_LOCAL_SPACE;
}

// The byte at this place in the memory of a core.
static inline uint64_t cg_local_addr(uint64_t core, uint64_t place) {
    return CG_LOCAL_SPACE | core << CG_LOCAL_SHIFT | place;
}

// What of an address goes over the port, beside the space's bit; and whose memory a local one is in.
static inline uint64_t cg_addr_place(uint64_t addr) {
    return addr & ((UINT64_C(1) << CG_LOCAL_SHIFT) - 1);
}
static inline uint64_t cg_addr_core(uint64_t addr) {
    return (addr & ~CG_LOCAL_SPACE) >> CG_LOCAL_SHIFT;
}

#endif

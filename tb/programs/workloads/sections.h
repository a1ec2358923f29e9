// Critical sections that load and store data of many words, by threads of each core that take turns under a
// mutex or a semaphore: what the workloads of them have in common.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_SECTIONS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_SECTIONS_H

#include "programs/workload.h"

typedef struct {
    cg_env *env;
    bool local;                   // a lock and data of its own for each core; else one for all
    cg_sync_scope scope;          // of synchronization at a place
    int places;                   // of locks and their data
    uint64_t users;               // threads of one place
    uint64_t blocks, iterations;  // threads of a core that take part; critical sections of each
    uint64_t words, stride, each; // accesses of the data; words and bytes from one to the next
    uint64_t lanes;               // words of an access, behind each other: note [wavefront] in program.h
    uint64_t most, stagger;       // cycles
    uint32_t *initial;            // the data of each place: words * lanes
} cg_sections;

enum { CG_SECTION_LANES = 16 }; // at most

// Rows for a workload's options, of a member `all`. What a place, the blocks and the words are is for the
// workload to say.
#define CG_OPTIONS_SECTIONS(PLACE, BLOCKS, FEWEST_WORDS, WORDS, STAGGER)                                     \
    CG_NUMBER_AT("local", all.local, 0, 0, CG_ANY,                                                           \
                 PLACE " and data of its own for each core, in its scope if the model has it"),              \
        CG_NUMBER_AT("blocks", all.blocks, 3, 1, CG_ANY,                                                     \
                     "threads of a core that take part, at most" BLOCKS),                                    \
        CG_NUMBER_AT("iterations", all.iterations, 4, 0, 1u << 20, "critical sections of each of them"),     \
        CG_NUMBER_AT("words", all.words, 20, FEWEST_WORDS, 4096, WORDS),                                     \
        CG_NUMBER_AT("stride", all.stride, 1, 1, 1024, "words from one of them to the next"),                \
        CG_NUMBER_AT("lanes", all.lanes, 1, 1, CG_SECTION_LANES,                                             \
                     "words beside each other in place of each of them, at once: those of a wavefront"),     \
        CG_NUMBER_AT("most", all.most, 1024, 1, 1u << 20, "most cycles to back off"),                        \
        CG_NUMBER_AT("stagger", all.stagger, 8, 0, 1u << 20,                                                 \
                     STAGGER ": wait less than so many cycles, at random")

// Finds the rest from the options.
void cg_sections_set_up(cg_env *e, cg_sections *s);
// The data of one place, at *addr; as they are to be found: lane l of access i is word i * lanes + l.
uint32_t *cg_sections_data(const cg_sections *s, uint64_t *addr);
// Address of word k of the data at addr.
uint64_t cg_sections_word(const cg_sections *s, uint64_t addr, uint64_t k);
// Access i of the data at addr: a word for each lane.
void cg_sections_load(const cg_sections *s, cg_thread *t, uint64_t addr, uint64_t i, uint32_t *words);
void cg_sections_store(const cg_sections *s, cg_thread *t, uint64_t addr, uint64_t i, const uint32_t *words);
// Does a thread take part, and at which place?
bool cg_sections_take_part(const cg_sections *s, const cg_thread *t);
int cg_sections_place(const cg_sections *s, const cg_thread *t);

#endif

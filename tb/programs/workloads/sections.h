// Critical sections that load and store data of many words, by threads of each core that take turns under a
// mutex or a semaphore: what the workloads of them have in common.
#ifndef COHGEN_TB_PROGRAMS_WORKLOADS_SECTIONS_H
#define COHGEN_TB_PROGRAMS_WORKLOADS_SECTIONS_H

#include "programs/workload.h"

typedef struct {
    cg_env *env;
    bool local;                  // a lock and data of its own for each core; else one for all
    int places;                  // of locks and their data
    uint64_t users;              // threads of one place
    uint64_t blocks, iterations; // threads of a core that take part; critical sections of each
    uint64_t words, each;        // of data; bytes from one to the next
    uint64_t most, stagger;      // cycles
    uint32_t *initial;           // the data of each place, `words` of them
} cg_sections;

// Options, for a workload's list. What a place, the blocks and the words are is for the workload to say.
#define CG_OPTIONS_SECTIONS(PLACE, BLOCKS, WORDS, STAGGER)                                                   \
    {"local", "0", PLACE " and data of its own for each core"},                                              \
        {"blocks", "3", "threads of a core that take part, at most" BLOCKS},                                 \
        {"iterations", "4", "critical sections of each of them"}, {"words", "20", WORDS},                    \
        {"stride", "1", "words from one of them to the next"}, {"most", "1024", "most cycles to back off"},  \
    {                                                                                                        \
        "stagger", "8", STAGGER ": wait less than so many cycles, at random"                                 \
    }

// Reads them. False: something is out of its range and was said by cg_bad_input(), here or before.
bool cg_sections_read(cg_env *e, const char *workload, uint64_t fewest_words, cg_sections *s);
// The data of one place, at *addr; as they are to be found: `words` values.
uint32_t *cg_sections_data(const cg_sections *s, uint64_t *addr);
// Does a thread take part, and at which place?
bool cg_sections_take_part(const cg_sections *s, const cg_thread *t);
int cg_sections_place(const cg_sections *s, const cg_thread *t);

#endif

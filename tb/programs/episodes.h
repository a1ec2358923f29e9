// Programs without data races, made up at random while they run: after gem5's tester for GPUs (T. Ta, X.
// Zhang, A. Gutierrez, B. Beckmann, Autonomous data-race-free GPU testing, IISWC 2019).
//
// A thread runs one episode after the other: an atomic that acquires, then loads and stores of data, and an
// atomic that releases. A load or store is only asked for if everything told so far orders it (happens-before
// by vector clocks, as the oracle in drf.h has it), so there is no race, whatever the interleaving; and since
// all writes of a word are in order, a load has exactly one legal value, which is known when it is asked for.
// What the atomics hand over is known too: they count, and what one returns is its place in the order of its
// word.
//
// Locations of all kinds (data, counters that synchronize, words that only other atomics touch) are spread
// over the lines at random, so that each line has several kinds and is used by several threads at once.
//
// Where core ports take loads that acquire and stores that release, episodes begin and end with these, too,
// and with swaps of the same words (flags.h): a load that finds what a store left comes after it.
//
// Where the model has scopes, some of the words for atomics are a core's: its threads alone use them, by
// local atomics. A word of data may be used by atomics of either scope, one after the other. A thread's last
// release is of the scope of all.
//
// Where the model has loads that say that nobody stores into their word any more, some words of data are
// loaded so, now and then, and are not stored into from then on.
//
// The generator has no threads of its own: its caller asks what each does next.
//
//     cg_episodes *g = cg_episodes_new(&o);
//     while (cg_episodes_next(g, thread, &q)) {              // any thread that has nothing in flight
//         ... q is asked for; later data comes ...
//         const char *wrong = cg_episodes_answered(g, thread, data);   // NULL: as it must be
//     }
//
// A thread's last operation releases (a whole episode), so that memory is in place when all are done.
#ifndef COHGEN_TB_PROGRAMS_EPISODES_H
#define COHGEN_TB_PROGRAMS_EPISODES_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/request.h"
#include "scatter.h"

typedef struct cg_episodes cg_episodes;

typedef enum {
    CG_EPISODES_PLAIN,  // atomics without marks
    CG_EPISODES_MARKED, // acquires and releases marked as such
    CG_EPISODES_MIXED,  // by turns, at random
} cg_episodes_marks;

// Bounds as X(member, default, least, most, what it is).
#define CG_EPISODES_NUMBERS(X)                                                                               \
    X(lines, 0, 0, 4096, "lines that all locations share; 0: two a thread, and at least 16")                 \
    X(words, 4, 1, 32, "words used in each line")                                                            \
    X(stride, 1, 1, 1048576, "lines from one line used to the next; the number of sets makes all conflict")  \
    X(length, 12, 1, 1024, "most loads and stores of an episode")                                            \
    X(stores, 40, 0, 100, "percent of these that store")                                                     \
    X(bytes, 20, 0, 100, "percent of the stores that write only some bytes")                                 \
    X(atomics, 5, 0, 100, "percent of the operations of an episode that are other atomics")                  \
    X(counters, 4, 1, 1024, "words to synchronize by")                                                       \
    X(flags, 2, 1, 1024, "words to synchronize by with loads and stores, where core ports take such")        \
    X(marks, 2, 0, 2, "0 plain atomics, 1 marked acquires and releases, 2 mixed")                            \
    X(local, 50, 0, 100, "percent of the words for atomics that one core has, where the model has scopes")   \
    X(unpaired, 30, 0, 100, "percent of other atomics that are unpaired, where the model has such")          \
    X(final, 30, 0, 100, "percent of words of data into which nobody stores any more once a load says so")

typedef struct {
    unsigned threads;    // 1 ..
    unsigned line_bytes; // from base on, lines * stride of them are used
    uint64_t base;       // aligned to a line
    cg_scatter scatter;  // ... and where they lie then
    uint64_t seed;
    uint64_t ops;            // of all threads together, about: no episode begins after so many
    unsigned of_core;        // threads of a core; 0: all are of one
    unsigned local_marks;    // of atomics that synchronize inside a core; 0: there are none
    unsigned unpaired_marks; // of those that hand nothing on; 0: there are none
    unsigned final_marks;    // of loads of words into which nobody stores any more; 0: there are none
    bool marked;             // loads that acquire and stores that release are asked for
    bool fences; // a fence before what releases and after what acquires: for weak models without marks
#define X(member, def, least, most, doc) uint64_t member;
    CG_EPISODES_NUMBERS(X)
#undef X
} cg_episodes_options;

// The lines that `lines` means for so many threads.
static inline uint64_t cg_episodes_lines(uint64_t lines, unsigned threads) {
    return lines ? lines : threads > 8 ? 2 * threads : 16;
}

// NULL: what is out of range or does not fit is said in err.
cg_episodes *cg_episodes_new(const cg_episodes_options *o, char *err, size_t err_size);
void cg_episodes_free(cg_episodes *g); // NULL is allowed

// What the thread asks for next; false: it is done. Only when its last one was answered.
bool cg_episodes_next(cg_episodes *g, unsigned thread, cg_request *q);
// Its answer. NULL: right. Else what is wrong, valid until the next call.
const char *cg_episodes_answered(cg_episodes *g, unsigned thread, uint32_t data);

// When all are done: locations 0 .. and what each must hold; false: no more. `known` false: the order of its
// atomics would have to be known.
bool cg_episodes_final(const cg_episodes *g, uint64_t i, uint64_t *addr, uint32_t *value, bool *known);

// What was done, for reports.
typedef struct {
    uint64_t episodes, loads, stores, atomics;
    uint64_t handed;  // loads of what another thread stored
    uint64_t refused; // locations drawn that nothing ordered
} cg_episodes_stats;
cg_episodes_stats cg_episodes_get_stats(const cg_episodes *g);

#endif

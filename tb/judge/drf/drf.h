// The oracle of models that forbid data races (gen/lang/model.h: `races`): did the program keep its side, and
// then, did every load return the one value it may?
//
// Such a model promises sequential consistency to programs whose conflicting accesses (to one byte, one of
// them a write, one of them data) are ordered by happens-before: program order, and from an operation that
// releases to every later one of the same word that acquires. What orders and what is data is the table's to
// say (`synchronizes`). So of an execution
//
//     race         two conflicting accesses that nothing orders: the PROGRAM's fault, and what the hardware
//                  makes of them is not judged
//     final        a store into a word of which a load has said that nobody stores into it any more
//                  (`final` in gen/lang/model.h): the PROGRAM's fault, whether the two are ordered or not
//     wrong value  a load, or the read half of an atomic, that is not what the last write before it left:
//                  the HARDWARE's fault
//
// and each is told with the operations it is about: for a wrong value also with the chain of synchronization
// that orders the write before the load.
//
// Where the model has scopes, what an operation releases is acquired by those of its instance of a scope
// only: an atomic of core 0's scope hands nothing to one of core 1's, nor to one of the scope of all, on the
// same word. Two of them that nothing else orders are a race of synchronization, if the model forbids such
// races.
//
// Where synchronization is coherent only (gen/lang/model.h: `synchronization`) the calls of a word are no
// order of its writes: an acquire takes over what the write handed on whose value it returns, and a value is
// right if the thread does not know it to be overwritten (note [coherent] in coherent.c).
//
// Kinds of race between synchronization that the model forbids (gen/lang/model.h: `illegal`) are the
// program's fault, too. The oracle finds those that two accesses of this execution make, by what they are,
// and those that hang on a path (`bypassed`) of at most CG_DRF_WINDOW accesses of synchronization, told one
// after the other (each path of up to half as many is looked at). It finds none that other values of
// arbitrary classes would have made.
//
// It is told the operations in an order in which each comes after all that happen before it:
//
//     data loads, data stores   when the thread is answered, or at any moment between asking and answer
//     synchronization           at the moment it is performed; per word these calls ARE the order of
//                               synchronization
//
// so that the write a load must return is always the latest one told, and happens-before is a vector clock a
// thread and a word that is released, as in FastTrack (C. Flanagan, S. Freund, FastTrack: efficient and
// precise dynamic race detection, PLDI 2009): of a byte's reads and writes only those are kept that later
// ones must still be compared with; one, mostly. A failed compare and swap counts as the write that it might
// have been.
//
// Example: the flag is no synchronization, so the message races; it is the program's fault, whatever 0x40 is.
//
//     cg_drf *o = cg_drf_new(drf0, &(cg_drf_config){.threads = 2, .violation = print}, err, sizeof err);
//     cg_drf_store(o, 0, store, 0x40, 0xf, 1, 10);
//     cg_drf_store(o, 0, store, 0x80, 0xf, 1, 11);
//     cg_drf_load (o, 1, load,  0x80, 0xf, 1, 12);
//
// calls print once, with:
//
//     memory oracle: data race, the program's fault: thread 1 load 0x80, cycle 12, and thread 0 store 0x80,
//     cycle 11
//       model drf0 forbids it: nothing orders the two
//       thread 0 releases nothing after that
//       thread 1 acquired nothing before that
//
// Memory: threads * threads * 4 bytes, about 200 bytes for every word ever touched (a byte store: 710), 1.5
// MB for the latest 65,536 synchronizations (for the chains), and at most cfg.memory for what depends on how
// many threads read a word at once and which words are released. When that is full, all that every thread
// has seen anyway is thrown away, which loses nothing. If it is still more than half full, sets of readers
// are cut down to the latest and releases are taken for releases of everything (stats.coarse counts how
// often): then races may be missed, but none is made up.
#ifndef COHGEN_TB_JUDGE_DRF_DRF_H
#define COHGEN_TB_JUDGE_DRF_DRF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "judge/oracle/oracle.h"
#include "lang/amo.h"
#include "lang/model.h"

#define CG_DRF_THREADS_MAX 4096
#define CG_DRF_MEMORY      (UINT64_C(256) << 20) // bytes, default

enum { CG_DRF_WINDOW = 1024 };

typedef struct cg_drf cg_drf;

typedef struct {
    unsigned threads;               // hardware threads of the whole system: 1 .. CG_DRF_THREADS_MAX
    unsigned of_core;               // ... of each core, for scopes; 0: all are of one core
    uint64_t memory;                // bytes, see above; 0: CG_DRF_MEMORY
    unsigned max_violations;        // told; further ones are counted; 0: CG_ORACLE_VIOLATIONS
    cg_oracle_violation *violation; // NULL: count only
    void *ctx;
} cg_drf_config;

// What is counted, and reported under these names. Violations are at the end; a word with a race is not
// judged from then on.
#define CG_DRF_STATS(X)                                                                                      \
    X(loads) /* data and synchronization, here and below */                                                  \
    X(stores)                                                                                                \
    X(atomics)                                                                                               \
    X(fences)                                                                                                \
    X(syncs)       /* of these, synchronization */                                                           \
    X(words)       /* ever touched */                                                                        \
    X(shared)      /* loads of words that another thread wrote last */                                       \
    X(tidied)      /* how often memory was full */                                                           \
    X(coarse)      /* ... and was cut down with loss */                                                      \
    X(memory_peak) /* bytes, of cfg.memory */                                                                \
    X(accepted)    /* words with a race of the kind that the program accepts */                              \
    X(races)                                                                                                 \
    X(bad_value)                                                                                             \
    X(bad_atomic)                                                                                            \
    X(bad_final)

typedef struct {
#define X(name) uint64_t name;
    CG_DRF_STATS(X)
#undef X
} cg_drf_stats;

// Races are forbidden.
bool cg_drf_judges(const cg_model *m);

// NULL for a model that it cannot judge, or a configuration out of range, with one line in err. The model
// must outlive the oracle.
cg_drf *cg_drf_new(const cg_model *m, const cg_drf_config *cfg, char *err, size_t err_size);
void cg_drf_free(cg_drf *o); // NULL is allowed

// First value of the word at addr, default 0. Before any other call that names the word.
void cg_drf_init(cg_drf *o, uint64_t addr, uint32_t value);

// cls: class of the operation in the model, of the right kind. addr: byte address; its low two bits are
// ignored. mask: bit b for byte b (little endian) of the word, 0x1 .. 0xf; bytes of value outside it are
// ignored. thread: 0 .. threads-1. cycle: for reports only.
// use: CG_DRF_USED if what is loaded reaches an address, a value that is stored, or a branch; a number from
// CG_DRF_LATER on, of this load alone, if cg_drf_used() says so later. It counts for synchronization only.
// op: of an atomic.
enum { CG_DRF_DROPPED, CG_DRF_USED, CG_DRF_LATER };
void cg_drf_load(cg_drf *o, unsigned thread, int cls, uint64_t addr, unsigned mask, uint32_t value,
                 uint32_t use, uint64_t cycle);
void cg_drf_store(cg_drf *o, unsigned thread, int cls, uint64_t addr, unsigned mask, uint32_t value,
                  uint64_t cycle);
void cg_drf_atomic(cg_drf *o, unsigned thread, int cls, uint64_t addr, uint32_t before, uint32_t after,
                   cg_amo_op op, uint32_t use, uint64_t cycle);
// Of a load or atomic told, or that will be: once for each number. A race that is legal only as long as
// nobody uses the value is told now, if somebody does. Where nothing is said, the value counts as used at
// the end.
void cg_drf_used(cg_drf *o, uint32_t use, bool used);
void cg_drf_fence(cg_drf *o, unsigned thread, uint64_t cycle); // orders, but hands nothing over: counted only

// What the thread does next is its order-th operation. For threads with several operations in flight, which
// are told as they are performed; without it, what a thread does first is told first.
void cg_drf_asked_as(cg_drf *o, unsigned thread, uint64_t order);

// Races of this kind, which must be one that hangs on a path, are counted (stats.accepted) and are no
// violation: the program is right whatever order they have. `kind` must outlive the oracle; NULL: none.
void cg_drf_accept(cg_drf *o, const char *kind);

// At the end: compares every touched word with memory as the hardware left it, then returns violations in
// all. read: as for cg_oracle_finish(); NULL: no comparison.
uint64_t cg_drf_finish(cg_drf *o, cg_oracle_read *read, void *ctx);

uint64_t cg_drf_violations(const cg_drf *o);
cg_drf_stats cg_drf_get_stats(const cg_drf *o);
void cg_drf_print_stats(const cg_drf *o, FILE *out); // a few lines for people

// Feeds a made-up execution without races (of episodes.h) to an oracle and prints events per second, the
// making not included. Returns violations: 0, unless the oracle is broken.
uint64_t cg_drf_bench(const cg_model *m, unsigned threads, unsigned lines, uint64_t events, FILE *out);

#endif

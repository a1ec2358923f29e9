// The memory oracle, golden model 1 of the co-simulation: is every value that the hardware's threads saw one
// that the consistency model allows? It decides while the simulation runs, in bounded memory, and tells why.
//
// The harness tells it what takes effect, in the order of simulated time:
//
//     store    at the moment it is performed: placed in the one global order of its word (at the L2, or
//              where the protocol's table says `perform`), not when the core is answered
//     atomic   the same; old value and new value of the word
//     load     at the moment its value is bound
//
//     fence    when the core is answered
//
// Per word, the order of these store and atomic calls IS the coherence order (co). What is decided is whether
// the program order that the model keeps, reads-from, co and from-reads have a cycle. Two operations of a
// thread on one word are kept in order under any model. Values need not be unique: a load is right if any
// store of its value explains it.
//
// With logical time (timestamp protocols), the protocol also declares WHERE in one order an operation stands:
//
//     protocol            key of a store, atomic              key of a load                       cfg.witness
//     RCC                 {epoch, the block's new ver, cycle} {epoch, the block's ver, cycle}     true
//     RCC, weakly ordered  the same; the two differ in how far a thread's stores are ahead of its loads
//     MESI, TC-strong     {0, 0, cycle}                       {0, 0, cycle}                       false
//
// The declared order is (epoch, time), then arrival. A load's key is the earliest place it can have; the
// oracle puts it at the later of that and the last place of its thread's operations that are kept before it.
// A fence stands where the last of its thread's earlier operations does. If program order, reads-from, co and
// from-reads all go forward in the declared order, the execution is sc and each event costs a binary search.
// If one goes backward, the exact test decides what it is, and the report says either
//
//     witness order broken (still sc)   the values are fine, the protocol's logical time is not: a latent bug
//     not sc                            with the shortest cycle found, naming its operations
//
// Both count as violations when cfg.witness is true. Without it, only the exact answer counts.
//
// Example: message passing, and the flag arrives before the message.
//
//     cg_oracle_config cfg = {.threads = 2, .violation = print};
//     cg_oracle *o = cg_oracle_new(sc, &cfg, err, sizeof err);
//     cg_oracle_store(o, 0, 0x40, 0xf, 1, (cg_oracle_key){.cycle = 10});   // message
//     cg_oracle_store(o, 0, 0x80, 0xf, 1, (cg_oracle_key){.cycle = 11});   // flag
//     cg_oracle_load (o, 1, 0x80, 0xf, 1, (cg_oracle_key){.cycle = 12});
//     cg_oracle_load (o, 1, 0x40, 0xf, 0, (cg_oracle_key){.cycle = 13});   // stale
//     cg_oracle_thread_done(o, 0), cg_oracle_thread_done(o, 1);
//     cg_oracle_finish(o, read_memory, ctx);
//
// calls print once, with:
//
//     memory oracle: not sc: thread 1 load 0x40 = 0x0, cycle 13, closes a cycle
//       thread 1 load 0x40 = 0x0, cycle 13  is before (from-read)
//       thread 0 store 0x40 := 0x1, cycle 10  is before (program order)
//       thread 0 store 0x80 := 0x1, cycle 11  is before (reads-from)
//       thread 1 load 0x80 = 0x1, cycle 12  is before (program order)
//       the first
//
// Memory: the last cfg.window events are kept, and of every word ever touched its value and the newest store
// that left the window. A store is retired when nobody can legally read it any more: every live thread is
// past its successor. A thread that is idle for longer than the window forces stores out; they are counted
// (stats.forced), and so are the loads that could not be judged for it (stats.undecided). Without logical
// time a thread's place is the arrival of its last event, so `retired` and `forced` are then a rule of thumb.
// A cycle that runs through an operation that left the window is not found.
#ifndef COHGEN_TB_JUDGE_ORACLE_ORACLE_H
#define COHGEN_TB_JUDGE_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lang/model.h"

#define CG_ORACLE_THREADS_MAX 65536
#define CG_ORACLE_WINDOW      (1u << 20) // events kept, default
#define CG_ORACLE_WINDOW_MAX  (1u << 28) // about 120 bytes each
#define CG_ORACLE_VIOLATIONS  16         // explained, default

typedef struct cg_oracle cg_oracle;

// A place in the order that the protocol declares. Without logical time, epoch and time are 0.
typedef struct {
    uint64_t epoch; // counts rollovers of the timestamps; does not go back
    uint64_t time;  // logical time within the epoch
    uint64_t cycle; // simulated, for reports; the order of the calls is what counts
} cg_oracle_key;

// One violation, as text of one or more lines, each ended by a newline; the first line stands alone. addr is
// the byte address of the word.
typedef void cg_oracle_violation(void *ctx, const char *text, uint64_t cycle, bool has_addr, uint64_t addr);

typedef struct {
    unsigned threads;        // hardware threads of the whole system: 1 .. CG_ORACLE_THREADS_MAX
    unsigned of_core;        // ... of each core, for models with scopes; 0: all are of one core
    bool witness;            // judge the declared order too
    size_t window;           // events kept; rounded up to a power of two; 0: CG_ORACLE_WINDOW
    unsigned max_violations; // explained; further ones are counted, not explained; 0: CG_ORACLE_VIOLATIONS
    cg_oracle_violation *violation; // NULL: count only
    void *ctx;
} cg_oracle_config;

// What is counted, and reported under these names. Violations are at the end, by what was found; all but the
// first of them count always; the first only exists with cfg.witness.
#define CG_ORACLE_STATS(X)                                                                                   \
    X(loads)                                                                                                 \
    X(stores)                                                                                                \
    X(atomics)                                                                                               \
    X(fences)                                                                                                \
    X(words)          /* ever touched */                                                                     \
    X(stale)          /* loads that rightly read an overwritten value (a lease at work) */                   \
    X(retired)        /* stores that left because nobody could read them any more */                         \
    X(forced)         /* stores that left although somebody might */                                         \
    X(undecided)      /* loads not judged for that */                                                        \
    X(searches)       /* exact tests */                                                                      \
    X(cut)            /* of these, given up: too many equal values (counted as not sc) */                    \
    X(witness_broken) /* declared order broken, values still right */                                        \
    X(not_model)      /* a cycle */                                                                          \
    X(bad_value)      /* a value that no store within the window explains */                                 \
    X(bad_atomic)     /* an atomic whose old value is not the word's */                                      \
    X(bad_order)      /* an operation after a later one of its thread before which the model keeps it */     \
    X(bad_final)      /* final memory is not what the last store left */

typedef struct {
#define X(name) uint64_t name;
    CG_ORACLE_STATS(X)
#undef X
    uint64_t unclassified; // after max_violations: declared order broken or not sc, not looked into
} cg_oracle_stats;

// Whether the oracle can judge by the model: it must keep loads in order, have all four kinds of operations,
// forward nothing, and ask for no dependencies (sc, wo).
bool cg_oracle_judges(const cg_model *m);

// NULL for a model that it cannot judge, or a configuration out of range, with one line in err. The model
// must outlive the oracle.
cg_oracle *cg_oracle_new(const cg_model *m, const cg_oracle_config *cfg, char *err, size_t err_size);
void cg_oracle_free(cg_oracle *o); // NULL is allowed

// First value of the word at addr, default 0. Before any other call that names the word.
void cg_oracle_init(cg_oracle *o, uint64_t addr, uint32_t value);

// The calls of one thread come in its program order, unless this one says otherwise before a call of the
// thread: that is about the operation that the thread asked for as number `order`, from 1 and modulo 2^32.
// Operations that the model keeps in order, or that are about one word, must take effect in order; one that
// does not is a violation (bad_order). The others may be told in any order.
void cg_oracle_asked_as(cg_oracle *o, unsigned thread, uint32_t order);

// addr: byte address; its low two bits are ignored, a word is four bytes. mask: bit b for byte b (little
// endian) of the word, 0x1 .. 0xf; bytes of value outside it are ignored. thread: 0 .. threads-1.
void cg_oracle_store(cg_oracle *o, unsigned thread, uint64_t addr, unsigned mask, uint32_t value,
                     cg_oracle_key key);
void cg_oracle_load(cg_oracle *o, unsigned thread, uint64_t addr, unsigned mask, uint32_t value,
                    cg_oracle_key key);

// A read-modify-write of the whole word, performed now. One that left the word as it was (a failed compare
// and swap) has after == before and is still in the order.
void cg_oracle_atomic(cg_oracle *o, unsigned thread, uint64_t addr, uint32_t before, uint32_t after,
                      cg_oracle_key key);

// A fence of the thread: between its calls for the operations before and after. Nothing under a model that
// keeps all program order.
void cg_oracle_fence(cg_oracle *o, unsigned thread, uint64_t cycle);

// The thread issues nothing more: what only it could still read may go.
void cg_oracle_thread_done(cg_oracle *o, unsigned thread);

// At the end: compares every touched word with memory as the hardware left it, then returns violations in
// all. read says the word at a byte address, wherever its newest copy is, or false: there is no such word any
// more, and nothing to compare. NULL: no comparison.
typedef bool cg_oracle_read(void *ctx, uint64_t addr, uint32_t *word);
uint64_t cg_oracle_finish(cg_oracle *o, cg_oracle_read *read, void *ctx);

uint64_t cg_oracle_violations(const cg_oracle *o);
cg_oracle_stats cg_oracle_get_stats(const cg_oracle *o);
void cg_oracle_print_stats(const cg_oracle *o, FILE *out); // a few lines for people

// Feeds a made-up execution (with witness: of leases in logical time) that the model allows to an oracle and
// prints events per second, the making included. Returns violations: 0, unless the oracle is broken.
uint64_t cg_oracle_bench(const cg_model *m, bool witness, unsigned threads, unsigned words, uint64_t events,
                         FILE *out);

#endif

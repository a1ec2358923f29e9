// What the interpreter tells of memory operations that take effect.
#ifndef COHGEN_TB_INTERP_PERFORM_H
#define COHGEN_TB_INTERP_PERFORM_H

#include <stdint.h>

#include "lang/spec.h"

// note [own words]: a place of a mapped memory (note [mapped] in lang/local.h) has a word of its own, too, on
// which an operation takes effect that is about no global one. Its bytes are those that such operations have
// written, or that were there at reset, and that nothing else has overwritten: what a message brings, and
// what is written for a global word, is not of it. A load or an atomic of a word of which some byte is not is
// legal, and what it finds is nobody's: golden models are told `unknown`, and judge it as they judge nothing.
// That it is what the hardware has, lockstep sees.

// A memory operation takes effect, as the table's verb `perform` says: what golden model 1 judges.
typedef struct {
    cg_core_op kind; // CG_LOAD, CG_STORE or CG_ATOMIC
    // The verb `publish`: nobody asked for this store. The thread, whose command it is a part of, loads the
    // word of `place` and stores it to that of `addr`. `unknown` is about what it loads.
    bool published;

    // Hardware thread over the whole system: core * threads + thread id. At a controller without a core port
    // the core is the sender of the message: l2[0] performs a store for l1[2]'s thread 5 of 16: 37.
    int thread;

    uint64_t addr; // byte address of the word, of whatever space (lang/local.h): its low two bits are 0
    // The same, but where a local memory performs an operation on a line that is mapped (note [mapped] in
    // lang/local.h): the word of the memory that the core asked for, `addr` being the global one.
    uint64_t place;
    unsigned mask; // bit i: byte addr + i is concerned. 0xf for loads and atomics
    bool unknown;  // some byte of the word is not its own: note [own words]. Of a store it means nothing

    uint32_t
        value; // load: what it returns; store: what it writes in the bytes of mask; atomic: what it leaves
    // Atomic: the word before, which it returns. Load: the same as value. Store: the word before if the
    // controller has the line, else 0; not to be used while the line is being fetched.
    uint32_t old;

    // How often the controller's epoch register had changed before. One less where the verb's `in e` names
    // the parity of the epoch before: a load answered from before a rollover. 0 for machines without epochs.
    uint64_t epoch;

    uint64_t time;  // value of the verb's `at`, for example RCC's logical time; 0 without
    uint64_t cycle; // as given to cg_lockstep_step()
} cg_perform;

typedef void cg_perform_fn(void *ctx, const cg_perform *p);

#endif

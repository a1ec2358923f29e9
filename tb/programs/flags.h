// Words by which made-up programs synchronize as flags: stores that release, loads that acquire, and swaps,
// which may do both. Each store or swap leaves a value that no other leaves. So who finds it knows whose it
// is, and comes after what its thread did before (happens-before, as vector clocks).
//
// Nothing is said of the order of two stores that nothing orders: a load may find either. It must not find
// one that the thread knows to be overwritten: it comes after another store to the word that comes after that
// one.
#ifndef COHGEN_TB_PROGRAMS_FLAGS_H
#define COHGEN_TB_PROGRAMS_FLAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "lang/request.h"

typedef struct cg_flags cg_flags;

cg_flags *cg_flags_new(unsigned threads); // 1 ..
void cg_flags_free(cg_flags *f);          // NULL is allowed
void cg_flags_add(cg_flags *f, uint64_t addr);

// What the thread, whose clock is `clock`, asks for: a load of some flag; a store or, once in a while, a
// swap, with marks if `marked`. After the latter its clock goes on.
cg_request cg_flags_acquire(cg_flags *f, cg_rng *rng, unsigned thread);
cg_request cg_flags_release(cg_flags *f, cg_rng *rng, unsigned thread, uint32_t *clock, bool marked);

// The answer to that. NULL: right, and the clock has what the thread took over. Else what is wrong, valid
// until the next call.
const char *cg_flags_answered(cg_flags *f, unsigned thread, const cg_request *asked, uint32_t value,
                              uint32_t *clock);

#endif

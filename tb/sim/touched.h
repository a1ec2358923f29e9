// A set of words of simulated memory, in the order they were added, each with a value.
#ifndef COHGEN_TB_SIM_TOUCHED_H
#define COHGEN_TB_SIM_TOUCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cg_touched cg_touched;

cg_touched *cg_touched_new(void);
void cg_touched_free(cg_touched *w);               // NULL is allowed
void cg_touched_add(cg_touched *w, uint64_t addr); // byte address; nothing happens if it is in already
size_t cg_touched_count(const cg_touched *w);
uint64_t cg_touched_at(const cg_touched *w, size_t i); // byte address of word i
void cg_touched_set(cg_touched *w, size_t i, uint32_t value);
bool cg_touched_get(const cg_touched *w, uint64_t addr, uint32_t *value); // false: not in the set

#endif

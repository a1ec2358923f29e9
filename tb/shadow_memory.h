// The bytes of the shadow's memory, behind the memory networks: sparse, 0 where nothing was written.
#ifndef COHGEN_TB_SHADOW_MEMORY_H
#define COHGEN_TB_SHADOW_MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct cg_memory cg_memory;

cg_memory *cg_memory_new(void);
void cg_memory_free(cg_memory *m);
void cg_memory_read(const cg_memory *m, uint64_t addr, void *bytes, size_t n);
void cg_memory_write(cg_memory *m, uint64_t addr, const void *bytes, size_t n);

#endif

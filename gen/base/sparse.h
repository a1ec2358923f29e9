// A sparse memory: 64-bit byte addresses, zero where nothing was written, pages made when they are written.
#ifndef COHGEN_GEN_BASE_SPARSE_H
#define COHGEN_GEN_BASE_SPARSE_H

#include <stddef.h>
#include <stdint.h>

typedef struct cg_sparse cg_sparse; // byte-addressed, zero where never written, 64-bit addresses

cg_sparse *cg_sparse_new(void);
void cg_sparse_free(cg_sparse *b); // NULL is allowed
void cg_sparse_read(const cg_sparse *b, uint64_t addr, void *to, size_t bytes);
void cg_sparse_write(cg_sparse *b, uint64_t addr, const void *from, size_t bytes);
// Calls `piece` for every piece that was ever written, in the order of the first writes.
void cg_sparse_each(const cg_sparse *b, void (*piece)(void *ctx, uint64_t addr, const void *bytes, size_t n),
                    void *ctx);
uint32_t cg_sparse_ld(const cg_sparse *b, uint64_t addr); // one aligned word
void cg_sparse_st(cg_sparse *b, uint64_t addr, uint32_t value,
                  unsigned mask); // bit i of mask writes byte i

#endif

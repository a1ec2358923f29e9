// Transfers: commands of the core port that move a tile between the global address space and the core's local
// memory.
//
// note [transfers]: no rule takes a transfer. The part cohgen_transfer stands at the core port and asks, in
// the place of the core and for the thread that asks for the transfer, for one load and one store for each
// word of the tile: in, of the global space and into the local one, and out the other way about. So to all
// that judges a transfer is these operations, in this order, each asked for when the one before it is
// answered. While it goes on no request of the core is taken.
#ifndef COHGEN_GEN_LANG_TRANSFER_H
#define COHGEN_GEN_LANG_TRANSFER_H

#include "request.h"
#include "spec.h"

// X(identifier, name, meaning): the operands of a transfer, in bytes. They stand behind those of the table's
// other commands, in this order.
#define CG_TRANSFER_OPERANDS(X)                                                                              \
    X(place, "place in the local memory of the first field; the others follow")                              \
    X(address, "global address of the first field")                                                          \
    X(field, "bytes of a field, with which each object begins")                                              \
    X(object, "bytes of an object")                                                                          \
    X(row, "bytes of a row of objects")                                                                      \
    X(stride, "bytes from a row's begin to the next one's")                                                  \
    X(rows, "number of rows")

typedef struct {
#define X(name, doc) uint64_t name;
    CG_TRANSFER_OPERANDS(X)
#undef X
} cg_tile;

// What a tile is refused for, a bit each: rtl/cohgen_transfer.sv. The part's answer has some of those that
// hold.
enum {
    CG_TILE_EMPTY = 1 << 1,
    CG_TILE_FIELD = 1 << 2,
    CG_TILE_WORDS = 1 << 3,
    CG_TILE_OBJECTS = 1 << 4,
    CG_TILE_OVERLAP = 1 << 5,
    CG_TILE_MEMORY = 1 << 6,
    CG_TILE_SPACE = 1 << 7
};

enum { CG_TILE_WORD = 4 }; // bytes that a load or store moves

bool cg_has_transfers(const cg_spec *s);
// The command that moves tiles so, or CG_NONE.
int cg_transfer_find(const cg_spec *s, cg_transfer_kind kind);
// The kind that this request is of; CG_NO_TRANSFER: it is another request.
cg_transfer_kind cg_transfer_of(const cg_spec *s, const cg_request *r);
cg_tile cg_tile_asked(const cg_spec *s, const cg_request *r); // its operands
cg_request cg_transfer_request(const cg_spec *s, cg_transfer_kind kind, const cg_tile *t);

uint64_t cg_transfer_words(const cg_spec *s); // of a local memory
// Why it cannot be moved; 0: it can. Below only of those that can.
unsigned cg_tile_refused(const cg_spec *s, const cg_tile *t);
uint64_t cg_tile_words(const cg_tile *t);
uint64_t cg_tile_address(const cg_tile *t, uint64_t word); // global, of this word

// The k-th operation of a transfer of `core`, from 0: of each word a load, and a store of the data that this
// was answered with.
cg_request cg_transfer_step(cg_transfer_kind kind, const cg_tile *t, int core, uint64_t k, uint32_t data);

#endif

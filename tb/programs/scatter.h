// Where a workload's memory lies: its addresses begin at 0 and are dense, and so would leave the high bits of
// every address alone; what the hardware does with them would not be tested. So lines are scattered over all
// addresses:
//
//     address   | above                              | index (of every cache and home) | offset in the line |
//
// Index and offset stay as they are: which lines conflict, and which home each has, is as the workload laid
// it out. The bits above become another number: 0, 1, 2, 3, ... become 0, 1, 2, 4, ..., so that the first few
// lines of a set differ in one bit each, and every bit is the only difference of two of them; eight lines
// that follow each other have the same bits above, the next eight others; and a seed says where it begins. It
// is one to one.
#ifndef COHGEN_TB_PROGRAMS_SCATTER_H
#define COHGEN_TB_PROGRAMS_SCATTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lang/spec.h"

typedef struct {
    unsigned low;      // bits of index and offset; the bits above
    unsigned above;    // ... are so many, 0: nothing is scattered
    unsigned group;    // log2 of the bytes that stay together, at most `low`
    unsigned turn;     // the bits above are rotated by so many
    uint64_t inverted; // ... and these of them are inverted
    bool virtual;      // the system translates: programs may ask for what hardware makes addresses of
} cg_scatter;

// Lines so far apart fall into one set of every cache: all numbers of sets and controllers are powers of two.
uint64_t cg_conflict(const cg_spec *spec);
// `conflict`: cg_conflict(), or another power of two; 0: not known, nothing is
// scattered.
cg_scatter cg_scatter_new(unsigned addr_bits, unsigned line_bytes, uint64_t conflict, uint64_t seed);
// Pages of 2^`page_bits` bytes stay whole, and are scattered as they are numbered: what a system with virtual
// addresses has for a table of pages.
cg_scatter cg_scatter_pages(unsigned addr_bits, unsigned page_bits, uint64_t seed);
// Where `addr` lies. A scatter of zeroes leaves it where it is.
uint64_t cg_scattered(const cg_scatter *s, uint64_t addr);

#endif

// Words at random: where a made-up program's locations lie, so that those of all kinds share lines.
#ifndef COHGEN_TB_PROGRAMS_SPREAD_H
#define COHGEN_TB_PROGRAMS_SPREAD_H

#include "base/rng.h"
#include "scatter.h"

typedef struct {
    uint64_t base, lines, stride; // stride: lines from one that is used to the next
    uint64_t words;               // used of each line
    unsigned line_bytes;
    cg_scatter scatter;
} cg_spread;

// Addresses of lines * words words in an order at random; each line has some. The caller frees them.
uint64_t *cg_spread_words(const cg_spread *s, cg_rng *rng);

#endif

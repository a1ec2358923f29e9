// Where pages are, for tables with translation buffers: note [translation] in lang/lookup.h.
#ifndef COHGEN_TB_INTERP_PAGES_H
#define COHGEN_TB_INTERP_PAGES_H

#include <stdint.h>

// The frame of each page, one to one; without a function, the page of the same number.
typedef struct {
    uint64_t (*frame)(const void *of, uint64_t page);
    const void *of;
} cg_pages;

#endif

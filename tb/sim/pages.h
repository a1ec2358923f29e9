// The tables of pages of a simulated system, as the translation buffers beside its cores ask for them (note
// [translation] in lang/lookup.h): every page is where the workload's scatter says (programs/scatter.h), and
// a core's port answers one question after the other, each as late as chance wants it.
#ifndef COHGEN_TB_SIM_PAGES_H
#define COHGEN_TB_SIM_PAGES_H

#include "base/rng.h"
#include "interp/pages.h"
#include "ports.h"
#include "programs/scatter.h"

// The number of the page at which the page of this number is; `of`: a cg_page_table.
typedef struct {
    unsigned page_bits; // of a byte's place in a page
    const cg_scatter *scatter;
} cg_page_table;
uint64_t cg_page_frame(const void *of, uint64_t page);
// Bits of a byte's place in the pages of the table's translation buffers; 0: it has none.
unsigned cg_pages_of(const cg_spec *spec);

// One core's port. Zeroes are one that nobody asks.
typedef struct {
    bool ready, asked;
    uint64_t page, due; // the cycle in which its frame is there
} cg_walker;

// Once a cycle for each core, before its inputs of the next cycle are driven elsewhere: an answer takes 1 to
// `longest` cycles.
void cg_walker_step(cg_walker *w, const cg_ports *p, const cg_geometry *g, int core,
                    const cg_page_table *table, cg_rng *rng, uint64_t cycle, uint64_t longest);

#endif

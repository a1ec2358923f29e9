#include "pages.h"

#include "lang/lookup.h"

uint64_t cg_page_frame(const void *of, uint64_t page) {
    const cg_page_table *t = of;
    return cg_scattered(t->scatter, page << t->page_bits) >> t->page_bits;
}

unsigned cg_pages_of(const cg_spec *spec) {
    const cg_lookup *tlb = cg_tlb_of(spec);
    return tlb ? (unsigned)cg_page_bits(spec, tlb) : 0;
}

void cg_walker_step(cg_walker *w, const cg_ports *p, const cg_geometry *g, int core,
                    const cg_page_table *table, cg_rng *rng, uint64_t cycle, uint64_t longest) {
    const unsigned i = (unsigned)core, bits = (unsigned)g->page_bits;
    if (w->ready && cg_port_get(p->core_page_valid, i, 1)) {
        w->asked = true;
        w->page = cg_port_get(p->core_page, i * bits, bits);
        w->due = cycle + 1 + cg_rng_below(rng, longest);
    }
    const bool answers = w->asked && cycle >= w->due;
    w->ready = !w->asked; // the next question is taken when this one has been answered
    cg_port_set(p->core_page_ready, i, 1, w->ready);
    if (!answers) return;
    cg_port_set(p->core_frame_valid, i, 1, 1);
    cg_port_set(p->core_frame, i * bits, bits, cg_page_frame(table, w->page));
    w->asked = false;
}

#include "asked.h"

#include <stdlib.h>

enum { ALL_PAIRS = CG_LIT_RR | CG_LIT_RW | CG_LIT_WR | CG_LIT_WW };

static cg_lit_ins fence_beside(const cg_lit_ins *i) {
    return (cg_lit_ins){.kind = CG_LIT_FENCE, .pairs = ALL_PAIRS, .line = i->line};
}

// Of one thread. `first`: where what stands for each instruction begins, and the end.
static int ask_for(const cg_lit_ins *ins, int n, cg_lit_ins *to, int *first) {
    int at = 0;
    for (int k = 0; k < n; k++) {
        cg_lit_ins i = ins[k];
        const bool before = i.release, behind = i.acquire;
        first[k] = at;
        if (before) to[at++] = fence_beside(&i);
        i.acquire = i.release = false;
        if (i.kind == CG_LIT_FENCE && i.pairs) i.pairs = ALL_PAIRS;
        to[at++] = i;
        if (behind) to[at++] = fence_beside(&i);
    }
    first[n] = at;
    for (int k = 0; k < at; k++)
        if (to[k].kind == CG_LIT_BRANCH || to[k].kind == CG_LIT_JUMP) to[k].target = first[to[k].target];
    return at;
}

bool cg_litmus_as_asked(const cg_litmus *t, cg_litmus *asked) {
    bool fits = true;
    *asked = *t;
    for (int p = 0; p < t->n_threads; p++) {
        int first[CG_LIT_INS + 1];
        asked->ins[p] = calloc(3 * (size_t)t->n_ins[p] + 1, sizeof *asked->ins[p]);
        if (asked->ins[p] == NULL) abort();
        asked->n_ins[p] = ask_for(t->ins[p], t->n_ins[p], asked->ins[p], first);
        fits &= asked->n_ins[p] <= CG_LIT_INS;
    }
    if (!fits) cg_litmus_asked_free(asked);
    return fits;
}

void cg_litmus_asked_free(cg_litmus *asked) {
    for (int p = 0; p < asked->n_threads; p++) free(asked->ins[p]);
}

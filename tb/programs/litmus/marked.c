#include "marked.h"

static cg_mem_kind kind_of(const cg_lit_ins *i) {
    return i->kind == CG_LIT_LOAD ? CG_MEM_LOAD : i->kind == CG_LIT_STORE ? CG_MEM_STORE : CG_MEM_ATOMIC;
}

static unsigned marks_of(const cg_model *m, const cg_litmus *t, const cg_lit_ins *i) {
    unsigned marks = (i->acquire ? CG_MARK_ACQUIRE : 0) | (i->release ? CG_MARK_RELEASE : 0);
    for (int k = 0; k < t->n_marks; k++)
        if (i->marks >> k & 1) marks |= cg_model_mark(m, t->marks[k]);
    return marks;
}

cg_request cg_lit_marked_request(const cg_thread *thread, const cg_model *m, const cg_litmus *t,
                                 const cg_lit_ins *i, uint64_t addr, int64_t value) {
    const unsigned marks = marks_of(m, t, i);
    const cg_mem_kind kind = kind_of(i);
    const int cls = cg_model_exact_class(m, kind, marks);
    const uint32_t word = (uint32_t)(uint64_t)value;
    cg_request q = {.order = marks, .addr = addr, .dropped = kind == CG_MEM_STORE || i->rd == 0};
    const bool takes =
        kind == CG_MEM_LOAD ? cg_options_of(thread)->sync_loads : cg_options_of(thread)->sync_stores;
    if (kind != CG_MEM_ATOMIC && (takes || cls < 0 || !m->classes[cls].sync)) {
        q.op = kind == CG_MEM_LOAD ? CG_LOAD : CG_STORE;
        q.data = kind == CG_MEM_LOAD ? 0 : word;
        q.mask = kind == CG_MEM_LOAD ? 0 : 0xf;
    } else {
        q.op = CG_ATOMIC;
        q.aop = kind == CG_MEM_LOAD ? CG_AMO_ADD : kind == CG_MEM_STORE ? CG_AMO_SWAP : i->amo;
        q.data = kind == CG_MEM_LOAD ? 0 : word;
    }
    return q;
}

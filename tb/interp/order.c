// Requests of the cores, and the phases in which the order logic at the core port has them: note [order
// phases].
#include <string.h>

#include "shadow.h"

static size_t request_slot(const cg_shadow *s, int core, uint32_t tid) {
    return ((size_t)core << s->plan->tid_bits) + tid;
}

cg_packet *cg_shadow_request_of(cg_shadow *s, int core, uint32_t tid) {
    return (cg_packet *)(void *)(s->request_packets + request_slot(s, core, tid) * s->packet_bytes);
}

cg_request_status *cg_shadow_status_of(cg_shadow *s, int core, uint32_t tid) {
    return &s->request_status[request_slot(s, core, tid)];
}

const cg_port_request *cg_shadow_asked(const cg_shadow *s, int core, uint32_t tid) {
    return &s->asked[request_slot(s, core, tid)];
}

// Has the operation with these marks this phase: CG_RELEASE, what the core asked for, or CG_ACQUIRE?
static bool has_phase(const cg_shadow *s, cg_core_op asked, uint8_t marks, cg_core_op phase) {
    const bool *has_op = s->machines[s->core_machine].has_op;
    if (!s->spec->has_order) return phase == asked && (asked != CG_FENCE || has_op[CG_FENCE]);
    const cg_port_order *o = &s->spec->order[asked][marks % cg_mark_sets(s->spec)];
    if (phase == CG_RELEASE) return o->release && has_op[CG_RELEASE];
    if (phase == CG_ACQUIRE) return o->acquire && has_op[CG_ACQUIRE];
    return has_op[phase] || phase != CG_FENCE;
}

// Begins the first phase that there is, of those from number `from` on: 0 the release, 1 the operation, 2 the
// acquire.
static void begin_phase(cg_shadow *s, int core, uint32_t tid, int from) {
    const cg_core_op asked = cg_shadow_asked(s, core, tid)->op, phases[] = {CG_RELEASE, asked, CG_ACQUIRE};
    cg_packet *p = cg_shadow_request_of(s, core, tid);
    cg_request_status *status = cg_shadow_status_of(s, core, tid);
    *status = CG_FREE;
    for (int i = from; i < 3; i++) {
        if (!has_phase(s, asked, p->order, phases[i])) continue;
        p->op = (int32_t)phases[i];
        *status = CG_WAITING;
        return;
    }
}

bool cg_shadow_request(cg_shadow *s, int core, const cg_packet *request) {
    const bool was_free = *cg_shadow_status_of(s, core, request->tid) == CG_FREE;
    cg_packet *p = cg_shadow_request_of(s, core, request->tid);
    memcpy(p, request, offsetof(cg_packet, field));
    if (s->machines[s->core_machine].m->words)
        p->words = UINT32_C(1) << request->addr % s->spec->line_bytes / CG_WORD_BYTES;
    s->asked[request_slot(s, core, request->tid)] = (cg_port_request){.op = (cg_core_op)request->op};
    begin_phase(s, core, request->tid, 0);
    return was_free;
}

void cg_shadow_answered(cg_shadow *s, int core, uint32_t tid, const cg_outcome *o) {
    const cg_packet *p = cg_shadow_request_of(s, core, tid);
    if (p->op == CG_ACQUIRE || p->op == CG_RELEASE) {
        begin_phase(s, core, tid, p->op == CG_RELEASE ? 1 : 3);
        return;
    }
    s->asked[request_slot(s, core, tid)].data = o->has_data ? o->resp_data : 0;
    begin_phase(s, core, tid, 2);
}

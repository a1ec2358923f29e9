// Requests of the cores, and the phases in which the order logic at the core port has them: note [order
// phases].
#include <string.h>

#include "lang/command.h"
#include "lang/local.h"
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

uint64_t *cg_shadow_operands(const cg_shadow *s, int core, uint32_t tid) {
    return s->operands + request_slot(s, core, tid) * (size_t)s->spec->n_operands;
}

const cg_port_request *cg_shadow_asked(const cg_shadow *s, int core, uint32_t tid) {
    return &s->asked[request_slot(s, core, tid)];
}

// Has the operation with these marks this phase: CG_RELEASE, what the core asked for, or CG_ACQUIRE?
static bool has_phase(const cg_shadow *s, int core, cg_core_op asked, uint8_t marks, cg_core_op phase) {
    if (cg_is_command(asked)) return phase == asked;
    const cg_controller at = cg_core_at(s->spec, (uint64_t)core); // what is about no line goes there
    const bool *has_op = s->machines[at.machine].has_op;
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
        if (!has_phase(s, core, asked, p->order, phases[i])) continue;
        p->op = (int32_t)phases[i];
        *status = CG_WAITING;
        return;
    }
}

// note [scoreboard]: what rtl/cohgen_scoreboard.sv keeps back, by the same table (spec->classes).

// For which slots of its thread a new request has to wait.
static uint32_t waits_for(cg_shadow *s, int core, const cg_packet *q) {
    const uint32_t slots = (uint32_t)s->spec->slots, first = q->tid / slots * slots;
    uint32_t set = 0;
    for (uint32_t k = 0; slots > 1 && k < slots; k++) {
        const cg_packet *p = cg_shadow_request_of(s, core, first + k);
        const cg_core_op asked = cg_shadow_asked(s, core, first + k)->op;
        if (first + k == q->tid || *cg_shadow_status_of(s, core, first + k) == CG_FREE) continue;
        const bool same =
            asked != CG_FENCE && q->op != CG_FENCE && p->addr / CG_WORD_BYTES == q->addr / CG_WORD_BYTES;
        if (cg_waits_for(s->spec, s->inputs, asked, p->order, (cg_core_op)q->op, q->order, same))
            set |= UINT32_C(1) << k;
    }
    return set;
}

// The request is answered if no phase of it is left: those of its thread that waited for it may go on.
static void let_go(cg_shadow *s, int core, uint32_t tid) {
    const uint32_t slots = (uint32_t)s->spec->slots, first = tid / slots * slots;
    if (slots <= 1 || *cg_shadow_status_of(s, core, tid) != CG_FREE) return;
    for (uint32_t k = 0; k < slots; k++) {
        cg_port_request *other = &s->asked[request_slot(s, core, first + k)];
        const bool held = *cg_shadow_status_of(s, core, first + k) == CG_HELD;
        if (!held || !(other->waits >> (tid - first) & 1)) continue;
        other->waits &= ~(UINT32_C(1) << (tid - first));
        if (other->waits) continue;
        begin_phase(s, core, first + k, 0);
        let_go(s, core, first + k);
    }
}

bool cg_shadow_request(cg_shadow *s, int core, const cg_packet *request) {
    const bool was_free = *cg_shadow_status_of(s, core, request->tid) == CG_FREE;
    cg_packet *p = cg_shadow_request_of(s, core, request->tid);
    memcpy(p, request, offsetof(cg_packet, field));
    p->local = cg_addr_is_local(request->addr);
    p->addr = cg_addr_place(request->addr);
    if (s->machines[cg_taker_at(s->spec, (uint64_t)core, p->local).machine].m->words)
        p->words = UINT32_C(1) << request->addr % s->spec->line_bytes / CG_WORD_BYTES;
    const uint32_t waits = waits_for(s, core, request);
    s->asked[request_slot(s, core, request->tid)] =
        (cg_port_request){.op = (cg_core_op)request->op, .waits = waits};
    if (waits)
        *cg_shadow_status_of(s, core, request->tid) = CG_HELD;
    else
        begin_phase(s, core, request->tid, 0);
    return was_free;
}

void cg_shadow_answered(cg_shadow *s, int core, uint32_t tid, const cg_outcome *o) {
    const cg_packet *p = cg_shadow_request_of(s, core, tid);
    if (p->op == CG_ACQUIRE || p->op == CG_RELEASE) {
        begin_phase(s, core, tid, p->op == CG_RELEASE ? 1 : 3);
    } else {
        s->asked[request_slot(s, core, tid)].data = o->has_data ? o->resp_data : 0;
        begin_phase(s, core, tid, 2);
    }
    let_go(s, core, tid);
}

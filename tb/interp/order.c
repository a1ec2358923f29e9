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

// Who has an event for this, which is about no line.
static unsigned sides_with(const cg_shadow *s, int core, cg_core_op op) {
    const int port = cg_core_at(s->spec, (uint64_t)core).machine, memory = cg_memory_beside(s->spec, port);
    return (s->machines[port].has_op[op] ? CG_SIDE_PORT : 0) |
           (memory != CG_NONE && s->machines[memory].has_op[op] ? CG_SIDE_MEMORY : 0);
}

// Who takes this phase of the operation in `p`: CG_RELEASE, what the core asked for, or CG_ACQUIRE? 0: it has
// none.
static unsigned takers(const cg_shadow *s, int core, cg_core_op asked, const cg_packet *p, cg_core_op phase) {
    const cg_port_order *o =
        cg_is_command(asked) ? NULL : &s->spec->order[asked][p->order % cg_mark_sets(s->spec)];
    const bool there =
        phase == asked || (s->spec->has_order && o && (phase == CG_RELEASE ? o->release : o->acquire));
    if (!there) return 0;
    if (phase >= CG_FENCE) return sides_with(s, core, phase);
    return p->local ? CG_SIDE_MEMORY : CG_SIDE_PORT;
}

unsigned cg_shadow_sides(const cg_shadow *s, int core, uint32_t tid) {
    return cg_shadow_asked(s, core, tid)->sides;
}

// Begins the first phase that there is, of those from number `from` on: 0 the release, 1 the operation, 2 the
// acquire.
static void begin_phase(cg_shadow *s, int core, uint32_t tid, int from) {
    const cg_core_op asked = cg_shadow_asked(s, core, tid)->op, phases[] = {CG_RELEASE, asked, CG_ACQUIRE};
    cg_packet *p = cg_shadow_request_of(s, core, tid);
    cg_request_status *status = cg_shadow_status_of(s, core, tid);
    *status = CG_FREE;
    for (int i = from; i < 3; i++) {
        const unsigned sides = takers(s, core, asked, p, phases[i]);
        if (!sides) continue;
        s->asked[request_slot(s, core, tid)].sides = sides;
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
        const bool same = asked < CG_FENCE && q->op < CG_FENCE && p->local == cg_addr_is_local(q->addr) &&
                          p->addr / CG_WORD_BYTES == cg_addr_place(q->addr) / CG_WORD_BYTES;
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

void cg_shadow_answered(cg_shadow *s, int core, uint32_t tid, unsigned side, const cg_outcome *o) {
    const cg_packet *p = cg_shadow_request_of(s, core, tid);
    unsigned *sides = &s->asked[request_slot(s, core, tid)].sides;
    *sides &= ~side;
    if (*sides) {
        *cg_shadow_status_of(s, core, tid) = CG_WAITING; // for the other one
        return;
    }
    if (p->op == CG_ACQUIRE || p->op == CG_RELEASE) {
        begin_phase(s, core, tid, p->op == CG_RELEASE ? 1 : 3);
    } else {
        s->asked[request_slot(s, core, tid)].data = o->has_data ? o->resp_data : 0;
        begin_phase(s, core, tid, 2);
    }
    let_go(s, core, tid);
}

#include "core_side.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "judge/consistency.h"
#include "lang/command.h"
#include "lang/local.h"
#include "lang/topology.h"
#include "plan/plan.h"

// A word of its own core's memory, if that has one.
static bool is_local_word(const cg_spec *spec, int core, uint64_t addr) {
    const int memory = cg_memory_beside(spec, cg_core_at(spec, (uint64_t)core).machine);
    return memory != CG_NONE && cg_addr_core(addr) == (uint64_t)core &&
           cg_addr_place(addr) < cg_memory_bytes(spec, &spec->machines[memory]);
}

static bool has_event_at(const cg_spec *spec, int core, const cg_request *r) {
    const int memory = cg_memory_beside(spec, cg_core_at(spec, (uint64_t)core).machine);
    if (r->op == CG_FENCE || !cg_addr_is_local(r->addr) || memory == CG_NONE)
        return cg_op_has_event(spec, r->op);
    return cg_core_event(&spec->machines[memory], (cg_core_op)r->op) != CG_NONE;
}

bool cg_request_legal(const cg_spec *spec, const cg_model *model, int core, const cg_request *r, char *wrong,
                      size_t size) {
    if (r->command && r->op == CG_FENCE && r->command <= (unsigned)spec->n_commands && !r->order) return true;
    const bool place =
        cg_addr_is_local(r->addr) ? is_local_word(spec, core, r->addr) : r->addr >> spec->addr_bits == 0;
    const bool there = r->op == CG_FENCE || (r->addr % CG_WORD_BYTES == 0 && place);
    const bool named = r->op != CG_ATOMIC || r->aop <= CG_LAST_AOP;
    const bool event = has_event_at(spec, core, r);
    if (there && named && event && cg_consistency_legal(model, r->op, r->order) &&
        (!spec->has_order || (r->order < cg_mark_sets(spec) && spec->order[r->op][r->order].legal)))
        return true;
    char what[CG_REQUEST_TEXT], marks[CG_MODEL_MARKS_TEXT];
    cg_request_text(r, what);
    if (!event)
        snprintf(wrong, size, "%s, and %s has no event for that", what, spec->name);
    else if (!there)
        snprintf(wrong, size, "a %s: no word of %" PRIu64 " address bits is there", what, spec->addr_bits);
    else if (!named)
        snprintf(wrong, size, "a %s by operation %u: the last one is %d", what, r->aop, CG_LAST_AOP);
    else
        snprintf(wrong, size,
                 "a %s with %s: model %s has no such operation, or %s does not synchronize by it", what,
                 cg_model_marks_text(model, r->order, marks), model->name, spec->name);
    return false;
}

bool cg_misuse_find(const char *name, cg_misuse *kind) {
    static const char *const names[] = {
#define X(name, doc) #name,
        CG_MISUSES(X)
#undef X
    };
    *kind = CG_MISUSE_none;
    if (name[0] == '\0') return true;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) != 0) continue;
        *kind = (cg_misuse)i;
        return true;
    }
    fprintf(stderr, "error: there is no misuse '%s'; there are:", name);
    for (unsigned i = 1; i < sizeof names / sizeof *names; i++) fprintf(stderr, " %s", names[i]);
    fprintf(stderr, "\n");
    return false;
}

// Sets the thread's number; false: the port has no room for it.
static bool drive_tid(const cg_ports *p, const cg_geometry *g, int core, int tid) {
    const unsigned bits = (unsigned)g->tid_bits;
    if (tid < 0 || tid >> bits) return false;
    cg_port_set(p->core_req_tid, (unsigned)core * bits, bits, (uint64_t)tid);
    return true;
}

// A thread of this core that waits for an answer; -1: none does.
static int waiting_thread(const cg_offer *o, int core) {
    int found = -1;
    for (int t = 0; t < o->threads; t++)
        if (cg_scheduler_waits_for(o->scheduler, core, t)) found = t;
    return found;
}

bool cg_misuse_drive(cg_misuse kind, const cg_ports *p, const cg_geometry *g, int core, const cg_offer *o) {
    const unsigned i = (unsigned)core, a = (unsigned)g->addr_bits;
    const cg_request *r = o->request;
    if (r == NULL) return false;
    switch (kind) {
    case CG_MISUSE_none: return false;
    case CG_MISUSE_tid_twice: return drive_tid(p, g, core, waiting_thread(o, core));
    case CG_MISUSE_tid: return drive_tid(p, g, core, o->threads);
    case CG_MISUSE_address:
        if (r->op == CG_FENCE) return false;
        cg_port_set(p->core_req_addr, i * a, a, r->addr + 2);
        return true;
    case CG_MISUSE_aop:
        if (r->op != CG_ATOMIC) return false;
        cg_port_set(p->core_req_aop, i * CG_AOP_BITS, CG_AOP_BITS, CG_LAST_AOP + 1);
        return true;
    case CG_MISUSE_command:
        if (!r->command) return false;
        cg_port_set(p->core_req_command, i * (unsigned)g->command_bits,
                    (unsigned)cg_command_number_bits(g->command), (unsigned)g->command->n_commands + 1);
        return true;
    case CG_MISUSE_change:
        if (!o->again) return false;
        p->core_req_wdata[i] ^= 1;
        return true;
    case CG_MISUSE_withdraw:
        if (!o->again) return false;
        cg_port_set(p->core_req_valid, i, 1, 0);
        return true;
    }
    return false;
}

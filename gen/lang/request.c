#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "topology.h"

const char *cg_op_name(unsigned op) {
    return op < CG_N_CORE_OPS ? CG_CORE_OP_WORDS[op] : op < CG_N_ALL_OPS ? "command" : "?";
}

const char *cg_request_text(const cg_request *r, char text[CG_REQUEST_TEXT]) {
    if (r->op == CG_FENCE) return cg_op_name(cg_request_op(r));
    snprintf(text, CG_REQUEST_TEXT, "%s of 0x%" PRIx64, cg_op_name(r->op), r->addr);
    return text;
}

int cg_core_event(const cg_machine *m, cg_core_op op) {
    int e = 0;
    while (e < m->n_events && (m->events[e].kind != CG_EV_CORE || m->events[e].core != op)) e++;
    return e < m->n_events ? e : CG_NONE;
}

bool cg_takes_core(const cg_spec *s, cg_core_op op) {
    bool some = false, all = true;
    for (int i = 0; i < s->n_machines; i++) {
        if (!cg_has_ports(&s->machines[i])) continue;
        some = true;
        all &= cg_core_event(&s->machines[i], op) != CG_NONE;
    }
    return some && all;
}

bool cg_takes_marked(const cg_spec *s, cg_core_op op, unsigned marks) {
    return s->has_order && marks < cg_mark_sets(s) && s->order[op][marks].legal;
}

bool cg_op_has_event(const cg_spec *spec, unsigned op) {
    return op == CG_FENCE || cg_takes_core(spec, (cg_core_op)op);
}

const char *cg_missing_at(const cg_machine *m, char text[CG_MISSING_TEXT]) {
    *text = '\0';
    for (cg_core_op op = CG_LOAD; op <= CG_ATOMIC; op++) {
        if (cg_core_event(m, op) != CG_NONE) continue;
        const size_t at = strlen(text);
        snprintf(text + at, CG_MISSING_TEXT - at, "%s%s", at ? ", " : "", cg_op_name(op));
    }
    return *text ? text : NULL;
}

const cg_machine *cg_missing_events(const cg_spec *spec, char text[CG_MISSING_TEXT]) {
    for (int i = 0; i < spec->n_machines; i++)
        if (cg_has_ports(&spec->machines[i]) && cg_missing_at(&spec->machines[i], text))
            return &spec->machines[i];
    return NULL;
}

int cg_event_beside(const cg_spec *s, int machine, cg_core_op op) {
    const cg_machine *m = &s->machines[machine];
    const int other = m->local ? m->beside : cg_memory_beside(s, machine);
    if (op < CG_FENCE || op >= CG_COMMAND || other == CG_NONE || cg_core_event(m, op) == CG_NONE)
        return CG_NONE;
    return cg_core_event(&s->machines[other], op);
}

bool cg_has_both(const cg_spec *s, int machine) {
    bool some = false;
    for (cg_core_op op = CG_FENCE; op < CG_COMMAND; op++) some |= cg_event_beside(s, machine, op) != CG_NONE;
    return some;
}
